// SPDX-License-Identifier: GPL-2.0
//
// QPs per priority: lists, suspend and resume, L2 parameters, VSI init.
#include <algorithm>

#include "core/l2params.h"
#include "device.h"
#include "services.h"

namespace {

using test::Device;
using test::services;

// Two locks at once are the ws_mutex and a qos_mutex, in this order.
bool any_qos_mutex_held(const irdma_sc_vsi &vsi) {
    return std::any_of(std::begin(vsi.qos), std::end(vsi.qos),
                       [](const irdma_qos &q) { return q.qos_mutex.storage[0]; });
}

class Qos : public Device {
  protected:
    void SetUp() override { start_vsi(2); }

    void TearDown() override {
        services = {};
        EXPECT_FALSE(any_qos_mutex_held(vsi));
        Device::TearDown();
    }

    void start_vsi(u8 generation) {
        start(generation);
        services = {};
        calls.clear();
        ws_result = 0;
        ws_makes_leaf = true;
        params = {};
        params.mtu = 1500;
        for (u8 i = 0; i < IRDMA_MAX_USER_PRIORITY; i++)
            params.up2tc[i] = i;
        init = {};
        init.dev = &dev;
        init.params = &params;
        irdma_sc_vsi_init(&vsi, &init);
        current = this;
        if (generation == 2)
            dev.ws_add = ws_add;
        services.suspend_resume = [this](irdma_sc_qp *qp, u8 cmd) { return post(qp, cmd); };
        services.modify_to_err = [this](irdma_sc_qp *qp) {
            EXPECT_FALSE(any_qos_mutex_held(vsi));
            EXPECT_EQ(cqp.priv.cork_depth, 0u);
            calls.push_back("error " + std::to_string(qp->qp_uk.qp_id));
        };
    }

    static int ws_add(irdma_sc_vsi *vsi, u8 pri) {
        Qos &self = *current;

        EXPECT_FALSE(any_qos_mutex_held(*vsi));
        EXPECT_EQ(self.cqp.priv.cork_depth, 0u) << "the scheduler would wait for a doorbell that is held back";
        self.calls.push_back("leaf " + std::to_string(pri));
        if (!self.ws_result && self.ws_makes_leaf) {
            vsi->qos[pri].qs_handle = u16(100 + pri);
            vsi->qos[pri].valid = true;
        }
        return self.ws_result;
    }

    int post(irdma_sc_qp *qp, u8 cmd) {
        const std::string line = (cmd == IRDMA_OP_SUSPEND ? "suspend " : "resume ") + std::to_string(qp->qp_uk.qp_id);

        calls.push_back(line);
        return on_post ? on_post(qp, cmd) : 0;
    }

    void init_qp(irdma_sc_qp &qp, u32 id, u8 pri) {
        qp = {};
        qp.dev = &dev;
        qp.vsi = &vsi;
        qp.qp_uk.qp_id = id;
        qp.user_pri = pri;
    }

    // Three QPs at priority 3, seen from the head: 2, 1, 0.
    void add_three() {
        for (u32 i = 0; i < 3; i++) {
            init_qp(qp[i], i, 3);
            irdma_qp_add_qos(&qp[i]);
        }
        calls.clear();
    }

    void change_traffic_classes() {
        params.tc_changed = true;
        irdma_change_l2params(&vsi, &params);
    }

    using Calls = std::vector<std::string>;

    inline static Qos *current;
    irdma_l2params params;
    irdma_vsi_init_info init;
    irdma_sc_qp qp[3];
    Calls calls;
    int ws_result;
    bool ws_makes_leaf;
    std::function<int(irdma_sc_qp *, u8)> on_post;
};

// objects T24, api G34: user_pri may change while the QP is listed.
TEST_F(Qos, T24_ChangedPriorityDoesNotChangeTheListAQpIsTakenOff) {
    add_three();
    qp[1].user_pri = 6;
    // The host's mutex refuses to be taken twice: with priority 6 locked, only the lock of 3 may be used.
    vsi.qos[6].qos_mutex.storage[0] = 1;
    irdma_qp_rem_qos(&qp[1]);
    vsi.qos[6].qos_mutex.storage[0] = 0;
    EXPECT_FALSE(qp[1].on_qoslist);
    EXPECT_EQ(irdma_get_qp_from_list(&vsi.qos[3].qplist, nullptr), &qp[2]);
    EXPECT_EQ(irdma_get_qp_from_list(&vsi.qos[3].qplist, &qp[2]), &qp[0]);
    EXPECT_EQ(irdma_get_qp_from_list(&vsi.qos[3].qplist, &qp[0]), nullptr);
    irdma_qp_add_qos(&qp[1]);
    EXPECT_EQ(irdma_get_qp_from_list(&vsi.qos[6].qplist, nullptr), &qp[1]);
}

TEST_F(Qos, T18_PriorityAbove7IsRefused) {
    init_qp(qp[0], 0, 8);
    irdma_qp_add_qos(&qp[0]);
    EXPECT_FALSE(qp[0].on_qoslist);
    EXPECT_EQ(log.size(), 1u);
}

// Fault 25: a leaf removed between irdma_ws_add() of the caller and joining.
TEST_F(Qos, F25_JoiningAPriorityWhoseLeafWasRemovedMakesItAgain) {
    init_qp(qp[0], 0, 5);
    irdma_qp_add_qos(&qp[0]);
    EXPECT_EQ(calls, Calls{"leaf 5"});
    EXPECT_EQ(qp[0].qs_handle, 105);
    EXPECT_TRUE(qp[0].on_qoslist);
}

TEST_F(Qos, F25_AQpWithoutAQueueSetGetsOneAtTheNextResume) {
    ws_result = -EBUSY;
    init_qp(qp[0], 0, 5);
    irdma_qp_add_qos(&qp[0]);
    EXPECT_TRUE(qp[0].on_qoslist);
    ws_result = 0;
    calls.clear();
    change_traffic_classes();
    EXPECT_EQ(calls, (Calls{"leaf 5", "resume 0"}));
    EXPECT_EQ(qp[0].qs_handle, 105);
}

TEST_F(Qos, T25_ASuspendIsCountedBeforeItsEventCanCome) {
    add_three();
    on_post = [&](irdma_sc_qp *q, u8) {
        EXPECT_GE(vsi.qp_suspend_reqs.counter, 1);
        irdma_qp_suspend_done(q);
        EXPECT_EQ(vsi.qp_suspend_reqs.counter, 0);
        return 0;
    };
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 0);
}

TEST_F(Qos, T25_ARefusedSuspendIsNotCountedAndItsQpNotResumed) {
    add_three();
    on_post = [](irdma_sc_qp *q, u8 cmd) { return cmd == IRDMA_OP_SUSPEND && q->qp_uk.qp_id == 1 ? -ENOMEM : 0; };
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    EXPECT_EQ(calls, (Calls{"suspend 2", "suspend 1", "suspend 0"}));
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 2);
    EXPECT_EQ(log.size(), 1u);
    calls.clear();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(calls, (Calls{"resume 2", "resume 0"}));
}

TEST_F(Qos, T25_AQpThatIsSuspendedAlreadyIsNotSuspendedAgain) {
    add_three();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    calls.clear();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    EXPECT_EQ(calls, Calls{});
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 3);
}

TEST_F(Qos, T25_AQpThatLeavesReleasesItsCountAndItsLateEventChangesNothing) {
    add_three();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    irdma_qp_rem_qos(&qp[1]);
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 2);
    EXPECT_FALSE(irdma_qp_suspend_done(&qp[1]));
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 2);
    EXPECT_FALSE(irdma_qp_suspend_done(&qp[0]));
    EXPECT_TRUE(irdma_qp_suspend_done(&qp[2]));
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 0);
}

// Fault 17: events are lost, the next round starts from zero.
TEST_F(Qos, F17_AfterAResumeNothingIsCountedAnyMore) {
    add_three();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    irdma_qp_suspend_done(&qp[0]);
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 0);
    EXPECT_FALSE(irdma_qp_suspend_done(&qp[1]));
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 0);
}

TEST_F(Qos, T26_QpsWithoutALeafGoToErrorWithNoLockHeldAndMayLeaveFromThere) {
    add_three();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    for (irdma_qos &q : vsi.qos)
        q.valid = false;
    calls.clear();
    ws_result = -ENOMEM;
    services.modify_to_err = [&](irdma_sc_qp *q) {
        EXPECT_FALSE(any_qos_mutex_held(vsi));
        calls.push_back("error " + std::to_string(q->qp_uk.qp_id));
        irdma_qp_rem_qos(q);
    };
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(calls, (Calls{"leaf 3", "resume 2", "error 2", "leaf 3", "resume 1", "error 1", "leaf 3", "resume 0",
                            "error 0"}));
    EXPECT_EQ(irdma_get_qp_from_list(&vsi.qos[3].qplist, nullptr), nullptr);
    for (irdma_sc_qp &q : qp)
        EXPECT_FALSE(q.priv.held);
}

TEST_F(Qos, T26_AQpThatLeavesBeforeItsTurnIsNotTouched) {
    add_three();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    vsi.qos[3].valid = false;
    ws_result = -ENOMEM;
    calls.clear();
    services.modify_to_err = [&](irdma_sc_qp *) {
        if (!qp[1].on_qoslist)
            return;
        irdma_qp_rem_qos(&qp[1]);
        irdma_qp_wait_unheld(&qp[1]);
        qp[1] = {}; // released
    };
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(calls, (Calls{"leaf 3", "resume 2", "leaf 3", "resume 0"}));
}

TEST_F(Qos, T26_ASuspendedQpThatMovesToAListAlreadyDoneIsResumedThere) {
    add_three();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    vsi.qos[1].valid = true;
    vsi.qos[1].qs_handle = 101;
    vsi.qos[3].valid = false;
    ws_result = -ENOMEM;
    calls.clear();
    services.modify_to_err = [&](irdma_sc_qp *q) {
        if (q != &qp[2])
            return;
        irdma_qp_rem_qos(&qp[0]);
        qp[0].user_pri = 1;
        irdma_qp_add_qos(&qp[0]);
    };
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(calls, (Calls{"leaf 3", "resume 2", "leaf 3", "resume 1", "resume 0"}));
    EXPECT_EQ(qp[0].qs_handle, 101);
}

TEST_F(Qos, RefusedResumeStopsNobodyAndIsTriedAgain) {
    add_three();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    on_post = [](irdma_sc_qp *q, u8) { return q->qp_uk.qp_id == 1 ? -ENOMEM : 0; };
    calls.clear();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(calls, (Calls{"resume 2", "resume 1", "resume 0"}));
    on_post = nullptr;
    calls.clear();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(calls, Calls{"resume 1"});
}

TEST_F(Qos, OtherOperationsDoNothing) {
    add_three();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_QP_CREATE);
    EXPECT_EQ(calls, Calls{});
}

// The host ends the process when a mutex is taken that is taken already.
TEST_F(Qos, T27_TheTableIsRewrittenUnderItsMutexes) {
    for (irdma_qos &q : vsi.qos) {
        q.qos_mutex.storage[0] = 1;
        EXPECT_DEATH(core::load_qos(&vsi, &params), "mutex taken twice");
        q.qos_mutex.storage[0] = 0;
    }
    dev.ws_mutex.storage[0] = 1;
    EXPECT_DEATH(change_traffic_classes(), "mutex taken twice");
    dev.ws_mutex.storage[0] = 0;
}

TEST_F(Qos, AChangeOfTrafficClassesLoadsTheTable) {
    params.up2tc[3] = 5;
    params.tc_info[5].rel_bw = 9;
    vsi.tc_change_pending = true;
    change_traffic_classes();
    EXPECT_EQ(vsi.qos[3].traffic_class, 5);
    EXPECT_EQ(vsi.qos[3].rel_bw, 9);
    EXPECT_FALSE(vsi.tc_change_pending);
}

TEST_F(Qos, T28_TheCallersParametersStayAsTheyAre) {
    params.dscp_mode = true;
    params.up2tc[2] = 7;
    params.dscp_map[9] = 4;
    const irdma_l2params before = params;
    irdma_sc_vsi_init(&vsi, &init);
    EXPECT_EQ(std::memcmp(&params, &before, sizeof(params)), 0);
    EXPECT_EQ(vsi.qos[2].traffic_class, 2);
    EXPECT_EQ(vsi.dscp_map[9], 4);
}

TEST_F(Qos, T18_TrafficClassesAndDscpPrioritiesAbove7AreTakenAs0) {
    params.up2tc[4] = 200;
    irdma_sc_vsi_init(&vsi, &init);
    EXPECT_EQ(vsi.qos[4].traffic_class, 0);
    EXPECT_EQ(log.size(), 1u);
    params.dscp_mode = true;
    params.dscp_map[63] = 8;
    irdma_sc_vsi_init(&vsi, &init);
    EXPECT_EQ(vsi.dscp_map[63], 0);
    EXPECT_EQ(vsi.qos[4].traffic_class, 4);
    EXPECT_EQ(log.size(), 2u);
}

TEST_F(Qos, G35_InitSetsTheCountOfSuspends) {
    vsi.qp_suspend_reqs.counter = 7;
    irdma_sc_vsi_init(&vsi, &init);
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 0);
}

TEST_F(Qos, T38_TheSchedulerIsChosenByGenerationWhateverTheVsiBrings) {
    for (int generation : {1, 2, 3}) {
        start_vsi(u8(generation));
        irdma_sc_vsi_init(&vsi, &init);
        EXPECT_EQ(dev.ws_add == irdma_ws_add, generation == 2);
        EXPECT_EQ(dev.ws_remove == irdma_ws_remove, generation == 2);
        EXPECT_EQ(dev.ws_reset == irdma_ws_reset, generation == 2);
        if (generation != 2) {
            EXPECT_EQ(dev.ws_add(&vsi, 0), 0);
        }
    }
}

TEST_F(Qos, MtuRebuildsAnExceptionQueueThatExists) {
    u32 rebuilt = 0;
    char ieq;

    services.reinitialize_ieq = [&](irdma_sc_vsi *v) { rebuilt += v->mtu; };
    params.mtu = 9000;
    params.mtu_changed = true;
    irdma_change_l2params(&vsi, &params);
    EXPECT_EQ(rebuilt, 0u);
    vsi.ieq = reinterpret_cast<irdma_puda_rsrc *>(&ieq);
    irdma_change_l2params(&vsi, &params);
    EXPECT_EQ(rebuilt, 9000u);
}

// ---- batches ----

class QosBatch : public Qos, public ::testing::WithParamInterface<int> {
  protected:
    static constexpr u32 qp_count = 10000;

    void SetUp() override {
        start_vsi(u8(GetParam()));
        qps.resize(qp_count);
        commands.resize(qp_count);
        dev.hmc_info->hmc_obj[IRDMA_HMC_IW_QP].max_cnt = qp_count;
        for (u32 i = 0; i < qp_count; i++) {
            init_qp(qps[i], i, u8(i % IRDMA_MAX_USER_PRIORITY));
            irdma_qp_add_qos(&qps[i]);
        }
        on_post = [this](irdma_sc_qp *q, u8 cmd) { return queue(q, cmd); };
        calls.clear();
        writes.clear();
    }

    int queue(irdma_sc_qp *q, u8 cmd) {
        cqp_cmds_info &c = commands[q->qp_uk.qp_id];

        if (failing(q))
            return -ENOMEM;
        c = {};
        c.cqp_cmd = cmd;
        c.post_sq = 1;
        c.in.u.suspend_resume.cqp = &cqp;
        c.in.u.suspend_resume.qp = q;
        c.in.u.suspend_resume.scratch = q->qp_uk.qp_id;
        // The device is fast: what was rung is done before the next command.
        if (device_runs && irdma_cqp_ring_full(&cqp)) {
            EXPECT_EQ(registers[IRDMA_CQPDB], cqp.sq_ring.head);
            cqp.sq_ring.tail = cqp.sq_ring.head;
        }
        return irdma_process_cqp_cmd(&dev, &c);
    }

    bool failing(const irdma_sc_qp *q) const { return fail_every && q->qp_uk.qp_id % fail_every == 0; }

    std::vector<irdma_sc_qp> qps;
    std::vector<cqp_cmds_info> commands;
    bool device_runs = true;
    u32 fail_every = 0;
};

INSTANTIATE_TEST_SUITE_P(Hw, QosBatch, ::testing::Values(1, 2, 3), test::generation_name);

TEST_P(QosBatch, TenThousandQpsRingOncePerFullRing) {
    constexpr u32 expected = (qp_count + sq_size - 2) / (sq_size - 1);

    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    EXPECT_EQ(calls.size(), qp_count);
    EXPECT_EQ(count_writes(IRDMA_CQPDB), expected);
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, int(qp_count));

    cqp.sq_ring.tail = cqp.sq_ring.head;
    writes.clear();
    calls.clear();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(calls.size(), qp_count);
    EXPECT_EQ(count_writes(IRDMA_CQPDB), expected);
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, 0);
}

// Once when the ring is full, at most once more at the end of the batch.
TEST_P(QosBatch, WithASlowDeviceTheDoorbellRingsForAFullRingAndTheRestWaits) {
    device_runs = false;
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    EXPECT_LE(count_writes(IRDMA_CQPDB), 2u);
    EXPECT_EQ(cqp.priv.cork_depth, 0u);
    EXPECT_EQ(claimed(), sq_size - 1);
    u32 waiting = 0;
    for (list_head *e = dev.cqp_cmd_head.next; e != &dev.cqp_cmd_head; e = e->next)
        waiting++;
    EXPECT_EQ(waiting, qp_count - (sq_size - 1));
}

TEST_P(QosBatch, AFailingQpNeitherStopsTheOthersNorIsLost) {
    fail_every = 10;
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    EXPECT_EQ(vsi.qp_suspend_reqs.counter, int(qp_count - qp_count / 10));
    fail_every = 0;
    calls.clear();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_RESUME);
    EXPECT_EQ(calls.size(), qp_count - qp_count / 10);
    calls.clear();
    irdma_sc_suspend_resume_qps(&vsi, IRDMA_OP_SUSPEND);
    EXPECT_EQ(calls.size(), qp_count);
}

} // namespace
