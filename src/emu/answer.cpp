// SPDX-License-Identifier: GPL-2.0
//
// How the device answers: entries of the control completion queue (CCQ), the CQP's tail and error registers, and
// answers that come late because a fault says so.

#include "emu/device.h"
#include "hw/cq.h"
#include "hw/registers.h"

namespace emu {

namespace {

constexpr u64 foreign_context = 0x00005a5a00005a58; // added to the real one

struct Entry {
    u64 words[hw::CcqCqe::words];
};

Entry make_entry(const Device &d, const Answer &a, bool polarity) {
    using E = hw::CcqCqe;
    Entry e = {};

    e.words[E::completion_context::word] = d.cqp.completion_context;
    e.words[E::return_value::word] = hw::set<E::return_value>(a.result).placed;
    e.words[E::valid::word] = hw::set<E::minor>(a.minor).placed | hw::set<E::major>(a.major).placed |
                              hw::try_set<E::wqe_index>(a.index).placed | hw::set<E::error>(a.error).placed |
                              hw::set<E::send_queue>(d.generation >= 3).placed | hw::set<E::valid>(polarity).placed;
    return e;
}

// The last word carries the valid bit: it becomes visible after the others.
bool write_entry(Device &d, const Cq &cq, const Entry &entry) {
    const u32 stride = cq.wide ? hw::extended_cqe_bytes : hw::ccq_cqe_bytes;
    const u64 at = cq.base_pa + u64(cq.producer) * stride;
    constexpr u32 last = hw::CcqCqe::valid::word;

    if (!write_words(d, at, entry.words, last))
        return false;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return write_words(d, at + last * 8, &entry.words[last], 1);
}

// One slot stays free: equal indices mean "empty".
bool is_full(const Cq &cq) {
    return cq.outstanding >= (cq.size > 1 ? cq.size - 1 : 1);
}

void write_completion(Device &d, Cq &ccq, const Entry &entry) {
    refresh_shadow(d, ccq);
    if (is_full(ccq)) {
        report_violation(d, Minor::cq_overflow, "CCQ overflow, entries", ccq.outstanding);
        if (ccq.check_overflow)
            return set_register_error(d, major_general, u16(Minor::cq_overflow));
    }
    if (!write_entry(d, ccq, entry)) {
        report_violation(d, Minor::unmapped, "CCQ is not mapped any more", ccq.base_pa);
        return set_register_error(d, major_general, u16(Minor::unmapped));
    }
    d.counters.completions++;
    if (!is_full(ccq))
        ccq.outstanding++;
    if (++ccq.producer == ccq.size) {
        ccq.producer = 0;
        ccq.polarity = !ccq.polarity;
    }
    maybe_raise_event(d, ccq);
}

void complete_in_ccq(Device &d, const Answer &a) {
    Cq &ccq = d.objects.cq[0];
    Entry entry = make_entry(d, a, ccq.polarity);
    irdma_emu_fault fault;

    constexpr u32 kinds = fault_bit(IRDMA_EMU_FAULT_WRONG_CONTEXT) | fault_bit(IRDMA_EMU_FAULT_WRONG_INDEX) |
                          fault_bit(IRDMA_EMU_FAULT_DUPLICATE);
    const bool faulty = take_fault(d, kinds, a.opcode, &fault);
    using E = hw::CcqCqe;
    if (faulty && fault.kind == IRDMA_EMU_FAULT_WRONG_CONTEXT)
        entry.words[E::completion_context::word] += foreign_context;
    if (faulty && fault.kind == IRDMA_EMU_FAULT_WRONG_INDEX)
        entry.words[E::wqe_index::word] = hw::replace<E::wqe_index>(entry.words[E::wqe_index::word], fault.index);
    write_completion(d, ccq, entry);
    if (faulty && fault.kind == IRDMA_EMU_FAULT_DUPLICATE) {
        entry.words[E::valid::word] = hw::replace<E::valid>(entry.words[E::valid::word], ccq.polarity);
        write_completion(d, ccq, entry);
    }
}

// The error flag stays until the driver clears the register.
void advance_tail(Device &d) {
    using T = hw::CqpTail;
    const bool error = T::error(read_reg(d, IRDMA_CQPTAIL));

    d.cqp.retired = (d.cqp.retired + 1) % d.cqp.sq_size;
    write_reg(d, IRDMA_CQPTAIL,
              u32(hw::try_set<T::wq_tail>(d.cqp.retired).placed | hw::set<T::op_error>(error).placed));
}

void deliver(Device &d, const Answer &a) {
    const bool has_ccq = d.objects.cq[0].exists;

    if (a.error) {
        if (has_ccq && !a.silent)
            write_reg(d, IRDMA_CQPERRCODES, hw::CqpErrCodes::value(a.major, a.minor));
        else
            set_register_error(d, a.major, a.minor);
    }
    if (has_ccq && !a.silent)
        complete_in_ccq(d, a);
    advance_tail(d);
}

bool keep_for_later(Device &d, const Answer &a, u32 steps) {
    for (Late &late : d.late)
        if (!late.used) {
            late = {a, steps, true};
            return true;
        }
    return false;
}

} // namespace

void set_register_error(Device &d, u16 major, u16 minor) {
    write_reg(d, IRDMA_CQPERRCODES, hw::CqpErrCodes::value(major, minor));
    write_reg(d, IRDMA_CQPTAIL, read_reg(d, IRDMA_CQPTAIL) | u32(hw::CqpTail::op_error::mask));
}

void answer(Device &d, const Answer &a) {
    irdma_emu_fault fault;

    constexpr u32 kinds = fault_bit(IRDMA_EMU_FAULT_NO_ANSWER) | fault_bit(IRDMA_EMU_FAULT_DELAY);
    if (take_fault(d, kinds, a.opcode, &fault)) {
        d.last.answered = false;
        if (fault.kind == IRDMA_EMU_FAULT_NO_ANSWER || keep_for_later(d, a, fault.steps))
            return;
    }
    d.last.answered = true;
    deliver(d, a);
}

bool age_late_answers(Device &d) {
    Late *due = nullptr;

    for (Late &late : d.late) {
        if (!late.used)
            continue;
        if (late.steps)
            late.steps--;
        if (!late.steps && !due)
            due = &late;
    }
    if (!due)
        return false;
    due->used = false;
    start_line(d).str("late answer for entry ").dec(due->answer.index);
    trace(d);
    deliver(d, due->answer);
    return true;
}

void drop_late_answers(Device &d) {
    for (Late &late : d.late)
        late.used = false;
}

} // namespace emu
