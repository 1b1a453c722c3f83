// SPDX-License-Identifier: GPL-2.0
/* Never compiled. */
EXPORT_SYMBOL_GPL(documented_symbol);
EXPORT_SYMBOL_GPL(bare_symbol);
