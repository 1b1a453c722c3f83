// SPDX-License-Identifier: GPL-2.0
//
// Layouts as tables, for code that does not know at compile time which layout it looks at: readable decoding, and
// the check for bits that no field claims. The tables are made from the layouts' own field lists.
#pragma once

#include "hw/builder.h"
#include "hw/text.h"

namespace hw {

struct FieldInfo {
    const char *name;
    u8 word;
    u8 lsb;
    u8 width;
    s8 table_index; // -1, or which entry of the device's FieldTable tells the position
};

struct LayoutInfo {
    const char *name;
    const FieldInfo *fields;
    u16 count;
    u16 words;
};

template <class F> constexpr FieldInfo field_info() {
    if constexpr (requires { F::table_index; })
        return {F::name, u8(F::word), u8(F::lsb), u8(F::width), s8(F::table_index)};
    else
        return {F::name, u8(F::word), u8(F::lsb), u8(F::width), -1};
}

template <class List> struct FieldArray;
template <class... Fs> struct FieldArray<Fields<Fs...>> {
    static constexpr FieldInfo array[sizeof...(Fs)] = {field_info<Fs>()...};
};

template <class L> constexpr LayoutInfo layout_info(const char *name) {
    return {name, FieldArray<typename L::fields>::array, u16(L::fields::count), u16(L::words)};
}

// ---- field access at run time -----------------------------------------------------------------------------------

// Bits of its word that belong to the field. `table` may be nullptr: then all positions a field may take count.
[[nodiscard]] constexpr u64 mask_of(const FieldInfo &field, const FieldTable *table) {
    const u64 all = mask_of(unsigned(field.width)) << field.lsb;
    return table && field.table_index >= 0 ? table->masks[field.table_index] & all : all;
}

[[nodiscard]] constexpr u64 value_of(const FieldInfo &field, u64 word, const FieldTable *table) {
    const u64 bits = word & mask_of(field, table);
    return table && field.table_index >= 0 ? bits >> (table->shifts[field.table_index] & 63) : bits >> field.lsb;
}

// Bits of word `word` that no field of the layout claims.
[[nodiscard]] constexpr u64 reserved_mask(const LayoutInfo &layout, u32 word, const FieldTable *table) {
    u64 claimed = 0;
    for (u32 i = 0; i < layout.count; i++)
        if (layout.fields[i].word == word)
            claimed |= mask_of(layout.fields[i], table);
    return ~claimed;
}

// First word with a reserved bit set, or layout.words. `words` is in CPU byte order, here and below.
[[nodiscard]] constexpr u32 find_reserved(const LayoutInfo &layout, const u64 *words, const FieldTable *table) {
    for (u32 i = 0; i < layout.words; i++)
        if (words[i] & reserved_mask(layout, i, table))
            return i;
    return layout.words;
}

// ---- decoding ---------------------------------------------------------------------------------------------------

enum class DecodeStyle : u8 {
    lines, // a line per field: offset, bits, name, value
    brief, // everything on one line, without opcode and valid bit
};

[[nodiscard]] constexpr bool same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

[[nodiscard]] constexpr bool ends_with(const char *s, const char *end) {
    for (; *s; s++)
        if (same(s, end))
            return true;
    return false;
}

// The value as people read it: MAC addresses, small numbers in decimal, bus addresses in hex.
inline void put_value(Text &out, const FieldInfo &field, u64 value) {
    if (field.width == 48) {
        out.mac(value);
    } else if (field.width > 32) {
        out.str("0x").hex(value);
    } else {
        out.dec(value);
        if (value > 9)
            out.str(" (0x").hex(value).put(')');
    }
}

// Layouts list the four words of an IP address one after the other: x_ip3, x_ip2, x_ip1, x_ip0. Where `i` is the first
// of these, they are one value.
[[nodiscard]] constexpr bool is_ip_address(const LayoutInfo &layout, u32 i) {
    return i + 3 < layout.count && ends_with(layout.fields[i].name, "_ip3") &&
           ends_with(layout.fields[i + 3].name, "_ip0");
}

[[nodiscard]] constexpr bool is_ipv4(const LayoutInfo &layout, const u64 *words) {
    for (u32 i = 0; i < layout.count; i++)
        if (same(layout.fields[i].name, "ipv4"))
            return value_of(layout.fields[i], words[layout.fields[i].word], nullptr) != 0;
    return false;
}

inline void put_ip_address(Text &out, const LayoutInfo &layout, u32 i, const u64 *words) {
    u32 ip[4];

    for (u32 k = 0; k < 4; k++) {
        const FieldInfo &field = layout.fields[i + 3 - k];
        ip[k] = u32(value_of(field, words[field.word], nullptr));
    }
    if (is_ipv4(layout, words) && !ip[0] && !ip[1] && !ip[2])
        out.ipv4(ip[3]);
    else
        out.ipv6(ip);
}

[[nodiscard]] constexpr bool is_zero(const LayoutInfo &layout, u32 first, u32 count, const u64 *words,
                                     const FieldTable *table) {
    for (u32 i = first; i < first + count; i++)
        if (value_of(layout.fields[i], words[layout.fields[i].word], table))
            return false;
    return true;
}

inline void put_name(Text &out, const FieldInfo &field, bool without_digit) {
    for (const char *c = field.name; *c; c++)
        if (c[1] || !without_digit)
            out.put(*c);
}

inline void put_position(Text &out, const FieldInfo &field) {
    out.str("  @").dec(field.word * 8u, 2).str(" [").dec(field.lsb + field.width - 1u, 2).put(':');
    out.dec(field.lsb, 2).str("]  ");
}

// Where reserved bits are set.
inline void put_reserved(Text &out, const LayoutInfo &layout, const u64 *words, const FieldTable *table,
                         DecodeStyle style) {
    for (u32 i = 0; i < layout.words; i++) {
        const u64 reserved = words[i] & reserved_mask(layout, i, table);

        if (!reserved)
            continue;
        if (style == DecodeStyle::lines)
            out.str("  @").dec(i * 8, 2).str("          reserved bits set: 0x").hex(reserved).nl();
        else
            out.str(" reserved@").dec(i * 8).str("=0x").hex(reserved);
    }
}

// Fields whose 0 is as much of an order as their 1: delete, for instance.
constexpr bool says_what_to_do(const FieldInfo &field) {
    return same(field.name, "opcode") || same(field.name, "action") || same(field.name, "add") ||
           same(field.name, "valid");
}

// Writes the layout's name, every field that is not 0, and reserved bits that are set.
inline void decode(Text &out, const LayoutInfo &layout, const u64 *words, const FieldTable *table, DecodeStyle style) {
    out.str(layout.name);
    if (style == DecodeStyle::lines)
        out.nl();
    for (u32 i = 0; i < layout.count; i++) {
        const FieldInfo &field = layout.fields[i];
        const bool address = is_ip_address(layout, i);
        const u32 parts = address ? 4 : 1;
        const u32 start = out.length();
        const u32 first = i;

        i += parts - 1;
        const bool matters_when_zero = style == DecodeStyle::lines && says_what_to_do(field);
        if (!matters_when_zero && is_zero(layout, first, parts, words, table))
            continue;
        if (style == DecodeStyle::brief && (same(field.name, "opcode") || same(field.name, "valid")))
            continue;
        if (style == DecodeStyle::lines)
            put_position(out, field);
        else
            out.put(' ');
        put_name(out, field, address);
        if (style == DecodeStyle::lines)
            out.pad_to(start + 40).put(' ');
        else
            out.put('=');
        if (address)
            put_ip_address(out, layout, first, words);
        else
            put_value(out, field, value_of(field, words[field.word], table));
        if (style == DecodeStyle::lines)
            out.nl();
    }
    put_reserved(out, layout, words, table, style);
}

} // namespace hw
