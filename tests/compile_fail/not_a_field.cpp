// SPDX-License-Identifier: GPL-2.0
// EXPECT: constraints not satisfied|no matching function
#include "hw/builder.h"

auto wrong(u16 port) {
    return hw::set<int>(port);
}
