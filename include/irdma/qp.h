/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Protection domains and queue pairs: objects, life cycle, flushing, suspend/resume, push pages and
 * the hand-made WQEs of connection setup. The QP context is in qp_context.h.
 */
#ifndef IRDMA_QP_H
#define IRDMA_QP_H

#include <irdma/attrs.h>
#include <irdma/wr.h>

struct irdma_sc_pd {
	struct irdma_sc_dev *dev;
	u32 pd_id;			/* 0, 1, 2 reserved */
	int abi_ver;			/* of user space; > 4: fixed RQ WQE size on gen1 */
};

/* User-level part of a QP. */
struct irdma_qp_uk {
	struct irdma_qp_quanta *sq_base;
	struct irdma_qp_quanta *rq_base;
	struct irdma_uk_attrs *uk_attrs;
	u32 __iomem *wqe_alloc_db;
	struct irdma_sq_uk_wr_trk_info *sq_wrtrk_array;
	u64 *rq_wrid_array;
	__le64 *shadow_area;
	struct irdma_ring sq_ring;	/* in quanta */
	struct irdma_ring rq_ring;
	struct irdma_ring initial_ring;
	u32 qp_id;			/* 24 bits */
	u32 qp_caps;			/* enum irdma_qp_caps */
	u32 sq_size;			/* WQEs */
	u32 rq_size;			/* WQEs */
	u32 max_sq_frag_cnt;
	u32 max_rq_frag_cnt;
	u32 max_inline_data;		/* bytes */
	struct irdma_wqe_uk_ops wqe_ops;
	u16 conn_wqes;			/* quanta reserved for connection setup */
	u8 qp_type;			/* IRDMA_QP_TYPE_* */
	u8 swqe_polarity;
	u8 swqe_polarity_deferred;
	u8 rwqe_polarity;
	u8 rq_wqe_size;			/* shift code, 2 bits */
	u8 rq_wqe_size_multiplier;
	bool deferred_flag:1;
	bool first_sq_wq:1;
	bool sq_flush_complete:1;
	bool rq_flush_complete:1;
	bool destroy_pending:1;
	void *back_qp;			/* caller's object */
	u8 dbg_rq_flushed;
	struct irdma_srq_uk *srq_uk;	/* non-NULL: receives come from an SRQ */
	u8 sq_flush_seen;
	u8 rq_flush_seen;
};

struct irdma_qp_uk_init_info {
	struct irdma_qp_quanta *sq;
	struct irdma_qp_quanta *rq;
	struct irdma_uk_attrs *uk_attrs;
	u32 __iomem *wqe_alloc_db;	/* by irdma_sc_qp_init() */
	__le64 *shadow_area;
	struct irdma_sq_uk_wr_trk_info *sq_wrtrk_array;
	u64 *rq_wrid_array;
	u32 qp_id;
	u32 qp_caps;
	u32 sq_size;			/* WQEs */
	u32 rq_size;			/* WQEs */
	u32 max_sq_frag_cnt;
	u32 max_rq_frag_cnt;
	u32 max_inline_data;		/* bytes */
	u32 sq_depth;			/* quanta */
	u32 rq_depth;			/* quanta */
	u8 first_sq_wq;
	u8 type;			/* IRDMA_QP_TYPE_* */
	u8 sq_shift;
	u8 rq_shift;
	int abi_ver;
	bool legacy_mode;
	struct irdma_srq_uk *srq_uk;
};

/* Partial FPDUs of an iWARP QP; owned by the IEQ code. */
struct irdma_pfpdu {
	struct list_head rxlist;
	u32 rcv_nxt;
	u32 fps;
	u32 max_fpdu_data;
	u32 nextseqnum;
	u32 rcv_start_seq;
	bool mode:1;
	bool mpa_crc_err:1;
	u8 marker_len;			/* 0 or 4 */
	u64 total_ieq_bufs;
	u64 fpdu_processed;
	u64 bad_seq_num;
	u64 crc_err;
	u64 no_tx_bufs;
	u64 tx_err;
	u64 out_of_order;
	u64 pmode_count;
	struct irdma_sc_ah *ah;
	struct irdma_puda_buf *ah_buf;
	struct irdma_spinlock lock;
	struct irdma_puda_buf *lastrcv_buf;
};

/* What the control path knows about a QP and suspends. */
enum irdma_qp_run IRDMA_ENUM_U32 {
	IRDMA_QP_RUN_UNKNOWN = 0,	/* zeroed memory, or joined while there was no queue set */
	IRDMA_QP_RUNNING,		/* a resume passes over it */
	IRDMA_QP_SUSPENDED,		/* a suspend was accepted, and no resume since; passed over by suspends */
};

struct irdma_qp_priv {
	struct list_head resume;	/* waits for its resume; guarded by the list's qos_mutex */
	u8 qos_pri;			/* priority of the QoS list the QP is on */
	u8 run;				/* enum irdma_qp_run; guarded by the list's qos_mutex */
	bool suspend_pending;		/* counted in vsi->qp_suspend_reqs; changed atomically */
	bool held;			/* being resumed with no lock held, see irdma_qp_wait_unheld() */
	u8 life;			/* enum irdma_object_life; guarded as the CQP producer side */
	u8 hw_state;			/* IRDMA_QP_STATE_* that was asked for last; guarded likewise */
	struct irdma_timer term_timer;	/* of the terminate services */
};

struct irdma_sc_qp {
	struct irdma_qp_uk qp_uk;
	u64 sq_pa;			/* device address, or PBLE index with virtual_map */
	u64 rq_pa;
	u64 hw_host_ctx_pa;
	u64 shadow_area_pa;
	u64 q2_pa;			/* 256-byte aligned */
	struct irdma_sc_dev *dev;
	struct irdma_sc_vsi *vsi;
	struct irdma_sc_pd *pd;
	__le64 *hw_host_ctx;		/* IRDMA_QP_CTX_SIZE bytes */
	void *llp_stream_handle;
	struct irdma_pfpdu pfpdu;
	u32 ieq_qp;			/* 12 bits in the context */
	u8 *q2_buf;			/* IRDMA_Q2_BUF_SIZE bytes; terminate header at its start */
	u64 qp_compl_ctx;
	u32 push_idx;			/* IRDMA_INVALID_PUSH_PAGE_INDEX: no push page */
	u16 qs_handle;			/* 10 bits in the context */
	u16 push_offset;
	u8 flush_wqes_count;
	u8 sq_tph_val;
	u8 rq_tph_val;
	u8 qp_state;
	u8 hw_sq_size;			/* encoded, 4 bits */
	u8 hw_rq_size;
	u8 src_mac_addr_idx;		/* gen1, 6 bits */
	bool on_qoslist:1;		/* guarded by the list's qos_mutex */
	bool ieq_pass_thru:1;
	bool sq_tph_en:1;
	bool rq_tph_en:1;
	bool rcv_tph_en:1;
	bool xmit_tph_en:1;
	bool virtual_map:1;
	bool flush_sq:1;		/* flush requested; cleared by the caller to flush again */
	bool flush_rq:1;
	bool err_sq_idx_valid:1;	/* gen3, from the event handler */
	bool err_rq_idx_valid:1;
	u32 err_sq_idx;
	u32 err_rq_idx;
	bool sq_flush_code:1;		/* the side an error event was about */
	bool rq_flush_code:1;
	u32 pkt_limit;			/* gen3, 8 bits in the context */
	enum irdma_flush_opcode flush_code;
	enum irdma_qp_event_type event_type;
	u8 term_flags;			/* IRDMA_TERM_* */
	u8 user_pri;			/* 0 .. 7 */
	struct list_head list;		/* in irdma_qos.qplist */
	struct irdma_qp_priv priv;
};

struct irdma_qp_init_info {
	struct irdma_qp_uk_init_info qp_uk_init_info;
	struct irdma_sc_pd *pd;
	struct irdma_sc_vsi *vsi;
	__le64 *host_ctx;
	u8 *q2;
	u64 sq_pa;			/* with virtual_map: PBLE index */
	u64 rq_pa;
	u64 host_ctx_pa;
	u64 q2_pa;
	u64 shadow_area_pa;
	u8 sq_tph_val;
	u8 rq_tph_val;
	bool sq_tph_en:1;
	bool rq_tph_en:1;
	bool rcv_tph_en:1;
	bool xmit_tph_en:1;
	bool virtual_map:1;
};

struct irdma_create_qp_info {
	bool ord_valid:1;
	bool tcp_ctx_valid:1;
	bool cq_num_valid:1;
	bool arp_cache_idx_valid:1;
	bool mac_valid:1;
	bool force_lpb;
	u8 next_iwarp_state;		/* IRDMA_QP_STATE_* */
};

struct irdma_modify_qp_info {
	u64 rx_win0;			/* not read */
	u64 rx_win1;			/* not read */
	u16 new_mss;			/* 14 bits, with mss_change */
	u8 next_iwarp_state;		/* IRDMA_QP_STATE_* */
	u8 curr_iwarp_state;		/* not read */
	u8 termlen;			/* only its low 4 bits reach the hardware */
	bool ord_valid:1;
	bool tcp_ctx_valid:1;
	bool udp_ctx_valid:1;		/* not read */
	bool cq_num_valid:1;
	bool arp_cache_idx_valid:1;
	bool reset_tcp_conn:1;
	bool remove_hash_idx:1;
	bool dont_send_term:1;
	bool dont_send_fin:1;
	bool cached_var_valid:1;
	bool mss_change:1;
	bool force_lpb:1;
	bool mac_valid:1;
};

struct irdma_qp_flush_info {
	u32 err_sq_idx;			/* gen3, 18 bits */
	u32 err_rq_idx;			/* gen3, 15 bits */
	u16 sq_minor_code;		/* codes: with userflushcode */
	u16 sq_major_code;
	u16 rq_minor_code;
	u16 rq_major_code;
	u16 ae_code;			/* with generate_ae */
	u8 ae_src;			/* 4 bits */
	bool sq:1;			/* sides to flush */
	bool rq:1;
	bool userflushcode:1;
	bool generate_ae:1;
	bool err_sq_idx_valid:1;
	bool err_rq_idx_valid:1;
};

struct irdma_gen_ae_info {
	u16 ae_code;			/* enum irdma_ae_id */
	u8 ae_src;			/* 4 bits */
};

struct irdma_upload_context_info {
	u64 buf_pa;
	u32 qp_id;			/* 24 bits */
	u8 qp_type;			/* 4 bits */
	bool freeze_qp:1;
	bool raw_format:1;
};

struct irdma_cqp_manage_push_page_info {
	u32 push_idx;			/* page to free */
	u16 qs_handle;
	u8 free_page;			/* 1: free, 0: allocate */
	u8 push_page_type;		/* 2 bits */
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_pd_init - initialise a protection domain
 * @dev: device
 * @pd: protection domain
 * @pd_id: id, unique; 0, 1, 2 are reserved
 * @abi_ver: ABI version of the user-space library, 0 for the kernel
 *
 * Software only: there is no command for it.
 *
 * Context: process.
 */
void irdma_sc_pd_init(struct irdma_sc_dev *dev, struct irdma_sc_pd *pd, u32 pd_id, int abi_ver);

/**
 * irdma_sc_qp_init - initialise a QP object
 * @qp: queue pair, zeroed; the caller sets push_idx (IRDMA_INVALID_PUSH_PAGE_INDEX: none) before
 *   the first context is built
 * @info: memory and parameters; wqe_alloc_db of qp_uk_init_info comes from the device
 *
 * Arguments are checked before the object is touched. Receive WQE size: 128 bytes on gen1 with
 * abi_ver > 4, else from max_rq_frag_cnt. qs_handle is that of the VSI's queue set for
 * qp->user_pri.
 *
 * Context: process.
 * Return: 0; -EINVAL a fragment count exceeds max_hw_wq_frags or 14, or virtual_map with sq_pa or
 *   (without SRQ) rq_pa, or the last page of the queue, not below the PBLE count, a queue's size in
 *   quanta not a power of two up to 131072, user_pri above 7, exception queue above 4095; codes of
 *   irdma_uk_qp_init().
 */
int irdma_sc_qp_init(struct irdma_sc_qp *qp, struct irdma_qp_init_info *info);

/**
 * irdma_sc_qp_create - post the creation of a QP
 * @qp: queue pair
 * @info: what of the context is valid, next state
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x00. The device reads the host context, which irdma_sc_qp_setctx() or
 * irdma_sc_qp_setctx_roce() filled.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL created before (enum irdma_object_life), qp_id out of min_hw_qp_id .. QP
 *   maximum - 1, the receive WQE size of rq_shift is not the one of max_rq_frag_cnt, next state
 *   not IDLE, RTR, RTS or 0, or a value does not fit; -ENOMEM the ring is full; -EIO the CQP is
 *   dead. On an error nothing was written to the ring.
 */
int irdma_sc_qp_create(struct irdma_sc_qp *qp, struct irdma_create_qp_info *info, u64 scratch,
		       bool post_sq);

/**
 * irdma_sc_qp_modify - post a change of a QP
 * @qp: queue pair
 * @info: next state and what of the context is valid
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x01; the host context must be up to date. To TERMINATE only: action = (dont_send_fin
 * ? 1 : 0) + (dont_send_term ? 2 : 0), and for actions 0 and 1 the low 4 bits of termlen (the unit
 * of this field is not known). A next state of 0 or the one the QP has keeps it; else
 *
 *	from		to
 *	IDLE		RTR, RTS, ERROR
 *	RTR		RTS, TERMINATE, ERROR
 *	RTS		CLOSING (SQD), TERMINATE, ERROR
 *	CLOSING (SQD)	IDLE, RTS, TERMINATE, ERROR
 *	TERMINATE	ERROR
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL not alive (enum irdma_object_life), no such step from the state asked for
 *   last, or a value does not fit its field; -ENOMEM the ring is full; -EIO the CQP is dead. On an
 *   error nothing was written to the ring.
 */
int irdma_sc_qp_modify(struct irdma_sc_qp *qp, struct irdma_modify_qp_info *info, u64 scratch,
		       bool post_sq);

/**
 * irdma_sc_qp_destroy - post the destruction of a QP
 * @qp: queue pair
 * @scratch: returned with the completion; 0: nobody waits
 * @remove_hash_idx: remove its quad hash entry too
 * @ignore_mw_bnd: do not fail because of bound memory windows
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x02. The memory may be freed only after the completion.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL never created (enum irdma_object_life), or a value does not fit its field;
 *   -ENOMEM the ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_qp_destroy(struct irdma_sc_qp *qp, u64 scratch, bool remove_hash_idx,
			bool ignore_mw_bnd, bool post_sq);

/**
 * irdma_sc_qp_flush_wqes - post a flush of the queues of a QP
 * @qp: queue pair
 * @info: sides and codes
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x22. Sides flushed before (qp->flush_sq, flush_rq) are left out; the flags are set
 * only when the command is in the ring. Codes are sent with userflushcode, an event is made with
 * generate_ae, error indexes are sent on gen3. Minor code of the completion: IRDMA_CQP_COMPL_*.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EALREADY nothing left to flush; -EINVAL not alive, or a value does not fit its
 *   field; -ENOMEM the ring is full; -EIO the CQP is dead. On an error nothing was written to the
 *   ring.
 */
int irdma_sc_qp_flush_wqes(struct irdma_sc_qp *qp, struct irdma_qp_flush_info *info, u64 scratch,
			   bool post_sq);

/**
 * irdma_sc_gen_ae - post a request for an asynchronous event
 * @qp: queue pair
 * @info: event code and source
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x22 with the generate bit: the device puts the event for this QP into the AEQ.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL not alive, or a value does not fit its field; -ENOMEM the ring is full; -EIO
 *   the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_gen_ae(struct irdma_sc_qp *qp, struct irdma_gen_ae_info *info, u64 scratch,
		    bool post_sq);

/**
 * irdma_sc_suspend_qp - post the suspend of a QP
 * @cqp: control QP
 * @qp: queue pair
 * @scratch: returned with the completion; 0: nobody waits
 *
 * CQP opcode 0x29, always rings. The end is the event IRDMA_AE_QP_SUSPEND_COMPLETE.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL not alive, or a value does not fit its field; -ENOMEM the ring is full; -EIO
 *   the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_suspend_qp(struct irdma_sc_cqp *cqp, struct irdma_sc_qp *qp, u64 scratch);

/**
 * irdma_sc_resume_qp - post the resume of a QP
 * @cqp: control QP
 * @qp: queue pair; qs_handle is its new queue set
 * @scratch: returned with the completion; 0: nobody waits
 *
 * CQP opcode 0x2a, always rings.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL not alive, or a value does not fit its field; -ENOMEM the ring is full; -EIO
 *   the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_resume_qp(struct irdma_sc_cqp *cqp, struct irdma_sc_qp *qp, u64 scratch);

/**
 * irdma_sc_manage_push_page - post the allocation or release of a push page
 * @cqp: control QP
 * @info: what to do
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x11. Allocation: op_ret_val of the completion is the page.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL push_idx of a page to free not below max_hw_device_pages, or a value does not
 *   fit; -ENOMEM the ring is full; -EIO the CQP is dead. On an error nothing was written to the
 *   ring.
 */
int irdma_sc_manage_push_page(struct irdma_sc_cqp *cqp,
			      struct irdma_cqp_manage_push_page_info *info, u64 scratch,
			      bool post_sq);

/**
 * irdma_sc_send_lsmm - write the last streaming-mode message of a passive connection
 * @qp: queue pair, not started; sq_base mapped
 * @lsmm_buf: message, as the device addresses it
 * @size: bytes
 * @stag: memory key of it
 *
 * Send in quantum 0 that waits for a received PDU. With the RTS_AE feature also
 * irdma_sc_gen_rts_ae(). Neither doorbell nor ring position: the change to RTS starts it.
 *
 * Context: process.
 */
void irdma_sc_send_lsmm(struct irdma_sc_qp *qp, void *lsmm_buf, u32 size, irdma_stag stag);

/**
 * irdma_sc_send_rtt - write the ready-to-transfer message of an active connection
 * @qp: queue pair, not started; sq_base mapped
 * @read: zero-length RDMA read; false: write
 *
 * In quantum 0, with dummy keys. With the RTS_AE feature also irdma_sc_gen_rts_ae(). Neither
 * doorbell nor ring position.
 *
 * Context: process.
 */
void irdma_sc_send_rtt(struct irdma_sc_qp *qp, bool read);

/**
 * irdma_sc_gen_rts_ae - write the request for the event "in RTS"
 * @qp: queue pair, not started; sq_base mapped, 3 quanta reserved
 *
 * NOP with local fence in quantum 1, request in quantum 2. Event:
 * IRDMA_AE_LLP_CONNECTION_ESTABLISHED.
 *
 * Context: process.
 */
void irdma_sc_gen_rts_ae(struct irdma_sc_qp *qp);

/**
 * irdma_sc_qp_upload_context - post the upload of a QP context into host memory
 * @dev: device
 * @info: QP and buffer
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x13.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_qp_upload_context(struct irdma_sc_dev *dev, struct irdma_upload_context_info *info,
			       u64 scratch, bool post_sq);

#ifdef __cplusplus
}
#endif

#endif
