// SPDX-License-Identifier: GPL-2.0
#include "vector.h"

#include <set>

namespace vec {

namespace {

// Deeper nesting than any vector has; a limit keeps hostile input from eating the stack.
constexpr int max_depth = 8;

const Json &need(const Json &object, const char *name) {
    const auto it = object.find(name);

    if (it == object.end())
        throw Malformed(std::string("member \"") + name + "\" missing");
    return *it;
}

std::string need_string(const Json &object, const char *name) {
    const Json &value = need(object, name);

    if (!value.is_string())
        throw Malformed(std::string("member \"") + name + "\" is no string");
    return value.get<std::string>();
}

u64 need_count(const Json &object, const char *name) {
    const Json &value = need(object, name);

    if (!value.is_number_unsigned())
        throw Malformed(std::string("member \"") + name + "\" is no count");
    return value.get<u64>();
}

void only(const Json &object, const char *what, const std::set<std::string_view> &known) {
    if (!object.is_object())
        throw Malformed(std::string(what) + " is no object");
    for (const auto &item : object.items())
        if (!known.count(item.key()))
            throw Malformed(std::string(what) + ": unknown member \"" + item.key() + "\"");
}

Keys flat(const Json &object, const char *what) {
    Keys keys;

    if (!object.is_object())
        throw Malformed(std::string(what) + " is no object");
    for (const auto &item : object.items()) {
        if (item.value().is_structured() || item.value().is_number_float())
            throw Malformed(std::string(what) + ": bad value of \"" + item.key() + "\"");
        keys.emplace_back(item.key(), item.value());
    }
    return keys;
}

Event parse_event(const Json &json) {
    static const std::set<std::string_view> known{"on", "reg", "n", "set"};
    Event event;

    only(json, "dev", known);
    const std::string on = need_string(json, "on");
    if (on == "write") {
        event.when = When::write;
        event.reg = need_string(json, "reg");
    } else if (on == "delay") {
        event.when = When::delay;
    } else if (on != "start") {
        throw Malformed("dev: unknown event \"" + on + "\"");
    }
    if (event.when != When::start)
        event.n = need_count(json, "n");
    event.set = flat(need(json, "set"), "dev set");
    return event;
}

const Json &need_array(const Json &value, const char *what) {
    if (!value.is_array())
        throw Malformed(std::string(what) + " is no array");
    return value;
}

void check_regs(const Json &regs) {
    for (const Json &write : need_array(regs, "regs"))
        if (!write.is_array() || write.size() != 2 || !write[0].is_string() || !write[1].is_string())
            throw Malformed("regs: a write is [name, \"0x value\"]");
}

void check_calls(const Json &calls) {
    for (const Json &call : need_array(calls, "calls")) {
        if (!call.is_array() || call.empty() || !call[0].is_string())
            throw Malformed("calls: a call is [name, arguments...]");
        for (const Json &arg : call)
            if (arg.is_structured() || arg.is_number_float())
                throw Malformed("calls: bad argument");
    }
}

void check_at_event(const Json &entries) {
    for (const Json &entry : need_array(entries, "at_event")) {
        if (!entry.is_array() || entry.size() != 3 || !entry[0].is_string() || !entry[1].is_number_unsigned())
            throw Malformed("at_event: an entry is [event, n, {word: value}]");
        flat(entry[2], "at_event");
    }
}

Vector parse(std::string_view line) {
    static const std::set<std::string_view> known{"id", "fn", "gen", "conf", "in", "dev", "out"};
    static const std::set<std::string_view> known_out{"ret", "regs", "calls", "changed", "at_event"};
    const auto depth_limit = [](int depth, Json::parse_event_t, Json &) {
        if (depth > max_depth)
            throw Malformed("nested too deeply");
        return true;
    };
    const Json json = Json::parse(line.begin(), line.end(), depth_limit);
    Vector v;

    only(json, "vector", known);
    v.id = need_string(json, "id");
    v.fn = need_string(json, "fn");
    v.conf = need_string(json, "conf");
    v.gen = need_count(json, "gen");
    if (v.gen < 1 || v.gen > 3)
        throw Malformed("gen is not 1, 2 or 3");
    v.in = flat(need(json, "in"), "in");
    if (json.contains("dev"))
        for (const Json &event : need_array(json["dev"], "dev"))
            v.dev.push_back(parse_event(event));
    const Json &out = need(json, "out");
    only(out, "out", known_out);
    v.has_ret = out.contains("ret");
    if (v.has_ret)
        v.ret = out["ret"];
    v.changed = flat(need(out, "changed"), "changed");
    v.regs = need(out, "regs");
    v.calls = out.value("calls", Json::array());
    v.at_event = out.value("at_event", Json::array());
    check_regs(v.regs);
    check_calls(v.calls);
    check_at_event(v.at_event);
    return v;
}

} // namespace

Vector parse_vector(std::string_view line) {
    try {
        return parse(line);
    } catch (const Json::exception &e) {
        throw Malformed(std::string("bad JSON: ") + e.what());
    }
}

std::string guess_id(std::string_view line) {
    constexpr std::string_view mark = "\"id\"";
    size_t at = line.find(mark);

    if (at == std::string_view::npos)
        return "?";
    at = line.find_first_not_of(" :\t", at + mark.size());
    if (at == std::string_view::npos || line[at] != '"')
        return "?";
    const std::string_view rest = line.substr(at + 1, 120);
    return std::string(rest.substr(0, rest.find('"')));
}

} // namespace vec
