// SPDX-License-Identifier: GPL-2.0
//
// The fuzz targets' cases with many seeded inputs: also where no fuzzer is at hand, the same ones on every machine.
#include <gtest/gtest.h>

#include <random>

#include "../fuzz/events_case.h"
#include "../fuzz/terminate_case.h"

namespace {

template <size_t Words> void run_random(u64 seed, u32 cases, void (*run)(const u8 *, size_t)) {
    std::mt19937_64 random(seed);
    u64 words[Words];

    for (u32 i = 0; i < cases; i++) {
        for (u64 &word : words)
            word = random();
        run(reinterpret_cast<const u8 *>(words), sizeof(words));
    }
}

TEST(EventsRandom, Fault30NoEntryOfTheDeviceIsBelieved) {
    run_random<120>(20240602, 20000, test::run_events_case);
    EXPECT_EQ(irdma_host_locks_held(), 0u);
}

TEST(TerminateRandom, TrapT5NoFrameLeadsOutsideQ2) {
    run_random<33>(20240603, 200000, test::run_terminate_case);
    EXPECT_FALSE(test::services.term_modify);
}

} // namespace
