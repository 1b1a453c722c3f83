// SPDX-License-Identifier: GPL-2.0
#include "check.h"

#include <cstring>
#include <set>

namespace vec {

namespace {

constexpr size_t max_listed = 40;

class Checker {
  public:
    explicit Checker(World &world) : w(world), word{world.word_type(), 0, 0, 0, false} {}

    std::vector<Mismatch> run() {
        check_ret();
        sort_changed();
        for (const auto &o : w.objects)
            check_object(*o);
        check_regs();
        check_calls();
        check_at_event();
        check_numbers();
        for (const auto &r : w.regions)
            check_region(*r);
        for (const std::string &problem : w.problems)
            add("rule", "kept", problem);
        return std::move(found);
    }

  private:
    Mismatch &add(const std::string &key, const std::string &expected, const std::string &actual) {
        found.push_back({key, expected, actual, {}, 0, 0, 0, {}, false});
        return found.back();
    }

    void add_value(const std::string &key, const Place &place, u64 expected, u64 actual, u64 before, bool changed) {
        std::string text = w.show(expected, place);
        if (changed && expected == before)
            text = "unchanged " + text;
        Mismatch &m = add(key, text, w.show(actual, place));
        m.place = place;
        m.actual_value = actual;
        m.expected_value = expected;
        m.before = before;
        m.in_changed = changed;
    }

    void add_starred(const std::string &key, const Place &place, const Json &json, u64 actual, u64 before) {
        add_value(key, place, u64(-1), actual, before, true);
        found.back().expected = json == "*" ? "something else than before" : "a function that does nothing";
    }

    void check_ret() {
        const Place place{w.fn.ret, 0, 0, 0, false};

        if (type(w.fn.ret).kind == VT_VOID) {
            if (w.vector.has_ret)
                throw Malformed("ret given for a function that returns nothing");
            return;
        }
        if (!w.vector.has_ret)
            throw Malformed("ret missing");
        const unsigned bits = bits_of(place);
        const u64 actual = bits == 64 ? w.ret : w.ret & ((u64(1) << bits) - 1);
        const u64 expected = value_or_none(w.vector.ret, place);
        if (actual != expected)
            add_value("ret", place, expected, actual, 0, false);
    }

    // A reference to something the call should have made, but did not, is no address at all.
    u64 value_or_none(const Json &json, const Place &place) const {
        if (json.is_string()) {
            const std::string &text = json.get_ref<const std::string &>();
            if ((text.starts_with("&mem.dma") || text.starts_with("&mem.kz") || text.starts_with("&fn.")) &&
                !w.resolve(text))
                return u64(-1);
        }
        return w.value(json, place);
    }

    void check_regs() {
        Json actual = Json::array();

        for (const auto &[name, value] : w.writes)
            actual.push_back({name, hex(value)});
        bool same = actual.size() == w.vector.regs.size();
        for (size_t i = 0; same && i < actual.size(); i++) {
            const Json &expected = w.vector.regs[i];
            same = expected[0] == actual[i][0] && w.value(expected[1], word) == w.writes[i].second;
        }
        if (!same)
            add("regs", w.vector.regs.dump(), actual.dump()).actual_json = actual;
    }

    // Arguments as the vectors write them. The third argument of the statistics command stands for a number.
    Json call_as_json(const StubCall &call) const {
        Json json = Json::array({call.fn ? call.fn->name : "?"});

        for (size_t i = 0; i < call.args.size(); i++) {
            const int t = call.fn ? call.fn->args[i].type : w.word_type();
            const Place place{t, 0, 0, 0, false};
            const u64 bits = bits_of(place);
            const u64 value = bits == 64 ? call.args[i] : call.args[i] & ((u64(1) << bits) - 1);
            if (is_index(call, i))
                json.push_back(value);
            else if (is_pointer(place))
                json.push_back(value ? Json(w.name_of(value, type(t).target)) : Json());
            else if (is_bool(place))
                json.push_back(value != 0);
            else if (bits == 64)
                json.push_back(hex(value));
            else if (is_signed(place))
                json.push_back(int64_t(value << (64 - bits)) >> (64 - bits));
            else
                json.push_back(value);
        }
        return json;
    }

    static bool is_index(const StubCall &call, size_t arg) {
        return call.fn && std::string_view(call.fn->name) == "irdma_cqp_stats_inst_cmd" && arg == 2;
    }

    bool same_call(const Json &expected, const StubCall &call) const {
        if (!call.fn || expected[0] != call.fn->name || expected.size() != call.args.size() + 1)
            return false;
        for (size_t i = 0; i < call.args.size(); i++) {
            const Place place = is_index(call, i) ? word : Place{call.fn->args[i].type, 0, 0, 0, false};
            const unsigned bits = bits_of(place);
            const u64 actual = bits == 64 ? call.args[i] : call.args[i] & ((u64(1) << bits) - 1);
            if (value_or_none(expected[i + 1], place) != actual)
                return false;
        }
        return true;
    }

    void check_calls() {
        Json actual = Json::array();
        bool same = w.calls.size() == w.vector.calls.size();

        for (const StubCall &call : w.calls)
            actual.push_back(call_as_json(call));
        for (size_t i = 0; same && i < w.calls.size(); i++)
            same = same_call(w.vector.calls[i], w.calls[i]);
        if (!same)
            add("calls", w.vector.calls.dump(), actual.dump()).actual_json = actual;
    }

    void check_at_event() {
        Json actual = Json::array();
        const Json &expected = w.vector.at_event;
        bool same = expected.size() == w.seen.size();

        for (size_t i = 0; i < w.seen.size(); i++) {
            const SeenByDevice &seen = w.seen[i];
            Json words = Json::object();
            for (const auto &[key, value] : seen.words)
                words[key] = hex(value);
            actual.push_back({seen.event, seen.n, words});
            same = same && expected[i][0] == seen.event && expected[i][1] == seen.n &&
                   expected[i][2].size() == seen.words.size();
            if (!same)
                continue;
            for (const auto &item : expected[i][2].items()) {
                const auto it = seen.words.find(item.key());
                same = same && it != seen.words.end() && value_or_none(item.value(), word) == it->second;
            }
        }
        if (!same)
            add("at_event", expected.dump(), actual.dump()).actual_json = actual;
    }

    // Takes the list apart: numbers about allocations, words of regions, fields of objects.
    void sort_changed() {
        for (const auto &[key, json] : w.vector.changed) {
            Place place;
            u64 index = 0;
            if (key.starts_with("dma_alloc[") || key.starts_with("dma_free[") || key.starts_with("kzalloc[")) {
                numbers[key] = value_or_none(json, word);
            } else if (key.starts_with("mem.")) {
                const Region *r = w.region_of(key, index);
                if (!r)
                    add(key, json.dump(), "no such memory");
                else
                    words[r][index] = &json;
            } else {
                const Object *o = w.object_of(key, place);
                if (!o || !is_scalar(place))
                    throw Malformed(key + ": no field that can be compared");
                fields[o].push_back({key, place, &json});
            }
        }
    }

    void check_numbers() {
        const int entry = find_struct("irdma_hmc_sd_entry");
        const u64 entry_size = entry < 0 ? 1 : type(entry).size;
        std::map<std::string, u64> actual;

        for (size_t i = 0; i < w.dma_sizes.size(); i++)
            actual["dma_alloc[" + std::to_string(i) + "].size"] = w.dma_sizes[i];
        for (size_t i = 0; i < w.dma_frees.size(); i++) {
            actual["dma_free[" + std::to_string(i) + "]"] = w.dma_frees[i].first;
            actual["dma_free[" + std::to_string(i) + "].size"] = w.dma_frees[i].second;
        }
        for (size_t i = 0; i < w.kz_sizes.size(); i++) {
            actual["kzalloc[" + std::to_string(i) + "].count"] = w.kz_sizes[i] / entry_size;
            if (w.kz_sizes[i] % entry_size)
                add("rule", "kept", "allocates " + std::to_string(w.kz_sizes[i]) + " bytes, no multiple of an SD entry");
        }
        for (const auto &[key, value] : actual) {
            const auto it = numbers.find(key);
            if (it == numbers.end())
                add(key, "nothing", hex(value)).in_changed = true;
            else if (it->second != value)
                add_value(key, word, it->second, value, 0, true);
        }
        for (const auto &[key, value] : numbers)
            if (!actual.count(key))
                add(key, hex(value), "nothing").in_changed = true;
    }

    // Tried out; whatever it does shows in the comparison that follows.
    bool is_idle_function(const std::string &key, u64 address) {
        if (!w.is_unknown_function(address))
            return false;
        const int returned = w.call_idle(address);
        return !key.ends_with("_add") || returned == 0;
    }

    void check_object(const Object &o) {
        std::vector<u8> expected = o.before;
        std::vector<u8> ignored(o.before.size());

        for (const auto &[key, place, json] : fields[&o]) {
            const u64 before = load(o.before.data(), place);
            const u64 actual = load(o.now.data(), place);
            if (place.unchecked)
                continue;
            if (*json == "*" || *json == "&fn.*") {
                const bool good = *json == "*" ? actual != before : is_idle_function(key, actual);
                if (!good)
                    add_starred(key, place, *json, actual, before);
                store(expected.data(), place, actual);
                continue;
            }
            try {
                store(expected.data(), place, value_or_none(*json, place));
            } catch (const Malformed &e) {
                throw Malformed(key + ": " + e.what());
            }
        }
        if (memcmp(expected.data(), o.now.data(), expected.size()) == 0)
            return;
        std::set<u64> listed; // members of unions share their bits: the first one tells
        for (u64 i = 0; i < o.count; i++)
            for (const Leaf &leaf : leaves_of(o.type)) {
                Place place = leaf.place;
                place.offset += i * o.element_size();
                const u64 want = load(expected.data(), place);
                const u64 got = load(o.now.data(), place);
                if (want == got || found.size() > max_listed || !first_at(listed, place))
                    continue;
                const std::string index = o.array ? "[" + std::to_string(i) + "]" : "";
                add_value(spelled(o, place, o.name + index + leaf.path), place, want, got,
                          load(o.before.data(), place), true);
            }
    }

    static bool first_at(std::set<u64> &listed, const Place &place) {
        bool first = true;

        for (unsigned bit = 0; bit < bits_of(place); bit++)
            first &= listed.insert(place.offset * 8 + place.bit_offset + bit).second;
        return first;
    }

    // The vector's own spelling of a key, where it has one.
    std::string spelled(const Object &o, const Place &place, const std::string &otherwise) const {
        const auto it = fields.find(&o);

        if (it != fields.end())
            for (const Field &f : it->second)
                if (f.place.offset == place.offset && f.place.bit_offset == place.bit_offset &&
                    bits_of(f.place) == bits_of(place))
                    return f.key;
        return otherwise;
    }

    void check_region(const Region &r) {
        for (size_t i = 0; i < r.now.size() / 8 && found.size() <= max_listed; i++) {
            const auto it = words[&r].find(i);
            const u64 before = r.word_before(i);
            const u64 actual = r.word(i);
            const std::string key = "mem." + r.name + ".w[" + std::to_string(i) + "]";
            if (it != words[&r].end() && *it->second == "*") {
                if (actual == before)
                    add_starred(key, word, *it->second, actual, before);
                continue;
            }
            const u64 want = it == words[&r].end() ? before : value_or_none(*it->second, word);
            if (want != actual)
                add_value(key, word, want, actual, before, true);
        }
        for (size_t i = r.now.size() / 8 * 8; i < r.now.size(); i++)
            if (r.contents()[i] != r.before[i])
                add("mem." + r.name + "+" + hex(i), "unchanged", hex(r.contents()[i])).in_changed = true;
    }

    struct Field {
        std::string key;
        Place place;
        const Json *json;
    };

    World &w;
    const Place word;
    std::vector<Mismatch> found;
    std::map<std::string, u64> numbers;
    std::map<const Object *, std::vector<Field>> fields;
    std::map<const Region *, std::map<u64, const Json *>> words;
};

// What must be right on error paths as well: ring position, polarity, scratch, counters.
bool always_compared(const std::string &key) {
    static const char *const marks[] = {"_ring.", "polarity", "mem.scratch.", "requested_ops", "completed_ops",
                                        "cqp_cmd_stats", "dma_", "kzalloc"};

    for (const char *mark : marks)
        if (key.find(mark) != std::string::npos)
            return true;
    return false;
}

} // namespace

std::vector<Mismatch> check(World &world) {
    return Checker(world).run();
}

bool only_cleaner(const World &world, const std::vector<Mismatch> &mismatches) {
    const Json &ret = world.vector.ret;

    if (mismatches.empty() || !ret.is_number_integer() || ret.get<int64_t>() >= 0)
        return false;
    for (const Mismatch &m : mismatches)
        if (!m.in_changed || !m.place || always_compared(m.key) ||
            (m.actual_value != m.before && m.actual_value != 0))
            return false;
    return true;
}

} // namespace vec
