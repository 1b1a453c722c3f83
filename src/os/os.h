/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The only door of the control path to the outside. Implemented by os/linux (kernel) and os/host (user space).
 *
 * Rules of ordering, all on this page:
 *  - Ring memory (WQEs, contexts, shadow areas) is plain coherent memory; registers are `__iomem` and only
 *    irdma_os_read32/write32 touch them.
 *  - Filling a WQE: body words, irdma_os_dma_wmb(), header word. The device may fetch a WQE as soon as its
 *    valid bit is right, doorbell or not.
 *  - A doorbell write is ordered after all earlier stores to coherent memory by irdma_os_write32() itself.
 *  - Reading an entry the device wrote: valid bit, irdma_os_dma_rmb(), the other words.
 */
#ifndef IRDMA_OS_H
#define IRDMA_OS_H

#include <irdma/types.h>
#include <irdma/errno.h>

struct irdma_sc_dev;
struct irdma_hw;
struct irdma_dma_mem;

#ifdef __cplusplus
extern "C" {
#endif

enum irdma_os_log_level {
	IRDMA_OS_LOG_ERR,   /* something failed; rate-limited */
	IRDMA_OS_LOG_WARN,  /* the device said something we do not believe; rate-limited */
	IRDMA_OS_LOG_DEBUG, /* off unless dynamic debug switches it on */
};

/* One line that names object, id, operation and hardware code. Callable with interrupts off. */
void irdma_os_log(const struct irdma_sc_dev *dev, enum irdma_os_log_level level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Sleep of at least @us microseconds, between two looks at a register or a ring; process context. */
void irdma_os_usleep(u32 us);
/* Sleep of at least @ms milliseconds; process context. */
void irdma_os_msleep(u32 ms);

/* Zeroed coherent DMA memory: fills va, pa, size of @mem. May sleep. 0 or -ENOMEM (@mem untouched). */
int irdma_os_dma_alloc(struct irdma_hw *hw, struct irdma_dma_mem *mem, u32 size);
/* Frees it and clears va; nothing happens if va is NULL. May sleep. */
void irdma_os_dma_free(struct irdma_hw *hw, struct irdma_dma_mem *mem);
/* @count zeroed elements of @size bytes, overflow-checked; NULL on failure. May sleep. */
void *irdma_os_calloc(u32 count, u32 size);
void irdma_os_free(void *mem);

void irdma_os_spin_init(struct irdma_spinlock *lock, const char *name);
u64 irdma_os_spin_lock(struct irdma_spinlock *lock);
void irdma_os_spin_unlock(struct irdma_spinlock *lock, u64 flags);
void irdma_os_mutex_init(struct irdma_mutex *mutex, const char *name);
void irdma_os_mutex_lock(struct irdma_mutex *mutex);
void irdma_os_mutex_unlock(struct irdma_mutex *mutex);

#if defined(IRDMA_OS_INLINE_MMIO) && defined(__x86_64__)

/* x86: stores are not reordered with other stores, nor loads with loads, so a compiler barrier is enough. */
static inline void irdma_os_dma_wmb(void) { __asm__ volatile("" ::: "memory"); }
static inline void irdma_os_dma_rmb(void) { __asm__ volatile("" ::: "memory"); }

static inline void irdma_os_write32(u32 __iomem *reg, u32 value)
{
	__asm__ volatile("movl %0, %1" : : "r"(value), "m"(*reg) : "memory");
}

static inline u32 irdma_os_read32(u32 __iomem *reg)
{
	u32 value;

	__asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*reg) : "memory");
	return value;
}

#else

void irdma_os_dma_wmb(void);
void irdma_os_dma_rmb(void);
void irdma_os_write32(u32 __iomem *reg, u32 value);
u32 irdma_os_read32(u32 __iomem *reg);

#endif

#ifdef __cplusplus
}
#endif

#endif
