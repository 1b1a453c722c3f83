// SPDX-License-Identifier: GPL-2.0
//
// Which call is made for which state of a QP, CQ, SRQ, and what the others return.
#include "qp.h"

namespace {

class QpLife : public test::QpDevice {
  protected:
    // The state's rule refused it: nothing was posted, and the log names the object.
    ::testing::AssertionResult refused(int err, u32 head) {
        if (err != -EINVAL || cqp.sq_ring.head != head || log.empty() || log.back().find("QP 9") == std::string::npos)
            return ::testing::AssertionFailure() << "returned " << err << ", head " << cqp.sq_ring.head;
        return ::testing::AssertionSuccess();
    }
};
FOR_EACH_GENERATION(QpLife);

TEST_P(QpLife, BeforeItsCreationAQpTakesNoOtherCall) {
    irdma_qp_flush_info flush = {};
    irdma_gen_ae_info ae = {};

    flush.sq = true;
    ASSERT_EQ(init_qp(), 0);
    EXPECT_TRUE(refused(modify(IRDMA_QP_STATE_ERROR), 0));
    EXPECT_TRUE(refused(destroy(), 0));
    EXPECT_TRUE(refused(irdma_sc_suspend_qp(&cqp, &qp, 0), 0));
    EXPECT_TRUE(refused(irdma_sc_resume_qp(&cqp, &qp, 0), 0));
    EXPECT_TRUE(refused(irdma_sc_qp_flush_wqes(&qp, &flush, 0, true), 0));
    EXPECT_FALSE(qp.flush_sq);
    EXPECT_TRUE(refused(irdma_sc_gen_ae(&qp, &ae, 0, true), 0));
}

TEST_P(QpLife, AQpIsCreatedOnce) {
    ASSERT_EQ(init_qp(), 0);
    ASSERT_EQ(create(), 0);
    EXPECT_TRUE(refused(create(), 1));
    ASSERT_EQ(destroy(), 0);
    EXPECT_TRUE(refused(create(), 2));
    ASSERT_EQ(init_qp(), 0);
    EXPECT_EQ(create(), 0);
}

TEST_P(QpLife, ADestroyedQpTakesNothingButAnotherDestroy) {
    ASSERT_EQ(init_qp(), 0);
    ASSERT_EQ(create(), 0);
    ASSERT_EQ(destroy(), 0);
    EXPECT_TRUE(refused(modify(IRDMA_QP_STATE_ERROR), 2));
    EXPECT_TRUE(refused(irdma_sc_suspend_qp(&cqp, &qp, 0), 2));
    EXPECT_EQ(destroy(), 0);
}

TEST_P(QpLife, ACommandThatWasNotPostedChangesNoState) {
    ASSERT_EQ(init_qp(), 0);
    while (!irdma_cqp_ring_full(&cqp))
        ASSERT_EQ(post_apbvt(0), 0);
    irdma_create_qp_info info = {};
    info.next_iwarp_state = IRDMA_QP_STATE_IDLE;
    ASSERT_EQ(irdma_sc_qp_create(&qp, &info, 0, true), -ENOMEM);
    retire();
    ASSERT_EQ(create(), 0);
    while (!irdma_cqp_ring_full(&cqp))
        ASSERT_EQ(post_apbvt(0), 0);
    ASSERT_EQ(irdma_sc_qp_destroy(&qp, 0, false, false, true), -ENOMEM);
    retire();
    EXPECT_EQ(modify(IRDMA_QP_STATE_RTR), 0);
}

// The whole table of steps, written a second time.
TEST_P(QpLife, HardwareStatesChangeInTheDocumentedStepsOnly) {
    struct Step {
        u8 from;
        std::vector<u8> to;
    };
    const Step steps[] = {
        {IRDMA_QP_STATE_IDLE, {IRDMA_QP_STATE_RTR, IRDMA_QP_STATE_RTS, IRDMA_QP_STATE_ERROR}},
        {IRDMA_QP_STATE_RTR, {IRDMA_QP_STATE_RTS, IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR}},
        {IRDMA_QP_STATE_RTS, {IRDMA_QP_STATE_CLOSING, IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR}},
        {IRDMA_QP_STATE_CLOSING,
         {IRDMA_QP_STATE_IDLE, IRDMA_QP_STATE_RTS, IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR}},
        {IRDMA_QP_STATE_TERMINATE, {IRDMA_QP_STATE_ERROR}},
        {IRDMA_QP_STATE_ERROR, {}},
    };
    for (const Step &step : steps)
        for (u8 to = 0; to < 8; to++) {
            const bool allowed =
                to == 0 || to == step.from || std::find(step.to.begin(), step.to.end(), to) != step.to.end();

            ASSERT_EQ(init_qp(), 0);
            ASSERT_EQ(create(), 0);
            if (step.from == IRDMA_QP_STATE_CLOSING || step.from == IRDMA_QP_STATE_TERMINATE) {
                ASSERT_EQ(modify(IRDMA_QP_STATE_RTS), 0);
            }
            ASSERT_EQ(modify(step.from), 0);
            EXPECT_EQ(modify(to), allowed ? 0 : -EINVAL) << unsigned(step.from) << " to " << unsigned(to);
        }
}

TEST_P(QpLife, AQpIsNotBornInAnErrorState) {
    for (u8 state : {IRDMA_QP_STATE_CLOSING, IRDMA_QP_STATE_TERMINATE, IRDMA_QP_STATE_ERROR, 7, 8, 255}) {
        ASSERT_EQ(init_qp(), 0);
        EXPECT_EQ(create(state), -EINVAL) << unsigned(state);
    }
    EXPECT_EQ(create(IRDMA_QP_STATE_RTS), 0);
}

TEST_P(QpLife, CompletionQueuesFollowTheSameRules) {
    irdma_sc_cq cq = {};
    irdma_cq_init_info info = {};
    irdma_modify_cq_info change = {};
    irdma_cqe ring[16] = {};

    info.dev = &dev;
    info.vsi = &vsi;
    info.cq_uk_init_info.cq_base = ring;
    info.cq_uk_init_info.cq_size = 16;
    info.cq_uk_init_info.cq_id = 7;
    info.cq_uk_init_info.shadow_area = shadow;
    ASSERT_EQ(irdma_sc_cq_init(&cq, &info), 0);
    EXPECT_EQ(irdma_sc_cq_modify(&cq, &change, 0, true), -EINVAL);
    EXPECT_EQ(irdma_sc_cq_destroy(&cq, 0, true), -EINVAL);
    EXPECT_TRUE(logged("CQ 7"));
    EXPECT_EQ(cqp.sq_ring.head, 0u);
    ASSERT_EQ(irdma_sc_cq_create(&cq, 0, false, true), 0);
    EXPECT_EQ(irdma_sc_cq_create(&cq, 0, false, true), -EINVAL);
    EXPECT_EQ(irdma_sc_cq_modify(&cq, &change, 0, true), 0);
    ASSERT_EQ(irdma_sc_cq_destroy(&cq, 0, true), 0);
    EXPECT_EQ(irdma_sc_cq_modify(&cq, &change, 0, true), -EINVAL);
    EXPECT_EQ(irdma_sc_cq_create(&cq, 0, false, true), -EINVAL);
    EXPECT_EQ(irdma_sc_cq_destroy(&cq, 0, true), 0);
    EXPECT_EQ(cqp.sq_ring.head, 4u);
}

TEST_P(QpLife, SharedReceiveQueuesFollowTheSameRules) {
    irdma_sc_srq srq = {};
    irdma_srq_init_info info = {};
    irdma_modify_srq_info change = {};

    hmc_obj[IRDMA_HMC_IW_SRQ].max_cnt = 16;
    info.pd = &pd;
    info.vsi = &vsi;
    info.srq_uk_init_info.uk_attrs = &dev.hw_attrs.uk_attrs;
    info.srq_uk_init_info.srq_id = 3;
    info.srq_uk_init_info.srq_size = 64;
    info.srq_uk_init_info.max_srq_frag_cnt = 1;
    ASSERT_EQ(irdma_sc_srq_init(&srq, &info), 0);
    EXPECT_EQ(irdma_sc_srq_modify(&srq, &change, 0, true), -EINVAL);
    EXPECT_EQ(irdma_sc_srq_destroy(&srq, 0, true), -EINVAL);
    EXPECT_TRUE(logged("SRQ 3"));
    ASSERT_EQ(irdma_sc_srq_create(&srq, 0, true), 0);
    EXPECT_EQ(irdma_sc_srq_create(&srq, 0, true), -EINVAL);
    EXPECT_EQ(irdma_sc_srq_modify(&srq, &change, 0, true), 0);
    ASSERT_EQ(irdma_sc_srq_destroy(&srq, 0, true), 0);
    EXPECT_EQ(irdma_sc_srq_modify(&srq, &change, 0, true), -EINVAL);
    EXPECT_EQ(irdma_sc_srq_destroy(&srq, 0, true), 0);
    EXPECT_EQ(cqp.sq_ring.head, 4u);
}

TEST_P(QpLife, T16_AKeyBeyondTheDevicesRegionsIsRefused) {
    irdma_dealloc_stag_info dealloc = {};
    irdma_mw_alloc_info window = {};

    hmc_obj[IRDMA_HMC_IW_MR].cnt = 256;
    dealloc.stag_idx = 256;
    window.mw_stag_index = 256;
    EXPECT_EQ(irdma_sc_dealloc_stag(&dev, &dealloc, 0, true), -EINVAL);
    EXPECT_EQ(irdma_sc_mw_alloc(&dev, &window, 0, true), -EINVAL);
    EXPECT_EQ(cqp.sq_ring.head, 0u);
    dealloc.stag_idx = 255;
    EXPECT_EQ(irdma_sc_dealloc_stag(&dev, &dealloc, 0, true), 0);
    // Above bit 13 there are the driver's own bits.
    dealloc.stag_idx = 0xabc0ff;
    EXPECT_EQ(irdma_sc_dealloc_stag(&dev, &dealloc, 0, true), 0);
    dealloc.stag_idx = 0xabc100;
    EXPECT_EQ(irdma_sc_dealloc_stag(&dev, &dealloc, 0, true), -EINVAL);
}

} // namespace
