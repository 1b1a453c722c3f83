// SPDX-License-Identifier: GPL-2.0
/* The bench: see fixture.h. */
#include <linux/align.h>
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/err.h>
#include <linux/hw_breakpoint.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/vmalloc.h>

#include "fixture.h"
#include "os/linux/os_linux.h"

#define STEPS_MAX 20000
#define SHADOW_READ_THRESHOLD 4

static const struct bench_generation generations[] = { { 1, "gen1" }, { 2, "gen2" }, { 3, "gen3" } };

const void *bench_all_gen_params(const void *prev, char *desc)
{
	const struct bench_generation *next = prev ? (const struct bench_generation *)prev + 1 : generations;

	if (next >= generations + ARRAY_SIZE(generations))
		return NULL;
	strscpy(desc, next->name, KUNIT_PARAM_DESC_SIZE);
	return next;
}

/* ---- memory ---- */

struct bench_memory *bench_alloc(struct bench *b, size_t size)
{
	struct bench_memory *m = &b->memory[b->memories];

	KUNIT_ASSERT_LT(b->test, b->memories, (u32)BENCH_MEMORY_MAX);
	m->va = dma_alloc_coherent(&b->pdev->dev, size, &m->pa, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(b->test, m->va);
	m->size = size;
	b->memories++;
	return m;
}

static void free_memory(struct bench *b)
{
	while (b->memories) {
		struct bench_memory *m = &b->memory[--b->memories];

		dma_free_coherent(&b->pdev->dev, m->size, m->va, m->pa);
	}
}

/* What a bus address means to the device: only the bench's own memory, nothing else of this machine. */
static void *translate(const struct bench *b, u64 addr, u32 len)
{
	u32 i;

	for (i = 0; i < b->memories; i++) {
		const struct bench_memory *m = &b->memory[i];

		if (addr >= m->pa && addr - m->pa <= m->size && len <= m->size - (addr - m->pa))
			return (u8 *)m->va + (addr - m->pa);
	}
	return NULL;
}

static bool device_read(void *ctx, u64 addr, void *dst, u32 len)
{
	const void *src = translate(ctx, addr, len);

	if (src)
		memcpy(dst, src, len);
	return src;
}

static bool device_write(void *ctx, u64 addr, const void *src, u32 len)
{
	void *dst = translate(ctx, addr, len);

	if (dst)
		memcpy(dst, src, len);
	return dst;
}

static void device_trace(void *ctx, const char *line)
{
	struct bench *b = ctx;

	strscpy(b->trace, line, sizeof(b->trace));
}

static const struct irdma_emu_ops device_ops = {
	.dma_read = device_read,
	.dma_write = device_write,
	.trace = device_trace,
};

/* ---- device ---- */

bool bench_step(struct bench *b)
{
	bool worked = irdma_emu_step(b->emu);
	u64 violations = irdma_emu_get_counters(b->emu)->violations;

	if (violations > b->seen_violations && violations > b->expected_violations)
		kunit_err(b->test, "the device complains: %s", b->trace);
	b->seen_violations = violations;
	return worked;
}

void bench_run(struct bench *b)
{
	u32 steps = 0;

	KUNIT_ASSERT_NULL(b->test, b->thread);
	while (steps < STEPS_MAX && bench_step(b)) {
		bench_check(b);
		steps++;
	}
	KUNIT_EXPECT_LT(b->test, steps, (u32)STEPS_MAX);
}

static void delay(void *ctx)
{
	struct bench *b = ctx;

	b->delays++;
	if (preempt_count() || irqs_disabled())
		b->atomic_delays++;
	if (b->on_delay)
		b->on_delay(b);
	else
		bench_step(b);
}

const struct irdma_emu_counters *bench_counters(const struct bench *b)
{
	return irdma_emu_get_counters(b->emu);
}

void bench_inject(struct bench *b, const struct irdma_emu_fault *fault)
{
	KUNIT_ASSERT_TRUE(b->test, irdma_emu_inject(b->emu, fault));
}

u32 bench_read_reg(const struct bench *b, enum irdma_registers reg)
{
	return readl(b->dev.hw_regs[reg]);
}

void bench_write_reg(struct bench *b, enum irdma_registers reg, u32 value)
{
	writel(value, b->dev.hw_regs[reg]);
}

/* ---- debug registers ---- */

static void word_was_written(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	struct bench *b = event->overflow_handler_context;

	b->written(b);
}

void bench_watch(struct bench *b, const void *addr, u32 bytes, void (*written)(struct bench *b))
{
	struct perf_event * __percpu *watch;
	struct perf_event_attr attr;

	KUNIT_ASSERT_NULL(b->test, b->watch);
	hw_breakpoint_init(&attr);
	attr.bp_addr = (unsigned long)addr;
	attr.bp_len = bytes;
	attr.bp_type = HW_BREAKPOINT_W;
	b->written = written;
	watch = register_wide_hw_breakpoint(&attr, word_was_written, b);
	KUNIT_ASSERT_FALSE(b->test, IS_ERR((void __force *)watch));
	b->watch = watch;
}

void bench_unwatch(struct bench *b)
{
	if (b->watch)
		unregister_wide_hw_breakpoint(b->watch);
	b->watch = NULL;
}

/* ---- running form ---- */

static int run_device(void *data)
{
	struct bench *b = data;

	while (!kthread_should_stop()) {
		if (!bench_step(b))
			usleep_range(20, 50);
		cond_resched();
	}
	return 0;
}

static void sleep_a_little(struct bench *b)
{
	usleep_range(50, 100);
}

void bench_start_thread(struct bench *b)
{
	struct task_struct *thread = kthread_run(run_device, b, "irdma_kunit_device");

	KUNIT_ASSERT_NOT_ERR_OR_NULL(b->test, thread);
	b->thread = thread;
	b->on_delay = sleep_a_little;
}

void bench_stop_thread(struct bench *b)
{
	if (!b->thread)
		return;
	kthread_stop(b->thread);
	b->thread = NULL;
	b->on_delay = NULL;
}

/* ---- bring-up ---- */

static void power_on(struct bench *b)
{
	struct irdma_emu_config config = { .generation = b->generation, .ops = &device_ops, .ctx = b };
	struct irdma_emu_window windows[2];

	KUNIT_ASSERT_EQ(b->test, irdma_emu_windows(b->generation, windows), 1U);
	b->window = windows[0];
	b->window_mem = vzalloc(b->window.bytes);
	b->engine_mem = kvzalloc(irdma_emu_size(), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(b->test, b->window_mem);
	KUNIT_ASSERT_NOT_NULL(b->test, b->engine_mem);
	config.window[0] = b->window_mem;
	b->emu = irdma_emu_init(b->engine_mem, irdma_emu_size(), &config);
	KUNIT_ASSERT_NOT_NULL(b->test, b->emu);
}

static void add_host(struct bench *b)
{
	b->pdev = platform_device_register_simple("irdma_kunit", PLATFORM_DEVID_AUTO, NULL, 0);
	if (IS_ERR(b->pdev))
		b->pdev = NULL;
	KUNIT_ASSERT_NOT_NULL(b->test, b->pdev);
	KUNIT_ASSERT_EQ(b->test, dma_set_mask_and_coherent(&b->pdev->dev, DMA_BIT_MASK(64)), 0);
	b->context = bench_alloc(b, PAGE_SIZE);
	b->shadow = bench_alloc(b, PAGE_SIZE);
	b->fpm = bench_alloc(b, PAGE_SIZE);
	b->scrap = bench_alloc(b, PAGE_SIZE);
	b->sq = bench_alloc(b, ALIGN(b->sq_entries * sizeof(struct irdma_cqp_quanta), IRDMA_CQP_ALIGNMENT));
	/* Room for entries of 64 bytes. */
	b->ccq_ring = bench_alloc(b, BENCH_CCQ_ENTRIES * sizeof(struct irdma_extended_cqe));
}

/* The device structure as the driver prepares it; without FPM query, so the sizes are the bench's own. */
static void prepare_device(struct bench *b)
{
	struct irdma_sc_dev *dev = &b->dev;
	int i;

	b->hw.device = &b->pdev->dev;
	b->hw.hmc.hmc_obj = b->hmc_obj;
	b->hmc_obj[IRDMA_HMC_IW_QP].max_cnt = BENCH_QPS;
	b->hmc_obj[IRDMA_HMC_IW_QP].cnt = BENCH_QPS;
	b->hmc_obj[IRDMA_HMC_IW_CQ].max_cnt = BENCH_CQS;
	b->hmc_obj[IRDMA_HMC_IW_CQ].cnt = BENCH_CQS;
	b->hmc_obj[IRDMA_HMC_IW_SRQ].max_cnt = BENCH_SRQS;
	b->hmc_obj[IRDMA_HMC_IW_SRQ].cnt = BENCH_SRQS;
	b->hmc_obj[IRDMA_HMC_IW_MR].max_cnt = BENCH_MRS;
	b->hmc_obj[IRDMA_HMC_IW_MR].cnt = BENCH_MRS;
	dev->hw = &b->hw;
	dev->hmc_info = &b->hw.hmc;
	dev->hmc_fpm_misc.max_ceqs = BENCH_CEQS;
	dev->hw_attrs.uk_attrs.hw_rev = b->generation;
	dev->privileged = b->generation < IRDMA_GEN_3;
	dev->is_pf = true;
	mutex_init((struct mutex *)dev->vchnl_mutex.storage);

	b->vsi.dev = dev;
	for (i = 0; i < IRDMA_MAX_USER_PRIORITY; i++)
		b->vsi.qos[i].qs_handle = i;

	b->dev_info = (struct irdma_device_init_info) {
		.hw = &b->hw,
		.fpm_query_buf = b->fpm->va,
		.fpm_query_buf_pa = b->fpm->pa,
		.fpm_commit_buf = b->fpm->va + PAGE_SIZE / 2,
		.fpm_commit_buf_pa = b->fpm->pa + PAGE_SIZE / 2,
		/* Up to gen2 the control path adds BAR offsets, later it looks them up in a region. */
		.bar0 = (void __iomem *)(b->window_mem - (b->generation < IRDMA_GEN_3 ? b->window.bar_offset : 0)),
	};
	if (b->generation >= IRDMA_GEN_3) {
		b->hw.rdma_reg.addr = (u8 __iomem *)b->window_mem;
		b->hw.rdma_reg.offset = b->window.bar_offset;
		b->hw.rdma_reg.len = b->window.bytes;
	}
}

static void prepare_queues(struct bench *b)
{
	struct irdma_sc_dev *dev = &b->dev;
	struct irdma_ooo_cqp_op *ooo = kunit_kcalloc(b->test, b->sq_entries, sizeof(*ooo), GFP_KERNEL);
	u64 *scratch = kunit_kcalloc(b->test, b->sq_entries, sizeof(*scratch), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(b->test, ooo);
	KUNIT_ASSERT_NOT_NULL(b->test, scratch);
	/* The ring's memory need not be zero. */
	memset(b->sq->va, 0x5a, b->sq->size);
	b->cqp_info = (struct irdma_cqp_init_info) {
		.dev = dev,
		.sq = b->sq->va,
		.sq_pa = b->sq->pa,
		.sq_size = b->sq_entries,
		.host_ctx = b->context->va,
		.host_ctx_pa = b->context->pa,
		.scratch_array = scratch,
		.ooo_op_array = ooo,
		.hw_maj_ver = b->generation - 1,
		.hmc_profile = IRDMA_HMC_PROFILE_DEFAULT,
		.ts_override = b->generation >= IRDMA_GEN_3,
	};
	b->ccq_info = (struct irdma_ccq_init_info) {
		.dev = dev,
		.cq_base = b->ccq_ring->va,
		.cq_pa = b->ccq_ring->pa,
		.shadow_area = b->shadow->va,
		.shadow_area_pa = b->shadow->pa,
		.num_elem = BENCH_CCQ_ENTRIES,
		.shadow_read_threshold = SHADOW_READ_THRESHOLD,
		.ceq_id_valid = true,
		.vsi = &b->vsi,
	};
}

int bench_init_device(struct bench *b)
{
	return irdma_sc_dev_init(b->generation, &b->dev, &b->dev_info);
}

int bench_init_cqp(struct bench *b)
{
	return irdma_sc_cqp_init(&b->cqp, &b->cqp_info);
}

int bench_create_cqp(struct bench *b)
{
	u16 major, minor;

	return irdma_sc_cqp_create(&b->cqp, &major, &minor);
}

int bench_init_ccq(struct bench *b)
{
	int err = irdma_sc_ccq_init(&b->ccq, &b->ccq_info);

	b->next_cqe = 0;
	b->cqe_polarity = true;
	return err;
}

struct bench *bench_start_sized(struct kunit *test, u8 generation, enum bench_stage stage, u32 sq_entries)
{
	struct bench *b = kunit_kzalloc(test, sizeof(*b), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, b);
	b->test = test;
	b->generation = generation;
	b->sq_entries = sq_entries;
	test->priv = b;
	add_host(b);
	power_on(b);
	prepare_device(b);
	prepare_queues(b);
	irdma_os_set_delay_hook(delay, b);
	if (stage >= BENCH_DEVICE)
		KUNIT_ASSERT_EQ(test, bench_init_device(b), 0);
	if (stage >= BENCH_INIT)
		KUNIT_ASSERT_EQ(test, bench_init_cqp(b), 0);
	if (stage >= BENCH_CQP)
		KUNIT_ASSERT_EQ(test, bench_create_cqp(b), 0);
	if (stage >= BENCH_CCQ) {
		KUNIT_ASSERT_EQ(test, bench_init_ccq(b), 0);
		KUNIT_ASSERT_EQ(test, irdma_sc_ccq_create(&b->ccq, 0, true, true), 0);
		b->next_cqe = 1;
	}
	return b;
}

struct bench *bench_start(struct kunit *test, u8 generation, enum bench_stage stage)
{
	return bench_start_sized(test, generation, stage, BENCH_SQ_ENTRIES);
}

/* ---- tear-down ---- */

/* A CQP that was created, or may have been, is stopped: only then does the control path free its buffer. */
static void stop_device(struct bench *b)
{
	struct kunit *test = b->test;

	bench_check(b);
	b->on_delay = NULL;
	irdma_emu_clear_faults(b->emu);
	if (irdma_emu_cqp_running(b->emu) || b->cqp.sdbuf.va)
		KUNIT_EXPECT_EQ(test, irdma_sc_cqp_destroy(&b->cqp), 0);
	KUNIT_EXPECT_FALSE(test, irdma_emu_cqp_running(b->emu));
	KUNIT_EXPECT_NULL(test, b->cqp.sdbuf.va);
	KUNIT_EXPECT_EQ(test, bench_counters(b)->violations, b->expected_violations);
	KUNIT_EXPECT_EQ(test, b->atomic_delays, 0ULL);
}

void bench_exit(struct kunit *test)
{
	struct bench *b = test->priv;

	if (!b)
		return;
	bench_stop_thread(b);
	bench_unwatch(b);
	if (b->emu)
		stop_device(b);
	irdma_os_set_delay_hook(NULL, NULL);
	if (b->pdev) {
		free_memory(b);
		platform_device_unregister(b->pdev);
	}
	kvfree(b->engine_mem);
	vfree(b->window_mem);
	test->priv = NULL;
}
