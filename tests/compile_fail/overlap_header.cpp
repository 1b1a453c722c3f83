// SPDX-License-Identifier: GPL-2.0
// EXPECT: two fields of this layout overlap
// A command's own field over the opcode every command has.
#include "hw/cqp_wqe.h"

struct Command : hw::CqpWqe<Command, hw::CqpOp::nop> {
    HW_FIELD(Command, id, 24, 32, 0);

    using fields = hw::CqpFields<Command, id>;
};

constexpr unsigned count = Command::fields::count;
