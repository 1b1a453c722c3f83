// SPDX-License-Identifier: GPL-2.0
//
// Completion queues and event queues.

#include "emu/ops.h"
#include "hw/cq.h"
#include "hw/cq_wqe.h"
#include "hw/event_wqe.h"
#include "hw/id_widths.h"

namespace emu {

namespace {

constexpr u32 max_cqes = 1048575;
constexpr u32 max_ceqes = 262143;
constexpr u32 queue_alignment = 256;
constexpr u32 shadow_bytes = 64;
constexpr u32 ceqe_bytes = 8;
constexpr u32 aeqe_bytes = 16;

u32 max_aeqes(const Device &d) {
    return d.generation >= 3 ? 262144 : 524287;
}

template <class W> u64 cq_id_of(const Device &d, const Command &c) {
    return hw::joined<hw::cq_id_low_bits>(get<typename W::cq_id>(d, c), get<typename W::cq_id_high>(d, c));
}

template <class W> u32 ceq_id_of(const Device &d, const Command &c) {
    return u32(hw::joined<hw::ceq_id_low_bits>(get<typename W::ceq_id>(d, c), get<typename W::ceq_id_high>(d, c)));
}

u32 stride(bool wide) {
    return wide ? hw::extended_cqe_bytes : hw::ccq_cqe_bytes;
}

// The ring itself. A paged one lies behind PBLEs, which this device does not follow, and has no address.
template <class W> Minor check_ring(const Device &d, const Command &c, u64 bytes) {
    const u64 base = get<typename W::base>(d, c);

    if (!get<typename W::virtual_map>(d, c))
        return check_buffer(d, base, bytes, queue_alignment);
    return check_pbl(d, get<typename W::leaf_pbl_size>(d, c), get<typename W::first_pbl>(d, c));
}

// The control CQ's shadow area needs more alignment than that of others, which share pages with their rings.
Minor check_shadow(const Device &d, u64 id, u64 shadow) {
    return check_buffer(d, shadow, shadow_bytes, id == 0 ? hw::cq_shadow_alignment : shadow_bytes);
}

// How far the device runs ahead of the consumer index it knows before it reads the shadow area: at most once around.
// The control CQ is read for every entry.
bool is_threshold(u64 id, u64 threshold, u64 size) {
    return id == 0 || threshold <= size;
}

Minor check_create(Device &d, const Command &c, u64 id) {
    using W = hw::CreateCq;
    const u64 size = get<W::size>(d, c);
    const bool paged = get<W::virtual_map>(d, c);
    const u32 ceq_id = ceq_id_of<W>(d, c);

    if (id >= room_for(d, IRDMA_HMC_IW_CQ, d.objects.cq.count))
        return Minor::unknown_id;
    if (d.objects.cq[id].exists)
        return Minor::id_in_use;
    if (size < 1 || size > max_cqes || (!get<W::ceq_id_valid>(d, c) && ceq_id) ||
        !is_threshold(id, get<W::shadow_read_threshold>(d, c), size))
        return Minor::bad_value;
    if (id == 0 && paged)
        return Minor::not_supported;
    // The control CQ comes before its CEQ, all others after it.
    if (get<W::ceq_id_valid>(d, c) && (ceq_id >= d.objects.ceq.count || (id != 0 && !d.objects.ceq[ceq_id].exists)))
        return Minor::unknown_id;
    const Minor minor = check_ring<W>(d, c, size * stride(get<W::cqe_64_bytes>(d, c)));
    return minor != Minor::none ? minor : check_shadow(d, id, get<W::shadow_area>(d, c));
}

// Arming counts from what the shadow area says now.
void load_shadow(Device &d, Cq &cq) {
    using S = hw::CqShadow;
    u64 words[S::arm_sequence::word + 1];

    if (!read_words(d, cq.shadow_pa, words, S::arm_sequence::word + 1))
        return;
    cq.arm_sequence = u8(hw::extract<S::arm_sequence>(words[S::arm_sequence::word]));
}

// The CEQ that counts the CQ; nullptr: none does.
Ceq *ceq_of(Device &d, u64 id, const Cq &cq) {
    return id != 0 && cq.ceq_id_valid ? d.objects.ceq.find(cq.ceq_id) : nullptr;
}

} // namespace

Answer create_cq(Device &d, const Command &c) {
    using W = hw::CreateCq;
    const u64 id = cq_id_of<W>(d, c);
    const Minor minor = check_create(d, c, id);

    if (minor != Minor::none)
        return failure(minor);
    Cq &cq = d.objects.cq[id];
    cq = {};
    cq.base_pa = get<W::base>(d, c);
    cq.shadow_pa = get<W::shadow_area>(d, c);
    cq.context = get<W::context>(d, c);
    cq.size = u32(get<W::size>(d, c));
    cq.ceq_id = ceq_id_of<W>(d, c);
    cq.ceq_id_valid = get<W::ceq_id_valid>(d, c);
    cq.polarity = true;
    cq.wide = get<W::cqe_64_bytes>(d, c);
    cq.check_overflow = get<W::check_overflow>(d, c);
    cq.virtual_map = get<W::virtual_map>(d, c);
    cq.mask_events = get<W::ceqe_mask>(d, c);
    cq.exists = true;
    load_shadow(d, cq);
    if (Ceq *ceq = ceq_of(d, id, cq))
        ceq->users++;
    return success();
}

Answer modify_cq(Device &d, const Command &c) {
    using W = hw::ModifyCq;
    const u64 id = get<W::cq_id>(d, c);
    Cq *cq = d.objects.cq.find(id);
    const u64 size = get<W::size>(d, c);
    const bool paged = get<W::virtual_map>(d, c);

    if (!cq)
        return failure(Minor::unknown_id);
    if (id == 0)
        return failure(Minor::not_supported);
    cq->check_overflow = get<W::check_overflow>(d, c);
    if (!get<W::resize>(d, c))
        return success();
    if (size < 1 || size > max_cqes || !is_threshold(id, get<W::shadow_read_threshold>(d, c), size))
        return failure(Minor::bad_value);
    Minor minor = check_ring<W>(d, c, size * stride(get<W::cqe_64_bytes>(d, c)));
    if (minor == Minor::none)
        minor = check_shadow(d, id, get<W::shadow_area>(d, c));
    if (minor != Minor::none)
        return failure(minor);
    cq->base_pa = get<W::base>(d, c);
    cq->shadow_pa = get<W::shadow_area>(d, c);
    cq->size = u32(size);
    cq->virtual_map = paged;
    cq->wide = get<W::cqe_64_bytes>(d, c);
    cq->producer = 0;
    cq->outstanding = 0;
    cq->consumer = 0;
    cq->consumer_seen = 0;
    cq->polarity = true;
    return success();
}

// A CQ stays as long as queues complete to it. The control CQ cannot report its own end.
Answer destroy_cq(Device &d, const Command &c) {
    const u64 id = cq_id_of<hw::DestroyCq>(d, c);
    Cq *cq = d.objects.cq.find(id);
    Answer a = success();

    if (!cq)
        return failure(Minor::unknown_id);
    if (cq->users)
        return failure(Minor::in_use);
    if (Ceq *ceq = ceq_of(d, id, *cq))
        ceq->users--;
    *cq = {};
    a.silent = id == 0;
    return a;
}

Answer create_ceq(Device &d, const Command &c) {
    using W = hw::CreateCeq;
    const u64 id = get<W::ceq_id>(d, c);
    const u64 size = get<W::size>(d, c);
    const bool paged = get<W::virtual_map>(d, c);

    if (id >= d.objects.ceq.count)
        return failure(Minor::unknown_id);
    if (d.objects.ceq[id].exists)
        return failure(Minor::id_in_use);
    if (size < 1 || size > max_ceqes)
        return failure(Minor::bad_value);
    const Minor minor = check_ring<W>(d, c, size * ceqe_bytes);
    if (minor != Minor::none)
        return failure(minor);
    d.objects.ceq[id] = {.base_pa = get<W::base>(d, c),
                         .entries = u32(size),
                         .producer = 0,
                         .users = 0,
                         .exists = true,
                         .polarity = true,
                         .virtual_map = paged};
    return success();
}

Answer destroy_ceq(Device &d, const Command &c) {
    Ceq *ceq = d.objects.ceq.find(get<hw::DestroyCeq::ceq_id>(d, c));

    if (!ceq)
        return failure(Minor::unknown_id);
    if (ceq->users)
        return failure(Minor::in_use);
    *ceq = {};
    return success();
}

Answer create_aeq(Device &d, const Command &c) {
    using W = hw::CreateAeq;
    const u64 size = get<W::size>(d, c);
    const bool paged = get<W::virtual_map>(d, c);

    if (d.objects.aeq.exists)
        return failure(Minor::id_in_use);
    if (size < 1 || size > max_aeqes(d))
        return failure(Minor::bad_value);
    const Minor minor = check_ring<W>(d, c, size * aeqe_bytes);
    if (minor != Minor::none)
        return failure(minor);
    d.objects.aeq = {.base_pa = get<W::base>(d, c), .entries = u32(size), .exists = true, .virtual_map = paged};
    return success();
}

Answer destroy_aeq(Device &d, const Command &) {
    if (!d.objects.aeq.exists)
        return failure(Minor::unknown_id);
    d.objects.aeq = {};
    return success();
}

} // namespace emu
