// SPDX-License-Identifier: GPL-2.0
//
// What a terminate message says about an event (RFC 5040 section 4.8), and how the QP's work requests are flushed.
//
// The pairs of type and code are those that existing peers have seen for years. Some are not what the RFC's registry
// has, as far as remembered: 0x0106 and 0x0107 would be type 1, the CRC error type 0, and 0x0312, 0x0313, 0x0314 and
// 0x0504 would have codes of their own. Bytes on the wire change only after a look into the RFC and at a peer.
#pragma once

#include <irdma/ae.h>
#include <irdma/terminate.h>

namespace core {

// What must be known of the offending segment for a row to apply.
enum class TermWhen : u8 {
    always,
    segment,    // the device wrote it into Q2
    write,      // and it is an RDMA write
    invalidate, // and it is a send with invalidate
    tagged,     // and it is tagged
};

struct TermRow {
    u16 ae_id;
    TermWhen when;
    u8 layer_etype;
    u8 code;
    irdma_flush_opcode flush_code;
    irdma_qp_event_type event_type;
};

constexpr u8 term_type(irdma_term_layers layer, irdma_term_error_types type) {
    return u8(layer * 16 + type);
}

inline constexpr u8 rdmap_protection = term_type(LAYER_RDMA, RDMAP_REMOTE_PROT);
inline constexpr u8 rdmap_operation = term_type(LAYER_RDMA, RDMAP_REMOTE_OP);
inline constexpr u8 ddp_local = term_type(LAYER_DDP, DDP_CATASTROPHIC);
inline constexpr u8 ddp_tagged = term_type(LAYER_DDP, DDP_TAGGED_BUF);
inline constexpr u8 ddp_untagged = term_type(LAYER_DDP, DDP_UNTAGGED_BUF);
inline constexpr u8 mpa_error = term_type(LAYER_MPA, DDP_LLP);

inline constexpr irdma_qp_event_type term_access = IRDMA_QP_EVENT_ACCESS_ERR;
inline constexpr irdma_qp_event_type term_fatal = IRDMA_QP_EVENT_CATASTROPHIC;

// The first row that applies counts.
// clang-format off
inline constexpr TermRow term_rows[] = {
    {0x0102, TermWhen::write,      ddp_tagged,       DDP_TAGGED_INV_STAG,         FLUSH_PROT_ERR,       term_access},
    {0x0102, TermWhen::always,     rdmap_protection, RDMAP_INV_STAG,              FLUSH_REM_ACCESS_ERR, term_access},
    {0x0103, TermWhen::always,     rdmap_protection, RDMAP_INV_STAG,              FLUSH_REM_ACCESS_ERR, term_access},
    {0x0104, TermWhen::always,     ddp_untagged,     DDP_UNTAGGED_INV_QN,         FLUSH_LOC_QP_OP_ERR,  term_fatal},
    {0x0105, TermWhen::write,      ddp_tagged,       DDP_TAGGED_UNASSOC_STAG,     FLUSH_PROT_ERR,       term_fatal},
    {0x0105, TermWhen::invalidate, rdmap_protection, RDMAP_CANT_INV_STAG,         FLUSH_REM_ACCESS_ERR, term_fatal},
    {0x0105, TermWhen::always,     rdmap_protection, RDMAP_UNASSOC_STAG,          FLUSH_REM_ACCESS_ERR, term_fatal},
    {0x0106, TermWhen::invalidate, rdmap_operation,  RDMAP_CANT_INV_STAG,         FLUSH_REM_OP_ERR,     term_access},
    {0x0106, TermWhen::always,     rdmap_operation,  RDMAP_INV_STAG,              FLUSH_REM_ACCESS_ERR, term_access},
    {0x0107, TermWhen::invalidate, rdmap_operation,  RDMAP_CANT_INV_STAG,         FLUSH_REM_OP_ERR,     term_access},
    {0x0107, TermWhen::always,     rdmap_operation,  RDMAP_INV_STAG,              FLUSH_REM_ACCESS_ERR, term_access},
    {0x0108, TermWhen::segment,    ddp_tagged,       DDP_TAGGED_BOUNDS,           FLUSH_PROT_ERR,       term_access},
    {0x0108, TermWhen::always,     rdmap_protection, RDMAP_INV_BOUNDS,            FLUSH_REM_ACCESS_ERR, term_access},
    {0x0109, TermWhen::always,     rdmap_protection, RDMAP_ACCESS,                FLUSH_REM_ACCESS_ERR, term_access},
    {0x010a, TermWhen::always,     rdmap_protection, RDMAP_TO_WRAP,               FLUSH_REM_ACCESS_ERR, term_access},
    {0x0112, TermWhen::always,     rdmap_protection, RDMAP_ACCESS,                FLUSH_REM_ACCESS_ERR, term_access},
    {0x011c, TermWhen::always,     rdmap_protection, RDMAP_ACCESS,                FLUSH_REM_ACCESS_ERR, term_access},
    {0x0301, TermWhen::always,     ddp_untagged,     DDP_UNTAGGED_INV_MSN_RANGE,  FLUSH_GENERAL_ERR,    term_fatal},
    {0x0303, TermWhen::always,     ddp_untagged,     DDP_UNTAGGED_INV_TOO_LONG,   FLUSH_LOC_LEN_ERR,    term_access},
    {0x0304, TermWhen::tagged,     ddp_tagged,       DDP_TAGGED_INV_DDP_VER,      FLUSH_GENERAL_ERR,    term_fatal},
    {0x0304, TermWhen::always,     ddp_untagged,     DDP_UNTAGGED_INV_DDP_VER,    FLUSH_GENERAL_ERR,    term_fatal},
    {0x0305, TermWhen::always,     ddp_untagged,     DDP_UNTAGGED_INV_MO,         FLUSH_GENERAL_ERR,    term_fatal},
    {0x0306, TermWhen::always,     ddp_untagged,     DDP_UNTAGGED_INV_MSN_NO_BUF, FLUSH_REM_OP_ERR,     term_fatal},
    {0x0307, TermWhen::always,     ddp_untagged,     DDP_UNTAGGED_INV_QN,         FLUSH_GENERAL_ERR,    term_fatal},
    {0x0308, TermWhen::always,     ddp_local,        DDP_CATASTROPHIC_LOCAL,      FLUSH_FATAL_ERR,      term_fatal},
    {0x0311, TermWhen::always,     rdmap_operation,  RDMAP_INV_RDMAP_VER,         FLUSH_GENERAL_ERR,    term_fatal},
    {0x0505, TermWhen::always,     mpa_error,        MPA_CRC,                     FLUSH_GENERAL_ERR,    term_fatal},
    {0x0507, TermWhen::always,     ddp_local,        DDP_CATASTROPHIC_LOCAL,      FLUSH_LOC_LEN_ERR,    term_fatal},
    {0x0700, TermWhen::always,     ddp_local,        DDP_CATASTROPHIC_LOCAL,      FLUSH_FATAL_ERR,      term_fatal},
};
// clang-format on

inline constexpr TermRow term_other = {
    0, TermWhen::always, rdmap_operation, RDMAP_UNSPECIFIED, FLUSH_FATAL_ERR, term_fatal};

} // namespace core
