// SPDX-License-Identifier: GPL-2.0
//
// The emulated device: states of queue pairs, what their contexts have to say, and who needs whom. Contexts are written
// word by word, see the specification "Objects" section 2.

#include "emu_bench.h"

using namespace bench;

namespace {

enum State : u64 { idle = 1, rts = 2, closing = 3, rtr = 4, terminate = 5, error = 6 };
enum Type : u64 { iwarp = 1, uda = 2, roce = 3, roce_ud = 4 };

constexpr u64 cqs_valid = 1ull << 47;
constexpr u64 mac_valid = 1ull << 51;
constexpr u64 arp_valid = 1ull << 59;
constexpr u64 tcp_valid = 1ull << 43;
constexpr u64 good_mac = 0x025056ab1234ull;
constexpr u64 group_mac = 0x015056ab1234ull;

class EmuQp : public Emu {
  protected:
    void SetUp() override {
        Emu::SetUp();
        bring_up();
        ASSERT_EQ(execute(cq(3)), ok);
        ASSERT_EQ(execute(cq(4)), ok);
        set(136, 3 | 4ull << 32);
    }

    Wqe cq(u32 id) { return create_cq(id, 32, buffer + id * 0x1000, buffer + 0x10000 - 0x1000 + id * 0x40); }
    static Wqe destroy_cq(u32 id) { return wqe(0x05, id); }
    void set(u64 offset, u64 value) { bus.set_word(qp_context + offset, value); }

    Wqe create(u64 type, u64 state = idle, u64 more = cqs_valid) {
        Wqe w = create_qp(7, type);
        w[3] = (w[3] & ~(7ull << 60)) | state << 60 | more;
        return w;
    }
    Wqe modify(u64 type, u64 state, u64 more = 0) { return modify_qp(7, state, type, more); }
    static Wqe destroy(u64 type, u64 more = 0) {
        Wqe w = destroy_qp(7);
        w[3] = (w[3] & ~(7ull << 48)) | type << 48 | more;
        return w;
    }

    // A QP of this type in this state, by the shortest way.
    void go(u64 type, u64 state) {
        const bool by_rtr = type >= roce && (state == rts || state == closing);
        std::vector<u64> steps;

        if (by_rtr || state == rtr)
            steps.push_back(rtr);
        if (state == rts || state == closing || state == terminate)
            steps.push_back(rts);
        if (state != idle && state != rtr && state != rts)
            steps.push_back(state);
        ASSERT_EQ(execute(create(type)), ok);
        for (u64 step : steps)
            ASSERT_EQ(execute(modify(type, step)), ok);
        ASSERT_EQ(irdma_emu_qp_state(emu, 7), state);
    }

    void set_pd(u64 pd) {
        if (generation == 3)
            set(208, pd);
        else
            set(56, pd << 48);
    }
};

// ---- states -------------------------------------------------------------------------------------------------------

// All pairs of states against the table of the specification ("Verbs" 7.4, 7.6), written out once more.
TEST_P(EmuQp, StateMachine) {
    struct Moves {
        u64 type;
        u64 from;
        std::vector<u64> to;
    };
    const Moves all[] = {
        {roce, idle, {idle, rtr, error}},
        {roce, rtr, {rtr, rts, error}},
        {roce, rts, {rts, closing, error}},
        {roce, closing, {closing, rts, idle, error}},
        {roce, error, {error}},
        {roce_ud, idle, {idle, rtr, error}},
        {iwarp, idle, {idle, rts, error}},
        {iwarp, rts, {rts, closing, terminate, error}},
        {iwarp, closing, {closing, idle, rts, terminate, error}},
        {iwarp, terminate, {terminate, error}},
        {iwarp, error, {error}},
        {uda, idle, {idle, rts, error}},
    };
    for (const Moves &m : all)
        for (u64 to = 1; to <= 6; to++) {
            SCOPED_TRACE(testing::Message() << "type " << m.type << " from " << m.from << " to " << to);
            const bool allowed = std::find(m.to.begin(), m.to.end(), to) != m.to.end();
            const bool exists = to != (m.type >= roce ? terminate : rtr);
            go(m.type, m.from);
            EXPECT_EQ(execute(modify(m.type, to)), allowed ? ok : exists ? invalid_state : bad_value);
            EXPECT_EQ(irdma_emu_qp_state(emu, 7), allowed ? to : m.from);
            ASSERT_EQ(execute(destroy(m.type)), ok);
        }
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_QP), 0u);
}

TEST_P(EmuQp, StartsIdleOrWorking) {
    const u64 starts[] = {idle, rts};
    for (u64 state = 0; state <= 7; state++) {
        const bool allowed = std::count(std::begin(starts), std::end(starts), state);
        EXPECT_EQ(execute(create(iwarp, state)), allowed ? ok : bad_value) << state;
        EXPECT_EQ(irdma_emu_qp_state(emu, 7), allowed ? state : 0u);
        if (allowed) {
            EXPECT_EQ(execute(destroy(iwarp)), ok);
        }
    }
    EXPECT_EQ(execute(create(roce, rtr)), ok);
}

TEST_P(EmuQp, NoNextStateMeansTheSame) {
    go(roce, rtr);
    EXPECT_EQ(execute(modify(roce, 0)), ok);
    EXPECT_EQ(irdma_emu_qp_state(emu, 7), rtr);
}

TEST_P(EmuQp, OptionsBelongToTheirStateAndType) {
    go(roce, rtr);
    Wqe w = modify(roce, rts, 1ull << 56); // terminate action without terminate
    EXPECT_EQ(execute(w), bad_value);
    w = modify(roce, rts);
    w[1] = 5ull << 48; // terminate length
    EXPECT_EQ(execute(w), bad_value);
    EXPECT_EQ(execute(modify(roce, rts, 1ull << 58)), bad_value); // reset TCP
    EXPECT_EQ(execute(modify(roce, rts, tcp_valid)), bad_value);
    w = modify(roce, rts, 1ull << 52); // MSS change to 0
    EXPECT_EQ(execute(w), bad_value);
    w[1] = 1024ull << 32;
    EXPECT_EQ(execute(w), ok);
    EXPECT_EQ(execute(destroy(iwarp)), bad_value);
    EXPECT_EQ(execute(destroy(roce)), ok);
    go(iwarp, rts);
    w = modify(iwarp, terminate, 1ull << 56);
    w[1] = 5ull << 48;
    EXPECT_EQ(execute(w), ok);
    EXPECT_EQ(execute(modify(iwarp, error, 1ull << 58)), ok);
}

TEST_P(EmuQp, SuspendAndFlushFollowTheState) {
    const Wqe suspend = wqe(0x29, 7);
    const Wqe flush = wqe(0x22, 7 | 3ull << 61);
    const Wqe event = wqe(0x22, 7 | 1ull << 59);
    go(roce, rts);
    EXPECT_EQ(execute(suspend), ok);
    EXPECT_EQ(execute(resume_qp(7, 5)), ok);
    EXPECT_EQ(execute(flush), invalid_state);
    EXPECT_EQ(execute(event), ok);
    EXPECT_EQ(execute(modify(roce, closing)), ok);
    EXPECT_EQ(execute(wqe(0x22, 7 | 1ull << 61)), ok);
    EXPECT_NE(dump(IRDMA_EMU_TABLE_QP).find("  sq  "), std::string::npos) << dump(IRDMA_EMU_TABLE_QP);
    EXPECT_EQ(execute(modify(roce, error)), ok);
    EXPECT_EQ(execute(suspend), invalid_state);
    EXPECT_EQ(execute(flush), ok);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_INVALID_STATE), 2u);
    EXPECT_EQ(counters().violations, 0u); // the device is busy, the driver did nothing wrong
}

// ---- who needs whom -----------------------------------------------------------------------------------------------

TEST_P(EmuQp, CqInUseStays) {
    go(roce, rtr);
    EXPECT_EQ(execute(destroy_cq(3)), in_use);
    EXPECT_EQ(execute(destroy_cq(4)), in_use);
    EXPECT_TRUE(irdma_emu_exists(emu, IRDMA_EMU_CQ, 3));
    // It moves to other CQs when the command says so, and lets the old ones go.
    set(136, 4 | 4ull << 32);
    EXPECT_EQ(execute(modify(roce, rts)), ok);
    EXPECT_EQ(execute(destroy_cq(3)), in_use);
    EXPECT_EQ(execute(modify(roce, rts, cqs_valid)), ok);
    EXPECT_EQ(execute(destroy_cq(3)), ok);
    EXPECT_EQ(execute(destroy_cq(4)), in_use);
    EXPECT_EQ(execute(destroy(roce)), ok);
    EXPECT_EQ(execute(destroy_cq(4)), ok);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_IN_USE), 4u);
    EXPECT_EQ(counters().violations, 4u);
}

TEST_P(EmuQp, CqNumbersMustExist) {
    set(136, 3 | 9ull << 32);
    EXPECT_EQ(execute(create(roce)), unknown_id);
    set(136, 9 | 3ull << 32);
    EXPECT_EQ(execute(create(roce)), unknown_id);
    set(136, 0x1ffffff | 3ull << 32);
    EXPECT_EQ(execute(create(roce)), unknown_id);
    set(136, 3); // the control CQ is not for QPs
    EXPECT_EQ(execute(create(roce)), bad_value);
    EXPECT_EQ(execute(create(roce, idle, 0)), ok);    // not asked
    EXPECT_EQ(execute(modify(roce, rtr)), bad_value); // has none, but would work
    EXPECT_EQ(execute(modify(roce, rtr, cqs_valid)), bad_value);
    set(136, 3 | 4ull << 32);
    EXPECT_EQ(execute(modify(roce, rtr, cqs_valid)), ok);
    EXPECT_EQ(execute(modify(roce, rts)), ok); // has them now
}

TEST_P(EmuQp, CeqInUseStays) {
    Wqe ceq_create = wqe(0x16, 4);
    ceq_create[2] = 16;
    ceq_create[4] = buffer;
    ASSERT_EQ(execute(ceq_create), ok);
    ASSERT_EQ(execute(create_cq(9, 32, buffer + 0x9000, buffer + 0x2000, 1ull << 49 | 4ull << ceq_id_shift())), ok);
    EXPECT_EQ(execute(wqe(0x18, 4)), in_use);
    EXPECT_EQ(execute(destroy_cq(9)), ok);
    EXPECT_EQ(execute(wqe(0x18, 4)), ok);
}

TEST_P(EmuQp, SrqInUseStays) {
    Wqe srq = wqe(0x06, 5);
    srq[0] = 1; // 16 quanta
    srq[4] = buffer;
    srq[5] = buffer + 0x1000;
    ASSERT_EQ(execute(srq), ok);
    set(0, 1ull << 10);
    set(200, 6);
    EXPECT_EQ(execute(create(roce)), generation == 3 ? unknown_id : reserved_bits);
    if (generation < 3)
        return;
    set(200, 5);
    set(16, 0); // no receive queue of its own
    set(24, 3ull << 12);
    EXPECT_EQ(execute(create(roce)), ok);
    EXPECT_EQ(execute(wqe(0x08, 5)), in_use);
    EXPECT_NE(dump(IRDMA_EMU_TABLE_SRQ).find("5       16      16      0      no     1      0       0x"),
              std::string::npos)
        << dump(IRDMA_EMU_TABLE_SRQ);
    EXPECT_EQ(execute(destroy(roce)), ok);
    EXPECT_EQ(execute(wqe(0x08, 5)), ok);
}

// ---- context ------------------------------------------------------------------------------------------------------

TEST_P(EmuQp, QueuesMustBeThere) {
    struct Case {
        const char *name;
        u64 offset;
        u64 value;
        u32 code;
    };
    const u64 past_sq = generation == 1 ? 10 : 14; // code of one step more than the device has
    const u64 past_rq = generation == 1 ? 13 : 14;
    const u64 too_few = generation == 1 ? 0 : generation == 2 ? 0 : 1;
    const u32 few = generation == 1 ? ok : bad_value; // 4 are enough
    const Case cases[] = {
        {"SQ too long", 24, 3ull << 8 | past_sq << 12, bad_value},
        {"RQ too long", 24, past_rq << 8 | 3ull << 12, bad_value},
        {"SQ short", 24, 3ull << 8 | too_few << 12, few},
        {"RQ short", 24, too_few << 8 | 3ull << 12, few},
        {"SQ not aligned", 8, qp_sq + 128, bad_alignment},
        {"RQ not aligned", 16, qp_rq + 32, bad_alignment},
        {"SQ not mapped", 8, ram - 0x1000, unmapped},
        {"RQ not mapped", 16, ram - 0x1000, unmapped},
        {"end of SQ not mapped", 8, ram + ram_bytes - 512, unmapped},
        {"end of RQ not mapped", 16, ram + ram_bytes - 512, unmapped},
    };
    for (u64 type : {u64(iwarp), u64(roce)})
        for (const Case &c : cases) {
            const u64 good = bus.word(qp_context + c.offset);
            set(c.offset, c.value);
            EXPECT_EQ(execute(create(type)), c.code) << c.name << " type " << type;
            if (c.code == ok) {
                EXPECT_EQ(execute(destroy(type)), ok);
            }
            set(c.offset, good);
        }
    EXPECT_EQ(execute(create(roce)), ok);
}

TEST_P(EmuQp, PagedQueuesStayInsideTheirList) {
    Wqe commit = wqe(0x21, 208);
    commit[4] = buffer;
    for (u64 at = 0; at < 208; at += 8)
        bus.set_word(buffer + at, 0);
    bus.set_word(buffer, 256);
    bus.set_word(buffer + 8, 16);
    bus.set_word(buffer + 112, 1000);
    ASSERT_EQ(execute(commit), ok);
    const u64 paged = 1ull << 45;
    set(8, 999);
    set(16, 1000);
    EXPECT_EQ(execute(create(roce, idle, cqs_valid | paged)), bad_value);
    set(8, 1000);
    set(16, 999);
    EXPECT_EQ(execute(create(roce, idle, cqs_valid | paged)), bad_value);
    set(8, 0);
    EXPECT_EQ(execute(create(roce, idle, cqs_valid | paged)), ok);
    EXPECT_EQ(execute(modify(roce, rtr)), bad_value); // paged it is, and stays
    EXPECT_EQ(execute(modify(roce, rtr, paged)), ok);
}

TEST_P(EmuQp, QueuesStayWhereTheyAre) {
    go(roce, rtr);
    for (u64 offset : {8u, 16u}) {
        const u64 good = bus.word(qp_context + offset);
        set(offset, good + 0x1000);
        EXPECT_EQ(execute(modify(roce, rts)), bad_value) << offset;
        set(offset, good);
    }
    for (u64 sizes : {4ull << 8 | 3ull << 12, 3ull << 8 | 4ull << 12}) {
        set(24, sizes);
        EXPECT_EQ(execute(modify(roce, rts)), bad_value);
    }
    set(24, qp_sizes);
    Wqe w = modify(roce, rts);
    w[5] = qp_shadow + 64;
    EXPECT_EQ(execute(w), bad_value);
    EXPECT_EQ(execute(modify(roce, rts)), ok);
}

TEST_P(EmuQp, BitsOfNoFieldAreReserved) {
    set(248, 1);
    EXPECT_EQ(execute(create(roce)), reserved_bits);
    EXPECT_EQ(execute(create(iwarp)), reserved_bits);
    EXPECT_EQ(execute(create(uda)), ok); // has words of its own
    EXPECT_EQ(execute(destroy(uda)), ok);
    set(248, 0);
    set(72, 1); // TCP time stamps
    EXPECT_EQ(execute(create(roce)), reserved_bits);
    EXPECT_EQ(execute(create(iwarp)), ok);
}

TEST_P(EmuQp, ProtectionDomainStaysWhileThereIsAPeer) {
    go(roce, idle);
    set_pd(7);
    EXPECT_EQ(execute(modify(roce, rtr)), ok);
    set_pd(8);
    EXPECT_EQ(execute(modify(roce, rts)), wrong_pd);
    EXPECT_EQ(irdma_emu_qp_state(emu, 7), rtr);
    set_pd(7);
    EXPECT_EQ(execute(modify(roce, rts)), ok);
    set_pd(8);
    EXPECT_EQ(execute(modify(roce, error)), wrong_pd);
    set_pd(7);
    EXPECT_EQ(execute(modify(roce, error)), ok);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_WRONG_PD), 2u);
}

TEST_P(EmuQp, ProtectionDomainOfAStreamCountsWithItsTcpPart) {
    if (generation == 1) { // names its own address by an index
        ASSERT_EQ(execute(wqe(0x14)), ok);
        Wqe mac = wqe(0x0e);
        mac[4] = good_mac;
        ASSERT_EQ(execute(mac), ok);
    }
    go(iwarp, idle);
    set(56, 7ull << 48);
    EXPECT_EQ(execute(modify(iwarp, rts, tcp_valid)), ok);
    set(56, 0);
    EXPECT_EQ(execute(modify(iwarp, rts)), ok); // not read
    EXPECT_EQ(execute(modify(iwarp, rts, tcp_valid)), wrong_pd);
}

TEST_P(EmuQp, ProtectionDomainHasTheWidthOfTheGeneration) {
    if (generation == 1) {
        set(56, 0x7fffull << 48);
        EXPECT_EQ(execute(create(roce)), ok);
        EXPECT_EQ(execute(destroy(roce)), ok);
        set(56, 0x8000ull << 48);
        EXPECT_EQ(execute(create(roce)), bad_value);
    } else if (generation == 2) {
        set(56, 0xffffull << 48);
        set(0, 3ull << 20);
        EXPECT_EQ(execute(create(roce)), ok);
        EXPECT_NE(dump(IRDMA_EMU_TABLE_QP).find("262143"), std::string::npos);
    } else {
        set(208, 0x1000000);
        EXPECT_EQ(execute(create(roce)), reserved_bits);
        set(208, 0xffffff);
        EXPECT_EQ(execute(create(roce)), ok);
    }
}

TEST_P(EmuQp, NeighbourMustBeKnown) {
    go(roce, idle);
    set(48, 12ull << 48);
    EXPECT_EQ(execute(modify(roce, rtr)), ok); // not asked
    EXPECT_EQ(execute(modify(roce, rts, arp_valid)), unknown_id);
    Wqe arp = wqe(0x0f, 12 | 1ull << 42);
    arp[2] = good_mac;
    ASSERT_EQ(execute(arp), ok);
    EXPECT_EQ(execute(modify(roce, rts, arp_valid)), ok);
    set(48, 0xffffull << 48);
    EXPECT_EQ(execute(modify(roce, rts, arp_valid)), unknown_id);
}

TEST_P(EmuQp, SourceAddressIsThatOfAStation) {
    const u32 refused = generation == 1 ? ok : bad_value; // takes it by index
    for (u64 mac : {u64(0), group_mac}) {
        set(152, mac << 16);
        EXPECT_EQ(execute(create(roce, idle, cqs_valid | mac_valid)), refused) << mac;
        if (refused == ok) {
            EXPECT_EQ(execute(destroy(roce)), ok);
        }
    }
    set(152, good_mac << 16);
    EXPECT_EQ(execute(create(roce, idle, cqs_valid | mac_valid)), ok);
}

TEST_P(EmuQp, SourceAddressIndexIsCounted) {
    if (generation != 1) {
        go(iwarp, idle);
        set(24, qp_sizes | 5ull << 16);
        EXPECT_EQ(execute(modify(iwarp, rts, tcp_valid)), ok);
        return;
    }
    const auto fill = [&](u32 index, u64 mac) {
        Wqe w = wqe(0x0e, index);
        w[4] = mac;
        return execute(w);
    };
    go(iwarp, idle);
    EXPECT_EQ(execute(modify(iwarp, rts, tcp_valid)), unknown_id);
    ASSERT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(execute(modify(iwarp, rts, tcp_valid)), unknown_id); // reserved, but without address
    ASSERT_EQ(execute(wqe(0x14)), ok);
    ASSERT_EQ(fill(0, good_mac), ok);
    ASSERT_EQ(fill(1, good_mac + 1), ok);
    EXPECT_EQ(execute(modify(iwarp, rts, tcp_valid)), ok);
    const u64 free_entry = 1ull << 62, ignore_users = 1ull << 61;
    EXPECT_EQ(execute(wqe(0x0e, 0 | free_entry)), in_use);
    set(24, qp_sizes | 1ull << 16);
    EXPECT_EQ(execute(modify(iwarp, rts, tcp_valid)), ok); // moves
    EXPECT_EQ(execute(modify(iwarp, rts, tcp_valid)), ok); // and stays there
    EXPECT_NE(dump(IRDMA_EMU_TABLE_MAC).find("1      02:50:56:ab:12:35  1\n"), std::string::npos)
        << dump(IRDMA_EMU_TABLE_MAC);
    EXPECT_EQ(execute(wqe(0x0e, 0 | free_entry)), ok);
    EXPECT_EQ(execute(wqe(0x0e, 1 | free_entry)), in_use);
    EXPECT_EQ(execute(wqe(0x0e, 1 | free_entry | ignore_users)), ok);
    EXPECT_EQ(execute(destroy(iwarp)), ok);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_MAC), 0u);
}

TEST_P(EmuQp, StatisticsInstanceMustBeAllocated) {
    const u32 refused = generation == 1 ? ok : unknown_id; // counts in registers
    set(160, 1ull << 26);
    EXPECT_EQ(execute(create(roce)), refused);
    if (refused == ok)
        return;
    ASSERT_EQ(execute(wqe(0x2d, 1ull << 62)), ok);
    EXPECT_EQ(execute(create(roce)), ok);
    set(generation == 3 ? 208 : 144, generation == 3 ? 1ull << 32 : 1);
    EXPECT_EQ(execute(modify(roce, rtr)), unknown_id);
}

TEST_P(EmuQp, NothingRemainsAfterARefusedCreate) {
    set(152, group_mac << 16);
    set(248, 1);
    EXPECT_EQ(execute(create(roce, idle, cqs_valid | mac_valid)), reserved_bits);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_QP), 0u);
    EXPECT_EQ(execute(destroy_cq(3)), ok);
    EXPECT_EQ(execute(destroy_cq(4)), ok);
}

TEST_P(EmuQp, Dump) {
    set(176, 0x12ull << 16);
    set_pd(6);
    ASSERT_EQ(execute(qhash(1, 1, 80, 7)), ok);
    go(roce, rtr);
    const std::string text = dump(IRDMA_EMU_TABLE_QP);
    EXPECT_EQ(text,
              "qp      type     state      suspended  qs    hash  pd      scq    rcq    srq    sq     rq     mw   "
              "flushed  context\n"
              "7       roce-rc  rtr        no         18    1     6       3      4      -      32     32     0    "
              "no       0x123480000\n"
              "queue pairs: 1\n");
    const std::string cqs = dump(IRDMA_EMU_TABLE_CQ);
    EXPECT_NE(cqs.find("cq      entries  next     unread   ceq   armed  events  users  base\n"), std::string::npos);
    EXPECT_NE(cqs.find("3       32       0        0        -     no     0       1      0x123473000\n"),
              std::string::npos)
        << cqs;
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuQp, ::testing::Values(1, 2, 3), generation_name);

// ---- a device with loose contexts ---------------------------------------------------------------------------------

class EmuLoose : public Emu {
  protected:
    void configure(irdma_emu_config &config) override { config.loose_contexts = true; }
};

TEST_P(EmuLoose, ContextsNeedNotSayAnything) {
    bring_up();
    for (u64 i = 0; i < 32; i++)
        bus.set_word(qp_context + i * 8, ~0ull);
    EXPECT_EQ(execute(create_qp(7)), ok);
    EXPECT_EQ(execute(modify_qp(7, rtr)), ok);
    EXPECT_EQ(execute(modify_qp(7, rts)), ok);
    EXPECT_EQ(execute(modify_qp(7, rts, 3, cqs_valid)), unknown_id); // the command asks for it
    EXPECT_EQ(execute(modify_qp(7, rtr)), invalid_state);            // states are the command's, too
    EXPECT_EQ(execute(destroy_qp(7)), ok);
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuLoose, ::testing::Values(1, 2, 3), generation_name);

// ---- shared receive queues ----------------------------------------------------------------------------------------

class EmuSrq : public Emu {
  protected:
    void SetUp() override {
        Emu::SetUp();
        bring_up();
        good = wqe(0x06, 5);
        good[0] = 2 | 1ull << 4 | 3ull << 32; // 32 quanta, 16 WQEs, limit 3
        good[1] = 5 << 6;
        good[2] = 9 << 16;
        good[4] = buffer;
        good[5] = buffer + 0x1000;
    }
    Wqe good;
};

TEST_P(EmuSrq, Refusals) {
    expect_refused(good, {
                             {"limit is all", 0, 2 | 1ull << 4 | 16ull << 32, bad_value},
                             {"queue not aligned", 4, buffer + 128, reserved_bits},
                             {"queue not mapped", 4, ram - 0x1000, unmapped},
                             {"end of queue not mapped", 4, ram + ram_bytes - 512, unmapped},
                             {"shadow not aligned", 5, buffer + 32, reserved_bits},
                             {"shadow not mapped", 5, ram - 0x1000, unmapped},
                             {"list that does not exist", 3, good[3] | 1ull << 47 | 2ull << 44, bad_value},
                         });
    Wqe wide = good;
    wide[2] = 1ull << 38; // PD id of 23 bits
    EXPECT_EQ(execute(wide), generation == 3 ? ok : bad_value);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_SRQ), generation == 3 ? 1u : 0u);
}

TEST_P(EmuSrq, ModifyChangesTheLimitOnly) {
    ASSERT_EQ(execute(good), ok);
    Wqe modify = good;
    modify[3] = 7ull << 32 | 5 | 1ull << 61;
    modify[0] = 2 | 1ull << 4 | 15ull << 32;
    EXPECT_EQ(execute(modify), ok);
    EXPECT_EQ(dump(IRDMA_EMU_TABLE_SRQ), "srq     wqes    quanta  limit  armed  users  pd      base\n"
                                         "5       16      32      15     yes    0      9       0x123470000\n"
                                         "shared receive queues: 1\n");
    expect_refused(modify, {
                               {"other PD", 2, 8 << 16, wrong_pd},
                               {"other size", 0, 3 | 1ull << 4, bad_value},
                               {"other WQE size", 0, 2, bad_value},
                               {"limit is all", 0, 2 | 1ull << 4 | 16ull << 32, bad_value},
                               {"other queue", 4, buffer + 0x100, bad_value},
                               {"other shadow", 5, buffer + 0x1040, bad_value},
                               {"unknown", 3, 7ull << 32 | 6, unknown_id},
                           });
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuSrq, ::testing::Values(1, 2, 3), generation_name);

} // namespace
