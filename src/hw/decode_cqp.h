// SPDX-License-Identifier: GPL-2.0
//
// Which layout a CQP work queue entry has: for decoders and for the emulated device.
#pragma once

#include "hw/address_wqe.h"
#include "hw/cq_wqe.h"
#include "hw/decode.h"
#include "hw/event_wqe.h"
#include "hw/hmc_wqe.h"
#include "hw/memory_wqe.h"
#include "hw/qos_wqe.h"
#include "hw/qp_wqe.h"
#include "hw/srq_wqe.h"
#include "hw/stats_wqe.h"
#include "hw/uda_wqe.h"

namespace hw {

struct CqpLayout {
    CqpOp code;
    LayoutInfo layout;
};

template <class L> constexpr CqpLayout cqp_layout_of(const char *name) {
    return {L::code, layout_info<L>(name)};
}

// Operations are named as in the specification.
inline constexpr CqpLayout cqp_layouts[] = {
    cqp_layout_of<CreateQp>("CREATE_QP"),
    cqp_layout_of<ModifyQp>("MODIFY_QP"),
    cqp_layout_of<DestroyQp>("DESTROY_QP"),
    cqp_layout_of<CreateCq>("CREATE_CQ"),
    cqp_layout_of<ModifyCq>("MODIFY_CQ"),
    cqp_layout_of<DestroyCq>("DESTROY_CQ"),
    cqp_layout_of<CreateSrq>("CREATE_SRQ"),
    cqp_layout_of<ModifySrq>("MODIFY_SRQ"),
    cqp_layout_of<DestroySrq>("DESTROY_SRQ"),
    cqp_layout_of<AllocStag>("ALLOC_STAG"),
    cqp_layout_of<RegisterMr>("REG_MR"),
    cqp_layout_of<DeallocStag>("DEALLOC_STAG"),
    cqp_layout_of<ManageLocMac>("MANAGE_LOC_MAC_TABLE"),
    cqp_layout_of<ManageArp>("MANAGE_ARP"),
    cqp_layout_of<ManagePushPages>("MANAGE_PUSH_PAGES"),
    cqp_layout_of<QueryRdmaFeatures>("QUERY_RDMA_FEATURES"),
    cqp_layout_of<UploadContext>("UPLOAD_CONTEXT"),
    cqp_layout_of<AllocLocMac>("ALLOCATE_LOC_MAC_TABLE_ENTRY"),
    cqp_layout_of<ManageHmcPmFuncTable>("MANAGE_HMC_PM_FUNC_TABLE"),
    cqp_layout_of<CreateCeq>("CREATE_CEQ"),
    cqp_layout_of<DestroyCeq>("DESTROY_CEQ"),
    cqp_layout_of<CreateAeq>("CREATE_AEQ"),
    cqp_layout_of<DestroyAeq>("DESTROY_AEQ"),
    cqp_layout_of<CreateAh>("CREATE_ADDR_HANDLE"),
    cqp_layout_of<DestroyAh>("DESTROY_ADDR_HANDLE"),
    cqp_layout_of<UpdatePeSds>("UPDATE_PE_SDS"),
    cqp_layout_of<QueryFpmVal>("QUERY_FPM_VAL"),
    cqp_layout_of<CommitFpmVal>("COMMIT_FPM_VAL"),
    cqp_layout_of<FlushWqes>("FLUSH_WQES"),
    cqp_layout_of<ManageApbvt>("MANAGE_APBVT"),
    cqp_layout_of<AnyCqpWqe>("NOP"),
    cqp_layout_of<ManageQhash>("MANAGE_QUAD_HASH_TABLE_ENTRY"),
    cqp_layout_of<CreateMcastGroup>("CREATE_MCAST_GRP"),
    cqp_layout_of<ModifyMcastGroup>("MODIFY_MCAST_GRP"),
    cqp_layout_of<DestroyMcastGroup>("DESTROY_MCAST_GRP"),
    cqp_layout_of<SuspendQp>("SUSPEND_QP"),
    cqp_layout_of<ResumeQp>("RESUME_QP"),
    cqp_layout_of<StaticHmcPages>("SHMC_PAGES_ALLOCATED"),
    cqp_layout_of<WorkSchedNode>("WORK_SCHED_NODE"),
    cqp_layout_of<ManageStats>("MANAGE_STATS"),
    cqp_layout_of<GatherStats>("GATHER_STATS"),
    cqp_layout_of<SetUpMap>("UP_MAP"),
};

// Two operations share the opcode of ALLOC_STAG; which one it is, the entry says.
inline constexpr LayoutInfo alloc_window_layout = layout_info<AllocWindow>("ALLOC_MW");

// For entries whose opcode means nothing: everything but the header's common fields is unknown.
inline constexpr LayoutInfo raw_cqp_layout = layout_info<AnyCqpWqe>("unknown operation");

// The layout of an entry (words in CPU byte order); nullptr: no operation has this opcode.
[[nodiscard]] constexpr const LayoutInfo *cqp_layout(const u64 *words) {
    const u64 header = words[cqp_header_word];
    const u64 opcode = extract<AnyCqpWqe::opcode>(header);

    if (opcode == u8(CqpOp::alloc_stag) && !extract<AllocStag::is_mr>(header))
        return &alloc_window_layout;
    for (const CqpLayout &l : cqp_layouts)
        if (u8(l.code) == opcode)
            return &l.layout;
    return nullptr;
}

} // namespace hw
