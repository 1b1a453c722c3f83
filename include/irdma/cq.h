/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Completion queues, and the control completion queue (CCQ) that takes the completions of the CQP.
 */
#ifndef IRDMA_CQ_H
#define IRDMA_CQ_H

#include <irdma/base.h>

/* User-level part of a CQ. */
struct irdma_cq_uk {
	struct irdma_cqe *cq_base;
	u32 __iomem *cqe_alloc_db;	/* arm; NULL for the CCQ */
	u32 __iomem *cq_ack_db;		/* acknowledge */
	__le64 *shadow_area;		/* 64 bytes */
	u32 cq_id;			/* 0 CCQ, 1 ILQ, 2 IEQ */
	u32 cq_size;			/* CQEs */
	struct irdma_ring cq_ring;
	u8 polarity;			/* expected valid bit; starts at 1 */
	bool avoid_mem_cflct:1;		/* CQEs are 64 bytes apart */
};

struct irdma_cq_uk_init_info {
	u32 __iomem *cqe_alloc_db;	/* by irdma_sc_cq_init(), like the next */
	u32 __iomem *cq_ack_db;
	struct irdma_cqe *cq_base;
	__le64 *shadow_area;
	u32 cq_size;			/* CQEs */
	u32 cq_id;
	bool avoid_mem_cflct;
};

struct irdma_cq_priv {
	u8 life;			/* enum irdma_object_life; guarded as the CQP producer side */
};

struct irdma_sc_cq {
	struct irdma_cq_uk cq_uk;
	u64 cq_pa;
	u64 shadow_area_pa;
	struct irdma_sc_dev *dev;
	u16 vsi_idx;
	struct irdma_sc_vsi *vsi;	/* non-NULL at create and modify */
	void *pbl_list;
	void *back_cq;			/* caller's object */
	u32 ceq_id;
	u32 shadow_read_threshold;	/* 18 bits */
	u8 pbl_chunk_size;		/* 2 bits */
	u8 cq_type;			/* IRDMA_CQ_TYPE_* */
	u8 tph_val;
	u32 first_pm_pbl_idx;		/* 28 bits */
	bool ceqe_mask:1;
	bool virtual_map:1;
	bool check_overflow:1;		/* of the caller; not written here */
	bool ceq_id_valid:1;
	bool tph_en;
	struct irdma_cq_priv priv;
};

struct irdma_cq_init_info {
	struct irdma_sc_dev *dev;
	u64 cq_base_pa;			/* 256-byte aligned; unused with virtual_map */
	u64 shadow_area_pa;
	u32 ceq_id;
	u32 shadow_read_threshold;	/* min(cq_size / 2, IRDMA_MAX_CQ_READ_THRESH) */
	u8 pbl_chunk_size;		/* 1 with virtual_map */
	u32 first_pm_pbl_idx;		/* with virtual_map: below the PBLE count */
	bool virtual_map:1;
	bool ceqe_mask:1;
	bool ceq_id_valid:1;
	bool tph_en:1;
	u8 tph_val;
	u8 type;			/* IRDMA_CQ_TYPE_*; 0 means IRDMA_CQ_TYPE_IWARP */
	struct irdma_cq_uk_init_info cq_uk_init_info;
	struct irdma_sc_vsi *vsi;
};

struct irdma_modify_cq_info {
	u64 cq_pa;
	struct irdma_cqe *cq_base;
	u32 cq_size;			/* CQEs */
	u32 shadow_read_threshold;
	u8 pbl_chunk_size;
	u32 first_pm_pbl_idx;
	bool virtual_map:1;
	bool check_overflow;
	bool cq_resize:1;
};

struct irdma_ccq_init_info {
	u64 cq_pa;			/* 256-byte aligned */
	u64 shadow_area_pa;		/* 128-byte aligned */
	struct irdma_sc_dev *dev;
	struct irdma_cqe *cq_base;
	__le64 *shadow_area;
	void *pbl_list;
	u32 num_elem;			/* CQEs: IW_CCQ_SIZE or IW_GEN_3_CCQ_SIZE */
	u32 ceq_id;			/* 0 */
	u32 shadow_read_threshold;
	bool ceqe_mask:1;
	bool ceq_id_valid:1;
	bool avoid_mem_cflct:1;
	bool virtual_map:1;
	bool tph_en:1;
	u8 tph_val;
	u8 pbl_chunk_size;
	u32 first_pm_pbl_idx;
	struct irdma_sc_vsi *vsi;	/* non-NULL */
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_ccq_init - initialise the CCQ object and publish it as dev->ccq
 * @cq: the CCQ, zeroed
 * @info: memory and parameters; copied
 *
 * CQ id 0, polarity 1. Ring and shadow area must be zeroed. The FPM must have been queried.
 *
 * Context: bring-up.
 * Return: 0; -EINVAL num_elem out of the limits, ceq_id not below max_ceqs, or first_pm_pbl_idx not
 *   below the PBLE count (with virtual_map). Nothing changed then.
 */
int irdma_sc_ccq_init(struct irdma_sc_cq *cq, struct irdma_ccq_init_info *info);

/**
 * irdma_sc_ccq_create - create the CCQ
 * @ccq: the CCQ
 * @scratch: returned with the completion; 0: nobody waits
 * @check_overflow: let the device check for overflow
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x03. With post_sq it waits for its own completion, the first entry of the new CCQ,
 * and only then moves SD updates to irdma_cqp_sds_cmd(). Without post_sq that happens in
 * irdma_sc_ccq_create_done().
 *
 * Context: bring-up; process context, busy-waits; takes dev->cqp_lock.
 * Return: 0; codes of irdma_sc_cq_create(); with post_sq also those of
 *   irdma_sc_poll_for_cqp_op_done().
 */
int irdma_sc_ccq_create(struct irdma_sc_cq *ccq, u64 scratch, bool check_overflow, bool post_sq);

/**
 * irdma_sc_ccq_create_done - wait for the creation of the CCQ
 * @ccq: the CCQ
 *
 * Polls the CCQ for opcode 0x03; on success SD updates move to irdma_cqp_sds_cmd().
 *
 * Context: bring-up; process context, busy-waits.
 * Return: codes of irdma_sc_poll_for_cqp_op_done().
 */
int irdma_sc_ccq_create_done(struct irdma_sc_cq *ccq);

/**
 * irdma_sc_ccq_destroy - destroy the CCQ
 * @ccq: the CCQ
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x05. The CCQ cannot report its own end: with post_sq the tail register tells. SD
 * updates move back to irdma_update_sds_noccq() once the command is in the ring.
 *
 * Context: bring-up and tear-down: process context, single-threaded; busy-waits up to 10 ms. The
 *   CCQ is drained and has no consumer. Takes dev->cqp_lock.
 * Return: 0; -EINVAL, -ENOMEM, -EIO as for irdma_sc_cq_destroy(); with post_sq also -EIO and
 *   -ETIMEDOUT of irdma_cqp_poll_registers().
 */
int irdma_sc_ccq_destroy(struct irdma_sc_cq *ccq, u64 scratch, bool post_sq);

/**
 * irdma_sc_ccq_arm - ask for an event at the next completion of a CQ
 * @ccq: the CCQ, or ILQ or IEQ
 *
 * Increments the arm sequence in the shadow area, sets arm-next, and writes the CQ id to CQARM.
 *
 * Context: process or softirq; takes dev->cqp_lock, which must not be held.
 */
void irdma_sc_ccq_arm(struct irdma_sc_cq *ccq);

/**
 * irdma_sc_ccq_get_cqe_info - consume one completion of the CQP
 * @ccq: the CCQ
 * @info: out: the completion; cleared by the call
 *
 * Completions kept by irdma_sc_poll_for_cqp_op_done() come first. What the device wrote is not
 * trusted: an entry with a foreign context, an index beyond the ring, or for a slot without an
 * outstanding command is skipped and counted in priv.bad_cqes. The SQ tail moves past all commands
 * that are answered, except for the final entry of an out-of-order command; completed_ops counts
 * except for interim answers. After irdma_sc_ccq_destroy() only kept completions come.
 *
 * Context: process or softirq; callers serialise it with a lock of their own; takes dev->cqp_lock
 *   and ooo_list_lock, one after the other.
 * Return: 0 consumed; -ENOENT no new entry; -EBADMSG an entry was skipped (call again).
 */
int irdma_sc_ccq_get_cqe_info(struct irdma_sc_cq *ccq, struct irdma_ccq_cqe_info *info);

/**
 * irdma_sc_cq_init - initialise a CQ object
 * @cq: completion queue, zeroed
 * @info: memory and parameters; both doorbells of cq_uk_init_info come from the device
 *
 * Size and id ranges are checked when the CQ is created.
 *
 * Context: process.
 * Return: 0; -EINVAL virtual_map with first_pm_pbl_idx not below the PBLE count.
 */
int irdma_sc_cq_init(struct irdma_sc_cq *cq, struct irdma_cq_init_info *info);

/**
 * irdma_sc_cq_create - post the creation of a CQ
 * @cq: completion queue
 * @scratch: returned with the completion; 0: nobody waits
 * @check_overflow: let the device check for overflow
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x03. The completion context is the CQ id: event queue entries carry it back.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL created before (enum irdma_object_life), cq_id not below the CQ maximum,
 *   ceq_id (if valid) not below max_ceqs, vsi missing, or a value does not fit; -ENOMEM the ring is
 *   full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_cq_create(struct irdma_sc_cq *cq, u64 scratch, bool check_overflow, bool post_sq);

/**
 * irdma_sc_cq_modify - post a change of a CQ (resize)
 * @cq: completion queue
 * @info: new buffer and size; check_overflow must be given again, else the device stops checking
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x04. After its completion the caller switches with irdma_sc_cq_resize().
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL not alive, cq_resize and virtual_map with first_pm_pbl_idx not below the PBLE
 *   count, or a value does not fit; -ENOMEM the ring is full; -EIO the CQP is dead. On an error nothing was
 *   written to the ring.
 */
int irdma_sc_cq_modify(struct irdma_sc_cq *cq, struct irdma_modify_cq_info *info, u64 scratch,
		       bool post_sq);

/**
 * irdma_sc_cq_resize - switch the CQ object to its new buffer
 * @cq: completion queue
 * @info: as given to irdma_sc_cq_modify(), which has completed
 *
 * Software only: mapping, address, size; ring positions 0, polarity 1.
 *
 * Context: any; the caller's CQ lock held.
 */
void irdma_sc_cq_resize(struct irdma_sc_cq *cq, struct irdma_modify_cq_info *info);

/**
 * irdma_sc_cq_destroy - post the destruction of a CQ
 * @cq: completion queue
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x05. The memory may be freed only after the completion.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL never created, or a value does not fit its field; -ENOMEM the ring is full;
 *   -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_cq_destroy(struct irdma_sc_cq *cq, u64 scratch, bool post_sq);

#ifdef __cplusplus
}
#endif

#endif
