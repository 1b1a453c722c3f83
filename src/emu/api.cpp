// SPDX-License-Identifier: GPL-2.0
//
// The engine's C API: memory, windows, reset. The rest is beside what it belongs to.

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

// ---- tables -----------------------------------------------------------------------------------------------------

constexpr irdma_emu_limits default_limits = {
    .qps = 4096,
    .cqs = 1024,
    .ceqs = 128,
    .srqs = 256,
    .stags = 4096,
    .arps = 4096,
    .macs = 64,
    .ws_nodes = 1023,
    .qhash = 1024,
};

// What the fields of the commands can name, and of the quad hash as much as is reasonable.
constexpr irdma_emu_limits largest_limits = {
    .qps = u32(1) << 18,
    .cqs = u32(1) << 16,
    .ceqs = u32(1) << 7,
    .srqs = u32(1) << 16,
    .stags = u32(1) << 22,
    .arps = u32(1) << 12,
    .macs = u32(1) << 6,
    .ws_nodes = u32(1) << 10,
    .qhash = u32(1) << 18,
};

bool are_valid(const irdma_emu_limits &limits) {
    bool valid = true;

    emu::for_each_table(
        [&](auto, auto limit) { valid = valid && limits.*limit >= 1 && limits.*limit <= largest_limits.*limit; });
    return valid;
}

template <class T> u64 bytes_of(emu::Table<T> emu::Tables::*, u64 count) {
    static_assert(alignof(T) <= alignof(u64));
    return (count * sizeof(T) + sizeof(u64) - 1) / sizeof(u64) * sizeof(u64);
}

template <class T> T *start_of(emu::Table<T> emu::Tables::*, u8 *at) {
    return reinterpret_cast<T *>(at);
}

// Behind the device, one after the other.
void place_tables(irdma_emu &emu, const irdma_emu_limits &limits) {
    u8 *at = reinterpret_cast<u8 *>(&emu) + sizeof(irdma_emu);

    emu::for_each_table([&](auto table, auto limit) {
        emu.objects.*table = {start_of(table, at), limits.*limit};
        at += bytes_of(table, limits.*limit);
    });
}

} // namespace

namespace emu {

void reset_objects(Device &d) {
    for_each_table([&](auto table, auto) {
        __builtin_memset((d.objects.*table).items, 0, bytes_of(table, (d.objects.*table).count));
    });
    __builtin_memset(static_cast<Sets *>(&d.objects), 0, sizeof(Sets));
}

} // namespace emu

extern "C" const struct irdma_emu_limits *irdma_emu_default_limits(void) {
    return &default_limits;
}

extern "C" u32 irdma_emu_size_for(const struct irdma_emu_limits *limits) {
    u64 bytes = sizeof(irdma_emu);

    if (!are_valid(*limits))
        return 0;
    emu::for_each_table([&](auto table, auto limit) { bytes += bytes_of(table, limits->*limit); });
    return u32(bytes);
}

extern "C" u32 irdma_emu_size(void) {
    return irdma_emu_size_for(&default_limits);
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
    const irdma_emu_limits &limits = config->limits ? *config->limits : default_limits;
    const u32 needed = irdma_emu_size_for(&limits);

    if (!mem || !needed || bytes < needed || reinterpret_cast<size_t>(mem) % alignof(irdma_emu) || !window.bytes ||
        !config->window[0] || !config->ops || !config->ops->dma_read || !config->ops->dma_write)
        return nullptr;
    __builtin_memset(mem, 0, sizeof(irdma_emu));
    irdma_emu *emu = static_cast<irdma_emu *>(mem);
    emu->ops = *config->ops;
    emu->ctx = config->ctx;
    emu->generation = config->generation;
    emu->loose_contexts = config->loose_contexts;
    place_tables(*emu, limits);
    emu::reset_objects(*emu);
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
