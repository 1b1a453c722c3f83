// SPDX-License-Identifier: GPL-2.0
// EXPECT: a layout is an array of 64-bit words
#include "hw/builder.h"

struct Thing : hw::Layout<28> {};
