// SPDX-License-Identifier: GPL-2.0
//
// Memory keys (STags): allocation for fast registration, registration, windows, release.

#include "core/cqp_ring.h"
#include "core/generation.h"
#include "core/pbl.h"
#include "core/stag.h"
#include "hw/id_widths.h"
#include "hw/memory_wqe.h"

using namespace core;

namespace {

u8 hw_rev(const irdma_sc_dev *dev) {
    return dev->hw_attrs.uk_attrs.hw_rev;
}

// One header bit with two meanings: a request for the one this generation does not have is refused.
bool flags_usable(const irdma_sc_dev *dev, bool use_pf_rid, bool remote_atomics) {
    return generation_of(dev).remote_atomics ? !use_pf_rid : !remote_atomics;
}

// Limits not known yet are none.
bool stag_index_usable(const irdma_sc_dev *dev, u32 stag_idx) {
    const irdma_hmc_info *hmc = dev->hmc_info;
    const u32 count = hmc && hmc->hmc_obj ? hmc->hmc_obj[IRDMA_HMC_IW_MR].cnt : 0;

    return !count || hw::stag_place(stag_idx, count) < count;
}

// Posts W with the fields that all commands on STags have, and the given ones.
template <class W, class... Ps>
[[nodiscard]] HW_INLINE int post(irdma_sc_dev *dev, u64 scratch, bool post_sq, u32 pd_id, u32 stag_idx, bool is_mr,
                                 const Ps &...fields) {
    const u64 pd = hw::at_most(pd_id, hw::id_widths(hw_rev(dev)).pd);

    if (!stag_index_usable(dev, stag_idx))
        return reject_wide(dev->cqp, W::code);
    return submit<W>(dev->cqp, scratch, post_sq,
                     try_set<typename W::pd_id>(hw::low_part<hw::stag_pd_low_bits>(pd), field_table(dev)),
                     try_set<typename W::pd_id_high>(hw::high_part<hw::stag_pd_low_bits>(pd)),
                     try_set<typename W::stag_index>(stag_idx), set<typename W::is_mr>(is_mr), fields...);
}

// ... and those of regions, which both infos name alike.
template <class W, class Info, class... Ps>
[[nodiscard]] HW_INLINE int post_region(irdma_sc_dev *dev, const Info *info, u64 first_pbl, bool remote_access,
                                        u64 scratch, bool post_sq, const Ps &...fields) {
    const bool paged = info->chunk_size != 0;
    hw::PageSize page_size;

    if ((!info->total_len && !info->all_memory) || !encode_page_size(dev, info->page_size, &page_size) ||
        (paged && !pbl_index_usable(dev, first_pbl)) || !flags_usable(dev, info->use_pf_rid, info->remote_atomics_en))
        return reject_wide(dev->cqp, W::code);
    return post<W>(
        dev, scratch, post_sq, info->pd_id, info->stag_idx, true, try_set<typename W::length>(info->total_len),
        set<typename W::hmc_function>(info->hmc_fcn_index), try_set_if<typename W::first_pbl>(paged, first_pbl),
        try_set<typename W::leaf_pbl_size>(info->chunk_size), set<typename W::page_size>(page_size),
        try_set<typename W::access_rights>(device_rights(info->access_rights)),
        set<typename W::remote_access>(remote_access), set<typename W::use_hmc_function>(bool(info->use_hmc_fcn_index)),
        set<typename W::pf_rid_or_atomics>(info->use_pf_rid || info->remote_atomics_en), fields...);
}

} // namespace

extern "C" int irdma_sc_alloc_stag(struct irdma_sc_dev *dev, struct irdma_allocate_stag_info *info, u64 scratch,
                                   bool post_sq) {
    return post_region<hw::AllocStag>(dev, info, info->first_pm_pbl_idx, info->remote_access, scratch, post_sq);
}

extern "C" int irdma_sc_mr_reg_non_shared(struct irdma_sc_dev *dev, struct irdma_reg_ns_stag_info *info, u64 scratch,
                                          bool post_sq) {
    using W = hw::RegisterMr;
    const bool va_based = info->addr_type == IRDMA_ADDR_TYPE_VA_BASED;
    const bool remote =
        info->access_rights & (IRDMA_ACCESS_FLAGS_REMOTEREAD_ONLY | IRDMA_ACCESS_FLAGS_REMOTEWRITE_ONLY);
    // Page sizes are powers of two; 0 is refused below.
    const u64 offset_in_page = info->va & (u64(info->page_size) - 1);

    return post_region<W>(dev, info, info->first_pm_pbl_index, remote, scratch, post_sq,
                          set<W::address>(va_based ? info->va : offset_in_page), set<W::stag_key>(info->stag_key),
                          set_if<W::physical_address>(!info->chunk_size, info->reg_addr_pa),
                          set<W::va_based>(va_based));
}

extern "C" int irdma_sc_dealloc_stag(struct irdma_sc_dev *dev, struct irdma_dealloc_stag_info *info, u64 scratch,
                                     bool post_sq) {
    return post<hw::DeallocStag>(dev, scratch, post_sq, info->pd_id, info->stag_idx, info->mr);
}

extern "C" int irdma_sc_mw_alloc(struct irdma_sc_dev *dev, struct irdma_mw_alloc_info *info, u64 scratch,
                                 bool post_sq) {
    using W = hw::AllocWindow;

    return post<W>(dev, scratch, post_sq, info->pd_id, info->mw_stag_index, false, set<W::type_1>(bool(info->mw_wide)),
                   set<W::no_key_check_at_bind>(bool(info->mw1_bind_dont_vldt_key)));
}
