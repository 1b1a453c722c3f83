// SPDX-License-Identifier: GPL-2.0
//
// Compares what a call did with what its vector expects.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "world.h"

namespace vec {

struct Mismatch {
    std::string key;              // field or word, "ret", "regs", "calls", "at_event", "rule", "dma_alloc[0].size", ...
    std::string expected, actual; // for people
    // One value: what rules on superseded vectors judge. Lists have json instead.
    std::optional<Place> place;
    u64 actual_value = 0, expected_value = 0, before = 0;
    Json actual_json;
    bool in_changed = false; // belongs to the list that error paths may leave out
};

std::vector<Mismatch> check(World &world);

// The vector expects an error, the error came, and all that differs is state that core left cleaner than the list says.
bool only_cleaner(const World &world, const std::vector<Mismatch> &mismatches);

} // namespace vec
