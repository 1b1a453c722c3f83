// SPDX-License-Identifier: GPL-2.0
//
// A device with event queues: what the device writes into them, bit by bit as the manual's tables say. The bits are
// spelled out here and not taken from src/hw, so that a wrong field there is found.
#pragma once

#include "device.h"

namespace test {

struct TestAeqe {
    u16 code = 0;
    u8 source = 0;
    u32 id = 0;
    u32 wqe_index = 0;
    u64 context = 0;
    u64 iwarp_state = 0;
    u64 tcp_state = 0;
    u64 q2 = 0;
    bool overflow = false;
};

struct AeqeWords {
    u64 first;
    u64 second; // without the valid bit
};

inline AeqeWords aeqe_words(const TestAeqe &e, bool wide) {
    if (wide)
        return {(e.context & ~u64(63)) | e.q2 << 4 | e.tcp_state, u64(e.overflow) << 62 | u64(e.code) << 50 |
                                                                      u64(e.wqe_index) << 32 | e.iwarp_state << 29 |
                                                                      u64(e.source) << 25 | e.id};
    return {e.context, e.q2 << 61 | e.tcp_state << 57 | e.iwarp_state << 54 | u64(e.source) << 50 |
                           u64(e.id >> 18) << 46 | u64(e.code) << 34 | u64(e.overflow) << 33 | u64(e.wqe_index) << 18 |
                           (e.id & 0x3ffff)};
}

class EventDevice : public Device {
  protected:
    static constexpr u32 ceq_size = 8;
    static constexpr u32 aeq_size = 16;
    static constexpr u32 cq_count = 32;
    static constexpr u32 qp_count = 32;
    static constexpr u32 srq_count = 8;

    void SetUp() override { start_events(2); }

    void start_events(u8 generation) {
        start(generation);
        std::memset(&ceq, 0, sizeof(ceq));
        std::memset(&aeq, 0, sizeof(aeq));
        hmc_obj[IRDMA_HMC_IW_CQ].cnt = cq_count;
        hmc_obj[IRDMA_HMC_IW_QP].cnt = qp_count;
        hmc_obj[IRDMA_HMC_IW_SRQ].cnt = srq_count;
        ceq.dev = &dev;
        ceq.ceqe_base = ceqes;
        resize_ceq(ceq_size);
        aeq.dev = &dev;
        aeq.aeqe_base = aeqes;
        resize_aeq(aeq_size);
        dev.aeq = &aeq;
    }

    void resize_ceq(u32 entries) {
        std::memset(ceqes, 0, sizeof(ceqes));
        ceq.ceq_ring = {.head = 0, .tail = 0, .size = entries};
        ceq.polarity = 1;
        ceqes_put = 0;
    }

    void resize_aeq(u32 entries) {
        std::memset(aeqes, 0, sizeof(aeqes));
        aeq.aeq_ring = {.head = 0, .tail = 0, .size = entries};
        aeq.polarity = 1;
        aeqes_put = 0;
    }

    // As the device does it: next entry, valid bit of this pass.
    void put_ceqe(u64 context) {
        const u32 size = ceq.ceq_ring.size;
        const u64 valid = (ceqes_put / size) % 2 == 0 ? 1 : 0;

        ceqes[ceqes_put++ % size].buf[0] = (context & ~(u64(1) << 63)) | valid << 63;
    }

    void put_aeqe_words(u64 first, u64 second) {
        const u32 size = aeq.aeq_ring.size;
        const u64 valid = (aeqes_put / size) % 2 == 0 ? 1 : 0;
        __le64 *entry = aeqes[aeqes_put++ % size].buf;

        entry[0] = first;
        entry[1] = (second & ~(u64(1) << 63)) | valid << 63;
    }

    void put_aeqe(const TestAeqe &e) {
        const AeqeWords words = aeqe_words(e, dev.hw_attrs.uk_attrs.hw_rev == 3);

        put_aeqe_words(words.first, words.second);
    }

    irdma_sc_ceq ceq;
    irdma_sc_aeq aeq;
    alignas(256) irdma_ceqe ceqes[ceq_size];
    alignas(256) irdma_sc_aeqe aeqes[aeq_size];
    u32 ceqes_put = 0;
    u32 aeqes_put = 0;
};

} // namespace test
