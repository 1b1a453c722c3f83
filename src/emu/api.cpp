// SPDX-License-Identifier: GPL-2.0
//
// The engine's C API: reset, windows, state queries. The rest is beside what it belongs to.

#include "emu/device.h"
#include "hw/registers.h"
#include "hw/table_fields.h"

namespace {

constexpr u32 doorbell_size_4m = 1;
constexpr u32 doorbell_size_8m = 2;

// A BAR is needed up to the end of its doorbell page; a gen3 driver maps one region instead.
constexpr irdma_emu_window window_of(u8 generation) {
    switch (generation) {
    case 1:
        return {0, hw::gen1_registers.offset[IRDMA_DB_ADDR_OFFSET] + hw::doorbell_page_bytes};
    case 2:
        return {0, hw::gen2_registers.offset[IRDMA_DB_ADDR_OFFSET] + hw::doorbell_page_bytes};
    case 3:
        return {hw::gen3_rdma_region, hw::gen3_rdma_region_bytes};
    default:
        return {};
    }
}

const hw::TablePositions &positions_of(u8 generation) {
    return generation == 1 ? hw::gen1_positions : generation == 2 ? hw::gen2_positions : hw::gen3_positions;
}

void map_registers(irdma_emu &emu, u8 *memory, const irdma_emu_window &window) {
    const hw::RegisterMap &map = *hw::registers_of(emu.generation);

    for (u32 i = 0; i < IRDMA_MAX_REGS; i++) {
        const u64 at = map.offset[i];

        if (map.has(i) && at >= window.bar_offset && at - window.bar_offset + 4 <= window.bytes)
            emu.reg[i] = reinterpret_cast<u32 *>(memory + (at - window.bar_offset));
    }
}

void reset_registers(irdma_emu &emu) {
    const u32 size = emu.generation == 1 ? doorbell_size_4m : doorbell_size_8m;

    emu::write_reg(emu, IRDMA_GLPE_CPUSTATUS0, hw::pe_cpu_ready);
    emu::write_reg(emu, IRDMA_GLPE_CPUSTATUS1, hw::pe_cpu_ready);
    emu::write_reg(emu, IRDMA_GLPE_CPUSTATUS2, hw::pe_cpu_ready);
    emu::write_reg(emu, IRDMA_GLPCI_LBARCTRL, u32(hw::try_set<hw::GlpciLbarCtrl::pe_db_size>(size).placed));
    emu::write_reg(emu, IRDMA_CCQPLOW, emu::register_taken);
    emu::write_reg(emu, IRDMA_CQARM, emu::register_taken);
    emu::write_reg(emu, IRDMA_CQACK, emu::register_taken);
}

} // namespace

extern "C" u32 irdma_emu_size(void) {
    return sizeof(irdma_emu);
}

extern "C" u32 irdma_emu_windows(u8 generation, struct irdma_emu_window out[2]) {
    const irdma_emu_window window = window_of(generation);

    if (!window.bytes)
        return 0;
    out[0] = window;
    return 1;
}

extern "C" struct irdma_emu *irdma_emu_init(void *mem, u32 bytes, const struct irdma_emu_config *config) {
    const irdma_emu_window window = window_of(config->generation);

    if (!mem || bytes < sizeof(irdma_emu) || reinterpret_cast<size_t>(mem) % alignof(irdma_emu) || !window.bytes ||
        !config->window[0] || !config->ops || !config->ops->dma_read || !config->ops->dma_write)
        return nullptr;
    __builtin_memset(mem, 0, sizeof(irdma_emu));
    irdma_emu *emu = static_cast<irdma_emu *>(mem);
    emu->ops = *config->ops;
    emu->ctx = config->ctx;
    emu->generation = config->generation;
    map_registers(*emu, static_cast<u8 *>(config->window[0]), window);
    for (u32 i = 0; i < IRDMA_MAX_MASKS; i++) {
        const hw::TablePosition at = positions_of(emu->generation).at[i];

        emu->shifts[i] = at.lsb;
        emu->masks[i] = hw::mask_of(unsigned(at.msb - at.lsb + 1)) << at.lsb;
    }
    reset_registers(*emu);
    return emu;
}

extern "C" bool irdma_emu_step(struct irdma_emu *emu) {
    return emu::step(*emu);
}

extern "C" const struct irdma_emu_counters *irdma_emu_get_counters(const struct irdma_emu *emu) {
    return &emu->counters;
}

extern "C" bool irdma_emu_cqp_running(const struct irdma_emu *emu) {
    return emu->cqp.running;
}

extern "C" bool irdma_emu_apbvt_has(const struct irdma_emu *emu, u16 port) {
    return emu->objects.apbvt.has(port);
}

extern "C" u32 irdma_emu_qhash_count(const struct irdma_emu *emu) {
    u32 n = 0;

    for (const emu::QhashEntry &e : emu->objects.qhash)
        n += e.used;
    return n;
}

extern "C" bool irdma_emu_qp_exists(const struct irdma_emu *emu, u32 qp_id) {
    return qp_id < emu::max_qps && emu->objects.qp[qp_id].exists;
}

extern "C" bool irdma_emu_qp_suspended(const struct irdma_emu *emu, u32 qp_id) {
    return irdma_emu_qp_exists(emu, qp_id) && emu->objects.qp[qp_id].suspended;
}
