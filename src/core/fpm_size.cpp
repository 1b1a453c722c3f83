// SPDX-License-Identifier: GPL-2.0
//
// Sizing: how many objects of each type to ask for, so that their memory fits the segments the function has. Here the
// estimates and gen1 and gen2; gen3 is in fpm_size_gen3.cpp. The order and size of the steps is that of the
// specification, so that equal devices get equal counts whatever driver they meet.

#include "core/fpm.h"

#include "core/log.h"
#include "hw/hmc_wqe.h"

using namespace core;

namespace {

constexpr u32 max_rounds = 2000;
constexpr u32 rounds_per_qp_cut = 10; // of those that are close
constexpr u32 min_qps = 128;          // queue pairs are not cut below
constexpr u32 min_entries = 256;      // nor multicast entries and address handles
constexpr u32 far_off = 128;          // SDs
constexpr u32 pbles_per_sd = 256 * FPM_MULTIPLIER;
constexpr u32 q1_spare_entries = 512;
constexpr u32 block_entries = 512; // hash table and timers come in blocks
constexpr u32 per_qp_entries = 32; // read responses and out-of-order segments
constexpr u32 too_many_sds = 0xfffffffe;

// The search for counts that fit. Its variables are those of the specification.
struct Search {
    irdma_sc_dev *dev;
    Objects obj;
    irdma_hmc_fpm_misc *misc;
    u32 qp;
    u32 mr;
    u32 pble;

    u32 &cnt(u32 type) const { return obj[type].cnt; }
    u32 max(u32 type) const { return obj[type].max_cnt; }
};

u64 q1_entries(const irdma_sc_dev *dev, u32 qp) {
    const u64 reads = sat_mul(u64(dev->hw_attrs.max_hw_ird) * 2, qp);

    if (!fpm_generation(dev).q1_spare)
        return pow2_ceil(reads);
    return iwarp_only(dev) ? reads : pow2_ceil(sat_add(reads, q1_spare_entries));
}

void halve_above(u32 *count, u32 limit) {
    if (*count > limit)
        *count /= 2;
}

void set_queue_memory(const Search &s) {
    if (!fpm_generation(s.dev).xf_per_block) {
        s.cnt(IRDMA_HMC_IW_XF) = to_u32(pow2_ceil(u64(s.qp) * s.dev->hw_attrs.max_hw_wqes));
        return;
    }
    s.cnt(IRDMA_HMC_IW_XF) = to_u32(sat_mul(u64(s.misc->xf_block_size) * 4, s.qp));
    s.cnt(IRDMA_HMC_IW_HDR) = s.qp;
    if (s.max(IRDMA_HMC_IW_RRF))
        s.cnt(IRDMA_HMC_IW_RRF) = to_u32(u64(s.qp) * per_qp_entries);
    if (s.max(IRDMA_HMC_IW_RRFFL))
        s.cnt(IRDMA_HMC_IW_RRFFL) = to_u32(ratio(s.cnt(IRDMA_HMC_IW_RRF), s.misc->rrf_block_size));
    if (s.max(IRDMA_HMC_IW_OOISC))
        s.cnt(IRDMA_HMC_IW_OOISC) = to_u32(u64(s.qp) * per_qp_entries);
    if (s.max(IRDMA_HMC_IW_OOISCFFL))
        s.cnt(IRDMA_HMC_IW_OOISCFFL) = to_u32(ratio(s.cnt(IRDMA_HMC_IW_OOISC), s.misc->ooiscf_block_size));
}

void set_counts(const Search &s) {
    const u64 hash = round_up(u64(s.qp) + s.cnt(IRDMA_HMC_IW_FSIMC), block_entries);

    s.cnt(IRDMA_HMC_IW_QP) = s.qp;
    s.cnt(IRDMA_HMC_IW_CQ) = smaller(u64(s.qp) * 2, s.cnt(IRDMA_HMC_IW_CQ));
    s.cnt(IRDMA_HMC_IW_SRQ) = 0;
    s.cnt(IRDMA_HMC_IW_MR) = s.mr;
    s.cnt(IRDMA_HMC_IW_PBLE) = s.pble;
    s.cnt(IRDMA_HMC_IW_HTE) = to_u32(sat_mul(pow2_ceil(hash), s.misc->ht_multiplier));
    set_queue_memory(s);
    s.cnt(IRDMA_HMC_IW_XFFL) = to_u32(ratio(s.cnt(IRDMA_HMC_IW_XF), s.misc->xf_block_size));
    s.cnt(IRDMA_HMC_IW_Q1) = to_u32(q1_entries(s.dev, s.qp));
    s.cnt(IRDMA_HMC_IW_Q1FL) = to_u32(ratio(s.cnt(IRDMA_HMC_IW_Q1), s.misc->q1_block_size));
    s.cnt(IRDMA_HMC_IW_TIMER) = to_u32(timer_entries(s.misc, s.qp));
}

// PBLEs first; then few queue pairs give up table entries.
bool reduce_pbles(Search &s, u32 short_of) {
    const bool favors_vf = s.dev->cqp->hmc_profile == IRDMA_HMC_PROFILE_FAVOR_VF;

    if (!favors_vf && s.pble > u64(short_of) * 2 * pbles_per_sd) {
        s.pble -= short_of * pbles_per_sd;
        return true;
    }
    if (s.pble > 100 * FPM_MULTIPLIER) {
        s.pble -= 10 * FPM_MULTIPLIER;
    } else if (s.pble > FPM_MULTIPLIER) {
        s.pble -= FPM_MULTIPLIER;
    } else if (s.qp <= min_qps) {
        halve_above(&s.cnt(IRDMA_HMC_IW_FSIMC), min_entries);
        halve_above(&s.cnt(IRDMA_HMC_IW_FSIAV), min_entries);
    }
    return false;
}

void reduce(Search &s, u32 short_of, u32 round) {
    if (short_of > far_off) {
        if (round % 2 == 0 && s.qp > min_qps) {
            s.qp /= 2;
        } else {
            s.pble /= 2;
            s.mr /= 2;
        }
        return;
    }
    if (reduce_pbles(s, short_of))
        return;
    if (s.mr > FPM_MULTIPLIER)
        s.mr -= FPM_MULTIPLIER;
    if (round % rounds_per_qp_cut == 0 && s.qp > min_qps) {
        s.qp /= 2;
        halve_above(&s.cnt(IRDMA_HMC_IW_FSIAV), min_entries);
    }
}

// Queue pairs that the inbound read queue has room for; 0: none.
u32 first_qps(const Search &s, u32 wanted) {
    u32 qp = pow2_floor(wanted < s.max(IRDMA_HMC_IW_QP) ? wanted : s.max(IRDMA_HMC_IW_QP));

    while (qp && q1_entries(s.dev, qp) > s.max(IRDMA_HMC_IW_Q1))
        qp /= 2;
    return qp;
}

int choose_counts(Search &s, irdma_hmc_info *hmc_info) {
    const u32 max_sds = s.misc->max_sds;
    u32 round = 0;
    u32 need;

    do {
        round++;
        set_counts(s);
        need = irdma_est_sd(s.dev, hmc_info);
        if (need <= max_sds)
            break;
        reduce(s, need - max_sds, round);
    } while (round < max_rounds);
    log_debug(s.dev, "FPM: round %u: %u QPs, %u MRs, %u PBLEs need %u of %u segments", round, s.qp, s.mr,
              s.cnt(IRDMA_HMC_IW_PBLE), need, max_sds);
    if (need > max_sds) {
        log_err(s.dev, "FPM: the smallest counts need %u segments, the function has %u", need, max_sds);
        return -EINVAL;
    }
    if (round > 1)
        s.cnt(IRDMA_HMC_IW_PBLE) = to_u32(s.pble + u64(max_sds - need) * pbles_per_sd);
    return 0;
}

int size_gen12(irdma_sc_dev *dev, u32 qp_count) {
    irdma_hmc_info *hmc_info = dev->hmc_info;
    Search s = {dev, hmc_info->hmc_obj, &dev->hmc_fpm_misc, 0, 0, 0};

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        s.cnt(type) = s.max(type);
    s.cnt(IRDMA_HMC_IW_APBVT_ENTRY) = 1;
    s.mr = s.max(IRDMA_HMC_IW_MR);
    s.pble = s.max(IRDMA_HMC_IW_PBLE);
    s.qp = first_qps(s, qp_count);
    if (!s.qp) {
        log_err(dev, "FPM: no queue pair fits: wanted %u, maximum %u, inbound read queue %u", qp_count,
                s.max(IRDMA_HMC_IW_QP), s.max(IRDMA_HMC_IW_Q1));
        return -EINVAL;
    }
    const int err = choose_counts(s, hmc_info);

    return err ? err : commit_counts(dev, hmc_info);
}

} // namespace

u64 core::timer_entries(const irdma_hmc_fpm_misc *misc, u32 qp) {
    return sat_mul(round_up(qp, block_entries) / block_entries + 1, misc->timer_bucket);
}

int core::commit_counts(irdma_sc_dev *dev, irdma_hmc_info *hmc_info) {
    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++) {
        irdma_hmc_obj_info &obj = hmc_info->hmc_obj[type];
        obj.cnt = smaller(obj.cnt, obj.max_cnt);
    }
    const int err = irdma_sc_cfg_iw_fpm(dev, u8(hmc_info->hmc_fn_id));

    return err ? err : irdma_cfg_sd_mem(dev, hmc_info);
}

core::KeptCounts::KeptCounts(irdma_hmc_info *hmc_info) : hmc_info_(hmc_info) {
    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        cnt_[type] = hmc_info->hmc_obj[type].cnt;
}

int core::KeptCounts::restore_on_error(int err) {
    for (u32 type = 0; err && type < IRDMA_HMC_IW_MAX; type++)
        hmc_info_->hmc_obj[type].cnt = cnt_[type];
    return err;
}

extern "C" u32 irdma_est_sd(struct irdma_sc_dev *dev, struct irdma_hmc_info *hmc_info) {
    const u64 pbles = object_room(hmc_info->hmc_obj[IRDMA_HMC_IW_PBLE]);
    u64 bytes = 0;

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        if (type != IRDMA_HMC_IW_PBLE)
            bytes = sat_add(bytes, object_room(hmc_info->hmc_obj[type]));
    if (dev->privileged)
        bytes = sat_add(bytes, pbles);
    u64 sds = div_up(bytes, hw::segment_bytes);
    if (!dev->privileged && !dev->hmc_fpm_misc.loc_mem_pages)
        sds = sat_add(sds, div_up(pbles, hw::segment_bytes));
    return sds > u32_max ? too_many_sds : u32(sds);
}

extern "C" int irdma_cfg_fpm_val(struct irdma_sc_dev *dev, u32 qp_count) {
    irdma_hmc_info *hmc_info = dev->hmc_info;

    if (dev->hmc_fn_id > hw::QueryFpmVal::hmc_function::max) {
        log_err(dev, "FPM query: function %u does not fit the command", dev->hmc_fn_id);
        return -EINVAL;
    }
    const int err = irdma_sc_init_iw_hmc(dev, u8(dev->hmc_fn_id));

    if (err)
        return err;
    if (fpm_generation(dev).local_memory)
        return cfg_fpm_value_gen_3(dev, hmc_info, &dev->hmc_fpm_misc);
    KeptCounts kept(hmc_info);

    return kept.restore_on_error(size_gen12(dev, qp_count));
}
