// SPDX-License-Identifier: GPL-2.0
/*
 * Faults of the device, each for several operations: what the command's submitter sees, and that the queues work on
 * afterwards.
 */
#include "fixture.h"

#define COOKIE 0x91
#define QP 3

struct operation {
	const char *name;
	u8 opcode;
	/* Posts the operation; it succeeds once. */
	int (*post)(struct bench *b, u64 cookie);
	/* Has it been executed? */
	bool (*done)(struct bench *b);
};

static int post_apbvt(struct bench *b, u64 cookie)
{
	return bench_apbvt(b, 443, cookie);
}

static bool apbvt_done(struct bench *b)
{
	return irdma_emu_apbvt_has(b->emu, 443);
}

static int post_qhash(struct bench *b, u64 cookie)
{
	struct irdma_qhash_table_info info = {
		.vsi = &b->vsi, .manage = IRDMA_QHASH_MANAGE_TYPE_ADD, .entry_type = IRDMA_QHASH_TYPE_TCP_SYN,
		.ipv4_valid = true, .dest_ip = { 0x7f000001 }, .dest_port = 443,
	};

	return irdma_sc_manage_qhash_table_entry(&b->cqp, &info, cookie, true);
}

static bool qhash_done(struct bench *b)
{
	return irdma_emu_qhash_count(b->emu) == 1;
}

static int post_suspend(struct bench *b, u64 cookie)
{
	return irdma_sc_suspend_qp(&b->cqp, bench_new_qp(b, QP), cookie);
}

static bool suspend_done(struct bench *b)
{
	return irdma_emu_qp_suspended(b->emu, QP);
}

static const struct operation operations[] = {
	{ "port", OP_APBVT, post_apbvt, apbvt_done }, { "hash", OP_QHASH, post_qhash, qhash_done },
	{ "suspend", OP_SUSPEND_QP, post_suspend, suspend_done },
};

#define GENERATIONS 3

struct fault_case {
	u8 generation;
	const struct operation *operation;
};

static struct fault_case faults[GENERATIONS * ARRAY_SIZE(operations)];

static const void *fault_gen_params(const void *prev, char *desc)
{
	u32 i = prev ? (const struct fault_case *)prev - faults + 1 : 0;

	if (i >= ARRAY_SIZE(faults))
		return NULL;
	faults[i].generation = 1 + i / ARRAY_SIZE(operations);
	faults[i].operation = &operations[i % ARRAY_SIZE(operations)];
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "gen%u, %s", faults[i].generation, faults[i].operation->name);
	return &faults[i];
}

static struct bench *start(struct kunit *test)
{
	const struct fault_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);

	bench_create_qp(b, bench_new_qp(b, QP));
	return b;
}

/* Arms a fault for the operation of this case. */
static const struct operation *arm(struct bench *b, struct irdma_emu_fault fault)
{
	const struct fault_case *c = b->test->param_value;

	fault.opcode = c->operation->opcode;
	bench_inject(b, &fault);
	return c->operation;
}

/* The next commands are answered as if nothing had been, over the end of the ring. */
static void expect_healthy(struct bench *b)
{
	u32 i;

	for (i = 0; i < b->sq_entries + 2; i++) {
		KUNIT_ASSERT_EQ(b->test, bench_apbvt(b, 2000 + i, 0x2000 + i), 0);
		KUNIT_EXPECT_EQ(b->test, bench_answer(b, 0x2000 + i), (u32)EMU_OK);
	}
	KUNIT_EXPECT_EQ(b->test, bench_used(b), 0U);
}

static void no_fault(struct kunit *test)
{
	const struct fault_case *c = test->param_value;
	struct bench *b = start(test);

	KUNIT_EXPECT_FALSE(test, c->operation->done(b));
	KUNIT_ASSERT_EQ(test, c->operation->post(b, COOKIE), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, COOKIE), (u32)EMU_OK);
	KUNIT_EXPECT_TRUE(test, c->operation->done(b));
	expect_healthy(b);
}

static void error_code_reaches_the_submitter(struct kunit *test)
{
	struct bench *b = start(test);
	const struct operation *op = arm(b, (struct irdma_emu_fault){
		.kind = IRDMA_EMU_FAULT_ERROR, .major = 0x1234, .minor = 0x5678 });

	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, COOKIE), 0x12345678U);
	KUNIT_EXPECT_FALSE(test, op->done(b));
	expect_healthy(b);
	/* Once. */
	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, COOKIE), (u32)EMU_OK);
	KUNIT_EXPECT_TRUE(test, op->done(b));
}

/* A 'busy' error is an error of that command, and of nothing else. */
static void fault_13_busy_affects_only_its_command(struct kunit *test)
{
	struct bench *b = start(test);
	const struct operation *op = arm(b, (struct irdma_emu_fault){
		.kind = IRDMA_EMU_FAULT_ERROR, .major = 0xffff, .minor = 0x8002 });

	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0x11), 0);
	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 2, 0x12), 0);
	if (op->opcode == OP_APBVT) {
		/* The fault takes the first of them. */
		KUNIT_EXPECT_EQ(test, bench_answer(b, 0x11), (u32)EMU_INVALID_STATE);
		KUNIT_EXPECT_EQ(test, bench_answer(b, COOKIE), (u32)EMU_OK);
	} else {
		KUNIT_EXPECT_EQ(test, bench_answer(b, 0x11), (u32)EMU_OK);
		KUNIT_EXPECT_EQ(test, bench_answer(b, COOKIE), (u32)EMU_INVALID_STATE);
	}
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x12), (u32)EMU_OK);
	KUNIT_EXPECT_FALSE(test, b->cqp.priv.dead);
	expect_healthy(b);
}

static void delayed_answer_arrives(struct kunit *test)
{
	struct bench *b = start(test);
	const struct operation *op = arm(b, (struct irdma_emu_fault){ .kind = IRDMA_EMU_FAULT_DELAY, .steps = 20 });
	u32 steps = 0;

	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	bench_step(b);
	KUNIT_EXPECT_TRUE(test, op->done(b));
	while (steps < 18) {
		bench_expect_no_completion(b);
		bench_step(b);
		steps++;
	}
	KUNIT_EXPECT_EQ(test, bench_used(b), 1U);
	while (steps++ < 25)
		bench_step(b);
	KUNIT_EXPECT_EQ(test, bench_take(b).scratch, (u64)COOKIE);
	bench_expect_no_completion(b);
	expect_healthy(b);
}

/* Polling has the patience for it. */
static void fault_10_polling_finds_a_delayed_answer(struct kunit *test)
{
	struct bench *b = start(test);
	const struct operation *op = arm(b, (struct irdma_emu_fault){ .kind = IRDMA_EMU_FAULT_DELAY, .steps = 500 });
	struct irdma_ccq_cqe_info info;

	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, op->opcode, &info), 0);
	KUNIT_EXPECT_EQ(test, info.scratch, (u64)COOKIE);
	KUNIT_EXPECT_GE(test, b->delays, 500ULL);
	bench_check(b);
	expect_healthy(b);
}

static void unanswered_command_stays_outstanding(struct kunit *test)
{
	struct bench *b = start(test);
	const struct operation *op = arm(b, (struct irdma_emu_fault){ .kind = IRDMA_EMU_FAULT_NO_ANSWER });
	u32 i;

	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	for (i = 0; i < 100; i++) {
		bench_step(b);
		bench_expect_no_completion(b);
	}
	KUNIT_EXPECT_TRUE(test, op->done(b));
	KUNIT_EXPECT_EQ(test, bench_used(b), 1U);
	KUNIT_EXPECT_EQ(test, b->cqp.requested_ops - bench_completed(b), 1ULL);
}

/* Errors in the register without an entry: with a CCQ nobody looks there, so that it is silence. */
static void register_error_without_entry_is_silence(struct kunit *test)
{
	struct bench *b = start(test);
	const struct operation *op = arm(b, (struct irdma_emu_fault){
		.kind = IRDMA_EMU_FAULT_REGISTER, .major = 1, .minor = 2 });
	u32 val, tail, error;

	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	bench_run(b);
	bench_expect_no_completion(b);
	KUNIT_EXPECT_FALSE(test, op->done(b));
	irdma_get_cqp_reg_info(&b->cqp, &val, &tail, &error);
	KUNIT_EXPECT_EQ(test, error, 1U);
	KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CQPERRCODES), 0x00010002U);
	KUNIT_EXPECT_EQ(test, bench_used(b), 1U);
}

/* ... and without a CCQ it is what the poll finds. */
static void register_error_is_found_by_register_polling(struct kunit *test)
{
	const struct fault_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CQP);
	const struct operation *op = arm(b, (struct irdma_emu_fault){
		.kind = IRDMA_EMU_FAULT_REGISTER, .major = 1, .minor = 2 });

	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	KUNIT_EXPECT_EQ(test, irdma_cqp_poll_registers(&b->cqp, 0, 100), -EIO);
	KUNIT_EXPECT_TRUE(test, b->cqp.priv.dead);
	KUNIT_EXPECT_FALSE(test, op->done(b));
}

static void destroy_works_with_a_command_outstanding(struct kunit *test)
{
	struct bench *b = start(test);
	const struct operation *op = arm(b, (struct irdma_emu_fault){ .kind = IRDMA_EMU_FAULT_NO_ANSWER });

	KUNIT_ASSERT_EQ(test, op->post(b, COOKIE), 0);
	bench_run(b);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_destroy(&b->cqp), 0);
	KUNIT_EXPECT_NULL(test, b->cqp.sdbuf.va);
	KUNIT_EXPECT_FALSE(test, irdma_emu_cqp_running(b->emu));
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(no_fault, fault_gen_params),
	KUNIT_CASE_PARAM(error_code_reaches_the_submitter, fault_gen_params),
	KUNIT_CASE_PARAM(fault_13_busy_affects_only_its_command, fault_gen_params),
	KUNIT_CASE_PARAM(delayed_answer_arrives, fault_gen_params),
	KUNIT_CASE_PARAM(fault_10_polling_finds_a_delayed_answer, fault_gen_params),
	KUNIT_CASE_PARAM(unanswered_command_stays_outstanding, fault_gen_params),
	KUNIT_CASE_PARAM(register_error_without_entry_is_silence, fault_gen_params),
	KUNIT_CASE_PARAM(register_error_is_found_by_register_polling, fault_gen_params),
	KUNIT_CASE_PARAM(destroy_works_with_a_command_outstanding, fault_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_fault",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
