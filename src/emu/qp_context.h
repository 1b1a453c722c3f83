// SPDX-License-Identifier: GPL-2.0
//
// The QP's host context as the device reads it while it executes create and modify.
#pragma once

#include "emu/device.h"

namespace emu {

// What the command says about the context.
struct ContextUse {
    u64 pa;
    u8 type; // IRDMA_QP_TYPE_*
    u8 next; // IRDMA_QP_STATE_*; invalid: the one it has
    bool virtual_map;
    bool takes_cqs;
    bool takes_arp;
    bool takes_mac;
    bool takes_transport; // TCP information of an iWARP context; that of a RoCE context counts always
};

// What the context says, whichever layout it has.
struct QpContext {
    u64 sq_base;
    u64 rq_base;
    u64 mac;
    u32 sq_quanta;
    u32 rq_quanta;
    u32 pd;
    u32 send_cq;
    u32 receive_cq;
    u32 srq;
    u32 arp;
    u32 stats;
    u32 mac_index;
    u32 qs_handle;
    bool use_srq;
    bool use_stats;
    bool has_pd; // it counts
};

// Reads the context and checks it for what it says and what exists. Without queues in a device with loose contexts.
[[nodiscard]] Minor read_context(const Device &d, const ContextUse &use, QpContext *context);

} // namespace emu
