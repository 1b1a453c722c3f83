// SPDX-License-Identifier: GPL-2.0
//
// FPM query, commit, sizing and features: the specification's worked examples, its traps (hmc.md, section 15), and
// answers no device should give.
#include <gtest/gtest.h>

#include "fpm_device.h"

namespace {

using test::FpmDevice;
using Words = std::vector<std::pair<u32, u64>>; // byte offset, value

void set_query(FpmDevice &device, const Words &words) {
    for (const auto &[offset, value] : words)
        device.query[offset / 8] = value;
}

const Words ex1 = {{0, 0x80000000000}, {8, 0x900040000},   {16, 0x600080000},  {32, 0x200200000}, {40, 0x400001000},
                   {48, 0x600400000},  {56, 0x604000000},  {64, 0x800800000},  {72, 0x604000000}, {80, 0x800800000},
                   {88, 0x300800000},  {96, 0x600002000},  {104, 0x600020000}, {112, 0x10000000}, {120, 0x4000020080},
                   {128, 0x600800000}, {136, 0x800100000}, {144, 0x600040000}};
const Words ex2 = {{0, 0x500000000},   {8, 0x900000200},   {16, 0x600000400},  {32, 0x200001000},  {40, 0x400000100},
                   {48, 0x600002000},  {56, 0x600004000},  {64, 0x800000800},  {72, 0x600020000},  {80, 0x800004000},
                   {88, 0x300000400},  {96, 0x600000200},  {104, 0x600000400}, {112, 0x40000},     {120, 0x4000020080},
                   {128, 0x600004000}, {136, 0x800000800}, {144, 0x600000200}, {160, 0x500004000}, {168, 0x800000800}};
const Words ex3 = {{0, 0xe00000000},   {8, 0x900000800},   {16, 0x600001000},  {32, 0x200004000},  {40, 0x400000100},
                   {48, 0x600004000},  {56, 0x600010000},  {64, 0x800002000},  {72, 0x600040000},  {80, 0x800008000},
                   {88, 0x300000400},  {96, 0x600000200},  {104, 0x600000400}, {112, 0x100000},    {120, 0x4000020080},
                   {128, 0x600010000}, {136, 0x800002000}, {144, 0x600000800}, {160, 0x500010000}, {168, 0x800002000}};

// Section 8, gen3: maxima; sizes are those of the other examples.
Words gen3_query(u64 local_pages, u64 max_sds) {
    return {{0, max_sds << 32},  {8, 0x900001000},   {16, 0x600002000},  {24, 0x600000400},  {32, 0x200002000},
            {40, 0x400001000},   {48, 0x600020000},  {56, 0x600010000},  {64, 0x800002000},  {72, 0x600100000},
            {80, 0x800020000},   {88, 0x300002000},  {96, 0x600001000},  {104, 0x600010000}, {112, 0x800000},
            {120, 0x4000020080}, {128, 0x600008000}, {136, 0x800001000}, {144, 0x600001000}, {176, local_pages << 32}};
}

struct Sizing {
    explicit Sizing(u8 generation, u8 protocol, const Words &query) : device(generation, protocol) {
        set_query(device, query);
        device.on_commit = [this](__le64 *words) { test::grant_as_requested(device, words); };
    }
    ~Sizing() {
        irdma_hmc_release(&device.dev);
        EXPECT_EQ(device.leaked(), 0u);
        EXPECT_EQ(device.complaints, std::vector<std::string>{});
    }
    int run(u32 qps) { return irdma_cfg_fpm_val(&device.dev, qps); }
    u64 asked(u32 type) const { return device.requested[test::commit_offset[type] / 8] & ~(1ull << 63); }
    irdma_hmc_fpm_misc &misc() { return device.dev.hmc_fpm_misc; }

    FpmDevice device;
};

// In the order of the types' ids.
std::vector<u64> all_asked(const Sizing &s) {
    std::vector<u64> counts;

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        counts.push_back(s.asked(type));
    return counts;
}

TEST(FpmSizing, WorkedExample1) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);

    ASSERT_EQ(s.run(262144), 0);
    EXPECT_EQ(all_asked(s), (std::vector<u64>{131072,    262144,  0,        524288,  4096,  0,    2097152,
                                              4194304,   524288,  33554432, 4194304, 16448, 8192, 131072,
                                              168820736, 4194304, 524288,   131072,  0,     0,    0}));
    EXPECT_EQ(s.device.hmc_info.sd_table.sd_cnt, 2048u);
    EXPECT_TRUE(s.misc().priv.commit_usable);
}

// Step 8 of the example ends at 421888 PBLEs, above the 262144 of the query.
TEST(FpmSizing, WorkedExample2WithTrap6PblesNotAboveMaximum) {
    Sizing s(2, IRDMA_IWARP_PROTOCOL_ONLY, ex2);

    ASSERT_EQ(s.run(1024), 0);
    EXPECT_EQ(all_asked(s), (std::vector<u64>{256, 512, 0,   2048,   256,  0,    1024, 8192, 1024, 65024, 8128,
                                              128, 512, 512, 262144, 8192, 1024, 256,  0,    8192, 1024}));
}

TEST(FpmSizing, WorkedExample3) {
    Sizing s(2, IRDMA_IWARP_PROTOCOL_ONLY, ex3);

    ASSERT_EQ(s.run(2000), 0);
    EXPECT_EQ(all_asked(s), (std::vector<u64>{1024, 2048, 0,    4096,   256,   0,    9216, 32768, 4096,  260096, 32512,
                                              192,  512,  1024, 714752, 32768, 4096, 1024, 0,     32768, 4096}));
    EXPECT_EQ(s.device.hmc_info.sd_table.sd_cnt, 14u);
}

TEST(FpmSizing, Gen3WorkedExample1) {
    Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(12, 24));
    s.device.dev.feature_info[IRDMA_OBJ_1] = 0x8000000;

    ASSERT_EQ(s.run(1), 0);
    EXPECT_EQ(all_asked(s),
              (std::vector<u64>{4096, 8192, 1024,  0,       4096,  0,    131072, 65536, 8192, 131072, 16384,
                                576,  0,    32768, 2621440, 32768, 4096, 4096,   0,     0,    0}));
    EXPECT_EQ(s.device.dev.hw_attrs.max_hw_ird, 16u);
    EXPECT_EQ(s.device.dev.hw_attrs.max_hw_ord, 16u);
    EXPECT_EQ(s.misc().max_sds, 14u);
}

TEST(FpmSizing, Gen3WorkedExample2) {
    Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(6, 24));
    s.device.dev.feature_info[IRDMA_OBJ_1] = 0x8000000;

    ASSERT_EQ(s.run(1), 0);
    EXPECT_EQ(all_asked(s), (std::vector<u64>{2048, 4096, 1024,  0,       4096,  0,    131072, 32768, 4096, 65536, 8192,
                                              320,  0,    16384, 3932160, 16384, 2048, 2048,   0,     0,    0}));
    EXPECT_EQ(s.device.dev.hw_attrs.max_hw_ird, 16u);
    EXPECT_EQ(s.misc().max_sds, 19u);
}

TEST(FpmSizing, Gen3WorkedExample3) {
    Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(12, 12));

    ASSERT_EQ(s.run(1), 0);
    EXPECT_EQ(all_asked(s), (std::vector<u64>{2048, 4096, 1024,  0,       4096,  0,    8192, 32768, 4096, 131072, 16384,
                                              320,  0,    16384, 1048576, 16384, 2048, 2048, 0,     0,    0}));
    EXPECT_EQ(s.device.dev.hw_attrs.max_hw_ird, 32u);
    EXPECT_EQ(s.misc().max_sds, 4u);
}

// ---- traps of the query -------------------------------------------------------------------------------------------

TEST(FpmQuery, Trap1SizeExponentOf64IsRefused) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    s.device.query[8 / 8] = 64ull << 32 | 1024;

    EXPECT_EQ(s.run(64), -EINVAL);
    EXPECT_EQ(s.misc().priv.bad_answers, 1u);
    ASSERT_EQ(s.device.log.size(), 1u);
    EXPECT_NE(s.device.log[0].find("0x4000000400"), std::string::npos) << s.device.log[0];
    EXPECT_EQ(s.device.commits, 0u);
}

TEST(FpmQuery, Trap1NoSegmentsDoNotBecome65535ForUnprivileged) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    s.device.dev.privileged = false;
    s.device.query[0] = 0;

    EXPECT_EQ(s.run(64), -EINVAL);
    EXPECT_EQ(s.misc().max_sds, 0u);
    EXPECT_EQ(s.device.commits, 0u);
}

class ReadDepth : public ::testing::TestWithParam<u32> {};

TEST_P(ReadDepth, Trap2AndFault49EveryCodeSurvives) {
    const u32 code = GetParam();
    Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(100, 200));
    s.device.dev.feature_info[IRDMA_FTN_FLAGS] = 4;
    s.device.query[120 / 8] |= u64(code) << 50;

    ASSERT_EQ(s.run(1), 0);
    const u32 depth = code <= 10 ? 2u << code : 2;
    EXPECT_EQ(s.misc().ird, depth);
    EXPECT_EQ(s.device.dev.hw_attrs.max_hw_ird, depth);
    EXPECT_EQ(s.device.dev.hw_attrs.max_hw_ord, depth);
}
INSTANTIATE_TEST_SUITE_P(Codes, ReadDepth, ::testing::Range(0u, 16u));

TEST(FpmQuery, Trap3NoBlockSizeIsNotDividedBy) {
    for (const u8 generation : {u8(1), u8(2), u8(3)}) {
        Sizing s(generation, IRDMA_ROCE_PROTOCOL_ONLY, generation == 3 ? gen3_query(100, 200) : ex1);
        s.device.query[56 / 8] = 6ull << 32; // no XF
        s.device.query[64 / 8] = 0;          // and no block size

        ASSERT_EQ(s.run(64), 0);
        EXPECT_EQ(s.asked(IRDMA_HMC_IW_XF), 0u);
        EXPECT_EQ(s.asked(IRDMA_HMC_IW_XFFL), 0u);
    }
}

TEST(FpmQuery, BlockSize0OfExistingObjectsIsRefused) {
    for (const u32 offset : {64u, 80u, 136u, 168u}) {
        Sizing s(2, IRDMA_IWARP_PROTOCOL_ONLY, ex2);
        s.device.query[offset / 8] &= 0xffffffff;

        EXPECT_EQ(s.run(64), -EINVAL) << offset;
        EXPECT_EQ(s.misc().priv.bad_answers, 1u);
        EXPECT_EQ(s.device.log.size(), 1u);
    }
}

TEST(FpmQuery, Trap11ScratchBuffersOfAnEarlierQueryAreFreed) {
    Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(100, 200));
    s.device.query[184 / 8] = 5000;
    s.device.query[192 / 8] = 9000;

    ASSERT_EQ(irdma_sc_init_iw_hmc(&s.device.dev, 0), 0);
    EXPECT_EQ(s.device.leaked(), 2u);
    ASSERT_EQ(irdma_sc_init_iw_hmc(&s.device.dev, 0), 0);
    EXPECT_EQ(s.device.leaked(), 2u);
    EXPECT_EQ(s.misc().fw_scratch_buf0.size, 5000u);
    s.device.query[176 / 8] = 0;
    EXPECT_EQ(irdma_sc_init_iw_hmc(&s.device.dev, 0), -EINVAL);
    EXPECT_EQ(s.device.leaked(), 0u);
    EXPECT_EQ(s.misc().fw_scratch_buf0.va, nullptr);
}

TEST(FpmQuery, Trap11SecondScratchBufferFailsFirstIsFreed) {
    Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(100, 200));
    s.device.query[184 / 8] = 5000;
    s.device.query[192 / 8] = 9000;
    s.device.fail_first = s.device.fail_last = 1;

    EXPECT_EQ(irdma_sc_init_iw_hmc(&s.device.dev, 0), -ENOMEM);
    EXPECT_EQ(s.device.leaked(), 0u);
    s.device.query[192 / 8] = 1ull << 33; // 64 bits: not cut to 0
    EXPECT_EQ(irdma_sc_init_iw_hmc(&s.device.dev, 0), -EINVAL);
    EXPECT_EQ(s.device.leaked(), 0u);
}

// ---- traps of sizing ----------------------------------------------------------------------------------------------

TEST(FpmSizing, Trap4ProductsDoNotWrap) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    s.device.query[64 / 8] = 0x40000000ull << 32 | 0x800000; // 4 * block size * 1 queue pair = 2^32

    EXPECT_EQ(s.run(1), -EINVAL); // not 0 objects: more than there is memory for
    EXPECT_EQ(s.device.commits, 0u);
}

TEST(FpmSizing, Trap5NoCountAboveItsMaximum) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    for (const u32 offset : {32u, 56u, 64u, 80u, 88u, 128u, 144u})
        s.device.query[offset / 8] = (s.device.query[offset / 8] & ~0xffffffffull) | 100;

    ASSERT_EQ(s.run(1024), 0);
    for (const auto type : {IRDMA_HMC_IW_HTE, IRDMA_HMC_IW_XF, IRDMA_HMC_IW_XFFL, IRDMA_HMC_IW_Q1FL, IRDMA_HMC_IW_TIMER,
                            IRDMA_HMC_IW_RRF, IRDMA_HMC_IW_HDR})
        EXPECT_EQ(s.asked(type), 100u) << type;
}

TEST(FpmSizing, Trap7AndFault48NoQueuePairsEndsAtOnce) {
    for (const u32 offset : {8u, 72u}) {
        Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
        s.device.query[offset / 8] &= ~0xffffffffull;

        EXPECT_EQ(s.run(64), -EINVAL);
        EXPECT_EQ(s.device.commits, 0u);
    }
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    EXPECT_EQ(s.run(0), -EINVAL);
}

TEST(FpmSizing, Trap7Q1BelowItsSpareEntriesEnds) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    s.device.query[72 / 8] = 6ull << 32 | 511;

    EXPECT_EQ(s.run(64), -EINVAL);
}

TEST(FpmSizing, Trap8FewLocalPagesDoNotWrap) {
    for (u64 pages = 1; pages < 3; pages++) {
        Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(pages, pages));

        EXPECT_EQ(s.run(1), -EINVAL);
        EXPECT_EQ(s.misc().max_sds, pages);
        EXPECT_EQ(s.device.commits, 0u);
    }
}

TEST(FpmSizing, Trap8MoreLocalPagesThanSegmentsDoNotWrap) {
    Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(1000, 0));
    EXPECT_EQ(s.run(1), -EINVAL);
    EXPECT_EQ(s.misc().max_sds, 0u);

    Sizing firmware(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(1000, 1));
    firmware.device.dev.feature_info[IRDMA_FTN_FLAGS] = 4;
    EXPECT_EQ(firmware.run(1), -EINVAL);
    EXPECT_EQ(firmware.misc().loc_mem_pages, 1000u);
}

TEST(FpmSizing, Trap25ManyRoundsEnd) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    s.device.cqp.hmc_profile = IRDMA_HMC_PROFILE_FAVOR_VF;
    s.device.query[0] = 1ull << 32;

    EXPECT_EQ(s.run(262144), -EINVAL);
    EXPECT_EQ(s.device.hmc_obj[IRDMA_HMC_IW_QP].cnt, 0u); // as before the call
}

TEST(FpmSizing, FailingCommitLeavesCountsAndNoTable) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    s.device.fate = [](u32 op, u32) { return op == 0x21 ? -EIO : 0; };

    EXPECT_EQ(s.run(64), -EIO);
    EXPECT_EQ(s.device.hmc_obj[IRDMA_HMC_IW_QP].cnt, 0u);
    EXPECT_EQ(s.device.hmc_info.sd_table.sd_entry, nullptr);
}

TEST(FpmSizing, EveryAllocationFailsOnceNothingIsLeft) {
    for (u32 n = 0;; n++) {
        Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(12, 24));
        s.device.query[184 / 8] = 5000;
        s.device.query[192 / 8] = 9000;
        s.device.fail_first = s.device.fail_last = n;
        const int err = s.run(1);

        if (!err) {
            EXPECT_EQ(n, 3u); // two scratch buffers, the table
            break;
        }
        EXPECT_EQ(err, -ENOMEM);
    }
}

TEST(FpmSizing, Fault50FunctionIdThatDoesNotFitIsRefused) {
    Sizing s(3, IRDMA_ROCE_PROTOCOL_ONLY, gen3_query(12, 24));
    s.device.dev.hmc_fn_id = 0x100;

    EXPECT_EQ(s.run(1), -EINVAL);
    EXPECT_EQ(s.device.ops, std::vector<u32>{});
    s.device.hmc_info.hmc_fn_id = 0x100;
    EXPECT_EQ(irdma_sc_cfg_iw_fpm(&s.device.dev, 0), -EINVAL);
    EXPECT_EQ(s.device.ops, std::vector<u32>{});
}

// ---- traps of the commit ------------------------------------------------------------------------------------------

struct WrongGrant {
    const char *name;
    void (*change)(FpmDevice &, __le64 *);
};

class Commit : public ::testing::TestWithParam<WrongGrant> {};

TEST_P(Commit, Trap9NothingIsBuiltOnAWrongAnswer) {
    Sizing s(2, IRDMA_ROCE_PROTOCOL_ONLY, ex1);
    s.device.on_commit = [&](__le64 *words) {
        test::grant_as_requested(s.device, words);
        GetParam().change(s.device, words);
    };

    (void)s.run(1024);
    EXPECT_FALSE(s.misc().priv.commit_usable);
    EXPECT_EQ(s.misc().priv.bad_answers, 1u);
    EXPECT_EQ(s.device.log.size(), 1u);
    EXPECT_EQ(irdma_hmc_create_objs(&s.device.dev), -EINVAL);
    EXPECT_EQ(s.device.updates, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Answers, Commit,
    ::testing::Values(
        WrongGrant{"MoreThanAsked", [](FpmDevice &, __le64 *w) { w[0] += 1; }},
        WrongGrant{"Overlap", [](FpmDevice &, __le64 *w) { w[1] = u32(w[1]); }},
        WrongGrant{"BehindTheLastSegment", [](FpmDevice &, __le64 *w) { w[14] = u32(w[14]) | 0x7fff00ull << 32; }},
        WrongGrant{"BaseOutOfSpace", [](FpmDevice &, __le64 *w) { w[14] = u32(w[14]) | 0xffffffffull << 32; }}),
    [](const auto &info) { return std::string(info.param.name); });

TEST(FpmCommit, Trap10LocalBitIsNoPartOfTheBase) {
    FpmDevice device(3);
    __le64 words[26] = {};

    words[0] = 0x8000001000000020;
    irdma_sc_decode_fpm_commit(&device.dev, words, 0, device.hmc_obj, IRDMA_HMC_IW_QP);
    EXPECT_EQ(device.hmc_obj[IRDMA_HMC_IW_QP].base, 0x10u * 512);
    EXPECT_EQ(device.hmc_obj[IRDMA_HMC_IW_QP].cnt, 0x20u);
}

TEST(FpmCommit, Trap10LocalObjectsNeedNoSegments) {
    FpmDevice device(3);
    __le64 words[26] = {};
    u32 sds = 0;

    for (irdma_hmc_obj_info &obj : device.hmc_obj)
        obj.size = 64;
    device.hmc_obj[IRDMA_HMC_IW_MD].mem_loc = IRDMA_LOC_MEM;
    words[152 / 8] = 0x100000ull << 32 | 100;
    words[112 / 8] = 0x1000ull << 32 | 100;
    irdma_sc_parse_fpm_commit_buf(&device.dev, words, device.hmc_obj, &sds);
    EXPECT_EQ(sds, 2u); // the PBLEs begin at 2 MiB
}

// ---- features -----------------------------------------------------------------------------------------------------

struct Features {
    FpmDevice device{2};
    std::vector<u64> words;

    Features() {
        device.on_features = [this](__le64 *out, u32 bytes) {
            std::memcpy(out, words.data(), std::min<size_t>(bytes, words.size() * 8));
        };
    }
    ~Features() { EXPECT_EQ(device.leaked(), 0u); }
    int run() { return irdma_get_rdma_features(&device.dev); }
};

TEST(Features, Fault51UnknownTypesAreSkippedAndLaterOnesStored) {
    Features f;
    f.words = {4ull << 32 | 0x10002, 500ull << 48 | 7, 0xffffull << 48 | 9, 32ull << 48 | 1};

    ASSERT_EQ(f.run(), 0);
    EXPECT_EQ(f.device.dev.feature_info[0], 4ull << 32 | 0x10002);
    EXPECT_EQ(f.device.dev.feature_info[32], 32ull << 48 | 1);
    EXPECT_EQ(f.device.dev.hw_attrs.uk_attrs.feature_flags, u64(IRDMA_FEATURE_ATOMIC_OPS));
}

TEST(Features, ApiTrap46AllWordsOfTheLargerBufferAreLookedAt) {
    Features f;
    f.words.assign(60, 700ull << 48);
    f.words[0] = 60ull << 32;
    f.words[59] = 26ull << 48 | 5;

    ASSERT_EQ(f.run(), 0);
    EXPECT_EQ(f.device.ops, (std::vector<u32>{0x12, 0x12}));
    EXPECT_EQ(f.device.dev.feature_info[26], 26ull << 48 | 5);
}

TEST(Features, CqpTrap31GrowingCountStaysInTheBuffer) {
    Features f;
    u32 nth = 0;
    f.device.on_features = [&](__le64 *out, u32 bytes) {
        std::memset(out, 0, bytes);
        out[0] = (++nth == 1 ? 40ull : 0xffff) << 32;
        out[bytes / 8 - 1] = 26ull << 48 | 5;
    };

    ASSERT_EQ(f.run(), 0);
    EXPECT_EQ(f.device.dev.feature_info[26], 26ull << 48 | 5);
}

TEST(Features, ApiTrap46TheCauseIsKept) {
    for (const int err : {-EIO, -ETIMEDOUT}) {
        Features f;
        f.device.fate = [err](u32, u32) { return err; };
        EXPECT_EQ(f.run(), err);
    }
}

TEST(Features, TooFewWordsAreRefusedCountedAndLoggedOnce) {
    Features f;
    f.words = {1ull << 32};

    EXPECT_EQ(f.run(), -EINVAL);
    EXPECT_EQ(f.device.dev.hmc_fpm_misc.priv.bad_answers, 1u);
    EXPECT_EQ(f.device.log.size(), 1u);
}

TEST(Features, EveryAllocationFailsOnceNothingIsLeft) {
    for (u32 n = 0; n < 2; n++) {
        Features f;
        f.words.assign(60, 0);
        f.words[0] = 60ull << 32;
        f.device.fail_first = f.device.fail_last = n;
        EXPECT_EQ(f.run(), -ENOMEM);
    }
}

} // namespace
