// SPDX-License-Identifier: GPL-2.0
//
// Reading and checking QP contexts.

#include "emu/qp_context.h"
#include "emu/ops.h"
#include "hw/id_widths.h"
#include "hw/limits.h"
#include "hw/qp_context.h"

namespace emu {

namespace {

constexpr u32 context_words = hw::qp_context_bytes / 8;
constexpr u32 burst_words = 8;
constexpr u32 context_alignment = 8;
constexpr u32 queue_alignment = 256;
constexpr u32 quantum_bytes = 32;
constexpr u32 smallest_queue = 4; // quanta, code 0

constexpr hw::LayoutInfo iwarp_layout = hw::layout_info<hw::IwarpQpContext>("iWARP QP context");
constexpr hw::LayoutInfo roce_gen2_layout = hw::layout_info<hw::RoceGen2QpContext>("RoCE QP context");
constexpr hw::LayoutInfo roce_gen3_layout = hw::layout_info<hw::RoceGen3QpContext>("RoCE QP context");

const hw::Limits &limits_of(const Device &d) {
    return d.generation == 1 ? hw::gen1_limits : d.generation == 2 ? hw::gen2_limits : hw::gen3_limits;
}

// ---- parsing ----------------------------------------------------------------------------------------------------

template <class C> QpContext parse(const u64 *words) {
    const auto value = [words]<hw::IsField F>(F) { return hw::extract<F>(words[F::word]); };
    QpContext q = {};

    q.sq_base = value(typename C::sq_base{});
    q.rq_base = value(typename C::rq_base{});
    q.sq_quanta = smallest_queue << value(typename C::sq_size{});
    q.rq_quanta = smallest_queue << value(typename C::rq_size{});
    q.mac = value(typename C::mac{});
    q.send_cq = u32(value(typename C::send_cq{}));
    q.receive_cq = u32(value(typename C::receive_cq{}));
    q.arp = u32(value(typename C::arp_index{}));
    q.stats = u32(value(typename C::stats_index{}));
    q.qs_handle = u32(value(typename C::qs_handle{}));
    q.use_stats = value(typename C::use_stats{});
    q.pd = u32(value(typename C::pd_id{}));
    if constexpr (requires { typename C::pd_id_high; })
        q.pd = u32(hw::joined<hw::context_pd_low_bits>(q.pd, value(typename C::pd_id_high{})));
    if constexpr (requires { typename C::source_mac_index; })
        q.mac_index = u32(value(typename C::source_mac_index{}));
    if constexpr (requires { typename C::use_srq; }) {
        q.use_srq = value(typename C::use_srq{});
        q.srq = u32(value(typename C::srq_id{}));
    }
    return q;
}

// A datagram (UDA) context has no PD and shares the queues' description with an iWARP context, the rest is its own.
bool parse_layout(const Device &d, const ContextUse &use, const u64 *words, QpContext *q) {
    const hw::LayoutInfo *layout = nullptr;

    if (!is_roce(use.type)) {
        *q = parse<hw::IwarpQpContext>(words);
        q->has_pd = use.type == IRDMA_QP_TYPE_IWARP && use.takes_transport;
        layout = use.type == IRDMA_QP_TYPE_IWARP ? &iwarp_layout : nullptr;
    } else if (d.generation >= 3) {
        *q = parse<hw::RoceGen3QpContext>(words);
        q->has_pd = true;
        layout = &roce_gen3_layout;
    } else {
        *q = parse<hw::RoceGen2QpContext>(words);
        q->has_pd = true;
        layout = &roce_gen2_layout;
    }
    return !layout || hw::find_reserved(*layout, words, nullptr) == layout->words;
}

// ---- checks -----------------------------------------------------------------------------------------------------

bool is_depth(const Device &d, u32 quanta, u32 most) {
    return quanta >= limits_of(d).min_hw_wq_size && quanta <= most;
}

Minor check_queue(const Device &d, bool virtual_map, u64 base, u32 quanta) {
    constexpr u64 paged = 1;

    return virtual_map ? check_pbl(d, paged, base)
                       : check_buffer(d, base, u64(quanta) * quantum_bytes, queue_alignment);
}

Minor check_queues(const Device &d, const ContextUse &use, const QpContext &q) {
    const hw::Limits &limits = limits_of(d);

    if (!is_depth(d, q.sq_quanta, limits.max_hw_wq_quanta) ||
        (!q.use_srq && !is_depth(d, q.rq_quanta, limits.max_hw_rq_quanta)))
        return Minor::bad_value;
    const Minor minor = check_queue(d, use.virtual_map, q.sq_base, q.sq_quanta);
    if (minor != Minor::none)
        return minor;
    if (q.use_srq)
        return d.objects.srq.find(q.srq) ? Minor::none : Minor::unknown_id;
    return check_queue(d, use.virtual_map, q.rq_base, q.rq_quanta);
}

// Source and neighbour. The first generation names its own address by an index.
Minor check_addresses(const Device &d, const ContextUse &use, const QpContext &q) {
    if (use.takes_arp && !d.objects.arp.find(q.arp))
        return Minor::unknown_id;
    if (d.generation > 1)
        return use.takes_mac && !is_unicast(q.mac) ? Minor::bad_value : Minor::none;
    if (use.type != IRDMA_QP_TYPE_IWARP || !use.takes_transport)
        return Minor::none;
    const Mac *mac = d.objects.mac.find(q.mac_index);
    return mac && mac->filled ? Minor::none : Minor::unknown_id;
}

// The control CQ is for the control queue alone.
Minor check_cqs(const Device &d, const QpContext &q) {
    const u32 ids[] = {q.send_cq, q.receive_cq};

    for (u32 id : ids) {
        if (id == 0)
            return Minor::bad_value;
        if (!d.objects.cq.find(id))
            return Minor::unknown_id;
    }
    return Minor::none;
}

Minor check_context(const Device &d, const ContextUse &use, const QpContext &q) {
    Minor minor = check_queues(d, use, q);

    if (minor == Minor::none)
        minor = check_addresses(d, use, q);
    if (minor == Minor::none && q.has_pd)
        minor = check_pd(d, q.pd);
    // The first generation's instances are counted in registers, not allocated.
    if (minor == Minor::none && d.generation > 1 && q.use_stats && !d.objects.stats.has(q.stats))
        minor = Minor::unknown_id;
    return minor;
}

} // namespace

Minor read_context(const Device &d, const ContextUse &use, QpContext *context) {
    u64 words[context_words];

    if (use.pa % context_alignment)
        return Minor::bad_alignment;
    for (u32 i = 0; i < context_words; i += burst_words)
        if (!read_words(d, use.pa + i * 8, words + i, burst_words))
            return Minor::unmapped;
    const bool is_clean = parse_layout(d, use, words, context);
    if (use.takes_cqs) {
        const Minor minor = check_cqs(d, *context);
        if (minor != Minor::none)
            return minor;
    }
    if (d.loose_contexts)
        return Minor::none;
    return is_clean ? check_context(d, use, *context) : Minor::reserved_bits;
}

} // namespace emu
