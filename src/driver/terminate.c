// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's part of the iWARP terminate procedure, see irdma/services.h: what the control path wants done to the QP
 * becomes a command nobody waits for, and a timer ends a procedure the peer does not.
 */
#include <linux/atomic.h>
#include <linux/jiffies.h>

#include "driver/function.h"
#include "os/os.h"

static struct delayed_work *timer_of(struct irdma_sc_qp *qp)
{
	return irdma_timer_work(&qp->priv.term_timer);
}

static int modify(struct irdma_sc_qp *qp, const struct irdma_modify_qp_info *info)
{
	struct irdma_request *req = irdma_request_get(&to_function(qp->dev)->requests, false);
	int err;

	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, IRDMA_OP_QP_MODIFY, qp_modify);
	req->info.in.u.qp_modify.qp = qp;
	req->info.in.u.qp_modify.info = *info;
	err = irdma_request_submit(req);
	irdma_request_put(req);
	return err;
}

/* A QP the device cannot be told about has nothing more to wait for. */
void irdma_term_modify_qp(struct irdma_sc_qp *qp, u8 next_state, u8 term, u8 term_len)
{
	struct irdma_modify_qp_info info = {
		.next_iwarp_state = next_state,
		.cq_num_valid = true,
		.arp_cache_idx_valid = true,
		.dont_send_term = !(term & IRDMAQP_TERM_SEND_TERM_ONLY),
		.dont_send_fin = !(term & IRDMAQP_TERM_SEND_FIN_ONLY),
		.termlen = term_len,
	};
	int err = modify(qp, &info);

	if (!err)
		return;
	irdma_os_log(qp->dev, IRDMA_OS_LOG_ERR, "QP %u: cannot be moved to state %u: %d", qp->qp_uk.qp_id, next_state, err);
	irdma_terminate_done(qp, 0);
}

void irdma_terminate_done(struct irdma_sc_qp *qp, int timeout_occurred)
{
	struct irdma_modify_qp_info info = {
		.next_iwarp_state = IRDMA_QP_STATE_ERROR,
		.cq_num_valid = true,
		.arp_cache_idx_valid = true,
		.reset_tcp_conn = true,
	};
	u8 old = READ_ONCE(qp->term_flags);
	int err;

	/* Timer and events may come at the same time: one of them ends the procedure. */
	do {
		if (old & IRDMA_TERM_DONE)
			return;
	} while (!try_cmpxchg(&qp->term_flags, &old, old | IRDMA_TERM_DONE));

	if (!timeout_occurred && timer_of(qp)->work.func)
		cancel_delayed_work(timer_of(qp));
	err = modify(qp, &info);
	if (err)
		irdma_os_log(qp->dev, IRDMA_OS_LOG_ERR, "QP %u: cannot be moved to error: %d", qp->qp_uk.qp_id, err);
}

static void expired(struct work_struct *work)
{
	irdma_terminate_done(container_of(irdma_timer_of(work), struct irdma_sc_qp, priv.term_timer), 1);
}

/* One that runs goes on running: the first second counts. */
void irdma_terminate_start_timer(struct irdma_sc_qp *qp)
{
	struct delayed_work *work = timer_of(qp);

	if (!work->work.func)
		INIT_DELAYED_WORK(work, expired);
	schedule_delayed_work(work, HZ);
}

void irdma_terminate_cancel(struct irdma_sc_qp *qp)
{
	if (timer_of(qp)->work.func)
		cancel_delayed_work_sync(timer_of(qp));
}
