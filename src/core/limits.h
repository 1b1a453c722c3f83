// SPDX-License-Identifier: GPL-2.0
#pragma once

#include <irdma/ctrl.h>

#include "hw/limits.h"

namespace core {

// Stores the limits in the device's attributes; feature flags are added to those already there.
void apply_limits(irdma_hw_attrs *attrs, const hw::Limits &limits);

} // namespace core
