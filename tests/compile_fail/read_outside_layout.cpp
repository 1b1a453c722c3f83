// SPDX-License-Identifier: GPL-2.0
// EXPECT: the field lies behind the end of its layout
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, behind, 32, 7, 0);
};

u64 read_it(const __le64 *words) {
    return hw::read<Thing::behind>(words);
}
