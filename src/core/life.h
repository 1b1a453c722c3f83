// SPDX-License-Identifier: GPL-2.0
//
// Which call is made for which state of an object: the table is at enum irdma_object_life.
#pragma once

#include "core/cqp_ring.h"

namespace core {

HW_INLINE bool may_create(u8 life) {
    return life == IRDMA_LIFE_UNCHECKED || life == IRDMA_LIFE_READY;
}

HW_INLINE bool may_use(u8 life) {
    return life <= IRDMA_LIFE_LIVE;
}

HW_INLINE bool may_destroy(u8 life) {
    return life != IRDMA_LIFE_READY;
}

// Hands on the result of posting a command. 0: it is in the ring, and the object enters the next state of its life; one
// that is not checked stays so.
[[nodiscard]] HW_INLINE int entered(u8 *life, irdma_object_life next, int err) {
    if (!err && *life != IRDMA_LIFE_UNCHECKED)
        *life = u8(next);
    return err;
}

[[gnu::cold]] int reject_state(const irdma_sc_dev *dev, const char *object, u32 id, hw::CqpOp op, unsigned state);

} // namespace core
