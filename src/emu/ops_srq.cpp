// SPDX-License-Identifier: GPL-2.0
//
// Shared receive queues.

#include "emu/ops.h"
#include "hw/srq_wqe.h"

namespace emu {

namespace {

constexpr u32 shadow_bytes = 64;
constexpr u32 quantum_bytes = 32;
constexpr u32 smallest_queue = 8; // quanta, code 0

template <class W> u64 address_of(const Command &c) {
    return c.words[W::word];
}

template <class W> Srq srq_of(const Device &d, const Command &c) {
    Srq srq = {};

    srq.base_pa = address_of<typename W::base>(c);
    srq.shadow_pa = address_of<typename W::shadow_area>(c);
    srq.context = get<typename W::context>(d, c);
    srq.first_pbl = u32(get<typename W::first_pbl>(d, c));
    srq.quanta = smallest_queue << get<typename W::size>(d, c);
    srq.wqes = srq.quanta >> get<typename W::wqe_size>(d, c);
    srq.limit = u32(get<typename W::limit>(d, c));
    srq.pd = u32(get<typename W::pd_id>(d, c));
    srq.virtual_map = get<typename W::virtual_map>(d, c);
    srq.armed = get<typename W::arm_limit_event>(d, c);
    srq.exists = true;
    return srq;
}

template <class W> Minor check_srq(const Device &d, const Command &c, const Srq &srq) {
    Minor minor = check_pd(d, srq.pd);

    // With as many WQEs as the limit says the event would come at once and for ever.
    if (minor == Minor::none && srq.limit >= srq.wqes)
        minor = Minor::bad_value;
    if (minor == Minor::none)
        minor = srq.virtual_map
                    ? check_pbl(d, get<typename W::leaf_pbl_size>(d, c), srq.first_pbl)
                    : check_buffer(d, srq.base_pa, u64(srq.quanta) * quantum_bytes, smallest_queue * quantum_bytes);
    return minor != Minor::none ? minor : check_buffer(d, srq.shadow_pa, shadow_bytes, shadow_bytes);
}

// A modify repeats the description; only limit and arming may differ.
bool is_same_queue(const Srq &a, const Srq &b) {
    return a.base_pa == b.base_pa && a.shadow_pa == b.shadow_pa && a.first_pbl == b.first_pbl && a.quanta == b.quanta &&
           a.wqes == b.wqes && a.virtual_map == b.virtual_map;
}

} // namespace

Answer create_srq(Device &d, const Command &c) {
    using W = hw::CreateSrq;
    const u64 id = get<W::srq_id>(d, c);
    const Srq srq = srq_of<W>(d, c);

    if (id >= room_for(d, IRDMA_HMC_IW_SRQ, d.objects.srq.count))
        return failure(Minor::unknown_id);
    if (d.objects.srq[id].exists)
        return failure(Minor::id_in_use);
    const Minor minor = check_srq<W>(d, c, srq);
    if (minor != Minor::none)
        return failure(minor);
    d.objects.srq[id] = srq;
    return success();
}

Answer modify_srq(Device &d, const Command &c) {
    using W = hw::ModifySrq;
    Srq *srq = d.objects.srq.find(get<W::srq_id>(d, c));
    const Srq wanted = srq_of<W>(d, c);

    if (!srq)
        return failure(Minor::unknown_id);
    if (wanted.pd != srq->pd)
        return failure(Minor::wrong_pd);
    if (!is_same_queue(wanted, *srq) || wanted.limit >= srq->wqes)
        return failure(Minor::bad_value);
    srq->context = wanted.context;
    srq->limit = wanted.limit;
    srq->armed = wanted.armed;
    return success();
}

Answer destroy_srq(Device &d, const Command &c) {
    Srq *srq = d.objects.srq.find(get<hw::DestroySrq::srq_id>(d, c));

    if (!srq)
        return failure(Minor::unknown_id);
    if (srq->users)
        return failure(Minor::in_use);
    *srq = {};
    return success();
}

} // namespace emu
