// SPDX-License-Identifier: GPL-2.0
// EXPECT: a field's msb must not be below its lsb
#include "hw/builder.h"

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, port, 8, 0, 15);
};
