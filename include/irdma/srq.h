/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared receive queues, gen3 and later.
 */
#ifndef IRDMA_SRQ_H
#define IRDMA_SRQ_H

#include <irdma/attrs.h>
#include <irdma/wr.h>

/* User-level part of an SRQ. */
struct irdma_srq_uk {
	u32 srq_caps;
	struct irdma_qp_quanta *srq_base;
	struct irdma_uk_attrs *uk_attrs;
	__le64 *shadow_area;
	struct irdma_ring srq_ring;
	u32 srq_id;			/* 16 bits in commands */
	u32 srq_size;			/* WQEs */
	u32 max_srq_frag_cnt;
	struct irdma_wqe_uk_ops wqe_ops;
	u8 srwqe_polarity;
	u8 wqe_size;			/* shift code 0 .. 3 */
	u8 wqe_size_multiplier;		/* quanta of a WQE */
	u8 deferred_flag;
	struct irdma_spinlock *lock;
};

struct irdma_srq_uk_init_info {
	struct irdma_qp_quanta *srq;
	struct irdma_uk_attrs *uk_attrs;
	__le64 *shadow_area;
	u64 *srq_wrid_array;
	u32 srq_id;
	u32 srq_caps;
	u32 srq_size;			/* WQEs */
	u32 max_srq_frag_cnt;
};

struct irdma_srq_init_info {
	struct irdma_sc_pd *pd;
	struct irdma_sc_vsi *vsi;
	u64 srq_pa;			/* 256-byte aligned; unused with virtual_map */
	u64 shadow_area_pa;		/* 64-byte aligned */
	u32 first_pm_pbl_idx;		/* 28 bits */
	u32 pasid;			/* stored only */
	u32 srq_size;			/* not read: srq_uk_init_info.srq_size counts */
	u16 srq_limit;			/* 12 bits */
	u8 pasid_valid;
	u8 wqe_size;			/* not read */
	u8 leaf_pbl_size;		/* 2 bits */
	u8 virtual_map;
	u8 tph_en;
	u8 arm_limit_event;
	u8 tph_value;
	u8 pbl_chunk_size;		/* not read */
	struct irdma_srq_uk_init_info srq_uk_init_info;
};

struct irdma_srq_priv {
	u8 life;			/* enum irdma_object_life; guarded as the CQP producer side */
};

struct irdma_sc_srq {
	struct irdma_sc_dev *dev;
	struct irdma_sc_vsi *vsi;
	struct irdma_sc_pd *pd;
	struct irdma_srq_uk srq_uk;
	void *back_srq;			/* caller's object */
	u64 srq_pa;
	u64 shadow_area_pa;
	u32 first_pm_pbl_idx;
	u32 pasid;
	u32 hw_srq_size;		/* encoded, 4 bits */
	u16 srq_limit;
	u8 pasid_valid;
	u8 leaf_pbl_size;
	u8 virtual_map;
	u8 tph_en;
	u8 arm_limit_event;
	u8 tph_val;
	struct irdma_srq_priv priv;
};

struct irdma_modify_srq_info {
	u16 srq_limit;			/* 12 bits */
	u8 arm_limit_event;		/* 1 bit */
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_srq_init - initialise an SRQ object
 * @srq: shared receive queue, zeroed
 * @info: memory and parameters; copied
 *
 * The size code is that of srq_size WQEs in quanta, at least 8.
 *
 * Context: process.
 * Return: 0; codes of irdma_uk_srq_init().
 */
int irdma_sc_srq_init(struct irdma_sc_srq *srq, struct irdma_srq_init_info *info);

/**
 * irdma_sc_srq_create - post the creation of an SRQ
 * @srq: shared receive queue
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x06. Limit events name the SRQ by its id.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL created before (enum irdma_object_life), srq_id out of min_hw_srq_id .. SRQ
 *   maximum - 1, or a value does not fit; -ENOMEM the ring is full; -EIO the CQP is dead. On an
 *   error nothing was written to the ring.
 */
int irdma_sc_srq_create(struct irdma_sc_srq *srq, u64 scratch, bool post_sq);

/**
 * irdma_sc_srq_modify - post a change of limit and event arming of an SRQ
 * @srq: shared receive queue
 * @info: limit, arm flag
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x07. Everything else is sent as created.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL not alive, srq_id out of min_hw_srq_id .. SRQ maximum - 1, or a value does not
 *   fit; -ENOMEM the ring is full; -EIO the CQP is dead. On an error nothing was written to the
 *   ring.
 */
int irdma_sc_srq_modify(struct irdma_sc_srq *srq, struct irdma_modify_srq_info *info, u64 scratch,
			bool post_sq);

/**
 * irdma_sc_srq_destroy - post the destruction of an SRQ
 * @srq: shared receive queue
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x08.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL never created, or a value does not fit its field; -ENOMEM the ring is full;
 *   -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_srq_destroy(struct irdma_sc_srq *srq, u64 scratch, bool post_sq);

#ifdef __cplusplus
}
#endif

#endif
