// SPDX-License-Identifier: GPL-2.0
/* The bench's view of the CQP ring, and its commands. */
#include <linux/list.h>

#include "fixture.h"

struct bench_ring {
	struct irdma_ring ring;
	u64 requested;
	u64 completed;
	u32 doorbell;
	u8 polarity;
	void *sq;
	u64 *scratch;
};

u32 bench_used(const struct bench *b)
{
	const struct irdma_ring *ring = &b->cqp.sq_ring;

	return (ring->head + ring->size - ring->tail) % ring->size;
}

u64 bench_completed(const struct bench *b)
{
	return READ_ONCE(b->cqp.completed_ops.counter);
}

u32 bench_tracked(const struct bench *b)
{
	const struct list_head *entry;
	u32 n = 0;

	if (!b->cqp.ooo_pnd.next)
		return 0;
	list_for_each(entry, &b->cqp.ooo_pnd)
		n++;
	return n;
}

u64 bench_word(const struct bench *b, u32 slot, u32 word)
{
	return le64_to_cpu(((const __le64 *)b->sq->va)[slot * WQE_WORDS + word]);
}

void bench_check(struct bench *b)
{
	const struct irdma_ring *ring = &b->cqp.sq_ring;
	u64 outstanding = b->cqp.requested_ops - bench_completed(b);

	if (!b->cqp.size || b->ring_disturbed || b->thread)
		return;
	KUNIT_EXPECT_EQ(b->test, ring->size, b->sq_entries);
	KUNIT_EXPECT_LT(b->test, ring->head, ring->size);
	KUNIT_EXPECT_LT(b->test, ring->tail, ring->size);
	if (b->out_of_order)
		KUNIT_EXPECT_LE(b->test, outstanding, (u64)bench_used(b) + bench_tracked(b));
	else
		KUNIT_EXPECT_EQ(b->test, outstanding, (u64)bench_used(b) + bench_tracked(b));
	KUNIT_EXPECT_EQ(b->test, b->cqp.requested_ops % ring->size, (u64)ring->head);
	/* Inverted whenever slot 0 is taken. */
	KUNIT_EXPECT_EQ(b->test, (u64)b->cqp.polarity, DIV_ROUND_UP_ULL(b->cqp.requested_ops, ring->size) & 1);
}

struct bench_ring *bench_remember_ring(struct bench *b)
{
	struct bench_ring *was = kunit_kzalloc(b->test, sizeof(*was), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(b->test, was);
	was->ring = b->cqp.sq_ring;
	was->requested = b->cqp.requested_ops;
	was->completed = bench_completed(b);
	was->doorbell = readl(b->dev.cqp_db);
	was->polarity = b->cqp.polarity;
	was->sq = kunit_kmalloc(b->test, b->sq->size, GFP_KERNEL);
	was->scratch = kunit_kcalloc(b->test, b->sq_entries, sizeof(u64), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(b->test, was->sq);
	KUNIT_ASSERT_NOT_NULL(b->test, was->scratch);
	memcpy(was->sq, b->sq->va, b->sq->size);
	memcpy(was->scratch, b->cqp.scratch_array, b->sq_entries * sizeof(u64));
	return was;
}

void bench_expect_ring(struct bench *b, const struct bench_ring *was)
{
	struct kunit *test = b->test;

	KUNIT_EXPECT_EQ(test, b->cqp.sq_ring.head, was->ring.head);
	KUNIT_EXPECT_EQ(test, b->cqp.sq_ring.tail, was->ring.tail);
	KUNIT_EXPECT_EQ(test, b->cqp.requested_ops, was->requested);
	KUNIT_EXPECT_EQ(test, bench_completed(b), was->completed);
	KUNIT_EXPECT_EQ(test, b->cqp.polarity, was->polarity);
	KUNIT_EXPECT_EQ(test, readl(b->dev.cqp_db), was->doorbell);
	KUNIT_EXPECT_MEMEQ(test, b->sq->va, was->sq, b->sq->size);
	KUNIT_EXPECT_MEMEQ(test, b->cqp.scratch_array, was->scratch, b->sq_entries * sizeof(u64));
}

/* ---- commands ---- */

static int post_apbvt(struct bench *b, u16 port, u64 cookie, bool ring)
{
	struct irdma_apbvt_info info = { .port = port, .add = true };

	return irdma_sc_manage_apbvt_entry(&b->cqp, &info, cookie, ring);
}

int bench_apbvt(struct bench *b, u16 port, u64 cookie)
{
	return post_apbvt(b, port, cookie, true);
}

int bench_apbvt_unrung(struct bench *b, u16 port, u64 cookie)
{
	return post_apbvt(b, port, cookie, false);
}

struct irdma_ccq_cqe_info bench_take(struct bench *b)
{
	struct irdma_ccq_cqe_info info;

	/* The caller's memory may hold anything. */
	memset(&info, 0xff, sizeof(info));
	KUNIT_ASSERT_EQ(b->test, irdma_sc_ccq_get_cqe_info(&b->ccq, &info), 0);
	KUNIT_EXPECT_PTR_EQ(b->test, info.cqp, &b->cqp);
	bench_check(b);
	return info;
}

u32 bench_answer(struct bench *b, u64 cookie)
{
	struct irdma_ccq_cqe_info info;

	bench_run(b);
	info = bench_take(b);
	KUNIT_EXPECT_EQ(b->test, info.scratch, cookie);
	KUNIT_EXPECT_FALSE(b->test, info.pending);
	if (!info.error) {
		KUNIT_EXPECT_EQ(b->test, info.maj_err_code, 0);
		return EMU_OK;
	}
	return (u32)info.maj_err_code << 16 | info.min_err_code;
}

void bench_expect_no_completion(struct bench *b)
{
	struct irdma_ccq_cqe_info info;

	KUNIT_EXPECT_EQ(b->test, irdma_sc_ccq_get_cqe_info(&b->ccq, &info), -ENOENT);
	bench_check(b);
}

/* Valid bit last, as the device does. */
void bench_put_cqe(struct bench *b, const struct bench_cqe *cqe)
{
	u32 stride = b->ccq_info.avoid_mem_cflct ? 8 : 4;
	__le64 *entry = (__le64 *)b->ccq_ring->va + b->next_cqe * stride;
	u64 header = cqe->flags | (u64)cqe->slot << 32 | (u64)cqe->major << 16 | cqe->minor;

	entry[CQE_CONTEXT] = cpu_to_le64(cqe->context ?: (u64)(uintptr_t)&b->cqp);
	entry[CQE_RESULT] = cpu_to_le64((u64)cqe->info << 32 | cqe->result);
	dma_wmb();
	WRITE_ONCE(entry[CQE_HEADER], cpu_to_le64(header | (b->cqe_polarity ? CQE_VALID : 0)));
	if (++b->next_cqe == b->ccq_info.num_elem) {
		b->next_cqe = 0;
		b->cqe_polarity = !b->cqe_polarity;
	}
}

/* Smallest queues any device takes, in quanta; where the scrap page has them and what else a QP needs. */
#define QP_QUANTA 16
#define QP_CONTEXT 0
#define QP_SQ 512
#define QP_RQ 1024
#define QP_SHADOW 2048

static void fill_context(struct bench *b, struct irdma_sc_qp *qp)
{
	struct irdma_roce_offload_info roce = {};
	struct irdma_udp_offload_info udp = {};
	struct irdma_qp_host_ctx_info info = {};
	__le64 *context = b->scrap->va + QP_CONTEXT;

	if (qp->qp_uk.qp_type == IRDMA_QP_TYPE_IWARP) {
		irdma_sc_qp_setctx(qp, context, &info);
		return;
	}
	info.roce_info = &roce;
	info.udp_info = &udp;
	irdma_sc_qp_setctx_roce(qp, context, &info);
}

struct irdma_sc_qp *bench_new_qp(struct bench *b, u32 id)
{
	struct irdma_sc_qp *qp = kunit_kzalloc(b->test, sizeof(*qp), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(b->test, qp);
	qp->dev = &b->dev;
	qp->vsi = &b->vsi;
	qp->qp_uk.qp_id = id;
	qp->qp_uk.qp_type = b->generation == IRDMA_GEN_1 ? IRDMA_QP_TYPE_IWARP : IRDMA_QP_TYPE_ROCE_RC;
	qp->push_idx = IRDMA_INVALID_PUSH_PAGE_INDEX;
	/* All QPs share them: the device reads the context, nobody uses the rest. */
	qp->hw_host_ctx_pa = b->scrap->pa + QP_CONTEXT;
	qp->sq_pa = b->scrap->pa + QP_SQ;
	qp->rq_pa = b->scrap->pa + QP_RQ;
	qp->shadow_area_pa = b->scrap->pa + QP_SHADOW;
	qp->hw_sq_size = irdma_get_encoded_wqe_size(QP_QUANTA, IRDMA_QUEUE_TYPE_SQ_RQ);
	qp->hw_rq_size = qp->hw_sq_size;
	fill_context(b, qp);
	return qp;
}

void bench_create_qp(struct bench *b, struct irdma_sc_qp *qp)
{
	/* It has no CQs, so that it cannot work. */
	struct irdma_create_qp_info info = { .next_iwarp_state = IRDMA_QP_STATE_IDLE };

	KUNIT_ASSERT_EQ(b->test, irdma_sc_qp_create(qp, &info, 0xc0de, true), 0);
	KUNIT_ASSERT_EQ(b->test, bench_answer(b, 0xc0de), (u32)EMU_OK);
	KUNIT_ASSERT_TRUE(b->test, irdma_emu_qp_exists(b->emu, qp->qp_uk.qp_id));
}
