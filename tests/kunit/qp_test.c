// SPDX-License-Identifier: GPL-2.0
/* Queue pairs: their life in the driver and in the device, which must agree. */
#include "objects.h"

struct setup {
	struct bench *b;
	struct irdma_sc_cq *cq;
	struct irdma_sc_qp *qp;
};

static struct setup start(struct kunit *test)
{
	struct setup s = { .b = bench_start(test, bench_generation_of(test), BENCH_CCQ) };

	s.cq = object_cq(s.b, 7);
	KUNIT_ASSERT_EQ(test, object_create_cq(s.b, s.cq), (u32)EMU_OK);
	s.qp = object_qp(s.b, 9, s.cq, NULL);
	return s;
}

static void finish(struct kunit *test, struct setup *s)
{
	KUNIT_EXPECT_EQ(test, object_destroy_qp(s->b, s->qp), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_cq(s->b, s->cq), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_count(s->b->emu, IRDMA_EMU_QP), 0U);
}

static void life_from_idle_to_error(struct kunit *test)
{
	struct setup s = start(test);
	u8 gen = s.b->generation;

	KUNIT_ASSERT_EQ(test, object_create_qp(s.b, s.qp), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_qp_state(s.b->emu, 9), (u8)IRDMA_QP_STATE_IDLE);
	if (gen > IRDMA_GEN_1) {
		KUNIT_EXPECT_EQ(test, object_modify_qp(s.b, s.qp, IRDMA_QP_STATE_RTR), (u32)EMU_OK);
		KUNIT_EXPECT_EQ(test, irdma_emu_qp_state(s.b->emu, 9), (u8)IRDMA_QP_STATE_RTR);
	}
	KUNIT_EXPECT_EQ(test, object_modify_qp(s.b, s.qp, IRDMA_QP_STATE_RTS), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_qp_state(s.b->emu, 9), (u8)IRDMA_QP_STATE_RTS);
	KUNIT_EXPECT_EQ(test, object_modify_qp(s.b, s.qp, IRDMA_QP_STATE_CLOSING), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_modify_qp(s.b, s.qp, IRDMA_QP_STATE_ERROR), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_qp_state(s.b->emu, 9), (u8)IRDMA_QP_STATE_ERROR);
	finish(test, &s);
}

static void a_call_in_the_wrong_state_does_not_reach_the_device(struct kunit *test)
{
	struct setup s = start(test);
	struct irdma_modify_qp_info modify = { .next_iwarp_state = IRDMA_QP_STATE_RTS };
	struct irdma_create_qp_info create = { .next_iwarp_state = IRDMA_QP_STATE_IDLE, .cq_num_valid = true };
	struct bench_ring *ring = bench_remember_ring(s.b);

	KUNIT_EXPECT_EQ(test, irdma_sc_qp_modify(s.qp, &modify, 1, true), -EINVAL);
	KUNIT_EXPECT_EQ(test, irdma_sc_qp_destroy(s.qp, 1, false, false, true), -EINVAL);
	KUNIT_EXPECT_EQ(test, irdma_sc_suspend_qp(&s.b->cqp, s.qp, 1), -EINVAL);
	bench_expect_ring(s.b, ring);
	KUNIT_ASSERT_EQ(test, object_create_qp(s.b, s.qp), (u32)EMU_OK);
	ring = bench_remember_ring(s.b);
	KUNIT_EXPECT_EQ(test, irdma_sc_qp_create(s.qp, &create, 1, true), -EINVAL);
	modify.next_iwarp_state = IRDMA_QP_STATE_TERMINATE;
	KUNIT_EXPECT_EQ(test, irdma_sc_qp_modify(s.qp, &modify, 1, true), -EINVAL);
	bench_expect_ring(s.b, ring);
	KUNIT_ASSERT_EQ(test, object_modify_qp(s.b, s.qp, IRDMA_QP_STATE_ERROR), (u32)EMU_OK);
	ring = bench_remember_ring(s.b);
	modify.next_iwarp_state = IRDMA_QP_STATE_RTS;
	KUNIT_EXPECT_EQ(test, irdma_sc_qp_modify(s.qp, &modify, 1, true), -EINVAL);
	bench_expect_ring(s.b, ring);
	finish(test, &s);
}

static void an_id_is_used_once(struct kunit *test)
{
	struct setup s = start(test);
	struct irdma_sc_qp *twin = object_qp(s.b, 9, s.cq, NULL);

	KUNIT_ASSERT_EQ(test, object_create_qp(s.b, s.qp), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_create_qp(s.b, twin), (u32)EMU_ID_IN_USE);
	KUNIT_EXPECT_EQ(test, irdma_emu_count(s.b->emu, IRDMA_EMU_QP), 1U);
	finish(test, &s);
}

static void a_qp_needs_its_cqs(struct kunit *test)
{
	struct setup s = start(test);
	struct irdma_sc_qp *lost = object_qp(s.b, 10, object_cq(s.b, 8), NULL);

	s.b->expected_violations = 2;
	KUNIT_EXPECT_EQ(test, object_create_qp(s.b, lost), (u32)EMU_UNKNOWN_ID);
	KUNIT_EXPECT_FALSE(test, irdma_emu_qp_exists(s.b->emu, 10));
	KUNIT_ASSERT_EQ(test, object_create_qp(s.b, s.qp), (u32)EMU_OK);
	/* ... and the CQ stays as long as the QP. */
	KUNIT_EXPECT_EQ(test, object_destroy_cq(s.b, s.cq), (u32)EMU_IN_USE);
	finish(test, &s);
}

static void a_destroy_the_device_refused_is_repeated(struct kunit *test)
{
	struct setup s = start(test);

	KUNIT_ASSERT_EQ(test, object_create_qp(s.b, s.qp), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_qp(s.b, s.qp), (u32)EMU_OK);
	s.b->expected_violations = 1;
	KUNIT_EXPECT_EQ(test, object_destroy_qp(s.b, s.qp), (u32)EMU_UNKNOWN_ID);
	KUNIT_EXPECT_EQ(test, object_destroy_cq(s.b, s.cq), (u32)EMU_OK);
}

/* What the writer made is what the device is asked to give back. */
static void the_context_can_be_read_back(struct kunit *test)
{
	struct setup s = start(test);
	struct bench_memory *copy = bench_alloc(s.b, PAGE_SIZE);
	struct irdma_upload_context_info info = {
		.buf_pa = copy->pa, .qp_id = 9, .qp_type = s.qp->qp_uk.qp_type, .raw_format = true,
	};

	KUNIT_ASSERT_EQ(test, object_create_qp(s.b, s.qp), (u32)EMU_OK);
	KUNIT_ASSERT_EQ(test, irdma_sc_qp_upload_context(&s.b->dev, &info, 0x33, true), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(s.b, 0x33), (u32)EMU_OK);
	KUNIT_EXPECT_MEMEQ(test, copy->va, s.qp->hw_host_ctx, IRDMA_QP_CTX_SIZE);
	finish(test, &s);
}

static void a_qp_in_error_is_flushed_once(struct kunit *test)
{
	struct setup s = start(test);
	struct irdma_qp_flush_info info = { .sq = true, .rq = true };

	KUNIT_ASSERT_EQ(test, object_create_qp(s.b, s.qp), (u32)EMU_OK);
	KUNIT_ASSERT_EQ(test, object_modify_qp(s.b, s.qp, IRDMA_QP_STATE_ERROR), (u32)EMU_OK);
	KUNIT_ASSERT_EQ(test, irdma_sc_qp_flush_wqes(s.qp, &info, 0x34, true), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(s.b, 0x34), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_sc_qp_flush_wqes(s.qp, &info, 0x34, true), -EALREADY);
	finish(test, &s);
}

static void many_qps_come_and_go(struct kunit *test)
{
	struct setup s = start(test);
	struct irdma_sc_qp *qp[8];
	int i;

	for (i = 0; i < ARRAY_SIZE(qp); i++) {
		qp[i] = object_qp(s.b, 100 + i, s.cq, NULL);
		KUNIT_ASSERT_EQ(test, object_create_qp(s.b, qp[i]), (u32)EMU_OK);
	}
	KUNIT_EXPECT_EQ(test, irdma_emu_count(s.b->emu, IRDMA_EMU_QP), (u32)ARRAY_SIZE(qp));
	for (i = ARRAY_SIZE(qp) - 1; i >= 0; i--)
		KUNIT_EXPECT_EQ(test, object_destroy_qp(s.b, qp[i]), (u32)EMU_OK);
	KUNIT_ASSERT_EQ(test, object_create_qp(s.b, s.qp), (u32)EMU_OK);
	finish(test, &s);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(life_from_idle_to_error, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_call_in_the_wrong_state_does_not_reach_the_device, bench_all_gen_params),
	KUNIT_CASE_PARAM(an_id_is_used_once, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_qp_needs_its_cqs, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_destroy_the_device_refused_is_repeated, bench_all_gen_params),
	KUNIT_CASE_PARAM(the_context_can_be_read_back, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_qp_in_error_is_flushed_once, bench_all_gen_params),
	KUNIT_CASE_PARAM(many_qps_come_and_go, bench_all_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_qp",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
