/* SPDX-License-Identifier: GPL-2.0 */
#ifndef IRDMA_OS_LINUX_H
#define IRDMA_OS_LINUX_H

#include <linux/kconfig.h>

#if IS_ENABLED(CONFIG_KUNIT)
/**
 * irdma_os_set_delay_hook - for tests: call a function instead of waiting
 * @fn: called by every delay of the control path; NULL brings waiting back
 * @ctx: its argument
 *
 * So a test can step the emulated device where real hardware would need time. Global, for all devices; the caller
 * makes sure that nobody is inside a delay while the hook changes.
 *
 * Context: @fn is called wherever the control path delays, possibly with interrupts off.
 */
void irdma_os_set_delay_hook(void (*fn)(void *ctx), void *ctx);
#endif

#endif
