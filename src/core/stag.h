// SPDX-License-Identifier: GPL-2.0
//
// What registration by command and by work request have in common.
#pragma once

#include <irdma/ctrl.h>

#include "hw/limits.h"
#include "hw/memory_wqe.h"

namespace core {

// False: no page size of this device.
[[nodiscard]] inline bool encode_page_size(const irdma_sc_dev *dev, u32 bytes, hw::PageSize *code) {
    const u64 offered = dev->hw_attrs.page_size_cap;

    switch (bytes) {
    case hw::page_4k:
        *code = hw::PageSize::size_4k;
        break;
    case hw::page_2m:
        *code = hw::PageSize::size_2m;
        break;
    case hw::page_1g:
        *code = hw::PageSize::size_1g;
        break;
    default:
        return false;
    }
    return !offered || (offered & bytes);
}

// "Zero based" is a flag of the software among the rights.
inline u64 device_rights(u16 access_rights) {
    return access_rights & ~u32(IRDMA_ACCESS_FLAGS_ZERO_BASED);
}

} // namespace core
