// SPDX-License-Identifier: GPL-2.0
//
// The builders of the other commands: what they refuse, and what they leave alone when they cannot post.
#include "device.h"

namespace {

using test::EachGeneration;
using test::RegisterWrite;

class Commands : public EachGeneration {
  protected:
    void SetUp() override {
        EachGeneration::SetUp();
        qp.dev = &dev;
        qp.pd = &pd;
        pd.dev = &dev;
        cq.dev = &dev;
        cq.vsi = &vsi;
        cq.cq_uk.cq_size = 16;
        cq.cq_uk.cq_id = 5;
    }

    void fill_ring() {
        while (!irdma_cqp_ring_full(&cqp))
            ASSERT_EQ(post_apbvt(0), 0);
        writes.clear();
    }

    // Nothing was posted: no slot, no count, no doorbell.
    ::testing::AssertionResult untouched() {
        if (cqp.sq_ring.head || cqp.requested_ops || !writes.empty())
            return ::testing::AssertionFailure() << "head " << cqp.sq_ring.head << ", " << writes.size() << " writes";
        return ::testing::AssertionSuccess();
    }

    irdma_sc_qp qp = {};
    irdma_sc_pd pd = {};
    irdma_sc_cq cq = {};
};
FOR_EACH_GENERATION(Commands);

TEST_P(Commands, T05_AnSdUpdateHasOneToElevenEntries) {
    irdma_update_sds_info info = {};

    alignas(128) static u8 overflow[128 * sq_size];
    cqp.sdbuf.va = overflow;
    for (u32 cnt : {0u, 12u, 16u, ~0u}) {
        info.cnt = cnt;
        EXPECT_EQ(cqp_sds_wqe_fill(&cqp, &info, 0), -EINVAL) << cnt;
    }
    EXPECT_TRUE(untouched());
    info.cnt = 11;
    EXPECT_EQ(cqp_sds_wqe_fill(&cqp, &info, 0), 0);
}

TEST_P(Commands, T06_OverflowEntriesAreLittleEndianWords) {
    irdma_update_sds_info info = {};
    alignas(128) static u8 overflow[128 * sq_size];

    cqp.sdbuf.va = overflow;
    info.cnt = 4;
    info.entry[3].cmd = 0x05060708;
    info.entry[3].data = 0x1112131415161718;
    ASSERT_EQ(cqp_sds_wqe_fill(&cqp, &info, 0), 0);
    EXPECT_EQ(overflow[0], 0x08);
    EXPECT_EQ(overflow[3], 0x05);
    EXPECT_EQ(overflow[8], 0x18);
}

TEST_P(Commands, T07_AFunctionIdMustFitBesideTheBufferAddress) {
    irdma_update_sds_info info = {};

    info.cnt = 1;
    info.hmc_fn_id = 64;
    EXPECT_EQ(cqp_sds_wqe_fill(&cqp, &info, 0), -EINVAL);
    EXPECT_TRUE(untouched());
}

// api G14: a flush that could not be posted can be asked for again.
TEST_P(Commands, T15_G14_AFlushIsMarkedOnlyWhenItIsPosted) {
    irdma_qp_flush_info info = {};

    info.sq = true;
    info.rq = true;
    fill_ring();
    EXPECT_EQ(irdma_sc_qp_flush_wqes(&qp, &info, 0, true), -ENOMEM);
    EXPECT_FALSE(qp.flush_sq);
    EXPECT_FALSE(qp.flush_rq);
    cqp.sq_ring.tail = cqp.sq_ring.head;
    EXPECT_EQ(irdma_sc_qp_flush_wqes(&qp, &info, 0, true), 0);
    EXPECT_TRUE(qp.flush_sq);
    EXPECT_TRUE(qp.flush_rq);
    EXPECT_EQ(irdma_sc_qp_flush_wqes(&qp, &info, 0, true), -EALREADY);
}

// fault 39: the event queue's vector goes only once its destroy command is secured.
TEST_P(Commands, T25_Fault39_TheAeqInterruptStaysWhenTheDestroyCannotBePosted) {
    irdma_sc_aeq aeq = {};

    aeq.dev = &dev;
    fill_ring();
    EXPECT_EQ(irdma_sc_aeq_destroy(&aeq, 0, true), -ENOMEM);
    EXPECT_TRUE(writes.empty());
    cqp.sq_ring.tail = cqp.sq_ring.head;
    EXPECT_EQ(irdma_sc_aeq_destroy(&aeq, 0, true), 0);
    EXPECT_EQ(count_writes(IRDMA_PFINT_AEQCTL), GetParam() == 3 ? 0u : 1u);
}

TEST_P(Commands, T03_IdsThatDoNotFitAreRefused) {
    irdma_qp_flush_info flush = {};
    irdma_gen_ae_info ae = {};

    flush.sq = true;
    qp.qp_uk.qp_id = 1u << 24;
    EXPECT_EQ(irdma_sc_qp_flush_wqes(&qp, &flush, 0, true), -EINVAL);
    EXPECT_FALSE(qp.flush_sq);
    EXPECT_EQ(irdma_sc_gen_ae(&qp, &ae, 0, true), -EINVAL);
    EXPECT_EQ(irdma_sc_qp_destroy(&qp, 0, false, false, true), -EINVAL);
    EXPECT_EQ(irdma_sc_del_arp_cache_entry(&cqp, 0, 4096, true), -EINVAL);
    EXPECT_EQ(irdma_sc_del_local_mac_entry(&cqp, 0, 64, 0, true), -EINVAL);
    cq.cq_uk.cq_size = 1u << 21;
    EXPECT_EQ(irdma_sc_cq_destroy(&cq, 0, true), -EINVAL);
    EXPECT_TRUE(untouched());
}

TEST_P(Commands, T04_DestroyNamesTheCqAsCreateDid) {
    cq.ceq_id_valid = true;
    cq.ceq_id = 3;
    ASSERT_EQ(irdma_sc_cq_create(&cq, 0, false, true), 0);
    ASSERT_EQ(irdma_sc_cq_destroy(&cq, 0, true), 0);
    constexpr u64 ids = 0x0fdc0000ffffffff; // CEQ id 59:54 and 31:22, CQ id 52:50 and 21:0
    EXPECT_EQ(sq[0].elem[3] & ids, sq[1].elem[3] & ids);
    EXPECT_EQ(sq[0].elem[1], sq[1].elem[1]) << "and the same context";
}

TEST_P(Commands, T32_ACqWithoutVsiIsRefused) {
    cq.vsi = nullptr;
    EXPECT_EQ(irdma_sc_cq_create(&cq, 0, false, true), -EINVAL);
    EXPECT_TRUE(untouched());
}

TEST_P(Commands, ACqIdMustBeBelowTheDevicesCount) {
    cq.cq_uk.cq_id = 64;
    EXPECT_EQ(irdma_sc_cq_create(&cq, 0, false, true), -EINVAL);
    EXPECT_TRUE(untouched());
}

// objects trap 20: an event queue that is not used need not exist.
TEST_P(Commands, O20_TheCeqIsCheckedOnlyWhenItIsUsed) {
    cq.ceq_id = 4;
    cq.ceq_id_valid = true;
    EXPECT_EQ(irdma_sc_cq_create(&cq, 0, false, true), -EINVAL);
    EXPECT_TRUE(untouched());
    cq.ceq_id_valid = false;
    EXPECT_EQ(irdma_sc_cq_create(&cq, 0, false, true), 0);
}

TEST_P(Commands, G23_Bit61OfStagCommandsHasTheGenerationsMeaning) {
    irdma_allocate_stag_info info = {};
    const bool gen3 = GetParam() == 3;

    info.total_len = 4096;
    info.page_size = 4096;
    info.use_pf_rid = true;
    EXPECT_EQ(irdma_sc_alloc_stag(&dev, &info, 0, true), gen3 ? -EINVAL : 0);
    info.use_pf_rid = false;
    info.remote_atomics_en = true;
    EXPECT_EQ(irdma_sc_alloc_stag(&dev, &info, 0, true), gen3 ? 0 : -EINVAL);
}

TEST_P(Commands, G24_APageSizeTheDeviceLacksIsRefused) {
    irdma_allocate_stag_info info = {};

    info.total_len = 4096;
    info.page_size = 8192;
    EXPECT_EQ(irdma_sc_alloc_stag(&dev, &info, 0, true), -EINVAL);
    EXPECT_TRUE(untouched());
}

TEST_P(Commands, G54_APushPageTypeHasTwoBits) {
    irdma_cqp_manage_push_page_info info = {};

    info.push_page_type = 4;
    EXPECT_EQ(irdma_sc_manage_push_page(&cqp, &info, 0, true), -EINVAL);
    EXPECT_TRUE(untouched());
}

} // namespace
