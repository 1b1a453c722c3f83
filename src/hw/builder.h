// SPDX-License-Identifier: GPL-2.0
//
// Fills a layout from a list of field values, in any order:
//
//     const auto wqe = hw::fill<ManageApbvt>(hw::set<ManageApbvt::port>(info->port),      // the type always fits
//                                            hw::set<ManageApbvt::kind>(5_c),             // checked by the compiler
//                                            hw::try_set<ManageApbvt::qp_id>(info->id));  // run time: see fits()
//     if (!wqe.fits())
//         return -EINVAL;
//
// Unnamed fields are 0. Each word is the OR of its fields, computed where it is stored: the code is the shifts, ors
// and one store per word of a hand-written version.
#pragma once

#include "hw/field.h"

namespace hw {

// ---- one field with its value -----------------------------------------------------------------------------------

// placed: the value at its place in the word. lost: the bits that found no room, 0 if the value fits.
template <IsField F> struct Placed {
    using field = F;
    u64 placed;
    u64 lost;
};

// The value always fits: a constant, a bool, an enum with a bound, an integer type no wider than the field.
template <IsField F, class T> [[nodiscard]] HW_INLINE constexpr Placed<F> set(T value) {
    if constexpr (IsConstant<T>::value) {
        static_assert(T::value <= F::max, "constant too wide for its field");
        return {T::value << F::lsb, 0};
    } else {
        static_assert(std::is_same_v<T, bool> || std::is_enum_v<T> || std::is_unsigned_v<T>,
                      "fields take unsigned integers, bool or enums");
        static_assert(bits_of<T>() <= F::width, "type wider than its field: use try_set for run-time values");
        return {u64(value) << F::lsb, 0};
    }
}

// A run-time value that may be too wide; then the image as a whole does not fit.
template <IsField F> [[nodiscard]] HW_INLINE constexpr Placed<F> try_set(u64 value) {
    if constexpr (F::width == 64)
        return {value, 0};
    else
        return {(value & F::max) << F::lsb, value >> F::width};
}

// The same, but the field stays 0 unless the condition holds.
template <IsField F, class T> [[nodiscard]] HW_INLINE constexpr Placed<F> set_if(bool condition, T value) {
    return set<F>(condition ? value : T{});
}

template <IsField F> [[nodiscard]] HW_INLINE constexpr Placed<F> try_set_if(bool condition, u64 value) {
    return try_set<F>(condition ? value : 0);
}

// Six bytes as the 48-bit number the device expects: byte 0, first on the wire, is the most significant.
template <IsField F> [[nodiscard]] HW_INLINE constexpr Placed<F> set_mac(const u8 *mac) {
    static_assert(F::width == 48, "a MAC address has 48 bits");
    return {
        (u64(mac[0]) << 40 | u64(mac[1]) << 32 | u64(mac[2]) << 24 | u64(mac[3]) << 16 | u64(mac[4]) << 8 | u64(mac[5]))
            << F::lsb,
        0};
}

// An address of which the field keeps the upper bits; the bits below the field must be 0.
template <IsField F> [[nodiscard]] HW_INLINE constexpr Placed<F> try_set_address(u64 address) {
    static_assert(F::msb == 63, "an address field reaches up to bit 63");
    return {address & F::mask, address & ~F::mask};
}

// A field whose position differs between generations; a table of the device says where it is. Msb:Lsb is the union
// of all positions, for the overlap check.
template <class L, unsigned Offset, unsigned Msb, unsigned Lsb, unsigned TableIndex>
struct TableField : Field<L, Offset, Msb, Lsb> {
    static constexpr unsigned table_index = TableIndex;
};

#define HW_TABLE_FIELD(layout_, name_, offset_, msb_, lsb_, index_)                                                    \
    struct name_ : ::hw::TableField<layout_, offset_, msb_, lsb_, index_> {                                            \
        static constexpr const char *name = #name_;                                                                    \
    }

// dev->hw_shifts and dev->hw_masks.
struct FieldTable {
    const u64 *shifts;
    const u64 *masks;
};

template <IsField F> [[nodiscard]] HW_INLINE constexpr Placed<F> try_set(u64 value, const FieldTable &table) {
    const u64 shift = table.shifts[F::table_index] & 63;
    const u64 placed = (value << shift) & table.masks[F::table_index] & F::mask;
    return {placed, (placed >> shift) ^ value};
}

// ---- an image ---------------------------------------------------------------------------------------------------

template <class L, class... Ps> class Image : Ps... {
  public:
    using layout = L;

    HW_INLINE constexpr explicit Image(const Ps &...placed) : Ps(placed)... {}

    // False if a run-time value was too wide for its field.
    [[nodiscard]] HW_INLINE constexpr bool fits() const {
        return (static_cast<const Ps &>(*this).lost | ... | u64(0)) == 0;
    }

    template <unsigned Word> [[nodiscard]] HW_INLINE constexpr u64 word() const {
        return (word_part<Word, Ps>() | ... | u64(0));
    }

    // Writes the whole image. For images without a valid bit.
    HW_INLINE void store(__le64 *base) const { store_from<0, L::words>(base); }

    // Writes all words but one, which carries the valid bit and is written last by the caller.
    template <unsigned Last> HW_INLINE void store_except(__le64 *base) const { store_from<0, Last>(base); }

  private:
    template <unsigned Word, class P> HW_INLINE constexpr u64 word_part() const {
        if constexpr (P::field::word == Word)
            return static_cast<const P &>(*this).placed;
        else
            return 0;
    }

    template <unsigned Word, unsigned Skip> HW_INLINE void store_from(__le64 *base) const {
        if constexpr (Word < L::words) {
            if constexpr (Word != Skip)
                store_word(base, Word, word<Word>());
            store_from<Word + 1, Skip>(base);
        }
    }
};

// How many of the fields Fs share bits with F (F itself included).
template <class F, class... Fs> constexpr unsigned sharing = ((overlap<F, Fs>() ? 1u : 0u) + ... + 0u);

template <class L, class... Ps> [[nodiscard]] HW_INLINE constexpr auto fill(const Ps &...placed) {
    static_assert((std::is_same_v<typename Ps::field::layout, L> && ...), "this field belongs to another layout");
    static_assert((L::fields::template contains<typename Ps::field> && ...), "this field is not listed in its layout");
    static_assert(((sharing<typename Ps::field, typename Ps::field...> == 1u) && ...),
                  "field set twice, or over another field");
    return Image<L, Ps...>(placed...);
}

} // namespace hw
