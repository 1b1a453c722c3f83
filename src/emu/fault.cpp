// SPDX-License-Identifier: GPL-2.0
//
// Injected faults: armed by the tests, each takes effect once.

#include "emu/device.h"

namespace emu {

bool take_fault(Device &d, u32 kinds, u8 opcode, irdma_emu_fault *fault) {
    bool found = false;

    for (Fault &f : d.fault) {
        if (!f.armed || !(kinds & fault_bit(f.what.kind)) || (f.what.opcode >= 0 && f.what.opcode != opcode))
            continue;
        if (f.what.skip) {
            f.what.skip--;
            continue;
        }
        if (found)
            continue;
        *fault = f.what;
        f.armed = false;
        found = true;
    }
    if (found) {
        d.counters.faults++;
        d.last.fault = u8(fault->kind);
        start_line(d).str("fault: ").str(fault_name(fault->kind));
        trace(d);
    }
    return found;
}

const char *fault_name(u32 kind) {
    static constexpr const char *names[] = {
        "none",        "no answer", "late answer", "error",         "register error", "wrong context",
        "wrong index", "duplicate", "create",      "silent create", "silent destroy",
    };
    static_assert(sizeof(names) / sizeof(names[0]) == IRDMA_EMU_FAULT_MAX);

    return kind < IRDMA_EMU_FAULT_MAX ? names[kind] : "?";
}

} // namespace emu

extern "C" bool irdma_emu_inject(struct irdma_emu *emu, const struct irdma_emu_fault *fault) {
    emu::Fault *slot = nullptr;

    if (fault->kind <= IRDMA_EMU_FAULT_NONE || fault->kind >= IRDMA_EMU_FAULT_MAX)
        return false;
    for (emu::Fault &f : emu->fault) {
        if (f.armed && f.what.kind == fault->kind && f.what.opcode == fault->opcode) {
            slot = &f;
            break;
        }
        if (!f.armed && !slot)
            slot = &f;
    }
    if (!slot)
        return false;
    slot->what = *fault;
    slot->armed = true;
    return true;
}

extern "C" void irdma_emu_clear_faults(struct irdma_emu *emu) {
    for (emu::Fault &f : emu->fault)
        f.armed = false;
}
