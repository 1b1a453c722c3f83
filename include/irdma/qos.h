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
	struct irdma_mutex qos_mutex;	/* guards qplist and irdma_sc_qp.on_qoslist */
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

/* Node of the scheduler tree; private to the scheduler apart from register_qset(). */
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
	bool enable:1;
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
 * Suspend: every QP gets a suspend command; qp_suspend_reqs counts the accepted ones before their
 * events can arrive. The caller then waits until the event handler has counted it down to 0.
 *
 * Resume: for every priority the scheduler leaf is made first (dev->ws_add(), before any qos_mutex
 * is taken), then its QPs take the new queue set and get a resume command. Without a leaf the QPs
 * of that priority are resumed and moved to the error state, the latter after the mutex is
 * released.
 *
 * Context: process, may sleep; takes the qos_mutex of each priority.
 */
void irdma_sc_suspend_resume_qps(struct irdma_sc_vsi *vsi, u8 op);

/**
 * irdma_change_l2params - act on new L2 parameters
 * @vsi: VSI
 * @l2params: parameters; up2tc becomes the identity in DSCP mode
 *
 * mtu_changed: take the MTU and rebuild the IEQ if there is one. tc_changed: clear
 * tc_change_pending, load the priorities, resume all QPs.
 *
 * Context: process, may sleep.
 */
void irdma_change_l2params(struct irdma_sc_vsi *vsi, struct irdma_l2params *l2params);

/**
 * irdma_qp_rem_qos - take a QP off the list of its priority
 * @qp: queue pair; nothing happens when it is on no list
 *
 * The list is the one it was put on (priv.qos_pri), whatever user_pri says by now.
 *
 * Context: process, may sleep; takes a qos_mutex.
 */
void irdma_qp_rem_qos(struct irdma_sc_qp *qp);

/**
 * irdma_qp_add_qos - put a QP on the list of its priority
 * @qp: queue pair; nothing happens when it is on a list
 *
 * The priority is qp->user_pri; its queue set becomes qs_handle of the QP.
 *
 * Context: process, may sleep; takes a qos_mutex.
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
