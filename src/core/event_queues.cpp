// SPDX-License-Identifier: GPL-2.0
//
// Life of the event queues: completion event queues (CEQ), of which CEQ 0 serves the CCQ and comes up before commands
// can be waited for, and the asynchronous event queue (AEQ).

#include "core/cqp_post.h"
#include "core/generation.h"
#include "core/pbl.h"
#include "hw/event_wqe.h"

using namespace core;

namespace {

// Posts W with the fields that all commands on event queues have, and the given ones.
template <class W, class Queue, class... Ps>
[[nodiscard]] HW_INLINE int post(const Queue *queue, u64 scratch, bool post_sq, u32 first_pbl, const Ps &...fields) {
    return submit<W>(queue->dev->cqp, scratch, post_sq, try_set<typename W::size>(queue->elem_cnt),
                     try_set<typename W::first_pbl>(first_pbl), try_set<typename W::pasid>(queue->pasid),
                     try_set<typename W::leaf_pbl_size>(queue->pbl_chunk_size),
                     set<typename W::virtual_map>(bool(queue->virtual_map)),
                     set<typename W::pasid_valid>(bool(queue->pasid_valid)), fields...);
}

// The fields both objects take over alike.
template <class Queue, class Info> void init_common(Queue *queue, const Info *info) {
    const bool paged = info->virtual_map;

    queue->size = sizeof(*queue);
    queue->dev = info->dev;
    queue->elem_cnt = info->elem_cnt;
    queue->virtual_map = paged;
    queue->pbl_chunk_size = paged ? info->pbl_chunk_size : 0;
    queue->first_pm_pbl_idx = paged ? info->first_pm_pbl_idx : 0;
    queue->pbl_list = paged ? info->pbl_list : nullptr;
    queue->polarity = 1;
    // Sent with every command and never set by anybody else.
    queue->pasid = 0;
    queue->pasid_valid = false;
}

} // namespace

extern "C" int irdma_sc_ceq_init(struct irdma_sc_ceq *ceq, struct irdma_ceq_init_info *info) {
    irdma_sc_dev *dev = info->dev;
    const irdma_hw_attrs &limits = dev->hw_attrs;

    if (info->elem_cnt < limits.min_hw_ceq_size || info->elem_cnt > limits.max_hw_ceq_size ||
        info->ceq_id >= dev->hmc_fpm_misc.max_ceqs || info->ceq_id >= IRDMA_CEQ_MAX_COUNT ||
        (info->virtual_map && !pbl_index_usable(dev, info->first_pm_pbl_idx))) {
        log_err(dev, "CEQ %u: refused: %u entries, PBL index %u", info->ceq_id, info->elem_cnt, info->first_pm_pbl_idx);
        return -EINVAL;
    }
    init_common(ceq, info);
    ceq->ceqe_base = reinterpret_cast<irdma_ceqe *>(info->ceqe_base);
    ceq->ceq_id = info->ceq_id;
    ceq->ceq_elem_pa = info->ceqe_pa;
    ceq->itr_no_expire = info->itr_no_expire;
    ceq->tph_en = info->tph_en;
    ceq->tph_val = info->tph_val;
    ceq->vsi_idx = info->vsi_idx;
    ceq->ceq_ring = {.head = 0, .tail = 0, .size = info->elem_cnt};
    ceq->priv = {};
    dev->ceq[info->ceq_id] = ceq;
    return 0;
}

extern "C" int irdma_sc_ceq_create(struct irdma_sc_ceq *ceq, u64 scratch, bool post_sq) {
    using W = hw::CreateCeq;
    const bool paged = ceq->virtual_map;

    return post<W>(ceq, scratch, post_sq, paged ? ceq->first_pm_pbl_idx : 0, set_if<W::base>(!paged, ceq->ceq_elem_pa),
                   set<W::tph_value>(ceq->tph_val), set<W::vsi>(ceq->vsi_idx), try_set<W::ceq_id>(ceq->ceq_id),
                   set<W::itr_no_expire>(bool(ceq->itr_no_expire)), set<W::tph_enable>(bool(ceq->tph_en)));
}

extern "C" int irdma_sc_ceq_destroy(struct irdma_sc_ceq *ceq, u64 scratch, bool post_sq) {
    using W = hw::DestroyCeq;

    return post<W>(ceq, scratch, post_sq, ceq->first_pm_pbl_idx, try_set<W::ceq_id>(ceq->ceq_id),
                   set<W::tph_enable>(bool(ceq->tph_en)));
}

extern "C" int irdma_sc_cceq_create_done(struct irdma_sc_ceq *ceq) {
    return irdma_sc_poll_for_cqp_op_done(ceq->dev->cqp, u8(hw::CqpOp::create_ceq), nullptr);
}

extern "C" int irdma_sc_cceq_create(struct irdma_sc_ceq *ceq, u64 scratch) {
    irdma_sc_dev *dev = ceq->dev;

    dev->ccq->vsi_idx = ceq->vsi_idx;
    {
        const SpinGuard guard(&dev->cqp_lock);

        if (const int err = irdma_sc_ceq_create(ceq, scratch, true))
            return err;
    }
    return irdma_sc_cceq_create_done(ceq);
}

// From here on nobody is told about commands: SD updates have to look for themselves.
extern "C" int irdma_sc_cceq_destroy_done(struct irdma_sc_ceq *ceq) {
    irdma_sc_cqp *cqp = ceq->dev->cqp;

    cqp->process_cqp_sds = irdma_update_sds_noccq;
    return irdma_sc_poll_for_cqp_op_done(cqp, u8(hw::CqpOp::destroy_ceq), nullptr);
}

extern "C" int irdma_sc_aeq_init(struct irdma_sc_aeq *aeq, struct irdma_aeq_init_info *info) {
    irdma_sc_dev *dev = info->dev;
    const irdma_hw_attrs &limits = dev->hw_attrs;

    if (info->elem_cnt < limits.min_hw_aeq_size || info->elem_cnt > limits.max_hw_aeq_size ||
        (info->virtual_map && !pbl_index_usable(dev, info->first_pm_pbl_idx))) {
        log_err(dev, "AEQ: refused: %u entries, PBL index %u", info->elem_cnt, info->first_pm_pbl_idx);
        return -EINVAL;
    }
    init_common(aeq, info);
    aeq->aeqe_base = reinterpret_cast<irdma_sc_aeqe *>(info->aeqe_base);
    aeq->aeq_elem_pa = info->aeq_elem_pa;
    aeq->msix_idx = info->msix_idx;
    aeq->aeq_ring = {.head = 0, .tail = 0, .size = info->elem_cnt};
    aeq->priv = {};
    dev->aeq = aeq;
    return 0;
}

extern "C" int irdma_sc_aeq_create(struct irdma_sc_aeq *aeq, u64 scratch, bool post_sq) {
    using W = hw::CreateAeq;
    const bool paged = aeq->virtual_map;

    return post<W>(aeq, scratch, post_sq, paged ? aeq->first_pm_pbl_idx : 0, set_if<W::base>(!paged, aeq->aeq_elem_pa));
}

// The interrupt cause goes off before the device can see the command, but not unless the command is sure to be posted.
extern "C" int irdma_sc_aeq_destroy(struct irdma_sc_aeq *aeq, u64 scratch, bool post_sq) {
    using W = hw::DestroyAeq;
    const irdma_sc_dev *dev = aeq->dev;
    const auto disable_interrupt = [dev] {
        if (generation_of(dev).aeq_register)
            irdma_os_write32(dev->hw_regs[IRDMA_PFINT_AEQCTL], 0);
    };

    return submit_prepared<W>(dev->cqp, scratch, post_sq, disable_interrupt, try_set<W::size>(aeq->elem_cnt),
                              try_set<W::first_pbl>(aeq->first_pm_pbl_idx), try_set<W::pasid>(aeq->pasid),
                              try_set<W::leaf_pbl_size>(aeq->pbl_chunk_size),
                              set<W::virtual_map>(bool(aeq->virtual_map)), set<W::pasid_valid>(bool(aeq->pasid_valid)));
}
