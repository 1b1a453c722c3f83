// SPDX-License-Identifier: GPL-2.0
//
// From asynchronous events to the objects they are about. Nothing in an entry is believed: ids are compared with the
// committed counts and looked up by their owner, contexts are not used.

#include "core/generation.h"
#include "core/log.h"
#include "hw/event_queue.h"

#include <irdma/ctrl.h>

namespace {

// Entries handled before they are given back; less where the queue is small.
constexpr u32 batch_max = 32;
constexpr u32 batches_per_ring = 4;

struct Pass {
    irdma_sc_aeq *aeq;
    irdma_sc_dev *dev;
    const irdma_aeq_ops *ops;
};

void skip(const Pass &pass, const irdma_aeqe_info &info, const char *reason) {
    pass.aeq->priv.bad_aeqes++;
    log_warn(pass.dev, "AEQ: entry skipped: %s: 0x%016llx 0x%016llx (%s 0x%04x, source 0x%x, id %u)", reason,
             info.priv.words[0], info.priv.words[1], irdma_ae_classify(info.ae_id)->name, info.ae_id, info.ae_src,
             info.qp_cq_id);
}

void request_reset(const Pass &pass, const irdma_aeqe_info &info, const char *reason) {
    if (pass.aeq->priv.reset_requested)
        return;
    pass.aeq->priv.reset_requested = true;
    log_err(pass.dev, "AEQ: %s (%s 0x%04x): the function needs a reset", reason, irdma_ae_classify(info.ae_id)->name,
            info.ae_id);
    pass.ops->request_reset(pass.dev, &info);
}

bool is_committed(const Pass &pass, irdma_hmc_rsrc_type type, u64 id) {
    return id < pass.dev->hmc_info->hmc_obj[type].cnt;
}

// An object that is gone meanwhile is nothing wrong, and has nobody to tell.
void to_qp(const Pass &pass, irdma_aeqe_info &info, irdma_ae_kind kind) {
    if (!info.qp)
        return skip(pass, info, "it names no QP");
    if (!is_committed(pass, IRDMA_HMC_IW_QP, info.qp_cq_id))
        return skip(pass, info, "there is no such QP");
    irdma_sc_qp *qp = pass.ops->get_qp(pass.dev, info.qp_cq_id);
    if (!qp)
        return;
    if (kind != IRDMA_AE_KIND_SUSPENDED)
        pass.ops->qp_event(qp, &info, kind);
    else if (irdma_qp_suspend_done(qp))
        pass.ops->suspended(qp->vsi);
    pass.ops->put_qp(qp);
}

void to_cq(const Pass &pass, const irdma_aeqe_info &info) {
    if (!info.cq)
        return skip(pass, info, "it names no CQ");
    if (!is_committed(pass, IRDMA_HMC_IW_CQ, info.qp_cq_id))
        return skip(pass, info, "there is no such CQ");
    irdma_sc_cq *cq = pass.ops->get_cq(pass.dev, info.qp_cq_id);
    if (!cq)
        return;
    pass.ops->cq_error(cq, &info);
    pass.ops->put_cq(cq);
}

// An SRQ is named by its context, which is its id.
void to_srq(const Pass &pass, const irdma_aeqe_info &info, irdma_ae_kind kind) {
    const u64 id = hw::extract<hw::WideAeqe::context>(info.priv.words[0]);

    if (!core::generation_of(pass.dev).srq)
        return skip(pass, info, "there are no SRQs");
    if (info.qp || info.cq)
        return skip(pass, info, "it names no SRQ");
    if (!is_committed(pass, IRDMA_HMC_IW_SRQ, id))
        return skip(pass, info, "there is no such SRQ");
    irdma_sc_srq *srq = pass.ops->get_srq(pass.dev, u32(id));
    if (!srq)
        return;
    pass.ops->srq_event(srq, &info, kind);
    pass.ops->put_srq(srq);
}

void finish_deferred(const Pass &pass, irdma_aeqe_info &info) {
    u64 scratch;
    u32 ticket = 0;

    if (!core::generation_of(pass.dev).deferred)
        return skip(pass, info, "there are no deferred commands");
    pass.ops->drain_ccq(pass.dev);
    irdma_sc_cqp_def_cmpl_ae_handler(pass.dev, &info, true, &scratch, &ticket);
    while (scratch) {
        pass.ops->deferred_done(pass.dev, scratch);
        irdma_sc_cqp_def_cmpl_ae_handler(pass.dev, &info, false, &scratch, &ticket);
    }
}

void dispatch(const Pass &pass, irdma_aeqe_info &info) {
    const irdma_ae_kind kind = irdma_ae_classify(info.ae_id)->kind;

    switch (kind) {
    case IRDMA_AE_KIND_CQ_ERROR:
        return to_cq(pass, info);
    case IRDMA_AE_KIND_SRQ_LIMIT:
    case IRDMA_AE_KIND_SRQ_ERROR:
        return to_srq(pass, info, kind);
    case IRDMA_AE_KIND_DEFERRED:
        return finish_deferred(pass, info);
    case IRDMA_AE_KIND_FUNCTION_ERROR:
        return request_reset(pass, info, "the function failed");
    default:
        return to_qp(pass, info, kind);
    }
}

u32 batch_size(const irdma_sc_aeq *aeq) {
    const u32 part = aeq->aeq_ring.size / batches_per_ring;

    return part == 0 ? 1 : part < batch_max ? part : batch_max;
}

} // namespace

extern "C" u32 irdma_process_aeq(struct irdma_sc_aeq *aeq, const struct irdma_aeq_ops *ops, u32 budget) {
    const Pass pass = {aeq, aeq->dev, ops};
    const u32 batch = batch_size(aeq);
    irdma_aeqe_info info;
    u32 taken = 0;
    u32 kept = 0; // of these, not given back yet

    while (taken < budget && irdma_sc_get_next_aeqe(aeq, &info) == 0) {
        taken++;
        kept++;
        dispatch(pass, info);
        // Entries are lost from here on: what they would have told is not known.
        if (info.aeqe_overflow)
            request_reset(pass, info, "the queue overflowed");
        if (kept == batch) {
            irdma_sc_repost_aeq_entries(pass.dev, kept);
            kept = 0;
        }
    }
    if (kept)
        irdma_sc_repost_aeq_entries(pass.dev, kept);
    return taken;
}
