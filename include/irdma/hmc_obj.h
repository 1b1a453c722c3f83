/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Backing memory of the host memory cache: segments (SD) and pages (PD) for the objects of each type, and the pool of
 * page list entries (PBLE). Everything here is used after irdma_cfg_fpm_val().
 */
#ifndef IRDMA_HMC_OBJ_H
#define IRDMA_HMC_OBJ_H

#include <irdma/hmc.h>

struct irdma_hmc_create_obj_info {
	struct irdma_hmc_info *hmc_info;
	enum irdma_hmc_rsrc_type rsrc_type;
	enum irdma_sd_entry_type entry_type;	/* of segments that are not there yet */
	u32 start_idx;
	u32 count;
	u32 add_sd_cnt;			/* out: segments added */
};

struct irdma_hmc_del_obj_info {
	struct irdma_hmc_info *hmc_info;
	enum irdma_hmc_rsrc_type rsrc_type;
	u32 start_idx;
	u32 count;
	u32 del_sd_cnt;			/* out: segments removed; shared ones stay */
};

enum irdma_pble_level {
	IRDMA_PBLE_LEVEL_0 = 0,		/* nothing allocated */
	IRDMA_PBLE_LEVEL_1 = 1,		/* one run of entries */
	IRDMA_PBLE_LEVEL_2 = 2,		/* a root that lists leaves of up to 512 entries */
};

struct irdma_pble_chunk;

/* A run of entries in the pool. */
struct irdma_pble_info {
	__le64 *addr;			/* where the caller writes the little-endian page addresses */
	u32 idx;			/* number of the first entry, for commands */
	u32 cnt;			/* entries */
	struct irdma_pble_chunk *chunk;	/* the next two belong to the pool */
	u32 bit_idx;
};

struct irdma_pble_level2 {
	struct irdma_pble_info root;	/* filled by the pool */
	struct irdma_pble_info *leaf;
	u32 leaf_cnt;
};

struct irdma_pble_alloc {
	u32 total_cnt;
	enum irdma_pble_level level;
	union {
		struct irdma_pble_info level1;
		struct irdma_pble_level2 level2;
	};
};

/* The pool. Zeroed by the caller before irdma_hmc_init_pble(); members are the pool's. */
struct irdma_hmc_pble_rsrc {
	struct irdma_sc_dev *dev;
	struct irdma_mutex pble_mutex;	/* allocation and growth */
	struct irdma_spinlock prm_lock;	/* bitmaps and the free count */
	struct list_head chunks;	/* newest first */
	struct list_head kept;		/* chunks whose memory the device may still use */
	u64 fpm_base_addr;
	u64 next_fpm_addr;		/* where the next chunk begins */
	u32 unallocated_pble;		/* entries that no chunk has */
	u64 total_pble;			/* entries in chunks */
	u64 free_pble;
	u64 stats_direct_sds;
	u64 stats_paged_sds;
	u64 stats_alloc_ok;
	u64 stats_alloc_fail;
	u64 stats_alloc_freed;
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_create_hmc_obj - give objects of one type their backing memory
 * @dev: device
 * @info: type, first object and number; out: segments added
 *
 * Segments that exist already are shared. New ones are told to the device, up to 11 with a command. After an error
 * everything this call added is gone; memory the device may still use is kept until irdma_hmc_release().
 * Objects in the device's own memory need nothing.
 *
 * Context: process, may sleep; not concurrent with other calls on the same hmc_info.
 * Return: 0; -EINVAL range outside the objects or the segments; -ENOMEM; -EBUSY a segment waits for a
 *   reset; codes of the SD update (irdma_sc_cqp.process_cqp_sds).
 */
int irdma_sc_create_hmc_obj(struct irdma_sc_dev *dev, struct irdma_hmc_create_obj_info *info);

/**
 * irdma_sc_del_hmc_obj - take the backing memory of objects away
 * @dev: device
 * @info: type, first object and number, as they were created; out: segments removed
 * @reset: the device has been reset: tell it nothing
 *
 * Memory of segments that the device did not give up is kept until irdma_hmc_release().
 *
 * Context: process, may sleep; not concurrent with other calls on the same hmc_info.
 * Return: 0; -EINVAL range outside the objects or the segments; codes of the SD update.
 */
int irdma_sc_del_hmc_obj(struct irdma_sc_dev *dev, struct irdma_hmc_del_obj_info *info, bool reset);

/**
 * irdma_hmc_create_objs - create all objects but PBLEs, and tell the device
 * @dev: device after irdma_cfg_fpm_val()
 *
 * Context: bring-up, before the CCQ exists; process, may sleep.
 * Return: 0; -EINVAL the commit's answer was refused; codes of irdma_sc_create_hmc_obj() and
 *   irdma_sc_static_hmc_pages_allocated(). After an error no object is left.
 */
int irdma_hmc_create_objs(struct irdma_sc_dev *dev);

/**
 * irdma_hmc_delete_objs - delete what irdma_hmc_create_objs() created
 * @dev: device; the PBLE pool is destroyed
 * @reset: the device has been reset: tell it nothing
 *
 * Context: tear-down; process, may sleep.
 * Return: 0; the first error of irdma_sc_del_hmc_obj(), after all types were tried.
 */
int irdma_hmc_delete_objs(struct irdma_sc_dev *dev, bool reset);

/**
 * irdma_hmc_release - free all memory of the HMC that is left, SD table and firmware buffers included
 * @dev: device
 *
 * Also what was kept because the device might have used it.
 *
 * Context: tear-down, after the CQP is destroyed or the device reset; process, may sleep.
 */
void irdma_hmc_release(struct irdma_sc_dev *dev);

/**
 * irdma_hmc_init_pble - set up the pool of page list entries
 * @dev: device after irdma_hmc_create_objs()
 * @pble_rsrc: pool, zeroed
 *
 * Context: bring-up; process, may sleep.
 * Return: 0; -ENOMEM no entries, or no memory for the first of them; codes of the SD update.
 */
int irdma_hmc_init_pble(struct irdma_sc_dev *dev, struct irdma_hmc_pble_rsrc *pble_rsrc);

/**
 * irdma_destroy_pble_prm - give the pool's memory back
 * @pble_rsrc: pool; everything is freed
 * @reset: the device has been reset: tell it nothing, and free what was kept
 *
 * The device gives up its segments before their memory is freed.
 *
 * Context: tear-down; process, may sleep.
 * Return: 0; otherwise the SD update's error: some memory is kept, call again with @reset after the reset.
 */
int irdma_destroy_pble_prm(struct irdma_hmc_pble_rsrc *pble_rsrc, bool reset);

/**
 * irdma_get_pble - allocate page list entries
 * @pble_rsrc: pool
 * @palloc: out
 * @pble_cnt: entries, at least 1
 * @level1_only: one run; otherwise two levels may be used for more than 512 entries
 *
 * The pool grows as often as is needed.
 *
 * Context: process, may sleep.
 * Return: 0; -EINVAL no entries wanted; -ENOMEM; codes of the SD update. After an error level is 0.
 */
int irdma_get_pble(struct irdma_hmc_pble_rsrc *pble_rsrc, struct irdma_pble_alloc *palloc, u32 pble_cnt,
		   bool level1_only);

/**
 * irdma_free_pble - give page list entries back
 * @pble_rsrc: pool
 * @palloc: of irdma_get_pble(); level is 0 afterwards, and level 0 is allowed
 *
 * Context: process, may sleep.
 */
void irdma_free_pble(struct irdma_hmc_pble_rsrc *pble_rsrc, struct irdma_pble_alloc *palloc);

#ifdef __cplusplus
}
#endif

#endif
