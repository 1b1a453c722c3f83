// SPDX-License-Identifier: GPL-2.0
//
// The world while the call runs: registers, scripted device, allocations, locks, stubs, order of stores.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "world.h"

namespace vec {

namespace {

constexpr u64 slot_words = 8; // of the command queue
constexpr u64 header_word = 3;
constexpr u64 max_dma = 1 << 24;
constexpr size_t max_log = 200;

u64 word_of(const std::vector<u8> &bytes, u64 i) {
    u64 value;

    memcpy(&value, bytes.data() + i * 8, 8);
    return value;
}

} // namespace

// --- registers and the scripted device ---------------------------------------------------------------------------

void World::write32(const void *reg, u32 written) {
    const std::string name = reg_name(reg);

    if (u64(reg) < u64(registers_.data()) || u64(reg) >= u64(registers_.data()) + registers_.size()) {
        problems.push_back("writes " + hex(written) + " to " + name_of(u64(reg)) + ", which is no register");
        return;
    }
    writes.emplace_back(name, written);
    if (name == "IRDMA_CQPDB" && sq_)
        at_doorbell_ = Picture{{sq_->now.data(), sq_->now.data() + sq_->now.size()}};
    fire(When::write, name, ++write_counts_[name]);
}

u32 World::read32(const void *reg) {
    if (u64(reg) < u64(registers_.data()) || u64(reg) >= u64(registers_.data()) + registers_.size()) {
        problems.push_back("reads " + name_of(u64(reg)) + ", which is no register");
        return 0;
    }
    const auto it = register_values_.find(reg_name(reg));
    return it == register_values_.end() ? 0 : it->second;
}

void World::delay() {
    fire(When::delay, "", ++delays_);
}

void World::fire(When when, const std::string &reg, u64 n) {
    for (const Event &event : vector.dev)
        if (event.when == when && event.n == n && event.reg == reg)
            device_stores(event);
        else if (when == When::start && event.when == when)
            device_stores(event);
}

void World::device_stores(const Event &event) {
    const bool running_now = event.when != When::start;
    SeenByDevice seen_now{event.when == When::write ? "write " + event.reg : "delay", event.n, {}};
    std::vector<Region *> touched;

    for (const auto &[key, json] : event.set) {
        u64 word = 0;
        if (key.starts_with("reg.")) {
            register_values_[key.substr(4)] = u32(value(json, {word_type_, 0, 0, 32, false}));
            continue;
        }
        Region *r = region_of(key, word);
        if (!r || r->freed)
            problems.push_back("the device cannot store " + key + ": no such memory now");
        else if (std::find(touched.begin(), touched.end(), r) == touched.end())
            touched.push_back(r);
    }
    for (const Region *r : touched)
        for (size_t i = 0; running_now && i < r->now.size() / 8; i++)
            if (r->word(i) != r->word_before(i))
                seen_now.words["mem." + r->name + ".w[" + std::to_string(i) + "]"] = r->word(i);
    if (!seen_now.words.empty())
        seen.push_back(seen_now);
    for (const auto &[key, json] : event.set) {
        u64 word = 0;
        Region *r = key.starts_with("reg.") ? nullptr : region_of(key, word);
        if (!r || r->freed)
            continue;
        const u64 v = value(json, {word_type_, 0, 0, 0, false});
        memcpy(r->now.data() + word * 8, &v, 8);
        if (running_now)
            memcpy(r->before.data() + word * 8, &v, 8);
    }
}

// --- order of stores ---------------------------------------------------------------------------------------------

// Only where the vector gives a command queue that lies in a region of its own.
void World::find_queue() {
    const Json *base = input("cqp.sq_base");

    if (base && base->is_string() && base->get_ref<const std::string &>() == "&mem.sq")
        sq_ = region("sq");
}

void World::wmb() {
    if (sq_ && pictures_.size() < 4096)
        pictures_.push_back({{sq_->now.data(), sq_->now.data() + sq_->now.size()}});
}

// A slot that got a new header must have had its whole body, and still the old header, at some barrier. And nothing of
// a slot may change after the doorbell that covers it.
void World::check_slots() {
    // This one hands out a cleared slot and writes no header.
    if (!sq_ || std::string_view(fn.name) == "irdma_sc_cqp_get_next_send_wqe_idx")
        return;
    for (u64 slot = 0; (slot + 1) * slot_words * 8 <= sq_->now.size(); slot++) {
        const u64 first = slot * slot_words;
        const auto body_is_final = [&](const Picture &p) {
            for (u64 i = 0; i < slot_words; i++)
                if (i != header_word && word_of(p.sq, first + i) != sq_->word(first + i))
                    return false;
            return true;
        };
        const u64 header = first + header_word;
        bool ordered = sq_->word(header) == sq_->word_before(header);
        for (const Picture &p : pictures_)
            ordered |= word_of(p.sq, header) == sq_->word_before(header) && body_is_final(p);
        if (!ordered)
            problems.push_back("slot " + std::to_string(slot) +
                               ": header not written after the body and a write barrier");
        // A slot seen complete at the doorbell stays as it is.
        if (at_doorbell_ && word_of(at_doorbell_->sq, header) != sq_->word_before(header) &&
            (!body_is_final(*at_doorbell_) || word_of(at_doorbell_->sq, header) != sq_->word(header)))
            problems.push_back("slot " + std::to_string(slot) + ": changed after the doorbell");
    }
}

// --- memory ------------------------------------------------------------------------------------------------------

u8 *World::dma_alloc(u64 size, u64 &pa) {
    const std::string i = std::to_string(dma_sizes.size());
    const u64 usual = 0xA0000000 + dma_sizes.size() * 0x1000000;

    may_sleep("DMA allocation");
    dma_sizes.push_back(size);
    if (size > max_dma || input_true("dma_alloc[" + i + "].fail"))
        return nullptr;
    pa = input_number("dma_alloc[" + i + "].pa", usual);
    regions.push_back(
        std::make_unique<Region>(Region{"dma" + i, pa, Block(size, 4096), std::vector<u8>(size), false, {}}));
    return regions.back()->now.data();
}

void World::dma_free(const void *va, u64 pa, u64 size) {
    may_sleep("DMA free");
    dma_frees.emplace_back(pa, size);
    for (const auto &r : regions) {
        if (r->now.data() != va)
            continue;
        if (r->freed)
            problems.push_back("frees DMA memory " + r->name + " twice");
        r->last.assign(r->now.data(), r->now.data() + r->now.size());
        r->freed = true;
        r->now.poison();
        return;
    }
    problems.push_back("frees DMA memory that was never allocated: " + name_of(u64(va)));
}

void *World::calloc(u64 bytes) {
    const std::string i = std::to_string(kz_sizes.size());

    may_sleep("allocation");
    kz_sizes.push_back(bytes);
    if (bytes > max_dma || input_true("kzalloc[" + i + "].fail"))
        return nullptr;
    regions.push_back(
        std::make_unique<Region>(Region{"kz" + i, 0, Block(bytes, 64), std::vector<u8>(bytes), false, {}}));
    return regions.back()->now.data();
}

void World::free(const void *address) {
    for (const auto &r : regions) {
        if (!address || r->now.data() != address)
            continue;
        if (r->freed)
            problems.push_back("frees " + r->name + " twice");
        r->last.assign(r->now.data(), r->now.data() + r->now.size());
        r->freed = true;
        r->now.poison();
        return;
    }
    if (address)
        problems.push_back("frees memory that was never allocated: " + name_of(u64(address)));
}

// --- locks -------------------------------------------------------------------------------------------------------

void World::lock(const void *address, bool spin) {
    if (!spin)
        may_sleep("mutex");
    if (!locks_.emplace(address, spin).second)
        problems.push_back("takes " + name_of(u64(address)) + " twice");
}

void World::unlock(const void *address, bool spin) {
    const auto it = locks_.find(address);

    if (it == locks_.end() || it->second != spin)
        problems.push_back("releases " + name_of(u64(address)) + ", which is not held");
    else
        locks_.erase(it);
}

void World::may_sleep(const char *what) {
    for (const auto &[address, spin] : locks_)
        if (spin)
            problems.push_back(std::string(what) + " with the spin lock " + name_of(u64(address)) + " held");
}

void World::log(const char *level, const char *format, va_list args) {
    char text[512];

    vsnprintf(text, sizeof(text), format, args);
    if (logs.size() < max_log)
        logs.push_back(std::string(level) + ": " + text);
}

// --- stubs -------------------------------------------------------------------------------------------------------

u64 World::stub(const char *name, unsigned arg_count, const u64 *args) {
    const u64 n = stub_counts_[name]++;
    const std::string nth = std::string("call.") + name + "[" + std::to_string(n) + "]";
    const vt_function *f = find_function(name);
    StubCall call{f, {args, args + arg_count}};

    // Recorded and answered through the structure it is given: the statistics index.
    if (std::string_view(name) == "irdma_cqp_stats_inst_cmd" && arg_count == 3 && args[2]) {
        u64 allocate = 0;
        const Place index = follow({find_struct("irdma_stats_inst_info"), 0, 0, 0, false}, ".stats_idx");
        u8 *info = reinterpret_cast<u8 *>(args[2]);
        call.args[2] = load(info, index);
        if (find_constant("IRDMA_OP_STATS_ALLOCATE", allocate) && u8(args[1]) == allocate &&
            input(nth + ".stats_idx"))
            store(info, index, input_number(nth + ".stats_idx", 0));
    }
    calls.push_back(std::move(call));
    const Json *scripted = input(nth + ".ret");
    if (!scripted)
        scripted = input(std::string("call.") + name + ".ret");
    if (!scripted || !f || !is_scalar({f->ret, 0, 0, 0, false}))
        return 0;
    return value(*scripted, {f->ret, 0, 0, 0, false});
}

} // namespace vec
