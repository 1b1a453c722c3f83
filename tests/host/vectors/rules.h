// SPDX-License-Identifier: GPL-2.0
//
// Vectors that are superseded: where the expected value is a known fault of the code they were recorded from.
// Form of the file: tests/vectors/README.md.
#pragma once

#include <string>
#include <vector>

#include "check.h"

namespace vec {

class Rules {
  public:
    // Throws Malformed with the reason if the file cannot be used. An empty path gives no rules.
    explicit Rules(const std::string &path);

    // The reasons, if rules explain every mismatch; empty otherwise.
    std::string explain(const World &world, const std::vector<Mismatch> &mismatches) const;

  private:
    std::vector<Json> rules_;
};

} // namespace vec
