// SPDX-License-Identifier: GPL-2.0
//
// What every control queue pair (CQP) work queue entry has in common: 64 bytes, and a header word at byte 24 with
// the opcode and the valid bit, which the device compares with the polarity of its current pass over the ring.
#pragma once

#include "hw/builder.h"

namespace hw {

// Header bits 37:32.
enum class CqpOp : u8 {
    create_qp = 0x00,
    modify_qp = 0x01,
    destroy_qp = 0x02,
    create_cq = 0x03,
    modify_cq = 0x04,
    destroy_cq = 0x05,
    create_srq = 0x06,
    modify_srq = 0x07,
    destroy_srq = 0x08,
    alloc_stag = 0x09,
    reg_mr = 0x0a,
    query_stag = 0x0b,
    dealloc_stag = 0x0d,
    manage_loc_mac_table = 0x0e,
    manage_arp = 0x0f,
    manage_push_pages = 0x11,
    query_rdma_features = 0x12,
    upload_context = 0x13,
    alloc_loc_mac_entry = 0x14,
    manage_hmc_pm_func_table = 0x15,
    create_ceq = 0x16,
    destroy_ceq = 0x18,
    create_aeq = 0x19,
    destroy_aeq = 0x1b,
    create_ah = 0x1c,
    modify_ah = 0x1d,
    destroy_ah = 0x1e,
    update_pe_sds = 0x1f,
    query_fpm_val = 0x20,
    commit_fpm_val = 0x21,
    flush_wqes = 0x22, // generate AE has the same opcode
    manage_apbvt = 0x23,
    nop = 0x24,
    manage_qhash = 0x25,
    create_mcast_grp = 0x26,
    modify_mcast_grp = 0x27,
    destroy_mcast_grp = 0x28,
    suspend_qp = 0x29,
    resume_qp = 0x2a,
    shmc_pages_allocated = 0x2b,
    work_sched_node = 0x2c,
    manage_stats = 0x2d,
    gather_stats = 0x2e,
    up_map = 0x2f,
    max_value = 0x3f,
};

inline constexpr unsigned cqp_wqe_bytes = 64;
inline constexpr unsigned cqp_wqe_words = cqp_wqe_bytes / 8;
inline constexpr unsigned cqp_header_word = 3;

template <class Self, CqpOp Code> struct CqpWqe : Layout<cqp_wqe_bytes> {
    static constexpr CqpOp code = Code;

    HW_FIELD(Self, opcode, 24, 37, 32);
    HW_FIELD(Self, valid, 24, 63, 63);
};

// The field list of a WQE: its own fields and the two common ones.
template <class Self, class... Fs> using CqpFields = Fields<Fs..., typename Self::opcode, typename Self::valid>;

// Just the header, for parsing an entry whose operation is not known yet.
struct AnyCqpWqe : CqpWqe<AnyCqpWqe, CqpOp::nop> {
    using fields = CqpFields<AnyCqpWqe>;
};

} // namespace hw
