// SPDX-License-Identifier: GPL-2.0
//
// CQP commands on event queues: completion event queues (CEQ) and the asynchronous event queue (AEQ).
#pragma once

#include "hw/cqp_wqe.h"

namespace hw {

// What the four commands have in common.
template <class Self, CqpOp Code, unsigned SizeMsb> struct EventQueueWqe : CqpWqe<Self, Code> {
    HW_FIELD(Self, size, 16, SizeMsb, 0); // entries
    HW_FIELD(Self, first_pbl, 48, 27, 0);
    HW_FIELD(Self, pasid, 56, 51, 32);
    HW_FIELD(Self, leaf_pbl_size, 24, 45, 44);
    HW_FIELD(Self, virtual_map, 24, 47, 47);
    HW_FIELD(Self, pasid_valid, 24, 62, 62);

    template <class... More>
    using with =
        CqpFields<CqpWqe<Self, Code>, size, first_pbl, pasid, leaf_pbl_size, virtual_map, pasid_valid, More...>;
};

inline constexpr unsigned ceq_size_msb = 21;
inline constexpr unsigned aeq_size_msb = 18;

struct CreateCeq : EventQueueWqe<CreateCeq, CqpOp::create_ceq, ceq_size_msb> {
    HW_FIELD(CreateCeq, base, 32, 63, 0);
    HW_FIELD(CreateCeq, tph_value, 56, 7, 0);
    HW_FIELD(CreateCeq, vsi, 56, 23, 8);
    HW_FIELD(CreateCeq, ceq_id, 24, 15, 0);
    HW_FIELD(CreateCeq, itr_no_expire, 24, 46, 46);
    HW_FIELD(CreateCeq, tph_enable, 24, 60, 60);

    using fields = with<base, tph_value, vsi, ceq_id, itr_no_expire, tph_enable>;
};

struct DestroyCeq : EventQueueWqe<DestroyCeq, CqpOp::destroy_ceq, ceq_size_msb> {
    HW_FIELD(DestroyCeq, ceq_id, 24, 15, 0);
    HW_FIELD(DestroyCeq, tph_enable, 24, 60, 60);

    using fields = with<ceq_id, tph_enable>;
};

struct CreateAeq : EventQueueWqe<CreateAeq, CqpOp::create_aeq, aeq_size_msb> {
    HW_FIELD(CreateAeq, base, 32, 63, 0);

    using fields = with<base>;
};

struct DestroyAeq : EventQueueWqe<DestroyAeq, CqpOp::destroy_aeq, aeq_size_msb> {
    using fields = with<>;
};

} // namespace hw
