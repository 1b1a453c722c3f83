/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Event queues: completion event queues (CEQ) tell which CQ has something new, the asynchronous event
 * queue (AEQ) tells of errors and state changes.
 */
#ifndef IRDMA_EVENT_H
#define IRDMA_EVENT_H

#include <irdma/base.h>

struct irdma_ceq_init_info {
	u64 ceqe_pa;			/* 256-byte aligned; memory zeroed */
	struct irdma_sc_dev *dev;
	u64 *ceqe_base;
	void *pbl_list;			/* with virtual_map */
	u32 elem_cnt;			/* entries */
	u32 ceq_id;			/* below max_ceqs */
	bool virtual_map:1;
	bool tph_en:1;
	bool itr_no_expire:1;
	u8 pbl_chunk_size;
	u8 tph_val;
	u16 vsi_idx;
	u32 first_pm_pbl_idx;
};

struct irdma_ceq_priv {
	u64 bad_ceqes;			/* entries that named no possible CQ */
};

struct irdma_sc_ceq {
	u32 size;			/* of this structure: non-zero = initialised */
	u64 ceq_elem_pa;
	struct irdma_sc_dev *dev;
	struct irdma_ceqe *ceqe_base;
	void *pbl_list;
	u32 ceq_id;
	u32 elem_cnt;
	struct irdma_ring ceq_ring;	/* only the tail moves */
	u8 pbl_chunk_size;
	u8 tph_val;
	u32 first_pm_pbl_idx;
	u8 polarity;			/* expected valid bit; starts at 1 */
	u16 vsi_idx;
	bool virtual_map:1;
	bool tph_en:1;
	bool itr_no_expire:1;
	bool pasid_valid:1;
	u32 pasid;			/* 20 bits */
	struct irdma_ceq_priv priv;
};

struct irdma_aeq_init_info {
	u64 aeq_elem_pa;		/* 256-byte aligned; memory zeroed */
	struct irdma_sc_dev *dev;
	u32 *aeqe_base;
	void *pbl_list;
	u32 elem_cnt;			/* entries */
	bool virtual_map;
	u8 pbl_chunk_size;
	u32 first_pm_pbl_idx;
	u32 msix_idx;
};

struct irdma_aeq_priv {
	u64 bad_aeqes;			/* entries that named no possible object, or none at all */
	bool reset_requested;		/* since irdma_sc_aeq_init() */
};

struct irdma_sc_aeq {
	u32 size;			/* 0: there is no AEQ; tear-down clears it before the destroy */
	u64 aeq_elem_pa;
	struct irdma_sc_dev *dev;
	struct irdma_sc_aeqe *aeqe_base;
	void *pbl_list;
	u32 elem_cnt;
	struct irdma_ring aeq_ring;	/* only the tail moves */
	u8 pbl_chunk_size;
	u32 first_pm_pbl_idx;
	u32 msix_idx;
	u8 polarity;			/* expected valid bit; starts at 1 */
	bool virtual_map:1;
	bool pasid_valid:1;
	u32 pasid;			/* 20 bits */
	struct irdma_aeq_priv priv;
};

struct irdma_aeqe_priv {
	u64 words[2];			/* the entry as the device wrote it */
};

/* One asynchronous event, decoded. */
struct irdma_aeqe_info {
	u64 compl_ctx;			/* context as the device returns it; look objects up by id */
	u32 qp_cq_id;
	u32 def_info;			/* ticket of a deferred completion */
	u16 ae_id;			/* enum irdma_ae_id */
	u32 wqe_idx;			/* 18 bits on gen3; u16 in mainline */
	u8 tcp_state;
	u8 iwarp_state;			/* IRDMA_QP_STATE_* */
	bool qp:1;
	bool cq:1;
	bool sq:1;
	bool rq:1;
	bool srq:1;
	bool in_rdrsp_wr:1;
	bool out_rdrsp:1;
	bool aeqe_overflow:1;
	bool err_rq_idx_valid:1;
	u8 q2_data_written;		/* 2 bits; non-zero: Q2 holds the offending frame */
	u8 ae_src;			/* IRDMA_AE_SOURCE_* */
	struct irdma_aeqe_priv priv;
};

/* What kind of event a code is. */
enum irdma_ae_kind IRDMA_ENUM_U32 {
	IRDMA_AE_KIND_ERROR = 0,		/* the QP goes to error (iWARP: a terminate message before) */
	IRDMA_AE_KIND_IGNORED,			/* advisory: the QP keeps running */
	IRDMA_AE_KIND_ESTABLISHED,		/* the first message after RTS came in */
	IRDMA_AE_KIND_FIN,			/* the peer closes */
	IRDMA_AE_KIND_CLOSED,			/* both sides have closed */
	IRDMA_AE_KIND_RESET,			/* the peer reset the connection */
	IRDMA_AE_KIND_BAD_CLOSE,		/* ended without order: the QP goes to error, no message */
	IRDMA_AE_KIND_TERMINATE_SENT,		/* next: irdma_terminate_send_fin() */
	IRDMA_AE_KIND_TERMINATE_RECEIVED,	/* next: irdma_terminate_received() */
	IRDMA_AE_KIND_SUSPENDED,		/* a suspend is complete */
	IRDMA_AE_KIND_DEFERRED,			/* deferred commands are complete */
	IRDMA_AE_KIND_CQ_ERROR,			/* a CQ overflowed or failed */
	IRDMA_AE_KIND_SRQ_LIMIT,		/* an SRQ fell below its limit */
	IRDMA_AE_KIND_SRQ_ERROR,		/* an SRQ failed */
	IRDMA_AE_KIND_FUNCTION_ERROR,		/* the function or the adapter failed: only a reset helps */
};

/* What an event code means. */
struct irdma_ae_class {
	const char *name;			/* without the prefix IRDMA_AE_ */
	enum irdma_ae_kind kind;
	enum irdma_flush_opcode flush_code;	/* RoCE; an iWARP QP takes both from the terminate functions */
	enum irdma_qp_event_type event_type;
};

/*
 * What the owner of the objects does about events. Lookups return the object with a reference, or NULL
 * when there is none with this id (by now); ids are below the committed count. The reference is dropped
 * by the matching put when the event was handled. Called from the context of irdma_process_aeq().
 */
struct irdma_aeq_ops {
	struct irdma_sc_qp *(*get_qp)(struct irdma_sc_dev *dev, u32 qp_id);
	void (*put_qp)(struct irdma_sc_qp *qp);
	struct irdma_sc_cq *(*get_cq)(struct irdma_sc_dev *dev, u32 cq_id);
	void (*put_cq)(struct irdma_sc_cq *cq);
	struct irdma_sc_srq *(*get_srq)(struct irdma_sc_dev *dev, u32 srq_id);
	void (*put_srq)(struct irdma_sc_srq *srq);
	/* Events of a QP, advisory ones included; not of suspends. */
	void (*qp_event)(struct irdma_sc_qp *qp, struct irdma_aeqe_info *info, enum irdma_ae_kind kind);
	void (*cq_error)(struct irdma_sc_cq *cq, const struct irdma_aeqe_info *info);
	void (*srq_event)(struct irdma_sc_srq *srq, const struct irdma_aeqe_info *info, enum irdma_ae_kind kind);
	/* All suspends of the VSI that were waited for are complete. */
	void (*suspended)(struct irdma_sc_vsi *vsi);
	/* Reads the CCQ empty, so that commands are known as deferred before they end. */
	void (*drain_ccq)(struct irdma_sc_dev *dev);
	/* A deferred command is complete. */
	void (*deferred_done)(struct irdma_sc_dev *dev, u64 scratch);
	/* Once per AEQ: the function has to be reset. */
	void (*request_reset)(struct irdma_sc_dev *dev, const struct irdma_aeqe_info *info);
};

/* Interrupt control of a generation. gen3 has no cfg functions: vectors come by virtual channel. */
struct irdma_irq_ops {
	void (*irdma_cfg_aeq)(struct irdma_sc_dev *dev, u32 idx, bool enable);
	void (*irdma_cfg_ceq)(struct irdma_sc_dev *dev, u32 ceq_id, u32 idx, bool enable);
	void (*irdma_dis_irq)(struct irdma_sc_dev *dev, u32 idx);
	void (*irdma_en_irq)(struct irdma_sc_dev *dev, u32 idx);
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_ceq_init - initialise a CEQ object and publish it in dev->ceq[]
 * @ceq: completion event queue, zeroed
 * @info: memory and parameters; copied
 *
 * Polarity 1; the entries must be zeroed. PBL fields count with virtual_map only.
 *
 * Context: bring-up.
 * Return: 0; -EINVAL elem_cnt out of the limits, ceq_id not below max_ceqs, or first_pm_pbl_idx not
 *   below the PBLE count (with virtual_map). Nothing changed then.
 */
int irdma_sc_ceq_init(struct irdma_sc_ceq *ceq, struct irdma_ceq_init_info *info);

/**
 * irdma_sc_ceq_create - post the creation of a CEQ
 * @ceq: completion event queue
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x16.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_ceq_create(struct irdma_sc_ceq *ceq, u64 scratch, bool post_sq);

/**
 * irdma_sc_ceq_destroy - post the destruction of a CEQ
 * @ceq: completion event queue
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x18. The interrupt of the CEQ is off already. CEQ 0: followed by
 * irdma_sc_cceq_destroy_done().
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_ceq_destroy(struct irdma_sc_ceq *ceq, u64 scratch, bool post_sq);

/**
 * irdma_sc_cceq_create - create CEQ 0 and wait for it
 * @ceq: CEQ 0
 * @scratch: returned with the completion; 0: nobody waits
 *
 * dev->ccq exists and takes over vsi_idx. CQP opcode 0x16, waited for by polling the CCQ.
 *
 * Context: bring-up; process context, busy-waits.
 * Return: 0; codes of irdma_sc_ceq_create() and irdma_sc_poll_for_cqp_op_done().
 */
int irdma_sc_cceq_create(struct irdma_sc_ceq *ceq, u64 scratch);

/**
 * irdma_sc_cceq_create_done - wait for the creation of CEQ 0
 * @ceq: CEQ 0
 *
 * Polls the CCQ for opcode 0x16.
 *
 * Context: bring-up; process context, busy-waits.
 * Return: codes of irdma_sc_poll_for_cqp_op_done().
 */
int irdma_sc_cceq_create_done(struct irdma_sc_ceq *ceq);

/**
 * irdma_sc_cceq_destroy_done - wait for the destruction of CEQ 0
 * @ceq: CEQ 0
 *
 * Moves SD updates to irdma_update_sds_noccq(), also on failure, then polls the CCQ for opcode
 * 0x18.
 *
 * Context: tear-down; process context, busy-waits.
 * Return: codes of irdma_sc_poll_for_cqp_op_done().
 */
int irdma_sc_cceq_destroy_done(struct irdma_sc_ceq *ceq);

/**
 * irdma_sc_process_ceq - take CEQ entries until one names a CQ
 * @dev: device
 * @ceq: completion event queue
 * @cq_idx: out: CQ id, below the committed CQ count; on false IRDMA_INVALID_CQ_IDX if entries were
 *   skipped, else untouched
 *
 * Scrubbed entries are consumed and skipped. So are ids out of range, which are counted in
 * priv.bad_ceqes and logged. One call consumes at most a full ring. The caller acknowledges with a
 * write of the id to CQACK, whether there is a CQ or not: a masked id would stay silent for the next CQ
 * that gets it. Then it looks the CQ up: it may be gone.
 *
 * Context: softirq; the lock of this CEQ held (see irdma_sc_cleanup_ceqes()).
 * Return: true: *@cq_idx is valid; false: the queue is empty.
 */
bool irdma_sc_process_ceq(struct irdma_sc_dev *dev, struct irdma_sc_ceq *ceq, u32 *cq_idx);

/**
 * irdma_sc_cleanup_ceqes - neutralise the unread CEQ entries of a destroyed CQ
 * @cq: destroyed completion queue
 * @ceq: completion event queue
 *
 * Walks one full ring at most, from the tail to the first entry that is not valid; entries of this
 * CQ get the id IRDMA_INVALID_CQ_IDX and keep their valid bit. Consumes nothing.
 *
 * Context: process; the lock of this CEQ held, interrupts off.
 */
void irdma_sc_cleanup_ceqes(struct irdma_sc_cq *cq, struct irdma_sc_ceq *ceq);

/**
 * irdma_sc_aeq_init - initialise the AEQ object and publish it as dev->aeq
 * @aeq: asynchronous event queue, zeroed
 * @info: memory and parameters; copied
 *
 * Polarity 1; the entries must be zeroed. PBL fields count with virtual_map only.
 *
 * Context: bring-up.
 * Return: 0; -EINVAL elem_cnt out of the limits, or first_pm_pbl_idx not below the PBLE count (with
 *   virtual_map). Nothing changed then.
 */
int irdma_sc_aeq_init(struct irdma_sc_aeq *aeq, struct irdma_aeq_init_info *info);

/**
 * irdma_sc_aeq_create - post the creation of the AEQ
 * @aeq: asynchronous event queue
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x19.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_aeq_create(struct irdma_sc_aeq *aeq, u64 scratch, bool post_sq);

/**
 * irdma_sc_aeq_destroy - post the destruction of the AEQ
 * @aeq: asynchronous event queue
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x1b. gen1 and gen2: the interrupt cause register of the AEQ is cleared once the
 * command is in the ring.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_aeq_destroy(struct irdma_sc_aeq *aeq, u64 scratch, bool post_sq);

/**
 * irdma_sc_get_next_aeqe - consume and decode one asynchronous event
 * @aeq: asynchronous event queue
 * @info: out: the event; cleared by the call
 *
 * Valid bit first, then a DMA read barrier, then the rest. Flags follow the code for some events
 * and the source for the others. compl_ctx: QP events the context word (gen3: bits 5:0 cleared), CQ
 * events that value shifted left by one, SRQ limit the context. It must not be used as a pointer:
 * objects are looked up by qp_cq_id. wqe_idx has its full width.
 *
 * Context: softirq, the only consumer.
 * Return: 0 consumed; -ENOENT no new entry (@info untouched but for being cleared).
 */
int irdma_sc_get_next_aeqe(struct irdma_sc_aeq *aeq, struct irdma_aeqe_info *info);

/**
 * irdma_sc_repost_aeq_entries - give consumed AEQ entries back to the device
 * @dev: device
 * @count: entries consumed, 1 or more
 *
 * One 32-bit write to AEQALLOC. The entries must have been read: the device may overwrite them.
 *
 * Context: softirq, after a drain.
 */
void irdma_sc_repost_aeq_entries(struct irdma_sc_dev *dev, u32 count);

/**
 * irdma_ae_classify - what an event code means
 * @ae_id: event code
 *
 * A code nobody knows is an error of its QP: general flush code, catastrophic event. Also for the minor
 * code of a completion with major code IRDMA_SRQFLUSH_RSVD_MAJOR_ERR, which is an event code.
 *
 * Context: any.
 * Return: the class, never NULL; constant.
 */
const struct irdma_ae_class *irdma_ae_classify(u16 ae_id);

/**
 * irdma_process_aeq - take asynchronous events and hand them to the owners of their objects
 * @aeq: asynchronous event queue
 * @ops: the owners; all of them
 * @budget: entries to take at most, 1 or more
 *
 * Objects are looked up by id, never by the context in the entry, and are held while their event is
 * handled. Suspends are counted here (irdma_qp_suspend_done()), deferred commands are looked up here.
 * An entry that names no possible object is counted in priv.bad_aeqes, logged with its words, and
 * skipped; one whose object is gone is skipped. Entries are given back in batches, so that the device
 * goes on meanwhile; an overflow of the queue, or an event of the whole function, requests one reset.
 *
 * Context: softirq, the only consumer. @ops run in the same context.
 * Return: entries taken; @budget: there may be more, call again.
 */
u32 irdma_process_aeq(struct irdma_sc_aeq *aeq, const struct irdma_aeq_ops *ops, u32 budget);

/**
 * irdma_cfg_aeq - connect the AEQ to an interrupt vector, or disconnect it
 * @dev: device
 * @idx: vector, 11 bits
 * @enable: set the cause enable bit
 *
 * One 32-bit write to PFINT_AEQCTL: enable bit 30, no moderation (ITR 3 in bits 12:11), vector in
 * bits 10:0. A device without this register (gen3), or a wider vector, is refused with a line in the
 * log: nothing is written.
 *
 * Context: bring-up and tear-down; through irdma_irq_ops.
 */
void irdma_cfg_aeq(struct irdma_sc_dev *dev, u32 idx, bool enable);

#ifdef __cplusplus
}
#endif

#endif
