// SPDX-License-Identifier: GPL-2.0
//
// Entries of the asynchronous event queue: taking, decoding, classifying, giving back.

#include "core/cqp_ring.h"
#include "core/generation.h"
#include "hw/async_event.h"
#include "hw/event_queue.h"
#include "hw/id_widths.h"
#include "hw/registers.h"

using namespace core;

namespace {

struct Entry {
    u64 first;
    u64 second; // has the valid bit
};

static_assert(hw::Aeqe::valid::mask == hw::WideAeqe::valid::mask && hw::Aeqe::valid::word == 1 &&
                  hw::WideAeqe::valid::word == 1,
              "the valid bit is read before the generation is known");

template <class F> u64 get(const Entry &entry) {
    return hw::extract<F>(F::word == 0 ? entry.first : entry.second);
}

// Fields that both layouts have under the same name. The context is returned at its place in the word.
template <class L> u64 decode(const Entry &entry, irdma_aeqe_info *info) {
    info->qp_cq_id = u32(get<typename L::id>(entry));
    info->wqe_idx = u32(get<typename L::wqe_index>(entry));
    info->ae_id = u16(get<typename L::code>(entry));
    info->ae_src = u8(get<typename L::source>(entry));
    info->tcp_state = u8(get<typename L::tcp_state>(entry));
    info->iwarp_state = u8(get<typename L::iwarp_state>(entry));
    info->q2_data_written = u8(get<typename L::q2_data>(entry));
    info->aeqe_overflow = get<typename L::overflow>(entry);
    return entry.first & L::context::mask;
}

u64 decode_narrow(const Entry &entry, irdma_aeqe_info *info) {
    using E = hw::Aeqe;
    const u64 context = decode<E>(entry, info);

    info->qp_cq_id = u32(hw::joined<E::id::width>(info->qp_cq_id, hw::extract<E::id_high>(entry.second)));
    return context;
}

u64 decode_wide(const Entry &entry, irdma_aeqe_info *info) {
    const u64 context = decode<hw::WideAeqe>(entry, info);

    // What stays when no object is named.
    info->compl_ctx = hw::extract<hw::WideAeqe::context>(entry.first);
    return context;
}

// A CQ's context was given as half of an address.
void set_cq(irdma_aeqe_info *info, u64 context) {
    info->cq = true;
    info->compl_ctx = context << 1;
}

void apply_source(irdma_aeqe_info *info, u64 context, bool wide) {
    const hw::AeSource &source = hw::ae_sources[info->ae_src];

    info->sq = source.sq || (wide && source.wide_sq);
    info->rq = source.rq;
    info->in_rdrsp_wr = source.in_rdrsp_wr;
    info->out_rdrsp = source.out_rdrsp;
    info->err_rq_idx_valid = source.rq_index || (wide && source.wide_rq_index);
    if (source.qp) {
        info->qp = true;
        info->compl_ctx = context;
    }
    if (source.cq)
        set_cq(info, context);
}

void classify(irdma_aeqe_info *info, u64 context, bool wide) {
    switch (hw::async_event(info->ae_id).decode) {
    case hw::AeDecode::qp:
        info->qp = true;
        info->compl_ctx = context;
        apply_source(info, context, wide);
        break;
    case hw::AeDecode::qp_only:
        info->qp = true;
        info->compl_ctx = context;
        break;
    case hw::AeDecode::cq:
        set_cq(info, context);
        break;
    case hw::AeDecode::srq:
        info->srq = true;
        info->compl_ctx = context;
        break;
    case hw::AeDecode::deferred:
        info->def_info = info->wqe_idx;
        break;
    case hw::AeDecode::source:
        apply_source(info, context, wide);
        break;
    }
}

} // namespace

extern "C" const struct irdma_ae_class *irdma_ae_classify(u16 ae_id) {
    return &hw::async_event(ae_id).event;
}

extern "C" int irdma_sc_get_next_aeqe(struct irdma_sc_aeq *aeq, struct irdma_aeqe_info *info) {
    irdma_ring &ring = aeq->aeq_ring;
    const __le64 *aeqe = aeq->aeqe_base[ring.tail].buf;
    const bool wide = generation_of(aeq->dev).wide_events;
    Entry entry;

    *info = {};
    entry.second = hw::load_word(aeqe, hw::Aeqe::valid::word);
    if (hw::extract<hw::Aeqe::valid>(entry.second) != aeq->polarity)
        return -ENOENT;
    // The device wrote the first word before the valid bit: do not read it from before it.
    irdma_os_dma_rmb();
    entry.first = hw::load_word(aeqe, hw::Aeqe::context::word);
    info->priv = {{entry.first, entry.second}};

    classify(info, wide ? decode_wide(entry, info) : decode_narrow(entry, info), wide);
    ring.tail = ring_next(ring, ring.tail);
    if (ring.tail == 0)
        aeq->polarity = !aeq->polarity;
    return 0;
}

extern "C" void irdma_sc_repost_aeq_entries(struct irdma_sc_dev *dev, u32 count) {
    irdma_os_write32(dev->hw_regs[IRDMA_AEQALLOC], count);
}

extern "C" void irdma_cfg_aeq(struct irdma_sc_dev *dev, u32 idx, bool enable) {
    using R = hw::AeqCtl;
    const auto value = hw::fill<R>(try_set<R::msix_indx>(idx), set<R::itr_indx>(3_c), set<R::cause_ena>(enable));

    if (!dev->hw_regs[IRDMA_PFINT_AEQCTL] || !value.fits()) {
        log_err(dev, "AEQ: vector %u cannot be %s by register on generation %u", idx,
                enable ? "connected" : "disconnected", dev->hw_attrs.uk_attrs.hw_rev);
        return;
    }
    irdma_os_write32(dev->hw_regs[IRDMA_PFINT_AEQCTL], hw::register_value(value));
}
