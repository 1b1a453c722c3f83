// SPDX-License-Identifier: GPL-2.0
// EXPECT: nodiscard|ignoring return value
// A value that is set and then not used is a mistake (an error with the build's -Werror).
#include "hw/builder.h"

using namespace hw::literals;

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, port, 8, 15, 0);
    HW_FIELD(Thing, kind, 8, 17, 16);
    HW_FIELD(Thing, id, 24, 23, 0);

    using fields = hw::Fields<port, kind, id>;
};

void wrong(u16 port) {
    hw::set<Thing::port>(port);
}
