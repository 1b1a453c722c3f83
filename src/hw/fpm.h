// SPDX-License-Identifier: GPL-2.0
//
// The two buffers of the FPM dialogue, in which device and driver agree on the objects of the host memory cache: where
// each object type has its word, what the other words are, and what differs between the generations.
#pragma once

#include <irdma/defs.h>

#include "hw/hmc_memory.h"

namespace hw {

// Answer to the query. Words of object types: see FpmQueryWord and fpm_objects.
struct FpmQuery : Layout<IRDMA_QUERY_FPM_BUF_SIZE> {
    HW_FIELD(FpmQuery, first_sd, 0, 13, 0);
    HW_FIELD(FpmQuery, max_sds, 0, 47, 32); // gen1, gen2: 44:32
    HW_FIELD(FpmQuery, max_ceqs, 120, 9, 0);
    HW_FIELD(FpmQuery, ht_multiplier, 120, 19, 16);
    HW_FIELD(FpmQuery, timer_bucket, 120, 47, 32);
    HW_FIELD(FpmQuery, ird, 120, 53, 50);            // encoded
    HW_FIELD(FpmQuery, local_pages, 176, 63, 32);    // gen3; of 2 MiB
    HW_FIELD(FpmQuery, scratch_0_bytes, 184, 63, 0); // gen3; memory the firmware asks for
    HW_FIELD(FpmQuery, scratch_1_bytes, 192, 63, 0);

    using fields = Fields<first_sd, max_sds, max_ceqs, ht_multiplier, timer_bucket, ird, local_pages, scratch_0_bytes,
                          scratch_1_bytes>;
};

// One object type in the query buffer. Free lists have a block size instead of the object size.
struct FpmQueryWord : Layout<8> {
    HW_FIELD(FpmQueryWord, max_count, 0, 31, 0);
    HW_FIELD(FpmQueryWord, size_log2, 0, 63, 32);

    using fields = Fields<max_count, size_log2>;
};

struct FpmFreeListWord : Layout<8> {
    HW_FIELD(FpmFreeListWord, max_count, 0, 31, 0);
    HW_FIELD(FpmFreeListWord, block_size, 0, 63, 32);

    using fields = Fields<max_count, block_size>;
};

// The word of the queue pairs in the answer to the commit has a narrower count.
struct FpmQpWord : Layout<8> {
    HW_FIELD(FpmQpWord, count, 0, 20, 0);
    HW_FIELD(FpmQpWord, base, 0, 63, 32);

    using fields = Fields<count, base>;
};

struct FpmCommit : Layout<IRDMA_COMMIT_FPM_BUF_SIZE> {
    HW_FIELD(FpmCommit, reserved, 120, 63, 0);
    HW_FIELD(FpmCommit, scratch_0, 192, 63, 0);
    HW_FIELD(FpmCommit, scratch_1, 200, 63, 0);

    using fields = Fields<reserved, scratch_0, scratch_1>;
};

inline constexpr u32 fpm_no_word = 0xff;

struct FpmObject {
    u8 query;     // byte offset of the word in the query buffer
    u8 commit;    // and in the commit buffer
    u8 bytes;     // object size, where the query does not tell it; 0: it does
    bool is_list; // free list
    const char *name;
};

// Index: enum irdma_hmc_rsrc_type.
inline constexpr FpmObject fpm_objects[IRDMA_HMC_IW_MAX] = {
    {8, 0, 0, false, "QP"},      {16, 8, 0, false, "CQ"},       {24, 16, 0, false, "SRQ"},
    {32, 24, 0, false, "HTE"},   {40, 32, 0, false, "ARP"},     {fpm_no_word, 40, 0, false, "APBVT"},
    {48, 48, 0, false, "MR"},    {56, 56, 0, false, "XF"},      {64, 64, 4, true, "XFFL"},
    {72, 72, 0, false, "Q1"},    {80, 80, 4, true, "Q1FL"},     {88, 88, 0, false, "TIMER"},
    {96, 96, 0, false, "FSIMC"}, {104, 104, 0, false, "FSIAV"}, {112, 112, 8, false, "PBLE"},
    {128, 128, 0, false, "RRF"}, {136, 136, 4, true, "RRFFL"},  {144, 144, 0, false, "HDR"},
    {152, 152, 0, false, "MD"},  {160, 160, 0, false, "OOISC"}, {168, 168, 4, true, "OOISCFFL"},
};

inline constexpr u32 fpm_port_vector_bytes = 8192;

// What differs between the generations.
struct FpmGeneration {
    u16 max_sds_mask;   // of FpmQuery::max_sds
    bool keeps_one_sd;  // of a function that is virtual or not privileged
    bool port_vector;   // APBVT in host memory
    bool more_types;    // those of gen2 and later: multicast, address handles, read responses, headers
    bool local_memory;  // objects may lie in the device's own memory; the firmware may want scratch buffers
    bool xf_per_block;  // transmit FIFO sized by its block size, not by work requests
    bool q1_spare;      // Q1 has 512 entries more than the read depth of all queue pairs (RoCE)
    bool pd_invalidate; // has a register to invalidate page descriptors
};

// clang-format off
inline constexpr FpmGeneration no_fpm_generation = {};
inline constexpr FpmGeneration fpm_gen1 = {
    .max_sds_mask = 0x1fff, .keeps_one_sd = true, .port_vector = true, .more_types = false, .local_memory = false,
    .xf_per_block = false, .q1_spare = false, .pd_invalidate = true,
};
inline constexpr FpmGeneration fpm_gen2 = {
    .max_sds_mask = 0x1fff, .keeps_one_sd = true, .port_vector = true, .more_types = true, .local_memory = false,
    .xf_per_block = true, .q1_spare = true, .pd_invalidate = true,
};
inline constexpr FpmGeneration fpm_gen3 = {
    .max_sds_mask = 0xffff, .keeps_one_sd = false, .port_vector = false, .more_types = true, .local_memory = true,
    .xf_per_block = true, .q1_spare = false, .pd_invalidate = false,
};
// clang-format on
inline constexpr FpmGeneration fpm_generations[] = {no_fpm_generation, fpm_gen1, fpm_gen2, fpm_gen3, fpm_gen3};

[[gnu::always_inline]] inline const FpmGeneration &fpm_generation(u8 hw_rev) {
    constexpr u8 count = sizeof(fpm_generations) / sizeof(fpm_generations[0]);

    return fpm_generations[hw_rev < count ? hw_rev : 0];
}

// One word of the feature answer.
struct FeatureWord : Layout<8> {
    HW_FIELD(FeatureWord, payload, 0, 31, 0);
    HW_FIELD(FeatureWord, count, 0, 47, 32); // word 0: number of words
    HW_FIELD(FeatureWord, type, 0, 63, 48);

    using fields = Fields<payload, count, type>;
};

// Type FTN_FLAGS.
struct FeatureFlags : Layout<8> {
    HW_FIELD(FeatureFlags, atomics_allowed, 0, 0, 0);
    HW_FIELD(FeatureFlags, resource_version_2, 0, 2, 2); // the firmware sizes the objects

    using fields = Fields<atomics_allowed, resource_version_2>;
};

// Type OBJ_1.
struct FeatureObjects : Layout<8> {
    HW_FIELD(FeatureObjects, mr_local, 0, 26, 26); // MRs may lie in local memory
    HW_FIELD(FeatureObjects, mr_host, 0, 27, 27);

    using fields = Fields<mr_local, mr_host>;
};

} // namespace hw
