// SPDX-License-Identifier: GPL-2.0
//
// Queue pairs.

#include "emu/ops.h"
#include "emu/qp_context.h"
#include "hw/qp_context.h"
#include "hw/qp_state.h"
#include "hw/qp_wqe.h"

namespace emu {

namespace {

constexpr u32 shadow_bytes = 64;
constexpr u32 context_words = hw::qp_context_bytes / 8;
constexpr u32 burst_words = 8;

// ---- states -----------------------------------------------------------------------------------------------------

constexpr u8 has_peer = hw::states(IRDMA_QP_STATE_RTR, IRDMA_QP_STATE_RTS, IRDMA_QP_STATE_CLOSING);
constexpr u8 works = hw::states(IRDMA_QP_STATE_RTR, IRDMA_QP_STATE_RTS);
constexpr u8 ends = hw::states(IRDMA_QP_STATE_CLOSING, IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR);
constexpr u8 is_over = hw::states(IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR);

bool in(u8 state, u8 states) {
    return states >> state & 1;
}

// RoCE knows nothing of terminate messages; a stream's or datagram's QP knows its peer when it starts, and does not
// wait for it in RTR.
bool is_state_of(u8 type, u8 state) {
    return state <= IRDMA_QP_STATE_ERROR && state != (is_roce(type) ? IRDMA_QP_STATE_TERMINATE : IRDMA_QP_STATE_RTR);
}

// Besides what no QP does: RoCE does not send before it knows its peer.
bool may_go(const Qp &qp, u8 next) {
    const bool skips_rtr = is_roce(qp.type) && qp.state == IRDMA_QP_STATE_IDLE && next == IRDMA_QP_STATE_RTS;

    return hw::qp_step_allowed(qp.state, next) && !skips_rtr;
}

// ---- what create and modify have in common ----------------------------------------------------------------------

template <class W> ContextUse use_of(const Device &d, const Command &c) {
    return {.pa = get<typename W::host_context>(d, c),
            .type = u8(get<typename W::qp_type>(d, c)),
            .next = u8(get<typename W::next_state>(d, c)),
            .virtual_map = bool(get<typename W::virtual_map>(d, c)),
            .takes_cqs = bool(get<typename W::cq_num_valid>(d, c)),
            .takes_arp = bool(get<typename W::arp_index_valid>(d, c)),
            .takes_mac = bool(get<typename W::mac_valid>(d, c)),
            .takes_transport = bool(get<typename W::tcp_context_valid>(d, c))};
}

bool is_kind(const ContextUse &use) {
    return use.type >= IRDMA_QP_TYPE_IWARP && use.type <= IRDMA_QP_TYPE_ROCE_UD && is_state_of(use.type, use.next);
}

// Only a connection over TCP has the parts of the context that the flag speaks of.
Minor check_kind(const ContextUse &use) {
    return !is_kind(use) || (use.takes_transport && use.type != IRDMA_QP_TYPE_IWARP) ? Minor::bad_value : Minor::none;
}

// A QP that works needs queues to complete to.
Minor check_completions(const Device &d, const Qp &qp, const ContextUse &use) {
    return in(use.next, works) && !d.loose_contexts && !qp.has_cqs && !use.takes_cqs ? Minor::bad_value : Minor::none;
}

void release(Device &d, Qp &qp) {
    if (qp.has_cqs) {
        d.objects.cq[qp.send_cq].users--;
        d.objects.cq[qp.receive_cq].users--;
    }
    if (qp.has_srq)
        d.objects.srq[qp.srq].users--;
    if (qp.has_mac && d.objects.mac[qp.mac].users)
        d.objects.mac[qp.mac].users--;
}

void take_cqs(Device &d, Qp &qp, const QpContext &context) {
    if (qp.has_cqs) {
        d.objects.cq[qp.send_cq].users--;
        d.objects.cq[qp.receive_cq].users--;
    }
    qp.send_cq = context.send_cq;
    qp.receive_cq = context.receive_cq;
    qp.has_cqs = true;
    d.objects.cq[qp.send_cq].users++;
    d.objects.cq[qp.receive_cq].users++;
}

void take_mac(Device &d, Qp &qp, const QpContext &context) {
    Mac *mac = d.objects.mac.find(context.mac_index);

    if (!mac || (qp.has_mac && qp.mac == context.mac_index))
        return;
    if (qp.has_mac && d.objects.mac[qp.mac].users)
        d.objects.mac[qp.mac].users--;
    qp.mac = context.mac_index;
    qp.has_mac = true;
    mac->users++;
}

// The command is good: what it and the context say is so from now on.
void apply(Device &d, Qp &qp, const ContextUse &use, const QpContext &context) {
    qp.context_pa = use.pa;
    if (use.next != IRDMA_QP_STATE_INVALID)
        qp.state = use.next;
    qp.qs_handle = context.qs_handle;
    if (context.has_pd)
        qp.pd = context.pd;
    if (use.takes_cqs)
        take_cqs(d, qp, context);
    if (d.generation == 1 && use.type == IRDMA_QP_TYPE_IWARP && use.takes_transport)
        take_mac(d, qp, context);
}

} // namespace

// ---- life -------------------------------------------------------------------------------------------------------

Answer create_qp(Device &d, const Command &c) {
    using W = hw::CreateQp;
    const u64 id = get<W::qp_id>(d, c);
    const ContextUse use = use_of<W>(d, c);
    QpContext context;

    if (id >= room_for(d, IRDMA_HMC_IW_QP, d.objects.qp.count))
        return failure(Minor::unknown_id);
    Qp &qp = d.objects.qp[id];
    if (qp.exists)
        return failure(Minor::id_in_use);
    const bool starts = use.next != IRDMA_QP_STATE_INVALID && hw::qp_first_allowed(use.next);
    Minor minor = starts ? check_kind(use) : Minor::bad_value;
    if (minor == Minor::none)
        minor = check_completions(d, qp, use);
    if (minor == Minor::none)
        minor = read_context(d, use, &context);
    if (minor == Minor::none)
        minor = check_buffer(d, get<W::shadow_area>(d, c), shadow_bytes, 8);
    if (minor != Minor::none)
        return failure(minor);
    qp = {};
    qp.shadow_pa = get<W::shadow_area>(d, c);
    qp.sq_base = context.sq_base;
    qp.rq_base = context.rq_base;
    qp.sq_quanta = context.sq_quanta;
    qp.rq_quanta = context.rq_quanta;
    qp.type = use.type;
    qp.virtual_map = use.virtual_map;
    qp.exists = true;
    apply(d, qp, use, context);
    if (context.use_srq && d.objects.srq.find(context.srq)) {
        qp.srq = context.srq;
        qp.has_srq = true;
        d.objects.srq[qp.srq].users++;
    }
    return success();
}

namespace {

// What cannot change while the QP exists: what the command says of it, ...
bool is_same_qp(const Device &d, const Qp &qp, const Command &c, const ContextUse &use) {
    return use.type == qp.type && use.virtual_map == qp.virtual_map &&
           get<hw::ModifyQp::shadow_area>(d, c) == qp.shadow_pa;
}

// ... and what the context does.
bool has_same_queues(const Qp &qp, const QpContext &context) {
    return context.sq_base == qp.sq_base && context.rq_base == qp.rq_base && context.sq_quanta == qp.sq_quanta &&
           context.rq_quanta == qp.rq_quanta && context.use_srq == qp.has_srq && (!qp.has_srq || context.srq == qp.srq);
}

// Fields that count in some cases only must be clear in the others.
Minor check_options(const Device &d, const Command &c, const ContextUse &use) {
    using W = hw::ModifyQp;
    const u64 mss = get<W::new_mss>(d, c);
    const bool terminates = use.next == IRDMA_QP_STATE_TERMINATE;

    if (!terminates && (get<W::terminate>(d, c) || get<W::term_length>(d, c)))
        return Minor::bad_value;
    if (get<W::mss_change>(d, c) && !mss)
        return Minor::bad_value;
    return get<W::reset_tcp>(d, c) && use.type != IRDMA_QP_TYPE_IWARP ? Minor::bad_value : Minor::none;
}

// The peer's accesses were checked against the PD: it stays.
Minor check_modify(const Device &d, const Qp &qp, const Command &c, const ContextUse &use, QpContext *context) {
    Minor minor = check_kind(use);

    if (minor == Minor::none && !is_same_qp(d, qp, c, use))
        minor = Minor::bad_value;
    if (minor == Minor::none)
        minor = check_options(d, c, use);
    if (minor == Minor::none && !may_go(qp, use.next))
        minor = Minor::invalid_state;
    if (minor == Minor::none)
        minor = check_completions(d, qp, use);
    if (minor == Minor::none)
        minor = read_context(d, use, context);
    if (minor != Minor::none || d.loose_contexts)
        return minor;
    if (!has_same_queues(qp, *context))
        return Minor::bad_value;
    return context->has_pd && in(qp.state, has_peer) && context->pd != qp.pd ? Minor::wrong_pd : Minor::none;
}

} // namespace

Answer modify_qp(Device &d, const Command &c) {
    using W = hw::ModifyQp;
    const u64 id = get<W::qp_id>(d, c);
    const ContextUse use = use_of<W>(d, c);
    Qp *qp = d.objects.qp.find(id);
    QpContext context;

    if (!qp)
        return failure(Minor::unknown_id);
    Minor minor = check_modify(d, *qp, c, use, &context);
    if (minor == Minor::none)
        minor = check_buffer(d, qp->shadow_pa, shadow_bytes, 8);
    if (minor != Minor::none)
        return failure(minor);
    apply(d, *qp, use, context);
    if (get<W::mss_change>(d, c))
        qp->mss = u16(get<W::new_mss>(d, c));
    if (get<W::remove_hash>(d, c))
        remove_qhash_entries_of(d, u32(id));
    return success();
}

// A QP that packets are still steered to, or that has windows bound, cannot go, unless the command says otherwise.
Answer destroy_qp(Device &d, const Command &c) {
    using W = hw::DestroyQp;
    const u64 id = get<W::qp_id>(d, c);
    Qp *qp = d.objects.qp.find(id);

    if (!qp)
        return failure(Minor::unknown_id);
    if (get<W::qp_type>(d, c) != qp->type)
        return failure(Minor::bad_value);
    if ((qhash_entries_of(d, u32(id)) && !get<W::remove_hash>(d, c)) || (qp->windows && !get<W::ignore_mw_bound>(d, c)))
        return failure(Minor::in_use);
    remove_qhash_entries_of(d, u32(id));
    forget_windows_of(d, u32(id), qp->windows);
    release(d, *qp);
    *qp = {};
    return success();
}

// ---- service ----------------------------------------------------------------------------------------------------

// What does not work any more has nothing to suspend.
Answer suspend_qp(Device &d, const Command &c) {
    Qp *qp = d.objects.qp.find(get<hw::SuspendQp::qp_id>(d, c));

    if (!qp)
        return failure(Minor::unknown_id);
    if (qp->suspended || in(qp->state, is_over))
        return failure(Minor::invalid_state);
    qp->suspended = true;
    return success();
}

Answer resume_qp(Device &d, const Command &c) {
    Qp *qp = d.objects.qp.find(get<hw::ResumeQp::qp_id>(d, c));

    if (!qp)
        return failure(Minor::unknown_id);
    if (!qp->suspended)
        return failure(Minor::invalid_state);
    qp->suspended = false;
    qp->qs_handle = u32(get<hw::ResumeQp::qs_handle>(d, c));
    return success();
}

// There are no work requests yet that could be flushed. Of a QP that works none may be.
Answer flush_wqes(Device &d, const Command &c) {
    using W = hw::FlushWqes;
    const bool has_indices = get<W::err_sq_index>(d, c) || get<W::err_rq_index>(d, c) ||
                             get<W::err_sq_index_valid>(d, c) || get<W::err_rq_index_valid>(d, c);

    if (d.generation < 3 && has_indices)
        return failure(Minor::reserved_bits);
    Qp *qp = d.objects.qp.find(get<W::qp_id>(d, c));
    const bool sq = get<W::flush_sq>(d, c), rq = get<W::flush_rq>(d, c);
    if (!qp)
        return failure(Minor::unknown_id);
    if (!sq && !rq && !get<W::generate_ae>(d, c))
        return failure(Minor::bad_value);
    if ((sq || rq) && !in(qp->state, ends))
        return failure(Minor::invalid_state);
    qp->sq_flushed |= sq;
    qp->rq_flushed |= rq;
    return success();
}

Answer upload_context(Device &d, const Command &c) {
    using W = hw::UploadContext;
    const Qp *qp = d.objects.qp.find(get<W::qp_id>(d, c));
    const u64 buffer = get<W::buffer>(d, c);
    u64 words[burst_words];

    if (!qp)
        return failure(Minor::unknown_id);
    const Minor minor = check_buffer(d, buffer, context_words * 8, 8);
    if (minor != Minor::none)
        return failure(minor);
    for (u32 i = 0; i < context_words; i += burst_words)
        if (!read_words(d, qp->context_pa + i * 8, words, burst_words) ||
            !write_words(d, buffer + i * 8, words, burst_words))
            return failure(Minor::unmapped);
    return success();
}

} // namespace emu
