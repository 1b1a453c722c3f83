// SPDX-License-Identifier: GPL-2.0
/* Never compiled. */
EXPORT_SYMBOL_GPL(good);
EXPORT_SYMBOL_GPL(other_type);
EXPORT_SYMBOL_GPL(other_name);
EXPORT_SYMBOL_GPL(no_prototype);
EXPORT_SYMBOL_GPL(two_prototypes);
EXPORT_SYMBOL_GPL(exported_twice);
EXPORT_SYMBOL_GPL(exported_twice);
EXPORT_SYMBOL_GPL(not_defined);
