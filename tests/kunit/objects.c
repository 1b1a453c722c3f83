// SPDX-License-Identifier: GPL-2.0
/* Objects as a driver makes them: see objects.h. */
#include "objects.h"

#define COOKIE 0x0b

static struct irdma_sc_pd *pd_of(struct bench *b)
{
	struct irdma_sc_pd *pd = kunit_kzalloc(b->test, sizeof(*pd), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(b->test, pd);
	pd->dev = &b->dev;
	pd->pd_id = OBJECT_PD;
	return pd;
}

/* A queue and, behind it, 64 bytes of shadow area. */
static struct bench_memory *queue(struct bench *b, size_t bytes)
{
	return bench_alloc(b, ALIGN(bytes + 64, PAGE_SIZE));
}

static u32 answer(struct bench *b, int posted)
{
	KUNIT_ASSERT_EQ(b->test, posted, 0);
	return bench_answer(b, COOKIE);
}

struct irdma_sc_cq *object_cq(struct bench *b, u32 id)
{
	size_t bytes = OBJECT_CQES * sizeof(struct irdma_extended_cqe);
	struct irdma_sc_cq *cq = kunit_kzalloc(b->test, sizeof(*cq), GFP_KERNEL);
	struct bench_memory *m = queue(b, bytes);
	struct irdma_cq_init_info info = {
		.dev = &b->dev,
		.cq_base_pa = m->pa,
		.shadow_area_pa = m->pa + bytes,
		.shadow_read_threshold = OBJECT_CQES / 2,
		.vsi = &b->vsi,
		.cq_uk_init_info = {
			.cq_base = m->va,
			.shadow_area = m->va + bytes,
			.cq_size = OBJECT_CQES,
			.cq_id = id,
		},
	};

	KUNIT_ASSERT_NOT_NULL(b->test, cq);
	KUNIT_ASSERT_EQ(b->test, irdma_sc_cq_init(cq, &info), 0);
	return cq;
}

struct irdma_sc_srq *object_srq(struct bench *b, u32 id)
{
	size_t bytes = OBJECT_SRQ_WQES * 32;
	struct irdma_sc_srq *srq = kunit_kzalloc(b->test, sizeof(*srq), GFP_KERNEL);
	struct bench_memory *m = queue(b, bytes);
	struct irdma_srq_init_info info = {
		.pd = pd_of(b),
		.vsi = &b->vsi,
		.srq_pa = m->pa,
		.shadow_area_pa = m->pa + bytes,
		.srq_limit = 8,
		.srq_uk_init_info = {
			.srq = m->va,
			.uk_attrs = &b->dev.hw_attrs.uk_attrs,
			.shadow_area = m->va + bytes,
			.srq_id = id,
			.srq_size = OBJECT_SRQ_WQES,
			.max_srq_frag_cnt = 1,
		},
	};

	KUNIT_ASSERT_NOT_NULL(b->test, srq);
	KUNIT_ASSERT_EQ(b->test, irdma_sc_srq_init(srq, &info), 0);
	return srq;
}

static void write_context(struct irdma_sc_qp *qp, const struct irdma_sc_cq *cq)
{
	struct irdma_iwarp_offload_info iwarp = { .pd_id = OBJECT_PD, .ddp_ver = 1, .rdmap_ver = 1 };
	struct irdma_roce_offload_info roce = { .pd_id = OBJECT_PD, .mac_addr = { 2, 0x50, 0x56, 1, 2, 3 } };
	struct irdma_tcp_offload_info tcp = {};
	struct irdma_udp_offload_info udp = { .ttl = 64, .ipv4 = true };
	struct irdma_qp_host_ctx_info info = {
		.qp_compl_ctx = qp->qp_uk.qp_id,
		.send_cq_num = cq->cq_uk.cq_id,
		.rcv_cq_num = cq->cq_uk.cq_id,
	};

	if (qp->qp_uk.qp_type == IRDMA_QP_TYPE_ROCE_RC) {
		info.roce_info = &roce;
		info.udp_info = &udp;
		irdma_sc_qp_setctx_roce(qp, qp->hw_host_ctx, &info);
	} else {
		info.iwarp_info = &iwarp;
		info.tcp_info = &tcp;
		info.iwarp_info_valid = true;
		irdma_sc_qp_setctx(qp, qp->hw_host_ctx, &info);
	}
}

struct irdma_sc_qp *object_qp(struct bench *b, u32 id, const struct irdma_sc_cq *cq, struct irdma_sc_srq *srq)
{
	size_t bytes = (OBJECT_SQ_QUANTA + OBJECT_RQ_QUANTA) * 32;
	struct irdma_sc_qp *qp = kunit_kzalloc(b->test, sizeof(*qp), GFP_KERNEL);
	struct irdma_sq_uk_wr_trk_info *track =
		kunit_kcalloc(b->test, OBJECT_SQ_QUANTA, sizeof(*track), GFP_KERNEL);
	struct bench_memory *m = queue(b, bytes + 2 * IRDMA_QP_CTX_SIZE);
	size_t context = ALIGN(bytes + 64, IRDMA_QP_CTX_SIZE);
	struct irdma_qp_init_info info = {
		.pd = pd_of(b),
		.vsi = &b->vsi,
		.host_ctx = m->va + context,
		.host_ctx_pa = m->pa + context,
		.sq_pa = m->pa,
		.rq_pa = m->pa + OBJECT_SQ_QUANTA * 32,
		.shadow_area_pa = m->pa + bytes,
		.qp_uk_init_info = {
			.sq = m->va,
			.rq = m->va + OBJECT_SQ_QUANTA * 32,
			.uk_attrs = &b->dev.hw_attrs.uk_attrs,
			.shadow_area = m->va + bytes,
			.sq_wrtrk_array = track,
			.qp_id = id,
			.sq_size = OBJECT_SQ_QUANTA,
			.rq_size = OBJECT_RQ_QUANTA,
			.max_sq_frag_cnt = 1,
			.max_rq_frag_cnt = 1,
			.type = b->generation == IRDMA_GEN_1 ? IRDMA_QP_TYPE_IWARP : IRDMA_QP_TYPE_ROCE_RC,
			.srq_uk = srq ? &srq->srq_uk : NULL,
		},
	};

	KUNIT_ASSERT_NOT_NULL(b->test, qp);
	KUNIT_ASSERT_NOT_NULL(b->test, track);
	KUNIT_ASSERT_EQ(b->test, irdma_sc_qp_init(qp, &info), 0);
	write_context(qp, cq);
	return qp;
}

u32 object_create_cq(struct bench *b, struct irdma_sc_cq *cq)
{
	return answer(b, irdma_sc_cq_create(cq, COOKIE, true, true));
}

u32 object_destroy_cq(struct bench *b, struct irdma_sc_cq *cq)
{
	return answer(b, irdma_sc_cq_destroy(cq, COOKIE, true));
}

u32 object_create_srq(struct bench *b, struct irdma_sc_srq *srq)
{
	return answer(b, irdma_sc_srq_create(srq, COOKIE, true));
}

u32 object_destroy_srq(struct bench *b, struct irdma_sc_srq *srq)
{
	return answer(b, irdma_sc_srq_destroy(srq, COOKIE, true));
}

u32 object_create_qp(struct bench *b, struct irdma_sc_qp *qp)
{
	struct irdma_create_qp_info info = {
		.next_iwarp_state = IRDMA_QP_STATE_IDLE,
		.cq_num_valid = true,
		.mac_valid = b->generation > IRDMA_GEN_1,
	};

	return answer(b, irdma_sc_qp_create(qp, &info, COOKIE, true));
}

u32 object_modify_qp(struct bench *b, struct irdma_sc_qp *qp, u8 state)
{
	struct irdma_modify_qp_info info = { .next_iwarp_state = state };

	return answer(b, irdma_sc_qp_modify(qp, &info, COOKIE, true));
}

u32 object_destroy_qp(struct bench *b, struct irdma_sc_qp *qp)
{
	return answer(b, irdma_sc_qp_destroy(qp, COOKIE, false, false, true));
}

struct irdma_reg_ns_stag_info object_region(struct bench *b, u32 index)
{
	return (struct irdma_reg_ns_stag_info) {
		.va = 0x7f0000001000ULL,
		.reg_addr_pa = b->scrap->pa,
		.total_len = PAGE_SIZE,
		.page_size = SZ_4K,
		.addr_type = IRDMA_ADDR_TYPE_VA_BASED,
		.stag_idx = index,
		.stag_key = 0x12,
		.access_rights = IRDMA_ACCESS_FLAGS_LOCALREAD | IRDMA_ACCESS_FLAGS_LOCALWRITE |
				 IRDMA_ACCESS_FLAGS_REMOTEREAD | IRDMA_ACCESS_FLAGS_BIND_WINDOW,
		.pd_id = OBJECT_PD,
	};
}

u32 object_register(struct bench *b, struct irdma_reg_ns_stag_info *info)
{
	return answer(b, irdma_sc_mr_reg_non_shared(&b->dev, info, COOKIE, true));
}

u32 object_dealloc(struct bench *b, u32 index, u32 pd, bool is_mr)
{
	struct irdma_dealloc_stag_info info = { .stag_idx = index, .pd_id = pd, .mr = is_mr };

	return answer(b, irdma_sc_dealloc_stag(&b->dev, &info, COOKIE, true));
}
