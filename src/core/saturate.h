// SPDX-License-Identifier: GPL-2.0
//
// Arithmetic on counts that a device reports: what would wrap stays at the largest value instead.
#pragma once

#include <irdma/types.h>

namespace core {

inline constexpr u32 u32_max = ~u32(0);
inline constexpr u64 u64_max = ~u64(0);

[[nodiscard]] inline u64 sat_mul(u64 a, u64 b) {
    u64 product;

    return __builtin_mul_overflow(a, b, &product) ? u64_max : product;
}

[[nodiscard]] inline u64 sat_add(u64 a, u64 b) {
    u64 sum;

    return __builtin_add_overflow(a, b, &sum) ? u64_max : sum;
}

// To a multiple of `unit`, a power of two.
[[nodiscard]] inline u64 round_up(u64 value, u64 unit) {
    return sat_add(value, unit - 1) & ~(unit - 1);
}

[[nodiscard]] inline u64 div_up(u64 value, u64 unit) {
    return value / unit + (value % unit != 0);
}

// 0 if there is nothing to divide by.
[[nodiscard]] inline u64 ratio(u64 value, u64 divisor) {
    return divisor ? value / divisor : 0;
}

[[nodiscard]] inline u32 to_u32(u64 value) {
    return value > u32_max ? u32_max : u32(value);
}

[[nodiscard]] inline u32 smaller(u64 a, u64 b) {
    return to_u32(a < b ? a : b);
}

// The smallest power of two that is not below `value`.
[[nodiscard]] inline u64 pow2_ceil(u64 value) {
    if (value <= 1)
        return 1;
    const unsigned bits = 64 - unsigned(__builtin_clzll(value - 1));

    return bits >= 64 ? u64_max : u64(1) << bits;
}

// The largest power of two that is not above `value`; 0 for 0.
[[nodiscard]] inline u32 pow2_floor(u32 value) {
    return value ? u32(1) << (31 - unsigned(__builtin_clz(value))) : 0;
}

} // namespace core
