// SPDX-License-Identifier: GPL-2.0
//
// Sizing on gen3: most objects lie in the device's own memory and must fit its pages; PBLEs, and MRs if the firmware
// says so, lie in host memory and get what segments are left.

#include "core/fpm.h"

#include "core/log.h"

using namespace core;

namespace {

constexpr u32 mrs_per_sd = 0x8000;
constexpr u32 pbles_per_sd = 0x40000;
constexpr u32 handles_per_qp = 8;

bool too_many_pages(irdma_sc_dev *dev, u32 pages, u32 max_pages, u32 qp) {
    if (pages <= max_pages && pages <= dev->hmc_fpm_misc.max_sds)
        return false;
    log_debug(dev, "FPM: %u QPs need %u local pages, there are %u of %u segments", qp, pages, max_pages,
              dev->hmc_fpm_misc.max_sds);
    return true;
}

// Everything but the inbound read queue.
void set_local_counts(irdma_sc_dev *dev, u32 qp) {
    const irdma_hmc_fpm_misc *misc = &dev->hmc_fpm_misc;
    const Objects obj = dev->hmc_info->hmc_obj;
    const u64 xf = pow2_ceil(u64(qp) * IRDMA_XF_MULTIPLIER);

    obj[IRDMA_HMC_IW_HDR].cnt = qp;
    obj[IRDMA_HMC_IW_QP].cnt = qp;
    obj[IRDMA_HMC_IW_CQ].cnt = smaller(obj[IRDMA_HMC_IW_CQ].cnt, u64(qp) * 2);
    obj[IRDMA_HMC_IW_FSIAV].cnt = smaller(u64(qp) * handles_per_qp, obj[IRDMA_HMC_IW_FSIAV].max_cnt);
    obj[IRDMA_HMC_IW_RRF].cnt = smaller(obj[IRDMA_HMC_IW_RRF].max_cnt, pow2_ceil(u64(qp) * IRDMA_RRF_MULTIPLIER));
    if (obj[IRDMA_HMC_IW_RRFFL].max_cnt)
        obj[IRDMA_HMC_IW_RRFFL].cnt = to_u32(ratio(obj[IRDMA_HMC_IW_RRF].cnt, misc->rrf_block_size));
    obj[IRDMA_HMC_IW_XF].cnt = smaller(obj[IRDMA_HMC_IW_XF].max_cnt, xf);
    obj[IRDMA_HMC_IW_XFFL].cnt = to_u32(ratio(xf, misc->xf_block_size));
    obj[IRDMA_HMC_IW_TIMER].cnt = smaller(timer_entries(misc, qp), obj[IRDMA_HMC_IW_TIMER].cnt);
}

// Objects this generation does not have, and a cap.
void limit_maxima(irdma_sc_dev *dev, Objects obj) {
    obj[IRDMA_HMC_IW_OOISC].max_cnt = 0;
    obj[IRDMA_HMC_IW_OOISCFFL].max_cnt = 0;
    obj[IRDMA_HMC_IW_HTE].max_cnt = 0;
    obj[IRDMA_HMC_IW_FSIMC].max_cnt = 0;
    if (!firmware_sizes(dev))
        obj[IRDMA_HMC_IW_FSIAV].max_cnt = smaller(obj[IRDMA_HMC_IW_FSIAV].max_cnt, IRDMA_FSIAV_CNT_MAX);
}

int place_local(irdma_sc_dev *dev, Objects obj, u32 pages) {
    for (u32 qp = obj[IRDMA_HMC_IW_QP].max_cnt; qp >= IRDMA_MIN_QP_CNT;) {
        const int err = irdma_set_loc_hmc_rsrc_gen_3(dev, pages, qp);

        if (!err || firmware_sizes(dev))
            return err;
        qp /= 2;
        if (obj[IRDMA_HMC_IW_MR].mem_loc == IRDMA_LOC_MEM)
            obj[IRDMA_HMC_IW_MR].cnt = smaller(obj[IRDMA_HMC_IW_MR].max_cnt, u64(qp) * IRDMA_MIN_MR_PER_QP);
    }
    log_err(dev, "FPM: fewer than %u queue pairs fit %u local pages", IRDMA_MIN_QP_CNT, pages);
    return -EINVAL;
}

int size_gen3(irdma_sc_dev *dev, irdma_hmc_info *hmc_info, irdma_hmc_fpm_misc *misc) {
    const Objects obj = hmc_info->hmc_obj;
    const bool all_local = misc->loc_mem_pages == misc->max_sds;
    u32 pages = misc->loc_mem_pages;

    irdma_get_rsrc_mem_config(dev, all_local);
    if (all_local && pages < IRDMA_MIN_PBLE_PAGES) {
        log_err(dev, "FPM: %u segments, at least %u are for PBLEs", pages, IRDMA_MIN_PBLE_PAGES);
        return -EINVAL;
    }
    if (all_local)
        pages -= IRDMA_MIN_PBLE_PAGES;
    limit_maxima(dev, obj);
    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        obj[type].cnt = obj[type].max_cnt;
    const int err = place_local(dev, obj, pages);
    if (err)
        return err;
    irdma_set_host_hmc_rsrc_gen_3(dev);
    log_debug(dev, "FPM: %u QPs, %u MRs, %u PBLEs, read depth %u, %u segments", obj[IRDMA_HMC_IW_QP].cnt,
              obj[IRDMA_HMC_IW_MR].cnt, obj[IRDMA_HMC_IW_PBLE].cnt, dev->hw_attrs.max_hw_ird, misc->max_sds);
    return commit_counts(dev, hmc_info);
}

} // namespace

extern "C" void irdma_get_rsrc_mem_config(struct irdma_sc_dev *dev, bool is_mrte_loc_mem) {
    const u64 features = dev->feature_info[IRDMA_OBJ_1];
    const Objects obj = dev->hmc_info->hmc_obj;
    const bool mr_local = is_mrte_loc_mem || !features || hw::extract<hw::FeatureObjects::mr_local>(features);

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        obj[type].mem_loc = IRDMA_LOC_MEM;
    obj[IRDMA_HMC_IW_MR].mem_loc = mr_local ? IRDMA_LOC_MEM : IRDMA_HOST_MEM;
    obj[IRDMA_HMC_IW_PBLE].mem_loc = IRDMA_HOST_MEM;
}

extern "C" u32 irdma_get_objs_pages(struct irdma_sc_dev *dev, struct irdma_hmc_info *hmc_info,
                                    enum irdma_hmc_obj_mem mem_loc) {
    u64 bytes = 0;

    (void)dev;
    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        if (hmc_info->hmc_obj[type].mem_loc == mem_loc)
            bytes = sat_add(bytes, object_room(hmc_info->hmc_obj[type]));
    return to_u32(div_up(bytes, hw::segment_bytes));
}

extern "C" int irdma_verify_commit_fpm_gen_3(struct irdma_sc_dev *dev, u32 max_pages, u32 qpwanted) {
    irdma_hmc_fpm_misc *misc = &dev->hmc_fpm_misc;
    const u32 pages = irdma_get_objs_pages(dev, dev->hmc_info, IRDMA_LOC_MEM);

    if (too_many_pages(dev, pages, smaller(max_pages, misc->loc_mem_pages), qpwanted))
        return -EINVAL;
    misc->max_sds -= pages;
    misc->loc_mem_pages -= pages;
    return 0;
}

extern "C" int irdma_set_loc_hmc_rsrc_gen_3(struct irdma_sc_dev *dev, u32 max_pages, u32 qpwanted) {
    irdma_hmc_fpm_misc *misc = &dev->hmc_fpm_misc;
    const Objects obj = dev->hmc_info->hmc_obj;
    u32 ird = dev->hw_attrs.max_hw_ird;
    u32 ord = dev->hw_attrs.max_hw_ord;
    u32 pages;

    if (firmware_sizes(dev))
        return irdma_verify_commit_fpm_gen_3(dev, max_pages, qpwanted);
    set_local_counts(dev, qpwanted);
    do {
        obj[IRDMA_HMC_IW_Q1].cnt = to_u32(pow2_ceil(sat_mul(u64(ird) * 2, qpwanted)));
        obj[IRDMA_HMC_IW_Q1FL].cnt = to_u32(ratio(obj[IRDMA_HMC_IW_Q1].cnt, misc->q1_block_size));
        pages = irdma_get_objs_pages(dev, dev->hmc_info, IRDMA_LOC_MEM);
        if (pages <= max_pages)
            break;
        ird /= 2;
        ord /= 2;
    } while (ird >= IRDMA_MIN_IRD);
    if (ird < IRDMA_MIN_IRD || too_many_pages(dev, pages, max_pages, qpwanted))
        return -EINVAL;
    dev->hw_attrs.max_hw_ird = ird;
    dev->hw_attrs.max_hw_ord = ord;
    misc->max_sds -= pages;
    return 0;
}

extern "C" void irdma_set_host_hmc_rsrc_gen_3(struct irdma_sc_dev *dev) {
    const Objects obj = dev->hmc_info->hmc_obj;
    irdma_hmc_obj_info &mr = obj[IRDMA_HMC_IW_MR];
    irdma_hmc_obj_info &pble = obj[IRDMA_HMC_IW_PBLE];
    u32 sds = dev->hmc_fpm_misc.max_sds;

    if (mr.mem_loc == IRDMA_HOST_MEM && sds > IRDMA_MIN_PBLE_PAGES) {
        mr.cnt = smaller(mr.cnt, u64(sds - IRDMA_MIN_PBLE_PAGES) * mrs_per_sd);
        sds -= u32(div_up(mr.cnt, mrs_per_sd));
    }
    pble.cnt = smaller(pble.max_cnt, u64(sds) * pbles_per_sd);
}

extern "C" int cfg_fpm_value_gen_3(struct irdma_sc_dev *dev, struct irdma_hmc_info *hmc_info,
                                   struct irdma_hmc_fpm_misc *hmc_fpm_misc) {
    KeptCounts kept(hmc_info);

    return kept.restore_on_error(size_gen3(dev, hmc_info, hmc_fpm_misc));
}
