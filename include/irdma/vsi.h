/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Virtual station interface: what a network port is to the RDMA function. Owns the priorities, the
 * statistics and the two internal queues ILQ and IEQ.
 */
#ifndef IRDMA_VSI_H
#define IRDMA_VSI_H

#include <irdma/qos.h>
#include <irdma/stats.h>

struct irdma_vsi_init_info {
	struct irdma_sc_dev *dev;
	void *back_vsi;
	struct irdma_l2params *params;	/* non-NULL */
	u16 exception_lan_q;
	u16 pf_data_vsi_num;
	enum irdma_vm_vf_type vm_vf_type;	/* not read */
	u16 vm_id;			/* not read */
	int (*register_qset)(struct irdma_sc_vsi *vsi, struct irdma_ws_node *tc_node);
	void (*unregister_qset)(struct irdma_sc_vsi *vsi, struct irdma_ws_node *tc_node);
};

struct irdma_vsi_priv {
	u32 late_joins;			/* suspended QPs that joined a list; changed atomically */
};

struct irdma_sc_vsi {
	u16 vsi_idx;
	struct irdma_sc_dev *dev;
	void *back_vsi;			/* caller's object */
	u32 ilq_count;
	struct irdma_virt_mem ilq_mem;
	struct irdma_puda_rsrc *ilq;
	u32 ieq_count;
	struct irdma_virt_mem ieq_mem;
	struct irdma_puda_rsrc *ieq;	/* non-NULL: rebuilt when the MTU changes */
	u32 exception_lan_q;
	u16 mtu;			/* bytes */
	u16 vm_id;
	enum irdma_vm_vf_type vm_vf_type;
	bool stats_inst_alloc:1;	/* stats_idx is an instance to give back */
	bool tc_change_pending:1;	/* set by the event handler, cleared by irdma_change_l2params() */
	struct irdma_vsi_pestat *pestat;	/* NULL: no statistics */
	irdma_atomic32 qp_suspend_reqs;	/* suspends asked for and not confirmed */
	int (*register_qset)(struct irdma_sc_vsi *vsi, struct irdma_ws_node *tc_node);
	void (*unregister_qset)(struct irdma_sc_vsi *vsi, struct irdma_ws_node *tc_node);
	u8 qos_rel_bw;
	u8 qos_prio_type;
	u16 stats_idx;			/* u8 in mainline; IRDMA_INVALID_STATS_IDX: none */
	u8 dscp_map[DSCP_MAX];
	struct irdma_qos qos[IRDMA_MAX_USER_PRIORITY];
	u64 hw_stats_regs[IRDMA_HW_STAT_INDEX_MAX_GEN_1];	/* gen1: register of each counter */
	bool dscp_mode:1;
	struct irdma_vsi_priv priv;
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_vsi_init - initialise a VSI
 * @vsi: VSI, zeroed
 * @info: parameters; not changed
 *
 * Initialises locks and lists of the priorities, loads them from info->params (gen3: from dev->qos),
 * and installs the work scheduler in the device: irdma_ws_add() and its companions on gen2,
 * functions that do nothing elsewhere. For up2tc and the DSCP map see irdma_change_l2params().
 *
 * Context: bring-up, after irdma_sc_dev_init(). May sleep.
 */
void irdma_sc_vsi_init(struct irdma_sc_vsi *vsi, struct irdma_vsi_init_info *info);

#ifdef __cplusplus
}
#endif

#endif
