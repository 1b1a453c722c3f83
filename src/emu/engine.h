/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The emulated RDMA function: a BAR in memory, and an engine that reads it and the driver's rings as hardware
 * would. C API of the engine (C++ inside); used by the kernel module irdma_emu, KUnit, host tests and fuzzers.
 *
 * The engine owns no memory and calls no allocator: the caller gives it one block. It reaches the driver's memory
 * only through bus addresses. It never calls the driver. Not thread-safe: the caller serialises all calls for one
 * engine.
 */
#ifndef IRDMA_EMU_ENGINE_H
#define IRDMA_EMU_ENGINE_H

#include <irdma/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct irdma_emu;

/* How the engine reaches the world. */
struct irdma_emu_ops {
	/* Device-side read and write of host memory by bus address; false: nothing is mapped there. */
	bool (*dma_read)(void *ctx, u64 addr, void *dst, u32 len);
	bool (*dma_write)(void *ctx, u64 addr, const void *src, u32 len);
	/* A readable line about what the device just did; may be NULL. */
	void (*trace)(void *ctx, const char *line);
};

/* Registers lie in up to two windows of BAR 0; offsets are those of the real device. */
struct irdma_emu_window {
	u64 bar_offset;
	u32 bytes;
};

/* How many objects of each kind the device has room for. Ids are below these numbers. */
struct irdma_emu_limits {
	u32 qps, cqs, ceqs, srqs;
	u32 stags;			/* memory regions and windows */
	u32 arps, macs;
	u32 ws_nodes;			/* of the work scheduler */
	u32 qhash;
};

struct irdma_emu_config {
	u8 generation;			/* 1 X722, 2 E810, 3 E2000 */
	const struct irdma_emu_limits *limits;	/* NULL: irdma_emu_default_limits() */
	/*
	 * QP contexts need not describe queues: sizes, addresses, PD and what else the context names are not checked, but
	 * the CQ numbers are where the command says that they are valid. For tests of commands alone.
	 */
	bool loose_contexts;
	const struct irdma_emu_ops *ops;
	void *ctx;			/* passed to ops */
	void *window[2];		/* memory of the register windows, zeroed by the caller */
};

/* One-shot faults, applied to the next command that matches. */
enum irdma_emu_fault_kind {
	IRDMA_EMU_FAULT_NONE,
	IRDMA_EMU_FAULT_NO_ANSWER,	/* executed, but nothing is written back, ever */
	IRDMA_EMU_FAULT_DELAY,		/* answered only after `steps` further steps */
	IRDMA_EMU_FAULT_ERROR,		/* not executed; completes with `major`, `minor` */
	IRDMA_EMU_FAULT_REGISTER,	/* not executed; CQPTAIL error flag and CQPERRCODES are set */
	IRDMA_EMU_FAULT_WRONG_CONTEXT,	/* completes with a foreign completion context */
	IRDMA_EMU_FAULT_WRONG_INDEX,	/* completes with WQE index `index` */
	IRDMA_EMU_FAULT_DUPLICATE,	/* the completion is written twice */
	IRDMA_EMU_FAULT_CREATE,		/* CQP creation answers ERR with `major`, `minor` in CQPERRCODES */
	IRDMA_EMU_FAULT_CREATE_SILENT,	/* CQP creation is never answered */
	IRDMA_EMU_FAULT_DESTROY_SILENT,	/* CQP destruction is never answered */
	IRDMA_EMU_FAULT_MAX,
};

struct irdma_emu_fault {
	enum irdma_emu_fault_kind kind;
	s16 opcode;			/* CQP opcode to match, -1 any */
	u16 major, minor;
	u16 index;
	u32 steps;
	u32 skip;			/* let this many matching commands pass first */
};

struct irdma_emu_counters {
	u64 steps;			/* irdma_emu_step() calls that did something */
	u64 commands;			/* CQP commands executed, whatever the result */
	u64 doorbells;			/* changes of the CQP doorbell value seen */
	u64 completions;		/* CCQ entries written */
	u64 errors;			/* commands answered with an error of the device's own */
	u64 faults;			/* injected faults that took effect */
	u64 violations;			/* rules the driver broke: reserved bits, polarity, alignment, unmapped, unknown id */
};

/**
 * irdma_emu_default_limits - size of the tables if nobody says otherwise
 *
 * Return: constant.
 */
const struct irdma_emu_limits *irdma_emu_default_limits(void);
/**
 * irdma_emu_size - memory an engine with the default limits needs
 *
 * Return: bytes for irdma_emu_init(); their alignment is that of u64.
 */
u32 irdma_emu_size(void);
/**
 * irdma_emu_size_for - memory an engine needs
 * @limits: size of each table
 *
 * Return: bytes for irdma_emu_init(); 0: a limit is 0 or more than the commands can name.
 */
u32 irdma_emu_size_for(const struct irdma_emu_limits *limits);
/**
 * irdma_emu_windows - register windows of a generation
 * @generation: 1 X722, 2 E810, 3 E2000
 * @out: filled in
 *
 * Return: how many windows there are, 1 or 2; 0: no such generation.
 */
u32 irdma_emu_windows(u8 generation, struct irdma_emu_window out[2]);
/**
 * irdma_emu_init - put a device into its reset state, reset register values included
 * @mem: the engine's memory; stays the caller's
 * @bytes: its size, at least irdma_emu_size()
 * @config: what the device is and how it reaches the world; copied
 *
 * Return: the device in @mem; NULL: bad config or limits, or @bytes too small for them.
 */
struct irdma_emu *irdma_emu_init(void *mem, u32 bytes, const struct irdma_emu_config *config);
/**
 * irdma_emu_step - do one unit of work: one register command or one WQE or one delayed answer
 * @emu: the device
 *
 * Return: false if there was nothing to do.
 */
bool irdma_emu_step(struct irdma_emu *emu);
/**
 * irdma_emu_inject - arm a one-shot fault; replaces an armed one of the same kind and opcode
 * @emu: the device
 * @fault: copied
 *
 * Return: false: no room or unknown kind.
 */
bool irdma_emu_inject(struct irdma_emu *emu, const struct irdma_emu_fault *fault);
/**
 * irdma_emu_clear_faults - disarm all faults
 * @emu: the device
 */
void irdma_emu_clear_faults(struct irdma_emu *emu);
/**
 * irdma_emu_get_counters - what the device counted since its reset
 * @emu: the device
 *
 * Return: live counters, part of the device.
 */
const struct irdma_emu_counters *irdma_emu_get_counters(const struct irdma_emu *emu);

/*
 * State, for tests. A test posts a command through the driver or by hand, lets the device step, and then asks here
 * what came of it:
 *
 *   irdma_emu_exists(emu, IRDMA_EMU_QP, 5)		the object was created and not destroyed
 *   irdma_emu_count(emu, IRDMA_EMU_STAG)		how many there are, 0 after a clean teardown
 *   irdma_emu_qp_state(emu, 5)				which state the device thinks the QP is in
 *   irdma_emu_stag_status(emu, stag, pd)		what an access with this key would meet
 *   irdma_emu_mac(emu, IRDMA_EMU_ARP, 3)		content of an address table
 *   irdma_emu_refused(emu, IRDMA_EMU_IN_USE)		how often the device refused for this reason
 *   irdma_emu_get_counters(emu)->violations		how often that was the driver's fault
 *
 * and irdma_emu_dump() shows whole tables. All of them take any number for an id.
 */

/* Minor codes of the errors the device finds itself; the major code is 0xffff. */
enum irdma_emu_code {
	IRDMA_EMU_OK = 0,
	/* The device family's own, means "busy" to drivers: the object is not in the state the operation needs. */
	IRDMA_EMU_INVALID_STATE = 0x8002,
	/* The rest exists in the emulated device only and says what it did not like. */
	IRDMA_EMU_BAD_OPCODE = 0x9001,		/* no such operation */
	IRDMA_EMU_BAD_POLARITY = 0x9002,	/* the valid bit says that this entry was not written in this pass */
	IRDMA_EMU_RESERVED_BITS = 0x9003,	/* a bit is set that belongs to no field */
	IRDMA_EMU_BAD_ALIGNMENT = 0x9004,	/* an address is not aligned as it must be */
	IRDMA_EMU_UNMAPPED = 0x9005,		/* the device cannot reach an address */
	IRDMA_EMU_BAD_VALUE = 0x9006,		/* a field has a value that means nothing */
	IRDMA_EMU_UNKNOWN_ID = 0x9007,		/* no such object or table index */
	IRDMA_EMU_ID_IN_USE = 0x9008,		/* creates what exists */
	IRDMA_EMU_DUPLICATE_ENTRY = 0x9009,	/* adds what is there */
	IRDMA_EMU_NO_ENTRY = 0x900a,		/* removes or changes what is not there */
	IRDMA_EMU_TABLE_FULL = 0x900b,		/* no room in the device */
	IRDMA_EMU_NOT_SUPPORTED = 0x900c,	/* the real device can do it, this one cannot */
	IRDMA_EMU_BAD_DOORBELL = 0x900d,	/* doorbell behind the end of the ring, or without a CQP */
	IRDMA_EMU_CQ_OVERFLOW = 0x900e,		/* no room for the answer */
	IRDMA_EMU_IN_USE = 0x900f,		/* destroys what other objects need */
	IRDMA_EMU_KEY_MISMATCH = 0x9010,	/* there is such an STag, but with other driver bits */
	IRDMA_EMU_WRONG_PD = 0x9011,		/* the object belongs to another protection domain */
};

enum irdma_emu_object {
	IRDMA_EMU_QP,
	IRDMA_EMU_CQ,
	IRDMA_EMU_CEQ,
	IRDMA_EMU_SRQ,
	IRDMA_EMU_STAG,			/* id: STag index, with or without driver bits */
	IRDMA_EMU_ARP,
	IRDMA_EMU_MAC,
	IRDMA_EMU_WS_NODE,
	IRDMA_EMU_QHASH,		/* counted only: entries have no ids */
	IRDMA_EMU_PORT,			/* accelerated TCP ports */
	IRDMA_EMU_OBJECT_MAX,
};

/**
 * irdma_emu_cqp_running - does the control queue run?
 * @emu: the device
 *
 * Return: true between creation and destruction of the CQP.
 */
bool irdma_emu_cqp_running(const struct irdma_emu *emu);
/**
 * irdma_emu_exists - was an object created, or an entry added, and is still there?
 * @emu: the device
 * @kind: of the object
 * @id: any number
 *
 * Return: true if it exists.
 */
bool irdma_emu_exists(const struct irdma_emu *emu, enum irdma_emu_object kind, u32 id);
/**
 * irdma_emu_count - objects of a kind
 * @emu: the device
 * @kind: of the objects
 *
 * Return: how many exist now.
 */
u32 irdma_emu_count(const struct irdma_emu *emu, enum irdma_emu_object kind);
/**
 * irdma_emu_refused - errors of a kind
 * @emu: the device
 * @code: what the device did not like
 *
 * Return: how many times it said so since its reset, in an answer or about a register.
 */
u64 irdma_emu_refused(const struct irdma_emu *emu, enum irdma_emu_code code);
/**
 * irdma_emu_apbvt_has - is a TCP port accelerated?
 * @emu: the device
 * @port: host order
 *
 * Return: true if it is in the table.
 */
bool irdma_emu_apbvt_has(const struct irdma_emu *emu, u16 port);
/**
 * irdma_emu_qhash_count - size of the quad hash table
 * @emu: the device
 *
 * Return: entries in use.
 */
u32 irdma_emu_qhash_count(const struct irdma_emu *emu);
/**
 * irdma_emu_qp_exists - was a queue pair created and not destroyed?
 * @emu: the device
 * @qp_id: any number
 *
 * Return: true if it exists.
 */
bool irdma_emu_qp_exists(const struct irdma_emu *emu, u32 qp_id);
/**
 * irdma_emu_qp_suspended - is a queue pair suspended?
 * @emu: the device
 * @qp_id: any number
 *
 * Return: true if it exists and is suspended.
 */
bool irdma_emu_qp_suspended(const struct irdma_emu *emu, u32 qp_id);
/**
 * irdma_emu_qp_state - hardware state of a queue pair
 * @emu: the device
 * @qp_id: any number
 *
 * Return: 1 idle, 2 RTS, 3 closing or SQD, 4 RTR, 5 terminate, 6 error; 0: no such QP.
 */
u8 irdma_emu_qp_state(const struct irdma_emu *emu, u32 qp_id);
/**
 * irdma_emu_stag_status - what an access with an STag would meet
 * @emu: the device
 * @stag: index and key
 * @pd_id: protection domain of the QP that has the access
 *
 * Return: 0 it is a valid key of this PD; otherwise the asynchronous event: 0x0102 not allocated, 0x0103 not valid (not
 * registered, not bound), 0x0105 wrong PD, 0x0106 wrong key, 0x0107 index out of range.
 */
u16 irdma_emu_stag_status(const struct irdma_emu *emu, u32 stag, u32 pd_id);
/**
 * irdma_emu_bind_window - bind a memory window, as the send queue's bind operation does
 * @emu: the device
 * @qp_id: queue pair on whose behalf
 * @window: STag of the window; its key becomes the window's
 * @region: STag of the region
 *
 * Return: 0, and until the window is deallocated the region cannot be, nor, if the window is of type 2, the QP be
 * destroyed without "ignore bound windows"; otherwise the asynchronous event, as irdma_emu_stag_status() or: 0x0114
 * window is bound already, 0x0115 not a window, 0x0117 region is a window, 0x011a region not valid, 0x011b region
 * without the bind right, or no such QP.
 */
u16 irdma_emu_bind_window(struct irdma_emu *emu, u32 qp_id, u32 window, u32 region);
/**
 * irdma_emu_mac - content of an address table
 * @emu: the device
 * @kind: IRDMA_EMU_ARP or IRDMA_EMU_MAC
 * @index: any number
 *
 * Return: MAC address as a number, first byte highest; 0: no such entry, or no address in it yet.
 */
u64 irdma_emu_mac(const struct irdma_emu *emu, enum irdma_emu_object kind, u32 index);

/* Readable dumps. */
enum irdma_emu_table {
	IRDMA_EMU_TABLE_CQP,		/* CQP, CCQ: state, positions, counters */
	IRDMA_EMU_TABLE_QHASH,
	IRDMA_EMU_TABLE_APBVT,
	IRDMA_EMU_TABLE_QP,
	IRDMA_EMU_TABLE_CQ,
	IRDMA_EMU_TABLE_SRQ,
	IRDMA_EMU_TABLE_STAG,
	IRDMA_EMU_TABLE_ARP,
	IRDMA_EMU_TABLE_MAC,
	IRDMA_EMU_TABLE_WS,		/* nodes of the work scheduler */
	IRDMA_EMU_TABLE_REFUSED,	/* errors by kind */
	IRDMA_EMU_TABLE_LAST,		/* the last command: decoded WQE and the answer */
	IRDMA_EMU_TABLE_MAX,
};
/**
 * irdma_emu_dump - describe a table of the device in lines of text
 * @emu: the device
 * @table: which one
 * @buf: receives the text, cut if too long, and a final NUL
 * @bytes: size of @buf
 *
 * Return: bytes written without the final NUL, never more than @bytes - 1.
 */
u32 irdma_emu_dump(const struct irdma_emu *emu, enum irdma_emu_table table, char *buf, u32 bytes);

#ifdef __cplusplus
}
#endif

#endif
