// SPDX-License-Identifier: GPL-2.0
//
// How many bits of an id a generation understands where the field of a later one is wider, and ids that a command
// carries in two parts.
#pragma once

#include "hw/field.h"

namespace hw {

struct IdWidths {
    u8 pd;    // protection domain, STag commands
    u8 ah_pd; // protection domain, address handles
    u8 ah;    // address handle
};

// Index: hw_rev.
inline constexpr IdWidths id_widths_table[] = {
    /* none */ {},
    /* X722  */ {.pd = 15, .ah_pd = 18, .ah = 17},
    /* E810  */ {.pd = 18, .ah_pd = 18, .ah = 17},
    /* E2000 */ {.pd = 24, .ah_pd = 24, .ah = 24},
    /* next  */ {.pd = 24, .ah_pd = 24, .ah = 24},
};

HW_INLINE const IdWidths &id_widths(u8 hw_rev) {
    constexpr u8 count = sizeof(id_widths_table) / sizeof(id_widths_table[0]);

    return id_widths_table[hw_rev < count ? hw_rev : 0];
}

// The id if it has at most `width` bits, else a number that fits no field, so that the command is refused.
HW_INLINE constexpr u64 at_most(u64 id, unsigned width) {
    return (id & ~mask_of(width)) ? ~u64(0) : id;
}

// Bits Width-1:0 of an id, and those above.
template <unsigned Width> HW_INLINE constexpr u64 low_part(u64 id) {
    return id & mask_of(Width);
}

template <unsigned Width> HW_INLINE constexpr u64 high_part(u64 id) {
    return id >> Width;
}

template <unsigned Width> HW_INLINE constexpr u64 joined(u64 low, u64 high) {
    return high << Width | low;
}

} // namespace hw
