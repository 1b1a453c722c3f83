// SPDX-License-Identifier: GPL-2.0
//
// Hardware counters: where each lies, how they accumulate over their wrap, and the life of a VSI's statistics.
#include <map>
#include <set>

#include "device.h"
#include "services.h"

namespace {

using test::Device;
using test::services;

constexpr u32 words = IRDMA_GATHER_STATS_BUF_SIZE / 8;
constexpr u32 gen1_bar = 0x16000;

// The manual's table once more, in its notation: gen1 word and width, gen2 word and bits, gen3 word.
struct Row {
    u16 g1, g1_width, g2, g2_msb, g2_lsb, g3;
};

// clang-format off
constexpr u16 none = 0xffff;
constexpr Row rows[] = {
    {24, 32, 24, 63, 32, 24},    {32, 32, 24, 31, 0, 32},     {168, 24, 184, 55, 32, 200}, {72, 32, 72, 63, 32, 80},
    {80, 32, 72, 31, 0, 88},     {176, 24, 184, 23, 0, 208},  {216, 32, 216, 63, 32, 216}, {192, 24, 200, 55, 32, 224},
    {200, 24, 200, 23, 0, 232},  {0, 24, 0, 55, 32, 0},       {8, 48, 8, 47, 0, 8},        {16, 48, 16, 47, 0, 16},
    {40, 48, 32, 47, 0, 40},     {48, 48, 48, 47, 0, 56},     {104, 48, 104, 47, 0, 120},  {112, 48, 112, 47, 0, 128},
    {120, 48, 120, 47, 0, 136},  {128, 48, 136, 47, 0, 152},  {56, 48, 56, 47, 0, 64},     {64, 48, 64, 47, 0, 72},
    {88, 48, 80, 47, 0, 96},     {96, 48, 96, 47, 0, 112},    {136, 48, 144, 47, 0, 160},  {144, 48, 152, 47, 0, 168},
    {152, 48, 160, 47, 0, 176},  {160, 48, 176, 47, 0, 192},  {184, 48, 192, 63, 32, 248}, {208, 48, 208, 47, 0, 240},
    {232, 48, 248, 47, 0, 280},  {240, 48, 256, 47, 0, 288},  {224, 48, 240, 47, 0, 272},  {256, 48, 272, 47, 0, 304},
    {264, 48, 280, 47, 0, 312},  {248, 48, 264, 47, 0, 296},  {272, 48, 288, 47, 0, 320},  {280, 48, 296, 47, 0, 328},
    {288, 48, 40, 47, 0, 48},    {296, 48, 128, 47, 0, 144},  {304, 48, 88, 47, 0, 104},   {312, 48, 168, 47, 0, 184},
    {320, 48, 224, 47, 0, 256},  {328, 48, 232, 47, 0, 264},
    {none, 0, 304, 55, 0, 336},  {none, 0, 312, 31, 0, 344},  {none, 0, 312, 55, 32, 352}, {none, 0, 320, 31, 0, 360},
    {none, 0, none, 0, 0, 368},  {none, 0, none, 0, 0, 376},  {none, 0, none, 0, 0, 384},  {none, 0, none, 0, 0, 392},
    {none, 0, none, 0, 0, 408},  {none, 0, none, 0, 0, 416},  {none, 0, none, 0, 0, 424},  {none, 0, none, 0, 0, 432},
    {none, 0, none, 0, 0, 440},  {none, 0, none, 0, 0, 448},  {none, 0, none, 0, 0, 456},
};
// clang-format on

struct Place {
    u16 offset;
    unsigned lsb;
    unsigned width;
};

Place place_of(u32 index, int generation) {
    const Row &row = rows[index];

    if (generation == 1)
        return {row.g1, 0, row.g1_width};
    if (generation == 2)
        return {row.g2, row.g2_lsb, unsigned(row.g2_msb - row.g2_lsb + 1)};
    return {row.g3, 0, 64};
}

u64 ones(unsigned width) {
    return width == 64 ? ~u64(0) : (u64(1) << width) - 1;
}

class Stats : public Device {
  protected:
    void SetUp() override { start_stats(2); }

    void TearDown() override {
        if (vsi.pestat)
            irdma_vsi_stats_free(&vsi);
        services = {};
        EXPECT_EQ(irdma_host_live_allocations(), 0u);
        Device::TearDown();
    }

    void start_stats(u8 generation) {
        if (vsi.pestat)
            irdma_vsi_stats_free(&vsi);
        start(generation);
        services = {};
        calls.clear();
        std::memset(&pestat, 0, sizeof(pestat));
        std::fill(bar.begin(), bar.end(), 0);
        hw.hw_addr = reinterpret_cast<u8 *>(bar.data());
        switch (generation) {
        case 1:
            i40iw_init_hw(&dev);
            break;
        case 2:
            icrdma_init_hw(&dev);
            break;
        default:
            ig3rdma_init_hw(&dev);
        }
        services.stats_start_timer = [this](irdma_sc_vsi *) { calls.emplace_back("start"); };
        services.stats_stop_timer = [this](irdma_sc_vsi *) { calls.emplace_back("stop"); };
        services.stats_inst_cmd = [this](u8 cmd, irdma_stats_inst_info *info) {
            calls.emplace_back(cmd == IRDMA_OP_STATS_ALLOCATE ? "allocate" : "free");
            if (cmd == IRDMA_OP_STATS_ALLOCATE)
                info->stats_idx = instance;
            return refuse;
        };
        refuse = 0;
        instance = 5;
    }

    int init(bool allocate = false, u16 function = 3) {
        irdma_vsi_stats_info info = {};

        info.pestat = &pestat;
        info.fcn_id = function;
        info.alloc_stats_inst = allocate;
        return irdma_vsi_stats_init(&vsi, &info);
    }

    u64 *gathered() { return static_cast<irdma_gather_stats *>(pestat.gather_info.gather_stats_va)->val; }

    void put(const Place &at, u64 value) {
        u64 &word = gathered()[at.offset / 8];

        word = (word & ~(ones(at.width) << at.lsb)) | (value & ones(at.width)) << at.lsb;
    }

    static void carry(void *self, u32 *reg) {
        std::vector<u32> &registers = static_cast<Stats *>(static_cast<Device *>(self))->bar;

        if (reg != &registers[0x10200 / 4] || *reg != 0xffffffff)
            return;
        registers[0x10200 / 4] = 1;
        registers[0x10204 / 4] = 0x13;
    }

    using Calls = std::vector<std::string>;
    irdma_vsi_pestat pestat;
    Calls calls;
    int refuse = 0;
    u16 instance = 5;
    std::vector<u32> bar = std::vector<u32>(gen1_bar / 4);
};

class StatsEach : public Stats, public ::testing::WithParamInterface<int> {
  protected:
    void SetUp() override { start_stats(u8(GetParam())); }
    [[nodiscard]] u32 count() const { return GetParam() == 1 ? 42 : GetParam() == 2 ? 46 : 57; }
};
FOR_EACH_GENERATION(StatsEach);

TEST_P(StatsEach, TheNumberOfCountersIsThatOfTheGeneration) {
    EXPECT_EQ(dev.hw_attrs.max_stat_idx, count());
    EXPECT_EQ(sizeof(rows) / sizeof(rows[0]), 57u);
}

TEST_P(StatsEach, Fault78EachCounterShowsItsOwnHardwareCounterAndNoOther) {
    ASSERT_EQ(init(), 0);
    for (u32 i = 0; i < count(); i++) {
        const Place at = place_of(i, GetParam());

        std::memset(gathered(), 0, IRDMA_GATHER_STATS_BUF_SIZE);
        std::memset(pestat.gather_info.last_gather_stats_va, 0, IRDMA_GATHER_STATS_BUF_SIZE);
        std::memset(&pestat.hw_stats, 0, sizeof(pestat.hw_stats));
        put(at, ones(at.width));
        sc_vsi_update_stats(&vsi);
        for (u32 k = 0; k < words; k++)
            EXPECT_EQ(pestat.hw_stats.stats_val[k], k == i ? ones(at.width) : 0) << i << " shows in " << k;
    }
}

// From 2 below the end of the counter to 3 behind its start: 5 more, whatever the width.
TEST_P(StatsEach, EveryCounterRollsOver) {
    ASSERT_EQ(init(), 0);
    for (u32 i = 0; i < count(); i++)
        put(place_of(i, GetParam()), ones(place_of(i, GetParam()).width) - 1);
    sc_vsi_update_stats(&vsi);
    for (u32 i = 0; i < count(); i++)
        put(place_of(i, GetParam()), 3);
    sc_vsi_update_stats(&vsi);
    for (u32 i = 0; i < count(); i++) {
        const u64 most = ones(place_of(i, GetParam()).width);

        // gen3 counters are totals.
        EXPECT_EQ(pestat.hw_stats.stats_val[i], GetParam() == 3 ? 3 : most - 1 + 5) << i;
    }
    sc_vsi_update_stats(&vsi);
    EXPECT_EQ(pestat.hw_stats.stats_val[1], GetParam() == 3 ? 3 : ones(32) + 4) << "nothing new counts nothing";
}

TEST_F(Stats, TrapT1InSegsHas32BitsAndWrapsThere) {
    ASSERT_EQ(init(), 0);
    gathered()[192 / 8] = u64(0xffffffff) << 32;
    sc_vsi_update_stats(&vsi);
    gathered()[192 / 8] = u64(1) << 32;
    sc_vsi_update_stats(&vsi);
    EXPECT_EQ(pestat.hw_stats.stats_val[IRDMA_HW_STAT_INDEX_TCPRXSEGS], 0xffffffffull + 2);
}

// A map that claims more bits than the word has: the same rule, whoever made the map.
TEST_F(Stats, TrapT1AWordHasNoBitsBeyondItsEnd) {
    const irdma_hw_stat_map map[] = {{0, 32, IRDMA_MAX_STATS_48}};
    irdma_dev_hw_stats sums = {};
    irdma_gather_stats now = {}, last = {};

    last.val[0] = u64(0xffffffff) << 32;
    irdma_update_stats(&sums, &now, &last, map, 1);
    EXPECT_EQ(sums.stats_val[0], 1u);
}

TEST_F(Stats, TrapT2WordsAreLittleEndian) {
    const u8 bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    u64 word;

    std::memcpy(&word, bytes, 8);
    EXPECT_EQ(irdma_stat_val(&word, 0, 0, ~u64(0)), 0x0807060504030201u);
    EXPECT_EQ(irdma_stat_val(&word, 0, 32, 0xffff), 0x0605u);
}

TEST_F(Stats, TrapT3ARegisterInstanceHasOneRule) {
    start_stats(1);
    instance = 0;
    ASSERT_EQ(init(true), 0);
    EXPECT_TRUE(vsi.stats_inst_alloc);
    EXPECT_EQ(vsi.stats_idx, 0u);
    // Instance 0 of those for VSIs is the fourth of all: 4 * 4 bytes on, or 4 * 8.
    bar[(0x10600 + 16) / 4] = 7;
    bar[(0x10200 + 32) / 4] = 0x89abcdef;
    bar[(0x10200 + 36) / 4] = 0x12;
    irdma_gather_stats_gen1(&vsi);
    EXPECT_EQ(pestat.hw_stats.stats_val[IRDMA_HW_STAT_INDEX_IP4RXDISCARD], 7u);
    EXPECT_EQ(pestat.hw_stats.stats_val[IRDMA_HW_STAT_INDEX_IP4RXOCTS], 0x1289abcdefu);
}

TEST_F(Stats, GatherOfTheFirstGenerationReadsTheRegistersOfTheFunction) {
    start_stats(1);
    ASSERT_EQ(init(false, 2), 0);
    bar[(0x13600 + 8) / 4] = 100;
    bar[(0x13400 + 16) / 4] = 200;
    irdma_gather_stats_gen1(&vsi);
    bar[(0x13600 + 8) / 4] = 101;
    irdma_gather_stats_gen1(&vsi);
    EXPECT_EQ(pestat.hw_stats.stats_val[IRDMA_HW_STAT_INDEX_TCPRTXSEG], 101u);
    EXPECT_EQ(pestat.hw_stats.stats_val[IRDMA_HW_STAT_INDEX_TCPTXSEG], 200u);
    EXPECT_EQ(gathered()[216 / 8], 101u);
}

TEST_P(StatsEach, TrapT4AnInstanceThatIsRefusedIsNotMadeUp) {
    refuse = -ENOMEM;
    if (GetParam() == 1)
        std::fill(std::begin(dev.stats_idx_array), std::end(dev.stats_idx_array), true);
    EXPECT_EQ(irdma_get_stats_idx(&vsi), IRDMA_INVALID_STATS_IDX);
    EXPECT_EQ(dev.stats_idx_array[0], GetParam() == 1);
}

TEST_P(StatsEach, Fault79WithoutAnInstanceTheFunctionsCountersAreUsed) {
    refuse = -ENOSPC;
    if (GetParam() == 1)
        std::fill(std::begin(dev.stats_idx_array), std::end(dev.stats_idx_array), true);
    ASSERT_EQ(init(true, 9), 0);
    EXPECT_EQ(vsi.stats_idx, 9u);
    EXPECT_FALSE(vsi.stats_inst_alloc);
    EXPECT_FALSE(pestat.gather_info.use_stats_inst);
    calls.clear();
    irdma_vsi_stats_free(&vsi);
    vsi.pestat = nullptr;
    EXPECT_EQ(calls, GetParam() == 3 ? Calls{} : Calls{"stop"}) << "nothing to give back";
}

TEST_F(Stats, TrapT5AnInstanceBeyondTheFieldIsNotUsed) {
    instance = 127;
    EXPECT_EQ(irdma_get_stats_idx(&vsi), 127u);
    instance = 128;
    EXPECT_EQ(irdma_get_stats_idx(&vsi), IRDMA_INVALID_STATS_IDX);
    EXPECT_EQ(log.size(), 1u);
}

TEST_F(Stats, TrapT6EvaluationHoldsTheLock) {
    ASSERT_EQ(init(), 0);
    // The host's locks abort when they are taken twice: whoever evaluates at the same time would wait.
    const u64 flags = irdma_os_spin_lock(&pestat.lock);

    EXPECT_DEATH(sc_vsi_update_stats(&vsi), "os:");
    irdma_os_spin_unlock(&pestat.lock, flags);
}

TEST_P(StatsEach, TrapT9TheTimerStartsWhenTheInstanceIsKnown) {
    ASSERT_EQ(init(true), 0);
    EXPECT_EQ(calls, GetParam() == 1   ? Calls{"start"}
                     : GetParam() == 2 ? (Calls{"allocate", "start"})
                                       : Calls{"allocate"});
}

TEST_P(StatsEach, TrapT8TheTimerStopsBeforeAnythingIsGivenBack) {
    ASSERT_EQ(init(true), 0);
    calls.clear();
    irdma_vsi_stats_free(&vsi);
    EXPECT_EQ(calls, GetParam() == 1 ? Calls{"stop"} : GetParam() == 2 ? (Calls{"stop", "free"}) : Calls{"free"});
    EXPECT_EQ(irdma_host_live_allocations(), 0u);
    EXPECT_FALSE(dev.stats_idx_array[0]);
    vsi.pestat = nullptr;
}

TEST_P(StatsEach, WithoutMemoryNothingIsAttached) {
    failing_alloc = 0;
    EXPECT_EQ(init(true), -ENOMEM);
    EXPECT_EQ(vsi.pestat, nullptr);
    EXPECT_TRUE(calls.empty());
}

// A carry into the upper half right before the lower one is read: the value is no mix of before and after.
TEST_F(Stats, TrapT10AWideRegisterIsReadWithoutATornCarry) {
    start_stats(1);
    ASSERT_EQ(init(false, 0), 0);
    bar[0x10200 / 4] = 0xffffffff;
    bar[0x10204 / 4] = 0x12;
    hooks.on_read = carry;
    irdma_host_set_hooks(&hooks);
    irdma_gather_stats_gen1(&vsi);
    EXPECT_EQ(pestat.hw_stats.stats_val[IRDMA_HW_STAT_INDEX_IP4RXOCTS], 0x1300000001u);
}

TEST_F(Stats, TrapT11AMapCannotLeadOutsideTheBuffer) {
    std::vector<u64> buffer(words, ~u64(0));

    EXPECT_EQ(irdma_stat_val(buffer.data(), IRDMA_GATHER_STATS_BUF_SIZE, 0, ~u64(0)), 0u);
    EXPECT_EQ(irdma_stat_val(buffer.data(), 0xfff8, 0, ~u64(0)), 0u);
    EXPECT_EQ(irdma_stat_val(buffer.data(), 0, 64, ~u64(0)), 0u);
    EXPECT_EQ(irdma_stat_val(buffer.data(), IRDMA_GATHER_STATS_BUF_SIZE - 8, 63, 1), 1u);
}

TEST_F(Stats, TrapT11MoreCountersThanTheBufferHasAreNotLookedAt) {
    const std::vector<irdma_hw_stat_map> map(words, {0, 0, 1});
    irdma_dev_hw_stats sums = {};
    irdma_gather_stats now = {}, last = {};

    now.val[0] = 1;
    irdma_update_stats(&sums, &now, &last, map.data(), 0xffff);
    EXPECT_EQ(sums.stats_val[words - 1], 1u);
}

TEST_F(Stats, TrapT12TheWidthsAreThoseOfMainline) {
    EXPECT_EQ(dev.hw_stats_map[IRDMA_HW_STAT_INDEX_RXNPECNMARKEDPKTS].bitmask, IRDMA_MAX_STATS_56);
    EXPECT_EQ(dev.hw_stats_map[IRDMA_HW_STAT_INDEX_RXRPCNPIGNORED].bitmask, IRDMA_MAX_STATS_24);
}

// A reset ends with new statistics: what the device counted before must not be taken for a roll-over.
TEST_F(Stats, TrapT13AfterAResetCountersStartFromZero) {
    ASSERT_EQ(init(), 0);
    gathered()[1] = 1000;
    sc_vsi_update_stats(&vsi);
    irdma_vsi_stats_free(&vsi);
    ASSERT_EQ(init(), 0);
    gathered()[1] = 5;
    sc_vsi_update_stats(&vsi);
    EXPECT_EQ(pestat.hw_stats.stats_val[IRDMA_HW_STAT_INDEX_IP4RXOCTS], 1005u);
}

TEST_F(Stats, SoftwareSlotsAreTakenOnceAndFreed) {
    start_stats(1);
    std::set<u16> taken;

    for (u32 i = 0; i < IRDMA_MAX_STATS_COUNT_GEN_1; i++)
        taken.insert(irdma_get_stats_idx(&vsi));
    EXPECT_EQ(taken.size(), u32(IRDMA_MAX_STATS_COUNT_GEN_1));
    EXPECT_EQ(irdma_get_stats_idx(&vsi), IRDMA_INVALID_STATS_IDX);
    vsi.stats_inst_alloc = true;
    vsi.stats_idx = 7;
    irdma_vsi_stats_free(&vsi);
    EXPECT_EQ(irdma_get_stats_idx(&vsi), 7u);
    EXPECT_TRUE(calls.empty());
}

} // namespace
