/* SPDX-License-Identifier: GPL-2.0 */
/* Objects as a driver makes them, with memory and contexts of their own: queues, regions. */
#ifndef TESTS_KUNIT_OBJECTS_H
#define TESTS_KUNIT_OBJECTS_H

#include "fixture.h"

#define OBJECT_PD 5
#define OBJECT_SQ_QUANTA 1024
#define OBJECT_RQ_QUANTA 64
#define OBJECT_CQES 64
#define OBJECT_SRQ_WQES 64

/* Posts nothing: the object is initialised. */
struct irdma_sc_cq *object_cq(struct bench *b, u32 id);
struct irdma_sc_srq *object_srq(struct bench *b, u32 id);
/* RoCE on devices that have it, else iWARP; its context names the CQs and, if not NULL, the SRQ. */
struct irdma_sc_qp *object_qp(struct bench *b, u32 id, const struct irdma_sc_cq *cq, struct irdma_sc_srq *srq);

/* The device's answer to the command: 0 or major << 16 | minor. The command must have been posted. */
u32 object_create_cq(struct bench *b, struct irdma_sc_cq *cq);
u32 object_destroy_cq(struct bench *b, struct irdma_sc_cq *cq);
u32 object_create_srq(struct bench *b, struct irdma_sc_srq *srq);
u32 object_destroy_srq(struct bench *b, struct irdma_sc_srq *srq);
u32 object_create_qp(struct bench *b, struct irdma_sc_qp *qp);
u32 object_modify_qp(struct bench *b, struct irdma_sc_qp *qp, u8 state);
u32 object_destroy_qp(struct bench *b, struct irdma_sc_qp *qp);

/* A region of one block; the key is 0x12. */
struct irdma_reg_ns_stag_info object_region(struct bench *b, u32 index);
u32 object_register(struct bench *b, struct irdma_reg_ns_stag_info *info);
u32 object_dealloc(struct bench *b, u32 index, u32 pd, bool is_mr);

#endif
