/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hardware statistics of a VSI: the gather command, the map from raw buffer to counters, and the
 * accumulated counters.
 */
#ifndef IRDMA_STATS_H
#define IRDMA_STATS_H

#include <irdma/base.h>

/* Where a counter lies in the gather buffer. gen3 maps have only byteoff (whole words). */
struct irdma_hw_stat_map {
	u16 byteoff;			/* multiple of 8 */
	u8 bitoff;
	u64 bitmask;			/* largest value of the counter */
};

/* Accumulated counters, index enum irdma_hw_stats_index. */
struct irdma_dev_hw_stats {
	u64 stats_val[IRDMA_GATHER_STATS_BUF_SIZE / 8];
};

/* The raw buffer as the device fills it (little-endian words). */
struct irdma_gather_stats {
	u64 val[IRDMA_GATHER_STATS_BUF_SIZE / 8];
};

struct irdma_dev_hw_stats_offsets {
	u32 stats_offset[IRDMA_HW_STAT_INDEX_MAX_GEN_1];
};

struct irdma_stats_gather_info {
	bool use_hmc_fcn_index:1;	/* gather by function */
	bool use_stats_inst:1;		/* gather by instance */
	u16 hmc_fcn_index;		/* u8 in mainline */
	u16 stats_inst_index;		/* u8 in mainline; 7 bits in the WQE of gen1 and gen2 */
	struct irdma_dma_mem stats_buff_mem;	/* current buffer, then the previous one */
	void *gather_stats_va;		/* first half of it */
	void *last_gather_stats_va;	/* second half */
};

/* Allocated zeroed and freed by the caller; attached by irdma_vsi_stats_init(). */
struct irdma_vsi_pestat {
	struct irdma_hw *hw;
	struct irdma_dev_hw_stats hw_stats;
	struct irdma_stats_gather_info gather_info;
	struct irdma_timer stats_timer;		/* of the start/stop services */
	struct irdma_sc_vsi *vsi;
	struct irdma_dev_hw_stats last_hw_stats;
	struct irdma_spinlock lock;		/* serialises the evaluation of buffers */
};

struct irdma_vsi_stats_info {
	struct irdma_vsi_pestat *pestat;
	u16 fcn_id;			/* index to use when no instance is available */
	bool alloc_stats_inst;
};

struct irdma_stats_inst_info {
	bool use_hmc_fcn_index;
	u16 hmc_fn_id;			/* 6 bits in the WQE; u8 in mainline */
	u16 stats_idx;			/* in: instance to free; out: allocated one */
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_get_stats_idx - get a statistics instance for a VSI
 * @vsi: VSI
 *
 * From gen2 on the hardware is asked, and what it refuses there is no substitute for. On gen1 the first
 * free of 12 software slots is taken.
 *
 * Context: process, may sleep (waits for the command).
 * Return: instance; IRDMA_INVALID_STATS_IDX when there is none.
 */
u16 irdma_get_stats_idx(struct irdma_sc_vsi *vsi);

/**
 * irdma_hw_stats_init_gen1 - compute the counter registers of a VSI (gen1)
 * @vsi: VSI
 *
 * Base register of the device plus set * 4 for counters of at most 32 bits, set * 8 for wider ones;
 * set = stats_idx, plus 4 when an instance was allocated.
 *
 * Context: bring-up.
 */
void irdma_hw_stats_init_gen1(struct irdma_sc_vsi *vsi);

/**
 * irdma_gather_stats_gen1 - read the counter registers of a VSI and account them (gen1)
 * @vsi: VSI after irdma_vsi_stats_init()
 *
 * There is no gather command on gen1. Reads the registers of irdma_hw_stats_init_gen1() into the current
 * buffer, then does as sc_vsi_update_stats().
 *
 * Context: any; readings of one VSI not at the same time.
 */
void irdma_gather_stats_gen1(struct irdma_sc_vsi *vsi);

/**
 * irdma_vsi_stats_init - attach statistics to a VSI
 * @vsi: VSI
 * @info: statistics object of the caller, zeroed, and how to index
 *
 * Allocates the two gather buffers, chooses the index, and starts the periodic gather (gen1, gen2)
 * last. An instance that is not available is no error: info->fcn_id is used.
 *
 * Context: bring-up; process, may sleep.
 * Return: 0; -ENOMEM no buffer (nothing is attached).
 */
int irdma_vsi_stats_init(struct irdma_sc_vsi *vsi, struct irdma_vsi_stats_info *info);

/**
 * irdma_vsi_stats_free - detach the statistics of a VSI
 * @vsi: VSI
 *
 * Stops the periodic gather first, so that no new one comes, gives the instance back, and frees the
 * buffers. Gathers still outstanding must have completed: the device writes into these buffers. Once
 * per irdma_vsi_stats_init(). The statistics object stays the caller's.
 *
 * Context: tear-down; process, may sleep.
 */
void irdma_vsi_stats_free(struct irdma_sc_vsi *vsi);

/**
 * irdma_sc_gather_stats - post a gather of statistics
 * @cqp: control QP
 * @info: buffer and what to gather
 * @scratch: returned with the completion; 0: nobody waits
 *
 * CQP opcode 0x2e, always rings. The buffer must stay until the completion.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full, or the buffer is smaller than IRDMA_GATHER_STATS_BUF_SIZE (the log tells which);
 *   -EIO the CQP is dead.
 */
int irdma_sc_gather_stats(struct irdma_sc_cqp *cqp, struct irdma_stats_gather_info *info,
			  u64 scratch);

/**
 * irdma_sc_manage_stats_inst - post the allocation or release of a statistics instance
 * @cqp: control QP
 * @info: instance
 * @alloc: allocate; false: free
 * @scratch: returned with the completion; 0: nobody waits
 *
 * CQP opcode 0x2d, always rings. op_ret_val of the completion of an allocation is the instance.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_manage_stats_inst(struct irdma_sc_cqp *cqp, struct irdma_stats_inst_info *info,
			       bool alloc, u64 scratch);

/**
 * sc_vsi_update_stats - account what the last gather brought
 * @vsi: VSI
 *
 * gen3 counters are taken as they are, earlier ones through irdma_update_stats().
 *
 * Context: any; takes pestat->lock, under which readers of hw_stats find whole results.
 */
void sc_vsi_update_stats(struct irdma_sc_vsi *vsi);

/**
 * irdma_stat_val - one counter of a gather buffer
 * @stats_val: buffer of little-endian words
 * @byteoff: bytes, multiple of 8, below IRDMA_GATHER_STATS_BUF_SIZE
 * @bitoff: 0 .. 63
 * @bitmask: largest value
 *
 * Context: any.
 * Return: the counter.
 */
u64 irdma_stat_val(const u64 *stats_val, u16 byteoff, u8 bitoff, u64 bitmask);

/**
 * irdma_stat_delta - difference of two readings of a counter
 * @new_val: later reading
 * @old_val: earlier reading
 * @max_val: largest value; at most one wrap in between
 *
 * Context: any.
 * Return: the difference.
 */
u64 irdma_stat_delta(u64 new_val, u64 old_val, u64 max_val);

/**
 * irdma_update_stats - add the differences of two gather buffers to the counters
 * @hw_stats: accumulated counters
 * @gather_stats: current buffer
 * @last_gather_stats: previous buffer; becomes a copy of the current one
 * @map: @max_stat_idx elements
 * @max_stat_idx: counters, at most IRDMA_MAX_STATS_COUNT
 *
 * Context: any; callers serialise it.
 */
void irdma_update_stats(struct irdma_dev_hw_stats *hw_stats,
			struct irdma_gather_stats *gather_stats,
			struct irdma_gather_stats *last_gather_stats,
			const struct irdma_hw_stat_map *map, u16 max_stat_idx);

#ifdef __cplusplus
}
#endif

#endif
