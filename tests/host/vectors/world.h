// SPDX-License-Identifier: GPL-2.0
//
// What one vector's call sees: objects, memory regions, registers, and the scripted device. Records what the call does.
#pragma once

#include <cstdarg>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model.h"
#include "vector.h"

namespace vec {

// Memory of exactly the size asked for, so that the address sanitizer sees every step outside.
class Block {
  public:
    Block(size_t size, size_t alignment);
    ~Block();
    Block(Block &&other) noexcept;
    Block(const Block &) = delete;
    Block &operator=(const Block &) = delete;

    u8 *data() const { return data_; }
    size_t size() const { return size_; }
    void poison() const;   // any access by core is reported
    void unpoison() const;

  private:
    u8 *data_;
    size_t size_;
};

struct Object {
    std::string name;
    int type; // of one element
    bool array;
    u64 count;
    Block now;
    std::vector<u8> before;

    u64 element_size() const { return vec::type(type).size; }
};

struct Region {
    std::string name;
    u64 pa = 0;
    Block now;
    std::vector<u8> before; // what the device stores changes both
    bool freed = false;
    std::vector<u8> last; // contents when it was freed

    const u8 *contents() const { return freed ? last.data() : now.data(); }
    u64 word(size_t i) const;
    u64 word_before(size_t i) const;
};

struct StubCall {
    const vt_function *fn;
    std::vector<u64> args;
};

struct SeenByDevice {
    std::string event;
    u64 n;
    std::map<std::string, u64> words;
};

class World {
  public:
    World(const Vector &vector, const vt_function &fn);
    ~World();
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    // Fires the start events, takes the picture "before", calls.
    void call();
    // For "&fn.*": a function of core that is none of the published ones, and what a call of it returns.
    bool is_unknown_function(u64 address) const;
    int call_idle(u64 address);

    // What a value of a vector means here. Throws Malformed if it has no meaning for such a field.
    u64 value(const Json &json, const Place &place) const;
    std::optional<u64> resolve(std::string_view reference) const;
    // The other way round: "&qp", "&mem.sq+0x40"; hexadecimal if the address is nobody's.
    std::string name_of(u64 address, int pointee = -1) const;
    std::string show(u64 value, const Place &place) const;
    // Key -> object or region and place inside; null if there is no such object or region.
    Object *object_of(std::string_view key, Place &place) const;
    Region *region_of(std::string_view key, u64 &word) const;
    Region *region(std::string_view name) const;
    int word_type() const { return word_type_; }

    // What core asks of its host; see os.cpp.
    void write32(const void *reg, u32 value);
    u32 read32(const void *reg);
    void delay();
    void wmb();
    u8 *dma_alloc(u64 size, u64 &pa);
    void dma_free(const void *va, u64 pa, u64 size);
    void *calloc(u64 bytes);
    void free(const void *address);
    void lock(const void *lock, bool spin);
    void unlock(const void *lock, bool spin);
    void may_sleep(const char *what);
    void log(const char *level, const char *format, va_list args);
    u64 stub(const char *name, unsigned arg_count, const u64 *args);

    const Vector &vector;
    const vt_function &fn;
    u64 ret = 0;
    std::vector<std::unique_ptr<Object>> objects;
    std::vector<std::unique_ptr<Region>> regions;
    std::vector<std::pair<std::string, u32>> writes;
    std::vector<StubCall> calls;
    std::vector<SeenByDevice> seen;
    std::vector<u64> dma_sizes, kz_sizes;
    std::vector<std::pair<u64, u64>> dma_frees; // address, size
    std::vector<std::string> problems;          // rules core broke, whatever the vector says
    std::vector<std::string> logs;

  private:
    void declare(std::string_view path);
    void declare_all();
    void make_object(const std::string &name, u64 named);
    void make_regions();
    void point_at_registers();
    void set_inputs();
    void find_queue();
    void take_picture();
    void check_slots();
    void fire(When when, const std::string &reg, u64 n);
    void device_stores(const Event &event);
    Object *object(std::string_view name) const;
    const Json *input(std::string_view key) const;
    bool input_true(std::string_view key) const;
    u64 input_number(std::string_view key, u64 otherwise) const;
    std::string reg_name(const void *reg) const;

    // The command queue's memory as it was at each write barrier, to see that header words come last.
    struct Picture {
        std::vector<u8> sq;
    };

    int word_type_;
    std::map<std::string, u64, std::less<>> declared_; // object -> elements named
    std::map<std::string, const Json *, std::less<>> inputs_;
    Block registers_;
    std::vector<std::string> register_names_;
    std::map<std::string, u32> register_values_;
    std::map<std::string, u64> write_counts_, stub_counts_;
    u64 delays_ = 0;
    std::map<const void *, bool> locks_; // held -> is a spin lock
    Region *sq_ = nullptr;
    std::vector<Picture> pictures_;
    std::optional<Picture> at_doorbell_;
};

// The one whose call is running.
World *current_world();

} // namespace vec
