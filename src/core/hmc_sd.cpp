// SPDX-License-Identifier: GPL-2.0

#include "core/hmc_sd.h"

#include "core/log.h"
#include "hw/registers.h"

using namespace core;

namespace {

constexpr u64 usable_sds = hw::SdCommand::index::max + 1;

irdma_hmc_pd_entry &pd_entry(const irdma_hmc_info *hmc_info, u64 pd) {
    return sd_entry(hmc_info, pd / hw::segment_pages).u.pd_table.pd_entry[pd % hw::segment_pages];
}

// What the device reads; little-endian.
void store_pd_word(const irdma_hmc_info *hmc_info, u64 pd, u64 word) {
    const irdma_dma_mem &page = sd_entry(hmc_info, pd / hw::segment_pages).u.pd_table.pd_page_addr;

    hw::store_word(static_cast<__le64 *>(page.va), unsigned(pd % hw::segment_pages), word);
}

// Makes the device forget a page. False: this function cannot; only the end of the segment does it.
bool invalidate_pd(irdma_sc_dev *dev, const irdma_hmc_info *hmc_info, u64 pd) {
    using R = hw::PdInv;
    u32 __iomem *reg = dev->hw_regs[IRDMA_PFHMC_PDINV];

    if (!fpm_generation(dev).pd_invalidate || !dev->privileged || !reg ||
        hmc_info->hmc_fn_id >= dev->hw_attrs.first_hw_vf_fpm_id)
        return false;
    irdma_os_dma_wmb();
    irdma_os_write32(reg, hw::register_value(hw::fill<R>(hw::try_set<R::sd_index>(pd / hw::segment_pages),
                                                         hw::set<R::sd_partition>(true),
                                                         hw::try_set<R::pd_index>(pd % hw::segment_pages))));
    (void)irdma_os_read32(reg); // the write has arrived when this returns
    return true;
}

int fill_update(const irdma_hmc_info *hmc_info, u64 sd, bool valid, irdma_update_sd_entry *update) {
    using C = hw::SdCommand;
    using D = hw::SdData;
    const irdma_hmc_sd_entry &entry = sd_entry(hmc_info, sd);
    const bool direct = !is_paged(entry);
    const u64 pa = direct ? entry.u.bp.addr.pa : entry.u.pd_table.pd_page_addr.pa;
    const auto command = hw::fill<C>(hw::try_set<C::index>(sd), hw::set<C::partition>(true), hw::set<C::write>(true));
    const auto data =
        hw::fill<D>(hw::set<D::valid>(valid), hw::set<D::direct>(direct), hw::try_set<D::page_count>(hw::segment_pages),
                    hw::try_set_address<D::address>(valid ? pa : 0));

    update->cmd = command.word<0>();
    update->data = data.word<0>();
    return command.fits() && data.fits() ? 0 : -EINVAL;
}

// Errors of posting, before the device could see anything.
bool never_posted(int err) {
    return err == -ENOMEM || err == -EINVAL || err == -EBUSY;
}

int allocate_paged(irdma_hw *hw, irdma_hmc_pd_table &table) {
    auto *records = static_cast<irdma_hmc_pd_entry *>(irdma_os_calloc(hw::segment_pages, sizeof(irdma_hmc_pd_entry)));

    if (!records)
        return -ENOMEM;
    if (irdma_os_dma_alloc(hw, &table.pd_page_addr, hw::backing_page_bytes)) {
        irdma_os_free(records);
        return -ENOMEM;
    }
    table.pd_entry = records;
    return 0;
}

} // namespace

Span core::span_of(const irdma_hmc_obj_info &obj, u32 start, u32 count, u32 unit) {
    const u64 first = sat_add(obj.base, sat_mul(obj.size, start));
    const u64 end = sat_add(first, sat_mul(obj.size, count));

    return {first / unit, end > first ? (end - 1) / unit + 1 : first / unit};
}

bool core::sds_exist(const irdma_hmc_info *hmc_info, Span sds) {
    return hmc_info->sd_table.sd_entry && sds.first < sds.limit && sds.limit <= hmc_info->sd_table.sd_cnt &&
           sds.limit <= usable_sds;
}

int core::irdma_add_sd_table_entry(irdma_hw *hw, irdma_hmc_info *hmc_info, u64 sd, irdma_sd_entry_type type,
                                   u32 direct_bytes) {
    irdma_hmc_sd_entry &entry = sd_entry(hmc_info, sd);

    if (entry.priv.quarantined)
        return -EBUSY;
    if (entry.entry_type == IRDMA_SD_TYPE_INVALID) {
        const int err = type == IRDMA_SD_TYPE_PAGED ? allocate_paged(hw, entry.u.pd_table)
                                                    : irdma_os_dma_alloc(hw, &entry.u.bp.addr, direct_bytes);
        if (err)
            return err;
        entry.entry_type = type;
        hmc_info->sd_table.use_cnt++;
    }
    if (!is_paged(entry)) {
        entry.u.bp.sd_pd_index = u32(sd);
        entry.u.bp.use_cnt++;
    }
    return 0;
}

int core::irdma_add_pd_table_entry(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, u64 pd, const irdma_dma_mem *page) {
    using W = hw::PdWord;
    const u64 sd = pd / hw::segment_pages;

    if (sd >= hmc_info->sd_table.sd_cnt)
        return -EINVAL;
    if (!is_paged(sd_entry(hmc_info, sd)))
        return 0;
    irdma_hmc_pd_entry &record = pd_entry(hmc_info, pd);
    if (!record.valid) {
        if (page && record.bp.addr.va) // of an earlier use, see irdma_remove_pd_bp()
            return -EBUSY;
        if (page) {
            record.bp.addr = *page;
        } else if (!record.bp.addr.va && irdma_os_dma_alloc(dev->hw, &record.bp.addr, hw::backing_page_bytes)) {
            return -ENOMEM;
        }
        record.rsrc_pg = page != nullptr;
        record.bp.sd_pd_index = u32(pd);
        record.sd_index = u32(sd);
        record.valid = true;
        sd_entry(hmc_info, sd).u.pd_table.use_cnt++;
        store_pd_word(
            hmc_info, pd,
            hw::fill<W>(hw::set<W::valid>(true), hw::try_set_address<W::address>(record.bp.addr.pa)).word<0>());
        (void)invalidate_pd(dev, hmc_info, pd);
    }
    record.bp.use_cnt++;
    return 0;
}

int core::irdma_remove_pd_bp(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, u64 pd) {
    const u64 sd = pd / hw::segment_pages;

    if (sd >= hmc_info->sd_table.sd_cnt || !is_paged(sd_entry(hmc_info, sd)))
        return -EINVAL;
    irdma_hmc_pd_entry &record = pd_entry(hmc_info, pd);
    if (!record.valid || record.bp.use_cnt == 0)
        return -EINVAL;
    if (--record.bp.use_cnt > 0)
        return 0;
    record.valid = false;
    sd_entry(hmc_info, sd).u.pd_table.use_cnt--;
    store_pd_word(hmc_info, pd, 0);
    if (record.rsrc_pg)
        record.bp.addr = {};
    // Else the device may remember the page until the segment ends; then free_sd() frees it.
    if (invalidate_pd(dev, hmc_info, pd))
        irdma_os_dma_free(dev->hw, &record.bp.addr);
    record.rsrc_pg = false;
    return 0;
}

int core::irdma_prep_remove_sd_bp(irdma_hmc_info *hmc_info, u64 sd) {
    irdma_hmc_sd_entry &entry = sd_entry(hmc_info, sd);

    if (entry.u.bp.use_cnt == 0 || --entry.u.bp.use_cnt > 0)
        return -EBUSY;
    entry.valid = false;
    return 0;
}

int core::irdma_prep_remove_pd_page(irdma_hmc_info *hmc_info, u64 sd) {
    irdma_hmc_sd_entry &entry = sd_entry(hmc_info, sd);

    if (entry.u.pd_table.use_cnt > 0)
        return -EBUSY;
    entry.valid = false;
    return 0;
}

int core::irdma_hmc_sd_grp(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, const u16 *sds, u32 count, bool valid,
                           u32 *told) {
    irdma_update_sds_info update = {};

    *told = 0;
    update.hmc_fn_id = hmc_info->hmc_fn_id;
    for (u32 done = 0; done < count; done += update.cnt) {
        int err = 0;

        for (update.cnt = 0; update.cnt < IRDMA_MAX_SD_ENTRIES && done + update.cnt < count && !err; update.cnt++)
            err = fill_update(hmc_info, sds[done + update.cnt], valid, &update.entry[update.cnt]);
        if (!err)
            err = dev->cqp->process_cqp_sds(dev, &update);
        if (!never_posted(err))
            *told = done + update.cnt;
        if (err) {
            log_err(dev, "HMC: %s of segments %u .. %u of function %u failed: %d", valid ? "set" : "clear", sds[done],
                    sds[done + update.cnt - 1], hmc_info->hmc_fn_id, err);
            return err;
        }
    }
    return 0;
}

int core::program_sds(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, const u16 *sds, u32 count) {
    u32 told;
    const int err = irdma_hmc_sd_grp(dev, hmc_info, sds, count, true, &told);

    if (err) {
        (void)drop_sds(dev, hmc_info, sds, count, told);
        return err;
    }
    for (u32 i = 0; i < count; i++)
        sd_entry(hmc_info, sds[i]).valid = true;
    return 0;
}

int core::drop_sds(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, const u16 *sds, u32 count, u32 told) {
    u32 cleared;
    const int err = told ? irdma_hmc_sd_grp(dev, hmc_info, sds, told, false, &cleared) : 0;

    for (u32 i = 0; i < count; i++) {
        irdma_hmc_sd_entry &entry = sd_entry(hmc_info, sds[i]);

        entry.valid = false;
        hmc_info->sd_table.use_cnt--;
        if (err && i < told) {
            entry.priv.quarantined = true;
            log_warn(dev, "HMC: memory of segment %u is kept: the device may still use it", sds[i]);
        } else {
            free_sd(dev->hw, entry);
        }
    }
    return err;
}

void core::free_sd(irdma_hw *hw, irdma_hmc_sd_entry &entry) {
    if (entry.entry_type == IRDMA_SD_TYPE_DIRECT)
        irdma_os_dma_free(hw, &entry.u.bp.addr);
    if (is_paged(entry)) {
        irdma_hmc_pd_table &table = entry.u.pd_table;

        for (u32 i = 0; i < hw::segment_pages; i++)
            if (!table.pd_entry[i].rsrc_pg)
                irdma_os_dma_free(hw, &table.pd_entry[i].bp.addr);
        irdma_os_free(table.pd_entry);
        irdma_os_dma_free(hw, &table.pd_page_addr);
    }
    entry = {};
}
