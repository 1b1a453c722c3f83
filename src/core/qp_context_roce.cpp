// SPDX-License-Identifier: GPL-2.0
//
// Context of a RoCE QP, gen2 and gen3.

#include "core/generation.h"
#include "core/qp_context.h"

using namespace core;

namespace {

// The fields that both generations have and iWARP has not, with `more`, handed to the function that adds the rest.
template <class C, class Rest, class... Ps>
HW_INLINE auto roce_image(const irdma_roce_offload_info &roce, const irdma_udp_offload_info &udp, Rest rest,
                          const Ps &...more) {
    return rest(set<typename C::is_qp1>(bool(roce.is_qp1)), try_set<typename C::transport_version>(roce.roce_tver),
                try_set<typename C::ack_credits>(roce.ack_credits), set<typename C::p_key>(roce.p_key),
                try_set<typename C::dest_qp>(roce.dest_qp), set<typename C::q_key>(roce.qkey),
                try_set<typename C::psn_next>(udp.psn_nxt), try_set<typename C::lsn>(udp.lsn),
                try_set<typename C::psn_expected>(udp.epsn), try_set<typename C::psn_max>(udp.psn_max),
                try_set<typename C::psn_unacknowledged>(udp.psn_una), try_set<typename C::congestion_window>(udp.cwnd),
                try_set<typename C::rnr_nak_threshold>(udp.rnr_nak_thresh),
                set<typename C::ud_private_cq>(bool(roce.udprivcq_en)), set<typename C::dcqcn>(bool(roce.dcqcn_en)),
                set<typename C::firmware_cc>(bool(roce.fw_cc_enable)), set<typename C::no_icrc>(bool(roce.rcv_no_icrc)),
                more...);
}

// Every word that has a field, whole.
template <class Image> HW_INLINE void store_whole(const Image &image, __le64 *ctx) {
    using L = typename Image::layout;

    store_context(
        image, ctx, []<unsigned Word>() { return hw::word_mask<typename L::fields, Word>; },
        []<unsigned Word>() { return u64(0); });
}

} // namespace

extern "C" void irdma_sc_qp_setctx_roce_gen_2(struct irdma_sc_qp *qp, __le64 *qp_ctx,
                                              struct irdma_qp_host_ctx_info *info) {
    using C = hw::RoceGen2QpContext;
    const irdma_roce_offload_info &roce = *info->roce_info;
    const irdma_udp_offload_info &udp = *info->udp_info;
    const bool ecn = roce.dcqcn_en || roce.dctcp_en;
    const ContextChoice choice = {roce.mac_addr, ecn ? hw::ecn_capable(udp.tos) : udp.tos, roce.t_low, roce.t_high};

    const auto image = roce_image<C>(roce, udp, [&](const auto &...fields) {
        return gen2_context_image<C>(qp, info, udp, roce, choice, fields...);
    });
    finish_context(qp, info, image);
    store_whole(image, qp_ctx);
}

extern "C" void irdma_sc_qp_setctx_roce_gen_3(struct irdma_sc_qp *qp, __le64 *qp_ctx,
                                              struct irdma_qp_host_ctx_info *info) {
    using C = hw::RoceGen3QpContext;
    const irdma_roce_offload_info &roce = *info->roce_info;
    const irdma_udp_offload_info &udp = *info->udp_info;
    const irdma_srq_uk *srq = qp->qp_uk.srq_uk;
    const ContextChoice choice = {roce.mac_addr, udp.tos, roce.t_low, roce.t_high};

    const auto image = roce_image<C>(
        roce, udp, [&](const auto &...fields) { return context_image<C>(qp, info, udp, roce, choice, fields...); },
        set<C::use_srq>(srq != nullptr),
        // The RNR NAK timer has no field of its own.
        try_set<C::min_rnr_timer>(udp.min_rnr_timer ? udp.min_rnr_timer : udp.rnr_nak_tmr),
        try_set<C::local_ack_timeout>(roce.local_ack_timeout), try_set<C::ord_size>(roce.ord_size),
        try_set<C::ird_size>(irdma_sc_get_encoded_ird_size_gen_3(usable_ird(qp, roce.ird_size))),
        set<C::remote_atomics>(bool(info->remote_atomics_en)), try_set<C::srq_id>(srq ? srq->srq_id : 0),
        try_set<C::pd_id>(roce.pd_id), set<C::stats_index>(info->stats_idx), try_set<C::packet_limit>(qp->pkt_limit));
    finish_context(qp, info, image);
    store_whole(image, qp_ctx);
}

extern "C" void irdma_sc_qp_setctx_roce(struct irdma_sc_qp *qp, __le64 *qp_ctx, struct irdma_qp_host_ctx_info *info) {
    const hw::Generation &gen = generation_of(qp->dev);

    // The layout with an SRQ in it is the one of the devices that have SRQs.
    if (gen.srq)
        irdma_sc_qp_setctx_roce_gen_3(qp, qp_ctx, info);
    else if (gen.roce)
        irdma_sc_qp_setctx_roce_gen_2(qp, qp_ctx, info);
    else
        log_err(qp->dev, "QP %u: context refused: this device has no RoCE", qp->qp_uk.qp_id);
}
