// SPDX-License-Identifier: GPL-2.0
//
// The user-level part of a queue pair: its rings, and the slots of the send queue.

#include "core/sq_ring.h"
#include "hw/generation.h"
#include "hw/limits.h"

using namespace core;

namespace {

constexpr u8 max_shift = 3;
constexpr u16 conn_wqes_with_rts_ae = 3;
constexpr u16 conn_wqes_alone = 1;

constexpr u64 all_ones = ~u64(0);

u32 advance(const irdma_ring &ring, u32 idx, u32 count) {
    return (idx + count) % ring.size;
}

// Room for `quanta` in one piece, not across the border of a chunk: what is left of a chunk is filled with NOPs.
bool make_room(irdma_qp_uk *qp, u16 quanta) {
    irdma_ring &ring = qp->sq_ring;
    const u32 chunk = qp->uk_attrs->max_hw_sq_chunk;
    const u32 left = chunk ? chunk - ring.head % chunk : quanta;
    const u32 gap = quanta <= left ? 0 : left;

    if (!quanta || (chunk && quanta > chunk) || ring_used(ring) + hw::sq_unused_quanta + quanta + gap > ring.size)
        return false;
    for (u32 i = 0; i < gap; i++) {
        qp->sq_wrtrk_array[ring.head].quanta = 1;
        store_sq_wqe(hw::fill<hw::SqNop>(set<hw::SqNop::opcode>(hw::SqNop::code)), qp, qp->sq_base[ring.head].elem);
        ring.head = advance(ring, ring.head, 1);
    }
    return true;
}

} // namespace

extern "C" int irdma_fragcnt_to_wqesize_rq(u32 frag_cnt, u16 *wqe_size) {
    if (frag_cnt <= 1)
        *wqe_size = IRDMA_WQE_SIZE_32;
    else if (frag_cnt <= 3)
        *wqe_size = IRDMA_WQE_SIZE_64;
    else if (frag_cnt <= 7)
        *wqe_size = IRDMA_WQE_SIZE_128;
    else if (frag_cnt <= 14)
        *wqe_size = IRDMA_WQE_SIZE_256;
    else
        return -EINVAL;
    return 0;
}

extern "C" int irdma_uk_qp_init(struct irdma_qp_uk *qp, struct irdma_qp_uk_init_info *info) {
    irdma_uk_attrs *attrs = info->uk_attrs;

    if (info->max_sq_frag_cnt > attrs->max_hw_wq_frags || info->max_rq_frag_cnt > attrs->max_hw_wq_frags ||
        info->sq_shift > max_shift || info->rq_shift > max_shift || info->sq_size > IRDMA_QP_SW_MAX_WQ_QUANTA)
        return -EINVAL;
    qp->uk_attrs = attrs;
    qp->qp_caps = info->qp_caps;
    qp->sq_base = info->sq;
    qp->rq_base = info->rq;
    qp->shadow_area = info->shadow_area;
    qp->sq_wrtrk_array = info->sq_wrtrk_array;
    qp->rq_wrid_array = info->rq_wrid_array;
    qp->wqe_alloc_db = info->wqe_alloc_db;
    qp->qp_id = info->qp_id;
    qp->sq_size = info->sq_size;
    qp->max_sq_frag_cnt = info->max_sq_frag_cnt;
    qp->rq_size = info->rq_size;
    qp->max_rq_frag_cnt = info->max_rq_frag_cnt;
    qp->max_inline_data = info->max_inline_data;
    qp->srq_uk = info->srq_uk;
    qp->qp_type = info->type ? info->type : u8(IRDMA_QP_TYPE_IWARP);
    qp->sq_ring = {.head = 0, .tail = 0, .size = info->sq_size << info->sq_shift};
    qp->rq_ring = {.head = 0, .tail = 0, .size = info->rq_size};
    // Without reserved slots the polarity becomes 1 with the first WQE, which takes slot 0.
    qp->swqe_polarity = 0;
    if (info->first_sq_wq) {
        const bool rts_ae = (attrs->feature_flags & hw::feature_rts_ae) && !info->legacy_mode;

        qp->conn_wqes = rts_ae ? conn_wqes_with_rts_ae : conn_wqes_alone;
        qp->sq_ring.head = qp->sq_ring.tail = qp->conn_wqes;
        qp->swqe_polarity = 1;
        qp->first_sq_wq = true;
    }
    qp->swqe_polarity_deferred = 1;
    qp->rwqe_polarity = 0;
    qp->rq_wqe_size = info->rq_shift;
    qp->rq_wqe_size_multiplier = u8(1u << info->rq_shift);
    return 0;
}

extern "C" __le64 *irdma_qp_get_next_send_wqe(struct irdma_qp_uk *qp, u32 *wqe_idx, u16 quanta, u32 total_size,
                                              struct irdma_post_sq_info *info) {
    irdma_ring &ring = qp->sq_ring;

    if (!make_room(qp, quanta))
        return nullptr;
    const u32 idx = ring.head;

    if (idx == 0)
        qp->swqe_polarity = !qp->swqe_polarity;
    ring.head = advance(ring, idx, quanta);
    // Of two WQEs that this device fetches together the second must not look valid before it is written.
    if (hw::generation(qp->uk_attrs->hw_rev).clear_odd && quanta == 1 && ring.head % 2)
        hw::store_word(qp->sq_base[ring.head].elem, hw::sq_header_word,
                       set<hw::AnySqWqe::valid>(!qp->swqe_polarity).placed);
    irdma_sq_uk_wr_trk_info &track = qp->sq_wrtrk_array[idx];

    track.wrid = info->wr_id;
    track.wr_len = total_size;
    track.quanta = quanta;
    track.signaled = info->signaled;
    *wqe_idx = idx;
    return qp->sq_base[idx].elem;
}

extern "C" void irdma_clr_wqes(struct irdma_qp_uk *qp, u32 qp_wqe_idx) {
    // In a ring of one or two such pieces, the piece ahead is the one just written.
    if (qp_wqe_idx % hw::sq_clear_quanta || qp->sq_ring.size < 2 * hw::sq_clear_quanta)
        return;
    const u32 first = advance(qp->sq_ring, qp_wqe_idx, hw::sq_clear_quanta);
    // What is valid in that piece changes with the lap.
    const bool valid = first ? qp->swqe_polarity : !qp->swqe_polarity;

    for (u32 i = 0; i < hw::sq_clear_quanta; i++)
        for (unsigned word = 0; word < hw::quantum_words; word++)
            hw::store_word(qp->sq_base[first + i].elem, word, valid ? 0 : all_ones);
}

extern "C" void irdma_uk_qp_post_wr(struct irdma_qp_uk *qp) {
    irdma_os_write32(qp->wqe_alloc_db, qp->qp_id);
}
