// SPDX-License-Identifier: GPL-2.0
//
// State of one emulated RDMA function, and what the engine's files know of each other. All of it lies in the one
// block the caller gave; a zeroed block is the state before reset.
//
//   bus.cpp       registers, DMA, trace          cqp.cpp       CQP life, doorbell, one step
//   answer.cpp    completions, late answers      fault.cpp     injected faults
//   execute.cpp   checks and dispatch            ops_*.cpp     the operations
//   event.cpp     arming, completion events      dump*.cpp     readable tables
//   objects.h     the objects and their tables   api.cpp       reset, memory       query.cpp  state for tests
#pragma once

#include <irdma/defs.h>

#include "emu/objects.h"
#include "hw/cqp_wqe.h"
#include "hw/decode.h"

namespace emu {

// ---- error codes ------------------------------------------------------------------------------------------------

// Major code of every error the device finds itself.
inline constexpr u16 major_general = 0xffff;

// Minor codes, see engine.h.
enum class Minor : u16 {
    none = IRDMA_EMU_OK,
    invalid_state = IRDMA_EMU_INVALID_STATE,
    bad_opcode = IRDMA_EMU_BAD_OPCODE,
    bad_polarity = IRDMA_EMU_BAD_POLARITY,
    reserved_bits = IRDMA_EMU_RESERVED_BITS,
    bad_alignment = IRDMA_EMU_BAD_ALIGNMENT,
    unmapped = IRDMA_EMU_UNMAPPED,
    bad_value = IRDMA_EMU_BAD_VALUE,
    unknown_id = IRDMA_EMU_UNKNOWN_ID,
    id_in_use = IRDMA_EMU_ID_IN_USE,
    duplicate_entry = IRDMA_EMU_DUPLICATE_ENTRY,
    no_entry = IRDMA_EMU_NO_ENTRY,
    table_full = IRDMA_EMU_TABLE_FULL,
    not_supported = IRDMA_EMU_NOT_SUPPORTED,
    bad_doorbell = IRDMA_EMU_BAD_DOORBELL,
    cq_overflow = IRDMA_EMU_CQ_OVERFLOW,
    in_use = IRDMA_EMU_IN_USE,
    key_mismatch = IRDMA_EMU_KEY_MISMATCH,
    wrong_pd = IRDMA_EMU_WRONG_PD,
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
    case Minor::in_use:
    case Minor::key_mismatch:
    case Minor::wrong_pd:
        return true;
    default:
        return false;
    }
}

// Position of a code in the counters by kind: the family's own code first, then those of the emulated device.
inline constexpr u32 minor_kinds = IRDMA_EMU_WRONG_PD - IRDMA_EMU_BAD_OPCODE + 2;

[[nodiscard]] constexpr u32 kind_of(Minor minor) {
    return minor == Minor::invalid_state ? 0 : u32(minor) - IRDMA_EMU_BAD_OPCODE + 1;
}
[[nodiscard]] constexpr Minor minor_of(u32 kind) {
    return kind == 0 ? Minor::invalid_state : Minor(IRDMA_EMU_BAD_OPCODE + kind - 1);
}

inline constexpr u32 max_faults = 16;
inline constexpr u32 max_late = 32;

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
    u64 refused[emu::minor_kinds];
    u8 generation;
    bool loose_contexts;
    char line[640]; // of the trace
    emu::Objects objects;
};

namespace emu {

using Device = irdma_emu;

static_assert(sizeof(Device) % alignof(u64) == 0, "tables follow it");
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

// ---- api.cpp ----------------------------------------------------------------------------------------------------

// Every object is gone, every table empty.
void reset_objects(Device &d);

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
// Counts an error the device has found; `minor` is not none.
void count_refusal(Device &d, Minor minor);
// Counts and reports a broken rule that is not part of a command.
void report_violation(Device &d, Minor minor, const char *what, u64 value);

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

// ---- ops_stag.cpp -----------------------------------------------------------------------------------------------

// Place of an STag in the table, from bits 31:8. Those above are the driver's and only compared.
[[nodiscard]] u32 stag_place(const Device &d, u64 name);

// ---- ops_memory.cpp ---------------------------------------------------------------------------------------------

// How many objects of a kind there may be: what the driver committed if it has, at most `table`.
[[nodiscard]] u32 room_for(const Device &d, irdma_hmc_rsrc_type kind, u32 table);

// ---- event.cpp --------------------------------------------------------------------------------------------------

// Reads the CQ's shadow area: consumer index and arming. True: it was newly armed.
bool refresh_shadow(Device &d, Cq &cq);
// Called when an entry was written, or the CQ was armed.
void maybe_raise_event(Device &d, Cq &cq);
// The driver's writes to CQARM and CQACK, and the CCQ's arming. True: there was something.
[[nodiscard]] bool serve_cq_registers(Device &d);

} // namespace emu
