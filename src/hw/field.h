// SPDX-License-Identifier: GPL-2.0
//
// Typed fields of the 64-bit little-endian words the hardware reads and writes.
//
// A layout (a WQE, CQE, context, ...) is a struct that names its fields once, in the notation of the
// datasheet, and lists them:
//
//     struct ManageApbvt : hw::Layout<64> {
//         HW_FIELD(ManageApbvt, port, 16, 15, 0);       // byte offset of the word, msb, lsb
//         ...
//         using fields = hw::Fields<port, ...>;         // refuses overlaps
//     };
//
// Everything else follows from it: builders (builder.h), parsers (read() below), human-readable decoders (decode.h).
// What cannot be right does not compile: a field outside its word, two fields of one layout on the same bits, a
// field of another layout, a constant or a type too wide for the field.
#pragma once

#include <irdma/types.h>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace hw {

#define HW_INLINE [[gnu::always_inline]] inline

// ---- values ---------------------------------------------------------------------------------------------------

// An integer constant that carries its value in its type, so that the compiler can check that it fits.
template <u64 V> struct Constant { static constexpr u64 value = V; };

template <char... Digits> constexpr u64 parse_constant() {
    constexpr char digits[] = {Digits...};
    constexpr bool hex = sizeof...(Digits) > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    u64 value = 0;
    for (size_t i = hex ? 2 : 0; i < sizeof...(Digits); i++) {
        const char c = digits[i];
        if (c == '\'')
            continue;
        const u64 digit = c >= 'a' ? u64(c - 'a' + 10) : c >= 'A' ? u64(c - 'A' + 10) : u64(c - '0');
        value = value * (hex ? 16 : 10) + digit;
    }
    return value;
}

namespace literals {
template <char... Digits> constexpr auto operator""_c() {
    return Constant<parse_constant<Digits...>()>{};
}
} // namespace literals

template <class T> struct IsConstant : std::false_type {};
template <u64 V> struct IsConstant<Constant<V>> : std::true_type {};

// Bits that any value of T may need. An enum says so itself by a last enumerator `max_value`.
template <class T> constexpr unsigned bits_of() {
    if constexpr (std::is_same_v<T, bool>) {
        return 1;
    } else if constexpr (std::is_enum_v<T>) {
        unsigned bits = 0;
        for (u64 v = u64(T::max_value); v != 0; v >>= 1)
            bits++;
        return bits;
    } else {
        return sizeof(T) * 8;
    }
}

// ---- fields ---------------------------------------------------------------------------------------------------

constexpr u64 mask_of(unsigned width) {
    return width >= 64 ? ~u64(0) : (u64(1) << width) - 1;
}

// Bits msb:lsb of the 64-bit word at byte offset Offset of layout L.
template <class L, unsigned Offset, unsigned Msb, unsigned Lsb> struct Field {
    static_assert(Offset % 8 == 0, "a field's byte offset must be a multiple of the 8-byte word");
    static_assert(Msb < 64, "a field must lie inside its 64-bit word");
    static_assert(Lsb <= Msb, "a field's msb must not be below its lsb");

    using layout = L;
    static constexpr unsigned offset = Offset;
    static constexpr unsigned word = Offset / 8;
    static constexpr unsigned msb = Msb;
    static constexpr unsigned lsb = Lsb;
    static constexpr unsigned width = Msb - Lsb + 1;
    static constexpr u64 max = mask_of(width);
    static constexpr u64 mask = max << Lsb;
};

#define HW_FIELD(layout_, name_, offset_, msb_, lsb_)                                                                  \
    struct name_ : ::hw::Field<layout_, offset_, msb_, lsb_> {                                                         \
        static constexpr const char *name = #name_;                                                                    \
    }

template <class F>
concept IsField = requires {
    typename F::layout;
    { F::mask } -> std::convertible_to<u64>;
};

template <class A, class B> constexpr bool overlap() {
    return A::word == B::word && (A::mask & B::mask) != 0;
}

// The fields of a layout; no two may share bits. Operations that read the same bits differently are two layouts.
template <class... Fs> struct Fields {
    static constexpr unsigned count = sizeof...(Fs);

    template <class F> static constexpr bool contains = (std::is_same_v<F, Fs> || ...);
    template <class F> static constexpr unsigned clashes = ((overlap<F, Fs>() ? 1u : 0u) + ... + 0u);
    static constexpr bool disjoint = ((clashes<Fs> == 1u) && ...);

    static_assert(disjoint, "two fields of this layout overlap");
    static_assert(((Fs::word < Fs::layout::words) && ...), "a field lies behind the end of its layout");
};

// Bytes is the size of the whole image; every field must lie in it.
template <unsigned Bytes> struct Layout {
    static_assert(Bytes % 8 == 0, "a layout is an array of 64-bit words");
    static constexpr unsigned bytes = Bytes;
    static constexpr unsigned words = Bytes / 8;
};

// ---- words in memory ------------------------------------------------------------------------------------------

HW_INLINE u64 to_le64(u64 v) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(v);
#else
    return v;
#endif
}

HW_INLINE u64 from_le64(u64 v) {
    return to_le64(v);
}

// One load / one store per word: the device may look at any time, so the compiler must neither split nor repeat it.
HW_INLINE u64 load_word(const __le64 *base, unsigned word) {
    return from_le64(*const_cast<const volatile __le64 *>(base + word));
}

HW_INLINE void store_word(__le64 *base, unsigned word, u64 value) {
    *const_cast<volatile __le64 *>(base + word) = to_le64(value);
}

// A word out of two 32-bit registers.
HW_INLINE constexpr u64 join_halves(u64 high, u64 low) {
    return high << 32 | low;
}

// ---- parsing --------------------------------------------------------------------------------------------------

// The field's value out of a word already loaded.
template <IsField F> HW_INLINE constexpr u64 extract(u64 word) {
    return (word >> F::lsb) & F::max;
}

// The field's value out of an image in memory.
template <IsField F> HW_INLINE u64 read(const __le64 *base) {
    static_assert(F::word < F::layout::words, "the field lies behind the end of its layout");
    return extract<F>(load_word(base, F::word));
}

// `word` with the field replaced; the value is cut to the field (for read-modify-write of shadow words).
template <IsField F> HW_INLINE constexpr u64 replace(u64 word, u64 value) {
    return (word & ~F::mask) | ((value & F::max) << F::lsb);
}

} // namespace hw
