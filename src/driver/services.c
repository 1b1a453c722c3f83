// SPDX-License-Identifier: GPL-2.0
/* What the control path calls in the driver: implements irdma/services.h. */
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
