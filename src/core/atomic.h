// SPDX-License-Identifier: GPL-2.0
//
// Counters that other contexts read without a lock.
#pragma once

#include <irdma/types.h>

namespace core {

inline void atomic_inc(irdma_atomic64 *counter) {
    __atomic_fetch_add(&counter->counter, 1, __ATOMIC_RELAXED);
}

inline u64 atomic_read(const irdma_atomic64 *counter) {
    return u64(__atomic_load_n(&counter->counter, __ATOMIC_RELAXED));
}

inline void atomic_set(irdma_atomic64 *counter, s64 value) {
    __atomic_store_n(&counter->counter, value, __ATOMIC_RELAXED);
}

inline void atomic_inc(irdma_atomic32 *counter) {
    __atomic_fetch_add(&counter->counter, 1, __ATOMIC_RELAXED);
}

// True when it has become 0.
inline bool atomic_dec(irdma_atomic32 *counter) {
    return __atomic_sub_fetch(&counter->counter, 1, __ATOMIC_ACQ_REL) == 0;
}

inline void atomic_set(irdma_atomic32 *counter, int value) {
    __atomic_store_n(&counter->counter, value, __ATOMIC_RELAXED);
}

} // namespace core
