// SPDX-License-Identifier: GPL-2.0
/*
 * The running form of the device: a thread that lets the engine work. The driver cannot wake it (a doorbell is a store
 * to memory), so it looks by itself: at once while there is work, then less and less often. The longest pause is well
 * below the 10 ms the control path waits for a register command.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#include "emu/emu.h"

#define SHORTEST_PAUSE_US 10
#define LONGEST_PAUSE_US 1000
/* Steps before others get a chance to take the lock. */
#define STEPS_AT_ONCE 64

static bool work(struct emu_function *fn)
{
	unsigned int steps = 0;

	if (READ_ONCE(fn->paused))
		return false;
	mutex_lock(&fn->lock);
	while (steps < STEPS_AT_ONCE && irdma_emu_step(fn->engine))
		steps++;
	mutex_unlock(&fn->lock);
	return steps > 0;
}

static int run(void *data)
{
	struct emu_function *fn = data;
	unsigned int pause_us = SHORTEST_PAUSE_US;

	while (!kthread_should_stop()) {
		if (work(fn)) {
			pause_us = SHORTEST_PAUSE_US;
			cond_resched();
			continue;
		}
		/* Idle, so that a waiting device does not count as load. */
		usleep_range_state(pause_us, pause_us + pause_us / 4, TASK_IDLE);
		pause_us = min(pause_us * 2, LONGEST_PAUSE_US);
	}
	return 0;
}

int emu_thread_start(struct emu_function *fn)
{
	fn->thread = kthread_run(run, fn, "irdma_emu/%u", fn->lan.adev.id);
	return PTR_ERR_OR_ZERO(fn->thread);
}

void emu_thread_stop(struct emu_function *fn)
{
	kthread_stop(fn->thread);
}
