// SPDX-License-Identifier: GPL-2.0
//
// The objects the driver creates in the device, and the tables that hold them. An object's id is its place in the
// table, so that every look-up is one comparison. Counts of who uses an object tell whether it may go.
#pragma once

#include <irdma/defs.h>

#include "emu/engine.h"

namespace emu {

// ---- tables -----------------------------------------------------------------------------------------------------

// Memory of the engine's block; its size is one of the limits.
template <class T> struct Table {
    T *items;
    u32 count;

    [[nodiscard]] T &operator[](u64 id) const { return items[id]; }
    [[nodiscard]] T *begin() const { return items; }
    [[nodiscard]] T *end() const { return items + count; }
    // nullptr: no such object.
    [[nodiscard]] T *find(u64 id) const { return id < count && items[id].exists ? &items[id] : nullptr; }
    [[nodiscard]] u32 used() const {
        u32 n = 0;
        for (const T &item : *this)
            n += item.exists;
        return n;
    }
};

// One set bit per index in use.
template <u32 Count> struct BitSet {
    u64 words[(Count + 63) / 64];

    static constexpr u32 count = Count;

    [[nodiscard]] bool has(u32 i) const { return i < Count && (words[i / 64] >> (i % 64) & 1); }
    void add(u32 i) {
        if (i < Count)
            words[i / 64] |= u64(1) << (i % 64);
    }
    void remove(u32 i) {
        if (i < Count)
            words[i / 64] &= ~(u64(1) << (i % 64));
    }
    // First index not in use, taken; Count: none.
    u32 take() {
        for (u32 i = 0; i < Count; i++)
            if (!has(i)) {
                add(i);
                return i;
            }
        return Count;
    }
    [[nodiscard]] u32 used() const {
        u32 n = 0;
        for (u64 word : words)
            for (; word; word &= word - 1)
                n++;
        return n;
    }
};

// ---- objects ----------------------------------------------------------------------------------------------------

[[nodiscard]] constexpr bool is_roce(u8 qp_type) {
    return qp_type == IRDMA_QP_TYPE_ROCE_RC || qp_type == IRDMA_QP_TYPE_ROCE_UD;
}

struct Qp {
    u64 context_pa;
    u64 shadow_pa;
    u64 sq_base; // first PBLE index if virtually mapped; so the next
    u64 rq_base;
    u32 sq_quanta;
    u32 rq_quanta;
    u32 pd;
    u32 send_cq;
    u32 receive_cq;
    u32 srq;
    u32 qs_handle;
    u32 windows; // of type 2, bound through it
    u32 mac;     // index of the source address
    u16 mss;
    u8 state;
    u8 type;
    bool exists;
    bool suspended;
    bool virtual_map;
    bool has_cqs;
    bool has_srq;
    bool has_mac;
    bool sq_flushed;
    bool rq_flushed;
};

struct Cq {
    u64 base_pa;
    u64 shadow_pa;
    u64 context; // comes back in completion events
    u64 events;  // completion events raised
    u32 size;
    u32 producer;
    u32 outstanding;   // entries written and not yet consumed
    u32 consumer;      // as last accepted from the shadow area
    u32 consumer_seen; // as last read from there
    u32 ceq_id;
    u32 users; // queues that complete here
    u8 arm_sequence;
    bool exists;
    bool polarity;
    bool wide; // 64-byte entries
    bool check_overflow;
    bool virtual_map;
    bool ceq_id_valid;
    bool mask_events; // no further event before the last one is acknowledged
    bool armed;
    bool shadow_lost; // reported as not mapped
    bool unacknowledged;
    bool event_waits;
};

struct Ceq {
    u64 base_pa;
    u32 entries;
    u32 producer;
    u32 users; // CQs, without the control CQ, which is destroyed after its CEQ
    bool exists;
    bool polarity;
    bool virtual_map;
};

struct Aeq {
    u64 base_pa;
    u32 entries;
    bool exists;
    bool virtual_map;
};

struct Srq {
    u64 base_pa;
    u64 shadow_pa;
    u64 context; // comes back in asynchronous events
    u32 first_pbl;
    u32 quanta;
    u32 wqes;
    u32 limit;
    u32 pd;
    u32 users; // QPs
    bool exists;
    bool virtual_map;
    bool armed;
};

inline constexpr u32 no_qp = 0xffffffff;

// A memory region or window. The driver's bits above the index belong to its name.
struct Stag {
    u64 address;
    u64 length;
    u32 name; // bits 31:8 of the STag
    u32 pd;
    u32 first_pbl;
    u32 windows; // bound to the region
    u32 region;  // the window is bound to
    u32 qp;      // the window, of type 2, is bound through; or no_qp
    u8 key;
    u8 access;
    u8 page_size;
    u8 leaf_pbl_size;
    bool exists;
    bool valid; // registered, or bound
    bool is_mr;
    bool all_memory;
    bool va_based;
    bool remote_access;
    bool type_1;
};

struct Arp {
    u64 mac;
    u32 reach_max;
    bool exists;
    bool permanent;
};

// Allocated first, then given an address.
struct Mac {
    u64 mac;
    u32 users; // QPs
    bool exists;
    bool filled;
};

// Root (its own parent), below it one node per VSI, below that one leaf per traffic class.
enum class WsLevel : u8 { root, vsi, leaf };

struct WsNode {
    u32 parent;
    u32 children;
    u32 qs_handle; // leaf
    u16 vsi;
    u16 classes; // traffic classes of the leaves, one bit each
    u8 weight;
    u8 traffic_class;
    u8 priority;
    WsLevel level;
    bool exists;
    bool enabled;
};

// In one of the lists of its table. A place is an index plus one; 0 ends a list.
struct QhashEntry {
    u64 mac;
    u32 dest_ip[4]; // most significant word first; IPv4 in word 3
    u32 src_ip[4];
    u32 qp_id;
    u32 next; // place
    u16 dest_port;
    u16 src_port;
    u16 vlan_id;
    u16 qs_handle;
    u8 type;
    bool ipv4;
    bool vlan_valid;
    bool exists;
};

// Where a list of quad hash entries starts; as many as entries.
struct QhashBucket {
    u32 first; // place
};

// Quad hash entries that steer to a QP id, whether the QP exists or not.
struct QhashUsers {
    u32 entries;
};

struct Tables {
    Table<Qp> qp;
    Table<Cq> cq;
    Table<Ceq> ceq;
    Table<Srq> srq;
    Table<Stag> stag;
    Table<Arp> arp;
    Table<Mac> mac;
    Table<WsNode> ws;
    Table<QhashEntry> qhash;
    Table<QhashBucket> qhash_bucket;
    Table<QhashUsers> qhash_users;
};

// Calls visit(table, limit) for each table, both as pointers to members.
template <class Visit> void for_each_table(Visit visit) {
    using L = irdma_emu_limits;

    visit(&Tables::qp, &L::qps);
    visit(&Tables::cq, &L::cqs);
    visit(&Tables::ceq, &L::ceqs);
    visit(&Tables::srq, &L::srqs);
    visit(&Tables::stag, &L::stags);
    visit(&Tables::arp, &L::arps);
    visit(&Tables::mac, &L::macs);
    visit(&Tables::ws, &L::ws_nodes);
    visit(&Tables::qhash, &L::qhash);
    visit(&Tables::qhash_bucket, &L::qhash);
    visit(&Tables::qhash_users, &L::qps);
}

inline constexpr u32 fpm_words = 22; // of a commit buffer
inline constexpr u32 max_sds = 512;
inline constexpr u32 max_push_pages = 256;
inline constexpr u32 max_stats = 128;

struct Sets {
    Aeq aeq;
    BitSet<65536> apbvt;
    BitSet<65536> ws_vsis; // that have a scheduler node
    BitSet<max_push_pages> push_pages;
    BitSet<max_stats> stats;
    u64 sd[max_sds]; // data word of the segment descriptor, 0: clear
    u64 pages_allocated;
    u32 committed[fpm_words]; // counts in the last commit buffer
    u32 qhash_entries;
    u32 qhash_free;  // place; first of the list of entries given back
    u32 qhash_fresh; // entries from here on were never used
    bool has_ws_root;
    bool is_committed;
};

struct Objects : Tables, Sets {};

} // namespace emu
