// SPDX-License-Identifier: GPL-2.0
//
// Host memory cache: the software side of the segment descriptors.

#include <irdma/ctrl.h>

#include "core/log.h"

extern "C" int irdma_cfg_sd_mem(struct irdma_sc_dev *dev, struct irdma_hmc_info *hmc_info) {
    irdma_hmc_sd_table &table = hmc_info->sd_table;
    auto *entries = static_cast<irdma_hmc_sd_entry *>(irdma_os_calloc(table.sd_cnt, sizeof(irdma_hmc_sd_entry)));

    if (!entries) {
        log_err(dev, "HMC: no memory for %u segment descriptors", table.sd_cnt);
        return -ENOMEM;
    }
    irdma_os_free(table.sd_entry); // of an earlier sizing
    table.sd_entry = entries;
    return 0;
}
