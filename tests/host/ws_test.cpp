// SPDX-License-Identifier: GPL-2.0
//
// The work-scheduler tree, against a device that keeps its own list of nodes and refuses what makes no sense.
#include <map>

#include "device.h"
#include "services.h"

namespace {

using test::Device;
using test::services;

class Ws : public Device {
  protected:
    void SetUp() override {
        start(2);
        services = {};
        params = {};
        for (u8 i = 0; i < IRDMA_MAX_USER_PRIORITY; i++)
            params.up2tc[i] = i / 2; // two priorities per traffic class
        params.tc_info[1].rel_bw = 30;
        current = this;
        irdma_vsi_init_info init = {};
        init.dev = &dev;
        init.params = &params;
        init.pf_data_vsi_num = 7;
        init.register_qset = register_qset;
        init.unregister_qset = unregister_qset;
        irdma_sc_vsi_init(&vsi, &init);
        services.ws_node_cmd = [this](u8 cmd, irdma_ws_node_info *info) { return run(cmd, info); };
    }

    void TearDown() override {
        if (nodes.empty()) {
            EXPECT_EQ(dev.ws_tree_root, nullptr);
        }
        irdma_ws_discard(&vsi);
        EXPECT_EQ(dev.ws_tree_root, nullptr);
        EXPECT_EQ(registered, 0);
        EXPECT_EQ(irdma_host_live_allocations(), 0u);
        services = {};
        Device::TearDown();
    }

    static int register_qset(irdma_sc_vsi *, irdma_ws_node *node) {
        Ws &self = *current;

        self.calls.push_back("register " + std::to_string(node->qs_handle));
        if (self.register_result)
            return self.register_result;
        self.registered++;
        node->l2_sched_node_id = 500u + node->traffic_class;
        node->lan_qos_handle = 600u + node->traffic_class;
        return 0;
    }

    static void unregister_qset(irdma_sc_vsi *, irdma_ws_node *node) {
        Ws &self = *current;

        self.calls.push_back("unregister " + std::to_string(node->qs_handle));
        self.registered--;
    }

    int run(u8 cmd, irdma_ws_node_info *info) {
        static const char *const names[] = {"add", "modify", "delete"};
        const std::string name = names[cmd - IRDMA_OP_WS_ADD_NODE];

        calls.push_back(name + " " + std::to_string(info->id));
        EXPECT_EQ(info->vsi, 7);
        // The nth command counts from 0.
        const u32 n = commands++;
        if (failing.contains(n))
            return failing[n];
        if (cmd == IRDMA_OP_WS_ADD_NODE) {
            EXPECT_FALSE(nodes.contains(info->id)) << "id used twice";
            EXPECT_TRUE(info->id == 0 || nodes.contains(info->parent_id)) << "no parent";
            nodes[info->id] = *info;
            info->qs_handle = u16(100 + info->id);
            return 0;
        }
        EXPECT_TRUE(nodes.contains(info->id)) << "unknown node " << info->id;
        nodes[info->id] = *info;
        if (cmd == IRDMA_OP_WS_DELETE_NODE) {
            for (const auto &[id, node] : nodes)
                EXPECT_TRUE(id == info->id || node.parent_id != info->id) << "deleted with children";
            nodes.erase(info->id);
        }
        return 0;
    }

    using Calls = std::vector<std::string>;

    inline static Ws *current;
    irdma_l2params params;
    std::map<u16, irdma_ws_node_info> nodes;
    std::map<u32, int> failing;
    u32 commands = 0;
    int registered = 0;
    int register_result = 0;
    Calls calls;
};

TEST_F(Ws, TheFirstLeafMakesTheTreeAndServesItsTrafficClass) {
    ASSERT_EQ(irdma_ws_add(&vsi, 2), 0);
    EXPECT_EQ(calls, (Calls{"add 0", "add 1", "add 2", "register 102", "modify 2"}));
    EXPECT_EQ(nodes[2].weight, 30);
    EXPECT_EQ(nodes[2].tc, 1);
    EXPECT_EQ(nodes[2].prio_type, IRDMA_PRIO_WEIGHTED_RR);
    EXPECT_EQ(nodes[2].parent_id, 1);
    EXPECT_TRUE(nodes[2].type_leaf);
    EXPECT_TRUE(nodes[2].enable);
    EXPECT_FALSE(nodes[1].type_leaf);
    EXPECT_EQ(nodes[1].weight, 1);
    for (u32 pri = 0; pri < IRDMA_MAX_USER_PRIORITY; pri++)
        EXPECT_EQ(vsi.qos[pri].valid, pri == 2 || pri == 3) << pri;
    EXPECT_EQ(vsi.qos[3].qs_handle, 102);
    EXPECT_EQ(vsi.qos[3].l2_sched_node_id, 501u);
    EXPECT_EQ(vsi.qos[3].lan_qos_handle, 601u);
    calls.clear();
    EXPECT_EQ(irdma_ws_add(&vsi, 3), 0);
    EXPECT_EQ(calls, Calls{});
    EXPECT_EQ(irdma_ws_add(&vsi, 0), 0);
    EXPECT_EQ(calls, (Calls{"add 3", "register 103", "modify 3"}));
    EXPECT_EQ(nodes[3].weight, 1);
    irdma_ws_reset(&vsi);
    EXPECT_TRUE(nodes.empty());
}

TEST_F(Ws, NothingIsBuiltWhileTrafficClassesChange) {
    vsi.tc_change_pending = true;
    EXPECT_EQ(irdma_ws_add(&vsi, 0), -EBUSY);
    EXPECT_EQ(irdma_ws_add(&vsi, 8), -EINVAL);
    EXPECT_EQ(calls, Calls{});
}

// driver T19: queue set before node, and the reason of a failure is kept.
TEST_F(Ws, T19_TheQueueSetIsUnregisteredBeforeItsNodeIsDeleted) {
    ASSERT_EQ(irdma_ws_add(&vsi, 0), 0);
    calls.clear();
    irdma_ws_remove(&vsi, 1);
    EXPECT_EQ(calls, (Calls{"unregister 102", "delete 2", "delete 1", "delete 0"}));
    EXPECT_FALSE(vsi.qos[0].valid);
}

TEST_F(Ws, T19_EveryFailingStepIsReportedAndLeavesNothingBehind) {
    for (u32 step = 0; step < 4; step++) {
        failing = {{commands + step, -EIO}};
        EXPECT_EQ(irdma_ws_add(&vsi, 0), -EIO) << step;
        EXPECT_TRUE(nodes.empty()) << step;
        EXPECT_EQ(dev.ws_tree_root, nullptr) << step;
        EXPECT_EQ(registered, 0) << step;
        EXPECT_FALSE(vsi.qos[0].valid);
    }
    failing.clear();
    register_result = -ENOSPC;
    EXPECT_EQ(irdma_ws_add(&vsi, 0), -ENOSPC);
    EXPECT_TRUE(nodes.empty());
}

TEST_F(Ws, EveryFailingAllocationIsReported) {
    for (int n = 0; n < 3; n++) {
        irdma_host_set_hooks(&hooks); // counts allocations from 0 again
        failing_alloc = n;
        EXPECT_EQ(irdma_ws_add(&vsi, 0), -ENOMEM) << n;
        EXPECT_TRUE(nodes.empty());
    }
    failing_alloc = -1;
    EXPECT_EQ(irdma_ws_add(&vsi, 0), 0);
}

TEST_F(Ws, NoFreeNodeIdIsReported) {
    services.next_ws_node_id = IRDMA_WS_NODE_INVALID;
    EXPECT_EQ(irdma_ws_add(&vsi, 0), -ENOSPC);
    EXPECT_TRUE(nodes.empty());
}

TEST_F(Ws, T19_ANodeTheDeviceKeepsIsUsedAgain) {
    ASSERT_EQ(irdma_ws_add(&vsi, 0), 0);
    failing = {{commands, -EIO}};
    irdma_ws_remove(&vsi, 0);
    EXPECT_EQ(nodes.size(), 3u);
    EXPECT_EQ(registered, 0);
    EXPECT_FALSE(vsi.qos[0].valid);
    calls.clear();
    EXPECT_EQ(irdma_ws_add(&vsi, 0), 0);
    EXPECT_EQ(calls, (Calls{"register 102", "modify 2"}));
    irdma_ws_remove(&vsi, 0);
    EXPECT_TRUE(nodes.empty());
}

TEST_F(Ws, T19_AParentTheDeviceKeepsIsUsedAgain) {
    ASSERT_EQ(irdma_ws_add(&vsi, 0), 0);
    failing = {{commands + 1, -EIO}};
    irdma_ws_remove(&vsi, 0);
    EXPECT_EQ(nodes.size(), 2u);
    EXPECT_EQ(irdma_ws_add(&vsi, 0), 0);
    EXPECT_EQ(nodes.size(), 3u);
}

// driver T19, fault 25: used by another priority of the traffic class.
TEST_F(Ws, F25_ALeafInUseByAnyPriorityOfItsTrafficClassStays) {
    irdma_sc_qp qp = {};

    qp.dev = &dev;
    qp.vsi = &vsi;
    qp.user_pri = 3;
    irdma_qp_add_qos(&qp);
    EXPECT_EQ(qp.qs_handle, 102);
    calls.clear();
    irdma_ws_remove(&vsi, 2);
    EXPECT_EQ(calls, Calls{});
    EXPECT_TRUE(vsi.qos[2].valid);
    EXPECT_TRUE(vsi.qos[3].valid);
    irdma_qp_rem_qos(&qp);
    irdma_ws_remove(&vsi, 2);
    EXPECT_TRUE(nodes.empty());
    EXPECT_FALSE(vsi.qos[3].valid);
}

TEST_F(Ws, ResetRemovesLeavesInUseToo) {
    irdma_sc_qp qp = {};

    qp.dev = &dev;
    qp.vsi = &vsi;
    irdma_qp_add_qos(&qp);
    ASSERT_EQ(irdma_ws_add(&vsi, 6), 0);
    irdma_ws_reset(&vsi);
    EXPECT_TRUE(nodes.empty());
    EXPECT_EQ(registered, 0);
    irdma_qp_rem_qos(&qp);
}

TEST_F(Ws, DiscardReleasesATreeTheDeviceNoLongerAnswersFor) {
    ASSERT_EQ(irdma_ws_add(&vsi, 0), 0);
    for (u32 i = 0; i < 100; i++)
        failing[commands + i] = -ETIMEDOUT;
    irdma_ws_reset(&vsi);
    EXPECT_NE(dev.ws_tree_root, nullptr);
    // The rest is in TearDown().
}

} // namespace
