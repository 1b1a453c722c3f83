// SPDX-License-Identifier: GPL-2.0
//
// The queue pair as an object: everything that create, modify and the context writers take from it.

#include "core/cqp_ring.h"
#include "core/generation.h"
#include "core/pbl.h"
#include "core/saturate.h"
#include "hw/qp_context.h"
#include "hw/sq_wqe.h"

using namespace core;

namespace {

using Context = hw::IwarpQpContext;

struct Sizes {
    u8 sq; // encoded, as in the context
    u8 rq;
    u64 sq_quanta;
    u64 rq_quanta;
};

// False: not a size of a queue, or more than its encoding says. No receive queue at all is possible.
bool encode(u64 quanta, bool may_be_empty, u8 *code) {
    if (quanta > ~u32(0) || (quanta & (quanta - 1)) || (!quanta && !may_be_empty))
        return false;
    *code = irdma_get_encoded_wqe_size(u32(quanta), IRDMA_QUEUE_TYPE_SQ_RQ);
    return *code <= Context::sq_size::max;
}

// Bytes of a receive WQE. That the device steps through the queue by as many is checked when the QP is created.
bool rq_wqe_bytes(const irdma_qp_init_info *info, u16 *bytes) {
    const irdma_qp_uk_init_info &uk = info->qp_uk_init_info;
    const bool fixed = generation_of(info->pd->dev).fixed_rq_wqe && info->pd->abi_ver > 4;

    *bytes = hw::fixed_rq_wqe_bytes;
    return fixed || !irdma_fragcnt_to_wqesize_rq(uk.max_rq_frag_cnt, bytes);
}

bool encode_sizes(const irdma_qp_init_info *info, Sizes *sizes) {
    const irdma_qp_uk_init_info &uk = info->qp_uk_init_info;
    u16 bytes;

    if (!rq_wqe_bytes(info, &bytes) || uk.sq_shift > hw::IwarpQpContext::rq_wqe_size::max)
        return false;
    sizes->sq_quanta = u64(uk.sq_size) << uk.sq_shift;
    sizes->rq_quanta = u64(uk.rq_size) * (bytes / hw::quantum_bytes);
    return encode(sizes->sq_quanta, false, &sizes->sq) && encode(sizes->rq_quanta, true, &sizes->rq);
}

// Whether all pages of a virtually mapped queue have an entry. One entry is a page of 4 KiB; an empty queue has one,
// too.
bool pages_usable(const irdma_sc_dev *dev, u64 first_pbl, u64 quanta) {
    return pbl_range_usable(dev, first_pbl, div_up(quanta * hw::quantum_bytes, IRDMA_HW_PAGE_SIZE));
}

bool queues_usable(const irdma_qp_init_info *info, const Sizes &sizes) {
    const irdma_sc_dev *dev = info->pd->dev;

    return !info->virtual_map || (pages_usable(dev, info->sq_pa, sizes.sq_quanta) &&
                                  (info->qp_uk_init_info.srq_uk || pages_usable(dev, info->rq_pa, sizes.rq_quanta)));
}

bool limits_kept(const irdma_sc_qp *qp, const irdma_qp_init_info *info) {
    const u32 max_fragments = info->pd->dev->hw_attrs.uk_attrs.max_hw_wq_frags;
    const irdma_qp_uk_init_info &uk = info->qp_uk_init_info;

    return uk.max_sq_frag_cnt <= max_fragments && uk.max_rq_frag_cnt <= max_fragments &&
           qp->user_pri < IRDMA_MAX_USER_PRIORITY && info->vsi->exception_lan_q <= Context::exception_queue::max;
}

} // namespace

extern "C" int irdma_sc_qp_init(struct irdma_sc_qp *qp, struct irdma_qp_init_info *info) {
    irdma_sc_dev *dev = info->pd->dev;
    irdma_qp_uk_init_info uk_info = info->qp_uk_init_info;
    Sizes sizes;

    if (!limits_kept(qp, info) || !encode_sizes(info, &sizes) || !queues_usable(info, sizes)) {
        log_err(dev, "QP %u: refused: SQ %u << %u, RQ %u << %u WQEs, %u and %u fragments, exception queue %u",
                uk_info.qp_id, uk_info.sq_size, uk_info.sq_shift, uk_info.rq_size, uk_info.rq_shift,
                uk_info.max_sq_frag_cnt, uk_info.max_rq_frag_cnt, info->vsi->exception_lan_q);
        return -EINVAL;
    }
    uk_info.wqe_alloc_db = dev->wqe_alloc_db;
    if (const int err = irdma_uk_qp_init(&qp->qp_uk, &uk_info))
        return err;
    qp->dev = dev;
    qp->vsi = info->vsi;
    qp->pd = info->pd;
    qp->ieq_qp = info->vsi->exception_lan_q;
    qp->sq_pa = info->sq_pa;
    qp->rq_pa = info->rq_pa;
    qp->hw_host_ctx_pa = info->host_ctx_pa;
    qp->hw_host_ctx = info->host_ctx;
    qp->q2_pa = info->q2_pa;
    qp->q2_buf = info->q2;
    qp->shadow_area_pa = info->shadow_area_pa;
    qp->virtual_map = info->virtual_map;
    qp->llp_stream_handle = reinterpret_cast<void *>(~static_cast<__UINTPTR_TYPE__>(0));
    qp->hw_sq_size = sizes.sq;
    qp->hw_rq_size = sizes.rq;
    qp->sq_tph_val = info->sq_tph_val;
    qp->rq_tph_val = info->rq_tph_val;
    qp->sq_tph_en = info->sq_tph_en;
    qp->rq_tph_en = info->rq_tph_en;
    qp->rcv_tph_en = info->rcv_tph_en;
    qp->xmit_tph_en = info->xmit_tph_en;
    qp->qs_handle = info->vsi->qos[qp->user_pri].qs_handle;
    qp->priv.life = IRDMA_LIFE_READY;
    qp->priv.hw_state = IRDMA_QP_STATE_INVALID;
    // 0 would be a page.
    qp->push_idx = IRDMA_INVALID_PUSH_PAGE_INDEX;
    return 0;
}
