// SPDX-License-Identifier: GPL-2.0
//
// The control completion queue (CCQ, CQ id 0): where the device reports finished commands.

#include "core/atomic.h"
#include "core/cqp_ring.h"
#include "core/generation.h"
#include "core/lock.h"
#include "hw/cq.h"
#include "hw/cq_wqe.h"
#include "hw/id_widths.h"

using namespace core;

namespace {

__le64 *entry_at(const irdma_sc_cq *ccq, u32 idx) {
    const irdma_cq_uk &uk = ccq->cq_uk;

    return uk.avoid_mem_cflct ? reinterpret_cast<irdma_extended_cqe *>(uk.cq_base)[idx].buf : uk.cq_base[idx].buf;
}

// Head and tail of a CQ move together; the shadow area tells the device how far we are.
void consume_entry(irdma_sc_cq *ccq) {
    irdma_cq_uk &uk = ccq->cq_uk;

    uk.cq_ring.head = ring_next(uk.cq_ring, uk.cq_ring.head);
    if (uk.cq_ring.head == 0)
        uk.polarity = !uk.polarity;
    uk.cq_ring.tail = ring_next(uk.cq_ring, uk.cq_ring.tail);
    hw::store_word(uk.shadow_area, hw::CqShadow::consumer_index::word, uk.cq_ring.head);
    irdma_os_dma_wmb();
}

int skip_bad_entry(irdma_sc_cq *ccq, irdma_sc_cqp *cqp, u64 context, u32 wqe_idx) {
    consume_entry(ccq);
    cqp->priv.bad_cqes++;
    log_warn(ccq->dev, "CCQ: entry skipped: context 0x%llx, WQE index %u of %u, ring %u..%u", context, wqe_idx,
             cqp->sq_size, cqp->sq_ring.tail, cqp->sq_ring.head);
    return -EBADMSG;
}

// Kept completions: met while polling for another command, handed out before the ring's own.
bool take_kept(irdma_sc_cqp *cqp, irdma_ccq_cqe_info *info) {
    irdma_cqp_priv &priv = cqp->priv;

    if (priv.kept_cnt == 0)
        return false;
    *info = priv.kept[priv.kept_head];
    priv.kept_head = (priv.kept_head + 1) % IRDMA_CQP_KEPT_MAX;
    priv.kept_cnt--;
    return true;
}

void keep(irdma_sc_cqp *cqp, const irdma_ccq_cqe_info &info) {
    irdma_cqp_priv &priv = cqp->priv;

    priv.kept[(priv.kept_head + priv.kept_cnt) % IRDMA_CQP_KEPT_MAX] = info;
    priv.kept_cnt++;
}

// Answered slots behind an unanswered one are remembered until that is answered, too: a slot must not be handed out
// while the device still owes its completion.
void retire_slot(irdma_sc_cqp *cqp, u32 idx) {
    irdma_ring &ring = cqp->sq_ring;
    const SpinGuard guard(&cqp->dev->cqp_lock);

    cqp->priv.answered[idx] = true;
    while (cqp->priv.answered[ring.tail]) {
        cqp->priv.answered[ring.tail] = false;
        ring.tail = ring_next(ring, ring.tail);
    }
}

void log_command_error(const irdma_sc_cqp *cqp, const irdma_ccq_cqe_info &info, u32 wqe_idx) {
    const irdma_sc_dev *dev = cqp->dev;

    log_debug(dev, "CQP: op 0x%02x in WQE %u failed: 0x%04x/0x%04x, error register 0x%08x, ring %u..%u", info.op_code,
              wqe_idx, info.maj_err_code, info.min_err_code, irdma_os_read32(dev->hw_regs[IRDMA_CQPERRCODES]),
              cqp->sq_ring.tail, cqp->sq_ring.head);
}

bool is_outstanding(const irdma_sc_cqp *cqp, u32 idx) {
    const irdma_ring &ring = cqp->sq_ring;
    const SpinGuard guard(&cqp->dev->cqp_lock);
    const u32 distance = idx >= ring.tail ? idx - ring.tail : idx + ring.size - ring.tail;

    return distance < ring_used(ring) && !cqp->priv.answered[idx];
}

// Takes one entry from the ring. 0, -ENOENT: none, -EBADMSG: an unbelievable one was skipped.
int read_entry(irdma_sc_cq *ccq, irdma_ccq_cqe_info *info) {
    using E = hw::CcqCqe;
    irdma_sc_cqp *cqp = ccq->dev->cqp;
    const hw::Generation &gen = generation_of(ccq->dev);
    const __le64 *cqe = entry_at(ccq, ccq->cq_uk.cq_ring.head);
    const u64 header = hw::load_word(cqe, E::valid::word);

    if (hw::extract<E::valid>(header) != ccq->cq_uk.polarity)
        return -ENOENT;
    // The entry's other words were written before its valid bit: do not read them from before it.
    irdma_os_dma_rmb();
    const u64 context = hw::read<E::completion_context>(cqe);
    const u32 wqe_idx = u32(hw::extract<E::wqe_index>(header));
    *info = {};
    const bool final_answer = gen.deferred && hw::extract<E::out_of_order_final>(header);
    // A final answer's slot was released by the interim one; any other entry must name a command on its way.
    if (context != address_of(cqp) || wqe_idx >= cqp->sq_size || !(final_answer || is_outstanding(cqp, wqe_idx)))
        return skip_bad_entry(ccq, cqp, context, wqe_idx);

    const u64 result = hw::load_word(cqe, E::return_value::word);
    const u32 def_info = u32(hw::extract<E::deferred_info>(result));
    info->cqp = cqp;
    info->priv.wqe_idx = wqe_idx;
    info->scratch = cqp->scratch_array[wqe_idx];
    info->op_ret_val = u32(hw::extract<E::return_value>(result));
    info->min_err_code = u16(hw::extract<E::minor>(header));
    info->error = hw::extract<E::error>(header);
    // The command's header is still in the slot: it is released below.
    info->op_code = u8(hw::read<hw::AnyCqpWqe::opcode>(cqp->sq_base[wqe_idx].elem));
    if (info->error) {
        info->maj_err_code = u16(hw::extract<E::major>(header));
        log_command_error(cqp, *info, wqe_idx);
    }
    const bool ok = info->maj_err_code == IRDMA_CQPSQ_MAJ_NO_ERROR;
    const bool deferred = gen.deferred && ok && info->min_err_code == IRDMA_CQPSQ_MIN_DEF_CMPL;
    const bool interim = deferred || (gen.deferred && ok && info->min_err_code == IRDMA_CQPSQ_MIN_OOO_CMPL);

    if (final_answer)
        irdma_sc_process_ooo_cmpl(cqp, info, def_info);
    else if (interim)
        irdma_sc_process_def_cmpl(cqp, info, wqe_idx, def_info, deferred);
    consume_entry(ccq);
    if (!final_answer)
        retire_slot(cqp, wqe_idx);
    // An interim answer does not finish the command, unless it could not be tracked.
    if (!interim || (!final_answer && !info->pending))
        atomic_inc(&cqp->completed_ops);
    return 0;
}

int post_destroy(irdma_sc_cq *ccq, u64 scratch) {
    using W = hw::DestroyCq;
    const irdma_cq_uk &uk = ccq->cq_uk;
    const u32 ceq_id = ccq->ceq_id_valid ? ccq->ceq_id : 0;

    return submit<W>(ccq->dev->cqp, scratch, false, try_set<W::size>(uk.cq_size), set<W::context>(u32(uk.cq_id)),
                     set<W::shadow_area>(ccq->shadow_area_pa),
                     try_set<W::ceq_id>(hw::low_part<hw::ceq_id_low_bits>(ceq_id), field_table(ccq->dev)),
                     try_set<W::ceq_id_high>(hw::high_part<hw::ceq_id_low_bits>(ceq_id)),
                     set<W::ceqe_mask>(bool(ccq->ceqe_mask)), set<W::ceq_id_valid>(bool(ccq->ceq_id_valid)),
                     set<W::tph_enable>(bool(ccq->tph_en)), set<W::cqe_64_bytes>(bool(uk.avoid_mem_cflct)));
}

// Newest outstanding command with this opcode: the one a caller that just posted it waits for. sq_size: none.
u32 find_posted(const irdma_sc_cqp *cqp, u8 op_code) {
    const irdma_ring &ring = cqp->sq_ring;

    for (u32 n = ring_used(ring), idx = ring.head; n > 0; n--) {
        idx = (idx ? idx : ring.size) - 1;
        if (hw::read<hw::AnyCqpWqe::opcode>(cqp->sq_base[idx].elem) == op_code && !cqp->priv.answered[idx])
            return idx;
    }
    return cqp->sq_size;
}

} // namespace

extern "C" int irdma_sc_ccq_init(struct irdma_sc_cq *cq, struct irdma_ccq_init_info *info) {
    irdma_sc_dev *dev = info->dev;
    const irdma_uk_attrs &limits = dev->hw_attrs.uk_attrs;

    if (info->num_elem < limits.min_hw_cq_size || info->num_elem > limits.max_hw_cq_size ||
        info->ceq_id >= dev->hmc_fpm_misc.max_ceqs ||
        (info->virtual_map && info->first_pm_pbl_idx >= dev->hmc_info->hmc_obj[IRDMA_HMC_IW_PBLE].cnt)) {
        log_err(dev, "CCQ: refused: %u entries, CEQ %u, PBL index %u", info->num_elem, info->ceq_id,
                info->first_pm_pbl_idx);
        return -EINVAL;
    }
    cq->cq_pa = info->cq_pa;
    cq->cq_uk.cq_base = info->cq_base;
    cq->shadow_area_pa = info->shadow_area_pa;
    cq->cq_uk.shadow_area = info->shadow_area;
    cq->shadow_read_threshold = info->shadow_read_threshold;
    cq->dev = dev;
    cq->ceq_id = info->ceq_id;
    cq->cq_uk.cq_size = info->num_elem;
    cq->cq_type = IRDMA_CQ_TYPE_CQP;
    cq->ceqe_mask = info->ceqe_mask;
    cq->cq_uk.cq_ring = {.head = 0, .tail = 0, .size = info->num_elem};
    cq->cq_uk.cq_id = IRDMA_RSVD_CQ_ID_CQP;
    cq->ceq_id_valid = info->ceq_id_valid;
    cq->tph_en = info->tph_en;
    cq->tph_val = info->tph_val;
    cq->cq_uk.avoid_mem_cflct = info->avoid_mem_cflct;
    cq->pbl_list = info->pbl_list;
    cq->virtual_map = info->virtual_map;
    cq->pbl_chunk_size = info->pbl_chunk_size;
    cq->first_pm_pbl_idx = info->first_pm_pbl_idx;
    cq->cq_uk.polarity = 1;
    cq->vsi = info->vsi;
    cq->cq_uk.cq_ack_db = dev->cq_ack_db;
    cq->cq_uk.cqe_alloc_db = nullptr;
    dev->ccq = cq;
    return 0;
}

extern "C" int irdma_sc_ccq_create(struct irdma_sc_cq *ccq, u64 scratch, bool check_overflow, bool post_sq) {
    irdma_sc_cqp *cqp = ccq->dev->cqp;
    int err;

    {
        const SpinGuard guard(&ccq->dev->cqp_lock);

        err = irdma_sc_cq_create(ccq, scratch, check_overflow, post_sq);
    }
    if (err)
        return err;
    cqp->priv.ccq_gone = false;
    // SD updates wait for the CCQ only once it has reported its own creation.
    cqp->priv.ccq_switch_pending = true;
    return post_sq ? irdma_sc_ccq_create_done(ccq) : 0;
}

extern "C" int irdma_sc_ccq_create_done(struct irdma_sc_cq *ccq) {
    irdma_sc_cqp *cqp = ccq->dev->cqp;
    const int err = irdma_sc_poll_for_cqp_op_done(cqp, u8(hw::CqpOp::create_cq), nullptr);

    if (!err && cqp->priv.ccq_switch_pending) {
        cqp->priv.ccq_switch_pending = false;
        cqp->process_cqp_sds = irdma_cqp_sds_cmd;
    }
    return err;
}

// The CCQ cannot report its own end: the hardware tail tells.
extern "C" int irdma_sc_ccq_destroy(struct irdma_sc_cq *ccq, u64 scratch, bool post_sq) {
    irdma_sc_dev *dev = ccq->dev;
    irdma_sc_cqp *cqp = dev->cqp;
    u32 val, tail, error;
    int err;

    {
        const SpinGuard guard(&dev->cqp_lock);

        // The hardware tail tells "one more" only: with other commands on the way it could be theirs.
        if (post_sq && ring_used(cqp->sq_ring) != 0 && !ring_full(cqp->sq_ring)) {
            log_err(dev, "CCQ: destruction refused: %u commands are outstanding", ring_used(cqp->sq_ring));
            return -EBUSY;
        }
        err = post_destroy(ccq, scratch);
        if (err)
            return err;
        cqp->priv.ccq_gone = true;
        irdma_get_cqp_reg_info(cqp, &val, &tail, &error);
        if (post_sq)
            ring_doorbell(cqp);
    }
    if (post_sq)
        err = irdma_cqp_poll_registers(cqp, tail, dev->hw_attrs.max_done_count);
    cqp->process_cqp_sds = irdma_update_sds_noccq;
    return err;
}

extern "C" void irdma_sc_ccq_arm(struct irdma_sc_cq *ccq) {
    using S = hw::CqShadow;

    {
        const SpinGuard guard(&ccq->dev->cqp_lock);
        const u64 old = hw::load_word(ccq->cq_uk.shadow_area, S::arm_next::word);
        const u64 kept = old & (S::cq_select::mask | S::arm_next_solicited::mask);
        const u64 sequence = (hw::extract<S::arm_sequence>(old) + 1) & S::arm_sequence::max;

        hw::store_word(ccq->cq_uk.shadow_area, S::arm_next::word,
                       kept | set<S::arm_next>(true).placed | try_set<S::arm_sequence>(sequence).placed);
    }
    irdma_os_dma_wmb();
    irdma_os_write32(ccq->dev->cq_arm_db, ccq->cq_uk.cq_id);
}

extern "C" int irdma_sc_ccq_get_cqe_info(struct irdma_sc_cq *ccq, struct irdma_ccq_cqe_info *info) {
    if (take_kept(ccq->dev->cqp, info))
        return 0;
    return ccq->dev->cqp->priv.ccq_gone ? -ENOENT : read_entry(ccq, info);
}

// Completions of other commands are kept for irdma_sc_ccq_get_cqe_info(); an interim answer of the awaited command is
// not its end.
extern "C" int irdma_sc_poll_for_cqp_op_done(struct irdma_sc_cqp *cqp, u8 op_code,
                                             struct irdma_ccq_cqe_info *compl_info) {
    irdma_sc_dev *dev = cqp->dev;
    const u32 awaited = find_posted(cqp, op_code);
    const u64 rounds = u64(100) * dev->hw_attrs.max_done_count;
    irdma_ccq_cqe_info info;

    if (cqp->priv.ccq_gone) {
        log_err(dev, "CCQ: op 0x%02x cannot be waited for, the CCQ was destroyed", op_code);
        return -ENODEV;
    }
    for (u64 i = 0; i <= rounds; i++) {
        if (cqp->priv.kept_cnt == IRDMA_CQP_KEPT_MAX) {
            log_err(dev, "CCQ: %u foreign completions wait while polling for op 0x%02x", cqp->priv.kept_cnt, op_code);
            return -EBUSY;
        }
        if (read_entry(dev->ccq, &info)) {
            irdma_os_usleep(dev->hw_attrs.max_sleep_count);
            continue;
        }
        const bool ours = info.op_code == op_code && (awaited == cqp->sq_size || info.priv.wqe_idx == awaited);
        if (ours && info.pending)
            continue;
        if (!ours) {
            if (!info.pending)
                keep(cqp, info);
            continue;
        }
        if (compl_info)
            *compl_info = info;
        return info.error && op_code != u8(hw::CqpOp::query_stag) ? -EIO : 0;
    }
    log_err(dev, "CCQ: no completion of op 0x%02x, ring %u..%u", op_code, cqp->sq_ring.tail, cqp->sq_ring.head);
    return -ETIMEDOUT;
}
