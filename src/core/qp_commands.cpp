// SPDX-License-Identifier: GPL-2.0
//
// Commands on queue pairs, and on the push pages they use.

#include "core/cqp_ring.h"
#include "core/generation.h"
#include "core/life.h"
#include "hw/qp_state.h"
#include "hw/qp_wqe.h"

using namespace core;

namespace {

using Terminate = hw::ModifyQp::Terminate;

// What a QP sends when it goes to terminate.
Terminate terminate_action(const irdma_modify_qp_info *info) {
    if (info->next_iwarp_state != IRDMA_QP_STATE_TERMINATE)
        return Terminate::both;
    if (info->dont_send_term)
        return info->dont_send_fin ? Terminate::neither : Terminate::fin_only;
    return info->dont_send_fin ? Terminate::terminate_only : Terminate::both;
}

// Callers pass the message's length in bytes, up to 52; the field has four bits and its unit is unknown. Existing
// drivers send the low bits, so that is what devices have been tested with.
u64 terminate_length(const irdma_modify_qp_info *info) {
    if (info->next_iwarp_state != IRDMA_QP_STATE_TERMINATE || info->dont_send_term)
        return 0;
    return info->termlen & hw::ModifyQp::term_length::max;
}

bool qp_id_usable(const irdma_sc_qp *qp) {
    const irdma_sc_dev *dev = qp->dev;
    const u32 id = qp->qp_uk.qp_id;

    return id >= dev->hw_attrs.min_hw_qp_id && id < dev->hmc_info->hmc_obj[IRDMA_HMC_IW_QP].max_cnt;
}

int reject_life(const irdma_sc_qp *qp, hw::CqpOp op) {
    return reject_state(qp->dev, "QP", qp->qp_uk.qp_id, op, qp->priv.life);
}

// The device steps through the receive queue by the shift in the context; its size there counts WQEs of another
// origin, see irdma_sc_qp_init().
bool rq_stride_known(const irdma_sc_qp *qp) {
    const irdma_qp_uk &uk = qp->qp_uk;
    const u64 quanta = u64(uk.rq_size) << uk.rq_wqe_size;

    return uk.srq_uk || quanta > IRDMA_QP_SW_MAX_WQ_QUANTA ||
           irdma_get_encoded_wqe_size(u32(quanta), IRDMA_QUEUE_TYPE_SQ_RQ) == qp->hw_rq_size;
}

bool step_allowed(const irdma_sc_qp *qp, u8 next) {
    return qp->priv.life == IRDMA_LIFE_UNCHECKED || hw::qp_step_allowed(qp->priv.hw_state, next);
}

} // namespace

extern "C" int irdma_sc_qp_create(struct irdma_sc_qp *qp, struct irdma_create_qp_info *info, u64 scratch,
                                  bool post_sq) {
    using W = hw::CreateQp;
    irdma_sc_cqp *cqp = qp->dev->cqp;

    if (!may_create(qp->priv.life))
        return reject_life(qp, W::code);
    if (!qp_id_usable(qp) || (qp->priv.life && !(hw::qp_first_allowed(info->next_iwarp_state) && rq_stride_known(qp))))
        return reject_wide(cqp, W::code);
    const int err = submit<W>(
        cqp, scratch, post_sq, set<W::host_context>(qp->hw_host_ctx_pa), set<W::shadow_area>(qp->shadow_area_pa),
        try_set<W::qp_id>(qp->qp_uk.qp_id), try_set<W::qp_type>(qp->qp_uk.qp_type),
        set<W::virtual_map>(bool(qp->virtual_map)), set<W::ord_valid>(bool(info->ord_valid)),
        set<W::tcp_context_valid>(bool(info->tcp_ctx_valid)), set<W::force_loopback>(info->force_lpb),
        set<W::cq_num_valid>(bool(info->cq_num_valid)), set<W::mac_valid>(bool(info->mac_valid)),
        set<W::arp_index_valid>(bool(info->arp_cache_idx_valid)), try_set<W::next_state>(info->next_iwarp_state));
    if (!err)
        qp->priv.hw_state = info->next_iwarp_state;
    return entered(&qp->priv.life, IRDMA_LIFE_LIVE, err);
}

extern "C" int irdma_sc_qp_modify(struct irdma_sc_qp *qp, struct irdma_modify_qp_info *info, u64 scratch,
                                  bool post_sq) {
    using W = hw::ModifyQp;

    if (!may_use(qp->priv.life))
        return reject_life(qp, W::code);
    if (!step_allowed(qp, info->next_iwarp_state)) {
        log_err(qp->dev, "QP %u: modify refused: no step from hardware state %u to %u", qp->qp_uk.qp_id,
                qp->priv.hw_state, info->next_iwarp_state);
        return -EINVAL;
    }
    const int err = submit<W>(
        qp->dev->cqp, scratch, post_sq, set<W::host_context>(qp->hw_host_ctx_pa),
        set<W::shadow_area>(qp->shadow_area_pa), try_set<W::qp_id>(qp->qp_uk.qp_id),
        try_set<W::qp_type>(qp->qp_uk.qp_type), set<W::virtual_map>(bool(qp->virtual_map)),
        try_set<W::new_mss>(info->new_mss), try_set<W::term_length>(terminate_length(info)),
        set<W::ord_valid>(bool(info->ord_valid)), set<W::tcp_context_valid>(bool(info->tcp_ctx_valid)),
        set<W::cached_vars_valid>(bool(info->cached_var_valid)), set<W::force_loopback>(bool(info->force_lpb)),
        set<W::cq_num_valid>(bool(info->cq_num_valid)), set<W::mac_valid>(bool(info->mac_valid)),
        set<W::mss_change>(bool(info->mss_change)), set<W::remove_hash>(bool(info->remove_hash_idx)),
        set<W::terminate>(terminate_action(info)), set<W::reset_tcp>(bool(info->reset_tcp_conn)),
        set<W::arp_index_valid>(bool(info->arp_cache_idx_valid)), try_set<W::next_state>(info->next_iwarp_state));
    if (!err && info->next_iwarp_state != IRDMA_QP_STATE_INVALID)
        qp->priv.hw_state = info->next_iwarp_state;
    return err;
}

extern "C" int irdma_sc_qp_destroy(struct irdma_sc_qp *qp, u64 scratch, bool remove_hash_idx, bool ignore_mw_bnd,
                                   bool post_sq) {
    using W = hw::DestroyQp;

    if (!may_destroy(qp->priv.life))
        return reject_life(qp, W::code);
    return entered(&qp->priv.life, IRDMA_LIFE_GONE,
                   submit<W>(qp->dev->cqp, scratch, post_sq, set<W::host_context>(qp->hw_host_ctx_pa),
                             set<W::shadow_area>(qp->shadow_area_pa), try_set<W::qp_id>(qp->qp_uk.qp_id),
                             try_set<W::qp_type>(qp->qp_uk.qp_type), set<W::ignore_mw_bound>(ignore_mw_bnd),
                             set<W::remove_hash>(remove_hash_idx)));
}

extern "C" int irdma_sc_suspend_qp(struct irdma_sc_cqp *cqp, struct irdma_sc_qp *qp, u64 scratch) {
    using W = hw::SuspendQp;

    if (!may_use(qp->priv.life))
        return reject_life(qp, W::code);
    return submit<W>(cqp, scratch, true, try_set<W::qp_id>(qp->qp_uk.qp_id));
}

extern "C" int irdma_sc_resume_qp(struct irdma_sc_cqp *cqp, struct irdma_sc_qp *qp, u64 scratch) {
    using W = hw::ResumeQp;

    if (!may_use(qp->priv.life))
        return reject_life(qp, W::code);
    return submit<W>(cqp, scratch, true, set<W::qs_handle>(qp->qs_handle), try_set<W::qp_id>(qp->qp_uk.qp_id));
}

// A side is flushed once; the QP remembers it only when the command is on its way, so that a failed call can be
// repeated.
extern "C" int irdma_sc_qp_flush_wqes(struct irdma_sc_qp *qp, struct irdma_qp_flush_info *info, u64 scratch,
                                      bool post_sq) {
    using W = hw::FlushWqes;
    const irdma_sc_dev *dev = qp->pd->dev;
    const bool index = generation_of(dev).flush_index;
    const bool sq = info->sq && !qp->flush_sq;
    const bool rq = info->rq && !qp->flush_rq;
    const bool sq_codes = sq && info->userflushcode;
    const bool rq_codes = rq && info->userflushcode;

    if (!may_use(qp->priv.life))
        return reject_life(qp, W::code);
    if (!sq && !rq)
        return -EALREADY;
    const int err = submit<W>(
        dev->cqp, scratch, post_sq, set_if<W::ae_code>(info->generate_ae, info->ae_code),
        try_set_if<W::ae_source>(info->generate_ae, info->ae_src), set_if<W::rq_minor>(rq_codes, info->rq_minor_code),
        set_if<W::rq_major>(rq_codes, info->rq_major_code), set_if<W::sq_minor>(sq_codes, info->sq_minor_code),
        set_if<W::sq_major>(sq_codes, info->sq_major_code), try_set_if<W::err_sq_index>(index, info->err_sq_idx),
        try_set_if<W::err_rq_index>(index, info->err_rq_idx), try_set<W::qp_id>(qp->qp_uk.qp_id),
        set_if<W::err_sq_index_valid>(index, bool(info->err_sq_idx_valid)),
        set_if<W::err_rq_index_valid>(index, bool(info->err_rq_idx_valid)),
        set<W::generate_ae>(bool(info->generate_ae)), set<W::user_codes>(bool(info->userflushcode)),
        set<W::flush_sq>(sq), set<W::flush_rq>(rq));
    if (err)
        return err;
    qp->flush_sq |= sq;
    qp->flush_rq |= rq;
    return 0;
}

extern "C" int irdma_sc_gen_ae(struct irdma_sc_qp *qp, struct irdma_gen_ae_info *info, u64 scratch, bool post_sq) {
    using W = hw::FlushWqes;

    if (!may_use(qp->priv.life))
        return reject_life(qp, W::code);
    return submit<W>(qp->pd->dev->cqp, scratch, post_sq, set<W::ae_code>(info->ae_code),
                     try_set<W::ae_source>(info->ae_src), try_set<W::qp_id>(qp->qp_uk.qp_id),
                     set<W::generate_ae>(true));
}

extern "C" int irdma_sc_qp_upload_context(struct irdma_sc_dev *dev, struct irdma_upload_context_info *info, u64 scratch,
                                          bool post_sq) {
    using W = hw::UploadContext;

    return submit<W>(dev->cqp, scratch, post_sq, set<W::buffer>(info->buf_pa), try_set<W::qp_id>(info->qp_id),
                     try_set<W::qp_type>(info->qp_type), set<W::raw_format>(bool(info->raw_format)),
                     set<W::freeze_qp>(bool(info->freeze_qp)));
}

extern "C" int irdma_sc_manage_push_page(struct irdma_sc_cqp *cqp, struct irdma_cqp_manage_push_page_info *info,
                                         u64 scratch, bool post_sq) {
    using W = hw::ManagePushPages;

    if (info->free_page && info->push_idx >= cqp->dev->hw_attrs.max_hw_device_pages)
        return reject_wide(cqp, W::code);
    return submit<W>(cqp, scratch, post_sq, set<W::qs_handle>(info->qs_handle), set<W::page_index>(info->push_idx),
                     try_set<W::page_type>(info->push_page_type), try_set<W::free_page>(info->free_page));
}
