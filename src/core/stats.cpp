// SPDX-License-Identifier: GPL-2.0
//
// Commands on hardware statistics.

#include "core/cqp_ring.h"
#include "hw/stats_wqe.h"

using namespace core;

extern "C" int irdma_sc_manage_stats_inst(struct irdma_sc_cqp *cqp, struct irdma_stats_inst_info *info, bool alloc,
                                          u64 scratch) {
    using W = hw::ManageStats;

    return submit<W>(cqp, scratch, true, set<W::hmc_function>(info->hmc_fn_id), try_set<W::instance>(info->stats_idx),
                     set<W::use_hmc_function>(info->use_hmc_fcn_index), set<W::allocate>(alloc));
}

// -ENOMEM for a buffer that is too small is what callers of this interface know.
extern "C" int irdma_sc_gather_stats(struct irdma_sc_cqp *cqp, struct irdma_stats_gather_info *info, u64 scratch) {
    using W = hw::GatherStats;

    if (info->stats_buff_mem.size < IRDMA_GATHER_STATS_BUF_SIZE)
        return -ENOMEM;
    return submit<W>(cqp, scratch, true, set<W::buffer>(u64(info->stats_buff_mem.pa)),
                     set<W::hmc_function>(info->hmc_fcn_index), try_set<W::instance>(info->stats_inst_index),
                     set<W::use_hmc_function>(bool(info->use_hmc_fcn_index)),
                     set<W::use_instance>(bool(info->use_stats_inst)));
}
