// SPDX-License-Identifier: GPL-2.0
// EXPECT: field set twice, or over another field
#include "core/cqp_ring.h"

struct Command : hw::CqpWqe<Command, hw::CqpOp::nop> {
    HW_FIELD(Command, id, 24, 23, 0);

    using fields = hw::CqpFields<Command, id>;
};

int wrong(irdma_sc_cqp *cqp, u32 id) {
    return core::submit<Command>(cqp, 0, true, hw::try_set<Command::id>(id), hw::set<Command::opcode>(hw::CqpOp::create_qp));
}
