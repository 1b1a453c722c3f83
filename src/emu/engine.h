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

struct irdma_emu_config {
	u8 generation;			/* 1 X722, 2 E810, 3 E2000 */
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
 * irdma_emu_size - memory an engine needs
 *
 * Return: bytes for irdma_emu_init(); their alignment is that of u64.
 */
u32 irdma_emu_size(void);
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
 * Return: the device in @mem; NULL: bad config or @bytes too small.
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

/* State, for tests. */

/**
 * irdma_emu_cqp_running - does the control queue run?
 * @emu: the device
 *
 * Return: true between creation and destruction of the CQP.
 */
bool irdma_emu_cqp_running(const struct irdma_emu *emu);
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

/* Readable dumps. */
enum irdma_emu_table {
	IRDMA_EMU_TABLE_CQP,		/* CQP, CCQ: state, positions, counters */
	IRDMA_EMU_TABLE_QHASH,
	IRDMA_EMU_TABLE_APBVT,
	IRDMA_EMU_TABLE_QP,
	IRDMA_EMU_TABLE_CQ,
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
