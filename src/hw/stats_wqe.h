// SPDX-License-Identifier: GPL-2.0
//
// CQP commands on hardware statistics.
#pragma once

#include "hw/cqp_wqe.h"

namespace hw {

// The completion of an allocation returns the instance.
struct ManageStats : CqpWqe<ManageStats, CqpOp::manage_stats> {
    HW_FIELD(ManageStats, hmc_function, 40, 15, 0);
    HW_FIELD(ManageStats, instance, 24, 6, 0); // the one to free
    HW_FIELD(ManageStats, use_hmc_function, 24, 60, 60);
    HW_FIELD(ManageStats, allocate, 24, 62, 62);

    using fields = CqpFields<ManageStats, hmc_function, instance, use_hmc_function, allocate>;
};

struct GatherStats : CqpWqe<GatherStats, CqpOp::gather_stats> {
    HW_FIELD(GatherStats, buffer, 32, 63, 0);
    HW_FIELD(GatherStats, hmc_function, 40, 15, 0);
    HW_FIELD(GatherStats, instance, 24, 6, 0);
    HW_FIELD(GatherStats, use_hmc_function, 24, 60, 60);
    HW_FIELD(GatherStats, use_instance, 24, 61, 61);

    using fields = CqpFields<GatherStats, buffer, hmc_function, instance, use_hmc_function, use_instance>;
};

} // namespace hw
