// SPDX-License-Identifier: GPL-2.0
//
// os.h in user space, see os_host.h.
#include "os/host/os_host.h"

#include <irdma/ctrl.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace {

irdma_host_hooks hooks;
u32 allocations;
u32 live;
u32 held;

constexpr u32 page = 4096;

bool must_fail() {
    return hooks.fail_alloc && hooks.fail_alloc(hooks.ctx, allocations++);
}

// A lock remembers that it is held: taking it twice would hang a kernel.
[[noreturn]] void misuse(const char *what) {
    std::fprintf(stderr, "os: %s\n", what);
    std::abort();
}

} // namespace

extern "C" {

void irdma_host_set_hooks(const struct irdma_host_hooks *h) {
    hooks = h ? *h : irdma_host_hooks{};
    allocations = 0;
}

u32 irdma_host_live_allocations(void) {
    return live;
}

u32 irdma_host_locks_held(void) {
    return held;
}

void irdma_os_log(const struct irdma_sc_dev *, enum irdma_os_log_level level, const char *fmt, ...) {
    char line[512];
    va_list args;

    va_start(args, fmt);
    std::vsnprintf(line, sizeof(line), fmt, args);
    va_end(args);
    if (hooks.on_log)
        hooks.on_log(hooks.ctx, level, line);
}

void irdma_os_usleep(u32) {
    irdma_os_msleep(0);
}

void irdma_os_msleep(u32) {
    if (held)
        misuse("sleep with a spin lock held");
    if (hooks.on_delay)
        hooks.on_delay(hooks.ctx);
}

int irdma_os_dma_alloc(struct irdma_hw *, struct irdma_dma_mem *mem, u32 size) {
    if (held)
        misuse("allocation with a spin lock held");
    const u32 rounded = (size + page - 1) / page * page;
    void *va = must_fail() ? nullptr : std::aligned_alloc(page, rounded ? rounded : page);

    if (!va)
        return -ENOMEM;
    __builtin_memset(va, 0, rounded);
    mem->va = va;
    mem->pa = reinterpret_cast<__UINTPTR_TYPE__>(va);
    mem->size = size;
    live++;
    return 0;
}

void irdma_os_dma_free(struct irdma_hw *, struct irdma_dma_mem *mem) {
    if (!mem->va)
        return;
    if (held)
        misuse("DMA memory freed with a spin lock held");
    std::free(mem->va);
    mem->va = nullptr;
    live--;
}

void *irdma_os_calloc(u32 count, u32 size) {
    void *mem = must_fail() ? nullptr : std::calloc(count, size);

    live += mem != nullptr;
    return mem;
}

void irdma_os_free(void *mem) {
    live -= mem != nullptr;
    std::free(mem);
}

void irdma_os_spin_init(struct irdma_spinlock *lock, const char *) {
    lock->storage[0] = 0;
}

u64 irdma_os_spin_lock(struct irdma_spinlock *lock) {
    if (lock->storage[0])
        misuse("spin lock taken twice");
    lock->storage[0] = 1;
    held++;
    return 0;
}

void irdma_os_spin_unlock(struct irdma_spinlock *lock, u64) {
    if (!lock->storage[0])
        misuse("spin lock released twice");
    lock->storage[0] = 0;
    held--;
}

void irdma_os_mutex_init(struct irdma_mutex *mutex, const char *) {
    mutex->storage[0] = 0;
}

void irdma_os_mutex_lock(struct irdma_mutex *mutex) {
    if (mutex->storage[0])
        misuse("mutex taken twice");
    if (held)
        misuse("mutex taken with a spin lock held");
    mutex->storage[0] = 1;
}

void irdma_os_mutex_unlock(struct irdma_mutex *mutex) {
    if (!mutex->storage[0])
        misuse("mutex released twice");
    mutex->storage[0] = 0;
}

void irdma_os_dma_wmb(void) {
    if (hooks.on_wmb)
        hooks.on_wmb(hooks.ctx);
    __atomic_thread_fence(__ATOMIC_RELEASE);
}

void irdma_os_dma_rmb(void) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

void irdma_os_write32(u32 __iomem *reg, u32 value) {
    *static_cast<volatile u32 *>(reg) = value;
    if (hooks.on_write)
        hooks.on_write(hooks.ctx, reg, value);
}

u32 irdma_os_read32(u32 __iomem *reg) {
    if (hooks.on_read)
        hooks.on_read(hooks.ctx, reg);
    return *static_cast<volatile u32 *>(reg);
}

} // extern "C"
