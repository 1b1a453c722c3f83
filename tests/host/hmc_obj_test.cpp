// SPDX-License-Identifier: GPL-2.0
//
// Backing memory of HMC objects and the PBLE pool: what the device sees, and that errors at every step leave nothing.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "fpm_device.h"

namespace {

using test::FpmDevice;

constexpr u64 mib2 = 0x200000;

// A function with a table of segments and objects where a test puts them.
struct Hmc {
    explicit Hmc(u8 generation = 2, u32 sds = 64) : device(generation) {
        device.hmc_info.sd_table.sd_cnt = sds;
        EXPECT_EQ(irdma_cfg_sd_mem(&device.dev, &device.hmc_info), 0);
        device.dev.hmc_fpm_misc.priv.commit_usable = true;
    }
    ~Hmc() {
        irdma_hmc_release(&device.dev);
        EXPECT_EQ(device.leaked(), 0u);
        EXPECT_EQ(device.complaints, std::vector<std::string>{});
    }

    void place(u32 type, u64 base, u32 count, u64 size) {
        device.hmc_obj[type] = {base, count, count, size, IRDMA_HOST_MEM};
    }

    int create(irdma_hmc_rsrc_type type, u32 start, u32 count, irdma_sd_entry_type kind = IRDMA_SD_TYPE_DIRECT) {
        irdma_hmc_create_obj_info info = {&device.hmc_info, type, kind, start, count, 0};
        const int err = irdma_sc_create_hmc_obj(&device.dev, &info);
        added = info.add_sd_cnt;
        return err;
    }
    int remove(irdma_hmc_rsrc_type type, u32 start, u32 count, bool reset = false) {
        irdma_hmc_del_obj_info info = {&device.hmc_info, type, start, count, 0};
        const int err = irdma_sc_del_hmc_obj(&device.dev, &info, reset);
        removed = info.del_sd_cnt;
        return err;
    }
    irdma_hmc_sd_entry &sd(u32 i) { return device.hmc_info.sd_table.sd_entry[i]; }
    u32 allocated() const { return device.leaked() - 1; } // without the table

    FpmDevice device;
    u32 added = 0;
    u32 removed = 0;
};

TEST(HmcObjects, DirectSegmentsAreSetInBatchesOf11AndCleared) {
    Hmc h;
    h.place(IRDMA_HMC_IW_QP, 0, 51200, 512); // 12.5 segments

    ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 51200), 0);
    EXPECT_EQ(h.added, 13u);
    EXPECT_EQ(h.device.updates, 2u);
    EXPECT_EQ(h.device.segments.size(), 13u);
    EXPECT_EQ(h.device.segments[3], h.sd(3).u.bp.addr.pa | 0x803);
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 51200), 0);
    EXPECT_EQ(h.removed, 13u);
    EXPECT_TRUE(h.device.segments.empty());
    EXPECT_EQ(h.allocated(), 0u);
    EXPECT_EQ(h.device.hmc_info.sd_table.use_cnt, 0u);
}

TEST(HmcObjects, Fault46Trap15SharedSegmentIsSetOnceAndLivesAsLongAsItsUsers) {
    Hmc h;
    h.place(IRDMA_HMC_IW_QP, 0, 6144, 512);            // 1.5 segments
    h.place(IRDMA_HMC_IW_CQ, 3 * mib2 / 2, 65536, 64); // half of the second and 1.5 more

    ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 6144), 0);
    ASSERT_EQ(h.create(IRDMA_HMC_IW_CQ, 0, 65536), 0);
    EXPECT_EQ(h.added, 2u);
    EXPECT_EQ(h.device.set_once, (std::vector<u32>{0, 1, 2, 3}));
    EXPECT_EQ(h.sd(1).u.bp.use_cnt, 2u);
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 6144), 0);
    EXPECT_EQ(h.removed, 1u);
    EXPECT_TRUE(h.sd(1).valid);
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_CQ, 0, 65536), 0);
    EXPECT_EQ(h.allocated(), 0u);
}

TEST(HmcObjects, Trap15SegmentsAroundASharedOneAreAllProgrammed) {
    Hmc h;
    h.place(IRDMA_HMC_IW_ARP, mib2, 100, 16);
    h.place(IRDMA_HMC_IW_MR, 0, 98304, 64); // segments 0 to 2

    ASSERT_EQ(h.create(IRDMA_HMC_IW_ARP, 0, 100), 0);
    ASSERT_EQ(h.create(IRDMA_HMC_IW_MR, 0, 98304), 0);
    EXPECT_EQ(h.device.set_once, (std::vector<u32>{1, 0, 2}));
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_MR, 0, 98304), 0);
    EXPECT_EQ(h.device.segments.size(), 1u);
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_ARP, 0, 100), 0);
}

TEST(HmcObjects, Trap12PagedSegmentListsItsPagesLittleEndianAndInvalidates) {
    Hmc h;
    h.place(IRDMA_HMC_IW_QP, mib2 - 4096, 24, 512); // last page of segment 0, two of segment 1

    ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 24, IRDMA_SD_TYPE_PAGED), 0);
    const auto *page = static_cast<const u8 *>(h.sd(0).u.pd_table.pd_page_addr.va) + 8 * 511;
    const u64 pa = h.sd(0).u.pd_table.pd_entry[511].bp.addr.pa;
    for (u32 i = 0; i < 8; i++)
        EXPECT_EQ(page[i], u8((pa | 1) >> (8 * i)));
    EXPECT_EQ(h.device.segments[0], h.sd(0).u.pd_table.pd_page_addr.pa | 0x801);
    EXPECT_EQ(h.device.pd_invalidates, (std::vector<u32>{511u << 16 | 0x8000, 0x8001, 1u << 16 | 0x8001}));
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 24), 0);
    EXPECT_EQ(h.device.pd_invalidates.size(), 6u);
    EXPECT_EQ(h.allocated(), 0u);
}

TEST(HmcObjects, Trap23AndFault39NoInvalidateRegisterOnGen3) {
    Hmc h(3);
    h.place(IRDMA_HMC_IW_QP, 0, 24, 512);

    ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 24, IRDMA_SD_TYPE_PAGED), 0);
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 24), 0);
    EXPECT_TRUE(h.device.pd_invalidates.empty());
    EXPECT_EQ(h.allocated(), 0u);
}

TEST(HmcObjects, Trap17PagesThatAreSharedOrGoneDoNotUnderflow) {
    Hmc h;
    h.place(IRDMA_HMC_IW_QP, 0, 16, 512);

    ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 4, IRDMA_SD_TYPE_PAGED), 0);
    ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 4, 4, IRDMA_SD_TYPE_PAGED), 0);
    EXPECT_EQ(h.sd(0).u.pd_table.pd_entry[0].bp.use_cnt, 2u);
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 4), 0);
    EXPECT_EQ(h.removed, 0u);
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_QP, 4, 4), 0);
    EXPECT_EQ(h.removed, 1u);
    ASSERT_EQ(h.remove(IRDMA_HMC_IW_QP, 4, 4), 0); // once more
    EXPECT_EQ(h.removed, 0u);
    EXPECT_EQ(h.allocated(), 0u);
}

TEST(HmcObjects, RangesOutsideObjectsOrSegmentsAreRefused) {
    Hmc h(2, 2);
    h.place(IRDMA_HMC_IW_QP, 0, 100, 512);
    h.place(IRDMA_HMC_IW_CQ, 2 * mib2, 100, 64);
    h.place(IRDMA_HMC_IW_MR, ~0ull - 100, 100, 64);

    EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 100, 1), -EINVAL);
    EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 1, 100), -EINVAL);
    EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 1, ~0u), -EINVAL);
    EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 0), -EINVAL);
    EXPECT_EQ(h.create(IRDMA_HMC_IW_CQ, 0, 100), -EINVAL);
    EXPECT_EQ(h.create(IRDMA_HMC_IW_MR, 0, 100), -EINVAL);
    EXPECT_EQ(h.create(IRDMA_HMC_IW_MAX, 0, 1), -EINVAL);
    EXPECT_EQ(h.remove(IRDMA_HMC_IW_QP, 1, 100), -EINVAL);
    EXPECT_TRUE(h.device.ops.empty());
}

TEST(HmcObjects, LocalObjectsNeedNothing) {
    Hmc h(3);
    h.place(IRDMA_HMC_IW_QP, 0, 100, 512);
    h.device.hmc_obj[IRDMA_HMC_IW_QP].mem_loc = IRDMA_LOC_MEM;

    EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 100), 0);
    EXPECT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 100), 0);
    EXPECT_TRUE(h.device.ops.empty());
}

// Each allocation fails in turn, with segment 1 in use by another type.
class AllocationSweep : public ::testing::TestWithParam<irdma_sd_entry_type> {};

TEST_P(AllocationSweep, Trap14EveryFailureUnwindsExactlyWhatWasAdded) {
    u32 failures = 0;

    for (u32 n = 0;; n++) {
        Hmc h;
        h.place(IRDMA_HMC_IW_ARP, mib2, 100, 16);
        h.place(IRDMA_HMC_IW_MR, mib2 - 4096, 32768 + 192, 64); // a page of 0, all of 1, two pages of 2
        ASSERT_EQ(h.create(IRDMA_HMC_IW_ARP, 0, 100, GetParam()), 0);
        const u32 before = h.allocated();
        const auto segments = h.device.segments;

        h.device.fail_first = h.device.fail_last = h.device.allocations + n;
        const int err = h.create(IRDMA_HMC_IW_MR, 0, 32768 + 192, GetParam());
        if (!err) {
            ASSERT_EQ(h.remove(IRDMA_HMC_IW_MR, 0, 32768 + 192), 0);
        } else {
            EXPECT_EQ(err, -ENOMEM);
            failures++;
        }
        EXPECT_EQ(h.allocated(), before) << n;
        EXPECT_EQ(h.device.segments, segments);
        EXPECT_EQ(h.device.hmc_info.sd_table.use_cnt, 1u);
        ASSERT_EQ(h.remove(IRDMA_HMC_IW_ARP, 0, 100), 0);
        EXPECT_EQ(h.allocated(), 0u);
        EXPECT_TRUE(h.device.segments.empty());
        if (!err)
            break;
    }
    EXPECT_EQ(failures, GetParam() == IRDMA_SD_TYPE_DIRECT ? 2u : 2u * 2 + 1 + 511 + 2);
}
INSTANTIATE_TEST_SUITE_P(Types, AllocationSweep, ::testing::Values(IRDMA_SD_TYPE_DIRECT, IRDMA_SD_TYPE_PAGED));

TEST(HmcObjects, Fault47RefusedSegmentsAreTakenBack) {
    for (u32 nth = 0; nth < 3; nth++) {
        Hmc h;
        h.place(IRDMA_HMC_IW_QP, 0, 30 * 4096, 512); // three commands
        h.device.refuse_update = nth;

        EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 30 * 4096), -EIO);
        EXPECT_TRUE(h.device.segments.empty());
        EXPECT_EQ(h.allocated(), 0u);
        EXPECT_EQ(h.device.hmc_info.sd_table.use_cnt, 0u);
        ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 30 * 4096), 0);
        ASSERT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 30 * 4096), 0);
    }
}

TEST(HmcObjects, Fault47MemoryTheDeviceMayUseIsKeptUntilReset) {
    Hmc h;
    h.place(IRDMA_HMC_IW_QP, 0, 12 * 4096, 512);
    h.device.fate = [](u32, u32) { return -ETIMEDOUT; };

    EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 12 * 4096), -ETIMEDOUT);
    EXPECT_EQ(h.device.segments.size(), 11u); // it has them, and nobody heard of it
    EXPECT_EQ(h.allocated(), 11u);            // the twelfth was never told
    EXPECT_TRUE(h.sd(0).priv.quarantined);
    EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 1), -EBUSY);
    irdma_hmc_release(&h.device.dev);
    EXPECT_EQ(h.device.leaked(), 0u);
}

TEST(HmcObjects, Trap16FailingClearKeepsTheMemory) {
    Hmc h;
    h.place(IRDMA_HMC_IW_QP, 0, 8192, 512);
    ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 8192), 0);
    h.device.fate = [](u32, u32) { return -EIO; };

    EXPECT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 8192), -EIO);
    EXPECT_EQ(h.device.segments.size(), 2u);
    EXPECT_EQ(h.allocated(), 2u);
}

TEST(HmcObjects, AfterAResetNothingIsToldToTheDevice) {
    Hmc h;
    h.place(IRDMA_HMC_IW_QP, 0, 8192, 512);
    ASSERT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 8192), 0);
    h.device.ops.clear();

    EXPECT_EQ(h.remove(IRDMA_HMC_IW_QP, 0, 8192, true), 0);
    EXPECT_TRUE(h.device.ops.empty());
    EXPECT_EQ(h.allocated(), 0u);
}

TEST(HmcObjects, Trap22FunctionIdThatDoesNotFitIsRefused) {
    Hmc h(3);
    h.place(IRDMA_HMC_IW_QP, 0, 100, 512);
    h.device.hmc_info.hmc_fn_id = 64;

    EXPECT_EQ(h.create(IRDMA_HMC_IW_QP, 0, 100), -EINVAL);
    EXPECT_TRUE(h.device.ops.empty());
    EXPECT_EQ(h.allocated(), 0u);
}

// ---- all objects --------------------------------------------------------------------------------------------------

// Every type a segment and a half, one behind the other.
void place_all(Hmc &h) {
    u64 base = 0;

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++, base += 3 * mib2 / 2)
        h.place(type, base, 3 * 32768 / 2, 64);
}

class AllObjects : public ::testing::TestWithParam<int> {};

TEST_P(AllObjects, Trap13EveryTypeIsDeletedAgain) {
    Hmc h{u8(GetParam())};
    place_all(h);

    ASSERT_EQ(irdma_hmc_create_objs(&h.device.dev), 0);
    EXPECT_EQ(h.device.ops.back(), 0x2bu);
    EXPECT_EQ(h.device.segments.empty(), false);
    ASSERT_EQ(irdma_hmc_delete_objs(&h.device.dev, false), 0);
    EXPECT_TRUE(h.device.segments.empty());
    EXPECT_EQ(h.allocated(), 0u);
    const size_t ops = h.device.ops.size();
    ASSERT_EQ(irdma_hmc_delete_objs(&h.device.dev, false), 0); // nothing is left to delete
    EXPECT_EQ(h.device.ops.size(), ops);
}

TEST_P(AllObjects, EveryFailingAllocationLeavesNothing) {
    for (u32 n = 0;; n++) {
        Hmc h{u8(GetParam())};
        place_all(h);
        h.device.fail_first = h.device.fail_last = h.device.allocations + n;
        const int err = irdma_hmc_create_objs(&h.device.dev);

        if (!err) {
            EXPECT_GT(n, 15u);
            ASSERT_EQ(irdma_hmc_delete_objs(&h.device.dev, false), 0);
            break;
        }
        EXPECT_EQ(err, -ENOMEM);
        EXPECT_TRUE(h.device.segments.empty());
        EXPECT_EQ(h.allocated(), 0u);
    }
}

TEST_P(AllObjects, EveryRefusedUpdateLeavesNothing) {
    for (u32 nth = 0;; nth++) {
        Hmc h{u8(GetParam())};
        place_all(h);
        h.device.refuse_update = nth;
        const int err = irdma_hmc_create_objs(&h.device.dev);

        if (!err) {
            EXPECT_GT(nth, 5u);
            break;
        }
        EXPECT_EQ(err, -EIO);
        EXPECT_TRUE(h.device.segments.empty());
        EXPECT_EQ(h.allocated(), 0u);
    }
}

// A CQP that failed while it was polled takes no more commands, so nothing can be cleared.
TEST_P(AllObjects, Fault47FailedCqpKeepsWhatTheDeviceHas) {
    for (u32 nth = 0;; nth++) {
        Hmc h{u8(GetParam())};
        place_all(h);
        h.device.fate = [nth](u32, u32 n) { return n == nth ? -ETIMEDOUT : 0; };
        const int err = irdma_hmc_create_objs(&h.device.dev);

        if (!err) {
            EXPECT_GT(nth, 5u);
            break;
        }
        EXPECT_EQ(err, -ETIMEDOUT);
        EXPECT_GT(h.device.segments.size(), 0u);
        EXPECT_EQ(h.allocated(), h.device.segments.size());
    }
}
INSTANTIATE_TEST_SUITE_P(Gen, AllObjects, ::testing::Values(1, 2, 3));

// ---- PBLEs --------------------------------------------------------------------------------------------------------

struct Pool : Hmc {
    explicit Pool(u64 base = 0, u32 count = 4 * 262144, u8 generation = 2) : Hmc(generation) {
        place(IRDMA_HMC_IW_PBLE, base, count, 8);
    }
    ~Pool() {
        if (pool.dev) {
            device.fate = nullptr;
            EXPECT_EQ(irdma_destroy_pble_prm(&pool, pool.kept.next != &pool.kept), 0);
        }
    }
    int init() { return irdma_hmc_init_pble(&device.dev, &pool); }
    int get(irdma_pble_alloc &alloc, u32 count, bool level1_only = false) {
        return irdma_get_pble(&pool, &alloc, count, level1_only);
    }

    // Where the device finds entry `idx`: segment, page, word.
    u64 read(u32 idx) {
        const u64 address = device.hmc_obj[IRDMA_HMC_IW_PBLE].base + u64(idx) * 8;
        const u64 data = device.segments.at(u32(address / mib2));
        u64 at = data & ~0xfffull;

        if (data & 2) {
            at += address % mib2;
        } else {
            const u64 word = reinterpret_cast<const u64 *>(at)[address / 4096 % 512];
            EXPECT_EQ(word & 1, 1u);
            at = (word & ~0xfffull) + address % 4096;
        }
        return *reinterpret_cast<const u64 *>(at);
    }

    irdma_hmc_pble_rsrc pool = {};
};

TEST(Pble, WholeSegmentIsDirectAPartOfOneIsPaged) {
    Pool whole;
    ASSERT_EQ(whole.init(), 0);
    EXPECT_EQ(whole.device.segments[0] & 0xfff, 0x803u);
    EXPECT_EQ(whole.pool.total_pble, 262144u);
}

TEST(Pble, EntriesBeforeTheFirstPageAreSkipped) {
    Pool part(512); // not at a page: entries up to the next page are skipped
    ASSERT_EQ(part.init(), 0);
    EXPECT_EQ(part.device.segments[0] & 0xfff, 0x801u);
    EXPECT_EQ(part.pool.total_pble, 511u * 512);
    EXPECT_EQ(part.pool.unallocated_pble, 4u * 262144 - 448 - 511 * 512);
}

class PblePlace : public ::testing::TestWithParam<u64> {};

TEST_P(PblePlace, Level1EntriesAreWhereTheDeviceLooks) {
    Pool p(GetParam());
    irdma_pble_alloc a, b;
    ASSERT_EQ(p.init(), 0);

    ASSERT_EQ(p.get(a, 1000, true), 0);
    ASSERT_EQ(p.get(b, 7), 0);
    ASSERT_EQ(a.level, IRDMA_PBLE_LEVEL_1);
    for (u32 i = 0; i < 1000; i++)
        a.level1.addr[i] = 0xabc000 + i;
    b.level1.addr[6] = 77;
    for (u32 i = 0; i < 1000; i++)
        EXPECT_EQ(p.read(a.level1.idx + i), 0xabc000u + i);
    EXPECT_EQ(p.read(b.level1.idx + 6), 77u);
    irdma_free_pble(&p.pool, &a);
    irdma_free_pble(&p.pool, &b);
    EXPECT_EQ(p.pool.free_pble, p.pool.total_pble);
}

TEST_P(PblePlace, Trap21Level2RootListsItsLeaves) {
    Pool p(GetParam());
    irdma_pble_alloc alloc;
    ASSERT_EQ(p.init(), 0);
    // No run of 1300 entries is left in this chunk: every other page is taken.
    std::vector<irdma_pble_alloc> pages(p.pool.total_pble / 512);
    p.pool.unallocated_pble = 0;
    for (auto &page : pages)
        ASSERT_EQ(p.get(page, 512), 0);
    for (size_t i = 0; i < pages.size(); i += 2)
        irdma_free_pble(&p.pool, &pages[i]);

    EXPECT_EQ(p.get(alloc, 1300, true), -ENOMEM);
    ASSERT_EQ(p.get(alloc, 1300), 0);
    ASSERT_EQ(alloc.level, IRDMA_PBLE_LEVEL_2);
    ASSERT_EQ(alloc.level2.leaf_cnt, 3u);
    EXPECT_EQ(alloc.level2.leaf[2].cnt, 1300u - 1024);
    for (u32 i = 0; i < 3; i++)
        EXPECT_EQ(p.read(alloc.level2.root.idx + i), alloc.level2.leaf[i].idx);
    irdma_free_pble(&p.pool, &alloc);
    EXPECT_EQ(alloc.level, IRDMA_PBLE_LEVEL_0);
    irdma_free_pble(&p.pool, &alloc); // harmless
}
INSTANTIATE_TEST_SUITE_P(Bases, PblePlace, ::testing::Values(0ull, 4096ull * 3, 7 * 512ull, 5 * mib2));

TEST(Pble, Fault44IndexIsDividedAt64Bits) {
    Pool p(0x40000 * 512ull - mib2, 4 * 262144); // 128 MiB - 2 MiB
    p.device.hmc_info.sd_table.sd_cnt = 64;
    ASSERT_EQ(p.init(), 0);
    irdma_pble_alloc a;
    ASSERT_EQ(p.get(a, 8), 0);
    EXPECT_EQ(a.level1.idx, 0u);
    irdma_free_pble(&p.pool, &a);
}

TEST(Pble, Fault44IndexBeyond4GiBIsDividedAt64Bits) {
    Pool far(0, 16);
    irdma_pble_alloc a, b;
    irdma_hmc_release(&far.device.dev);
    far.device.hmc_info.sd_table.sd_cnt = 4096;
    ASSERT_EQ(irdma_cfg_sd_mem(&far.device.dev, &far.device.hmc_info), 0);
    far.place(IRDMA_HMC_IW_PBLE, 0x100000000 + 3 * mib2, 2 * 262144, 8);
    ASSERT_EQ(far.init(), 0);
    ASSERT_EQ(far.get(a, 262144), 0);
    ASSERT_EQ(far.get(b, 8), 0);
    EXPECT_EQ(b.level1.idx, 262144u);
    b.level1.addr[0] = 5;
    EXPECT_EQ(far.read(b.level1.idx), 5u);
    irdma_free_pble(&far.pool, &a);
    irdma_free_pble(&far.pool, &b);
}

TEST(Pble, Fault45PoolGrowsAsOftenAsNeeded) {
    Pool p(0, 4 * 262144);
    irdma_pble_alloc a;
    ASSERT_EQ(p.init(), 0);

    ASSERT_EQ(p.get(a, 3 * 262144), 0);
    EXPECT_EQ(a.level, IRDMA_PBLE_LEVEL_2);
    EXPECT_EQ(p.device.segments.size(), 4u);
    irdma_pble_alloc b;
    EXPECT_EQ(p.get(b, 262144 + 1, true), -ENOMEM); // no run is that long
    irdma_free_pble(&p.pool, &a);
    EXPECT_EQ(p.pool.free_pble, p.pool.total_pble);
}

TEST(Pble, Trap19FewerEntriesThanAreSkippedDoNotWrap) {
    Pool p(8, 100);

    EXPECT_EQ(p.init(), -ENOMEM);
    EXPECT_EQ(p.pool.unallocated_pble, 0u);
}

TEST(Pble, NoEntriesWantedIsRefused) {
    Pool p;
    irdma_pble_alloc a;
    ASSERT_EQ(p.init(), 0);

    EXPECT_EQ(p.get(a, 0), -EINVAL);
    EXPECT_EQ(p.get(a, 4 * 262144 + 1), -ENOMEM);
    EXPECT_EQ(p.pool.stats_alloc_fail, 1u);
}

TEST(Pble, Trap20SegmentsAreClearedBeforeTheirMemoryIsFreed) {
    Pool p(4096);
    ASSERT_EQ(p.init(), 0);
    const u32 before = p.allocated();
    u32 at_clear = 0;
    p.device.fate = [&](u32, u32) {
        at_clear = p.allocated();
        return 0;
    };

    ASSERT_EQ(irdma_destroy_pble_prm(&p.pool, false), 0);
    EXPECT_EQ(at_clear, before);
    EXPECT_EQ(p.allocated(), 0u);
    EXPECT_TRUE(p.device.segments.empty());
}

TEST(Pble, Trap20MemoryTheDeviceDoesNotGiveUpIsKeptUntilReset) {
    Pool p(4096);
    ASSERT_EQ(p.init(), 0);
    const u32 before = p.allocated();
    p.device.fate = [](u32, u32) { return -EIO; };

    EXPECT_EQ(irdma_destroy_pble_prm(&p.pool, false), -EIO);
    EXPECT_EQ(p.allocated(), before);
    EXPECT_EQ(irdma_destroy_pble_prm(&p.pool, true), 0);
    irdma_hmc_release(&p.device.dev);
    EXPECT_EQ(p.device.leaked(), 0u);
}

TEST(Pble, SegmentSharedWithOtherObjectsServesBoth) {
    Pool p(mib2 / 2);
    p.place(IRDMA_HMC_IW_QP, 0, 2048, 512);
    ASSERT_EQ(p.create(IRDMA_HMC_IW_QP, 0, 2048), 0);
    ASSERT_EQ(p.init(), 0);
    irdma_pble_alloc a;
    ASSERT_EQ(p.get(a, 8), 0);
    a.level1.addr[0] = 9;
    EXPECT_EQ(p.read(a.level1.idx), 9u);
    irdma_free_pble(&p.pool, &a);

    ASSERT_EQ(p.remove(IRDMA_HMC_IW_QP, 0, 2048), 0);
    EXPECT_EQ(p.device.segments.size(), 1u);
    ASSERT_EQ(irdma_destroy_pble_prm(&p.pool, false), 0);
    EXPECT_TRUE(p.device.segments.empty());
    EXPECT_EQ(p.allocated(), 0u);
}

// From allocation n on everything fails, or just that one.
class PbleSweep : public ::testing::TestWithParam<bool> {};

TEST_P(PbleSweep, Trap19EveryFailureRollsBack) {
    for (u64 base : {u64(0), u64(4096)}) {
        for (u32 n = 0;; n++) {
            Pool p(base, 2 * 262144);
            irdma_pble_alloc a;
            p.device.fail_first = p.device.allocations + n;
            if (GetParam())
                p.device.fail_last = p.device.fail_first;
            const int err = p.init();
            const int got = err ? err : p.get(a, 300000);

            EXPECT_EQ(p.pool.next_fpm_addr - base, p.pool.total_pble * 8);
            EXPECT_EQ(p.pool.unallocated_pble, 2 * 262144 - p.pool.total_pble);
            if (err) {
                EXPECT_EQ(p.allocated(), 0u) << n;
            }
            if (!got)
                irdma_free_pble(&p.pool, &a);
            EXPECT_EQ(p.pool.free_pble, p.pool.total_pble);
            ASSERT_EQ(irdma_destroy_pble_prm(&p.pool, false), 0);
            EXPECT_EQ(p.allocated(), 0u) << n;
            EXPECT_TRUE(p.device.segments.empty());
            if (!got && n > 12)
                break;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Once, PbleSweep, ::testing::Bool());

TEST(Pble, Trap19FailingCommandRollsBack) {
    for (const int error : {-EIO, -ETIMEDOUT}) {
        for (u64 base : {u64(0), u64(4096)}) {
            Pool p(base);
            if (error == -EIO)
                p.device.refuse_update = 0;
            else
                p.device.fate = [error](u32, u32) { return error; };

            EXPECT_EQ(p.init(), error);
            EXPECT_EQ(p.pool.total_pble, 0u);
            EXPECT_EQ(p.pool.next_fpm_addr, base);
            EXPECT_EQ(p.allocated() > 0, error == -ETIMEDOUT);
        }
    }
}

// Against a list of what is taken.
TEST(Pble, RandomUseAgainstAModel) {
    Pool p(4096 * 5, 3 * 262144);
    std::mt19937 rng(7);
    std::vector<irdma_pble_alloc> held;
    std::set<u32> taken; // entries, by their unit of 8
    ASSERT_EQ(p.init(), 0);

    const auto each_unit = [](const irdma_pble_alloc &a, const auto &use) {
        const auto run = [&](const irdma_pble_info &info) {
            for (u32 unit = info.idx / 8; unit < (info.idx + info.cnt + 7) / 8; unit++)
                use(unit);
        };
        if (a.level == IRDMA_PBLE_LEVEL_1)
            return run(a.level1);
        run(a.level2.root);
        for (u32 i = 0; i < a.level2.leaf_cnt; i++)
            run(a.level2.leaf[i]);
    };
    for (u32 round = 0; round < 3000; round++) {
        irdma_pble_alloc a;

        if (rng() % 3 && p.get(a, 1 + rng() % (rng() % 8 ? 600 : 60000), rng() % 4 == 0) == 0) {
            each_unit(a, [&](u32 unit) { EXPECT_TRUE(taken.insert(unit).second) << unit; });
            held.push_back(a);
        } else if (!held.empty()) {
            const size_t i = rng() % held.size();
            each_unit(held[i], [&](u32 unit) { EXPECT_EQ(taken.erase(unit), 1u); });
            irdma_free_pble(&p.pool, &held[i]);
            held.erase(held.begin() + long(i));
        }
        ASSERT_EQ(p.pool.total_pble - p.pool.free_pble, taken.size() * 8);
    }
    for (irdma_pble_alloc &a : held)
        irdma_free_pble(&p.pool, &a);
    EXPECT_EQ(p.pool.free_pble, p.pool.total_pble);
}

} // namespace
