// SPDX-License-Identifier: GPL-2.0
/*
 * The control path's door to the Linux kernel: implements os/os.h. C++ on x86-64 has barriers and register accesses
 * inline (see there) and does not call the functions of the same name at the end of this file.
 */
#define pr_fmt(fmt) "irdma: " fmt

#include <linux/build_bug.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/dma-mapping.h>
#include <linux/export.h>
#include <linux/io.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include <irdma/ctrl.h>

#include "os/linux/os_linux.h"
#include "os/os.h"

static_assert(sizeof(spinlock_t) <= sizeof(struct irdma_spinlock), "IRDMA_SPINLOCK_WORDS is too small");
static_assert(sizeof(struct mutex) <= sizeof(struct irdma_mutex), "IRDMA_MUTEX_WORDS is too small");
static_assert(sizeof(atomic64_t) == sizeof(irdma_atomic64) && sizeof(atomic_t) == sizeof(irdma_atomic32),
	      "atomic counters are shared with C++");

void irdma_os_log(const struct irdma_sc_dev *dev, enum irdma_os_log_level level, const char *fmt, ...)
{
	struct device *device = dev && dev->hw ? dev->hw->device : NULL;
	struct va_format vaf;
	va_list args;

	va_start(args, fmt);
	vaf.fmt = fmt;
	vaf.va = &args;
	switch (level) {
	case IRDMA_OS_LOG_ERR:
		if (device)
			dev_err_ratelimited(device, "irdma: %pV\n", &vaf);
		else
			pr_err_ratelimited("%pV\n", &vaf);
		break;
	case IRDMA_OS_LOG_WARN:
		if (device)
			dev_warn_ratelimited(device, "irdma: %pV\n", &vaf);
		else
			pr_warn_ratelimited("%pV\n", &vaf);
		break;
	case IRDMA_OS_LOG_DEBUG:
		if (device)
			dev_dbg(device, "irdma: %pV\n", &vaf);
		else
			pr_debug("%pV\n", &vaf);
		break;
	}
	va_end(args);
}

#if IS_ENABLED(CONFIG_KUNIT)

static void (*delay_hook)(void *ctx);
static void *delay_hook_ctx;

void irdma_os_set_delay_hook(void (*fn)(void *ctx), void *ctx)
{
	WRITE_ONCE(delay_hook, NULL);
	WRITE_ONCE(delay_hook_ctx, ctx);
	/* Pairs with delay_is_hooked(): who sees the function sees its context. */
	smp_store_release(&delay_hook, fn);
}
EXPORT_SYMBOL_GPL(irdma_os_set_delay_hook);

static bool delay_is_hooked(void)
{
	/* Pairs with irdma_os_set_delay_hook(). */
	void (*fn)(void *ctx) = smp_load_acquire(&delay_hook);

	if (fn)
		fn(READ_ONCE(delay_hook_ctx));
	return fn;
}

#else

static bool delay_is_hooked(void)
{
	return false;
}

#endif

void irdma_os_usleep(u32 us)
{
	might_sleep();
	if (!delay_is_hooked())
		usleep_range(us, 2 * us);
}

void irdma_os_msleep(u32 ms)
{
	if (!delay_is_hooked())
		msleep(ms);
}

int irdma_os_dma_alloc(struct irdma_hw *hw, struct irdma_dma_mem *mem, u32 size)
{
	dma_addr_t pa;
	void *va;

	va = dma_alloc_coherent(hw->device, size, &pa, GFP_KERNEL);
	if (!va)
		return -ENOMEM;
	mem->va = va;
	mem->pa = pa;
	mem->size = size;
	return 0;
}

void irdma_os_dma_free(struct irdma_hw *hw, struct irdma_dma_mem *mem)
{
	if (!mem->va)
		return;
	dma_free_coherent(hw->device, mem->size, mem->va, mem->pa);
	mem->va = NULL;
}

void *irdma_os_calloc(u32 count, u32 size)
{
	return kvcalloc(count, size, GFP_KERNEL);
}

void irdma_os_free(void *mem)
{
	kvfree(mem);
}

/*
 * One lockdep class per name, as if each lock had its own initialiser. Without this all locks would be one class, and
 * the order between them would look like recursion.
 */
#ifdef CONFIG_LOCKDEP

#define MAX_LOCK_CLASSES 16

static struct os_lock_class {
	const char *name;
	struct lock_class_key key;
} lock_classes[MAX_LOCK_CLASSES];
static DEFINE_SPINLOCK(lock_classes_lock);

static struct os_lock_class *find_lock_class(const char *name)
{
	struct os_lock_class *class;
	unsigned long flags;

	spin_lock_irqsave(&lock_classes_lock, flags);
	for (class = lock_classes; class < lock_classes + MAX_LOCK_CLASSES - 1; class++)
		if (!class->name || !strcmp(class->name, name))
			break;
	WARN_ONCE(class->name && strcmp(class->name, name), "irdma: more than %d lock classes", MAX_LOCK_CLASSES);
	class->name = name;
	spin_unlock_irqrestore(&lock_classes_lock, flags);
	return class;
}

static void set_spin_class(spinlock_t *lock, const char *name)
{
	lockdep_set_class_and_name(lock, &find_lock_class(name)->key, name);
}

static void set_mutex_class(struct mutex *mutex, const char *name)
{
	lockdep_set_class_and_name(mutex, &find_lock_class(name)->key, name);
}

#else

static void set_spin_class(spinlock_t *lock, const char *name)
{
}

static void set_mutex_class(struct mutex *mutex, const char *name)
{
}

#endif

static spinlock_t *to_spinlock(struct irdma_spinlock *lock)
{
	return (spinlock_t *)lock->storage;
}

static struct mutex *to_mutex(struct irdma_mutex *mutex)
{
	return (struct mutex *)mutex->storage;
}

void irdma_os_spin_init(struct irdma_spinlock *lock, const char *name)
{
	spin_lock_init(to_spinlock(lock));
	set_spin_class(to_spinlock(lock), name);
}

u64 irdma_os_spin_lock(struct irdma_spinlock *lock)
{
	unsigned long flags;

	spin_lock_irqsave(to_spinlock(lock), flags);
	return flags;
}

void irdma_os_spin_unlock(struct irdma_spinlock *lock, u64 flags)
{
	spin_unlock_irqrestore(to_spinlock(lock), (unsigned long)flags);
}

void irdma_os_mutex_init(struct irdma_mutex *mutex, const char *name)
{
	mutex_init(to_mutex(mutex));
	set_mutex_class(to_mutex(mutex), name);
}

void irdma_os_mutex_lock(struct irdma_mutex *mutex)
{
	mutex_lock(to_mutex(mutex));
}

void irdma_os_mutex_unlock(struct irdma_mutex *mutex)
{
	mutex_unlock(to_mutex(mutex));
}

void irdma_os_dma_wmb(void)
{
	dma_wmb();
}

void irdma_os_dma_rmb(void)
{
	dma_rmb();
}

void irdma_os_write32(u32 __iomem *reg, u32 value)
{
	writel(value, reg);
}

u32 irdma_os_read32(u32 __iomem *reg)
{
	return readl(reg);
}
