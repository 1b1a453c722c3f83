// SPDX-License-Identifier: GPL-2.0
#pragma once

#include "os/os.h"

namespace core {

// Holds an interrupt-safe spin lock for the scope.
class SpinGuard {
  public:
    explicit SpinGuard(irdma_spinlock *lock) : lock_(lock), flags_(irdma_os_spin_lock(lock)) {}
    ~SpinGuard() { irdma_os_spin_unlock(lock_, flags_); }
    SpinGuard(const SpinGuard &) = delete;
    SpinGuard &operator=(const SpinGuard &) = delete;

  private:
    irdma_spinlock *lock_;
    u64 flags_;
};

// Holds a sleeping mutex for the scope.
class MutexGuard {
  public:
    explicit MutexGuard(irdma_mutex *mutex) : mutex_(mutex) { irdma_os_mutex_lock(mutex); }
    ~MutexGuard() { irdma_os_mutex_unlock(mutex_); }
    MutexGuard(const MutexGuard &) = delete;
    MutexGuard &operator=(const MutexGuard &) = delete;

  private:
    irdma_mutex *mutex_;
};

} // namespace core
