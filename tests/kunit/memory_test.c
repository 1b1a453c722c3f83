// SPDX-License-Identifier: GPL-2.0
/* Memory keys: regions, windows, fast registration. */
#include "objects.h"

#define INDEX 0x21
#define KEY 0x12
#define STAG(index, key) ((u32)(index) << 8 | (key))
#define AE_UNALLOCATED 0x0102
#define AE_INVALID 0x0103
#define AE_WRONG_PD 0x0105
#define AE_WRONG_KEY 0x0106

static void region_is_registered_and_deallocated(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_reg_ns_stag_info info = object_region(b, INDEX);
	u32 stag = STAG(INDEX, KEY);

	KUNIT_EXPECT_EQ(test, irdma_emu_stag_status(b->emu, stag, OBJECT_PD), (u16)AE_UNALLOCATED);
	KUNIT_ASSERT_EQ(test, object_register(b, &info), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_stag_status(b->emu, stag, OBJECT_PD), (u16)0);
	KUNIT_EXPECT_EQ(test, irdma_emu_stag_status(b->emu, stag ^ 1, OBJECT_PD), (u16)AE_WRONG_KEY);
	KUNIT_EXPECT_EQ(test, irdma_emu_stag_status(b->emu, stag, OBJECT_PD + 1), (u16)AE_WRONG_PD);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, INDEX, OBJECT_PD, true), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_count(b->emu, IRDMA_EMU_STAG), 0U);
}

static void a_key_is_used_once(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_reg_ns_stag_info info = object_region(b, INDEX);

	KUNIT_ASSERT_EQ(test, object_register(b, &info), (u32)EMU_OK);
	b->expected_violations = 1;
	KUNIT_EXPECT_EQ(test, object_register(b, &info), (u32)EMU_ID_IN_USE);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, INDEX, OBJECT_PD, true), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, INDEX, OBJECT_PD, true), (u32)EMU_UNKNOWN_ID);
}

static void deallocation_names_the_region_as_it_was_made(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_reg_ns_stag_info info = object_region(b, 0x5a0000 | INDEX);

	KUNIT_ASSERT_EQ(test, object_register(b, &info), (u32)EMU_OK);
	b->expected_violations = 3;
	/* Other driver bits, another PD, a window. */
	KUNIT_EXPECT_EQ(test, object_dealloc(b, 0x3c0000 | INDEX, OBJECT_PD, true), (u32)EMU_KEY_MISMATCH);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, info.stag_idx, OBJECT_PD + 1, true), (u32)EMU_WRONG_PD);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, info.stag_idx, OBJECT_PD, false), (u32)EMU_BAD_VALUE);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, info.stag_idx, OBJECT_PD, true), (u32)EMU_OK);
}

/* The PD of an iWARP QP comes with its connection, so there only RoCE can bind. */
static const void *roce_gen_params(const void *prev, char *desc)
{
	return bench_all_gen_params(prev ?: bench_all_gen_params(NULL, desc), desc);
}

static void a_region_with_a_bound_window_stays(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_reg_ns_stag_info info = object_region(b, INDEX);
	struct irdma_mw_alloc_info window = { .mw_stag_index = INDEX + 1, .pd_id = OBJECT_PD };
	struct irdma_sc_cq *cq = object_cq(b, 7);
	struct irdma_sc_qp *qp = object_qp(b, 9, cq, NULL);

	KUNIT_ASSERT_EQ(test, object_create_cq(b, cq), (u32)EMU_OK);
	KUNIT_ASSERT_EQ(test, object_create_qp(b, qp), (u32)EMU_OK);
	KUNIT_ASSERT_EQ(test, object_register(b, &info), (u32)EMU_OK);
	KUNIT_ASSERT_EQ(test, irdma_sc_mw_alloc(&b->dev, &window, 0x51, true), 0);
	KUNIT_ASSERT_EQ(test, bench_answer(b, 0x51), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_stag_status(b->emu, STAG(INDEX + 1, 0), OBJECT_PD), (u16)AE_INVALID);
	KUNIT_ASSERT_EQ(test, irdma_emu_bind_window(b->emu, 9, STAG(INDEX + 1, 3), STAG(INDEX, KEY)), (u16)0);
	KUNIT_EXPECT_EQ(test, irdma_emu_stag_status(b->emu, STAG(INDEX + 1, 3), OBJECT_PD), (u16)0);
	b->expected_violations = 1;
	KUNIT_EXPECT_EQ(test, object_dealloc(b, INDEX, OBJECT_PD, true), (u32)EMU_IN_USE);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, INDEX + 1, OBJECT_PD, false), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, INDEX, OBJECT_PD, true), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_qp(b, qp), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_destroy_cq(b, cq), (u32)EMU_OK);
}

static void a_key_for_fast_registration_is_not_valid_yet(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_allocate_stag_info info = {
		.total_len = SZ_1M, .stag_idx = INDEX, .page_size = SZ_4K, .pd_id = OBJECT_PD,
		.access_rights = IRDMA_ACCESS_FLAGS_LOCALREAD,
	};

	KUNIT_ASSERT_EQ(test, irdma_sc_alloc_stag(&b->dev, &info, 0x52, true), 0);
	KUNIT_ASSERT_EQ(test, bench_answer(b, 0x52), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_stag_status(b->emu, STAG(INDEX, 0), OBJECT_PD), (u16)AE_INVALID);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, INDEX, OBJECT_PD, true), (u32)EMU_OK);
}

/* objects traps 14, 17: what the device lacks, or is not its business, does not reach it. */
static void values_the_device_lacks_are_refused(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_reg_ns_stag_info info = object_region(b, INDEX);
	struct bench_ring *ring = bench_remember_ring(b);

	info.page_size = SZ_32K;
	KUNIT_EXPECT_EQ(test, irdma_sc_mr_reg_non_shared(&b->dev, &info, 1, true), -EINVAL);
	info = object_region(b, INDEX);
	info.total_len = BIT_ULL(46);
	KUNIT_EXPECT_EQ(test, irdma_sc_mr_reg_non_shared(&b->dev, &info, 1, true), -EINVAL);
	info = object_region(b, INDEX);
	info.total_len = 0;
	KUNIT_EXPECT_EQ(test, irdma_sc_mr_reg_non_shared(&b->dev, &info, 1, true), -EINVAL);
	info = object_region(b, INDEX);
	info.stag_idx = BIT(24);
	KUNIT_EXPECT_EQ(test, irdma_sc_mr_reg_non_shared(&b->dev, &info, 1, true), -EINVAL);
	bench_expect_ring(b, ring);
	info = object_region(b, INDEX);
	info.access_rights |= IRDMA_ACCESS_FLAGS_ZERO_BASED;
	KUNIT_EXPECT_EQ(test, object_register(b, &info), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, object_dealloc(b, INDEX, OBJECT_PD, true), (u32)EMU_OK);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(region_is_registered_and_deallocated, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_key_is_used_once, bench_all_gen_params),
	KUNIT_CASE_PARAM(deallocation_names_the_region_as_it_was_made, bench_all_gen_params),
	KUNIT_CASE_PARAM(a_region_with_a_bound_window_stays, roce_gen_params),
	KUNIT_CASE_PARAM(a_key_for_fast_registration_is_not_valid_yet, bench_all_gen_params),
	KUNIT_CASE_PARAM(values_the_device_lacks_are_refused, bench_all_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_memory",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
