// SPDX-License-Identifier: GPL-2.0
// EXPECT: a field lies behind the end of its layout
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, behind, 32, 7, 0);

    using fields = hw::Fields<behind>;
};

constexpr unsigned count = Thing::fields::count;
