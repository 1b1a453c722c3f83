// SPDX-License-Identifier: GPL-2.0
//
// WQEs that the control path writes into a QP's send queue: connection setup, and fast registration.

#include "core/pbl.h"
#include "core/sq_ring.h"
#include "core/stag.h"
#include "hw/generation.h"
#include "hw/id_widths.h"

using namespace core;

namespace {

// Writes one quantum, with its opcode.
template <class L, class... Ps> void store_quantum(irdma_qp_uk *qp, u32 idx, const Ps &...fields) {
    store_sq_wqe(hw::fill<L>(fields..., set<typename L::opcode>(L::code)), qp, qp->sq_base[idx].elem);
}

// Whether the first `count` quanta are there for connection setup: reserved when the QP was initialised, or in a ring
// that nothing was posted to. Otherwise they hold, or will hold, the user's work.
bool setup_quanta_free(const irdma_sc_qp *qp, u16 count) {
    const irdma_qp_uk &uk = qp->qp_uk;

    if (uk.conn_wqes >= count || (!uk.conn_wqes && !uk.sq_ring.head && !uk.sq_ring.tail))
        return true;
    log_err(qp->dev, "QP %u: connection setup needs %u quanta of the SQ, %u are reserved", uk.qp_id, count,
            uk.conn_wqes);
    return false;
}

bool fragment_valid(const irdma_sc_qp *qp) {
    return hw::generation(qp->qp_uk.uk_attrs->hw_rev).fragment_valid;
}

bool has_rts_ae(const irdma_sc_qp *qp) {
    return qp->qp_uk.uk_attrs->feature_flags & hw::feature_rts_ae;
}

template <hw::SqOp Code> void store_rtt(irdma_sc_qp *qp, u32 local_stag, u32 remote_stag) {
    irdma_qp_uk *uk = &qp->qp_uk;

    if (fragment_valid(qp)) {
        using W = hw::Rtt<Code>;
        store_quantum<W>(uk, 0, set<typename W::local_stag>(local_stag),
                         try_set<typename W::fragment_valid>(uk->swqe_polarity),
                         set<typename W::remote_stag>(remote_stag));
    } else {
        using W = hw::RttGen1<Code>;
        store_quantum<W>(uk, 0, set<typename W::local_stag>(local_stag), set<typename W::remote_stag>(remote_stag));
    }
}

// The image of a fast registration; of page list and physical address the one in use.
auto fast_register_image(const irdma_fast_reg_stag_info *info, hw::PageSize page_size) {
    using W = hw::FastRegister;
    const bool va_based = info->addr_type == IRDMA_ADDR_TYPE_VA_BASED;
    const bool paged = info->chunk_size != 0;
    const u64 pbl = info->first_pm_pbl_index;

    return hw::fill<W>(set<W::address>(va_based ? address_of(info->va) : info->fbo),
                       try_set_if<W::first_pbl>(paged, hw::low_part<hw::fast_register_pbl_low_bits>(pbl)),
                       try_set_if<W::first_pbl_high>(paged, hw::high_part<hw::fast_register_pbl_low_bits>(pbl)),
                       try_set_address<W::physical_address>(paged ? 0 : info->reg_addr_pa),
                       try_set<W::length>(info->total_len), set<W::stag_key>(info->stag_key),
                       try_set<W::stag_index>(info->stag_idx), try_set<W::leaf_pbl_size>(info->chunk_size),
                       set<W::page_size>(page_size), try_set<W::access_rights>(device_rights(info->access_rights)),
                       set<W::va_based>(va_based), set<W::remote_atomics>(bool(info->remote_atomics_en)),
                       set<W::read_fence>(bool(info->read_fence)), set<W::local_fence>(bool(info->local_fence)),
                       set<W::signal>(bool(info->signaled)), set<W::opcode>(W::code));
}

} // namespace

extern "C" void irdma_sc_gen_rts_ae(struct irdma_sc_qp *qp) {
    irdma_qp_uk *uk = &qp->qp_uk;

    if (!setup_quanta_free(qp, 3))
        return;
    store_quantum<hw::SqNop>(uk, 1, set<hw::SqNop::local_fence>(true));
    store_quantum<hw::GenerateRtsAe>(uk, 2);
}

extern "C" void irdma_sc_send_lsmm(struct irdma_sc_qp *qp, void *lsmm_buf, u32 size, irdma_stag stag) {
    irdma_qp_uk *uk = &qp->qp_uk;

    if (!setup_quanta_free(qp, 1))
        return;
    if (fragment_valid(qp)) {
        using W = hw::Lsmm;
        store_quantum<W>(uk, 0, set<W::address>(address_of(lsmm_buf)), set<W::stag>(stag), try_set<W::length>(size),
                         try_set<W::fragment_valid>(uk->swqe_polarity), set<W::streaming>(true),
                         set<W::wait_for_receive>(true));
    } else {
        using W = hw::LsmmGen1;
        store_quantum<W>(uk, 0, set<W::address>(address_of(lsmm_buf)), set<W::length>(size), set<W::stag>(stag),
                         set<W::streaming>(true), set<W::wait_for_receive>(true));
    }
    if (has_rts_ae(qp))
        irdma_sc_gen_rts_ae(qp);
}

extern "C" void irdma_sc_send_rtt(struct irdma_sc_qp *qp, bool read) {
    if (!setup_quanta_free(qp, 1))
        return;
    if (read)
        store_rtt<hw::SqOp::rdma_read>(qp, hw::rtt_local_stag, hw::rtt_remote_stag);
    else
        store_rtt<hw::SqOp::rdma_write>(qp, 0, 0);
    if (has_rts_ae(qp))
        irdma_sc_gen_rts_ae(qp);
}

extern "C" int irdma_sc_mr_fast_register(struct irdma_sc_qp *qp, struct irdma_fast_reg_stag_info *info, bool post_sq) {
    irdma_qp_uk *uk = &qp->qp_uk;
    irdma_post_sq_info post = {};
    hw::PageSize page_size;
    u32 idx;

    if (!encode_page_size(qp->dev, info->page_size, &page_size) ||
        (info->chunk_size && !pbl_index_usable(qp->dev, info->first_pm_pbl_index)))
        return -EINVAL;
    const auto wqe = fast_register_image(info, page_size);
    if (!wqe.fits())
        return -EINVAL;
    post.wr_id = info->wr_id;
    post.signaled = info->signaled;
    __le64 *slot = irdma_qp_get_next_send_wqe(uk, &idx, 1, 0, &post);
    if (!slot)
        return -ENOMEM;
    irdma_clr_wqes(uk, idx);
    store_sq_wqe(wqe, uk, slot);
    if (post_sq)
        irdma_uk_qp_post_wr(uk);
    return 0;
}
