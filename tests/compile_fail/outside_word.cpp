// SPDX-License-Identifier: GPL-2.0
// EXPECT: a field must lie inside its 64-bit word
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, high, 8, 64, 60);

    using fields = hw::Fields<high>;
};
