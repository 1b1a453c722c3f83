// SPDX-License-Identifier: GPL-2.0
// EXPECT: a field's byte offset must be a multiple of the 8-byte word
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, port, 4, 15, 0);
};
