// SPDX-License-Identifier: GPL-2.0
//
// The host memory cache: what the device offers (query FPM), the layout it grants (commit FPM), the segments that
// back it; and the feature query.

#include "emu/ops.h"
#include "hw/fpm.h"
#include "hw/hmc_wqe.h"

namespace emu {

namespace {

using hw::FpmWord;
using hw::SdCommand;
using hw::SdData;

// ---- a small configuration --------------------------------------------------------------------------------------

constexpr u32 query_words = 22;      // 176 bytes, what every driver version has room for
constexpr u32 query_words_gen3 = 25; // 200 bytes
constexpr u32 commit_words = fpm_words;
constexpr u32 max_commit_bytes = 4096;
constexpr u32 apbvt_bytes = 8192;
constexpr u32 free_list_entry_bytes = 4;
constexpr u32 pble_bytes = 8;
constexpr u32 max_update_entries = 8; // in memory

// Word: maximum count in the lower half; log2 of the element size, or a block size, in the upper half.
constexpr u64 query_answer[query_words] = {
    0x0000000800000000, // 0: first SD, SDs
    0x0000000900000100, // 8: QP
    0x0000000600000200, // 16: CQ
    0x0000000000000000, // 24: SRQ
    0x0000000200001000, // 32: HTE
    0x0000000400000040, // 40: ARP
    0x0000000600001000, // 48: MR
    0x0000000600002000, // 56: XF
    0x0000000800000400, // 64: XFFL, block
    0x0000000600010000, // 72: Q1
    0x0000000800002000, // 80: Q1FL, block
    0x0000000300000080, // 88: TIMER
    0x0000000600000040, // 96: FSIMC
    0x0000000600000080, // 104: FSIAV
    0x0000000000040000, // 112: PBLE
    0x0000004000020010, // 120: CEQs, multiplier, bucket
    0x0000000600002000, // 128: RRF
    0x0000000800000400, // 136: RRFFL, block
    0x0000000600000100, // 144: HDR
    0x0000000600000000, // 152: MD
    0x0000000000000000, // 160: OOISC
    0x0000000000000000, // 168: OOISCFFL
};

constexpr u32 sds_word = 0;
constexpr u64 gen1_sds = 0x0000004000000000; // 64: transmit FIFOs of gen1 are large
constexpr u32 local_pages_word = 22;
constexpr u64 gen3_local_pages = 0x0000004000000000; // 64
constexpr u64 gen3_sds = 0x0000001000000000;         // 16

struct QueryBuffer {
    u64 words[query_words_gen3];
    u32 count;
};

QueryBuffer query_buffer(const Device &d) {
    QueryBuffer b = {};

    for (u32 i = 0; i < query_words; i++)
        b.words[i] = query_answer[i];
    b.count = query_words;
    if (d.generation == 1)
        b.words[sds_word] = gen1_sds;
    if (d.generation >= 3) {
        b.words[sds_word] = gen3_sds;
        b.words[local_pages_word] = gen3_local_pages;
        b.count = query_words_gen3;
    }
    return b;
}

// ---- commit -----------------------------------------------------------------------------------------------------

// In the order in which the objects get their place. Element size: fixed, or 1 << upper half of the query word.
struct FpmObject {
    u8 commit_word;
    u8 query_word;
    u16 bytes;
};

constexpr FpmObject fpm_objects[] = {
    {0, 1, 0},                       // QP
    {1, 2, 0},                       // CQ
    {2, 3, 0},                       // SRQ
    {3, 4, 0},                       // HTE
    {4, 5, 0},                       // ARP
    {5, 0, apbvt_bytes},             // APBVT
    {6, 6, 0},                       // MR
    {7, 7, 0},                       // XF
    {8, 8, free_list_entry_bytes},   // XFFL
    {9, 9, 0},                       // Q1
    {10, 10, free_list_entry_bytes}, // Q1FL
    {11, 11, 0},                     // TIMER
    {12, 12, 0},                     // FSIMC
    {13, 13, 0},                     // FSIAV
    {16, 16, 0},                     // RRF
    {17, 17, free_list_entry_bytes}, // RRFFL
    {18, 18, 0},                     // HDR
    {19, 19, 0},                     // MD
    {20, 20, 0},                     // OOISC
    {21, 21, free_list_entry_bytes}, // OOISCFFL
};

constexpr u32 apbvt_word = 5;
constexpr u32 pble_word = hw::fpm_objects[IRDMA_HMC_IW_PBLE].commit / sizeof(u64);
constexpr u32 unused_word = 15;

u64 round_up(u64 value, u64 unit) {
    return (value + unit - 1) / unit * unit;
}

// Gives `count` elements their place behind `*end`; 0 count: none. False: the address space is full.
bool place(u64 *word, u64 count, u64 bytes, u64 *end) {
    const u64 base = *end / hw::fpm_unit_bytes;

    *word = count ? hw::try_set<FpmWord::base>(base).placed | hw::try_set<FpmWord::count>(count).placed : 0;
    *end = round_up(*end + count * bytes, hw::fpm_unit_bytes);
    return base <= FpmWord::base::max;
}

u64 element_bytes(const FpmObject &o) {
    const u64 log2 = hw::extract<FpmWord::base>(query_answer[o.query_word]);

    return o.bytes ? o.bytes : u64(1) << log2;
}

// Only counts, and on gen3 the wish for local memory.
bool is_request(const Device &d, u32 index, u64 word) {
    if (index == unused_word)
        return word == 0;
    if (d.generation >= 3 && index != pble_word)
        word &= ~FpmWord::local::mask;
    return word <= FpmWord::count::max;
}

bool layout_objects(const Device &d, u64 *words) {
    u64 end = 0;

    for (u32 i = 0; i < commit_words; i++)
        if (!is_request(d, i, words[i]))
            return false;
    for (const FpmObject &o : fpm_objects) {
        u64 count = hw::extract<FpmWord::count>(words[o.commit_word]);

        if (o.commit_word == apbvt_word)
            count = d.generation < 3;
        if (!place(&words[o.commit_word], count, element_bytes(o), &end))
            return false;
    }
    // PBLEs last, in segments of their own: they come and go while the others stay.
    end = round_up(end, hw::segment_bytes);
    return place(&words[pble_word], hw::extract<FpmWord::count>(words[pble_word]), pble_bytes, &end);
}

// ---- segment descriptors ----------------------------------------------------------------------------------------

constexpr u32 pd_page_bytes = 4096;

struct SdEntry {
    u64 command;
    u64 data;
};

struct SdUpdate {
    SdEntry entries[hw::UpdatePeSds::inline_entries + max_update_entries];
    u32 count;
};

Minor check_entry(const Device &d, const SdEntry &e) {
    constexpr u64 known = SdCommand::index::mask | SdCommand::partition::mask | SdCommand::write::mask;

    if (e.command & ~known)
        return Minor::reserved_bits;
    if (!hw::extract<SdCommand::write>(e.command))
        return Minor::bad_value;
    if (hw::extract<SdCommand::index>(e.command) >= max_sds)
        return Minor::unknown_id;
    if (!hw::extract<SdData::valid>(e.data))
        return Minor::none;
    if (hw::extract<SdData::page_count>(e.data) != hw::segment_pages)
        return Minor::bad_value;
    const u64 bytes = hw::extract<SdData::direct>(e.data) ? hw::segment_bytes : pd_page_bytes;
    return is_mapped(d, e.data & SdData::address::mask, bytes) ? Minor::none : Minor::unmapped;
}

// Entries in order: the first always, then those marked valid, then those in memory.
Minor collect(const Device &d, const Command &c, SdUpdate *update) {
    using W = hw::UpdatePeSds;
    const u32 in_memory = u32(get<W::buffer_entries>(d, c));
    const u64 buffer = c.words[W::buffer::word] & W::buffer::mask;
    u64 words[2];

    update->entries[0] = {get<W::command_0>(d, c), get<W::data_0>(d, c)};
    update->count = 1;
    if (get<W::valid_1>(d, c))
        update->entries[update->count++] = {get<W::command_1>(d, c), get<W::data_1>(d, c)};
    if (get<W::valid_2>(d, c))
        update->entries[update->count++] = {get<W::command_2>(d, c), get<W::data_2>(d, c)};
    if (in_memory > max_update_entries || (in_memory && update->count != W::inline_entries))
        return Minor::bad_value;
    for (u32 i = 0; i < in_memory; i++) {
        if (!read_words(d, buffer + i * sizeof(words), words, 2))
            return Minor::unmapped;
        update->entries[update->count++] = {words[0], words[1]};
    }
    return Minor::none;
}

} // namespace

Answer query_fpm(Device &d, const Command &c) {
    const u64 buffer = get<hw::QueryFpmVal::buffer>(d, c);
    const QueryBuffer b = query_buffer(d);

    if (buffer % 4)
        return failure(Minor::bad_alignment);
    return write_words(d, buffer, b.words, b.count) ? success() : failure(Minor::unmapped);
}

Answer commit_fpm(Device &d, const Command &c) {
    using W = hw::CommitFpmVal;
    const u64 buffer = get<W::buffer>(d, c);
    const u64 bytes = get<W::buffer_bytes>(d, c);
    u64 words[commit_words];

    if (bytes < sizeof(words) || bytes > max_commit_bytes || bytes % 8)
        return failure(Minor::bad_value);
    const Minor minor = check_buffer(d, buffer, bytes, 4);
    if (minor != Minor::none)
        return failure(minor);
    if (!read_words(d, buffer, words, commit_words))
        return failure(Minor::unmapped);
    if (!layout_objects(d, words))
        return failure(Minor::bad_value);
    if (!write_words(d, buffer, words, commit_words))
        return failure(Minor::unmapped);
    for (u32 i = 0; i < commit_words; i++)
        d.objects.committed[i] = u32(hw::extract<FpmWord::count>(words[i]));
    d.objects.is_committed = true;
    return success();
}

u32 room_for(const Device &d, irdma_hmc_rsrc_type kind, u32 table) {
    const u32 committed = d.objects.committed[hw::fpm_objects[kind].commit / sizeof(u64)];

    return d.objects.is_committed && committed < table ? committed : table;
}

Minor check_pbl(const Device &d, u64 leaf_pbl_size, u64 first_pbl) {
    constexpr u64 never_used = 2;
    constexpr u32 most = u32(hw::mask_of(28));

    return leaf_pbl_size == never_used || first_pbl >= room_for(d, IRDMA_HMC_IW_PBLE, most) ? Minor::bad_value
                                                                                            : Minor::none;
}

// All of them or none.
Answer update_sds(Device &d, const Command &c) {
    SdUpdate update;
    Minor minor = collect(d, c, &update);

    for (u32 i = 0; i < update.count && minor == Minor::none; i++)
        minor = check_entry(d, update.entries[i]);
    if (minor != Minor::none)
        return failure(minor);
    for (u32 i = 0; i < update.count; i++) {
        const SdEntry &e = update.entries[i];

        d.objects.sd[hw::extract<SdCommand::index>(e.command)] = hw::extract<SdData::valid>(e.data) ? e.data : 0;
    }
    return success();
}

Answer pages_allocated(Device &d, const Command &) {
    d.objects.pages_allocated++;
    return success();
}

// Two entries are the least a driver accepts: firmware version and hardware version.
Answer query_features(Device &d, const Command &c) {
    using W = hw::QueryRdmaFeatures;
    constexpr u64 answer[] = {0x0000000200010034, 0x0001000000000000};
    const u64 buffer = get<W::buffer>(d, c);
    const u64 bytes = get<W::buffer_bytes>(d, c);

    if (bytes < sizeof(answer))
        return failure(Minor::bad_value);
    const Minor minor = check_buffer(d, buffer, bytes, 8);
    if (minor != Minor::none)
        return failure(minor);
    return write_words(d, buffer, answer, 2) ? success() : failure(Minor::unmapped);
}

} // namespace emu
