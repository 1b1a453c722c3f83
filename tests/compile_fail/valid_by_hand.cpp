// SPDX-License-Identifier: GPL-2.0
// EXPECT: the valid bit belongs to the ring
// The valid bit belongs to the ring: set early, the device could take a half-written entry.
#include "core/cqp_ring.h"

struct Command : hw::CqpWqe<Command, hw::CqpOp::nop> {
    HW_FIELD(Command, id, 24, 23, 0);

    using fields = hw::CqpFields<Command, id>;
};

int wrong(irdma_sc_cqp *cqp, u32 id) {
    return core::submit<Command>(cqp, 0, true, hw::try_set<Command::id>(id), hw::set<Command::valid>(true));
}
