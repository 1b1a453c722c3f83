// SPDX-License-Identifier: GPL-2.0
/* Suspending and resuming queue pairs. */
#include "fixture.h"

#define QP_ID_BITS 24

struct operation {
	const char *name;
	int (*post)(struct irdma_sc_cqp *cqp, struct irdma_sc_qp *qp, u64 scratch);
	u8 opcode;
	u8 command;
};

static const struct operation suspend = { "suspend", irdma_sc_suspend_qp, OP_SUSPEND_QP, IRDMA_OP_SUSPEND };
static const struct operation resume = { "resume", irdma_sc_resume_qp, OP_RESUME_QP, IRDMA_OP_RESUME };

struct operation_case {
	u8 generation;
	const struct operation *operation;
	const char *name;
};

static const struct operation_case operations[] = {
	{ 1, &suspend, "gen1, suspend" }, { 1, &resume, "gen1, resume" }, { 2, &suspend, "gen2, suspend" },
	{ 2, &resume, "gen2, resume" }, { 3, &suspend, "gen3, suspend" }, { 3, &resume, "gen3, resume" },
};
KUNIT_ARRAY_PARAM_DESC(operation, operations, name);

static u32 run(struct bench *b, const struct operation *operation, struct irdma_sc_qp *qp)
{
	KUNIT_ASSERT_EQ(b->test, operation->post(&b->cqp, qp, 0x81), 0);
	return bench_answer(b, 0x81);
}

static void qp_is_created_suspended_resumed_and_destroyed(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_qp *qp = bench_new_qp(b, 3);
	int round;

	bench_create_qp(b, qp);
	KUNIT_EXPECT_FALSE(test, irdma_emu_qp_suspended(b->emu, 3));
	for (round = 0; round < 3; round++) {
		KUNIT_EXPECT_EQ(test, run(b, &suspend, qp), (u32)EMU_OK);
		KUNIT_EXPECT_TRUE(test, irdma_emu_qp_suspended(b->emu, 3));
		KUNIT_EXPECT_EQ(test, run(b, &resume, qp), (u32)EMU_OK);
		KUNIT_EXPECT_FALSE(test, irdma_emu_qp_suspended(b->emu, 3));
	}
	KUNIT_ASSERT_EQ(test, irdma_sc_qp_destroy(qp, 0x82, false, false, true), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x82), (u32)EMU_OK);
	KUNIT_EXPECT_FALSE(test, irdma_emu_qp_exists(b->emu, 3));
}

static void twice_is_an_error_that_changes_nothing(struct kunit *test)
{
	const struct operation_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);
	struct irdma_sc_qp *qp = bench_new_qp(b, 3);
	bool suspended = c->operation == &suspend;

	bench_create_qp(b, qp);
	if (suspended)
		KUNIT_ASSERT_EQ(test, run(b, &suspend, qp), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, run(b, c->operation, qp), (u32)EMU_INVALID_STATE);
	KUNIT_EXPECT_EQ(test, irdma_emu_qp_suspended(b->emu, 3), suspended);
	KUNIT_EXPECT_TRUE(test, irdma_emu_qp_exists(b->emu, 3));
}

static void unknown_qp_is_an_error(struct kunit *test)
{
	const struct operation_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);
	struct irdma_sc_qp *qp = bench_new_qp(b, 3);

	bench_create_qp(b, qp);
	b->expected_violations = 2;
	KUNIT_EXPECT_EQ(test, run(b, c->operation, bench_new_qp(b, 4)), (u32)EMU_UNKNOWN_ID);
	KUNIT_EXPECT_EQ(test, run(b, c->operation, bench_new_qp(b, BIT(QP_ID_BITS) - 1)), (u32)EMU_UNKNOWN_ID);
	KUNIT_EXPECT_FALSE(test, irdma_emu_qp_suspended(b->emu, 3));
	KUNIT_EXPECT_FALSE(test, irdma_emu_qp_suspended(b->emu, 4));
}

static void each_qp_has_its_own_state(struct kunit *test)
{
	static const u32 ids[] = { 3, 4, 1000, BENCH_QPS - 1 };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_qp *qps[ARRAY_SIZE(ids)];
	int i, k;

	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		qps[i] = bench_new_qp(b, ids[i]);
		bench_create_qp(b, qps[i]);
	}
	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		KUNIT_EXPECT_EQ(test, run(b, &suspend, qps[i]), (u32)EMU_OK);
		for (k = 0; k < ARRAY_SIZE(ids); k++)
			KUNIT_EXPECT_EQ(test, irdma_emu_qp_suspended(b->emu, ids[k]), k <= i);
	}
	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		KUNIT_EXPECT_EQ(test, run(b, &resume, qps[i]), (u32)EMU_OK);
		for (k = 0; k < ARRAY_SIZE(ids); k++)
			KUNIT_EXPECT_EQ(test, irdma_emu_qp_suspended(b->emu, ids[k]), k > i);
	}
}

static void command_is_what_the_specification_says(struct kunit *test)
{
	const struct operation_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);
	struct irdma_sc_qp *qp = bench_new_qp(b, 0xabcdef);
	u32 slot = b->cqp.sq_ring.head, w;

	b->expected_violations = 1;	/* there is no such QP */
	qp->qs_handle = 0x3ff;
	KUNIT_EXPECT_EQ(test, run(b, c->operation, qp), (u32)EMU_UNKNOWN_ID);
	for (w = 0; w < WQE_WORDS; w++) {
		u64 expected = 0;

		if (w == 2 && c->operation == &resume)
			expected = 0x3ff;
		else if (w == WQE_HEADER)
			expected = WQE_VALID | (u64)c->operation->opcode << 32 | 0xabcdef;
		KUNIT_EXPECT_EQ_MSG(test, bench_word(b, slot, w), expected, "word %u", w);
	}
}

static void cqp_t26_wide_id_is_refused_before_a_slot_is_taken(struct kunit *test)
{
	const struct operation_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);
	struct bench_ring *was = bench_remember_ring(b);
	struct irdma_create_qp_info create = {};

	KUNIT_EXPECT_EQ(test, c->operation->post(&b->cqp, bench_new_qp(b, BIT(QP_ID_BITS)), 0x81), -EINVAL);
	KUNIT_EXPECT_EQ(test, c->operation->post(&b->cqp, bench_new_qp(b, U32_MAX), 0x81), -EINVAL);
	/* More QPs than the device has. */
	KUNIT_EXPECT_EQ(test, irdma_sc_qp_create(bench_new_qp(b, BENCH_QPS), &create, 0x81, true), -EINVAL);
	bench_expect_ring(b, was);
}

static void commands_reach_the_device_through_the_engine(struct kunit *test)
{
	const struct operation_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);
	struct irdma_sc_qp *qp = bench_new_qp(b, 3);
	struct cqp_cmds_info cmd = { .cqp_cmd = c->operation->command };
	bool suspended = c->operation == &suspend;

	bench_create_qp(b, qp);
	if (!suspended)
		KUNIT_ASSERT_EQ(test, run(b, &suspend, qp), (u32)EMU_OK);
	cmd.in.u.suspend_resume.cqp = &b->cqp;
	cmd.in.u.suspend_resume.qp = qp;
	cmd.in.u.suspend_resume.scratch = 0x83;
	KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmd), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x83), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_qp_suspended(b->emu, 3), suspended);
	KUNIT_EXPECT_EQ(test, b->dev.cqp_cmd_stats[c->operation->command], 1ULL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(qp_is_created_suspended_resumed_and_destroyed, bench_all_gen_params),
	KUNIT_CASE_PARAM(twice_is_an_error_that_changes_nothing, operation_gen_params),
	KUNIT_CASE_PARAM(unknown_qp_is_an_error, operation_gen_params),
	KUNIT_CASE_PARAM(each_qp_has_its_own_state, bench_all_gen_params),
	KUNIT_CASE_PARAM(command_is_what_the_specification_says, operation_gen_params),
	KUNIT_CASE_PARAM(cqp_t26_wide_id_is_refused_before_a_slot_is_taken, operation_gen_params),
	KUNIT_CASE_PARAM(commands_reach_the_device_through_the_engine, operation_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_suspend",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
