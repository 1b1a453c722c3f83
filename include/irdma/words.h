/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Little-endian words of DMA memory, for C code that builds or reads an element by hand. No masking
 * and no barrier; C++ code describes its layouts in types instead.
 */
#ifndef IRDMA_WORDS_H
#define IRDMA_WORDS_H

#include <irdma/types.h>

#if defined(__KERNEL__) && !defined(__cplusplus)

#include <asm/byteorder.h>

#define IRDMA_CPU_TO_LE64(x) cpu_to_le64(x)
#define IRDMA_LE64_TO_CPU(x) le64_to_cpu(x)
#define IRDMA_CPU_TO_LE32(x) cpu_to_le32(x)
#define IRDMA_LE32_TO_CPU(x) le32_to_cpu(x)

#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#define IRDMA_CPU_TO_LE64(x) (x)
#define IRDMA_LE64_TO_CPU(x) (x)
#define IRDMA_CPU_TO_LE32(x) (x)
#define IRDMA_LE32_TO_CPU(x) (x)

#elif __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__

#define IRDMA_CPU_TO_LE64(x) __builtin_bswap64(x)
#define IRDMA_LE64_TO_CPU(x) __builtin_bswap64(x)
#define IRDMA_CPU_TO_LE32(x) __builtin_bswap32(x)
#define IRDMA_LE32_TO_CPU(x) __builtin_bswap32(x)

#else
#error "unknown byte order"
#endif

/**
 * set_64bit_val - store a 64-bit little-endian word
 * @wqe_words: start of the element
 * @byte_index: byte offset in it, a multiple of 8
 * @val: value in host order
 */
static inline void set_64bit_val(__le64 *wqe_words, u32 byte_index, u64 val)
{
	wqe_words[byte_index >> 3] = IRDMA_CPU_TO_LE64(val);
}

/**
 * get_64bit_val - load a 64-bit little-endian word
 * @wqe_words: start of the element
 * @byte_index: byte offset in it, a multiple of 8
 * @val: out: value in host order
 */
static inline void get_64bit_val(const __le64 *wqe_words, u32 byte_index, u64 *val)
{
	*val = IRDMA_LE64_TO_CPU(wqe_words[byte_index >> 3]);
}

/**
 * set_32bit_val - store a 32-bit little-endian word
 * @wqe_words: start of the element
 * @byte_index: byte offset in it, a multiple of 4
 * @val: value in host order
 */
static inline void set_32bit_val(__le32 *wqe_words, u32 byte_index, u32 val)
{
	wqe_words[byte_index >> 2] = IRDMA_CPU_TO_LE32(val);
}

/**
 * get_32bit_val - load a 32-bit little-endian word
 * @wqe_words: start of the element
 * @byte_index: byte offset in it, a multiple of 4
 * @val: out: value in host order
 */
static inline void get_32bit_val(const __le32 *wqe_words, u32 byte_index, u32 *val)
{
	*val = IRDMA_LE32_TO_CPU(wqe_words[byte_index >> 2]);
}

#endif
