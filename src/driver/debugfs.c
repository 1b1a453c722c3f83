// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/kernel/debug/irdma/<auxiliary device>/
 *
 *   command   write one command per write(); the write fails with the command's errno
 *               qhash add|delete syn ipv4|ipv6 LOCAL:PORT qp ID [OPTION...]
 *               qhash add|delete established ipv4|ipv6 LOCAL:PORT REMOTE:PORT qp ID [OPTION...]
 *                 options: mac XX:XX:XX:XX:XX:XX, vlan ID, priority 0..7
 *                 an IPv6 address with port is written [ADDRESS]:PORT
 *               apbvt add|delete PORT
 *               qp create|destroy|suspend|resume ID
 *               flood COUNT [N]   COUNT commands without waiting for each (port 1 comes and goes), more than the queue
 *                                 holds if you like; every N-th cannot be built, and fails while the others go on
 *   result    what the last command did: the command, its errno, the device's codes, the time it took
 *   cqp       the control queue: positions, counts, commands by name
 *
 * For root only: commands go to the device without regard to what other users of the function do.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "driver/function.h"
#include "os/os.h"

#define COMMAND_CHARS 256

static struct dentry *root;

static ssize_t command_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	struct irdma_function *fn = file->private_data;
	char line[COMMAND_CHARS];
	int err;

	if (count >= sizeof(line))
		return -E2BIG;
	if (copy_from_user(line, from, count))
		return -EFAULT;
	line[count] = '\0';
	if (strlen(line) != count)
		return -EINVAL;
	mutex_lock(&fn->debug.lock);
	err = irdma_debug_command(fn, strim(line));
	mutex_unlock(&fn->debug.lock);
	return err ?: count;
}

static const struct file_operations command_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = command_write,
};

static int result_show(struct seq_file *s, void *unused)
{
	struct irdma_function *fn = s->private;

	mutex_lock(&fn->debug.lock);
	seq_puts(s, fn->debug.result);
	mutex_unlock(&fn->debug.lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(result);

static u32 list_length(const struct list_head *head)
{
	const struct list_head *entry;
	u32 length = 0;

	list_for_each(entry, head)
		length++;
	return length;
}

static void show_ring(struct seq_file *s, struct irdma_sc_dev *dev)
{
	struct irdma_sc_cqp *cqp = dev->cqp;
	u64 flags = irdma_os_spin_lock(&dev->cqp_lock);
	u32 backlog = list_length(&dev->cqp_cmd_head);
	u64 requested = cqp->requested_ops;
	struct irdma_ring ring = cqp->sq_ring;

	irdma_os_spin_unlock(&dev->cqp_lock, flags);
	seq_printf(s, "ring      head %u, tail %u, size %u, used %u\n", ring.head, ring.tail, ring.size,
		   (ring.head + ring.size - ring.tail) % ring.size);
	seq_printf(s, "commands  requested %llu, completed %lld, backlog %u\n", requested,
		   READ_ONCE(cqp->completed_ops.counter), backlog);
}

static int cqp_show(struct seq_file *s, void *unused)
{
	struct irdma_function *fn = s->private;
	struct irdma_requests *rq = &fn->requests;
	struct irdma_command_stats stats;
	unsigned long flags;
	u32 cmd, in_use;

	show_ring(s, &fn->dev);
	spin_lock_irqsave(&rq->lock, flags);
	in_use = rq->in_use;
	spin_unlock_irqrestore(&rq->lock, flags);
	seq_printf(s, "requests  in use %u, completions without one %llu, entries skipped %llu\n", in_use,
		   READ_ONCE(rq->unknown_cookies), READ_ONCE(rq->bad_entries));
	seq_printf(s, "reset     %s\n", irdma_requests_reset_wanted(rq) ? "wanted" : "not needed");

	for (cmd = 0; cmd < IRDMA_MAX_CQP_OPS; cmd++) {
		spin_lock_irqsave(&rq->lock, flags);
		stats = rq->stats[cmd];
		spin_unlock_irqrestore(&rq->lock, flags);
		if (!stats.completed)
			continue;
		seq_printf(s, "%-36s %8llu, failed %llu, average %llu us, longest %llu us\n",
			   irdma_command_name(cmd), stats.completed, stats.failed,
			   div64_u64(stats.total_ns, stats.completed * NSEC_PER_USEC),
			   div_u64(stats.max_ns, NSEC_PER_USEC));
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(cqp);

void irdma_debugfs_init(void)
{
	root = debugfs_create_dir(KBUILD_MODNAME, NULL);
}

void irdma_debugfs_exit(void)
{
	debugfs_remove_recursive(root);
}

void irdma_debugfs_add(struct irdma_function *fn, const char *name)
{
	struct irdma_debug *debug = &fn->debug;

	mutex_init(&debug->lock);
	xa_init(&debug->qps);
	strscpy(debug->result, "no command yet\n", sizeof(debug->result));
	debug->dir = debugfs_create_dir(name, root);
	debugfs_create_file("command", 0200, debug->dir, fn, &command_fops);
	debugfs_create_file("result", 0400, debug->dir, fn, &result_fops);
	debugfs_create_file("cqp", 0400, debug->dir, fn, &cqp_fops);
}

void irdma_debugfs_remove(struct irdma_function *fn)
{
	debugfs_remove_recursive(fn->debug.dir);
}
