// SPDX-License-Identifier: GPL-2.0
//
// The services the control path calls in the layer above it; here they succeed unless a test says otherwise.
#include "services.h"

test::Services test::services;

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

int irdma_cqp_qp_suspend_resume(struct irdma_sc_qp *qp, u8 cmd) {
    return test::services.suspend_resume ? test::services.suspend_resume(qp, cmd) : 0;
}

void irdma_modify_qp_to_err(struct irdma_sc_qp *qp) {
    if (test::services.modify_to_err)
        test::services.modify_to_err(qp);
}

void irdma_reinitialize_ieq(struct irdma_sc_vsi *vsi) {
    if (test::services.reinitialize_ieq)
        test::services.reinitialize_ieq(vsi);
}

int irdma_ws_node_cmd(struct irdma_sc_dev *, u8 cmd, struct irdma_ws_node_info *info) {
    return test::services.ws_node_cmd ? test::services.ws_node_cmd(cmd, info) : 0;
}

u16 irdma_ws_get_node_id(struct irdma_sc_dev *) {
    return test::services.next_ws_node_id++;
}

void irdma_ws_put_node_id(struct irdma_sc_dev *, u16) {}

} // extern "C"
