// SPDX-License-Identifier: GPL-2.0
//
// Statistics of a VSI: which set of hardware counters it has, its buffers, and reading the counter registers of gen1.

#include "core/generation.h"
#include "core/lock.h"
#include "core/log.h"
#include "hw/counters.h"
#include "hw/stats_wqe.h"

#include <irdma/ctrl.h>

using namespace core;

namespace {

constexpr u32 stats_buffers = 2; // current and last
constexpr u32 torn_read_retries = 3;

u16 take_software_slot(irdma_sc_dev *dev) {
    for (u16 i = 0; i < IRDMA_MAX_STATS_COUNT_GEN_1; i++) {
        if (dev->stats_idx_array[i])
            continue;
        dev->stats_idx_array[i] = true;
        return i;
    }
    return IRDMA_INVALID_STATS_IDX;
}

u16 allocate_instance(irdma_sc_vsi *vsi) {
    irdma_stats_inst_info info = {};

    if (const int err = irdma_cqp_stats_inst_cmd(vsi, IRDMA_OP_STATS_ALLOCATE, &info)) {
        log_debug(vsi->dev, "VSI %u: no statistics instance: %d", vsi->vsi_idx, err);
        return IRDMA_INVALID_STATS_IDX;
    }
    if (info.stats_idx > hw::ManageStats::instance::max) {
        log_warn(vsi->dev, "VSI %u: statistics instance %u does not exist, not used", vsi->vsi_idx, info.stats_idx);
        return IRDMA_INVALID_STATS_IDX;
    }
    return info.stats_idx;
}

void free_instance(irdma_sc_vsi *vsi) {
    irdma_sc_dev *dev = vsi->dev;

    if (generation_of(vsi->dev).counter_regs) {
        if (vsi->stats_idx < dev->hw_attrs.max_stat_inst && vsi->stats_idx < IRDMA_MAX_STATS_COUNT_GEN_1)
            dev->stats_idx_array[vsi->stats_idx] = false;
        return;
    }
    irdma_stats_inst_info info = {};
    info.stats_idx = vsi->stats_idx;
    if (const int err = irdma_cqp_stats_inst_cmd(vsi, IRDMA_OP_STATS_FREE, &info))
        log_err(dev, "VSI %u: statistics instance %u stays allocated: %d", vsi->vsi_idx, vsi->stats_idx, err);
}

u16 counter_count(const irdma_sc_dev *dev) {
    const u16 count = dev->hw_attrs.max_stat_idx;

    return count < IRDMA_HW_STAT_INDEX_MAX_GEN_1 ? count : u16(IRDMA_HW_STAT_INDEX_MAX_GEN_1);
}

u32 read_register(const irdma_sc_dev *dev, u64 offset) {
    return irdma_os_read32(reinterpret_cast<u32 __iomem *>(dev->hw->hw_addr + offset));
}

// Both halves of a counter that goes on counting: the upper one must not have changed in between.
u64 read_wide_register(const irdma_sc_dev *dev, u64 offset) {
    u64 high = read_register(dev, offset + 4);
    u64 low = 0;

    for (u32 i = 0; i < torn_read_retries; i++) {
        low = read_register(dev, offset);
        const u64 again = read_register(dev, offset + 4);

        if (again == high)
            break;
        high = again;
    }
    return hw::join_halves(high, low);
}

} // namespace

// A refusal by the hardware leaves the VSI without an instance: a number made up here would be freed there.
extern "C" u16 irdma_get_stats_idx(struct irdma_sc_vsi *vsi) {
    return generation_of(vsi->dev).counter_regs ? take_software_slot(vsi->dev) : allocate_instance(vsi);
}

// The first instances belong to the ports.
extern "C" void irdma_hw_stats_init_gen1(struct irdma_sc_vsi *vsi) {
    const irdma_sc_dev *dev = vsi->dev;
    const u32 set = vsi->stats_idx + (vsi->stats_inst_alloc ? u32(IRDMA_FIRST_NON_PF_STAT) : 0);

    for (u16 i = 0; i < counter_count(dev); i++)
        vsi->hw_stats_regs[i] =
            dev->hw_stats_regs[i] + u64(set) * hw::counter_register_bytes(dev->hw_stats_map[i].bitmask);
}

extern "C" void irdma_gather_stats_gen1(struct irdma_sc_vsi *vsi) {
    const irdma_sc_dev *dev = vsi->dev;
    auto *gathered = static_cast<irdma_gather_stats *>(vsi->pestat->gather_info.gather_stats_va);

    {
        const SpinGuard guard(&vsi->pestat->lock);

        for (u16 i = 0; i < counter_count(dev); i++) {
            const irdma_hw_stat_map &place = dev->hw_stats_map[i];
            const u64 offset = vsi->hw_stats_regs[i];

            hw::store_word(gathered->val, place.byteoff / 8u,
                           hw::is_narrow_counter(place.bitmask) ? read_register(dev, offset)
                                                                : read_wide_register(dev, offset));
        }
    }
    sc_vsi_update_stats(vsi);
}

extern "C" int irdma_vsi_stats_init(struct irdma_sc_vsi *vsi, struct irdma_vsi_stats_info *info) {
    irdma_sc_dev *dev = vsi->dev;
    irdma_vsi_pestat *pestat = info->pestat;
    irdma_stats_gather_info &gather = pestat->gather_info;

    if (const int err =
            irdma_os_dma_alloc(dev->hw, &gather.stats_buff_mem, stats_buffers * IRDMA_GATHER_STATS_BUF_SIZE))
        return err;
    gather.gather_stats_va = gather.stats_buff_mem.va;
    gather.last_gather_stats_va = static_cast<u8 *>(gather.stats_buff_mem.va) + IRDMA_GATHER_STATS_BUF_SIZE;
    irdma_os_spin_init(&pestat->lock, "irdma statistics");
    pestat->hw = dev->hw;
    pestat->vsi = vsi;
    vsi->pestat = pestat;
    vsi->stats_idx = info->fcn_id;
    if (info->alloc_stats_inst) {
        const u16 instance = irdma_get_stats_idx(vsi);

        if (instance != IRDMA_INVALID_STATS_IDX) {
            vsi->stats_inst_alloc = true;
            vsi->stats_idx = instance;
            gather.use_stats_inst = true;
            gather.stats_inst_index = instance;
        }
    }
    if (generation_of(vsi->dev).counter_regs)
        irdma_hw_stats_init_gen1(vsi);
    // Last: from here on the counters of the set chosen above are read.
    if (generation_of(vsi->dev).counters_wrap)
        irdma_hw_stats_start_timer(vsi);
    return 0;
}

extern "C" void irdma_vsi_stats_free(struct irdma_sc_vsi *vsi) {
    irdma_vsi_pestat *pestat = vsi->pestat;

    // First, so that nothing reads an instance that was given back, or writes into memory that is gone.
    if (pestat && generation_of(vsi->dev).counters_wrap)
        irdma_hw_stats_stop_timer(vsi);
    if (vsi->stats_inst_alloc)
        free_instance(vsi);
    if (!pestat)
        return;
    irdma_os_dma_free(vsi->dev->hw, &pestat->gather_info.stats_buff_mem);
}
