// SPDX-License-Identifier: GPL-2.0
//
// Life of the control queue pair: init, create, destroy, and polling its registers while no CCQ can report.

#include "core/atomic.h"
#include "core/cqp_ring.h"
#include "core/deferred.h"
#include "core/generation.h"
#include "core/life.h"
#include "core/list.h"
#include "core/lock.h"
#include "hw/cqp_context.h"
#include "hw/registers.h"

using namespace core;

namespace {

// Overflow room for segment descriptor updates: one slot of this size per SQ entry, so that each slot has the
// alignment its address field needs.
constexpr u32 sd_slot_bytes = IRDMA_UPDATE_SD_BUFF_SIZE;

u32 read_reg(const irdma_sc_dev *dev, irdma_registers reg) {
    return irdma_os_read32(dev->hw_regs[reg]);
}

void write_reg(const irdma_sc_dev *dev, irdma_registers reg, u32 value) {
    irdma_os_write32(dev->hw_regs[reg], value);
}

// The CQP's host context: what the device reads once, when the CQP is created.
auto host_context(const irdma_sc_cqp *cqp) {
    using C = hw::CqpContext;
    const hw::Generation &gen = generation_of(cqp->dev);
    const irdma_dcqcn_cc_params &cc = cqp->dcqcn_params;

    return hw::fill<C>(
        try_set_if<C::fine_grained_timers>(gen.block_sizes, cqp->en_fine_grained_timers),
        set<C::disable_packed>(bool(cqp->disable_packed)),
        set_if<C::rocev2_rto_policy>(gen.roce, bool(cqp->rocev2_rto_policy)),
        try_set_if<C::protocol_used>(gen.roce, u32(cqp->protocol_used)), try_set<C::sq_size>(cqp->hw_sq_size),
        set<C::struct_ver>(cqp->struct_ver), set<C::ceqs_per_vf>(cqp->ceqs_per_vf),
        try_set_address<C::sq_base>(cqp->sq_pa), try_set<C::hmc_profile>(cqp->hmc_profile),
        try_set_if<C::block_sizes_valid>(gen.block_sizes, cqp->blksizes_valid),
        try_set_if<C::ts_override>(gen.block_sizes, cqp->ts_override),
        try_set_if<C::ts_shift>(gen.block_sizes, cqp->ts_shift), try_set<C::enabled_vfs>(cqp->ena_vf_count),
        try_set_if<C::xmit_block_size>(gen.block_sizes, cqp->xmit_blksize),
        try_set_if<C::q1_block_size>(gen.block_sizes, cqp->q1_blksize),
        try_set_if<C::rrsp_block_size>(gen.block_sizes, cqp->rrsp_blksize),
        try_set_if<C::ooisc_block_size>(gen.block_sizes, cqp->ooisc_blksize),
        set<C::completion_context>(address_of(cqp)), set<C::hw_minor>(cqp->hw_min_ver),
        set<C::hw_major>(cqp->hw_maj_ver), try_set_if<C::dcqcn_min_rate>(gen.roce, cc.min_rate),
        try_set_if<C::dcqcn_min_dec_factor>(gen.roce, cc.min_dec_factor), set_if<C::dcqcn_t>(gen.roce, cc.dcqcn_t),
        set_if<C::dcqcn_hai_factor>(gen.roce, cc.hai_factor), set_if<C::dcqcn_rai_factor>(gen.roce, cc.rai_factor),
        try_set_if<C::dcqcn_b>(gen.roce, cc.dcqcn_b), try_set_if<C::dcqcn_f>(gen.roce, cc.dcqcn_f),
        try_set_if<C::cc_cfg_valid>(gen.roce, cc.cc_cfg_valid),
        set_if<C::rreduce_mperiod>(gen.roce, cc.rreduce_mperiod));
}

// Waits until `done(status)`; false after max_done_count + 1 looks.
template <class Done> bool wait_for_status(const irdma_sc_dev *dev, u32 *status, Done done) {
    for (u32 i = 0; i <= dev->hw_attrs.max_done_count; i++) {
        irdma_os_usleep(dev->hw_attrs.max_sleep_count);
        *status = read_reg(dev, IRDMA_CCQPSTATUS);
        if (done(*status))
            return true;
    }
    return false;
}

void write_context_address(const irdma_sc_dev *dev, u64 address) {
    write_reg(dev, IRDMA_CCQPHIGH, u32(address >> 32));
    write_reg(dev, IRDMA_CCQPLOW, u32(address));
}

int fail_create(irdma_sc_cqp *cqp, int err, u16 *maj_err, u16 *min_err) {
    irdma_sc_dev *dev = cqp->dev;
    const u32 codes = read_reg(dev, IRDMA_CQPERRCODES);

    *maj_err = u16(hw::CqpErrCodes::major(codes));
    *min_err = u16(hw::CqpErrCodes::minor(codes));
    log_err(dev, "CQP: creation failed: %d, device error 0x%04x/0x%04x", err, *maj_err, *min_err);
    // After a timeout the device may still come up and use the buffer: keep it until a destroy is confirmed.
    if (err == -ETIMEDOUT)
        cqp->priv.sdbuf_quarantined = true;
    else
        irdma_os_dma_free(dev->hw, &cqp->sdbuf);
    cqp->priv.dead = true;
    return err;
}

} // namespace

int core::reject_wide(const irdma_sc_cqp *cqp, hw::CqpOp op) {
    log_err(cqp->dev, "CQP: op 0x%02x refused: a value does not fit its field", unsigned(op));
    return -EINVAL;
}

int core::reject_state(const irdma_sc_dev *dev, const char *object, u32 id, hw::CqpOp op, unsigned state) {
    log_err(dev, "%s %u: op 0x%02x refused: not a call for its state %u", object, id, unsigned(op), state);
    return -EINVAL;
}

int core::reject_dead(const irdma_sc_cqp *cqp, hw::CqpOp op) {
    log_err(cqp->dev, "CQP: op 0x%02x refused: the CQP stopped answering and needs a reset", unsigned(op));
    return -EIO;
}

extern "C" u8 irdma_get_encoded_wqe_size(u32 wqsize, enum irdma_queue_type queue_type) {
    const u32 log2 = wqsize ? 31 - u32(__builtin_clz(wqsize)) : 0;

    switch (queue_type) {
    case IRDMA_QUEUE_TYPE_SRQ:
        return u8(log2 > 3 ? log2 - 3 : 0);
    case IRDMA_QUEUE_TYPE_CQP:
        return u8(log2 > 2 ? log2 - 1 : 1);
    case IRDMA_QUEUE_TYPE_SQ_RQ:
        break;
    }
    return u8(log2 > 2 ? log2 - 2 : 0);
}

extern "C" int irdma_sc_cqp_init(struct irdma_sc_cqp *cqp, struct irdma_cqp_init_info *info) {
    irdma_sc_dev *dev = info->dev;
    const hw::Generation &gen = generation_of(dev);

    if (info->sq_size < IRDMA_CQP_SW_SQSIZE_4 || info->sq_size > IRDMA_CQP_SW_SQSIZE_2048 ||
        (info->sq_size & (info->sq_size - 1))) {
        log_err(dev, "CQP: SQ size %u is not a power of two from %u to %u", info->sq_size,
                unsigned(IRDMA_CQP_SW_SQSIZE_4), unsigned(IRDMA_CQP_SW_SQSIZE_2048));
        return -EINVAL;
    }
    cqp->size = sizeof(*cqp);
    cqp->sq_size = info->sq_size;
    cqp->hw_sq_size = irdma_get_encoded_wqe_size(info->sq_size, IRDMA_QUEUE_TYPE_CQP);
    cqp->sq_base = info->sq;
    cqp->host_ctx = info->host_ctx;
    cqp->sq_pa = info->sq_pa;
    cqp->host_ctx_pa = info->host_ctx_pa;
    cqp->dev = dev;
    cqp->struct_ver = info->struct_ver;
    cqp->hw_maj_ver = info->hw_maj_ver;
    cqp->hw_min_ver = info->hw_min_ver;
    cqp->scratch_array = info->scratch_array;
    cqp->polarity = 0;
    cqp->en_datacenter_tcp = info->en_datacenter_tcp;
    cqp->ena_vf_count = info->ena_vf_count;
    cqp->hmc_profile = info->hmc_profile;
    cqp->ceqs_per_vf = info->ceqs_per_vf;
    cqp->disable_packed = info->disable_packed;
    cqp->rocev2_rto_policy = info->rocev2_rto_policy;
    cqp->protocol_used = info->protocol_used;
    cqp->dcqcn_params = info->dcqcn_params;
    if (gen.block_sizes) {
        cqp->ooisc_blksize = info->ooisc_blksize;
        cqp->rrsp_blksize = info->rrsp_blksize;
        cqp->q1_blksize = info->q1_blksize;
        cqp->xmit_blksize = info->xmit_blksize;
        cqp->blksizes_valid = info->blksizes_valid;
        cqp->ts_shift = info->ts_shift;
        cqp->ts_override = info->ts_override;
        cqp->en_fine_grained_timers = info->en_fine_grained_timers;
        cqp->pe_en_vf_cnt = info->pe_en_vf_cnt;
    }
    if (gen.deferred)
        init_deferred(cqp, info->ooo_op_array, info->sq_size);
    dev->cqp = cqp;
    cqp->sq_ring = {.head = 0, .tail = 0, .size = info->sq_size};
    cqp->last_def_cmpl_ticket = 0;
    cqp->sw_def_cmpl_ticket = 0;
    cqp->requested_ops = 0;
    atomic_set(&cqp->completed_ops, 0);
    cqp->priv = {};
    // Locks and backlog exist from the moment the CQP is published in the device.
    irdma_os_spin_init(&dev->cqp_lock, "irdma cqp_lock");
    irdma_os_spin_init(&cqp->ooo_list_lock, "irdma ooo_list_lock");
    list_init(&dev->cqp_cmd_head);

    write_reg(dev, IRDMA_CQPTAIL, 0);
    if (gen.registers_reset) {
        write_reg(dev, IRDMA_CQPDB, 0);
        write_reg(dev, IRDMA_CCQPSTATUS, 0);
    }
    return 0;
}

extern "C" int irdma_sc_cqp_create(struct irdma_sc_cqp *cqp, u16 *maj_err, u16 *min_err) {
    irdma_sc_dev *dev = cqp->dev;
    const auto context = host_context(cqp);
    u32 status = 0;

    if (!context.fits()) {
        *maj_err = *min_err = 0;
        log_err(dev, "CQP: creation refused: a value does not fit the host context");
        return -EINVAL;
    }
    if (irdma_os_dma_alloc(dev->hw, &cqp->sdbuf, sd_slot_bytes * cqp->sq_size)) {
        *maj_err = *min_err = 0;
        log_err(dev, "CQP: no memory for %u bytes of SD buffer", sd_slot_bytes * cqp->sq_size);
        return -ENOMEM;
    }
    context.store(cqp->host_ctx);
    irdma_os_dma_wmb();
    write_context_address(dev, cqp->host_ctx_pa);

    const bool answered =
        wait_for_status(dev, &status, [](u32 s) { return hw::CcqpStatus::error(s) || hw::CcqpStatus::done(s); });
    if (!answered)
        return fail_create(cqp, -ETIMEDOUT, maj_err, min_err);
    if (hw::CcqpStatus::error(status))
        return fail_create(cqp, -EOPNOTSUPP, maj_err, min_err);
    cqp->process_cqp_sds = irdma_update_sds_noccq;
    return 0;
}

extern "C" int irdma_sc_cqp_destroy(struct irdma_sc_cqp *cqp) {
    irdma_sc_dev *dev = cqp->dev;
    u32 status = 0;

    write_context_address(dev, 0);
    if (!wait_for_status(dev, &status, [](u32 s) { return !hw::CcqpStatus::done(s); })) {
        log_err(dev, "CQP: the device does not confirm destruction, its memory is kept until a reset");
        cqp->priv.dead = true;
        cqp->priv.sdbuf_quarantined = true;
        return -ETIMEDOUT;
    }
    cqp->priv.sdbuf_quarantined = false;
    irdma_os_dma_free(dev->hw, &cqp->sdbuf);
    return 0;
}

extern "C" void irdma_sc_cqp_post_sq(struct irdma_sc_cqp *cqp) {
    ring_doorbell(cqp);
}

extern "C" void irdma_sc_cqp_cork(struct irdma_sc_cqp *cqp) {
    cqp->priv.cork_depth++;
}

extern "C" void irdma_sc_cqp_uncork(struct irdma_sc_cqp *cqp) {
    if (cqp->priv.cork_depth == 0 || --cqp->priv.cork_depth != 0 || !cqp->priv.ring_pending)
        return;
    cqp->priv.ring_pending = false;
    ring_doorbell(cqp);
}

extern "C" __le64 *irdma_sc_cqp_get_next_send_wqe_idx(struct irdma_sc_cqp *cqp, u64 scratch, u32 *wqe_idx) {
    if (cqp->priv.dead)
        return nullptr;
    const CqpSlot slot = claim_slot(cqp, scratch);

    if (!slot.wqe)
        return nullptr;
    // Cleared, but never so that it looks valid in this pass.
    for (unsigned i = 0; i < hw::cqp_wqe_words; i++)
        hw::store_word(slot.wqe, i, i == hw::cqp_header_word ? set<hw::AnyCqpWqe::valid>(!cqp->polarity).placed : 0);
    *wqe_idx = slot.idx;
    return slot.wqe;
}

extern "C" __le64 *irdma_sc_cqp_get_next_send_wqe(struct irdma_sc_cqp *cqp, u64 scratch) {
    u32 idx;

    return irdma_sc_cqp_get_next_send_wqe_idx(cqp, scratch, &idx);
}

extern "C" bool irdma_cqp_ring_full(struct irdma_sc_cqp *cqp) {
    return ring_full(cqp->sq_ring);
}

extern "C" void irdma_get_cqp_reg_info(struct irdma_sc_cqp *cqp, u32 *val, u32 *tail, u32 *error) {
    *val = read_reg(cqp->dev, IRDMA_CQPTAIL);
    *tail = hw::CqpTail::tail(*val);
    *error = hw::CqpTail::error(*val);
}

// A command that cannot be accounted for leaves the ring positions of driver and device apart: the CQP is dead then.
extern "C" int irdma_cqp_poll_registers(struct irdma_sc_cqp *cqp, u32 tail, u32 count) {
    irdma_sc_dev *dev = cqp->dev;

    for (u32 i = 0; i < count; i++) {
        u32 val, now, error;

        irdma_get_cqp_reg_info(cqp, &val, &now, &error);
        if (error) {
            const u32 codes = read_reg(dev, IRDMA_CQPERRCODES);

            log_err(dev, "CQP: register error, tail %u, device error 0x%04x/0x%04x", now, hw::CqpErrCodes::major(codes),
                    hw::CqpErrCodes::minor(codes));
            cqp->priv.dead = true;
            return -EIO;
        }
        if (now != tail) {
            const SpinGuard guard(&dev->cqp_lock);

            cqp->sq_ring.tail = ring_next(cqp->sq_ring, cqp->sq_ring.tail);
            atomic_inc(&cqp->completed_ops);
            return 0;
        }
        irdma_os_usleep(dev->hw_attrs.max_sleep_count);
    }
    log_err(dev, "CQP: hardware tail stays at %u, no answer", tail);
    cqp->priv.dead = true;
    return -ETIMEDOUT;
}
