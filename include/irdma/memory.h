/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory keys (STags): regions, windows, fast registration. chunk_size says what backs a region:
 * 0 physically contiguous memory, 1 a level-1 PBL, 3 a level-2 PBL.
 *
 * There is no object for a key: its index is the caller's, its state is the device's. The functions
 * check indexes and values (-EINVAL); a call in a state it is not made for is refused by the device,
 * whose completion or event says so (IRDMA_AE_AMP_*, major code 0xffff for commands):
 *
 *	call				free	allocated	valid	window
 *	irdma_sc_alloc_stag()		yes	no		no	no
 *	irdma_sc_mr_reg_non_shared()	yes	no		no	no
 *	irdma_sc_mw_alloc()		yes	no		no	no
 *	irdma_sc_mr_fast_register()	no	yes: valid	no	no
 *	local invalidate		no	no		yes *	yes
 *	irdma_sc_dealloc_stag()		no	yes		yes	yes
 *
 * (*) back to allocated, if it came from irdma_sc_alloc_stag().
 */
#ifndef IRDMA_MEMORY_H
#define IRDMA_MEMORY_H

#include <irdma/wr.h>

struct irdma_allocate_stag_info {
	u64 total_len;			/* bytes, 46 bits; 0 only with all_memory */
	u64 first_pm_pbl_idx;		/* 28 bits, with chunk_size */
	u32 chunk_size;			/* 0, 1, 3 */
	u32 stag_idx;			/* 24 bits */
	u32 page_size;			/* bytes */
	u32 pd_id;
	u16 access_rights;		/* IRDMA_ACCESS_FLAGS_* */
	bool remote_access:1;
	bool use_hmc_fcn_index:1;
	bool use_pf_rid:1;		/* gen1 and gen2 */
	bool all_memory:1;
	bool remote_atomics_en:1;	/* gen3 */
	u16 hmc_fcn_index;
};

struct irdma_reg_ns_stag_info {
	u64 reg_addr_pa;		/* with chunk_size 0 */
	u64 va;
	u64 total_len;			/* bytes, 46 bits; 0 only with all_memory */
	u32 page_size;			/* bytes */
	u32 chunk_size;			/* 0, 1, 3 */
	u32 first_pm_pbl_index;		/* below the PBLE count, with chunk_size */
	enum irdma_addressing_type addr_type;
	irdma_stag_index stag_idx;
	u16 access_rights;		/* IRDMA_ACCESS_FLAGS_* */
	u32 pd_id;
	irdma_stag_key stag_key;
	bool use_hmc_fcn_index:1;
	u16 hmc_fcn_index;		/* u8 in mainline */
	bool use_pf_rid:1;		/* gen1 and gen2 */
	bool all_memory:1;
	bool remote_atomics_en:1;	/* gen3 */
};

struct irdma_fast_reg_stag_info {
	u64 wr_id;
	u64 reg_addr_pa;		/* 4 KiB aligned, below 2^52 */
	u64 fbo;			/* bytes; zero based only */
	void *va;
	u64 total_len;			/* bytes, 41 bits */
	u32 page_size;			/* bytes */
	u32 chunk_size;			/* 0, 1, 3 */
	u32 first_pm_pbl_index;		/* 28 bits */
	enum irdma_addressing_type addr_type;
	irdma_stag_index stag_idx;
	u16 access_rights;		/* IRDMA_ACCESS_FLAGS_* */
	u32 pd_id;			/* not read: the QP's counts */
	irdma_stag_key stag_key;
	bool local_fence:1;
	bool read_fence:1;
	bool signaled:1;
	bool use_hmc_fcn_index:1;	/* not read */
	u8 hmc_fcn_index;		/* not read */
	bool use_pf_rid:1;		/* not read */
	bool defer_flag:1;		/* not read */
	bool remote_atomics_en:1;	/* gen3 */
};

struct irdma_dealloc_stag_info {
	u32 stag_idx;			/* 24 bits */
	u32 pd_id;
	bool mr:1;			/* region; false: window */
	bool dealloc_pbl:1;		/* not read */
};

struct irdma_mw_alloc_info {
	u32 mw_stag_index;		/* 24 bits */
	u32 page_size;			/* not read */
	u32 pd_id;
	bool remote_access:1;		/* not read */
	bool mw_wide:1;			/* type-1 window */
	bool mw1_bind_dont_vldt_key:1;
};

/* Declared by the interface; no function uses it. */
struct irdma_register_shared_stag {
	u64 va;
	enum irdma_addressing_type addr_type;
	irdma_stag_index new_stag_idx;
	irdma_stag_index parent_stag_idx;
	u32 access_rights;
	u32 pd_id;
	u32 page_size;
	irdma_stag_key new_stag_key;
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_alloc_stag - post the allocation of a memory key for fast registration
 * @dev: device
 * @info: key and limits
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x09. page_size 4 KiB, 2 MiB or 1 GiB, if page_size_cap offers it. Only the five
 * hardware bits of access_rights are sent.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL total_len 0 without all_memory, another page_size, the entry in stag_idx not
 *   below the count of MRs, use_pf_rid on gen3, remote_atomics_en before gen3, or a value does not fit; -ENOMEM the ring is full; -EIO the CQP is dead. On an error
 *   nothing was written to the ring.
 */
int irdma_sc_alloc_stag(struct irdma_sc_dev *dev, struct irdma_allocate_stag_info *info,
			u64 scratch, bool post_sq);

/**
 * irdma_sc_mr_reg_non_shared - post the registration of a memory region
 * @dev: device
 * @info: key, address, length, rights
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x0a. Remote access is enabled by the remote bits of access_rights; only the five
 * hardware bits are sent. Zero based: the offset of va in its page is used.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL total_len 0 without all_memory, page_size not one of 4 KiB, 2 MiB, 1 GiB,
 *   first_pm_pbl_index not below the PBLE count (with chunk_size), use_pf_rid on gen3,
 *   remote_atomics_en before gen3, or a value does not fit; -ENOMEM the ring is full; -EIO the CQP
 *   is dead. On an error nothing was written to the ring.
 */
int irdma_sc_mr_reg_non_shared(struct irdma_sc_dev *dev, struct irdma_reg_ns_stag_info *info,
			       u64 scratch, bool post_sq);

/**
 * irdma_sc_mr_fast_register - post a fast registration on a QP
 * @qp: queue pair
 * @info: key, address, length, rights
 * @post_sq: ring the QP's doorbell; false: the WQE goes with the next doorbell
 *
 * One quantum of the send queue, SQ opcode 0x09. page_size 4 KiB, 2 MiB or 1 GiB; other sizes are
 * taken as 4 KiB. Only the five hardware bits of access_rights are sent.
 *
 * Context: any; the caller's QP lock held.
 * Return: 0; -ENOMEM the send queue is full; -EINVAL a value does not fit (no slot was taken).
 */
int irdma_sc_mr_fast_register(struct irdma_sc_qp *qp, struct irdma_fast_reg_stag_info *info,
			      bool post_sq);

/**
 * irdma_sc_dealloc_stag - post the release of a memory key
 * @dev: device
 * @info: key
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x0d. Keys and page list may be used again only after a completion without error.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_dealloc_stag(struct irdma_sc_dev *dev, struct irdma_dealloc_stag_info *info,
			  u64 scratch, bool post_sq);

/**
 * irdma_sc_mw_alloc - post the allocation of a memory window key
 * @dev: device
 * @info: key
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x09, without the region bit.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_mw_alloc(struct irdma_sc_dev *dev, struct irdma_mw_alloc_info *info, u64 scratch,
		      bool post_sq);

#ifdef __cplusplus
}
#endif

#endif
