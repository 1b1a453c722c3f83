// SPDX-License-Identifier: GPL-2.0
//
// The producer side of the CQP send queue: claim a slot, store the image, commit. Everything that posts a command
// goes through submit(); nobody else knows about barrier, polarity and doorbell.
//
// Context: dev->cqp_lock held, or single-threaded bring-up/tear-down.
#pragma once

#include <irdma/ctrl.h>

#include "core/log.h"
#include "hw/cqp_wqe.h"

namespace core {

using hw::set;
using hw::set_if;
using hw::set_mac;
using hw::try_set;
using hw::try_set_address;
using hw::try_set_if;
using namespace hw::literals;

// A pointer as the number that travels through the device.
HW_INLINE u64 address_of(const void *object) {
    return reinterpret_cast<__UINTPTR_TYPE__>(object);
}

struct CqpSlot {
    __le64 *wqe; // nullptr: ring full
    u32 idx;
};

HW_INLINE u32 ring_used(const irdma_ring &ring) {
    return ring.head >= ring.tail ? ring.head - ring.tail : ring.head + ring.size - ring.tail;
}

HW_INLINE u32 ring_next(const irdma_ring &ring, u32 idx) {
    return idx + 1 == ring.size ? 0 : idx + 1;
}

HW_INLINE bool ring_full(const irdma_ring &ring) {
    return ring_next(ring, ring.head) == ring.tail;
}

// Takes the next slot: its words are untouched, so the valid bit of the previous pass still says "not valid".
HW_INLINE CqpSlot claim_slot(irdma_sc_cqp *cqp, u64 scratch) {
    irdma_ring &ring = cqp->sq_ring;
    const u32 idx = ring.head;
    const u32 next = ring_next(ring, idx);

    if (next == ring.tail)
        return {nullptr, 0};
    ring.head = next;
    cqp->requested_ops++;
    if (idx == 0)
        cqp->polarity = !cqp->polarity;
    cqp->scratch_array[idx] = scratch;
    return {cqp->sq_base[idx].elem, idx};
}

// Writes the doorbell, or leaves it to the end of the batch. A full ring is rung all the same: only the device can make
// room.
HW_INLINE void ring_doorbell(irdma_sc_cqp *cqp) {
    if (cqp->priv.cork_depth != 0) {
        cqp->priv.ring_pending = !ring_full(cqp->sq_ring);
        if (cqp->priv.ring_pending)
            return;
    }
    irdma_os_write32(cqp->dev->cqp_db, cqp->sq_ring.head);
}

// Body, barrier, header: from the header store on the device may execute the entry.
template <class Image> HW_INLINE void store_wqe(const Image &wqe, const irdma_sc_cqp *cqp, __le64 *slot) {
    using L = typename Image::layout;

    wqe.template store_except<hw::cqp_header_word>(slot);
    irdma_os_dma_wmb();
    hw::store_word(slot, hw::cqp_header_word,
                   wqe.template word<hw::cqp_header_word>() | set<typename L::valid>(bool(cqp->polarity)).placed);
}

// Slow paths out of line, so that a builder stays small.
[[gnu::cold]] int reject_wide(const irdma_sc_cqp *cqp, hw::CqpOp op);
[[gnu::cold]] int reject_dead(const irdma_sc_cqp *cqp, hw::CqpOp op);

// The image of a command, with its opcode. Values are judged before a slot is taken: see fits().
template <class L, class... Ps> HW_INLINE auto cqp_image(const Ps &...fields) {
    static_assert((!std::is_same_v<typename Ps::field, typename L::valid> && ...), "the valid bit belongs to the ring");
    return hw::fill<L>(fields..., set<typename L::opcode>(L::code));
}

// Posts one command. `prepare` runs once the command is sure to be posted and before the device can see it.
// 0; -EINVAL a value does not fit its field; -EIO the CQP is dead; -ENOMEM ring full (nothing written, nothing
// counted).
template <class L, class Prepare, class... Ps>
[[nodiscard]] HW_INLINE int submit_prepared(irdma_sc_cqp *cqp, u64 scratch, bool post_sq, Prepare prepare,
                                            const Ps &...fields) {
    const auto wqe = cqp_image<L>(fields...);

    if (!wqe.fits())
        return reject_wide(cqp, L::code);
    if (cqp->priv.dead)
        return reject_dead(cqp, L::code);
    const CqpSlot slot = claim_slot(cqp, scratch);
    if (!slot.wqe)
        return -ENOMEM;
    prepare();
    store_wqe(wqe, cqp, slot.wqe);
    if (post_sq)
        ring_doorbell(cqp);
    return 0;
}

template <class L, class... Ps>
[[nodiscard]] HW_INLINE int submit(irdma_sc_cqp *cqp, u64 scratch, bool post_sq, const Ps &...fields) {
    return submit_prepared<L>(
        cqp, scratch, post_sq, [] {}, fields...);
}

// Where this device keeps the fields whose position depends on the generation.
HW_INLINE hw::FieldTable field_table(const irdma_sc_dev *dev) {
    return {dev->hw_shifts, dev->hw_masks};
}

} // namespace core
