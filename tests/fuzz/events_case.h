// SPDX-License-Identifier: GPL-2.0
//
// One case: a device writes arbitrary entries into the completion queue of commands, a completion event queue and the
// asynchronous event queue. Whatever they say, entries are consumed one by one, nothing that does not exist is handed
// out, and references balance.
#pragma once

#include <irdma/ctrl.h>

#include <cstdio>
#include <cstdlib>

#include "../host/services.h"
#include "bytes.h"
#include "os/host/os_host.h"

namespace test {

[[noreturn]] inline void broken_events(const char *rule) {
    std::fprintf(stderr, "events case: %s\n", rule);
    std::abort();
}

inline void must(bool holds, const char *rule) {
    if (!holds)
        broken_events(rule);
}

class EventsCase {
  public:
    static constexpr u32 entries = 8;
    static constexpr u32 objects = 16;

    EventsCase(const u8 *data, size_t size) : input_(data, size) { self_ = this; }
    ~EventsCase() { self_ = nullptr; }
    EventsCase(const EventsCase &) = delete;
    EventsCase &operator=(const EventsCase &) = delete;

    void run() {
        const u64 setup = input_.word();

        services = {};
        start(u8(1 + setup % 3));
        while (!input_.empty()) {
            const u64 what = input_.word();

            switch (what % 4) {
            case 0:
                complete(what);
                break;
            case 1:
                completion_event();
                break;
            case 2:
                asynchronous_event(what);
                break;
            default:
                post(what);
            }
            must(references_ == 0, "a reference is kept");
            must(irdma_host_locks_held() == 0, "a lock is held");
        }
        services = {};
    }

  private:
    void start(u8 generation) {
        irdma_cqp_init_info info = {};

        irdma_host_set_hooks(nullptr);
        std::memset(static_cast<void *>(&dev_), 0, sizeof(dev_));
        dev_.hw = &hw_;
        dev_.hmc_info = &hmc_info_;
        dev_.hw_attrs.uk_attrs.hw_rev = generation;
        hmc_info_.hmc_obj = hmc_obj_;
        for (irdma_hmc_obj_info &obj : hmc_obj_)
            obj.cnt = obj.max_cnt = objects;
        for (u32 i = 0; i < IRDMA_MAX_REGS; i++)
            dev_.hw_regs[i] = &registers_[i];
        dev_.cqp_db = &registers_[IRDMA_CQPDB];
        info.dev = &dev_;
        info.sq = sq_;
        info.host_ctx = host_ctx_;
        info.scratch_array = scratch_;
        info.sq_size = entries;
        info.ooo_op_array = ooo_;
        must(irdma_sc_cqp_init(&cqp_, &info) == 0, "the CQP cannot be initialised");
        ccq_.dev = &dev_;
        ccq_.cq_uk.cq_base = cqes_;
        ccq_.cq_uk.shadow_area = shadow_;
        ccq_.cq_uk.cq_size = entries;
        ccq_.cq_uk.cq_ring.size = entries;
        ccq_.cq_uk.polarity = 1;
        dev_.ccq = &ccq_;
        ceq_.dev = &dev_;
        ceq_.ceqe_base = ceqes_;
        ceq_.ceq_ring.size = entries;
        ceq_.polarity = 1;
        aeq_.dev = &dev_;
        aeq_.aeqe_base = aeqes_;
        aeq_.aeq_ring.size = entries;
        aeq_.polarity = 1;
        qp_.vsi = &vsi_;
        qp_.dev = &dev_;
        vsi_.dev = &dev_;
    }

    void post(u64 what) {
        irdma_apbvt_info info = {};

        info.port = u16(what >> 8);
        info.add = true;
        (void)irdma_sc_manage_apbvt_entry(&cqp_, &info, 1 + (what >> 32) % 1000, false);
    }

    // An entry of the CCQ; now and then one that names the right CQP and a slot that exists.
    void complete(u64 what) {
        irdma_ccq_cqe_info info;
        __le64 *cqe = cqes_[ccq_.cq_uk.cq_ring.head].buf;
        const u32 tail = ccq_.cq_uk.cq_ring.tail;

        cqe[0] = input_.word();
        cqe[1] = what & 4 ? reinterpret_cast<u64>(&cqp_) : input_.word();
        cqe[2] = input_.word();
        cqe[3] = valid(what & 8 ? input_.word() & ~0x7ff8'0000'0000ull : input_.word(), ccq_.cq_uk.polarity);
        const int err = irdma_sc_ccq_get_cqe_info(&ccq_, &info);
        must(err == 0 || err == -EBADMSG, "an entry was not consumed");
        must(ccq_.cq_uk.cq_ring.tail == (tail + 1) % entries, "not one entry was consumed");
        must(err != 0 || info.cqp == &cqp_, "a completion of another CQP");
        must(err != 0 || info.scratch <= 1000, "a request nobody posted");
    }

    void completion_event() {
        u32 id = 0;

        ceqes_[ceq_.ceq_ring.tail].buf[0] = valid(input_.word(), ceq_.polarity);
        if (irdma_sc_process_ceq(&dev_, &ceq_, &id))
            must(id < objects, "a CQ that does not exist");
        must(ceq_.ceq_ring.tail < entries, "the tail left the queue");
        irdma_sc_cq cq = {};
        cq.cq_uk.cq_id = id;
        irdma_sc_cleanup_ceqes(&cq, &ceq_);
    }

    void asynchronous_event(u64 what) {
        __le64 *aeqe = aeqes_[aeq_.aeq_ring.tail].buf;
        const u32 tail = aeq_.aeq_ring.tail;
        u64 second = input_.word();

        // Half of them small ids, and codes there are.
        if (what & 4)
            second &= dev_.hw_attrs.uk_attrs.hw_rev == 3 ? ~0x1ff'fff0ull : ~0x4000'0003'fff0ull;
        aeqe[0] = what & 8 ? input_.word() & 0x7ff : input_.word();
        aeqe[1] = valid(second, aeq_.polarity);
        gone_ = what & 16;
        registers_[IRDMA_AEQALLOC] = 0;
        must(irdma_process_aeq(&aeq_, &owner_ops, 1) == 1, "not one entry was taken");
        must(aeq_.aeq_ring.tail == (tail + 1) % entries, "not one entry was consumed");
        must(registers_[IRDMA_AEQALLOC] == 1, "not one entry was given back");
    }

    static u64 valid(u64 word, u8 polarity) { return (word & ~(u64(1) << 63)) | u64(polarity) << 63; }

    template <class T> static T *hold(T *object, u32 id) {
        must(id < objects, "an object that does not exist");
        if (self_->gone_)
            return nullptr;
        self_->references_++;
        return object;
    }

    static void release() { self_->references_--; }

    inline static EventsCase *self_;
    static const irdma_aeq_ops owner_ops;

    Bytes input_;
    int references_ = 0;
    bool gone_ = false;
    irdma_sc_dev dev_;
    irdma_hw hw_ = {};
    irdma_hmc_info hmc_info_ = {};
    irdma_hmc_obj_info hmc_obj_[IRDMA_HMC_IW_MAX] = {};
    irdma_sc_cqp cqp_ = {};
    irdma_sc_cq ccq_ = {};
    irdma_sc_cq cq_ = {};
    irdma_sc_ceq ceq_ = {};
    irdma_sc_aeq aeq_ = {};
    irdma_sc_qp qp_ = {};
    irdma_sc_srq srq_ = {};
    irdma_sc_vsi vsi_ = {};
    u32 registers_[IRDMA_MAX_REGS] = {};
    alignas(512) irdma_cqp_quanta sq_[entries] = {};
    u64 scratch_[entries] = {};
    irdma_ooo_cqp_op ooo_[entries] = {};
    alignas(64) __le64 host_ctx_[8] = {};
    alignas(256) irdma_cqe cqes_[entries] = {};
    __le64 shadow_[8] = {};
    alignas(256) irdma_ceqe ceqes_[entries] = {};
    alignas(256) irdma_sc_aeqe aeqes_[entries] = {};
};

inline const irdma_aeq_ops EventsCase::owner_ops = {
    .get_qp = [](irdma_sc_dev *, u32 id) { return hold(&self_->qp_, id); },
    .put_qp = [](irdma_sc_qp *) { release(); },
    .get_cq = [](irdma_sc_dev *, u32 id) { return hold(&self_->cq_, id); },
    .put_cq = [](irdma_sc_cq *) { release(); },
    .get_srq = [](irdma_sc_dev *, u32 id) { return hold(&self_->srq_, id); },
    .put_srq = [](irdma_sc_srq *) { release(); },
    .qp_event = [](irdma_sc_qp *, irdma_aeqe_info *, irdma_ae_kind) {},
    .cq_error = [](irdma_sc_cq *, const irdma_aeqe_info *) {},
    .srq_event = [](irdma_sc_srq *, const irdma_aeqe_info *, irdma_ae_kind) {},
    .suspended = [](irdma_sc_vsi *) {},
    .drain_ccq = [](irdma_sc_dev *) {},
    .deferred_done = [](irdma_sc_dev *, u64 scratch) { must(scratch <= 1000, "a request nobody posted"); },
    .request_reset = [](irdma_sc_dev *, const irdma_aeqe_info *) {},
};

inline void run_events_case(const u8 *data, size_t size) {
    EventsCase(data, size).run();
}

} // namespace test
