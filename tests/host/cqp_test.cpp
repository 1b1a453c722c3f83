// SPDX-License-Identifier: GPL-2.0
//
// The control queue pair: life cycle, ring, doorbells, register polling.
#include "device.h"

namespace {

using test::Device;
using test::EachGeneration;
using test::RegisterWrite;

class Cqp : public EachGeneration {};
FOR_EACH_GENERATION(Cqp);

class CqpRing : public Device {};

TEST_P(Cqp, InitRefusesSizesThatAreNoPowerOfTwoFrom4To2048) {
    for (u32 size : {0u, 1u, 2u, 3u, 5u, 6u, 12u, 2047u, 4096u}) {
        init_info.sq_size = size;
        EXPECT_EQ(irdma_sc_cqp_init(&cqp, &init_info), -EINVAL) << size;
    }
    for (u32 size : {4u, 8u, 2048u}) {
        init_info.sq_size = size;
        init_info.ooo_op_array = nullptr;
        EXPECT_EQ(irdma_sc_cqp_init(&cqp, &init_info), 0) << size;
    }
}

TEST_P(Cqp, InitClearsTheRegistersOfItsGeneration) {
    ASSERT_EQ(irdma_sc_cqp_init(&cqp, &init_info), 0);
    const std::vector<RegisterWrite> gen3 = {{IRDMA_CQPTAIL, 0}};
    const std::vector<RegisterWrite> others = {{IRDMA_CQPTAIL, 0}, {IRDMA_CQPDB, 0}, {IRDMA_CCQPSTATUS, 0}};

    EXPECT_EQ(writes, GetParam() == 3 ? gen3 : others);
}

// cqp T21, api G9: the lock exists as soon as the CQP is published.
TEST_P(Cqp, T21_TheLockWorksRightAfterInit) {
    dev.cqp_lock.storage[0] = ~0ull;
    ASSERT_EQ(irdma_sc_cqp_init(&cqp, &init_info), 0);
    cqp_cmds_info cmd = apbvt_command(1, 0);
    EXPECT_EQ(irdma_process_cqp_cmd(&dev, &cmd), 0);
}

TEST_P(Cqp, CreateWritesTheContextAddressHighThenLow) {
    u16 major = 7, minor = 7;

    on_delay = [&](u32) { registers[IRDMA_CCQPSTATUS] = 1; };
    ASSERT_EQ(irdma_sc_cqp_create(&cqp, &major, &minor), 0);
    EXPECT_EQ(writes, (std::vector<RegisterWrite>{{IRDMA_CCQPHIGH, 1}, {IRDMA_CCQPLOW, 0x23456780}}));
    EXPECT_EQ(host_ctx[1], 0x10000u);
    EXPECT_EQ(host_ctx[3], reinterpret_cast<u64>(&cqp));
    EXPECT_EQ(host_ctx[0] >> 8 & 0xf, 2u); // 8 entries
    on_delay = nullptr;
    registers[IRDMA_CCQPSTATUS] = 0;
    EXPECT_EQ(irdma_sc_cqp_destroy(&cqp), 0);
    EXPECT_EQ(irdma_host_live_allocations(), 0u);
}

// cqp T23: only DONE is success.
TEST_P(Cqp, T23_CreateNeedsTheDoneBit) {
    u16 major, minor;

    on_delay = [&](u32) { registers[IRDMA_CCQPSTATUS] = 0x10; };
    EXPECT_EQ(irdma_sc_cqp_create(&cqp, &major, &minor), -ETIMEDOUT);
    EXPECT_EQ(delays, 6u);
    on_delay = nullptr;
    registers[IRDMA_CCQPSTATUS] = 0;
    irdma_sc_cqp_destroy(&cqp);
}

// cqp T24: DONE is bit 0 and ERR bit 31, whatever a table says.
TEST_P(Cqp, T24_DoneIsNotTheErrorBit) {
    u16 major, minor;

    dev.hw_masks[IRDMA_CCQPSTATUS_CCQP_DONE_M] = 1u << 31;
    registers[IRDMA_CQPERRCODES] = 0x12345678;
    on_delay = [&](u32) { registers[IRDMA_CCQPSTATUS] = 0x80000000; };
    EXPECT_EQ(irdma_sc_cqp_create(&cqp, &major, &minor), -EOPNOTSUPP);
    EXPECT_EQ(major, 0x1234);
    EXPECT_EQ(minor, 0x5678);
    EXPECT_EQ(irdma_host_live_allocations(), 0u);
}

// cqp T21, api G9: callers print the codes on every failure.
TEST_P(Cqp, T21_CreateWritesBothCodesWhenThereIsNoMemory) {
    u16 major = 0xbeef, minor = 0xbeef;

    failing_alloc = 0;
    EXPECT_EQ(irdma_sc_cqp_create(&cqp, &major, &minor), -ENOMEM);
    EXPECT_EQ(major, 0);
    EXPECT_EQ(minor, 0);
    EXPECT_TRUE(writes.empty());
}

// cqp T22, api G10: memory the device may still use is not freed.
TEST_P(Cqp, T22_DestroyKeepsTheBufferUntilTheDeviceConfirms) {
    u16 major, minor;

    on_delay = [&](u32) { registers[IRDMA_CCQPSTATUS] = 1; };
    ASSERT_EQ(irdma_sc_cqp_create(&cqp, &major, &minor), 0);
    EXPECT_EQ(irdma_sc_cqp_destroy(&cqp), -ETIMEDOUT);
    EXPECT_EQ(irdma_host_live_allocations(), 1u);
    EXPECT_NE(cqp.sdbuf.va, nullptr);
    EXPECT_EQ(post_apbvt(1), -EIO);

    on_delay = [&](u32) { registers[IRDMA_CCQPSTATUS] = 0; }; // after a reset
    EXPECT_EQ(irdma_sc_cqp_destroy(&cqp), 0);
    EXPECT_EQ(irdma_host_live_allocations(), 0u);
}

TEST_F(CqpRing, ThreeSlotsOfAnEightEntryRingFillInOrder) {
    for (u32 i = 0; i < 3; i++)
        ASSERT_EQ(post_apbvt(u16(100 + i), 0x1000 + i), 0);
    EXPECT_EQ(cqp.sq_ring.head, 3u);
    EXPECT_EQ(cqp.requested_ops, 3u);
    for (u32 i = 0; i < 3; i++) {
        EXPECT_EQ(sq[i].elem[2], 100u + i);
        EXPECT_EQ(sq[i].elem[3], 0xc000002300000000ull);
        EXPECT_EQ(scratch[i], 0x1000u + i);
    }
    EXPECT_EQ(writes, (std::vector<RegisterWrite>{{IRDMA_CQPDB, 1}, {IRDMA_CQPDB, 2}, {IRDMA_CQPDB, 3}}));
}

TEST_F(CqpRing, FullMeansOneFreeSlotAndNothingIsWritten) {
    for (u32 i = 0; i < sq_size - 1; i++)
        ASSERT_EQ(post_apbvt(u16(i)), 0);
    EXPECT_TRUE(irdma_cqp_ring_full(&cqp));
    const irdma_cqp_quanta before = sq[sq_size - 1];
    EXPECT_EQ(post_apbvt(99), -ENOMEM);
    EXPECT_EQ(std::memcmp(&before, &sq[sq_size - 1], sizeof(before)), 0);
    EXPECT_EQ(cqp.requested_ops, u64(sq_size - 1));
    EXPECT_EQ(count_writes(IRDMA_CQPDB), sq_size - 1);
}

TEST_F(CqpRing, PolarityFlipsEachTimeTheRingWraps) {
    for (u32 i = 0; i < 4 * sq_size; i++) {
        ASSERT_EQ(post_apbvt(u16(i)), 0);
        EXPECT_EQ(sq[i % sq_size].elem[3] >> 63, (i / sq_size) % 2 == 0 ? 1u : 0u) << i;
        cqp.sq_ring.tail = cqp.sq_ring.head;
    }
}

// cqp T1: in no pass does a slot look valid before its body is complete.
TEST_F(CqpRing, T01_TheHeaderLooksInvalidUntilTheBodyIsThere) {
    for (u32 i = 0; i < 4 * sq_size; i++) {
        const u64 polarity = (i / sq_size) % 2 == 0 ? 1 : 0;

        ASSERT_EQ(post_apbvt(u16(i)), 0);
        EXPECT_EQ(slot_index_at_barrier, i % sq_size);
        if (i >= sq_size) { // the first pass starts from whatever memory held
            EXPECT_NE(slot_at_barrier[3] >> 63, polarity) << "slot " << i;
        }
        EXPECT_EQ(slot_at_barrier[2], u64(u16(i))) << "body must be complete at the barrier";
        cqp.sq_ring.tail = cqp.sq_ring.head;
    }
}

TEST_F(CqpRing, T01_AForeignBuildersSlotIsClearedButNotValid) {
    for (u32 i = 0; i < 4 * sq_size; i++) {
        u32 idx = ~0u;
        const u64 polarity = (i / sq_size) % 2 == 0 ? 1 : 0;
        const __le64 *wqe = irdma_sc_cqp_get_next_send_wqe_idx(&cqp, 5, &idx);

        ASSERT_EQ(idx, i % sq_size);
        for (u32 w : {0u, 1u, 2u, 4u, 5u, 6u, 7u})
            EXPECT_EQ(wqe[w], 0u);
        EXPECT_NE(wqe[3] >> 63, polarity);
        EXPECT_EQ(wqe[3] << 1, 0u);
        cqp.sq_ring.tail = cqp.sq_ring.head;
    }
}

TEST_F(CqpRing, ABatchIsOneDoorbell) {
    for (u32 i = 0; i < 5; i++)
        ASSERT_EQ(post_apbvt(u16(i), i, false), 0);
    EXPECT_TRUE(writes.empty());
    for (u32 i = 0; i < 5; i++)
        EXPECT_EQ(sq[i].elem[3] >> 63, 1u) << "complete before the doorbell";
    irdma_sc_cqp_post_sq(&cqp);
    EXPECT_EQ(writes, (std::vector<RegisterWrite>{{IRDMA_CQPDB, 5}}));
}

TEST_F(CqpRing, ACorkCollectsDoorbells) {
    irdma_sc_cqp_cork(&cqp);
    irdma_sc_cqp_cork(&cqp);
    for (u32 i = 0; i < 3; i++)
        ASSERT_EQ(post_apbvt(u16(i)), 0);
    irdma_sc_cqp_uncork(&cqp);
    EXPECT_TRUE(writes.empty()) << "the outer batch is still open";
    irdma_sc_cqp_uncork(&cqp);
    EXPECT_EQ(writes, (std::vector<RegisterWrite>{{IRDMA_CQPDB, 3}}));
    irdma_sc_cqp_cork(&cqp);
    irdma_sc_cqp_uncork(&cqp);
    EXPECT_EQ(writes.size(), 1u) << "an empty batch rings nothing";
}

TEST_F(CqpRing, AFullRingIsRungUnderTheCork) {
    irdma_sc_cqp_cork(&cqp);
    for (u32 i = 0; i < sq_size - 1; i++)
        ASSERT_EQ(post_apbvt(u16(i)), 0);
    EXPECT_EQ(writes, (std::vector<RegisterWrite>{{IRDMA_CQPDB, sq_size - 1}}));
    irdma_sc_cqp_uncork(&cqp);
}

TEST_F(CqpRing, RegisterPollingRetiresOneCommand) {
    ASSERT_EQ(post_apbvt(1), 0);
    on_delay = [&](u32 n) { registers[IRDMA_CQPTAIL] = n >= 2 ? 1 : 0; };
    EXPECT_EQ(irdma_cqp_poll_registers(&cqp, 0, 10), 0);
    EXPECT_EQ(cqp.sq_ring.tail, 1u);
    EXPECT_EQ(cqp.completed_ops.counter, 1);
    EXPECT_EQ(delays, 2u);
}

// cqp T8, api G6: a command that cannot be accounted for makes the CQP dead, explicitly.
TEST_F(CqpRing, T08_ARegisterErrorMakesTheCqpDead) {
    ASSERT_EQ(post_apbvt(1), 0);
    registers[IRDMA_CQPTAIL] = 0x80000000;
    registers[IRDMA_CQPERRCODES] = 0xffff8002;
    EXPECT_EQ(irdma_cqp_poll_registers(&cqp, 0, 10), -EIO);
    EXPECT_EQ(cqp.sq_ring.tail, 0u);
    EXPECT_EQ(post_apbvt(2), -EIO);
    EXPECT_EQ(cqp.sq_ring.head, 1u);
    EXPECT_EQ(irdma_sc_cqp_get_next_send_wqe(&cqp, 0), nullptr);
    ASSERT_FALSE(log.empty());
    EXPECT_NE(log[0].find("0xffff/0x8002"), std::string::npos) << log[0];
}

TEST_F(CqpRing, T08_ASilentDeviceMakesTheCqpDead) {
    ASSERT_EQ(post_apbvt(1), 0);
    EXPECT_EQ(irdma_cqp_poll_registers(&cqp, 0, 4), -ETIMEDOUT);
    EXPECT_EQ(delays, 4u);
    EXPECT_EQ(post_apbvt(2), -EIO);
    ASSERT_EQ(irdma_sc_cqp_init(&cqp, &init_info), 0);
    EXPECT_EQ(post_apbvt(2), 0) << "a new life after init";
}

TEST_F(CqpRing, EncodedSizes) {
    EXPECT_EQ(irdma_get_encoded_wqe_size(4, IRDMA_QUEUE_TYPE_CQP), 1);
    EXPECT_EQ(irdma_get_encoded_wqe_size(2048, IRDMA_QUEUE_TYPE_CQP), 10);
    EXPECT_EQ(irdma_get_encoded_wqe_size(4, IRDMA_QUEUE_TYPE_SQ_RQ), 0);
    EXPECT_EQ(irdma_get_encoded_wqe_size(32768, IRDMA_QUEUE_TYPE_SQ_RQ), 13);
    EXPECT_EQ(irdma_get_encoded_wqe_size(262144, IRDMA_QUEUE_TYPE_SRQ), 15);
    // objects trap 1: too small a size never wraps to a huge code.
    for (u32 size = 0; size < 16; size++)
        EXPECT_EQ(irdma_get_encoded_wqe_size(size, IRDMA_QUEUE_TYPE_SRQ), 0) << size;
}

// cqp T26, api G30: values that do not fit are refused before a slot is taken.
TEST_P(Cqp, T26_QuadHashRefusesWhatDoesNotFit) {
    irdma_qhash_table_info good = {};
    good.vsi = &vsi;
    good.entry_type = IRDMA_QHASH_TYPE_TCP_SYN;
    good.ipv4_valid = true;

    auto refused = [&](auto change) {
        irdma_qhash_table_info info = good;
        change(info);
        const int err = irdma_sc_manage_qhash_table_entry(&cqp, &info, 0, true);
        return err == -EINVAL && cqp.sq_ring.head == 0 && cqp.requested_ops == 0 && writes.empty();
    };
    EXPECT_TRUE(refused([](auto &i) { i.qp_num = 1u << 18; }));
    EXPECT_TRUE(refused([](auto &i) { i.user_pri = 8; }));
    EXPECT_TRUE(refused([](auto &i) { i.vsi = nullptr; }));
    EXPECT_TRUE(refused([](auto &i) { i.vlan_valid = true, i.vlan_id = 4096; }));
    EXPECT_TRUE(refused([](auto &i) { i.manage = irdma_quad_hash_manage_type(4); }));
    EXPECT_TRUE(refused([](auto &i) { i.entry_type = irdma_quad_entry_type(8); }));
    vsi.qos[3].qs_handle = 1024;
    EXPECT_TRUE(refused([](auto &i) { i.user_pri = 3; }));
    EXPECT_EQ(irdma_sc_manage_qhash_table_entry(&cqp, &good, 0, true), 0);
}

TEST_P(Cqp, T26_SuspendAndResumeRefuseIdsOver24Bits) {
    irdma_sc_qp qp = {};

    qp.qp_uk.qp_id = 1u << 24;
    EXPECT_EQ(irdma_sc_suspend_qp(&cqp, &qp, 0), -EINVAL);
    EXPECT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0), -EINVAL);
    EXPECT_EQ(cqp.sq_ring.head, 0u);
    qp.qp_uk.qp_id = (1u << 24) - 1;
    qp.qs_handle = 0x123;
    EXPECT_EQ(irdma_sc_suspend_qp(&cqp, &qp, 0), 0);
    EXPECT_EQ(sq[0].elem[3], 0x8000002900ffffffull);
    EXPECT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0), 0);
    EXPECT_EQ(sq[1].elem[2], 0x123u);
    EXPECT_EQ(sq[1].elem[3], 0x8000002a00ffffffull);
}

} // namespace
