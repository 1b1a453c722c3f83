// SPDX-License-Identifier: GPL-2.0
// EXPECT: this field is not listed in its layout
// Only the list is checked for overlaps, so a field outside it must not be used.
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, port, 8, 15, 0);
    HW_FIELD(Thing, other, 8, 15, 8);

    using fields = hw::Fields<port>;
};

auto wrong(u8 value) {
    return hw::fill<Thing>(hw::set<Thing::other>(value));
}
