// SPDX-License-Identifier: GPL-2.0
//
// Backing memory for the objects of the host memory cache. Neighbouring types share the segment their border lies in,
// so a segment ends with its last user.

#include <irdma/ctrl.h>

#include "core/hmc_sd.h"
#include "core/log.h"

using namespace core;

namespace {

constexpr irdma_hmc_rsrc_type creation_order[] = {
    IRDMA_HMC_IW_QP,          IRDMA_HMC_IW_CQ,    IRDMA_HMC_IW_SRQ,   IRDMA_HMC_IW_HTE,   IRDMA_HMC_IW_ARP,
    IRDMA_HMC_IW_APBVT_ENTRY, IRDMA_HMC_IW_MR,    IRDMA_HMC_IW_XF,    IRDMA_HMC_IW_XFFL,  IRDMA_HMC_IW_Q1,
    IRDMA_HMC_IW_Q1FL,        IRDMA_HMC_IW_TIMER, IRDMA_HMC_IW_FSIMC, IRDMA_HMC_IW_FSIAV, IRDMA_HMC_IW_RRF,
    IRDMA_HMC_IW_RRFFL,       IRDMA_HMC_IW_HDR,   IRDMA_HMC_IW_MD,    IRDMA_HMC_IW_OOISC, IRDMA_HMC_IW_OOISCFFL};

bool is_local(const irdma_hmc_info *hmc_info, u32 type) {
    return type < IRDMA_HMC_IW_MAX && hmc_info->hmc_obj[type].mem_loc == IRDMA_LOC_MEM;
}

int check_range(const irdma_sc_dev *dev, const irdma_hmc_info *hmc_info, u32 type, u32 start, u32 count) {
    if (type >= IRDMA_HMC_IW_MAX)
        return -EINVAL;
    const irdma_hmc_obj_info &obj = hmc_info->hmc_obj[type];

    if (count != 0 && start < obj.cnt && count <= obj.cnt - start &&
        sds_exist(hmc_info, span_of(obj, start, count, hw::segment_bytes)))
        return 0;
    log_err(dev, "HMC: objects %u .. %llu of %s: there are %u, and %u segments", start, u64(start) + count,
            hw::fpm_objects[type].name, obj.cnt, hmc_info->sd_table.sd_cnt);
    return -EINVAL;
}

// One call of irdma_sc_create_hmc_obj(): how far it has come.
struct Creation {
    irdma_sc_dev *dev;
    irdma_hmc_create_obj_info *info;
    Span sds;
    Span pds;
    u64 sds_done; // users counted below this
    u64 pds_done; // pages counted below this

    irdma_hmc_info *hmc_info() const { return info->hmc_info; }
};

int add_pages(Creation &c, u64 sd) {
    const u64 end = (sd + 1) * hw::segment_pages;
    const u64 limit = c.pds.limit < end ? c.pds.limit : end;
    int err = 0;

    while (c.pds_done < limit && !err) {
        err = irdma_add_pd_table_entry(c.dev, c.hmc_info(), c.pds_done, nullptr);
        if (!err)
            c.pds_done++;
    }
    return err;
}

int add_segments(Creation &c) {
    irdma_hmc_info *hmc_info = c.hmc_info();

    for (u64 sd = c.sds.first; sd < c.sds.limit; sd++) {
        const bool added = sd_entry(hmc_info, sd).entry_type == IRDMA_SD_TYPE_INVALID;
        int err = irdma_add_sd_table_entry(c.dev->hw, hmc_info, sd, c.info->entry_type, hw::segment_bytes);

        if (err)
            return err;
        c.sds_done++;
        if (added)
            hmc_info->sd_indexes[c.info->add_sd_cnt++] = u16(sd);
        if (c.info->rsrc_type != IRDMA_HMC_IW_PBLE)
            err = add_pages(c, sd);
        if (err)
            return err;
    }
    return 0;
}

// Takes back the users this call has counted; new segments are not told to the device yet, or gone already.
void take_back_users(Creation &c) {
    irdma_hmc_info *hmc_info = c.hmc_info();

    for (u64 pd = c.pds.first; pd < c.pds_done; pd++)
        if (is_paged(sd_entry(hmc_info, pd / hw::segment_pages)))
            (void)irdma_remove_pd_bp(c.dev, hmc_info, pd);
    for (u64 sd = c.sds.first; sd < c.sds_done; sd++)
        if (sd_entry(hmc_info, sd).valid && !is_paged(sd_entry(hmc_info, sd)))
            sd_entry(hmc_info, sd).u.bp.use_cnt--;
}

// Marks the segments that lost their last user invalid and lists them.
u32 list_unused(irdma_hmc_info *hmc_info, Span sds) {
    u32 count = 0;

    for (u64 sd = sds.first; sd < sds.limit; sd++) {
        if (!sd_entry(hmc_info, sd).valid)
            continue;
        const int used = is_paged(sd_entry(hmc_info, sd)) ? irdma_prep_remove_pd_page(hmc_info, sd)
                                                          : irdma_prep_remove_sd_bp(hmc_info, sd);
        if (!used)
            hmc_info->sd_indexes[count++] = u16(sd);
    }
    return count;
}

} // namespace

extern "C" int irdma_sc_create_hmc_obj(struct irdma_sc_dev *dev, struct irdma_hmc_create_obj_info *info) {
    irdma_hmc_info *hmc_info = info->hmc_info;

    info->add_sd_cnt = 0;
    if (is_local(hmc_info, info->rsrc_type))
        return 0;
    int err = check_range(dev, hmc_info, info->rsrc_type, info->start_idx, info->count);
    if (err)
        return err;
    const irdma_hmc_obj_info &obj = hmc_info->hmc_obj[info->rsrc_type];
    const Span sds = span_of(obj, info->start_idx, info->count, hw::segment_bytes);
    const Span pds = span_of(obj, info->start_idx, info->count, hw::backing_page_bytes);
    Creation c = {dev, info, sds, pds, sds.first, pds.first};

    err = add_segments(c);
    if (err) {
        log_err(dev, "HMC: no memory for %s, segment %llu: %d", hw::fpm_objects[info->rsrc_type].name, c.sds_done, err);
        take_back_users(c);
        (void)drop_sds(dev, hmc_info, hmc_info->sd_indexes, info->add_sd_cnt, 0);
    } else {
        err = program_sds(dev, hmc_info, hmc_info->sd_indexes, info->add_sd_cnt);
        if (err)
            take_back_users(c);
    }
    if (err)
        info->add_sd_cnt = 0;
    return err;
}

extern "C" int irdma_sc_del_hmc_obj(struct irdma_sc_dev *dev, struct irdma_hmc_del_obj_info *info, bool reset) {
    irdma_hmc_info *hmc_info = info->hmc_info;

    info->del_sd_cnt = 0;
    if (is_local(hmc_info, info->rsrc_type))
        return 0;
    const int err = check_range(dev, hmc_info, info->rsrc_type, info->start_idx, info->count);
    if (err)
        return err;
    const irdma_hmc_obj_info &obj = hmc_info->hmc_obj[info->rsrc_type];
    const Span pds = span_of(obj, info->start_idx, info->count, hw::backing_page_bytes);

    for (u64 pd = pds.first; pd < pds.limit; pd++) {
        const irdma_hmc_sd_entry &entry = sd_entry(hmc_info, pd / hw::segment_pages);
        if (entry.valid && is_paged(entry) && entry.u.pd_table.pd_entry[pd % hw::segment_pages].valid)
            (void)irdma_remove_pd_bp(dev, hmc_info, pd);
    }
    info->del_sd_cnt = list_unused(hmc_info, span_of(obj, info->start_idx, info->count, hw::segment_bytes));
    return drop_sds(dev, hmc_info, hmc_info->sd_indexes, info->del_sd_cnt, reset ? 0 : info->del_sd_cnt);
}

extern "C" int irdma_hmc_create_objs(struct irdma_sc_dev *dev) {
    irdma_hmc_info *hmc_info = dev->hmc_info;
    int err = 0;

    if (!dev->hmc_fpm_misc.priv.commit_usable || hmc_info->hmc_fn_id > u8(~0)) {
        log_err(dev, "HMC: nothing is built on the answer to the FPM commit of function %u", hmc_info->hmc_fn_id);
        return -EINVAL;
    }
    dev->hmc_fpm_misc.priv.created = 0;
    for (const irdma_hmc_rsrc_type type : creation_order) {
        irdma_hmc_create_obj_info info = {hmc_info, type, IRDMA_SD_TYPE_DIRECT, 0, hmc_info->hmc_obj[type].cnt, 0};

        if (err || !has_object(dev, type) || !info.count)
            continue;
        err = irdma_sc_create_hmc_obj(dev, &info);
        if (!err)
            dev->hmc_fpm_misc.priv.created |= u32(1) << type;
    }
    if (!err)
        err = irdma_sc_static_hmc_pages_allocated(dev->cqp, 0, u8(hmc_info->hmc_fn_id), true, true);
    if (err)
        (void)irdma_hmc_delete_objs(dev, false);
    return err;
}

extern "C" int irdma_hmc_delete_objs(struct irdma_sc_dev *dev, bool reset) {
    irdma_hmc_info *hmc_info = dev->hmc_info;
    int first_err = 0;

    for (const irdma_hmc_rsrc_type type : creation_order) {
        irdma_hmc_del_obj_info info = {hmc_info, type, 0, hmc_info->hmc_obj[type].cnt, 0};

        if (!(dev->hmc_fpm_misc.priv.created >> type & 1))
            continue;
        const int err = irdma_sc_del_hmc_obj(dev, &info, reset);
        if (err && !first_err)
            first_err = err;
    }
    dev->hmc_fpm_misc.priv.created = 0;
    return first_err;
}

extern "C" void irdma_hmc_release(struct irdma_sc_dev *dev) {
    irdma_hmc_sd_table &table = dev->hmc_info->sd_table;

    for (u32 sd = 0; table.sd_entry && sd < table.sd_cnt; sd++)
        free_sd(dev->hw, table.sd_entry[sd]);
    irdma_os_free(table.sd_entry);
    table.sd_entry = nullptr;
    table.use_cnt = 0;
    irdma_os_dma_free(dev->hw, &dev->hmc_fpm_misc.fw_scratch_buf0);
    irdma_os_dma_free(dev->hw, &dev->hmc_fpm_misc.fw_scratch_buf1);
}
