// SPDX-License-Identifier: GPL-2.0
//
// The emulated device: CQP life, rings, completions, events. Entries are written by hand, see emu_bench.h.

#include "emu_bench.h"

using namespace bench;

namespace {

// ---- reset and creation -------------------------------------------------------------------------------------------

TEST_P(Emu, SizeStaysBelowOneMiB) {
    EXPECT_LT(irdma_emu_size(), 1u << 20);
}

TEST_P(Emu, WindowCoversTheRegisters) {
    irdma_emu_window windows[2] = {};
    ASSERT_EQ(irdma_emu_windows(generation, windows), 1u);
    EXPECT_EQ(windows[0].bar_offset, reg.window_offset);
    EXPECT_EQ(windows[0].bytes, reg.window_bytes);
    EXPECT_EQ(irdma_emu_windows(0, windows), 0u);
    EXPECT_EQ(irdma_emu_windows(4, windows), 0u);
}

TEST_P(Emu, InitRefusesBadConfigurations) {
    irdma_emu_config config = {};
    std::vector<u64> mem((irdma_emu_size() + 7) / 8);
    const u32 bytes = u32(mem.size() * 8);

    config.generation = generation;
    config.ops = &ops;
    EXPECT_EQ(irdma_emu_init(mem.data(), bytes, &config), nullptr); // no window
    config.window[0] = window.data();
    EXPECT_EQ(irdma_emu_init(mem.data(), irdma_emu_size() - 1, &config), nullptr);
    EXPECT_EQ(irdma_emu_init(nullptr, bytes, &config), nullptr);
    config.ops = nullptr;
    EXPECT_EQ(irdma_emu_init(mem.data(), bytes, &config), nullptr);
    config.ops = &ops;
    config.generation = 9;
    EXPECT_EQ(irdma_emu_init(mem.data(), bytes, &config), nullptr);
    config.generation = generation;
    EXPECT_NE(irdma_emu_init(mem.data(), bytes, &config), nullptr);
}

TEST_P(Emu, ResetValuesLetADriverStart) {
    if (generation == 1) {
        EXPECT_EQ(read(0xd040), 0x80u);
        EXPECT_EQ(read(0xd044), 0x80u);
        EXPECT_EQ(read(0xd048), 0x80u);
        EXPECT_EQ(read(0xbe484), 0x10u);
    } else if (generation == 2) {
        EXPECT_EQ(read(0x50ba5c), 0x80u);
        EXPECT_EQ(read(0x50ba60), 0x80u);
        EXPECT_EQ(read(0x50ba64), 0x80u);
        EXPECT_EQ(read(0x9de74), 0x20u);
    }
    EXPECT_EQ(read(reg.status), 0u);
    EXPECT_FALSE(irdma_emu_step(emu));
    EXPECT_EQ(counters().steps, 0u);
}

TEST_P(Emu, CreateNeedsBothHalvesOfTheAddress) {
    const auto words = good_context();
    for (u32 i = 0; i < 8; i++)
        bus.set_word(context + i * 8, words[i]);
    write(reg.high, u32(context >> 32));
    EXPECT_EQ(run(), 0u);
    EXPECT_EQ(read(reg.status), 0u);
    write(reg.low, u32(context));
    EXPECT_EQ(run(), 1u);
    EXPECT_EQ(read(reg.status), 1u);
    EXPECT_TRUE(irdma_emu_cqp_running(emu));
    EXPECT_EQ(counters().violations, 0u);
}

TEST_P(Emu, CreateTakesEveryLegalRingSize) {
    for (u32 entries : {4u, 8u, 16u, 32u, 64u, 128u, 256u, 512u, 1024u, 2048u}) {
        EXPECT_EQ(create_with(good_context(entries)), 1u) << entries;
        destroy_cqp();
    }
}

TEST_P(Emu, CreateRefusesABadContext) {
    struct Case {
        const char *name;
        u32 word;
        u64 value;
        u32 code;
    };
    const Case cases[] = {
        {"ring size 0", 0, 0, bad_value},
        {"ring size 11", 0, 11u << 8, bad_value},
        {"structure version", 0, 3u << 8 | 1u << 24, bad_value},
        {"reserved bit of word 0", 0, 3u << 8 | 1u << 5, reserved_bits},
        {"queue not aligned", 1, sq + 256, bad_alignment},
        {"queue not mapped", 1, ram - 0x10000, unmapped},
        {"end of queue not mapped", 1, ram + ram_bytes - 512, unmapped},
        {"queue at the end of the address space", 1, ~0ull << 9, unmapped},
        {"reserved bit of word 2", 2, 1ull << 40, reserved_bits},
        {"wrong hardware version", 4, u64(generation) << 16, bad_value},
        {"reserved bit of word 4", 4, u64(generation - 1) << 16 | 1ull << 40, reserved_bits},
        {"word 5", 5, 1, reserved_bits},
        {"reserved bit of word 6", 6, 1u << 20, reserved_bits},
        {"reserved bit of word 7", 7, 1u << 28, reserved_bits},
    };
    u64 violations = 0;
    for (const Case &c : cases) {
        auto words = good_context();
        words[c.word] = c.value;
        EXPECT_EQ(create_with(words), 1u << 31) << c.name;
        EXPECT_EQ(codes(), c.code) << c.name;
        EXPECT_FALSE(irdma_emu_cqp_running(emu)) << c.name;
        EXPECT_EQ(counters().violations, ++violations) << c.name;
    }
}

TEST_P(Emu, CreateRefusesFieldsOfLaterGenerations) {
    auto words = good_context();
    words[0] |= 2u << 3; // RoCE only: from gen2 on
    EXPECT_EQ(create_with(words), generation >= 2 ? 1u : 1u << 31);
    destroy_cqp();
    words = good_context();
    words[7] = 1u << 31; // congestion control: from gen2 on
    EXPECT_EQ(create_with(words), generation >= 2 ? 1u : 1u << 31);
    destroy_cqp();
    words = good_context();
    words[0] |= 1; // fine grained timers: from gen3 on
    words[2] = 3u << 4;
    EXPECT_EQ(create_with(words), generation >= 3 ? 1u : 1u << 31);
}

TEST_P(Emu, CreateRefusesABadContextAddress) {
    EXPECT_EQ(create_with(good_context(), context + 2), 1u << 31);
    EXPECT_EQ(codes(), bad_alignment);
    EXPECT_EQ(create_with(good_context(), context + 4), 1u); // 4 bytes are enough
    destroy_cqp();
    EXPECT_EQ(create_with(good_context(), ram - 0x1000), 1u << 31);
    EXPECT_EQ(codes(), unmapped);
}

TEST_P(Emu, CreateRefusesASecondCqp) {
    create_cqp();
    EXPECT_EQ(create_with(good_context()), 1u << 31 | 1u);
    EXPECT_EQ(codes(), invalid_state);
    EXPECT_TRUE(irdma_emu_cqp_running(emu));
    EXPECT_EQ(execute(apbvt(80, true)), ok); // the first one goes on
}

TEST_P(Emu, DestroyClearsTheCqp) {
    bring_up();
    execute(apbvt(80, true));
    destroy_cqp();
    EXPECT_EQ(read(reg.status), 0u);
    EXPECT_FALSE(irdma_emu_cqp_running(emu));
    // A new one starts from the beginning: index 0, polarity 1, no CCQ.
    head = 0;
    polarity = true;
    ccq_entries = 0;
    create_cqp();
    EXPECT_EQ(execute(apbvt(80, true)), ok);
    EXPECT_EQ(tail(), 1u);
    EXPECT_EQ(counters().violations, 0u);
}

// ---- ring ---------------------------------------------------------------------------------------------------------

TEST_P(Emu, ExecutesUpToTheDoorbell) {
    create_cqp();
    for (u16 port = 1; port <= 5; port++)
        put(apbvt(port, true));
    EXPECT_EQ(run(), 0u); // not rung
    ring();
    EXPECT_EQ(run(), 5u);
    EXPECT_EQ(tail(), 5u);
    EXPECT_EQ(counters().commands, 5u);
    EXPECT_EQ(counters().doorbells, 1u);
    EXPECT_TRUE(irdma_emu_apbvt_has(emu, 5));
}

TEST_P(Emu, OneEntryPerStep) {
    create_cqp();
    put(apbvt(1, true));
    put(apbvt(2, true));
    ring();
    EXPECT_TRUE(irdma_emu_step(emu));
    EXPECT_TRUE(irdma_emu_apbvt_has(emu, 1));
    EXPECT_FALSE(irdma_emu_apbvt_has(emu, 2));
    EXPECT_TRUE(irdma_emu_step(emu));
    EXPECT_TRUE(irdma_emu_apbvt_has(emu, 2));
    EXPECT_FALSE(irdma_emu_step(emu));
}

TEST_P(Emu, PolarityFlipsWithEveryPass) {
    create_cqp();
    for (u32 i = 0; i < 5 * sq_entries; i++)
        ASSERT_EQ(execute(apbvt(u16(i + 1), true)), ok) << i;
    EXPECT_EQ(counters().violations, 0u);
}

TEST_P(Emu, WrongPolarityIsAnError) {
    create_cqp();
    put(apbvt(80, true), true);
    ring();
    run();
    EXPECT_EQ(codes(), bad_polarity);
    EXPECT_TRUE(register_error());
    EXPECT_FALSE(irdma_emu_apbvt_has(emu, 80));
    EXPECT_EQ(counters().violations, 1u);
}

TEST_P(Emu, EntriesOfThePassBeforeAreNotExecuted) {
    create_cqp();
    for (u32 i = 0; i < sq_entries; i++)
        execute(apbvt(u16(i + 1), true));
    write(reg.db, 3); // rung without having written anything
    run();
    EXPECT_EQ(counters().violations, 3u);
    EXPECT_EQ(codes(), bad_polarity);
}

TEST_P(Emu, DoorbellBehindTheRing) {
    create_cqp();
    write(reg.db, sq_entries);
    EXPECT_EQ(run(), 0u);
    EXPECT_EQ(counters().violations, 1u);
    EXPECT_EQ(codes(), bad_doorbell);
    EXPECT_TRUE(register_error());
}

TEST_P(Emu, DoorbellWithoutCqp) {
    write(reg.db, 1);
    EXPECT_EQ(run(), 0u);
    EXPECT_EQ(counters().violations, 1u);
}

TEST_P(Emu, QueueThatVanishes) {
    bus.map(0x40000000, 0x1000);
    auto words = good_context();
    words[1] = 0x40000000;
    ASSERT_EQ(create_with(words), 1u);
    bus.unmap(0x40000000);
    write(reg.db, 3);
    run();
    EXPECT_TRUE(register_error());
    EXPECT_EQ(codes(), unmapped);
    EXPECT_EQ(counters().violations, 1u);
}

TEST_P(Emu, UnknownOpcodes) {
    create_cqp();
    for (u32 opcode : {0x0cu, 0x17u, 0x1au, 0x30u, 0x3fu})
        EXPECT_EQ(execute(wqe(opcode)), bad_opcode) << opcode;
    EXPECT_EQ(counters().violations, 5u);
    EXPECT_EQ(counters().errors, 5u);
    EXPECT_EQ(counters().commands, 5u);
}

TEST_P(Emu, EveryReservedBitIsAnError) {
    create_cqp();
    u32 refused = 0;
    for (u32 bit = 0; bit < 512; bit++) {
        const u32 word = bit / 64, at = bit % 64;
        // The fields of this operation: port, opcode, add, valid.
        if ((word == 2 && at < 16) || (word == 3 && ((at >= 32 && at < 38) || at >= 62)))
            continue;
        Wqe w = apbvt(80, true);
        w[word] |= 1ull << at;
        ASSERT_EQ(execute(w), reserved_bits) << word << " " << at;
        refused++;
    }
    EXPECT_EQ(refused, 512u - 16 - 6 - 2);
    EXPECT_EQ(counters().violations, refused);
    EXPECT_FALSE(irdma_emu_apbvt_has(emu, 80));
}

TEST_P(Emu, ErrorFlagStaysUntilTheDriverClearsIt) {
    create_cqp();
    put(wqe(0x3f));
    put(apbvt(1, true));
    ring();
    run();
    EXPECT_TRUE(register_error());
    EXPECT_EQ(tail(), 2u);
    write(reg.tail, 0);
    execute(apbvt(2, true));
    EXPECT_FALSE(register_error());
}

// ---- CCQ ----------------------------------------------------------------------------------------------------------

TEST_P(Emu, CcqReportsItsOwnCreation) {
    create_cqp();
    create_ccq();
    const Cqe cqe = take_cqe();
    ASSERT_TRUE(cqe.present);
    EXPECT_EQ(cqe.context, cookie);
    EXPECT_EQ(cqe.index, 0u);
    EXPECT_FALSE(cqe.error);
    EXPECT_EQ(tail(), 1u);
    EXPECT_EQ(counters().completions, 1u);
    EXPECT_EQ((cqe.raw >> 62) & 1, generation >= 3 ? 1u : 0u);
}

TEST_P(Emu, ValidBitIsWrittenLast) {
    bring_up();
    bus.write_order.clear();
    execute(apbvt(80, true));
    ASSERT_EQ(bus.write_order.size(), 2u);
    EXPECT_EQ(bus.write_order[0], ccq + 32);
    EXPECT_EQ(bus.write_order[1], ccq + 32 + 24);
}

TEST_P(Emu, CcqWrapsWithPolarity) {
    create_cqp();
    create_ccq(5);
    ASSERT_TRUE(take_cqe().present);
    for (u32 i = 0; i < 23; i++)
        ASSERT_EQ(execute(apbvt(u16(i + 1), true)), ok) << i;
    EXPECT_EQ(counters().completions, 24u);
    EXPECT_EQ(counters().violations, 0u);
}

TEST_P(Emu, WideEntries) {
    create_cqp();
    create_ccq(8, 1ull << 61);
    ASSERT_TRUE(take_cqe(64).present);
    put(apbvt(80, true));
    ring();
    run();
    EXPECT_NE(bus.word(ccq + 64 + 24), 0u);
    EXPECT_EQ(bus.word(ccq + 32 + 24), 0u);
    const Cqe cqe = take_cqe(64);
    EXPECT_TRUE(cqe.present);
    EXPECT_EQ(cqe.index, 1u);
}

TEST_P(Emu, ErrorsAreReportedInTheCcq) {
    bring_up();
    put(wqe(0x3f));
    ring();
    run();
    const Cqe cqe = take_cqe();
    EXPECT_TRUE(cqe.error);
    EXPECT_EQ(cqe.major, 0xffffu);
    EXPECT_EQ(cqe.minor, 0x9001u);
    EXPECT_FALSE(register_error());
    EXPECT_EQ(codes(), bad_opcode);
}

TEST_P(Emu, CcqOverflow) {
    create_cqp();
    create_ccq(4);
    ASSERT_TRUE(take_cqe().present);
    for (u16 port = 1; port <= 4; port++)
        put(apbvt(port, true));
    ring();
    run();
    // One slot stays free: three answers fit.
    EXPECT_EQ(counters().completions, 4u);
    EXPECT_EQ(counters().violations, 1u);
    EXPECT_EQ(codes(), cq_overflow);
    EXPECT_EQ(tail(), 5u);
    EXPECT_TRUE(take_cqe().present);
    EXPECT_TRUE(take_cqe().present);
    EXPECT_TRUE(take_cqe().present);
    EXPECT_FALSE(take_cqe().present);
}

TEST_P(Emu, ConsumerIndexIsNotTrusted) {
    bring_up();
    bus.set_word(shadow, 500); // behind the ring
    put(apbvt(1, true));
    ring();
    run();
    EXPECT_EQ(counters().violations, 1u);
    bus.set_word(shadow, 40); // consumed more than there was
    put(apbvt(2, true));
    ring();
    run();
    EXPECT_EQ(counters().violations, 2u);
    run();
    EXPECT_EQ(counters().violations, 2u); // said once
}

TEST_P(Emu, DestroyOfTheCcqWritesNoEntry) {
    bring_up();
    Wqe w = wqe(0x05);
    w[0] = 64;
    w[5] = shadow;
    put(w);
    ring();
    run();
    EXPECT_FALSE(take_cqe().present);
    EXPECT_EQ(tail(), 2u);
    EXPECT_FALSE(register_error());
    ccq_entries = 0;
    EXPECT_EQ(execute(apbvt(80, true)), ok); // through the tail register again
    EXPECT_EQ(counters().completions, 1u);
}

// Memory that goes away under the device is reported once, and stops nothing else.
TEST_P(Emu, CcqMemoryThatVanishes) {
    bus.map(0x40000000, 0x1000);
    bus.map(0x50000000, 0x1000);
    create_cqp();
    put(create_cq(0, 16, 0x40000000, 0x50000000));
    ring();
    run();
    ASSERT_EQ(bus.word(0x40000018) >> 63, 1u);
    bus.unmap(0x50000000);
    run();
    run();
    EXPECT_EQ(counters().violations, 1u);
    bus.unmap(0x40000000);
    put(apbvt(80, true));
    ring();
    run();
    EXPECT_EQ(counters().violations, 2u);
    EXPECT_TRUE(register_error());
    EXPECT_EQ(codes(), unmapped);
    EXPECT_EQ(tail(), 2u);
}

// ---- events -------------------------------------------------------------------------------------------------------

// Creates CEQ 0 with eight entries and the CCQ bound to it.
class EmuEvents : public Emu {
  protected:
    void start(bool mask, u64 at = ceq) {
        create_cqp();
        create_ccq(16, 1ull << 49 | u64(mask) << 48);
        ASSERT_TRUE(take_cqe().present);
        Wqe w = wqe(0x16);
        w[2] = 8;
        w[4] = at;
        ASSERT_EQ(execute(w), ok);
    }
    void arm(bool doorbell = true) {
        sequence = (sequence + 1) % 4;
        bus.set_word(shadow + 32, 1u << 14 | sequence << 16);
        if (doorbell)
            write(reg.arm, 0);
        run();
    }
    u64 event(u32 i) { return bus.word(ceq + i * 8); }
    u64 sequence = 0;
};

TEST_P(EmuEvents, ArmedCqRaisesOneEvent) {
    start(false);
    execute(apbvt(1, true));
    EXPECT_EQ(event(0), 0u); // not armed
    arm();
    EXPECT_EQ(event(0), 0u); // nothing new
    execute(apbvt(2, true));
    EXPECT_EQ(event(0), 1ull << 63);
    execute(apbvt(3, true));
    EXPECT_EQ(event(1), 0u); // armed once
    EXPECT_EQ(counters().violations, 0u);
}

TEST_P(EmuEvents, ArmIsSeenInTheShadowArea) {
    start(false);
    arm(false);
    execute(apbvt(2, true));
    EXPECT_EQ(event(0), 1ull << 63);
}

TEST_P(EmuEvents, DoorbellWithoutNewSequenceArmsNothing) {
    start(false);
    arm();
    execute(apbvt(1, true));
    write(reg.arm, 0);
    execute(apbvt(2, true));
    EXPECT_EQ(event(0), 1ull << 63);
    EXPECT_EQ(event(1), 0u);
}

TEST_P(EmuEvents, ArmingWithUnreadEntriesFiresAtOnce) {
    start(false);
    put(apbvt(1, true));
    ring();
    run();
    arm();
    EXPECT_EQ(event(0), 1ull << 63);
}

TEST_P(EmuEvents, MaskedEventsWaitForTheAcknowledge) {
    start(true);
    arm();
    execute(apbvt(1, true));
    EXPECT_EQ(event(0), 1ull << 63);
    arm();
    execute(apbvt(2, true));
    EXPECT_EQ(event(1), 0u);
    write(reg.ack, 0);
    run();
    EXPECT_EQ(event(1), 1ull << 63);
}

TEST_P(EmuEvents, EventQueueWrapsWithPolarity) {
    start(false);
    for (u16 i = 0; i < 8; i++) {
        arm();
        execute(apbvt(u16(i + 1), true));
        EXPECT_EQ(event(i), 1ull << 63);
    }
    arm();
    execute(apbvt(100, true));
    EXPECT_EQ(event(0), 0u);
}

TEST_P(EmuEvents, EventQueueMemoryThatVanishes) {
    bus.map(0x40000000, 0x1000);
    start(false, 0x40000000);
    bus.unmap(0x40000000);
    arm();
    EXPECT_EQ(execute(apbvt(1, true)), ok);
    EXPECT_EQ(counters().violations, 1u);
}

TEST_P(EmuEvents, UnknownCqInTheDoorbells) {
    start(false);
    write(reg.arm, 77);
    run();
    write(reg.arm, 0x12345678);
    run();
    write(reg.ack, 0x12345678);
    run();
    EXPECT_EQ(counters().violations, 3u);
}

INSTANTIATE_TEST_SUITE_P(Generations, Emu, ::testing::Values(1, 2, 3), generation_name);
INSTANTIATE_TEST_SUITE_P(Generations, EmuEvents, ::testing::Values(1, 2, 3), generation_name);

} // namespace
