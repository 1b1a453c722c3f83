// SPDX-License-Identifier: GPL-2.0
//
// What the services of the control path do in a test. Unset ones succeed and do nothing.
#pragma once

#include <irdma/ctrl.h>

#include <functional>

namespace test {

struct Services {
    std::function<int(irdma_sc_qp *, u8 cmd)> suspend_resume;
    std::function<void(irdma_sc_qp *)> modify_to_err;
    std::function<void(irdma_sc_vsi *)> reinitialize_ieq;
    std::function<int(u8 cmd, irdma_ws_node_info *)> ws_node_cmd;
    std::function<int(u8 cmd, irdma_stats_inst_info *)> stats_inst_cmd;
    std::function<void(irdma_sc_vsi *)> stats_start_timer;
    std::function<void(irdma_sc_vsi *)> stats_stop_timer;
    std::function<void(irdma_sc_qp *, u8 state, u8 term, u8 bytes)> term_modify;
    std::function<void(irdma_sc_qp *)> terminate_start_timer;
    std::function<void(irdma_sc_qp *, int timeout)> terminate_done;
    u16 next_ws_node_id = 1;
};

// Reset it at the start of a test.
extern Services services;

} // namespace test
