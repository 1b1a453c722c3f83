/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Elementary types of the public API. Plain C, also valid C++, no kernel header needed: inside the
 * kernel's C code the kernel's own types are used, elsewhere the same types are declared here.
 *
 * u64 is unsigned long long on both sides, because type-checked indirect calls (kCFI) compare the
 * spelled type, not its size.
 */
#ifndef IRDMA_TYPES_H
#define IRDMA_TYPES_H

#if defined(__KERNEL__) && !defined(__cplusplus)

#include <linux/types.h>
#include <linux/list.h>

#else

#ifndef __cplusplus
#include <stdbool.h>
#include <stddef.h>
#else
#include <cstddef>
#endif

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef u16 __le16;
typedef u32 __le32;
typedef u64 __le64;
typedef u16 __be16;
typedef u32 __be32;
typedef u64 dma_addr_t;
typedef u64 resource_size_t;

#ifndef __iomem
#define __iomem
#endif

struct list_head {
	struct list_head *next, *prev;
};

#endif

/*
 * Callers may store a number that is no enumerator. C++ allows that only with a fixed underlying type; C takes
 * unsigned int by itself.
 */
#ifdef __cplusplus
#define IRDMA_ENUM_U32 : u32
#else
#define IRDMA_ENUM_U32
#endif

#define IRDMA_ETH_ALEN 6

/* Words of room for the host's lock types in structures that C++ code shares; the kernel side asserts that they fit. */
#define IRDMA_SPINLOCK_WORDS 16
#define IRDMA_MUTEX_WORDS 32
#define IRDMA_TIMER_WORDS 40

/* Interrupt-safe spin lock of the host; opaque here, operated through src/os. */
struct irdma_spinlock {
	u64 storage[IRDMA_SPINLOCK_WORDS];
};

/* Sleeping mutex of the host; opaque here. */
struct irdma_mutex {
	u64 storage[IRDMA_MUTEX_WORDS];
};

/* Timer of the host, or whatever it uses as one; opaque here. */
struct irdma_timer {
	u64 storage[IRDMA_TIMER_WORDS];
};

/* Counter read by waiters while other contexts increment it; same image as the kernel's atomic64_t. */
typedef struct {
	s64 counter;
} irdma_atomic64;

/* Same image as the kernel's atomic_t. */
typedef struct {
	int counter;
} irdma_atomic32;

#endif
