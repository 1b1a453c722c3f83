// SPDX-License-Identifier: GPL-2.0
//
// What differs between the device generations, as data. The control path asks for a property, never for a number.
#pragma once

#include <irdma/types.h>

namespace hw {

struct Generation {
    bool registers_reset; // CQP init also clears doorbell and status register
    bool roce;            // RoCE protocol choice, RTO policy and DCQCN parameters in the CQP context
    bool block_sizes;     // block sizes, timestamps and fine grained timers in the CQP context
    bool deferred;        // a command may be answered twice: deferred or out-of-order completions
    bool srq;             // shared receive queues
    bool flush_index;     // flush carries the index of the failed work request
    bool remote_atomics;  // header bit 61 of STag commands is "remote atomics"; before it was "use PF RID"
    bool mac_by_index;    // an iWARP QP context names the source MAC address by its table index
    bool fragment_valid;  // a fragment of a send WQE has a valid bit
    bool fixed_rq_wqe;    // receive WQEs have 128 bytes with a library that does not choose the size
    bool clear_odd;       // a one-quantum WQE at an even index invalidates the quantum behind it
    bool aeq_register;    // the AEQ's interrupt cause is a register of this function
    bool work_scheduler;  // queue sets come from a tree of scheduler nodes, built by commands
    bool device_qos;      // queue sets of the priorities are properties of the device, not of the LAN's QoS setting
    bool lan_queue_sets;  // queue sets of the priorities are given by the LAN driver
    bool wide_events;     // AEQ entries have wider ids, and contexts without their low 6 bits
    bool counter_regs;    // hardware counters are registers, read by the driver; otherwise the device gathers them
    bool counters_wrap;   // hardware counters are narrower than 64 bits: they have to be looked at before they wrap
    u32 max_aeq_entries;
};

// Index: hw_rev (1 X722, 2 E810, 3 E2000; 4 behaves like 3). Everything else is no device.
inline constexpr Generation no_generation = {};
// clang-format off
inline constexpr Generation gen1 = {
    .registers_reset = true, .roce = false, .block_sizes = false, .deferred = false, .srq = false,
    .flush_index = false, .remote_atomics = false, .mac_by_index = true, .fragment_valid = false, .fixed_rq_wqe = true,
    .clear_odd = true, .aeq_register = true, .work_scheduler = false, .device_qos = false,
    .lan_queue_sets = true, .wide_events = false, .counter_regs = true, .counters_wrap = true,
    .max_aeq_entries = 524287,
};
inline constexpr Generation gen2 = {
    .registers_reset = true, .roce = true, .block_sizes = false, .deferred = false, .srq = false,
    .flush_index = false, .remote_atomics = false, .mac_by_index = false, .fragment_valid = true, .fixed_rq_wqe = false,
    .clear_odd = false, .aeq_register = true, .work_scheduler = true, .device_qos = false,
    .lan_queue_sets = false, .wide_events = false, .counter_regs = false, .counters_wrap = true,
    .max_aeq_entries = 524287,
};
inline constexpr Generation gen3 = {
    .registers_reset = false, .roce = true, .block_sizes = true, .deferred = true, .srq = true,
    .flush_index = true, .remote_atomics = true, .mac_by_index = false, .fragment_valid = true, .fixed_rq_wqe = false,
    .clear_odd = false, .aeq_register = false, .work_scheduler = false, .device_qos = true,
    .lan_queue_sets = false, .wide_events = true, .counter_regs = false, .counters_wrap = false,
    .max_aeq_entries = 262144,
};
// clang-format on
inline constexpr Generation generations[] = {no_generation, gen1, gen2, gen3, gen3};

[[gnu::always_inline]] inline const Generation &generation(u8 hw_rev) {
    constexpr u8 count = sizeof(generations) / sizeof(generations[0]);

    return generations[hw_rev < count ? hw_rev : 0];
}

} // namespace hw
