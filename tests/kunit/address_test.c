// SPDX-License-Identifier: GPL-2.0
/* Tables of MAC addresses: neighbours (ARP), the function's own; and the work scheduler's nodes. */
#include "objects.h"

#define MAC 0x025056ab1234ULL

static const u8 mac_bytes[IRDMA_ETH_ALEN] = { 0x02, 0x50, 0x56, 0xab, 0x12, 0x34 };

static u32 add_arp(struct bench *b, u16 index, const u8 *mac)
{
	struct irdma_add_arp_cache_entry_info info = { .arp_index = index, .permanent = true };

	memcpy(info.mac_addr, mac, sizeof(info.mac_addr));
	KUNIT_ASSERT_EQ(b->test, irdma_sc_add_arp_cache_entry(&b->cqp, &info, 0x61, true), 0);
	return bench_answer(b, 0x61);
}

static u32 del_arp(struct bench *b, u16 index)
{
	KUNIT_ASSERT_EQ(b->test, irdma_sc_del_arp_cache_entry(&b->cqp, 0x62, index, true), 0);
	return bench_answer(b, 0x62);
}

static void neighbour_is_added_and_deleted(struct kunit *test)
{
	static const u8 multicast[IRDMA_ETH_ALEN] = { 1, 0, 0x5e };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);

	b->expected_violations = 1;
	KUNIT_EXPECT_EQ(test, del_arp(b, 5), (u32)EMU_NO_ENTRY);
	KUNIT_EXPECT_EQ(test, add_arp(b, 5, multicast), (u32)EMU_BAD_VALUE);
	KUNIT_EXPECT_EQ(test, add_arp(b, 5, mac_bytes), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_mac(b->emu, IRDMA_EMU_ARP, 5), MAC);
	KUNIT_EXPECT_EQ(test, add_arp(b, 5, mac_bytes), (u32)EMU_DUPLICATE_ENTRY);
	KUNIT_EXPECT_EQ(test, del_arp(b, 5), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, del_arp(b, 5), (u32)EMU_NO_ENTRY);
	KUNIT_EXPECT_EQ(test, irdma_emu_count(b->emu, IRDMA_EMU_ARP), 0U);
	/* Twelve bits: more is not sent. */
	KUNIT_EXPECT_EQ(test, irdma_sc_del_arp_cache_entry(&b->cqp, 1, 4096, true), -EINVAL);
}

static void local_mac_is_allocated_filled_and_freed(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CCQ);
	struct irdma_local_mac_entry_info info = {};
	struct irdma_ccq_cqe_info done;

	memcpy(info.mac_addr, mac_bytes, sizeof(info.mac_addr));
	KUNIT_ASSERT_EQ(test, irdma_sc_alloc_local_mac_entry(&b->cqp, 0x63, true), 0);
	bench_run(b);
	done = bench_take(b);
	KUNIT_ASSERT_FALSE(test, done.error);
	info.entry_idx = done.op_ret_val;
	KUNIT_EXPECT_TRUE(test, irdma_emu_exists(b->emu, IRDMA_EMU_MAC, info.entry_idx));
	KUNIT_EXPECT_EQ(test, irdma_emu_mac(b->emu, IRDMA_EMU_MAC, info.entry_idx), 0ULL);
	KUNIT_ASSERT_EQ(test, irdma_sc_add_local_mac_entry(&b->cqp, &info, 0x64, true), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x64), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_mac(b->emu, IRDMA_EMU_MAC, info.entry_idx), MAC);
	KUNIT_ASSERT_EQ(test, irdma_sc_del_local_mac_entry(&b->cqp, 0x65, info.entry_idx, 0, true), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x65), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_count(b->emu, IRDMA_EMU_MAC), 0U);
	b->expected_violations = 1;
	KUNIT_ASSERT_EQ(test, irdma_sc_add_local_mac_entry(&b->cqp, &info, 0x66, true), 0);
	KUNIT_EXPECT_EQ(test, bench_answer(b, 0x66), (u32)EMU_UNKNOWN_ID);
}

/* ---- work scheduler, gen2 ---- */

static u32 ws(struct bench *b, u16 id, u16 parent, bool leaf, enum irdma_ws_node_op op)
{
	struct irdma_ws_node_info info = {
		.id = id, .vsi = 3, .parent_id = parent, .enable = true, .prio_type = IRDMA_PRIO_WEIGHTED_RR,
		.weight = 1, .type_leaf = leaf,
	};

	KUNIT_ASSERT_EQ(b->test, irdma_sc_manage_ws_node(&b->cqp, &info, op, 0x67), 0);
	return bench_answer(b, 0x67);
}

static void scheduler_tree_grows_from_its_root_and_shrinks_from_its_leaves(struct kunit *test)
{
	struct bench *b = bench_start(test, IRDMA_GEN_2, BENCH_CCQ);

	b->expected_violations = 3;
	KUNIT_EXPECT_EQ(test, ws(b, 1, 0, false, IRDMA_ADD_NODE), (u32)EMU_UNKNOWN_ID);
	KUNIT_EXPECT_EQ(test, ws(b, 0, 0, false, IRDMA_ADD_NODE), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, ws(b, 1, 0, false, IRDMA_ADD_NODE), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, ws(b, 2, 1, true, IRDMA_ADD_NODE), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_count(b->emu, IRDMA_EMU_WS_NODE), 3U);
	KUNIT_EXPECT_EQ(test, ws(b, 1, 0, false, IRDMA_DEL_NODE), (u32)EMU_IN_USE);
	KUNIT_EXPECT_EQ(test, ws(b, 2, 1, true, IRDMA_DEL_NODE), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, ws(b, 2, 1, true, IRDMA_DEL_NODE), (u32)EMU_UNKNOWN_ID);
	KUNIT_EXPECT_EQ(test, ws(b, 1, 0, false, IRDMA_DEL_NODE), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, ws(b, 0, 0, false, IRDMA_DEL_NODE), (u32)EMU_OK);
	KUNIT_EXPECT_EQ(test, irdma_emu_count(b->emu, IRDMA_EMU_WS_NODE), 0U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(neighbour_is_added_and_deleted, bench_all_gen_params),
	KUNIT_CASE_PARAM(local_mac_is_allocated_filled_and_freed, bench_all_gen_params),
	KUNIT_CASE(scheduler_tree_grows_from_its_root_and_shrinks_from_its_leaves),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_address",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
