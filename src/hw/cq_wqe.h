// SPDX-License-Identifier: GPL-2.0
//
// CQP commands on completion queues.
#pragma once

#include <irdma/defs.h>

#include "hw/cqp_wqe.h"

namespace hw {

// What create, modify and destroy have in common. The context comes back in the CEQEs: it is the CQ id.
template <class Self, CqpOp Code> struct CqWqe : CqpWqe<Self, Code> {
    HW_FIELD(Self, size, 0, 20, 0); // CQEs
    HW_FIELD(Self, context, 8, 62, 0);
    HW_FIELD(Self, shadow_area, 40, 63, 0);
    HW_FIELD(Self, first_pbl, 48, 27, 0);
    HW_FIELD(Self, leaf_pbl_size, 24, 45, 44);
    HW_FIELD(Self, virtual_map, 24, 47, 47);
    HW_FIELD(Self, ceqe_mask, 24, 48, 48);
    HW_FIELD(Self, tph_enable, 24, 60, 60);
    HW_FIELD(Self, cqe_64_bytes, 24, 61, 61);

    template <class... More>
    using with = CqpFields<CqpWqe<Self, Code>, size, context, shadow_area, first_pbl, leaf_pbl_size, virtual_map,
                           ceqe_mask, tph_enable, cqe_64_bytes, More...>;
};

// Create and destroy name CQ and CEQ with ids of up to 25 and 16 bits: the lower parts where the generation has them,
// the upper parts where earlier ones have reserved bits.
inline constexpr unsigned cq_id_low_bits = 22;
inline constexpr unsigned ceq_id_low_bits = 10;

#define HW_CQ_ID_FIELDS(layout_)                                                                                       \
    HW_TABLE_FIELD(layout_, cq_id, 24, 21, 0, IRDMA_CQPSQ_CQ_CQID_S);                                                  \
    HW_TABLE_FIELD(layout_, ceq_id, 24, 31, 22, IRDMA_CQPSQ_CQ_CEQID_S);                                               \
    HW_FIELD(layout_, ceq_id_valid, 24, 49, 49);                                                                       \
    HW_FIELD(layout_, cq_id_high, 24, 52, 50);                                                                         \
    HW_FIELD(layout_, ceq_id_high, 24, 59, 54)

struct CreateCq : CqWqe<CreateCq, CqpOp::create_cq> {
    HW_CQ_ID_FIELDS(CreateCq);
    HW_FIELD(CreateCq, shadow_read_threshold, 16, 17, 0);
    HW_FIELD(CreateCq, base, 32, 63, 0);
    HW_FIELD(CreateCq, tph_value, 56, 7, 0);
    HW_FIELD(CreateCq, vsi, 56, 23, 8);
    HW_FIELD(CreateCq, check_overflow, 24, 46, 46);

    using fields = with<cq_id, ceq_id, ceq_id_valid, cq_id_high, ceq_id_high, shadow_read_threshold, base, tph_value,
                        vsi, check_overflow>;
};

// Has no room for a CEQ id, nor for the upper part of the CQ id.
struct ModifyCq : CqWqe<ModifyCq, CqpOp::modify_cq> {
    HW_FIELD(ModifyCq, cq_id, 24, 21, 0);
    HW_FIELD(ModifyCq, shadow_read_threshold, 16, 17, 0);
    HW_FIELD(ModifyCq, base, 32, 63, 0);
    HW_FIELD(ModifyCq, tph_value, 56, 7, 0);
    HW_FIELD(ModifyCq, vsi, 56, 23, 8);
    HW_FIELD(ModifyCq, resize, 24, 43, 43);
    HW_FIELD(ModifyCq, check_overflow, 24, 46, 46);

    using fields = with<cq_id, shadow_read_threshold, base, tph_value, vsi, resize, check_overflow>;
};

struct DestroyCq : CqWqe<DestroyCq, CqpOp::destroy_cq> {
    HW_CQ_ID_FIELDS(DestroyCq);

    using fields = with<cq_id, ceq_id, ceq_id_valid, cq_id_high, ceq_id_high>;
};

#undef HW_CQ_ID_FIELDS

} // namespace hw
