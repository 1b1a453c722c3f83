// SPDX-License-Identifier: GPL-2.0
//
// Log lines of the control path. A line names the operation, the object with its id, and the hardware's codes.
#pragma once

#include "os/os.h"

#define log_err(dev, fmt, ...) irdma_os_log(dev, IRDMA_OS_LOG_ERR, fmt __VA_OPT__(, ) __VA_ARGS__)
#define log_warn(dev, fmt, ...) irdma_os_log(dev, IRDMA_OS_LOG_WARN, fmt __VA_OPT__(, ) __VA_ARGS__)
#define log_debug(dev, fmt, ...) irdma_os_log(dev, IRDMA_OS_LOG_DEBUG, fmt __VA_OPT__(, ) __VA_ARGS__)
