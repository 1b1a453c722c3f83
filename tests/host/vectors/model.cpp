// SPDX-License-Identifier: GPL-2.0
#include "model.h"

#include <charconv>
#include <cstring>
#include <map>
#include <unordered_map>

namespace vec {

namespace {

template <class Table> std::unordered_map<std::string_view, unsigned> by_name(const Table *table, unsigned count) {
    std::unordered_map<std::string_view, unsigned> map;

    for (unsigned i = 0; i < count; i++)
        map.emplace(table[i].name, i);
    return map;
}

const vt_member *find_member(const vt_type &t, std::string_view name) {
    for (unsigned i = 0; i < t.member_count; i++)
        if (name == vt_members[t.member_first + i].name)
            return &vt_members[t.member_first + i];
    return nullptr;
}

Place member_place(const Place &outer, const vt_member &m) {
    return {m.type, outer.offset + m.offset, m.bit_offset, m.bit_size, outer.unchecked || m.unchecked};
}

void add_leaves(const Place &place, const std::string &path, std::vector<Leaf> &out) {
    const vt_type &t = type(place.type);

    if (place.unchecked)
        return;
    if (is_scalar(place)) {
        out.push_back({place, path});
    } else if (t.kind == VT_STRUCT) {
        for (unsigned i = 0; i < t.member_count; i++) {
            const vt_member &m = vt_members[t.member_first + i];
            add_leaves(member_place(place, m), path + "." + m.name, out);
        }
    } else if (t.kind == VT_ARRAY) {
        for (unsigned i = 0; i < t.count; i++) {
            const Place element{t.target, place.offset + u64(i) * type(t.target).size, 0, 0, false};
            add_leaves(element, path + "[" + std::to_string(i) + "]", out);
        }
    }
}

} // namespace

const vt_type &type(int index) {
    if (index < 0 || unsigned(index) >= vt_type_count)
        throw Malformed("type table: index out of range");
    return vt_types[index];
}

int find_struct(std::string_view name) {
    static const auto map = [] {
        std::unordered_map<std::string_view, int> m;
        for (unsigned i = 0; i < vt_type_count; i++)
            if (vt_types[i].kind == VT_STRUCT && vt_types[i].name[0])
                m.emplace(vt_types[i].name, int(i));
        return m;
    }();
    const auto it = map.find(name);

    return it == map.end() ? -1 : it->second;
}

const vt_function *find_function(std::string_view name) {
    static const auto map = by_name(vt_functions, vt_function_count);
    const auto it = map.find(name);

    return it == map.end() ? nullptr : &vt_functions[it->second];
}

bool find_constant(std::string_view name, u64 &value) {
    static const auto map = by_name(vt_constants, vt_constant_count);
    const auto it = map.find(name);

    if (it == map.end())
        return false;
    value = u64(vt_constants[it->second].value);
    return true;
}

bool is_scalar(const Place &place) {
    const vt_kind kind = type(place.type).kind;

    return (kind == VT_UINT || kind == VT_SINT || kind == VT_BOOL || kind == VT_ENUM || kind == VT_PTR) &&
           type(place.type).size <= 8;
}

unsigned bits_of(const Place &place) {
    return place.bit_size ? place.bit_size : type(place.type).size * 8;
}

bool is_signed(const Place &place) {
    return type(place.type).kind == VT_SINT;
}

bool is_bool(const Place &place) {
    return type(place.type).kind == VT_BOOL || place.bit_size == 1;
}

bool is_pointer(const Place &place) {
    return type(place.type).kind == VT_PTR;
}

bool is_wide(const Place &place) {
    return bits_of(place) > 32 && !is_pointer(place);
}

u64 load(const u8 *object, const Place &place) {
    const unsigned bits = bits_of(place);
    const unsigned bytes = (place.bit_offset + bits + 7) / 8;
    u64 low = 0;

    memcpy(&low, object + place.offset, bytes < 8 ? bytes : 8);
    low >>= place.bit_offset;
    if (bytes > 8)
        low |= u64(object[place.offset + 8]) << (64 - place.bit_offset);
    return bits == 64 ? low : low & ((u64(1) << bits) - 1);
}

void store(u8 *object, const Place &place, u64 value) {
    const unsigned bits = bits_of(place);

    if (!place.bit_size) {
        memcpy(object + place.offset, &value, bits / 8);
        return;
    }
    for (unsigned i = 0; i < bits; i++) {
        u8 &byte = object[place.offset + (place.bit_offset + i) / 8];
        const u8 mask = u8(1u << ((place.bit_offset + i) % 8));
        byte = (value >> i & 1) ? u8(byte | mask) : u8(byte & ~mask);
    }
}

Place follow(Place place, std::string_view path) {
    while (!path.empty()) {
        const vt_type &t = type(place.type);

        if (path[0] == '[') {
            const size_t close = path.find(']');
            u64 index = 0;

            if (close == std::string_view::npos)
                throw Malformed("']' missing in key path");
            const std::string_view text = path.substr(1, close - 1);
            if (!find_constant(text, index))
                index = parse_number(text, "index");
            if (t.kind != VT_ARRAY || index >= t.count)
                throw Malformed("no element [" + std::string(text) + "]");
            place = {t.target, place.offset + index * type(t.target).size, 0, 0, place.unchecked};
            path.remove_prefix(close + 1);
        } else if (path[0] == '.') {
            const size_t end = path.find_first_of(".[", 1);
            const std::string_view name = path.substr(1, end == std::string_view::npos ? end : end - 1);
            const vt_member *m = t.kind == VT_STRUCT ? find_member(t, name) : nullptr;

            if (!m)
                throw Malformed("no member ." + std::string(name) + " in " + (t.name[0] ? t.name : "this type"));
            place = member_place(place, *m);
            path.remove_prefix(end == std::string_view::npos ? path.size() : end);
        } else {
            throw Malformed("bad key path at \"" + std::string(path) + "\"");
        }
    }
    return place;
}

const std::vector<Leaf> &leaves_of(int type_index) {
    static std::map<int, std::vector<Leaf>> cache;
    auto [it, fresh] = cache.try_emplace(type_index);

    if (fresh)
        add_leaves({type_index, 0, 0, 0, false}, "", it->second);
    return it->second;
}

std::string path_to(int type_index, u64 offset, int wanted) {
    std::string path;

    for (;;) {
        const vt_type &t = type(type_index);

        if (offset == 0 && (wanted < 0 || wanted == type_index))
            return path;
        if (t.kind == VT_ARRAY && type(t.target).size) {
            const unsigned size = type(t.target).size;
            path += "[" + std::to_string(offset / size) + "]";
            offset %= size;
            type_index = t.target;
            continue;
        }
        const vt_member *best = nullptr;
        for (unsigned i = 0; t.kind == VT_STRUCT && i < t.member_count && !best; i++) {
            const vt_member &m = vt_members[t.member_first + i];
            if (offset >= m.offset && offset < m.offset + type(m.type).size)
                best = &m;
        }
        if (!best)
            return offset ? path + "+" + hex(offset) : path;
        path += std::string(".") + best->name;
        offset -= best->offset;
        type_index = best->type;
    }
}

u64 parse_number(std::string_view text, const char *what) {
    const bool is_hex = text.size() > 2 && text[0] == '0' && text[1] == 'x';
    const std::string_view digits = is_hex ? text.substr(2) : text;
    u64 value = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), value, is_hex ? 16 : 10);

    if (digits.empty() || error != std::errc() || end != digits.end())
        throw Malformed("\"" + std::string(text) + "\" is no " + what);
    return value;
}

std::string hex(u64 value) {
    char text[24];

    snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value);
    return text;
}

} // namespace vec
