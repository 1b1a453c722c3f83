// SPDX-License-Identifier: GPL-2.0
//
// The operations, one function per CQP opcode. Each gets an entry whose opcode, polarity and reserved bits are fine.
#pragma once

#include "emu/device.h"

namespace emu {

using Operation = Answer(Device &, const Command &);

// Nothing to do but to say so.
Operation acknowledge;

// ops_address.cpp
Operation manage_qhash;
Operation manage_apbvt;
[[nodiscard]] u32 qhash_entries_of(const Device &d, u32 qp_id);
void remove_qhash_entries_of(Device &d, u32 qp_id);

// ops_mac.cpp
Operation manage_arp;
Operation alloc_mac;
Operation manage_mac;

// ops_qp.cpp
Operation create_qp;
Operation modify_qp;
Operation destroy_qp;
Operation suspend_qp;
Operation resume_qp;
Operation flush_wqes;
Operation upload_context;

// ops_srq.cpp
Operation create_srq;
Operation modify_srq;
Operation destroy_srq;

// ops_cq.cpp
Operation create_cq;
Operation modify_cq;
Operation destroy_cq;
Operation create_ceq;
Operation destroy_ceq;
Operation create_aeq;
Operation destroy_aeq;

// ops_stag.cpp
Operation alloc_stag;
Operation register_mr;
Operation dealloc_stag;
// A QP goes and leaves this many windows bound.
void forget_windows_of(Device &d, u32 qp_id, u32 windows);

// ops_memory.cpp
Operation query_fpm;
Operation commit_fpm;
Operation update_sds;
Operation pages_allocated;
Operation query_features;

// ops_service.cpp
Operation manage_push_page;
Operation manage_stats;
Operation gather_stats;
Operation address_handle;
Operation manage_hmc_function;
Operation manage_mcast_group;

// ops_ws.cpp
Operation manage_ws_node;

// What several operations check. First PBLE of a list of pages: one of those that exist.
[[nodiscard]] Minor check_pbl(const Device &d, u64 leaf_pbl_size, u64 first_pbl);
[[nodiscard]] Minor check_pd(const Device &d, u64 pd);
// Address of a single station, not 0.
[[nodiscard]] constexpr bool is_unicast(u64 mac) {
    constexpr u64 group_bit = u64(1) << 40;

    return mac && !(mac & group_bit);
}
// Checks an address an operation carries.
[[nodiscard]] Minor check_buffer(const Device &d, u64 addr, u64 bytes, u32 alignment);

} // namespace emu
