/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The device: registers, limits, the one CQP and CCQ, the event queues, and the backlog of commands.
 */
#ifndef IRDMA_DEV_H
#define IRDMA_DEV_H

#include <irdma/attrs.h>
#include <irdma/hmc.h>
#include <irdma/qos.h>

struct irdma_hw_stat_map;
struct irdma_irq_ops;

/* A mapped part of the BAR (gen3). */
struct irdma_mmio_region {
	u8 __iomem *addr;
	resource_size_t len;		/* bytes */
	resource_size_t offset;		/* of addr in the BAR */
};

struct irdma_hw {
	union {
		u8 __iomem *hw_addr;	/* register base; aliases rdma_reg.addr */
		__extension__ struct {
			struct irdma_mmio_region rdma_reg;
			struct irdma_mmio_region *io_regs;
			u16 num_io_regions;
		};
	};
	struct device *device;		/* for DMA */
	struct irdma_hmc_info hmc;	/* storage behind dev->hmc_info */
};

/* Answer of the virtual channel (gen3); layout fixed by the channel. */
struct irdma_vchnl_rdma_caps {
	u8 hw_rev;
	u16 cqp_timeout_s;
	u16 cqp_def_timeout_s;
	u16 max_hw_push_len;
} __attribute__((packed));

struct irdma_device_init_info {
	u64 fpm_query_buf_pa;
	u64 fpm_commit_buf_pa;
	__le64 *fpm_query_buf;		/* IRDMA_QUERY_FPM_BUF_SIZE bytes, zeroed */
	__le64 *fpm_commit_buf;		/* IRDMA_COMMIT_FPM_BUF_SIZE bytes, zeroed */
	struct irdma_hw *hw;
	void __iomem *bar0;
	enum irdma_protocol_used protocol_used;
	u16 hmc_fn_id;
};

struct irdma_sc_dev {
	struct list_head cqp_cmd_head;	/* backlog of cqp_cmds_info */
	struct irdma_spinlock cqp_lock;	/* CQP producer side, backlog, CCQ arm; interrupts off */
	bool stats_idx_array[IRDMA_MAX_STATS_COUNT_GEN_1];	/* instances in use, gen1 */
	struct irdma_dma_mem vf_fpm_query_buf[IRDMA_MAX_PE_ENA_VF_COUNT];
	u64 fpm_query_buf_pa;
	u64 fpm_commit_buf_pa;
	__le64 *fpm_query_buf;
	__le64 *fpm_commit_buf;
	struct irdma_hw *hw;
	u8 __iomem *db_addr;
	u32 __iomem *wqe_alloc_db;
	u32 __iomem *cq_arm_db;
	u32 __iomem *aeq_alloc_db;
	u32 __iomem *cqp_db;
	u32 __iomem *cq_ack_db;
	u32 __iomem *ceq_itr_mask_db;
	u32 __iomem *aeq_itr_mask_db;
	u32 __iomem *hw_regs[IRDMA_MAX_REGS];	/* index enum irdma_registers */
	u32 ceq_itr;			/* microseconds between interrupts, 0: off, 2 .. 8160 */
	u64 hw_masks[IRDMA_MAX_MASKS];	/* index enum irdma_masks */
	u64 hw_shifts[IRDMA_MAX_SHIFTS];	/* index enum irdma_shifts */
	const struct irdma_hw_stat_map *hw_stats_map;
	u64 hw_stats_regs[IRDMA_HW_STAT_INDEX_MAX_GEN_1];	/* gen1 */
	u64 feature_info[IRDMA_MAX_FEATURES];	/* raw words, index enum irdma_feature_type */
	u64 cqp_cmd_stats[IRDMA_MAX_CQP_OPS];	/* commands executed, by code */
	struct irdma_hw_attrs hw_attrs;
	struct irdma_hmc_info *hmc_info;	/* set before the HMC calls */
	struct irdma_vchnl_rdma_caps vc_caps;
	u8 vc_recv_buf[IRDMA_VCHNL_MAX_MSG_SIZE];
	u16 vc_recv_len;
	struct irdma_sc_cqp *cqp;
	struct irdma_sc_aeq *aeq;
	struct irdma_sc_ceq *ceq[IRDMA_CEQ_MAX_COUNT];	/* index CEQ id */
	struct irdma_sc_cq *ccq;
	struct irdma_spinlock puda_cq_lock;	/* guards the next two; interrupts off */
	struct irdma_sc_cq *ilq_cq;
	struct irdma_sc_cq *ieq_cq;
	const struct irdma_irq_ops *irq_ops;
	struct irdma_qos qos[IRDMA_MAX_USER_PRIORITY];	/* gen3: from the channel */
	struct irdma_hmc_fpm_misc hmc_fpm_misc;
	struct irdma_ws_node *ws_tree_root;
	struct irdma_mutex ws_mutex;	/* scheduler tree */
	u32 vchnl_ver;
	u16 num_vfs;
	u16 hmc_fn_id;
	u16 vf_id;
	bool privileged:1;		/* gen1 and gen2 PF; set before irdma_sc_dev_init() */
	bool vchnl_up:1;
	bool ceq_valid:1;		/* CEQ 0 exists: commands may be waited for */
	bool is_pf:1;
	u8 protocol_used;		/* enum irdma_protocol_used */
	struct irdma_mutex vchnl_mutex;	/* initialised by the caller */
	u8 pci_rev;
	int (*ws_add)(struct irdma_sc_vsi *vsi, u8 user_pri);
	void (*ws_remove)(struct irdma_sc_vsi *vsi, u8 user_pri);
	void (*ws_reset)(struct irdma_sc_vsi *vsi);
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_sc_dev_init - fill the device structure, set limits, map registers, wait for the firmware
 * @ver: not used: the generation is taken from dev->hw_attrs.uk_attrs.hw_rev
 * @dev: device, zeroed; hw_rev, privileged and vchnl_mutex are set
 * @info: register base, FPM buffers, function id
 *
 * Privileged functions (gen1, gen2) wait until the three CPU status registers say that the firmware
 * runs, and check the doorbell size in bits 5:4 of LBARCTRL. The others get function id and
 * register layout by virtual channel.
 *
 * After an error the structure is partly filled; it may be zeroed and initialised again.
 *
 * Context: bring-up; process context, may sleep up to 15 s.
 * Return: 0; -EOPNOTSUPP unknown generation; -ETIMEDOUT firmware not ready; -ENODEV the device is
 *   gone or its doorbell size is neither 4 nor 8 MiB; without privilege also every code of
 *   irdma_vchnl_req_get_hmc_fcn() and irdma_vchnl_req_get_reg_layout().
 */
int irdma_sc_dev_init(enum irdma_vers ver, struct irdma_sc_dev *dev,
		      struct irdma_device_init_info *info);

/**
 * irdma_wait_pe_ready - wait until the firmware runs
 * @dev: device with mapped registers
 *
 * All three CPU status registers must read 0x80. Looks max_pe_ready_count + 1 times, 1000 ms apart.
 *
 * Context: bring-up of a privileged function; process context, sleeps.
 * Return: 0; -ETIMEDOUT not ready; -ENODEV all registers read all ones.
 */
int irdma_wait_pe_ready(struct irdma_sc_dev *dev);

#ifdef __cplusplus
}
#endif

#endif
