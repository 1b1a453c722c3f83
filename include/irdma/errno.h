/* SPDX-License-Identifier: GPL-2.0 */
/* The error numbers this API returns (negated); Linux values, for code that sees no system header. */
#ifndef IRDMA_ERRNO_H
#define IRDMA_ERRNO_H

#if defined(__KERNEL__) && !defined(__cplusplus)
#include <linux/errno.h>
#elif !defined(EINVAL)
#define ENOENT 2
#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EBUSY 16
#define EEXIST 17
#define ENODEV 19
#define EINVAL 22
#define ENOSPC 28
#define EBADMSG 74
#define EOVERFLOW 75
#define EOPNOTSUPP 95
#define ETIMEDOUT 110
#define EALREADY 114
#define EUCLEAN 117
#endif

#endif
