// SPDX-License-Identifier: GPL-2.0
//
// One case: a device answers the feature query, the FPM query and the FPM commit with arbitrary words. Sizing must end,
// ask for no more than there is, and leave nothing behind.
#pragma once

#include "../host/fpm_device.h"
#include "bytes.h"

#include <cstdio>
#include <cstdlib>

namespace test {

[[noreturn]] inline void broken(const FpmDevice &device, const char *rule) {
    std::fprintf(stderr, "FPM case: %s\n", rule);
    for (const std::string &line : device.log)
        std::fprintf(stderr, "  %s\n", line.c_str());
    for (const std::string &line : device.complaints)
        std::fprintf(stderr, "  device: %s\n", line.c_str());
    std::abort();
}

// What the driver asks for when it commits.
inline void check_request(const FpmDevice &device) {
    u64 segments = 0;

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++) {
        const irdma_hmc_obj_info &obj = device.hmc_obj[type];
        const u64 asked = device.requested[commit_offset[type] / 8] & ~(1ull << 63);

        if (asked > obj.max_cnt)
            broken(device, "more asked for than the maximum");
        if (query_offset[type] != 255 && asked > u32(device.query[query_offset[type] / 8]))
            broken(device, "more asked for than the device has");
        if (obj.mem_loc == IRDMA_HOST_MEM)
            segments += (asked * obj.size + 511) / 512;
    }
    if (device.dev.privileged && (segments + 4095) / 4096 > device.dev.hmc_fpm_misc.max_sds)
        broken(device, "more memory asked for than there are segments");
}

inline void use_objects(FpmDevice &device) {
    irdma_hmc_pble_rsrc pool = {};
    irdma_pble_alloc pbles;

    // A device may grant gigabytes: a few allocations tell as much as all.
    device.fail_first = device.allocations + 8;
    if (irdma_hmc_create_objs(&device.dev) == 0) {
        if (irdma_hmc_init_pble(&device.dev, &pool) == 0 && irdma_get_pble(&pool, &pbles, 2000, false) == 0)
            irdma_free_pble(&pool, &pbles);
        if (irdma_destroy_pble_prm(&pool, false))
            broken(device, "the pool could not be destroyed");
        if (irdma_hmc_delete_objs(&device.dev, false))
            broken(device, "objects could not be deleted");
    }
    if (!device.segments.empty())
        broken(device, "segments left in the device");
}

inline void run_fpm_case(const u8 *data, size_t size) {
    Bytes in(data, size);
    const u64 kind = in.word();
    FpmDevice device(u8(1 + kind % 3), u8(kind >> 8) % 3);
    u64 answer[26];
    u64 features[64];

    device.dev.privileged = kind >> 16 & 1;
    device.cqp.hmc_profile = u8(kind >> 24) % 4;
    for (u64 &word : device.query)
        word = in.word();
    for (u64 &word : answer)
        word = in.word();
    for (u64 &word : features)
        word = in.word();
    device.on_features = [&](__le64 *words, u32 bytes) {
        std::memcpy(words, features, bytes < sizeof(features) ? bytes : sizeof(features));
    };
    device.on_commit = [&](__le64 *words) {
        check_request(device);
        if (kind >> 17 & 1)
            grant_as_requested(device, words);
        else
            std::memcpy(words, answer, sizeof(answer));
    };
    (void)irdma_get_rdma_features(&device.dev);
    if (irdma_cfg_fpm_val(&device.dev, u32(kind >> 32)) == 0 && (kind >> 18 & 7) == 0) // objects are slow
        use_objects(device);
    irdma_hmc_release(&device.dev);
    if (device.leaked())
        broken(device, "memory left");
    if (!device.complaints.empty())
        broken(device, "the device complains");
}

} // namespace test
