// SPDX-License-Identifier: GPL-2.0
//
// First steps of a device: limits, register addresses, firmware ready; and the protection domain, which is software
// only.

#include <irdma/ctrl.h>

#include "core/limits.h"
#include "core/list.h"
#include "core/log.h"
#include "hw/generation.h"
#include "hw/registers.h"

using namespace core;

namespace {

constexpr u32 ready_wait_ms = 1000;
constexpr u32 all_ones = 0xffffffff; // what reads of a device that is gone return

constexpr irdma_registers cpu_status[] = {IRDMA_GLPE_CPUSTATUS0, IRDMA_GLPE_CPUSTATUS1, IRDMA_GLPE_CPUSTATUS2};

void init_generation(irdma_sc_dev *dev) {
    switch (dev->hw_attrs.uk_attrs.hw_rev) {
    case IRDMA_GEN_1:
        return i40iw_init_hw(dev);
    case IRDMA_GEN_2:
        return icrdma_init_hw(dev);
    default:
        return ig3rdma_init_hw(dev);
    }
}

int check_doorbell_size(irdma_sc_dev *dev) {
    const u32 size = hw::GlpciLbarCtrl::doorbell_size(irdma_os_read32(dev->hw_regs[IRDMA_GLPCI_LBARCTRL]));

    if (size == IRDMA_PE_DB_SIZE_4M || size == IRDMA_PE_DB_SIZE_8M)
        return 0;
    log_err(dev, "device: doorbell size code %u in LBARCTRL, RDMA is not enabled on this function", size);
    return -ENODEV;
}

} // namespace

void core::apply_limits(irdma_hw_attrs *attrs, const hw::Limits &limits) {
    irdma_uk_attrs &uk = attrs->uk_attrs;

    uk.feature_flags |= limits.feature_flags;
    uk.max_hw_wq_frags = limits.max_hw_wq_frags;
    uk.max_hw_read_sges = limits.max_hw_read_sges;
    uk.max_hw_inline = limits.max_hw_inline;
    uk.max_hw_rq_quanta = limits.max_hw_rq_quanta;
    uk.max_hw_wq_quanta = limits.max_hw_wq_quanta;
    uk.min_hw_cq_size = limits.min_hw_cq_size;
    uk.max_hw_cq_size = limits.max_hw_cq_size;
    uk.max_hw_srq_quanta = limits.max_hw_srq_quanta;
    uk.max_hw_sq_chunk = limits.max_hw_sq_chunk;
    uk.min_hw_wq_size = limits.min_hw_wq_size;
    attrs->max_hw_outbound_msg_size = limits.max_hw_outbound_msg_size;
    attrs->max_hw_inbound_msg_size = limits.max_hw_inbound_msg_size;
    attrs->max_mr_size = limits.max_mr_size;
    attrs->page_size_cap = limits.page_size_cap;
    attrs->min_hw_qp_id = limits.min_hw_qp_id;
    attrs->min_hw_aeq_size = limits.min_hw_aeq_size;
    attrs->max_hw_aeq_size = limits.max_hw_aeq_size;
    attrs->min_hw_ceq_size = limits.min_hw_ceq_size;
    attrs->max_hw_ceq_size = limits.max_hw_ceq_size;
    attrs->max_hw_device_pages = limits.max_hw_device_pages;
    attrs->max_hw_vf_fpm_id = limits.max_hw_vf_fpm_id;
    attrs->first_hw_vf_fpm_id = limits.first_hw_vf_fpm_id;
    attrs->max_hw_ird = limits.max_hw_ird;
    attrs->max_hw_ord = limits.max_hw_ord;
    attrs->max_hw_wqes = limits.max_hw_wqes;
    attrs->max_hw_pds = limits.max_hw_pds;
    attrs->max_hw_ena_vf_count = limits.max_hw_ena_vf_count;
    attrs->max_qp_wr = limits.max_qp_wr;
    attrs->max_pe_ready_count = limits.max_pe_ready_count;
    attrs->max_done_count = limits.max_done_count;
    attrs->max_sleep_count = limits.max_sleep_count;
    attrs->max_cqp_compl_wait_time_ms = limits.max_cqp_compl_wait_time_ms;
    attrs->min_hw_srq_id = limits.min_hw_srq_id;
    attrs->max_stat_inst = limits.max_stat_inst;
    attrs->max_stat_idx = limits.max_stat_idx;
}

extern "C" int irdma_wait_pe_ready(struct irdma_sc_dev *dev) {
    for (u32 round = 0; round <= dev->hw_attrs.max_pe_ready_count; round++) {
        u32 status[3];
        bool ready = true;

        for (unsigned i = 0; i < 3; i++) {
            status[i] = irdma_os_read32(dev->hw_regs[cpu_status[i]]);
            ready = ready && status[i] == hw::pe_cpu_ready;
        }
        if (ready)
            return 0;
        if (status[0] == all_ones && status[1] == all_ones && status[2] == all_ones) {
            log_err(dev, "device: registers read all ones, the device is gone");
            return -ENODEV;
        }
        irdma_os_msleep(ready_wait_ms);
    }
    log_err(dev, "device: firmware not ready after %u s", dev->hw_attrs.max_pe_ready_count + 1);
    return -ETIMEDOUT;
}

extern "C" int irdma_sc_dev_init(enum irdma_vers ver, struct irdma_sc_dev *dev, struct irdma_device_init_info *info) {
    const u8 hw_rev = dev->hw_attrs.uk_attrs.hw_rev;
    int err;

    (void)ver; // the bus glue has stored the generation in hw_rev
    if (hw_rev < IRDMA_GEN_1 || hw_rev > IRDMA_GEN_MAX) {
        log_err(dev, "device: generation %u is unknown", hw_rev);
        return -EOPNOTSUPP;
    }
    irdma_os_spin_init(&dev->puda_cq_lock, "irdma puda_cq_lock");
    dev->ilq_cq = nullptr;
    dev->ieq_cq = nullptr;
    list_init(&dev->cqp_cmd_head);
    irdma_os_mutex_init(&dev->ws_mutex, "irdma ws_mutex");
    dev->hmc_fn_id = info->hmc_fn_id;
    dev->fpm_query_buf_pa = info->fpm_query_buf_pa;
    dev->fpm_query_buf = info->fpm_query_buf;
    dev->fpm_commit_buf_pa = info->fpm_commit_buf_pa;
    dev->fpm_commit_buf = info->fpm_commit_buf;
    dev->hw = info->hw;
    dev->hw->hw_addr = static_cast<u8 __iomem *>(info->bar0);
    dev->protocol_used = u8(info->protocol_used);
    apply_limits(&dev->hw_attrs, hw::base_limits);
    dev->hw_attrs.max_hw_aeq_size = hw::generation(hw_rev).max_aeq_entries;

    if (!dev->privileged) {
        err = irdma_vchnl_req_get_hmc_fcn(dev);
        if (err)
            return err;
    }
    init_generation(dev);
    if (!dev->privileged)
        return irdma_vchnl_req_get_reg_layout(dev);
    err = irdma_wait_pe_ready(dev);
    return err ? err : check_doorbell_size(dev);
}

extern "C" void irdma_sc_pd_init(struct irdma_sc_dev *dev, struct irdma_sc_pd *pd, u32 pd_id, int abi_ver) {
    pd->pd_id = pd_id;
    pd->abi_ver = abi_ver;
    pd->dev = dev;
}
