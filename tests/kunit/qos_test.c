// SPDX-License-Identifier: GPL-2.0
/* Priorities of a VSI: lists of queue pairs, the map of user priorities, commands in batches. */
#include "objects.h"

#define QPS 6

static struct irdma_l2params classes(void)
{
	struct irdma_l2params params = { .mtu = 1500, .num_tc = 2 };
	int i;

	for (i = 0; i < IRDMA_MAX_USER_PRIORITY; i++) {
		params.up2tc[i] = i / 4;
		params.qs_handle_list[i] = 40 + i;
	}
	return params;
}

/* The scheduler's commands go through the driver's requests, which a bench does not have. */
static int add_leaf(struct irdma_sc_vsi *vsi, u8 pri)
{
	vsi->qos[pri].valid = true;
	return 0;
}

static void init_vsi(struct bench *b)
{
	struct irdma_l2params params = classes();
	struct irdma_vsi_init_info info = { .dev = &b->dev, .params = &params };

	memset(&b->vsi, 0, sizeof(b->vsi));
	irdma_sc_vsi_init(&b->vsi, &info);
	b->dev.ws_add = add_leaf;
}

/* Nobody else has the bench, so no lock is needed. */
static u32 listed(struct bench *b, u8 pri)
{
	struct irdma_qos *qos = &b->vsi.qos[pri];
	struct irdma_sc_qp *qp = NULL;
	u32 n = 0;

	while ((qp = irdma_get_qp_from_list(&qos->qplist, qp)))
		n++;
	return n;
}

/* objects trap 24: a QP leaves the list it is on, whatever its priority says by then. */
static void objects_t24_a_qp_leaves_the_list_it_joined(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_qp *qp[QPS];
	int i;

	init_vsi(b);
	for (i = 0; i < QPS; i++) {
		qp[i] = bench_new_qp(b, 10 + i);
		qp[i]->user_pri = 3;
		irdma_qp_add_qos(qp[i]);
		KUNIT_EXPECT_TRUE(test, qp[i]->on_qoslist);
	}
	KUNIT_EXPECT_EQ(test, listed(b, 3), (u32)QPS);
	for (i = 0; i < QPS; i++) {
		qp[i]->user_pri = 6;
		irdma_qp_rem_qos(qp[i]);
		irdma_qp_rem_qos(qp[i]);	/* twice is harmless */
		KUNIT_EXPECT_EQ(test, listed(b, 3), (u32)(QPS - 1 - i));
	}
	KUNIT_EXPECT_EQ(test, listed(b, 6), 0U);
}

static void a_priority_that_does_not_exist_has_no_list(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_qp *qp = bench_new_qp(b, 10);

	init_vsi(b);
	qp->user_pri = IRDMA_MAX_USER_PRIORITY;
	irdma_qp_add_qos(qp);
	KUNIT_EXPECT_FALSE(test, qp->on_qoslist);
}

static void map_of_priorities_reaches_the_device(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_up_info info = { .map = { 0, 1, 2, 3, 4, 5, 6, 7 } };

	KUNIT_ASSERT_EQ(test, irdma_sc_set_up_map(&b->cqp, &info, 0x71), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x71), (u32)EMU_OK);
}

/* A batch is one ring of the doorbell, its end the completion of each; one QP that fails stops no other. */
static void a_batch_rings_once_and_loses_no_answer(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_sc_qp *qp[QPS];
	u32 failed = 0, done = 0, rung;
	int i;

	for (i = 0; i < QPS; i++) {
		qp[i] = bench_new_qp(b, 10 + i);
		if (i != 2)
			bench_create_qp(b, qp[i]);
	}
	b->expected_violations = 1;
	rung = bench_read_reg(b, IRDMA_CQPDB);
	irdma_sc_cqp_cork(&b->cqp);
	for (i = 0; i < QPS; i++) {
		KUNIT_ASSERT_EQ(test, irdma_sc_suspend_qp(&b->cqp, qp[i], 0x100 + i), 0);
		KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CQPDB), rung);
	}
	irdma_sc_cqp_uncork(&b->cqp);
	KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CQPDB), b->cqp.sq_ring.head);
	bench_run(b);
	for (i = 0; i < QPS; i++) {
		struct irdma_ccq_cqe_info cqe = bench_take(b);

		KUNIT_EXPECT_EQ(test, cqe.scratch, 0x100ULL + i);
		failed += cqe.error;
		done += !cqe.error;
	}
	KUNIT_EXPECT_EQ(test, failed, 1U);
	KUNIT_EXPECT_EQ(test, done, (u32)(QPS - 1));
	for (i = 0; i < QPS; i++)
		KUNIT_EXPECT_EQ(test, irdma_emu_qp_suspended(b->emu, 10 + i), i != 2);
	bench_expect_no_completion(b);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(objects_t24_a_qp_leaves_the_list_it_joined, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_priority_that_does_not_exist_has_no_list, bench_all_gen_params),
	KUNIT_CASE_PARAM(map_of_priorities_reaches_the_device, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_batch_rings_once_and_loses_no_answer, bench_all_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_qos",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
