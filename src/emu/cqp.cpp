// SPDX-License-Identifier: GPL-2.0
//
// The control queue pair as the device sees it: creation and destruction through registers, the doorbell, and the
// order in which the device looks for work.

#include "emu/device.h"
#include "hw/cqp_context.h"
#include "hw/registers.h"

namespace emu {

namespace {

constexpr hw::LayoutInfo context_layout = hw::layout_info<hw::CqpContext>("CQP context");

template <class List> u64 claimed_by(u32 word) {
    u64 mask = 0;
    for (const hw::FieldInfo &field : hw::FieldArray<List>::array)
        if (field.word == word)
            mask |= hw::mask_of(field, nullptr);
    return mask;
}

// Fields of later generations are reserved bits.
bool has_reserved_bits(const Device &d, const u64 *words) {
    for (u32 i = 0; i < hw::CqpContext::words; i++) {
        u64 reserved = hw::reserved_mask(context_layout, i, nullptr);

        if (d.generation < 3)
            reserved |= claimed_by<hw::CqpContext::gen3_fields>(i);
        if (d.generation < 2)
            reserved |= claimed_by<hw::CqpContext::gen2_fields>(i);
        if (words[i] & reserved)
            return true;
    }
    return false;
}

u64 major_version(const Device &d) {
    return d.generation - 1u;
}

Minor check_context(const Device &d, const u64 *words, u64 *sq_pa, u32 *sq_size) {
    using C = hw::CqpContext;
    const auto value = [words]<hw::IsField F>(F) { return hw::extract<F>(words[F::word]); };

    // The whole word is the address: bits below the field would be a misaligned queue.
    if (words[C::sq_base::word] & ~C::sq_base::mask)
        return Minor::bad_alignment;
    if (has_reserved_bits(d, words))
        return Minor::reserved_bits;
    const u32 code = u32(value(C::sq_size{}));
    if (code < hw::cqp_sq_min_code || code > hw::cqp_sq_max_code || value(C::struct_ver{}) != 0 ||
        value(C::hw_major{}) != major_version(d))
        return Minor::bad_value;
    *sq_pa = words[C::sq_base::word];
    *sq_size = 2u << code;
    return is_mapped(d, *sq_pa, u64(*sq_size) * hw::cqp_wqe_bytes) ? Minor::none : Minor::unmapped;
}

Minor load_context(Device &d, u64 context_pa, Cqp *cqp) {
    u64 words[hw::CqpContext::words];

    if (d.cqp.running)
        return Minor::invalid_state;
    if (context_pa % hw::cqp_context_alignment)
        return Minor::bad_alignment;
    if (!read_words(d, context_pa, words, hw::CqpContext::words))
        return Minor::unmapped;
    cqp->context_pa = context_pa;
    cqp->completion_context = words[hw::CqpContext::completion_context::word];
    return check_context(d, words, &cqp->sq_pa, &cqp->sq_size);
}

void refuse_create(Device &d, u16 major, u16 minor) {
    using S = hw::CcqpStatus;

    write_reg(d, IRDMA_CQPERRCODES, hw::CqpErrCodes::value(major, minor));
    write_reg(d, IRDMA_CCQPSTATUS, u32(hw::set<S::op_error>(true).placed | hw::set<S::op_done>(d.cqp.running).placed));
    start_line(d).str("CQP creation refused: ").str(minor_name(major, minor));
    trace(d);
}

void create(Device &d, u64 context_pa) {
    Cqp cqp = {};
    irdma_emu_fault fault;

    constexpr u32 kinds = fault_bit(IRDMA_EMU_FAULT_CREATE) | fault_bit(IRDMA_EMU_FAULT_CREATE_SILENT);
    if (take_fault(d, kinds, 0, &fault)) {
        if (fault.kind == IRDMA_EMU_FAULT_CREATE)
            refuse_create(d, fault.major, fault.minor);
        return;
    }
    const Minor minor = load_context(d, context_pa, &cqp);
    if (minor != Minor::none) {
        d.counters.errors++;
        count_refusal(d, minor);
        return refuse_create(d, major_general, u16(minor));
    }
    // Objects of a driver that went away without cleaning up do not survive: a reset precedes a new start.
    reset_objects(d);
    drop_late_answers(d);
    d.cqp = cqp;
    d.cqp.running = true;
    d.cqp.polarity = true;
    d.last = {};
    write_reg(d, IRDMA_CQPTAIL, 0);
    write_reg(d, IRDMA_CQPDB, 0);
    write_reg(d, IRDMA_CQPERRCODES, 0);
    write_reg(d, IRDMA_CCQPSTATUS, u32(hw::CcqpStatus::op_done::mask));
    start_line(d).str("CQP created, ").dec(cqp.sq_size).str(" entries at 0x").hex(cqp.sq_pa);
    trace(d);
}

void destroy(Device &d) {
    irdma_emu_fault fault;

    if (take_fault(d, fault_bit(IRDMA_EMU_FAULT_DESTROY_SILENT), 0, &fault))
        return;
    drop_late_answers(d);
    d.cqp = {};
    d.objects.cq[0] = {};
    write_reg(d, IRDMA_CQPDB, 0);
    write_reg(d, IRDMA_CQPTAIL, 0);
    write_reg(d, IRDMA_CCQPSTATUS, 0);
    start_line(d).str("CQP destroyed");
    trace(d);
}

// The driver writes the upper half of the context address, then the lower, which starts the operation.
bool serve_context_register(Device &d) {
    const u32 low = read_reg(d, IRDMA_CCQPLOW);

    if (low == register_taken)
        return false;
    const u32 high = read_reg(d, IRDMA_CCQPHIGH);
    write_reg(d, IRDMA_CCQPLOW, register_taken);
    const u64 context_pa = u64(high) << 32 | low;
    if (context_pa)
        create(d, context_pa);
    else
        destroy(d);
    return true;
}

void look_at_doorbell(Device &d) {
    const u32 value = read_reg(d, IRDMA_CQPDB);

    if (value == d.cqp.doorbell)
        return;
    d.cqp.doorbell = value;
    d.counters.doorbells++;
    if (d.cqp.running && value < d.cqp.sq_size) {
        d.cqp.head = value;
        return;
    }
    if (!d.cqp.running && !value)
        return;
    report_violation(d, Minor::bad_doorbell, "CQP doorbell", value);
    set_register_error(d, major_general, u16(Minor::bad_doorbell));
}

} // namespace

bool step(Device &d) {
    bool worked = age_late_answers(d) || serve_context_register(d) || serve_cq_registers(d);

    if (!worked) {
        look_at_doorbell(d);
        worked = d.cqp.running && d.cqp.index != d.cqp.head;
        if (worked)
            execute_next(d);
    }
    d.counters.steps += worked;
    return worked;
}

} // namespace emu
