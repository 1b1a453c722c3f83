// SPDX-License-Identifier: GPL-2.0
//
// From a send queue entry to its answer: what every entry is checked for, and which operation it asks for.

#include "emu/ops.h"
#include "hw/decode_cqp.h"
#include "hw/registers.h"

namespace emu {

namespace {

using hw::CqpOp;

struct OperationOf {
    CqpOp code;
    Operation *run;
};

// What the device can do. Opcodes with a layout that are not here are acknowledged.
constexpr OperationOf operations[] = {
    {CqpOp::create_qp, create_qp},
    {CqpOp::modify_qp, modify_qp},
    {CqpOp::destroy_qp, destroy_qp},
    {CqpOp::create_cq, create_cq},
    {CqpOp::modify_cq, modify_cq},
    {CqpOp::destroy_cq, destroy_cq},
    {CqpOp::create_srq, create_srq},
    {CqpOp::modify_srq, modify_srq},
    {CqpOp::destroy_srq, destroy_srq},
    {CqpOp::alloc_stag, alloc_stag},
    {CqpOp::reg_mr, register_mr},
    {CqpOp::dealloc_stag, dealloc_stag},
    {CqpOp::manage_loc_mac_table, manage_mac},
    {CqpOp::manage_arp, manage_arp},
    {CqpOp::manage_push_pages, manage_push_page},
    {CqpOp::query_rdma_features, query_features},
    {CqpOp::upload_context, upload_context},
    {CqpOp::alloc_loc_mac_entry, alloc_mac},
    {CqpOp::manage_hmc_pm_func_table, manage_hmc_function},
    {CqpOp::create_ceq, create_ceq},
    {CqpOp::destroy_ceq, destroy_ceq},
    {CqpOp::create_aeq, create_aeq},
    {CqpOp::destroy_aeq, destroy_aeq},
    {CqpOp::create_ah, address_handle},
    {CqpOp::destroy_ah, address_handle},
    {CqpOp::update_pe_sds, update_sds},
    {CqpOp::query_fpm_val, query_fpm},
    {CqpOp::commit_fpm_val, commit_fpm},
    {CqpOp::flush_wqes, flush_wqes},
    {CqpOp::manage_apbvt, manage_apbvt},
    {CqpOp::manage_qhash, manage_qhash},
    {CqpOp::create_mcast_grp, manage_mcast_group},
    {CqpOp::modify_mcast_grp, manage_mcast_group},
    {CqpOp::suspend_qp, suspend_qp},
    {CqpOp::resume_qp, resume_qp},
    {CqpOp::shmc_pages_allocated, pages_allocated},
    {CqpOp::work_sched_node, manage_ws_node},
    {CqpOp::manage_stats, manage_stats},
    {CqpOp::gather_stats, gather_stats},
};

Operation *find_operation(u8 opcode) {
    for (const OperationOf &o : operations)
        if (u8(o.code) == opcode)
            return o.run;
    return acknowledge;
}

// Polarity first: an entry that was not written in this pass is no entry, whatever it seems to say.
Answer run(Device &d, const Command &c, bool polarity) {
    const hw::LayoutInfo *layout = hw::cqp_layout(c.words);
    const hw::FieldTable table = field_table(d);

    if (get<hw::AnyCqpWqe::valid>(d, c) != polarity)
        return failure(Minor::bad_polarity);
    if (!layout)
        return failure(Minor::bad_opcode);
    if (hw::find_reserved(*layout, c.words, &table) != layout->words)
        return failure(Minor::reserved_bits);
    return find_operation(c.opcode)(d, c);
}

void trace_command(Device &d, const Answer &a) {
    const Command &c = d.last.command;
    const hw::LayoutInfo *layout = hw::cqp_layout(c.words);
    const hw::FieldTable table = field_table(d);
    hw::Text line = start_line(d);

    line.str("entry ").dec(c.index).str(": ");
    hw::decode(line, layout ? *layout : hw::raw_cqp_layout, c.words, &table, hw::DecodeStyle::brief);
    line.str(" -> ");
    put_answer(line, a);
    trace(d);
}

// The command itself if no fault replaces it. False: no answer comes, the error register tells.
bool run_or_fail(Device &d, const Command &c, bool polarity, Answer *a) {
    irdma_emu_fault fault;

    constexpr u32 kinds = fault_bit(IRDMA_EMU_FAULT_ERROR) | fault_bit(IRDMA_EMU_FAULT_REGISTER);
    if (!take_fault(d, kinds, c.opcode, &fault)) {
        *a = run(d, c, polarity);
        d.counters.commands++;
        if (a->error) {
            d.counters.errors++;
            count_refusal(d, Minor(a->minor));
        }
        return true;
    }
    *a = failure(Minor::none);
    a->major = fault.major;
    a->minor = fault.minor;
    return fault.kind == IRDMA_EMU_FAULT_ERROR;
}

// The device cannot even read its queue: it stops until the doorbell is rung again.
void lose_queue(Device &d) {
    report_violation(d, Minor::unmapped, "CQP send queue is not mapped any more", d.cqp.sq_pa);
    d.counters.errors++;
    d.cqp.index = d.cqp.head;
    set_register_error(d, major_general, u16(Minor::unmapped));
}

} // namespace

Answer acknowledge(Device &, const Command &) {
    return success();
}

Minor check_buffer(const Device &d, u64 addr, u64 bytes, u32 alignment) {
    if (addr % alignment)
        return Minor::bad_alignment;
    return is_mapped(d, addr, bytes) ? Minor::none : Minor::unmapped;
}

void execute_next(Device &d) {
    Command &c = d.last.command;
    const bool polarity = d.cqp.polarity;
    Answer a;

    d.last = {};
    if (!read_words(d, d.cqp.sq_pa + u64(d.cqp.index) * hw::cqp_wqe_bytes, c.words, hw::cqp_wqe_words))
        return lose_queue(d);
    c.index = d.cqp.index;
    c.opcode = u8(get<hw::AnyCqpWqe::opcode>(d, c));
    d.last.valid = true;
    if (++d.cqp.index == d.cqp.sq_size) {
        d.cqp.index = 0;
        d.cqp.polarity = !d.cqp.polarity;
    }
    const bool answers = run_or_fail(d, c, polarity, &a);
    a.index = u16(c.index);
    a.opcode = c.opcode;
    d.last.answer = a;
    trace_command(d, a);
    if (answers)
        answer(d, a);
    else
        set_register_error(d, a.major, a.minor);
}

} // namespace emu
