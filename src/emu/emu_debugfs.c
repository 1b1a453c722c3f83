// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/kernel/debug/irdma_emu/irdma_emu.rdma.<n>/: the device's own view, for people and test scripts.
 *
 *   cqp                   control queue and its completion queue
 *   qp, cq, srq, stag     objects: queues, memory regions and windows
 *   qhash, apbvt          steering: quad hash, accelerated TCP ports
 *   arp, mac              addresses: of neighbours, of the function
 *   ws                    nodes of the work scheduler
 *   refused               errors the device found, by kind
 *   last                  the last command: its WQE word by word and field by field, and the answer
 *   counters              one "name value" per line
 *   trace                 what the device did lately, "[seconds since boot] line"
 *   paused                Y: the device does nothing until N is written
 *   fault                 write a line to arm a one-shot fault for the next command that matches:
 *                         KIND [opcode=N|any] [major=N] [minor=N] [steps=N] [skip=N] [index=N]
 *                         or "clear" to disarm all; reading lists the kinds
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/uaccess.h>

#include "emu/emu.h"

/* All queue pairs, with their longest lines. */
#define TABLE_BYTES (1024 * 1024)
#define FAULT_LINE_BYTES 128

static struct dentry *root;

static int show_table(struct seq_file *s, enum irdma_emu_table table)
{
	struct emu_function *fn = s->private;
	char *text = kvmalloc(TABLE_BYTES, GFP_KERNEL);
	u32 bytes;

	if (!text)
		return -ENOMEM;
	mutex_lock(&fn->lock);
	bytes = irdma_emu_dump(fn->engine, table, text, TABLE_BYTES);
	mutex_unlock(&fn->lock);
	seq_write(s, text, bytes);
	kvfree(text);
	return 0;
}

#define DEFINE_TABLE(name, table)							\
	static int name##_show(struct seq_file *s, void *unused)			\
	{										\
		return show_table(s, table);						\
	}										\
	DEFINE_SHOW_ATTRIBUTE(name)

DEFINE_TABLE(cqp, IRDMA_EMU_TABLE_CQP);
DEFINE_TABLE(qhash, IRDMA_EMU_TABLE_QHASH);
DEFINE_TABLE(apbvt, IRDMA_EMU_TABLE_APBVT);
DEFINE_TABLE(qp, IRDMA_EMU_TABLE_QP);
DEFINE_TABLE(cq, IRDMA_EMU_TABLE_CQ);
DEFINE_TABLE(srq, IRDMA_EMU_TABLE_SRQ);
DEFINE_TABLE(stag, IRDMA_EMU_TABLE_STAG);
DEFINE_TABLE(arp, IRDMA_EMU_TABLE_ARP);
DEFINE_TABLE(mac, IRDMA_EMU_TABLE_MAC);
DEFINE_TABLE(ws, IRDMA_EMU_TABLE_WS);
DEFINE_TABLE(refused, IRDMA_EMU_TABLE_REFUSED);
DEFINE_TABLE(last, IRDMA_EMU_TABLE_LAST);

static int counters_show(struct seq_file *s, void *unused)
{
	struct emu_function *fn = s->private;
	struct irdma_emu_counters c;

	mutex_lock(&fn->lock);
	c = *irdma_emu_get_counters(fn->engine);
	mutex_unlock(&fn->lock);
	seq_printf(s, "steps %llu\n", c.steps);
	seq_printf(s, "commands %llu\n", c.commands);
	seq_printf(s, "doorbells %llu\n", c.doorbells);
	seq_printf(s, "completions %llu\n", c.completions);
	seq_printf(s, "errors %llu\n", c.errors);
	seq_printf(s, "faults %llu\n", c.faults);
	seq_printf(s, "violations %llu\n", c.violations);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(counters);

static int trace_show(struct seq_file *s, void *unused)
{
	struct emu_function *fn = s->private;
	u64 i, seconds;
	u32 slot, rest;

	mutex_lock(&fn->lock);
	i = fn->trace->written > EMU_TRACE_LINES ? fn->trace->written - EMU_TRACE_LINES : 0;
	for (; i < fn->trace->written; i++) {
		slot = i % EMU_TRACE_LINES;
		seconds = div_u64_rem(fn->trace->line[slot].ns, NSEC_PER_SEC, &rest);
		seq_printf(s, "[%5llu.%06u] %s\n", seconds, rest / (u32)NSEC_PER_USEC, fn->trace->line[slot].text);
	}
	mutex_unlock(&fn->lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(trace);

static const char *const fault_names[] = {
	[IRDMA_EMU_FAULT_NONE] = "clear",
	[IRDMA_EMU_FAULT_NO_ANSWER] = "no-answer",
	[IRDMA_EMU_FAULT_DELAY] = "delay",
	[IRDMA_EMU_FAULT_ERROR] = "error",
	[IRDMA_EMU_FAULT_REGISTER] = "register",
	[IRDMA_EMU_FAULT_WRONG_CONTEXT] = "wrong-context",
	[IRDMA_EMU_FAULT_WRONG_INDEX] = "wrong-index",
	[IRDMA_EMU_FAULT_DUPLICATE] = "duplicate",
	[IRDMA_EMU_FAULT_CREATE] = "create",
	[IRDMA_EMU_FAULT_CREATE_SILENT] = "create-silent",
	[IRDMA_EMU_FAULT_DESTROY_SILENT] = "destroy-silent",
};
static_assert(ARRAY_SIZE(fault_names) == IRDMA_EMU_FAULT_MAX);

static int parse_fault_option(struct irdma_emu_fault *fault, char *option)
{
	char *value = option;
	const char *key = strsep(&value, "=");
	u16 opcode;
	int err;

	if (!value)
		return -EINVAL;
	if (!strcmp(key, "opcode")) {
		if (!strcmp(value, "any"))
			return 0;
		err = kstrtou16(value, 0, &opcode);
		if (err || opcode > S16_MAX)
			return err ?: -ERANGE;
		fault->opcode = opcode;
		return 0;
	}
	if (!strcmp(key, "major"))
		return kstrtou16(value, 0, &fault->major);
	if (!strcmp(key, "minor"))
		return kstrtou16(value, 0, &fault->minor);
	if (!strcmp(key, "index"))
		return kstrtou16(value, 0, &fault->index);
	if (!strcmp(key, "steps"))
		return kstrtou32(value, 0, &fault->steps);
	if (!strcmp(key, "skip"))
		return kstrtou32(value, 0, &fault->skip);
	return -EINVAL;
}

static int parse_fault(struct irdma_emu_fault *fault, char *line)
{
	char *word = strsep(&line, " ");
	int err, kind;

	kind = match_string(fault_names, ARRAY_SIZE(fault_names), word);
	if (kind < 0)
		return kind;
	*fault = (struct irdma_emu_fault){ .kind = kind, .opcode = -1 };
	while ((word = strsep(&line, " "))) {
		if (!*word)
			continue;
		err = parse_fault_option(fault, word);
		if (err)
			return err;
	}
	return 0;
}

static ssize_t fault_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	struct emu_function *fn = file_inode(file)->i_private;
	char line[FAULT_LINE_BYTES];
	struct irdma_emu_fault fault;
	bool armed = true;
	int err;

	if (count >= sizeof(line))
		return -E2BIG;
	if (copy_from_user(line, from, count))
		return -EFAULT;
	line[count] = '\0';
	err = parse_fault(&fault, strim(line));
	if (err)
		return err;

	mutex_lock(&fn->lock);
	if (fault.kind == IRDMA_EMU_FAULT_NONE)
		irdma_emu_clear_faults(fn->engine);
	else
		armed = irdma_emu_inject(fn->engine, &fault);
	mutex_unlock(&fn->lock);
	return armed ? count : -ENOSPC;
}

static int fault_show(struct seq_file *s, void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fault_names); i++)
		seq_printf(s, "%s\n", fault_names[i]);
	return 0;
}

static int fault_open(struct inode *inode, struct file *file)
{
	return single_open(file, fault_show, inode->i_private);
}

static const struct file_operations fault_fops = {
	.owner = THIS_MODULE,
	.open = fault_open,
	.read = seq_read,
	.write = fault_write,
	.llseek = seq_lseek,
	.release = single_release,
};

void emu_debugfs_init(void)
{
	root = debugfs_create_dir(KBUILD_MODNAME, NULL);
}

void emu_debugfs_exit(void)
{
	debugfs_remove_recursive(root);
}

void emu_debugfs_add(struct emu_function *fn)
{
	static const struct {
		const char *name;
		const struct file_operations *fops;
	} files[] = {
		{ "cqp", &cqp_fops },
		{ "qhash", &qhash_fops },
		{ "apbvt", &apbvt_fops },
		{ "qp", &qp_fops },
		{ "cq", &cq_fops },
		{ "srq", &srq_fops },
		{ "stag", &stag_fops },
		{ "arp", &arp_fops },
		{ "mac", &mac_fops },
		{ "ws", &ws_fops },
		{ "refused", &refused_fops },
		{ "last", &last_fops },
		{ "counters", &counters_fops },
		{ "trace", &trace_fops },
	};
	char name[32];
	unsigned int i;

	snprintf(name, sizeof(name), KBUILD_MODNAME ".%s.%u", fn->lan.adev.name, fn->lan.adev.id);
	fn->dir = debugfs_create_dir(name, root);
	for (i = 0; i < ARRAY_SIZE(files); i++)
		debugfs_create_file(files[i].name, 0400, fn->dir, fn, files[i].fops);
	debugfs_create_bool("paused", 0600, fn->dir, &fn->paused);
	debugfs_create_file("fault", 0600, fn->dir, fn, &fault_fops);
}

void emu_debugfs_remove(struct emu_function *fn)
{
	debugfs_remove_recursive(fn->dir);
}
