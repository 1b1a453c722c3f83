// SPDX-License-Identifier: GPL-2.0
//
// The CQP's host context: what the device reads, once, when the driver creates the CQP.
#pragma once

#include "hw/builder.h"

namespace hw {

struct CqpContext : Layout<64> {
    HW_FIELD(CqpContext, fine_grained_timers, 0, 0, 0); // gen3
    HW_FIELD(CqpContext, disable_packed, 0, 1, 1);
    HW_FIELD(CqpContext, rocev2_rto_policy, 0, 2, 2); // gen2, gen3
    HW_FIELD(CqpContext, protocol_used, 0, 4, 3);     // gen2, gen3; 0 any, 1 iWARP only, 2 RoCE only
    HW_FIELD(CqpContext, sq_size, 0, 11, 8);          // 1 + log2(WQEs / 4)
    HW_FIELD(CqpContext, struct_ver, 0, 31, 24);
    HW_FIELD(CqpContext, ceqs_per_vf, 0, 39, 32);
    HW_FIELD(CqpContext, sq_base, 8, 63, 9); // upper bits of a 512-byte aligned address
    HW_FIELD(CqpContext, hmc_profile, 16, 2, 0);
    HW_FIELD(CqpContext, block_sizes_valid, 16, 4, 4); // gen3, as all block sizes and timestamp fields
    HW_FIELD(CqpContext, ts_override, 16, 5, 5);
    HW_FIELD(CqpContext, ts_shift, 16, 12, 8);
    HW_FIELD(CqpContext, enabled_vfs, 16, 37, 32);
    HW_FIELD(CqpContext, xmit_block_size, 16, 51, 48);
    HW_FIELD(CqpContext, q1_block_size, 16, 55, 52);
    HW_FIELD(CqpContext, rrsp_block_size, 16, 59, 56);
    HW_FIELD(CqpContext, ooisc_block_size, 16, 63, 60);
    HW_FIELD(CqpContext, completion_context, 24, 63, 0); // comes back in every CCQ entry
    HW_FIELD(CqpContext, hw_minor, 32, 15, 0);
    HW_FIELD(CqpContext, hw_major, 32, 31, 16);       // gen1 0, gen2 1, gen3 2
    HW_FIELD(CqpContext, dcqcn_min_rate, 32, 51, 48); // gen2, gen3, as all DCQCN fields
    HW_FIELD(CqpContext, dcqcn_min_dec_factor, 32, 59, 56);
    HW_FIELD(CqpContext, dcqcn_t, 48, 15, 0);
    HW_FIELD(CqpContext, dcqcn_hai_factor, 48, 47, 32);
    HW_FIELD(CqpContext, dcqcn_rai_factor, 48, 63, 48);
    HW_FIELD(CqpContext, dcqcn_b, 56, 24, 0);
    HW_FIELD(CqpContext, dcqcn_f, 56, 27, 25);
    HW_FIELD(CqpContext, cc_cfg_valid, 56, 31, 31);
    HW_FIELD(CqpContext, rreduce_mperiod, 56, 63, 32);

    using fields = Fields<fine_grained_timers, disable_packed, rocev2_rto_policy, protocol_used, sq_size, struct_ver,
                          ceqs_per_vf, sq_base, hmc_profile, block_sizes_valid, ts_override, ts_shift, enabled_vfs,
                          xmit_block_size, q1_block_size, rrsp_block_size, ooisc_block_size, completion_context,
                          hw_minor, hw_major, dcqcn_min_rate, dcqcn_min_dec_factor, dcqcn_t, dcqcn_hai_factor,
                          dcqcn_rai_factor, dcqcn_b, dcqcn_f, cc_cfg_valid, rreduce_mperiod>;

    // Fields that exist from a generation on; before it they are reserved.
    using gen2_fields = Fields<rocev2_rto_policy, protocol_used, dcqcn_min_rate, dcqcn_min_dec_factor, dcqcn_t,
                               dcqcn_hai_factor, dcqcn_rai_factor, dcqcn_b, dcqcn_f, cc_cfg_valid, rreduce_mperiod>;
    using gen3_fields = Fields<fine_grained_timers, block_sizes_valid, ts_override, ts_shift, xmit_block_size,
                               q1_block_size, rrsp_block_size, ooisc_block_size>;
};

inline constexpr unsigned cqp_context_alignment = 4;
inline constexpr unsigned cqp_sq_alignment = 512;
inline constexpr unsigned cqp_sq_min_code = 1;  // 4 WQEs
inline constexpr unsigned cqp_sq_max_code = 10; // 2048 WQEs

} // namespace hw
