// SPDX-License-Identifier: GPL-2.0
//
// Chunks of the PBLE pool: their memory, their life, and the bitmaps. A chunk lies in one segment. A whole segment is
// one block; a part of one, or one for which there is no block of 2 MiB, is a list of pages, which here come in one
// piece of as many pages as can be had.

#include "core/pble.h"

#include "core/hmc_sd.h"
#include "core/list.h"
#include "core/lock.h"
#include "core/log.h"

using namespace core;

namespace {

constexpr u32 unit_bytes = 64; // of allocation
constexpr u32 unit_pbles = unit_bytes / hw::pble_bytes;
constexpr u32 word_bits = 64;

irdma_hmc_info *hmc_of(const irdma_hmc_pble_rsrc *rsrc) {
    return rsrc->dev->hmc_info;
}

u64 segment_of(const irdma_pble_chunk *chunk) {
    return chunk->fpm_addr / hw::segment_bytes;
}

u64 page_of(const irdma_pble_chunk *chunk) {
    return chunk->fpm_addr / hw::backing_page_bytes;
}

// ---- memory of a new chunk --------------------------------------------------------------------------------------

int use_block(irdma_hmc_pble_rsrc *rsrc, irdma_pble_chunk *chunk) {
    irdma_hmc_info *hmc_info = hmc_of(rsrc);
    const u16 sd = u16(segment_of(chunk));
    irdma_hmc_sd_entry &entry = sd_entry(hmc_info, sd);
    int err = irdma_add_sd_table_entry(rsrc->dev->hw, hmc_info, sd, IRDMA_SD_TYPE_DIRECT, hw::segment_bytes);

    if (!err && !entry.valid)
        err = program_sds(rsrc->dev, hmc_info, &sd, 1);
    if (err)
        return err;
    chunk->va = static_cast<u8 *>(entry.u.bp.addr.va) + chunk->fpm_addr % hw::segment_bytes;
    rsrc->stats_direct_sds++;
    return 0;
}

// Fewer pages than wanted are better than none.
int allocate_pages(irdma_hmc_pble_rsrc *rsrc, irdma_pble_chunk *chunk) {
    for (u64 bytes = chunk->bytes; bytes >= hw::backing_page_bytes;
         bytes = bytes / 2 & ~u64(hw::backing_page_bytes - 1)) {
        if (irdma_os_dma_alloc(rsrc->dev->hw, &chunk->mem, u32(bytes)))
            continue;
        chunk->bytes = bytes;
        chunk->va = static_cast<u8 *>(chunk->mem.va);
        return 0;
    }
    return -ENOMEM;
}

void remove_pages(irdma_hmc_pble_rsrc *rsrc, const irdma_pble_chunk *chunk, u64 count) {
    for (u64 i = 0; i < count; i++)
        (void)irdma_remove_pd_bp(rsrc->dev, hmc_of(rsrc), page_of(chunk) + i);
}

int add_pages(irdma_hmc_pble_rsrc *rsrc, const irdma_pble_chunk *chunk) {
    for (u64 i = 0; i < chunk->bytes / hw::backing_page_bytes; i++) {
        irdma_dma_mem page = {};

        page.va = chunk->va + i * hw::backing_page_bytes;
        page.pa = chunk->mem.pa + i * hw::backing_page_bytes;
        page.size = hw::backing_page_bytes;
        const int err = irdma_add_pd_table_entry(rsrc->dev, hmc_of(rsrc), page_of(chunk) + i, &page);
        if (err) {
            remove_pages(rsrc, chunk, i);
            return err;
        }
    }
    return 0;
}

// The chunk's memory is left in chunk->mem after an error.
int use_pages(irdma_hmc_pble_rsrc *rsrc, irdma_pble_chunk *chunk) {
    irdma_hmc_info *hmc_info = hmc_of(rsrc);
    const u16 sd = u16(segment_of(chunk));
    irdma_hmc_sd_entry &entry = sd_entry(hmc_info, sd);
    int err = allocate_pages(rsrc, chunk);

    if (err)
        return err;
    err = irdma_add_sd_table_entry(rsrc->dev->hw, hmc_info, sd, IRDMA_SD_TYPE_PAGED, hw::segment_bytes);
    if (err)
        return err;
    err = add_pages(rsrc, chunk);
    if (err && !entry.valid)
        (void)drop_sds(rsrc->dev, hmc_info, &sd, 1, 0);
    if (!err && !entry.valid)
        err = program_sds(rsrc->dev, hmc_info, &sd, 1);
    if (!err)
        rsrc->stats_paged_sds++;
    return err;
}

int use_memory(irdma_hmc_pble_rsrc *rsrc, irdma_pble_chunk *chunk) {
    const irdma_hmc_sd_entry &entry = sd_entry(hmc_of(rsrc), segment_of(chunk));

    if (entry.valid)
        return is_paged(entry) ? use_pages(rsrc, chunk) : use_block(rsrc, chunk);
    if (chunk->bytes == hw::segment_bytes) {
        const int err = use_block(rsrc, chunk);
        if (err != -ENOMEM)
            return err;
    }
    return use_pages(rsrc, chunk);
}

// ---- the end of a chunk -----------------------------------------------------------------------------------------

// False while the device may still use the chunk's own pages.
bool may_free(const irdma_hmc_pble_rsrc *rsrc, const irdma_pble_chunk *chunk, bool reset) {
    const irdma_hmc_sd_entry &entry = sd_entry(hmc_of(rsrc), segment_of(chunk));

    if (reset || !chunk->mem.va)
        return true;
    return !entry.priv.quarantined && (!entry.valid || fpm_generation(rsrc->dev).pd_invalidate);
}

void free_chunk(irdma_hmc_pble_rsrc *rsrc, irdma_pble_chunk *chunk) {
    irdma_os_dma_free(rsrc->dev->hw, &chunk->mem);
    irdma_os_free(chunk->bitmap);
    irdma_os_free(chunk);
}

// Takes the chunk away from the device.
int detach_chunk(irdma_hmc_pble_rsrc *rsrc, const irdma_pble_chunk *chunk, bool reset) {
    irdma_hmc_info *hmc_info = hmc_of(rsrc);
    const u16 sd = u16(segment_of(chunk));
    const bool paged = is_paged(sd_entry(hmc_info, sd));

    if (paged)
        remove_pages(rsrc, chunk, chunk->bytes / hw::backing_page_bytes);
    if (paged ? irdma_prep_remove_pd_page(hmc_info, sd) : irdma_prep_remove_sd_bp(hmc_info, sd))
        return 0; // others use the segment
    return drop_sds(rsrc->dev, hmc_info, &sd, 1, reset ? 0 : 1);
}

int add_chunk(irdma_hmc_pble_rsrc *rsrc, irdma_pble_chunk *chunk) {
    chunk->bitmap =
        static_cast<u64 *>(irdma_os_calloc(u32(div_up(chunk->bytes / unit_bytes, word_bits)), sizeof(*chunk->bitmap)));
    const int err = chunk->bitmap ? use_memory(rsrc, chunk) : -ENOMEM;

    if (err && may_free(rsrc, chunk, false))
        free_chunk(rsrc, chunk);
    else if (err)
        list_add_front(&rsrc->kept, &chunk->list);
    if (err)
        return err;
    const u32 pbles = u32(chunk->bytes / hw::pble_bytes);
    const SpinGuard guard(&rsrc->prm_lock);

    chunk->bits = u32(chunk->bytes / unit_bytes);
    rsrc->next_fpm_addr += chunk->bytes;
    rsrc->unallocated_pble -= pbles;
    rsrc->total_pble += pbles;
    rsrc->free_pble += pbles;
    list_add_front(&rsrc->chunks, &chunk->list);
    return 0;
}

// ---- bitmaps ----------------------------------------------------------------------------------------------------

bool is_taken(const irdma_pble_chunk *chunk, u32 bit) {
    return chunk->bitmap[bit / word_bits] >> (bit % word_bits) & 1;
}

void change_bits(irdma_pble_chunk *chunk, u32 first, u32 count) {
    for (u32 bit = first; bit < first + count; bit++)
        chunk->bitmap[bit / word_bits] ^= u64(1) << (bit % word_bits);
}

// First run of `wanted` free bits; chunk->bits: none.
u32 find_run(const irdma_pble_chunk *chunk, u32 wanted) {
    u32 run = 0;

    for (u32 bit = 0; bit < chunk->bits; bit++) {
        if (bit % word_bits == 0 && chunk->bitmap[bit / word_bits] == u64_max) {
            run = 0;
            bit += word_bits - 1;
            continue;
        }
        run = is_taken(chunk, bit) ? 0 : run + 1;
        if (run == wanted)
            return bit + 1 - wanted;
    }
    return chunk->bits;
}

u32 units_of(u32 count) {
    return u32(div_up(count, unit_pbles));
}

} // namespace

int core::add_pble_prm(irdma_hmc_pble_rsrc *rsrc) {
    const irdma_hmc_info *hmc_info = hmc_of(rsrc);
    const u64 sd = rsrc->next_fpm_addr / hw::segment_bytes;
    const u64 first_page = rsrc->next_fpm_addr % hw::segment_bytes / hw::backing_page_bytes;
    const u32 pages = smaller(hw::segment_pages - first_page, rsrc->unallocated_pble / pbles_per_page);

    if (!pages)
        return -ENOMEM;
    if (rsrc->next_fpm_addr % hw::backing_page_bytes || !sds_exist(hmc_info, {sd, sd + 1})) {
        log_err(rsrc->dev, "PBLE: no segment for entries at 0x%llx", rsrc->next_fpm_addr);
        return -EINVAL;
    }
    auto *chunk = static_cast<irdma_pble_chunk *>(irdma_os_calloc(1, sizeof(irdma_pble_chunk)));
    if (!chunk)
        return -ENOMEM;
    chunk->fpm_addr = rsrc->next_fpm_addr;
    chunk->bytes = u64(pages) * hw::backing_page_bytes;
    const int err = add_chunk(rsrc, chunk);
    if (err)
        log_err(rsrc->dev, "PBLE: no memory for %u pages of entries at 0x%llx: %d", pages, rsrc->next_fpm_addr, err);
    return err;
}

int core::irdma_prm_get_pbles(irdma_hmc_pble_rsrc *rsrc, irdma_pble_info *info, u32 count) {
    const u32 units = units_of(count);
    const SpinGuard guard(&rsrc->prm_lock);

    for (list_head *entry = rsrc->chunks.next; entry != &rsrc->chunks; entry = entry->next) {
        irdma_pble_chunk *chunk = chunk_of(entry);
        const u32 bit = find_run(chunk, units);

        if (bit == chunk->bits)
            continue;
        change_bits(chunk, bit, units);
        rsrc->free_pble -= units * unit_pbles;
        info->chunk = chunk;
        info->bit_idx = bit;
        info->cnt = count;
        info->addr = reinterpret_cast<__le64 *>(chunk->va + u64(bit) * unit_bytes);
        info->idx = u32((chunk->fpm_addr + u64(bit) * unit_bytes - rsrc->fpm_base_addr) / hw::pble_bytes);
        return 0;
    }
    return -ENOMEM;
}

void core::irdma_prm_return_pbles(irdma_hmc_pble_rsrc *rsrc, irdma_pble_info *info) {
    const u32 units = units_of(info->cnt);
    const SpinGuard guard(&rsrc->prm_lock);

    change_bits(info->chunk, info->bit_idx, units);
    rsrc->free_pble += units * unit_pbles;
    *info = {};
}

extern "C" int irdma_hmc_init_pble(struct irdma_sc_dev *dev, struct irdma_hmc_pble_rsrc *pble_rsrc) {
    const irdma_hmc_obj_info &obj = dev->hmc_info->hmc_obj[IRDMA_HMC_IW_PBLE];
    const u64 first = round_up(obj.base, hw::backing_page_bytes);
    const u64 skipped = (first - obj.base) / hw::pble_bytes;

    pble_rsrc->dev = dev;
    irdma_os_mutex_init(&pble_rsrc->pble_mutex, "irdma pble_mutex");
    irdma_os_spin_init(&pble_rsrc->prm_lock, "irdma prm_lock");
    list_init(&pble_rsrc->chunks);
    list_init(&pble_rsrc->kept);
    pble_rsrc->fpm_base_addr = obj.base;
    pble_rsrc->next_fpm_addr = first;
    pble_rsrc->unallocated_pble = obj.cnt > skipped ? u32(obj.cnt - skipped) : 0;
    const MutexGuard guard(&pble_rsrc->pble_mutex);

    return add_pble_prm(pble_rsrc);
}

extern "C" int irdma_destroy_pble_prm(struct irdma_hmc_pble_rsrc *pble_rsrc, bool reset) {
    int first_err = 0;
    const MutexGuard guard(&pble_rsrc->pble_mutex);

    while (!list_empty(&pble_rsrc->chunks)) {
        irdma_pble_chunk *chunk = chunk_of(pble_rsrc->chunks.next);
        const int err = detach_chunk(pble_rsrc, chunk, reset);

        if (err && !first_err)
            first_err = err;
        list_unlink(&chunk->list);
        list_add_front(&pble_rsrc->kept, &chunk->list);
    }
    for (list_head *entry = pble_rsrc->kept.next; entry != &pble_rsrc->kept;) {
        irdma_pble_chunk *chunk = chunk_of(entry);

        entry = entry->next;
        if (!may_free(pble_rsrc, chunk, reset))
            continue;
        list_unlink(&chunk->list);
        free_chunk(pble_rsrc, chunk);
    }
    return list_empty(&pble_rsrc->kept) || first_err ? first_err : -EBUSY;
}
