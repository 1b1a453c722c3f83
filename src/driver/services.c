// SPDX-License-Identifier: GPL-2.0
/* What the control path calls in the driver: implements irdma/services.h. */
#include <linux/bitmap.h>
#include <linux/find.h>

#include "driver/function.h"
#include "os/os.h"

int irdma_cqp_sds_cmd(struct irdma_sc_dev *dev, struct irdma_update_sds_info *info)
{
	struct irdma_request *req = irdma_request_get(&to_function(dev)->requests, true);
	int err;

	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, IRDMA_OP_UPDATE_PE_SDS, update_pe_sds);
	req->info.in.u.update_pe_sds.dev = dev;
	req->info.in.u.update_pe_sds.info = *info;
	err = irdma_request_submit(req);
	irdma_request_put(req);
	return err;
}

int irdma_cqp_qp_suspend_resume(struct irdma_sc_qp *qp, u8 cmd)
{
	struct irdma_function *fn = to_function(qp->dev);
	struct irdma_request *req = irdma_request_get(&fn->requests, false);
	int err;

	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, cmd, suspend_resume);
	req->info.in.u.suspend_resume.cqp = &fn->cqp;
	req->info.in.u.suspend_resume.qp = qp;
	err = irdma_request_submit(req);
	irdma_request_put(req);
	return err;
}

/* A device that refuses, or does not answer, is in the log by then: nothing more can be done for the QP here. */
void irdma_modify_qp_to_err(struct irdma_sc_qp *qp)
{
	struct irdma_request *req = irdma_request_get(&to_function(qp->dev)->requests, true);

	if (!req) {
		irdma_os_log(qp->dev, IRDMA_OS_LOG_ERR, "no memory to move QP %u to error", qp->qp_uk.qp_id);
		return;
	}
	irdma_request_fill(req, IRDMA_OP_QP_MODIFY, qp_modify);
	req->info.in.u.qp_modify.qp = qp;
	req->info.in.u.qp_modify.info.next_iwarp_state = IRDMA_QP_STATE_ERROR;
	(void)irdma_request_submit(req);
	irdma_request_put(req);
}

/* The driver makes no exception queue, so there is none to rebuild: who claims there is one made a mistake. */
void irdma_reinitialize_ieq(struct irdma_sc_vsi *vsi)
{
	irdma_os_log(vsi->dev, IRDMA_OS_LOG_ERR, "VSI %u: the exception queue cannot be rebuilt for an MTU of %u",
		     vsi->vsi_idx, vsi->mtu);
}

int irdma_ws_node_cmd(struct irdma_sc_dev *dev, u8 cmd, struct irdma_ws_node_info *info)
{
	struct irdma_function *fn = to_function(dev);
	struct irdma_request *req = irdma_request_get(&fn->requests, true);
	int err;

	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, cmd, ws_node);
	req->info.in.u.ws_node.cqp = &fn->cqp;
	req->info.in.u.ws_node.info = *info;
	err = irdma_request_submit(req);
	if (!err && cmd == IRDMA_OP_WS_ADD_NODE)
		info->qs_handle = req->result.value;
	irdma_request_put(req);
	return err;
}

u16 irdma_ws_get_node_id(struct irdma_sc_dev *dev)
{
	unsigned long *ids = to_function(dev)->ws_node_ids;
	/* 0 is the root's. */
	unsigned long id = find_next_zero_bit(ids, IRDMA_MAX_WS_NODES, 1);

	if (id >= IRDMA_MAX_WS_NODES)
		return IRDMA_WS_NODE_INVALID;
	__set_bit(id, ids);
	return id;
}

void irdma_ws_put_node_id(struct irdma_sc_dev *dev, u16 id)
{
	__clear_bit(id, to_function(dev)->ws_node_ids);
}

/*
 * Without a virtual channel there is no peer to ask: the owner of a gen3 function says who it is, and its windows have
 * the layout of the first silicon.
 */
int irdma_vchnl_req_get_hmc_fcn(struct irdma_sc_dev *dev)
{
	return 0;
}

int irdma_vchnl_req_get_reg_layout(struct irdma_sc_dev *dev)
{
	ig3rdma_set_default_layout(dev);
	return 0;
}
