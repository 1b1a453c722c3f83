// SPDX-License-Identifier: GPL-2.0
//
// A device made of plain memory for tests of the control path: registers, CQP ring, CCQ. What "the device" does is
// written by the test itself, word by word, so that nothing here shares code with the emulated device.
#pragma once

#include <gtest/gtest.h>

#include <irdma/ctrl.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/host/os_host.h"

namespace test {

struct RegisterWrite {
    int index;
    u32 value;
    bool operator==(const RegisterWrite &) const = default;
};

class Device : public ::testing::Test {
  protected:
    static constexpr u32 sq_size = 8;
    static constexpr u32 ccq_size = 16;

    void SetUp() override { start(2); }

    void TearDown() override {
        EXPECT_EQ(irdma_host_locks_held(), 0u);
        irdma_host_set_hooks(nullptr);
    }

    // A CQP of the given generation, initialised and (unless told otherwise) running, with a CCQ.
    void start(u8 generation) {
        std::memset(&dev, 0, sizeof(dev));
        std::memset(&hw, 0, sizeof(hw));
        std::memset(&cqp, 0, sizeof(cqp));
        std::memset(&ccq, 0, sizeof(ccq));
        std::memset(&vsi, 0, sizeof(vsi));
        std::memset(&hmc_info, 0, sizeof(hmc_info));
        std::memset(hmc_obj, 0, sizeof(hmc_obj));
        std::memset(ooo, 0, sizeof(ooo));
        std::memset(registers, 0, sizeof(registers));
        std::memset(sq, 0xa5, sizeof(sq));
        std::memset(cqes, 0, sizeof(cqes));
        std::memset(shadow, 0, sizeof(shadow));
        writes.clear();
        log.clear();
        on_delay = nullptr;
        delays = 0;

        hooks = {};
        hooks.ctx = this;
        hooks.on_delay = [](void *self) { static_cast<Device *>(self)->delay(); };
        hooks.on_write = [](void *self, u32 *reg, u32 value) { static_cast<Device *>(self)->written(reg, value); };
        hooks.on_wmb = [](void *self) { static_cast<Device *>(self)->barrier(); };
        hooks.on_log = [](void *self, irdma_os_log_level, const char *line) {
            static_cast<Device *>(self)->log.emplace_back(line);
        };
        hooks.fail_alloc = [](void *self, u32 n) { return static_cast<Device *>(self)->failing_alloc == int(n); };
        irdma_host_set_hooks(&hooks);

        dev.hw = &hw;
        dev.hw_attrs.uk_attrs.hw_rev = generation;
        dev.hw_attrs.max_done_count = 5;
        dev.hw_attrs.max_sleep_count = 1;
        dev.hw_attrs.uk_attrs.min_hw_cq_size = 1;
        dev.hw_attrs.uk_attrs.max_hw_cq_size = 1048575;
        dev.hmc_info = &hmc_info;
        hmc_info.hmc_obj = hmc_obj;
        hmc_obj[IRDMA_HMC_IW_CQ].max_cnt = 64;
        hmc_obj[IRDMA_HMC_IW_QP].max_cnt = 64;
        dev.hmc_fpm_misc.max_ceqs = 4;
        for (u32 i = 0; i < IRDMA_MAX_REGS; i++)
            dev.hw_regs[i] = &registers[i];
        dev.cqp_db = &registers[IRDMA_CQPDB];
        dev.cq_arm_db = &registers[IRDMA_CQARM];
        dev.cq_ack_db = &registers[IRDMA_CQACK];
        dev.hw_masks[IRDMA_CQPSQ_CQ_CEQID_M] = generation == 1 ? 0x7f000000 : 0xffc00000;
        dev.hw_shifts[IRDMA_CQPSQ_CQ_CEQID_S] = generation == 1 ? 24 : 22;
        dev.hw_masks[IRDMA_CQPSQ_CQ_CQID_M] = generation == 1 ? 0xffff : generation == 2 ? 0x7ffff : 0x3fffff;
        vsi.dev = &dev;

        init_info = {};
        init_info.dev = &dev;
        init_info.sq = sq;
        init_info.sq_pa = 0x10000;
        init_info.host_ctx = host_ctx;
        init_info.host_ctx_pa = 0x1'2345'6780;
        init_info.scratch_array = scratch;
        init_info.sq_size = sq_size;
        init_info.ooo_op_array = ooo;
        ASSERT_EQ(irdma_sc_cqp_init(&cqp, &init_info), 0);

        ccq.dev = &dev;
        ccq.vsi = &vsi;
        ccq.cq_uk.cq_base = cqes;
        ccq.cq_uk.shadow_area = shadow;
        ccq.cq_uk.cq_size = ccq_size;
        ccq.cq_uk.cq_ring.size = ccq_size;
        ccq.cq_uk.polarity = 1;
        dev.ccq = &ccq;
        produced = 0;
        writes.clear();
    }

    // What the device writes for a finished command: @8 context, @16 result, @24 codes, index, flags, valid last.
    void complete(u32 wqe_idx, u32 result = 0, u64 flags = 0, u16 major = 0, u16 minor = 0) {
        complete_raw(reinterpret_cast<u64>(&cqp), wqe_idx, result, flags, major, minor);
    }

    void complete_raw(u64 context, u32 wqe_idx, u64 result, u64 flags, u16 major, u16 minor) {
        __le64 *cqe = cqes[produced % ccq_size].buf;
        const u64 valid = (produced / ccq_size) % 2 == 0 ? 1 : 0;

        cqe[1] = context;
        cqe[2] = result;
        cqe[3] = valid << 63 | flags | u64(wqe_idx) << 32 | u64(major) << 16 | minor;
        produced++;
    }

    static constexpr u64 error_flag = 1ull << 55;
    static constexpr u64 final_flag = 1ull << 54;

    u32 claimed() const { return (cqp.sq_ring.head + sq_size - cqp.sq_ring.tail) % sq_size; }

    u32 op_in_slot(u32 idx) const { return u32(sq[idx].elem[3] >> 32) & 0x3f; }

    u32 count_writes(int reg) const {
        u32 n = 0;
        for (const RegisterWrite &w : writes)
            n += w.index == reg;
        return n;
    }

    int post_apbvt(u16 port, u64 cookie = 0, bool ring = true) {
        irdma_apbvt_info info = {};

        info.port = port;
        info.add = true;
        return irdma_sc_manage_apbvt_entry(&cqp, &info, cookie, ring);
    }

    // An APBVT command for the command engine.
    cqp_cmds_info apbvt_command(u16 port, u64 cookie) {
        cqp_cmds_info cmd = {};

        cmd.cqp_cmd = IRDMA_OP_MANAGE_APBVT_ENTRY;
        cmd.post_sq = 1;
        cmd.in.u.manage_apbvt_entry.cqp = &cqp;
        cmd.in.u.manage_apbvt_entry.info.port = port;
        cmd.in.u.manage_apbvt_entry.info.add = true;
        cmd.in.u.manage_apbvt_entry.scratch = cookie;
        return cmd;
    }

    void delay() {
        delays++;
        if (on_delay)
            on_delay(delays);
    }

    void written(u32 *reg, u32 value) { writes.push_back({int(reg - registers), value}); }

    // At a write barrier, what a device that looks ahead would see of the slot being filled.
    void barrier() {
        const u32 idx = (cqp.sq_ring.head + cqp.sq_ring.size - 1) % cqp.sq_ring.size;
        std::memcpy(slot_at_barrier, sq[idx].elem, sizeof(slot_at_barrier));
        slot_index_at_barrier = idx;
    }

    irdma_sc_dev dev;
    irdma_hw hw;
    irdma_sc_cqp cqp;
    irdma_sc_cq ccq;
    irdma_sc_vsi vsi;
    irdma_hmc_info hmc_info;
    irdma_hmc_obj_info hmc_obj[IRDMA_HMC_IW_MAX];
    irdma_cqp_init_info init_info;
    u32 registers[IRDMA_MAX_REGS];
    alignas(512) irdma_cqp_quanta sq[sq_size];
    u64 scratch[sq_size];
    irdma_ooo_cqp_op ooo[sq_size];
    alignas(64) __le64 host_ctx[8];
    alignas(256) irdma_cqe cqes[ccq_size];
    __le64 shadow[8];
    __le64 slot_at_barrier[8];
    u32 slot_index_at_barrier;
    irdma_host_hooks hooks;
    std::vector<RegisterWrite> writes;
    std::vector<std::string> log;
    std::function<void(u32)> on_delay;
    u32 delays;
    u32 produced;
    int failing_alloc = -1;
};

// The same tests for each generation.
class EachGeneration : public Device, public ::testing::WithParamInterface<int> {
  protected:
    void SetUp() override { start(u8(GetParam())); }
};

inline std::string generation_name(const ::testing::TestParamInfo<int> &info) {
    return "gen" + std::to_string(info.param);
}

#define FOR_EACH_GENERATION(suite)                                                                                     \
    INSTANTIATE_TEST_SUITE_P(Hw, suite, ::testing::Values(1, 2, 3), test::generation_name)

} // namespace test
