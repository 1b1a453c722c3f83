// SPDX-License-Identifier: GPL-2.0
//
// Commands the device answers twice (E2000): first an interim CCQ entry that releases the SQ slot, later the final
// word. A *deferred* command ends with an asynchronous event that names a ticket; a *pending* one ends with another
// CCQ entry that names an out-of-order id. In between the request waits on cqp->ooo_pnd.
//
// Lock: cqp->ooo_list_lock over both lists and the tickets; never nested with dev->cqp_lock.

#include "core/deferred.h"

#include "core/atomic.h"
#include "core/list.h"
#include "core/lock.h"
#include "core/log.h"

using namespace core;

namespace {

// The asynchronous event carries 18 bits of the ticket.
constexpr u32 ticket_mask = 0x3ffff;

irdma_ooo_cqp_op *op_of(list_head *entry) {
    static_assert(offsetof(irdma_ooo_cqp_op, list_entry) == 0);
    return reinterpret_cast<irdma_ooo_cqp_op *>(entry);
}

// First pending element for which match() holds; nullptr if none. ooo_list_lock held.
template <class Match> irdma_ooo_cqp_op *find_pending(irdma_sc_cqp *cqp, Match match) {
    if (list_empty(&cqp->ooo_pnd))
        return nullptr;
    for (list_head *e = cqp->ooo_pnd.next; e != &cqp->ooo_pnd; e = e->next)
        if (match(*op_of(e)))
            return op_of(e);
    return nullptr;
}

void release(irdma_sc_cqp *cqp, irdma_ooo_cqp_op *op) {
    list_unlink(&op->list_entry);
    list_add_front(&cqp->ooo_avail, &op->list_entry);
}

} // namespace

void core::init_deferred(irdma_sc_cqp *cqp, irdma_ooo_cqp_op *elements, u32 count) {
    list_init(&cqp->ooo_avail);
    list_init(&cqp->ooo_pnd);
    cqp->ooo_op_array = elements;
    for (u32 i = 0; elements && i < count; i++)
        list_add_front(&cqp->ooo_avail, &elements[i].list_entry);
}

extern "C" void irdma_sc_process_def_cmpl(struct irdma_sc_cqp *cqp, struct irdma_ccq_cqe_info *info, u32 wqe_idx,
                                          u32 def_info, bool def_cmpl) {
    const SpinGuard guard(&cqp->ooo_list_lock);

    // Requests that share a firmware ticket must share the software ticket: one event finishes them all.
    if (def_cmpl && (cqp->sw_def_cmpl_ticket == 0 || cqp->last_def_cmpl_ticket != def_info)) {
        cqp->last_def_cmpl_ticket = def_info;
        cqp->sw_def_cmpl_ticket++;
    }
    if (list_empty(&cqp->ooo_avail)) {
        // Nothing could ever finish this request: it fails now.
        log_err(cqp->dev, "CQP: no room to track %s completion %u of WQE %u (op 0x%02x), the command fails",
                def_cmpl ? "deferred" : "pending", def_info, wqe_idx, info->op_code);
        info->error = true;
        info->maj_err_code = IRDMA_CQPSQ_MAJ_ERROR;
        return;
    }
    irdma_ooo_cqp_op *op = op_of(cqp->ooo_avail.next);
    op->scratch = info->scratch;
    op->def_info = def_info;
    op->sw_def_info = cqp->sw_def_cmpl_ticket;
    op->deferred = def_cmpl;
    op->wqe_idx = wqe_idx;
    op->priv.op_code = info->op_code;
    list_unlink(&op->list_entry);
    list_add_back(&cqp->ooo_pnd, &op->list_entry);
    info->pending = true;
}

extern "C" void irdma_sc_process_ooo_cmpl(struct irdma_sc_cqp *cqp, struct irdma_ccq_cqe_info *info, u32 def_info) {
    const SpinGuard guard(&cqp->ooo_list_lock);

    info->scratch = 0;
    irdma_ooo_cqp_op *op =
        find_pending(cqp, [&](const irdma_ooo_cqp_op &e) { return !e.deferred && e.def_info == def_info; });
    if (!op) {
        log_warn(cqp->dev, "CQP: final completion for unknown out-of-order id %u ignored", def_info);
        return;
    }
    info->scratch = op->scratch;
    info->op_code = op->priv.op_code;
    info->priv.wqe_idx = op->wqe_idx;
    release(cqp, op);
}

extern "C" void irdma_sc_cqp_def_cmpl_ae_handler(struct irdma_sc_dev *dev, struct irdma_aeqe_info *info, bool first,
                                                 u64 *scratch, u32 *sw_def_info) {
    irdma_sc_cqp *cqp = dev->cqp;
    const SpinGuard guard(&cqp->ooo_list_lock);

    *scratch = 0;
    // An element nobody waits for (scratch 0) must not end the caller's loop: take it off and go on.
    while (*scratch == 0) {
        irdma_ooo_cqp_op *op = find_pending(cqp, [&](const irdma_ooo_cqp_op &e) {
            return e.deferred &&
                   (first ? ((e.def_info ^ info->def_info) & ticket_mask) == 0 : e.sw_def_info == *sw_def_info);
        });
        if (!op) {
            if (first)
                log_warn(dev, "CQP: event for unknown deferred ticket %u ignored", info->def_info);
            return;
        }
        *sw_def_info = op->sw_def_info;
        *scratch = op->scratch;
        first = false;
        release(cqp, op);
        atomic_inc(&cqp->completed_ops);
    }
}

extern "C" u64 irdma_sc_cqp_cleanup_handler(struct irdma_sc_dev *dev) {
    irdma_sc_cqp *cqp = dev->cqp;
    const SpinGuard guard(&cqp->ooo_list_lock);

    while (!list_empty(&cqp->ooo_pnd)) {
        irdma_ooo_cqp_op *op = op_of(cqp->ooo_pnd.next);

        release(cqp, op);
        atomic_inc(&cqp->completed_ops);
        if (op->scratch)
            return op->scratch;
    }
    return 0;
}
