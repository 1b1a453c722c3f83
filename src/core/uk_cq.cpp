// SPDX-License-Identifier: GPL-2.0
//
// The user-level part of a completion queue.

#include <irdma/ctrl.h>

namespace {

void start_ring(irdma_cq_uk *cq, u32 size) {
    cq->cq_size = size;
    cq->cq_ring = {.head = 0, .tail = 0, .size = size};
    cq->polarity = 1;
}

} // namespace

extern "C" void irdma_uk_cq_init(struct irdma_cq_uk *cq, struct irdma_cq_uk_init_info *info) {
    cq->cq_base = info->cq_base;
    cq->cq_id = info->cq_id;
    cq->cqe_alloc_db = info->cqe_alloc_db;
    cq->cq_ack_db = info->cq_ack_db;
    cq->shadow_area = info->shadow_area;
    cq->avoid_mem_cflct = info->avoid_mem_cflct;
    start_ring(cq, info->cq_size);
}

extern "C" void irdma_uk_cq_resize(struct irdma_cq_uk *cq, void *cq_base, int size) {
    cq->cq_base = static_cast<irdma_cqe *>(cq_base);
    start_ring(cq, u32(size));
}
