// SPDX-License-Identifier: GPL-2.0
//
// The steps a QP makes on command. By itself it goes on when the peer closes or an error is found.
#pragma once

#include <irdma/defs.h>

namespace hw {

constexpr u8 states(auto... state) {
    return u8((0u | ... | (1u << state)));
}

// By the state left, a bit for each state entered.
inline constexpr u8 qp_next_states[] = {
    states(), // invalid
    /* idle */ states(IRDMA_QP_STATE_RTR, IRDMA_QP_STATE_RTS, IRDMA_QP_STATE_ERROR),
    /* RTS */ states(IRDMA_QP_STATE_CLOSING, IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR),
    /* closing */ states(IRDMA_QP_STATE_IDLE, IRDMA_QP_STATE_RTS, IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR),
    /* RTR */ states(IRDMA_QP_STATE_RTS, IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR),
    /* terminate */ states(IRDMA_QP_STATE_ERROR),
    /* error */ states(),
};

inline constexpr u8 qp_first_states =
    states(IRDMA_QP_STATE_INVALID, IRDMA_QP_STATE_IDLE, IRDMA_QP_STATE_RTR, IRDMA_QP_STATE_RTS);

constexpr bool qp_first_allowed(u8 state) {
    return state < 8 && (qp_first_states >> state & 1);
}

// 0 names no state: the QP stays in the one it has.
constexpr bool qp_step_allowed(u8 from, u8 to) {
    constexpr u8 known = sizeof(qp_next_states);

    return to == IRDMA_QP_STATE_INVALID || to == from ||
           (from < known && to < known && (qp_next_states[from] >> to & 1));
}

} // namespace hw
