/* SPDX-License-Identifier: GPL-2.0 */
/*
 * iWARP Terminate messages (RFC 5040 section 4.8): building one from an asynchronous event, sending it,
 * acting on a received one. gen1 and gen2.
 */
#ifndef IRDMA_TERMINATE_H
#define IRDMA_TERMINATE_H

#include <irdma/base.h>

enum irdma_hdrct_flags IRDMA_ENUM_U32 {
	DDP_LEN_FLAG = 0x80,
	DDP_HDR_FLAG = 0x40,
	RDMA_HDR_FLAG = 0x20,
};

enum irdma_term_layers IRDMA_ENUM_U32 {
	LAYER_RDMA = 0,
	LAYER_DDP = 1,
	LAYER_MPA = 2,
};

enum irdma_term_error_types IRDMA_ENUM_U32 {
	RDMAP_REMOTE_PROT = 1,
	RDMAP_REMOTE_OP = 2,
	DDP_CATASTROPHIC = 0,
	DDP_TAGGED_BUF = 1,
	DDP_UNTAGGED_BUF = 2,
	DDP_LLP = 3,
};

enum irdma_term_rdma_errors IRDMA_ENUM_U32 {
	RDMAP_INV_STAG = 0x00,
	RDMAP_INV_BOUNDS = 0x01,
	RDMAP_ACCESS = 0x02,
	RDMAP_UNASSOC_STAG = 0x03,
	RDMAP_TO_WRAP = 0x04,
	RDMAP_INV_RDMAP_VER = 0x05,
	RDMAP_UNEXPECTED_OP = 0x06,
	RDMAP_CATASTROPHIC_LOCAL = 0x07,
	RDMAP_CATASTROPHIC_GLOBAL = 0x08,
	RDMAP_CANT_INV_STAG = 0x09,
	RDMAP_UNSPECIFIED = 0xff,
};

enum irdma_term_ddp_errors IRDMA_ENUM_U32 {
	DDP_CATASTROPHIC_LOCAL = 0x00,
	DDP_TAGGED_INV_STAG = 0x00,
	DDP_TAGGED_BOUNDS = 0x01,
	DDP_TAGGED_UNASSOC_STAG = 0x02,
	DDP_TAGGED_TO_WRAP = 0x03,
	DDP_TAGGED_INV_DDP_VER = 0x04,
	DDP_UNTAGGED_INV_QN = 0x01,
	DDP_UNTAGGED_INV_MSN_NO_BUF = 0x02,
	DDP_UNTAGGED_INV_MSN_RANGE = 0x03,
	DDP_UNTAGGED_INV_MO = 0x04,
	DDP_UNTAGGED_INV_TOO_LONG = 0x05,
	DDP_UNTAGGED_INV_DDP_VER = 0x06,
};

enum irdma_term_mpa_errors IRDMA_ENUM_U32 {
	MPA_CLOSED = 1,
	MPA_CRC = 2,
	MPA_MARKER = 3,
	MPA_REQ_RSP = 4,
};

#define TERM_DDP_LEN_TAGGED 14		/* bytes */
#define TERM_DDP_LEN_UNTAGGED 18
#define TERM_RDMA_LEN 28
#define RDMA_OPCODE_M 0x0f
#define RDMA_READ_REQ_OPCODE 1
#define Q2_BAD_FRAME_OFFSET 72		/* bytes from the start of Q2 */
#define Q2_FPSN_OFFSET 64
#define IRDMA_MAC_HLEN 14

/* Start of the message in Q2; copied headers (up to 48 bytes) follow. */
struct irdma_terminate_hdr {
	u8 layer_etype;			/* layer in 7:4, error type in 3:0 */
	u8 error_code;
	u8 hdrct;			/* enum irdma_hdrct_flags */
	u8 rsvd;
};

#ifdef __cplusplus
extern "C" {
#endif

/**
 * irdma_iwarp_opcode - RDMAP opcode of the frame in Q2
 * @info: event
 * @pkt: MPA length field of the frame
 *
 * Context: any.
 * Return: opcode, 4 bits; 0xffffffff when the device wrote no frame.
 */
u32 irdma_iwarp_opcode(struct irdma_aeqe_info *info, u8 *pkt);

/**
 * irdma_locate_mpa - find the MPA header of a frame
 * @pkt: untagged Ethernet frame, at Q2_BAD_FRAME_OFFSET of Q2
 *
 * Skips Ethernet, IPv4 and TCP headers by their own length fields. The result is at most 134 bytes
 * on; callers check the EtherType, and that what they read lies in Q2.
 *
 * Context: any.
 * Return: the MPA length field.
 */
u8 *irdma_locate_mpa(u8 *pkt);

/**
 * irdma_bld_termhdr_ctrl - store flush code and error in QP and header
 * @qp: queue pair
 * @hdr: terminate header
 * @opcode: flush code of the QP
 * @layer_etype: layer in bits 7:4, error type in 3:0
 * @err: error code
 *
 * Context: any.
 */
void irdma_bld_termhdr_ctrl(struct irdma_sc_qp *qp, struct irdma_terminate_hdr *hdr,
			    enum irdma_flush_opcode opcode, u8 layer_etype, u8 err);

/**
 * irdma_bld_termhdr_ddp_rdma - which headers of the offending segment a terminate message quotes
 * @pkt: MPA length field of the segment
 * @hdr: terminate header; hdrct is set
 * @copy_len: out: bytes to quote, 0 .. 48; untouched for an empty segment
 * @is_tagged: out: set to 1 for a tagged segment, else untouched
 *
 * Callers start with 0 in both outputs.
 *
 * Context: any.
 */
void irdma_bld_termhdr_ddp_rdma(u8 *pkt, struct irdma_terminate_hdr *hdr, int *copy_len,
				u8 *is_tagged);

/**
 * irdma_bld_terminate_hdr - build a terminate message in Q2
 * @qp: queue pair; flush codes and event type are set
 * @info: event
 *
 * Clears the first 72 bytes of Q2; quotes headers only when the device wrote the frame and they lie
 * in Q2.
 *
 * Context: any.
 * Return: bytes of the message, 4 .. 52.
 */
int irdma_bld_terminate_hdr(struct irdma_sc_qp *qp, struct irdma_aeqe_info *info);

/**
 * irdma_terminate_send_fin - send a FIN, no message, in the TERMINATE state
 * @qp: queue pair
 *
 * Context: softirq or process; the caller serialises the terminate functions of a QP.
 */
void irdma_terminate_send_fin(struct irdma_sc_qp *qp);

/**
 * irdma_terminate_connection - send a terminate message for an event
 * @qp: queue pair
 * @info: event
 *
 * Nothing happens when one was sent already. Builds the message, starts the timer, marks
 * IRDMA_TERM_SENT, and modifies the QP to TERMINATE with the message only.
 *
 * Context: softirq or process; the caller serialises the terminate functions of a QP.
 */
void irdma_terminate_connection(struct irdma_sc_qp *qp, struct irdma_aeqe_info *info);

/**
 * irdma_terminate_received - act on a received terminate message
 * @qp: queue pair
 * @info: event; ae_id is set to the error found in the message, or 0
 *
 * A malformed message is answered with irdma_terminate_connection(). A good one marks
 * IRDMA_TERM_RCVD; an error of the remote RDMAP layer ends the procedure at once, everything else
 * (also a missing frame) starts the timer and sends a FIN. Header bytes are looked at only when the
 * device wrote the frame.
 *
 * Context: softirq or process; the caller serialises the terminate functions of a QP.
 */
void irdma_terminate_received(struct irdma_sc_qp *qp, struct irdma_aeqe_info *info);

#ifdef __cplusplus
}
#endif

#endif
