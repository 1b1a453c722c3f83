// SPDX-License-Identifier: GPL-2.0
//
// Entries of the asynchronous event queue (AEQ); entries of completion event queues are in cq.h.
#pragma once

#include "hw/builder.h"

namespace hw {

// gen1 and gen2.
struct Aeqe : Layout<16> {
    HW_FIELD(Aeqe, context, 0, 63, 0);
    HW_FIELD(Aeqe, id, 8, 17, 0); // QP or CQ
    HW_FIELD(Aeqe, wqe_index, 8, 32, 18);
    HW_FIELD(Aeqe, overflow, 8, 33, 33);
    HW_FIELD(Aeqe, code, 8, 45, 34);
    HW_FIELD(Aeqe, id_high, 8, 46, 46); // bit 18
    HW_FIELD(Aeqe, source, 8, 53, 50);
    HW_FIELD(Aeqe, iwarp_state, 8, 56, 54);
    HW_FIELD(Aeqe, tcp_state, 8, 60, 57);
    HW_FIELD(Aeqe, q2_data, 8, 62, 61); // not 0: the device wrote the frame into Q2
    HW_FIELD(Aeqe, valid, 8, 63, 63);   // equals the polarity of this pass

    using fields =
        Fields<context, id, wqe_index, overflow, code, id_high, source, iwarp_state, tcp_state, q2_data, valid>;
};

// gen3: wider ids, a context whose low 6 bits are lost.
struct WideAeqe : Layout<16> {
    HW_FIELD(WideAeqe, tcp_state, 0, 3, 0);
    HW_FIELD(WideAeqe, q2_data, 0, 5, 4);
    HW_FIELD(WideAeqe, context, 0, 63, 6);
    HW_FIELD(WideAeqe, id, 8, 24, 0);
    HW_FIELD(WideAeqe, source, 8, 28, 25);
    HW_FIELD(WideAeqe, iwarp_state, 8, 31, 29);
    HW_FIELD(WideAeqe, wqe_index, 8, 49, 32); // or the ticket of deferred commands
    HW_FIELD(WideAeqe, code, 8, 61, 50);
    HW_FIELD(WideAeqe, overflow, 8, 62, 62);
    HW_FIELD(WideAeqe, valid, 8, 63, 63);

    using fields = Fields<tcp_state, q2_data, context, id, source, iwarp_state, wqe_index, code, overflow, valid>;
};

} // namespace hw
