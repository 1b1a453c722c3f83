// SPDX-License-Identifier: GPL-2.0
//
// Memory keys (STags): regions, reserved or registered, and windows.

#include "emu/ops.h"
#include "hw/id_widths.h"
#include "hw/limits.h"
#include "hw/memory_wqe.h"

namespace emu {

namespace {

constexpr u8 local_read = 1, local_write = 2, remote_read = 4, remote_write = 8;

template <class W> u32 pd_of(const Device &d, const Command &c) {
    return u32(hw::joined<hw::stag_pd_low_bits>(get<typename W::pd_id>(d, c), get<typename W::pd_id_high>(d, c)));
}

// Place of a new STag.
template <class W> Minor check_new(const Device &d, const Command &c, u32 place) {
    if (place >= room_for(d, IRDMA_HMC_IW_MR, d.objects.stag.count))
        return Minor::unknown_id;
    if (d.objects.stag[place].exists)
        return Minor::id_in_use;
    return check_pd(d, pd_of<W>(d, c));
}

u64 page_bytes(const Device &d, u64 code) {
    switch (hw::PageSize(code)) {
    case hw::PageSize::size_4k:
        return hw::page_4k;
    case hw::PageSize::size_2m:
        return hw::page_2m;
    case hw::PageSize::size_1g:
        return d.generation > 1 ? hw::page_1g : 0;
    case hw::PageSize::max_value:
        break;
    }
    return 0;
}

// Remote rights are worth nothing without the local ones: the device itself reads and writes.
bool are_consistent(u64 rights) {
    return (!(rights & remote_read) || (rights & local_read)) && (!(rights & remote_write) || (rights & local_write));
}

// Length 0: all memory.
template <class W> Minor check_region(const Device &d, const Command &c, u32 place) {
    const Minor minor = check_new<W>(d, c, place);

    if (minor != Minor::none)
        return minor;
    if (!page_bytes(d, get<typename W::page_size>(d, c)) ||
        get<typename W::length>(d, c) > hw::base_limits.max_mr_size ||
        !are_consistent(get<typename W::access_rights>(d, c)))
        return Minor::bad_value;
    if (!get<typename W::leaf_pbl_size>(d, c))
        return get<typename W::first_pbl>(d, c) ? Minor::bad_value : Minor::none;
    return check_pbl(d, get<typename W::leaf_pbl_size>(d, c), get<typename W::first_pbl>(d, c));
}

Minor check_registration(const Device &d, const Command &c) {
    using W = hw::RegisterMr;
    const u64 bytes = page_bytes(d, get<W::page_size>(d, c));
    const u64 address = get<W::address>(d, c);
    const u64 physical = get<W::physical_address>(d, c);
    const u64 length = get<W::length>(d, c);
    const u64 remote = get<W::access_rights>(d, c) & (remote_read | remote_write);

    // A single block begins at its physical address; a list has its addresses elsewhere.
    if (get<W::leaf_pbl_size>(d, c) ? physical != 0 : physical % bytes != 0)
        return get<W::leaf_pbl_size>(d, c) ? Minor::bad_value : Minor::bad_alignment;
    if (get<W::va_based>(d, c) ? length && address + length - 1 < address : address >= bytes)
        return Minor::bad_value;
    return remote && !get<W::remote_access>(d, c) ? Minor::bad_value : Minor::none;
}

template <class W> Stag region_of(const Device &d, const Command &c) {
    Stag stag = {};

    stag.length = get<typename W::length>(d, c);
    stag.name = u32(get<typename W::stag_index>(d, c));
    stag.pd = pd_of<W>(d, c);
    stag.first_pbl = u32(get<typename W::first_pbl>(d, c));
    stag.access = u8(get<typename W::access_rights>(d, c));
    stag.page_size = u8(get<typename W::page_size>(d, c));
    stag.leaf_pbl_size = u8(get<typename W::leaf_pbl_size>(d, c));
    stag.all_memory = !stag.length;
    stag.remote_access = get<typename W::remote_access>(d, c);
    stag.is_mr = true;
    stag.exists = true;
    return stag;
}

Answer alloc_window(Device &d, const Command &c) {
    using W = hw::AllocWindow;
    const u32 place = stag_place(d, get<W::stag_index>(d, c));
    const Minor minor = check_new<W>(d, c, place);

    if (minor != Minor::none)
        return failure(minor);
    Stag &stag = d.objects.stag[place];
    stag = {};
    stag.name = u32(get<W::stag_index>(d, c));
    stag.pd = pd_of<W>(d, c);
    stag.type_1 = get<W::type_1>(d, c);
    stag.exists = true;
    return success();
}

// The region is free of this window, and so is the QP, if it is not gone.
void unbind(Device &d, const Stag &window) {
    d.objects.stag[window.region].windows--;
    if (window.qp != no_qp)
        d.objects.qp[window.qp].windows--;
}

} // namespace

u32 stag_place(const Device &d, u64 name) {
    return hw::stag_place(name, room_for(d, IRDMA_HMC_IW_MR, d.objects.stag.count));
}

void forget_windows_of(Device &d, u32 qp_id, u32 windows) {
    for (Stag &stag : d.objects.stag) {
        if (!windows)
            return;
        if (!stag.exists || stag.is_mr || !stag.valid || stag.qp != qp_id)
            continue;
        stag.qp = no_qp;
        windows--;
    }
}

Minor check_pd(const Device &d, u64 pd) {
    return pd >> hw::id_widths(d.generation).pd ? Minor::bad_value : Minor::none;
}

// A region for fast registration, or a window.
Answer alloc_stag(Device &d, const Command &c) {
    using W = hw::AllocStag;

    if (!get<W::is_mr>(d, c))
        return alloc_window(d, c);
    const u32 place = stag_place(d, get<W::stag_index>(d, c));
    const Minor minor = check_region<W>(d, c, place);
    if (minor != Minor::none)
        return failure(minor);
    d.objects.stag[place] = region_of<W>(d, c);
    return success();
}

Answer register_mr(Device &d, const Command &c) {
    using W = hw::RegisterMr;
    const u32 place = stag_place(d, get<W::stag_index>(d, c));
    Minor minor = get<W::is_mr>(d, c) ? check_region<W>(d, c, place) : Minor::bad_value;

    if (minor == Minor::none)
        minor = check_registration(d, c);
    if (minor != Minor::none)
        return failure(minor);
    Stag &stag = d.objects.stag[place];
    stag = region_of<W>(d, c);
    stag.address = get<W::address>(d, c);
    stag.va_based = get<W::va_based>(d, c);
    stag.key = u8(get<W::stag_key>(d, c));
    stag.valid = true;
    return success();
}

Answer dealloc_stag(Device &d, const Command &c) {
    using W = hw::DeallocStag;
    Stag *stag = d.objects.stag.find(stag_place(d, get<W::stag_index>(d, c)));

    if (!stag)
        return failure(Minor::unknown_id);
    if (get<W::stag_index>(d, c) != stag->name)
        return failure(Minor::key_mismatch);
    if (pd_of<W>(d, c) != stag->pd)
        return failure(Minor::wrong_pd);
    if (bool(get<W::is_mr>(d, c)) != stag->is_mr)
        return failure(Minor::bad_value);
    if (stag->windows)
        return failure(Minor::in_use);
    if (!stag->is_mr && stag->valid)
        unbind(d, *stag);
    *stag = {};
    return success();
}

} // namespace emu
