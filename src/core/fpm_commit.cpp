// SPDX-License-Identifier: GPL-2.0
//
// FPM commit: the driver asks for a count of each object type, the device answers with what it granted and where the
// objects lie. The answer is untrusted.

#include "core/fpm.h"

#include "core/log.h"
#include "hw/hmc_wqe.h"

using namespace core;

namespace {

using hw::fpm_objects;
using hw::FpmWord;

bool may_be_local(u32 offset) {
    return offset != IRDMA_PBLE_COMMIT_OFFSET && offset != IRDMA_SCRATCH_BUF0_COMMIT_OFFSET &&
           offset != IRDMA_SCRATCH_BUF1_COMMIT_OFFSET;
}

void store_request(const irdma_sc_dev *dev) {
    __le64 *buf = dev->fpm_commit_buf;
    const Objects obj = dev->hmc_info->hmc_obj;

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++) {
        const u32 count = type == IRDMA_HMC_IW_APBVT_ENTRY ? 0 : obj[type].cnt;
        hw::store_word(buf, fpm_objects[type].commit / 8, count);
    }
    hw::store_word(buf, hw::FpmCommit::reserved::word, 0);
    hw::store_word(buf, hw::FpmCommit::scratch_0::word, dev->hmc_fpm_misc.fw_scratch_buf0.pa);
    hw::store_word(buf, hw::FpmCommit::scratch_1::word, dev->hmc_fpm_misc.fw_scratch_buf1.pa);
}

u32 granted_count(const irdma_sc_dev *dev, u32 type, u64 word) {
    switch (type) {
    case IRDMA_HMC_IW_QP:
        return u32(hw::extract<hw::FpmQpWord::count>(word));
    case IRDMA_HMC_IW_CQ:
        return u32((word & dev->hw_masks[IRDMA_COMMIT_FPM_CQCNT_M]) >> (dev->hw_shifts[IRDMA_COMMIT_FPM_CQCNT_S] & 63));
    case IRDMA_HMC_IW_APBVT_ENTRY:
        return fpm_generation(dev).port_vector;
    default:
        return u32(hw::extract<FpmWord::count>(word));
    }
}

u64 end_of(const irdma_hmc_obj_info &obj) {
    return sat_add(obj.base, object_bytes(obj));
}

bool in_host(const irdma_hmc_obj_info &obj) {
    return obj.cnt != 0 && obj.mem_loc == IRDMA_HOST_MEM;
}

bool overlap(const irdma_hmc_obj_info &a, const irdma_hmc_obj_info &b) {
    return a.cnt && b.cnt && a.mem_loc == b.mem_loc && a.base < end_of(b) && b.base < end_of(a);
}

// Nothing is built on an answer that fails here, see irdma_hmc_create_objs().
int check_answer(irdma_sc_dev *dev, const u32 *requested, u32 max_sds) {
    const Objects obj = dev->hmc_info->hmc_obj;
    const auto refuse = [=](u32 type, const char *reason) {
        const u32 offset = fpm_objects[type].commit;
        return refuse_answer(dev, "commit", offset, hw::load_word(dev->fpm_commit_buf, offset / 8), reason);
    };

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++) {
        if (!has_object(dev, type))
            continue;
        if (type != IRDMA_HMC_IW_APBVT_ENTRY && obj[type].cnt > requested[type])
            return refuse(type, "more granted than asked for");
        for (u32 other = 0; other < type; other++)
            if (has_object(dev, other) && overlap(obj[type], obj[other]))
                return refuse(type, "lies over another object");
        if (in_host(obj[type]) && div_up(end_of(obj[type]), hw::segment_bytes) > max_sds)
            return refuse(type, "ends behind the last segment");
    }
    return 0;
}

} // namespace

bool core::has_object(const irdma_sc_dev *dev, u32 type) {
    switch (type) {
    case IRDMA_HMC_IW_FSIMC:
    case IRDMA_HMC_IW_FSIAV:
    case IRDMA_HMC_IW_RRF:
    case IRDMA_HMC_IW_RRFFL:
    case IRDMA_HMC_IW_HDR:
    case IRDMA_HMC_IW_MD:
        return fpm_generation(dev).more_types;
    case IRDMA_HMC_IW_OOISC:
    case IRDMA_HMC_IW_OOISCFFL:
        return fpm_generation(dev).more_types && iwarp_only(dev);
    default:
        return true;
    }
}

extern "C" u64 irdma_sc_decode_fpm_commit(struct irdma_sc_dev *dev, __le64 *buf, u32 buf_idx,
                                          struct irdma_hmc_obj_info *obj_info, u32 rsrc_idx) {
    const u64 word = hw::load_word(buf, buf_idx / 8);
    // A device that echoes the request's "local" bit does not mean it as a part of the base.
    const u64 local = fpm_generation(dev).local_memory ? FpmWord::local::mask : 0;

    obj_info[rsrc_idx].base = hw::extract<FpmWord::base>(word & ~local) * hw::fpm_unit_bytes;
    obj_info[rsrc_idx].cnt = granted_count(dev, rsrc_idx, word);
    return word;
}

extern "C" void irdma_sc_parse_fpm_commit_buf(struct irdma_sc_dev *dev, __le64 *buf, struct irdma_hmc_obj_info *info,
                                              u32 *sd) {
    u32 last = 0;
    u64 max_base = 0;

    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        if (has_object(dev, type))
            irdma_sc_decode_fpm_commit(dev, buf, fpm_objects[type].commit, info, type);
    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++) {
        if (in_host(info[type]) && info[type].base > max_base) {
            max_base = info[type].base;
            last = type;
        }
    }
    // All bases 0: type 0 stands for the last object, unless the device keeps it in its own memory.
    *sd = info[last].mem_loc == IRDMA_HOST_MEM ? to_u32(div_up(end_of(info[last]), hw::segment_bytes)) : 0;
}

extern "C" void irdma_set_loc_mem(__le64 *buf) {
    for (u32 i = 0; i < IRDMA_COMMIT_FPM_BUF_SIZE / sizeof(*buf); i++) {
        const u64 word = hw::load_word(buf, i);
        if (word && may_be_local(i * u32(sizeof(*buf))))
            hw::store_word(buf, i, hw::replace<FpmWord::local>(word, 1));
    }
}

extern "C" int irdma_sc_cfg_iw_fpm(struct irdma_sc_dev *dev, u8 hmc_fn_id) {
    irdma_hmc_info *hmc_info = dev->hmc_info;
    irdma_hmc_fpm_misc *misc = &dev->hmc_fpm_misc;
    const u64 max_sds = u64(misc->max_sds) + hmc_info->first_sd_index;
    irdma_dma_mem commit = {};
    u32 requested[IRDMA_HMC_IW_MAX];

    (void)hmc_fn_id; // hmc_info has it
    if (hmc_info->hmc_fn_id > hw::CommitFpmVal::hmc_function::max) {
        log_err(dev, "FPM commit: function %u does not fit the command", hmc_info->hmc_fn_id);
        return -EINVAL;
    }
    for (u32 type = 0; type < IRDMA_HMC_IW_MAX; type++)
        requested[type] = hmc_info->hmc_obj[type].cnt;
    misc->priv.commit_usable = false;
    store_request(dev);
    if (fpm_generation(dev).local_memory && misc->loc_mem_pages)
        irdma_set_loc_mem(dev->fpm_commit_buf);
    commit.pa = dev->fpm_commit_buf_pa;
    commit.va = dev->fpm_commit_buf;
    const int err =
        irdma_sc_commit_fpm_val(dev->cqp, 0, u8(hmc_info->hmc_fn_id), &commit, true, IRDMA_CQP_WAIT_POLL_REGS);
    if (err)
        return err;
    irdma_sc_parse_fpm_commit_buf(dev, dev->fpm_commit_buf, hmc_info->hmc_obj, &hmc_info->sd_table.sd_cnt);
    if (hmc_info->sd_table.sd_cnt > IRDMA_HMC_MAX_SD_COUNT)
        return refuse_answer(dev, "commit", 0, hmc_info->sd_table.sd_cnt, "more segments than there can be");
    misc->priv.commit_usable = check_answer(dev, requested, to_u32(max_sds)) == 0;
    return 0;
}
