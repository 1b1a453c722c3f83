/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the control path calls and does not contain: the driver above it, the work scheduler, the
 * user-level queue code, the virtual channel, and the generation init. Whoever links the control path
 * in provides them. Environment services (DMA, registers, locks) are not here but in src/os.
 */
#ifndef IRDMA_SERVICES_H
#define IRDMA_SERVICES_H

#include <irdma/address.h>
#include <irdma/cq.h>
#include <irdma/dev.h>
#include <irdma/hmc.h>
#include <irdma/qp.h>
#include <irdma/srq.h>
#include <irdma/stats.h>
#include <irdma/vsi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the driver ---- */

/**
 * to_ibdev - RDMA device to name in log lines
 * @dev: device
 *
 * Context: any, interrupts off included, also before the RDMA device is registered.
 * Return: the RDMA device, or NULL.
 */
struct ib_device *to_ibdev(struct irdma_sc_dev *dev);

/**
 * irdma_cqp_qp_suspend_resume - queue a suspend or resume command without waiting for it
 * @qp: queue pair
 * @cmd: IRDMA_OP_SUSPEND or IRDMA_OP_RESUME
 *
 * Context: process; a qos_mutex is held, and the doorbell may be held back: waiting for any command
 *   would last for ever.
 * Return: 0 accepted, else a negative errno.
 */
int irdma_cqp_qp_suspend_resume(struct irdma_sc_qp *qp, u8 cmd);

/**
 * irdma_modify_qp_to_err - move a queue pair to the error state
 * @sc_qp: queue pair; it exists until this returns, see irdma_qp_wait_unheld()
 *
 * Context: process, may sleep; no lock held, so that lists may be changed from here.
 */
void irdma_modify_qp_to_err(struct irdma_sc_qp *sc_qp);

/**
 * irdma_reinitialize_ieq - rebuild the exception queue for vsi->mtu
 * @vsi: VSI with an exception queue
 *
 * Context: process, may sleep.
 */
void irdma_reinitialize_ieq(struct irdma_sc_vsi *vsi);

/**
 * irdma_cqp_stats_inst_cmd - allocate or free a statistics instance
 * @vsi: VSI
 * @cmd: IRDMA_OP_STATS_ALLOCATE (waits) or IRDMA_OP_STATS_FREE (does not)
 * @stats_info: stats_idx is the result of an allocation, the argument of a free
 *
 * Context: process, may sleep.
 * Return: 0 or a negative errno.
 */
int irdma_cqp_stats_inst_cmd(struct irdma_sc_vsi *vsi, u8 cmd,
			     struct irdma_stats_inst_info *stats_info);

/**
 * irdma_hw_stats_start_timer - start the periodic gather, every 60 s
 * @vsi: VSI
 *
 * Context: process.
 */
void irdma_hw_stats_start_timer(struct irdma_sc_vsi *vsi);

/**
 * irdma_hw_stats_stop_timer - stop the periodic gather
 * @vsi: VSI
 *
 * Waits for a running handler, so that afterwards no new gather is submitted.
 *
 * Context: process, may sleep.
 */
void irdma_hw_stats_stop_timer(struct irdma_sc_vsi *vsi);

/**
 * irdma_term_modify_qp - queue a QP modify of the terminate procedure without waiting for it
 * @qp: queue pair
 * @next_state: IRDMA_QP_STATE_*
 * @term: IRDMAQP_TERM_*
 * @term_len: bytes of the terminate message, 0 without one
 *
 * Context: softirq or process.
 */
void irdma_term_modify_qp(struct irdma_sc_qp *qp, u8 next_state, u8 term, u8 term_len);

/**
 * irdma_terminate_start_timer - start the 1 s terminate timer, unless it runs
 * @qp: queue pair
 *
 * Whoever releases the memory of a QP stops the timer before.
 *
 * Context: softirq or process.
 */
void irdma_terminate_start_timer(struct irdma_sc_qp *qp);

/**
 * irdma_terminate_done - end the terminate procedure, once
 * @qp: queue pair
 * @timeout_occurred: non-zero when the timer says so
 *
 * Context: softirq or process.
 */
void irdma_terminate_done(struct irdma_sc_qp *qp, int timeout_occurred);

/**
 * irdma_remove_cqp_head - unlink the first command of the backlog
 * @dev: device
 *
 * Context: any; dev->cqp_lock held.
 * Return: the command (struct cqp_cmds_info), NULL when the backlog is empty.
 */
void *irdma_remove_cqp_head(struct irdma_sc_dev *dev);

/**
 * irdma_cqp_sds_cmd - update segment descriptors through the command path and wait
 * @dev: device
 * @info: 1 to 11 entries
 *
 * Installed as irdma_sc_cqp.process_cqp_sds while a CCQ exists.
 *
 * Context: process, may sleep.
 * Return: 0 or a negative errno.
 */
int irdma_cqp_sds_cmd(struct irdma_sc_dev *dev, struct irdma_update_sds_info *info);

/* ---- work scheduler, gen2; calls the three functions after it in the driver ---- */

/**
 * irdma_ws_add - make sure that the scheduler has a leaf for a priority
 * @vsi: VSI
 * @user_pri: 0 .. 7
 *
 * Makes what is missing of root, node of the VSI, and leaf of the traffic class; registers the leaf's
 * queue set with the LAN driver and stores its handles in all priorities of the traffic class. On an
 * error nothing is left behind, except nodes the device does not let go of: they are used again.
 *
 * Context: process, may sleep; takes ws_mutex, then a qos_mutex.
 * Return: 0; -EINVAL no such priority; -EBUSY traffic classes are being changed; -ENOMEM; -ENOSPC no
 *   node id is free; else the code of irdma_ws_node_cmd() or vsi->register_qset().
 */
int irdma_ws_add(struct irdma_sc_vsi *vsi, u8 user_pri);

/**
 * irdma_ws_remove - remove the scheduler leaf of a priority if no QP uses it
 * @vsi: VSI
 * @user_pri: 0 .. 7
 *
 * In use is a leaf as long as a QP is on the list of any priority of its traffic class. The queue set
 * is unregistered first, then the device's node is deleted; nodes without children go with it. A node
 * the device refuses to delete is kept, and its id is not used for another one.
 *
 * Context: process, may sleep; takes ws_mutex, then a qos_mutex.
 */
void irdma_ws_remove(struct irdma_sc_vsi *vsi, u8 user_pri);

/**
 * irdma_ws_reset - remove all scheduler leaves of a VSI
 * @vsi: VSI
 *
 * As irdma_ws_remove(), whether QPs use them or not.
 *
 * Context: process, may sleep; takes ws_mutex, then a qos_mutex.
 */
void irdma_ws_reset(struct irdma_sc_vsi *vsi);

/**
 * irdma_ws_discard - release the scheduler nodes of a VSI without telling the device
 * @vsi: VSI
 *
 * For tear-down after the CQP is gone: nodes the device did not delete would never be released.
 * Queue sets that are still registered with the LAN driver are unregistered. Node ids stay taken.
 *
 * Context: process, may sleep; takes ws_mutex, then a qos_mutex.
 */
void irdma_ws_discard(struct irdma_sc_vsi *vsi);

/**
 * irdma_ws_node_cmd - carry out a work-scheduler command and wait for its end
 * @dev: device
 * @cmd: IRDMA_OP_WS_ADD_NODE, IRDMA_OP_WS_MODIFY_NODE or IRDMA_OP_WS_DELETE_NODE
 * @info: node; qs_handle is the result when a leaf is added
 *
 * Context: process, sleeps; ws_mutex held.
 * Return: 0 or a negative errno; -ETIMEDOUT: the device may still carry the command out.
 */
int irdma_ws_node_cmd(struct irdma_sc_dev *dev, u8 cmd, struct irdma_ws_node_info *info);

/**
 * irdma_ws_get_node_id - take a free id for a scheduler node
 * @dev: device
 *
 * Context: process; ws_mutex held.
 * Return: the lowest free id from 1 to IRDMA_MAX_WS_NODES - 1; IRDMA_WS_NODE_INVALID when all are taken.
 */
u16 irdma_ws_get_node_id(struct irdma_sc_dev *dev);

/**
 * irdma_ws_put_node_id - give an id back
 * @dev: device
 * @id: from irdma_ws_get_node_id()
 *
 * Context: process; ws_mutex held.
 */
void irdma_ws_put_node_id(struct irdma_sc_dev *dev, u16 id);

/* ---- user-level queue code ---- */

/**
 * irdma_uk_qp_init - fill the user-level part of a QP
 * @qp: user-level part of the QP
 * @info: its parameters
 *
 * Context: process.
 * Return: 0; -EINVAL an SGE count exceeds the device's limit.
 */
int irdma_uk_qp_init(struct irdma_qp_uk *qp, struct irdma_qp_uk_init_info *info);

/**
 * irdma_uk_srq_init - fill the user-level part of an SRQ
 * @srq: user-level part of the SRQ
 * @info: its parameters
 *
 * Context: process.
 * Return: 0; -EINVAL the SGE count exceeds the device's limit.
 */
int irdma_uk_srq_init(struct irdma_srq_uk *srq, struct irdma_srq_uk_init_info *info);

/**
 * irdma_uk_cq_init - fill the user-level part of a CQ
 * @cq: user-level part of the CQ
 * @info: its parameters
 *
 * Context: process.
 */
void irdma_uk_cq_init(struct irdma_cq_uk *cq, struct irdma_cq_uk_init_info *info);

/**
 * irdma_uk_cq_resize - switch a CQ to a new buffer
 * @cq: user-level part of the CQ
 * @cq_base: new buffer, zeroed
 * @size: CQEs in it
 *
 * Context: any; the caller's CQ lock held.
 */
void irdma_uk_cq_resize(struct irdma_cq_uk *cq, void *cq_base, int size);

/**
 * irdma_fragcnt_to_wqesize_rq - receive WQE size for a number of SGEs
 * @frag_cnt: SGEs
 * @wqe_size: out: bytes; 0-1 SGEs 32, 2-3 64, 4-7 128, 8-14 256
 *
 * Context: any.
 * Return: 0; -EINVAL more than 14.
 */
int irdma_fragcnt_to_wqesize_rq(u32 frag_cnt, u16 *wqe_size);

/**
 * irdma_qp_get_next_send_wqe - take a slot of a QP's send queue
 * @qp: user-level part of the QP
 * @wqe_idx: out: index of the first quantum
 * @quanta: quanta of 32 bytes
 * @total_size: payload, bytes
 * @info: wr_id and signaled go into the tracking entry
 *
 * Context: any; the caller's QP lock held.
 * Return: the slot, NULL when the queue is full.
 */
__le64 *irdma_qp_get_next_send_wqe(struct irdma_qp_uk *qp, u32 *wqe_idx, u16 quanta, u32 total_size,
				   struct irdma_post_sq_info *info);

/**
 * irdma_clr_wqes - make the WQEs ahead of an index invalid, every 128 quanta
 * @qp: user-level part of the QP
 * @qp_wqe_idx: index just taken
 *
 * Context: any; the caller's QP lock held.
 */
void irdma_clr_wqes(struct irdma_qp_uk *qp, u32 qp_wqe_idx);

/**
 * irdma_uk_qp_post_wr - ring the QP's doorbell
 * @qp: user-level part of the QP
 *
 * Context: any; the caller's QP lock held.
 */
void irdma_uk_qp_post_wr(struct irdma_qp_uk *qp);

/* ---- address handles, multicast ---- */

/**
 * irdma_sc_access_ah - post an address handle command
 * @cqp: control QP
 * @info: address handle
 * @op: CQP opcode: create or destroy
 * @scratch: returned with the completion
 *
 * Context: any; dev->cqp_lock held. Rings the doorbell.
 * Return: 0; -EINVAL a value does not fit; -ENOMEM ring full; -EIO the CQP is dead.
 */
int irdma_sc_access_ah(struct irdma_sc_cqp *cqp, struct irdma_ah_info *info, u32 op, u64 scratch);

/**
 * irdma_access_mcast_grp - post a multicast group command
 * @cqp: control QP
 * @info: group; its context buffer is filled from mg_ctx_info
 * @op: CQP opcode: create, modify or destroy
 * @scratch: returned with the completion
 *
 * Context: any; dev->cqp_lock held. Rings the doorbell.
 * Return: 0; -EINVAL a value does not fit; -ENOMEM ring full; -EIO the CQP is dead.
 */
int irdma_access_mcast_grp(struct irdma_sc_cqp *cqp, struct irdma_mcast_grp_info *info, u32 op,
			   u64 scratch);

/* ---- virtual channel, gen3 ---- */

/**
 * irdma_vchnl_req_get_hmc_fcn - ask the peer for an HMC function
 * @dev: device; hmc_fn_id and what goes with it are stored there
 *
 * Context: process, may sleep.
 * Return: 0; -EBUSY, -ENOMEM, -EBADMSG, -EOPNOTSUPP, -EINVAL, or the peer's code.
 */
int irdma_vchnl_req_get_hmc_fcn(struct irdma_sc_dev *dev);

/**
 * irdma_vchnl_req_get_reg_layout - ask the peer where registers and variable fields are
 * @dev: device; hw_regs, doorbells, hw_masks and hw_shifts are stored there
 *
 * Context: process, may sleep.
 * Return: 0; -EBUSY, -ENOMEM, -EBADMSG, -EOPNOTSUPP, -EINVAL, or the peer's code.
 */
int irdma_vchnl_req_get_reg_layout(struct irdma_sc_dev *dev);

/* ---- generation init ---- */

/**
 * i40iw_init_hw - gen1: registers, doorbells, variable fields, interrupts, statistics map, limits
 * @dev: device with hw->hw_addr mapped and the base limits set
 *
 * Context: bring-up.
 */
void i40iw_init_hw(struct irdma_sc_dev *dev);

/**
 * icrdma_init_hw - gen2: registers, doorbells, variable fields, interrupts, statistics map, limits
 * @dev: device with hw->hw_addr mapped and the base limits set
 *
 * Context: bring-up.
 */
void icrdma_init_hw(struct irdma_sc_dev *dev);

/**
 * ig3rdma_init_hw - gen3: interrupts, statistics map, limits; the rest comes by virtual channel
 * @dev: device with the base limits set
 *
 * Context: bring-up.
 */
void ig3rdma_init_hw(struct irdma_sc_dev *dev);

/**
 * ig3rdma_set_default_layout - gen3 without a control plane to ask: the layout of the first silicon
 * @dev: device with hw->rdma_reg mapped; hw_regs, doorbells, hw_masks and hw_shifts are stored there
 *
 * Registers outside the region stay NULL.
 *
 * Context: bring-up.
 */
void ig3rdma_set_default_layout(struct irdma_sc_dev *dev);

/**
 * ig3rdma_get_reg_addr - translate a BAR offset through the mapped regions
 * @hw: hardware handle
 * @reg_offset: bytes from the start of the BAR
 *
 * Context: any.
 * Return: the address, NULL when no region covers the offset.
 */
void __iomem *ig3rdma_get_reg_addr(struct irdma_hw *hw, u64 reg_offset);

#ifdef __cplusplus
}
#endif

#endif
