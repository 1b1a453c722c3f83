// SPDX-License-Identifier: GPL-2.0
//
// FPM query, commit and sizing, and the feature query, against arbitrary answers of the device.

#include "fpm_case.h"

extern "C" int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    test::run_fpm_case(data, size);
    return 0;
}
