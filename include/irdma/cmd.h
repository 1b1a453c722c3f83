/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Command envelope: a command with its arguments, in a form that can wait in the backlog until the CQP
 * has a free slot.
 */
#ifndef IRDMA_CMD_H
#define IRDMA_CMD_H

#include <irdma/address.h>
#include <irdma/cq.h>
#include <irdma/hmc.h>
#include <irdma/memory.h>
#include <irdma/qos.h>
#include <irdma/qp.h>
#include <irdma/srq.h>
#include <irdma/stats.h>

/*
 * Arguments of the command codes. ceq_create and ceq_destroy, aeq_create and aeq_destroy, the
 * ah_*, and the mc_* members have the same layout among themselves: callers fill one for the other.
 */
struct cqp_info {
	union {
		struct {
			struct irdma_sc_qp *qp;
			struct irdma_create_qp_info info;
			u64 scratch;
		} qp_create;

		struct {
			struct irdma_sc_qp *qp;
			struct irdma_modify_qp_info info;
			u64 scratch;
		} qp_modify;

		struct {
			struct irdma_sc_qp *qp;
			bool remove_hash_idx;
			bool ignore_mw_bnd;
			u64 scratch;
		} qp_destroy;

		struct {
			struct irdma_sc_cq *cq;
			bool check_overflow;
			u64 scratch;
		} cq_create;

		struct {
			struct irdma_sc_cq *cq;
			struct irdma_modify_cq_info info;
			u64 scratch;
		} cq_modify;

		struct {
			struct irdma_sc_cq *cq;
			u64 scratch;
		} cq_destroy;

		struct {
			struct irdma_sc_dev *dev;
			struct irdma_allocate_stag_info info;
			u64 scratch;
		} alloc_stag;

		struct {
			struct irdma_sc_dev *dev;
			struct irdma_mw_alloc_info info;
			u64 scratch;
		} mw_alloc;

		struct {
			struct irdma_sc_dev *dev;
			struct irdma_reg_ns_stag_info info;
			u64 scratch;
		} mr_reg_non_shared;

		struct {
			struct irdma_sc_dev *dev;
			struct irdma_dealloc_stag_info info;
			u64 scratch;
		} dealloc_stag;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_add_arp_cache_entry_info info;
			u64 scratch;
		} add_arp_cache_entry;

		struct {
			struct irdma_sc_cqp *cqp;
			u16 arp_index;
			u64 scratch;
		} del_arp_cache_entry;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_local_mac_entry_info info;
			u64 scratch;
		} add_local_mac_entry;

		struct {
			struct irdma_sc_cqp *cqp;
			u16 entry_idx;	/* u8 in mainline */
			u8 ignore_ref_count;
			u64 scratch;
		} del_local_mac_entry;

		struct {
			struct irdma_sc_cqp *cqp;
			u64 scratch;
		} alloc_local_mac_entry;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_cqp_manage_push_page_info info;
			u64 scratch;
		} manage_push_page;

		struct {
			struct irdma_sc_dev *dev;
			struct irdma_upload_context_info info;
			u64 scratch;
		} qp_upload_context;

		struct {
			struct irdma_sc_dev *dev;
			struct irdma_hmc_fcn_info info;
			u64 scratch;
		} manage_hmc_pm;

		struct {
			struct irdma_sc_ceq *ceq;
			u64 scratch;
		} ceq_create;

		struct {
			struct irdma_sc_ceq *ceq;
			u64 scratch;
		} ceq_destroy;

		struct {
			struct irdma_sc_aeq *aeq;
			u64 scratch;
		} aeq_create;

		struct {
			struct irdma_sc_aeq *aeq;
			u64 scratch;
		} aeq_destroy;

		struct {
			struct irdma_sc_qp *qp;
			struct irdma_qp_flush_info info;
			u64 scratch;
		} qp_flush_wqes;

		struct {
			struct irdma_sc_qp *qp;
			struct irdma_gen_ae_info info;
			u64 scratch;
		} gen_ae;

		struct {
			struct irdma_sc_cqp *cqp;
			void *fpm_val_va;
			u64 fpm_val_pa;
			u8 hmc_fn_id;
			u64 scratch;
		} query_fpm_val;

		struct {
			struct irdma_sc_cqp *cqp;
			void *fpm_val_va;
			u64 fpm_val_pa;
			u8 hmc_fn_id;
			u64 scratch;
		} commit_fpm_val;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_apbvt_info info;
			u64 scratch;
		} manage_apbvt_entry;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_qhash_table_info info;
			u64 scratch;
		} manage_qhash_table_entry;

		struct {
			struct irdma_sc_dev *dev;
			struct irdma_update_sds_info info;
			u64 scratch;
		} update_pe_sds;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_sc_qp *qp;
			u64 scratch;
		} suspend_resume;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_ah_info info;
			u64 scratch;
		} ah_create;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_ah_info info;
			u64 scratch;
		} ah_destroy;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_mcast_grp_info info;
			u64 scratch;
		} mc_create;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_mcast_grp_info info;
			u64 scratch;
		} mc_destroy;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_mcast_grp_info info;
			u64 scratch;
		} mc_modify;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_stats_inst_info info;
			u64 scratch;
		} stats_manage;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_stats_gather_info info;
			u64 scratch;
		} stats_gather;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_ws_node_info info;
			u64 scratch;
		} ws_node;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_up_info info;
			u64 scratch;
		} up_map;

		struct {
			struct irdma_sc_cqp *cqp;
			struct irdma_dma_mem query_buff_mem;
			u64 scratch;
		} query_rdma;

		struct {
			struct irdma_sc_srq *srq;
			u64 scratch;
		} srq_create;

		struct {
			struct irdma_sc_srq *srq;
			struct irdma_modify_srq_info info;
			u64 scratch;
		} srq_modify;

		struct {
			struct irdma_sc_srq *srq;
			u64 scratch;
		} srq_destroy;
	} u;
};

struct cqp_cmds_info {
	struct list_head cqp_cmd_entry;	/* in the backlog; must stay the first member */
	u8 cqp_cmd;			/* enum irdma_cqp_op_type */
	u8 post_sq;			/* ring the doorbell */
	struct cqp_info in;
	/*
	 * 0, or the negative errno with which a backlogged command could not be built. Its waiter
	 * must give up at once: no completion will come.
	 */
	int cqp_cmd_exec_status;
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_exec_cqp_cmd - run one command now
 * @dev: device
 * @pcmdinfo: command
 *
 * Counts cqp_cmd_stats and calls the function of the command code.
 *
 * Context: any; dev->cqp_lock held, interrupts off; never sleeps. The feature query alone polls
 * registers: for it the lock must not be held.
 * Return: the value of that function; -EOPNOTSUPP no such command, or one without a function;
 *   -EBUSY a feature query while a CCQ exists (it polls registers).
 */
int irdma_exec_cqp_cmd(struct irdma_sc_dev *dev, struct cqp_cmds_info *pcmdinfo);

/**
 * irdma_process_cqp_cmd - run a command now, or queue it when the ring is full or others wait
 * @dev: device
 * @pcmdinfo: command; stays valid until it has completed or failed
 *
 * Commands run in the order of submission. A queued command that cannot be built later reports
 * through cqp_cmd_exec_status.
 *
 * Context: process or softirq; takes dev->cqp_lock, which must not be held.
 * Return: 0 posted or queued; -EIO the CQP is dead; else the value of irdma_exec_cqp_cmd() (the
 *   command will not complete).
 */
int irdma_process_cqp_cmd(struct irdma_sc_dev *dev, struct cqp_cmds_info *pcmdinfo);

/**
 * irdma_process_bh - post queued commands while slots are free
 * @dev: device
 *
 * Called after completions were consumed. A command that cannot be built is taken off the queue
 * with the reason in its cqp_cmd_exec_status, and the ones behind it go on.
 *
 * Context: process or softirq; takes dev->cqp_lock, which must not be held.
 * Return: 0, or the first error of a command.
 */
int irdma_process_bh(struct irdma_sc_dev *dev);

#ifdef __cplusplus
}
#endif

#endif
