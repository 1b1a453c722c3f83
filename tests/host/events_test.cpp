// SPDX-License-Identifier: GPL-2.0
//
// Event queues: entries of CEQ and AEQ, in the order a device writes them and in any other.
#include "device.h"
#include "events.h"

namespace {

using test::Device;
using test::EventDevice;
using test::TestAeqe;

class Ceq : public EventDevice {};
class CeqEach : public Ceq, public ::testing::WithParamInterface<int> {
    void SetUp() override { start_events(u8(GetParam())); }
};
FOR_EACH_GENERATION(CeqEach);

TEST_P(CeqEach, TakesIdsAcrossTheWrapAndSaysWhenItIsEmpty) {
    u32 id = 99;

    for (u32 i = 0; i < 3 * ceq_size; i++) {
        EXPECT_FALSE(irdma_sc_process_ceq(&dev, &ceq, &id));
        put_ceqe(i % cq_count);
        ASSERT_TRUE(irdma_sc_process_ceq(&dev, &ceq, &id));
        EXPECT_EQ(id, i % cq_count);
    }
    EXPECT_EQ(ceq.priv.bad_ceqes, 0u);
    EXPECT_TRUE(log.empty());
}

TEST_P(CeqEach, LooksAtTheLowWordOfTheContextOnly) {
    u32 id = 0;

    put_ceqe(0x7fff'ffff'0000'0005);
    ASSERT_TRUE(irdma_sc_process_ceq(&dev, &ceq, &id));
    EXPECT_EQ(id, 5u);
}

TEST_P(CeqEach, Fault28AnIdWithoutCqIsSkippedAndNotTakenForAPointer) {
    const auto address = reinterpret_cast<u64>(&ccq);
    u32 id = 0;

    put_ceqe(address);
    put_ceqe(3);
    ASSERT_TRUE(irdma_sc_process_ceq(&dev, &ceq, &id));
    EXPECT_EQ(id, 3u);
}

TEST_P(CeqEach, Fault30AnIdOutOfRangeIsCountedLoggedWithItsWordAndSkipped) {
    u32 id = 0;

    put_ceqe(cq_count);
    put_ceqe(0x1234);
    put_ceqe(cq_count - 1);
    ASSERT_TRUE(irdma_sc_process_ceq(&dev, &ceq, &id));
    EXPECT_EQ(id, cq_count - 1);
    EXPECT_EQ(ceq.priv.bad_ceqes, 2u);
    ASSERT_EQ(log.size(), 2u);
    EXPECT_NE(log[1].find("0x8000000000001234"), std::string::npos) << log[1];
}

// Nobody writes ids for this CQ count: everything is out of range.
TEST_P(CeqEach, Fault30WithoutCommittedCqsNoIdIsGood) {
    u32 id = 0;

    hmc_obj[IRDMA_HMC_IW_CQ].cnt = 0;
    put_ceqe(0);
    EXPECT_FALSE(irdma_sc_process_ceq(&dev, &ceq, &id));
    EXPECT_EQ(ceq.priv.bad_ceqes, 1u);
}

TEST_P(CeqEach, TrapT14TheIdIsInvalidOnFalseOnlyIfSomethingWasSkipped) {
    u32 id = 77;

    EXPECT_FALSE(irdma_sc_process_ceq(&dev, &ceq, &id));
    EXPECT_EQ(id, 77u);
    put_ceqe(0xffffffff);
    EXPECT_FALSE(irdma_sc_process_ceq(&dev, &ceq, &id));
    EXPECT_EQ(id, u32(IRDMA_INVALID_CQ_IDX));
    EXPECT_EQ(ceq.priv.bad_ceqes, 0u) << "a scrubbed entry is nothing bad";
}

// The queue of one entry: each entry ends a pass.
TEST_P(CeqEach, AQueueOfOneEntryFlipsItsPolarityEachTime) {
    u32 id = 0;

    resize_ceq(1);
    for (u32 i = 0; i < 5; i++) {
        put_ceqe(i);
        ASSERT_TRUE(irdma_sc_process_ceq(&dev, &ceq, &id));
        EXPECT_EQ(id, i);
        EXPECT_FALSE(irdma_sc_process_ceq(&dev, &ceq, &id));
    }
}

TEST_P(CeqEach, OneCallConsumesAtMostAFullRing) {
    u32 id = 0;

    for (u32 i = 0; i < ceq_size; i++)
        put_ceqe(0x5555);
    EXPECT_FALSE(irdma_sc_process_ceq(&dev, &ceq, &id));
    EXPECT_EQ(ceq.priv.bad_ceqes, ceq_size);
    EXPECT_EQ(ceq.ceq_ring.tail, 0u);
}

TEST_P(CeqEach, TrapT1ScrubbingCoversExactlyOneRing) {
    irdma_sc_cq cq = {};
    u32 id = 0;

    cq.cq_uk.cq_id = 4;
    for (u32 start = 0; start < ceq_size; start++) {
        for (u32 i = 0; i < ceq_size; i++)
            put_ceqe(i % 2 ? 4 : 3);
        irdma_sc_cleanup_ceqes(&cq, &ceq);
        for (u32 i = 0; i < ceq_size / 2; i++) {
            ASSERT_TRUE(irdma_sc_process_ceq(&dev, &ceq, &id)) << start << " " << i;
            EXPECT_EQ(id, 3u);
        }
        EXPECT_FALSE(irdma_sc_process_ceq(&dev, &ceq, &id));
        // The next round starts one entry later.
        put_ceqe(1);
        ASSERT_TRUE(irdma_sc_process_ceq(&dev, &ceq, &id));
    }
}

TEST_P(CeqEach, ScrubbingLeavesEntriesOfThePassBefore) {
    irdma_sc_cq cq = {};
    u32 id = 0;

    cq.cq_uk.cq_id = 4;
    for (u32 i = 0; i < ceq_size; i++) {
        put_ceqe(4);
        ASSERT_TRUE(irdma_sc_process_ceq(&dev, &ceq, &id));
    }
    const u64 old = ceqes[0].buf[0];
    irdma_sc_cleanup_ceqes(&cq, &ceq);
    EXPECT_EQ(ceqes[0].buf[0], old);
    EXPECT_EQ(ceq.ceq_ring.tail, 0u);
}

TEST_P(CeqEach, TrapT18NoCeqIdBeyondTheTableIsAccepted) {
    irdma_ceq_init_info info = {};

    dev.hmc_fpm_misc.max_ceqs = 4096;
    dev.hw_attrs.min_hw_ceq_size = 1;
    dev.hw_attrs.max_hw_ceq_size = 64;
    info.dev = &dev;
    info.elem_cnt = 8;
    info.ceq_id = IRDMA_CEQ_MAX_COUNT;
    EXPECT_EQ(irdma_sc_ceq_init(&ceq, &info), -EINVAL);
    info.ceq_id = IRDMA_CEQ_MAX_COUNT - 1;
    EXPECT_EQ(irdma_sc_ceq_init(&ceq, &info), 0);
    dev.hmc_fpm_misc.max_ceqs = 0;
    info.ceq_id = 0;
    EXPECT_EQ(irdma_sc_ceq_init(&ceq, &info), -EINVAL);
}

TEST_P(CeqEach, TrapT19PasidIsClearedByInit) {
    irdma_ceq_init_info ceq_info = {};
    irdma_aeq_init_info aeq_info = {};

    dev.hw_attrs.min_hw_ceq_size = dev.hw_attrs.min_hw_aeq_size = 1;
    dev.hw_attrs.max_hw_ceq_size = dev.hw_attrs.max_hw_aeq_size = 64;
    ceq_info.dev = aeq_info.dev = &dev;
    ceq_info.elem_cnt = aeq_info.elem_cnt = 8;
    std::memset(&ceq, 0xff, sizeof(ceq));
    std::memset(&aeq, 0xff, sizeof(aeq));
    ASSERT_EQ(irdma_sc_ceq_init(&ceq, &ceq_info), 0);
    ASSERT_EQ(irdma_sc_aeq_init(&aeq, &aeq_info), 0);
    EXPECT_EQ(ceq.pasid, 0u);
    EXPECT_FALSE(ceq.pasid_valid);
    EXPECT_EQ(aeq.pasid, 0u);
    EXPECT_FALSE(aeq.pasid_valid);
    EXPECT_EQ(ceq.priv.bad_ceqes, 0u);
    EXPECT_FALSE(aeq.priv.reset_requested);
}

class Aeq : public EventDevice {};
class AeqEach : public Aeq, public ::testing::WithParamInterface<int> {
    void SetUp() override { start_events(u8(GetParam())); }
};
FOR_EACH_GENERATION(AeqEach);

TEST_P(AeqEach, TrapT4FlagsOfAnEarlierEventAreCleared) {
    irdma_aeqe_info info;

    std::memset(&info, 0xff, sizeof(info));
    EXPECT_EQ(irdma_sc_get_next_aeqe(&aeq, &info), -ENOENT);
    EXPECT_FALSE(info.qp || info.cq || info.srq || info.sq || info.rq || info.err_rq_idx_valid);
    std::memset(&info, 0xff, sizeof(info));
    put_aeqe({.code = 0x0203, .source = 2, .id = 7});
    ASSERT_EQ(irdma_sc_get_next_aeqe(&aeq, &info), 0);
    EXPECT_TRUE(info.cq);
    EXPECT_FALSE(info.qp || info.srq || info.sq || info.rq || info.in_rdrsp_wr || info.out_rdrsp);
    EXPECT_FALSE(info.aeqe_overflow || info.err_rq_idx_valid);
    EXPECT_EQ(info.qp_cq_id, 7u);
}

TEST_P(AeqEach, EveryFieldAtItsFullWidth) {
    const bool wide = GetParam() == 3;
    irdma_aeqe_info info;

    for (u64 bits : {u64(0), ~u64(0), u64(0xaaaaaaaaaaaaaaaa), u64(0x5555555555555555)}) {
        TestAeqe e;
        e.code = u16(bits & 0xfff);
        e.source = u8(bits & 0xf);
        e.id = u32(bits) & (wide ? 0x1ffffff : 0x7ffff);
        e.wqe_index = u32(bits) & (wide ? 0x3ffff : 0x7fff);
        e.iwarp_state = bits & 7;
        e.tcp_state = bits & 15;
        e.q2 = bits & 3;
        e.overflow = bits & 1;
        e.context = bits & (wide ? ~u64(63) : ~u64(0));
        put_aeqe(e);
        ASSERT_EQ(irdma_sc_get_next_aeqe(&aeq, &info), 0);
        EXPECT_EQ(info.ae_id, e.code);
        EXPECT_EQ(info.ae_src, e.source);
        EXPECT_EQ(info.qp_cq_id, e.id);
        EXPECT_EQ(info.wqe_idx, e.wqe_index);
        EXPECT_EQ(info.iwarp_state, e.iwarp_state);
        EXPECT_EQ(info.tcp_state, e.tcp_state);
        EXPECT_EQ(info.q2_data_written, e.q2);
        EXPECT_EQ(info.aeqe_overflow, e.overflow);
    }
}

TEST_P(AeqEach, Fault35TheWqeIndexComesWithEverySourceAtFullWidth) {
    irdma_aeqe_info info;

    for (u8 source = 0; source < 16; source++) {
        const u32 index = GetParam() == 3 ? 0x2abcd : 0x6bcd;

        put_aeqe({.code = 0x0102, .source = source, .wqe_index = index});
        ASSERT_EQ(irdma_sc_get_next_aeqe(&aeq, &info), 0);
        EXPECT_EQ(info.wqe_idx, index) << int(source);
    }
}

TEST_F(Aeq, TrapT3ADeferredTicketKeepsAllOfIts18Bits) {
    irdma_aeqe_info info;

    start_events(3);
    put_aeqe({.code = 0x0901, .wqe_index = 0x3fffe});
    ASSERT_EQ(irdma_sc_get_next_aeqe(&aeq, &info), 0);
    EXPECT_EQ(info.def_info, 0x3fffeu);
    EXPECT_FALSE(info.qp || info.cq || info.srq);
}

TEST_F(Aeq, TrapT17AWideContextHasLostItsLowBits) {
    irdma_aeqe_info info;

    start_events(3);
    put_aeqe({.code = 0x0700, .id = 1, .context = 0x12345640, .tcp_state = 15, .q2 = 3});
    ASSERT_EQ(irdma_sc_get_next_aeqe(&aeq, &info), 0);
    EXPECT_EQ(info.compl_ctx, 0x12345640u);
}

// Spec, section 4.1: the whole entry is consumed whatever it says.
TEST_P(AeqEach, UnknownCodesAreConsumedAndClassifiedAsErrors) {
    irdma_aeqe_info info;

    put_aeqe({.code = 0x0fff, .source = 5, .id = 3});
    ASSERT_EQ(irdma_sc_get_next_aeqe(&aeq, &info), 0);
    EXPECT_TRUE(info.qp && info.sq);
    EXPECT_EQ(aeq.aeq_ring.tail, 1u);
    EXPECT_EQ(irdma_ae_classify(0x0fff)->kind, IRDMA_AE_KIND_ERROR);
    EXPECT_EQ(irdma_ae_classify(0x0fff)->flush_code, FLUSH_GENERAL_ERR);
}

TEST_P(AeqEach, EntriesAreGivenBackByCount) {
    irdma_sc_repost_aeq_entries(&dev, 5);
    ASSERT_EQ(writes.size(), 1u);
    EXPECT_EQ(writes[0], (test::RegisterWrite{IRDMA_AEQALLOC, 5}));
}

TEST_P(AeqEach, TheVectorIsConnectedAsTheManualsExamplesSay) {
    irdma_cfg_aeq(&dev, 0, true);
    irdma_cfg_aeq(&dev, 0x7ff, true);
    irdma_cfg_aeq(&dev, 5, false);
    ASSERT_EQ(writes.size(), 3u);
    EXPECT_EQ(writes[0].value, 0x40001800u);
    EXPECT_EQ(writes[1].value, 0x40001fffu);
    EXPECT_EQ(writes[2].value, 0x00001805u);
    irdma_cfg_aeq(&dev, 0x800, true);
    EXPECT_EQ(writes.size(), 3u) << "a vector that does not exist is refused";
}

TEST_F(Aeq, Fault39WithoutItsRegisterTheAeqVectorIsLeftAlone) {
    start_events(3);
    dev.hw_regs[IRDMA_PFINT_AEQCTL] = nullptr;
    irdma_cfg_aeq(&dev, 0, true);
    EXPECT_TRUE(writes.empty());
    EXPECT_EQ(log.size(), 1u);
    aeq.elem_cnt = 8;
    EXPECT_EQ(irdma_sc_aeq_destroy(&aeq, 0, false), 0);
    EXPECT_TRUE(writes.empty());
}

TEST_F(Aeq, Fault39TheVectorGoesOffOnlyWhenTheDestroyCommandIsSure) {
    start_events(2);
    aeq.elem_cnt = 8;
    while (post_apbvt(1, 0, false) == 0)
        continue;
    writes.clear();
    EXPECT_EQ(irdma_sc_aeq_destroy(&aeq, 0, true), -ENOMEM);
    EXPECT_TRUE(writes.empty());
}

} // namespace
