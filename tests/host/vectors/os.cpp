// SPDX-License-Identifier: GPL-2.0
//
// src/os/os.h for the vector runner: everything goes to the world whose call is running.
#include <irdma/ctrl.h>

#include "os/os.h"
#include "world.h"

using vec::current_world;

extern "C" {

void irdma_os_log(const struct irdma_sc_dev *, enum irdma_os_log_level level, const char *format, ...) {
    static const char *const names[] = {"error", "warning", "debug"};
    va_list args;

    va_start(args, format);
    current_world()->log(names[level], format, args);
    va_end(args);
}

void irdma_os_usleep(u32) {
    current_world()->delay();
}

void irdma_os_msleep(u32) {
    current_world()->may_sleep("sleep");
    current_world()->delay();
}

int irdma_os_dma_alloc(struct irdma_hw *, struct irdma_dma_mem *mem, u32 size) {
    vec::u64 pa = 0;
    vec::u8 *va = current_world()->dma_alloc(size, pa);

    if (!va)
        return -ENOMEM;
    mem->va = va;
    mem->pa = pa;
    mem->size = size;
    return 0;
}

void irdma_os_dma_free(struct irdma_hw *, struct irdma_dma_mem *mem) {
    if (!mem->va)
        return;
    current_world()->dma_free(mem->va, mem->pa, mem->size);
    mem->va = nullptr;
}

void *irdma_os_calloc(u32 count, u32 size) {
    return current_world()->calloc(vec::u64(count) * size);
}

void irdma_os_free(void *mem) {
    current_world()->free(mem);
}

void irdma_os_spin_init(struct irdma_spinlock *, const char *) {}

u64 irdma_os_spin_lock(struct irdma_spinlock *lock) {
    current_world()->lock(lock, true);
    return 0;
}

void irdma_os_spin_unlock(struct irdma_spinlock *lock, u64) {
    current_world()->unlock(lock, true);
}

void irdma_os_mutex_init(struct irdma_mutex *, const char *) {}

void irdma_os_mutex_lock(struct irdma_mutex *mutex) {
    current_world()->lock(mutex, false);
}

void irdma_os_mutex_unlock(struct irdma_mutex *mutex) {
    current_world()->unlock(mutex, false);
}

void irdma_os_dma_wmb(void) {
    current_world()->wmb();
}

void irdma_os_dma_rmb(void) {}

void irdma_os_write32(u32 __iomem *reg, u32 value) {
    current_world()->write32(reg, value);
}

u32 irdma_os_read32(u32 __iomem *reg) {
    return current_world()->read32(reg);
}

unsigned long long vt_stub_call(const char *function, unsigned arg_count, const unsigned long long *args) {
    std::vector<vec::u64> copy(args, args + arg_count);

    return current_world()->stub(function, arg_count, copy.data());
}
}
