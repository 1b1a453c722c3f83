// SPDX-License-Identifier: GPL-2.0
//
// CQP commands on memory keys (STags): regions and windows.
#pragma once

#include <irdma/defs.h>

#include "hw/cqp_wqe.h"

namespace hw {

enum class PageSize : u8 { size_4k = 0, size_2m = 1, size_1g = 2, max_value = 3 };

// The PD id is in two parts; the position of the lower one depends on the generation.
inline constexpr unsigned stag_pd_low_bits = 18;
inline constexpr unsigned stag_place_bits = 14; // at least

// The entry of a table of so many STags that an index names: it is in the low bits, as many as the table needs. The
// bits above are the driver's.
HW_INLINE constexpr u32 stag_place(u64 stag_index, u32 stags) {
    const unsigned bits = stags > 1u << stag_place_bits ? 32 - unsigned(__builtin_clz(stags - 1)) : stag_place_bits;

    return u32(stag_index & mask_of(bits));
}

template <class Self, CqpOp Code> struct StagWqe : CqpWqe<Self, Code> {
    HW_TABLE_FIELD(Self, pd_id, 8, 63, 46, IRDMA_CQPSQ_STAG_PDID_S);
    HW_FIELD(Self, stag_index, 16, 31, 8);
    HW_FIELD(Self, pd_id_high, 16, 59, 54);
    HW_FIELD(Self, is_mr, 24, 43, 43); // 0: memory window

    template <class... More> using with = CqpFields<CqpWqe<Self, Code>, pd_id, stag_index, pd_id_high, is_mr, More...>;
};

// A region, reserved for fast registration or registered at once.
template <class Self, CqpOp Code> struct RegionWqe : StagWqe<Self, Code> {
    HW_FIELD(Self, length, 8, 45, 0);
    HW_FIELD(Self, hmc_function, 40, 15, 0);
    HW_FIELD(Self, first_pbl, 48, 27, 0);
    HW_FIELD(Self, leaf_pbl_size, 24, 45, 44);
    HW_FIELD(Self, page_size, 24, 47, 46);
    HW_FIELD(Self, access_rights, 24, 52, 48);
    HW_FIELD(Self, remote_access, 24, 53, 53);
    HW_FIELD(Self, use_hmc_function, 24, 60, 60);
    HW_FIELD(Self, pf_rid_or_atomics, 24, 61, 61); // gen1, gen2: use the PF's requester id; gen3: remote atomics

    template <class... More>
    using with = typename StagWqe<Self, Code>::template with<length, hmc_function, first_pbl, leaf_pbl_size, page_size,
                                                             access_rights, remote_access, use_hmc_function,
                                                             pf_rid_or_atomics, More...>;
};

struct AllocStag : RegionWqe<AllocStag, CqpOp::alloc_stag> {
    using fields = with<>;
};

struct RegisterMr : RegionWqe<RegisterMr, CqpOp::reg_mr> {
    HW_FIELD(RegisterMr, address, 0, 63, 0); // virtual address, or offset of the first byte in its page
    HW_FIELD(RegisterMr, stag_key, 16, 7, 0);
    HW_FIELD(RegisterMr, physical_address, 32, 63, 0);
    HW_FIELD(RegisterMr, va_based, 24, 59, 59);

    using fields = with<address, stag_key, physical_address, va_based>;
};

// Same opcode as AllocStag, with is_mr 0.
struct AllocWindow : StagWqe<AllocWindow, CqpOp::alloc_stag> {
    HW_FIELD(AllocWindow, type_1, 24, 42, 42);
    HW_FIELD(AllocWindow, no_key_check_at_bind, 24, 58, 58);

    using fields = with<type_1, no_key_check_at_bind>;
};

struct DeallocStag : StagWqe<DeallocStag, CqpOp::dealloc_stag> {
    using fields = with<>;
};

} // namespace hw
