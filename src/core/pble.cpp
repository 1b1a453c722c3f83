// SPDX-License-Identifier: GPL-2.0
//
// Allocation of page list entries: one run, or leaves of 512 entries and a root that lists them.

#include "core/pble.h"

#include "core/hmc_sd.h"
#include "core/lock.h"
#include "core/log.h"

using namespace core;

namespace {

constexpr u32 leaf_entries = pbles_per_page;
constexpr u32 chunk_entries = hw::segment_bytes / hw::pble_bytes; // no run is longer

int get_level1(irdma_hmc_pble_rsrc *rsrc, irdma_pble_alloc *palloc, u32 count) {
    const int err = irdma_prm_get_pbles(rsrc, &palloc->level1, count);

    if (!err)
        palloc->level = IRDMA_PBLE_LEVEL_1;
    return err;
}

void free_level2(irdma_hmc_pble_rsrc *rsrc, irdma_pble_level2 *level2) {
    for (u32 i = 0; i < level2->leaf_cnt && level2->leaf[i].chunk; i++)
        irdma_prm_return_pbles(rsrc, &level2->leaf[i]);
    if (level2->root.chunk)
        irdma_prm_return_pbles(rsrc, &level2->root);
    irdma_os_free(level2->leaf);
    *level2 = {};
}

int fill_level2(irdma_hmc_pble_rsrc *rsrc, irdma_pble_level2 *level2, u32 count) {
    int err = irdma_prm_get_pbles(rsrc, &level2->root, level2->leaf_cnt);

    for (u32 i = 0; i < level2->leaf_cnt && !err; i++) {
        err = irdma_prm_get_pbles(rsrc, &level2->leaf[i], smaller(count, leaf_entries));
        if (!err)
            hw::store_word(level2->root.addr, i, level2->leaf[i].idx);
        count -= smaller(count, leaf_entries);
    }
    return err;
}

int get_level2(irdma_hmc_pble_rsrc *rsrc, irdma_pble_alloc *palloc, u32 count) {
    irdma_pble_level2 level2 = {};

    level2.leaf_cnt = u32(div_up(count, leaf_entries));
    level2.leaf = static_cast<irdma_pble_info *>(irdma_os_calloc(level2.leaf_cnt, sizeof(irdma_pble_info)));
    if (!level2.leaf)
        return -ENOMEM;
    const int err = fill_level2(rsrc, &level2, count);

    if (err) {
        free_level2(rsrc, &level2);
        return err;
    }
    palloc->level2 = level2;
    palloc->level = IRDMA_PBLE_LEVEL_2;
    return 0;
}

int get_once(irdma_hmc_pble_rsrc *rsrc, irdma_pble_alloc *palloc, u32 count, bool level1_only) {
    const int err = get_level1(rsrc, palloc, count);

    return err && !level1_only && count > leaf_entries ? get_level2(rsrc, palloc, count) : err;
}

// Ends: each turn takes entries that no chunk has yet, of which there are fewer each time.
int get_growing(irdma_hmc_pble_rsrc *rsrc, irdma_pble_alloc *palloc, u32 count, bool level1_only) {
    int err = level1_only && count > chunk_entries ? -ENOMEM : get_once(rsrc, palloc, count, level1_only);

    if (count > rsrc->free_pble + rsrc->unallocated_pble || (level1_only && count > chunk_entries))
        return err;
    while (err) {
        err = add_pble_prm(rsrc);
        if (err)
            return err;
        err = get_once(rsrc, palloc, count, level1_only);
    }
    return 0;
}

} // namespace

extern "C" int irdma_get_pble(struct irdma_hmc_pble_rsrc *pble_rsrc, struct irdma_pble_alloc *palloc, u32 pble_cnt,
                              bool level1_only) {
    *palloc = {};
    if (!pble_cnt)
        return -EINVAL;
    const MutexGuard guard(&pble_rsrc->pble_mutex);
    const int err = get_growing(pble_rsrc, palloc, pble_cnt, level1_only);

    if (err) {
        pble_rsrc->stats_alloc_fail++;
        *palloc = {};
        log_debug(pble_rsrc->dev, "PBLE: no room for %u entries, %llu are free: %d", pble_cnt, pble_rsrc->free_pble,
                  err);
        return err;
    }
    palloc->total_cnt = pble_cnt;
    pble_rsrc->stats_alloc_ok++;
    return 0;
}

extern "C" void irdma_free_pble(struct irdma_hmc_pble_rsrc *pble_rsrc, struct irdma_pble_alloc *palloc) {
    const MutexGuard guard(&pble_rsrc->pble_mutex);

    if (palloc->level == IRDMA_PBLE_LEVEL_1)
        irdma_prm_return_pbles(pble_rsrc, &palloc->level1);
    else if (palloc->level == IRDMA_PBLE_LEVEL_2)
        free_level2(pble_rsrc, &palloc->level2);
    else
        return;
    pble_rsrc->stats_alloc_freed++;
    *palloc = {};
}
