// SPDX-License-Identifier: GPL-2.0
/*
 * Commands written to debugfs, see debugfs.c for the grammar. A line is split at blanks and read word by word; what is
 * missing, too much or out of range is refused with -EINVAL or -ERANGE before anything is sent.
 */
#include <linux/completion.h>
#include <linux/if_ether.h>
#include <linux/inet.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/math64.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "driver/function.h"
#include "os/os.h"

/* Several times what the queue and the pool of requests hold. */
#define FLOOD_MAX 16384
#define FLOOD_PAUSE msecs_to_jiffies(100)

/* The smallest queues any device takes. */
#define QP_QUANTA 16
#define QP_QUEUE_ALIGNMENT 256

/* What the device wants of a QP. */
struct qp_memory {
	struct irdma_qp_quanta sq[QP_QUANTA] __aligned(QP_QUEUE_ALIGNMENT);
	struct irdma_qp_quanta rq[QP_QUANTA] __aligned(QP_QUEUE_ALIGNMENT);
	__le64 context[IRDMA_QP_CTX_SIZE / sizeof(__le64)];
	__le64 shadow[IRDMA_SHADOW_AREA_SIZE];
};

/* A QP that nobody posts to: it exists in the device, idle, and can be suspended and resumed. */
struct irdma_debug_qp {
	struct irdma_sc_qp qp;
	struct irdma_sc_pd pd;
	struct irdma_dma_mem mem;	/* struct qp_memory */
};

struct parser {
	char *rest;
};

/* The next word; NULL at the end of the line. */
static char *next_word(struct parser *p)
{
	char *word;

	do {
		word = strsep(&p->rest, " \t");
	} while (word && !*word);
	return word;
}

/* Position of the next word in @words; -EINVAL if it is none of them. */
static int next_choice(struct parser *p, const char *const *words, size_t count)
{
	const char *word = next_word(p);

	return word ? match_string(words, count, word) : -EINVAL;
}

static int next_number(struct parser *p, u32 max, u32 *number)
{
	const char *word = next_word(p);
	int err;

	if (!word)
		return -EINVAL;
	err = kstrtou32(word, 0, number);
	if (err)
		return err;
	return *number <= max ? 0 : -ERANGE;
}

static int expect_end(struct parser *p)
{
	return next_word(p) ? -EINVAL : 0;
}

/* ADDRESS:PORT or [ADDRESS]:PORT; the address as words in host order, IPv4 in the first. */
static int next_endpoint(struct parser *p, bool ipv4, u32 address[4], u16 *port)
{
	const char *word = next_word(p), *end;
	__be32 words[4] = {};
	int i;

	if (!word)
		return -EINVAL;
	if (ipv4) {
		if (!in4_pton(word, -1, (u8 *)words, ':', &end))
			return -EINVAL;
	} else {
		if (*word != '[' || !in6_pton(word + 1, -1, (u8 *)words, ']', &end) || *end++ != ']')
			return -EINVAL;
	}
	for (i = 0; i < 4; i++)
		address[i] = be32_to_cpu(words[i]);
	return *end == ':' ? kstrtou16(end + 1, 10, port) : -EINVAL;
}

static int next_mac(struct parser *p, u8 *mac)
{
	const char *word = next_word(p);

	if (!word || strlen(word) != 3 * ETH_ALEN - 1)
		return -EINVAL;
	return mac_pton(word, mac) ? 0 : -EINVAL;
}

/* Sends the command, puts the outcome into words and gives up the request. */
static int carry_out(struct irdma_function *fn, struct irdma_request *req)
{
	int err = irdma_request_submit(req);
	struct irdma_request_result result = {};

	/* After a timeout the completion may still come and write the result. */
	if (err != -ETIMEDOUT)
		result = req->result;
	scnprintf(fn->debug.result, sizeof(fn->debug.result), "%s: %d, device 0x%04x/0x%04x, value %u, %llu us\n",
		  irdma_command_name(req->info.cqp_cmd), err, result.major, result.minor, result.value,
		  div_u64(result.ns, NSEC_PER_USEC));
	irdma_request_put(req);
	return err;
}

static int parse_qhash_option(struct parser *p, const char *option, struct irdma_qhash_table_info *info)
{
	u32 number;
	int err;

	if (!strcmp(option, "mac"))
		return next_mac(p, info->mac_addr);
	if (!strcmp(option, "vlan")) {
		err = next_number(p, 4095, &number);
		info->vlan_valid = true;
		info->vlan_id = number;
		return err;
	}
	if (!strcmp(option, "priority")) {
		err = next_number(p, IRDMA_MAX_USER_PRIORITY - 1, &number);
		info->user_pri = number;
		return err;
	}
	return -EINVAL;
}

static int parse_qhash(struct parser *p, struct irdma_qhash_table_info *info)
{
	static const char *const actions[] = { "delete", "add" };
	static const char *const types[] = { "established", "syn" };
	static const char *const families[] = { "ipv6", "ipv4" };
	int action, type, family, err;
	const char *word;
	u32 qp = 0;

	action = next_choice(p, actions, ARRAY_SIZE(actions));
	type = next_choice(p, types, ARRAY_SIZE(types));
	family = next_choice(p, families, ARRAY_SIZE(families));
	if (action < 0 || type < 0 || family < 0)
		return -EINVAL;
	info->manage = action ? IRDMA_QHASH_MANAGE_TYPE_ADD : IRDMA_QHASH_MANAGE_TYPE_DELETE;
	info->entry_type = type ? IRDMA_QHASH_TYPE_TCP_SYN : IRDMA_QHASH_TYPE_TCP_ESTABLISHED;
	info->ipv4_valid = family;

	err = next_endpoint(p, family, info->dest_ip, &info->dest_port);
	if (!err && info->entry_type == IRDMA_QHASH_TYPE_TCP_ESTABLISHED)
		err = next_endpoint(p, family, info->src_ip, &info->src_port);
	if (err)
		return err;
	word = next_word(p);
	if (!word || strcmp(word, "qp"))
		return -EINVAL;
	/* The control path knows how wide the field is. */
	err = next_number(p, U32_MAX, &qp);
	info->qp_num = qp;
	while (!err && (word = next_word(p)))
		err = parse_qhash_option(p, word, info);
	return err;
}

static int command_qhash(struct irdma_function *fn, struct parser *p)
{
	struct irdma_qhash_table_info info = { .vsi = &fn->vsi };
	struct irdma_request *req;
	int err;

	err = parse_qhash(p, &info);
	if (err)
		return err;
	req = irdma_request_get(&fn->requests, true);
	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, IRDMA_OP_MANAGE_QHASH_TABLE_ENTRY, manage_qhash_table_entry);
	req->info.in.u.manage_qhash_table_entry.cqp = &fn->cqp;
	req->info.in.u.manage_qhash_table_entry.info = info;
	return carry_out(fn, req);
}

static int command_apbvt(struct irdma_function *fn, struct parser *p)
{
	static const char *const actions[] = { "delete", "add" };
	struct irdma_request *req;
	u32 port;
	int add, err;

	add = next_choice(p, actions, ARRAY_SIZE(actions));
	if (add < 0)
		return add;
	err = next_number(p, U16_MAX, &port) ?: expect_end(p);
	if (err)
		return err;
	req = irdma_request_get(&fn->requests, true);
	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, IRDMA_OP_MANAGE_APBVT_ENTRY, manage_apbvt_entry);
	req->info.in.u.manage_apbvt_entry.cqp = &fn->cqp;
	req->info.in.u.manage_apbvt_entry.info.port = port;
	req->info.in.u.manage_apbvt_entry.info.add = add;
	return carry_out(fn, req);
}

static void free_qp(struct irdma_function *fn, struct irdma_debug_qp *qp)
{
	irdma_terminate_cancel(&qp->qp);
	if (!fn->given_up)
		irdma_os_dma_free(&fn->hw, &qp->mem);
	kfree(qp);
}

/* A QP that never carries data: its context describes the queues and nothing else. */
static struct irdma_debug_qp *alloc_qp(struct irdma_function *fn, u32 id)
{
	struct irdma_debug_qp *qp = kzalloc(sizeof(*qp), GFP_KERNEL);
	struct irdma_qp_host_ctx_info context = {};
	struct qp_memory *mem;

	if (!qp)
		return NULL;
	if (irdma_os_dma_alloc(&fn->hw, &qp->mem, sizeof(struct qp_memory))) {
		kfree(qp);
		return NULL;
	}
	mem = qp->mem.va;
	qp->pd.dev = &fn->dev;
	qp->qp.dev = &fn->dev;
	qp->qp.vsi = &fn->vsi;
	qp->qp.pd = &qp->pd;
	qp->qp.qp_uk.qp_id = id;
	qp->qp.qp_uk.qp_type = IRDMA_QP_TYPE_IWARP;
	qp->qp.hw_host_ctx = mem->context;
	qp->qp.hw_host_ctx_pa = qp->mem.pa + offsetof(struct qp_memory, context);
	qp->qp.shadow_area_pa = qp->mem.pa + offsetof(struct qp_memory, shadow);
	qp->qp.qs_handle = fn->vsi.qos[0].qs_handle;
	qp->qp.push_idx = IRDMA_INVALID_PUSH_PAGE_INDEX;
	qp->qp.sq_pa = qp->mem.pa + offsetof(struct qp_memory, sq);
	qp->qp.rq_pa = qp->mem.pa + offsetof(struct qp_memory, rq);
	qp->qp.hw_sq_size = irdma_get_encoded_wqe_size(QP_QUANTA, IRDMA_QUEUE_TYPE_SQ_RQ);
	qp->qp.hw_rq_size = qp->qp.hw_sq_size;
	irdma_sc_qp_setctx(&qp->qp, mem->context, &context);
	return qp;
}

static int create_qp(struct irdma_function *fn, u32 id)
{
	struct irdma_debug_qp *qp;
	struct irdma_request *req;
	int err;

	qp = alloc_qp(fn, id);
	if (!qp)
		return -ENOMEM;
	err = xa_insert(&fn->debug.qps, id, qp, GFP_KERNEL);
	if (err) {
		free_qp(fn, qp);
		return err == -EBUSY ? -EEXIST : err;
	}
	req = irdma_request_get(&fn->requests, true);
	if (req) {
		irdma_request_fill(req, IRDMA_OP_QP_CREATE, qp_create);
		req->info.in.u.qp_create.qp = &qp->qp;
		req->info.in.u.qp_create.info.next_iwarp_state = IRDMA_QP_STATE_IDLE;
		err = carry_out(fn, req);
	} else {
		err = -ENOMEM;
	}
	/* After a timeout the device may still execute the command and read the context: kept until it is gone. */
	if (err && err != -ETIMEDOUT) {
		xa_erase(&fn->debug.qps, id);
		free_qp(fn, qp);
	}
	return err;
}

static int destroy_qp(struct irdma_function *fn, struct irdma_debug_qp *qp)
{
	struct irdma_request *req = irdma_request_get(&fn->requests, true);
	u32 id = qp->qp.qp_uk.qp_id;
	int err;

	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, IRDMA_OP_QP_DESTROY, qp_destroy);
	req->info.in.u.qp_destroy.qp = &qp->qp;
	err = carry_out(fn, req);
	if (!err) {
		xa_erase(&fn->debug.qps, id);
		free_qp(fn, qp);
	}
	return err;
}

static int suspend_resume_qp(struct irdma_function *fn, struct irdma_debug_qp *qp, u8 cmd)
{
	struct irdma_request *req = irdma_request_get(&fn->requests, true);

	if (!req)
		return -ENOMEM;
	irdma_request_fill(req, cmd, suspend_resume);
	req->info.in.u.suspend_resume.cqp = &fn->cqp;
	req->info.in.u.suspend_resume.qp = &qp->qp;
	return carry_out(fn, req);
}

static int command_qp(struct irdma_function *fn, struct parser *p)
{
	enum { CREATE, DESTROY, SUSPEND, RESUME };
	static const char *const actions[] = { "create", "destroy", "suspend", "resume" };
	struct irdma_debug_qp *qp;
	int action, err;
	u32 id;

	action = next_choice(p, actions, ARRAY_SIZE(actions));
	if (action < 0)
		return action;
	err = next_number(p, U32_MAX, &id) ?: expect_end(p);
	if (err)
		return err;
	if (action == CREATE)
		return create_qp(fn, id);
	qp = xa_load(&fn->debug.qps, id);
	if (!qp)
		return -ENOENT;
	if (action == DESTROY)
		return destroy_qp(fn, qp);
	return suspend_resume_qp(fn, qp, action == SUSPEND ? IRDMA_OP_SUSPEND : IRDMA_OP_RESUME);
}

/* Many commands at once, nobody waiting for a single one. Lives until the last of them is done. */
struct flood {
	struct kref refs;
	atomic_t left;
	atomic_t failed;
	struct completion done;
};

static void free_flood(struct kref *refs)
{
	kfree(container_of(refs, struct flood, refs));
}

static void flood_one_done(struct flood *flood, int err)
{
	if (err)
		atomic_inc(&flood->failed);
	if (atomic_dec_and_test(&flood->left))
		complete(&flood->done);
	kref_put(&flood->refs, free_flood);
}

static void flood_callback(struct irdma_request *req)
{
	flood_one_done(req->param, req->result.err);
}

/* Port 1 comes and goes; an invalid command names a QP that does not exist in 18 bits and cannot be built. */
static int flood_one(struct irdma_function *fn, struct flood *flood, u32 number, bool invalid)
{
	struct irdma_request *req = irdma_request_get(&fn->requests, false);
	int err;

	if (!req)
		return -ENOMEM;
	req->callback = flood_callback;
	req->param = flood;
	if (invalid) {
		irdma_request_fill(req, IRDMA_OP_MANAGE_QHASH_TABLE_ENTRY, manage_qhash_table_entry);
		req->info.in.u.manage_qhash_table_entry.cqp = &fn->cqp;
		req->info.in.u.manage_qhash_table_entry.info.vsi = &fn->vsi;
		req->info.in.u.manage_qhash_table_entry.info.qp_num = U32_MAX;
	} else {
		irdma_request_fill(req, IRDMA_OP_MANAGE_APBVT_ENTRY, manage_apbvt_entry);
		req->info.in.u.manage_apbvt_entry.cqp = &fn->cqp;
		req->info.in.u.manage_apbvt_entry.info.port = 1;
		req->info.in.u.manage_apbvt_entry.info.add = !(number & 1);
	}
	err = irdma_request_submit(req);
	irdma_request_put(req);
	return err;
}

static int command_flood(struct irdma_function *fn, struct parser *p)
{
	u32 count, invalid = 0, valid = 0, i;
	struct flood *flood;
	int err;

	err = next_number(p, FLOOD_MAX, &count);
	if (!err && p->rest)
		err = next_number(p, FLOOD_MAX, &invalid) ?: expect_end(p);
	if (err || !count)
		return err ?: -ERANGE;
	flood = kzalloc(sizeof(*flood), GFP_KERNEL);
	if (!flood)
		return -ENOMEM;
	kref_init(&flood->refs);
	init_completion(&flood->done);
	atomic_set(&flood->left, count);
	for (i = 0; i < count; i++) {
		bool bad = invalid && i % invalid == invalid - 1;

		kref_get(&flood->refs);
		err = flood_one(fn, flood, bad ? 0 : valid++, bad);
		if (err)
			flood_one_done(flood, err);
		cond_resched();
	}
	/* Ends at the latest when the request layer gives the device up. */
	while (!wait_for_completion_timeout(&flood->done, FLOOD_PAUSE) && !irdma_requests_reset_wanted(&fn->requests))
		;
	err = atomic_read(&flood->left) ? -ETIMEDOUT : 0;
	scnprintf(fn->debug.result, sizeof(fn->debug.result), "flood: %d, %u commands, %d failed, %d unanswered\n",
		  err, count, atomic_read(&flood->failed), atomic_read(&flood->left));
	kref_put(&flood->refs, free_flood);
	return err;
}

int irdma_debug_command(struct irdma_function *fn, char *line)
{
	static const struct {
		const char *name;
		int (*run)(struct irdma_function *fn, struct parser *p);
	} commands[] = {
		{ "qhash", command_qhash },
		{ "apbvt", command_apbvt },
		{ "qp", command_qp },
		{ "flood", command_flood },
	};
	struct parser p = { line };
	const char *word = next_word(&p);
	size_t i;
	int err = -EINVAL;

	fn->debug.result[0] = '\0';
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (word && !strcmp(word, commands[i].name))
			err = commands[i].run(fn, &p);
	/* Refused before it became a request. */
	if (err && !fn->debug.result[0])
		scnprintf(fn->debug.result, sizeof(fn->debug.result), "refused: %d\n", err);
	return err;
}

void irdma_debug_free_qps(struct irdma_function *fn)
{
	struct irdma_debug_qp *qp;
	unsigned long id;

	xa_for_each(&fn->debug.qps, id, qp)
		free_qp(fn, qp);
	xa_destroy(&fn->debug.qps);
}
