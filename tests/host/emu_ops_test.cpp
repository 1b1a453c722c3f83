// SPDX-License-Identifier: GPL-2.0
//
// The emulated device: what its operations do, refuse and remember. Entries are written by hand, see emu_bench.h.

#include "emu_bench.h"

using namespace bench;

namespace {

class EmuOps : public Emu {
  protected:
    void SetUp() override {
        Emu::SetUp();
        bring_up();
    }
};

// ---- address tables -----------------------------------------------------------------------------------------------

TEST_P(EmuOps, ApbvtIsASet) {
    EXPECT_EQ(execute(apbvt(80, true)), ok);
    EXPECT_EQ(execute(apbvt(65535, true)), ok);
    EXPECT_TRUE(irdma_emu_apbvt_has(emu, 80));
    EXPECT_TRUE(irdma_emu_apbvt_has(emu, 65535));
    EXPECT_FALSE(irdma_emu_apbvt_has(emu, 81));
    EXPECT_EQ(execute(apbvt(80, true)), duplicate_entry);
    EXPECT_EQ(execute(apbvt(81, false)), no_entry);
    EXPECT_EQ(execute(apbvt(80, false)), ok);
    EXPECT_FALSE(irdma_emu_apbvt_has(emu, 80));
    EXPECT_EQ(counters().errors, 2u);
    EXPECT_EQ(counters().violations, 0u);
}

TEST_P(EmuOps, QhashAddModifyRemove) {
    EXPECT_EQ(execute(qhash(2)), no_entry); // modify
    EXPECT_EQ(execute(qhash(0)), no_entry); // remove
    EXPECT_EQ(execute(qhash(1)), ok);
    EXPECT_EQ(execute(qhash(1)), duplicate_entry);
    EXPECT_EQ(irdma_emu_qhash_count(emu), 1u);
    EXPECT_EQ(execute(qhash(2, 2, 80, 9)), ok); // other QP, same key
    EXPECT_NE(dump(IRDMA_EMU_TABLE_QHASH).find("\n9 "), std::string::npos);
    EXPECT_EQ(execute(qhash(0)), ok);
    EXPECT_EQ(irdma_emu_qhash_count(emu), 0u);
    EXPECT_EQ(execute(qhash(3)), bad_value);
}

TEST_P(EmuOps, QhashKeyIsTypeFamilyAddressesPortsVlan) {
    ASSERT_EQ(execute(qhash(1)), ok);
    u32 count = 1;
    const auto differs = [&](Wqe w) {
        EXPECT_EQ(execute(w), ok) << count;
        EXPECT_EQ(irdma_emu_qhash_count(emu), ++count);
    };
    differs(qhash(1, 2, 81)); // port
    differs(qhash(1, 3));     // type
    differs(qhash(1, 1));     // established
    Wqe w = qhash(1, 1);
    w[1] ^= 1u << 16; // remote port
    differs(w);
    w = qhash(1, 1);
    w[4] ^= 1; // remote address
    differs(w);
    w = qhash(1);
    w[6] ^= 1; // local address
    differs(w);
    w = qhash(1);
    w[3] &= ~(1ull << 60); // IPv6 with the same words
    differs(w);
    w = qhash(1);
    w[3] |= 1ull << 59; // VLAN 0
    differs(w);
    w[2] |= 7ull << 32; // VLAN 7
    differs(w);
    // Not part of the key: MAC, QP, queue set.
    w = qhash(1);
    w[0] ^= 1;
    w[1] ^= 1ull << 32;
    w[2] ^= 1;
    EXPECT_EQ(execute(w), duplicate_entry);
}

TEST_P(EmuOps, QhashRefusesMeaninglessEntries) {
    const Wqe good = qhash(1);
    expect_refused(good, {
                             {"type 0", 3, (good[3] & ~(7ull << 42)), bad_value},
                             {"type 7", 3, good[3] | 7ull << 42, bad_value},
                             {"upper words of IPv4", 6, good[6] | 1ull << 32, bad_value},
                             {"words 0, 1 of IPv4", 7, 1, bad_value},
                             {"source of a listener", 4, 5, bad_value},
                             {"source port of a listener", 1, good[1] | 1u << 16, bad_value},
                             {"VLAN id without VLAN", 2, good[2] | 5ull << 32, bad_value},
                             {"reserved bit of word 0", 0, good[0] | 1ull << 48, reserved_bits},
                             {"reserved bit of word 1", 1, good[1] | 1ull << 50, reserved_bits},
                             {"reserved bit of the header", 3, good[3] | 1, reserved_bits},
                         });
    EXPECT_EQ(irdma_emu_qhash_count(emu), 0u);
    EXPECT_EQ(counters().violations, 10u);
}

TEST_P(EmuOps, QhashTableFull) {
    for (u32 i = 0; i < 1024; i++)
        ASSERT_EQ(execute(qhash(1, 2, u16(i + 1))), ok) << i;
    EXPECT_EQ(execute(qhash(1, 2, 2000)), table_full);
    EXPECT_EQ(execute(qhash(0, 2, 17)), ok);
    EXPECT_EQ(execute(qhash(1, 2, 2000)), ok);
    EXPECT_EQ(irdma_emu_qhash_count(emu), 1024u);
}

TEST_P(EmuOps, LocalMacTable) {
    EXPECT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(last_result, 0u);
    EXPECT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(last_result, 1u);
    Wqe w = wqe(0x0e, 1);
    w[4] = 0x025056ab1234ull;
    EXPECT_EQ(execute(w), ok);
    EXPECT_EQ(execute(wqe(0x0e, 9)), unknown_id);
    EXPECT_EQ(execute(wqe(0x0e, 1 | 1ull << 62)), ok);
    EXPECT_EQ(execute(wqe(0x0e, 1 | 1ull << 62)), unknown_id);
    for (u32 i = 1; i < 64; i++)
        ASSERT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(execute(wqe(0x14)), table_full);
}

// ---- queue pairs --------------------------------------------------------------------------------------------------

TEST_P(EmuOps, QpLife) {
    EXPECT_EQ(execute(destroy_qp(7)), unknown_id);
    EXPECT_EQ(execute(create_qp(7)), ok);
    EXPECT_TRUE(irdma_emu_qp_exists(emu, 7));
    EXPECT_FALSE(irdma_emu_qp_exists(emu, 8));
    EXPECT_EQ(execute(create_qp(7)), id_in_use);
    Wqe modify = create_qp(7);
    modify[3] ^= 1ull << 32; // opcode 1
    EXPECT_EQ(execute(modify), ok);
    EXPECT_EQ(execute(destroy_qp(7)), ok);
    EXPECT_FALSE(irdma_emu_qp_exists(emu, 7));
    EXPECT_EQ(execute(modify), unknown_id);
    EXPECT_EQ(counters().violations, 2u);
}

TEST_P(EmuOps, ModifyKeepsTheTypeAndMayRemoveHashEntries) {
    ASSERT_EQ(execute(create_qp(7, 1)), ok);
    ASSERT_EQ(execute(qhash(1, 1, 80, 7)), ok);
    Wqe modify = create_qp(7, 3);
    modify[3] |= 1ull << 32;
    EXPECT_EQ(execute(modify), bad_value);
    modify = create_qp(7, 1);
    modify[3] |= 1ull << 32 | 1ull << 55;
    EXPECT_EQ(execute(modify), ok);
    EXPECT_EQ(irdma_emu_qhash_count(emu), 0u);
}

TEST_P(EmuOps, QpRefusals) {
    const Wqe good = create_qp(7);
    expect_refused(good, {
                             {"id behind the table", 3, good[3] + 4096, unknown_id},
                             {"largest id", 3, good[3] | 0xffffff, unknown_id},
                             {"type 0", 3, good[3] & ~(7ull << 48), bad_value},
                             {"type 5", 3, (good[3] & ~(7ull << 48)) | 5ull << 48, bad_value},
                             {"state 7", 3, good[3] | 7ull << 60, bad_value},
                             {"context not mapped", 2, ram - 4096, unmapped},
                             {"context half mapped", 2, ram + ram_bytes - 128, unmapped},
                             {"context not aligned", 2, qp_context + 4, bad_alignment},
                             {"shadow not mapped", 5, ram - 4096, unmapped},
                             {"shadow not aligned", 5, qp_shadow + 4, bad_alignment},
                             {"reserved word", 0, 1, reserved_bits},
                             {"reserved bit", 3, good[3] | 1ull << 44, reserved_bits},
                         });
    EXPECT_FALSE(irdma_emu_qp_exists(emu, 7));
}

TEST_P(EmuOps, SuspendAndResume) {
    EXPECT_EQ(execute(wqe(0x29, 7)), unknown_id);
    ASSERT_EQ(execute(create_qp(7)), ok);
    EXPECT_EQ(execute(resume_qp(7, 3)), invalid_state); // not suspended
    EXPECT_EQ(execute(wqe(0x29, 7)), ok);
    EXPECT_TRUE(irdma_emu_qp_suspended(emu, 7));
    EXPECT_EQ(execute(wqe(0x29, 7)), invalid_state); // already suspended
    EXPECT_EQ(execute(resume_qp(8, 3)), unknown_id);
    EXPECT_EQ(execute(resume_qp(7, 0x123)), ok);
    EXPECT_FALSE(irdma_emu_qp_suspended(emu, 7));
    EXPECT_NE(dump(IRDMA_EMU_TABLE_QP).find("291"), std::string::npos); // the queue set it was resumed with
    EXPECT_EQ(execute(wqe(0x29, 7 | 1ull << 24)), reserved_bits);
}

TEST_P(EmuOps, QpWithHashEntriesCannotGo) {
    ASSERT_EQ(execute(create_qp(7)), ok);
    ASSERT_EQ(execute(qhash(1, 1, 80, 7)), ok);
    ASSERT_EQ(execute(qhash(1, 1, 81, 6)), ok);
    EXPECT_EQ(execute(destroy_qp(7)), in_use);
    EXPECT_TRUE(irdma_emu_qp_exists(emu, 7));
    EXPECT_EQ(execute(destroy_qp(7, true)), ok); // with its entries
    EXPECT_EQ(irdma_emu_qhash_count(emu), 1u);
}

TEST_P(EmuOps, FlushAndUpload) {
    Wqe flush = wqe(0x22, 7 | 3ull << 61);
    EXPECT_EQ(execute(flush), unknown_id);
    ASSERT_EQ(execute(create_qp(7)), ok);
    EXPECT_EQ(execute(flush), invalid_state); // it may still work
    ASSERT_EQ(execute(modify_qp(7, 6)), ok);
    EXPECT_EQ(execute(flush), ok);
    EXPECT_EQ(execute(wqe(0x22, 7 | 1ull << 59)), ok); // event only
    EXPECT_EQ(execute(wqe(0x22, 7)), bad_value);       // nothing asked for
    flush[5] = 1ull << 32;
    EXPECT_EQ(execute(flush), generation >= 3 ? ok : reserved_bits);

    bus.set_word(qp_context + 248, 0x1122334455667788ull);
    Wqe upload = wqe(0x13, 7 | 3ull << 48);
    upload[2] = buffer;
    EXPECT_EQ(execute(upload), ok);
    EXPECT_EQ(bus.word(buffer + 248), 0x1122334455667788ull);
    upload[2] = ram + ram_bytes - 64;
    EXPECT_EQ(execute(upload), unmapped);
}

TEST_P(EmuOps, SharedReceiveQueues) {
    Wqe create = wqe(0x06, 5);
    create[4] = buffer;
    create[5] = buffer + 0x1000;
    EXPECT_EQ(execute(create), ok);
    EXPECT_EQ(execute(create), id_in_use);
    Wqe modify = create;
    modify[3] = 7ull << 32 | 5;
    EXPECT_EQ(execute(modify), ok);
    modify[3]++;
    EXPECT_EQ(execute(modify), unknown_id);
    EXPECT_EQ(execute(wqe(0x08, 5)), ok);
    EXPECT_EQ(execute(wqe(0x08, 5)), unknown_id);
    create[5] = ram - 0x1000;
    EXPECT_EQ(execute(create), unmapped);
    create[3] |= 0xffff;
    EXPECT_EQ(execute(create), unknown_id);
}

// ---- completion and event queues ----------------------------------------------------------------------------------

TEST_P(EmuOps, CqLife) {
    const Wqe create = create_cq(3, 32, buffer, buffer + 0x2000);
    Wqe destroy = wqe(0x05, 3);
    destroy[0] = 32;
    destroy[5] = buffer + 0x2000;
    EXPECT_EQ(execute(destroy), unknown_id);
    EXPECT_EQ(execute(create), ok);
    EXPECT_EQ(execute(create), id_in_use);
    EXPECT_EQ(execute(create_cq(0, 32, buffer, buffer + 0x2000)), id_in_use);
    Wqe resize = wqe(0x04, 3 | 1ull << 43);
    resize[0] = 64;
    resize[1] = 3;
    resize[4] = buffer + 0x4000;
    resize[5] = buffer + 0x2000;
    EXPECT_EQ(execute(resize), ok);
    EXPECT_NE(dump(IRDMA_EMU_TABLE_CQ).find("64"), std::string::npos);
    resize[4] = ram - 0x1000;
    EXPECT_EQ(execute(resize), unmapped);
    resize[3] ^= 1ull << 43; // no resize: the ring does not matter
    EXPECT_EQ(execute(resize), ok);
    EXPECT_EQ(execute(destroy), ok);
    EXPECT_EQ(execute(resize), unknown_id);
}

TEST_P(EmuOps, CqRefusals) {
    const Wqe good = create_cq(3, 32, buffer, buffer + 0x2000);
    const u64 ceq_valid = 1ull << 49;
    expect_refused(good, {
                             {"no entries", 0, 0, bad_value},
                             {"too many entries", 0, 1048576, bad_value},
                             {"more than the field", 0, 1u << 21, reserved_bits},
                             {"ring not aligned", 4, buffer + 128, bad_alignment},
                             {"ring not mapped", 4, ram - 0x1000, unmapped},
                             {"end of ring not mapped", 4, ram + ram_bytes - 0x200, unmapped},
                             {"shadow not aligned", 5, buffer + 8, bad_alignment},
                             {"shadow not mapped", 5, ram - 0x1000, unmapped},
                             {"id behind the table", 3, good[3] + 1024, unknown_id},
                             {"no such CEQ", 3, good[3] | ceq_valid | 2ull << ceq_id_shift(), unknown_id},
                             {"threshold beyond the ring", 2, 33, bad_value},
                             {"paged, list never used", 3, good[3] | 1ull << 47 | 2ull << 44, bad_value},
                             {"CEQ id without valid", 3, good[3] | 2ull << ceq_id_shift(), bad_value},
                             {"reserved bit", 3, good[3] | 1ull << 62, reserved_bits},
                         });
}

TEST_P(EmuOps, CqIdFieldsFollowTheGeneration) {
    // The first bit above the CQ id of gen1 and gen2 is reserved there.
    Wqe w = create_cq(3, 32, buffer, buffer + 0x2000);
    w[3] |= 1ull << 16;
    EXPECT_EQ(execute(w), generation == 1 ? reserved_bits : unknown_id);
    w = create_cq(3, 32, buffer, buffer + 0x2000);
    w[3] |= 1ull << 19;
    EXPECT_EQ(execute(w), generation <= 2 ? reserved_bits : unknown_id);
    w = create_cq(3, 32, buffer, buffer + 0x2000);
    w[3] |= 1ull << 22; // lowest bit of the CEQ id from gen2 on
    EXPECT_EQ(execute(w), generation == 1 ? reserved_bits : bad_value);
}

TEST_P(EmuOps, EventQueues) {
    Wqe ceq_create = wqe(0x16, 4);
    ceq_create[2] = 16;
    ceq_create[4] = buffer;
    EXPECT_EQ(execute(wqe(0x18, 4)), unknown_id);
    EXPECT_EQ(execute(ceq_create), ok);
    EXPECT_EQ(execute(ceq_create), id_in_use);
    // A CQ may name it now.
    EXPECT_EQ(execute(create_cq(3, 32, buffer + 0x1000, buffer + 0x2000, 1ull << 49 | 4ull << ceq_id_shift())), ok);
    EXPECT_EQ(execute(wqe(0x18, 4)), in_use);
    EXPECT_EQ(execute(wqe(0x05, 3)), ok);
    EXPECT_EQ(execute(wqe(0x18, 4)), ok);
    const Change ceq_changes[] = {
        {"no entries", 2, 0, bad_value},
        {"too many", 2, 262144, bad_value},
        {"not aligned", 4, buffer + 64, bad_alignment},
        {"not mapped", 4, ram - 0x1000, unmapped},
        {"id", 3, ceq_create[3] + 1000, unknown_id},
    };
    expect_refused(ceq_create, ceq_changes);

    Wqe aeq_create = wqe(0x19);
    aeq_create[2] = 32;
    aeq_create[4] = buffer;
    EXPECT_EQ(execute(wqe(0x1b)), unknown_id);
    EXPECT_EQ(execute(aeq_create), ok);
    EXPECT_EQ(execute(aeq_create), id_in_use);
    EXPECT_EQ(execute(wqe(0x1b)), ok);
    aeq_create[2] = 524287;
    EXPECT_EQ(execute(aeq_create), generation == 3 ? bad_value : unmapped);
}

// ---- host memory cache --------------------------------------------------------------------------------------------

TEST_P(EmuOps, QueryFpm) {
    Wqe w = wqe(0x20);
    w[4] = buffer;
    EXPECT_EQ(execute(w), ok);
    EXPECT_EQ(bus.word(buffer + 8), 0x0000000900000100ull);
    EXPECT_EQ(bus.word(buffer + 112), 0x40000ull);
    EXPECT_EQ(bus.word(buffer + 120), 0x0000004000020010ull);
    EXPECT_EQ(bus.word(buffer + 144), 0x0000000600000100ull);
    if (generation == 2) {
        EXPECT_EQ(bus.word(buffer), 0x0000000800000000ull);
    }
    EXPECT_EQ(bus.word(buffer + 176) != 0, generation == 3);
    w[4] = ram + ram_bytes - 64;
    EXPECT_EQ(execute(w), unmapped);
    w[4] = buffer + 2;
    EXPECT_EQ(execute(w), bad_alignment);
}

// The driver's counts and the answer for them, from the specification ("What a device emulator must do").
TEST_P(EmuOps, CommitFpm) {
    struct Object {
        u32 at;
        u64 count;
        u64 answer;
    };
    const Object objects[] = {
        {0, 256, 0x0000000000000100},
        {8, 512, 0x0000010000000200},
        {24, 1024, 0x0000014000000400},
        {32, 64, 0x0000014800000040},
        {40, 0, 0x0000014A00000001},
        {48, 4096, 0x0000015A00001000},
        {56, 8192, 0x0000035A00002000},
        {64, 1024, 0x0000075A00000400},
        {72, 65536, 0x0000076200010000},
        {80, 8192, 0x0000276200002000},
        {88, 128, 0x000027A200000080},
        {96, 64, 0x000027A400000040},
        {104, 128, 0x000027AC00000080},
        {128, 8192, 0x000027BC00002000},
        {136, 1024, 0x00002BBC00000400},
        {144, 256, 0x00002BC400000100},
        {112, 262144, 0x0000300000040000},
        {16, 0, 0},
        {152, 0, 0},
        {160, 0, 0},
        {168, 0, 0},
    };
    Wqe w = wqe(0x21, 208);
    w[4] = buffer;
    for (const Object &o : objects)
        bus.set_word(buffer + o.at, o.count);
    bus.set_word(buffer + 120, 0);
    EXPECT_EQ(execute(w), ok);
    for (const Object &o : objects) {
        if (generation < 3) {
            EXPECT_EQ(bus.word(buffer + o.at), o.answer) << o.at;
        } else if (o.at != 40) {
            EXPECT_EQ(bus.word(buffer + o.at) & 0xffffffff, o.count) << o.at;
        }
    }
}

TEST_P(EmuOps, CommitFpmRefusals) {
    Wqe w = wqe(0x21, 176);
    w[4] = buffer;
    for (u32 i = 0; i < 26; i++)
        bus.set_word(buffer + i * 8, 0);
    EXPECT_EQ(execute(w), ok);
    bus.set_word(buffer, 1ull << 32); // more than a count
    EXPECT_EQ(execute(w), bad_value);
    bus.set_word(buffer, 1ull << 63 | 5); // local memory
    EXPECT_EQ(execute(w), generation == 3 ? ok : bad_value);
    bus.set_word(buffer, 0);
    for (u32 i = 0; i < 22; i++)
        if (i != 15)
            bus.set_word(buffer + i * 8, 0xffffffff); // cannot be placed
    EXPECT_EQ(execute(w), bad_value);
    w[3] ^= 176 ^ 168; // buffer too short
    EXPECT_EQ(execute(w), bad_value);
}

TEST_P(EmuOps, SegmentDescriptors) {
    bus.map(0x80000000, 0x200000);
    Wqe w = wqe(0x1f);
    w[0] = 1u << 31 | 1u << 15 | 3;
    w[1] = 0x80000000 | 512u << 2 | 3;
    EXPECT_EQ(execute(w), ok); // direct
    w[1] = buffer | 512u << 2 | 1;
    EXPECT_EQ(execute(w), ok); // paged
    w[1] = buffer | 512u << 2 | 3;
    EXPECT_EQ(execute(w), unmapped); // direct, but not 2 MiB
    w[1] = buffer | 8u << 2 | 1;
    EXPECT_EQ(execute(w), bad_value); // page count
    w[1] = 0;
    EXPECT_EQ(execute(w), ok); // clear
    w[0] = 1u << 15 | 3;
    EXPECT_EQ(execute(w), bad_value); // no write
    w[0] = 1u << 31 | 4000;
    EXPECT_EQ(execute(w), unknown_id);
    w[0] = 1u << 31 | 1u << 20;
    EXPECT_EQ(execute(w), reserved_bits);
}

TEST_P(EmuOps, SegmentDescriptorsInMemory) {
    Wqe w = wqe(0x1f, 2);
    w[0] = w[4] = w[6] = 1u << 31;
    w[2] = buffer;
    EXPECT_EQ(execute(w), bad_value); // memory entries before the entry is full
    w[4] |= 1ull << 63;
    w[6] |= 1ull << 63;
    bus.set_word(buffer, 1u << 31 | 1);
    bus.set_word(buffer + 8, 0);
    bus.set_word(buffer + 16, 1u << 31 | 2);
    bus.set_word(buffer + 24, 0);
    EXPECT_EQ(execute(w), ok);
    bus.set_word(buffer + 16, 2);
    EXPECT_EQ(execute(w), bad_value);
    w[3] = (w[3] & ~0xfull) | 9;
    EXPECT_EQ(execute(w), bad_value);
    w[3] = (w[3] & ~0xfull) | 1;
    w[2] = (ram - 0x1000) & ~0x7full;
    EXPECT_EQ(execute(w), unmapped);
}

TEST_P(EmuOps, Features) {
    Wqe w = wqe(0x12, 272);
    w[4] = buffer;
    EXPECT_EQ(execute(w), ok);
    EXPECT_GE((bus.word(buffer) >> 32) & 0xffff, 2u);
    EXPECT_EQ(bus.word(buffer) >> 48, 0u);
    EXPECT_EQ(bus.word(buffer + 8) >> 48, 1u);
    w[3] = 0x12ull << 32 | 8;
    EXPECT_EQ(execute(w), bad_value);
    w[3] = 0x12ull << 32 | 0x7fffffff;
    EXPECT_EQ(execute(w), unmapped);
}

// ---- services -----------------------------------------------------------------------------------------------------

TEST_P(EmuOps, AllocationsReturnIndices) {
    EXPECT_EQ(execute(wqe(0x2d, 1ull << 62)), ok);
    EXPECT_EQ(last_result, 0u);
    EXPECT_EQ(execute(wqe(0x2d, 1ull << 62)), ok);
    EXPECT_EQ(last_result, 1u);
    EXPECT_EQ(execute(wqe(0x2d, 1)), ok);
    EXPECT_EQ(execute(wqe(0x2d, 1)), unknown_id);

    EXPECT_EQ(execute(wqe(0x11)), ok);
    EXPECT_EQ(execute(wqe(0x11)), ok);
    EXPECT_EQ(last_result, 1u);
    EXPECT_EQ(execute(wqe(0x11, 1 | 1ull << 62)), ok);
    EXPECT_EQ(execute(wqe(0x11, 0xffffffff | 1ull << 62)), unknown_id);
}

TEST_P(EmuOps, Acknowledged) {
    Wqe stats = wqe(0x2e);
    stats[4] = buffer;
    EXPECT_EQ(execute(stats), ok);
    stats[4] = ram - 8;
    EXPECT_EQ(execute(stats), unmapped);

    Wqe group = wqe(0x26, 5 | 1ull << 60);
    group[4] = buffer;
    EXPECT_EQ(execute(group), ok);
    group[4] = ram - 0x1000;
    EXPECT_EQ(execute(group), unmapped);

    EXPECT_EQ(execute(wqe(0x24)), ok);                 // NOP
    EXPECT_EQ(execute(wqe(0x2b)), ok);                 // pages allocated
    EXPECT_EQ(execute(wqe(0x2f)), ok);                 // UP map
    EXPECT_EQ(execute(wqe(0x1c, 5 | 1ull << 59)), ok); // address handle
    EXPECT_EQ(execute(wqe(0x1e, 1u << 20)), generation >= 3 ? ok : reserved_bits);
}

// ---- dumps --------------------------------------------------------------------------------------------------------

TEST_P(EmuOps, DumpOfTheLastCommand) {
    execute(qhash(1, 1, 80, 7));
    std::string text = dump(IRDMA_EMU_TABLE_LAST);
    for (const char *part : {"MANAGE_QUAD_HASH_TABLE_ENTRY", "dest_port", "80", "src_port", "4000", "qp_id", "7",
                             "192.0.2.1", "198.51.100.7", "02:50:56:ab:12:34", "answer: ok"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    EXPECT_EQ(text.find("vlan_id"), std::string::npos); // zero fields are left out
    execute(wqe(0x3f, 1));
    text = dump(IRDMA_EMU_TABLE_LAST);
    for (const char *part : {"unknown operation", "0xffff/0x9001", "unknown opcode", "reserved bits set: 0x1"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST_P(EmuOps, DumpOfTheQuadHash) {
    execute(qhash(1));
    execute(qhash(1, 1, 81));
    std::string text = dump(IRDMA_EMU_TABLE_QHASH);
    EXPECT_NE(text.find("tcp-syn          192.0.2.1:80          *"), std::string::npos) << text;
    EXPECT_NE(text.find("tcp-established  192.0.2.1:81          198.51.100.7:4000"), std::string::npos) << text;
    EXPECT_NE(text.find("entries: 2"), std::string::npos);
    Wqe v6 = qhash(1, 2, 7174, 4);
    v6[3] = (v6[3] & ~(1ull << 60)) | 1ull << 59;
    v6[2] = 3 | 100ull << 32;
    v6[7] = 0x20010db800000000ull;
    v6[6] = 0x00010000ull << 32 | 0x42;
    ASSERT_EQ(execute(v6), ok);
    text = dump(IRDMA_EMU_TABLE_QHASH);
    EXPECT_NE(text.find("[2001:db8::1:0:0:42]:7174"), std::string::npos) << text;
    EXPECT_NE(text.find("100"), std::string::npos);
    text = dump(IRDMA_EMU_TABLE_LAST);
    EXPECT_NE(text.find(" dest_ip                   2001:db8::1:0:0:42\n"), std::string::npos) << text;
}

TEST_P(EmuOps, DumpOfTheOtherTables) {
    for (u16 port : {u16(80), u16(443), u16(5000), u16(5001), u16(5002), u16(65535)})
        execute(apbvt(port, true));
    EXPECT_NE(dump(IRDMA_EMU_TABLE_APBVT).find("80 443 5000-5002 65535\nports: 6\n"), std::string::npos)
        << dump(IRDMA_EMU_TABLE_APBVT);
    execute(create_qp(7));
    execute(wqe(0x29, 7));
    EXPECT_NE(dump(IRDMA_EMU_TABLE_QP).find("7       roce-rc  idle       yes"), std::string::npos)
        << dump(IRDMA_EMU_TABLE_QP);
    EXPECT_NE(dump(IRDMA_EMU_TABLE_CQ).find("completion queues: 1"), std::string::npos);
    EXPECT_NE(dump(IRDMA_EMU_TABLE_CQP).find("CQP: running"), std::string::npos);
    EXPECT_NE(dump(IRDMA_EMU_TABLE_CQP).find("commands              9"), std::string::npos)
        << dump(IRDMA_EMU_TABLE_CQP);
}

TEST_P(EmuOps, DumpsFitAnyBuffer) {
    execute(qhash(1));
    for (int table = 0; table <= IRDMA_EMU_TABLE_MAX; table++) {
        std::vector<char> small(64, 'x');
        for (u32 bytes = 0; bytes < 40; bytes++) {
            const u32 n = irdma_emu_dump(emu, irdma_emu_table(table), small.data(), bytes);
            EXPECT_LE(n + 1, bytes ? bytes : 1);
            EXPECT_EQ(small[bytes], 'x');
            if (bytes) {
                EXPECT_EQ(small[n], '\0');
            }
        }
    }
}

TEST_P(EmuOps, TraceTellsEachCommand) {
    traces.clear();
    execute(apbvt(443, true));
    ASSERT_EQ(traces.size(), 1u);
    EXPECT_EQ(traces[0], "entry 1: MANAGE_APBVT port=443 (0x1bb) add=1 -> ok");
    execute(apbvt(443, true));
    EXPECT_EQ(traces[1], "entry 2: MANAGE_APBVT port=443 (0x1bb) add=1 -> error 0xffff/0x9009 (duplicate entry)");
}

// Objects a driver left behind do not survive a new start; until then they can be seen.
TEST_P(EmuOps, NewStartIsClean) {
    execute(apbvt(80, true));
    execute(create_qp(7));
    destroy_cqp();
    EXPECT_TRUE(irdma_emu_apbvt_has(emu, 80));
    EXPECT_TRUE(irdma_emu_qp_exists(emu, 7));
    head = 0;
    polarity = true;
    ccq_entries = 0;
    create_cqp();
    EXPECT_FALSE(irdma_emu_apbvt_has(emu, 80));
    EXPECT_FALSE(irdma_emu_qp_exists(emu, 7));
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuOps, ::testing::Values(1, 2, 3), generation_name);

} // namespace
