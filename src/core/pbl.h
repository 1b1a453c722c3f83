// SPDX-License-Identifier: GPL-2.0
#pragma once

#include <irdma/ctrl.h>

#include "hw/field.h"

namespace core {

// Whether a list of pages may begin at this index of the committed PBLE array. Before the HMC is known nothing can be
// said against it.
HW_INLINE bool pbl_index_usable(const irdma_sc_dev *dev, u64 index) {
    return !dev->hmc_info || index < dev->hmc_info->hmc_obj[IRDMA_HMC_IW_PBLE].cnt;
}

} // namespace core
