// SPDX-License-Identifier: GPL-2.0
//
// What the device and the driver exchange through a completion queue: the entries of the control completion queue
// (CCQ), and the shadow area that belongs to every CQ.
#pragma once

#include "hw/builder.h"

namespace hw {

// Entries lie 32 bytes apart, or 64 with the first 32 used if the CQ was created so.
struct CcqCqe : Layout<32> {
    HW_FIELD(CcqCqe, completion_context, 8, 63, 0); // from the CQP host context
    HW_FIELD(CcqCqe, return_value, 16, 31, 0);
    HW_FIELD(CcqCqe, deferred_info, 16, 63, 32); // gen3: ticket, or out-of-order id
    HW_FIELD(CcqCqe, minor, 24, 15, 0);
    HW_FIELD(CcqCqe, major, 24, 31, 16); // meaningful with error only
    HW_FIELD(CcqCqe, wqe_index, 24, 46, 32);
    HW_FIELD(CcqCqe, out_of_order_final, 24, 54, 54); // gen3
    HW_FIELD(CcqCqe, error, 24, 55, 55);
    HW_FIELD(CcqCqe, send_queue, 24, 62, 62); // gen3: answers an entry of the send queue
    HW_FIELD(CcqCqe, valid, 24, 63, 63);      // equals the polarity of this pass

    using fields = Fields<completion_context, return_value, deferred_info, minor, major, wqe_index, out_of_order_final,
                          error, send_queue, valid>;
};

inline constexpr unsigned ccq_cqe_bytes = 32;
inline constexpr unsigned extended_cqe_bytes = 64;

// The software's side of a CQ, read by the device.
struct CqShadow : Layout<64> {
    HW_FIELD(CqShadow, consumer_index, 0, 19, 0);
    HW_FIELD(CqShadow, cq_select, 32, 13, 0); // number of resizes
    HW_FIELD(CqShadow, arm_next, 32, 14, 14);
    HW_FIELD(CqShadow, arm_next_solicited, 32, 15, 15);
    HW_FIELD(CqShadow, arm_sequence, 32, 17, 16); // changes with every arming

    using fields = Fields<consumer_index, cq_select, arm_next, arm_next_solicited, arm_sequence>;
};

// Entry of a completion event queue: some CQ has news.
struct Ceqe : Layout<8> {
    HW_FIELD(Ceqe, cq_context, 0, 62, 0); // from the CQ's creation
    HW_FIELD(Ceqe, valid, 0, 63, 63);

    // The driver gives the CQ id as context; only as many bits are looked at.
    static constexpr u32 cq_id(u64 entry) { return u32(extract<cq_context>(entry)); }

    using fields = Fields<cq_context, valid>;
};

inline constexpr unsigned cq_base_alignment = 256;
inline constexpr unsigned cq_shadow_alignment = 128;

} // namespace hw
