// SPDX-License-Identifier: GPL-2.0
/*
 * Polling the CCQ for one command while completions of others arrive, and entries that cannot be believed.
 * Suspending a QP is the command waited for; it needs no argument that could be wrong.
 */
#include "fixture.h"

#define QP 3

/* A bench whose device knows the QP; suspending it is the next thing that may happen. */
static struct bench *start(struct kunit *test, u8 generation, struct irdma_sc_qp **qp)
{
	struct bench *b = bench_start(test, generation, BENCH_CCQ);

	*qp = bench_new_qp(b, QP);
	bench_create_qp(b, *qp);
	return b;
}

static void poll_finds_the_command_just_posted(struct kunit *test)
{
	struct irdma_ccq_cqe_info info;
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);

	KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0x11), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_SUSPEND_QP, &info), 0);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x11ULL);
	KUNIT_EXPECT_EQ(test, info.op_code, OP_SUSPEND_QP);
	KUNIT_EXPECT_TRUE(test, irdma_emu_qp_suspended(b->emu, QP));
	bench_check(b);
	/* The result is optional. */
	KUNIT_ASSERT_EQ(test, irdma_sc_resume_qp(&b->cqp, qp, 0), 0);
	KUNIT_EXPECT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_RESUME_QP, NULL), 0);
	bench_expect_no_completion(b);
}

static void poll_is_bounded_and_leaves_the_result_alone(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_NO_ANSWER, .opcode = OP_SUSPEND_QP };
	struct irdma_ccq_cqe_info info = { .scratch = 99 };
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);
	u64 before = b->delays;

	b->dev.hw_attrs.max_done_count = 3;
	bench_inject(b, &fault);
	KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0x11), 0);
	KUNIT_EXPECT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_SUSPEND_QP, &info), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, b->delays - before, 301ULL);
	KUNIT_EXPECT_EQ(test, info.scratch, 99ULL);
	KUNIT_EXPECT_EQ(test, bench_used(b), 1U);
}

static void cqp_t12_api_g05_own_error_is_reported(struct kunit *test)
{
	struct irdma_ccq_cqe_info info;
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);

	/* Not suspended yet. */
	KUNIT_ASSERT_EQ(test, irdma_sc_resume_qp(&b->cqp, qp, 0x12), 0);
	KUNIT_EXPECT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_RESUME_QP, &info), -EIO);
	KUNIT_EXPECT_TRUE(test, info.error);
	KUNIT_EXPECT_EQ(test, (u32)info.maj_err_code << 16 | info.min_err_code, (u32)EMU_INVALID_STATE);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x12ULL);
	bench_check(b);
}

/* Two foreign completions, one of them an error, come before the awaited one. */
static void cqp_t12_api_g05_foreign_completion_is_kept(struct kunit *test)
{
	struct irdma_apbvt_info missing = { .port = 9 };
	struct irdma_ccq_cqe_info info;
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);

	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0xa), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_manage_apbvt_entry(&b->cqp, &missing, 0xb, true), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0xc), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_SUSPEND_QP, &info), 0);
	KUNIT_EXPECT_EQ(test, info.scratch, 0xcULL);
	KUNIT_EXPECT_FALSE(test, info.error);

	info = bench_take(b);
	KUNIT_EXPECT_EQ(test, info.scratch, 0xaULL);
	KUNIT_EXPECT_EQ(test, info.op_code, OP_APBVT);
	KUNIT_EXPECT_FALSE(test, info.error);
	info = bench_take(b);
	KUNIT_EXPECT_EQ(test, info.scratch, 0xbULL);
	KUNIT_EXPECT_TRUE(test, info.error);
	KUNIT_EXPECT_EQ(test, (u32)info.maj_err_code << 16 | info.min_err_code, (u32)EMU_NO_ENTRY);
	bench_expect_no_completion(b);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
}

/* They come out of the store before those still in the queue, so that the order stays. */
static void cqp_t12_api_g05_kept_completions_stay_in_order(struct kunit *test)
{
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);
	u32 round, i;

	for (round = 0; round < 5; round++) {
		for (i = 0; i < 3; i++)
			KUNIT_ASSERT_EQ(test, bench_apbvt_unrung(b, 100 * round + i, 1 + i), 0);
		KUNIT_ASSERT_EQ(test, round % 2 ? irdma_sc_resume_qp(&b->cqp, qp, 0xc) :
						  irdma_sc_suspend_qp(&b->cqp, qp, 0xc), 0);
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, 100 * round + 50, 4), 0);
		KUNIT_ASSERT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, round % 2 ? OP_RESUME_QP : OP_SUSPEND_QP,
								    NULL), 0);
		bench_run(b);
		for (i = 0; i < 4; i++)
			KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 1ULL + i);
		bench_expect_no_completion(b);
	}
}

static void cqp_t12_older_command_of_the_same_kind_is_not_the_awaited_one(struct kunit *test)
{
	struct irdma_ccq_cqe_info info;
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);

	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0x1), 0);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 2, 0x2), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_APBVT, &info), 0);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x2ULL);
	KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x1ULL);
	bench_expect_no_completion(b);
}

/* Nothing is lost when there is no more room: the poll gives up before it takes another entry. */
static void cqp_t12_api_g05_kept_completions_are_bounded(struct kunit *test)
{
	struct bench *b = bench_start_sized(test, bench_generation_of(test), BENCH_CCQ, 2 * IRDMA_CQP_KEPT_MAX);
	struct irdma_sc_qp *qp = bench_new_qp(b, QP);
	u32 i, posted = IRDMA_CQP_KEPT_MAX + 5;

	/* The awaited command is the last; the CCQ is drained into the store as entries arrive. */
	for (i = 0; i < posted; i++)
		KUNIT_ASSERT_EQ(test, bench_apbvt_unrung(b, i, 0x100 + i), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0xc), 0);
	b->expected_violations = 1;	/* there is no such QP */
	KUNIT_EXPECT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_SUSPEND_QP, NULL), -EBUSY);
	KUNIT_EXPECT_EQ(test, b->cqp.priv.kept_cnt, (u32)IRDMA_CQP_KEPT_MAX);
	for (i = 0; i < posted; i++) {
		bench_run(b);
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x100ULL + i);
	}
	bench_run(b);
	KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0xcULL);
	bench_expect_no_completion(b);
}

/* ---- entries that cannot be believed ---- */

struct unbelievable_case {
	u8 generation;
	u16 index;		/* 0: the context is wrong */
	const char *name;
};

static const struct unbelievable_case unbelievable[] = {
	{ 1, 0, "gen1, context" }, { 2, 0, "gen2, context" }, { 3, 0, "gen3, context" },
	{ 1, BENCH_SQ_ENTRIES, "gen1, first index too much" }, { 2, BENCH_SQ_ENTRIES, "gen2, first index too much" },
	{ 3, BENCH_SQ_ENTRIES, "gen3, first index too much" }, { 2, 2047, "gen2, index 2047" },
	{ 2, 0x7fff, "gen2, index 32767" }, { 3, 0x7fff, "gen3, index 32767" },
};
KUNIT_ARRAY_PARAM_DESC(unbelievable, unbelievable, name);

static void cqp_t02_api_g03_unbelievable_entry_is_skipped(struct kunit *test)
{
	const struct unbelievable_case *c = test->param_value;
	const struct irdma_emu_fault fault = {
		.kind = c->index ? IRDMA_EMU_FAULT_WRONG_INDEX : IRDMA_EMU_FAULT_WRONG_CONTEXT,
		.opcode = OP_APBVT, .index = c->index,
	};
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);
	u32 head = b->ccq.cq_uk.cq_ring.head;
	struct irdma_ccq_cqe_info info;

	bench_inject(b, &fault);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0x21), 0);
	bench_run(b);
	KUNIT_EXPECT_EQ(test, irdma_sc_ccq_get_cqe_info(&b->ccq, &info), -EBADMSG);
	KUNIT_EXPECT_EQ(test, b->cqp.priv.bad_cqes, 1ULL);
	KUNIT_EXPECT_EQ(test, b->ccq.cq_uk.cq_ring.head, head + 1);
	/* No slot is released on its word; the command is as if it were never answered. */
	KUNIT_EXPECT_EQ(test, bench_used(b), 1U);
	bench_check(b);
	/* The queue goes on. */
	b->out_of_order = true;
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 2, 0x22), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x22), (u32)EMU_OK);
}

static void cqp_t02_unbelievable_entry_does_not_end_polling(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_WRONG_CONTEXT, .opcode = OP_APBVT };
	struct irdma_ccq_cqe_info info;
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);

	bench_inject(b, &fault);
	b->out_of_order = true;
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0x31), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0x32), 0);
	KUNIT_EXPECT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_SUSPEND_QP, &info), 0);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x32ULL);
	KUNIT_EXPECT_EQ(test, b->cqp.priv.bad_cqes, 1ULL);
}

/* Drains the queue; returns how many times each of two cookies came. */
static void drain_counting(struct bench *b, u64 first, u32 *firsts, u64 second, u32 *seconds)
{
	struct irdma_ccq_cqe_info info;
	int err, entries;

	*firsts = *seconds = 0;
	for (entries = 0; entries < BENCH_CCQ_ENTRIES; entries++) {
		err = irdma_sc_ccq_get_cqe_info(&b->ccq, &info);
		if (err == -ENOENT)
			return;
		bench_check(b);
		if (err)
			continue;
		*firsts += info.scratch == first;
		*seconds += info.scratch == second;
	}
	KUNIT_FAIL(b->test, "the CCQ does not get empty");
}

/* Nobody owns the second entry: neither the slot nor the cookie may be given back twice. */
static void fault_04_07_duplicate_completion_retires_nothing(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_DUPLICATE, .opcode = OP_APBVT };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	u32 first, second, i;

	bench_inject(b, &fault);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0x41), 0);
	bench_run(b);
	drain_counting(b, 0x41, &first, 0x42, &second);
	KUNIT_EXPECT_EQ(test, first, 1U);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
	for (i = 0; i < b->sq_entries; i++) {
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, 100 + i, 0x50 + i), 0);
		KUNIT_EXPECT_EQ(test, bench_answer(b, 0x50 + i), (u32)EMU_OK);
	}
}

static void fault_04_duplicate_does_not_release_a_slot_the_device_owns(struct kunit *test)
{
	const struct irdma_emu_fault duplicate = { .kind = IRDMA_EMU_FAULT_DUPLICATE, .opcode = OP_APBVT };
	const struct irdma_emu_fault silent = { .kind = IRDMA_EMU_FAULT_NO_ANSWER, .opcode = OP_SUSPEND_QP };
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);
	u32 first, second;

	bench_inject(b, &duplicate);
	bench_inject(b, &silent);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0x41), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0x42), 0);
	bench_run(b);
	drain_counting(b, 0x41, &first, 0x42, &second);
	KUNIT_EXPECT_EQ(test, first, 1U);
	KUNIT_EXPECT_EQ(test, second, 0U);
	KUNIT_EXPECT_EQ(test, bench_used(b), 1U);
}

/* The slot of the first entry is still in the ring then, behind the other. */
static void fault_04_07_duplicate_behind_an_unanswered_command(struct kunit *test)
{
	const struct irdma_emu_fault duplicate = { .kind = IRDMA_EMU_FAULT_DUPLICATE, .opcode = OP_APBVT };
	const struct irdma_emu_fault silent = { .kind = IRDMA_EMU_FAULT_NO_ANSWER, .opcode = OP_SUSPEND_QP };
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);
	u64 completed = bench_completed(b);
	u32 first, second;

	bench_inject(b, &duplicate);
	bench_inject(b, &silent);
	KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0x42), 0);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0x41), 0);
	bench_run(b);
	b->out_of_order = true;
	drain_counting(b, 0x41, &first, 0x42, &second);
	KUNIT_EXPECT_EQ(test, first, 1U);
	KUNIT_EXPECT_EQ(test, second, 0U);
	KUNIT_EXPECT_EQ(test, bench_completed(b), completed + 1);
	KUNIT_EXPECT_EQ(test, b->cqp.priv.bad_cqes, 1ULL);
}

/* An answer that is late, so that a younger command's comes first: each cookie once, and no slot while it is owned. */
static void fault_04_late_answer_keeps_its_slot(struct kunit *test)
{
	const struct irdma_emu_fault late = { .kind = IRDMA_EMU_FAULT_DELAY, .opcode = OP_SUSPEND_QP, .steps = 40 };
	struct irdma_sc_qp *qp;
	struct bench *b = start(test, bench_generation_of(test), &qp);
	u32 slot = b->cqp.sq_ring.head, i, first, second;

	bench_inject(b, &late);
	KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0x61), 0);
	for (i = 0; i < 3; i++)
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1 + i, 0x62 + i), 0);
	for (i = 0; i < 8; i++)
		bench_step(b);
	b->out_of_order = true;
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x62ULL + i);
	/* Whatever is posted now, the slot of the command without answer is not among those handed out. */
	for (i = 0; i < b->sq_entries && !irdma_cqp_ring_full(&b->cqp); i++) {
		KUNIT_EXPECT_NE(test, b->cqp.sq_ring.head, slot);
		KUNIT_ASSERT_EQ(test, bench_apbvt_unrung(b, 100 + i, 0), 0);
	}
	KUNIT_EXPECT_EQ(test, b->cqp.scratch_array[slot], 0x61ULL);
	for (i = 0; i < 64; i++)
		bench_step(b);
	drain_counting(b, 0x61, &first, 0x62, &second);
	KUNIT_EXPECT_EQ(test, first, 1U);
	KUNIT_EXPECT_EQ(test, second, 0U);
	/* All slots come back, those answered early, too. */
	irdma_sc_cqp_post_sq(&b->cqp);
	b->out_of_order = false;
	bench_run(b);
	drain_counting(b, 0x61, &first, 0x62, &second);
	KUNIT_EXPECT_EQ(test, first + second, 0U);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(poll_finds_the_command_just_posted, bench_all_gen_params),
	KUNIT_CASE_PARAM(poll_is_bounded_and_leaves_the_result_alone, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t12_api_g05_own_error_is_reported, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t12_api_g05_foreign_completion_is_kept, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t12_api_g05_kept_completions_stay_in_order, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t12_older_command_of_the_same_kind_is_not_the_awaited_one, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t12_api_g05_kept_completions_are_bounded, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t02_api_g03_unbelievable_entry_is_skipped, unbelievable_gen_params),
	KUNIT_CASE_PARAM(cqp_t02_unbelievable_entry_does_not_end_polling, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_04_07_duplicate_completion_retires_nothing, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_04_duplicate_does_not_release_a_slot_the_device_owns, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_04_07_duplicate_behind_an_unanswered_command, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_04_late_answer_keeps_its_slot, bench_all_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_ccq_poll",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
