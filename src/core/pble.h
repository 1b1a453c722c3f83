// SPDX-License-Identifier: GPL-2.0
//
// The pool of page list entries (PBLE): chunks of consecutive entries, each with a bitmap of its units of 8.
#pragma once

#include <irdma/ctrl.h>

struct irdma_pble_chunk {
    list_head list;    // first member: chunk_of() relies on it
    irdma_dma_mem mem; // pages of a paged segment; nothing if the segment itself is the memory
    u8 *va;
    u64 fpm_addr;
    u64 bytes;
    u64 *bitmap;
    u32 bits;
};

namespace core {

inline constexpr u32 pbles_per_page = 512;

inline irdma_pble_chunk *chunk_of(list_head *entry) {
    return reinterpret_cast<irdma_pble_chunk *>(entry);
}

// Adds a chunk at the pool's end. Under pble_mutex. -ENOMEM: no entries left, or no memory.
[[nodiscard]] int add_pble_prm(irdma_hmc_pble_rsrc *rsrc);

// A run of `count` entries; -ENOMEM: no chunk has one.
[[nodiscard]] int irdma_prm_get_pbles(irdma_hmc_pble_rsrc *rsrc, irdma_pble_info *info, u32 count);
void irdma_prm_return_pbles(irdma_hmc_pble_rsrc *rsrc, irdma_pble_info *info);

} // namespace core
