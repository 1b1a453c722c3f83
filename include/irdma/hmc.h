/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Host memory cache: object tables, segment descriptors (SD), the FPM query/commit dialogue that sizes
 * them, and the feature query. An SD covers 2 MiB of the function's HMC space.
 */
#ifndef IRDMA_HMC_H
#define IRDMA_HMC_H

#include <irdma/base.h>

/* One object type; array of IRDMA_HMC_IW_MAX, index enum irdma_hmc_rsrc_type. */
struct irdma_hmc_obj_info {
	u64 base;			/* byte offset in HMC space, multiple of 512; from the commit */
	u32 max_cnt;			/* from the query */
	u32 cnt;			/* chosen, later the committed count */
	u64 size;			/* bytes per object */
	enum irdma_hmc_obj_mem mem_loc;
};

/* Backing page of an SD or PD. Private to the HMC object layer, like the next four. */
struct irdma_hmc_bp {
	enum irdma_sd_entry_type entry_type;
	struct irdma_dma_mem addr;
	u32 sd_pd_index;
	u32 use_cnt;
};

struct irdma_hmc_pd_entry {
	struct irdma_hmc_bp bp;
	u32 sd_index;
	bool rsrc_pg:1;
	bool valid:1;
};

struct irdma_hmc_pd_table {
	struct irdma_dma_mem pd_page_addr;
	struct irdma_hmc_pd_entry *pd_entry;
	struct irdma_virt_mem pd_entry_virt_mem;
	u32 use_cnt;
	u32 sd_index;
};

/* Ours. */
struct irdma_hmc_sd_priv {
	bool quarantined;		/* the device may still use the memory: kept until irdma_hmc_release() */
};

struct irdma_hmc_sd_entry {
	enum irdma_sd_entry_type entry_type;
	bool valid;
	union {
		struct irdma_hmc_pd_table pd_table;
		struct irdma_hmc_bp bp;
	} u;
	struct irdma_hmc_sd_priv priv;
};

struct irdma_hmc_sd_table {
	struct irdma_virt_mem addr;
	u32 sd_cnt;			/* maximum after the query, needed SDs after the commit */
	u32 use_cnt;
	struct irdma_hmc_sd_entry *sd_entry;	/* by irdma_cfg_sd_mem(); freed by the caller */
};

struct irdma_hmc_info {
	u32 signature;
	u16 hmc_fn_id;			/* u8 in mainline: gen3 ids have 16 bits */
	u16 first_sd_index;
	struct irdma_hmc_obj_info *hmc_obj;	/* IRDMA_HMC_IW_MAX elements of the caller */
	struct irdma_virt_mem hmc_obj_virt_mem;
	struct irdma_hmc_sd_table sd_table;
	u16 sd_indexes[IRDMA_HMC_MAX_SD_COUNT];
};

struct irdma_update_sd_entry {
	u64 cmd;			/* SD command in 31:0 */
	u64 data;			/* SD data, low and high */
};

struct irdma_update_sds_info {
	u32 cnt;			/* 1 .. IRDMA_MAX_SD_ENTRIES */
	u16 hmc_fn_id;			/* 6 bits in the WQE; u8 in mainline */
	struct irdma_update_sd_entry entry[IRDMA_MAX_SD_ENTRIES];
};

struct irdma_hmc_fcn_info {
	u32 vf_id;			/* 16 bits */
	u8 protocol_used;
	u8 free_fcn;			/* 1: free, 0: allocate */
};

/* Ours: what was asked for, and how the device answered. */
struct irdma_hmc_fpm_priv {
	u64 bad_answers;		/* FPM and feature buffers that were refused */
	bool commit_usable;		/* the last commit answer fits what was asked for */
	u32 created;			/* object types with backing memory, a bit each */
};

/* What the FPM query says besides the object table. */
struct irdma_hmc_fpm_misc {
	u32 max_ceqs;
	u32 max_sds;			/* reduced by gen3 sizing */
	u32 loc_mem_pages;		/* gen3: pages of 2 MiB in the device */
	u16 ird;			/* half the decoded size, up to 2048; u8 in mainline */
	u32 xf_block_size;
	u32 q1_block_size;
	u32 ht_multiplier;
	u32 timer_bucket;
	u32 rrf_block_size;		/* gen2 and later */
	u32 ooiscf_block_size;		/* gen2 and later, iWARP */
	struct irdma_dma_mem fw_scratch_buf0;	/* by the query parser; the caller frees both */
	struct irdma_dma_mem fw_scratch_buf1;
	struct irdma_hmc_fpm_priv priv;
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_decode_fpm_commit - decode one word of a committed FPM buffer
 * @dev: device
 * @buf: little-endian words of the buffer
 * @buf_idx: byte offset, multiple of 8
 * @obj_info: object table; the element of @rsrc_idx is filled
 * @rsrc_idx: enum irdma_hmc_rsrc_type
 *
 * base = bits 63:32 * 512 (gen3: without the local-memory bit). cnt: QP bits 20:0, CQ by hw_masks,
 * APBVT constant 1 on gen1 and gen2 and 0 later, others bits 31:0.
 *
 * Context: any.
 * Return: the raw word.
 */
u64 irdma_sc_decode_fpm_commit(struct irdma_sc_dev *dev, __le64 *buf, u32 buf_idx,
			       struct irdma_hmc_obj_info *obj_info, u32 rsrc_idx);

/**
 * irdma_sc_parse_fpm_commit_buf - decode a committed FPM buffer
 * @dev: device
 * @buf: IRDMA_COMMIT_FPM_BUF_SIZE bytes, written by the device
 * @info: object table; base and cnt are filled
 * @sd: out: SDs of 2 MiB up to the end of the last object in host memory; as many as fit 32 bits
 *
 * Decodes only; irdma_sc_cfg_iw_fpm() checks what was decoded.
 *
 * Context: process.
 */
void irdma_sc_parse_fpm_commit_buf(struct irdma_sc_dev *dev, __le64 *buf,
				   struct irdma_hmc_obj_info *info, u32 *sd);

/**
 * irdma_sc_decode_fpm_query - decode one word of an FPM query buffer
 * @buf: little-endian words of the buffer
 * @buf_idx: byte offset, multiple of 8
 * @obj_info: object table; the element of @rsrc_idx is filled
 * @rsrc_idx: enum irdma_hmc_rsrc_type
 *
 * max_cnt = bits 31:0, size = 1 << bits 63:32; an exponent of 64 or more gives size 0.
 *
 * Context: any.
 * Return: the raw word.
 */
u64 irdma_sc_decode_fpm_query(__le64 *buf, u32 buf_idx, struct irdma_hmc_obj_info *obj_info,
			      u32 rsrc_idx);

/**
 * irdma_sc_parse_fpm_query_buf - decode an FPM query buffer
 * @dev: device
 * @buf: IRDMA_QUERY_FPM_BUF_SIZE bytes, written by the device
 * @hmc_info: first SD, SD count and object table are filled
 * @hmc_fpm_misc: block sizes, limits; filled
 *
 * The features have been queried. gen3: allocates the scratch buffers the firmware asks for;
 * earlier ones are freed first, and none is left behind on an error.
 *
 * Context: bring-up; process, may sleep.
 * Return: 0; -EINVAL a block size is 0 where objects exist, a size exponent is impossible, or no
 *   local memory (gen3); -ENOMEM a scratch buffer.
 */
int irdma_sc_parse_fpm_query_buf(struct irdma_sc_dev *dev, __le64 *buf,
				 struct irdma_hmc_info *hmc_info,
				 struct irdma_hmc_fpm_misc *hmc_fpm_misc);

/**
 * irdma_sc_manage_hmc_pm_func_table - post the allocation or release of a PM function for a VF
 * @cqp: control QP
 * @info: VF
 * @scratch: returned with the completion; 0: nobody waits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 *
 * CQP opcode 0x15. op_ret_val of the completion of an allocation is the function index.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_manage_hmc_pm_func_table(struct irdma_sc_cqp *cqp, struct irdma_hmc_fcn_info *info,
				      u64 scratch, bool post_sq);

/**
 * irdma_sc_commit_fpm_val_done - wait for the FPM commit
 * @cqp: control QP
 *
 * Polls the CCQ for opcode 0x21.
 *
 * Context: bring-up; process context, busy-waits.
 * Return: codes of irdma_sc_poll_for_cqp_op_done().
 */
int irdma_sc_commit_fpm_val_done(struct irdma_sc_cqp *cqp);

/**
 * irdma_sc_commit_fpm_val - post the FPM commit
 * @cqp: control QP
 * @scratch: returned with the completion; 0: nobody waits
 * @hmc_fn_id: HMC function
 * @commit_fpm_mem: buffer; only its pa is used
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 * @wait_type: IRDMA_CQP_WAIT_POLL_REGS, _POLL_CQ, or _EVENT (does not wait)
 *
 * CQP opcode 0x21. With post_sq it waits as wait_type says; the device overwrites the buffer with
 * what it granted.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep. With a wait: bring-up.
 * Return: 0; -EINVAL, -ENOMEM, -EIO as usual; with a wait also -EIO and -ETIMEDOUT.
 */
int irdma_sc_commit_fpm_val(struct irdma_sc_cqp *cqp, u64 scratch, u8 hmc_fn_id,
			    struct irdma_dma_mem *commit_fpm_mem, bool post_sq, u8 wait_type);

/**
 * irdma_sc_query_fpm_val_done - wait for the FPM query
 * @cqp: control QP
 *
 * Polls the CCQ for opcode 0x20.
 *
 * Context: bring-up; process context, busy-waits.
 * Return: codes of irdma_sc_poll_for_cqp_op_done().
 */
int irdma_sc_query_fpm_val_done(struct irdma_sc_cqp *cqp);

/**
 * irdma_sc_query_fpm_val - post the FPM query
 * @cqp: control QP
 * @scratch: returned with the completion; 0: nobody waits
 * @hmc_fn_id: HMC function
 * @query_fpm_mem: buffer; only its pa is used
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 * @wait_type: IRDMA_CQP_WAIT_POLL_REGS, _POLL_CQ, or _EVENT (does not wait)
 *
 * CQP opcode 0x20. With post_sq it waits as wait_type says.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep. With a wait: bring-up.
 * Return: 0; -EINVAL, -ENOMEM, -EIO as usual; with a wait also -EIO and -ETIMEDOUT.
 */
int irdma_sc_query_fpm_val(struct irdma_sc_cqp *cqp, u64 scratch, u8 hmc_fn_id,
			   struct irdma_dma_mem *query_fpm_mem, bool post_sq, u8 wait_type);

/**
 * irdma_sc_init_iw_hmc - query the FPM and decode the answer
 * @dev: device
 * @hmc_fn_id: HMC function; stored in hmc_info
 *
 * Uses dev->fpm_query_buf and the registers to wait.
 *
 * Context: bring-up; process, may sleep.
 * Return: 0; codes of irdma_sc_query_fpm_val() and irdma_sc_parse_fpm_query_buf().
 */
int irdma_sc_init_iw_hmc(struct irdma_sc_dev *dev, u8 hmc_fn_id);

/**
 * irdma_set_loc_mem - mark the objects of a commit buffer as local memory (gen3)
 * @buf: IRDMA_COMMIT_FPM_BUF_SIZE bytes
 *
 * Sets bit ENABLE_LOC_MEM in every word that is not 0, except PBLE and the two scratch buffer
 * addresses.
 *
 * Context: any.
 */
void irdma_set_loc_mem(__le64 *buf);

/**
 * irdma_sc_cfg_iw_fpm - commit the chosen object counts and decode the answer
 * @dev: device
 * @hmc_fn_id: not used: hmc_info has it
 *
 * Uses dev->fpm_commit_buf and the registers to wait. gen3 with local memory: irdma_set_loc_mem().
 *
 * An answer that grants more than was asked for, objects that overlap, or more SDs than the device
 * has, is counted and logged; irdma_hmc_create_objs() then refuses to build on it.
 *
 * Context: bring-up; process context, busy-waits.
 * Return: 0; codes of irdma_sc_commit_fpm_val(); -EINVAL the function id does not fit the command, or
 *   the objects reach beyond what SDs can address.
 */
int irdma_sc_cfg_iw_fpm(struct irdma_sc_dev *dev, u8 hmc_fn_id);

/**
 * cqp_sds_wqe_fill - write an SD update into the ring
 * @cqp: control QP
 * @info: 1 to 11 entries
 * @scratch: returned with the completion; 0: nobody waits
 *
 * CQP opcode 0x1f. Entries 0 to 2 lie in the WQE, the others as little-endian pairs in the SD
 * buffer of the slot. Does not ring.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL cnt is 0 or above IRDMA_MAX_SD_ENTRIES, or a value does not fit; -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int cqp_sds_wqe_fill(struct irdma_sc_cqp *cqp, struct irdma_update_sds_info *info, u64 scratch);

/**
 * irdma_update_pe_sds - post an SD update
 * @dev: device
 * @info: 1 to 11 entries
 * @scratch: returned with the completion; 0: nobody waits
 *
 * cqp_sds_wqe_fill(), then the doorbell.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL cnt is 0 or above IRDMA_MAX_SD_ENTRIES, or a value does not fit; -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_update_pe_sds(struct irdma_sc_dev *dev, struct irdma_update_sds_info *info, u64 scratch);

/**
 * irdma_update_sds_noccq - update SDs and wait by registers
 * @dev: device
 * @info: 1 to 11 entries
 *
 * For the time without CCQ; installed as irdma_sc_cqp.process_cqp_sds.
 *
 * Context: bring-up and tear-down: process context, single-threaded; busy-waits up to 10 ms. The
 *   only user of the CQP.
 * Return: codes of cqp_sds_wqe_fill() and irdma_cqp_poll_registers().
 */
int irdma_update_sds_noccq(struct irdma_sc_dev *dev, struct irdma_update_sds_info *info);

/**
 * irdma_sc_static_hmc_pages_allocated - tell the device that all static HMC objects have pages
 * @cqp: control QP
 * @scratch: returned with the completion; 0: nobody waits
 * @hmc_fn_id: HMC function, 6 bits
 * @post_sq: ring the doorbell; false: the WQE goes with the next doorbell
 * @poll_registers: wait by registers; false: by polling the CCQ
 *
 * CQP opcode 0x2b. Waits with post_sq only.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep. With post_sq: bring-up.
 * Return: 0; -EINVAL, -ENOMEM, -EIO as usual; with post_sq also -EIO and -ETIMEDOUT.
 */
int irdma_sc_static_hmc_pages_allocated(struct irdma_sc_cqp *cqp, u64 scratch, u8 hmc_fn_id,
					bool post_sq, bool poll_registers);

/**
 * irdma_est_sd - SDs that all objects need
 * @dev: device
 * @hmc_info: object counts and sizes
 *
 * Each type is rounded up to 512 bytes. PBLEs of an unprivileged function count separately, and not
 * at all when they are in local memory.
 *
 * Context: any.
 * Return: SDs of 2 MiB; 0xfffffffe when they do not fit 32 bits.
 */
u32 irdma_est_sd(struct irdma_sc_dev *dev, struct irdma_hmc_info *hmc_info);

/**
 * irdma_sc_query_rdma_features - query the features and wait by registers
 * @cqp: control QP
 * @buf: buffer, 16-byte aligned
 * @scratch: returned with the completion; 0: nobody waits
 *
 * CQP opcode 0x12, always rings. An error flag that was set before is an error too.
 *
 * Context: bring-up and tear-down: process context, single-threaded; busy-waits up to 10 ms. The
 *   only user of the CQP; no CCQ exists.
 * Return: 0; -ENOMEM the ring is full; -EINVAL every failure of the wait (the log has the cause).
 */
int irdma_sc_query_rdma_features(struct irdma_sc_cqp *cqp, struct irdma_dma_mem *buf, u64 scratch);

/**
 * irdma_get_rdma_features - query the features and store them in dev->feature_info
 * @dev: device
 *
 * Repeats with a larger buffer when the device has more words; all of them are looked at, unknown
 * types are skipped. Sets IRDMA_FEATURE_ATOMIC_OPS when allowed. gen2 and later, before the CCQ
 * exists.
 *
 * Context: bring-up; process, may sleep.
 * Return: 0; -ENOMEM no buffer, or the ring is full; -EINVAL fewer than 2 words; -EIO the device
 *   refused; -ETIMEDOUT no answer; -EBUSY a CCQ exists.
 */
int irdma_get_rdma_features(struct irdma_sc_dev *dev);

/**
 * irdma_get_rsrc_mem_config - decide where the objects live (gen3)
 * @dev: device
 * @is_mrte_loc_mem: MRs in local memory in any case
 *
 * All in local memory, except PBLEs, and MRs unless the features allow it.
 *
 * Context: bring-up.
 */
void irdma_get_rsrc_mem_config(struct irdma_sc_dev *dev, bool is_mrte_loc_mem);

/**
 * irdma_cfg_sd_mem - allocate the SD table
 * @dev: device
 * @hmc_info: sd_table.sd_cnt entries; an older table is freed
 *
 * Context: bring-up; process, may sleep.
 * Return: 0; -ENOMEM.
 */
int irdma_cfg_sd_mem(struct irdma_sc_dev *dev, struct irdma_hmc_info *hmc_info);

/**
 * irdma_get_objs_pages - pages of 2 MiB that the objects in a kind of memory need
 * @dev: device
 * @hmc_info: object counts and sizes
 * @mem_loc: kind of memory
 *
 * Each type is rounded up to 512 bytes.
 *
 * Context: any.
 * Return: pages.
 */
u32 irdma_get_objs_pages(struct irdma_sc_dev *dev, struct irdma_hmc_info *hmc_info,
			 enum irdma_hmc_obj_mem mem_loc);

/**
 * irdma_set_host_hmc_rsrc_gen_3 - limit MRs and PBLEs to the SDs that are left (gen3)
 * @dev: device
 *
 * Of max_sds, 3 stay for PBLEs.
 *
 * Context: bring-up.
 */
void irdma_set_host_hmc_rsrc_gen_3(struct irdma_sc_dev *dev);

/**
 * irdma_verify_commit_fpm_gen_3 - check that what the firmware chose fits into local memory (gen3)
 * @dev: device
 * @max_pages: pages of local memory
 * @qpwanted: queue pairs
 *
 * For firmware that manages the sizes itself. Takes the pages off max_sds and loc_mem_pages.
 *
 * Context: bring-up.
 * Return: 0; -EINVAL too many pages, for @max_pages or for what the query reported.
 */
int irdma_verify_commit_fpm_gen_3(struct irdma_sc_dev *dev, u32 max_pages, u32 qpwanted);

/**
 * irdma_set_loc_hmc_rsrc_gen_3 - size the objects in local memory for a number of QPs (gen3)
 * @dev: device
 * @max_pages: pages of local memory
 * @qpwanted: queue pairs
 *
 * Halves IRD and ORD until everything fits; on success they become the limits of the device. Counts
 * are not yet limited to what the device has; cfg_fpm_value_gen_3() does that last.
 *
 * Context: bring-up.
 * Return: 0; -EINVAL it does not fit with the smallest IRD, more pages than SDs, or
 *   irdma_verify_commit_fpm_gen_3() refuses.
 */
int irdma_set_loc_hmc_rsrc_gen_3(struct irdma_sc_dev *dev, u32 max_pages, u32 qpwanted);

/**
 * cfg_fpm_value_gen_3 - choose and commit the object counts (gen3)
 * @dev: device
 * @hmc_info: object table
 * @hmc_fpm_misc: limits of the query
 *
 * Halves the number of QPs until the objects in local memory fit, then those in host memory.
 *
 * Context: bring-up; process, may sleep.
 * Return: 0; -EINVAL fewer than 64 QPs would be left; codes of irdma_sc_cfg_iw_fpm() and
 *   irdma_cfg_sd_mem().
 */
int cfg_fpm_value_gen_3(struct irdma_sc_dev *dev, struct irdma_hmc_info *hmc_info,
			struct irdma_hmc_fpm_misc *hmc_fpm_misc);

/**
 * irdma_cfg_fpm_val - query the FPM, choose object counts, commit them, allocate the SD table
 * @dev: device
 * @qp_count: queue pairs wanted; not used on gen3
 *
 * gen1 and gen2: reduces QPs, MRs, PBLEs and multicast entries until the SDs suffice, at most 2000
 * rounds. No count exceeds the maximum of the query. After an error the counts are those before the
 * call.
 *
 * Context: bring-up; process, may sleep.
 * Return: 0; -EINVAL the smallest counts need too many SDs; codes of irdma_sc_init_iw_hmc(),
 *   cfg_fpm_value_gen_3(), irdma_sc_cfg_iw_fpm() and irdma_cfg_sd_mem().
 */
int irdma_cfg_fpm_val(struct irdma_sc_dev *dev, u32 qp_count);

#ifdef __cplusplus
}
#endif

#endif
