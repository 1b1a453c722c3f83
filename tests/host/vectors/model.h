// SPDX-License-Identifier: GPL-2.0
//
// The generated tables as the runner uses them: paths to fields, reading and writing one field, listing all fields.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "table.h"

namespace vec {

using u8 = uint8_t;
using u32 = uint32_t;
using u64 = uint64_t;

// Something in a vector that makes no sense: reported as a failure of that vector.
struct Malformed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Where a field lies, counted from the start of its object.
struct Place {
    int type = 0;
    u64 offset = 0;
    u8 bit_offset = 0;
    u8 bit_size = 0; // 0: the whole type
    bool unchecked = false;
};

// A field that holds one value.
struct Leaf {
    Place place;
    std::string path; // ".member[3].member", to be put behind the object's name
};

const vt_type &type(int index);
// -1 if there is no structure of that name
int find_struct(std::string_view name);
const vt_function *find_function(std::string_view name);
bool find_constant(std::string_view name, u64 &value);

bool is_scalar(const Place &place);
unsigned bits_of(const Place &place);
bool is_signed(const Place &place);
// A one-bit field counts as bool, whatever its type.
bool is_bool(const Place &place);
bool is_pointer(const Place &place);
bool is_wide(const Place &place); // 64-bit integer: hexadecimal string in vectors

u64 load(const u8 *object, const Place &place);
void store(u8 *object, const Place &place, u64 value);

// Follows ".member[index]..." from a place inside an object.
Place follow(Place from, std::string_view path);
// All fields of a type, in order; made once per type.
const std::vector<Leaf> &leaves_of(int type_index);
// Path of the innermost part at that offset with that type (-1: any); empty if the offset is the start of the type.
std::string path_to(int type_index, u64 offset, int wanted);

u64 parse_number(std::string_view text, const char *what);
std::string hex(u64 value);

} // namespace vec
