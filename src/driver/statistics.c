// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of a VSI, the driver's part of irdma/services.h: instances by command, and the periodic gather that looks
 * at counters before they wrap.
 */
#include <linux/jiffies.h>

#include "driver/function.h"
#include "os/os.h"

/* The narrowest counters, of errors, have 24 bits. */
#define GATHER_PERIOD (60 * HZ)

static struct delayed_work *periodic_gather(struct irdma_vsi_pestat *pestat)
{
	return irdma_timer_work(&pestat->stats_timer);
}

int irdma_cqp_stats_inst_cmd(struct irdma_sc_vsi *vsi, u8 cmd, struct irdma_stats_inst_info *stats_info)
{
	bool wait = cmd == IRDMA_OP_STATS_ALLOCATE;
	struct irdma_function *fn = to_function(vsi->dev);
	struct irdma_request *req = irdma_request_get(&fn->requests, wait);
	int err;

	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, cmd, stats_manage);
	req->info.in.u.stats_manage.cqp = &fn->cqp;
	req->info.in.u.stats_manage.info = *stats_info;
	err = irdma_request_submit(req);
	if (!err && wait)
		stats_info->stats_idx = min_t(u32, req->result.value, U16_MAX);
	irdma_request_put(req);
	return err;
}

/* A gather that fails leaves the counters as they are. */
static int gather(struct irdma_sc_vsi *vsi)
{
	struct irdma_function *fn = to_function(vsi->dev);
	struct irdma_request *req = irdma_request_get(&fn->requests, true);
	int err;

	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, IRDMA_OP_STATS_GATHER, stats_gather);
	req->info.in.u.stats_gather.cqp = &fn->cqp;
	req->info.in.u.stats_gather.info = vsi->pestat->gather_info;
	err = irdma_request_submit(req);
	irdma_request_put(req);
	if (!err)
		sc_vsi_update_stats(vsi);
	return err;
}

static void gather_work(struct work_struct *work)
{
	struct irdma_vsi_pestat *pestat = container_of(irdma_timer_of(work), struct irdma_vsi_pestat, stats_timer);
	struct irdma_sc_vsi *vsi = pestat->vsi;
	int err = 0;

	if (vsi->dev->hw_attrs.uk_attrs.hw_rev == IRDMA_GEN_1)
		irdma_gather_stats_gen1(vsi);
	else
		err = gather(vsi);
	if (err)
		irdma_os_log(vsi->dev, IRDMA_OS_LOG_WARN, "VSI %u: counters could not be gathered: %d", vsi->vsi_idx, err);
	schedule_delayed_work(periodic_gather(pestat), GATHER_PERIOD);
}

void irdma_hw_stats_start_timer(struct irdma_sc_vsi *vsi)
{
	struct delayed_work *work = periodic_gather(vsi->pestat);

	INIT_DELAYED_WORK(work, gather_work);
	schedule_delayed_work(work, GATHER_PERIOD);
}

void irdma_hw_stats_stop_timer(struct irdma_sc_vsi *vsi)
{
	cancel_delayed_work_sync(periodic_gather(vsi->pestat));
}
