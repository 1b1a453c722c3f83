// SPDX-License-Identifier: GPL-2.0
//
// The services the control path calls in the layer above it; here they only succeed.
#include <irdma/ctrl.h>

extern "C" {

int irdma_cqp_sds_cmd(struct irdma_sc_dev *, struct irdma_update_sds_info *) {
    return 0;
}

int irdma_vchnl_req_get_hmc_fcn(struct irdma_sc_dev *) {
    return 0;
}

// A control plane that reports the first silicon's layout.
int irdma_vchnl_req_get_reg_layout(struct irdma_sc_dev *dev) {
    ig3rdma_set_default_layout(dev);
    return 0;
}

} // extern "C"
