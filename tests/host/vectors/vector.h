// SPDX-License-Identifier: GPL-2.0
//
// One vector as the file has it, checked for form only.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "model.h"

namespace vec {

using Json = nlohmann::json;
using Keys = std::vector<std::pair<std::string, Json>>;

enum class When { start, write, delay };

// What the scripted device does, and when.
struct Event {
    When when = When::start;
    std::string reg; // When::write
    u64 n = 0;
    Keys set;
};

struct Vector {
    std::string id, fn, conf;
    u64 gen = 0;
    Keys in;
    std::vector<Event> dev;
    bool has_ret = false;
    Json ret;
    Keys changed;
    Json regs = Json::array();
    Json calls = Json::array();
    Json at_event = Json::array();
};

// Throws Malformed. No other exception leaves it, whatever the text is.
Vector parse_vector(std::string_view line);
// The id alone, for messages about lines that cannot be used; "?" if even that is not there.
std::string guess_id(std::string_view line);

} // namespace vec
