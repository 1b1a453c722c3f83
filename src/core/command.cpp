// SPDX-License-Identifier: GPL-2.0
//
// The command engine: runs a command now if the ring has room and nobody waits before it, else queues it; the bottom
// half, called after completions made room, goes on with the queue in order.
//
// Lock: dev->cqp_lock over the backlog, the ring and the workers. Nothing here sleeps.

#include "core/atomic.h"
#include "core/cqp_ring.h"
#include "core/list.h"
#include "core/lock.h"

using namespace core;

namespace {

bool backlog_empty(const irdma_sc_dev *dev) {
    return list_empty(&dev->cqp_cmd_head);
}

// Waits are for bring-up; a command reports through the CCQ.
template <class Fpm> int exec_fpm(decltype(irdma_sc_query_fpm_val) *worker, const Fpm &in) {
    irdma_dma_mem mem = {};

    mem.pa = in.fpm_val_pa;
    mem.va = in.fpm_val_va;
    return worker(in.cqp, in.scratch, in.hmc_fn_id, &mem, true, IRDMA_CQP_WAIT_EVENT);
}

int exec_queue_pair(cqp_cmds_info *cmd) {
    auto &u = cmd->in.u;
    const bool post = cmd->post_sq;

    switch (cmd->cqp_cmd) {
    case IRDMA_OP_QP_CREATE:
        return irdma_sc_qp_create(u.qp_create.qp, &u.qp_create.info, u.qp_create.scratch, post);
    case IRDMA_OP_QP_MODIFY:
        return irdma_sc_qp_modify(u.qp_modify.qp, &u.qp_modify.info, u.qp_modify.scratch, post);
    case IRDMA_OP_QP_DESTROY:
        return irdma_sc_qp_destroy(u.qp_destroy.qp, u.qp_destroy.scratch, u.qp_destroy.remove_hash_idx,
                                   u.qp_destroy.ignore_mw_bnd, post);
    case IRDMA_OP_QP_FLUSH_WQES:
        return irdma_sc_qp_flush_wqes(u.qp_flush_wqes.qp, &u.qp_flush_wqes.info, u.qp_flush_wqes.scratch, post);
    case IRDMA_OP_GEN_AE:
        return irdma_sc_gen_ae(u.gen_ae.qp, &u.gen_ae.info, u.gen_ae.scratch, post);
    case IRDMA_OP_QP_UPLOAD_CONTEXT:
        return irdma_sc_qp_upload_context(u.qp_upload_context.dev, &u.qp_upload_context.info,
                                          u.qp_upload_context.scratch, post);
    case IRDMA_OP_SUSPEND:
        return irdma_sc_suspend_qp(u.suspend_resume.cqp, u.suspend_resume.qp, u.suspend_resume.scratch);
    case IRDMA_OP_RESUME:
        return irdma_sc_resume_qp(u.suspend_resume.cqp, u.suspend_resume.qp, u.suspend_resume.scratch);
    default:
        return -EOPNOTSUPP;
    }
}

int exec_queues(cqp_cmds_info *cmd) {
    auto &u = cmd->in.u;
    const bool post = cmd->post_sq;

    switch (cmd->cqp_cmd) {
    case IRDMA_OP_CQ_CREATE:
        return irdma_sc_cq_create(u.cq_create.cq, u.cq_create.scratch, u.cq_create.check_overflow, post);
    case IRDMA_OP_CQ_MODIFY:
        return irdma_sc_cq_modify(u.cq_modify.cq, &u.cq_modify.info, u.cq_modify.scratch, post);
    case IRDMA_OP_CQ_DESTROY:
        return irdma_sc_cq_destroy(u.cq_destroy.cq, u.cq_destroy.scratch, post);
    case IRDMA_OP_CEQ_CREATE:
        return irdma_sc_ceq_create(u.ceq_create.ceq, u.ceq_create.scratch, post);
    case IRDMA_OP_CEQ_DESTROY:
        return irdma_sc_ceq_destroy(u.ceq_destroy.ceq, u.ceq_destroy.scratch, post);
    case IRDMA_OP_AEQ_CREATE:
        return irdma_sc_aeq_create(u.aeq_create.aeq, u.aeq_create.scratch, post);
    case IRDMA_OP_AEQ_DESTROY:
        return irdma_sc_aeq_destroy(u.aeq_destroy.aeq, u.aeq_destroy.scratch, post);
    case IRDMA_OP_SRQ_CREATE:
        return irdma_sc_srq_create(u.srq_create.srq, u.srq_create.scratch, post);
    case IRDMA_OP_SRQ_MODIFY:
        return irdma_sc_srq_modify(u.srq_modify.srq, &u.srq_modify.info, u.srq_modify.scratch, post);
    case IRDMA_OP_SRQ_DESTROY:
        return irdma_sc_srq_destroy(u.srq_destroy.srq, u.srq_destroy.scratch, post);
    default:
        return exec_queue_pair(cmd);
    }
}

int exec_memory_and_addresses(cqp_cmds_info *cmd) {
    auto &u = cmd->in.u;
    const bool post = cmd->post_sq;

    switch (cmd->cqp_cmd) {
    case IRDMA_OP_ALLOC_STAG:
        return irdma_sc_alloc_stag(u.alloc_stag.dev, &u.alloc_stag.info, u.alloc_stag.scratch, post);
    case IRDMA_OP_MR_REG_NON_SHARED:
        return irdma_sc_mr_reg_non_shared(u.mr_reg_non_shared.dev, &u.mr_reg_non_shared.info,
                                          u.mr_reg_non_shared.scratch, post);
    case IRDMA_OP_DEALLOC_STAG:
        return irdma_sc_dealloc_stag(u.dealloc_stag.dev, &u.dealloc_stag.info, u.dealloc_stag.scratch, post);
    case IRDMA_OP_MW_ALLOC:
        return irdma_sc_mw_alloc(u.mw_alloc.dev, &u.mw_alloc.info, u.mw_alloc.scratch, post);
    case IRDMA_OP_ADD_ARP_CACHE_ENTRY:
        return irdma_sc_add_arp_cache_entry(u.add_arp_cache_entry.cqp, &u.add_arp_cache_entry.info,
                                            u.add_arp_cache_entry.scratch, post);
    case IRDMA_OP_DELETE_ARP_CACHE_ENTRY:
        return irdma_sc_del_arp_cache_entry(u.del_arp_cache_entry.cqp, u.del_arp_cache_entry.scratch,
                                            u.del_arp_cache_entry.arp_index, post);
    case IRDMA_OP_ALLOC_LOCAL_MAC_ENTRY:
        return irdma_sc_alloc_local_mac_entry(u.alloc_local_mac_entry.cqp, u.alloc_local_mac_entry.scratch, post);
    case IRDMA_OP_ADD_LOCAL_MAC_ENTRY:
        return irdma_sc_add_local_mac_entry(u.add_local_mac_entry.cqp, &u.add_local_mac_entry.info,
                                            u.add_local_mac_entry.scratch, post);
    case IRDMA_OP_DELETE_LOCAL_MAC_ENTRY:
        return irdma_sc_del_local_mac_entry(u.del_local_mac_entry.cqp, u.del_local_mac_entry.scratch,
                                            u.del_local_mac_entry.entry_idx, u.del_local_mac_entry.ignore_ref_count,
                                            post);
    case IRDMA_OP_MANAGE_APBVT_ENTRY:
        return irdma_sc_manage_apbvt_entry(u.manage_apbvt_entry.cqp, &u.manage_apbvt_entry.info,
                                           u.manage_apbvt_entry.scratch, post);
    case IRDMA_OP_MANAGE_QHASH_TABLE_ENTRY:
        return irdma_sc_manage_qhash_table_entry(u.manage_qhash_table_entry.cqp, &u.manage_qhash_table_entry.info,
                                                 u.manage_qhash_table_entry.scratch, post);
    case IRDMA_OP_MANAGE_PUSH_PAGE:
        return irdma_sc_manage_push_page(u.manage_push_page.cqp, &u.manage_push_page.info, u.manage_push_page.scratch,
                                         post);
    default:
        return exec_queues(cmd);
    }
}

int exec_datagram(cqp_cmds_info *cmd) {
    auto &u = cmd->in.u;

    switch (cmd->cqp_cmd) {
    case IRDMA_OP_AH_CREATE:
        return irdma_sc_access_ah(u.ah_create.cqp, &u.ah_create.info, u32(hw::CqpOp::create_ah), u.ah_create.scratch);
    case IRDMA_OP_AH_DESTROY:
        return irdma_sc_access_ah(u.ah_destroy.cqp, &u.ah_destroy.info, u32(hw::CqpOp::destroy_ah),
                                  u.ah_destroy.scratch);
    case IRDMA_OP_MC_CREATE:
        return irdma_access_mcast_grp(u.mc_create.cqp, &u.mc_create.info, u32(hw::CqpOp::create_mcast_grp),
                                      u.mc_create.scratch);
    case IRDMA_OP_MC_MODIFY:
        return irdma_access_mcast_grp(u.mc_modify.cqp, &u.mc_modify.info, u32(hw::CqpOp::modify_mcast_grp),
                                      u.mc_modify.scratch);
    case IRDMA_OP_MC_DESTROY:
        return irdma_access_mcast_grp(u.mc_destroy.cqp, &u.mc_destroy.info, u32(hw::CqpOp::destroy_mcast_grp),
                                      u.mc_destroy.scratch);
    default:
        return exec_memory_and_addresses(cmd);
    }
}

int exec_function(cqp_cmds_info *cmd) {
    auto &u = cmd->in.u;

    switch (cmd->cqp_cmd) {
    case IRDMA_OP_UPDATE_PE_SDS:
        return irdma_update_pe_sds(u.update_pe_sds.dev, &u.update_pe_sds.info, u.update_pe_sds.scratch);
    case IRDMA_OP_MANAGE_HMC_PM_FUNC_TABLE:
        return irdma_sc_manage_hmc_pm_func_table(u.manage_hmc_pm.dev->cqp, &u.manage_hmc_pm.info,
                                                 u.manage_hmc_pm.scratch, true);
    case IRDMA_OP_QUERY_FPM_VAL:
        return exec_fpm(irdma_sc_query_fpm_val, u.query_fpm_val);
    case IRDMA_OP_COMMIT_FPM_VAL:
        return exec_fpm(irdma_sc_commit_fpm_val, u.commit_fpm_val);
    case IRDMA_OP_STATS_ALLOCATE:
        return irdma_sc_manage_stats_inst(u.stats_manage.cqp, &u.stats_manage.info, true, u.stats_manage.scratch);
    case IRDMA_OP_STATS_FREE:
        return irdma_sc_manage_stats_inst(u.stats_manage.cqp, &u.stats_manage.info, false, u.stats_manage.scratch);
    case IRDMA_OP_STATS_GATHER:
        return irdma_sc_gather_stats(u.stats_gather.cqp, &u.stats_gather.info, u.stats_gather.scratch);
    case IRDMA_OP_WS_ADD_NODE:
        return irdma_sc_manage_ws_node(u.ws_node.cqp, &u.ws_node.info, IRDMA_ADD_NODE, u.ws_node.scratch);
    case IRDMA_OP_WS_MODIFY_NODE:
        return irdma_sc_manage_ws_node(u.ws_node.cqp, &u.ws_node.info, IRDMA_MODIFY_NODE, u.ws_node.scratch);
    case IRDMA_OP_WS_DELETE_NODE:
        return irdma_sc_manage_ws_node(u.ws_node.cqp, &u.ws_node.info, IRDMA_DEL_NODE, u.ws_node.scratch);
    case IRDMA_OP_SET_UP_MAP:
        return irdma_sc_set_up_map(u.up_map.cqp, &u.up_map.info, u.up_map.scratch);
    default:
        return exec_datagram(cmd);
    }
}

// The feature query polls registers: it never waits in the backlog, cannot run under the lock, and cannot run once a
// CCQ reports completions instead.
bool polls_registers(const cqp_cmds_info *cmd) {
    return cmd->cqp_cmd == IRDMA_OP_QUERY_RDMA_FEATURES;
}

int exec_polling(irdma_sc_dev *dev, cqp_cmds_info *cmd) {
    auto &in = cmd->in.u.query_rdma;

    if (dev->ccq && !dev->cqp->priv.ccq_gone) {
        log_err(dev, "CQP: feature query refused: it polls registers and must run before the CCQ exists");
        return -EBUSY;
    }
    return irdma_sc_query_rdma_features(in.cqp, &in.query_buff_mem, in.scratch);
}

} // namespace

extern "C" int irdma_exec_cqp_cmd(struct irdma_sc_dev *dev, struct cqp_cmds_info *pcmdinfo) {
    if (pcmdinfo->cqp_cmd >= IRDMA_MAX_CQP_OPS) {
        log_err(dev, "CQP: command code %u does not exist", pcmdinfo->cqp_cmd);
        return -EOPNOTSUPP;
    }
    dev->cqp_cmd_stats[pcmdinfo->cqp_cmd]++;
    return polls_registers(pcmdinfo) ? exec_polling(dev, pcmdinfo) : exec_function(pcmdinfo);
}

extern "C" int irdma_process_cqp_cmd(struct irdma_sc_dev *dev, struct cqp_cmds_info *pcmdinfo) {
    if (polls_registers(pcmdinfo))
        return irdma_exec_cqp_cmd(dev, pcmdinfo);

    const SpinGuard guard(&dev->cqp_lock);

    // Queued behind a dead CQP a command would wait for ever.
    if (dev->cqp->priv.dead)
        return -EIO;
    if (backlog_empty(dev) && !irdma_cqp_ring_full(dev->cqp))
        return irdma_exec_cqp_cmd(dev, pcmdinfo);
    list_add_back(&dev->cqp_cmd_head, &pcmdinfo->cqp_cmd_entry);
    return 0;
}

extern "C" void *irdma_remove_cqp_head(struct irdma_sc_dev *dev) {
    if (backlog_empty(dev))
        return nullptr;
    list_head *entry = dev->cqp_cmd_head.next;
    list_unlink(entry);
    return entry;
}

// A command that cannot be built is finished on the spot: its waiter finds the reason in cqp_cmd_exec_status, and the
// commands behind it are not held up.
extern "C" int irdma_process_bh(struct irdma_sc_dev *dev) {
    static_assert(offsetof(cqp_cmds_info, cqp_cmd_entry) == 0, "the backlog casts the entry to the command");
    const SpinGuard guard(&dev->cqp_lock);
    int first_error = 0;

    while (!backlog_empty(dev) && !irdma_cqp_ring_full(dev->cqp)) {
        auto *cmd = static_cast<cqp_cmds_info *>(irdma_remove_cqp_head(dev));
        const int err = irdma_exec_cqp_cmd(dev, cmd);

        if (!err)
            continue;
        log_err(dev, "CQP: queued command %u could not be posted: %d", cmd->cqp_cmd, err);
        __atomic_store_n(&cmd->cqp_cmd_exec_status, err, __ATOMIC_RELEASE);
        if (!first_error)
            first_error = err;
    }
    return first_error;
}

extern "C" void irdma_check_cqp_progress(struct irdma_cqp_timeout *timeout, struct irdma_sc_dev *dev) {
    const u64 completed = atomic_read(&dev->cqp->completed_ops);

    if (completed != timeout->compl_cqp_cmds) {
        timeout->compl_cqp_cmds = completed;
        timeout->count = 0;
    } else if (completed != __atomic_load_n(&dev->cqp->requested_ops, __ATOMIC_RELAXED)) {
        timeout->count++;
    }
}
