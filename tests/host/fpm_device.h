// SPDX-License-Identifier: GPL-2.0
//
// A device that knows the commands about the host memory cache: FPM query and commit, features, segment updates. It
// shares no code with core. Used by the host tests and the fuzz targets; it reports what the driver does wrong in
// `complaints` instead of failing a test.
#pragma once

#include <irdma/ctrl.h>

#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "os/host/os_host.h"

namespace test {

class FpmDevice {
  public:
    static constexpr u32 sq_size = 8;

    explicit FpmDevice(u8 generation, u8 protocol = IRDMA_ROCE_PROTOCOL_ONLY) {
        std::memset(static_cast<void *>(&dev), 0, sizeof(dev));
        std::memset(static_cast<void *>(&hmc_info), 0, sizeof(hmc_info));
        std::memset(static_cast<void *>(&cqp), 0, sizeof(cqp));
        std::memset(hmc_obj, 0, sizeof(hmc_obj));
        hooks.ctx = this;
        hooks.on_write = [](void *self, u32 *reg, u32 value) { static_cast<FpmDevice *>(self)->written(reg, value); };
        hooks.on_log = [](void *self, irdma_os_log_level level, const char *line) {
            if (level != IRDMA_OS_LOG_DEBUG)
                static_cast<FpmDevice *>(self)->log.emplace_back(line);
        };
        hooks.fail_alloc = [](void *self, u32 n) { return static_cast<FpmDevice *>(self)->fails(n); };
        irdma_host_set_hooks(&hooks);
        live_at_start = irdma_host_live_allocations();

        dev.hw = &hw;
        dev.cqp = &cqp;
        dev.hmc_info = &hmc_info;
        hmc_info.hmc_obj = hmc_obj;
        dev.hw_attrs.uk_attrs.hw_rev = generation;
        dev.privileged = generation < 3;
        dev.hw_attrs.first_hw_vf_fpm_id = generation == 1 ? 16 : generation == 2 ? 8 : 0;
        dev.hw_attrs.max_hw_ird = generation == 1 ? 63 : generation == 2 ? 127 : 64;
        dev.hw_attrs.max_hw_ord = dev.hw_attrs.max_hw_ird;
        dev.hw_attrs.max_hw_wqes = generation == 1 ? 2048 : 32768;
        dev.hw_attrs.max_done_count = 3;
        dev.hw_attrs.max_sleep_count = 1;
        dev.hw_masks[IRDMA_COMMIT_FPM_CQCNT_M] = generation == 1 ? 0x3ffff : generation == 2 ? 0xfffff : 0x3fffff;
        for (u32 i = 0; i < IRDMA_MAX_REGS; i++)
            dev.hw_regs[i] = &registers[i];
        if (generation == 3)
            dev.hw_regs[IRDMA_PFHMC_PDINV] = nullptr;
        dev.cqp_db = &registers[IRDMA_CQPDB];
        dev.fpm_query_buf = query_buf;
        dev.fpm_query_buf_pa = address(query_buf);
        dev.fpm_commit_buf = commit_buf;
        dev.fpm_commit_buf_pa = address(commit_buf);

        irdma_cqp_init_info info = {};
        info.dev = &dev;
        info.sq = sq;
        info.sq_pa = address(sq);
        info.host_ctx = host_ctx;
        info.host_ctx_pa = address(host_ctx);
        info.scratch_array = scratch;
        info.sq_size = sq_size;
        info.ooo_op_array = ooo;
        info.protocol_used = irdma_protocol_used(protocol);
        info.hmc_profile = IRDMA_HMC_PROFILE_DEFAULT;
        if (irdma_sc_cqp_init(&cqp, &info))
            complaints.emplace_back("no CQP");
        cqp.sdbuf.va = sdbuf;
        cqp.sdbuf.pa = address(sdbuf);
        current() = this;
        cqp.process_cqp_sds = update_or_refuse;
    }

    ~FpmDevice() { irdma_host_set_hooks(nullptr); }
    FpmDevice(const FpmDevice &) = delete;
    FpmDevice &operator=(const FpmDevice &) = delete;

    static u64 address(const void *object) { return reinterpret_cast<u64>(object); }

    u32 leaked() const { return irdma_host_live_allocations() - live_at_start; }

    void complain(const std::string &text) { complaints.push_back(text); }

    irdma_sc_dev dev;
    irdma_hw hw = {};
    irdma_sc_cqp cqp;
    irdma_hmc_info hmc_info;
    irdma_hmc_obj_info hmc_obj[IRDMA_HMC_IW_MAX];

    __le64 query[25] = {};                        // the answer to the query
    std::function<void(__le64 *words)> on_commit; // changes the request into the answer
    std::function<void(__le64 *words, u32 bytes)> on_features;
    std::map<u32, u64> segments; // valid ones: index -> data
    std::vector<u32> ops;        // of all commands
    std::vector<u32> set_once;   // segments in the order they were set
    std::vector<u32> pd_invalidates;
    u64 requested[26] = {};
    u32 commits = 0;
    u32 updates = 0;
    std::function<int(u32 op, u32 nth)> fate; // 0: done; -EIO: refused; -ETIMEDOUT: no answer
    u32 refuse_update = ~0u;                  // segment update (from 0) that the device refuses without harm to the CQP
    u32 asked_updates = 0;
    u32 fail_first = ~0u; // allocations that fail: from this one on ..
    u32 fail_last = ~0u;  // .. to this one
    u32 allocations = 0;
    std::vector<std::string> log;
    std::vector<std::string> complaints;

  private:
    // The latest one; there is one set of hooks too.
    static FpmDevice *&current() {
        static FpmDevice *device;
        return device;
    }

    static int update_or_refuse(irdma_sc_dev *dev, irdma_update_sds_info *info) {
        return current()->asked_updates++ == current()->refuse_update ? -EIO : irdma_update_sds_noccq(dev, info);
    }

    bool fails(u32 n) {
        allocations = n + 1;
        return n >= fail_first && n <= fail_last;
    }

    void written(u32 *reg, u32 value) {
        if (reg == &registers[IRDMA_PFHMC_PDINV])
            pd_invalidates.push_back(value);
        if (reg != &registers[IRDMA_CQPDB])
            return;
        u32 &tail = registers[IRDMA_CQPTAIL];
        for (u32 slot = tail & 0x7ff; slot != value; slot = (slot + 1) % sq_size) {
            const int err = execute(sq[slot].elem);

            if (err == -ETIMEDOUT)
                return;
            tail = (slot + 1) % sq_size | (err ? 1u << 31 : 0);
            registers[IRDMA_CQPERRCODES] = err ? 0x80010001 : 0;
        }
    }

    int execute(const __le64 *wqe) {
        const u32 op = u32(wqe[3] >> 32) & 0x3f;
        ops.push_back(op);
        const int err = fate ? fate(op, u32(ops.size() - 1)) : 0;

        if (op == 0x1f && err != -EIO)
            update_segments(wqe);
        if (err)
            return err;
        if (op == 0x20)
            std::memcpy(reinterpret_cast<void *>(wqe[4]), query, sizeof(query));
        if (op == 0x21)
            commit(reinterpret_cast<__le64 *>(wqe[4]));
        if (op == 0x12 && on_features)
            on_features(reinterpret_cast<__le64 *>(wqe[4]), u32(wqe[3]));
        return 0;
    }

    void commit(__le64 *words) {
        std::memcpy(requested, words, sizeof(requested));
        commits++;
        if (on_commit)
            on_commit(words);
    }

    void update_segments(const __le64 *wqe) {
        const __le64 *more = reinterpret_cast<const __le64 *>(wqe[2] & ~0x7full);
        const u32 count = u32(wqe[3]) & 0xf;

        updates++;
        update(u32(wqe[0]), wqe[1]);
        if (wqe[4] >> 63)
            update(u32(wqe[4]), wqe[5]);
        if (wqe[6] >> 63)
            update(u32(wqe[6]), wqe[7]);
        for (u32 i = 0; i < count; i++)
            update(u32(more[2 * i]), more[2 * i + 1]);
    }

    void update(u32 command, u64 data) {
        const u32 index = command & 0xfff;

        if ((command & ~0xfffu) != 0x80008000)
            complain("segment command " + std::to_string(command));
        if ((data & 0xffc) != 512 << 2)
            complain("segment with other than 512 pages");
        if (!(data & 1)) {
            segments.erase(index);
            return;
        }
        if (segments.count(index))
            complain("segment " + std::to_string(index) + " set twice");
        segments[index] = data;
        set_once.push_back(index);
    }

    u32 registers[IRDMA_MAX_REGS] = {};
    alignas(512) irdma_cqp_quanta sq[sq_size] = {};
    alignas(128) u8 sdbuf[sq_size * IRDMA_UPDATE_SD_BUFF_SIZE] = {};
    alignas(64) __le64 host_ctx[8] = {};
    alignas(64) __le64 query_buf[25] = {};
    alignas(64) __le64 commit_buf[26] = {};
    u64 scratch[sq_size] = {};
    irdma_ooo_cqp_op ooo[sq_size] = {};
    irdma_host_hooks hooks = {};
    u32 live_at_start;
};

// Byte offset of each type's word in the query (255: none) and in the commit, from the specification's table.
inline constexpr u8 query_offset[IRDMA_HMC_IW_MAX] = {8,  16, 24,  32,  40,  255, 48,  56,  64,  72, 80,
                                                      88, 96, 104, 112, 128, 136, 144, 152, 160, 168};
inline constexpr u8 commit_offset[IRDMA_HMC_IW_MAX] = {0,  8,  16,  24,  32,  40,  48,  56,  64,  72, 80,
                                                       88, 96, 104, 112, 128, 136, 144, 152, 160, 168};

// What a sane device answers: what was asked for, one object type behind the other.
inline void grant_as_requested(FpmDevice &device, __le64 *words, u64 first_base = 0) {
    u64 base = first_base;

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++) {
        __le64 &word = words[commit_offset[type] / 8];
        const bool vector = type == IRDMA_HMC_IW_APBVT_ENTRY;
        const u64 count = vector ? device.dev.hw_attrs.uk_attrs.hw_rev < 3 : u32(word);

        word = base << 32 | u32(count);
        base += (count * device.hmc_obj[type].size + 511) / 512;
    }
}

} // namespace test
