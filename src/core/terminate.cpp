// SPDX-License-Identifier: GPL-2.0
//
// iWARP Terminate messages. The frame the device left in Q2 came from the network: its headers are looked at byte by
// byte (they lie at odd addresses), and only as far as they lie in Q2.

#include "core/log.h"
#include "core/terminate_table.h"

#include <irdma/ctrl.h>

using namespace core;

namespace {

constexpr u32 cleared_bytes = 72; // of the message's room; the exception path's sequence number is among them
static_assert(cleared_bytes == Q2_BAD_FRAME_OFFSET, "the frame lies behind the room for the message");
constexpr u32 header_bytes = sizeof(irdma_terminate_hdr);

// Of the Ethernet, IP and TCP headers.
constexpr u32 ethertype_at = 12;
constexpr u32 vlan_bytes = 4;
constexpr u16 ethertype_vlan = 0x8100;
constexpr u32 ip_words_min = 5;
constexpr u32 ipv6_next_header_at = 6;
constexpr u32 ipv6_bytes = 40;
constexpr u8 next_header_tcp = 6;
constexpr u32 tcp_length_at = 12;
constexpr u32 tcp_words_min = 5;

// From the MPA length field on.
constexpr u32 mpa_length_bytes = 2;
constexpr u32 ddp_control_at = 2;
constexpr u32 rdmap_control_at = 3;
constexpr u32 queue_number_at = 8;
constexpr u32 msn_at = 12;
constexpr u32 message_offset_at = 16;
constexpr u32 untagged_payload_at = 20;
constexpr u32 controls_end = rdmap_control_at + 1;

constexpr u8 ddp_tagged_flag = 0x80;
constexpr u8 ddp_flags = 0xc0;
constexpr u8 ddp_untagged_last = 0x40;
constexpr u8 ddp_version_mask = 0x03;
constexpr u8 ddp_version = 1;
constexpr u8 rdmap_version_mask = 0xc0;
constexpr u8 rdmap_version = 0x40;
constexpr u8 write_opcode = 0;
constexpr u8 send_invalidate_opcode = 4;
constexpr u8 send_se_invalidate_opcode = 6;
constexpr u8 terminate_opcode = 7;
constexpr u32 terminate_queue = 2;
constexpr u32 first_msn = 1;
constexpr u32 opcode_unknown = 0xffffffff;

u32 high_nibble(u8 byte) {
    return byte / 16u;
}

u32 low_nibble(u8 byte) {
    return byte % 16u;
}

u32 be16(const u8 *p) {
    return p[0] * 256u + p[1];
}

u32 be32(const u8 *p) {
    return be16(p) * 65536u + be16(p + 2);
}

// Bytes of Q2 from p on.
u32 room(const irdma_sc_qp *qp, const u8 *p) {
    return u32(qp->q2_buf + IRDMA_Q2_BUF_SIZE - p);
}

// Length of the IP header at p; 0: none that a TCP header follows.
u32 ip_header_bytes(const u8 *p, u32 bytes) {
    switch (high_nibble(p[0])) {
    case 4:
        return low_nibble(p[0]) >= ip_words_min ? 4 * low_nibble(p[0]) : 0;
    case 6:
        return bytes >= ipv6_bytes && p[ipv6_next_header_at] == next_header_tcp ? ipv6_bytes : 0;
    default:
        return 0;
    }
}

// The MPA length field of the frame in Q2, with both control bytes behind it inside Q2; nullptr if there is none.
u8 *find_segment(const irdma_sc_qp *qp, const irdma_aeqe_info *info) {
    if (!info->q2_data_written)
        return nullptr;
    u8 *frame = qp->q2_buf + Q2_BAD_FRAME_OFFSET;
    if (be16(frame + ethertype_at) == ethertype_vlan)
        frame += vlan_bytes;
    u8 *const ip = frame + IRDMA_MAC_HLEN;
    const u32 ip_bytes = ip_header_bytes(ip, room(qp, ip));
    if (ip_bytes == 0 || ip_bytes + tcp_length_at >= room(qp, ip))
        return nullptr;
    u8 *const tcp = ip + ip_bytes;
    const u32 tcp_words = high_nibble(tcp[tcp_length_at]);
    if (tcp_words < tcp_words_min || 4 * tcp_words + controls_end > room(qp, tcp))
        return nullptr;
    return tcp + 4 * tcp_words;
}

bool applies(const TermRow &row, u16 ae_id, const u8 *segment, u32 opcode, bool is_tagged) {
    if (row.ae_id != ae_id)
        return false;
    switch (row.when) {
    case TermWhen::segment:
        return segment != nullptr;
    case TermWhen::write:
        return opcode == write_opcode;
    case TermWhen::invalidate:
        return opcode == send_invalidate_opcode || opcode == send_se_invalidate_opcode;
    case TermWhen::tagged:
        return is_tagged;
    case TermWhen::always:
        break;
    }
    return true;
}

const TermRow &find_row(u16 ae_id, const u8 *segment, u32 opcode, bool is_tagged) {
    for (const TermRow &row : term_rows)
        if (applies(row, ae_id, segment, opcode, is_tagged))
            return row;
    return term_other;
}

// Sets a flag; true if it was not set. Events, timer and disconnect work on the flags at the same time.
bool set_flag(irdma_sc_qp *qp, u8 flag) {
    return !(__atomic_fetch_or(&qp->term_flags, flag, __ATOMIC_ACQ_REL) & flag);
}

// What is wrong with a received terminate message; 0: nothing.
u16 judge_received(const u8 *p) {
    const u8 ddp = p[ddp_control_at];
    const u8 rdmap = p[rdmap_control_at];

    if ((ddp & ddp_flags) != ddp_untagged_last)
        return IRDMA_AE_LCE_QP_CATASTROPHIC;
    if ((ddp & ddp_version_mask) != ddp_version)
        return IRDMA_AE_DDP_UBE_INVALID_DDP_VERSION;
    if (be32(p + queue_number_at) != terminate_queue)
        return IRDMA_AE_DDP_UBE_INVALID_QN;
    if (be32(p + msn_at) != first_msn)
        return IRDMA_AE_DDP_INVALID_MSN_GAP_IN_MSN;
    if (be32(p + message_offset_at) != 0)
        return IRDMA_AE_DDP_UBE_INVALID_MO;
    if ((rdmap & rdmap_version_mask) != rdmap_version)
        return IRDMA_AE_RDMAP_ROE_INVALID_RDMAP_VERSION;
    if ((rdmap & RDMA_OPCODE_M) != terminate_opcode)
        return IRDMA_AE_RDMAP_ROE_UNEXPECTED_OPCODE;
    if (be16(p) < TERM_DDP_LEN_UNTAGGED + header_bytes)
        return IRDMA_AE_LLP_SEGMENT_TOO_SMALL;
    return 0;
}

} // namespace

extern "C" u32 irdma_iwarp_opcode(struct irdma_aeqe_info *info, u8 *pkt) {
    return info->q2_data_written ? pkt[rdmap_control_at] & RDMA_OPCODE_M : opcode_unknown;
}

extern "C" u8 *irdma_locate_mpa(u8 *pkt) {
    u8 *const ip = pkt + IRDMA_MAC_HLEN;
    u8 *const tcp = ip + 4 * low_nibble(ip[0]);

    return tcp + 4 * high_nibble(tcp[tcp_length_at]);
}

extern "C" void irdma_bld_termhdr_ctrl(struct irdma_sc_qp *qp, struct irdma_terminate_hdr *hdr,
                                       enum irdma_flush_opcode opcode, u8 layer_etype, u8 err) {
    qp->flush_code = opcode;
    hdr->layer_etype = layer_etype;
    hdr->error_code = err;
}

extern "C" void irdma_bld_termhdr_ddp_rdma(u8 *pkt, struct irdma_terminate_hdr *hdr, int *copy_len, u8 *is_tagged) {
    const u32 segment_bytes = be16(pkt);
    const bool tagged = pkt[ddp_control_at] & ddp_tagged_flag;
    const u32 ddp_bytes = tagged ? TERM_DDP_LEN_TAGGED : TERM_DDP_LEN_UNTAGGED;

    if (segment_bytes == 0)
        return;
    *copy_len = mpa_length_bytes;
    hdr->hdrct = DDP_LEN_FLAG;
    if (tagged)
        *is_tagged = 1;
    if (segment_bytes < ddp_bytes)
        return;
    *copy_len += int(ddp_bytes);
    hdr->hdrct |= DDP_HDR_FLAG;
    if (tagged || (pkt[rdmap_control_at] & RDMA_OPCODE_M) != RDMA_READ_REQ_OPCODE ||
        segment_bytes < ddp_bytes + TERM_RDMA_LEN)
        return;
    *copy_len += TERM_RDMA_LEN;
    hdr->hdrct |= RDMA_HDR_FLAG;
}

extern "C" int irdma_bld_terminate_hdr(struct irdma_sc_qp *qp, struct irdma_aeqe_info *info) {
    irdma_terminate_hdr hdr = {};
    u8 *const segment = find_segment(qp, info);
    u8 *const message = qp->q2_buf;
    int copy_len = 0;
    u8 is_tagged = 0;

    if (segment)
        irdma_bld_termhdr_ddp_rdma(segment, &hdr, &copy_len, &is_tagged);
    // A segment that claims to be longer than what Q2 holds is not quoted.
    if (segment && u32(copy_len) > room(qp, segment)) {
        copy_len = 0;
        hdr.hdrct = 0;
    }
    const u32 opcode = segment ? irdma_iwarp_opcode(info, segment) : opcode_unknown;
    const TermRow &row = find_row(info->ae_id, segment, opcode, is_tagged);
    irdma_bld_termhdr_ctrl(qp, &hdr, row.flush_code, row.layer_etype, row.code);
    qp->event_type = row.event_type;
    qp->sq_flush_code = info->sq;
    qp->rq_flush_code = info->rq;

    __builtin_memset(message, 0, cleared_bytes);
    __builtin_memcpy(message, &hdr, header_bytes);
    if (copy_len)
        __builtin_memcpy(message + header_bytes, segment, size_t(copy_len));
    return int(header_bytes) + copy_len;
}

extern "C" void irdma_terminate_send_fin(struct irdma_sc_qp *qp) {
    irdma_term_modify_qp(qp, IRDMA_QP_STATE_TERMINATE, IRDMAQP_TERM_SEND_FIN_ONLY, 0);
}

extern "C" void irdma_terminate_connection(struct irdma_sc_qp *qp, struct irdma_aeqe_info *info) {
    if (!set_flag(qp, IRDMA_TERM_SENT))
        return;
    const u8 bytes = u8(irdma_bld_terminate_hdr(qp, info));
    irdma_terminate_start_timer(qp);
    irdma_term_modify_qp(qp, IRDMA_QP_STATE_TERMINATE, IRDMAQP_TERM_SEND_TERM_ONLY, bytes);
}

extern "C" void irdma_terminate_received(struct irdma_sc_qp *qp, struct irdma_aeqe_info *info) {
    const u8 *segment = find_segment(qp, info);

    if (segment && room(qp, segment) <= untagged_payload_at)
        segment = nullptr;
    if (segment) {
        info->ae_id = judge_received(segment);
        if (info->ae_id)
            return irdma_terminate_connection(qp, info);
    }
    set_flag(qp, IRDMA_TERM_RCVD);
    qp->event_type = IRDMA_QP_EVENT_CATASTROPHIC;
    // What an earlier event left would be told as the reason.
    qp->flush_code = FLUSH_REM_OP_ERR;
    const u8 layer_etype = segment ? segment[untagged_payload_at] : 0;
    if (layer_etype == rdmap_protection || layer_etype == rdmap_operation)
        return irdma_terminate_done(qp, 0);
    irdma_terminate_start_timer(qp);
    irdma_terminate_send_fin(qp);
}
