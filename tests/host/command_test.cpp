// SPDX-License-Identifier: GPL-2.0
//
// The command engine: now, later, in order, and what happens to commands that cannot be posted.
#include "device.h"

namespace {

using test::Device;
using test::RegisterWrite;

class Command : public Device {
  protected:
    void fill_ring() {
        while (!irdma_cqp_ring_full(&cqp))
            ASSERT_EQ(post_apbvt(0, 0), 0);
        writes.clear();
    }

    void retire(u32 n) {
        irdma_ccq_cqe_info info;

        for (u32 i = 0; i < n; i++) {
            complete(cqp.sq_ring.tail);
            ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
        }
    }

    u32 backlog() const {
        u32 n = 0;
        for (const list_head *e = dev.cqp_cmd_head.next; e != &dev.cqp_cmd_head; e = e->next)
            n++;
        return n;
    }
};

TEST_F(Command, RunsAtOnceWhenNobodyWaits) {
    cqp_cmds_info cmd = apbvt_command(7, 0x70);

    ASSERT_EQ(irdma_process_cqp_cmd(&dev, &cmd), 0);
    EXPECT_EQ(backlog(), 0u);
    EXPECT_EQ(sq[0].elem[2], 7u);
    EXPECT_EQ(scratch[0], 0x70u);
    EXPECT_EQ(dev.cqp_cmd_stats[IRDMA_OP_MANAGE_APBVT_ENTRY], 1u);
    EXPECT_EQ(writes, (std::vector<RegisterWrite>{{IRDMA_CQPDB, 1}}));
}

TEST_F(Command, WaitsInOrderWhenTheRingIsFull) {
    cqp_cmds_info cmds[4];

    fill_ring();
    for (u32 i = 0; i < 4; i++) {
        cmds[i] = apbvt_command(u16(50 + i), 0x100 + i);
        ASSERT_EQ(irdma_process_cqp_cmd(&dev, &cmds[i]), 0) << "queued is success";
    }
    EXPECT_EQ(backlog(), 4u);
    EXPECT_TRUE(writes.empty());

    retire(2);
    ASSERT_EQ(irdma_process_bh(&dev), 0);
    EXPECT_EQ(backlog(), 2u);
    cqp_cmds_info late = apbvt_command(99, 0x999);
    retire(1);
    ASSERT_EQ(irdma_process_cqp_cmd(&dev, &late), 0);
    EXPECT_EQ(backlog(), 3u) << "nobody overtakes the queue, room or not";
    retire(5);
    ASSERT_EQ(irdma_process_bh(&dev), 0);
    EXPECT_EQ(backlog(), 0u);
    const u32 first = sq_size - 1; // slots 7, 0, 1, 2, 3 got the five commands
    const u16 expected[] = {50, 51, 52, 53, 99};
    for (u32 i = 0; i < 5; i++)
        EXPECT_EQ(sq[(first + i) % sq_size].elem[2], expected[i]);
}

// cqp T13, api G2, fault 5: the waiter learns at once, the commands behind it are posted in order.
TEST_F(Command, T13_Fault05_ACommandThatCannotBeBuiltDoesNotHoldUpTheQueue) {
    cqp_cmds_info good1 = apbvt_command(1, 1), bad = apbvt_command(2, 2), good2 = apbvt_command(3, 3);

    bad.cqp_cmd = IRDMA_OP_WS_FAILOVER_START; // nothing runs it
    fill_ring();
    for (cqp_cmds_info *cmd : {&good1, &bad, &good2})
        ASSERT_EQ(irdma_process_cqp_cmd(&dev, cmd), 0);
    retire(sq_size - 1);
    EXPECT_EQ(irdma_process_bh(&dev), -EOPNOTSUPP);
    EXPECT_EQ(bad.cqp_cmd_exec_status, -EOPNOTSUPP);
    EXPECT_EQ(good1.cqp_cmd_exec_status, 0);
    EXPECT_EQ(good2.cqp_cmd_exec_status, 0);
    EXPECT_EQ(backlog(), 0u);
    EXPECT_EQ(claimed(), 2u);
    EXPECT_EQ(sq[7].elem[2], 1u);
    EXPECT_EQ(sq[0].elem[2], 3u);
}

// cqp T14, api G1: the code is checked before it indexes the statistics.
TEST_F(Command, T14_ACodeThatDoesNotExistTouchesNoCounter) {
    for (u8 code : {u8(IRDMA_MAX_CQP_OPS), u8(100), u8(255)}) {
        cqp_cmds_info cmd = apbvt_command(1, 0);
        const auto before = std::vector<u64>(dev.cqp_cmd_stats, dev.cqp_cmd_stats + IRDMA_MAX_CQP_OPS);

        cmd.cqp_cmd = code;
        EXPECT_EQ(irdma_process_cqp_cmd(&dev, &cmd), -EOPNOTSUPP);
        EXPECT_EQ(std::vector<u64>(dev.cqp_cmd_stats, dev.cqp_cmd_stats + IRDMA_MAX_CQP_OPS), before);
    }
    EXPECT_EQ(claimed(), 0u);
}

TEST_F(Command, CodesWithoutWorkerAreRefused) {
    for (u8 code : {u8(0), u8(IRDMA_OP_MANAGE_VF_PBLE_BP), u8(IRDMA_OP_AH_MODIFY), u8(IRDMA_OP_WS_FAILOVER_START),
                    u8(IRDMA_OP_WS_FAILOVER_COMPLETE)}) {
        cqp_cmds_info cmd = apbvt_command(1, 0);

        cmd.cqp_cmd = code;
        EXPECT_EQ(irdma_process_cqp_cmd(&dev, &cmd), -EOPNOTSUPP) << int(code);
    }
    EXPECT_EQ(claimed(), 0u);
}

// cqp T11, api G7: no busy-waiting under the lock once the CCQ can report.
TEST_F(Command, T11_TheFeatureQueryIsRefusedWhileACcqExists) {
    cqp_cmds_info cmd = {};

    cmd.cqp_cmd = IRDMA_OP_QUERY_RDMA_FEATURES;
    cmd.in.u.query_rdma.cqp = &cqp;
    EXPECT_EQ(irdma_process_cqp_cmd(&dev, &cmd), -EBUSY);
    EXPECT_EQ(claimed(), 0u);
    EXPECT_EQ(delays, 0u);
}

TEST_F(Command, ADeadCqpRefusesInsteadOfQueueing) {
    cqp_cmds_info cmd = apbvt_command(1, 0);

    fill_ring();
    cqp.priv.dead = true;
    EXPECT_EQ(irdma_process_cqp_cmd(&dev, &cmd), -EIO);
    EXPECT_EQ(backlog(), 0u);
}

TEST_F(Command, ARejectedValueReportsAtOnceAndTakesNoSlot) {
    irdma_sc_qp qp = {};
    cqp_cmds_info cmd = {};

    qp.qp_uk.qp_id = 1u << 24;
    cmd.cqp_cmd = IRDMA_OP_SUSPEND;
    cmd.in.u.suspend_resume.cqp = &cqp;
    cmd.in.u.suspend_resume.qp = &qp;
    EXPECT_EQ(irdma_process_cqp_cmd(&dev, &cmd), -EINVAL);
    EXPECT_EQ(claimed(), 0u);
    EXPECT_EQ(writes.size(), 0u);
}

TEST_F(Command, ABatchOfCommandsRingsOnce) {
    cqp_cmds_info cmds[5];

    for (u32 i = 0; i < 5; i++) {
        cmds[i] = apbvt_command(u16(i), i);
        cmds[i].post_sq = i == 4;
        ASSERT_EQ(irdma_process_cqp_cmd(&dev, &cmds[i]), 0);
    }
    EXPECT_EQ(writes, (std::vector<RegisterWrite>{{IRDMA_CQPDB, 5}}));
}

// fault 6: only the absence of any completion counts as no progress.
TEST_F(Command, Fault06_ProgressIsAnyCompletion) {
    irdma_cqp_timeout timeout = {};

    irdma_check_cqp_progress(&timeout, &dev);
    EXPECT_EQ(timeout.count, 0u) << "idle";
    ASSERT_EQ(post_apbvt(1), 0);
    ASSERT_EQ(post_apbvt(2), 0);
    for (u32 n = 1; n <= 3; n++) {
        irdma_check_cqp_progress(&timeout, &dev);
        EXPECT_EQ(timeout.count, n);
    }
    retire(1);
    irdma_check_cqp_progress(&timeout, &dev);
    EXPECT_EQ(timeout.count, 0u);
    irdma_check_cqp_progress(&timeout, &dev);
    EXPECT_EQ(timeout.count, 1u) << "the second command is still outstanding";
    retire(1);
    irdma_check_cqp_progress(&timeout, &dev);
    irdma_check_cqp_progress(&timeout, &dev);
    EXPECT_EQ(timeout.count, 0u);
}

} // namespace
