// SPDX-License-Identifier: GPL-2.0
/* The engine for other modules, which run it stepped with memory of their own. Here because exports need C. */
#include <linux/export.h>

#include "emu/engine.h"

EXPORT_SYMBOL_GPL(irdma_emu_default_limits);
EXPORT_SYMBOL_GPL(irdma_emu_size);
EXPORT_SYMBOL_GPL(irdma_emu_size_for);
EXPORT_SYMBOL_GPL(irdma_emu_windows);
EXPORT_SYMBOL_GPL(irdma_emu_init);
EXPORT_SYMBOL_GPL(irdma_emu_step);
EXPORT_SYMBOL_GPL(irdma_emu_inject);
EXPORT_SYMBOL_GPL(irdma_emu_clear_faults);
EXPORT_SYMBOL_GPL(irdma_emu_get_counters);
EXPORT_SYMBOL_GPL(irdma_emu_cqp_running);
EXPORT_SYMBOL_GPL(irdma_emu_exists);
EXPORT_SYMBOL_GPL(irdma_emu_count);
EXPORT_SYMBOL_GPL(irdma_emu_refused);
EXPORT_SYMBOL_GPL(irdma_emu_apbvt_has);
EXPORT_SYMBOL_GPL(irdma_emu_qhash_count);
EXPORT_SYMBOL_GPL(irdma_emu_qp_exists);
EXPORT_SYMBOL_GPL(irdma_emu_qp_suspended);
EXPORT_SYMBOL_GPL(irdma_emu_qp_state);
EXPORT_SYMBOL_GPL(irdma_emu_stag_status);
EXPORT_SYMBOL_GPL(irdma_emu_bind_window);
EXPORT_SYMBOL_GPL(irdma_emu_mac);
EXPORT_SYMBOL_GPL(irdma_emu_dump);
