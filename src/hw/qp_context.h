// SPDX-License-Identifier: GPL-2.0
//
// The QP's host context: 256 bytes of host memory the device reads while it creates or modifies a QP. Three layouts:
// iWARP (gen1, gen2), RoCE of gen2 and RoCE of gen3. What they have in common is described once, in the parts below.
#pragma once

#include "hw/builder.h"

namespace hw {

// ---- lists of fields ----------------------------------------------------------------------------------------------

template <class... Lists> struct Join;
template <class... Fs> struct Join<Fields<Fs...>> { using type = Fields<Fs...>; };
template <class... As, class... Bs, class... Rest>
struct Join<Fields<As...>, Fields<Bs...>, Rest...> : Join<Fields<As..., Bs...>, Rest...> {};

template <class... Lists> using Joined = typename Join<Lists...>::type;

// Bits of a word that the fields of a list take.
template <unsigned Word, class... Fs> constexpr u64 mask_in(Fields<Fs...> *) {
    return ((Fs::word == Word ? Fs::mask : u64(0)) | ... | u64(0));
}
template <class List, unsigned Word> inline constexpr u64 word_mask = mask_in<Word>(static_cast<List *>(nullptr));

// ---- parts --------------------------------------------------------------------------------------------------------

// Every layout. Grouped by where the values come from: the QP (always written), transport and protocol information.
template <class Self> struct CommonContext {
    HW_FIELD(Self, rq_wqe_size, 0, 9, 8); // log2 of quanta
    HW_FIELD(Self, receive_tph, 0, 28, 28);
    HW_FIELD(Self, transmit_tph, 0, 29, 29);
    HW_FIELD(Self, rq_tph, 0, 30, 30);
    HW_FIELD(Self, sq_tph, 0, 31, 31);
    HW_FIELD(Self, push_page, 0, 41, 32);
    HW_FIELD(Self, push, 0, 47, 47);
    HW_FIELD(Self, sq_base, 8, 63, 0); // address; first PBLE index of virtually mapped queues, like the next
    HW_FIELD(Self, rq_base, 16, 63, 0);
    HW_FIELD(Self, rq_size, 24, 11, 8); // encoded
    HW_FIELD(Self, sq_size, 24, 15, 12);
    HW_FIELD(Self, send_cq, 136, 24, 0);
    HW_FIELD(Self, receive_cq, 136, 56, 32);
    HW_FIELD(Self, completion_context, 168, 63, 0); // comes back in CQEs and asynchronous events
    HW_FIELD(Self, sq_tph_value, 176, 7, 0);
    HW_FIELD(Self, rq_tph_value, 176, 15, 8);
    HW_FIELD(Self, qs_handle, 176, 25, 16);
    using qp_fields =
        Fields<rq_wqe_size, receive_tph, transmit_tph, rq_tph, sq_tph, push_page, push, sq_base, rq_base, rq_size,
               sq_size, send_cq, receive_cq, completion_context, sq_tph_value, rq_tph_value, qs_handle>;

    HW_FIELD(Self, ipv4, 0, 3, 3);
    HW_FIELD(Self, insert_vlan_tag, 0, 5, 5);
    HW_FIELD(Self, ttl, 24, 7, 0);
    HW_FIELD(Self, tos, 24, 31, 24);
    HW_FIELD(Self, source_port, 24, 47, 32);
    HW_FIELD(Self, dest_port, 24, 63, 48);
    HW_FIELD(Self, dest_ip3, 32, 31, 0);
    HW_FIELD(Self, dest_ip2, 32, 63, 32);
    HW_FIELD(Self, dest_ip1, 40, 31, 0);
    HW_FIELD(Self, dest_ip0, 40, 63, 32);
    HW_FIELD(Self, send_mss, 48, 29, 16);
    HW_FIELD(Self, vlan_tag, 48, 47, 32);
    HW_FIELD(Self, arp_index, 48, 63, 48);
    HW_FIELD(Self, flow_label, 56, 19, 0);
    HW_FIELD(Self, retransmit_threshold, 128, 53, 48);
    HW_FIELD(Self, local_ip3, 184, 31, 0);
    HW_FIELD(Self, local_ip2, 184, 63, 32);
    HW_FIELD(Self, local_ip1, 192, 31, 0);
    HW_FIELD(Self, local_ip0, 192, 63, 32);
    HW_FIELD(Self, t_low, 200, 39, 32); // congestion control
    HW_FIELD(Self, t_high, 200, 63, 52);
    using transport_fields = Fields<ipv4, insert_vlan_tag, ttl, tos, source_port, dest_port, dest_ip3, dest_ip2,
                                    dest_ip1, dest_ip0, send_mss, vlan_tag, arp_index, flow_label, retransmit_threshold,
                                    local_ip3, local_ip2, local_ip1, local_ip0, t_low, t_high>;

    HW_FIELD(Self, dctcp, 0, 25, 25);
    HW_FIELD(Self, min_rto, 128, 63, 57);
    HW_FIELD(Self, mac, 152, 63, 16);
    HW_FIELD(Self, write_ok, 160, 20, 20); // RDMA write, and response to RDMA read
    HW_FIELD(Self, read_ok, 160, 21, 21);
    HW_FIELD(Self, bind, 160, 23, 23);
    HW_FIELD(Self, fast_register, 160, 24, 24);
    HW_FIELD(Self, privileged, 160, 25, 25);
    HW_FIELD(Self, use_stats, 160, 26, 26);
    HW_FIELD(Self, timely, 160, 27, 27);
    using protocol_fields =
        Fields<dctcp, min_rto, mac, write_ok, read_ok, bind, fast_register, privileged, use_stats, timely>;
};

// The PD id is in two parts on gen1 and gen2.
inline constexpr unsigned context_pd_low_bits = 16;

// iWARP and RoCE of gen2.
template <class Self> struct Gen2Context {
    HW_FIELD(Self, remote_endpoint, 208, 16, 0);
    using transport_fields = Fields<remote_endpoint>;

    HW_FIELD(Self, err_rq_index_valid, 0, 19, 19);
    HW_FIELD(Self, pd_id_high, 0, 21, 20);
    HW_FIELD(Self, pd_id, 56, 63, 48);
    HW_FIELD(Self, err_rq_index, 128, 46, 32);
    HW_FIELD(Self, stats_index, 144, 6, 0);
    HW_FIELD(Self, ord_size, 160, 7, 0);
    HW_FIELD(Self, ird_size, 160, 18, 16); // encoded
    using protocol_fields =
        Fields<err_rq_index_valid, pd_id_high, pd_id, err_rq_index, stats_index, ord_size, ird_size>;
};

// RoCE of both generations.
template <class Self> struct RoceContext {
    HW_FIELD(Self, is_qp1, 0, 6, 6);
    HW_FIELD(Self, transport_version, 0, 63, 60);
    HW_FIELD(Self, ack_credits, 56, 24, 20);
    HW_FIELD(Self, p_key, 56, 47, 32);
    HW_FIELD(Self, dest_qp, 64, 23, 0);
    HW_FIELD(Self, q_key, 64, 63, 32);
    HW_FIELD(Self, psn_next, 80, 23, 0);
    HW_FIELD(Self, lsn, 80, 55, 32);
    HW_FIELD(Self, psn_expected, 88, 23, 0);
    HW_FIELD(Self, psn_max, 96, 23, 0);
    HW_FIELD(Self, psn_unacknowledged, 96, 55, 32);
    HW_FIELD(Self, congestion_window, 112, 55, 32);
    HW_FIELD(Self, rnr_nak_threshold, 128, 56, 54);
    HW_FIELD(Self, ud_private_cq, 160, 19, 19);
    HW_FIELD(Self, dcqcn, 160, 22, 22);
    HW_FIELD(Self, firmware_cc, 160, 28, 28);
    HW_FIELD(Self, no_icrc, 160, 31, 31); // on receive
    using roce_fields =
        Fields<is_qp1, transport_version, ack_credits, p_key, dest_qp, q_key, psn_next, lsn, psn_expected, psn_max,
               psn_unacknowledged, congestion_window, rnr_nak_threshold, ud_private_cq, dcqcn, firmware_cc, no_icrc>;
};

// ---- layouts ------------------------------------------------------------------------------------------------------

inline constexpr unsigned qp_context_bytes = 256;

// Built in sections, each of which a caller may leave out: see the lists at the end.
struct IwarpQpContext : Layout<qp_context_bytes>, CommonContext<IwarpQpContext>, Gen2Context<IwarpQpContext> {
    using Common = CommonContext<IwarpQpContext>;
    using Gen2 = Gen2Context<IwarpQpContext>;

    HW_FIELD(IwarpQpContext, source_mac_index, 24, 21, 16); // gen1
    HW_FIELD(IwarpQpContext, exception_queue, 176, 43, 32);
    using always_fields = Joined<Common::qp_fields, Fields<source_mac_index, exception_queue>>;

    HW_FIELD(IwarpQpContext, no_nagle, 0, 4, 4);
    HW_FIELD(IwarpQpContext, timestamps, 0, 7, 7);
    HW_FIELD(IwarpQpContext, cwnd_inc_limit, 0, 13, 12);
    HW_FIELD(IwarpQpContext, drop_out_of_order, 0, 15, 15);
    HW_FIELD(IwarpQpContext, dup_ack_threshold, 0, 18, 16);
    HW_FIELD(IwarpQpContext, avoid_stretch_ack, 24, 23, 23);
    HW_FIELD(IwarpQpContext, syn_rst_handling, 48, 31, 30);
    HW_FIELD(IwarpQpContext, window_scaling, 56, 20, 20);
    HW_FIELD(IwarpQpContext, ignore_tcp_options, 56, 22, 22);
    HW_FIELD(IwarpQpContext, ignore_unsupported_options, 56, 23, 23);
    HW_FIELD(IwarpQpContext, tcp_state, 56, 31, 28);
    HW_FIELD(IwarpQpContext, receive_window_scale, 56, 35, 32);
    HW_FIELD(IwarpQpContext, send_window_scale, 56, 43, 40);
    HW_FIELD(IwarpQpContext, timestamp_recent, 72, 31, 0);
    HW_FIELD(IwarpQpContext, timestamp_age, 72, 63, 32);
    HW_FIELD(IwarpQpContext, send_next, 80, 31, 0);
    HW_FIELD(IwarpQpContext, send_window, 80, 63, 32);
    HW_FIELD(IwarpQpContext, receive_next, 88, 31, 0);
    HW_FIELD(IwarpQpContext, receive_window, 88, 63, 32);
    HW_FIELD(IwarpQpContext, send_max, 96, 31, 0);
    HW_FIELD(IwarpQpContext, send_unacknowledged, 96, 63, 32);
    HW_FIELD(IwarpQpContext, smoothed_rtt, 104, 31, 0);
    HW_FIELD(IwarpQpContext, rtt_variance, 104, 63, 32);
    HW_FIELD(IwarpQpContext, slow_start_threshold, 112, 31, 0);
    HW_FIELD(IwarpQpContext, congestion_window, 112, 63, 32);
    HW_FIELD(IwarpQpContext, snd_wl1, 120, 31, 0);
    HW_FIELD(IwarpQpContext, snd_wl2, 120, 63, 32);
    HW_FIELD(IwarpQpContext, max_send_window, 128, 31, 0);
    using tcp_fields =
        Joined<Common::transport_fields, Gen2::transport_fields,
               Fields<no_nagle, timestamps, cwnd_inc_limit, drop_out_of_order, dup_ack_threshold, avoid_stretch_ack,
                      syn_rst_handling, window_scaling, ignore_tcp_options, ignore_unsupported_options, tcp_state,
                      receive_window_scale, send_window_scale, timestamp_recent, timestamp_age, send_next, send_window,
                      receive_next, receive_window, send_max, send_unacknowledged, smoothed_rtt, rtt_variance,
                      slow_start_threshold, congestion_window, snd_wl1, snd_wl2, max_send_window>>;

    HW_FIELD(IwarpQpContext, ddp_version, 0, 1, 0);
    HW_FIELD(IwarpQpContext, ib_read, 0, 2, 2);
    HW_FIELD(IwarpQpContext, ecn, 0, 14, 14);
    HW_FIELD(IwarpQpContext, rdmap_version, 0, 63, 62);
    HW_FIELD(IwarpQpContext, q2_buffer, 144, 63, 8); // upper bits of a 256-byte aligned address
    HW_FIELD(IwarpQpContext, last_byte_sent, 152, 7, 0);
    HW_FIELD(IwarpQpContext, send_markers, 160, 22, 22);
    HW_FIELD(IwarpQpContext, iwarp_mode, 160, 28, 28);
    HW_FIELD(IwarpQpContext, receive_markers, 160, 29, 29);
    HW_FIELD(IwarpQpContext, align_headers, 160, 30, 30);
    HW_FIELD(IwarpQpContext, no_mpa_crc, 160, 31, 31); // on receive
    HW_FIELD(IwarpQpContext, receive_marker_offset, 160, 40, 32);
    HW_FIELD(IwarpQpContext, send_marker_offset, 160, 56, 48);
    using iwarp_fields =
        Joined<Common::protocol_fields, Gen2::protocol_fields,
               Fields<ddp_version, ib_read, ecn, rdmap_version, q2_buffer, last_byte_sent, send_markers, iwarp_mode,
                      receive_markers, align_headers, no_mpa_crc, receive_marker_offset, send_marker_offset>>;

    using fields = Joined<always_fields, tcp_fields, iwarp_fields>;
};

struct RoceGen2QpContext : Layout<qp_context_bytes>,
                           CommonContext<RoceGen2QpContext>,
                           Gen2Context<RoceGen2QpContext>,
                           RoceContext<RoceGen2QpContext> {
    using Common = CommonContext<RoceGen2QpContext>;
    using Gen2 = Gen2Context<RoceGen2QpContext>;

    using fields = Joined<Common::qp_fields, Common::transport_fields, Common::protocol_fields, Gen2::transport_fields,
                          Gen2::protocol_fields, roce_fields>;
};

struct RoceGen3QpContext : Layout<qp_context_bytes>, CommonContext<RoceGen3QpContext>, RoceContext<RoceGen3QpContext> {
    using Common = CommonContext<RoceGen3QpContext>;

    HW_FIELD(RoceGen3QpContext, use_srq, 0, 10, 10);
    HW_FIELD(RoceGen3QpContext, min_rnr_timer, 128, 4, 0);
    HW_FIELD(RoceGen3QpContext, local_ack_timeout, 152, 12, 8);
    HW_FIELD(RoceGen3QpContext, ord_size, 160, 10, 0);
    HW_FIELD(RoceGen3QpContext, ird_size, 160, 17, 14); // encoded
    HW_FIELD(RoceGen3QpContext, remote_atomics, 160, 18, 18);
    HW_FIELD(RoceGen3QpContext, srq_id, 200, 15, 0);
    HW_FIELD(RoceGen3QpContext, pd_id, 208, 23, 0); // the byte above belongs to no PD id
    HW_FIELD(RoceGen3QpContext, stats_index, 208, 47, 32);
    HW_FIELD(RoceGen3QpContext, packet_limit, 208, 55, 48);

    using fields = Joined<Common::qp_fields, Common::transport_fields, Common::protocol_fields, roce_fields,
                          Fields<use_srq, min_rnr_timer, local_ack_timeout, ord_size, ird_size, remote_atomics, srq_id,
                                 pd_id, stats_index, packet_limit>>;
};

// ---- values -------------------------------------------------------------------------------------------------------

// Traffic class of a flow whose packets may be marked instead of dropped: ECT(0) unless an ECN value is chosen already.
constexpr u8 ecn_capable(u8 tos) {
    constexpr u8 ecn_bits = 3, ect0 = 2;

    return u8((tos & ecn_bits) ? tos : tos | ect0);
}

// The part of a value that a field of this width keeps, where cutting is meant.
template <IsField F> constexpr u64 low_bits(u64 value) {
    return value & F::max;
}

} // namespace hw
