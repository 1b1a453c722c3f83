// SPDX-License-Identifier: GPL-2.0
// EXPECT: two fields of this layout overlap
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, port, 8, 15, 0);

    using fields = hw::Fields<port, port>;
};

constexpr unsigned count = Thing::fields::count;
