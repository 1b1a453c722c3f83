// SPDX-License-Identifier: GPL-2.0
//
// The emulated device on a bench: register windows and bus memory of its own, driven word by word. Offsets and bit
// positions are written out here, taken from the specification, so that the engine's tables are checked against a
// second source. Nothing of the control path is involved.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "emu/engine.h"

namespace bench {

using Wqe = std::vector<u64>; // 8 words, CPU byte order

// Memory the device can reach, in separate regions with nothing between them.
class Bus {
  public:
    void map(u64 base, u64 bytes) { regions_.push_back({base, std::vector<u8>(bytes)}); }
    void unmap(u64 base) {
        std::erase_if(regions_, [base](const Region &r) { return r.base == base; });
    }
    u8 *at(u64 addr, u64 bytes) {
        for (Region &r : regions_)
            if (addr >= r.base && addr - r.base <= r.memory.size() && bytes <= r.memory.size() - (addr - r.base))
                return r.memory.data() + (addr - r.base);
        return nullptr;
    }
    u64 word(u64 addr) {
        u64 value = 0;
        u8 *p = at(addr, 8);
        EXPECT_NE(p, nullptr) << std::hex << addr;
        if (p)
            std::memcpy(&value, p, 8);
        return value;
    }
    void set_word(u64 addr, u64 value) {
        u8 *p = at(addr, 8);
        ASSERT_NE(p, nullptr) << std::hex << addr;
        std::memcpy(p, &value, 8);
    }

    std::vector<u64> write_order; // addresses of the device's writes

  private:
    struct Region {
        u64 base;
        std::vector<u8> memory;
    };
    std::vector<Region> regions_;
};

struct Registers {
    u64 window_offset;
    u32 window_bytes;
    u32 tail, db, status, high, low, errcodes, arm, ack;
};

// BAR offsets, specification "Registers" section 1.
inline constexpr Registers registers_of(u8 generation) {
    if (generation == 1)
        return {0, 0x3f1000, 0x8080, 0x8000, 0x8100, 0x8200, 0x8180, 0x8880, 0x131080, 0x131100};
    if (generation == 2)
        return {0, 0x7f1000, 0x500880, 0x500800, 0x50a000, 0x50a100, 0x50a080, 0x50a200, 0x502c00, 0x502c80};
    return {0x0bc00000, 0x401000,   0x0bc00018, 0x0c000100, 0x0bc00000,
            0x0bc0000c, 0x0bc00008, 0x0bc00010, 0x0c000040, 0x0c000400};
}

class Emu : public ::testing::TestWithParam<int> {
  protected:
    static constexpr u64 ram = 0x123450000ull;
    static constexpr u64 ram_bytes = 0x100000;
    static constexpr u64 context = ram + 0x100;
    static constexpr u64 sq = ram + 0x1000;
    static constexpr u64 ccq = ram + 0x8000;
    static constexpr u64 shadow = ram + 0x7000;
    static constexpr u64 ceq = ram + 0x6000;
    static constexpr u64 buffer = ram + 0x20000;
    static constexpr u64 qp_context = ram + 0x30000;
    static constexpr u64 qp_shadow = ram + 0x31000;
    static constexpr u64 qp_sq = ram + 0x40000;
    static constexpr u64 qp_rq = ram + 0x44000;
    static constexpr u64 cookie = 0xffff88800badcafeull;
    static constexpr u32 sq_entries = 16;

    void SetUp() override { power_on(u8(GetParam())); }

    // What the device is, where a test wants another one.
    virtual void configure(irdma_emu_config &) {}

    void power_on(u8 gen) {
        irdma_emu_config config = {};
        configure(config);
        const u32 bytes = config.limits ? irdma_emu_size_for(config.limits) : irdma_emu_size();
        generation = gen;
        reg = registers_of(gen);
        bus = {};
        bus.map(ram, ram_bytes);
        window.assign(reg.window_bytes / 4, 0);
        memory.assign((bytes + 7) / 8, ~0ull);
        ops = {};
        ops.dma_read = [](void *self, u64 addr, void *dst, u32 len) {
            const u8 *p = static_cast<Emu *>(self)->bus.at(addr, len);
            if (p)
                std::memcpy(dst, p, len);
            return p != nullptr;
        };
        ops.dma_write = [](void *self, u64 addr, const void *src, u32 len) {
            Bus &bus = static_cast<Emu *>(self)->bus;
            u8 *p = bus.at(addr, len);
            if (p) {
                std::memcpy(p, src, len);
                bus.write_order.push_back(addr);
            }
            return p != nullptr;
        };
        ops.trace = [](void *self, const char *line) { static_cast<Emu *>(self)->traces.emplace_back(line); };
        config.generation = gen;
        config.ops = &ops;
        config.ctx = this;
        config.window[0] = window.data();
        emu = irdma_emu_init(memory.data(), u32(memory.size() * 8), &config);
        ASSERT_NE(emu, nullptr);
        head = 0;
        polarity = 1;
        ccq_next = 0;
        ccq_polarity = 1;
        ccq_entries = 0;
    }

    // ---- registers ----
    u32 &cell(u64 offset) { return window.at((offset - reg.window_offset) / 4); }
    void write(u64 offset, u32 value) { cell(offset) = value; }
    u32 read(u64 offset) { return cell(offset); }
    u32 tail() { return read(reg.tail) & 0x7ff; }
    bool register_error() { return read(reg.tail) >> 31; }
    u32 codes() { return read(reg.errcodes); }

    u32 run(u32 limit = 100000) {
        u32 steps = 0;
        while (steps < limit && irdma_emu_step(emu))
            steps++;
        EXPECT_LT(steps, limit);
        return steps;
    }
    const irdma_emu_counters &counters() { return *irdma_emu_get_counters(emu); }

    // ---- CQP ----
    static constexpr u64 encoded(u32 entries) {
        u64 code = 1;
        for (; entries > 4; entries /= 2)
            code++;
        return code;
    }

    std::vector<u64> good_context(u32 entries = sq_entries) {
        std::vector<u64> words(8, 0);
        words[0] = encoded(entries) << 8;
        words[1] = sq;
        words[3] = cookie;
        words[4] = u64(generation - 1) << 16;
        return words;
    }

    u32 create_with(const std::vector<u64> &words, u64 at = context) {
        for (u32 i = 0; i < words.size(); i++)
            if (bus.at(at + i * 8, 8))
                bus.set_word(at + i * 8, words[i]);
        write(reg.high, u32(at >> 32));
        write(reg.low, u32(at));
        run();
        return read(reg.status);
    }

    void create_cqp() {
        ASSERT_EQ(create_with(good_context()), 1u);
        ASSERT_TRUE(irdma_emu_cqp_running(emu));
    }

    void destroy_cqp() {
        write(reg.high, 0);
        write(reg.low, 0);
        run();
    }

    // ---- commands ----
    static Wqe wqe(u32 opcode, u64 header = 0) {
        Wqe words(8, 0);
        words[3] = u64(opcode) << 32 | header;
        return words;
    }

    // Writes the entry; the doorbell is rung by ring().
    u32 put(Wqe words, bool flip_polarity = false) {
        const u32 index = head;
        if (polarity != flip_polarity)
            words[3] |= 1ull << 63;
        for (u32 i = 0; i < 8; i++)
            bus.set_word(sq + index * 64 + i * 8, words[i]);
        head = (head + 1) % sq_entries;
        if (head == 0)
            polarity = !polarity;
        return index;
    }
    void ring() { write(reg.db, head); }

    struct Cqe {
        bool present = false;
        u64 context = 0;
        u32 result = 0;
        u32 minor = 0, major = 0, index = 0;
        bool error = false;
        u64 raw = 0;
    };

    // Takes the next CCQ entry, as a driver does.
    Cqe take_cqe(u32 stride = 32) {
        Cqe cqe;
        const u64 at = ccq + u64(ccq_next) * stride;
        cqe.raw = bus.word(at + 24);
        if (!ccq_entries || cqe.raw >> 63 != ccq_polarity)
            return cqe;
        cqe.present = true;
        cqe.context = bus.word(at + 8);
        cqe.result = u32(bus.word(at + 16));
        cqe.minor = cqe.raw & 0xffff;
        cqe.major = (cqe.raw >> 16) & 0xffff;
        cqe.index = (cqe.raw >> 32) & 0x7fff;
        cqe.error = (cqe.raw >> 55) & 1;
        ccq_next = (ccq_next + 1) % ccq_entries;
        if (ccq_next == 0)
            ccq_polarity = !ccq_polarity;
        bus.set_word(shadow, ccq_next);
        return cqe;
    }

    // Without a CCQ: 0 or the error codes from the register. With one: from the entry.
    u32 execute(const Wqe &words) {
        const u32 index = put(words);
        ring();
        run();
        if (!ccq_entries) {
            EXPECT_EQ(tail(), (index + 1) % sq_entries);
            const u32 result = register_error() ? codes() : 0;
            write(reg.tail, tail());
            return result;
        }
        const Cqe cqe = take_cqe();
        EXPECT_TRUE(cqe.present);
        EXPECT_EQ(cqe.index, index);
        EXPECT_EQ(cqe.context, cookie);
        EXPECT_EQ(cqe.error, cqe.major != 0);
        last_result = cqe.result;
        return cqe.error ? cqe.major << 16 | cqe.minor : 0;
    }

    // ---- entries of the specification ----
    u64 ceq_id_shift() const { return generation == 1 ? 24 : 22; }

    Wqe create_cq(u32 id, u32 entries, u64 base, u64 shadow_at, u64 more = 0) {
        Wqe w = wqe(0x03, id | 1ull << 46 | more);
        w[0] = entries;
        w[1] = id;
        w[4] = base;
        w[5] = shadow_at;
        return w;
    }

    void create_ccq(u32 entries = 64, u64 more = 0) {
        for (u64 i = 0; i < 8; i++)
            bus.set_word(shadow + i * 8, 0);
        ccq_next = 0;
        ccq_polarity = 1;
        put(create_cq(0, entries, ccq, shadow, more));
        ring();
        run();
        ccq_entries = entries;
    }

    void bring_up() {
        create_cqp();
        create_ccq();
        ASSERT_TRUE(take_cqe().present);
        put_qp_context();
    }

    // A context with queues of 32 quanta each, and nothing else: the same words in all layouts.
    static constexpr u64 qp_sizes = 3ull << 8 | 3ull << 12;
    void put_qp_context() {
        for (u64 i = 0; i < 32; i++)
            bus.set_word(qp_context + i * 8, 0);
        bus.set_word(qp_context + 8, qp_sq);
        bus.set_word(qp_context + 16, qp_rq);
        bus.set_word(qp_context + 24, qp_sizes);
    }

    static Wqe apbvt(u16 port, bool add) {
        Wqe w = wqe(0x23, u64(add) << 62);
        w[2] = port;
        return w;
    }

    // Type 2: a listener on 192.0.2.1:80; type 1: from 198.51.100.7:4000 to it.
    static Wqe qhash(u64 action, u64 type = 2, u16 port = 80, u32 qp = 5) {
        Wqe w = wqe(0x25, action << 61 | 1ull << 60 | type << 42);
        w[0] = 0x025056ab1234ull;
        w[1] = port | u64(qp) << 32;
        w[2] = 3;
        w[6] = 0xc0000201;
        if (type == 1) {
            w[1] |= 4000u << 16;
            w[4] = 0xc6336407;
        }
        return w;
    }

    static Wqe create_qp(u32 id, u64 type = 3) {
        Wqe w = wqe(0x00, id | type << 48 | 1ull << 60);
        w[2] = qp_context;
        w[5] = qp_shadow;
        return w;
    }
    static Wqe modify_qp(u32 id, u64 state, u64 type = 3, u64 more = 0) {
        Wqe w = wqe(0x01, id | type << 48 | state << 60 | more);
        w[2] = qp_context;
        w[5] = qp_shadow;
        return w;
    }
    static Wqe destroy_qp(u32 id, bool remove_hash = false) {
        Wqe w = wqe(0x02, id | 3ull << 48 | u64(remove_hash) << 55);
        w[2] = qp_context;
        w[5] = qp_shadow;
        return w;
    }
    static Wqe resume_qp(u32 id, u32 qs) {
        Wqe w = wqe(0x2a, id);
        w[2] = qs;
        return w;
    }

    // Each of the cases: the entry with one word replaced gives this code.
    struct Change {
        const char *name;
        u32 word;
        u64 value;
        u32 code;
    };
    template <size_t N> void expect_refused(const Wqe &good, const Change (&changes)[N]) {
        for (const Change &c : changes) {
            Wqe w = good;
            w[c.word] = c.value;
            EXPECT_EQ(execute(w), c.code) << c.name;
        }
    }

    std::string dump(irdma_emu_table table) {
        std::vector<char> text(1 << 16);
        const u32 n = irdma_emu_dump(emu, table, text.data(), u32(text.size()));
        EXPECT_EQ(n, std::strlen(text.data()));
        return text.data();
    }

    u8 generation = 0;
    Registers reg = {};
    Bus bus;
    std::vector<u32> window;
    std::vector<u64> memory;
    std::vector<std::string> traces;
    irdma_emu_ops ops = {};
    irdma_emu *emu = nullptr;
    u32 head = 0;
    bool polarity = true;
    u32 ccq_next = 0, ccq_entries = 0;
    u64 ccq_polarity = 1;
    u32 last_result = 0;
};

// What the engine answers, see emu/device.h.
enum : u32 {
    ok = 0,
    invalid_state = 0xffff8002,
    bad_opcode = 0xffff9001,
    bad_polarity = 0xffff9002,
    reserved_bits = 0xffff9003,
    bad_alignment = 0xffff9004,
    unmapped = 0xffff9005,
    bad_value = 0xffff9006,
    unknown_id = 0xffff9007,
    id_in_use = 0xffff9008,
    duplicate_entry = 0xffff9009,
    no_entry = 0xffff900a,
    table_full = 0xffff900b,
    not_supported = 0xffff900c,
    bad_doorbell = 0xffff900d,
    cq_overflow = 0xffff900e,
    in_use = 0xffff900f,
    key_mismatch = 0xffff9010,
    wrong_pd = 0xffff9011,
};

inline std::string generation_name(const ::testing::TestParamInfo<int> &info) {
    return "gen" + std::to_string(info.param);
}

} // namespace bench
