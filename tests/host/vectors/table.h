// SPDX-License-Identifier: GPL-2.0
//
// Form of the tables that gen_tables.py makes out of the compiled public headers: every structure with its fields,
// every named constant, every function with its arguments. C and C++.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum vt_kind {
    VT_VOID,
    VT_UINT,
    VT_SINT,
    VT_BOOL,
    VT_ENUM,
    VT_PTR,
    VT_STRUCT, // also unions: members may overlap
    VT_ARRAY,
    VT_OPAQUE, // size known, contents not looked at: locks, timers, incomplete types
};

struct vt_type {
    const char *name; // struct tag, typedef or base type; "" if it has none
    enum vt_kind kind;
    unsigned size;         // bytes
    unsigned member_first; // VT_STRUCT: into vt_members
    unsigned member_count;
    int target;     // VT_PTR: pointee, VT_ARRAY: element, VT_ENUM: underlying integer; else -1
    unsigned count; // VT_ARRAY
};

// Members of anonymous structures and unions are listed in the structure around them.
struct vt_member {
    const char *name;
    unsigned offset; // byte that holds the lowest bit
    unsigned char bit_offset;
    unsigned char bit_size;  // 0: not a bit field
    unsigned char unchecked; // implementation's own, never compared
    int type;
};

struct vt_constant {
    const char *name;
    const char *of; // tag of the enumeration; "" if it has none
    long long value;
};

struct vt_arg {
    const char *name;
    int type;
};

struct vt_function {
    const char *name;
    void (*address)(void); // null: not in this core
    int ret;
    unsigned arg_count;
    const struct vt_arg *args;
};

extern const struct vt_type vt_types[];
extern const unsigned vt_type_count;
extern const struct vt_member vt_members[];
extern const struct vt_constant vt_constants[];
extern const unsigned vt_constant_count;
extern const struct vt_function vt_functions[];
extern const unsigned vt_function_count;

// A stub reports its call here and returns what comes back. Pointers and integers alike, zero- or sign-extended.
unsigned long long vt_stub_call(const char *function, unsigned arg_count, const unsigned long long *args);

#ifdef __cplusplus
}
#endif
