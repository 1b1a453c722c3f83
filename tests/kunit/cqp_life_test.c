// SPDX-License-Identifier: GPL-2.0
/* Device and CQP: initialisation, creation, destruction, and what happens when the device does not play along. */
#include <linux/dma-mapping.h>

#include "fixture.h"

#define CODES(major, minor) ((u32)(major) << 16 | (minor))
#define STATUS_DONE BIT(0)
#define STATUS_ERROR BIT(31)

/* ---- device ---- */

static void no_step(struct bench *b)
{
}

static const enum irdma_registers cpu_status[] = {
	IRDMA_GLPE_CPUSTATUS0, IRDMA_GLPE_CPUSTATUS1, IRDMA_GLPE_CPUSTATUS2
};

/* The register map is known only after the first initialisation. */
static void set_cpu_status(struct bench *b, u32 value)
{
	int i;

	KUNIT_ASSERT_EQ(b->test, bench_init_device(b), 0);
	for (i = 0; i < ARRAY_SIZE(cpu_status); i++)
		bench_write_reg(b, cpu_status[i], value);
}

static void device_init_knows_every_cqp_register(struct kunit *test)
{
	static const enum irdma_registers needed[] = {
		IRDMA_CQPTAIL, IRDMA_CQPDB, IRDMA_CCQPSTATUS, IRDMA_CCQPHIGH, IRDMA_CCQPLOW, IRDMA_CQPERRCODES,
		IRDMA_CQARM, IRDMA_CQACK,
	};
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_DEVICE);
	uintptr_t window = (uintptr_t)b->window_mem;
	int i;

	for (i = 0; i < ARRAY_SIZE(needed); i++) {
		const u8 *reg = (const u8 __force *)b->dev.hw_regs[needed[i]];

		KUNIT_EXPECT_GE_MSG(test, (uintptr_t)reg, window, "register %d", needed[i]);
		KUNIT_EXPECT_LT_MSG(test, (uintptr_t)reg, window + b->window.bytes, "register %d", needed[i]);
	}
	KUNIT_EXPECT_PTR_EQ(test, b->dev.cqp_db, b->dev.hw_regs[IRDMA_CQPDB]);
	KUNIT_EXPECT_PTR_EQ(test, b->dev.cq_arm_db, b->dev.hw_regs[IRDMA_CQARM]);
	KUNIT_EXPECT_GT(test, b->dev.hw_attrs.max_done_count, 0U);
}

static const struct bench_generation privileged[] = { { 1, "gen1" }, { 2, "gen2" } };
KUNIT_ARRAY_PARAM_DESC(privileged, privileged, name);

static void api_g48_firmware_that_is_not_ready_is_a_timeout(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_POWERED);

	set_cpu_status(b, 0);
	b->on_delay = no_step;
	KUNIT_EXPECT_EQ(test, bench_init_device(b), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, b->delays, b->dev.hw_attrs.max_pe_ready_count + 1ULL);
}

static void device_that_reads_all_ones_is_gone(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_POWERED);

	set_cpu_status(b, 0xffffffff);
	b->on_delay = no_step;
	KUNIT_EXPECT_EQ(test, bench_init_device(b), -ENODEV);
	KUNIT_EXPECT_EQ(test, b->delays, 0ULL);
}

static void become_ready(struct bench *b)
{
	int i;

	if (b->delays == 3)
		for (i = 0; i < ARRAY_SIZE(cpu_status); i++)
			bench_write_reg(b, cpu_status[i], 0x80);
}

static void api_g48_firmware_gets_time_to_become_ready(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_POWERED);

	set_cpu_status(b, 0);
	b->on_delay = become_ready;
	KUNIT_EXPECT_EQ(test, bench_init_device(b), 0);
	KUNIT_EXPECT_EQ(test, b->delays, 3ULL);
}

static void device_without_doorbell_space_is_refused(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_DEVICE);

	bench_write_reg(b, IRDMA_GLPCI_LBARCTRL, 0);
	KUNIT_EXPECT_EQ(test, bench_init_device(b), -ENODEV);
}

static void unknown_generation_is_refused(struct kunit *test)
{
	struct bench *b = bench_start(test, IRDMA_GEN_2, BENCH_POWERED);

	b->dev.hw_attrs.uk_attrs.hw_rev = 0;
	KUNIT_EXPECT_EQ(test, bench_init_device(b), -EOPNOTSUPP);
	b->dev.hw_attrs.uk_attrs.hw_rev = IRDMA_GEN_MAX + 1;
	KUNIT_EXPECT_EQ(test, bench_init_device(b), -EOPNOTSUPP);
}

/* ---- initialisation ---- */

struct size_case {
	u32 size;
	int err;
	const char *name;
};

static const struct size_case sizes[] = {
	{ 0, -EINVAL, "0" }, { 1, -EINVAL, "1" }, { 2, -EINVAL, "2" }, { 3, -EINVAL, "3" }, { 4, 0, "4" },
	{ 5, -EINVAL, "5" }, { 8, 0, "8" }, { 12, -EINVAL, "12" }, { 64, 0, "64" }, { 1024, 0, "1024" },
	{ 2047, -EINVAL, "2047" }, { 2048, 0, "2048" }, { 4096, -EINVAL, "4096" }, { 0x80000000, -EINVAL, "2^31" },
};
KUNIT_ARRAY_PARAM_DESC(size, sizes, name);

/* The device, too, understands each size that is accepted. */
static void sq_size_is_a_power_of_two_from_4_to_2048(struct kunit *test)
{
	const struct size_case *c = test->param_value;
	struct bench *b = bench_start_sized(test, IRDMA_GEN_2, BENCH_DEVICE, c->err ? 8 : c->size);

	b->cqp_info.sq_size = c->size;
	KUNIT_ASSERT_EQ(test, bench_init_cqp(b), c->err);
	if (c->err) {
		KUNIT_EXPECT_NULL(test, b->dev.cqp);
		return;
	}
	KUNIT_EXPECT_PTR_EQ(test, b->dev.cqp, &b->cqp);
	KUNIT_ASSERT_EQ(test, bench_create_cqp(b), 0);
	KUNIT_EXPECT_TRUE(test, irdma_emu_cqp_running(b->emu));
	KUNIT_EXPECT_EQ(test, b->cqp.sdbuf.size, 128 * c->size);
}

static void init_clears_the_registers_of_its_generation(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_DEVICE);
	bool all = b->generation < IRDMA_GEN_3;

	bench_write_reg(b, IRDMA_CQPTAIL, 5);
	bench_write_reg(b, IRDMA_CQPDB, 6);
	bench_write_reg(b, IRDMA_CCQPSTATUS, 7);
	KUNIT_ASSERT_EQ(test, bench_init_cqp(b), 0);
	KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CQPTAIL), 0U);
	KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CQPDB), all ? 0U : 6U);
	KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CCQPSTATUS), all ? 0U : 7U);
	bench_write_reg(b, IRDMA_CQPDB, 0);
}

/* Without the lock lockdep would complain about a key that does not exist. */
static void cqp_t21_api_g09_lock_and_backlog_exist_after_init(struct kunit *test)
{
	struct cqp_cmds_info cmd = { .cqp_cmd = IRDMA_OP_MANAGE_APBVT_ENTRY };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_INIT);

	cmd.in.u.manage_apbvt_entry.cqp = &b->cqp;
	cmd.in.u.manage_apbvt_entry.info.port = 80;
	KUNIT_EXPECT_EQ(test, irdma_process_cqp_cmd(&b->dev, &cmd), 0);
	KUNIT_EXPECT_EQ(test, irdma_process_bh(&b->dev), 0);
	KUNIT_EXPECT_EQ(test, bench_used(b), 1U);
	bench_check(b);
}

static void api_g11_deferred_lists_are_usable_without_elements(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_DEVICE);
	struct irdma_aeqe_info ae = {};
	u32 ticket = 77;
	u64 cookie = 1;

	b->cqp_info.ooo_op_array = NULL;
	KUNIT_ASSERT_EQ(test, bench_init_cqp(b), 0);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_cleanup_handler(&b->dev), 0ULL);
	irdma_sc_cqp_def_cmpl_ae_handler(&b->dev, &ae, true, &cookie, &ticket);
	KUNIT_EXPECT_EQ(test, cookie, 0ULL);
	KUNIT_EXPECT_EQ(test, ticket, 77U);
	KUNIT_EXPECT_EQ(test, bench_completed(b), 0ULL);
}

/* ---- creation and destruction ---- */

static void create_and_destroy(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_INIT);
	int round;

	for (round = 0; round < 3; round++) {
		KUNIT_ASSERT_EQ(test, bench_init_cqp(b), 0);
		KUNIT_ASSERT_EQ(test, bench_create_cqp(b), 0);
		KUNIT_EXPECT_TRUE(test, irdma_emu_cqp_running(b->emu));
		KUNIT_EXPECT_EQ(test, bench_read_reg(b, IRDMA_CCQPSTATUS), (u32)STATUS_DONE);
		KUNIT_EXPECT_TRUE(test, b->cqp.process_cqp_sds == irdma_update_sds_noccq);
		KUNIT_EXPECT_NOT_NULL(test, b->cqp.sdbuf.va);
		KUNIT_ASSERT_EQ(test, irdma_sc_cqp_destroy(&b->cqp), 0);
		KUNIT_EXPECT_FALSE(test, irdma_emu_cqp_running(b->emu));
		KUNIT_EXPECT_NULL(test, b->cqp.sdbuf.va);
	}
}

static void host_context_is_what_the_specification_says(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	const __le64 *context = b->context->va;
	u64 major = b->generation - 1;

	/* SQ size code 2: 8 entries. */
	KUNIT_EXPECT_EQ(test, le64_to_cpu(context[0]), 2ULL << 8);
	KUNIT_EXPECT_EQ(test, le64_to_cpu(context[1]), (u64)b->sq->pa);
	KUNIT_EXPECT_EQ(test, le64_to_cpu(context[2]),
			(u64)IRDMA_HMC_PROFILE_DEFAULT | (b->generation >= IRDMA_GEN_3 ? BIT_ULL(5) : 0));
	KUNIT_EXPECT_EQ(test, le64_to_cpu(context[3]), (u64)(uintptr_t)&b->cqp);
	KUNIT_EXPECT_EQ(test, le64_to_cpu(context[4]), major << 16);
	KUNIT_EXPECT_EQ(test, le64_to_cpu(context[5]), 0ULL);
	KUNIT_EXPECT_EQ(test, le64_to_cpu(context[6]), 0ULL);
	KUNIT_EXPECT_EQ(test, le64_to_cpu(context[7]), 0ULL);
}

struct wide_case {
	u8 generation;
	const char *name;
	void (*widen)(struct irdma_sc_cqp *cqp);
};

static void wide_profile(struct irdma_sc_cqp *cqp) { cqp->hmc_profile = 8; }
static void wide_vf_count(struct irdma_sc_cqp *cqp) { cqp->ena_vf_count = 64; }
static void wide_protocol(struct irdma_sc_cqp *cqp) { cqp->protocol_used = 4; }
static void wide_block_size(struct irdma_sc_cqp *cqp) { cqp->q1_blksize = 16; }
static void wide_shift(struct irdma_sc_cqp *cqp) { cqp->ts_shift = 32; }
static void wide_min_rate(struct irdma_sc_cqp *cqp) { cqp->dcqcn_params.min_rate = 16; }
static void unaligned_sq(struct irdma_sc_cqp *cqp) { cqp->sq_pa += 64; }

static const struct wide_case wide[] = {
	{ 1, "gen1 HMC profile", wide_profile }, { 2, "gen2 HMC profile", wide_profile },
	{ 1, "gen1 number of VFs", wide_vf_count }, { 3, "gen3 number of VFs", wide_vf_count },
	{ 2, "gen2 protocol", wide_protocol }, { 3, "gen3 block size", wide_block_size },
	{ 3, "gen3 timestamp shift", wide_shift }, { 2, "gen2 DCQCN rate", wide_min_rate },
	{ 1, "gen1 unaligned SQ", unaligned_sq }, { 2, "gen2 unaligned SQ", unaligned_sq },
	{ 3, "gen3 unaligned SQ", unaligned_sq },
};
KUNIT_ARRAY_PARAM_DESC(wide, wide, name);

static void create_refuses_what_does_not_fit_the_context(struct kunit *test)
{
	const struct wide_case *c = test->param_value;
	struct bench *b = bench_start(test, c->generation, BENCH_INIT);
	u16 major = 0xbeef, minor = 0xbeef;

	c->widen(&b->cqp);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_create(&b->cqp, &major, &minor), -EINVAL);
	KUNIT_EXPECT_EQ(test, CODES(major, minor), 0U);
	bench_run(b);
	KUNIT_EXPECT_FALSE(test, irdma_emu_cqp_running(b->emu));
	KUNIT_EXPECT_NULL(test, b->cqp.sdbuf.va);
	KUNIT_EXPECT_EQ(test, b->delays, 0ULL);
}

/* No memory is low enough for a device that addresses 4 KiB. */
static void cqp_t21_api_g09_codes_are_written_without_memory(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_INIT);
	u64 mask = b->pdev->dev.coherent_dma_mask;
	u16 major = 0xbeef, minor = 0xbeef;

	b->pdev->dev.coherent_dma_mask = DMA_BIT_MASK(12);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_create(&b->cqp, &major, &minor), -ENOMEM);
	b->pdev->dev.coherent_dma_mask = mask;
	KUNIT_EXPECT_EQ(test, CODES(major, minor), 0U);
	KUNIT_EXPECT_EQ(test, b->delays, 0ULL);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_create(&b->cqp, &major, &minor), 0);
}

static void create_reports_the_device_error(struct kunit *test)
{
	const struct irdma_emu_fault fault = {
		.kind = IRDMA_EMU_FAULT_CREATE, .opcode = -1, .major = 0x12, .minor = 0x3456
	};
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_INIT);
	u16 major = 0, minor = 0;

	bench_inject(b, &fault);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_create(&b->cqp, &major, &minor), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, CODES(major, minor), 0x00123456U);
	KUNIT_EXPECT_NULL(test, b->cqp.sdbuf.va);
	/* cqp_t21: the device still names this CQP, so that nobody may use it. */
	KUNIT_EXPECT_EQ(test, bench_apbvt(b, 1, 0), -EIO);

	KUNIT_ASSERT_EQ(test, bench_init_cqp(b), 0);
	bench_write_reg(b, IRDMA_CCQPSTATUS, 0);
	KUNIT_EXPECT_EQ(test, bench_create_cqp(b), 0);
}

static void create_with_an_address_the_device_cannot_reach(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_INIT);
	u16 major = 0, minor = 0;

	b->expected_violations = 1;
	b->cqp.sq_pa = 0xdead00000000;
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_create(&b->cqp, &major, &minor), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, CODES(major, minor), (u32)EMU_UNMAPPED);
	KUNIT_EXPECT_NULL(test, b->cqp.sdbuf.va);
}

static void cqp_t22_silent_creation_keeps_the_buffer(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_CREATE_SILENT, .opcode = -1 };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_INIT);
	u16 major = 0xbeef, minor = 0xbeef;

	bench_inject(b, &fault);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_create(&b->cqp, &major, &minor), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, CODES(major, minor), 0U);
	KUNIT_EXPECT_EQ(test, b->delays, b->dev.hw_attrs.max_done_count + 1ULL);
	KUNIT_EXPECT_NOT_NULL(test, b->cqp.sdbuf.va);
	KUNIT_EXPECT_TRUE(test, b->cqp.priv.sdbuf_quarantined);
	KUNIT_EXPECT_EQ(test, bench_apbvt(b, 1, 0), -EIO);

	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_destroy(&b->cqp), 0);
	KUNIT_EXPECT_NULL(test, b->cqp.sdbuf.va);
	KUNIT_EXPECT_FALSE(test, b->cqp.priv.sdbuf_quarantined);
}

static void cqp_t22_api_g10_unconfirmed_destruction_keeps_the_buffer(struct kunit *test)
{
	const struct irdma_emu_fault fault = { .kind = IRDMA_EMU_FAULT_DESTROY_SILENT, .opcode = -1 };
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_CQP);
	u64 before = b->delays;
	struct bench_ring *was;

	bench_inject(b, &fault);
	was = bench_remember_ring(b);
	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_destroy(&b->cqp), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, b->delays - before, b->dev.hw_attrs.max_done_count + 1ULL);
	KUNIT_EXPECT_TRUE(test, irdma_emu_cqp_running(b->emu));
	KUNIT_EXPECT_NOT_NULL(test, b->cqp.sdbuf.va);
	KUNIT_EXPECT_TRUE(test, b->cqp.priv.sdbuf_quarantined);
	KUNIT_EXPECT_EQ(test, bench_apbvt(b, 1, 0), -EIO);
	bench_expect_ring(b, was);

	KUNIT_EXPECT_EQ(test, irdma_sc_cqp_destroy(&b->cqp), 0);
	KUNIT_EXPECT_NULL(test, b->cqp.sdbuf.va);
	KUNIT_EXPECT_FALSE(test, irdma_emu_cqp_running(b->emu));
}

static void status_without_done(struct bench *b)
{
	bench_write_reg(b, IRDMA_CCQPSTATUS, 0x10);
}

static void cqp_t23_creation_needs_the_done_bit(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_INIT);

	b->on_delay = status_without_done;
	KUNIT_EXPECT_EQ(test, bench_create_cqp(b), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, b->delays, b->dev.hw_attrs.max_done_count + 1ULL);
}

static void status_error(struct bench *b)
{
	bench_write_reg(b, IRDMA_CCQPSTATUS, STATUS_ERROR);
}

/* A position table that calls bit 31 "done" must not make a success of an error. */
static void cqp_t24_error_is_not_done(struct kunit *test)
{
	struct bench *b = bench_start(test, bench_generation_of(test), BENCH_INIT);

	b->dev.hw_masks[IRDMA_CCQPSTATUS_CCQP_DONE_M] = STATUS_ERROR;
	b->dev.hw_shifts[IRDMA_CCQPSTATUS_CCQP_DONE_S] = 0;
	b->on_delay = status_error;
	KUNIT_EXPECT_EQ(test, bench_create_cqp(b), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, b->delays, 1ULL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(device_init_knows_every_cqp_register, bench_all_gen_params),
	KUNIT_CASE_PARAM(api_g48_firmware_that_is_not_ready_is_a_timeout, privileged_gen_params),
	KUNIT_CASE_PARAM(api_g48_firmware_gets_time_to_become_ready, privileged_gen_params),
	KUNIT_CASE_PARAM(device_that_reads_all_ones_is_gone, privileged_gen_params),
	KUNIT_CASE_PARAM(device_without_doorbell_space_is_refused, privileged_gen_params),
	KUNIT_CASE(unknown_generation_is_refused),
	KUNIT_CASE_PARAM(sq_size_is_a_power_of_two_from_4_to_2048, size_gen_params),
	KUNIT_CASE_PARAM(init_clears_the_registers_of_its_generation, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t21_api_g09_lock_and_backlog_exist_after_init, bench_all_gen_params),
	KUNIT_CASE_PARAM(api_g11_deferred_lists_are_usable_without_elements, bench_all_gen_params),
	KUNIT_CASE_PARAM(create_and_destroy, bench_all_gen_params),
	KUNIT_CASE_PARAM(host_context_is_what_the_specification_says, bench_all_gen_params),
	KUNIT_CASE_PARAM(create_refuses_what_does_not_fit_the_context, wide_gen_params),
	KUNIT_CASE_PARAM(cqp_t21_api_g09_codes_are_written_without_memory, bench_all_gen_params),
	KUNIT_CASE_PARAM(create_reports_the_device_error, bench_all_gen_params),
	KUNIT_CASE_PARAM(create_with_an_address_the_device_cannot_reach, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t22_silent_creation_keeps_the_buffer, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t22_api_g10_unconfirmed_destruction_keeps_the_buffer, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t23_creation_needs_the_done_bit, bench_all_gen_params),
	KUNIT_CASE_PARAM(cqp_t24_error_is_not_done, bench_all_gen_params),
	{}
};

static struct kunit_suite suite = {
	.name = "irdma_cqp_life",
	.exit = bench_exit,
	.test_cases = cases,
};
kunit_test_suite(suite);
