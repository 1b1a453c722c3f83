// SPDX-License-Identifier: GPL-2.0
#pragma once

#include <irdma/ctrl.h>

namespace core {

// The feature query with the reason of a failure kept: -EIO, -ETIMEDOUT, -EBUSY, -ENOMEM, -EINVAL.
[[nodiscard]] int query_features(irdma_sc_cqp *cqp, const irdma_dma_mem *buf, u64 scratch);

} // namespace core
