// SPDX-License-Identifier: GPL-2.0
//
// Building the world of a vector and making the call. What core then asks for is in services.cpp.
#include "world.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <set>

#include <sanitizer/asan_interface.h>

namespace vec {

namespace {

// Larger than anything in real vectors; keeps hostile ones from eating the machine.
constexpr u64 max_region = 1 << 20;
constexpr u64 max_elements = 4096;

World *running = nullptr;

struct Known {
    const char *object, *type;
    bool array;
};

// Objects that have their type by name. A pointer argument of that name goes first.
constexpr Known known_objects[] = {
    {"dev", "irdma_sc_dev", false},
    {"cqp", "irdma_sc_cqp", false},
    {"ceq", "irdma_sc_ceq", false},
    {"aeq", "irdma_sc_aeq", false},
    {"vsi", "irdma_sc_vsi", false},
    {"pd", "irdma_sc_pd", false},
    {"srq", "irdma_sc_srq", false},
    {"hw", "irdma_hw", false},
    {"cq", "irdma_sc_cq", false},
    {"ccq", "irdma_sc_cq", false},
    {"qp", "irdma_sc_qp", false},
    {"qp2", "irdma_sc_qp", false},
    {"qp3", "irdma_sc_qp", false},
    {"hmc_info", "irdma_hmc_info", false},
    {"hmc_obj", "irdma_hmc_obj_info", true},
    {"roce_info", "irdma_roce_offload_info", false},
    {"udp_info", "irdma_udp_offload_info", false},
    {"iwarp_info", "irdma_iwarp_offload_info", false},
    {"tcp_info", "irdma_tcp_offload_info", false},
    {"params", "irdma_l2params", false},
    {"pestat", "irdma_vsi_pestat", false},
    {"hw_stats", "irdma_dev_hw_stats", false},
    {"gather_stats", "irdma_gather_stats", false},
    {"last_gather_stats", "irdma_gather_stats", false},
    {"hw_stats_map", "irdma_hw_stat_map", true},
    {"srq_uk", "irdma_srq_uk", false},
    {"pcmdinfo", "cqp_cmds_info", false},
    {"pcmdinfo2", "cqp_cmds_info", false},
    {"pcmdinfo3", "cqp_cmds_info", false},
    {"pcmdinfo4", "cqp_cmds_info", false},
    {"ooo_op_array", "irdma_ooo_cqp_op", true},
    {"sq_wrtrk_array", "irdma_sq_uk_wr_trk_info", true},
};

// Heads of keys that are no objects.
const std::set<std::string_view> pseudo{"arg", "mem", "len", "dma_alloc", "dma_free", "kzalloc", "call", "reg", "fn"};

std::string_view head_of(std::string_view path) {
    return path.substr(0, path.find_first_of(".[+<>"));
}

} // namespace

World *current_world() {
    return running;
}

Block::Block(size_t size, size_t alignment) : data_(nullptr), size_(size) {
    void *memory = nullptr;

    if (posix_memalign(&memory, alignment, size ? size : 1))
        throw std::bad_alloc();
    data_ = static_cast<u8 *>(memory);
    memset(data_, 0, size);
}

Block::Block(Block &&other) noexcept : data_(other.data_), size_(other.size_) {
    other.data_ = nullptr;
}

Block::~Block() {
    if (data_)
        unpoison();
    ::free(data_);
}

void Block::poison() const {
    ASAN_POISON_MEMORY_REGION(data_, size_);
}

void Block::unpoison() const {
    ASAN_UNPOISON_MEMORY_REGION(data_, size_);
}

u64 Region::word(size_t i) const {
    u64 value;

    memcpy(&value, contents() + i * 8, 8);
    return value;
}

u64 Region::word_before(size_t i) const {
    u64 value;

    memcpy(&value, before.data() + i * 8, 8);
    return value;
}

World::World(const Vector &v, const vt_function &f)
    : vector(v), fn(f), word_type_(-1), registers_(64 * sizeof(u32), 64) {
    for (unsigned i = 0; i < vt_type_count && word_type_ < 0; i++)
        if (vt_types[i].kind == VT_UINT && vt_types[i].size == 8)
            word_type_ = int(i);
    for (unsigned i = 0; i < vt_constant_count; i++)
        if (std::string_view(vt_constants[i].of) == "irdma_registers" && u64(vt_constants[i].value) < 64) {
            register_names_.resize(64);
            register_names_[size_t(vt_constants[i].value)] = vt_constants[i].name;
        }
    registers_.poison();
    for (const auto &[key, json] : v.in)
        inputs_.emplace(key, &json);
    declare_all();
    for (const auto &[name, named] : declared_)
        make_object(name, named);
    make_regions();
    point_at_registers();
    set_inputs();
    find_queue();
}

World::~World() {
    if (running == this)
        running = nullptr;
}

const Json *World::input(std::string_view key) const {
    const auto it = inputs_.find(key);

    return it == inputs_.end() ? nullptr : it->second;
}

bool World::input_true(std::string_view key) const {
    const Json *json = input(key);

    return json && json->is_boolean() && json->get<bool>();
}

u64 World::input_number(std::string_view key, u64 otherwise) const {
    const Json *json = input(key);

    if (!json)
        return otherwise;
    if (json->is_number_unsigned())
        return json->get<u64>();
    if (json->is_string())
        return parse_number(json->get_ref<const std::string &>(), "number");
    throw Malformed(std::string(key) + ": not a number");
}

// Notes that the object a key or reference starts with must exist, and the highest element named.
void World::declare(std::string_view path) {
    const std::string_view name = head_of(path);
    u64 elements = 1;

    if (name.empty() || pseudo.count(name))
        return;
    if (path.size() > name.size() && path[name.size()] == '[') {
        const std::string_view rest = path.substr(name.size() + 1);
        const std::string_view index = rest.substr(0, rest.find(']'));
        u64 value = 0;
        elements = 1 + (find_constant(index, value) ? value : parse_number(index, "index"));
    }
    u64 &named = declared_[std::string(name)];
    named = std::max(named, elements);
}

void World::declare_all() {
    const auto reference = [this](const Json &json) {
        if (json.is_string() && json.get_ref<const std::string &>().starts_with("&"))
            declare(std::string_view(json.get_ref<const std::string &>()).substr(1));
    };

    for (const Keys *keys : {&vector.in, &vector.changed})
        for (const auto &[key, json] : *keys) {
            declare(key.starts_with("len.") ? std::string_view(key).substr(4) : std::string_view(key));
            reference(json);
        }
    for (const Event &event : vector.dev)
        for (const auto &[key, json] : event.set)
            reference(json);
    for (const Json &call : vector.calls)
        for (const Json &arg : call)
            reference(arg);
    reference(vector.ret);
}

void World::make_object(const std::string &name, u64 named) {
    int found = -1;
    bool array = false;

    for (unsigned i = 0; i < fn.arg_count && found < 0; i++)
        if (name == fn.args[i].name && type(fn.args[i].type).kind == VT_PTR && type(type(fn.args[i].type).target).size)
            found = type(fn.args[i].type).target;
    for (const Known &known : known_objects)
        if (found < 0 && name == known.object) {
            found = find_struct(known.type);
            array = known.array;
            if (found < 0)
                throw Malformed("structure " + std::string(known.type) + " is not in the headers");
        }
    if (found < 0)
        throw Malformed("unknown object \"" + name + "\"");
    u64 count = std::max(named, input_number("len." + name, 0));
    if (name == "hmc_obj")
        count = std::max<u64>(count, 21);
    if (count > max_elements || (count > 1 && !array))
        throw Malformed(name + ": so many elements cannot be");
    // 64: the alignment that objects with a device-visible address need
    Object object{name, found, array, count, Block(count * type(found).size, 64), {}};
    objects.push_back(std::make_unique<Object>(std::move(object)));
}

void World::make_regions() {
    std::map<std::string, Region *> made;

    for (const auto &[key, json] : vector.in) {
        if (!key.starts_with("mem.") || !key.ends_with(".size"))
            continue;
        const std::string name = key.substr(4, key.size() - 9);
        const u64 size = input_number(key, 0);
        if (name.empty() || name.find_first_of(".[") != std::string::npos || size > max_region)
            throw Malformed(key + ": bad region");
        regions.push_back(std::make_unique<Region>(Region{name, 0, Block(size, 4096), {}, false, {}}));
        made[name] = regions.back().get();
    }
    for (const auto &[name, region] : made) {
        const u64 fill = input_number("mem." + name + ".fill", 0);
        region->pa = input_number("mem." + name + ".pa", 0);
        for (size_t i = 0; i < region->now.size(); i++)
            region->now.data()[i] = u8(fill >> (i % 8 * 8));
    }
}

// Where the device object has its registers: README, section "Environment".
void World::point_at_registers() {
    static const std::pair<const char *, const char *> doorbells[] = {{"cqp_db", "IRDMA_CQPDB"},
                                                                      {"cq_arm_db", "IRDMA_CQARM"},
                                                                      {"cq_ack_db", "IRDMA_CQACK"},
                                                                      {"aeq_alloc_db", "IRDMA_AEQALLOC"},
                                                                      {"wqe_alloc_db", "IRDMA_WQEALLOC"}};
    const Object *dev = object("dev");

    if (!dev)
        return;
    const Place array = follow({dev->type, 0, 0, 0, false}, ".hw_regs");
    for (unsigned i = 0; i < type(array.type).count && i < 64; i++)
        store(dev->now.data(), follow(array, "[" + std::to_string(i) + "]"), u64(registers_.data() + i * sizeof(u32)));
    for (const auto &[member, reg] : doorbells)
        store(dev->now.data(), follow({dev->type, 0, 0, 0, false}, std::string(".") + member),
              *resolve(std::string("&reg.") + reg));
}

void World::set_inputs() {
    for (const auto &[key, json] : vector.in) {
        const std::string_view head = head_of(key);
        Place place;
        u64 word = 0;

        if (head == "mem") {
            if (key.ends_with(".size") || key.ends_with(".pa") || key.ends_with(".fill"))
                continue;
            Region *r = region_of(key, word);
            if (!r)
                throw Malformed(key + ": no such region");
            const u64 v = value(json, {word_type_, 0, 0, 0, false});
            memcpy(r->now.data() + word * 8, &v, 8);
        } else if (head == "arg") {
            bool known = false;
            for (unsigned i = 0; i < fn.arg_count; i++)
                known |= key.substr(4) == fn.args[i].name;
            if (!known)
                throw Malformed(key + ": " + fn.name + " has no such argument");
        } else if (!pseudo.count(head)) {
            Object *o = object_of(key, place);
            if (!o || !is_scalar(place))
                throw Malformed(key + ": no field that can be set");
            try {
                store(o->now.data(), place, value(json, place));
            } catch (const Malformed &e) {
                throw Malformed(key + ": " + e.what());
            }
        }
    }
}

Object *World::object(std::string_view name) const {
    for (const auto &o : objects)
        if (o->name == name)
            return o.get();
    return nullptr;
}

Region *World::region(std::string_view name) const {
    for (const auto &r : regions)
        if (r->name == name)
            return r.get();
    return nullptr;
}

Object *World::object_of(std::string_view key, Place &place) const {
    const std::string_view name = head_of(key);
    Object *o = object(name);

    if (!o)
        return nullptr;
    key.remove_prefix(name.size());
    place = {o->type, 0, 0, 0, false};
    if (o->array && !key.empty()) {
        const size_t close = key.find(']');
        u64 index = 0;
        if (key[0] != '[' || close == std::string_view::npos)
            throw Malformed(std::string(name) + " is an array");
        const std::string_view text = key.substr(1, close - 1);
        if (!find_constant(text, index))
            index = parse_number(text, "index");
        if (index >= o->count)
            throw Malformed(std::string(name) + ": no element [" + std::string(text) + "]");
        place.offset = index * o->element_size();
        key.remove_prefix(close + 1);
    }
    place = follow(place, key);
    return o;
}

Region *World::region_of(std::string_view key, u64 &word) const {
    const size_t mark = key.find(".w[");

    if (!key.starts_with("mem.") || mark == std::string_view::npos || !key.ends_with("]") || mark < 4)
        throw Malformed(std::string(key) + ": unknown key");
    Region *r = region(key.substr(4, mark - 4));
    word = parse_number(key.substr(mark + 3, key.size() - mark - 4), "word index");
    if (r && (word >= r->now.size() / 8))
        throw Malformed(std::string(key) + ": outside the region");
    return r;
}

std::optional<u64> World::resolve(std::string_view reference) const {
    if (!reference.starts_with("&"))
        return std::nullopt;
    std::string_view path = reference.substr(1);
    const size_t op = path.find_first_of("+<>");
    const std::string_view suffix = op == std::string_view::npos ? std::string_view() : path.substr(op);
    u64 address = 0;

    path = path.substr(0, op);
    if (path.starts_with("mem.")) {
        const Region *r = region(path.substr(4));
        if (!r)
            return std::nullopt;
        address = u64(r->now.data());
    } else if (path.starts_with("reg.")) {
        u64 index = 0;
        if (!find_constant(path.substr(4), index) || index >= 64 || register_names_.size() <= index)
            return std::nullopt;
        address = u64(registers_.data() + index * sizeof(u32));
    } else if (path.starts_with("fn.")) {
        const vt_function *f = find_function(path.substr(3));
        if (!f || !f->address)
            return std::nullopt;
        address = u64(f->address);
    } else {
        Place place;
        const Object *o = object_of(path, place);
        if (!o)
            return std::nullopt;
        address = u64(o->now.data()) + place.offset;
    }
    if (suffix.starts_with("+"))
        return address + parse_number(suffix.substr(1), "offset");
    if (suffix.starts_with(">>") || suffix.starts_with("<<")) {
        const u64 by = parse_number(suffix.substr(2), "shift");
        if (by > 63)
            throw Malformed("bad shift in " + std::string(reference));
        return suffix[0] == '<' ? address << by : address >> by;
    }
    return suffix.empty() ? std::optional<u64>(address) : std::nullopt;
}

u64 World::value(const Json &json, const Place &place) const {
    const unsigned bits = bits_of(place);
    u64 v = 0;

    if (json.is_boolean()) {
        v = json.get<bool>();
    } else if (json.is_null()) {
        if (!is_pointer(place))
            throw Malformed("null for something that is no pointer");
    } else if (json.is_number_unsigned()) {
        v = json.get<u64>();
    } else if (json.is_number_integer()) {
        const int64_t n = json.get<int64_t>();
        if (!is_signed(place) || (bits < 64 && n < -(int64_t(1) << (bits - 1))))
            throw Malformed(json.dump() + " does not fit");
        return bits == 64 ? u64(n) : u64(n) & ((u64(1) << bits) - 1);
    } else if (json.is_string() && json.get_ref<const std::string &>().starts_with("&")) {
        const auto address = resolve(json.get_ref<const std::string &>());
        if (!address)
            throw Malformed(json.get<std::string>() + " does not exist here");
        if (bits != 64)
            throw Malformed("a reference needs 64 bits");
        return *address;
    } else if (json.is_string()) {
        v = parse_number(json.get_ref<const std::string &>(), "value");
    } else {
        throw Malformed(json.dump() + " is no value");
    }
    const unsigned room = is_signed(place) ? bits - 1 : bits;
    if (room < 64 && v >> room)
        throw Malformed(json.dump() + " does not fit in " + std::to_string(bits) + " bits");
    return v;
}

std::string World::name_of(u64 address, int pointee) const {
    if (address == 0)
        return "null";
    for (const auto &r : regions)
        if (address >= u64(r->now.data()) && address < u64(r->now.data()) + std::max<size_t>(r->now.size(), 1)) {
            const u64 offset = address - u64(r->now.data());
            return "&mem." + r->name + (offset ? "+" + hex(offset) : "");
        }
    for (const auto &o : objects)
        if (address >= u64(o->now.data()) && address < u64(o->now.data()) + std::max<size_t>(o->now.size(), 1)) {
            const u64 offset = address - u64(o->now.data());
            if (!o->array || (offset == 0 && pointee < 0))
                return "&" + o->name + path_to(o->type, offset, pointee);
            return "&" + o->name + "[" + std::to_string(offset / o->element_size()) + "]" +
                   path_to(o->type, offset % o->element_size(), pointee);
        }
    if (address >= u64(registers_.data()) && address < u64(registers_.data()) + registers_.size())
        return "&reg." + reg_name(reinterpret_cast<const void *>(address));
    for (unsigned i = 0; i < vt_function_count; i++)
        if (vt_functions[i].address && u64(vt_functions[i].address) == address)
            return std::string("&fn.") + vt_functions[i].name;
    return hex(address);
}

std::string World::show(u64 v, const Place &place) const {
    const unsigned bits = bits_of(place);

    if (is_pointer(place))
        return name_of(v, type(type(place.type).target).kind == VT_STRUCT ? type(place.type).target : -1);
    if (is_bool(place))
        return v ? "true" : "false";
    if (bits > 32) {
        const std::string name = name_of(v);
        return name.starts_with("&") ? hex(v) + " (" + name + ")" : hex(v);
    }
    if (is_signed(place))
        return std::to_string(int64_t(v << (64 - bits)) >> (64 - bits));
    return std::to_string(v);
}

std::string World::reg_name(const void *reg) const {
    const u64 index = (u64(reg) - u64(registers_.data())) / sizeof(u32);

    return index < register_names_.size() && !register_names_[index].empty() ? register_names_[index]
                                                                             : "[" + std::to_string(index) + "]";
}

namespace {

using AnyFunction = u64 (*)(u64, u64, u64, u64, u64, u64, u64, u64);

} // namespace

void World::call() {
    u64 args[8] = {};

    if (fn.arg_count > 8)
        throw Malformed("more arguments than the runner can pass");
    for (unsigned i = 0; i < fn.arg_count; i++) {
        const Json *json = input(std::string("arg.") + fn.args[i].name);
        const Place place{fn.args[i].type, 0, 0, 0, false};
        if (!is_scalar(place))
            throw Malformed(std::string(fn.args[i].name) + " is passed by value");
        args[i] = json ? value(*json, place) : 0;
        if (is_signed(place) && bits_of(place) == 32)
            args[i] = u64(int64_t(int32_t(args[i])));
    }
    fire(When::start, "", 0);
    for (const auto &o : objects)
        o->before.assign(o->now.data(), o->now.data() + o->now.size());
    for (const auto &r : regions)
        r->before.assign(r->now.data(), r->now.data() + r->now.size());
    running = this;
    // Integers and pointers all travel in full registers, or in eight bytes of stack, so one signature serves all.
    ret = reinterpret_cast<AnyFunction>(fn.address)(args[0], args[1], args[2], args[3], args[4], args[5], args[6],
                                                    args[7]);
    running = nullptr;
    if (!locks_.empty())
        problems.push_back("returns with a lock held: " + name_of(u64(locks_.begin()->first)));
    check_slots();
}

bool World::is_unknown_function(u64 address) const {
    for (unsigned i = 0; i < vt_function_count; i++)
        if (u64(vt_functions[i].address) == address)
            return false;
    return address && name_of(address).starts_with("0x");
}

int World::call_idle(u64 address) {
    const Object *vsi = object("vsi");

    running = this;
    const u64 returned = reinterpret_cast<AnyFunction>(address)(vsi ? u64(vsi->now.data()) : 0, 0, 0, 0, 0, 0, 0, 0);
    running = nullptr;
    return int(returned);
}

} // namespace vec
