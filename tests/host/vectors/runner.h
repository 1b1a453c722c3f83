// SPDX-License-Identifier: GPL-2.0
//
// Runs one line of a vector file, and all lines of a file in processes of their own.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "rules.h"

namespace vec {

enum class Verdict : char { passed = 'P', cleaner = 'C', superseded = 'S', failed = 'F' };

struct Outcome {
    Verdict verdict = Verdict::failed;
    std::string id;
    std::string text; // why, a line for each mismatch
    std::string log;  // what the call said and did, for -v
};

// Never throws; whatever the text is, it ends in an outcome. A crash of core ends the process, though.
Outcome run_line(std::string_view line, const Rules &rules);

// Calls report() for every vector of the file whose id is `only` (all if empty). A vector that crashes core or does not
// come to an end fails, the others go on. Returns false with a message if the file cannot be used.
bool run_file(const std::string &path, const Rules &rules, const std::string &only,
              const std::function<void(const Outcome &)> &report, std::string &error);

} // namespace vec
