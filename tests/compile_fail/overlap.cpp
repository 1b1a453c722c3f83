// SPDX-License-Identifier: GPL-2.0
// EXPECT: two fields of this layout overlap
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, low, 8, 15, 0);
    HW_FIELD(Thing, high, 8, 31, 15);

    using fields = hw::Fields<low, high>;
};

constexpr unsigned count = Thing::fields::count;
