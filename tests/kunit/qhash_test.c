// SPDX-License-Identifier: GPL-2.0
/* The quad hash table, and the table of accelerated TCP ports (APBVT). */
#include "fixture.h"

#define PRIORITY 5	/* its queue set in the bench is 5, too */

static const u32 local_v4[4] = { 0xc0000201 };
static const u32 remote_v4[4] = { 0xc6336407 };
static const u32 local_v6[4] = { 0x20010db8, 0x11112222, 0x33334444, 0x00000001 };
static const u32 remote_v6[4] = { 0x20010db8, 0x55556666, 0x77778888, 0x00000002 };

static const struct {
	enum irdma_quad_entry_type type;
	const char *name;
} types[] = {
	{ IRDMA_QHASH_TYPE_TCP_ESTABLISHED, "tcp-established" }, { IRDMA_QHASH_TYPE_TCP_SYN, "tcp-syn" },
	{ IRDMA_QHASH_TYPE_UDP_UNICAST, "udp-unicast" }, { IRDMA_QHASH_TYPE_UDP_MCAST, "udp-multicast" },
	{ IRDMA_QHASH_TYPE_ROCE_MCAST, "roce-multicast" }, { IRDMA_QHASH_TYPE_ROCEV2_HW, "rocev2" },
};

struct quad {
	u8 generation;
	u8 type;	/* index in types */
	bool ipv4;
	bool vlan;
};

#define FAMILIES 2
#define VLANS 2
#define GENERATIONS 3

/* All combinations, in an order that makes the number the case. */
static struct quad quads[GENERATIONS * ARRAY_SIZE(types) * FAMILIES * VLANS];

static const void *quad_gen_params(const void *prev, char *desc)
{
	u32 i = prev ? (const struct quad *)prev - quads + 1 : 0;
	struct quad *quad = &quads[i];

	if (i >= ARRAY_SIZE(quads))
		return NULL;
	quad->vlan = i % VLANS;
	quad->ipv4 = i / VLANS % FAMILIES == 0;
	quad->type = i / VLANS / FAMILIES % ARRAY_SIZE(types);
	quad->generation = 1 + i / VLANS / FAMILIES / ARRAY_SIZE(types);
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "gen%u, %s, %s%s", quad->generation, types[quad->type].name,
		 quad->ipv4 ? "IPv4" : "IPv6", quad->vlan ? ", VLAN" : "");
	return quad;
}

static struct irdma_qhash_table_info fill(struct bench *b, const struct quad *quad)
{
	struct irdma_qhash_table_info info = {
		.vsi = &b->vsi,
		.manage = IRDMA_QHASH_MANAGE_TYPE_ADD,
		.entry_type = types[quad->type].type,
		.vlan_valid = quad->vlan,
		.ipv4_valid = quad->ipv4,
		.mac_addr = { 0x02, 0x50, 0x56, 0xab, 0x12, 0x34 },
		/* Without VLAN the caller's id means nothing and must not reach the device. */
		.vlan_id = 0x123,
		.user_pri = PRIORITY,
		.qp_num = 77,
		.dest_port = 80,
		.src_port = 4000,
	};

	memcpy(info.dest_ip, quad->ipv4 ? local_v4 : local_v6, sizeof(info.dest_ip));
	memcpy(info.src_ip, quad->ipv4 ? remote_v4 : remote_v6, sizeof(info.src_ip));
	return info;
}

static int manage(struct bench *b, struct irdma_qhash_table_info *info, enum irdma_quad_hash_manage_type what)
{
	info->manage = what;
	return irdma_sc_manage_qhash_table_entry(&b->cqp, info, 0x71, true);
}

/* What the device answers; the table has that many entries then. */
static void expect(struct bench *b, struct irdma_qhash_table_info *info, enum irdma_quad_hash_manage_type what,
		   u32 answer, u32 entries)
{
	KUNIT_ASSERT_EQ(b->test, manage(b, info, what), 0);
	KUNIT_EXPECT_EQ(b->test, bench_answer(b, 0x71), answer);
	KUNIT_EXPECT_EQ(b->test, irdma_emu_qhash_count(b->emu), entries);
}

#define ADD IRDMA_QHASH_MANAGE_TYPE_ADD
#define DELETE IRDMA_QHASH_MANAGE_TYPE_DELETE
#define MODIFY IRDMA_QHASH_MANAGE_TYPE_MODIFY

static void entry_is_added_changed_and_deleted(struct kunit *test)
{
	const struct quad *quad = test->param_value;
	struct bench *b = bench_start(test, quad->generation, BENCH_CCQ);
	struct irdma_qhash_table_info info = fill(b, quad);

	expect(b, &info, DELETE, EMU_NO_ENTRY, 0);
	expect(b, &info, MODIFY, EMU_NO_ENTRY, 0);
	expect(b, &info, ADD, EMU_OK, 1);
	expect(b, &info, ADD, EMU_DUPLICATE_ENTRY, 1);
	info.qp_num = 78;
	expect(b, &info, MODIFY, EMU_OK, 1);
	expect(b, &info, DELETE, EMU_OK, 0);
	expect(b, &info, DELETE, EMU_NO_ENTRY, 0);
}

/* Word by word. The source belongs to established connections only (api_g30). */
static void api_g30_command_is_what_the_specification_says(struct kunit *test)
{
	const struct quad *quad = test->param_value;
	struct bench *b = bench_start(test, quad->generation, BENCH_CCQ);
	struct irdma_qhash_table_info info = fill(b, quad);
	bool source = info.entry_type == IRDMA_QHASH_TYPE_TCP_ESTABLISHED;
	const u32 *src = info.src_ip, *dest = info.dest_ip;
	u32 slot = b->cqp.sq_ring.head;
	u64 word[WQE_WORDS] = {};
	int i;

	word[0] = 0x025056ab1234ULL;
	word[1] = 80 | (source ? 4000 << 16 : 0) | 77ULL << 32;
	word[2] = PRIORITY | (quad->vlan ? 0x123ULL << 32 : 0);
	if (quad->ipv4) {
		word[4] = source ? src[0] : 0;
		word[6] = dest[0];
	} else {
		word[4] = source ? (u64)src[2] << 32 | src[3] : 0;
		word[5] = source ? (u64)src[0] << 32 | src[1] : 0;
		word[6] = (u64)dest[2] << 32 | dest[3];
		word[7] = (u64)dest[0] << 32 | dest[1];
	}
	word[WQE_HEADER] = WQE_VALID | (u64)OP_QHASH << 32 | (u64)info.entry_type << 42 | (u64)quad->vlan << 59 |
			   (u64)quad->ipv4 << 60 | (u64)ADD << 61;
	expect(b, &info, ADD, EMU_OK, 1);
	for (i = 0; i < WQE_WORDS; i++)
		KUNIT_EXPECT_EQ_MSG(test, bench_word(b, slot, i), word[i], "word %d", i);
}

/* Each part of the key tells entries apart; MAC, QP and priority do not. */
static void entries_differ_in_each_part_of_the_key(struct kunit *test)
{
	const struct quad quad = { .generation = bench_generation_of(test), .type = 0, .vlan = true };
	struct bench *b = bench_start(test, quad.generation, BENCH_CCQ);
	struct irdma_qhash_table_info first = fill(b, &quad), info;
	u32 entries = 0, i;

	expect(b, &first, ADD, EMU_OK, ++entries);
	info = first;
	info.dest_port++;
	expect(b, &info, ADD, EMU_OK, ++entries);
	info = first;
	info.src_port++;
	expect(b, &info, ADD, EMU_OK, ++entries);
	info = first;
	info.vlan_id++;
	expect(b, &info, ADD, EMU_OK, ++entries);
	info = first;
	info.vlan_valid = false;
	expect(b, &info, ADD, EMU_OK, ++entries);
	for (i = 0; i < 4; i++) {
		info = first;
		info.dest_ip[i] ^= 1;
		expect(b, &info, ADD, EMU_OK, ++entries);
		info = first;
		info.src_ip[i] ^= 1;
		expect(b, &info, ADD, EMU_OK, ++entries);
	}
	info = first;
	info.mac_addr[0] ^= 2;
	info.qp_num++;
	info.user_pri--;
	expect(b, &info, ADD, EMU_DUPLICATE_ENTRY, entries);
	expect(b, &first, DELETE, EMU_OK, entries - 1);
}

/* Two families may have the same numbers. */
static void families_do_not_meet(struct kunit *test)
{
	const struct quad quad = { .generation = bench_generation_of(test), .type = 1, .ipv4 = true };
	struct bench *b = bench_start(test, quad.generation, BENCH_CCQ);
	struct irdma_qhash_table_info v4 = fill(b, &quad), v6 = v4;

	v6.ipv4_valid = false;
	memset(v6.dest_ip, 0, sizeof(v6.dest_ip));
	v6.dest_ip[3] = v4.dest_ip[0];
	expect(b, &v4, ADD, EMU_OK, 1);
	expect(b, &v6, ADD, EMU_OK, 2);
	expect(b, &v4, DELETE, EMU_OK, 1);
	expect(b, &v6, DELETE, EMU_OK, 0);
}

static void table_gets_full(struct kunit *test)
{
	const struct quad quad = { .generation = IRDMA_GEN_2, .type = 1, .ipv4 = true };
	struct bench *b = bench_start(test, IRDMA_GEN_2, BENCH_CCQ);
	struct irdma_qhash_table_info info = fill(b, &quad);
	u32 answer, n = 0;

	do {
		info.dest_port = n;
		KUNIT_ASSERT_EQ(test, manage(b, &info, ADD), 0);
		answer = bench_answer(b, 0x71);
		n += answer == EMU_OK;
	} while (answer == EMU_OK && n < 5000);
	KUNIT_EXPECT_EQ(test, answer, (u32)EMU_TABLE_FULL);
	KUNIT_EXPECT_EQ(test, irdma_emu_qhash_count(b->emu), n);
	info.dest_port = 7;
	expect(b, &info, DELETE, EMU_OK, n - 1);
	expect(b, &info, ADD, EMU_OK, n);
}

/* ---- values that do not fit ---- */

struct wide_case {
	const char *name;
	int err;
	void (*change)(struct irdma_qhash_table_info *info);
};

static void widest_qp(struct irdma_qhash_table_info *info) { info->qp_num = BIT(18) - 1; }
static void wide_qp(struct irdma_qhash_table_info *info) { info->qp_num = BIT(18); }
static void last_priority(struct irdma_qhash_table_info *info) { info->user_pri = 7; }
static void wide_priority(struct irdma_qhash_table_info *info) { info->user_pri = 8; }
static void wide_action(struct irdma_qhash_table_info *info) { info->manage = 4; }
static void wide_type(struct irdma_qhash_table_info *info) { info->entry_type = 8; }
static void wide_queue_set(struct irdma_qhash_table_info *info) { info->vsi->qos[PRIORITY].qs_handle = 1024; }
static void widest_queue_set(struct irdma_qhash_table_info *info) { info->vsi->qos[PRIORITY].qs_handle = 1023; }

static void no_vsi(struct irdma_qhash_table_info *info)
{
	info->vsi = NULL;
}

static void widest_vlan(struct irdma_qhash_table_info *info)
{
	info->vlan_valid = true;
	info->vlan_id = 4095;
}

static void wide_vlan(struct irdma_qhash_table_info *info)
{
	info->vlan_valid = true;
	info->vlan_id = 4096;
}

static void wide_unused_vlan(struct irdma_qhash_table_info *info)
{
	info->vlan_valid = false;
	info->vlan_id = 4096;
}

static const struct wide_case wide[] = {
	{ "widest QP", 0, widest_qp }, { "QP", -EINVAL, wide_qp }, { "last priority", 0, last_priority },
	{ "priority", -EINVAL, wide_priority }, { "no VSI", -EINVAL, no_vsi }, { "action", -EINVAL, wide_action },
	{ "type", -EINVAL, wide_type }, { "widest queue set", 0, widest_queue_set },
	{ "queue set", -EINVAL, wide_queue_set }, { "widest VLAN", 0, widest_vlan }, { "VLAN", -EINVAL, wide_vlan },
	{ "VLAN that is not used", 0, wide_unused_vlan },
};
KUNIT_ARRAY_PARAM_DESC(wide, wide, name);

static void cqp_t26_api_g30_wide_value_is_refused_before_a_slot_is_taken(struct kunit *test)
{
	const struct wide_case *c = test->param_value;
	u8 generation;

	for (generation = IRDMA_GEN_1; generation <= IRDMA_GEN_3; generation++) {
		const struct quad quad = { .generation = generation, .type = 1, .ipv4 = true };
		struct bench *b = bench_start(test, generation, BENCH_CCQ);
		struct irdma_qhash_table_info info = fill(b, &quad);
		struct bench_ring *was = bench_remember_ring(b);

		c->change(&info);
		KUNIT_EXPECT_EQ(test, irdma_sc_manage_qhash_table_entry(&b->cqp, &info, 0x71, true), c->err);
		if (c->err)
			bench_expect_ring(b, was);
		else
			KUNIT_EXPECT_EQ(test, bench_answer(b, 0x71), (u32)EMU_OK);
		bench_exit(test);
	}
}

/* ---- accelerated ports ---- */

struct port_case {
	u8 generation;
	u16 port;
	const char *name;
};

static const struct port_case ports[] = {
	{ 1, 80, "gen1, 80" }, { 2, 80, "gen2, 80" }, { 3, 80, "gen3, 80" }, { 1, 0, "gen1, 0" }, { 2, 0, "gen2, 0" },
	{ 2, 65535, "gen2, 65535" }, { 3, 65535, "gen3, 65535" }, { 1, 0x8000, "gen1, 32768" },
};
KUNIT_ARRAY_PARAM_DESC(port, ports, name);

static void port_is_added_and_deleted(struct kunit *test)
{
	const struct port_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_CCQ);
	struct irdma_apbvt_info info = { .port = c->port };
	static const struct {
		bool add;
		u32 answer;
		bool has;
	} steps[] = {
		{ false, EMU_NO_ENTRY, false }, { true, EMU_OK, true }, { true, EMU_DUPLICATE_ENTRY, true },
		{ false, EMU_OK, false }, { false, EMU_NO_ENTRY, false },
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		u32 slot = b->cqp.sq_ring.head;

		info.add = steps[i].add;
		KUNIT_ASSERT_EQ(test, irdma_sc_manage_apbvt_entry(&b->cqp, &info, 0x72, true), 0);
		KUNIT_EXPECT_EQ(test, bench_word(b, slot, 2), (u64)c->port);
		KUNIT_EXPECT_EQ(test, bench_word(b, slot, WQE_HEADER),
				WQE_VALID | (u64)OP_APBVT << 32 | (u64)info.add << 62);
		KUNIT_EXPECT_EQ(test, bench_answer(b, 0x72), steps[i].answer);
		KUNIT_EXPECT_EQ(test, irdma_emu_apbvt_has(b->emu, c->port), steps[i].has);
		KUNIT_EXPECT_FALSE(test, irdma_emu_apbvt_has(b->emu, c->port ^ 1));
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(entry_is_added_changed_and_deleted, quad_gen_params),
	KUNIT_CASE_PARAM(api_g30_command_is_what_the_specification_says, quad_gen_params),
	KUNIT_CASE_PARAM(entries_differ_in_each_part_of_the_key, bench_all_gen_params),
	KUNIT_CASE_PARAM(families_do_not_meet, bench_all_gen_params),
	KUNIT_CASE(table_gets_full),
	KUNIT_CASE_PARAM(cqp_t26_api_g30_wide_value_is_refused_before_a_slot_is_taken, wide_gen_params),
	KUNIT_CASE_PARAM(port_is_added_and_deleted, port_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_qhash",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
