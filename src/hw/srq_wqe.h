// SPDX-License-Identifier: GPL-2.0
//
// CQP commands on shared receive queues; gen3.
#pragma once

#include "hw/cqp_wqe.h"

namespace hw {

// The context comes back in asynchronous events: it is the SRQ id.
template <class Self, CqpOp Code> struct SrqWqe : CqpWqe<Self, Code> {
    HW_FIELD(Self, context, 8, 63, 6);
    HW_FIELD(Self, srq_id, 24, 15, 0);

    template <class... More> using with = CqpFields<CqpWqe<Self, Code>, context, srq_id, More...>;
};

// Create and modify send the whole description.
template <class Self, CqpOp Code> struct SrqDescriptionWqe : SrqWqe<Self, Code> {
    HW_FIELD(Self, size, 0, 3, 0);     // encoded
    HW_FIELD(Self, wqe_size, 0, 5, 4); // log2 of quanta
    HW_FIELD(Self, limit, 0, 43, 32);
    HW_FIELD(Self, pd_id, 16, 39, 16);
    HW_FIELD(Self, base, 32, 63, 8);
    HW_FIELD(Self, shadow_area, 40, 63, 6);
    HW_FIELD(Self, first_pbl, 48, 27, 0);
    HW_FIELD(Self, leaf_pbl_size, 24, 45, 44);
    HW_FIELD(Self, virtual_map, 24, 47, 47);
    HW_FIELD(Self, arm_limit_event, 24, 61, 61);

    template <class... More>
    using with = typename SrqWqe<Self, Code>::template with<size, wqe_size, limit, pd_id, base, shadow_area, first_pbl,
                                                            leaf_pbl_size, virtual_map, arm_limit_event, More...>;
};

struct CreateSrq : SrqDescriptionWqe<CreateSrq, CqpOp::create_srq> {
    using fields = with<>;
};

struct ModifySrq : SrqDescriptionWqe<ModifySrq, CqpOp::modify_srq> {
    using fields = with<>;
};

struct DestroySrq : SrqWqe<DestroySrq, CqpOp::destroy_srq> {
    using fields = with<>;
};

} // namespace hw
