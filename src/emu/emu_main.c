// SPDX-License-Identifier: GPL-2.0
/*
 * irdma_emu.ko: emulated RDMA functions for machines without the hardware. Each function is a platform device (for
 * DMA), memory as its register windows, the engine with a thread that runs it, and an auxiliary device
 * "irdma_emu.rdma.<n>" that irdma.ko binds to.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/dma-mapping.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/stringify.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "emu/emu.h"

#define MAX_FUNCTIONS 8

static unsigned int generation = 2;
module_param(generation, uint, 0444);
MODULE_PARM_DESC(generation, "hardware generation: 1 X722, 2 E810 (default), 3 E2000");

static unsigned int functions = 1;
module_param(functions, uint, 0444);
MODULE_PARM_DESC(functions, "number of emulated functions, 1 (default) to 8");

static struct emu_function *emulated[MAX_FUNCTIONS];

static void trace(void *ctx, const char *line)
{
	struct emu_function *fn = ctx;
	u32 slot = fn->trace->written % EMU_TRACE_LINES;

	fn->trace->line[slot].ns = ktime_get_boottime_ns();
	strscpy(fn->trace->line[slot].text, line, EMU_TRACE_CHARS);
	fn->trace->written++;
}

static const struct irdma_emu_ops emu_ops = {
	.dma_read = emu_bus_read,
	.dma_write = emu_bus_write,
	.trace = trace,
};

static void free_engine(struct emu_function *fn)
{
	int i;

	for (i = 0; i < IRDMA_LAN_MAX_WINDOWS; i++)
		vfree(fn->window[i]);
	kvfree(fn->engine_mem);
	kvfree(fn->trace);
}

/* Register windows, engine memory and trace; freed by free_engine(), also after a failure. */
static int create_engine(struct emu_function *fn)
{
	struct irdma_emu_window layout[IRDMA_LAN_MAX_WINDOWS];
	struct irdma_emu_config config = {
		.generation = generation,
		.ops = &emu_ops,
		.ctx = fn,
	};
	u32 i, bytes = irdma_emu_size();

	fn->trace = kvzalloc(sizeof(*fn->trace), GFP_KERNEL);
	fn->engine_mem = kvzalloc(bytes, GFP_KERNEL);
	if (!fn->trace || !fn->engine_mem)
		return -ENOMEM;

	fn->lan.window_count = irdma_emu_windows(generation, layout);
	for (i = 0; i < fn->lan.window_count; i++) {
		fn->window[i] = vzalloc(layout[i].bytes);
		if (!fn->window[i])
			return -ENOMEM;
		config.window[i] = fn->window[i];
		fn->lan.window[i].addr = (void __iomem *)fn->window[i];
		fn->lan.window[i].bar_offset = layout[i].bar_offset;
		fn->lan.window[i].bytes = layout[i].bytes;
	}
	fn->engine = irdma_emu_init(fn->engine_mem, bytes, &config);
	return fn->engine ? 0 : -EINVAL;
}

static int create_parent(struct emu_function *fn, u32 id)
{
	const struct platform_device_info info = {
		.name = KBUILD_MODNAME,
		.id = id,
		.dma_mask = DMA_BIT_MASK(64),
	};
	int err;

	fn->parent = platform_device_register_full(&info);
	if (IS_ERR(fn->parent))
		return PTR_ERR(fn->parent);
	err = emu_bus_check(&fn->parent->dev);
	if (err)
		platform_device_unregister(fn->parent);
	return err;
}

static void lan_release(struct device *dev)
{
	struct irdma_lan_device *lan = to_irdma_lan_device(to_auxiliary_dev(dev));

	complete(&container_of(lan, struct emu_function, lan)->lan_released);
}

/* Somebody may still hold a reference (an open sysfs file), and the release function is code of this module. */
static void put_lan(struct emu_function *fn)
{
	auxiliary_device_uninit(&fn->lan.adev);
	wait_for_completion(&fn->lan_released);
}

static int add_lan(struct emu_function *fn)
{
	int err;

	err = auxiliary_device_init(&fn->lan.adev);
	if (err)
		return err;
	err = auxiliary_device_add(&fn->lan.adev);
	if (err)
		put_lan(fn);
	return err;
}

static void remove_lan(struct emu_function *fn)
{
	auxiliary_device_delete(&fn->lan.adev);
	put_lan(fn);
}

static struct emu_function *create_function(u32 id)
{
	struct emu_function *fn;
	int err;

	fn = kzalloc(sizeof(*fn), GFP_KERNEL);
	if (!fn)
		return ERR_PTR(-ENOMEM);
	mutex_init(&fn->lock);
	init_completion(&fn->lan_released);

	err = create_engine(fn);
	if (err)
		goto free;
	err = create_parent(fn, id);
	if (err)
		goto free;

	fn->lan.generation = generation;
	fn->lan.dma_dev = &fn->parent->dev;
	fn->lan.pf_id = id;
	fn->lan.vsi_num = id + 1;
	fn->lan.adev.name = "rdma";
	fn->lan.adev.id = id;
	fn->lan.adev.dev.parent = &fn->parent->dev;
	fn->lan.adev.dev.release = lan_release;

	err = emu_thread_start(fn);
	if (err)
		goto unregister_parent;
	emu_debugfs_add(fn);
	err = add_lan(fn);
	if (err)
		goto stop;
	return fn;

stop:
	emu_debugfs_remove(fn);
	emu_thread_stop(fn);
unregister_parent:
	platform_device_unregister(fn->parent);
free:
	free_engine(fn);
	kfree(fn);
	return ERR_PTR(err);
}

/* The auxiliary device goes first: its driver talks to the device until it is unbound. */
static void destroy_function(struct emu_function *fn)
{
	remove_lan(fn);
	emu_debugfs_remove(fn);
	emu_thread_stop(fn);
	platform_device_unregister(fn->parent);
	free_engine(fn);
	kfree(fn);
}

static void destroy_functions(u32 count)
{
	while (count--)
		destroy_function(emulated[count]);
}

static int __init emu_module_init(void)
{
	struct irdma_emu_window layout[IRDMA_LAN_MAX_WINDOWS];
	struct emu_function *fn;
	u32 id;

	if (generation > U8_MAX || !irdma_emu_windows(generation, layout)) {
		pr_err("there is no generation %u\n", generation);
		return -EINVAL;
	}
	if (functions < 1 || functions > MAX_FUNCTIONS) {
		pr_err("functions=%u is not 1 to %d\n", functions, MAX_FUNCTIONS);
		return -EINVAL;
	}

	emu_debugfs_init();
	for (id = 0; id < functions; id++) {
		fn = create_function(id);
		if (IS_ERR(fn)) {
			pr_err("function %u failed: %ld\n", id, PTR_ERR(fn));
			destroy_functions(id);
			emu_debugfs_exit();
			return PTR_ERR(fn);
		}
		emulated[id] = fn;
	}
	pr_info("%u emulated function%s of generation %u\n", functions, functions == 1 ? "" : "s", generation);
	return 0;
}

static void __exit emu_module_exit(void)
{
	destroy_functions(functions);
	emu_debugfs_exit();
}

module_init(emu_module_init);
module_exit(emu_module_exit);

MODULE_DESCRIPTION("Emulated RDMA functions for irdma");
MODULE_LICENSE("GPL");
MODULE_VERSION(__stringify(IRDMAXX_VERSION));
