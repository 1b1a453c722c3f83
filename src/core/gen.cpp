// SPDX-License-Identifier: GPL-2.0
//
// What each generation puts into the device structure: register addresses, doorbells, places of moving fields, limits.

#include <irdma/ctrl.h>

#include "core/limits.h"
#include "core/log.h"
#include "hw/counters.h"
#include "hw/field.h"
#include "hw/registers.h"
#include "hw/table_fields.h"

using namespace core;

namespace {

u32 __iomem *as_register(u8 __iomem *address) {
    return reinterpret_cast<u32 __iomem *>(address);
}

// The table keeps the doorbell page's bare offset in place of an address.
u32 __iomem *offset_as_register(u32 offset) {
    return reinterpret_cast<u32 __iomem *>(static_cast<__UINTPTR_TYPE__>(offset));
}

// Registers a generation lacks stay NULL. `window` maps the BAR from byte `first` on.
void set_registers(irdma_sc_dev *dev, const hw::RegisterMap &map, u8 __iomem *window, u32 first, u32 bytes) {
    for (u32 i = 0; i < IRDMA_MAX_REGS; i++) {
        const u32 offset = map.offset[i];

        if (i == IRDMA_DB_ADDR_OFFSET)
            dev->hw_regs[i] = offset_as_register(offset);
        else if (map.has(i) && offset >= first && offset - first < bytes)
            dev->hw_regs[i] = as_register(window + (offset - first));
        else
            dev->hw_regs[i] = nullptr;
    }
    dev->wqe_alloc_db = dev->hw_regs[IRDMA_WQEALLOC];
    dev->cq_arm_db = dev->hw_regs[IRDMA_CQARM];
    dev->aeq_alloc_db = dev->hw_regs[IRDMA_AEQALLOC];
    dev->cqp_db = dev->hw_regs[IRDMA_CQPDB];
    dev->cq_ack_db = dev->hw_regs[IRDMA_CQACK];
}

void set_positions(irdma_sc_dev *dev, const hw::TablePositions &positions) {
    for (u32 i = 0; i < IRDMA_MAX_MASKS; i++) {
        const hw::TablePosition at = positions.at[i];

        dev->hw_shifts[i] = at.lsb;
        dev->hw_masks[i] = hw::mask_of(unsigned(at.msb - at.lsb + 1)) << at.lsb;
    }
}

// Where the registers of counters are: offsets, with those of the function's instance added per VSI.
void set_counter_registers(irdma_sc_dev *dev) {
    for (u32 i = 0; i < IRDMA_HW_STAT_INDEX_MAX_GEN_1; i++)
        dev->hw_stats_regs[i] = hw::counters[i].gen1_register;
}

} // namespace

extern "C" void i40iw_init_hw(struct irdma_sc_dev *dev) {
    set_registers(dev, hw::gen1_registers, dev->hw->hw_addr, 0, hw::register_absent);
    set_positions(dev, hw::gen1_positions);
    apply_limits(&dev->hw_attrs, hw::gen1_limits);
    set_counter_registers(dev);
    dev->hw_stats_map = hw::gen1_counters.at;
}

extern "C" void icrdma_init_hw(struct irdma_sc_dev *dev) {
    set_registers(dev, hw::gen2_registers, dev->hw->hw_addr, 0, hw::register_absent);
    set_positions(dev, hw::gen2_positions);
    apply_limits(&dev->hw_attrs, hw::gen2_limits);
    dev->hw_stats_map = hw::gen2_counters.at;
}

// A gen3 function's registers and field positions come from its control plane afterwards.
extern "C" void ig3rdma_init_hw(struct irdma_sc_dev *dev) {
    apply_limits(&dev->hw_attrs, hw::gen3_limits);
    dev->hw_stats_map = hw::gen3_counters.at;
    if (!dev->is_pf)
        dev->hw_attrs.max_hw_device_pages = hw::gen3_vf_device_pages;
}

extern "C" void ig3rdma_set_default_layout(struct irdma_sc_dev *dev) {
    const irdma_mmio_region &region = dev->hw->rdma_reg;

    set_registers(dev, hw::gen3_registers, region.addr, u32(region.offset), u32(region.len));
    set_positions(dev, hw::gen3_positions);
}
