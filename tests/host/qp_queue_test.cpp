// SPDX-License-Identifier: GPL-2.0
//
// Initialising a QP, and the work requests the control path writes into its send queue.
#include "qp.h"

namespace {

using test::RegisterWrite;

class QpInit : public test::QpDevice {};
FOR_EACH_GENERATION(QpInit);

TEST_P(QpInit, T01_AQueueTheEncodingCannotNameIsRefused) {
    for (u32 size : {0u, 1000u, 262144u}) {
        init.qp_uk_init_info.sq_size = size;
        EXPECT_EQ(init_qp(), -EINVAL) << size;
    }
    init.qp_uk_init_info.sq_size = 32768;
    init.qp_uk_init_info.sq_shift = 3;
    EXPECT_EQ(init_qp(), -EINVAL);
    init.qp_uk_init_info.sq_shift = 2;
    EXPECT_EQ(init_qp(), 0);
    EXPECT_EQ(qp.hw_sq_size, 15);
}

TEST_P(QpInit, T03_ASizeIsNotWrappedIntoASmallOne) {
    init.qp_uk_init_info.sq_size = 0x40000000;
    init.qp_uk_init_info.sq_shift = 3;
    EXPECT_EQ(init_qp(), -EINVAL);
    init.qp_uk_init_info.sq_size = 64;
    init.qp_uk_init_info.sq_shift = 0;
    init.qp_uk_init_info.rq_size = 0x20000000;
    init.qp_uk_init_info.max_rq_frag_cnt = 6;
    EXPECT_EQ(init_qp(), -EINVAL);
}

TEST_P(QpInit, T04_AQpWhoseReceiveStrideIsNotThatOfItsSizeIsNotCreated) {
    init.qp_uk_init_info.max_rq_frag_cnt = 3; // 64 bytes
    init.qp_uk_init_info.rq_shift = 0;        // 32 bytes
    ASSERT_EQ(init_qp(), 0);
    EXPECT_EQ(create(), -EINVAL);
    EXPECT_EQ(cqp.sq_ring.head, 0u);
    init.qp_uk_init_info.rq_shift = 1;
    ASSERT_EQ(init_qp(), 0);
    EXPECT_EQ(create(), 0);
}

TEST_P(QpInit, T06_AQpStartsWithoutAPushPage) {
    ASSERT_EQ(init_qp(), 0);
    EXPECT_EQ(qp.push_idx, IRDMA_INVALID_PUSH_PAGE_INDEX);
}

TEST_P(QpInit, T07_AnExceptionQueueMustFitTheContext) {
    vsi.exception_lan_q = 4096;
    EXPECT_EQ(init_qp(), -EINVAL);
    vsi.exception_lan_q = 4095;
    EXPECT_EQ(init_qp(), 0);
}

TEST_P(QpInit, T17_AllPagesOfAMappedQueueAreInThePageList) {
    init.virtual_map = true;
    init.qp_uk_init_info.sq_size = 1024; // 8 pages
    init.qp_uk_init_info.rq_size = 64;   // one
    init.sq_pa = 1017;
    EXPECT_EQ(init_qp(), -EINVAL);
    init.sq_pa = 1016;
    init.rq_pa = 1023;
    EXPECT_EQ(init_qp(), 0);
    init.rq_pa = 1024;
    EXPECT_EQ(init_qp(), -EINVAL);
    init.rq_pa = ~0ull;
    EXPECT_EQ(init_qp(), -EINVAL);
}

TEST_P(QpInit, T28_TheCallersDoorbellPointerIsNotChanged) {
    ASSERT_EQ(init_qp(), 0);
    EXPECT_EQ(init.qp_uk_init_info.wqe_alloc_db, nullptr);
    EXPECT_EQ(qp.qp_uk.wqe_alloc_db, &registers[IRDMA_WQEALLOC]);
}

TEST_P(QpInit, T30_ARefusedQpIsNotTouched) {
    irdma_sc_qp before;

    std::memset(&qp, 0x33, sizeof(qp));
    qp.user_pri = 8; // out of the table of queue sets
    std::memcpy(&before, &qp, sizeof(qp));
    EXPECT_EQ(init_qp(), -EINVAL);
    qp.user_pri = before.user_pri = 2;
    init.qp_uk_init_info.max_sq_frag_cnt = 15;
    EXPECT_EQ(init_qp(), -EINVAL);
    EXPECT_EQ(std::memcmp(&before, &qp, sizeof(qp)), 0);
    init.qp_uk_init_info.max_sq_frag_cnt = 1;
    EXPECT_EQ(init_qp(), 0);
    EXPECT_EQ(qp.qs_handle, 102);
}

class SendQueue : public test::QpDevice {
  protected:
    void SetUp() override {
        QpDevice::SetUp();
        init.qp_uk_init_info.first_sq_wq = 1;
        info.page_size = 4096;
        info.stag_idx = 0x1234;
        info.stag_key = 0x56;
        info.total_len = 8192;
    }

    u64 sq_word(u32 slot, u32 word) const { return qp_sq[slot].elem[word]; }

    irdma_fast_reg_stag_info info = {};
};
FOR_EACH_GENERATION(SendQueue);

TEST_P(SendQueue, T31_ReservedQuantaHoldNothingButTheirCommand) {
    ASSERT_EQ(init_qp(), 0);
    irdma_sc_gen_rts_ae(&qp);
    for (u32 slot : {1u, 2u}) {
        for (u32 word = 0; word < 3; word++)
            EXPECT_EQ(sq_word(slot, word), 0u);
        EXPECT_NE(sq_word(slot, 3), 0x5a5a5a5a5a5a5a5au);
    }
    EXPECT_EQ(sq_word(3, 0), 0x5a5a5a5a5a5a5a5au);
}

TEST_P(SendQueue, T31_WithoutReservedQuantaPostedWorkIsNotOverwritten) {
    init.qp_uk_init_info.legacy_mode = true; // one quantum
    ASSERT_EQ(init_qp(), 0);
    irdma_sc_gen_rts_ae(&qp);
    EXPECT_TRUE(logged("QP 9: connection setup needs 3"));
    EXPECT_EQ(sq_word(1, 3), 0x5a5a5a5a5a5a5a5au);
    EXPECT_EQ(sq_word(2, 3), 0x5a5a5a5a5a5a5a5au);
}

TEST_P(SendQueue, T32_OnlyTheFormInUseIsWritten) {
    ASSERT_EQ(init_qp(), 0);
    info.reg_addr_pa = 0x123456789000;
    info.first_pm_pbl_index = 0xfffffff;
    ASSERT_EQ(irdma_sc_mr_fast_register(&qp, &info, true), 0);
    EXPECT_EQ(sq_word(3, 1), 0x123456789000u);
    EXPECT_EQ(sq_word(3, 2) >> 48, 0u);
    info.chunk_size = 1;
    info.first_pm_pbl_index = 1023;
    ASSERT_EQ(irdma_sc_mr_fast_register(&qp, &info, true), 0);
    EXPECT_EQ(sq_word(4, 1), 0u);
    EXPECT_EQ(sq_word(4, 2) >> 48, 1023u);
    EXPECT_EQ(writes, (std::vector<RegisterWrite>{{IRDMA_WQEALLOC, 9}, {IRDMA_WQEALLOC, 9}}));
}

TEST_P(SendQueue, T17_AFastRegistrationWithValuesTheDeviceLacksIsRefused) {
    ASSERT_EQ(init_qp(), 0);
    dev.hw_attrs.page_size_cap = 4096 | 2097152;
    for (u32 size : {0u, 8192u, 32768u, 1u << 30}) {
        info.page_size = size;
        EXPECT_EQ(irdma_sc_mr_fast_register(&qp, &info, true), -EINVAL) << size;
    }
    info.page_size = 4096;
    info.chunk_size = 1;
    info.first_pm_pbl_index = 1024;
    EXPECT_EQ(irdma_sc_mr_fast_register(&qp, &info, true), -EINVAL);
    EXPECT_EQ(qp.qp_uk.sq_ring.head, 3u);
    EXPECT_TRUE(writes.empty());
}

TEST_P(SendQueue, T08_ALengthBeyondItsFieldDoesNotReachTheNextOne) {
    ASSERT_EQ(init_qp(), 0);
    info.total_len = 1ull << 46;
    EXPECT_EQ(irdma_sc_mr_fast_register(&qp, &info, true), -EINVAL);
    EXPECT_EQ(qp.qp_uk.sq_ring.head, 3u);
}

TEST_P(SendQueue, T14_ASoftwareFlagAmongTheRightsStaysInSoftware) {
    ASSERT_EQ(init_qp(), 0);
    ASSERT_EQ(irdma_sc_mr_fast_register(&qp, &info, true), 0);
    const u64 plain = sq_word(3, 3);
    info.access_rights = IRDMA_ACCESS_FLAGS_ZERO_BASED;
    ASSERT_EQ(irdma_sc_mr_fast_register(&qp, &info, true), 0);
    EXPECT_EQ(sq_word(4, 3), plain);
}

TEST_P(SendQueue, AFullQueueTakesNoMore) {
    ASSERT_EQ(init_qp(), 0);
    int err = 0;
    u32 posted = 0;
    for (; !err && posted < 2 * quanta; posted += !err)
        err = irdma_sc_mr_fast_register(&qp, &info, true);
    EXPECT_EQ(err, -ENOMEM);
    EXPECT_LT(posted, u32(quanta));
    EXPECT_GT(posted, u32(quanta) / 2);
}

} // namespace
