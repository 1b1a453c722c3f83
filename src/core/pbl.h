// SPDX-License-Identifier: GPL-2.0
#pragma once

#include <irdma/ctrl.h>

#include "hw/field.h"

namespace core {

// Whether a list of so many pages, at least 1, lies in the committed PBLE array. Before the HMC is known nothing can be
// said against it.
HW_INLINE bool pbl_range_usable(const irdma_sc_dev *dev, u64 first, u64 pages) {
    if (!dev->hmc_info)
        return true;
    const u64 count = dev->hmc_info->hmc_obj[IRDMA_HMC_IW_PBLE].cnt;

    return first < count && pages <= count - first;
}

// The same where only the beginning of the list is known.
HW_INLINE bool pbl_index_usable(const irdma_sc_dev *dev, u64 index) {
    return pbl_range_usable(dev, index, 1);
}

} // namespace core
