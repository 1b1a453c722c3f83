// SPDX-License-Identifier: GPL-2.0
//
// What the three layouts of the QP context are filled with alike.
//
// The writers return nothing, so a value that does not fit cannot be refused: the field gets its low bits, its
// neighbours stay intact, and one line of the log tells.
#pragma once

#include "core/cqp_ring.h"
#include "hw/id_widths.h"
#include "hw/qp_context.h"

namespace core {

// What needs a decision before it goes into the context.
struct ContextChoice {
    const u8 *mac;
    u8 tos;
    u16 t_low;
    u16 t_high;
};

// Anything but a page index that fits means "no push page".
HW_INLINE bool has_push_page(const irdma_sc_qp *qp) {
    return qp->push_idx <= hw::RoceGen3QpContext::push_page::max;
}

// The depth asked for, at most what the device has. Limits not known yet are none.
HW_INLINE u16 usable_ird(const irdma_sc_qp *qp, u16 ird_size) {
    const u32 max = qp->dev->hw_attrs.max_hw_ird;

    return max && ird_size > max ? u16(max) : ird_size;
}

// Context C, with what all layouts have and the given fields. Transport: TCP or UDP; Protocol: iWARP or RoCE.
template <class C, class Transport, class Protocol, class... Ps>
[[nodiscard]] HW_INLINE auto context_image(const irdma_sc_qp *qp, const irdma_qp_host_ctx_info *info,
                                           const Transport &tp, const Protocol &proto, const ContextChoice &choice,
                                           const Ps &...more) {
    const bool push = has_push_page(qp);

    return hw::fill<C>(
        try_set<typename C::rq_wqe_size>(qp->qp_uk.rq_wqe_size), set<typename C::receive_tph>(bool(qp->rcv_tph_en)),
        set<typename C::transmit_tph>(bool(qp->xmit_tph_en)), set<typename C::rq_tph>(bool(qp->rq_tph_en)),
        set<typename C::sq_tph>(bool(qp->sq_tph_en)), try_set_if<typename C::push_page>(push, qp->push_idx),
        set<typename C::push>(push), set<typename C::sq_base>(qp->sq_pa), set<typename C::rq_base>(qp->rq_pa),
        try_set<typename C::rq_size>(qp->hw_rq_size), try_set<typename C::sq_size>(qp->hw_sq_size),
        try_set<typename C::send_cq>(info->send_cq_num), try_set<typename C::receive_cq>(info->rcv_cq_num),
        set<typename C::completion_context>(info->qp_compl_ctx), set<typename C::sq_tph_value>(qp->sq_tph_val),
        set<typename C::rq_tph_value>(qp->rq_tph_val), try_set<typename C::qs_handle>(qp->qs_handle),
        set<typename C::ipv4>(bool(tp.ipv4)), set<typename C::insert_vlan_tag>(bool(tp.insert_vlan_tag)),
        set<typename C::ttl>(tp.ttl), set<typename C::tos>(choice.tos), set<typename C::source_port>(tp.src_port),
        set<typename C::dest_port>(tp.dst_port), set<typename C::dest_ip3>(tp.dest_ip_addr[3]),
        set<typename C::dest_ip2>(tp.dest_ip_addr[2]), set<typename C::dest_ip1>(tp.dest_ip_addr[1]),
        set<typename C::dest_ip0>(tp.dest_ip_addr[0]), try_set<typename C::send_mss>(tp.snd_mss),
        set<typename C::vlan_tag>(tp.vlan_tag), set<typename C::arp_index>(tp.arp_idx),
        try_set<typename C::flow_label>(tp.flow_label), try_set<typename C::retransmit_threshold>(tp.rexmit_thresh),
        set<typename C::local_ip3>(tp.local_ipaddr[3]), set<typename C::local_ip2>(tp.local_ipaddr[2]),
        set<typename C::local_ip1>(tp.local_ipaddr[1]), set<typename C::local_ip0>(tp.local_ipaddr[0]),
        try_set<typename C::t_low>(choice.t_low), try_set<typename C::t_high>(choice.t_high),
        set<typename C::dctcp>(bool(proto.dctcp_en)), try_set<typename C::min_rto>(proto.rtomin),
        set_mac<typename C::mac>(choice.mac), set<typename C::write_ok>(bool(proto.wr_rdresp_en)),
        set<typename C::read_ok>(bool(proto.rd_en)), set<typename C::bind>(bool(proto.bind_en)),
        set<typename C::fast_register>(bool(proto.fast_reg_en)), set<typename C::privileged>(bool(proto.priv_mode_en)),
        set<typename C::use_stats>(bool(info->stats_idx_valid)), set<typename C::timely>(bool(proto.timely_en)),
        more...);
}

// ... and what the layouts before gen3 have.
template <class C, class Transport, class Protocol, class... Ps>
[[nodiscard]] HW_INLINE auto gen2_context_image(const irdma_sc_qp *qp, const irdma_qp_host_ctx_info *info,
                                                const Transport &tp, const Protocol &proto, const ContextChoice &choice,
                                                const Ps &...more) {
    // An index that is not valid may be the marker for "none", which is wider.
    const u64 stats = info->stats_idx_valid ? info->stats_idx : hw::low_bits<typename C::stats_index>(info->stats_idx);

    return context_image<C>(
        qp, info, tp, proto, choice, try_set<typename C::remote_endpoint>(info->rem_endpoint_idx),
        try_set<typename C::err_rq_index_valid>(proto.err_rq_idx_valid),
        try_set<typename C::pd_id>(hw::low_part<hw::context_pd_low_bits>(proto.pd_id)),
        try_set<typename C::pd_id_high>(hw::high_part<hw::context_pd_low_bits>(proto.pd_id)),
        try_set<typename C::err_rq_index>(proto.err_rq_idx), try_set<typename C::stats_index>(stats),
        try_set<typename C::ord_size>(proto.ord_size),
        try_set<typename C::ird_size>(irdma_sc_get_encoded_ird_size(usable_ird(qp, proto.ird_size))), more...);
}

// What all writers do to the QP, and the log line for what was cut.
template <class Image>
HW_INLINE void finish_context(irdma_sc_qp *qp, const irdma_qp_host_ctx_info *info, const Image &image) {
    const bool push_ok = has_push_page(qp) || qp->push_idx == IRDMA_INVALID_PUSH_PAGE_INDEX;
    const bool pri_ok = info->user_pri < IRDMA_MAX_USER_PRIORITY;

    if (pri_ok)
        qp->user_pri = info->user_pri;
    if (!image.fits() || !push_ok || !pri_ok)
        log_err(qp->dev, "QP %u: context: a value does not fit its field (push page 0x%x, priority %u)",
                qp->qp_uk.qp_id, qp->push_idx, info->user_pri);
}

// Stores the words of which Mask<Word> claims bits; `keep` tells which bits of the buffer stay.
template <unsigned Word = 0, class Image, class Claimed, class Kept>
HW_INLINE void store_context(const Image &image, __le64 *ctx, Claimed claimed, Kept kept) {
    using L = typename Image::layout;

    if constexpr (Word < L::words) {
        if constexpr (hw::word_mask<typename L::fields, Word> != 0) {
            const u64 mine = claimed.template operator()<Word>();
            const u64 old = kept.template operator()<Word>();

            if (mine)
                hw::store_word(ctx, Word,
                               (image.template word<Word>() & mine) | (old ? hw::load_word(ctx, Word) & old : 0));
        }
        store_context<Word + 1>(image, ctx, claimed, kept);
    }
}

} // namespace core
