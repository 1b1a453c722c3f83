// SPDX-License-Identifier: GPL-2.0
//
// One case: an arbitrary frame in Q2 and an arbitrary event. Terminate messages are built from them, and judged; never
// is anything read or written outside Q2, and the message is what it claims to be.
#pragma once

#include <irdma/ctrl.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "../host/services.h"
#include "bytes.h"

namespace test {

inline void terminate_must(bool holds, const char *rule) {
    if (holds)
        return;
    std::fprintf(stderr, "terminate case: %s\n", rule);
    std::abort();
}

// Real headers in most cases: arbitrary bytes rarely get beyond the IP version.
inline void dress_frame(u8 *frame, u64 shape) {
    u8 *ip = frame + 14;

    if (shape & 1) {
        frame[12] = 0x81;
        frame[13] = 0x00;
        ip += 4;
    }
    if (shape & 2) {
        ip[0] = u8(0x60 | (ip[0] & 0xf));
        ip[6] = shape & 4 ? 6 : ip[6];
    } else {
        ip[0] = u8(0x40 | (ip[0] & 0xf));
    }
}

inline void run_terminate_case(const u8 *data, size_t size) {
    Bytes input(data, size);
    const u64 shape = input.word();
    // On the heap, so that the address sanitizer sees its end.
    const auto q2 = std::make_unique<u8[]>(IRDMA_Q2_BUF_SIZE);
    u8 before[IRDMA_Q2_BUF_SIZE];
    irdma_sc_qp qp = {};
    irdma_aeqe_info info = {};
    u32 sent = 0;
    u32 timers = 0;
    u32 done = 0;

    services = {};
    services.term_modify = [&](irdma_sc_qp *, u8, u8, u8) { sent++; };
    services.terminate_start_timer = [&](irdma_sc_qp *) { timers++; };
    services.terminate_done = [&](irdma_sc_qp *, int) { done++; };
    for (u32 i = 0; i < IRDMA_Q2_BUF_SIZE; i += 8) {
        const u64 word = input.word();

        std::memcpy(q2.get() + i, &word, 8);
    }
    if (shape & 0x100)
        dress_frame(q2.get() + Q2_BAD_FRAME_OFFSET, shape);
    qp.q2_buf = q2.get();
    info.ae_id = u16((shape >> 16) % 0x800);
    info.q2_data_written = shape & 0x200 ? 1 : 0;
    info.sq = shape & 0x400;
    info.rq = shape & 0x800;
    std::memcpy(before, q2.get(), sizeof(before));

    const int length = irdma_bld_terminate_hdr(&qp, &info);
    terminate_must(length == 4 || length == 6 || length == 20 || length == 24 || length == 52, "an odd length");
    terminate_must(info.q2_data_written || length == 4, "something quoted without a frame");
    terminate_must(std::memcmp(before + 72, q2.get() + 72, sizeof(before) - 72) == 0, "the frame was changed");
    for (int i = length; i < 72; i++)
        terminate_must(q2[u32(i)] == 0, "rests of something behind the message");
    terminate_must(qp.sq_flush_code == info.sq && qp.rq_flush_code == info.rq, "the wrong side is to blame");

    irdma_terminate_received(&qp, &info);
    terminate_must(done + sent == 1 && timers == sent, "a received message is answered once");
    irdma_terminate_connection(&qp, &info);
    irdma_terminate_connection(&qp, &info);
    terminate_must(done + sent <= 2, "one message was sent more than once");
    services = {};
}

} // namespace test
