// SPDX-License-Identifier: GPL-2.0
//
// The emulated device: injected faults, and that no input makes it crash or hang. See emu_bench.h.

#include "emu_bench.h"

using namespace bench;

namespace {

// ---- faults -------------------------------------------------------------------------------------------------------

class EmuFaults : public Emu {
  protected:
    void inject(irdma_emu_fault_kind kind, int opcode = -1) {
        irdma_emu_fault f = {};
        f.kind = kind;
        f.opcode = s16(opcode);
        f.major = 0x1234;
        f.minor = 0x5678;
        f.index = 9;
        f.steps = 3;
        ASSERT_TRUE(irdma_emu_inject(emu, &f));
    }
};

TEST_P(EmuFaults, NoAnswer) {
    bring_up();
    inject(IRDMA_EMU_FAULT_NO_ANSWER);
    put(apbvt(80, true));
    ring();
    run();
    EXPECT_TRUE(irdma_emu_apbvt_has(emu, 80)); // executed
    EXPECT_FALSE(take_cqe().present);
    EXPECT_EQ(tail(), 1u);
    EXPECT_EQ(execute(apbvt(81, true)), ok); // once only
    EXPECT_EQ(counters().faults, 1u);
}

TEST_P(EmuFaults, LateAnswerLetsOthersPass) {
    bring_up();
    inject(IRDMA_EMU_FAULT_DELAY);
    put(apbvt(80, true));
    put(apbvt(81, true));
    ring();
    EXPECT_TRUE(irdma_emu_step(emu)); // executes the first
    EXPECT_TRUE(irdma_emu_step(emu)); // executes and answers the second
    Cqe cqe = take_cqe();
    ASSERT_TRUE(cqe.present);
    EXPECT_EQ(cqe.index, 2u);
    EXPECT_FALSE(irdma_emu_step(emu)); // waiting is no work
    EXPECT_TRUE(irdma_emu_step(emu));
    cqe = take_cqe();
    ASSERT_TRUE(cqe.present);
    EXPECT_EQ(cqe.index, 1u);
    EXPECT_EQ(tail(), 3u);
}

TEST_P(EmuFaults, HeldBackAnswersShowInTheDump) {
    bring_up();
    inject(IRDMA_EMU_FAULT_NO_ANSWER, 0x25);
    EXPECT_NE(dump(IRDMA_EMU_TABLE_CQP).find("armed fault           no answer, opcode 0x25"), std::string::npos);
    put(qhash(1));
    ring();
    run();
    EXPECT_NE(dump(IRDMA_EMU_TABLE_LAST).find("answer: ok, held back, fault: no answer"), std::string::npos)
        << dump(IRDMA_EMU_TABLE_LAST);
}

TEST_P(EmuFaults, LateAnswersDieWithTheCqp) {
    bring_up();
    inject(IRDMA_EMU_FAULT_DELAY);
    put(apbvt(80, true));
    ring();
    irdma_emu_step(emu);
    destroy_cqp();
    for (int i = 0; i < 10; i++)
        irdma_emu_step(emu);
    EXPECT_EQ(counters().completions, 1u);
}

TEST_P(EmuFaults, Error) {
    bring_up();
    inject(IRDMA_EMU_FAULT_ERROR);
    EXPECT_EQ(execute(apbvt(80, true)), 0x12345678u);
    EXPECT_FALSE(irdma_emu_apbvt_has(emu, 80)); // not executed
    EXPECT_EQ(counters().errors, 0u);           // not the device's own
    EXPECT_EQ(execute(apbvt(80, true)), ok);
}

TEST_P(EmuFaults, Register) {
    bring_up();
    inject(IRDMA_EMU_FAULT_REGISTER);
    put(apbvt(80, true));
    ring();
    run();
    EXPECT_TRUE(register_error());
    EXPECT_EQ(codes(), 0x12345678u);
    EXPECT_EQ(tail(), 1u);
    EXPECT_FALSE(take_cqe().present);
    EXPECT_FALSE(irdma_emu_apbvt_has(emu, 80));
}

TEST_P(EmuFaults, WrongContextAndIndex) {
    bring_up();
    inject(IRDMA_EMU_FAULT_WRONG_CONTEXT);
    put(apbvt(80, true));
    ring();
    run();
    Cqe cqe = take_cqe();
    EXPECT_TRUE(cqe.present);
    EXPECT_NE(cqe.context, cookie);
    inject(IRDMA_EMU_FAULT_WRONG_INDEX);
    put(apbvt(81, true));
    ring();
    run();
    cqe = take_cqe();
    EXPECT_EQ(cqe.index, 9u);
    EXPECT_EQ(cqe.context, cookie);
}

TEST_P(EmuFaults, DuplicateAlsoOverTheEndOfTheRing) {
    create_cqp();
    create_ccq(6);
    ASSERT_TRUE(take_cqe().present);
    for (u16 i = 1; i < 5; i++)
        execute(apbvt(i, true));
    inject(IRDMA_EMU_FAULT_DUPLICATE);
    const u32 index = put(apbvt(80, true));
    ring();
    run();
    for (int i = 0; i < 2; i++) {
        const Cqe cqe = take_cqe();
        EXPECT_TRUE(cqe.present) << i;
        EXPECT_EQ(cqe.index, index);
    }
    EXPECT_FALSE(take_cqe().present);
    EXPECT_EQ(tail(), index + 1); // retired once
}

TEST_P(EmuFaults, Create) {
    inject(IRDMA_EMU_FAULT_CREATE);
    EXPECT_EQ(create_with(good_context()), 1u << 31);
    EXPECT_EQ(codes(), 0x12345678u);
    EXPECT_FALSE(irdma_emu_cqp_running(emu));
    inject(IRDMA_EMU_FAULT_CREATE_SILENT);
    write(reg.status, 0);
    EXPECT_EQ(create_with(good_context()), 0u);
    EXPECT_EQ(create_with(good_context()), 1u);
    EXPECT_EQ(counters().violations, 0u);
}

TEST_P(EmuFaults, DestroySilent) {
    create_cqp();
    inject(IRDMA_EMU_FAULT_DESTROY_SILENT);
    destroy_cqp();
    EXPECT_EQ(read(reg.status), 1u);
    destroy_cqp();
    EXPECT_EQ(read(reg.status), 0u);
}

TEST_P(EmuFaults, MatchOpcodeAndSkip) {
    bring_up();
    irdma_emu_fault f = {};
    f.kind = IRDMA_EMU_FAULT_ERROR;
    f.opcode = 0x23;
    f.major = 1;
    f.minor = 2;
    f.skip = 2;
    ASSERT_TRUE(irdma_emu_inject(emu, &f));
    EXPECT_EQ(execute(qhash(1)), ok);
    EXPECT_EQ(execute(apbvt(1, true)), ok);
    EXPECT_EQ(execute(apbvt(2, true)), ok);
    EXPECT_EQ(execute(qhash(0)), ok);
    EXPECT_EQ(execute(apbvt(3, true)), 0x10002u);
    EXPECT_EQ(execute(apbvt(3, true)), ok);
}

TEST_P(EmuFaults, TableIsBoundedAndCanBeCleared) {
    bring_up();
    irdma_emu_fault f = {};
    EXPECT_FALSE(irdma_emu_inject(emu, &f));
    f.kind = IRDMA_EMU_FAULT_MAX;
    EXPECT_FALSE(irdma_emu_inject(emu, &f));
    f.kind = IRDMA_EMU_FAULT_ERROR;
    u32 armed = 0;
    for (s16 opcode = 0; opcode < 64; opcode++) {
        f.opcode = opcode;
        armed += irdma_emu_inject(emu, &f);
    }
    EXPECT_EQ(armed, 16u);
    f.opcode = 0;
    EXPECT_TRUE(irdma_emu_inject(emu, &f)); // replaces
    irdma_emu_clear_faults(emu);
    EXPECT_EQ(execute(create_qp(4)), ok);
}

// ---- no input may crash or hang the device -------------------------------------------------------------------------

class EmuRandom : public Emu {
  protected:
    u64 next() {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        return seed;
    }
    // An address that may be good, or nearly.
    u64 address() {
        switch (next() % 6) {
        case 0:
            return next();
        case 1:
            return ram + ram_bytes - next() % 600;
        default:
            return ram + (next() % ram_bytes & ~0xfffull);
        }
    }
    u64 word() {
        switch (next() % 5) {
        case 0:
            return next();
        case 1:
            return address();
        case 2:
            return next() % 70;
        default:
            return 0;
        }
    }
    Wqe noise() {
        Wqe w = wqe(u32(next() % 64), next() % 2 ? 0 : next() & next() & next());
        for (u32 k = 0; k < 8; k++)
            if (k != 3)
                w[k] = word();
        return w;
    }
    // A good command with one bit flipped, one word replaced, or as it is.
    Wqe nearly_good() {
        const u32 id = u32(next() % 8);
        Wqe queue = wqe(next() % 2 ? 0x16 : 0x19, next() % 2 ? id : 0);
        queue[2] = next() % 64;
        queue[4] = address() & ~0xffull;
        Wqe buffer_at = wqe(u32(0x12 + next() % 64 % 2 * 0x0e), 272);
        buffer_at[4] = address();
        Wqe commit = wqe(0x21, 208);
        commit[4] = buffer;
        Wqe sds = wqe(0x1f, next() % 10);
        sds[0] = sds[4] = sds[6] = 1ull << 63 | 1u << 31 | id;
        sds[0] &= ~(1ull << 63);
        sds[1] = next() % 2 ? 0 : (address() & ~0xfffull) | 512u << 2 | 1;
        sds[2] = buffer;
        Wqe suspend = wqe(0x29, id);
        Wqe arp = wqe(0x0f, id | next() % 2 << 42);
        arp[2] = 0x025056ab1234ull;
        Wqe mac = wqe(0x0e, id | next() % 2 << 62);
        mac[4] = 0x025056ab1200ull | id;
        Wqe node = wqe(0x2c, id | next() % 3 << 16 | next() % 3 << 52 | 1ull << 59 | next() % 2 << 61);
        node[4] = 1ull << 32;
        Wqe key = wqe(0x09 + u32(next() % 2) * 4, next() % 2 << 43);
        key[2] = id << 8;
        Wqe srq = wqe(0x06 + u32(next() % 3), id);
        srq[4] = buffer;
        srq[5] = buffer;
        Wqe choices[] = {
            apbvt(u16(next() % 16), next() % 2),
            qhash(next() % 4, 1 + next() % 2, u16(next() % 32), id),
            create_qp(id),
            modify_qp(id, next() % 7, 3, next() % 2 << 47),
            destroy_qp(id, next() % 2),
            arp,
            mac,
            node,
            key,
            srq,
            resume_qp(id, id),
            suspend,
            create_cq(id, 4 + u32(next() % 64), address() & ~0xffull, address() & ~0x7full),
            wqe(0x05, id),
            wqe(0x18, id),
            wqe(0x1b),
            queue,
            buffer_at,
            commit,
            sds,
            wqe(0x2d, next() % 2 << 62 | id),
            wqe(0x11, next() % 2 << 62 | id),
            wqe(0x14),
        };
        Wqe w = choices[next() % (sizeof(choices) / sizeof(choices[0]))];
        if (next() % 4 == 0)
            w[next() % 8] ^= 1ull << next() % 64;
        if (next() % 8 == 0)
            w[next() % 8] = word();
        return w;
    }
    u64 seed = 0x9e3779b97f4a7c15ull;
};

TEST_P(EmuRandom, SurvivesAnything) {
    const u64 offsets[] = {reg.tail, reg.db, reg.status, reg.high, reg.low, reg.errcodes, reg.arm, reg.ack};
    char text[512];

    seed += generation;
    bring_up();
    for (u32 i = 0; i < 100000; i++) {
        if (!irdma_emu_cqp_running(emu) && next() % 4) {
            head = 0;
            polarity = true;
            create_with(good_context());
            if (next() % 2)
                create_ccq(4 + u32(next() % 60), 1ull << 49);
        }
        put(next() % 2 ? noise() : nearly_good(), next() % 64 == 0);
        if (next() % 8 == 0)
            bus.set_word(ram + (next() % ram_bytes & ~7ull), next());
        if (next() % 64 == 0)
            write(offsets[next() % 8], u32(next() % 2 ? next() : next() % 80));
        if (next() % 64 == 0) {
            irdma_emu_fault f = {};
            f.kind = irdma_emu_fault_kind(next() % 14);
            f.opcode = s16(next() % 65) - 1;
            f.index = u16(next());
            f.steps = u32(next() % 50);
            irdma_emu_inject(emu, &f);
        }
        ring();
        run(5000);
        if (next() % 256 == 0) {
            const u32 size = u32(next() % sizeof(text)) + 1;
            EXPECT_LT(irdma_emu_dump(emu, irdma_emu_table(next() % 7), text, size), size);
        }
        traces.clear();
    }
    EXPECT_GT(counters().violations, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuFaults, ::testing::Values(1, 2, 3), generation_name);
INSTANTIATE_TEST_SUITE_P(Generations, EmuRandom, ::testing::Values(1, 2, 3), generation_name);

} // namespace
