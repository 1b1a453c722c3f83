// SPDX-License-Identifier: GPL-2.0
//
// A QP on the device of device.h, with all memory it points to.
#pragma once

#include "device.h"

namespace test {

class QpDevice : public EachGeneration {
  protected:
    static constexpr u32 quanta = 1024;

    void SetUp() override {
        EachGeneration::SetUp();
        dev.hw_attrs.uk_attrs.max_hw_wq_frags = GetParam() == 1 ? 6 : 13;
        dev.hw_attrs.uk_attrs.feature_flags = 1; // the event at RTS
        hmc_obj[IRDMA_HMC_IW_PBLE].cnt = 1024;
        dev.wqe_alloc_db = &registers[IRDMA_WQEALLOC];
        pd.dev = &dev;
        pd.pd_id = 5;
        for (u16 i = 0; i < IRDMA_MAX_USER_PRIORITY; i++)
            vsi.qos[i].qs_handle = u16(100 + i);
        std::memset(qp_sq, 0x5a, sizeof(qp_sq));
        std::memset(context, 0, sizeof(context));
        qp.push_idx = 0;
        init = {};
        init.pd = &pd;
        init.vsi = &vsi;
        init.host_ctx = context;
        init.host_ctx_pa = 0x70000;
        init.sq_pa = 0x1000;
        init.rq_pa = 0x2000;
        init.qp_uk_init_info.uk_attrs = &dev.hw_attrs.uk_attrs;
        init.qp_uk_init_info.sq = qp_sq;
        init.qp_uk_init_info.rq = qp_rq;
        init.qp_uk_init_info.sq_wrtrk_array = track;
        init.qp_uk_init_info.shadow_area = qp_shadow;
        init.qp_uk_init_info.qp_id = 9;
        init.qp_uk_init_info.sq_size = quanta;
        init.qp_uk_init_info.rq_size = quanta;
        init.qp_uk_init_info.max_sq_frag_cnt = 1;
        init.qp_uk_init_info.max_rq_frag_cnt = 1;
    }

    int init_qp() { return irdma_sc_qp_init(&qp, &init); }

    int create(u8 next_state = IRDMA_QP_STATE_IDLE) {
        irdma_create_qp_info info = {};
        info.next_iwarp_state = next_state;
        const int err = irdma_sc_qp_create(&qp, &info, 0, true);
        retire();
        return err;
    }

    int modify(u8 next_state) {
        irdma_modify_qp_info info = {};
        info.next_iwarp_state = next_state;
        const int err = irdma_sc_qp_modify(&qp, &info, 0, true);
        retire();
        return err;
    }

    int destroy() {
        const int err = irdma_sc_qp_destroy(&qp, 0, false, false, true);
        retire();
        return err;
    }

    // The device took everything: the ring is empty.
    void retire() { cqp.sq_ring.tail = cqp.sq_ring.head; }

    bool logged(const std::string &part) const {
        for (const std::string &line : log)
            if (line.find(part) != std::string::npos)
                return true;
        return false;
    }

    u64 context_bits(unsigned byte, unsigned high, unsigned low) const {
        return context[byte / 8] >> low & (high - low == 63 ? ~0ull : (1ull << (high - low + 1)) - 1);
    }

    irdma_sc_qp qp = {};
    irdma_sc_pd pd = {};
    irdma_qp_init_info init = {};
    irdma_qp_quanta qp_sq[quanta];
    irdma_qp_quanta qp_rq[quanta] = {};
    irdma_sq_uk_wr_trk_info track[quanta] = {};
    __le64 qp_shadow[8] = {};
    alignas(256) __le64 context[32];
};

} // namespace test
