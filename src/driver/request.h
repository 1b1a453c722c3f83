/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands to the device, one request object each: get, fill, submit, put.
 *
 *	req = irdma_request_get(&fn->requests, true);
 *	in = irdma_request_fill(req, IRDMA_OP_MANAGE_APBVT_ENTRY, manage_apbvt_entry);
 *	in->cqp = &fn->cqp; ...
 *	err = irdma_request_submit(req);
 *	irdma_request_put(req);
 *
 * References: the caller's from get to put, and the completion's from submit until the completing side is through with
 * the object, also if the waiter gave up before. So an answer that comes late, or while the waiter already goes on,
 * never meets a freed or reused request.
 *
 * The cookie the device hands back is no pointer: it is looked up, and has to be that of a request that is outstanding
 * in its present life. Everything else is counted and ignored.
 *
 * There are no interrupts yet. Completions are found by whoever waits, and by a work item every 10 ms as long as
 * requests nobody waits for are outstanding. A lost interrupt will therefore never hurt later on.
 */
#ifndef IRDMA_DRIVER_REQUEST_H
#define IRDMA_DRIVER_REQUEST_H

#include <linux/bitops.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>

#include <irdma/ctrl.h>

/* What the device answered. */
struct irdma_request_result {
	int err;		/* 0 or what irdma_request_submit() returned or would have */
	u32 value;		/* the operation's return value */
	u16 major, minor;	/* codes of the device; a minor code may come without an error */
	u64 ns;			/* from submit to completion */
};

/**
 * struct irdma_request - one command
 * @info: the command, see irdma_request_fill()
 * @waiting: irdma_request_submit() returns when the command is done
 * @callback: if not @waiting: called when the command is done, from the context that found the completion; may be NULL
 * @param: for @callback
 * @result: valid after a successful wait, and in @callback
 */
struct irdma_request {
	struct cqp_cmds_info info;
	bool waiting;
	void (*callback)(struct irdma_request *req);
	void *param;
	struct irdma_request_result result;

	/* private: */
	struct irdma_requests *owner;
	struct kref refs;
	struct list_head node;		/* available, or outstanding while @posted */
	u64 cookie;			/* id in the low half, number of this life in the high half */
	u64 posted_ns;
	wait_queue_head_t wait;
	bool pooled;
	bool posted;			/* the device or the backlog has it; under owner->lock */
	bool pending;			/* answered in part, the final answer may take long */
	bool done;
};

/* Per kind of command, for debugfs. */
struct irdma_command_stats {
	u64 completed;
	u64 failed;
	u64 total_ns;
	u64 max_ns;
};

struct irdma_requests {
	struct irdma_sc_dev *dev;
	struct irdma_request *pool;

	/* Finds and retires requests. Innermost lock. */
	spinlock_t lock;
	struct xarray by_id;
	u32 next_id;
	u32 lives;
	struct list_head available;
	struct list_head outstanding;
	bool open;			/* commands are taken */
	struct irdma_command_stats stats[IRDMA_MAX_CQP_OPS];
	u64 unknown_cookies;		/* completions that belong to no request */
	u64 bad_entries;		/* completions core did not believe */

	/* Serialises readers of the CCQ. Taken before dev->cqp_lock, never with @lock. */
	spinlock_t ccq_lock;
	struct irdma_sc_cq *ccq;	/* NULL: there is no CCQ to read */

	u32 in_use;			/* requests between get and the last put; under @lock */
	wait_queue_head_t idle;
	unsigned long reset_wanted;	/* bit 0: the device needs a reset, commands fail with -EBUSY */
	struct delayed_work poll;
	struct irdma_cqp_timeout poll_progress;	/* as seen by @poll */
};

int irdma_requests_init(struct irdma_requests *rq, struct irdma_sc_dev *dev);
void irdma_requests_exit(struct irdma_requests *rq);

/* From now on commands are taken and completions are read from @ccq. */
void irdma_requests_start(struct irdma_requests *rq, struct irdma_sc_cq *ccq);
/* After this nobody reads the CCQ, and no command is taken. Sleeps. */
void irdma_requests_stop(struct irdma_requests *rq);
/* Ends everything that is still outstanding with -ENODEV. The device has to be silent: after the CQP is gone. Sleeps. */
void irdma_requests_abort(struct irdma_requests *rq);

/* NULL: no memory. Any context. */
struct irdma_request *irdma_request_get(struct irdma_requests *rq, bool waiting);
void irdma_request_put(struct irdma_request *req);

/*
 * Sends the command. Sleeps if @req->waiting. Once per get.
 *
 * 0: done, or with !waiting accepted. -EBUSY: the device needs a reset, or says this object is busy. -EIO: the device
 * refused, see @req->result. -ETIMEDOUT: the whole CQP made no progress; memory named in the command has to stay until
 * the CQP is destroyed. -ENODEV: going down. Otherwise the code of the function that builds the command.
 */
int irdma_request_submit(struct irdma_request *req);

/* Selects command @cmd and evaluates to the address of its parameters, in.u.@member. */
#define irdma_request_fill(req, cmd, member) ({			\
	struct irdma_request *__req = (req);			\
								\
	__req->info.cqp_cmd = (cmd);				\
	__req->info.post_sq = 1;				\
	__req->info.in.u.member.scratch = __req->cookie;	\
	&__req->info.in.u.member;				\
})

/* For irdma_requests_init(): the work item that polls while nobody waits. */
void irdma_requests_poll(struct work_struct *work);

/* The command's name for people; never NULL. */
const char *irdma_command_name(u8 cmd);

static inline bool irdma_requests_reset_wanted(const struct irdma_requests *rq)
{
	return test_bit(0, &rq->reset_wanted);
}

#endif
