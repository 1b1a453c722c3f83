/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Work requests as the user-level queue code takes them. The control path needs only what fast
 * registration fills: wr_id and signaled.
 */
#ifndef IRDMA_WR_H
#define IRDMA_WR_H

#include <irdma/base.h>

/* Record of a posted send WQE, by index of its first quantum. */
struct irdma_sq_uk_wr_trk_info {
	u64 wrid;
	u32 wr_len;			/* bytes */
	u16 quanta;
	u8 signaled;
	u8 reserved[1];
};

/* Bind of a memory window. */
struct irdma_bind_window {
	irdma_stag mr_stag;
	irdma_stag mw_stag;
	u64 bind_len;			/* bytes */
	void *va;
	enum irdma_addressing_type addressing_type;
	bool ena_reads:1;
	bool ena_writes:1;
	bool mem_window_type_1:1;
	bool remote_atomics_en:1;	/* gen3 */
};

struct irdma_remote_addr {
	irdma_tagged_offset addr;
	irdma_stag stag;
};

/* Send, RDMA write, RDMA read: the local list, and the peer's side where there is one. */
struct irdma_post_transfer {
	struct ib_sge *sg_list;
	u32 num_sges;
	u32 qkey;			/* datagram send, like the next two */
	u32 dest_qp;
	u32 ah_id;
	struct irdma_remote_addr remote;	/* RDMA write and read */
};

struct irdma_post_sq_info {
	u64 wr_id;
	u8 op_type;			/* IRDMA_OP_TYPE_* */
	u8 l4len;
	bool signaled:1;
	bool read_fence:1;
	bool local_fence:1;
	bool inline_data:1;
	bool imm_data_valid:1;
	bool report_rtt:1;
	bool udp_hdr:1;
	bool defer_flag:1;
	bool remote_atomic_en:1;
	u32 imm_data;
	u32 stag_to_inv;
	union {
		struct irdma_post_transfer transfer;
		struct irdma_bind_window bind_window;
		irdma_stag target_stag;	/* local invalidate */
	} op;
};

/* What differs between generations when a WQE is written. */
struct irdma_wqe_uk_ops {
	void (*iw_copy_inline_data)(u8 *dest, struct ib_sge *sge_list, u32 num_sges, u8 polarity);
	u16 (*iw_inline_data_size_to_quanta)(u32 data_size);
	void (*iw_set_fragment)(__le64 *wqe, u32 offset, struct ib_sge *sge, u8 valid);
	void (*iw_set_mw_bind_wqe)(__le64 *wqe, struct irdma_bind_window *op_info);
};

#endif
