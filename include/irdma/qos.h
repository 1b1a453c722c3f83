/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Quality of service: priorities and traffic classes of a VSI, the lists of QPs per priority, user
 * priority maps and work-scheduler nodes.
 */
#ifndef IRDMA_QOS_H
#define IRDMA_QOS_H

#include <irdma/base.h>

/* One user priority of a VSI (8), or of a gen3 device. */
struct irdma_qos {
	struct list_head qplist;	/* of irdma_sc_qp.list */
	/*
	 * Guards this structure and irdma_sc_qp.on_qoslist of the QPs listed here. Taken inside
	 * dev->ws_mutex and never around it, never two at once, and never held while waiting for a
	 * command: commands may be collected with their doorbell held back while somebody wants it.
	 */
	struct irdma_mutex qos_mutex;
	u64 lan_qos_handle;
	u32 l2_sched_node_id;
	u16 qs_handle;			/* queue set; 10 bits in the QP context */
	u8 traffic_class;		/* 0 .. 7 */
	u8 rel_bw;
	u8 prio_type;			/* enum irdma_sched_prio_type */
	bool valid;			/* a scheduler leaf exists */
};

struct irdma_qos_tc_info {
	u64 tc_ctx;
	u8 rel_bw;
	u8 prio_type;
	u8 egress_virt_up;
	u8 ingress_virt_up;
};

struct irdma_dcb_app_info {
	u8 priority;
	u8 selector;
	u16 prot_id;
};

/* L2 parameters as the LAN driver reports them. */
struct irdma_l2params {
	struct irdma_qos_tc_info tc_info[IRDMA_MAX_USER_PRIORITY];
	struct irdma_dcb_app_info apps[IRDMA_MAX_APPS];
	u32 num_apps;
	u16 qs_handle_list[IRDMA_MAX_USER_PRIORITY];	/* gen1: queue set per priority */
	u16 mtu;			/* bytes; used at VSI init and with mtu_changed */
	u8 up2tc[IRDMA_MAX_USER_PRIORITY];	/* traffic class of each priority, 0 .. 7 */
	u8 dscp_map[DSCP_MAX];
	u8 num_tc;
	u8 vsi_rel_bw;
	u8 vsi_prio_type;
	bool mtu_changed:1;
	bool tc_changed:1;
	bool dscp_mode:1;
};

struct irdma_up_info {
	u8 map[8];			/* byte i: priority i */
	u8 cnp_up_override;		/* 6 bits */
	u16 hmc_fcn_idx;
	bool use_vlan:1;
	bool use_cnp_up_override:1;
};

struct irdma_ws_node_info {
	u16 id;				/* 14 bits; 0: root */
	u16 vsi;
	u16 parent_id;			/* 14 bits */
	u16 qs_handle;			/* out: op_ret_val of an add, stored by the submitter */
	bool type_leaf:1;
	bool enable:1;
	u8 prio_type;			/* 2 bits */
	u8 tc;				/* 3 bits */
	u8 weight;			/* 7 bits, relative bandwidth */
};

/*
 * Node of the scheduler tree, guarded by dev->ws_mutex; private to the scheduler apart from
 * register_qset(), which reads qs_handle and traffic_class and sets lan_qos_handle and l2_sched_node_id.
 */
struct irdma_ws_node {
	struct list_head siblings;
	struct list_head child_list_head;
	struct irdma_ws_node *parent;
	u64 lan_qos_handle;
	u32 l2_sched_node_id;
	u16 index;
	u16 qs_handle;
	u16 vsi_index;
	u8 traffic_class;
	u8 user_pri;
	u8 rel_bw;
	u8 abstraction_layer;
	u8 prio_type;
	bool type_leaf:1;
	bool enable:1;			/* leaf: its queue set is registered with the LAN driver */
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_get_qp_from_list - walk the QP list of a priority
 * @head: irdma_qos.qplist
 * @qp: NULL: start; else a QP on that list
 *
 * Context: process; the list's qos_mutex held.
 * Return: the first QP, or the one after @qp; NULL at the end.
 */
struct irdma_sc_qp *irdma_get_qp_from_list(struct list_head *head, struct irdma_sc_qp *qp);

/**
 * irdma_sc_suspend_resume_qps - suspend or resume all QPs of a VSI for a change of traffic classes
 * @vsi: VSI
 * @op: IRDMA_OP_SUSPEND or IRDMA_OP_RESUME; others do nothing
 *
 * Suspend: every QP that is not suspended gets a suspend command. qp_suspend_reqs counts it before the
 * command can complete, and no longer if the command is refused; such a QP goes on running. The
 * caller then waits until the event handler has counted down to 0, see irdma_qp_suspend_done(). A QP
 * that leaves its list meanwhile is not counted any more, which wakes nobody: look now and then.
 *
 * Resume: for each QP that is not known to run, its scheduler leaf is made first (gen2: only if the
 * priority has none), with no qos_mutex held. Then it takes the new queue set and gets a resume
 * command. Without a leaf the QP is resumed with its old queue set and moved to the error state, the
 * latter with no qos_mutex held. A QP whose resume is refused stays suspended for the next call. A
 * suspend that was never confirmed is no longer counted.
 *
 * The commands of all QPs ring the doorbell once, and once more whenever the ring is full; calls that
 * may wait for commands (dev->ws_add() of gen2, irdma_modify_qp_to_err()) are preceded by a ring.
 * QPs may join and leave the lists meanwhile.
 *
 * Context: process, may sleep; takes each qos_mutex and dev->cqp_lock. No two calls for one VSI at
 *   the same time.
 */
void irdma_sc_suspend_resume_qps(struct irdma_sc_vsi *vsi, u8 op);

/**
 * irdma_qp_suspend_done - the device confirmed a suspend (IRDMA_AE_QP_SUSPEND_COMPLETE)
 * @qp: queue pair
 *
 * Counts vsi->qp_suspend_reqs down if the QP was counted there. An event nobody waits for any more,
 * or that comes twice, changes nothing.
 *
 * Context: any.
 * Return: true when this was the last one the VSI waited for: wake the waiter.
 */
bool irdma_qp_suspend_done(struct irdma_sc_qp *qp);

/**
 * irdma_change_l2params - act on new L2 parameters
 * @vsi: VSI
 * @l2params: parameters; not changed
 *
 * mtu_changed: take the MTU and rebuild the IEQ if there is one. tc_changed: load the priorities,
 * clear tc_change_pending, resume all suspended QPs. In DSCP mode each priority is a traffic class of
 * its own whatever up2tc says. Traffic classes and DSCP priorities above 7 are taken as 0, with a line in the log.
 *
 * Context: process, may sleep; takes dev->ws_mutex, then each qos_mutex. As
 *   irdma_sc_suspend_resume_qps() otherwise.
 */
void irdma_change_l2params(struct irdma_sc_vsi *vsi, struct irdma_l2params *l2params);

/**
 * irdma_qp_rem_qos - take a QP off the list of its priority
 * @qp: queue pair; nothing happens when it is on no list
 *
 * The list is the one it was put on (priv.qos_pri), whatever user_pri says by now. A suspend that was
 * not confirmed yet is no longer counted in vsi->qp_suspend_reqs. Before the QP's memory is released
 * see irdma_qp_wait_unheld().
 *
 * Context: process, may sleep; takes a qos_mutex. Not at the same time as irdma_qp_add_qos() of the
 *   same QP.
 */
void irdma_qp_rem_qos(struct irdma_sc_qp *qp);

/**
 * irdma_qp_wait_unheld - wait until a resume that has started is through with a QP
 * @qp: queue pair on no list
 *
 * Resuming a QP calls into the work scheduler and the driver with no lock held. Whoever releases the
 * memory of a QP calls this after irdma_qp_rem_qos().
 *
 * Context: process, sleeps; no lock held. Not from within dev->ws_add() or irdma_modify_qp_to_err()
 *   for the same QP.
 */
void irdma_qp_wait_unheld(struct irdma_sc_qp *qp);

/**
 * irdma_qp_add_qos - put a QP on the list of its priority
 * @qp: queue pair; nothing happens when it is on a list, or when user_pri is above 7
 *
 * The priority is qp->user_pri; its queue set becomes qs_handle of the QP. If the scheduler leaf that
 * the caller made sure of has been removed in between (gen2), it is made once more.
 *
 * Context: process, may sleep; takes dev->ws_mutex (gen2, only to make the leaf), a qos_mutex. Not at
 *   the same time as irdma_qp_rem_qos() of the same QP.
 */
void irdma_qp_add_qos(struct irdma_sc_qp *qp);

/**
 * irdma_sc_set_up_map - post the map of user priorities
 * @cqp: control QP
 * @info: map
 * @scratch: returned with the completion; 0: nobody waits
 *
 * CQP opcode 0x2f, always rings.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_set_up_map(struct irdma_sc_cqp *cqp, struct irdma_up_info *info, u64 scratch);

/**
 * irdma_sc_manage_ws_node - post a change of the work-scheduler tree
 * @cqp: control QP
 * @info: node
 * @node_op: add, modify or delete
 * @scratch: returned with the completion; 0: nobody waits
 *
 * CQP opcode 0x2c, always rings. op_ret_val of the completion of an added leaf is its queue set.
 *
 * Context: any; exclusive use of the CQP producer side: dev->cqp_lock, or single-threaded bring-up
 *   and tear-down. Does not sleep.
 * Return: 0; -EINVAL a value does not fit its field (checked before a slot is taken); -ENOMEM the
 *   ring is full; -EIO the CQP is dead. On an error nothing was written to the ring.
 */
int irdma_sc_manage_ws_node(struct irdma_sc_cqp *cqp, struct irdma_ws_node_info *info,
			    enum irdma_ws_node_op node_op, u64 scratch);

#ifdef __cplusplus
}
#endif

#endif
