// SPDX-License-Identifier: GPL-2.0
/* The command engine: at once, later, in order, and what becomes of commands that cannot be posted. */
#include <linux/list.h>

#include "fixture.h"

#define COMMANDS_MAX 16
#define TAIL_ERROR BIT(31)
#define NO_SUCH_COMMAND IRDMA_OP_WS_FAILOVER_START	/* a code, but nothing runs it */

static struct cqp_cmds_info *commands(struct bench *b, u32 count)
{
	struct cqp_cmds_info *cmds = kunit_kcalloc(b->test, count, sizeof(*cmds), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(b->test, cmds);
	return cmds;
}

static void fill(struct bench *b, struct cqp_cmds_info *cmd, u16 port, u64 cookie)
{
	cmd->cqp_cmd = IRDMA_OP_MANAGE_APBVT_ENTRY;
	cmd->post_sq = 1;
	cmd->in.u.manage_apbvt_entry.cqp = &b->cqp;
	cmd->in.u.manage_apbvt_entry.info.port = port;
	cmd->in.u.manage_apbvt_entry.info.add = true;
	cmd->in.u.manage_apbvt_entry.scratch = cookie;
}

static u32 backlog(const struct bench *b)
{
	const struct list_head *entry;
	u32 n = 0;

	list_for_each(entry, &b->dev.cqp_cmd_head)
		n++;
	return n;
}

/* The device knows nothing of these until the doorbell is rung. */
static void fill_ring(struct bench *b)
{
	u32 port = 1000;

	while (!irdma_cqp_ring_full(&b->cqp))
		KUNIT_ASSERT_EQ(b->test, bench_apbvt_unrung(b, port++, 0xf11), 0);
}

static void drain_ring(struct bench *b, u32 count)
{
	irdma_sc_cqp_post_sq(&b->cqp);
	bench_run(b);
	while (count--)
		bench_take(b);
}

/* ---- at once and later ---- */

static void command_runs_at_once_when_nobody_waits(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct cqp_cmds_info *cmd = commands(b, 1);

	fill(b, cmd, 7, 0x70);
	KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, cmd), 0);
	KUNIT_EXPECT_EQ(test, backlog(b), 0U);
	KUNIT_EXPECT_EQ(test, bench_used(b), 1U);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x70), (u32)EMU_OK);
	KUNIT_EXPECT_TRUE(test, irdma_emu_apbvt_has(b->emu, 7));
	KUNIT_EXPECT_EQ(test, b->dev.cqp_cmd_stats[IRDMA_OP_MANAGE_APBVT_ENTRY], 1ULL);
	KUNIT_EXPECT_EQ(test, cmd->cqp_cmd_exec_status, 0);
}

static void full_ring_queues_and_the_bottom_half_posts_in_order(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct cqp_cmds_info *cmds = commands(b, COMMANDS_MAX);
	u32 ring = b->sq_entries - 1, i, seen = 0;
	struct bench_ring *was;

	fill_ring(b);
	was = bench_remember_ring(b);
	for (i = 0; i < COMMANDS_MAX; i++) {
		fill(b, &cmds[i], i, 0x100 + i);
		KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmds[i]), 0);
		KUNIT_EXPECT_EQ(test, backlog(b), i + 1);
	}
	bench_expect_ring(b, was);
	/* The bottom half has nothing to do while there is no room. */
	KUNIT_EXPECT_EQ(test, irdma_process_bh(&b->dev), 0);
	bench_expect_ring(b, was);

	drain_ring(b, ring);
	while (seen < COMMANDS_MAX) {
		u32 batch = min(ring, COMMANDS_MAX - seen);

		KUNIT_ASSERT_EQ(test, irdma_process_bh(&b->dev), 0);
		KUNIT_EXPECT_EQ(test, backlog(b), COMMANDS_MAX - seen - batch);
		KUNIT_EXPECT_EQ(test, bench_used(b), batch);
		bench_run(b);
		for (i = 0; i < batch; i++)
			KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x100ULL + seen + i);
		seen += batch;
	}
	bench_expect_no_completion(b);
}

static void nobody_overtakes_the_backlog(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct cqp_cmds_info *cmds = commands(b, 3);
	u32 i;

	fill_ring(b);
	for (i = 0; i < 2; i++) {
		fill(b, &cmds[i], i, 1 + i);
		KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmds[i]), 0);
	}
	drain_ring(b, b->sq_entries - 1);
	/* There is room now, and others wait. */
	fill(b, &cmds[2], 2, 3);
	KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmds[2]), 0);
	KUNIT_EXPECT_EQ(test, backlog(b), 3U);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
	KUNIT_ASSERT_EQ(test, irdma_process_bh(&b->dev), 0);
	bench_run(b);
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 1ULL + i);
}

static void batch_of_commands_is_one_doorbell(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct cqp_cmds_info *cmds = commands(b, 5);
	u64 doorbells = bench_counters(b)->doorbells;
	u32 i;

	for (i = 0; i < 5; i++) {
		fill(b, &cmds[i], i, 1 + i);
		cmds[i].post_sq = i == 4;
		KUNIT_EXPECT_FALSE(test, bench_step(b));
		KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmds[i]), 0);
	}
	bench_run(b);
	KUNIT_EXPECT_EQ(test, bench_counters(b)->doorbells - doorbells, 1ULL);
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 1ULL + i);
}

static void waiting_commands_can_be_taken_off(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct cqp_cmds_info *cmds = commands(b, 3);
	u32 i;

	KUNIT_EXPECT_NULL(test, irdma_remove_cqp_head(&b->dev));
	fill_ring(b);
	for (i = 0; i < 3; i++) {
		fill(b, &cmds[i], i, 1 + i);
		KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmds[i]), 0);
	}
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_PTR_EQ(test, irdma_remove_cqp_head(&b->dev), (void *)&cmds[i]);
	KUNIT_EXPECT_NULL(test, irdma_remove_cqp_head(&b->dev));
	KUNIT_EXPECT_EQ(test, backlog(b), 0U);
}

/* ---- commands that cannot be posted ---- */

struct unbuildable_case {
	const char *name;
	void (*spoil)(struct bench *b, struct cqp_cmds_info *cmd);
	int err;
};

static void spoil_code(struct bench *b, struct cqp_cmds_info *cmd)
{
	cmd->cqp_cmd = NO_SUCH_COMMAND;
}

static void spoil_code_more(struct bench *b, struct cqp_cmds_info *cmd)
{
	cmd->cqp_cmd = 0xff;
}

static void spoil_value(struct bench *b, struct cqp_cmds_info *cmd)
{
	cmd->cqp_cmd = IRDMA_OP_SUSPEND;
	cmd->in.u.suspend_resume.cqp = &b->cqp;
	cmd->in.u.suspend_resume.qp = bench_new_qp(b, U32_MAX);
}

static const struct unbuildable_case unbuildable[] = {
	{ "code without function", spoil_code, -EOPNOTSUPP }, { "code behind the last", spoil_code_more, -EOPNOTSUPP },
	{ "value that does not fit", spoil_value, -EINVAL },
};
KUNIT_ARRAY_PARAM_DESC(unbuildable, unbuildable, name);

static void unbuildable_command_fails_at_once(struct kunit *test)
{
	const struct unbuildable_case *c = test->param_value;
	struct bench *b = bench_start(test, IRDMA_GEN_2, BENCH_CCQ);
	struct bench_ring *was = bench_remember_ring(b);
	struct cqp_cmds_info *cmd = commands(b, 1);

	fill(b, cmd, 1, 1);
	c->spoil(b, cmd);
	KUNIT_EXPECT_EQ(test, irdma_process_cqp_cmd(&b->dev, cmd), c->err);
	KUNIT_EXPECT_EQ(test, backlog(b), 0U);
	bench_expect_ring(b, was);
}

/* Two bad ones, at the head and in the middle; the good ones go on in their order. */
static void cqp_t13_api_g02_fault_05_unbuildable_command_is_told_and_the_rest_goes_on(struct kunit *test)
{
	const struct unbuildable_case *c = test->param_value;
	struct bench *b = bench_start(test, IRDMA_GEN_2, BENCH_CCQ);
	struct cqp_cmds_info *cmds = commands(b, 5);
	u32 i;

	fill_ring(b);
	for (i = 0; i < 5; i++) {
		fill(b, &cmds[i], i, 1 + i);
		if (i == 0 || i == 2)
			c->spoil(b, &cmds[i]);
		KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmds[i]), 0);
	}
	drain_ring(b, b->sq_entries - 1);
	KUNIT_EXPECT_EQ(test, irdma_process_bh(&b->dev), c->err);
	KUNIT_EXPECT_EQ(test, backlog(b), 0U);
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_EQ(test, cmds[i].cqp_cmd_exec_status, i == 0 || i == 2 ? c->err : 0);
	bench_run(b);
	KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 2ULL);
	KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 4ULL);
	KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 5ULL);
	bench_expect_no_completion(b);
}

struct code_case {
	u8 code;
	const char *name;
};

static const struct code_case bad_codes[] = {
	{ 0, "0" }, { IRDMA_OP_MANAGE_VF_PBLE_BP, "VF PBLE" }, { IRDMA_OP_AH_MODIFY, "AH modify" },
	{ IRDMA_OP_WS_FAILOVER_START, "failover start" }, { IRDMA_OP_WS_FAILOVER_COMPLETE, "failover complete" },
	{ IRDMA_MAX_CQP_OPS, "first behind the end" }, { IRDMA_MAX_CQP_OPS + 1, "second behind the end" },
	{ 128, "128" }, { 255, "255" },
};
KUNIT_ARRAY_PARAM_DESC(code, bad_codes, name);

/* What lies behind the counters in the device structure is checked, too. */
static void cqp_t14_api_g01_unknown_code_is_refused_and_counts_within_bounds(struct kunit *test)
{
	const struct code_case *c = test->param_value;
	struct bench *b = bench_start(test, IRDMA_GEN_2, BENCH_CCQ);
	struct cqp_cmds_info *cmd = commands(b, 1);
	struct irdma_sc_dev *before = kunit_kzalloc(test, sizeof(*before), GFP_KERNEL);
	struct bench_ring *was = bench_remember_ring(b);
	size_t behind = offsetofend(struct irdma_sc_dev, cqp_cmd_stats);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, before);
	memcpy(before, &b->dev, sizeof(*before));
	fill(b, cmd, 1, 0);
	cmd->cqp_cmd = c->code;
	KUNIT_EXPECT_EQ(test, irdma_process_cqp_cmd(&b->dev, cmd), -EOPNOTSUPP);
	for (i = 0; i < IRDMA_MAX_CQP_OPS; i++)
		KUNIT_EXPECT_EQ(test, b->dev.cqp_cmd_stats[i], before->cqp_cmd_stats[i] + (i == c->code));
	KUNIT_EXPECT_MEMEQ(test, (u8 *)&b->dev + behind, (u8 *)before + behind, sizeof(*before) - behind);
	bench_expect_ring(b, was);
}

static void dead_cqp_refuses_instead_of_queueing(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_NO_ANSWER, .opcode = OP_DESTROY_CQ };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct cqp_cmds_info *cmd = commands(b, 1);

	bench_inject(b, &fault);
	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), -ETIMEDOUT);
	fill(b, cmd, 1, 1);
	KUNIT_EXPECT_EQ(test, irdma_process_cqp_cmd(&b->dev, cmd), -EIO);
	KUNIT_EXPECT_EQ(test, backlog(b), 0U);
}

/* The bottom half must not leave them waiting for ever either. */
static void backlog_of_a_dead_cqp_is_told(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct cqp_cmds_info *cmds = commands(b, 2);
	u32 i;

	fill_ring(b);
	for (i = 0; i < 2; i++) {
		fill(b, &cmds[i], i, 1 + i);
		KUNIT_ASSERT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmds[i]), 0);
	}
	drain_ring(b, b->sq_entries - 1);
	b->cqp.priv.dead = true;
	KUNIT_EXPECT_EQ(test, irdma_process_bh(&b->dev), -EIO);
	KUNIT_EXPECT_EQ(test, backlog(b), 0U);
	for (i = 0; i < 2; i++)
		KUNIT_EXPECT_EQ(test, cmds[i].cqp_cmd_exec_status, -EIO);
}

/* ---- the feature query, which polls registers ---- */

static void fill_query(struct bench *b, struct cqp_cmds_info *cmd, struct bench_memory *buffer)
{
	cmd->cqp_cmd = IRDMA_OP_QUERY_RDMA_FEATURES;
	cmd->in.u.query_rdma.cqp = &b->cqp;
	cmd->in.u.query_rdma.query_buff_mem.va = buffer->va;
	cmd->in.u.query_rdma.query_buff_mem.pa = buffer->pa;
	cmd->in.u.query_rdma.query_buff_mem.size = buffer->size;
}

/* The bench counts delays in atomic context: there may be none. */
static void cqp_t11_feature_query_waits_without_the_lock(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	struct cqp_cmds_info *cmd = commands(b, 1);
	u64 before = b->delays;

	fill_query(b, cmd, bench_alloc(b, PAGE_SIZE));
	KUNIT_EXPECT_EQ(test, irdma_process_cqp_cmd(&b->dev, cmd), 0);
	KUNIT_EXPECT_GT(test, b->delays, before);
	KUNIT_EXPECT_EQ(test, b->atomic_delays, 0ULL);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
	bench_check(b);
}

static void cqp_t11_api_g07_feature_query_is_refused_while_a_ccq_exists(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct bench_ring *was = bench_remember_ring(b);
	struct cqp_cmds_info *cmd = commands(b, 1);
	u64 before = b->delays;

	fill_query(b, cmd, bench_alloc(b, PAGE_SIZE));
	KUNIT_EXPECT_EQ(test, irdma_process_cqp_cmd(&b->dev, cmd), -EBUSY);
	KUNIT_EXPECT_EQ(test, b->delays, before);
	bench_expect_ring(b, was);
}

static void clear_error(struct bench *b)
{
	bench_write_reg(b, IRDMA_CQPTAIL, bench_read_reg(b, IRDMA_CQPTAIL) & ~TAIL_ERROR);
}

/* The flag of an earlier error, which the device takes back when the doorbell is rung, says nothing about the query. */
static void cqp_t10_feature_query_is_judged_by_the_state_after_its_doorbell(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	struct cqp_cmds_info *cmd = commands(b, 1);
	int err;

	fill_query(b, cmd, bench_alloc(b, PAGE_SIZE));
	bench_write_reg(b, IRDMA_CQPTAIL, bench_read_reg(b, IRDMA_CQPTAIL) | TAIL_ERROR);
	bench_watch(b, (const void __force *)b->dev.cqp_db, sizeof(u32), clear_error);
	err = irdma_process_cqp_cmd(&b->dev, cmd);
	bench_unwatch(b);
	KUNIT_EXPECT_EQ(test, err, 0);
	KUNIT_EXPECT_FALSE(test, b->cqp.priv.dead);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
}

static void fault_09_feature_query_works_again_without_ccq(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct cqp_cmds_info *cmd = commands(b, 1);

	fill_query(b, cmd, bench_alloc(b, PAGE_SIZE));
	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), 0);
	KUNIT_EXPECT_EQ(test, irdma_process_cqp_cmd(&b->dev, cmd), 0);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
}

/* ---- progress ---- */

static void fault_06_progress_is_any_completion(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_cqp_timeout timeout = { .compl_cqp_cmds = bench_completed(b) };
	u32 n;

	irdma_check_cqp_progress(&timeout, &b->dev);
	KUNIT_EXPECT_EQ(test, timeout.count, 0U);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 1), 0);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 2, 2), 0);
	for (n = 1; n <= 3; n++) {
		irdma_check_cqp_progress(&timeout, &b->dev);
		KUNIT_EXPECT_EQ(test, timeout.count, n);
	}
	bench_run(b);
	/* Not when the device has answered, but when somebody took the answer. */
	irdma_check_cqp_progress(&timeout, &b->dev);
	KUNIT_EXPECT_EQ(test, timeout.count, 4U);
	bench_take(b);
	irdma_check_cqp_progress(&timeout, &b->dev);
	KUNIT_EXPECT_EQ(test, timeout.count, 0U);
	irdma_check_cqp_progress(&timeout, &b->dev);
	KUNIT_EXPECT_EQ(test, timeout.count, 1U);
	bench_take(b);
	irdma_check_cqp_progress(&timeout, &b->dev);
	irdma_check_cqp_progress(&timeout, &b->dev);
	KUNIT_EXPECT_EQ(test, timeout.count, 0U);
}

static void fault_06_silence_reaches_the_threshold_and_no_earlier(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_NO_ANSWER, .opcode = OP_APBVT };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_cqp_timeout timeout = { .compl_cqp_cmds = bench_completed(b) };
	u32 slices = 0;

	bench_inject(b, &fault);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 1), 0);
	while (timeout.count < CQP_TIMEOUT_THRESHOLD && slices < 2 * CQP_TIMEOUT_THRESHOLD) {
		bench_run(b);
		bench_expect_no_completion(b);
		irdma_check_cqp_progress(&timeout, &b->dev);
		slices++;
	}
	KUNIT_EXPECT_EQ(test, slices, (u32)CQP_TIMEOUT_THRESHOLD);
	/* 5 s in slices of 10 ms. */
	KUNIT_EXPECT_EQ(test, CQP_TIMEOUT_THRESHOLD * b->dev.hw_attrs.max_cqp_compl_wait_time_ms, 5000U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(command_runs_at_once_when_nobody_waits, bench_all_gen_params),
	KUNIT_CASE_PARAM(full_ring_queues_and_the_bottom_half_posts_in_order, bench_all_gen_params),
	KUNIT_CASE_PARAM(nobody_overtakes_the_backlog, bench_all_gen_params),
	KUNIT_CASE_PARAM(batch_of_commands_is_one_doorbell, bench_all_gen_params),
	KUNIT_CASE_PARAM(waiting_commands_can_be_taken_off, bench_all_gen_params),
	KUNIT_CASE_PARAM(unbuildable_command_fails_at_once, unbuildable_gen_params),
	KUNIT_CASE_PARAM(cqp_t13_api_g02_fault_05_unbuildable_command_is_told_and_the_rest_goes_on,
			 unbuildable_gen_params),
	KUNIT_CASE_PARAM(cqp_t14_api_g01_unknown_code_is_refused_and_counts_within_bounds, code_gen_params),
	KUNIT_CASE_PARAM(dead_cqp_refuses_instead_of_queueing, bench_all_gen_params),
	KUNIT_CASE_PARAM(backlog_of_a_dead_cqp_is_told, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t11_feature_query_waits_without_the_lock, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t11_api_g07_feature_query_is_refused_while_a_ccq_exists, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t10_feature_query_is_judged_by_the_state_after_its_doorbell, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_09_feature_query_works_again_without_ccq, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_06_progress_is_any_completion, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_06_silence_reaches_the_threshold_and_no_earlier, bench_all_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_command",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
