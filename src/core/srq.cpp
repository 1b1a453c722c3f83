// SPDX-License-Identifier: GPL-2.0
//
// Shared receive queues: object, user-level part and commands. gen3.

#include "core/cqp_ring.h"
#include "core/life.h"
#include "core/pbl.h"
#include "hw/srq_wqe.h"

using namespace core;

namespace {

constexpr u32 min_encodable_quanta = IRDMA_SRQ_MIN_QUANTA;
constexpr u8 wqe_quanta[] = {1, 2, 4, 8}; // by shift

// log2 of a receive WQE's quanta. A quantum has two places of 16 bytes; the WQE's header takes one.
u8 wqe_shift(const irdma_uk_attrs *attrs, u32 fragments) {
    const u8 largest = attrs->hw_rev == IRDMA_GEN_1 ? 2 : 3;
    u8 shift = 0;

    for (u32 room = 1; room < fragments && shift < largest; room = 2 * room + 1)
        shift++;
    return shift;
}

// Most scatter entries a WQE of this size takes.
u32 fragments_of(u32 quanta) {
    return 2 * quanta - 1;
}

// Size of the ring in quanta, 0: not a size the device can have.
u32 ring_quanta(const irdma_srq_uk_init_info *info) {
    const u64 quanta = u64(info->srq_size) * wqe_quanta[wqe_shift(info->uk_attrs, info->max_srq_frag_cnt)];
    const bool power_of_two = quanta && !(quanta & (quanta - 1));

    return power_of_two && quanta <= IRDMA_SRQ_MAX_QUANTA ? u32(quanta) : 0;
}

bool id_usable(const irdma_sc_srq *srq) {
    const irdma_sc_dev *dev = srq->dev;
    const u32 id = srq->srq_uk.srq_id;

    return id >= dev->hw_attrs.min_hw_srq_id && id < dev->hmc_info->hmc_obj[IRDMA_HMC_IW_SRQ].max_cnt;
}

// Create and modify send the whole description; modify takes limit and arm flag from its caller.
template <class W>
[[nodiscard]] int post_description(irdma_sc_srq *srq, u16 limit, u8 arm_limit_event, u64 scratch, bool post_sq) {
    irdma_sc_cqp *cqp = srq->dev->cqp;

    if (!id_usable(srq))
        return reject_wide(cqp, W::code);
    return submit<W>(
        cqp, scratch, post_sq, try_set<typename W::size>(srq->hw_srq_size),
        try_set<typename W::wqe_size>(srq->srq_uk.wqe_size), try_set<typename W::limit>(limit),
        try_set<typename W::context>(srq->srq_uk.srq_id), try_set<typename W::pd_id>(srq->pd->pd_id),
        try_set_address<typename W::base>(srq->srq_pa), try_set_address<typename W::shadow_area>(srq->shadow_area_pa),
        try_set<typename W::first_pbl>(srq->first_pm_pbl_idx), try_set<typename W::srq_id>(srq->srq_uk.srq_id),
        try_set<typename W::leaf_pbl_size>(srq->leaf_pbl_size), try_set<typename W::virtual_map>(srq->virtual_map),
        try_set<typename W::arm_limit_event>(arm_limit_event));
}

int reject_life(const irdma_sc_srq *srq, hw::CqpOp op) {
    return reject_state(srq->dev, "SRQ", srq->srq_uk.srq_id, op, srq->priv.life);
}

} // namespace

extern "C" int irdma_uk_srq_init(struct irdma_srq_uk *srq, struct irdma_srq_uk_init_info *info) {
    const u32 max_fragments = info->uk_attrs->max_hw_wq_frags;

    if (info->max_srq_frag_cnt > max_fragments)
        return -EINVAL;
    srq->uk_attrs = info->uk_attrs;
    srq->srq_caps = info->srq_caps;
    srq->srq_base = info->srq;
    srq->shadow_area = info->shadow_area;
    srq->srq_id = info->srq_id;
    srq->srq_size = info->srq_size;
    srq->srwqe_polarity = 0;
    srq->wqe_size = wqe_shift(info->uk_attrs, info->max_srq_frag_cnt);
    srq->wqe_size_multiplier = wqe_quanta[srq->wqe_size];
    const u32 room = fragments_of(srq->wqe_size_multiplier);
    srq->max_srq_frag_cnt = room < max_fragments ? room : max_fragments;
    srq->srq_ring = {.head = 0, .tail = 0, .size = info->srq_size};
    return 0;
}

extern "C" int irdma_sc_srq_init(struct irdma_sc_srq *srq, struct irdma_srq_init_info *info) {
    irdma_sc_dev *dev = info->pd->dev;
    const u32 quanta = ring_quanta(&info->srq_uk_init_info);

    if (!quanta || (info->virtual_map && !pbl_index_usable(dev, info->first_pm_pbl_idx))) {
        log_err(dev, "SRQ %u: refused: %u WQEs, PBL index %u", info->srq_uk_init_info.srq_id,
                info->srq_uk_init_info.srq_size, info->first_pm_pbl_idx);
        return -EINVAL;
    }
    if (const int err = irdma_uk_srq_init(&srq->srq_uk, &info->srq_uk_init_info))
        return err;
    srq->dev = dev;
    srq->pd = info->pd;
    srq->vsi = info->vsi;
    srq->srq_pa = info->srq_pa;
    srq->first_pm_pbl_idx = info->first_pm_pbl_idx;
    srq->pasid = info->pasid;
    srq->pasid_valid = info->pasid_valid;
    srq->srq_limit = info->srq_limit;
    srq->leaf_pbl_size = info->leaf_pbl_size;
    srq->virtual_map = info->virtual_map;
    srq->tph_en = info->tph_en;
    srq->arm_limit_event = info->arm_limit_event;
    srq->tph_val = info->tph_value;
    srq->shadow_area_pa = info->shadow_area_pa;
    srq->hw_srq_size =
        irdma_get_encoded_wqe_size(quanta > min_encodable_quanta ? quanta : min_encodable_quanta, IRDMA_QUEUE_TYPE_SRQ);
    srq->priv.life = IRDMA_LIFE_READY;
    return 0;
}

extern "C" int irdma_sc_srq_create(struct irdma_sc_srq *srq, u64 scratch, bool post_sq) {
    using W = hw::CreateSrq;

    if (!may_create(srq->priv.life))
        return reject_life(srq, W::code);
    return entered(&srq->priv.life, IRDMA_LIFE_LIVE,
                   post_description<W>(srq, srq->srq_limit, srq->arm_limit_event, scratch, post_sq));
}

extern "C" int irdma_sc_srq_modify(struct irdma_sc_srq *srq, struct irdma_modify_srq_info *info, u64 scratch,
                                   bool post_sq) {
    using W = hw::ModifySrq;

    if (!may_use(srq->priv.life))
        return reject_life(srq, W::code);
    return post_description<W>(srq, info->srq_limit, info->arm_limit_event, scratch, post_sq);
}

extern "C" int irdma_sc_srq_destroy(struct irdma_sc_srq *srq, u64 scratch, bool post_sq) {
    using W = hw::DestroySrq;

    if (!may_destroy(srq->priv.life))
        return reject_life(srq, W::code);
    return entered(&srq->priv.life, IRDMA_LIFE_GONE,
                   submit<W>(srq->dev->cqp, scratch, post_sq, try_set<W::context>(srq->srq_uk.srq_id),
                             try_set<W::srq_id>(srq->srq_uk.srq_id)));
}
