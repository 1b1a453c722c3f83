/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel module around the engine: one struct emu_function per emulated function. */
#ifndef IRDMA_EMU_EMU_H
#define IRDMA_EMU_EMU_H

#include <linux/completion.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include <irdma/lan.h>

#include "emu/engine.h"

struct dentry;
struct platform_device;
struct task_struct;

#define EMU_TRACE_LINES 256
#define EMU_TRACE_CHARS 384

/* What the engine said lately, oldest line overwritten first. Under emu_function.lock. */
struct emu_trace {
	u64 written;		/* lines since load; the line with number n is in slot n % EMU_TRACE_LINES */
	struct {
		u64 ns;		/* since boot */
		char text[EMU_TRACE_CHARS];
	} line[EMU_TRACE_LINES];
};

struct emu_function {
	struct irdma_lan_device lan;
	struct completion lan_released;	/* nobody refers to lan.adev any more */
	struct platform_device *parent;
	struct mutex lock;		/* serialises all calls of the engine */
	struct irdma_emu *engine;
	void *engine_mem;
	void *window[IRDMA_LAN_MAX_WINDOWS];
	struct emu_trace *trace;
	struct task_struct *thread;
	bool paused;			/* by debugfs: the device does nothing */
	struct dentry *dir;
};

/* emu_bus.c: memory of the host by bus address, as the device sees it. False: there is no memory at that address. */
bool emu_bus_read(void *ctx, u64 addr, void *dst, u32 len);
bool emu_bus_write(void *ctx, u64 addr, const void *src, u32 len);
/* 0 if bus addresses of @dev are physical addresses, as emu_bus_read() takes for granted; -EOPNOTSUPP otherwise. */
int emu_bus_check(struct device *dev);

/* emu_thread.c: lets the device run until emu_thread_stop(). */
int emu_thread_start(struct emu_function *fn);
void emu_thread_stop(struct emu_function *fn);

/* emu_debugfs.c */
void emu_debugfs_init(void);
void emu_debugfs_exit(void);
void emu_debugfs_add(struct emu_function *fn);
void emu_debugfs_remove(struct emu_function *fn);

#endif
