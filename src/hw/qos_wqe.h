// SPDX-License-Identifier: GPL-2.0
//
// CQP commands of quality of service: the user priority map and the nodes of the work scheduler.
#pragma once

#include "hw/cqp_wqe.h"

namespace hw {

struct SetUpMap : CqpWqe<SetUpMap, CqpOp::up_map> {
    HW_FIELD(SetUpMap, priority_0, 0, 7, 0);
    HW_FIELD(SetUpMap, priority_1, 0, 15, 8);
    HW_FIELD(SetUpMap, priority_2, 0, 23, 16);
    HW_FIELD(SetUpMap, priority_3, 0, 31, 24);
    HW_FIELD(SetUpMap, priority_4, 0, 39, 32);
    HW_FIELD(SetUpMap, priority_5, 0, 47, 40);
    HW_FIELD(SetUpMap, priority_6, 0, 55, 48);
    HW_FIELD(SetUpMap, priority_7, 0, 63, 56);
    HW_FIELD(SetUpMap, hmc_function, 40, 15, 0);
    HW_FIELD(SetUpMap, cnp_override, 40, 37, 32); // priority of congestion notifications
    HW_FIELD(SetUpMap, use_cnp_override, 24, 61, 61);
    HW_FIELD(SetUpMap, use_vlan, 24, 62, 62);

    using fields = CqpFields<SetUpMap, priority_0, priority_1, priority_2, priority_3, priority_4, priority_5,
                             priority_6, priority_7, hmc_function, cnp_override, use_cnp_override, use_vlan>;
};

// The completion of adding a leaf returns its queue set handle.
struct WorkSchedNode : CqpWqe<WorkSchedNode, CqpOp::work_sched_node> {
    enum class Operation : u8 { add = 0, modify = 1, remove = 2, max_value = 15 };
    enum class Priority : u8 { weighted_round_robin = 1, strict = 2, weighted_strict = 3, max_value = 3 };

    HW_FIELD(WorkSchedNode, weight, 32, 38, 32);
    HW_FIELD(WorkSchedNode, vsi, 32, 63, 48);
    HW_FIELD(WorkSchedNode, node_id, 24, 13, 0);
    HW_FIELD(WorkSchedNode, parent_id, 24, 29, 16);
    HW_FIELD(WorkSchedNode, operation, 24, 55, 52);
    HW_FIELD(WorkSchedNode, traffic_class, 24, 58, 56);
    HW_FIELD(WorkSchedNode, priority_type, 24, 60, 59);
    HW_FIELD(WorkSchedNode, is_leaf, 24, 61, 61);
    HW_FIELD(WorkSchedNode, enable, 24, 62, 62);

    using fields = CqpFields<WorkSchedNode, weight, vsi, node_id, parent_id, operation, traffic_class, priority_type,
                             is_leaf, enable>;
};

} // namespace hw
