/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The QP context: the 256 bytes of host memory through which a QP's transport state goes to the
 * device. Numbers of bits are widths of the hardware fields.
 */
#ifndef IRDMA_QP_CONTEXT_H
#define IRDMA_QP_CONTEXT_H

#include <irdma/base.h>

struct irdma_tcp_offload_info {
	bool ipv4:1;
	bool no_nagle:1;
	bool insert_vlan_tag:1;
	bool time_stamp:1;
	bool drop_ooo_seg:1;
	bool avoid_stretch_ack:1;
	bool wscale:1;
	bool ignore_tcp_opt:1;
	bool ignore_tcp_uns_opt:1;
	u8 cwnd_inc_limit;		/* 2 bits */
	u8 dup_ack_thresh;		/* 3 bits */
	u8 ttl;
	u8 src_mac_addr_idx;		/* 6 bits, gen1 */
	u8 tos;
	u16 src_port;			/* host order */
	u16 dst_port;
	u32 dest_ip_addr[4];		/* host order; IPv4 in [3] */
	u32 snd_mss;			/* 14 bits */
	u16 syn_rst_handling;		/* enum irdma_syn_rst_handling, 2 bits */
	u16 vlan_tag;
	u16 arp_idx;
	u32 flow_label;			/* 20 bits */
	u8 tcp_state;			/* IRDMA_TCP_STATE_*, 4 bits */
	u8 snd_wscale;			/* 4 bits */
	u8 rcv_wscale;			/* 4 bits */
	u32 time_stamp_recent;
	u32 time_stamp_age;
	u32 snd_nxt;
	u32 snd_wnd;
	u32 rcv_nxt;
	u32 rcv_wnd;
	u32 snd_max;
	u32 snd_una;
	u32 srtt;
	u32 rtt_var;
	u32 ss_thresh;
	u32 cwnd;
	u32 snd_wl1;
	u32 snd_wl2;
	u32 max_snd_window;
	u8 rexmit_thresh;		/* 6 bits */
	u32 local_ipaddr[4];		/* host order; IPv4 in [3] */
};

struct irdma_udp_offload_info {
	bool ipv4:1;
	bool insert_vlan_tag:1;
	u8 ttl;
	u8 tos;
	u16 src_port;			/* host order */
	u16 dst_port;
	u32 dest_ip_addr[4];		/* host order; IPv4 in [3] */
	u32 snd_mss;			/* 14 bits */
	u16 vlan_tag;
	u16 arp_idx;
	u32 flow_label;			/* 20 bits */
	u8 udp_state;			/* not read */
	u32 psn_nxt;			/* 24 bits, like all PSNs */
	u32 lsn;
	u32 epsn;
	u32 psn_max;
	u32 psn_una;
	u32 local_ipaddr[4];
	u32 cwnd;			/* 24 bits */
	u8 rexmit_thresh;		/* 6 bits */
	u8 rnr_nak_thresh;		/* 3 bits */
	u8 rnr_nak_tmr;			/* 5 bits, gen3; see irdma_sc_qp_setctx_roce_gen_3() */
	u8 min_rnr_timer;		/* 5 bits, gen3 */
};

struct irdma_roce_offload_info {
	u16 p_key;
	u16 err_rq_idx;			/* 15 bits, gen2 */
	u32 qkey;
	u32 dest_qp;			/* 24 bits */
	u8 roce_tver;			/* 4 bits */
	u8 ack_credits;			/* 5 bits */
	u8 err_rq_idx_valid;		/* 1 bit, gen2 */
	u32 pd_id;
	u16 ord_size;			/* 8 bits gen2, 11 bits gen3 */
	u16 ird_size;			/* encoded by setctx */
	bool is_qp1:1;
	bool udprivcq_en:1;
	bool dcqcn_en:1;
	bool rcv_no_icrc:1;
	bool wr_rdresp_en:1;
	bool bind_en:1;
	bool fast_reg_en:1;
	bool priv_mode_en:1;
	bool rd_en:1;
	bool timely_en:1;
	bool dctcp_en:1;
	bool fw_cc_enable:1;
	bool use_stats_inst:1;		/* not read */
	u8 local_ack_timeout;		/* 5 bits, gen3 */
	u16 t_high;			/* 12 bits */
	u16 t_low;			/* 8 bits */
	u8 last_byte_sent;		/* not read */
	u8 mac_addr[IRDMA_ETH_ALEN];
	u8 rtomin;			/* 7 bits */
};

struct irdma_iwarp_offload_info {
	u16 rcv_mark_offset;		/* 9 bits */
	u16 snd_mark_offset;		/* 9 bits */
	u8 ddp_ver;			/* 2 bits */
	u8 rdmap_ver;			/* 2 bits */
	u8 iwarp_mode;			/* not read */
	u16 err_rq_idx;			/* 15 bits */
	u32 pd_id;			/* 18 bits */
	u16 ord_size;			/* 8 bits */
	u16 ird_size;			/* encoded by setctx */
	bool ib_rd_en:1;
	bool align_hdrs:1;
	bool rcv_no_mpa_crc:1;
	bool err_rq_idx_valid:1;
	bool snd_mark_en:1;
	bool rcv_mark_en:1;
	bool wr_rdresp_en:1;
	bool bind_en:1;
	bool fast_reg_en:1;
	bool priv_mode_en:1;
	bool rd_en:1;
	bool timely_en:1;
	bool use_stats_inst:1;		/* not read */
	bool ecn_en:1;
	bool dctcp_en:1;
	u16 t_high;			/* 12 bits */
	u16 t_low;			/* 8 bits */
	u8 last_byte_sent;
	u8 mac_addr[IRDMA_ETH_ALEN];	/* gen2 */
	u8 rtomin;			/* 7 bits */
};

struct irdma_qp_host_ctx_info {
	u64 qp_compl_ctx;		/* comes back in completions and events */
	union {
		struct irdma_tcp_offload_info *tcp_info;
		struct irdma_udp_offload_info *udp_info;
	};
	union {
		struct irdma_iwarp_offload_info *iwarp_info;
		struct irdma_roce_offload_info *roce_info;
	};
	u32 send_cq_num;		/* 25 bits */
	u32 rcv_cq_num;			/* 25 bits */
	u32 srq_id;			/* not read: the id comes from qp_uk.srq_uk */
	u32 rem_endpoint_idx;		/* 17 bits, gen1 and gen2 */
	u16 stats_idx;			/* 7 bits, gen3 16 bits */
	bool remote_atomics_en:1;	/* gen3 */
	bool srq_valid:1;
	bool tcp_info_valid:1;
	bool iwarp_info_valid:1;
	bool stats_idx_valid:1;
	u8 user_pri;			/* copied to the QP */
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_qp_setctx - build the context of an iWARP QP (gen1, gen2)
 * @qp: queue pair
 * @qp_ctx: context memory, IRDMA_QP_CTX_SIZE bytes; zeroed before the first call
 * @info: source; not changed apart from tos, see below
 *
 * Words 0, 24, 56 and 128 are written completely on every call, with zeros for a section that is
 * not valid; words that belong to one section only are left alone when it is not valid. Values
 * wider than their field are cut to it, and indexes out of range (push page) are taken as "none".
 *
 * With ecn_en or dctcp_en and both ECN bits of tos clear, ECT(0) is set in tcp_info->tos. Sets
 * qp->user_pri; with rcv_mark_en the marker length and start of qp->pfpdu; on gen1 with
 * tcp_info_valid qp->src_mac_addr_idx.
 *
 * Context: any; the caller's QP lock held when the QP exists.
 */
void irdma_sc_qp_setctx(struct irdma_sc_qp *qp, __le64 *qp_ctx,
			struct irdma_qp_host_ctx_info *info);

/**
 * irdma_sc_qp_setctx_roce_gen_2 - build the context of a RoCE QP, gen2 layout
 * @qp: queue pair
 * @qp_ctx: context memory, IRDMA_QP_CTX_SIZE bytes; zeroed before the first call
 * @info: source; roce_info and udp_info are set
 *
 * With dctcp_en and both ECN bits clear, ECT(0) is set in udp_info->tos. Sets qp->user_pri.
 *
 * Context: any; the caller's QP lock held when the QP exists.
 */
void irdma_sc_qp_setctx_roce_gen_2(struct irdma_sc_qp *qp, __le64 *qp_ctx,
				   struct irdma_qp_host_ctx_info *info);

/**
 * irdma_sc_qp_setctx_roce_gen_3 - build the context of a RoCE QP, gen3 layout
 * @qp: queue pair
 * @qp_ctx: context memory, IRDMA_QP_CTX_SIZE bytes; zeroed before the first call
 * @info: source; roce_info and udp_info are set
 *
 * Bits 4:0 of word 128 take min_rnr_timer, or rnr_nak_tmr when that is 0; never both. pd_id is cut
 * to its field. Sets qp->user_pri.
 *
 * Context: any; the caller's QP lock held when the QP exists.
 */
void irdma_sc_qp_setctx_roce_gen_3(struct irdma_sc_qp *qp, __le64 *qp_ctx,
				   struct irdma_qp_host_ctx_info *info);

/**
 * irdma_sc_get_encoded_ird_size - IRD code of gen1 and gen2
 * @ird_size: inbound read depth
 *
 * The hardware counts twice the depth, in steps 4, 16, 64, 128, 256. Larger depths give the largest
 * code.
 *
 * Context: any.
 * Return: IRDMA_IRD_HW_SIZE_*.
 */
u8 irdma_sc_get_encoded_ird_size(u16 ird_size);

/**
 * irdma_sc_get_encoded_ird_size_gen_3 - IRD code of gen3
 * @ird_size: inbound read depth
 *
 * The hardware counts twice the depth, powers of two from 4 to 4096. Larger depths give the largest
 * code.
 *
 * Context: any.
 * Return: enum irdma_ird_hw_size_gen3.
 */
u8 irdma_sc_get_encoded_ird_size_gen_3(u16 ird_size);

/**
 * irdma_sc_get_decoded_ird_size_gen_3 - entries that an IRD code of gen3 stands for
 * @ird_enc: enum irdma_ird_hw_size_gen3
 *
 * Context: any.
 * Return: 4 << code, which is twice the depth; 4 for codes out of range.
 */
u16 irdma_sc_get_decoded_ird_size_gen_3(u8 ird_enc);

/**
 * irdma_sc_qp_setctx_roce - build the context of a RoCE QP
 * @qp: queue pair
 * @qp_ctx: context memory, IRDMA_QP_CTX_SIZE bytes; zeroed before the first call
 * @info: source; roce_info and udp_info are set
 *
 * gen2 layout on gen2, gen3 layout from gen3 on; gen1 has no RoCE.
 *
 * Context: any; the caller's QP lock held when the QP exists.
 */
void irdma_sc_qp_setctx_roce(struct irdma_sc_qp *qp, __le64 *qp_ctx,
			     struct irdma_qp_host_ctx_info *info);

#ifdef __cplusplus
}
#endif

#endif
