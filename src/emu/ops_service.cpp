// SPDX-License-Identifier: GPL-2.0
//
// Operations with little state of their own: push pages, statistics, functions, datagram addresses.

#include "emu/ops.h"
#include "hw/hmc_wqe.h"
#include "hw/id_widths.h"
#include "hw/qp_wqe.h"
#include "hw/stats_wqe.h"
#include "hw/uda_wqe.h"

namespace emu {

namespace {

constexpr u32 statistics_bytes = 1024;
constexpr u32 max_mcast_groups = 4096;

} // namespace

Answer manage_push_page(Device &d, const Command &c) {
    using W = hw::ManagePushPages;
    const u32 index = u32(get<W::page_index>(d, c));
    auto &pages = d.objects.push_pages;

    if (!get<W::free_page>(d, c)) {
        const u32 page = pages.take();

        return page < pages.count ? success(page) : failure(Minor::table_full);
    }
    if (!pages.has(index))
        return failure(Minor::unknown_id);
    pages.remove(index);
    return success();
}

Answer manage_stats(Device &d, const Command &c) {
    using W = hw::ManageStats;
    const u32 instance = u32(get<W::instance>(d, c));
    auto &stats = d.objects.stats;

    if (get<W::allocate>(d, c)) {
        const u32 taken = stats.take();

        return taken < stats.count ? success(taken) : failure(Minor::table_full);
    }
    if (!stats.has(instance))
        return failure(Minor::unknown_id);
    stats.remove(instance);
    return success();
}

// Nothing has been counted: the buffer stays as it is.
Answer gather_stats(Device &d, const Command &c) {
    using W = hw::GatherStats;
    const Minor minor = check_buffer(d, get<W::buffer>(d, c), statistics_bytes, 8);

    if (minor != Minor::none)
        return failure(minor);
    if (get<W::use_instance>(d, c) && !d.objects.stats.has(u32(get<W::instance>(d, c))))
        return failure(Minor::unknown_id);
    return success();
}

Answer manage_hmc_function(Device &d, const Command &c) {
    using W = hw::ManageHmcPmFuncTable;
    const u32 first_vf = d.generation == 1 ? 16 : d.generation == 2 ? 8 : 0;

    return get<W::free_function>(d, c) ? success() : success(first_vf + u32(get<W::vf_id>(d, c)));
}

// Ids that only later generations have room for are reserved bits in earlier ones.
Answer address_handle(Device &d, const Command &c) {
    using W = hw::CreateAh;
    const hw::IdWidths &widths = hw::id_widths(d.generation);

    if (get<W::ah_id>(d, c) >> widths.ah || get<W::pd_id_high>(d, c) >> (widths.ah_pd - hw::ah_pd_low_bits))
        return failure(Minor::reserved_bits);
    return success();
}

Answer manage_mcast_group(Device &d, const Command &c) {
    using W = hw::CreateMcastGroup;

    if (get<W::group_index>(d, c) >= max_mcast_groups)
        return failure(Minor::bad_value);
    const Minor minor = check_buffer(d, get<W::context>(d, c), hw::mcast_context_bytes, 8);
    return minor != Minor::none ? failure(minor) : success();
}

} // namespace emu
