// SPDX-License-Identifier: GPL-2.0
/* The request layer: see request.h. Waiting and completing are here, the pool is in request_pool.c. */
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/slab.h>

#include "driver/request.h"
#include "os/os.h"

/* First pause of a waiter; doubled up to a slice of CQP_COMPL_WAIT_TIME_MS. */
#define FIRST_PAUSE_US 20
#define SLICE_US (CQP_COMPL_WAIT_TIME_MS * USEC_PER_MSEC)
/* Slices that outstanding commands get at removal. */
#define SETTLE_SLICES 100

/* Minor codes with major IRDMA_CQPSQ_MAJ_ERROR. */
#define MINOR_INVALID_STATE 0x8002
#define MINOR_FLUSH_NO_WQE 0x8006
#define MINOR_MODIFY_BAD_CLOSE 0x8007
#define MINOR_LLP_CLOSED 0x8009
#define MINOR_RESET_NOT_SENT 0x800a
#define MINOR_FUNCTION_BROKEN 0x8029

static int device_error(u16 major, u16 minor)
{
	if (major == IRDMA_CQPSQ_MAJ_ERROR && minor == MINOR_INVALID_STATE)
		return -EBUSY;
	return -EIO;
}

/* Errors that belong to the normal life of a connection. */
static bool is_harmless(const struct irdma_request_result *result)
{
	if (result->major != IRDMA_CQPSQ_MAJ_ERROR)
		return false;
	switch (result->minor) {
	case MINOR_INVALID_STATE:
	case MINOR_FLUSH_NO_WQE:
	case MINOR_MODIFY_BAD_CLOSE:
	case MINOR_LLP_CLOSED:
	case MINOR_RESET_NOT_SENT:
		return true;
	}
	return false;
}

static void want_reset(struct irdma_requests *rq, const char *why)
{
	if (!test_and_set_bit(0, &rq->reset_wanted))
		irdma_os_log(rq->dev, IRDMA_OS_LOG_ERR, "the device needs a reset: %s", why);
}

static void log_failure(const struct irdma_request *req, int err, const struct irdma_request_result *result)
{
	const struct irdma_sc_dev *dev = req->owner->dev;
	const struct irdma_ring *ring = &dev->cqp->sq_ring;

	irdma_os_log(dev, is_harmless(result) ? IRDMA_OS_LOG_DEBUG : IRDMA_OS_LOG_ERR,
		     "%s failed: %d, device error 0x%04x/0x%04x, request %u, ring %u..%u",
		     irdma_command_name(req->info.cqp_cmd), err, result->major, result->minor,
		     lower_32_bits(req->cookie), READ_ONCE(ring->tail), READ_ONCE(ring->head));
}

static void count(struct irdma_requests *rq, const struct irdma_request *req, const struct irdma_request_result *result)
{
	struct irdma_command_stats *stats;
	unsigned long flags;

	if (req->info.cqp_cmd >= IRDMA_MAX_CQP_OPS)
		return;
	stats = &rq->stats[req->info.cqp_cmd];
	spin_lock_irqsave(&rq->lock, flags);
	stats->completed++;
	stats->failed += result->err != 0;
	stats->total_ns += result->ns;
	stats->max_ns = max(stats->max_ns, result->ns);
	spin_unlock_irqrestore(&rq->lock, flags);
}

/* Takes an outstanding request off the list; whoever gets it owns the completion's reference. rq->lock held. */
static void claim(struct irdma_request *req)
{
	req->posted = false;
	list_del_init(&req->node);
}

/* The outstanding request a cookie stands for; NULL if there is none. rq->lock held. */
static struct irdma_request *find_outstanding(struct irdma_requests *rq, u64 cookie)
{
	struct irdma_request *req = xa_load(&rq->by_id, lower_32_bits(cookie));

	return req && req->cookie == cookie && req->posted ? req : NULL;
}

/* Tells whoever is interested and gives up the completion's reference. */
static void finish(struct irdma_request *req, struct irdma_request_result result)
{
	struct irdma_requests *rq = req->owner;

	result.ns = ktime_get_ns() - req->posted_ns;
	count(rq, req, &result);
	req->result = result;
	if (result.major == IRDMA_CQPSQ_MAJ_ERROR && result.minor == MINOR_FUNCTION_BROKEN)
		want_reset(rq, "a command says so");
	if (!req->waiting && result.err)
		log_failure(req, result.err, &result);
	if (req->callback)
		req->callback(req);
	/* Pairs with is_done(): who sees the flag sees the result. */
	smp_store_release(&req->done, true);
	wake_up(&req->wait);
	irdma_request_put(req);
}

static void handle_completion(struct irdma_requests *rq, const struct irdma_ccq_cqe_info *info)
{
	struct irdma_request *req;
	unsigned long flags;

	spin_lock_irqsave(&rq->lock, flags);
	req = find_outstanding(rq, info->scratch);
	if (req && info->pending)
		WRITE_ONCE(req->pending, true);
	else if (req)
		claim(req);
	else
		rq->unknown_cookies++;
	spin_unlock_irqrestore(&rq->lock, flags);

	if (!req) {
		irdma_os_log(rq->dev, IRDMA_OS_LOG_WARN,
			     "completion of op 0x%02x for no outstanding request (0x%llx), device error 0x%04x/0x%04x",
			     info->op_code, info->scratch, info->maj_err_code, info->min_err_code);
		return;
	}
	if (!info->pending)
		finish(req, (struct irdma_request_result){
			.err = info->error ? device_error(info->maj_err_code, info->min_err_code) : 0,
			.value = info->op_ret_val,
			.major = info->maj_err_code,
			.minor = info->min_err_code,
		});
}

/* Commands that waited in the backlog and then could not be built get no completion: their waiters are told here. */
static void finish_unbuilt(struct irdma_requests *rq)
{
	struct irdma_request *req, *unbuilt;
	unsigned long flags;
	int err;

	do {
		unbuilt = NULL;
		spin_lock_irqsave(&rq->lock, flags);
		list_for_each_entry(req, &rq->outstanding, node) {
			/* Pairs with the store in irdma_process_bh(). */
			err = smp_load_acquire(&req->info.cqp_cmd_exec_status);
			if (err) {
				unbuilt = req;
				claim(req);
				break;
			}
		}
		spin_unlock_irqrestore(&rq->lock, flags);
		if (unbuilt)
			finish(unbuilt, (struct irdma_request_result){ .err = err });
	} while (unbuilt);
}

/* One entry of the CCQ. -ENOENT: there is none, -EBADMSG: skipped, core has logged why. */
static int read_completion(struct irdma_requests *rq, struct irdma_ccq_cqe_info *info)
{
	unsigned long flags;
	int err = -ENOENT;

	memset(info, 0, sizeof(*info));
	spin_lock_irqsave(&rq->ccq_lock, flags);
	if (rq->ccq)
		err = irdma_sc_ccq_get_cqe_info(rq->ccq, info);
	if (err && err != -ENOENT)
		rq->bad_entries++;
	spin_unlock_irqrestore(&rq->ccq_lock, flags);
	return err;
}

static void arm(struct irdma_requests *rq)
{
	unsigned long flags;

	spin_lock_irqsave(&rq->ccq_lock, flags);
	if (rq->ccq)
		irdma_sc_ccq_arm(rq->ccq);
	spin_unlock_irqrestore(&rq->ccq_lock, flags);
}

/* Takes all completions there are, then fills the freed slots from the backlog. Any context. */
static void drain(struct irdma_requests *rq)
{
	/* A device gone mad must not keep us here: no more than the ring holds. */
	u32 budget = rq->ccq ? rq->ccq->cq_uk.cq_size : 0;
	struct irdma_ccq_cqe_info info;
	u32 taken = 0;
	int err;

	while (taken < budget) {
		err = read_completion(rq, &info);
		if (err == -ENOENT)
			break;
		taken++;
		if (!err)
			handle_completion(rq, &info);
	}
	if (!taken)
		return;
	if (irdma_process_bh(rq->dev))
		finish_unbuilt(rq);
	arm(rq);
}

/* Slices without any completion on the CQP after which the device is given up. */
static u32 patience(const struct irdma_sc_dev *dev, bool pending)
{
	u32 seconds = pending ? dev->vc_caps.cqp_def_timeout_s : dev->vc_caps.cqp_timeout_s;

	if (seconds)
		return seconds * MSEC_PER_SEC / CQP_COMPL_WAIT_TIME_MS;
	return pending ? CQP_DEF_CMPL_TIMEOUT_THRESHOLD : CQP_TIMEOUT_THRESHOLD;
}

static bool any_pending(struct irdma_requests *rq)
{
	const struct irdma_request *req;
	unsigned long flags;
	bool pending = false;

	spin_lock_irqsave(&rq->lock, flags);
	list_for_each_entry(req, &rq->outstanding, node)
		pending |= req->pending;
	spin_unlock_irqrestore(&rq->lock, flags);
	return pending;
}

void irdma_requests_poll(struct work_struct *work)
{
	struct irdma_requests *rq = container_of(to_delayed_work(work), struct irdma_requests, poll);
	unsigned long flags;

	drain(rq);
	irdma_check_cqp_progress(&rq->poll_progress, rq->dev);
	if (rq->poll_progress.count >= patience(rq->dev, any_pending(rq)))
		want_reset(rq, "no command completes any more");
	spin_lock_irqsave(&rq->lock, flags);
	if (rq->open && !list_empty(&rq->outstanding))
		queue_delayed_work(system_highpri_wq, &rq->poll, msecs_to_jiffies(CQP_COMPL_WAIT_TIME_MS));
	spin_unlock_irqrestore(&rq->lock, flags);
}

static bool is_done(const struct irdma_request *req)
{
	/* Pairs with finish(). */
	return smp_load_acquire(&req->done);
}

/* Polls the CCQ until @req is done or for one slice, often at first. */
static bool wait_slice(struct irdma_request *req, u32 *pause_us)
{
	u32 waited_us = 0;

	while (waited_us < SLICE_US) {
		drain(req->owner);
		if (!wait_event_hrtimeout(req->wait, is_done(req), ns_to_ktime(*pause_us * NSEC_PER_USEC)))
			return true;
		waited_us += *pause_us;
		*pause_us = min_t(u32, *pause_us * 2, SLICE_US);
	}
	return false;
}

static int wait(struct irdma_request *req)
{
	struct irdma_requests *rq = req->owner;
	struct irdma_cqp_timeout progress = {
		.compl_cqp_cmds = READ_ONCE(rq->dev->cqp->completed_ops.counter),
	};
	u32 pause_us = FIRST_PAUSE_US;

	while (!wait_slice(req, &pause_us)) {
		irdma_check_cqp_progress(&progress, rq->dev);
		if (progress.count < patience(rq->dev, READ_ONCE(req->pending)))
			continue;
		/* The last pause was a long one: look once more before saying that the device is dead. */
		drain(rq);
		if (is_done(req))
			break;
		want_reset(rq, "no command completes any more");
		log_failure(req, -ETIMEDOUT, &(struct irdma_request_result){});
		return -ETIMEDOUT;
	}
	if (req->result.err)
		log_failure(req, req->result.err, &req->result);
	return req->result.err;
}

/* Makes @req outstanding, before the device can know of it. */
static int post(struct irdma_request *req)
{
	struct irdma_requests *rq = req->owner;
	unsigned long flags;
	bool open;

	if (irdma_requests_reset_wanted(rq))
		return -EBUSY;
	spin_lock_irqsave(&rq->lock, flags);
	open = rq->open;
	if (open) {
		kref_get(&req->refs);
		req->posted = true;
		req->posted_ns = ktime_get_ns();
		list_add_tail(&req->node, &rq->outstanding);
		if (!req->waiting)
			queue_delayed_work(system_highpri_wq, &rq->poll, 1);
	}
	spin_unlock_irqrestore(&rq->lock, flags);
	return open ? 0 : -ENODEV;
}

/* The command was neither sent nor queued. */
static void unpost(struct irdma_request *req)
{
	struct irdma_requests *rq = req->owner;
	unsigned long flags;
	bool ours;

	spin_lock_irqsave(&rq->lock, flags);
	ours = req->posted;
	if (ours)
		claim(req);
	spin_unlock_irqrestore(&rq->lock, flags);
	if (ours)
		irdma_request_put(req);
}

int irdma_request_submit(struct irdma_request *req)
{
	const bool waiting = req->waiting;
	int err;

	might_sleep_if(waiting);
	err = post(req);
	if (err)
		return err;
	err = irdma_process_cqp_cmd(req->owner->dev, &req->info);
	if (err) {
		unpost(req);
		log_failure(req, err, &(struct irdma_request_result){});
		return err;
	}
	return waiting ? wait(req) : 0;
}

void irdma_requests_start(struct irdma_requests *rq, struct irdma_sc_cq *ccq)
{
	unsigned long flags;

	spin_lock_irqsave(&rq->ccq_lock, flags);
	rq->ccq = ccq;
	spin_unlock_irqrestore(&rq->ccq_lock, flags);
	spin_lock_irqsave(&rq->lock, flags);
	rq->open = true;
	spin_unlock_irqrestore(&rq->lock, flags);
	arm(rq);
}

static bool is_settled(struct irdma_requests *rq)
{
	unsigned long flags;
	bool settled;

	spin_lock_irqsave(&rq->lock, flags);
	settled = list_empty(&rq->outstanding);
	spin_unlock_irqrestore(&rq->lock, flags);
	return settled;
}

/* Lets outstanding commands end; those nobody waits for, and those whose waiters gave up. */
static void settle(struct irdma_requests *rq)
{
	int slice;

	for (slice = 0; slice < SETTLE_SLICES && !is_settled(rq); slice++) {
		drain(rq);
		msleep(CQP_COMPL_WAIT_TIME_MS);
	}
	if (!is_settled(rq))
		want_reset(rq, "commands are still outstanding at removal");
}

void irdma_requests_stop(struct irdma_requests *rq)
{
	unsigned long flags;

	if (!irdma_requests_reset_wanted(rq))
		settle(rq);
	spin_lock_irqsave(&rq->lock, flags);
	rq->open = false;
	spin_unlock_irqrestore(&rq->lock, flags);
	cancel_delayed_work_sync(&rq->poll);
	spin_lock_irqsave(&rq->ccq_lock, flags);
	rq->ccq = NULL;
	spin_unlock_irqrestore(&rq->ccq_lock, flags);
}

/* Nobody fills the ring any more: commands in the backlog will never be built. */
static void drop_backlog(struct irdma_sc_dev *dev)
{
	u64 flags = irdma_os_spin_lock(&dev->cqp_lock);

	while (irdma_remove_cqp_head(dev))
		;
	irdma_os_spin_unlock(&dev->cqp_lock, flags);
}

void irdma_requests_abort(struct irdma_requests *rq)
{
	struct irdma_request *req;
	unsigned long flags;

	drop_backlog(rq->dev);
	do {
		spin_lock_irqsave(&rq->lock, flags);
		req = list_first_entry_or_null(&rq->outstanding, struct irdma_request, node);
		if (req)
			claim(req);
		spin_unlock_irqrestore(&rq->lock, flags);
		if (req)
			finish(req, (struct irdma_request_result){ .err = -ENODEV });
	} while (req);
}
