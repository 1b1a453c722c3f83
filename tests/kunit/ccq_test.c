// SPDX-License-Identifier: GPL-2.0
/* The control completion queue: life, arming, taking entries, distrusting them, polling for one command. */
#include <linux/mm.h>

#include "fixture.h"

#define SHADOW_CONSUMER 0
#define SHADOW_ARM 4
#define ARM_NEXT BIT_ULL(14)
#define ARM_SOLICITED BIT_ULL(15)
#define ARM_SEQUENCE_SHIFT 16
/* What a register of the emulated device holds once the device has taken the value. */
#define REGISTER_TAKEN 0xffffffff

static u64 shadow_word(const struct bench *b, u32 word)
{
	return le64_to_cpu(((const __le64 *)b->shadow->va)[word]);
}

/* ---- life ---- */

static void create_by_polling_and_destroy_by_register(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	int round;

	for (round = 0; round < 3; round++) {
		memset(b->ccq_ring->va, 0, b->ccq_ring->size);
		memset(b->shadow->va, 0, b->shadow->size);
		KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
		KUNIT_EXPECT_PTR_EQ(test, b->dev.ccq, &b->ccq);
		KUNIT_EXPECT_TRUE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
		KUNIT_ASSERT_EQ(test, irdma_sc_ccq_create(&b->ccq, 0, true, true), 0);
		KUNIT_EXPECT_FALSE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
		KUNIT_EXPECT_EQ(test, b->ccq.cq_uk.cq_ring.head, 1U);
		bench_check(b);
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, round, 0x33), 0);
		KUNIT_EXPECT_EQ(test, bench_answer(b, 0x33), (u32)EMU_OK);

		KUNIT_ASSERT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), 0);
		KUNIT_EXPECT_TRUE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
		KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
		bench_check(b);
	}
}

static void api_g08_sd_updates_switch_when_the_creation_has_completed(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);

	KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_create(&b->ccq, 0, true, false), 0);
	bench_run(b);
	KUNIT_EXPECT_TRUE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
	irdma_sc_cqp_post_sq(&b->cqp);
	bench_run(b);
	KUNIT_EXPECT_TRUE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_create_done(&b->ccq), 0);
	KUNIT_EXPECT_FALSE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
	bench_check(b);
}

static void api_g08_silent_creation_does_not_switch(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_NO_ANSWER, .opcode = OP_CREATE_CQ };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	u64 before = b->delays;

	b->dev.hw_attrs.max_done_count = 10;
	bench_inject(b, &fault);
	KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
	KUNIT_EXPECT_EQ(test, irdma_sc_ccq_create(&b->ccq, 0, true, true), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, b->delays - before, 1001ULL);
	KUNIT_EXPECT_TRUE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
}

struct init_case {
	const char *name;
	int err;
	void (*change)(struct bench *b, struct irdma_ccq_init_info *info);
};

static void as_it_is(struct bench *b, struct irdma_ccq_init_info *info) { }

static void no_entries(struct bench *b, struct irdma_ccq_init_info *info)
{
	info->num_elem = 0;
}

static void one_entry(struct bench *b, struct irdma_ccq_init_info *info) { info->num_elem = 1; }
static void most_entries(struct bench *b, struct irdma_ccq_init_info *info) { info->num_elem = 1048575; }
static void too_many_entries(struct bench *b, struct irdma_ccq_init_info *info) { info->num_elem = 1048576; }
static void last_ceq(struct bench *b, struct irdma_ccq_init_info *info) { info->ceq_id = BENCH_CEQS - 1; }
static void unknown_ceq(struct bench *b, struct irdma_ccq_init_info *info) { info->ceq_id = BENCH_CEQS; }

static void page_list(struct bench *b, struct irdma_ccq_init_info *info)
{
	b->hmc_obj[IRDMA_HMC_IW_PBLE].cnt = 8;
	info->virtual_map = true;
	info->first_pm_pbl_idx = 7;
}

static void wrong_page_list(struct bench *b, struct irdma_ccq_init_info *info)
{
	b->hmc_obj[IRDMA_HMC_IW_PBLE].cnt = 8;
	info->virtual_map = true;
	info->first_pm_pbl_idx = 8;
}

static const struct init_case inits[] = {
	{ "as it is", 0, as_it_is }, { "no entries", -EINVAL, no_entries }, { "one entry", 0, one_entry },
	{ "most entries", 0, most_entries }, { "too many entries", -EINVAL, too_many_entries },
	{ "last CEQ", 0, last_ceq }, { "unknown CEQ", -EINVAL, unknown_ceq }, { "page list", 0, page_list },
	{ "page list behind the end", -EINVAL, wrong_page_list },
};
KUNIT_ARRAY_PARAM_DESC(init, inits, name);

static void init_checks_its_values(struct kunit *test)
{
	const struct init_case *c = test->param_value;
	struct bench *b = bench_start(test, IRDMA_GEN_2, BENCH_CQP);

	c->change(b, &b->ccq_info);
	KUNIT_EXPECT_EQ(test, bench_init_ccq(b), c->err);
	KUNIT_EXPECT_PTR_EQ(test, b->dev.ccq, c->err ? NULL : &b->ccq);
	KUNIT_EXPECT_EQ(test, b->ccq.cq_uk.polarity, c->err ? 0 : 1);
}

static void cqp_t32_create_without_vsi_is_refused(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	struct bench_ring *was = bench_remember_ring(b);

	b->ccq_info.vsi = NULL;
	KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
	KUNIT_EXPECT_EQ(test, irdma_sc_ccq_create(&b->ccq, 0, true, true), -EINVAL);
	bench_expect_ring(b, was);
}

/* All CEQ and CQ id bits, wherever the generation has them, and the flags that belong to them. */
static void cqp_t03_t04_destroy_sends_the_ids_of_create(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	u64 ids = GENMASK_ULL(31, 0) | GENMASK_ULL(51, 50) | BIT_ULL(49) | BIT_ULL(61);
	u32 ceq_shift = b->generation == IRDMA_GEN_1 ? 24 : 22;
	u64 create, destroy;

	b->ccq_info.ceq_id = 5;
	b->ccq_info.avoid_mem_cflct = true;
	KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_create(&b->ccq, 0, true, true), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), 0);
	create = bench_word(b, 0, WQE_HEADER);
	destroy = bench_word(b, 1, WQE_HEADER);
	KUNIT_EXPECT_EQ(test, create & WQE_OPCODE, (u64)OP_CREATE_CQ << 32);
	KUNIT_EXPECT_EQ(test, destroy & WQE_OPCODE, (u64)OP_DESTROY_CQ << 32);
	KUNIT_EXPECT_EQ(test, destroy & ids, create & ids);
	KUNIT_EXPECT_EQ(test, destroy & GENMASK_ULL(31, 0), 5ULL << ceq_shift);
	KUNIT_EXPECT_EQ(test, bench_word(b, 1, 0), (u64)BENCH_CCQ_ENTRIES);
	KUNIT_EXPECT_EQ(test, bench_word(b, 1, 5), (u64)b->shadow->pa);
}

/* The tail register says "one more", not which. */
static void cqp_t09_destroy_refuses_while_commands_are_outstanding(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct bench_ring *was;

	KUNIT_ASSERT_EQ(test, bench_apbvt_unrung(b, 1, 0x44), 0);
	was = bench_remember_ring(b);
	KUNIT_EXPECT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), -EBUSY);
	bench_expect_ring(b, was);
	irdma_sc_cqp_post_sq(&b->cqp);
	KUNIT_ASSERT_EQ(test, bench_answer(b, 0x44), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), 0);
}

static void silent_destruction_is_bounded(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_NO_ANSWER, .opcode = OP_DESTROY_CQ };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	u64 before = b->delays;

	bench_inject(b, &fault);
	KUNIT_EXPECT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, b->delays - before, (u64)b->dev.hw_attrs.max_done_count);
	KUNIT_EXPECT_TRUE(test, b->cqp.priv.dead);
}

static void fault_09_nothing_reads_a_destroyed_ccq(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_ccq_cqe_info info = {};

	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), 0);
	b->dev.hw_attrs.max_done_count = 1;
	/* An entry that would be believed. */
	bench_put_cqe(b, &(struct bench_cqe){ .slot = b->cqp.sq_ring.head });
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 3, 0x55), 0);
	KUNIT_EXPECT_NE(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_APBVT, &info), 0);
	KUNIT_EXPECT_EQ(test, info.scratch, 0ULL);
	bench_expect_no_completion(b);
	KUNIT_EXPECT_TRUE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
	KUNIT_EXPECT_EQ(test, b->ccq.cq_uk.cq_ring.head, 1U);
}

/* ---- arming ---- */

static void arming_counts_and_keeps_what_belongs_to_others(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	__le64 *arm = (__le64 *)b->shadow->va + SHADOW_ARM;
	u64 kept = ARM_SOLICITED | 0x1234, n;

	*arm = cpu_to_le64(kept);
	for (n = 1; n <= 6; n++) {
		irdma_sc_ccq_arm(&b->ccq);
		KUNIT_EXPECT_EQ(test, shadow_word(b, SHADOW_ARM), (n % 4) << ARM_SEQUENCE_SHIFT | ARM_NEXT | kept);
		KUNIT_EXPECT_EQ(test, readl(b->dev.cq_arm_db), 0U);
		KUNIT_EXPECT_TRUE(test, bench_step(b));
		KUNIT_EXPECT_EQ(test, readl(b->dev.cq_arm_db), (u32)REGISTER_TAKEN);
	}
}

static u32 count_ccq_events(struct bench *b)
{
	char *text = kunit_kzalloc(b->test, PAGE_SIZE, GFP_KERNEL);
	const char *at;
	u32 events = 0;
	int found;

	KUNIT_ASSERT_NOT_NULL(b->test, text);
	irdma_emu_dump(b->emu, IRDMA_EMU_TABLE_CQP, text, PAGE_SIZE);
	at = strstr(text, "  events ");
	KUNIT_ASSERT_NOT_NULL(b->test, at);
	found = sscanf(at, "  events %u", &events);
	KUNIT_ASSERT_EQ(b->test, found, 1);
	return events;
}

static void armed_once_there_is_one_event(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	u32 round, i;

	for (round = 0; round < 5; round++) {
		irdma_sc_ccq_arm(&b->ccq);
		bench_run(b);
		for (i = 0; i < 3; i++)
			KUNIT_ASSERT_EQ(test, bench_apbvt(b, 10 * round + i, 0x66), 0);
		bench_run(b);
		for (i = 0; i < 3; i++)
			bench_take(b);
		KUNIT_EXPECT_EQ(test, count_ccq_events(b), round + 1);
	}
}

/* ---- taking entries ---- */

struct wrap_case {
	u8 generation;
	bool wide;
	const char *name;
};

static const struct wrap_case wraps[] = {
	{ 1, false, "gen1" }, { 1, true, "gen1, 64-byte entries" }, { 2, false, "gen2" },
	{ 2, true, "gen2, 64-byte entries" }, { 3, false, "gen3" }, { 3, true, "gen3, 64-byte entries" },
};
KUNIT_ARRAY_PARAM_DESC(wrap, wraps, name);

static void queue_wraps_with_its_polarity(struct kunit *test)
{
	const struct wrap_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CQP);
	u32 i;

	b->ccq_info.num_elem = 5;
	b->ccq_info.avoid_mem_cflct = c->wide;
	KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_create(&b->ccq, 0, true, true), 0);
	for (i = 1; i < 4 * 5; i++) {
		KUNIT_EXPECT_EQ(test, b->ccq.cq_uk.cq_ring.head, i % 5);
		KUNIT_EXPECT_EQ(test, b->ccq.cq_uk.polarity, i / 5 % 2 == 0 ? 1 : 0);
		KUNIT_EXPECT_EQ(test, shadow_word(b, SHADOW_CONSUMER), (u64)i % 5);
		/* Last round's entry looks old. */
		bench_expect_no_completion(b);
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, i, 0x100 + i), 0);
		KUNIT_EXPECT_EQ(test, bench_answer(b, 0x100 + i), (u32)EMU_OK);
	}
}

static void api_g04_result_is_cleared_by_the_call(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_ccq_cqe_info info;

	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0x77), 0);
	bench_run(b);
	info = bench_take(b);	/* begins with all bits set */
	KUNIT_EXPECT_FALSE(test, info.pending);
	KUNIT_EXPECT_FALSE(test, info.error);
	KUNIT_EXPECT_EQ(test, info.maj_err_code, 0);
	KUNIT_EXPECT_EQ(test, info.min_err_code, 0);
	KUNIT_EXPECT_EQ(test, info.op_ret_val, 0U);
	KUNIT_EXPECT_EQ(test, info.op_code, OP_APBVT);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x77ULL);
}

static void fault_07_completion_without_cookie_is_consumed(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_apbvt_info missing = { .port = 5 };
	struct irdma_ccq_cqe_info info;

	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0), 0);
	KUNIT_ASSERT_EQ(test, irdma_sc_manage_apbvt_entry(&b->cqp, &missing, 0, true), 0);
	bench_run(b);
	KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0ULL);
	info = bench_take(b);
	KUNIT_EXPECT_EQ(test, info.scratch, 0ULL);
	KUNIT_EXPECT_TRUE(test, info.error);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
	bench_expect_no_completion(b);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(create_by_polling_and_destroy_by_register, bench_all_gen_params),
	KUNIT_CASE_PARAM(api_g08_sd_updates_switch_when_the_creation_has_completed, bench_all_gen_params),
	KUNIT_CASE_PARAM(api_g08_silent_creation_does_not_switch, bench_all_gen_params),
	KUNIT_CASE_PARAM(init_checks_its_values, init_gen_params),
	KUNIT_CASE_PARAM(cqp_t32_create_without_vsi_is_refused, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t03_t04_destroy_sends_the_ids_of_create, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t09_destroy_refuses_while_commands_are_outstanding, bench_all_gen_params),
	KUNIT_CASE_PARAM(silent_destruction_is_bounded, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_09_nothing_reads_a_destroyed_ccq, bench_all_gen_params),
	KUNIT_CASE_PARAM(arming_counts_and_keeps_what_belongs_to_others, bench_all_gen_params),
	KUNIT_CASE_PARAM(armed_once_there_is_one_event, bench_all_gen_params),
	KUNIT_CASE_PARAM(queue_wraps_with_its_polarity, wrap_gen_params),
	KUNIT_CASE_PARAM(api_g04_result_is_cleared_by_the_call, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_07_completion_without_cookie_is_consumed, bench_all_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_ccq",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
