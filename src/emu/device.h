// SPDX-License-Identifier: GPL-2.0
//
// State of one emulated RDMA function, and what the engine's files know of each other. All of it lies in the one
// block the caller gave; a zeroed block is the state before reset.
//
//   bus.cpp       registers, DMA, trace          cqp.cpp       CQP life, doorbell, one step
//   answer.cpp    completions, late answers      fault.cpp     injected faults
//   execute.cpp   checks and dispatch            ops_*.cpp     the operations
//   event.cpp     arming, completion events      dump.cpp      readable tables      api.cpp  engine.h
#pragma once

#include <irdma/defs.h>

#include "emu/engine.h"
#include "hw/cqp_wqe.h"
#include "hw/decode.h"

namespace emu {

// ---- error codes ------------------------------------------------------------------------------------------------

// Major code of every error the device finds itself.
inline constexpr u16 major_general = 0xffff;

// Minor codes. The first is the device family's own and means "busy" to drivers; the rest exist in the emulated
// device only and say what it did not like.
enum class Minor : u16 {
    none = 0,
    invalid_state = 0x8002,   // the object is not in the state the operation needs
    bad_opcode = 0x9001,      // no such operation
    bad_polarity = 0x9002,    // the valid bit says that this entry was not written in this pass
    reserved_bits = 0x9003,   // a bit is set that belongs to no field
    bad_alignment = 0x9004,   // an address is not aligned as it must be
    unmapped = 0x9005,        // the device cannot reach an address
    bad_value = 0x9006,       // a field has a value that means nothing
    unknown_id = 0x9007,      // no such QP, CQ, CEQ, SRQ, table index
    id_in_use = 0x9008,       // creates what exists
    duplicate_entry = 0x9009, // adds what is there
    no_entry = 0x900a,        // removes or changes what is not there
    table_full = 0x900b,      // no room in the device
    not_supported = 0x900c,   // the real device can do it, this one cannot
    bad_doorbell = 0x900d,    // doorbell behind the end of the ring, or without a CQP
    cq_overflow = 0x900e,     // no room for the answer
};

[[nodiscard]] const char *minor_name(u16 major, u16 minor);

// True if this error means that the driver broke a rule, not just that a table did not contain something.
[[nodiscard]] constexpr bool is_violation(Minor minor) {
    switch (minor) {
    case Minor::bad_opcode:
    case Minor::bad_polarity:
    case Minor::reserved_bits:
    case Minor::bad_alignment:
    case Minor::unmapped:
    case Minor::bad_value:
    case Minor::unknown_id:
    case Minor::bad_doorbell:
    case Minor::cq_overflow:
        return true;
    default:
        return false;
    }
}

// ---- objects ----------------------------------------------------------------------------------------------------

inline constexpr u32 max_qps = 4096;
inline constexpr u32 max_cqs = 1024;
inline constexpr u32 max_ceqs = 128;
inline constexpr u32 max_srqs = 256;
inline constexpr u32 max_qhash = 1024;
inline constexpr u32 max_sds = 512;
inline constexpr u32 max_faults = 16;
inline constexpr u32 max_late = 32;
inline constexpr u32 max_push_pages = 256;
inline constexpr u32 max_stats = 128;
inline constexpr u32 max_macs = 64;

struct Qp {
    u64 context_pa;
    u64 shadow_pa;
    u32 qs_handle;
    u8 state;
    u8 type;
    bool exists;
    bool suspended;
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
    bool exists;
};

struct QhashEntry {
    u64 mac;
    u32 dest_ip[4]; // most significant word first; IPv4 in word 3
    u32 src_ip[4];
    u32 qp_id;
    u16 dest_port;
    u16 src_port;
    u16 vlan_id;
    u16 qs_handle;
    u8 type;
    bool ipv4;
    bool vlan_valid;
    bool used;
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

struct Objects {
    Qp qp[max_qps];
    Cq cq[max_cqs];
    Ceq ceq[max_ceqs];
    Aeq aeq;
    Srq srq[max_srqs];
    QhashEntry qhash[max_qhash];
    BitSet<65536> apbvt;
    BitSet<max_push_pages> push_pages;
    BitSet<max_stats> stats;
    BitSet<max_macs> macs;
    u64 sd[max_sds]; // data word of the segment descriptor, 0: clear
    u64 pages_allocated;
};

// ---- commands ---------------------------------------------------------------------------------------------------

struct Command {
    u64 words[hw::cqp_wqe_words]; // CPU byte order
    u32 index;                    // in the send queue
    u8 opcode;
};

struct Answer {
    u32 result;
    u16 major;
    u16 minor;
    u16 index;
    u8 opcode;
    bool error;
    bool silent; // retires the command, but there is no completion entry
};

struct Late {
    Answer answer;
    u32 steps;
    bool used;
};

struct Fault {
    irdma_emu_fault what;
    bool armed;
};

struct Cqp {
    u64 context_pa;
    u64 sq_pa;
    u64 completion_context;
    u32 sq_size;
    u32 index;    // next entry to execute
    u32 head;     // as last rung
    u32 retired;  // mod sq_size
    u32 doorbell; // register content as last seen
    bool running;
    bool polarity;
};

// What the dump of the last command shows.
struct Last {
    Command command;
    Answer answer;
    bool valid;
    bool answered;
    u8 fault;
};

} // namespace emu

struct irdma_emu {
    irdma_emu_ops ops;
    void *ctx;
    u32 *reg[IRDMA_MAX_REGS]; // nullptr: not in a window
    u64 shifts[IRDMA_MAX_SHIFTS];
    u64 masks[IRDMA_MAX_MASKS];
    irdma_emu_counters counters;
    emu::Cqp cqp;
    emu::Last last;
    emu::Late late[emu::max_late];
    emu::Fault fault[emu::max_faults];
    u8 generation;
    char line[640]; // of the trace
    emu::Objects objects;
};

namespace emu {

using Device = irdma_emu;

static_assert(sizeof(Device) < 1024 * 1024);
static_assert(std::is_trivial_v<Device>, "zeroed memory must be a device");

inline hw::FieldTable field_table(const Device &d) {
    return {d.shifts, d.masks};
}

// The field's value out of a command.
template <hw::IsField F> [[nodiscard]] u64 get(const Device &d, const Command &c) {
    static_assert(F::word < hw::cqp_wqe_words);
    if constexpr (requires { F::table_index; })
        return (c.words[F::word] & d.masks[F::table_index] & F::mask) >> (d.shifts[F::table_index] & 63);
    else
        return hw::extract<F>(c.words[F::word]);
}

// ---- bus.cpp ----------------------------------------------------------------------------------------------------

// Registers the driver only writes hold this after the device has taken their value: it is no CQ id, and as lower
// half of a context address it is not aligned.
inline constexpr u32 register_taken = 0xffffffff;

[[nodiscard]] u32 read_reg(const Device &d, irdma_registers reg);
void write_reg(Device &d, irdma_registers reg, u32 value);
[[nodiscard]] bool read_words(const Device &d, u64 addr, u64 *words, u32 count);
[[nodiscard]] bool write_words(Device &d, u64 addr, const u64 *words, u32 count);
// Both ends of the range can be read.
[[nodiscard]] bool is_mapped(const Device &d, u64 addr, u64 bytes);
// `line` as text for the driver's developer; composed in the device's own buffer.
[[nodiscard]] hw::Text start_line(Device &d);
void trace(Device &d);
// Counts and reports a broken rule that is not part of a command.
void report_violation(Device &d, const char *what, u64 value);

// ---- answer.cpp -------------------------------------------------------------------------------------------------

// Reports the end of a command, now or later, as the armed faults say.
void answer(Device &d, const Answer &a);
// One step of time for the late answers. True: one was delivered.
[[nodiscard]] bool age_late_answers(Device &d);
void drop_late_answers(Device &d);
// The CQP's error register and flag.
void set_register_error(Device &d, u16 major, u16 minor);

// ---- fault.cpp --------------------------------------------------------------------------------------------------

// Takes the first armed fault of these kinds (bit set) that is due for this opcode; false: none.
[[nodiscard]] bool take_fault(Device &d, u32 kinds, u8 opcode, irdma_emu_fault *fault);
constexpr u32 fault_bit(irdma_emu_fault_kind kind) {
    return u32(1) << kind;
}
[[nodiscard]] const char *fault_name(u32 kind);

// ---- cqp.cpp ----------------------------------------------------------------------------------------------------

// One unit of work; false: nothing to do.
[[nodiscard]] bool step(Device &d);

// ---- execute.cpp ------------------------------------------------------------------------------------------------

// Executes the entry at the CQP's index.
void execute_next(Device &d);
[[nodiscard]] constexpr Answer success(u32 result = 0) {
    return {.result = result, .major = 0, .minor = 0, .index = 0, .opcode = 0, .error = false, .silent = false};
}
[[nodiscard]] constexpr Answer failure(Minor minor) {
    return {.result = 0,
            .major = major_general,
            .minor = u16(minor),
            .index = 0,
            .opcode = 0,
            .error = true,
            .silent = false};
}

// ---- dump.cpp ---------------------------------------------------------------------------------------------------

void put_answer(hw::Text &out, const Answer &a);

// ---- event.cpp --------------------------------------------------------------------------------------------------

// Reads the CQ's shadow area: consumer index and arming. True: it was newly armed.
bool refresh_shadow(Device &d, Cq &cq);
// Called when an entry was written, or the CQ was armed.
void maybe_raise_event(Device &d, Cq &cq);
// The driver's writes to CQARM and CQACK, and the CCQ's arming. True: there was something.
[[nodiscard]] bool serve_cq_registers(Device &d);

} // namespace emu
