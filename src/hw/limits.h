// SPDX-License-Identifier: GPL-2.0
//
// Device limits. The member defaults are what every device starts with; a generation overrides some.
#pragma once

#include <irdma/types.h>

namespace hw {

inline constexpr u64 page_4k = 0x1000;
inline constexpr u64 page_2m = 0x200000;
inline constexpr u64 page_1g = 0x40000000;

// Bits of uk_attrs.feature_flags, reported to user space unchanged.
inline constexpr u64 feature_rts_ae = u64(1) << 0;
inline constexpr u64 feature_cq_resize = u64(1) << 1;
inline constexpr u64 feature_64_byte_cqe = u64(1) << 5;
inline constexpr u64 feature_atomic_ops = u64(1) << 6;
inline constexpr u64 feature_srq = u64(1) << 7;
inline constexpr u64 feature_cqe_timestamping = u64(1) << 8;

// Quanta of a send queue the driver keeps in reserve.
inline constexpr u32 sq_reserved_quanta = 258;

struct Limits {
    u64 max_hw_outbound_msg_size = 2147483647;
    u64 max_hw_inbound_msg_size = 2147483647;
    u64 max_mr_size = 0x200000000000;
    u64 page_size_cap = 0;
    u64 feature_flags = 0;
    u32 min_hw_qp_id = 0;
    u32 min_hw_srq_id = 0;
    u32 min_hw_aeq_size = 1;
    u32 max_hw_aeq_size = 524287;
    u32 min_hw_ceq_size = 1;
    u32 max_hw_ceq_size = 262143;
    u32 min_hw_cq_size = 1;
    u32 max_hw_cq_size = 1048575;
    u32 max_hw_wq_frags = 13;
    u32 max_hw_read_sges = 13;
    u32 max_hw_inline = 101;
    u32 max_hw_rq_quanta = 32768;
    u32 max_hw_wq_quanta = 32768;
    u32 max_hw_srq_quanta = 0;
    u32 max_hw_device_pages = 1024;
    u32 first_hw_vf_fpm_id = 0;
    u32 max_hw_vf_fpm_id = 0;
    u32 max_hw_ird = 0;
    u32 max_hw_ord = 0;
    u32 max_hw_wqes = 32768;
    u32 max_hw_pds = 262144;
    u32 max_hw_ena_vf_count = 32;
    u32 max_qp_wr = (32768 - sq_reserved_quanta) / 8;
    u32 max_pe_ready_count = 14; // firmware-ready waits of one second
    u32 max_done_count = 1000;   // looks of a polling loop
    u32 max_sleep_count = 10;    // microseconds between them
    u32 max_cqp_compl_wait_time_ms = 10;
    u16 max_stat_inst = 0;
    u16 max_stat_idx = 0;
    u16 max_hw_sq_chunk = 0;
    u16 min_hw_wq_size = 0;
};

inline constexpr Limits base_limits = {};

inline constexpr Limits gen1_limits = {
    .page_size_cap = page_4k | page_2m,
    .max_hw_wq_frags = 3,
    .max_hw_read_sges = 1,
    .max_hw_inline = 48,
    .max_hw_rq_quanta = 16384,
    .max_hw_wq_quanta = 2048,
    .max_hw_device_pages = 0,
    .first_hw_vf_fpm_id = 16,
    .max_hw_vf_fpm_id = 47,
    .max_hw_ird = 63,
    .max_hw_ord = 127,
    .max_hw_wqes = 2048,
    .max_hw_pds = 32768,
    .max_qp_wr = (2048 - sq_reserved_quanta) / 2,
    .max_stat_inst = 16,
    .max_stat_idx = 42,
    .max_hw_sq_chunk = 2,
    .min_hw_wq_size = 4,
};

inline constexpr Limits gen2_limits = {
    .page_size_cap = page_4k | page_2m | page_1g,
    .feature_flags = feature_rts_ae | feature_cq_resize,
    .max_hw_device_pages = 256,
    .first_hw_vf_fpm_id = 8,
    .max_hw_vf_fpm_id = 47,
    .max_hw_ird = 127,
    .max_hw_ord = 255,
    .max_stat_inst = 128,
    .max_stat_idx = 46,
    .max_hw_sq_chunk = 8,
    .min_hw_wq_size = 8,
};

inline constexpr Limits gen3_limits = {
    .page_size_cap = page_4k | page_2m | page_1g,
    .feature_flags = feature_64_byte_cqe | feature_cqe_timestamping | feature_srq | feature_rts_ae | feature_cq_resize,
    .max_hw_aeq_size = 262144,
    .max_hw_wq_frags = 14,
    .max_hw_read_sges = 14,
    .max_hw_inline = 216,
    .max_hw_srq_quanta = 262144,
    .max_hw_device_pages = 8192, // a virtual function has 16
    .first_hw_vf_fpm_id = 0,
    .max_hw_vf_fpm_id = 1,
    .max_hw_ird = 64,
    .max_hw_ord = 64,
    .max_stat_inst = 128,
    .max_stat_idx = 57,
    .max_hw_sq_chunk = 8,
    .min_hw_wq_size = 16,
};

inline constexpr u32 gen3_vf_device_pages = 16;

} // namespace hw
