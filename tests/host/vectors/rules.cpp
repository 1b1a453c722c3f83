// SPDX-License-Identifier: GPL-2.0
#include "rules.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include <regex.h>

namespace vec {

namespace {

const Json *input(const World &world, const std::string &key) {
    for (const auto &[name, json] : world.vector.in)
        if (name == key)
            return &json;
    return nullptr;
}

u64 number(const Json &json, const World &world) {
    // An errno is negative, and 64 bits wide here.
    if (json.is_number_integer() && !json.is_number_unsigned())
        return u64(json.get<long long>());
    return world.value(json, {world.word_type(), 0, 0, 0, false});
}

bool text_matches(const std::string &text, const Json &pattern) {
    regex_t regex;

    if (regcomp(&regex, ("^(" + pattern.get<std::string>() + ")$").c_str(), REG_EXTENDED | REG_NOSUB))
        throw Malformed("bad pattern in the rules: " + pattern.get<std::string>());
    const bool matches = regexec(&regex, text.c_str(), 0, nullptr, 0) == 0;
    regfree(&regex);
    return matches;
}

// A condition on one input: a value, or {"min", "max", "not", "any_bit", "no_bit"}. An absent input is 0.
bool input_fits(const World &world, const std::string &key, const Json &wanted) {
    const Json *json = input(world, key);
    const bool numeric = !json || json->is_number() || json->is_boolean() ||
                         (json->is_string() && json->get_ref<const std::string &>().starts_with("0x"));

    if (!wanted.is_object())
        return json ? *json == wanted || (numeric && number(*json, world) == number(wanted, world))
                    : wanted.is_null() || wanted == false || wanted == 0;
    if (!numeric)
        return false;
    const u64 value = json ? number(*json, world) : 0;
    for (const auto &item : wanted.items()) {
        const u64 limit = number(item.value(), world);
        const std::string &what = item.key();
        if (what == "min"       ? value < limit
            : what == "max"     ? value > limit
            : what == "not"     ? value == limit
            : what == "any_bit" ? !(value & limit)
            : what == "no_bit"  ? (value & limit) != 0
                                : true)
            return false;
    }
    return true;
}

bool applies(const Json &rule, const World &world) {
    if (!text_matches(world.vector.fn, rule["function"]))
        return false;
    if (rule.contains("id") && !text_matches(world.vector.id, rule["id"]))
        return false;
    if (rule.contains("gen") &&
        std::find(rule["gen"].begin(), rule["gen"].end(), world.vector.gen) == rule["gen"].end())
        return false;
    if (rule.contains("ret") && world.vector.ret != rule["ret"])
        return false;
    if (rule.contains("when"))
        for (const auto &item : rule["when"].items())
            if (!input_fits(world, item.key(), item.value()))
                return false;
    return true;
}

// What the device saw is as expected, but for words whose key matches the pattern: these may be smaller.
bool at_most(const Json &seen, const Json &expected, const Json &pattern, const World &world) {
    if (!seen.is_array() || seen.size() != expected.size())
        return false;
    for (size_t i = 0; i < seen.size(); i++) {
        if (seen[i][0] != expected[i][0] || seen[i][1] != expected[i][1])
            return false;
        std::set<std::string> keys;
        for (const Json *words : {&seen[i][2], &expected[i][2]})
            for (const auto &item : words->items())
                keys.insert(item.key());
        for (const std::string &key : keys) {
            const u64 got = seen[i][2].contains(key) ? number(seen[i][2][key], world) : 0;
            const u64 wanted = expected[i][2].contains(key) ? number(expected[i][2][key], world) : 0;
            if (text_matches(key, pattern) ? got > wanted : got != wanted)
                return false;
        }
    }
    return true;
}

// What the better value is: see README of tests/vectors.
bool is_better(const Json &better, const World &world, const Mismatch &m) {
    if (better == "any")
        return true;
    if (better.is_object() && better.contains("at_most"))
        return m.place ? m.actual_value <= m.expected_value
                       : m.key == "at_event" && at_most(m.actual_json, world.vector.at_event, better["at_most"], world);
    if (!m.place && better == "before")
        return m.actual == "nothing" || (m.actual_json.is_array() && m.actual_json.empty());
    if (!m.place)
        return m.actual_json.is_array() && m.actual_json == better;
    if (better == "before")
        return m.actual_value == m.before;
    if (better.is_object() && better.contains("input")) {
        const Json *json = input(world, better["input"].get<std::string>());
        const u64 shift = better.contains("shift") ? number(better["shift"], world) : 0;
        return m.actual_value == (json ? number(*json, world) : 0) << (shift & 63);
    }
    if (better.is_object() && better.contains("plus"))
        return m.actual_value == m.before + number(better["plus"], world);
    if (better.is_object()) {
        const u64 clear = better.contains("clear") ? number(better["clear"], world) : 0;
        const u64 set = better.contains("set") ? number(better["set"], world) : 0;
        return m.actual_value == ((m.expected_value & ~clear) | set);
    }
    return m.actual_value == world.value(better, *m.place);
}

// "word": only that word of a slot of eight.
bool names(const Json &item, const std::string &key) {
    if (!text_matches(key, item["keys"]))
        return false;
    if (!item.contains("word"))
        return true;
    const size_t mark = key.find(".w[");
    return mark != std::string::npos && strtoull(key.c_str() + mark + 3, nullptr, 10) % 8 == item["word"].get<u64>();
}

bool allows(const Json &rule, const World &world, const Mismatch &m) {
    if (m.key == "rule")
        return false;
    // Refused before anything was touched.
    if (rule.contains("refuse"))
        return is_better(m.key == "ret" ? rule["refuse"] : Json("before"), world, m);
    for (const Json &item : rule["allow"])
        if (names(item, m.key))
            return is_better(item["better"], world, m);
    return false;
}

void check_form(const Json &rule) {
    static const std::set<std::string> known{"function", "id", "gen", "ret", "when", "reason", "allow", "refuse"};

    for (const auto &item : rule.items())
        if (!known.count(item.key()))
            throw Malformed("unknown member \"" + item.key() + "\"");
    for (const char *name : {"function", "reason"})
        if (!rule.contains(name) || !rule[name].is_string())
            throw Malformed(std::string("\"") + name + "\" missing");
    if (rule.contains("refuse"))
        return;
    if (!rule.contains("allow") || !rule["allow"].is_array())
        throw Malformed("\"allow\" or \"refuse\" missing");
    for (const Json &item : rule["allow"])
        if (!item.is_object() || !item.contains("keys") || !item.contains("better"))
            throw Malformed("\"allow\": an item is {\"keys\", \"better\"}");
}

} // namespace

Rules::Rules(const std::string &path) {
    if (path.empty())
        return;
    std::ifstream file(path);
    if (!file)
        throw Malformed("cannot be read");
    try {
        const Json json = Json::parse(file);
        for (const Json &rule : json.at("rules")) {
            check_form(rule);
            rules_.push_back(rule);
        }
    } catch (const Json::exception &e) {
        throw Malformed(e.what());
    }
}

std::string Rules::explain(const World &world, const std::vector<Mismatch> &mismatches) const {
    std::set<std::string> reasons;

    for (const Mismatch &m : mismatches) {
        const Json *found = nullptr;
        for (const Json &rule : rules_)
            if (!found && applies(rule, world) && allows(rule, world, m))
                found = &rule;
        if (!found)
            return "";
        reasons.insert((*found)["reason"].get<std::string>());
    }
    std::string text;
    for (const std::string &reason : reasons)
        text += (text.empty() ? "" : "; ") + reason;
    return text;
}

} // namespace vec
