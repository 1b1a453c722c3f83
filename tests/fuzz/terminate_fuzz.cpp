// SPDX-License-Identifier: GPL-2.0
//
// Building and judging terminate messages, against arbitrary frames.

#include "terminate_case.h"

extern "C" int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    test::run_terminate_case(data, size);
    return 0;
}
