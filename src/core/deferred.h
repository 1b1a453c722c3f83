// SPDX-License-Identifier: GPL-2.0
#pragma once

#include <irdma/ctrl.h>

namespace core {

// Empties both lists and makes `count` tracking elements available (elements may be nullptr: none).
void init_deferred(irdma_sc_cqp *cqp, irdma_ooo_cqp_op *elements, u32 count);

} // namespace core
