// SPDX-License-Identifier: GPL-2.0
//
// Posting commands and waiting for their end, while no interrupt and no request layer can tell.
#pragma once

#include "core/cqp_ring.h"
#include "core/lock.h"

namespace core {

// Index of the slot that the next command gets.
HW_INLINE u32 next_slot(const irdma_sc_cqp *cqp) {
    return cqp->sq_ring.head;
}

// Waiting for the hardware tail to pass a command. Earlier commands still in the ring are waited for and retired
// first: each step of the tail belongs to one slot.
struct TailWait {
    u32 tail;  // where the hardware stood before the doorbell
    u32 steps; // how far it has to go
};

// Rings the doorbell for the newest command, which was posted without. Under the lock since before posting.
[[nodiscard]] inline TailWait ring_for_tail_wait(irdma_sc_cqp *cqp) {
    u32 val, tail, error;

    irdma_get_cqp_reg_info(cqp, &val, &tail, &error);
    ring_doorbell(cqp);
    return {tail, ring_used(cqp->sq_ring)};
}

// Not under the lock: irdma_cqp_poll_registers() takes it.
[[nodiscard]] inline int wait_for_tail(irdma_sc_cqp *cqp, TailWait wait) {
    int err = 0;

    for (; wait.steps > 0 && !err; wait.steps--) {
        err = irdma_cqp_poll_registers(cqp, wait.tail, cqp->dev->hw_attrs.max_done_count);
        wait.tail = ring_next(cqp->sq_ring, wait.tail);
    }
    return err;
}

// Once the CCQ reports, it also retires the slots: polling registers would retire them twice.
[[nodiscard]] inline bool ccq_reports(const irdma_sc_cqp *cqp) {
    return cqp->process_cqp_sds == irdma_cqp_sds_cmd;
}

// Posts a command by `post()`, which rings no doorbell, and waits by polling registers. dev->cqp_lock not held.
// -EBUSY: a CCQ reports. The other codes are post()'s and irdma_cqp_poll_registers()'s.
template <class Post> [[nodiscard]] int run_polling_registers(irdma_sc_cqp *cqp, Post post) {
    TailWait wait;

    {
        const SpinGuard guard(&cqp->dev->cqp_lock);

        if (ccq_reports(cqp)) {
            log_err(cqp->dev, "CQP: command refused: it polls registers, but a CCQ reports completions");
            return -EBUSY;
        }
        if (const int err = post())
            return err;
        wait = ring_for_tail_wait(cqp);
    }
    return wait_for_tail(cqp, wait);
}

// Posts a command by `post()`, which rings the doorbell, and polls the CCQ for its completion. dev->cqp_lock not held.
template <class Post> [[nodiscard]] int run_polling_ccq(irdma_sc_cqp *cqp, hw::CqpOp op, Post post) {
    {
        const SpinGuard guard(&cqp->dev->cqp_lock);

        if (const int err = post())
            return err;
    }
    return irdma_sc_poll_for_cqp_op_done(cqp, u8(op), nullptr);
}

} // namespace core
