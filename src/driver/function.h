/* SPDX-License-Identifier: GPL-2.0 */
/* One PCI function and everything the driver keeps for it. */
#ifndef IRDMA_DRIVER_FUNCTION_H
#define IRDMA_DRIVER_FUNCTION_H

#include <linux/bitmap.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>

#include <irdma/ctrl.h>
#include <irdma/lan.h>

#include "driver/request.h"

struct dentry;

#define IRDMA_RESULT_CHARS 512

/* State behind debugfs, see debugfs.c. */
struct irdma_debug {
	struct dentry *dir;
	struct mutex lock;		/* one command at a time; guards the rest */
	char result[IRDMA_RESULT_CHARS];
	struct xarray qps;		/* struct irdma_debug_qp by QP id */
};

struct irdma_function {
	struct irdma_sc_dev dev;
	struct irdma_hw hw;
	struct irdma_hmc_obj_info hmc_obj[IRDMA_HMC_IW_MAX];
	struct irdma_sc_cqp cqp;
	struct irdma_sc_cq ccq;
	struct irdma_sc_vsi vsi;

	/* Memory of the function, see hw.c. */
	struct irdma_dma_mem objects;	/* struct irdma_object_memory */
	struct irdma_dma_mem sq;
	struct irdma_dma_mem ccq_ring;
	u64 *scratch;
	bool given_up;			/* the device may still use DMA memory: never freed */
	struct irdma_ooo_cqp_op *deferred;

	/* Scheduler nodes whose ids are taken, under dev.ws_mutex. */
	DECLARE_BITMAP(ws_node_ids, IRDMA_MAX_WS_NODES);

	struct irdma_requests requests;
	struct irdma_debug debug;
};

static inline struct irdma_function *to_function(struct irdma_sc_dev *dev)
{
	return container_of(dev, struct irdma_function, dev);
}

static_assert(sizeof(struct delayed_work) <= sizeof(struct irdma_timer), "IRDMA_TIMER_WORDS is too small");

/* The room the control path's objects have for a timer of the driver. */
static inline struct delayed_work *irdma_timer_work(struct irdma_timer *timer)
{
	return (struct delayed_work *)timer;
}

static inline struct irdma_timer *irdma_timer_of(struct work_struct *work)
{
	return (struct irdma_timer *)to_delayed_work(work);
}

/* hw.c: from a function at rest to one that takes commands, and back. Sleep. */
int irdma_hw_up(struct irdma_function *fn, const struct irdma_lan_device *lan);
void irdma_hw_down(struct irdma_function *fn);

/* terminate.c: no terminate timer of the QP runs, or will, afterwards. Sleeps. */
void irdma_terminate_cancel(struct irdma_sc_qp *qp);

/* debugfs.c */
void irdma_debugfs_init(void);
void irdma_debugfs_exit(void);
void irdma_debugfs_add(struct irdma_function *fn, const char *name);
/* Waits for a command that is being carried out. */
void irdma_debugfs_remove(struct irdma_function *fn);

/* debug_command.c: carries out one line; describes the outcome in @fn->debug.result. Under @fn->debug.lock. */
int irdma_debug_command(struct irdma_function *fn, char *line);
/* Forgets the QPs made by commands. After irdma_hw_down(). */
void irdma_debug_free_qps(struct irdma_function *fn);

#endif
