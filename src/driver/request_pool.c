// SPDX-License-Identifier: GPL-2.0
/* Request objects: as many as the ring has slots are kept, more are allocated when the backlog needs them. */
#include <linux/slab.h>

#include "driver/request.h"
#include "os/os.h"

#define POOL_SIZE IRDMA_CQP_SW_SQSIZE_2048
/* How long the last users of requests may take at removal. */
#define IDLE_TIMEOUT msecs_to_jiffies(10000)

static const char *const names[IRDMA_MAX_CQP_OPS] = {
	[IRDMA_OP_CEQ_DESTROY] = "Destroy CEQ Cmd",
	[IRDMA_OP_AEQ_DESTROY] = "Destroy AEQ Cmd",
	[IRDMA_OP_DELETE_ARP_CACHE_ENTRY] = "Delete ARP Cache Cmd",
	[IRDMA_OP_MANAGE_APBVT_ENTRY] = "Manage APBV Table Entry Cmd",
	[IRDMA_OP_CEQ_CREATE] = "CEQ Create Cmd",
	[IRDMA_OP_AEQ_CREATE] = "AEQ Create Cmd",
	[IRDMA_OP_MANAGE_QHASH_TABLE_ENTRY] = "Manage Quad Hash Table Entry Cmd",
	[IRDMA_OP_QP_MODIFY] = "Modify QP Cmd",
	[IRDMA_OP_QP_UPLOAD_CONTEXT] = "Upload Context Cmd",
	[IRDMA_OP_CQ_CREATE] = "Create CQ Cmd",
	[IRDMA_OP_CQ_DESTROY] = "Destroy CQ Cmd",
	[IRDMA_OP_QP_CREATE] = "Create QP Cmd",
	[IRDMA_OP_QP_DESTROY] = "Destroy QP Cmd",
	[IRDMA_OP_ALLOC_STAG] = "Allocate STag Cmd",
	[IRDMA_OP_MR_REG_NON_SHARED] = "Register Non-Shared MR Cmd",
	[IRDMA_OP_DEALLOC_STAG] = "Deallocate STag Cmd",
	[IRDMA_OP_MW_ALLOC] = "Allocate Memory Window Cmd",
	[IRDMA_OP_QP_FLUSH_WQES] = "Flush QP Cmd",
	[IRDMA_OP_ADD_ARP_CACHE_ENTRY] = "Add ARP Cache Cmd",
	[IRDMA_OP_MANAGE_PUSH_PAGE] = "Manage Push Page Cmd",
	[IRDMA_OP_UPDATE_PE_SDS] = "Update PE SDs Cmd",
	[IRDMA_OP_MANAGE_HMC_PM_FUNC_TABLE] = "Manage HMC PM Function Table Cmd",
	[IRDMA_OP_SUSPEND] = "Suspend QP Cmd",
	[IRDMA_OP_RESUME] = "Resume QP Cmd",
	[IRDMA_OP_MANAGE_VF_PBLE_BP] = "Manage VF PBLE Backing Pages Cmd",
	[IRDMA_OP_QUERY_FPM_VAL] = "Query FPM Values Cmd",
	[IRDMA_OP_COMMIT_FPM_VAL] = "Commit FPM Values Cmd",
	[IRDMA_OP_AH_CREATE] = "Create Address Handle Cmd",
	[IRDMA_OP_AH_MODIFY] = "Modify Address Handle Cmd",
	[IRDMA_OP_AH_DESTROY] = "Destroy Address Handle Cmd",
	[IRDMA_OP_MC_CREATE] = "Create Multicast Group Cmd",
	[IRDMA_OP_MC_DESTROY] = "Destroy Multicast Group Cmd",
	[IRDMA_OP_MC_MODIFY] = "Modify Multicast Group Cmd",
	[IRDMA_OP_STATS_ALLOCATE] = "Add Statistics Instance Cmd",
	[IRDMA_OP_STATS_FREE] = "Free Statistics Instance Cmd",
	[IRDMA_OP_STATS_GATHER] = "Gather Statistics Cmd",
	[IRDMA_OP_WS_ADD_NODE] = "Add Work Scheduler Node Cmd",
	[IRDMA_OP_WS_MODIFY_NODE] = "Modify Work Scheduler Node Cmd",
	[IRDMA_OP_WS_DELETE_NODE] = "Delete Work Scheduler Node Cmd",
	[IRDMA_OP_SET_UP_MAP] = "Set UP-UP Mapping Cmd",
	[IRDMA_OP_GEN_AE] = "Generate AE Cmd",
	[IRDMA_OP_QUERY_RDMA_FEATURES] = "RDMA Get Features Cmd",
	[IRDMA_OP_ALLOC_LOCAL_MAC_ENTRY] = "Allocate Local MAC Entry Cmd",
	[IRDMA_OP_ADD_LOCAL_MAC_ENTRY] = "Add Local MAC Entry Cmd",
	[IRDMA_OP_DELETE_LOCAL_MAC_ENTRY] = "Delete Local MAC Entry Cmd",
	[IRDMA_OP_CQ_MODIFY] = "CQ Modify Cmd",
	[IRDMA_OP_SRQ_CREATE] = "Create SRQ Cmd",
	[IRDMA_OP_SRQ_MODIFY] = "Modify SRQ Cmd",
	[IRDMA_OP_SRQ_DESTROY] = "Destroy SRQ Cmd",
};

const char *irdma_command_name(u8 cmd)
{
	return cmd < IRDMA_MAX_CQP_OPS && names[cmd] ? names[cmd] : "unknown Cmd";
}

static int setup(struct irdma_requests *rq, struct irdma_request *req, bool pooled)
{
	u32 id;
	int err;

	req->owner = rq;
	req->pooled = pooled;
	INIT_LIST_HEAD(&req->node);
	init_waitqueue_head(&req->wait);
	err = xa_alloc_cyclic(&rq->by_id, &id, req, xa_limit_31b, &rq->next_id, GFP_ATOMIC);
	req->cookie = id;
	/* 1 says that ids started again from the lowest free one, which is fine. */
	return min(err, 0);
}

int irdma_requests_init(struct irdma_requests *rq, struct irdma_sc_dev *dev)
{
	unsigned long flags;
	int i, err = 0;

	rq->dev = dev;
	spin_lock_init(&rq->lock);
	spin_lock_init(&rq->ccq_lock);
	INIT_LIST_HEAD(&rq->available);
	INIT_LIST_HEAD(&rq->outstanding);
	init_waitqueue_head(&rq->idle);
	INIT_DELAYED_WORK(&rq->poll, irdma_requests_poll);
	/* Id 0 does not exist: a cookie of 0 says that nobody waits. */
	xa_init_flags(&rq->by_id, XA_FLAGS_ALLOC1);

	rq->pool = kvcalloc(POOL_SIZE, sizeof(*rq->pool), GFP_KERNEL);
	if (!rq->pool)
		return -ENOMEM;
	for (i = 0; i < POOL_SIZE && !err; i++) {
		spin_lock_irqsave(&rq->lock, flags);
		err = setup(rq, &rq->pool[i], true);
		list_add_tail(&rq->pool[i].node, &rq->available);
		spin_unlock_irqrestore(&rq->lock, flags);
	}
	if (err)
		irdma_requests_exit(rq);
	return err;
}

/* Under the lock, so that whoever saw the last request go may free all this. */
static u32 in_use(struct irdma_requests *rq)
{
	unsigned long flags;
	u32 count;

	spin_lock_irqsave(&rq->lock, flags);
	count = rq->in_use;
	spin_unlock_irqrestore(&rq->lock, flags);
	return count;
}

void irdma_requests_exit(struct irdma_requests *rq)
{
	/* References end within the time of one command; without the wait a bug would be a use after free. */
	if (!wait_event_timeout(rq->idle, !in_use(rq), IDLE_TIMEOUT))
		irdma_os_log(rq->dev, IRDMA_OS_LOG_ERR, "%u requests are still in use at removal", in_use(rq));
	xa_destroy(&rq->by_id);
	kvfree(rq->pool);
	rq->pool = NULL;
}

static struct irdma_request *take_available(struct irdma_requests *rq)
{
	struct irdma_request *req;
	unsigned long flags;

	spin_lock_irqsave(&rq->lock, flags);
	req = list_first_entry_or_null(&rq->available, struct irdma_request, node);
	if (req)
		list_del_init(&req->node);
	spin_unlock_irqrestore(&rq->lock, flags);
	return req;
}

static struct irdma_request *allocate(struct irdma_requests *rq)
{
	struct irdma_request *req = kzalloc(sizeof(*req), GFP_ATOMIC);
	unsigned long flags;
	int err;

	if (!req)
		return NULL;
	spin_lock_irqsave(&rq->lock, flags);
	err = setup(rq, req, false);
	spin_unlock_irqrestore(&rq->lock, flags);
	if (!err)
		return req;
	kfree(req);
	return NULL;
}

struct irdma_request *irdma_request_get(struct irdma_requests *rq, bool waiting)
{
	struct irdma_request *req = take_available(rq);
	unsigned long flags;

	if (!req)
		req = allocate(rq);
	if (!req)
		return NULL;
	memset(&req->info, 0, sizeof(req->info));
	memset(&req->result, 0, sizeof(req->result));
	req->waiting = waiting;
	req->callback = NULL;
	req->param = NULL;
	req->pending = false;
	req->done = false;
	kref_init(&req->refs);

	/* A new life, so that a late answer to the previous one is not taken for ours. */
	spin_lock_irqsave(&rq->lock, flags);
	rq->lives++;
	req->cookie = (u64)rq->lives << 32 | lower_32_bits(req->cookie);
	rq->in_use++;
	spin_unlock_irqrestore(&rq->lock, flags);
	return req;
}

static void release(struct kref *refs)
{
	struct irdma_request *req = container_of(refs, struct irdma_request, refs);
	struct irdma_requests *rq = req->owner;
	unsigned long flags;
	bool pooled;

	spin_lock_irqsave(&rq->lock, flags);
	if (req->pooled)
		list_add_tail(&req->node, &rq->available);
	else
		xa_erase(&rq->by_id, lower_32_bits(req->cookie));
	pooled = req->pooled;
	if (!--rq->in_use)
		wake_up(&rq->idle);
	spin_unlock_irqrestore(&rq->lock, flags);
	if (!pooled)
		kfree(req);
}

void irdma_request_put(struct irdma_request *req)
{
	kref_put(&req->refs, release);
}
