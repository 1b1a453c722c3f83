/* SPDX-License-Identifier: GPL-2.0 */
/* Source tree for the check of exports: one symbol with kernel-doc, one without. */

/**
 * documented_symbol() - has what it takes
 */
int documented_symbol(void);

/* bare_symbol() - a comment, but no kernel-doc */
int bare_symbol(void);
