// SPDX-License-Identifier: GPL-2.0
/*
 * Commands the device answers twice (gen3): an interim entry that releases the slot, and later the final word, which is
 * an event for deferred commands and another entry for pending ones. The emulated device does not do this, so that
 * the tests write the entries themselves; the device's doorbell is not rung for these commands.
 */
#include "fixture.h"

static struct bench *start(struct kunit *test)
{
	return bench_start(test, IRDMA_GEN_3, BENCH_CCQ);
}

/* The device would wonder about the consumer index: it knows nothing of the entries. */
static void no_step(struct bench *b)
{
}

static u32 post(struct bench *b, u64 cookie)
{
	u32 slot = b->cqp.sq_ring.head;

	KUNIT_ASSERT_EQ(b->test, bench_apbvt_unrung(b, 1, cookie), 0);
	return slot;
}

/* Posts a command and lets the device answer that it will be finished later. */
static struct irdma_ccq_cqe_info post_and_delay(struct bench *b, u64 cookie, u32 info, u16 minor)
{
	u32 slot = post(b, cookie);

	bench_put_cqe(b, &(struct bench_cqe){ .slot = slot, .info = info, .minor = minor });
	return bench_take(b);
}

static void put_final(struct bench *b, u32 slot, u32 id, u32 result)
{
	bench_put_cqe(b, &(struct bench_cqe){ .slot = slot, .info = id, .result = result, .flags = CQE_FINAL });
}

/* The event for a ticket: collects the cookies of the commands it finishes, as the event handler does. */
static u32 event(struct bench *b, u32 ticket, u64 *cookies, u32 room)
{
	struct irdma_aeqe_info ae = { .def_info = ticket };
	u32 software_ticket = 0, n = 0;
	bool first = true;
	u64 cookie;

	for (;;) {
		irdma_sc_cqp_def_cmpl_ae_handler(&b->dev, &ae, first, &cookie, &software_ticket);
		bench_check(b);
		if (!cookie)
			return n;
		first = false;
		KUNIT_ASSERT_LT(b->test, n, room);
		cookies[n++] = cookie;
	}
}

/* ---- pending: finished by another entry ---- */

static void pending_command_ends_with_its_final_entry(struct kunit *test)
{
	struct bench *b = start(test);
	struct irdma_ccq_cqe_info info;
	u64 completed = bench_completed(b);

	info = post_and_delay(b, 0x51, 9, MINOR_PENDING);
	KUNIT_EXPECT_TRUE(test, info.pending);
	KUNIT_EXPECT_FALSE(test, info.error);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x51ULL);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 1U);
	KUNIT_EXPECT_EQ(test, bench_completed(b), completed);

	put_final(b, 1, 9, 77);
	info = bench_take(b);
	KUNIT_EXPECT_FALSE(test, info.pending);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x51ULL);
	KUNIT_EXPECT_EQ(test, info.op_ret_val, 77U);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 0U);
	KUNIT_EXPECT_EQ(test, bench_completed(b), completed + 1);
}

static void final_entry_may_be_an_error(struct kunit *test)
{
	struct bench *b = start(test);
	struct irdma_ccq_cqe_info info;

	post_and_delay(b, 0x51, 9, MINOR_PENDING);
	bench_put_cqe(b, &(struct bench_cqe){ .slot = 1, .info = 9, .flags = CQE_FINAL | CQE_ERROR, .major = 0xffff,
					      .minor = 0x8002 });
	info = bench_take(b);
	KUNIT_EXPECT_TRUE(test, info.error);
	KUNIT_EXPECT_EQ(test, info.maj_err_code, 0xffff);
	KUNIT_EXPECT_EQ(test, info.min_err_code, 0x8002);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x51ULL);
}

/* The slot has gone to another command by then. */
static void cqp_t20_opcode_is_that_of_the_pending_command(struct kunit *test)
{
	struct bench *b = start(test);
	struct irdma_sc_qp *qp = bench_new_qp(b, 3);
	struct irdma_create_qp_info create = {};
	u32 slot = b->cqp.sq_ring.head, i;

	post_and_delay(b, 0x51, 9, MINOR_PENDING);
	for (i = 0; i < b->sq_entries; i++) {
		u32 other = b->cqp.sq_ring.head;

		KUNIT_ASSERT_EQ(test, irdma_sc_qp_create(qp, &create, 0x99, false), 0);
		bench_put_cqe(b, &(struct bench_cqe){ .slot = other });
		KUNIT_EXPECT_EQ(test, bench_take(b).op_code, OP_CREATE_QP);
	}
	KUNIT_ASSERT_EQ(test, bench_word(b, slot, WQE_HEADER) & WQE_OPCODE, (u64)OP_CREATE_QP << 32);
	put_final(b, slot, 9, 0);
	KUNIT_EXPECT_EQ(test, bench_take(b).op_code, OP_APBVT);
}

static void final_entries_find_their_commands_in_any_order(struct kunit *test)
{
	static const u32 order[] = { 2, 0, 3, 1 };
	struct bench *b = start(test);
	u32 i;

	for (i = 0; i < 4; i++)
		post_and_delay(b, 0x60 + i, 100 + i, MINOR_PENDING);
	for (i = 0; i < 4; i++) {
		put_final(b, 1 + order[i], 100 + order[i], 0);
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 0x60ULL + order[i]);
	}
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 0U);
}

static void fault_07_final_entry_for_nobody_touches_nothing(struct kunit *test)
{
	struct bench *b = start(test);
	struct irdma_ccq_cqe_info info;
	int err;

	post_and_delay(b, 0x51, 9, MINOR_PENDING);
	put_final(b, 1, 8, 0);
	memset(&info, 0xff, sizeof(info));
	err = irdma_sc_ccq_get_cqe_info(&b->ccq, &info);
	/* Skipped, or handed over without a request. */
	KUNIT_EXPECT_TRUE(test, err == -EBADMSG || (err == 0 && info.scratch == 0));
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 1U);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
	/* It counts as completed, though it belongs to nobody; see the specification. */
	b->ring_disturbed = true;
	bench_expect_no_completion(b);
}

static void cqp_t12_api_g05_polling_waits_for_the_final_entry(struct kunit *test)
{
	struct bench *b = start(test);
	struct irdma_ccq_cqe_info info;
	u32 slot = post(b, 0x61);

	bench_put_cqe(b, &(struct bench_cqe){ .slot = slot, .info = 3, .minor = MINOR_PENDING });
	put_final(b, slot, 3, 5);
	KUNIT_ASSERT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_APBVT, &info), 0);
	KUNIT_EXPECT_EQ(test, info.op_ret_val, 5U);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x61ULL);
	KUNIT_EXPECT_FALSE(test, info.pending);
	bench_check(b);
}

static void cqp_t12_api_g05_interim_answer_alone_is_not_the_end(struct kunit *test)
{
	struct bench *b = start(test);
	u32 slot = post(b, 0x61);

	b->dev.hw_attrs.max_done_count = 1;
	b->on_delay = no_step;
	bench_put_cqe(b, &(struct bench_cqe){ .slot = slot, .info = 3, .minor = MINOR_PENDING });
	KUNIT_EXPECT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_APBVT, NULL), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 1U);
}

/* The pending flag of one entry does not stick to the next. */
static void cqp_t12_api_g04_pending_is_not_carried_over(struct kunit *test)
{
	struct bench *b = start(test);
	struct irdma_ccq_cqe_info info;
	u32 foreign = post(b, 0x71), slot;
	struct irdma_sc_qp *qp = bench_new_qp(b, 3);
	struct irdma_create_qp_info create = {};

	slot = b->cqp.sq_ring.head;
	KUNIT_ASSERT_EQ(test, irdma_sc_qp_create(qp, &create, 0x72, false), 0);
	bench_put_cqe(b, &(struct bench_cqe){ .slot = foreign, .info = 3, .minor = MINOR_PENDING });
	bench_put_cqe(b, &(struct bench_cqe){ .slot = slot });
	KUNIT_ASSERT_EQ(test, irdma_sc_poll_for_cqp_op_done(&b->cqp, OP_CREATE_QP, &info), 0);
	KUNIT_EXPECT_FALSE(test, info.pending);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x72ULL);
}

/* ---- deferred: finished by an event ---- */

static void deferred_command_ends_with_its_event(struct kunit *test)
{
	struct bench *b = start(test);
	struct irdma_ccq_cqe_info info;
	u64 cookies[2];

	info = post_and_delay(b, 0x81, 4, MINOR_DEFERRED);
	KUNIT_EXPECT_TRUE(test, info.pending);
	KUNIT_EXPECT_EQ(test, bench_used(b), 0U);
	KUNIT_EXPECT_EQ(test, event(b, 5, cookies, 2), 0U);
	KUNIT_EXPECT_EQ(test, event(b, 4, cookies, 2), 1U);
	KUNIT_EXPECT_EQ(test, cookies[0], 0x81ULL);
	KUNIT_EXPECT_EQ(test, event(b, 4, cookies, 2), 0U);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 0U);
}

struct ticket_case {
	const char *name;
	u32 ticket[4];		/* of the four commands, in their order */
	u32 event;
	u32 finished;		/* commands that this event finishes */
};

static const struct ticket_case tickets[] = {
	{ "all of one", { 5, 5, 5, 5 }, 5, 4 },
	{ "two of one, then two of another", { 5, 5, 6, 6 }, 5, 2 },
	{ "the other two", { 5, 5, 6, 6 }, 6, 2 },
	{ "one among others", { 4, 5, 6, 7 }, 6, 1 },
	{ "ticket 0", { 0, 0, 1, 1 }, 0, 2 },
	{ "none", { 4, 5, 6, 7 }, 8, 0 },
};
KUNIT_ARRAY_PARAM_DESC(ticket, tickets, name);

static void cqp_t17_fault_11_one_event_finishes_all_commands_of_its_ticket(struct kunit *test)
{
	const struct ticket_case *c = test->param_value;
	struct bench *b = start(test);
	u64 completed = bench_completed(b);
	u64 cookies[8];
	u32 i, n = 0;

	for (i = 0; i < 4; i++)
		KUNIT_ASSERT_TRUE(test, post_and_delay(b, 0x90 + i, c->ticket[i], MINOR_DEFERRED).pending);
	KUNIT_ASSERT_EQ(test, event(b, c->event, cookies, 8), c->finished);
	for (i = 0; i < 4; i++)
		if (c->ticket[i] == c->event)
			KUNIT_EXPECT_EQ(test, cookies[n++], 0x90ULL + i);
	KUNIT_EXPECT_EQ(test, bench_completed(b) - completed, (u64)c->finished);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 4 - c->finished);
	/* Once, and no others. */
	KUNIT_EXPECT_EQ(test, event(b, c->event, cookies, 8), 0U);
}

static void cqp_t18_tickets_are_compared_at_18_bits(struct kunit *test)
{
	struct bench *b = start(test);
	u64 cookies[2];

	post_and_delay(b, 0xa1, 0x30007, MINOR_DEFERRED);
	KUNIT_EXPECT_EQ(test, event(b, 0x00007, cookies, 2), 0U);
	KUNIT_EXPECT_EQ(test, event(b, 0x10007, cookies, 2), 0U);
	KUNIT_EXPECT_EQ(test, event(b, 0x30007, cookies, 2), 1U);
	/* The entry carries 32 bits, the event the lower 18 of them. */
	post_and_delay(b, 0xa2, 0x12330007, MINOR_DEFERRED);
	KUNIT_EXPECT_EQ(test, event(b, 0x30007, cookies, 2), 1U);
	KUNIT_EXPECT_EQ(test, cookies[0], 0xa2ULL);
}

static void event_does_not_finish_pending_commands(struct kunit *test)
{
	struct bench *b = start(test);
	u64 cookies[2];

	post_and_delay(b, 0xb1, 4, MINOR_PENDING);
	KUNIT_EXPECT_EQ(test, event(b, 4, cookies, 2), 0U);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 1U);
}

/* ---- limits and clean-up ---- */

struct kind_case {
	u16 minor;
	const char *name;
};

static const struct kind_case kinds[] = { { MINOR_DEFERRED, "deferred" }, { MINOR_PENDING, "pending" } };
KUNIT_ARRAY_PARAM_DESC(kind, kinds, name);

static void cqp_t16_api_g12_command_without_free_element_fails(struct kunit *test)
{
	const struct kind_case *c = test->param_value;
	struct bench *b = start(test);
	struct irdma_ccq_cqe_info info;
	u64 completed = bench_completed(b);
	u32 i;

	for (i = 0; i < b->sq_entries; i++)
		KUNIT_ASSERT_TRUE(test, post_and_delay(b, 0xc0 + i, i, c->minor).pending);
	info = post_and_delay(b, 0xcf, 99, c->minor);
	KUNIT_EXPECT_FALSE(test, info.pending);
	KUNIT_EXPECT_TRUE(test, info.error);
	KUNIT_EXPECT_EQ(test, info.scratch, 0xcfULL);
	KUNIT_EXPECT_EQ(test, bench_completed(b), completed + 1);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), b->sq_entries);
}

static void cqp_t16_api_g11_without_elements_every_such_command_fails(struct kunit *test)
{
	const struct kind_case *c = test->param_value;
	struct bench *b = bench_start(test, IRDMA_GEN_3, BENCH_DEVICE);
	struct irdma_ccq_cqe_info info;

	b->cqp_info.ooo_op_array = NULL;
	KUNIT_ASSERT_EQ(test, bench_init_cqp(b), 0);
	KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
	info = post_and_delay(b, 0xd1, 1, c->minor);
	KUNIT_EXPECT_FALSE(test, info.pending);
	KUNIT_EXPECT_TRUE(test, info.error);
	KUNIT_EXPECT_EQ(test, info.scratch, 0xd1ULL);
}

static void elements_are_used_again(struct kunit *test)
{
	struct bench *b = start(test);
	u64 cookies[2];
	u32 i;

	for (i = 0; i < 3 * b->sq_entries; i++) {
		KUNIT_ASSERT_TRUE(test, post_and_delay(b, 1 + i, i, MINOR_DEFERRED).pending);
		KUNIT_EXPECT_EQ(test, event(b, i, cookies, 2), 1U);
		KUNIT_EXPECT_EQ(test, cookies[0], 1ULL + i);
	}
}

/* A command nobody waits for has cookie 0. It ends neither the event's loop nor the clean-up's. */
static void cqp_t19_api_g13_cookie_0_does_not_end_the_event(struct kunit *test)
{
	struct bench *b = start(test);
	u64 cookies[4];

	post_and_delay(b, 0xe1, 7, MINOR_DEFERRED);
	post_and_delay(b, 0, 7, MINOR_DEFERRED);
	post_and_delay(b, 0xe3, 7, MINOR_DEFERRED);
	KUNIT_EXPECT_EQ(test, event(b, 7, cookies, 4), 2U);
	KUNIT_EXPECT_EQ(test, cookies[0], 0xe1ULL);
	KUNIT_EXPECT_EQ(test, cookies[1], 0xe3ULL);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 0U);
}

static void cqp_t19_api_g13_fault_03_cookie_0_does_not_end_the_cleanup(struct kunit *test)
{
	struct bench *b = start(test);

	post_and_delay(b, 0, 1, MINOR_DEFERRED);
	post_and_delay(b, 0xf1, 2, MINOR_DEFERRED);
	post_and_delay(b, 0, 3, MINOR_PENDING);
	post_and_delay(b, 0xf2, 4, MINOR_PENDING);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_cleanup_handler(&b->dev), 0xf1ULL);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_cleanup_handler(&b->dev), 0xf2ULL);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_cleanup_handler(&b->dev), 0ULL);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 0U);
	bench_check(b);
}

/* Every command the ring holds gets both answers before the first is read. */
static void fault_08_both_answers_of_all_commands_fit(struct kunit *test)
{
	struct bench *b = start(test);
	u32 commands = b->sq_entries - 1, slot[BENCH_SQ_ENTRIES], i;

	/* As the driver sizes it: twice the ring, and two. */
	KUNIT_EXPECT_EQ(test, IW_GEN_3_CCQ_SIZE, 2 * IRDMA_CQP_SW_SQSIZE_2048 + 2);
	KUNIT_ASSERT_GE(test, b->ccq_info.num_elem, 2 * b->sq_entries + 2);
	for (i = 0; i < commands; i++)
		slot[i] = post(b, 1 + i);
	for (i = 0; i < commands; i++)
		bench_put_cqe(b, &(struct bench_cqe){ .slot = slot[i], .info = i, .minor = MINOR_PENDING });
	for (i = 0; i < commands; i++)
		put_final(b, slot[i], i, i);
	for (i = 0; i < commands; i++)
		KUNIT_EXPECT_TRUE(test, bench_take(b).pending);
	for (i = 0; i < commands; i++)
		KUNIT_EXPECT_EQ(test, bench_take(b).scratch, 1ULL + i);
	bench_expect_no_completion(b);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 0U);
}

/* Minor codes 6 and 7 are nothing special before gen3, nor with an error. */
static void other_entries_with_these_codes_are_final(struct kunit *test)
{
	const struct kind_case *c = test->param_value;
	struct bench *b = bench_start(test, IRDMA_GEN_2, BENCH_CCQ);
	u32 slot = post(b, 0x11);
	struct irdma_ccq_cqe_info info;

	bench_put_cqe(b, &(struct bench_cqe){ .slot = slot, .info = 3, .minor = c->minor });
	info = bench_take(b);
	KUNIT_EXPECT_FALSE(test, info.pending);
	KUNIT_EXPECT_EQ(test, info.min_err_code, c->minor);
	KUNIT_EXPECT_EQ(test, info.scratch, 0x11ULL);
}

static void error_with_these_codes_is_final(struct kunit *test)
{
	const struct kind_case *c = test->param_value;
	struct bench *b = start(test);
	u32 slot = post(b, 0x11);
	struct irdma_ccq_cqe_info info;

	bench_put_cqe(b, &(struct bench_cqe){ .slot = slot, .info = 3, .minor = c->minor, .major = 1,
					      .flags = CQE_ERROR });
	info = bench_take(b);
	KUNIT_EXPECT_FALSE(test, info.pending);
	KUNIT_EXPECT_TRUE(test, info.error);
	KUNIT_EXPECT_EQ(test, bench_tracked(b), 0U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(pending_command_ends_with_its_final_entry),
	KUNIT_CASE(final_entry_may_be_an_error),
	KUNIT_CASE(cqp_t20_opcode_is_that_of_the_pending_command),
	KUNIT_CASE(final_entries_find_their_commands_in_any_order),
	KUNIT_CASE(fault_07_final_entry_for_nobody_touches_nothing),
	KUNIT_CASE(cqp_t12_api_g05_polling_waits_for_the_final_entry),
	KUNIT_CASE(cqp_t12_api_g05_interim_answer_alone_is_not_the_end),
	KUNIT_CASE(cqp_t12_api_g04_pending_is_not_carried_over),
	KUNIT_CASE(deferred_command_ends_with_its_event),
	KUNIT_CASE_PARAM(cqp_t17_fault_11_one_event_finishes_all_commands_of_its_ticket, ticket_gen_params),
	KUNIT_CASE(cqp_t18_tickets_are_compared_at_18_bits),
	KUNIT_CASE(event_does_not_finish_pending_commands),
	KUNIT_CASE_PARAM(cqp_t16_api_g12_command_without_free_element_fails, kind_gen_params),
	KUNIT_CASE_PARAM(cqp_t16_api_g11_without_elements_every_such_command_fails, kind_gen_params),
	KUNIT_CASE(elements_are_used_again),
	KUNIT_CASE(cqp_t19_api_g13_cookie_0_does_not_end_the_event),
	KUNIT_CASE(cqp_t19_api_g13_fault_03_cookie_0_does_not_end_the_cleanup),
	KUNIT_CASE(fault_08_both_answers_of_all_commands_fit),
	KUNIT_CASE_PARAM(other_entries_with_these_codes_are_final, kind_gen_params),
	KUNIT_CASE_PARAM(error_with_these_codes_is_final, kind_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_deferred",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
