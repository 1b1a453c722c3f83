// SPDX-License-Identifier: GPL-2.0
//
// Queue pairs and shared receive queues.

#include "emu/ops.h"
#include "hw/qp_wqe.h"
#include "hw/srq_wqe.h"

namespace emu {

namespace {

constexpr u32 context_words = 32; // a QP context: 256 bytes
constexpr u32 burst_words = 8;
constexpr u32 qp_shadow_bytes = 64;
constexpr u32 srq_shadow_bytes = 64;
constexpr u8 last_qp_type = 4;
constexpr u8 last_qp_state = 6;

// The device reads the whole context when it executes create and modify.
Minor read_context(const Device &d, u64 pa) {
    u64 words[burst_words];

    if (pa % 8)
        return Minor::bad_alignment;
    for (u32 i = 0; i < context_words; i += burst_words)
        if (!read_words(d, pa + i * 8, words, burst_words))
            return Minor::unmapped;
    return Minor::none;
}

Qp *find_qp(Device &d, u64 id) {
    return id < max_qps && d.objects.qp[id].exists ? &d.objects.qp[id] : nullptr;
}

template <class W> Minor check_addresses(const Device &d, const Command &c) {
    const Minor minor = read_context(d, get<typename W::host_context>(d, c));

    return minor != Minor::none ? minor : check_buffer(d, get<typename W::shadow_area>(d, c), qp_shadow_bytes, 8);
}

template <class W> Minor check_kind(const Device &d, const Command &c) {
    const u64 type = get<typename W::qp_type>(d, c);

    return type < 1 || type > last_qp_type || get<typename W::next_state>(d, c) > last_qp_state ? Minor::bad_value
                                                                                                : Minor::none;
}

} // namespace

Answer create_qp(Device &d, const Command &c) {
    using W = hw::CreateQp;
    const u64 id = get<W::qp_id>(d, c);

    if (id >= max_qps)
        return failure(Minor::unknown_id);
    Qp &qp = d.objects.qp[id];
    if (qp.exists)
        return failure(Minor::id_in_use);
    Minor minor = check_kind<W>(d, c);
    if (minor == Minor::none)
        minor = check_addresses<W>(d, c);
    if (minor != Minor::none)
        return failure(minor);
    qp = {};
    qp.context_pa = get<W::host_context>(d, c);
    qp.shadow_pa = get<W::shadow_area>(d, c);
    qp.type = u8(get<W::qp_type>(d, c));
    qp.state = u8(get<W::next_state>(d, c));
    qp.exists = true;
    return success();
}

Answer modify_qp(Device &d, const Command &c) {
    using W = hw::ModifyQp;
    Qp *qp = find_qp(d, get<W::qp_id>(d, c));

    if (!qp)
        return failure(Minor::unknown_id);
    Minor minor = check_kind<W>(d, c);
    if (minor == Minor::none)
        minor = check_addresses<W>(d, c);
    if (minor == Minor::none && get<W::qp_type>(d, c) != qp->type)
        minor = Minor::bad_value;
    if (minor != Minor::none)
        return failure(minor);
    qp->context_pa = get<W::host_context>(d, c);
    qp->shadow_pa = get<W::shadow_area>(d, c);
    qp->state = u8(get<W::next_state>(d, c));
    if (get<W::remove_hash>(d, c))
        remove_qhash_entries_of(d, u32(get<W::qp_id>(d, c)));
    return success();
}

// A QP that packets are still steered to cannot go, unless the command says to remove the entries as well.
Answer destroy_qp(Device &d, const Command &c) {
    using W = hw::DestroyQp;
    const u64 id = get<W::qp_id>(d, c);
    Qp *qp = find_qp(d, id);

    if (!qp)
        return failure(Minor::unknown_id);
    if (get<W::qp_type>(d, c) != qp->type)
        return failure(Minor::bad_value);
    if (get<W::remove_hash>(d, c))
        remove_qhash_entries_of(d, u32(id));
    else if (qhash_entries_of(d, u32(id)))
        return failure(Minor::invalid_state);
    *qp = {};
    return success();
}

Answer suspend_qp(Device &d, const Command &c) {
    Qp *qp = find_qp(d, get<hw::SuspendQp::qp_id>(d, c));

    if (!qp)
        return failure(Minor::unknown_id);
    if (qp->suspended)
        return failure(Minor::invalid_state);
    qp->suspended = true;
    return success();
}

Answer resume_qp(Device &d, const Command &c) {
    Qp *qp = find_qp(d, get<hw::ResumeQp::qp_id>(d, c));

    if (!qp)
        return failure(Minor::unknown_id);
    if (!qp->suspended)
        return failure(Minor::invalid_state);
    qp->suspended = false;
    qp->qs_handle = u32(get<hw::ResumeQp::qs_handle>(d, c));
    return success();
}

// There are no work requests yet that could be flushed.
Answer flush_wqes(Device &d, const Command &c) {
    using W = hw::FlushWqes;
    const bool has_indices = get<W::err_sq_index>(d, c) || get<W::err_rq_index>(d, c) ||
                             get<W::err_sq_index_valid>(d, c) || get<W::err_rq_index_valid>(d, c);

    if (d.generation < 3 && has_indices)
        return failure(Minor::reserved_bits);
    if (!find_qp(d, get<W::qp_id>(d, c)))
        return failure(Minor::unknown_id);
    if (!get<W::flush_sq>(d, c) && !get<W::flush_rq>(d, c) && !get<W::generate_ae>(d, c))
        return failure(Minor::bad_value);
    return success();
}

Answer upload_context(Device &d, const Command &c) {
    using W = hw::UploadContext;
    const Qp *qp = find_qp(d, get<W::qp_id>(d, c));
    const u64 buffer = get<W::buffer>(d, c);
    u64 words[burst_words];

    if (!qp)
        return failure(Minor::unknown_id);
    const Minor minor = check_buffer(d, buffer, context_words * 8, 8);
    if (minor != Minor::none)
        return failure(minor);
    for (u32 i = 0; i < context_words; i += burst_words)
        if (!read_words(d, qp->context_pa + i * 8, words, burst_words) ||
            !write_words(d, buffer + i * 8, words, burst_words))
            return failure(Minor::unmapped);
    return success();
}

namespace {

template <class W> Minor check_srq(const Device &d, const Command &c) {
    const u64 base = c.words[W::base::word];
    const u64 shadow = c.words[W::shadow_area::word];

    if (!get<typename W::virtual_map>(d, c) && !is_mapped(d, base, 8))
        return Minor::unmapped;
    return check_buffer(d, shadow, srq_shadow_bytes, srq_shadow_bytes);
}

Srq *find_srq(Device &d, u64 id) {
    return id < max_srqs && d.objects.srq[id].exists ? &d.objects.srq[id] : nullptr;
}

} // namespace

Answer create_srq(Device &d, const Command &c) {
    using W = hw::CreateSrq;
    const u64 id = get<W::srq_id>(d, c);

    if (id >= max_srqs)
        return failure(Minor::unknown_id);
    if (d.objects.srq[id].exists)
        return failure(Minor::id_in_use);
    const Minor minor = check_srq<W>(d, c);
    if (minor != Minor::none)
        return failure(minor);
    d.objects.srq[id] = {c.words[W::base::word], c.words[W::shadow_area::word], true};
    return success();
}

Answer modify_srq(Device &d, const Command &c) {
    using W = hw::ModifySrq;

    if (!find_srq(d, get<W::srq_id>(d, c)))
        return failure(Minor::unknown_id);
    const Minor minor = check_srq<W>(d, c);
    return minor != Minor::none ? failure(minor) : success();
}

Answer destroy_srq(Device &d, const Command &c) {
    Srq *srq = find_srq(d, get<hw::DestroySrq::srq_id>(d, c));

    if (!srq)
        return failure(Minor::unknown_id);
    *srq = {};
    return success();
}

} // namespace emu
