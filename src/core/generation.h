// SPDX-License-Identifier: GPL-2.0
//
// What differs between the generations, for the device at hand.
#pragma once

#include <irdma/ctrl.h>

#include "hw/field.h"
#include "hw/generation.h"

namespace core {

HW_INLINE const hw::Generation &generation_of(const irdma_sc_dev *dev) {
    return hw::generation(dev->hw_attrs.uk_attrs.hw_rev);
}

} // namespace core
