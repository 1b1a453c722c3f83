// SPDX-License-Identifier: GPL-2.0
/* irdma_kunit.ko: the control path's tests. Loading the module runs them. */
#include <linux/module.h>
#include <linux/stringify.h>

MODULE_DESCRIPTION("KUnit tests of the RDMA control path");
MODULE_LICENSE("GPL");
MODULE_VERSION(__stringify(IRDMAXX_VERSION));
