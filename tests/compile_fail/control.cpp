// SPDX-License-Identifier: GPL-2.0
// EXPECT-OK
// What the other files get wrong, done right: if this does not compile, their failures mean nothing.
#include "core/cqp_ring.h"
#include "hw/builder.h"

using namespace hw::literals;

enum class Kind : u8 { plain, shared, max_value = 3 };

struct Thing : hw::Layout<32> {
    HW_FIELD(Thing, port, 8, 15, 0);
    HW_FIELD(Thing, kind, 8, 17, 16);
    HW_FIELD(Thing, on, 8, 18, 18);
    HW_FIELD(Thing, id, 24, 23, 0);
    HW_FIELD(Thing, address, 0, 63, 0);

    using fields = hw::Fields<port, kind, on, id, address>;
};

struct Command : hw::CqpWqe<Command, hw::CqpOp::nop> {
    HW_FIELD(Command, id, 24, 23, 0);

    using fields = hw::CqpFields<Command, id>;
};

u64 control(__le64 *words, u16 port, u32 id) {
    const auto image = hw::fill<Thing>(hw::set<Thing::port>(port), hw::set<Thing::kind>(Kind::shared), hw::set<Thing::on>(true),
                                       hw::try_set<Thing::id>(id), hw::set<Thing::address>(0xffff'ffff'ffff'ffff_c));
    if (!image.fits())
        return 0;
    image.store(words);
    return hw::read<Thing::port>(words);
}

int control_command(irdma_sc_cqp *cqp, u32 id) {
    return core::submit<Command>(cqp, 0, true, hw::try_set<Command::id>(id));
}
