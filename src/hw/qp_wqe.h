// SPDX-License-Identifier: GPL-2.0
//
// CQP commands on queue pairs.
#pragma once

#include "hw/cqp_wqe.h"

namespace hw {

// Create, modify and destroy have these fields in common. The device reads the host context while it executes create
// or modify.
template <class Self, CqpOp Code> struct QpWqe : CqpWqe<Self, Code> {
    HW_FIELD(Self, host_context, 16, 63, 0);
    HW_FIELD(Self, shadow_area, 40, 63, 0);
    HW_FIELD(Self, qp_id, 24, 23, 0);
    HW_FIELD(Self, qp_type, 24, 50, 48);

    template <class... More>
    using with = CqpFields<CqpWqe<Self, Code>, host_context, shadow_area, qp_id, qp_type, More...>;
};

// ... and create and modify these: which parts of the context count, and the state to go to.
template <class Self, CqpOp Code> struct QpContextWqe : QpWqe<Self, Code> {
    HW_FIELD(Self, ord_valid, 24, 42, 42);
    HW_FIELD(Self, tcp_context_valid, 24, 43, 43);
    HW_FIELD(Self, virtual_map, 24, 45, 45);
    HW_FIELD(Self, force_loopback, 24, 46, 46);
    HW_FIELD(Self, cq_num_valid, 24, 47, 47);
    HW_FIELD(Self, mac_valid, 24, 51, 51);
    HW_FIELD(Self, arp_index_valid, 24, 59, 59);
    HW_FIELD(Self, next_state, 24, 62, 60);

    template <class... More>
    using with =
        typename QpWqe<Self, Code>::template with<ord_valid, tcp_context_valid, virtual_map, force_loopback,
                                                  cq_num_valid, mac_valid, arp_index_valid, next_state, More...>;
};

struct CreateQp : QpContextWqe<CreateQp, CqpOp::create_qp> {
    using fields = with<>;
};

struct ModifyQp : QpContextWqe<ModifyQp, CqpOp::modify_qp> {
    // What a QP going to terminate sends. The terminate length counts with `both` and `terminate_only`.
    enum class Terminate : u8 { both = 0, terminate_only = 1, fin_only = 2, neither = 3, max_value = 3 };

    HW_FIELD(ModifyQp, new_mss, 8, 45, 32);
    HW_FIELD(ModifyQp, term_length, 8, 51, 48);
    HW_FIELD(ModifyQp, cached_vars_valid, 24, 44, 44);
    HW_FIELD(ModifyQp, mss_change, 24, 52, 52);
    HW_FIELD(ModifyQp, remove_hash, 24, 55, 55);
    HW_FIELD(ModifyQp, terminate, 24, 57, 56);
    HW_FIELD(ModifyQp, reset_tcp, 24, 58, 58);

    using fields = with<new_mss, term_length, cached_vars_valid, mss_change, remove_hash, terminate, reset_tcp>;
};

struct DestroyQp : QpWqe<DestroyQp, CqpOp::destroy_qp> {
    HW_FIELD(DestroyQp, ignore_mw_bound, 24, 54, 54);
    HW_FIELD(DestroyQp, remove_hash, 24, 55, 55);

    using fields = with<ignore_mw_bound, remove_hash>;
};

// The QP is quiescent when the asynchronous event QP_SUSPEND_COMPLETE arrives, not at the completion.
struct SuspendQp : CqpWqe<SuspendQp, CqpOp::suspend_qp> {
    HW_FIELD(SuspendQp, qp_id, 24, 23, 0);

    using fields = CqpFields<SuspendQp, qp_id>;
};

struct ResumeQp : CqpWqe<ResumeQp, CqpOp::resume_qp> {
    HW_FIELD(ResumeQp, qs_handle, 16, 31, 0);
    HW_FIELD(ResumeQp, qp_id, 24, 23, 0);

    using fields = CqpFields<ResumeQp, qs_handle, qp_id>;
};

// Completes the work requests of a QP in error; or, with generate_ae alone, only raises an asynchronous event. The
// error indices exist from gen3 on.
struct FlushWqes : CqpWqe<FlushWqes, CqpOp::flush_wqes> {
    HW_FIELD(FlushWqes, ae_code, 8, 15, 0);
    HW_FIELD(FlushWqes, ae_source, 8, 19, 16);
    HW_FIELD(FlushWqes, rq_minor, 16, 15, 0);
    HW_FIELD(FlushWqes, rq_major, 16, 31, 16);
    HW_FIELD(FlushWqes, sq_minor, 16, 47, 32);
    HW_FIELD(FlushWqes, sq_major, 16, 63, 48);
    HW_FIELD(FlushWqes, err_sq_index, 40, 49, 32);
    HW_FIELD(FlushWqes, err_rq_index, 48, 46, 32);
    HW_FIELD(FlushWqes, qp_id, 24, 23, 0);
    HW_FIELD(FlushWqes, err_sq_index_valid, 24, 42, 42);
    HW_FIELD(FlushWqes, err_rq_index_valid, 24, 43, 43);
    HW_FIELD(FlushWqes, generate_ae, 24, 59, 59);
    HW_FIELD(FlushWqes, user_codes, 24, 60, 60);
    HW_FIELD(FlushWqes, flush_sq, 24, 61, 61);
    HW_FIELD(FlushWqes, flush_rq, 24, 62, 62);

    using fields =
        CqpFields<FlushWqes, ae_code, ae_source, rq_minor, rq_major, sq_minor, sq_major, err_sq_index, err_rq_index,
                  qp_id, err_sq_index_valid, err_rq_index_valid, generate_ae, user_codes, flush_sq, flush_rq>;
};

// Writes the device's copy of a QP context to memory.
struct UploadContext : CqpWqe<UploadContext, CqpOp::upload_context> {
    HW_FIELD(UploadContext, buffer, 16, 63, 0);
    HW_FIELD(UploadContext, qp_id, 24, 23, 0);
    HW_FIELD(UploadContext, qp_type, 24, 51, 48);
    HW_FIELD(UploadContext, raw_format, 24, 61, 61);
    HW_FIELD(UploadContext, freeze_qp, 24, 62, 62);

    using fields = CqpFields<UploadContext, buffer, qp_id, qp_type, raw_format, freeze_qp>;
};

// Pages of the BAR through which WQEs can be pushed. The completion of an allocation returns the page index.
struct ManagePushPages : CqpWqe<ManagePushPages, CqpOp::manage_push_pages> {
    HW_FIELD(ManagePushPages, qs_handle, 16, 15, 0);
    HW_FIELD(ManagePushPages, page_index, 24, 31, 0);
    HW_FIELD(ManagePushPages, page_type, 24, 61, 60);
    HW_FIELD(ManagePushPages, free_page, 24, 62, 62);

    using fields = CqpFields<ManagePushPages, qs_handle, page_index, page_type, free_page>;
};

} // namespace hw
