// SPDX-License-Identifier: GPL-2.0
/* The CQP ring: slots, wrap-around, polarity, doorbells, register polling. */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/spinlock.h>

#include "fixture.h"

#define TAIL_ERROR BIT(31)

struct ring_case {
	u8 generation;
	u32 entries;
	const char *name;
};

static const struct ring_case rings[] = {
	{ 1, 4, "gen1, 4" }, { 1, 8, "gen1, 8" }, { 2, 4, "gen2, 4" }, { 2, 8, "gen2, 8" }, { 3, 4, "gen3, 4" },
	{ 3, 8, "gen3, 8" }, { 2, 64, "gen2, 64" },
};
KUNIT_ARRAY_PARAM_DESC(ring, rings, name);

static struct bench *start_ring(struct kunit *test, enum bench_stage stage)
{
	const struct ring_case *c = test->param_value;

	return bench_start_sized(test, c->generation, stage, c->entries);
}

/* ---- slots and polarity ---- */

static void ring_wraps_with_its_polarity(struct kunit *test)
{
	struct bench *b = start_ring(test, BENCH_CCQ);
	u32 i, first = b->cqp.sq_ring.head;

	for (i = first; i < 4 * b->sq_entries + 1; i++) {
		u32 slot = i % b->sq_entries;
		bool polarity = i / b->sq_entries % 2 == 0;

		KUNIT_ASSERT_EQ(test, bench_apbvt(b, i, 0x1000 + i), 0);
		KUNIT_EXPECT_EQ(test, bench_word(b, slot, WQE_HEADER) >> 63, (u64)polarity);
		KUNIT_EXPECT_EQ(test, bench_answer(b, 0x1000 + i), (u32)EMU_OK);
		KUNIT_EXPECT_TRUE(test, irdma_emu_apbvt_has(b->emu, i));
	}
}

static void full_rings_wrap_with_their_polarity(struct kunit *test)
{
	struct bench *b = start_ring(test, BENCH_CCQ);
	u32 i, round, port = 0;

	for (round = 0; round < 5; round++) {
		for (i = 0; i < b->sq_entries - 1; i++)
			KUNIT_ASSERT_EQ(test, bench_apbvt_unrung(b, port + i, 1 + port + i), 0);
		KUNIT_EXPECT_TRUE(test, irdma_cqp_ring_full(&b->cqp));
		irdma_sc_cqp_post_sq(&b->cqp);
		/* The CCQ holds fewer entries than the largest ring. */
		for (i = 0; i < b->sq_entries - 1; i++) {
			if (i % 16 == 0 || b->sq_entries <= 16)
				while (bench_counters(b)->completions < 1 + port + min(i + 16, b->sq_entries - 1))
					KUNIT_ASSERT_TRUE(test, bench_step(b));
			KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 1ULL + port + i);
		}
		KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
		port += b->sq_entries - 1;
	}
	KUNIT_EXPECT_EQ(test, bench_counters(b)->commands, (u64)port + 1);
}

static void full_ring_refuses_and_writes_nothing(struct kunit *test)
{
	struct bench *b = start_ring(test, BENCH_CCQ);
	struct irdma_qhash_table_info hash = { .vsi = &b->vsi, .entry_type = IRDMA_QHASH_TYPE_TCP_SYN };
	struct irdma_sc_qp *qp = bench_new_qp(b, 3);
	struct irdma_create_qp_info create = {};
	struct bench_ring *was;
	u32 i, idx = 99;

	KUNIT_EXPECT_FALSE(test, irdma_cqp_ring_full(&b->cqp));
	for (i = 0; i < b->sq_entries - 1; i++)
		KUNIT_ASSERT_EQ(test, bench_apbvt_unrung(b, i, 1 + i), 0);
	KUNIT_EXPECT_TRUE(test, irdma_cqp_ring_full(&b->cqp));

	was = bench_remember_ring(b);
	KUNIT_EXPECT_EQ(test, bench_apbvt(b, 4711, 0xbad), -ENOMEM);
	KUNIT_EXPECT_EQ(test, irdma_sc_manage_qhash_table_entry(&b->cqp, &hash, 0xbad, true), -ENOMEM);
	KUNIT_EXPECT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp, 0xbad), -ENOMEM);
	KUNIT_EXPECT_EQ(test, irdma_sc_resume_qp(&b->cqp, qp, 0xbad), -ENOMEM);
	KUNIT_EXPECT_EQ(test, irdma_sc_qp_create(qp, &create, 0xbad, true), -ENOMEM);
	KUNIT_EXPECT_EQ(test, irdma_sc_ccq_destroy(&b->ccq, 0xbad, false), -ENOMEM);
	KUNIT_EXPECT_NULL(test, irdma_sc_cqp_get_next_send_wqe_idx(&b->cqp, 0xbad, &idx));
	KUNIT_EXPECT_EQ(test, idx, 99U);
	bench_expect_ring(b, was);
}

struct batch_case {
	u8 generation;
	u32 commands;
	u32 before;	/* commands that ran earlier, so that the batch starts elsewhere */
	const char *name;
};

static const struct batch_case batches[] = {
	{ 1, 1, 0, "gen1, 1" }, { 1, 5, 0, "gen1, 5" }, { 1, 7, 0, "gen1, all 7" }, { 2, 2, 0, "gen2, 2" },
	{ 2, 7, 0, "gen2, all 7" }, { 2, 7, 4, "gen2, 7 over the end" }, { 2, 7, 12, "gen2, 7 in the second round" },
	{ 3, 5, 0, "gen3, 5" }, { 3, 7, 5, "gen3, 7 over the end" },
};
KUNIT_ARRAY_PARAM_DESC(batch, batches, name);

static void batch_is_one_doorbell_and_n_completions(struct kunit *test)
{
	const struct batch_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);
	const struct irdma_emu_counters *counters = bench_counters(b);
	u64 doorbells, completions;
	u32 i;

	for (i = 0; i < c->before; i++) {
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1000 + i, 9), 0);
		KUNIT_ASSERT_EQ(test, bench_answer(b, 9), (u32)EMU_OK);
	}
	doorbells = counters->doorbells;
	completions = counters->completions;
	for (i = 0; i < c->commands; i++) {
		KUNIT_ASSERT_EQ(test, bench_apbvt_unrung(b, i, 0x100 + i), 0);
		KUNIT_EXPECT_FALSE(test, bench_step(b));
	}
	KUNIT_EXPECT_EQ(test, counters->doorbells, doorbells);
	KUNIT_EXPECT_EQ(test, counters->completions, completions);
	bench_expect_no_completion(b);

	irdma_sc_cqp_post_sq(&b->cqp);
	bench_run(b);
	KUNIT_EXPECT_EQ(test, counters->doorbells - doorbells, 1ULL);
	KUNIT_EXPECT_EQ(test, counters->completions - completions, (u64)c->commands);
	for (i = 0; i < c->commands; i++) {
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x100ULL + i);
		KUNIT_EXPECT_TRUE(test, irdma_emu_apbvt_has(b->emu, i));
	}
	bench_expect_no_completion(b);
}

static void expect_doorbells(struct bench *b, u64 before, u64 rung)
{
	bench_run(b);
	KUNIT_EXPECT_EQ(b->test, bench_counters(b)->doorbells - before, rung);
}

static void corked_commands_are_one_doorbell(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	u64 before = bench_counters(b)->doorbells;
	u32 i;

	irdma_sc_cqp_cork(&b->cqp);
	for (i = 0; i < 5; i++) {
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, i, 0x100 + i), 0);
		expect_doorbells(b, before, 0);
	}
	/* The inner cork does not end the batch. */
	irdma_sc_cqp_cork(&b->cqp);
	irdma_sc_cqp_uncork(&b->cqp);
	expect_doorbells(b, before, 0);
	irdma_sc_cqp_uncork(&b->cqp);
	expect_doorbells(b, before, 1);
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x100ULL + i);

	/* Nothing posted, nothing rung; then each command rings again. */
	irdma_sc_cqp_cork(&b->cqp);
	irdma_sc_cqp_uncork(&b->cqp);
	expect_doorbells(b, before, 1);
	for (i = 0; i < 3; i++) {
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, 10 + i, 0x200), 0);
		expect_doorbells(b, before, 2 + i);
	}
}

/* Waiting for the uncork with a full ring would be waiting for ever. */
static void full_ring_is_rung_under_the_cork(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	u64 before = bench_counters(b)->doorbells;
	u32 i;

	irdma_sc_cqp_cork(&b->cqp);
	for (i = 0; i < b->sq_entries - 1; i++)
		KUNIT_ASSERT_EQ(test, bench_apbvt(b, i, 0x300 + i), 0);
	KUNIT_EXPECT_TRUE(test, irdma_cqp_ring_full(&b->cqp));
	expect_doorbells(b, before, 1);
	for (i = 0; i < b->sq_entries - 1; i++)
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x300ULL + i);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 99, 0x3ff), 0);
	expect_doorbells(b, before, 1);
	irdma_sc_cqp_uncork(&b->cqp);
	expect_doorbells(b, before, 2);
	KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x3ffULL);
}

/* ---- T1: when a slot looks valid ---- */

static struct {
	u32 slot;
	u32 writes;
	u64 at_first_write[WQE_WORDS];
} watched;

static void header_was_written(struct bench *b)
{
	int i;

	if (watched.writes++)
		return;
	for (i = 0; i < WQE_WORDS; i++)
		watched.at_first_write[i] = bench_word(b, watched.slot, i);
}

/*
 * The processor reports each store to the header word: there is exactly one, the body is complete by then, and so in
 * no pass can the device meet a slot that looks valid and is not.
 */
static void cqp_t01_header_not_valid_while_building(struct kunit *test)
{
	struct bench *b = start_ring(test, BENCH_CCQ);
	u32 i;

	for (i = b->cqp.sq_ring.head; i < 3 * b->sq_entries; i++) {
		struct irdma_qhash_table_info hash = {
			.vsi = &b->vsi, .manage = IRDMA_QHASH_MANAGE_TYPE_ADD,
			.entry_type = IRDMA_QHASH_TYPE_TCP_SYN, .ipv4_valid = true, .dest_ip = { 0xc0000201 },
			.dest_port = i, .qp_num = 77, .mac_addr = { 2, 3, 4, 5, 6, 7 },
		};
		u32 slot = i % b->sq_entries, w;
		int err;

		watched.slot = slot;
		watched.writes = 0;
		bench_watch(b, (const __le64 *)b->sq->va + slot * WQE_WORDS + WQE_HEADER, sizeof(__le64),
			    header_was_written);
		err = irdma_sc_manage_qhash_table_entry(&b->cqp, &hash, 0x11, true);
		bench_unwatch(b);
		KUNIT_ASSERT_EQ(test, err, 0);
		KUNIT_EXPECT_EQ(test, watched.writes, 1U);
		for (w = 0; w < WQE_WORDS; w++)
			KUNIT_EXPECT_EQ(test, watched.at_first_write[w], bench_word(b, slot, w));
		KUNIT_EXPECT_NE(test, bench_word(b, slot, 0), 0ULL);
		KUNIT_ASSERT_EQ(test, bench_answer(b, 0x11), (u32)EMU_OK);
	}
}

/* Builders outside the control path get a cleared slot, which must not look valid either. */
static void cqp_t01_claimed_slot_does_not_look_valid(struct kunit *test)
{
	struct bench *b = start_ring(test, BENCH_CQP);
	u32 i, w;

	for (i = 0; i < 3 * b->sq_entries; i++) {
		u32 slot = i % b->sq_entries, idx = 99;
		u64 valid = i / b->sq_entries % 2 == 0 ? WQE_VALID : 0;
		const __le64 *wqe;

		/* The device has taken all earlier ones. */
		b->cqp.sq_ring.tail = b->cqp.sq_ring.head;
		b->cqp.completed_ops.counter = b->cqp.requested_ops;
		wqe = irdma_sc_cqp_get_next_send_wqe_idx(&b->cqp, 0x22, &idx);
		KUNIT_ASSERT_PTR_EQ(test, (const void *)wqe, b->sq->va + slot * sizeof(struct irdma_cqp_quanta));
		KUNIT_EXPECT_EQ(test, idx, slot);
		KUNIT_EXPECT_EQ(test, b->cqp.scratch_array[slot], 0x22ULL);
		for (w = 0; w < WQE_WORDS; w++)
			KUNIT_EXPECT_EQ(test, bench_word(b, slot, w), w == WQE_HEADER ? valid ^ WQE_VALID : 0ULL);
	}
}

/* ---- register polling ---- */

static void register_polling_retires_one_command(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	u32 val, tail, error, i;

	/* Over the end of the ring: the tail register wraps, too. */
	for (i = 0; i < 2 * b->sq_entries + 3; i++) {
		KUNIT_ASSERT_EQ(test, bench_apbvt_unrung(b, i, 0), 0);
		irdma_get_cqp_reg_info(&b->cqp, &val, &tail, &error);
		KUNIT_EXPECT_EQ(test, tail, i % b->sq_entries);
		KUNIT_EXPECT_EQ(test, error, 0U);
		irdma_sc_cqp_post_sq(&b->cqp);
		KUNIT_ASSERT_EQ(test, irdma_cqp_poll_registers(&b->cqp, tail, b->dev.hw_attrs.max_done_count), 0);
		KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
		bench_check(b);
	}
}

static void cqp_t08_api_g06_register_error_marks_the_cqp_dead(struct kunit *test)
{
	const struct irdma_emu_fault fault = {
		.kind = IRDMA_EMU_FAULT_REGISTER, .opcode = OP_APBVT, .major = 1, .minor = 2
	};
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	struct bench_ring *was;
	u32 idx;

	bench_inject(b, &fault);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0), 0);
	KUNIT_EXPECT_EQ(test, irdma_cqp_poll_registers(&b->cqp, 0, 100), -EIO);
	KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CQPTAIL), (u32)TAIL_ERROR);
	KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CQPERRCODES), 0x00010002U);
	KUNIT_EXPECT_TRUE(test, b->cqp.priv.dead);

	was = bench_remember_ring(b);
	KUNIT_EXPECT_EQ(test, bench_apbvt(b, 2, 0), -EIO);
	KUNIT_EXPECT_NULL(test, irdma_sc_cqp_get_next_send_wqe_idx(&b->cqp, 0, &idx));
	bench_expect_ring(b, was);
}

static void cqp_t08_api_g06_silence_marks_the_cqp_dead(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_NO_ANSWER, .opcode = OP_APBVT };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	u64 before = b->delays;
	struct bench_ring *was;

	bench_inject(b, &fault);
	KUNIT_ASSERT_EQ(test, bench_apbvt(b, 1, 0), 0);
	KUNIT_EXPECT_EQ(test, irdma_cqp_poll_registers(&b->cqp, 0, 100), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, b->delays - before, 100ULL);
	KUNIT_EXPECT_TRUE(test, b->cqp.priv.dead);
	was = bench_remember_ring(b);
	KUNIT_EXPECT_EQ(test, bench_apbvt(b, 2, 0), -EIO);
	bench_expect_ring(b, was);

	/* A new life begins with a new initialisation. */
	KUNIT_ASSERT_EQ(test, irdma_sc_cqp_destroy(&b->cqp), 0);
	KUNIT_ASSERT_EQ(test, bench_init_cqp(b), 0);
	KUNIT_ASSERT_EQ(test, bench_create_cqp(b), 0);
	KUNIT_EXPECT_EQ(test, bench_apbvt(b, 2, 0), 0);
	bench_run(b);
	KUNIT_EXPECT_TRUE(test, irdma_emu_apbvt_has(b->emu, 2));
}

/* ---- T34: direct calls take the lock ---- */

#define LOCK_PATIENCE_NS (5ULL * NSEC_PER_SEC)

struct lock_holder {
	struct bench *b;
	bool held, called;
	u64 requested_before, requested_after;
};

/* Spins until the flag is set; false: it was not within some seconds. */
static bool spin_for(const bool *flag)
{
	u64 end = ktime_get_ns() + LOCK_PATIENCE_NS;

	/* Pairs with the stores below. */
	while (!smp_load_acquire(flag)) {
		if (ktime_get_ns() > end)
			return false;
		cpu_relax();
	}
	return true;
}

static int hold_lock(void *data)
{
	struct lock_holder *holder = data;
	spinlock_t *lock = (spinlock_t *)holder->b->dev.cqp_lock.storage;
	unsigned long flags;

	spin_lock_irqsave(lock, flags);
	holder->requested_before = READ_ONCE(holder->b->cqp.requested_ops);
	/* Pairs with spin_for(). */
	smp_store_release(&holder->held, true);
	spin_for(&holder->called);
	/* Time enough for a caller that does not wait. */
	mdelay(5);
	holder->requested_after = READ_ONCE(holder->b->cqp.requested_ops);
	spin_unlock_irqrestore(lock, flags);
	while (!kthread_should_stop())
		usleep_range(50, 100);
	return 0;
}

static void run_against_held_lock(struct kunit *test, struct bench *b, int (*call)(struct bench *b))
{
	struct lock_holder *holder = kunit_kzalloc(test, sizeof(*holder), GFP_KERNEL);
	struct task_struct *thread;
	bool held;
	int cpu, err;

	KUNIT_ASSERT_NOT_NULL(test, holder);
	holder->b = b;
	thread = kthread_create(hold_lock, holder, "irdma_kunit_lock");
	KUNIT_ASSERT_FALSE(test, IS_ERR(thread));
	/* The holder has interrupts off and must not share our processor. */
	cpu = get_cpu();
	kthread_bind(thread, cpumask_any_but(cpu_online_mask, cpu));
	wake_up_process(thread);
	held = spin_for(&holder->held);
	/* Pairs with spin_for(). */
	smp_store_release(&holder->called, true);
	err = call(b);
	put_cpu();
	kthread_stop(thread);
	KUNIT_EXPECT_TRUE(test, held);
	KUNIT_EXPECT_EQ(test, err, 0);
	KUNIT_EXPECT_EQ(test, holder->requested_after, holder->requested_before);
	KUNIT_EXPECT_EQ(test, b->cqp.requested_ops, holder->requested_before + 1);
}

static int create_unrung(struct bench *b)
{
	return irdma_sc_ccq_create(&b->ccq, 0, true, false);
}

static int destroy_unrung(struct bench *b)
{
	return irdma_sc_ccq_destroy(&b->ccq, 0, false);
}

static void cqp_t34_ccq_create_and_destroy_take_the_lock(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);

	if (num_online_cpus() < 2)
		kunit_skip(test, "needs two processors");
	KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
	run_against_held_lock(test, b, create_unrung);
	irdma_sc_cqp_post_sq(&b->cqp);
	KUNIT_ASSERT_EQ(test, irdma_sc_ccq_create_done(&b->ccq), 0);
	run_against_held_lock(test, b, destroy_unrung);
}

/* ---- sizes ---- */

struct encoding_case {
	enum irdma_queue_type type;
	u32 entries;
	u8 code;
	const char *name;
};

static const struct encoding_case encodings[] = {
	{ IRDMA_QUEUE_TYPE_CQP, 4, 1, "CQP 4" }, { IRDMA_QUEUE_TYPE_CQP, 8, 2, "CQP 8" },
	{ IRDMA_QUEUE_TYPE_CQP, 2048, 10, "CQP 2048" }, { IRDMA_QUEUE_TYPE_CQP, 0, 1, "CQP 0" },
	{ IRDMA_QUEUE_TYPE_SQ_RQ, 4, 0, "SQ 4" }, { IRDMA_QUEUE_TYPE_SQ_RQ, 32768, 13, "SQ 32768" },
	{ IRDMA_QUEUE_TYPE_SQ_RQ, 1, 0, "SQ 1" }, { IRDMA_QUEUE_TYPE_SRQ, 8, 0, "SRQ 8" },
	{ IRDMA_QUEUE_TYPE_SRQ, 262144, 15, "SRQ 262144" }, { IRDMA_QUEUE_TYPE_SRQ, 1, 0, "SRQ 1" },
};
KUNIT_ARRAY_PARAM_DESC(encoding, encodings, name);

static void sizes_are_encoded(struct kunit *test)
{
	const struct encoding_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, irdma_get_encoded_wqe_size(c->entries, c->type), c->code);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(ring_wraps_with_its_polarity, ring_gen_params),
	KUNIT_CASE_PARAM(full_rings_wrap_with_their_polarity, ring_gen_params),
	KUNIT_CASE_PARAM(full_ring_refuses_and_writes_nothing, ring_gen_params),
	KUNIT_CASE_PARAM(batch_is_one_doorbell_and_n_completions, batch_gen_params),
	KUNIT_CASE_PARAM(corked_commands_are_one_doorbell, bench_all_gen_params),
	KUNIT_CASE_PARAM(full_ring_is_rung_under_the_cork, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t01_header_not_valid_while_building, ring_gen_params),
	KUNIT_CASE_PARAM(cqp_t01_claimed_slot_does_not_look_valid, ring_gen_params),
	KUNIT_CASE_PARAM(register_polling_retires_one_command, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t08_api_g06_register_error_marks_the_cqp_dead, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t08_api_g06_silence_marks_the_cqp_dead, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t34_ccq_create_and_destroy_take_the_lock, bench_all_gen_params),
	KUNIT_CASE_PARAM(sizes_are_encoded, encoding_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_cqp_ring",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
