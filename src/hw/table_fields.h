// SPDX-License-Identifier: GPL-2.0
//
// Where each generation keeps the fields that moved between generations: what fills dev->hw_masks and hw_shifts.
#pragma once

#include <irdma/defs.h>

namespace hw {

struct TablePosition {
    u8 msb;
    u8 lsb;
};

struct TablePositions {
    TablePosition at[IRDMA_MAX_MASKS]; // indexed by enum irdma_masks (and irdma_shifts, same order)
};

inline constexpr TablePositions gen1_positions = {{
    {0, 0},   // CCQPSTATUS_CCQP_DONE
    {31, 31}, // CCQPSTATUS_CCQP_ERR
    {62, 48}, // CQPSQ_STAG_PDID
    {30, 24}, // CQPSQ_CQ_CEQID
    {15, 0},  // CQPSQ_CQ_CQID
    {17, 0},  // COMMIT_FPM_CQCNT
    {5, 0},   // CQPSQ_UPESD_HMCFNID
}};

inline constexpr TablePositions gen2_positions = {{
    {0, 0},
    {31, 31},
    {63, 46},
    {31, 22},
    {18, 0},
    {19, 0},
    {5, 0},
}};

// First silicon; a gen3 function's control plane reports its own.
inline constexpr TablePositions gen3_positions = {{
    {0, 0},
    {31, 31},
    {63, 46},
    {31, 22},
    {21, 0},
    {21, 0},
    {7, 0},
}};

} // namespace hw
