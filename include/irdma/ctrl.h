/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The whole control path API in one include.
 *
 * Conventions: every pointer argument is non-NULL unless its description says otherwise; info
 * structures are zeroed before they are filled, are read during the call only, and stay the caller's.
 * Functions that post a command need exclusive access to the producer side of the CQP: dev->cqp_lock
 * held (command path, interrupts off) or single-threaded bring-up and tear-down.
 */
#ifndef IRDMA_CTRL_H
#define IRDMA_CTRL_H

#include <irdma/types.h>
#include <irdma/errno.h>
#include <irdma/ae.h>
#include <irdma/defs.h>
#include <irdma/base.h>
#include <irdma/words.h>
#include <irdma/attrs.h>
#include <irdma/hmc.h>
#include <irdma/hmc_obj.h>
#include <irdma/stats.h>
#include <irdma/qos.h>
#include <irdma/cqp.h>
#include <irdma/cq.h>
#include <irdma/event.h>
#include <irdma/wr.h>
#include <irdma/qp.h>
#include <irdma/qp_context.h>
#include <irdma/srq.h>
#include <irdma/memory.h>
#include <irdma/terminate.h>
#include <irdma/address.h>
#include <irdma/vsi.h>
#include <irdma/dev.h>
#include <irdma/cmd.h>
#include <irdma/services.h>

#endif
