// SPDX-License-Identifier: GPL-2.0
//
// The lists of QPs per priority, and what is done to all QPs on them: suspend before traffic classes change, resume
// after it.
//
// Locks: each list has its qos_mutex. The work scheduler takes qos_mutexes inside dev->ws_mutex, so it is never called
// with one held. Commands are posted under a qos_mutex, but nothing waits for one there.

#include "core/atomic.h"
#include "core/cqp_ring.h"
#include "core/generation.h"
#include "core/list.h"
#include "core/lock.h"

using namespace core;

namespace {

constexpr u32 unheld_pause_ms = 1;
// Others may undo our work again and again: at some point it is their turn.
constexpr u32 max_join_attempts = 4;
constexpr u32 max_resume_rounds = 8;

irdma_sc_qp *qp_of(list_head *entry) {
    return reinterpret_cast<irdma_sc_qp *>(reinterpret_cast<char *>(entry) - offsetof(irdma_sc_qp, list));
}

irdma_sc_qp *qp_of_resume(list_head *entry) {
    return reinterpret_cast<irdma_sc_qp *>(reinterpret_cast<char *>(entry) - offsetof(irdma_sc_qp, priv.resume));
}

bool has_scheduler(const irdma_sc_dev *dev) {
    return generation_of(dev).work_scheduler;
}

// Its suspend is not waited for any more, for whatever reason. True: it was the VSI's last.
bool uncount(irdma_sc_qp *qp) {
    return __atomic_exchange_n(&qp->priv.suspend_pending, false, __ATOMIC_ACQ_REL) &&
           atomic_dec(&qp->vsi->qp_suspend_reqs);
}

// Commands posted between open() and close() ring the doorbell once.
class Batch {
  public:
    explicit Batch(irdma_sc_dev *dev) : dev_(dev) {}
    ~Batch() { close(); }
    Batch(const Batch &) = delete;
    Batch &operator=(const Batch &) = delete;

    void open() {
        if (open_ || !dev_->cqp)
            return;
        const SpinGuard guard(&dev_->cqp_lock);
        irdma_sc_cqp_cork(dev_->cqp);
        open_ = true;
    }

    void close() {
        if (!open_)
            return;
        const SpinGuard guard(&dev_->cqp_lock);
        irdma_sc_cqp_uncork(dev_->cqp);
        open_ = false;
    }

  private:
    irdma_sc_dev *dev_;
    bool open_ = false;
};

// The list's qos_mutex held.
void suspend(irdma_sc_qp *qp) {
    if (qp->priv.run == IRDMA_QP_SUSPENDED)
        return;
    // Counted first: the device's event may come before the call returns.
    if (!__atomic_exchange_n(&qp->priv.suspend_pending, true, __ATOMIC_ACQ_REL))
        atomic_inc(&qp->vsi->qp_suspend_reqs);
    if (const int err = irdma_cqp_qp_suspend_resume(qp, IRDMA_OP_SUSPEND)) {
        (void)uncount(qp);
        qp->priv.run = IRDMA_QP_RUNNING;
        log_err(qp->dev, "QoS: QP %u cannot be suspended, it goes on running: %d", qp->qp_uk.qp_id, err);
        return;
    }
    qp->priv.run = IRDMA_QP_SUSPENDED;
}

void suspend_all(irdma_sc_vsi *vsi) {
    Batch batch(vsi->dev);

    batch.open();
    for (irdma_qos &qos : vsi->qos) {
        const MutexGuard guard(&qos.qos_mutex);

        for (irdma_sc_qp *qp = nullptr; (qp = irdma_get_qp_from_list(&qos.qplist, qp));)
            suspend(qp);
    }
}

// Who is to be resumed. From here on irdma_qp_rem_qos() also takes the QP off `waiting`, so that the list can be worked
// off without holding the mutex.
void collect(irdma_sc_vsi *vsi, u8 pri, list_head *waiting) {
    irdma_qos &qos = vsi->qos[pri];
    const MutexGuard guard(&qos.qos_mutex);

    list_init(waiting);
    for (irdma_sc_qp *qp = nullptr; (qp = irdma_get_qp_from_list(&qos.qplist, qp));) {
        if (qp->priv.run == IRDMA_QP_RUNNING)
            continue;
        qp->priv.qos_pri = pri;
        list_add_back(waiting, &qp->priv.resume);
    }
}

// The next one, held so that it stays in memory; nullptr: all done.
irdma_sc_qp *hold_next(irdma_qos &qos, list_head *waiting) {
    const MutexGuard guard(&qos.qos_mutex);

    if (list_empty(waiting))
        return nullptr;
    irdma_sc_qp *qp = qp_of_resume(waiting->next);
    list_unlink(&qp->priv.resume);
    qp->priv.held = true;
    return qp;
}

// A leaf that exists needs no call, so the batch can go on. Only a real scheduler waits for commands, for which the
// doorbell has to be rung.
int make_leaf(irdma_sc_vsi *vsi, u8 pri, Batch &batch) {
    if (has_scheduler(vsi->dev)) {
        {
            const MutexGuard guard(&vsi->qos[pri].qos_mutex);

            if (vsi->qos[pri].valid)
                return 0;
        }
        batch.close();
    }
    return vsi->dev->ws_add(vsi, pri);
}

// True: the QP is still there, and was told to go on.
bool post_resume(irdma_qos &qos, u8 pri, irdma_sc_qp *qp, bool new_queue_set) {
    const MutexGuard guard(&qos.qos_mutex);

    if (!qp->on_qoslist || qp->priv.qos_pri != pri)
        return false;
    if (new_queue_set)
        qp->qs_handle = qos.qs_handle;
    (void)uncount(qp);
    if (const int err = irdma_cqp_qp_suspend_resume(qp, IRDMA_OP_RESUME))
        log_err(qp->dev, "QoS: QP %u cannot be resumed, it stays suspended: %d", qp->qp_uk.qp_id, err);
    else
        qp->priv.run = IRDMA_QP_RUNNING;
    return true;
}

void resume(irdma_sc_vsi *vsi, u8 pri, irdma_sc_qp *qp, Batch &batch) {
    const int err = make_leaf(vsi, pri, batch);

    batch.open();
    if (!post_resume(vsi->qos[pri], pri, qp, !err) || !err)
        return;
    log_err(qp->dev, "QoS: no queue set for QP %u at priority %u: %d, it goes to error", qp->qp_uk.qp_id, pri, err);
    batch.close();
    irdma_modify_qp_to_err(qp);
}

void resume_listed(irdma_sc_vsi *vsi) {
    Batch batch(vsi->dev);
    list_head waiting;

    for (u8 pri = 0; pri < IRDMA_MAX_USER_PRIORITY; pri++) {
        collect(vsi, pri, &waiting);
        while (irdma_sc_qp *qp = hold_next(vsi->qos[pri], &waiting)) {
            resume(vsi, pri, qp, batch);
            __atomic_store_n(&qp->priv.held, false, __ATOMIC_RELEASE);
        }
    }
}

u32 late_joins(const irdma_sc_vsi *vsi) {
    return __atomic_load_n(&vsi->priv.late_joins, __ATOMIC_ACQUIRE);
}

// A suspended QP that changes its priority meanwhile may join a list that is already done.
void resume_all(irdma_sc_vsi *vsi) {
    for (u32 round = 0; round < max_resume_rounds; round++) {
        const u32 seen = late_joins(vsi);

        resume_listed(vsi);
        if (seen == late_joins(vsi))
            return;
    }
}

// The qos_mutex held.
void join(irdma_sc_qp *qp, irdma_qos &qos, u8 pri, bool leaf_known) {
    list_add_front(&qos.qplist, &qp->list);
    qp->on_qoslist = true;
    qp->priv.qos_pri = pri;
    qp->qs_handle = qos.qs_handle;
    // Without a queue set of its own it gets one at the next resume.
    if (qp->priv.run == IRDMA_QP_RUN_UNKNOWN && leaf_known)
        qp->priv.run = IRDMA_QP_RUNNING;
    else if (qp->priv.run == IRDMA_QP_SUSPENDED)
        __atomic_fetch_add(&qp->vsi->priv.late_joins, 1, __ATOMIC_RELEASE);
}

// -EAGAIN: the leaf of the priority was removed between the caller's irdma_ws_add() and now.
int try_join(irdma_sc_qp *qp, irdma_qos &qos, u8 pri) {
    const irdma_sc_dev *dev = qp->vsi->dev;
    const MutexGuard guard(&qos.qos_mutex);

    if (qp->on_qoslist)
        return 0;
    if (has_scheduler(dev) && dev->ws_add && !qos.valid)
        return -EAGAIN;
    join(qp, qos, pri, true);
    return 0;
}

} // namespace

extern "C" struct irdma_sc_qp *irdma_get_qp_from_list(struct list_head *head, struct irdma_sc_qp *qp) {
    if (list_empty(head))
        return nullptr;
    list_head *entry = qp ? qp->list.next : head->next;
    return entry == head ? nullptr : qp_of(entry);
}

extern "C" void irdma_qp_add_qos(struct irdma_sc_qp *qp) {
    irdma_sc_vsi *vsi = qp->vsi;
    const u8 pri = qp->user_pri;
    int err = 0;

    if (pri >= IRDMA_MAX_USER_PRIORITY) {
        log_err(vsi->dev, "QoS: QP %u: there is no priority %u", qp->qp_uk.qp_id, pri);
        return;
    }
    irdma_qos &qos = vsi->qos[pri];
    for (u32 i = 0; i < max_join_attempts && !err; i++) {
        if (try_join(qp, qos, pri) == 0)
            return;
        err = vsi->dev->ws_add(vsi, pri);
    }
    log_err(vsi->dev, "QoS: QP %u at priority %u has no queue set: %d", qp->qp_uk.qp_id, pri, err);
    const MutexGuard guard(&qos.qos_mutex);
    join(qp, qos, pri, false);
}

extern "C" void irdma_qp_rem_qos(struct irdma_sc_qp *qp) {
    if (!qp->on_qoslist)
        return;
    const MutexGuard guard(&qp->vsi->qos[qp->priv.qos_pri].qos_mutex);

    qp->on_qoslist = false;
    list_unlink(&qp->list);
    if (qp->priv.resume.next)
        list_unlink(&qp->priv.resume);
    (void)uncount(qp);
}

extern "C" void irdma_qp_wait_unheld(struct irdma_sc_qp *qp) {
    while (__atomic_load_n(&qp->priv.held, __ATOMIC_ACQUIRE))
        irdma_os_msleep(unheld_pause_ms);
}

extern "C" bool irdma_qp_suspend_done(struct irdma_sc_qp *qp) {
    return uncount(qp);
}

extern "C" void irdma_sc_suspend_resume_qps(struct irdma_sc_vsi *vsi, u8 op) {
    if (op == IRDMA_OP_SUSPEND)
        suspend_all(vsi);
    else if (op == IRDMA_OP_RESUME)
        resume_all(vsi);
}
