// SPDX-License-Identifier: GPL-2.0
/*
 * The device runs by itself, in a thread: bring-up and tear-down against it, and several submitters and a consumer that
 * share one CQP.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/spinlock.h>

#include "fixture.h"

#define SUBMITTERS 2
#define COMMANDS_EACH 150
#define COMMANDS (SUBMITTERS * COMMANDS_EACH)
#define PATIENCE (20 * HZ)

static void bring_up_and_tear_down(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_DEVICE);
	int round;

	bench_start_thread(b);
	for (round = 0; round < 3; round++) {
		memset(b->ccq_ring->va, 0, b->ccq_ring->size);
		memset(b->shadow->va, 0, b->shadow->size);
		KUNIT_ASSERT_EQ(test, bench_init_cqp(b), 0);
		KUNIT_ASSERT_EQ(test, bench_create_cqp(b), 0);
		KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
		KUNIT_ASSERT_EQ(test, irdma_sc_ccq_create(&b->ccq, 0, true, true), 0);
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, round, 0x11), 0);
		KUNIT_EXPECT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_APBVT, NULL), 0);
		KUNIT_ASSERT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0, true), 0);
		KUNIT_ASSERT_EQ(test, irdma_sc_cqp_destroy(&b->cqp), 0);
	}
	bench_stop_thread(b);
	KUNIT_EXPECT_FALSE(test, irdma_emu_cqp_running(b->emu));
}

struct submitter {
	struct bench *b;
	struct cqp_cmds_info *cmds;
	u32 number;
	u32 failed;
	struct completion done;
};

static u16 port_of(u32 submitter, u32 i)
{
	return submitter * COMMANDS_EACH + i;
}

static int submit(void *data)
{
	struct submitter *s = data;
	u32 i;

	for (i = 0; i < COMMANDS_EACH; i++) {
		struct cqp_cmds_info *cmd = &s->cmds[i];
		u16 port = port_of(s->number, i);

		cmd->cqp_cmd = IRDMA_OP_MANAGE_APBVT_ENTRY;
		cmd->post_sq = 1;
		cmd->in.u.manage_apbvt_entry.cqp = &s->b->cqp;
		cmd->in.u.manage_apbvt_entry.info.port = port;
		cmd->in.u.manage_apbvt_entry.info.add = true;
		/* Not 0, and no two the same. */
		cmd->in.u.manage_apbvt_entry.scratch = 1 + port;
		if (irdma_process_cqp_cmd(&s->b->dev, cmd))
			s->failed++;
		if (i % 32 == 0)
			usleep_range(20, 200);
	}
	complete(&s->done);
	while (!kthread_should_stop())
		usleep_range(200, 500);
	return 0;
}

/*
 * Takes what has completed and lets the backlog follow, until all have or time is up. No assertions: the threads must
 * be stopped first.
 */
static u32 consume(struct bench *b, u8 *seen)
{
	unsigned long end = jiffies + PATIENCE;
	struct irdma_ccq_cqe_info info;
	u32 taken = 0;

	while (taken < COMMANDS && time_before(jiffies, end)) {
		int err = irdma_sc_ccq_get_cqe_info(&b->ccq, &info);

		if (err == -ENOENT) {
			usleep_range(20, 100);
			continue;
		}
		KUNIT_EXPECT_EQ(b->test, err, 0);
		KUNIT_EXPECT_FALSE(b->test, info.error);
		if (info.scratch >= 1 && info.scratch <= COMMANDS)
			seen[info.scratch - 1]++;
		taken++;
		KUNIT_EXPECT_EQ(b->test, irdma_process_bh(&b->dev), 0);
	}
	return taken;
}

static void start_submitters(struct bench *b, struct submitter *submitters, struct task_struct **threads)
{
	u32 i;

	for (i = 0; i < SUBMITTERS; i++) {
		submitters[i].b = b;
		submitters[i].number = i;
		init_completion(&submitters[i].done);
		submitters[i].cmds = kunit_kcalloc(b->test, COMMANDS_EACH, sizeof(struct cqp_cmds_info), GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(b->test, submitters[i].cmds);
	}
	for (i = 0; i < SUBMITTERS; i++) {
		threads[i] = kthread_run(submit, &submitters[i], "irdma_kunit_submit%u", i);
		if (IS_ERR(threads[i]))
			threads[i] = NULL;
	}
}

/* A slot handed out while the device still owns it would lose a command or finish one twice. */
static void fault_04_slots_are_claimed_and_retired_concurrently(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct submitter *submitters = kunit_kcalloc(test, SUBMITTERS, sizeof(*submitters), GFP_KERNEL);
	u8 *seen = kunit_kzalloc(test, COMMANDS, GFP_KERNEL);
	struct task_struct *threads[SUBMITTERS];
	u32 i, taken;

	KUNIT_ASSERT_NOT_NULL(test, submitters);
	KUNIT_ASSERT_NOT_NULL(test, seen);
	bench_start_thread(b);
	start_submitters(b, submitters, threads);
	taken = consume(b, seen);
	for (i = 0; i < SUBMITTERS; i++) {
		KUNIT_EXPECT_NOT_NULL(test, threads[i]);
		if (threads[i])
			kthread_stop(threads[i]);
	}
	bench_stop_thread(b);

	KUNIT_EXPECT_EQ(test, taken, (u32)COMMANDS);
	for (i = 0; i < COMMANDS; i++) {
		KUNIT_EXPECT_EQ(test, seen[i], 1);
		KUNIT_EXPECT_TRUE(test, irdma_emu_apbvt_has(b->emu, i));
	}
	for (i = 0; i < SUBMITTERS; i++)
		KUNIT_EXPECT_EQ(test, submitters[i].failed, 0U);
	KUNIT_EXPECT_EQ(test, bench_counters(b)->commands, 1ULL + COMMANDS);
	KUNIT_EXPECT_EQ(test, b->dev.cqp_cmd_stats[IRDMA_OP_MANAGE_APBVT_ENTRY], (u64)COMMANDS);
	bench_expect_no_completion(b);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(bring_up_and_tear_down, bench_all_gen_params),
	KUNIT_CASE_PARAM(fault_04_slots_are_claimed_and_retired_concurrently, bench_all_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_running",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
