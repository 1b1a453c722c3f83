// SPDX-License-Identifier: GPL-2.0
// EXPECT: field set twice, or over another field
#include "hw/builder.h"

using namespace hw::literals;

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, port, 8, 15, 0);
    HW_FIELD(Thing, kind, 8, 17, 16);
    HW_FIELD(Thing, id, 24, 23, 0);

    using fields = hw::Fields<port, kind, id>;
};

auto wrong(u16 port) {
    return hw::fill<Thing>(hw::set<Thing::port>(port), hw::try_set<Thing::id>(1), hw::set<Thing::port>(port));
}
