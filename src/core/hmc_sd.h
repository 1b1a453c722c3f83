// SPDX-License-Identifier: GPL-2.0
//
// Segments (SD) and their pages (PD): the software's table, the words the device reads, and the commands about them.
// A segment is one block of 2 MiB ("direct") or a page that lists 512 pages ("paged").
#pragma once

#include <irdma/ctrl.h>

#include "core/fpm.h"

namespace core {

// Indexes first .. limit - 1.
struct Span {
    u64 first;
    u64 limit;
};

// The units of `unit` bytes that objects start .. start + count - 1 lie in.
Span span_of(const irdma_hmc_obj_info &obj, u32 start, u32 count, u32 unit);

// Segments and pages that the table and the commands can name.
bool sds_exist(const irdma_hmc_info *hmc_info, Span sds);

inline irdma_hmc_sd_entry &sd_entry(const irdma_hmc_info *hmc_info, u64 sd) {
    return hmc_info->sd_table.sd_entry[sd];
}

inline bool is_paged(const irdma_hmc_sd_entry &entry) {
    return entry.entry_type == IRDMA_SD_TYPE_PAGED;
}

// Gives a segment memory if it has none, and counts a user of a direct one. -ENOMEM; -EBUSY: waits for a reset.
[[nodiscard]] int irdma_add_sd_table_entry(irdma_hw *hw, irdma_hmc_info *hmc_info, u64 sd, irdma_sd_entry_type type,
                                           u32 direct_bytes);

// Gives a page of a paged segment memory (the caller's, or its own) if it has none, and counts a user.
[[nodiscard]] int irdma_add_pd_table_entry(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, u64 pd,
                                           const irdma_dma_mem *page);

// Takes a user of a page away; without users the device cannot reach it any more. -EINVAL: no such page or user.
int irdma_remove_pd_bp(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, u64 pd);

// Takes a user of a direct segment away. 0: that was the last one, the segment is not valid any more; -EBUSY.
[[nodiscard]] int irdma_prep_remove_sd_bp(irdma_hmc_info *hmc_info, u64 sd);

// The same for a paged segment, whose users are its pages.
[[nodiscard]] int irdma_prep_remove_pd_page(irdma_hmc_info *hmc_info, u64 sd);

// Tells the device about segments, up to 11 with a command. *told: segments it may know about, also after an error.
[[nodiscard]] int irdma_hmc_sd_grp(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, const u16 *sds, u32 count, bool valid,
                                   u32 *told);

// Tells the device about new segments, and marks them valid. After an error nothing is left of them.
[[nodiscard]] int program_sds(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, const u16 *sds, u32 count);

// Ends segments, of which the device may know the first `told`: these it must give up before their memory is freed.
int drop_sds(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, const u16 *sds, u32 count, u32 told);

// Frees the memory of a segment and of those of its pages that are not the caller's.
void free_sd(irdma_hw *hw, irdma_hmc_sd_entry &entry);

} // namespace core
