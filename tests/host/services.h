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
    u16 next_ws_node_id = 1;
};

// Reset it at the start of a test.
extern Services services;

} // namespace test
