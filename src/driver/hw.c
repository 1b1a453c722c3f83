// SPDX-License-Identifier: GPL-2.0
/*
 * Bring-up: memory, registers, CQP, CCQ, then commands; tear-down in reverse.
 *
 * Memory the device knows of is freed only after the CQP's destruction was confirmed. If it is not, the device may
 * write to that memory at any time until somebody resets it: then the memory is given up, with a line in the log.
 */
#include <linux/align.h>
#include <linux/delay.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "driver/function.h"
#include "os/os.h"

#define SQ_ENTRIES IRDMA_CQP_SW_SQSIZE_2048
#define SHADOW_READ_THRESHOLD 16
#define SECOND_CHANCE_MS 100
/* Queue set of the LAN side until the work scheduler hands out others. */
#define DEFAULT_QS_HANDLE 0
#define DEFAULT_MTU 1500

/*
 * Default profile of a function: what it is sized for as long as the device is not asked (FPM query). One CEQ is the
 * least the device can have; CQ and QP ids below these counts can be created.
 */
#define DEFAULT_CEQS 1
#define DEFAULT_CQS 1024
#define DEFAULT_QPS 4096

/* Small areas of the device, each aligned as it needs; one page. */
struct irdma_object_memory {
	__le64 fpm_query[256 / sizeof(__le64)];
	__le64 fpm_commit[256 / sizeof(__le64)];
	__le64 cqp_context[IRDMA_CQP_CTX_SIZE] __aligned(128);
	__le64 ccq_shadow[IRDMA_SHADOW_AREA_SIZE] __aligned(128);
};
static_assert(sizeof_field(struct irdma_object_memory, fpm_query) >= IRDMA_QUERY_FPM_BUF_SIZE);
static_assert(sizeof_field(struct irdma_object_memory, fpm_commit) >= IRDMA_COMMIT_FPM_BUF_SIZE);
static_assert(sizeof(struct irdma_object_memory) <= PAGE_SIZE);

#define object_va(fn, member) (((struct irdma_object_memory *)(fn)->objects.va)->member)
#define object_pa(fn, member) ((fn)->objects.pa + offsetof(struct irdma_object_memory, member))

/* A command of a generation that defers completions is answered twice: both answers need room. */
static u32 ccq_entries(u8 generation)
{
	return generation >= IRDMA_GEN_3 ? IW_GEN_3_CCQ_SIZE : IW_CCQ_SIZE;
}

static void free_memory(struct irdma_function *fn)
{
	kvfree(fn->deferred);
	kvfree(fn->scratch);
	irdma_os_dma_free(&fn->hw, &fn->ccq_ring);
	irdma_os_dma_free(&fn->hw, &fn->sq);
	irdma_os_dma_free(&fn->hw, &fn->objects);
}

/* Only what the device never sees is freed. */
static void give_up_memory(struct irdma_function *fn)
{
	fn->given_up = true;
	irdma_os_log(&fn->dev, IRDMA_OS_LOG_ERR, "%u bytes of DMA memory are given up, the device may still use them",
		     fn->objects.size + fn->sq.size + fn->ccq_ring.size);
	kvfree(fn->deferred);
	kvfree(fn->scratch);
}

static int alloc_memory(struct irdma_function *fn, u8 generation)
{
	u32 sq_bytes = ALIGN(SQ_ENTRIES * sizeof(struct irdma_cqp_quanta), IRDMA_CQP_ALIGNMENT);
	u32 ccq_bytes = ALIGN(ccq_entries(generation) * sizeof(struct irdma_cqe), IRDMA_CQ0_ALIGNMENT);

	fn->scratch = kvcalloc(SQ_ENTRIES, sizeof(*fn->scratch), GFP_KERNEL);
	fn->deferred = kvcalloc(SQ_ENTRIES, sizeof(*fn->deferred), GFP_KERNEL);
	if (!fn->scratch || !fn->deferred ||
	    irdma_os_dma_alloc(&fn->hw, &fn->objects, PAGE_SIZE) ||
	    irdma_os_dma_alloc(&fn->hw, &fn->sq, sq_bytes) ||
	    irdma_os_dma_alloc(&fn->hw, &fn->ccq_ring, ccq_bytes)) {
		free_memory(fn);
		return -ENOMEM;
	}
	return 0;
}

static void set_default_profile(struct irdma_function *fn)
{
	fn->hw.hmc.hmc_obj = fn->hmc_obj;
	fn->dev.hmc_info = &fn->hw.hmc;
	fn->dev.hmc_fpm_misc.max_ceqs = DEFAULT_CEQS;
	fn->hmc_obj[IRDMA_HMC_IW_CQ].max_cnt = DEFAULT_CQS;
	fn->hmc_obj[IRDMA_HMC_IW_CQ].cnt = DEFAULT_CQS;
	fn->hmc_obj[IRDMA_HMC_IW_QP].max_cnt = DEFAULT_QPS;
	fn->hmc_obj[IRDMA_HMC_IW_QP].cnt = DEFAULT_QPS;
}

/* One traffic class for all priorities: what a port without QoS settings has. */
static void init_vsi(struct irdma_function *fn, const struct irdma_lan_device *lan)
{
	struct irdma_l2params params = { .mtu = DEFAULT_MTU };
	struct irdma_vsi_init_info info = {
		.dev = &fn->dev,
		.back_vsi = fn,
		.params = &params,
		.pf_data_vsi_num = lan->vsi_num,
	};
	int i;

	for (i = 0; i < IRDMA_MAX_USER_PRIORITY; i++)
		params.qs_handle_list[i] = DEFAULT_QS_HANDLE;
	irdma_sc_vsi_init(&fn->vsi, &info);
}

/*
 * Where registers are. Up to gen2 the control path adds BAR offsets to the start of the BAR, of which only a part need
 * be mapped. From gen3 on it looks offsets up in regions.
 */
static void __iomem *map_registers(struct irdma_function *fn, const struct irdma_lan_device *lan)
{
	const struct irdma_lan_window *window = &lan->window[0];

	if (lan->generation < IRDMA_GEN_3)
		return window->addr - window->bar_offset;
	fn->hw.rdma_reg.addr = window->addr;
	fn->hw.rdma_reg.offset = window->bar_offset;
	fn->hw.rdma_reg.len = window->bytes;
	return window->addr;
}

static int init_device(struct irdma_function *fn, const struct irdma_lan_device *lan)
{
	struct irdma_device_init_info info = {
		.fpm_query_buf = object_va(fn, fpm_query),
		.fpm_query_buf_pa = object_pa(fn, fpm_query),
		.fpm_commit_buf = object_va(fn, fpm_commit),
		.fpm_commit_buf_pa = object_pa(fn, fpm_commit),
		.hw = &fn->hw,
		.protocol_used = lan->protocol,
		.hmc_fn_id = lan->pf_id,
	};
	int err;

	info.bar0 = map_registers(fn, lan);
	fn->dev.hw_attrs.uk_attrs.hw_rev = lan->generation;
	fn->dev.privileged = lan->generation < IRDMA_GEN_3;
	fn->dev.is_pf = true;
	irdma_os_mutex_init(&fn->dev.vchnl_mutex, "irdma vchnl_mutex");
	set_default_profile(fn);
	err = irdma_sc_dev_init(lan->generation, &fn->dev, &info);
	if (!err)
		init_vsi(fn, lan);
	return err;
}

static u16 cqp_major_version(u8 generation)
{
	switch (generation) {
	case IRDMA_GEN_1:
		return IRDMA_CQPHC_HW_MAJVER_GEN_1;
	case IRDMA_GEN_2:
		return IRDMA_CQPHC_HW_MAJVER_GEN_2;
	default:
		return IRDMA_CQPHC_HW_MAJVER_GEN_3;
	}
}

static int create_cqp(struct irdma_function *fn, const struct irdma_lan_device *lan)
{
	struct irdma_cqp_init_info info = {
		.dev = &fn->dev,
		.sq = fn->sq.va,
		.sq_pa = fn->sq.pa,
		.sq_size = SQ_ENTRIES,
		.host_ctx = object_va(fn, cqp_context),
		.host_ctx_pa = object_pa(fn, cqp_context),
		.scratch_array = fn->scratch,
		.ooo_op_array = fn->deferred,
		.hw_maj_ver = cqp_major_version(lan->generation),
		.hmc_profile = IRDMA_HMC_PROFILE_DEFAULT,
		.ts_override = lan->generation >= IRDMA_GEN_3,
		.protocol_used = lan->protocol,
	};
	u16 major, minor;
	int err;

	err = irdma_sc_cqp_init(&fn->cqp, &info);
	if (err)
		return err;
	return irdma_sc_cqp_create(&fn->cqp, &major, &minor);
}

static int create_ccq(struct irdma_function *fn, u8 generation)
{
	struct irdma_ccq_init_info info = {
		.dev = &fn->dev,
		.cq_base = fn->ccq_ring.va,
		.cq_pa = fn->ccq_ring.pa,
		.shadow_area = object_va(fn, ccq_shadow),
		.shadow_area_pa = object_pa(fn, ccq_shadow),
		.num_elem = ccq_entries(generation),
		.shadow_read_threshold = SHADOW_READ_THRESHOLD,
		.ceq_id_valid = true,
		.vsi = &fn->vsi,
	};
	int err;

	err = irdma_sc_ccq_init(&fn->ccq, &info);
	if (err)
		return err;
	return irdma_sc_ccq_create(&fn->ccq, 0, true, true);
}

/* A busy device may take longer than the control path waits: ask twice before it is taken for dead. */
static int destroy_cqp(struct irdma_function *fn)
{
	int err = irdma_sc_cqp_destroy(&fn->cqp);

	if (err) {
		msleep(SECOND_CHANCE_MS);
		err = irdma_sc_cqp_destroy(&fn->cqp);
	}
	return err;
}

/*
 * -EAGAIN: not answered, and by now surely stopped. -ETIMEDOUT: nobody knows what the device does. Otherwise the
 * device refused and stands still.
 */
static int try_create_cqp(struct irdma_function *fn, const struct irdma_lan_device *lan)
{
	int err = create_cqp(fn, lan);

	if (err != -ETIMEDOUT)
		return err;
	return destroy_cqp(fn) ? -ETIMEDOUT : -EAGAIN;
}

static int bring_up_cqp(struct irdma_function *fn, const struct irdma_lan_device *lan)
{
	int err = try_create_cqp(fn, lan);

	if (err == -EAGAIN) {
		msleep(SECOND_CHANCE_MS);
		err = try_create_cqp(fn, lan);
	}
	return err;
}

static void free_or_give_up_memory(struct irdma_function *fn, bool silent)
{
	if (silent)
		free_memory(fn);
	else
		give_up_memory(fn);
}

int irdma_hw_up(struct irdma_function *fn, const struct irdma_lan_device *lan)
{
	bool silent = true; /* the device does not touch our memory */
	int err;

	fn->hw.device = lan->dma_dev;
	fn->dev.hw = &fn->hw;
	if (lan->window_count != 1) {
		irdma_os_log(&fn->dev, IRDMA_OS_LOG_ERR, "%u register windows instead of one", lan->window_count);
		return -EINVAL;
	}
	err = alloc_memory(fn, lan->generation);
	if (err)
		return err;
	err = irdma_requests_init(&fn->requests, &fn->dev);
	if (err)
		goto free_memory;
	err = init_device(fn, lan);
	if (err)
		goto exit_requests;
	err = bring_up_cqp(fn, lan);
	silent = err != -ETIMEDOUT;
	if (err == -EAGAIN)
		err = -ETIMEDOUT;
	if (err)
		goto exit_requests;
	err = create_ccq(fn, lan->generation);
	if (err)
		goto destroy_cqp;
	irdma_requests_start(&fn->requests, &fn->ccq);
	return 0;

destroy_cqp:
	silent = !destroy_cqp(fn);
exit_requests:
	irdma_requests_exit(&fn->requests);
free_memory:
	free_or_give_up_memory(fn, silent);
	return err;
}

void irdma_hw_down(struct irdma_function *fn)
{
	bool silent;

	fn->dev.ws_reset(&fn->vsi);
	irdma_requests_stop(&fn->requests);
	/* A device that stopped answering will not answer this either. A failure is logged, the CQP's end settles it. */
	if (!irdma_requests_reset_wanted(&fn->requests))
		(void)irdma_sc_ccq_destroy(&fn->ccq, 0, true);
	silent = !destroy_cqp(fn);
	irdma_ws_discard(&fn->vsi);
	irdma_requests_abort(&fn->requests);
	irdma_requests_exit(&fn->requests);
	free_or_give_up_memory(fn, silent);
}
