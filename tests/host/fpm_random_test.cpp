// SPDX-License-Identifier: GPL-2.0
//
// The fuzz target's case with many seeded inputs: also where no fuzzer is at hand, the same ones on every machine.
#include <gtest/gtest.h>

#include <random>

#include "../fuzz/fpm_case.h"

namespace {

constexpr u32 cases = 100000;

class Generator {
  public:
    // Counts and exponents of the kind devices have, and of the kind they should not have.
    u64 word() {
        switch (rng_() % 8) {
        case 0:
            return rng_();
        case 1:
            return rng_() % 4 ? 0 : ~0ull;
        case 2:
            return (rng_() % 70) << 32 | u32(rng_());
        default:
            return (rng_() % 11) << 32 | (1u << rng_() % 24) | (rng_() % 16 ? 0 : rng_() % 4096);
        }
    }

    void fill(u64 *words, size_t count) {
        for (size_t i = 0; i < count; i++)
            words[i] = word();
        words[0] = rng_() >> (rng_() % 32);                     // generation, flags, queue pairs
        words[1] = (rng_() % 3 ? rng_() % 3000 : rng_()) << 32; // segments, first segment 0
        if (rng_() % 2)
            words[1 + 176 / 8] = (rng_() % 3 ? words[1] >> 32 : rng_() % 5000) << 32;
        if (rng_() % 4)
            words[1 + 184 / 8] = words[1 + 192 / 8] = rng_() % 5000; // scratch buffers
    }

  private:
    std::mt19937_64 rng_{20240601};
};

TEST(FpmRandom, Fault48AnyAnswerEndsWithCountsThatFitOrAnError) {
    Generator generator;
    u64 words[1 + 25 + 26 + 64];

    for (u32 i = 0; i < cases; i++) {
        generator.fill(words, sizeof(words) / sizeof(words[0]));
        test::run_fpm_case(reinterpret_cast<const u8 *>(words), sizeof(words));
    }
    EXPECT_EQ(irdma_host_live_allocations(), 0u);
}

} // namespace
