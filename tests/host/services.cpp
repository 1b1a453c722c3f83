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

int irdma_cqp_stats_inst_cmd(struct irdma_sc_vsi *, u8 cmd, struct irdma_stats_inst_info *info) {
    return test::services.stats_inst_cmd ? test::services.stats_inst_cmd(cmd, info) : 0;
}

void irdma_hw_stats_start_timer(struct irdma_sc_vsi *vsi) {
    if (test::services.stats_start_timer)
        test::services.stats_start_timer(vsi);
}

void irdma_hw_stats_stop_timer(struct irdma_sc_vsi *vsi) {
    if (test::services.stats_stop_timer)
        test::services.stats_stop_timer(vsi);
}

void irdma_term_modify_qp(struct irdma_sc_qp *qp, u8 next_state, u8 term, u8 term_len) {
    if (test::services.term_modify)
        test::services.term_modify(qp, next_state, term, term_len);
}

void irdma_terminate_start_timer(struct irdma_sc_qp *qp) {
    if (test::services.terminate_start_timer)
        test::services.terminate_start_timer(qp);
}

void irdma_terminate_done(struct irdma_sc_qp *qp, int timeout_occurred) {
    if (test::services.terminate_done)
        test::services.terminate_done(qp, timeout_occurred);
}

} // extern "C"
