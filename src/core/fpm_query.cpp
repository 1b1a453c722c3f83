// SPDX-License-Identifier: GPL-2.0
//
// FPM query: what object types and how much memory the device has. The answer is untrusted.

#include "core/fpm.h"

#include "core/log.h"

using namespace core;

namespace {

using Query = hw::FpmQuery;

// More than any allocator gives in one piece.
constexpr u64 max_scratch_bytes = 64 << 20;
constexpr u32 max_size_log2 = 63;

struct Parser {
    irdma_sc_dev *dev;
    __le64 *buf;
    irdma_hmc_info *hmc_info;
    irdma_hmc_fpm_misc *misc;

    Objects objects() const { return hmc_info->hmc_obj; }
    u64 word_of(u32 type) const { return hw::load_word(buf, hw::fpm_objects[type].query / 8); }

    int refuse(u32 type, const char *reason) const {
        return refuse_answer(dev, "query", hw::fpm_objects[type].query, word_of(type), reason);
    }
};

// Where the block size of a free list goes.
u32 *block_size(const Parser &p, u32 list) {
    switch (list) {
    case IRDMA_HMC_IW_XFFL:
        return &p.misc->xf_block_size;
    case IRDMA_HMC_IW_Q1FL:
        return &p.misc->q1_block_size;
    case IRDMA_HMC_IW_RRFFL:
        return &p.misc->rrf_block_size;
    default:
        return &p.misc->ooiscf_block_size;
    }
}

// A block size of 0 would be divided by.
bool needs_block_size(const Parser &p, u32 list) {
    if (list == IRDMA_HMC_IW_Q1FL)
        return true;
    return p.objects()[list == IRDMA_HMC_IW_XFFL ? u32(IRDMA_HMC_IW_XF) : list].max_cnt != 0;
}

int parse_list(const Parser &p, u32 list) {
    const u64 word = p.word_of(list);

    p.objects()[list].max_cnt = u32(hw::extract<hw::FpmFreeListWord::max_count>(word));
    p.objects()[list].size = hw::fpm_objects[list].bytes;
    *block_size(p, list) = u32(hw::extract<hw::FpmFreeListWord::block_size>(word));
    return needs_block_size(p, list) && *block_size(p, list) == 0 ? p.refuse(list, "block size 0") : 0;
}

int parse_object(const Parser &p, u32 type) {
    irdma_hmc_obj_info &obj = p.objects()[type];

    if (type == IRDMA_HMC_IW_APBVT_ENTRY) {
        obj.max_cnt = fpm_generation(p.dev).port_vector;
        obj.size = obj.max_cnt ? hw::fpm_port_vector_bytes : 0;
        return 0;
    }
    if (hw::fpm_objects[type].is_list)
        return parse_list(p, type);
    irdma_sc_decode_fpm_query(p.buf, hw::fpm_objects[type].query, p.objects(), type);
    if (hw::fpm_objects[type].bytes)
        obj.size = hw::fpm_objects[type].bytes;
    return obj.size ? 0 : p.refuse(type, "impossible object size");
}

// Types first .. last that this function has, in the order of their ids; the first error ends it.
int parse_objects(const Parser &p, u32 first, u32 last) {
    int err = 0;

    for (u32 type = first; type <= last && !err; type++)
        if (has_object(p.dev, type) && type != IRDMA_HMC_IW_PBLE)
            err = parse_object(p, type);
    return err;
}

void parse_sds(const Parser &p) {
    const irdma_sc_dev *dev = p.dev;
    const hw::FpmGeneration &gen = fpm_generation(dev);
    const bool own = dev->privileged && p.hmc_info->hmc_fn_id < dev->hw_attrs.first_hw_vf_fpm_id;
    u32 max_sds = u32(hw::read<Query::max_sds>(p.buf)) & gen.max_sds_mask;

    p.hmc_info->first_sd_index = u16(hw::read<Query::first_sd>(p.buf));
    if (gen.keeps_one_sd && !own && max_sds > 0)
        max_sds--;
    p.misc->max_sds = max_sds;
    p.hmc_info->sd_table.sd_cnt = max_sds + p.hmc_info->first_sd_index;
}

// Twice the read depth, in the device's code.
void parse_read_depth(const Parser &p) {
    if (!firmware_sizes(p.dev))
        return;
    p.misc->ird = u16(irdma_sc_get_decoded_ird_size_gen_3(u8(hw::read<Query::ird>(p.buf))) / 2);
    p.dev->hw_attrs.max_hw_ird = p.misc->ird;
    p.dev->hw_attrs.max_hw_ord = p.misc->ird;
}

int parse_common(const Parser &p) {
    int err = parse_objects(p, IRDMA_HMC_IW_QP, IRDMA_HMC_IW_TIMER);

    if (!err)
        err = parse_object(p, IRDMA_HMC_IW_PBLE);
    if (err)
        return err;
    p.misc->max_ceqs = u32(hw::read<Query::max_ceqs>(p.buf));
    p.misc->ht_multiplier = u32(hw::read<Query::ht_multiplier>(p.buf));
    p.misc->timer_bucket = u32(hw::read<Query::timer_bucket>(p.buf));
    parse_read_depth(p);
    return 0;
}

int allocate_scratch(const Parser &p, u64 bytes, u32 offset, irdma_dma_mem *mem) {
    if (!bytes)
        return 0;
    if (bytes > max_scratch_bytes)
        return refuse_answer(p.dev, "query", offset, bytes, "scratch buffer too large");
    const int err = irdma_os_dma_alloc(p.dev->hw, mem, u32(bytes));

    if (err)
        log_err(p.dev, "FPM query: no memory for a scratch buffer of %llu bytes", bytes);
    return err;
}

void free_scratch(irdma_sc_dev *dev, irdma_hmc_fpm_misc *misc) {
    irdma_os_dma_free(dev->hw, &misc->fw_scratch_buf0);
    irdma_os_dma_free(dev->hw, &misc->fw_scratch_buf1);
    misc->fw_scratch_buf0 = {};
    misc->fw_scratch_buf1 = {};
}

int parse_local_memory(const Parser &p) {
    p.misc->loc_mem_pages = u32(hw::read<Query::local_pages>(p.buf));
    if (!p.misc->loc_mem_pages)
        return refuse_answer(p.dev, "query", Query::local_pages::offset, hw::load_word(p.buf, Query::local_pages::word),
                             "no local memory");
    int err = allocate_scratch(p, hw::read<Query::scratch_0_bytes>(p.buf), Query::scratch_0_bytes::offset,
                               &p.misc->fw_scratch_buf0);

    if (!err)
        err = allocate_scratch(p, hw::read<Query::scratch_1_bytes>(p.buf), Query::scratch_1_bytes::offset,
                               &p.misc->fw_scratch_buf1);
    if (err)
        free_scratch(p.dev, p.misc);
    return err;
}

} // namespace

int core::refuse_answer(irdma_sc_dev *dev, const char *buffer, u32 offset, u64 word, const char *reason) {
    dev->hmc_fpm_misc.priv.bad_answers++;
    log_warn(dev, "FPM %s of function %u refused: word @%u is 0x%llx: %s", buffer, dev->hmc_fn_id, offset, word,
             reason);
    return -EINVAL;
}

extern "C" u64 irdma_sc_decode_fpm_query(__le64 *buf, u32 buf_idx, struct irdma_hmc_obj_info *obj_info, u32 rsrc_idx) {
    const u64 word = hw::load_word(buf, buf_idx / 8);
    const u64 log2 = hw::extract<hw::FpmQueryWord::size_log2>(word);

    obj_info[rsrc_idx].max_cnt = u32(hw::extract<hw::FpmQueryWord::max_count>(word));
    obj_info[rsrc_idx].size = log2 <= max_size_log2 ? u64(1) << log2 : 0;
    return word;
}

extern "C" int irdma_sc_parse_fpm_query_buf(struct irdma_sc_dev *dev, __le64 *buf, struct irdma_hmc_info *hmc_info,
                                            struct irdma_hmc_fpm_misc *hmc_fpm_misc) {
    const Parser parser = {dev, buf, hmc_info, hmc_fpm_misc};

    free_scratch(dev, hmc_fpm_misc); // of an earlier query
    parse_sds(parser);
    int err = parse_common(parser);
    if (!err)
        err = parse_objects(parser, IRDMA_HMC_IW_FSIMC, IRDMA_HMC_IW_OOISCFFL);
    if (!err && fpm_generation(dev).local_memory)
        err = parse_local_memory(parser);
    return err;
}

extern "C" int irdma_sc_init_iw_hmc(struct irdma_sc_dev *dev, u8 hmc_fn_id) {
    irdma_dma_mem query = {};

    dev->hmc_info->hmc_fn_id = hmc_fn_id;
    query.pa = dev->fpm_query_buf_pa;
    query.va = dev->fpm_query_buf;
    const int err = irdma_sc_query_fpm_val(dev->cqp, 0, hmc_fn_id, &query, true, IRDMA_CQP_WAIT_POLL_REGS);

    return err ? err : irdma_sc_parse_fpm_query_buf(dev, dev->fpm_query_buf, dev->hmc_info, &dev->hmc_fpm_misc);
}
