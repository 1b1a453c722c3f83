// SPDX-License-Identifier: GPL-2.0
//
// Completion queues: object and commands. The user-level part is in uk_cq.cpp, the CCQ's own functions in ccq.cpp.

#include "core/cqp_ring.h"
#include "core/life.h"
#include "core/pbl.h"
#include "hw/cq_wqe.h"
#include "hw/id_widths.h"

using namespace core;

namespace {

// Where the CQEs are: contiguous memory at pa, or the pages of a PBL. Only the form in use is sent.
struct CqBuffer {
    u64 pa;
    u32 size;
    u32 first_pbl;
    u8 leaf_pbl_size;
    bool virtual_map;
};

CqBuffer buffer_in_use(const irdma_sc_cq *cq) {
    return {cq->cq_pa, cq->cq_uk.cq_size, cq->first_pm_pbl_idx, cq->pbl_chunk_size, bool(cq->virtual_map)};
}

CqBuffer new_buffer(const irdma_modify_cq_info *info) {
    return {info->cq_pa, info->cq_size, info->first_pm_pbl_idx, info->pbl_chunk_size, bool(info->virtual_map)};
}

bool ids_usable(const irdma_sc_cq *cq) {
    const irdma_sc_dev *dev = cq->dev;

    return cq->cq_uk.cq_id < dev->hmc_info->hmc_obj[IRDMA_HMC_IW_CQ].max_cnt &&
           (!cq->ceq_id_valid || cq->ceq_id < dev->hmc_fpm_misc.max_ceqs);
}

// Posts W with the fields that all three commands have, and the given ones.
template <class W, class... Ps>
[[nodiscard]] HW_INLINE int post(irdma_sc_cq *cq, u64 scratch, bool post_sq, const CqBuffer &buffer,
                                 const Ps &...fields) {
    return submit<W>(cq->dev->cqp, scratch, post_sq, try_set<typename W::size>(buffer.size),
                     set<typename W::context>(cq->cq_uk.cq_id), set<typename W::shadow_area>(cq->shadow_area_pa),
                     try_set_if<typename W::first_pbl>(buffer.virtual_map, buffer.first_pbl),
                     try_set<typename W::leaf_pbl_size>(buffer.leaf_pbl_size),
                     set<typename W::virtual_map>(buffer.virtual_map), set<typename W::ceqe_mask>(bool(cq->ceqe_mask)),
                     set<typename W::tph_enable>(bool(cq->tph_en)),
                     set<typename W::cqe_64_bytes>(bool(cq->cq_uk.avoid_mem_cflct)), fields...);
}

// ... and the ids, which create and destroy send alike.
template <class W, class... Ps>
[[nodiscard]] HW_INLINE int post_with_ids(irdma_sc_cq *cq, u64 scratch, bool post_sq, const CqBuffer &buffer,
                                          const Ps &...fields) {
    const hw::FieldTable table = field_table(cq->dev);
    const u32 ceq_id = cq->ceq_id_valid ? cq->ceq_id : 0;

    return post<W>(cq, scratch, post_sq, buffer,
                   try_set<typename W::cq_id>(hw::low_part<hw::cq_id_low_bits>(cq->cq_uk.cq_id), table),
                   try_set<typename W::cq_id_high>(hw::high_part<hw::cq_id_low_bits>(cq->cq_uk.cq_id)),
                   try_set<typename W::ceq_id>(hw::low_part<hw::ceq_id_low_bits>(ceq_id), table),
                   try_set<typename W::ceq_id_high>(hw::high_part<hw::ceq_id_low_bits>(ceq_id)),
                   set<typename W::ceq_id_valid>(bool(cq->ceq_id_valid)), fields...);
}

int reject_life(const irdma_sc_cq *cq, hw::CqpOp op) {
    return reject_state(cq->dev, "CQ", cq->cq_uk.cq_id, op, cq->priv.life);
}

} // namespace

extern "C" int irdma_sc_cq_init(struct irdma_sc_cq *cq, struct irdma_cq_init_info *info) {
    irdma_sc_dev *dev = info->dev;

    if (info->virtual_map && !pbl_index_usable(dev, info->first_pm_pbl_idx)) {
        log_err(dev, "CQ %u: refused: PBL index %u", info->cq_uk_init_info.cq_id, info->first_pm_pbl_idx);
        return -EINVAL;
    }
    cq->cq_pa = info->cq_base_pa;
    cq->dev = dev;
    cq->ceq_id = info->ceq_id;
    info->cq_uk_init_info.cqe_alloc_db = dev->cq_arm_db;
    info->cq_uk_init_info.cq_ack_db = dev->cq_ack_db;
    irdma_uk_cq_init(&cq->cq_uk, &info->cq_uk_init_info);
    cq->virtual_map = info->virtual_map;
    cq->pbl_chunk_size = info->pbl_chunk_size;
    cq->ceqe_mask = info->ceqe_mask;
    cq->cq_type = info->type ? info->type : u8(IRDMA_CQ_TYPE_IWARP);
    cq->shadow_area_pa = info->shadow_area_pa;
    cq->shadow_read_threshold = info->shadow_read_threshold;
    cq->ceq_id_valid = info->ceq_id_valid;
    cq->tph_en = info->tph_en;
    cq->tph_val = info->tph_val;
    cq->first_pm_pbl_idx = info->first_pm_pbl_idx;
    cq->vsi = info->vsi;
    cq->priv.life = IRDMA_LIFE_READY;
    return 0;
}

extern "C" int irdma_sc_cq_create(struct irdma_sc_cq *cq, u64 scratch, bool check_overflow, bool post_sq) {
    using W = hw::CreateCq;
    const CqBuffer buffer = buffer_in_use(cq);

    if (!may_create(cq->priv.life))
        return reject_life(cq, W::code);
    if (!cq->vsi || !ids_usable(cq))
        return reject_wide(cq->dev->cqp, W::code);
    return entered(&cq->priv.life, IRDMA_LIFE_LIVE,
                   post_with_ids<W>(cq, scratch, post_sq, buffer,
                                    try_set<W::shadow_read_threshold>(cq->shadow_read_threshold),
                                    set_if<W::base>(!buffer.virtual_map, buffer.pa), set<W::tph_value>(cq->tph_val),
                                    set<W::vsi>(cq->vsi->vsi_idx), set<W::check_overflow>(check_overflow)));
}

// Without cq_resize the command describes the buffer in use, so that it cannot move or shrink a running CQ.
extern "C" int irdma_sc_cq_modify(struct irdma_sc_cq *cq, struct irdma_modify_cq_info *info, u64 scratch,
                                  bool post_sq) {
    using W = hw::ModifyCq;
    const CqBuffer buffer = info->cq_resize ? new_buffer(info) : buffer_in_use(cq);

    if (!may_use(cq->priv.life))
        return reject_life(cq, W::code);
    if (!cq->vsi || (info->cq_resize && buffer.virtual_map && !pbl_index_usable(cq->dev, buffer.first_pbl)))
        return reject_wide(cq->dev->cqp, W::code);
    return post<W>(cq, scratch, post_sq, buffer, try_set<W::cq_id>(cq->cq_uk.cq_id),
                   try_set<W::shadow_read_threshold>(info->shadow_read_threshold),
                   set_if<W::base>(!buffer.virtual_map, buffer.pa), set<W::tph_value>(cq->tph_val),
                   set<W::vsi>(cq->vsi->vsi_idx), set<W::resize>(bool(info->cq_resize)),
                   set<W::check_overflow>(info->check_overflow || cq->check_overflow));
}

extern "C" void irdma_sc_cq_resize(struct irdma_sc_cq *cq, struct irdma_modify_cq_info *info) {
    cq->virtual_map = info->virtual_map;
    cq->cq_pa = info->cq_pa;
    cq->first_pm_pbl_idx = info->first_pm_pbl_idx;
    cq->pbl_chunk_size = info->pbl_chunk_size;
    cq->shadow_read_threshold = info->shadow_read_threshold;
    irdma_uk_cq_resize(&cq->cq_uk, info->cq_base, int(info->cq_size));
}

extern "C" int irdma_sc_cq_destroy(struct irdma_sc_cq *cq, u64 scratch, bool post_sq) {
    using W = hw::DestroyCq;

    if (!may_destroy(cq->priv.life))
        return reject_life(cq, W::code);
    return entered(&cq->priv.life, IRDMA_LIFE_GONE, post_with_ids<W>(cq, scratch, post_sq, buffer_in_use(cq)));
}
