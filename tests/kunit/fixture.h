/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A bench for tests: the control path of irdma.ko connected to an emulated device of irdma_emu.ko, with memory of its
 * own, and without the driver.
 *
 * Stepped form (the default): the device works only when the test says so, and one step in each delay of the control
 * path. Running form: bench_start_thread().
 *
 * Bit positions are written out here, from the specification, so that the layouts of the control path are checked
 * against a second source.
 */
#ifndef TESTS_KUNIT_FIXTURE_H
#define TESTS_KUNIT_FIXTURE_H

#include <linux/bits.h>
#include <linux/io.h>
#include <linux/perf_event.h>
#include <linux/platform_device.h>

#include <irdma/ctrl.h>

#include "emu/engine.h"
#include "kunit_compat.h"

#define OP_CREATE_QP 0x00
#define OP_CREATE_CQ 0x03
#define OP_DESTROY_CQ 0x05
#define OP_APBVT 0x23
#define OP_QHASH 0x25
#define OP_SUSPEND_QP 0x29
#define OP_RESUME_QP 0x2a

/* Header word of a WQE, word 3. */
#define WQE_WORDS 8
#define WQE_HEADER 3
#define WQE_VALID BIT_ULL(63)
#define WQE_OPCODE GENMASK_ULL(37, 32)

/* Entry of the CCQ. */
#define CQE_CONTEXT 1
#define CQE_RESULT 2
#define CQE_HEADER 3
#define CQE_FINAL BIT_ULL(54)
#define CQE_ERROR BIT_ULL(55)
#define CQE_VALID BIT_ULL(63)
#define MINOR_DEFERRED 6
#define MINOR_PENDING 7

/* The emulated device's own error codes: 0xffff is the major one. */
#define EMU_OK 0
#define EMU_INVALID_STATE 0xffff8002
#define EMU_BAD_ALIGNMENT 0xffff9004
#define EMU_UNMAPPED 0xffff9005
#define EMU_BAD_VALUE 0xffff9006
#define EMU_UNKNOWN_ID 0xffff9007
#define EMU_ID_IN_USE 0xffff9008
#define EMU_DUPLICATE_ENTRY 0xffff9009
#define EMU_NO_ENTRY 0xffff900a
#define EMU_TABLE_FULL 0xffff900b
#define EMU_IN_USE 0xffff900f
#define EMU_KEY_MISMATCH 0xffff9010
#define EMU_WRONG_PD 0xffff9011

#define BENCH_SQ_ENTRIES 8
#define BENCH_CCQ_ENTRIES 32
#define BENCH_MEMORY_MAX 16
#define BENCH_CEQS 8
#define BENCH_QPS 4096
#define BENCH_CQS 1024
#define BENCH_SRQS 256
#define BENCH_MRS 4096

/* How far bench_start() goes. */
enum bench_stage {
	BENCH_POWERED,		/* engine reset, device structure filled, irdma_sc_dev_init() not called */
	BENCH_DEVICE,		/* registers known */
	BENCH_INIT,		/* CQP initialised */
	BENCH_CQP,		/* CQP created */
	BENCH_CCQ,		/* CCQ created and drained */
};

struct bench_memory {
	void *va;
	dma_addr_t pa;
	size_t size;
};

struct bench {
	struct kunit *test;
	u8 generation;
	u32 sq_entries;

	struct platform_device *pdev;
	struct bench_memory memory[BENCH_MEMORY_MAX];
	u32 memories;
	struct bench_memory *context, *sq, *ccq_ring, *shadow, *fpm, *scrap;
	struct irdma_emu_window window;
	void *window_mem;
	void *engine_mem;
	struct irdma_emu *emu;
	u64 expected_violations;
	u64 seen_violations;
	char trace[256];		/* what the device said last */

	struct irdma_sc_dev dev;
	struct irdma_hw hw;
	struct irdma_hmc_obj_info hmc_obj[IRDMA_HMC_IW_MAX];
	struct irdma_sc_cqp cqp;
	struct irdma_sc_cq ccq;
	struct irdma_sc_vsi vsi;
	struct irdma_device_init_info dev_info;
	struct irdma_cqp_init_info cqp_info;
	struct irdma_ccq_init_info ccq_info;

	void (*on_delay)(struct bench *b);	/* instead of one step */
	u64 delays;
	u64 atomic_delays;		/* with interrupts or preemption off */
	u32 next_cqe;			/* by bench_put_cqe() */
	bool cqe_polarity;
	bool out_of_order;		/* answered commands may be behind one that is not */
	bool ring_disturbed;		/* the test broke the ring's bookkeeping on purpose */

	struct perf_event * __percpu *watch;
	void (*written)(struct bench *b);
	struct task_struct *thread;
};

/* Parameter of tests that run on several generations. */
struct bench_generation {
	u8 number;
	const char *name;
};

const void *bench_all_gen_params(const void *prev, char *desc);
#define bench_generation_of(test) (((const struct bench_generation *)(test)->param_value)->number)

/*
 * Build the bench up to a stage; torn down by bench_exit(), which every suite has as its exit function. bench_exit()
 * also fails the test if the device saw a rule broken, if somebody delayed in atomic context, or if memory is left.
 */
struct bench *bench_start(struct kunit *test, u8 generation, enum bench_stage stage);
struct bench *bench_start_sized(struct kunit *test, u8 generation, enum bench_stage stage, u32 sq_entries);
void bench_exit(struct kunit *test);

/* Single stages, for tests that do the next one differently. */
int bench_init_device(struct bench *b);
int bench_init_cqp(struct bench *b);
int bench_create_cqp(struct bench *b);
int bench_init_ccq(struct bench *b);

/* Coherent memory the device can reach, zeroed; stays until bench_exit(). */
struct bench_memory *bench_alloc(struct bench *b, size_t size);

/* Device */
bool bench_step(struct bench *b);
/* Steps until the device has nothing to do. */
void bench_run(struct bench *b);
const struct irdma_emu_counters *bench_counters(const struct bench *b);
void bench_inject(struct bench *b, const struct irdma_emu_fault *fault);
u32 bench_read_reg(const struct bench *b, enum irdma_registers reg);
void bench_write_reg(struct bench *b, enum irdma_registers reg, u32 value);
/*
 * The processor's debug registers: @written is called, possibly with interrupts off, right after each store to the
 * word at @addr, until bench_unwatch(). One watch at a time.
 */
void bench_watch(struct bench *b, const void *addr, u32 bytes, void (*written)(struct bench *b));
void bench_unwatch(struct bench *b);
/* Lets a thread step the device from now on; the control path's delays sleep a little. */
void bench_start_thread(struct bench *b);
void bench_stop_thread(struct bench *b);

/* Ring */
u32 bench_used(const struct bench *b);
u64 bench_completed(const struct bench *b);
u32 bench_tracked(const struct bench *b);	/* deferred and pending commands */
u64 bench_word(const struct bench *b, u32 slot, u32 word);
/* Ring positions, counters and memory agree with each other. */
void bench_check(struct bench *b);
struct bench_ring;
struct bench_ring *bench_remember_ring(struct bench *b);
/* Nothing of the ring, its memory, the cookies and the doorbell has changed since. */
void bench_expect_ring(struct bench *b, const struct bench_ring *was);

/* Commands */
int bench_apbvt(struct bench *b, u16 port, u64 cookie);
int bench_apbvt_unrung(struct bench *b, u16 port, u64 cookie);
/* Takes one completion, which must be there; the device is not stepped. */
struct irdma_ccq_cqe_info bench_take(struct bench *b);
/* Lets the device work and takes one completion: 0 or major << 16 | minor. */
u32 bench_answer(struct bench *b, u64 cookie);
void bench_expect_no_completion(struct bench *b);

/* A completion as the device would write it, from a test that has not rung the doorbell. */
struct bench_cqe {
	u64 context;		/* 0: the right one */
	u32 slot;
	u32 result;
	u32 info;		/* ticket or out-of-order id */
	u64 flags;
	u16 major, minor;
};

void bench_put_cqe(struct bench *b, const struct bench_cqe *cqe);

/* An idle queue pair, without CQs, in the emulated device. */
struct irdma_sc_qp *bench_new_qp(struct bench *b, u32 id);
void bench_create_qp(struct bench *b, struct irdma_sc_qp *qp);

#endif
