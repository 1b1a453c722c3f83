// SPDX-License-Identifier: GPL-2.0
//
// Context of an iWARP QP. It is written in sections: the QP's own fields always, those of TCP and of iWARP when the
// caller says so.

#include "core/generation.h"
#include "core/qp_context.h"

using namespace core;

namespace {

using C = hw::IwarpQpContext;

constexpr irdma_tcp_offload_info no_tcp = {};
constexpr irdma_iwarp_offload_info no_iwarp = {};

struct Sections {
    bool tcp;
    bool iwarp;
};

template <unsigned Word> HW_INLINE u64 mask_of_sections(bool tcp, bool iwarp) {
    return (tcp ? hw::word_mask<C::tcp_fields, Word> : 0) | (iwarp ? hw::word_mask<C::iwarp_fields, Word> : 0);
}

// Where the next marker is: as told, or else it follows from the sequence number.
u64 marker_offset(u16 told, u32 sequence) {
    return hw::low_bits<C::send_marker_offset>(told ? told : sequence);
}

u8 tos_of(const irdma_tcp_offload_info &tcp, const irdma_iwarp_offload_info &iwarp) {
    return iwarp.ecn_en || iwarp.dctcp_en ? hw::ecn_capable(tcp.tos) : tcp.tos;
}

// On gen1 the source address is an entry of a table; the one that came with TCP information replaces the QP's.
u8 source_mac_index(const irdma_sc_qp *qp, const irdma_tcp_offload_info *tcp) {
    return tcp ? tcp->src_mac_addr_idx : qp->src_mac_addr_idx;
}

template <class... Ps>
HW_INLINE auto tcp_image(const irdma_sc_qp *qp, const irdma_qp_host_ctx_info *info, const irdma_tcp_offload_info &tcp,
                         const irdma_iwarp_offload_info &iwarp, const ContextChoice &choice, const Ps &...more) {
    return gen2_context_image<C>(
        qp, info, tcp, iwarp, choice, set<C::no_nagle>(bool(tcp.no_nagle)), set<C::timestamps>(bool(tcp.time_stamp)),
        try_set<C::cwnd_inc_limit>(tcp.cwnd_inc_limit), set<C::drop_out_of_order>(bool(tcp.drop_ooo_seg)),
        try_set<C::dup_ack_threshold>(tcp.dup_ack_thresh), set<C::avoid_stretch_ack>(bool(tcp.avoid_stretch_ack)),
        try_set<C::syn_rst_handling>(tcp.syn_rst_handling), set<C::window_scaling>(bool(tcp.wscale)),
        set<C::ignore_tcp_options>(bool(tcp.ignore_tcp_opt)),
        set<C::ignore_unsupported_options>(bool(tcp.ignore_tcp_uns_opt)), try_set<C::tcp_state>(tcp.tcp_state),
        try_set<C::receive_window_scale>(tcp.rcv_wscale), try_set<C::send_window_scale>(tcp.snd_wscale),
        set<C::timestamp_recent>(tcp.time_stamp_recent), set<C::timestamp_age>(tcp.time_stamp_age),
        set<C::send_next>(tcp.snd_nxt), set<C::send_window>(tcp.snd_wnd), set<C::receive_next>(tcp.rcv_nxt),
        set<C::receive_window>(tcp.rcv_wnd), set<C::send_max>(tcp.snd_max), set<C::send_unacknowledged>(tcp.snd_una),
        set<C::smoothed_rtt>(tcp.srtt), set<C::rtt_variance>(tcp.rtt_var), set<C::slow_start_threshold>(tcp.ss_thresh),
        set<C::congestion_window>(tcp.cwnd), set<C::snd_wl1>(tcp.snd_wl1), set<C::snd_wl2>(tcp.snd_wl2),
        set<C::max_send_window>(tcp.max_snd_window), more...);
}

} // namespace

extern "C" void irdma_sc_qp_setctx(struct irdma_sc_qp *qp, __le64 *qp_ctx, struct irdma_qp_host_ctx_info *info) {
    static constexpr u8 no_mac[IRDMA_ETH_ALEN] = {};
    const Sections on = {info->tcp_info_valid && info->tcp_info, info->iwarp_info_valid && info->iwarp_info};
    const bool mac_index = generation_of(qp->dev).mac_by_index;
    // What is there, valid or not: markers, ECN and congestion control of one section depend on the other.
    const irdma_tcp_offload_info &given_tcp = info->tcp_info ? *info->tcp_info : no_tcp;
    const irdma_iwarp_offload_info &given = info->iwarp_info ? *info->iwarp_info : no_iwarp;
    const irdma_tcp_offload_info &tcp = on.tcp ? given_tcp : no_tcp;
    const irdma_iwarp_offload_info &iwarp = on.iwarp ? given : no_iwarp;
    const u8 mac = mac_index ? source_mac_index(qp, on.tcp ? &tcp : nullptr) : u8(0);
    const ContextChoice choice = {mac_index ? no_mac : iwarp.mac_addr, tos_of(tcp, given),
                                  on.tcp ? given.t_low : u16(0), on.tcp ? given.t_high : u16(0)};

    const auto image = tcp_image(
        qp, info, tcp, iwarp, choice, try_set<C::source_mac_index>(mac), try_set<C::exception_queue>(qp->ieq_qp),
        try_set<C::ddp_version>(iwarp.ddp_ver), set<C::ib_read>(bool(iwarp.ib_rd_en)), set<C::ecn>(bool(iwarp.ecn_en)),
        try_set<C::rdmap_version>(iwarp.rdmap_ver), try_set_address<C::q2_buffer>(on.iwarp ? qp->q2_pa : 0),
        set<C::last_byte_sent>(iwarp.last_byte_sent), set<C::send_markers>(bool(iwarp.snd_mark_en)),
        set<C::iwarp_mode>(true), set<C::receive_markers>(bool(iwarp.rcv_mark_en)),
        set<C::align_headers>(bool(iwarp.align_hdrs)), set<C::no_mpa_crc>(bool(iwarp.rcv_no_mpa_crc)),
        try_set<C::receive_marker_offset>(marker_offset(iwarp.rcv_mark_offset, given_tcp.rcv_nxt)),
        try_set<C::send_marker_offset>(marker_offset(iwarp.snd_mark_offset, given_tcp.snd_nxt)));

    if (on.tcp && mac_index)
        qp->src_mac_addr_idx = mac;
    if (given.rcv_mark_en) {
        qp->pfpdu.marker_len = 4;
        if (info->tcp_info)
            qp->pfpdu.rcv_start_seq = given_tcp.rcv_nxt;
    }
    finish_context(qp, info, image);
    // A section that is left out stays as it is, also where it shares a word with another one.
    store_context(
        image, qp_ctx,
        [on]<unsigned Word>() {
            return hw::word_mask<C::always_fields, Word> | mask_of_sections<Word>(on.tcp, on.iwarp);
        },
        [on]<unsigned Word>() { return mask_of_sections<Word>(!on.tcp, !on.iwarp); });
}
