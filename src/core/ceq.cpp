// SPDX-License-Identifier: GPL-2.0
//
// Entries of the completion event queues: which CQ has news. An entry is one word, so its valid bit and its content
// are read at once, without a barrier; the poll of the CQ that follows has its own.

#include "core/cqp_ring.h"
#include "hw/cq.h"

using namespace core;

namespace {

u64 entry_at(const irdma_sc_ceq *ceq, u32 idx) {
    return hw::load_word(ceq->ceqe_base[idx].buf, hw::Ceqe::valid::word);
}

void consume_entry(irdma_sc_ceq *ceq) {
    ceq->ceq_ring.tail = ring_next(ceq->ceq_ring, ceq->ceq_ring.tail);
    if (ceq->ceq_ring.tail == 0)
        ceq->polarity = !ceq->polarity;
}

} // namespace

// At most a full ring: a device that floods the queue with nonsense must not keep us here.
extern "C" bool irdma_sc_process_ceq(struct irdma_sc_dev *dev, struct irdma_sc_ceq *ceq, u32 *cq_idx) {
    const u32 cq_count = dev->hmc_info->hmc_obj[IRDMA_HMC_IW_CQ].cnt;

    for (u32 n = 0; n < ceq->ceq_ring.size; n++) {
        const u64 entry = entry_at(ceq, ceq->ceq_ring.tail);

        if (hw::extract<hw::Ceqe::valid>(entry) != ceq->polarity)
            return false;
        const u32 id = hw::Ceqe::cq_id(entry);
        consume_entry(ceq);
        if (id < cq_count) {
            *cq_idx = id;
            return true;
        }
        *cq_idx = IRDMA_INVALID_CQ_IDX;
        if (id != IRDMA_INVALID_CQ_IDX) {
            ceq->priv.bad_ceqes++;
            log_warn(dev, "CEQ %u: entry skipped: 0x%016llx, there are %u CQs", ceq->ceq_id, entry, cq_count);
        }
    }
    return false;
}

extern "C" void irdma_sc_cleanup_ceqes(struct irdma_sc_cq *cq, struct irdma_sc_ceq *ceq) {
    using E = hw::Ceqe;
    const irdma_ring &ring = ceq->ceq_ring;
    u8 polarity = ceq->polarity;

    for (u32 n = 0, idx = ring.tail; n < ring.size; n++) {
        const u64 entry = entry_at(ceq, idx);

        if (hw::extract<E::valid>(entry) != polarity)
            return;
        // The device does not touch an entry again before the ring wraps: the store cannot race with it.
        if (E::cq_id(entry) == cq->cq_uk.cq_id)
            hw::store_word(ceq->ceqe_base[idx].buf, E::valid::word,
                           hw::replace<E::cq_context>(entry, IRDMA_INVALID_CQ_IDX));
        idx = ring_next(ring, idx);
        if (idx == 0)
            polarity = !polarity;
    }
}
