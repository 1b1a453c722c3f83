// SPDX-License-Identifier: GPL-2.0
//
// Commands on the host memory cache: FPM query and commit, segment descriptors, and the feature query. During bring-up
// they run before there is a CCQ and wait by polling registers; callers that wait do not hold dev->cqp_lock.

#include "core/hmc_commands.h"

#include "core/cqp_post.h"
#include "hw/hmc_wqe.h"

using namespace core;

namespace {

// Posts by post(ring) and waits as the caller of an FPM command asked for.
template <class Post> int run_fpm(irdma_sc_cqp *cqp, hw::CqpOp op, bool post_sq, u8 wait_type, Post post) {
    if (post_sq && wait_type == IRDMA_CQP_WAIT_POLL_REGS)
        return run_polling_registers(cqp, [post] { return post(false); });
    if (post_sq && wait_type == IRDMA_CQP_WAIT_POLL_CQ)
        return run_polling_ccq(cqp, op, [post] { return post(true); });
    return post(post_sq);
}

// The part of the SD buffer that belongs to a slot.
u64 sd_buffer_pa(const irdma_sc_cqp *cqp, u32 slot) {
    return cqp->sdbuf.pa + u64(slot) * IRDMA_UPDATE_SD_BUFF_SIZE;
}

__le64 *sd_buffer(const irdma_sc_cqp *cqp, u32 slot) {
    return static_cast<__le64 *>(cqp->sdbuf.va) + slot * IRDMA_UPDATE_SD_BUFF_SIZE / sizeof(__le64);
}

bool sds_usable(const irdma_update_sds_info *info) {
    if (info->cnt == 0 || info->cnt > IRDMA_MAX_SD_ENTRIES)
        return false;
    for (u32 i = 0; i < info->cnt; i++)
        if (info->entry[i].cmd > hw::SdBufferEntry::command::max)
            return false;
    return true;
}

void store_sds(const irdma_update_sd_entry *entries, u32 count, __le64 *buffer) {
    using E = hw::SdBufferEntry;

    for (u32 i = 0; i < count; i++, buffer += E::words)
        hw::fill<E>(try_set<E::command>(entries[i].cmd), set<E::data>(entries[i].data)).store(buffer);
}

int post_sds(irdma_sc_cqp *cqp, irdma_update_sds_info *info, u64 scratch, bool post_sq) {
    using W = hw::UpdatePeSds;
    const irdma_update_sd_entry *entry = info->entry;

    if (!sds_usable(info))
        return reject_wide(cqp, W::code);
    const u32 slot = next_slot(cqp);
    const bool second = info->cnt > 1;
    const bool third = info->cnt > 2;
    const u32 buffered = info->cnt > W::inline_entries ? info->cnt - W::inline_entries : 0;
    const auto fill_buffer = [=] { store_sds(entry + W::inline_entries, buffered, sd_buffer(cqp, slot)); };

    return submit_prepared<W>(
        cqp, scratch, post_sq, fill_buffer, try_set<W::command_0>(entry[0].cmd), set<W::data_0>(entry[0].data),
        try_set<W::hmc_function>(info->hmc_fn_id), try_set_address<W::buffer>(buffered ? sd_buffer_pa(cqp, slot) : 0),
        try_set_if<W::command_1>(second, entry[1].cmd), set<W::valid_1>(second),
        set_if<W::data_1>(second, entry[1].data), try_set_if<W::command_2>(third, entry[2].cmd), set<W::valid_2>(third),
        set_if<W::data_2>(third, entry[2].data), try_set<W::buffer_entries>(buffered));
}

} // namespace

extern "C" int irdma_sc_manage_hmc_pm_func_table(struct irdma_sc_cqp *cqp, struct irdma_hmc_fcn_info *info, u64 scratch,
                                                 bool post_sq) {
    using W = hw::ManageHmcPmFuncTable;

    return submit<W>(cqp, scratch, post_sq, try_set<W::vf_id>(info->vf_id), try_set<W::free_function>(info->free_fcn));
}

extern "C" int irdma_sc_query_fpm_val_done(struct irdma_sc_cqp *cqp) {
    return irdma_sc_poll_for_cqp_op_done(cqp, u8(hw::CqpOp::query_fpm_val), nullptr);
}

extern "C" int irdma_sc_query_fpm_val(struct irdma_sc_cqp *cqp, u64 scratch, u8 hmc_fn_id,
                                      struct irdma_dma_mem *query_fpm_mem, bool post_sq, u8 wait_type) {
    using W = hw::QueryFpmVal;
    const u64 buffer = query_fpm_mem->pa;

    return run_fpm(cqp, W::code, post_sq, wait_type, [=](bool ring) {
        return submit<W>(cqp, scratch, ring, set<W::hmc_function>(hmc_fn_id), set<W::buffer>(buffer));
    });
}

extern "C" int irdma_sc_commit_fpm_val_done(struct irdma_sc_cqp *cqp) {
    return irdma_sc_poll_for_cqp_op_done(cqp, u8(hw::CqpOp::commit_fpm_val), nullptr);
}

extern "C" int irdma_sc_commit_fpm_val(struct irdma_sc_cqp *cqp, u64 scratch, u8 hmc_fn_id,
                                       struct irdma_dma_mem *commit_fpm_mem, bool post_sq, u8 wait_type) {
    using W = hw::CommitFpmVal;
    const u64 buffer = commit_fpm_mem->pa;
    const bool scratch_memory = cqp->dev->hmc_fpm_misc.fw_scratch_buf0.va != nullptr;

    return run_fpm(cqp, W::code, post_sq, wait_type, [=](bool ring) {
        return submit<W>(cqp, scratch, ring, set<W::hmc_function>(hmc_fn_id), set<W::buffer>(buffer),
                         set<W::buffer_bytes>(u32(IRDMA_COMMIT_FPM_BUF_SIZE)), set<W::scratch_buffer>(scratch_memory));
    });
}

extern "C" int cqp_sds_wqe_fill(struct irdma_sc_cqp *cqp, struct irdma_update_sds_info *info, u64 scratch) {
    return post_sds(cqp, info, scratch, false);
}

extern "C" int irdma_update_pe_sds(struct irdma_sc_dev *dev, struct irdma_update_sds_info *info, u64 scratch) {
    return post_sds(dev->cqp, info, scratch, true);
}

extern "C" int irdma_update_sds_noccq(struct irdma_sc_dev *dev, struct irdma_update_sds_info *info) {
    irdma_sc_cqp *cqp = dev->cqp;

    return run_polling_registers(cqp, [=] { return cqp_sds_wqe_fill(cqp, info, 0); });
}

extern "C" int irdma_sc_static_hmc_pages_allocated(struct irdma_sc_cqp *cqp, u64 scratch, u8 hmc_fn_id, bool post_sq,
                                                   bool poll_registers) {
    using W = hw::StaticHmcPages;
    const u8 wait_type = poll_registers ? IRDMA_CQP_WAIT_POLL_REGS : IRDMA_CQP_WAIT_POLL_CQ;

    return run_fpm(cqp, W::code, post_sq, wait_type,
                   [=](bool ring) { return submit<W>(cqp, scratch, ring, try_set<W::hmc_function>(hmc_fn_id)); });
}

int core::query_features(irdma_sc_cqp *cqp, const irdma_dma_mem *buf, u64 scratch) {
    using W = hw::QueryRdmaFeatures;

    return run_polling_registers(cqp, [=] {
        return submit<W>(cqp, scratch, false, set<W::buffer>(u64(buf->pa)), set<W::buffer_bytes>(buf->size));
    });
}

// Callers of this interface know any failure of the wait as -EINVAL. An error flag left over from an earlier command
// does not count: only what the registers say after the doorbell does.
extern "C" int irdma_sc_query_rdma_features(struct irdma_sc_cqp *cqp, struct irdma_dma_mem *buf, u64 scratch) {
    const bool dead = cqp->priv.dead;
    const int err = query_features(cqp, buf, scratch);

    return !dead && (err == -EIO || err == -ETIMEDOUT) ? -EINVAL : err;
}
