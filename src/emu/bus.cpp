// SPDX-License-Identifier: GPL-2.0
//
// The device's access to the world: registers, host memory, trace.

#include "emu/device.h"

namespace emu {

namespace {

u32 to_le32(u32 v) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap32(v);
#else
    return v;
#endif
}

constexpr u32 burst_words = 8;

} // namespace

// The driver may write at any time: one load, one store, and nothing moves across.
u32 read_reg(const Device &d, irdma_registers reg) {
    const volatile u32 *cell = d.reg[reg];
    const u32 value = cell ? to_le32(*cell) : 0;

    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return value;
}

void write_reg(Device &d, irdma_registers reg, u32 value) {
    volatile u32 *cell = d.reg[reg];

    __atomic_thread_fence(__ATOMIC_RELEASE);
    if (cell)
        *cell = to_le32(value);
}

bool read_words(const Device &d, u64 addr, u64 *words, u32 count) {
    const u32 bytes = count * 8;

    if (addr + bytes < addr || !d.ops.dma_read(d.ctx, addr, words, bytes))
        return false;
    for (u32 i = 0; i < count; i++)
        words[i] = hw::from_le64(words[i]);
    return true;
}

bool write_words(Device &d, u64 addr, const u64 *words, u32 count) {
    u64 burst[burst_words];

    if (addr + u64(count) * 8 < addr)
        return false;
    for (u32 done = 0; done < count;) {
        const u32 n = count - done < burst_words ? count - done : burst_words;

        for (u32 i = 0; i < n; i++)
            burst[i] = hw::to_le64(words[done + i]);
        if (!d.ops.dma_write(d.ctx, addr + done * 8, burst, n * 8))
            return false;
        done += n;
    }
    return true;
}

bool is_mapped(const Device &d, u64 addr, u64 bytes) {
    u64 word;

    if (bytes < 8 || addr + bytes < addr)
        return false;
    return read_words(d, addr, &word, 1) && read_words(d, addr + bytes - 8, &word, 1);
}

hw::Text start_line(Device &d) {
    return hw::Text(d.line, sizeof(d.line));
}

void trace(Device &d) {
    if (d.ops.trace)
        d.ops.trace(d.ctx, d.line);
}

void count_refusal(Device &d, Minor minor) {
    d.refused[kind_of(minor)]++;
    d.counters.violations += is_violation(minor);
}

void report_violation(Device &d, Minor minor, const char *what, u64 value) {
    count_refusal(d, minor);
    start_line(d).str("violation: ").str(what).str(": 0x").hex(value);
    trace(d);
}

} // namespace emu
