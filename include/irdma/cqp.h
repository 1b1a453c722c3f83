/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control queue pair (CQP): the queue through which all other objects are made, changed and destroyed.
 * Here: its object and life, slots and doorbell, waiting for the hardware, and the bookkeeping of
 * deferred completions (gen3).
 */
#ifndef IRDMA_CQP_H
#define IRDMA_CQP_H

#include <irdma/base.h>

/* Congestion control parameters, gen2 and later; bits = width of the hardware field. */
struct irdma_dcqcn_cc_params {
	u8 cc_cfg_valid;		/* 1 bit */
	u8 min_dec_factor;		/* 4 bits */
	u8 min_rate;			/* 4 bits */
	u8 dcqcn_f;			/* 3 bits */
	u16 rai_factor;
	u16 hai_factor;
	u16 dcqcn_t;
	u32 dcqcn_b;			/* 25 bits */
	u32 rreduce_mperiod;
};

struct irdma_ooo_cqp_op_priv {
	u8 op_code;			/* opcode of the WQE, whose slot may be reused by now */
};

/* A command whose completion was deferred or is pending (gen3). One per slot, from the caller. */
struct irdma_ooo_cqp_op {
	struct list_head list_entry;
	u64 scratch;
	u32 def_info;			/* ticket of the firmware, or out-of-order id */
	u32 sw_def_info;		/* ticket of the software */
	u32 wqe_idx;
	bool deferred:1;		/* true: ends with an event; false: with a second completion */
	struct irdma_ooo_cqp_op_priv priv;
};

struct irdma_cqp_init_info {
	u64 cqp_compl_ctx;		/* not read */
	u64 host_ctx_pa;		/* 64-byte host context */
	u64 sq_pa;			/* aligned to IRDMA_CQP_ALIGNMENT */
	struct irdma_sc_dev *dev;
	struct irdma_cqp_quanta *sq;	/* sq_size elements */
	struct irdma_dcqcn_cc_params dcqcn_params;
	__le64 *host_ctx;
	u64 *scratch_array;		/* sq_size elements */
	u32 sq_size;			/* power of two, 4 .. 2048 */
	struct irdma_ooo_cqp_op *ooo_op_array;	/* sq_size zeroed elements, or NULL; gen3 */
	u32 pe_en_vf_cnt;		/* gen3 */
	u16 hw_maj_ver;			/* IRDMA_CQPHC_HW_MAJVER_* */
	u16 hw_min_ver;
	u8 struct_ver;
	u8 hmc_profile;			/* enum irdma_cqp_hmc_profile, 3 bits */
	u8 ena_vf_count;		/* 6 bits */
	u8 ceqs_per_vf;
	u8 ooisc_blksize;		/* 4 bits, like the next three; gen3 */
	u8 rrsp_blksize;
	u8 q1_blksize;
	u8 xmit_blksize;
	u8 ts_override;			/* 1 bit */
	u8 ts_shift;			/* 5 bits */
	u8 en_fine_grained_timers;	/* 1 bit */
	u8 blksizes_valid;		/* 1 bit */
	bool en_datacenter_tcp:1;
	bool disable_packed:1;
	bool rocev2_rto_policy:1;	/* gen2 and later */
	enum irdma_protocol_used protocol_used;	/* 2 bits, gen2 and later */
};

struct irdma_ccq_cqe_priv {
	u32 wqe_idx;			/* slot of the completed command */
};

/* One completion of the CQP, as delivered to its consumer. */
struct irdma_ccq_cqe_info {
	struct irdma_sc_cqp *cqp;
	u64 scratch;			/* as given when the command was posted */
	u32 op_ret_val;			/* result: queue set, statistics instance, MAC index, ... */
	u16 maj_err_code;		/* 0 without error */
	u16 min_err_code;
	u8 op_code;			/* CQP opcode, 6 bits */
	bool error:1;
	bool pending:1;			/* not finished yet: keep the request, it ends later */
	struct irdma_ccq_cqe_priv priv;
};

#define IRDMA_CQP_KEPT_MAX 64

/* Additions of this implementation to the CQP. Guarded by dev->cqp_lock. */
struct irdma_cqp_priv {
	bool dead;			/* a register poll or the destroy timed out: nothing may be posted */
	bool ccq_switch_pending;	/* SD updates move to the command path when the CCQ answers */
	bool sdbuf_quarantined;		/* the device may still read the SD buffer: not freed */
	bool ccq_gone;			/* the CCQ's destruction was posted: nobody reads it any more */
	bool ring_pending;		/* a doorbell was withheld under the cork */
	u32 cork_depth;			/* > 0: doorbells are withheld */
	u32 kept_head;			/* ring of completions met while polling for another command, */
	u32 kept_cnt;			/* delivered by the next irdma_sc_ccq_get_cqe_info() calls */
	u64 bad_cqes;			/* CCQ entries skipped: wrong context, index, or no such command */
	bool answered[IRDMA_CQP_SW_SQSIZE_2048];	/* slots that wait for an older one to be answered */
	struct irdma_ccq_cqe_info kept[IRDMA_CQP_KEPT_MAX];
};

struct irdma_sc_cqp {
	struct irdma_spinlock ooo_list_lock;	/* guards the two lists; never held with cqp_lock */
	struct list_head ooo_avail;	/* free entries of ooo_op_array */
	struct list_head ooo_pnd;	/* deferred and pending commands, oldest first */
	u32 last_def_cmpl_ticket;
	u32 sw_def_cmpl_ticket;
	u32 size;			/* of this structure: non-zero = initialised */
	u64 sq_pa;
	u64 host_ctx_pa;
	void *back_cqp;			/* caller's object; not read */
	struct irdma_sc_dev *dev;
	int (*process_cqp_sds)(struct irdma_sc_dev *dev, struct irdma_update_sds_info *info);
	struct irdma_dma_mem sdbuf;	/* IRDMA_UPDATE_SD_BUFF_SIZE bytes per slot */
	struct irdma_ring sq_ring;
	struct irdma_cqp_quanta *sq_base;
	struct irdma_dcqcn_cc_params dcqcn_params;
	__le64 *host_ctx;
	u64 *scratch_array;		/* by slot */
	u64 requested_ops;		/* slots handed out */
	irdma_atomic64 completed_ops;	/* commands finished */
	struct irdma_ooo_cqp_op *ooo_op_array;
	u32 cqp_id;
	u32 sq_size;			/* slots */
	u32 pe_en_vf_cnt;
	u32 hw_sq_size;			/* encoded */
	u16 hw_maj_ver;
	u16 hw_min_ver;
	u8 struct_ver;
	u8 polarity;			/* valid bit of the current pass */
	u8 hmc_profile;
	u8 ena_vf_count;
	u8 timeout_count;
	u8 ceqs_per_vf;
	u8 ooisc_blksize;
	u8 rrsp_blksize;
	u8 q1_blksize;
	u8 xmit_blksize;
	u8 ts_override;
	u8 ts_shift;
	u8 en_fine_grained_timers;
	u8 blksizes_valid;
	bool en_datacenter_tcp:1;
	bool disable_packed:1;
	bool rocev2_rto_policy:1;
	enum irdma_protocol_used protocol_used;
	struct irdma_cqp_priv priv;
};

/* Progress as a waiting submitter sees it. */
struct irdma_cqp_timeout {
	u64 compl_cqp_cmds;		/* completed_ops when last looked at */
	u32 count;			/* slices without progress */
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_cqp_init - initialise the CQP object and publish it as dev->cqp
 * @cqp: control QP, zeroed
 * @info: queue memory and parameters; copied
 *
 * Empties ring, counters and backlog, initialises dev->cqp_lock and ooo_list_lock, and writes 0 to
 * CQPTAIL (gen1 and gen2 also to CQPDB and CCQPSTATUS). With an ooo_op_array (gen3) deferred
 * completions are tracked. Buffer alignment and array lengths are not checked.
 *
 * Context: bring-up; process context, single-threaded.
 * Return: 0; -EINVAL sq_size is not a power of two from 4 to 2048 (nothing changed).
 */
int irdma_sc_cqp_init(struct irdma_sc_cqp *cqp, struct irdma_cqp_init_info *info);

/**
 * irdma_sc_cqp_create - start the CQP
 * @cqp: control QP
 * @maj_err: out: major error code of the device, 0 if it gave none
 * @min_err: out: minor error code of the device, 0 if it gave none
 *
 * Allocates the SD buffer, builds the 64-byte host context and hands it over: CCQPHIGH, then
 * CCQPLOW. Waits until CCQPSTATUS says done or error, at most max_done_count + 1 looks
 * max_sleep_count microseconds apart. Until a CCQ exists SD updates go through
 * irdma_update_sds_noccq().
 *
 * The outputs are written on every failure. After a timeout the device may still read the SD
 * buffer: it is kept until a destroy is confirmed.
 *
 * Context: bring-up and tear-down: process context, single-threaded; busy-waits up to 10 ms.
 * Return: 0; -EINVAL a value does not fit the host context; -ENOMEM no SD buffer; -EOPNOTSUPP the
 *   device reports an error; -ETIMEDOUT no answer.
 */
int irdma_sc_cqp_create(struct irdma_sc_cqp *cqp, u16 *maj_err, u16 *min_err);

/**
 * irdma_sc_cqp_destroy - stop the CQP and free the SD buffer
 * @cqp: control QP
 *
 * Writes 0 to CCQPHIGH and CCQPLOW and waits until the done bit of CCQPSTATUS is clear, with the
 * bounds of irdma_sc_cqp_create(). Without confirmation the CQP is dead and the SD buffer is kept
 * (priv.sdbuf_quarantined): the caller must not free the queue memory before a reset either. May be
 * called again.
 *
 * Context: bring-up and tear-down: process context, single-threaded; busy-waits up to 10 ms.
 * Return: 0; -ETIMEDOUT the device does not confirm.
 */
int irdma_sc_cqp_destroy(struct irdma_sc_cqp *cqp);

/**
 * irdma_sc_cqp_post_sq - ring the CQP doorbell
 * @cqp: control QP
 *
 * One 32-bit write of the ring head to CQPDB submits all WQEs before it. Under a cork
 * (priv.cork_depth) it is left to the end of the cork.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 */
void irdma_sc_cqp_post_sq(struct irdma_sc_cqp *cqp);

/**
 * irdma_sc_cqp_cork - begin a batch: posted commands ring no doorbell until the matching uncork
 * @cqp: control queue pair
 *
 * Calls nest. A ring that becomes full under the cork is rung at once, so that the device can make
 * room.
 *
 * Context: any; dev->cqp_lock held, or single-threaded bring-up and tear-down.
 */
void irdma_sc_cqp_cork(struct irdma_sc_cqp *cqp);

/**
 * irdma_sc_cqp_uncork - end a batch: one doorbell for all commands posted since the cork
 * @cqp: control queue pair
 *
 * Nothing is rung if nothing was posted, or if outer batches are still open.
 *
 * Context: any; dev->cqp_lock held, or single-threaded bring-up and tear-down.
 */
void irdma_sc_cqp_uncork(struct irdma_sc_cqp *cqp);

/**
 * irdma_sc_cqp_get_next_send_wqe_idx - take the next slot of the CQP ring
 * @cqp: control QP
 * @scratch: returned with the completion; 0: nobody waits
 * @wqe_idx: out: index of the slot, 0 .. sq_size - 1; untouched on failure
 *
 * For writers outside the control path. The slot is cleared, but its valid bit says "not valid"
 * until the caller writes the header word (byte 24) with the valid bit equal to cqp->polarity,
 * after all other words and a DMA write barrier. Counts requested_ops and flips the polarity when
 * the index is 0.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: the slot (64 bytes); NULL when the ring is full or the CQP is dead (nothing changed).
 */
__le64 *irdma_sc_cqp_get_next_send_wqe_idx(struct irdma_sc_cqp *cqp, u64 scratch, u32 *wqe_idx);

/**
 * irdma_cqp_ring_full - is the CQP ring full
 * @cqp: control QP
 *
 * Full means sq_size - 1 used slots.
 *
 * Context: any; dev->cqp_lock held.
 * Return: true when no slot is free.
 */
bool irdma_cqp_ring_full(struct irdma_sc_cqp *cqp);

/**
 * irdma_get_cqp_reg_info - read the CQP tail register
 * @cqp: control QP
 * @val: out: the register
 * @tail: out: hardware tail, bits 10:0
 * @error: out: error flag, bit 31
 *
 * Context: any.
 */
void irdma_get_cqp_reg_info(struct irdma_sc_cqp *cqp, u32 *val, u32 *tail, u32 *error);

/**
 * irdma_cqp_poll_registers - wait for one command by the tail register
 * @cqp: control QP
 * @tail: hardware tail read after posting and before the doorbell
 * @count: looks, max_sleep_count microseconds apart
 *
 * Valid only with this one command outstanding and no consumer of the CCQ: any movement of the tail
 * counts as its end. Success retires the slot and counts completed_ops. On an error the positions
 * of driver and device may differ from then on, so that the CQP is marked dead.
 *
 * Context: bring-up and tear-down: process context, single-threaded; busy-waits up to 10 ms.
 * Return: 0; -EIO the error flag is set; -ETIMEDOUT the tail did not move.
 */
int irdma_cqp_poll_registers(struct irdma_sc_cqp *cqp, u32 tail, u32 count);

/**
 * irdma_check_cqp_progress - judge the progress of the CQP for a waiting submitter
 * @timeout: the waiter's view; compl_cqp_cmds starts as the current completed_ops
 * @dev: device
 *
 * Some completion since the last call: remember it, count restarts at 0. None although commands are
 * outstanding: count + 1. The caller compares count with its threshold (CQP_TIMEOUT_THRESHOLD,
 * CQP_DEF_CMPL_TIMEOUT_THRESHOLD).
 *
 * Context: process; called once per wait slice of max_cqp_compl_wait_time_ms.
 */
void irdma_check_cqp_progress(struct irdma_cqp_timeout *timeout, struct irdma_sc_dev *dev);

/**
 * irdma_sc_poll_for_cqp_op_done - wait for a command by polling the CCQ
 * @cqp: control QP
 * @op_code: CQP opcode, 6 bits
 * @compl_info: out: the completion, also on -EIO; untouched on -ETIMEDOUT and -EBUSY; may be NULL
 *
 * Waits for the newest outstanding command with this opcode. Completions of other commands are kept
 * and delivered by the next irdma_sc_ccq_get_cqe_info() calls. An interim (deferred or pending)
 * answer is not the end of the command. At most 100 * max_done_count + 1 rounds, about 1 s.
 *
 * Context: bring-up and tear-down; process context, busy-waits; the only consumer of the CCQ.
 * Return: 0; -EIO this command failed (an error of opcode 0x0b, query STag, is not one); -ETIMEDOUT
 *   no completion; -EBUSY more than IRDMA_CQP_KEPT_MAX foreign completions; -ENODEV the CCQ was
 *   destroyed.
 */
int irdma_sc_poll_for_cqp_op_done(struct irdma_sc_cqp *cqp, u8 op_code,
				  struct irdma_ccq_cqe_info *compl_info);

/**
 * irdma_sc_process_def_cmpl - track a command whose completion is deferred or pending (gen3)
 * @cqp: control QP
 * @info: completion; scratch and op_code are read, pending or error is set
 * @wqe_idx: slot of the command
 * @def_info: ticket or out-of-order id of the firmware
 * @def_cmpl: true: deferred, ends with an event; false: pending, ends with a second completion
 *
 * Commands that share a firmware ticket share the software ticket. When no tracking entry is free
 * the command could never end: it fails instead (info->error).
 *
 * Context: any; takes ooo_list_lock; dev->cqp_lock not held.
 */
void irdma_sc_process_def_cmpl(struct irdma_sc_cqp *cqp, struct irdma_ccq_cqe_info *info,
			       u32 wqe_idx, u32 def_info, bool def_cmpl);

/**
 * irdma_sc_process_ooo_cmpl - find the pending command of a final out-of-order completion (gen3)
 * @cqp: control QP
 * @info: completion; scratch (0: unknown id) and op_code are set
 * @def_info: out-of-order id of the firmware
 *
 * Context: any; takes ooo_list_lock; dev->cqp_lock not held.
 */
void irdma_sc_process_ooo_cmpl(struct irdma_sc_cqp *cqp, struct irdma_ccq_cqe_info *info,
			       u32 def_info);

/**
 * irdma_sc_cqp_def_cmpl_ae_handler - take one deferred command off the list for its event (gen3)
 * @dev: device
 * @info: decoded event; def_info is the ticket
 * @first: true: match the ticket; false: match *@sw_def_info
 * @scratch: out: scratch of the command, 0 when none is left
 * @sw_def_info: in, out: software ticket; untouched when nothing matches
 *
 * Called in a loop until *@scratch is 0, after the CCQ was drained (the event may overtake the
 * completion). The event carries 18 bits of the ticket, so that only these are compared. Commands
 * with scratch 0 are retired silently and do not end the loop. Counts completed_ops.
 *
 * Context: softirq; takes ooo_list_lock.
 */
void irdma_sc_cqp_def_cmpl_ae_handler(struct irdma_sc_dev *dev, struct irdma_aeqe_info *info,
				      bool first, u64 *scratch, u32 *sw_def_info);

/**
 * irdma_sc_cqp_cleanup_handler - take the oldest deferred or pending command off the list (gen3)
 * @dev: device
 *
 * Called in a loop until it returns 0, after the CQP was stopped. Commands with scratch 0 are
 * skipped. Counts completed_ops.
 *
 * Context: tear-down; takes ooo_list_lock.
 * Return: scratch of the command; 0 when the list is empty.
 */
u64 irdma_sc_cqp_cleanup_handler(struct irdma_sc_dev *dev);

/**
 * irdma_get_encoded_wqe_size - size code of a queue
 * @wqsize: quanta for SQ, RQ and SRQ; slots for the CQP
 * @queue_type: kind of queue
 *
 * SQ and RQ: log2(n) - 2, CQP: log2(n) - 1, SRQ: log2(n) - 3, each rounded down; sizes below the
 * smallest give the smallest code.
 *
 * Context: any.
 * Return: the code.
 */
u8 irdma_get_encoded_wqe_size(u32 wqsize, enum irdma_queue_type queue_type);

/**
 * irdma_sc_cqp_get_next_send_wqe - take the next slot of the CQP ring, without its index
 * @cqp: control QP
 * @scratch: returned with the completion; 0: nobody waits
 *
 * See irdma_sc_cqp_get_next_send_wqe_idx().
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: the slot (64 bytes); NULL when the ring is full or the CQP is dead.
 */
__le64 *irdma_sc_cqp_get_next_send_wqe(struct irdma_sc_cqp *cqp, u64 scratch);

#ifdef __cplusplus
}
#endif

#endif
