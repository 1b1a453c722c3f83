// SPDX-License-Identifier: GPL-2.0
//
// The control completion queue: taking entries, distrusting them, polling for one command among others.
#include "device.h"

namespace {

using test::Device;
using test::EachGeneration;
using test::RegisterWrite;

class Ccq : public EachGeneration {
  protected:
    irdma_ccq_cqe_info info = {};
};
FOR_EACH_GENERATION(Ccq);

class CcqGen3 : public Device {
  protected:
    void SetUp() override { start(3); }
    irdma_ccq_cqe_info info = {};
};

constexpr u8 op_apbvt = 0x23;
constexpr u8 op_resume = 0x2a;

TEST_P(Ccq, AnEmptyQueueChangesNothing) {
    EXPECT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), -ENOENT);
    EXPECT_EQ(ccq.cq_uk.cq_ring.head, 0u);
    EXPECT_EQ(shadow[0], 0u);
}

TEST_P(Ccq, AnEntryReturnsCookieResultAndOpcodeAndRetiresItsSlot) {
    ASSERT_EQ(post_apbvt(1, 0xc00c1e), 0);
    complete(0, 0x1234);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(info.cqp, &cqp);
    EXPECT_EQ(info.scratch, 0xc00c1eu);
    EXPECT_EQ(info.op_ret_val, 0x1234u);
    EXPECT_EQ(info.op_code, op_apbvt);
    EXPECT_FALSE(info.error);
    EXPECT_FALSE(info.pending);
    EXPECT_EQ(claimed(), 0u);
    EXPECT_EQ(cqp.completed_ops.counter, 1);
    EXPECT_EQ(shadow[0], 1u) << "the device reads how far we are";
    EXPECT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), -ENOENT);
}

TEST_P(Ccq, TheQueueWrapsWithItsPolarity) {
    for (u32 i = 0; i < 3 * ccq_size; i++) {
        ASSERT_EQ(post_apbvt(u16(i), i), 0);
        complete(i % sq_size);
        ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0) << i;
        EXPECT_EQ(info.scratch, i);
        EXPECT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), -ENOENT) << "the last round's entry must look old";
    }
}

TEST_P(Ccq, AnErrorCarriesBothCodes) {
    ASSERT_EQ(post_apbvt(1), 0);
    complete(0, 0, error_flag, 0xffff, 0x8002);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_TRUE(info.error);
    EXPECT_EQ(info.maj_err_code, 0xffff);
    EXPECT_EQ(info.min_err_code, 0x8002);
}

// api G4: the caller's structure may hold anything.
TEST_P(Ccq, G04_TheResultIsClearedFirst) {
    std::memset(static_cast<void *>(&info), 0xff, sizeof(info));
    ASSERT_EQ(post_apbvt(1), 0);
    complete(0);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_FALSE(info.pending);
    EXPECT_FALSE(info.error);
    EXPECT_EQ(info.maj_err_code, 0);
}

// cqp T2, api G3, fault 30: nothing from device memory becomes a pointer or an unchecked index.
TEST_P(Ccq, T02_AForeignContextIsSkipped) {
    ASSERT_EQ(post_apbvt(1, 0x11), 0);
    complete_raw(0xdeadbeefcafef00d, 0, 0, 0, 0, 0);
    complete(0);
    EXPECT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), -EBADMSG);
    EXPECT_EQ(cqp.priv.bad_cqes, 1u);
    EXPECT_EQ(claimed(), 1u) << "no slot is released on the word of an unbelievable entry";
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0) << "the drain goes on";
    EXPECT_EQ(info.scratch, 0x11u);
}

TEST_P(Ccq, T02_AnIndexBehindTheRingIsSkipped) {
    ASSERT_EQ(post_apbvt(1), 0);
    for (u32 idx : {sq_size, 2048u, 0x7fffu}) {
        complete(idx);
        EXPECT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), -EBADMSG) << idx;
    }
    EXPECT_EQ(cqp.priv.bad_cqes, 3u);
    ASSERT_EQ(log.size(), 3u);
    EXPECT_NE(log[0].find("WQE index 8 of 8"), std::string::npos) << log[0];
}

// fault 30: a slot completes once; a second entry for it retires nothing.
TEST_P(Ccq, Fault30_ADuplicateCompletionIsSkipped) {
    ASSERT_EQ(post_apbvt(1, 0x1), 0);
    ASSERT_EQ(post_apbvt(2, 0x2), 0);
    complete(0);
    complete(0);
    complete(1);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), -EBADMSG);
    EXPECT_EQ(claimed(), 1u);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(info.scratch, 0x2u);
    EXPECT_EQ(claimed(), 0u);
    complete(1);
    EXPECT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), -EBADMSG);
    EXPECT_FALSE(irdma_cqp_ring_full(&cqp));
    EXPECT_EQ(cqp.completed_ops.counter, 2);
}

// fault 7: a completion without a request is consumed without touching one.
TEST_P(Ccq, Fault07_ACommandWithoutCookieCompletesWithCookieZero) {
    ASSERT_EQ(post_apbvt(1, 0), 0);
    complete(0, 0, error_flag, 0xffff, 1);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(info.scratch, 0u);
    EXPECT_EQ(claimed(), 0u);
}

TEST_P(Ccq, ArmingCountsAndKeepsWhatBelongsToOthers) {
    shadow[4] = 0x8000 | 0x1234; // arm next solicited, CQ select
    for (u32 n = 1; n <= 5; n++) {
        irdma_sc_ccq_arm(&ccq);
        EXPECT_EQ(shadow[4], u64(n % 4) << 16 | 0x8000 | 0x4000 | 0x1234) << n;
    }
    EXPECT_EQ(writes, (std::vector<RegisterWrite>(5, {IRDMA_CQARM, 0})));
}

TEST_P(Ccq, PollingFindsTheCommandJustPosted) {
    irdma_sc_qp qp = {};

    ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0x77), 0);
    on_delay = [&](u32 n) {
        if (n == 3)
            complete(0, 42);
    };
    ASSERT_EQ(irdma_sc_poll_for_cqp_op_done(&cqp, op_resume, &info), 0);
    EXPECT_EQ(info.op_ret_val, 42u);
    EXPECT_EQ(info.scratch, 0x77u);
    EXPECT_EQ(delays, 3u);
}

TEST_P(Ccq, PollingIsBounded) {
    irdma_sc_qp qp = {};

    ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0), 0);
    info.scratch = 99;
    EXPECT_EQ(irdma_sc_poll_for_cqp_op_done(&cqp, op_resume, &info), -ETIMEDOUT);
    EXPECT_EQ(delays, 100 * dev.hw_attrs.max_done_count + 1);
    EXPECT_EQ(info.scratch, 99u) << "untouched";
}

// cqp T12, api G5: completions of other commands reach their owners.
TEST_P(Ccq, T12_ForeignCompletionsAreKeptAndDeliveredInOrder) {
    irdma_sc_qp qp = {};

    ASSERT_EQ(post_apbvt(1, 0xa), 0);
    ASSERT_EQ(post_apbvt(2, 0xb), 0);
    ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0xc), 0);
    complete(0, 10);
    complete(1, 11, error_flag, 0xffff, 5);
    complete(2, 12);
    ASSERT_EQ(irdma_sc_poll_for_cqp_op_done(&cqp, op_resume, &info), 0) << "another command's error is not ours";
    EXPECT_EQ(info.scratch, 0xcu);

    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(info.scratch, 0xau);
    EXPECT_EQ(info.op_ret_val, 10u);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(info.scratch, 0xbu);
    EXPECT_TRUE(info.error);
    EXPECT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), -ENOENT);
    EXPECT_EQ(cqp.completed_ops.counter, 3);
}

TEST_P(Ccq, T12_AnOlderCommandOfTheSameKindIsNotTheAwaitedOne) {
    irdma_sc_qp qp = {};

    ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0x1), 0);
    ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0x2), 0);
    complete(0);
    complete(1);
    ASSERT_EQ(irdma_sc_poll_for_cqp_op_done(&cqp, op_resume, &info), 0);
    EXPECT_EQ(info.scratch, 0x2u);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(info.scratch, 0x1u);
}

TEST_P(Ccq, T12_OwnErrorsAreReported) {
    irdma_sc_qp qp = {};

    ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0), 0);
    complete(0, 0, error_flag, 0xffff, 0x8002);
    EXPECT_EQ(irdma_sc_poll_for_cqp_op_done(&cqp, op_resume, &info), -EIO);
    EXPECT_EQ(info.min_err_code, 0x8002);
}

TEST_P(Ccq, T12_KeptCompletionsAreBounded) {
    cqp.priv.kept_cnt = IRDMA_CQP_KEPT_MAX;
    EXPECT_EQ(irdma_sc_poll_for_cqp_op_done(&cqp, op_resume, &info), -EBUSY);
}

TEST_P(Ccq, BadEntriesDoNotEndPolling) {
    irdma_sc_qp qp = {};

    ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0), 0);
    complete_raw(0x1000, 0, 0, 0, 0, 0);
    complete(0);
    EXPECT_EQ(irdma_sc_poll_for_cqp_op_done(&cqp, op_resume, &info), 0);
}

// api G8: segment updates go through the CCQ only once it has reported its own creation.
TEST_P(Ccq, G08_CreationSwitchesSdUpdatesWhenItHasCompleted) {
    cqp.process_cqp_sds = irdma_update_sds_noccq;
    ASSERT_EQ(irdma_sc_ccq_create(&ccq, 0, true, false), 0);
    EXPECT_EQ(cqp.process_cqp_sds, &irdma_update_sds_noccq);
    irdma_sc_cqp_post_sq(&cqp);
    complete(0);
    ASSERT_EQ(irdma_sc_ccq_create_done(&ccq), 0);
    EXPECT_EQ(cqp.process_cqp_sds, &irdma_cqp_sds_cmd);
}

TEST_P(Ccq, G08_AFailedCreationDoesNotSwitch) {
    cqp.process_cqp_sds = irdma_update_sds_noccq;
    on_delay = [&](u32 n) {
        if (n == 1)
            complete(0, 0, error_flag, 0xffff, 1);
    };
    EXPECT_EQ(irdma_sc_ccq_create(&ccq, 0, true, true), -EIO);
    EXPECT_EQ(cqp.process_cqp_sds, &irdma_update_sds_noccq);
}

TEST_P(Ccq, DestructionIsSeenInTheRegisterAndSwitchesBack) {
    cqp.process_cqp_sds = irdma_cqp_sds_cmd;
    on_delay = [&](u32) { registers[IRDMA_CQPTAIL] = 1; };
    ASSERT_EQ(irdma_sc_ccq_destroy(&ccq, 0, true), 0);
    EXPECT_EQ(op_in_slot(0), 0x05u);
    EXPECT_EQ(claimed(), 0u);
    EXPECT_EQ(cqp.process_cqp_sds, &irdma_update_sds_noccq);
}

// cqp T9: register polling cannot tell one of several outstanding commands.
TEST_P(Ccq, T09_DestructionRefusesWhileCommandsAreOutstanding) {
    ASSERT_EQ(post_apbvt(1), 0);
    EXPECT_EQ(irdma_sc_ccq_destroy(&ccq, 0, true), -EBUSY);
    EXPECT_EQ(claimed(), 1u);
}

TEST_P(Ccq, InitChecksSizeCeqAndPageList) {
    irdma_ccq_init_info good = {};
    good.dev = &dev;
    good.cq_base = cqes;
    good.shadow_area = shadow;
    good.num_elem = ccq_size;
    good.vsi = &vsi;

    auto init = [&](auto change) {
        irdma_ccq_init_info i = good;
        irdma_sc_cq cq = {};
        change(i);
        return irdma_sc_ccq_init(&cq, &i);
    };
    EXPECT_EQ(init([](auto &) {}), 0);
    EXPECT_EQ(init([](auto &i) { i.num_elem = 0; }), -EINVAL);
    EXPECT_EQ(init([](auto &i) { i.num_elem = 1048576; }), -EINVAL);
    EXPECT_EQ(init([](auto &i) { i.ceq_id = 4; }), -EINVAL);
    EXPECT_EQ(init([](auto &i) { i.virtual_map = true; }), -EINVAL);
    hmc_obj[IRDMA_HMC_IW_PBLE].cnt = 1;
    EXPECT_EQ(init([](auto &i) { i.virtual_map = true; }), 0);
}

// ---- interim and final answers (E2000) --------------------------------------------------------------------------

constexpr u16 deferred_minor = 6, pending_minor = 7;

TEST_F(CcqGen3, APendingCommandEndsWithItsFinalEntry) {
    ASSERT_EQ(post_apbvt(1, 0x51), 0);
    complete(0, 0, 0, 0, pending_minor);
    cqes[0].buf[2] = u64(9) << 32; // out-of-order id
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_TRUE(info.pending);
    EXPECT_EQ(claimed(), 0u) << "the slot is free";
    EXPECT_EQ(cqp.completed_ops.counter, 0) << "the command is not finished";

    // cqp T20: meanwhile another command takes the slot.
    for (u32 i = 0; i < sq_size; i++) {
        irdma_sc_qp qp = {};
        ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0), 0);
        cqp.sq_ring.tail = cqp.sq_ring.head;
    }
    complete(0, 77, final_flag);
    cqes[1].buf[2] = u64(9) << 32 | 77;
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(info.scratch, 0x51u);
    EXPECT_EQ(info.op_code, op_apbvt) << "T20: the opcode of the command, not of the slot's new user";
    EXPECT_EQ(info.op_ret_val, 77u);
    EXPECT_FALSE(info.pending);
    EXPECT_EQ(cqp.completed_ops.counter, 1);
}

TEST_F(CcqGen3, AnUnknownFinalEntryHasNoOwner) {
    ASSERT_EQ(post_apbvt(1, 0x51), 0);
    complete(0, 0, final_flag);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_EQ(info.scratch, 0u);
    EXPECT_EQ(claimed(), 1u);
}

// cqp T16, api G12: a command that cannot be tracked fails now; it could never complete.
TEST_F(CcqGen3, T16_WithoutTrackingElementTheCommandFails) {
    for (u32 i = 0; i < sq_size; i++) {
        ASSERT_EQ(post_apbvt(1, i + 1), 0);
        complete(i % sq_size, 0, 0, 0, pending_minor);
        cqes[i].buf[2] = u64(i) << 32;
        ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
        EXPECT_TRUE(info.pending);
    }
    ASSERT_EQ(post_apbvt(1, 0x99), 0);
    complete(0, 0, 0, 0, pending_minor);
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    EXPECT_FALSE(info.pending);
    EXPECT_TRUE(info.error);
    EXPECT_EQ(info.scratch, 0x99u);
    EXPECT_EQ(cqp.completed_ops.counter, 1);
}

u32 finish_ticket(irdma_sc_dev *dev, u32 ticket, std::vector<u64> *cookies) {
    irdma_aeqe_info ae = {};
    u32 software_ticket = 0;
    u64 cookie;
    bool first = true;

    ae.def_info = ticket;
    for (;;) {
        irdma_sc_cqp_def_cmpl_ae_handler(dev, &ae, first, &cookie, &software_ticket);
        first = false;
        if (!cookie)
            return u32(cookies->size());
        cookies->push_back(cookie);
    }
}

// cqp T17, fault 11: one event finishes all commands of its ticket, once, and no others.
TEST_F(CcqGen3, T17_Fault11_OneTicketFinishesAllItsCommands) {
    const u32 tickets[] = {5, 5, 6, 5};

    for (u32 i = 0; i < 3; i++) {
        ASSERT_EQ(post_apbvt(1, 0x10 + i), 0);
        complete(i, 0, 0, 0, deferred_minor);
        cqes[i].buf[2] = u64(tickets[i]) << 32;
        ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
        ASSERT_TRUE(info.pending);
    }
    std::vector<u64> cookies;
    EXPECT_EQ(finish_ticket(&dev, 5, &cookies), 2u);
    EXPECT_EQ(cookies, (std::vector<u64>{0x10, 0x11}));
    cookies.clear();
    EXPECT_EQ(finish_ticket(&dev, 5, &cookies), 0u) << "only once";
    EXPECT_EQ(finish_ticket(&dev, 6, &cookies), 1u);
    EXPECT_EQ(cqp.completed_ops.counter, 3);
}

// cqp T18: ticket and event are compared at the event's width, not at 16 bits.
TEST_F(CcqGen3, T18_TicketsAreComparedAt18Bits) {
    ASSERT_EQ(post_apbvt(1, 0x21), 0);
    complete(0, 0, 0, 0, deferred_minor);
    cqes[0].buf[2] = u64(0x30007) << 32;
    ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    std::vector<u64> cookies;
    EXPECT_EQ(finish_ticket(&dev, 0x10007, &cookies), 0u);
    EXPECT_EQ(finish_ticket(&dev, 0x30007, &cookies), 1u);
}

// cqp T19, api G13: a cookie of 0 does not end the loop.
TEST_F(CcqGen3, T19_CleanupSkipsCommandsWithoutCookie) {
    for (u32 i = 0; i < 3; i++) {
        ASSERT_EQ(post_apbvt(1, i == 1 ? 0 : 0x30 + i), 0);
        complete(i, 0, 0, 0, i == 2 ? pending_minor : deferred_minor);
        cqes[i].buf[2] = u64(i) << 32;
        ASSERT_EQ(irdma_sc_ccq_get_cqe_info(&ccq, &info), 0);
    }
    EXPECT_EQ(irdma_sc_cqp_cleanup_handler(&dev), 0x30u);
    EXPECT_EQ(irdma_sc_cqp_cleanup_handler(&dev), 0x32u);
    EXPECT_EQ(irdma_sc_cqp_cleanup_handler(&dev), 0u);
    EXPECT_EQ(cqp.completed_ops.counter, 3);
}

// api G11: the handlers may be called on a generation without deferred completions.
TEST_P(Ccq, G11_HandlersAreHarmlessWithoutTrackingElements) {
    cqp.ooo_op_array = nullptr;
    std::vector<u64> cookies;
    EXPECT_EQ(irdma_sc_cqp_cleanup_handler(&dev), 0u);
    EXPECT_EQ(finish_ticket(&dev, 1, &cookies), 0u);
}

TEST_F(CcqGen3, PollingWaitsForTheFinalAnswer) {
    irdma_sc_qp qp = {};

    ASSERT_EQ(irdma_sc_resume_qp(&cqp, &qp, 0x61), 0);
    complete(0, 0, 0, 0, pending_minor);
    cqes[0].buf[2] = u64(3) << 32;
    on_delay = [&](u32 n) {
        if (n == 2) {
            complete(0, 5, final_flag);
            cqes[1].buf[2] = u64(3) << 32 | 5;
        }
    };
    ASSERT_EQ(irdma_sc_poll_for_cqp_op_done(&cqp, op_resume, &info), 0);
    EXPECT_EQ(info.op_ret_val, 5u);
    EXPECT_EQ(info.scratch, 0x61u);
}

} // namespace
