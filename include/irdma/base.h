/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all objects are made of: DMA areas, rings, images of ring elements, and the forward
 * declarations of the objects.
 */
#ifndef IRDMA_BASE_H
#define IRDMA_BASE_H

#include <irdma/defs.h>

struct device;
struct ib_device;
struct ib_sge;
struct irdma_aeqe_info;
struct irdma_ccq_cqe_info;
struct irdma_cq_uk;
struct irdma_hmc_info;
struct irdma_hw;
struct irdma_puda_buf;
struct irdma_puda_rsrc;
struct irdma_qp_uk;
struct irdma_sc_aeq;
struct irdma_sc_ah;
struct irdma_sc_ceq;
struct irdma_sc_cq;
struct irdma_sc_cqp;
struct irdma_sc_dev;
struct irdma_sc_pd;
struct irdma_sc_qp;
struct irdma_sc_srq;
struct irdma_sc_vsi;
struct irdma_srq_uk;
struct irdma_update_sds_info;
struct irdma_ws_node;

/* Coherent memory the device reads or writes. Not packed: pointers to its members are taken. */
struct irdma_dma_mem {
	void *va;		/* CPU address; NULL: not allocated */
	dma_addr_t pa;		/* device address */
	u32 size;		/* bytes */
};

struct irdma_virt_mem {
	void *va;
	u32 size;		/* bytes */
};

struct irdma_dma_info {
	dma_addr_t *dmaaddrs;	/* one per page */
};

/*
 * A ring never holds more than size - 1 elements: used = (head + size - tail) mod size. Producers move
 * the head, consumers the tail; both are in 0 .. size - 1.
 */
struct irdma_ring {
	u32 head;		/* next element to produce */
	u32 tail;		/* next element to retire */
	u32 size;		/* elements */
};

/* Images of ring elements and of other DMA areas; the hardware fixes their layout. */
struct irdma_cqp_quanta {
	__le64 elem[IRDMA_CQP_WQE_SIZE];
};

struct irdma_cqp_sq_wqe {
	__le64 buf[IRDMA_CQP_WQE_SIZE];
};

struct irdma_cqp_ctx {
	__le64 buf[IRDMA_CQP_CTX_SIZE];
};

struct irdma_cq_shadow_area {
	__le64 buf[IRDMA_SHADOW_AREA_SIZE];
};

struct irdma_qp_quanta {
	__le64 elem[IRDMA_WQE_SIZE];
};

struct irdma_cqe {
	__le64 buf[IRDMA_CQE_SIZE];
};

struct irdma_extended_cqe {
	__le64 buf[IRDMA_EXTENDED_CQE_SIZE];
};

struct irdma_sc_aeqe {
	__le64 buf[IRDMA_AEQE_SIZE];
};

struct irdma_ceqe {
	__le64 buf[IRDMA_CEQE_SIZE];
};

#endif
