// SPDX-License-Identifier: GPL-2.0
// EXPECT: two fields of this layout overlap
// The clash is between the first and the last of three, and the widest comes last.
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, bit, 8, 40, 40);
    HW_FIELD(Thing, elsewhere, 16, 40, 40);
    HW_FIELD(Thing, whole, 8, 63, 0);

    using fields = hw::Fields<bit, elsewhere, whole>;
};

constexpr unsigned count = Thing::fields::count;
