// SPDX-License-Identifier: GPL-2.0
//
// From gather buffers to accumulated counters.

#include "core/generation.h"
#include "core/lock.h"
#include "hw/field.h"

#include <irdma/ctrl.h>

using namespace core;

namespace {

constexpr u32 buffer_words = IRDMA_GATHER_STATS_BUF_SIZE / sizeof(u64);

// Words of gather buffers are little-endian, whoever wrote them. 0 for a place outside the buffer.
u64 word_at(const u64 *buffer, u16 byteoff) {
    const u32 word = byteoff / sizeof(u64);

    return word < buffer_words ? hw::load_word(buffer, word) : 0;
}

u16 bounded(u16 count) {
    return count < buffer_words ? count : u16(buffer_words);
}

// Largest value the counter can have: a word has only so many bits from bitoff on.
u64 largest(const irdma_hw_stat_map &place) {
    return place.bitoff < 64 ? place.bitmask & hw::mask_of(64u - place.bitoff) : 0;
}

} // namespace

extern "C" u64 irdma_stat_val(const u64 *stats_val, u16 byteoff, u8 bitoff, u64 bitmask) {
    return bitoff < 64 ? word_at(stats_val, byteoff) >> bitoff & bitmask : 0;
}

extern "C" u64 irdma_stat_delta(u64 new_val, u64 old_val, u64 max_val) {
    return new_val >= old_val ? new_val - old_val : max_val - old_val + new_val + 1;
}

extern "C" void irdma_update_stats(struct irdma_dev_hw_stats *hw_stats, struct irdma_gather_stats *gather_stats,
                                   struct irdma_gather_stats *last_gather_stats, const struct irdma_hw_stat_map *map,
                                   u16 max_stat_idx) {
    for (u16 i = 0; i < bounded(max_stat_idx); i++) {
        const irdma_hw_stat_map &place = map[i];
        const u64 now = irdma_stat_val(gather_stats->val, place.byteoff, place.bitoff, place.bitmask);
        const u64 last = irdma_stat_val(last_gather_stats->val, place.byteoff, place.bitoff, place.bitmask);

        hw_stats->stats_val[i] += irdma_stat_delta(now, last, largest(place));
    }
    for (u32 word = 0; word < buffer_words; word++)
        last_gather_stats->val[word] = gather_stats->val[word];
}

extern "C" void sc_vsi_update_stats(struct irdma_sc_vsi *vsi) {
    const irdma_sc_dev *dev = vsi->dev;
    irdma_vsi_pestat *pestat = vsi->pestat;
    auto *gathered = static_cast<irdma_gather_stats *>(pestat->gather_info.gather_stats_va);
    auto *last = static_cast<irdma_gather_stats *>(pestat->gather_info.last_gather_stats_va);
    const SpinGuard guard(&pestat->lock);

    if (generation_of(dev).counters_wrap)
        return irdma_update_stats(&pestat->hw_stats, gathered, last, dev->hw_stats_map, dev->hw_attrs.max_stat_idx);
    for (u16 i = 0; i < bounded(dev->hw_attrs.max_stat_idx); i++)
        pestat->hw_stats.stats_val[i] = word_at(gathered->val, dev->hw_stats_map[i].byteoff);
}
