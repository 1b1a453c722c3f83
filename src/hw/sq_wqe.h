// SPDX-License-Identifier: GPL-2.0
//
// Send-queue WQEs that the control path itself writes: connection setup, fast registration, and NOPs that fill a gap.
#pragma once

#include "hw/memory_wqe.h"

namespace hw {

enum class SqOp : u8 {
    rdma_write = 0x00,
    rdma_read = 0x01,
    send = 0x03,
    fast_register = 0x09,
    nop = 0x0c,
    generate_rts_ae = 0x30,
    max_value = 0x3f,
};

inline constexpr unsigned quantum_bytes = 32;
inline constexpr unsigned quantum_words = quantum_bytes / 8;
inline constexpr unsigned sq_header_word = 3;

// Quanta of a send queue that stay free.
inline constexpr u32 sq_unused_quanta = 257;

// Quanta of one step of invalidating the ring ahead of the producer.
inline constexpr u32 sq_clear_quanta = 128;

// Receive WQE of a gen1 QP whose user-space library does not choose the size.
inline constexpr u16 fixed_rq_wqe_bytes = 128;

template <class Self, SqOp Code> struct SqWqe : Layout<quantum_bytes> {
    static constexpr SqOp code = Code;

    HW_FIELD(Self, opcode, 24, 37, 32);
    HW_FIELD(Self, valid, 24, 63, 63);

    template <class... More> using with = Fields<opcode, valid, More...>;
};

// A slot of which only the valid bit is known.
struct AnySqWqe : SqWqe<AnySqWqe, SqOp::nop> {
    using fields = with<>;
};

struct SqNop : SqWqe<SqNop, SqOp::nop> {
    HW_FIELD(SqNop, local_fence, 24, 61, 61);

    using fields = with<local_fence>;
};

// Asks for the event "connection established".
struct GenerateRtsAe : SqWqe<GenerateRtsAe, SqOp::generate_rts_ae> {
    using fields = with<>;
};

// The last message of streaming mode. gen1, and from gen2 on, where a fragment has a valid bit of its own.
template <class Self> struct LsmmWqe : SqWqe<Self, SqOp::send> {
    HW_FIELD(Self, address, 0, 63, 0);
    HW_FIELD(Self, streaming, 24, 58, 58);
    HW_FIELD(Self, wait_for_receive, 24, 59, 59);

    template <class... More>
    using with = typename SqWqe<Self, SqOp::send>::template with<address, streaming, wait_for_receive, More...>;
};

struct LsmmGen1 : LsmmWqe<LsmmGen1> {
    HW_FIELD(LsmmGen1, length, 8, 31, 0);
    HW_FIELD(LsmmGen1, stag, 8, 63, 32);

    using fields = with<length, stag>;
};

struct Lsmm : LsmmWqe<Lsmm> {
    HW_FIELD(Lsmm, stag, 8, 31, 0);
    HW_FIELD(Lsmm, length, 8, 62, 32);
    HW_FIELD(Lsmm, fragment_valid, 8, 63, 63);

    using fields = with<stag, length, fragment_valid>;
};

// Ready to transfer: an RDMA read or write of no bytes.
template <class Self, SqOp Code> struct RttWqe : SqWqe<Self, Code> {
    HW_FIELD(Self, remote_stag, 24, 31, 0);

    template <class... More> using with = typename SqWqe<Self, Code>::template with<remote_stag, More...>;
};

template <SqOp Code> struct RttGen1 : RttWqe<RttGen1<Code>, Code> {
    HW_FIELD(RttGen1, local_stag, 8, 63, 32);

    using fields = typename RttWqe<RttGen1<Code>, Code>::template with<local_stag>;
};

template <SqOp Code> struct Rtt : RttWqe<Rtt<Code>, Code> {
    HW_FIELD(Rtt, local_stag, 8, 31, 0);
    HW_FIELD(Rtt, fragment_valid, 8, 63, 63);

    using fields = typename RttWqe<Rtt<Code>, Code>::template with<local_stag, fragment_valid>;
};

// No bytes, so no key is looked up; these are what devices have been tested with.
inline constexpr u32 rtt_local_stag = 0xabcd;
inline constexpr u32 rtt_remote_stag = 0x1234;

// The pages are one physical range or a list; the list's first index is in two parts.
inline constexpr unsigned fast_register_pbl_low_bits = 16;

struct FastRegister : SqWqe<FastRegister, SqOp::fast_register> {
    HW_FIELD(FastRegister, address, 0, 63, 0); // virtual address, or offset of the first byte
    HW_FIELD(FastRegister, first_pbl_high, 8, 11, 0);
    HW_FIELD(FastRegister, physical_address, 8, 63, 12); // upper bits of a 4 KiB aligned address
    HW_FIELD(FastRegister, length, 16, 40, 0);
    HW_FIELD(FastRegister, first_pbl, 16, 63, 48);
    HW_FIELD(FastRegister, stag_key, 24, 7, 0);
    HW_FIELD(FastRegister, stag_index, 24, 31, 8);
    HW_FIELD(FastRegister, leaf_pbl_size, 24, 45, 44);
    HW_FIELD(FastRegister, page_size, 24, 47, 46);
    HW_FIELD(FastRegister, access_rights, 24, 52, 48);
    HW_FIELD(FastRegister, va_based, 24, 53, 53);
    HW_FIELD(FastRegister, remote_atomics, 24, 55, 55);
    HW_FIELD(FastRegister, read_fence, 24, 60, 60);
    HW_FIELD(FastRegister, local_fence, 24, 61, 61);
    HW_FIELD(FastRegister, signal, 24, 62, 62);

    using fields =
        with<address, first_pbl_high, physical_address, length, first_pbl, stag_key, stag_index, leaf_pbl_size,
             page_size, access_rights, va_based, remote_atomics, read_fence, local_fence, signal>;
};

} // namespace hw
