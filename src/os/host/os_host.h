/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The outside world of the control path in user space: registers are plain memory, a bus address is the address itself.
 * Tests watch and steer it through the hooks. Single-threaded.
 */
#ifndef IRDMA_OS_HOST_H
#define IRDMA_OS_HOST_H

#include "os/os.h"

#ifdef __cplusplus
extern "C" {
#endif

struct irdma_host_hooks {
	void *ctx;
	/* After each usleep/msleep: the moment at which an emulated device gets to work. */
	void (*on_delay)(void *ctx);
	/* Before each register read. */
	void (*on_read)(void *ctx, u32 *reg);
	/* After each register write. */
	void (*on_write)(void *ctx, u32 *reg, u32 value);
	/* At each DMA write barrier. */
	void (*on_wmb)(void *ctx);
	/* Each log line. */
	void (*on_log)(void *ctx, enum irdma_os_log_level level, const char *line);
	/* Allocation number @n (from 0, DMA and plain counted together): true makes it fail. */
	bool (*fail_alloc)(void *ctx, u32 n);
};

/* NULL: no hooks. Also starts all counters from 0. */
void irdma_host_set_hooks(const struct irdma_host_hooks *hooks);
/* DMA and plain allocations that were not freed. */
u32 irdma_host_live_allocations(void);
/* Spin locks held now; must be 0 whenever the control path has returned. */
u32 irdma_host_locks_held(void);

#ifdef __cplusplus
}
#endif

#endif
