// SPDX-License-Identifier: GPL-2.0
/* Completion queues and shared receive queues. */
#include "objects.h"

static void cq_is_created_changed_and_destroyed(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_cq *cq = object_cq(b, 7);
	struct irdma_modify_cq_info info = { .shadow_read_threshold = 16, .check_overflow = true };

	KUNIT_ASSERT_EQ(test, object_create_cq(b, cq), (u32)EMU_OK);
	KUNIT_EXPECT_TRUE(test, irdma_emu_exists(b->emu, IRDMA_EMU_CQ, 7));
	KUNIT_ASSERT_EQ(test, irdma_sc_cq_modify(cq, &info, 0x41, true), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x41), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_cq(b, cq), (u32)EMU_OK);
	KUNIT_EXPECT_FALSE(test, irdma_emu_exists(b->emu, IRDMA_EMU_CQ, 7));
}

static void cq_is_resized(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_cq *cq = object_cq(b, 7);
	struct bench_memory *bigger = bench_alloc(b, 2 * OBJECT_CQES * sizeof(struct irdma_extended_cqe));
	struct irdma_modify_cq_info info = {
		.cq_pa = bigger->pa,
		.cq_base = bigger->va,
		.cq_size = 2 * OBJECT_CQES,
		.shadow_read_threshold = OBJECT_CQES,
		.cq_resize = true,
	};

	KUNIT_ASSERT_EQ(test, object_create_cq(b, cq), (u32)EMU_OK);
	KUNIT_ASSERT_EQ(test, irdma_sc_cq_modify(cq, &info, 0x42, true), 0);
	KUNIT_ASSERT_EQ(test, bench_answer(b, 0x42), (u32)EMU_OK);
	irdma_sc_cq_resize(cq, &info);
	KUNIT_EXPECT_EQ(test, cq->cq_pa, bigger->pa);
	KUNIT_EXPECT_EQ(test, cq->cq_uk.cq_size, 2U * OBJECT_CQES);
	KUNIT_EXPECT_EQ(test, object_destroy_cq(b, cq), (u32)EMU_OK);
}

static void a_cq_id_is_used_once(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_cq *cq = object_cq(b, 7), *twin = object_cq(b, 7);

	KUNIT_ASSERT_EQ(test, object_create_cq(b, cq), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_sc_cq_create(cq, 1, true, true), -EINVAL);
	b->expected_violations = 1;
	KUNIT_EXPECT_EQ(test, object_create_cq(b, twin), (u32)EMU_ID_IN_USE);
	KUNIT_EXPECT_EQ(test, object_destroy_cq(b, cq), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_cq(b, cq), (u32)EMU_UNKNOWN_ID);
}

static void a_cq_needs_an_event_queue_that_exists(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_cq *cq = object_cq(b, 7);

	cq->ceq_id_valid = true;
	cq->ceq_id = 3;
	b->expected_violations = 1;
	KUNIT_EXPECT_EQ(test, object_create_cq(b, cq), (u32)EMU_UNKNOWN_ID);
	/* A number the function does not have is not even sent. */
	cq = object_cq(b, 8);
	cq->ceq_id_valid = true;
	cq->ceq_id = BENCH_CEQS;
	KUNIT_EXPECT_EQ(test, irdma_sc_cq_create(cq, 1, true, true), -EINVAL);
}

static void a_misaligned_cq_is_refused(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_cq *cq = object_cq(b, 7);

	cq->cq_pa += 64;
	b->expected_violations = 1;
	KUNIT_EXPECT_EQ(test, object_create_cq(b, cq), (u32)EMU_BAD_ALIGNMENT);
	KUNIT_EXPECT_FALSE(test, irdma_emu_exists(b->emu, IRDMA_EMU_CQ, 7));
}

/* ---- SRQ, gen3 ---- */

static void srq_is_created_changed_and_destroyed(struct kunit *test)
{
	struct bench *b = bench_start(test, IRDMA_GEN_3, BENCH_CCQ);
	struct irdma_sc_srq *srq = object_srq(b, 3);
	struct irdma_modify_srq_info info = { .srq_limit = 16, .arm_limit_event = 1 };

	KUNIT_EXPECT_EQ(test, irdma_sc_srq_modify(srq, &info, 1, true), -EINVAL);
	KUNIT_ASSERT_EQ(test, object_create_srq(b, srq), (u32)EMU_OK);
	KUNIT_EXPECT_TRUE(test, irdma_emu_exists(b->emu, IRDMA_EMU_SRQ, 3));
	KUNIT_ASSERT_EQ(test, irdma_sc_srq_modify(srq, &info, 0x43, true), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x43), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_srq(b, srq), (u32)EMU_OK);
	KUNIT_EXPECT_FALSE(test, irdma_emu_exists(b->emu, IRDMA_EMU_SRQ, 3));
	KUNIT_EXPECT_EQ(test, irdma_sc_srq_modify(srq, &info, 1, true), -EINVAL);
}

static void an_srq_stays_as_long_as_its_qps(struct kunit *test)
{
	struct bench *b = bench_start(test, IRDMA_GEN_3, BENCH_CCQ);
	struct irdma_sc_srq *srq = object_srq(b, 3);
	struct irdma_sc_cq *cq = object_cq(b, 7);
	struct irdma_sc_qp *qp = object_qp(b, 9, cq, srq);

	KUNIT_ASSERT_EQ(test, object_create_cq(b, cq), (u32)EMU_OK);
	b->expected_violations = 2;
	KUNIT_EXPECT_EQ(test, object_create_qp(b, qp), (u32)EMU_UNKNOWN_ID);
	KUNIT_ASSERT_EQ(test, object_create_srq(b, srq), (u32)EMU_OK);
	qp = object_qp(b, 9, cq, srq);
	KUNIT_ASSERT_EQ(test, object_create_qp(b, qp), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_srq(b, srq), (u32)EMU_IN_USE);
	KUNIT_EXPECT_EQ(test, object_destroy_qp(b, qp), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_srq(b, srq), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_cq(b, cq), (u32)EMU_OK);
}

static void an_srq_limit_above_its_size_is_refused(struct kunit *test)
{
	struct bench *b = bench_start(test, IRDMA_GEN_3, BENCH_CCQ);
	struct irdma_sc_srq *srq = object_srq(b, 3);

	srq->srq_limit = OBJECT_SRQ_WQES;
	b->expected_violations = 1;
	KUNIT_EXPECT_EQ(test, object_create_srq(b, srq), (u32)EMU_BAD_VALUE);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(cq_is_created_changed_and_destroyed, bench_all_gen_params),
	KUNIT_CASE_PARAM(cq_is_resized, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_cq_id_is_used_once, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_cq_needs_an_event_queue_that_exists, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_misaligned_cq_is_refused, bench_all_gen_params),
	KUNIT_CASE(srq_is_created_changed_and_destroyed),
	KUNIT_CASE(an_srq_stays_as_long_as_its_qps),
	KUNIT_CASE(an_srq_limit_above_its_size_is_refused),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_cq",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
