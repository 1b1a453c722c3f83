// SPDX-License-Identifier: GPL-2.0
#pragma once

#include <irdma/ctrl.h>

namespace core {

// Loads the priorities of a VSI. Takes each qos_mutex.
void load_qos(irdma_sc_vsi *vsi, const irdma_l2params *params);

} // namespace core
