// SPDX-License-Identifier: GPL-2.0
//
// CQP commands on the host memory cache (HMC): the dialogue that sizes it (FPM), segment descriptors (SD), and the
// feature query.
#pragma once

#include "hw/cqp_wqe.h"

namespace hw {

// The completion of an allocation returns the PM function index.
struct ManageHmcPmFuncTable : CqpWqe<ManageHmcPmFuncTable, CqpOp::manage_hmc_pm_func_table> {
    HW_FIELD(ManageHmcPmFuncTable, vf_id, 24, 15, 0);
    HW_FIELD(ManageHmcPmFuncTable, free_function, 24, 62, 62);

    using fields = CqpFields<ManageHmcPmFuncTable, vf_id, free_function>;
};

struct QueryFpmVal : CqpWqe<QueryFpmVal, CqpOp::query_fpm_val> {
    HW_FIELD(QueryFpmVal, hmc_function, 16, 7, 0);
    HW_FIELD(QueryFpmVal, buffer, 32, 63, 0);

    using fields = CqpFields<QueryFpmVal, hmc_function, buffer>;
};

struct CommitFpmVal : CqpWqe<CommitFpmVal, CqpOp::commit_fpm_val> {
    HW_FIELD(CommitFpmVal, hmc_function, 16, 7, 0);
    HW_FIELD(CommitFpmVal, buffer, 32, 63, 0);
    HW_FIELD(CommitFpmVal, buffer_bytes, 24, 31, 0);
    HW_FIELD(CommitFpmVal, scratch_buffer, 24, 38, 38); // the buffer names scratch memory for the firmware

    using fields = CqpFields<CommitFpmVal, hmc_function, buffer, buffer_bytes, scratch_buffer>;
};

// Up to three SDs in the entry itself, the others in a buffer of which each SQ slot has its own part.
struct UpdatePeSds : CqpWqe<UpdatePeSds, CqpOp::update_pe_sds> {
    HW_FIELD(UpdatePeSds, command_0, 0, 31, 0);
    HW_FIELD(UpdatePeSds, data_0, 8, 63, 0);
    HW_FIELD(UpdatePeSds, hmc_function, 16, 5, 0);
    HW_FIELD(UpdatePeSds, buffer, 16, 63, 7);
    HW_FIELD(UpdatePeSds, command_1, 32, 31, 0);
    HW_FIELD(UpdatePeSds, valid_1, 32, 63, 63);
    HW_FIELD(UpdatePeSds, data_1, 40, 63, 0);
    HW_FIELD(UpdatePeSds, command_2, 48, 31, 0);
    HW_FIELD(UpdatePeSds, valid_2, 48, 63, 63);
    HW_FIELD(UpdatePeSds, data_2, 56, 63, 0);
    HW_FIELD(UpdatePeSds, buffer_entries, 24, 3, 0);
    HW_FIELD(UpdatePeSds, skip_entry, 24, 7, 7);

    using fields = CqpFields<UpdatePeSds, command_0, data_0, hmc_function, buffer, command_1, valid_1, data_1,
                             command_2, valid_2, data_2, buffer_entries, skip_entry>;

    static constexpr unsigned inline_entries = 3;
};

struct SdBufferEntry : Layout<16> {
    HW_FIELD(SdBufferEntry, command, 0, 31, 0);
    HW_FIELD(SdBufferEntry, data, 8, 63, 0);

    using fields = Fields<command, data>;
};

// All static HMC objects have their backing pages.
struct StaticHmcPages : CqpWqe<StaticHmcPages, CqpOp::shmc_pages_allocated> {
    HW_FIELD(StaticHmcPages, hmc_function, 16, 5, 0);

    using fields = CqpFields<StaticHmcPages, hmc_function>;
};

struct QueryRdmaFeatures : CqpWqe<QueryRdmaFeatures, CqpOp::query_rdma_features> {
    HW_FIELD(QueryRdmaFeatures, buffer, 32, 63, 0);
    HW_FIELD(QueryRdmaFeatures, buffer_bytes, 24, 31, 0);

    using fields = CqpFields<QueryRdmaFeatures, buffer, buffer_bytes>;
};

} // namespace hw
