/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Limits and features of a device. Filled by irdma_sc_dev_init(), narrowed by the feature and FPM
 * queries, read by everybody.
 */
#ifndef IRDMA_ATTRS_H
#define IRDMA_ATTRS_H

#include <irdma/base.h>

/* The part user space gets to know. A quantum is 32 bytes. */
struct irdma_uk_attrs {
	u64 feature_flags;		/* IRDMA_FEATURE_* bits */
	u32 max_hw_wq_frags;		/* SGEs of a WQE */
	u32 max_hw_read_sges;		/* SGEs of an RDMA read */
	u32 max_hw_inline;		/* bytes */
	u32 max_hw_rq_quanta;
	u32 max_hw_wq_quanta;
	u32 min_hw_cq_size;		/* CQEs */
	u32 max_hw_cq_size;		/* CQEs */
	u32 max_hw_srq_quanta;
	u16 max_hw_sq_chunk;		/* quanta of a work request */
	u16 min_hw_wq_size;		/* WQEs */
	u8 hw_rev;			/* enum irdma_vers; set before irdma_sc_dev_init() */
};

struct irdma_hw_attrs {
	struct irdma_uk_attrs uk_attrs;
	u64 max_hw_outbound_msg_size;	/* bytes */
	u64 max_hw_inbound_msg_size;	/* bytes */
	u64 max_mr_size;		/* bytes */
	u64 page_size_cap;		/* bit mask of page sizes in bytes */
	u32 min_hw_qp_id;
	u32 min_hw_aeq_size;		/* entries */
	u32 max_hw_aeq_size;
	u32 min_hw_ceq_size;
	u32 max_hw_ceq_size;
	u32 max_hw_device_pages;	/* push pages */
	u32 max_hw_vf_fpm_id;
	u32 first_hw_vf_fpm_id;		/* function ids from here on have one SD less (gen1, gen2) */
	u32 max_hw_ird;			/* lowered by FPM query and sizing on gen3 */
	u32 max_hw_ord;
	u32 max_hw_wqes;
	u32 max_hw_pds;
	u32 max_hw_ena_vf_count;
	u32 max_qp_wr;
	u32 max_pe_ready_count;		/* further waits of 1 s for the firmware */
	u32 max_done_count;		/* register poll iterations */
	u32 max_sleep_count;		/* microseconds per iteration */
	u32 max_cqp_compl_wait_time_ms;	/* one wait slice of a submitter */
	u32 min_hw_srq_id;
	u16 max_stat_inst;		/* statistics instances */
	u16 max_stat_idx;		/* counters in the map */
};

#endif
