// SPDX-License-Identifier: GPL-2.0
//
// Entries of the CCQ, the completion event queues and the asynchronous event queue, against arbitrary words.

#include "events_case.h"

extern "C" int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    test::run_events_case(data, size);
    return 0;
}
