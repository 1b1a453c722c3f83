// SPDX-License-Identifier: GPL-2.0
//
// The engine's C API: what tests ask of the device's state, and the one thing they do in place of a send queue, which
// this device does not execute: bind a memory window.

#include <irdma/ae.h>

#include "emu/device.h"

namespace {

using emu::Qp;
using emu::Stag;

constexpr u8 key_bits = 8;
constexpr u8 right_to_bind = 0x10;

// An asynchronous event, 0: none.
using Event = u16;

template <class T> bool exists(const emu::Table<T> &table, u64 id) {
    return table.find(id) != nullptr;
}

Event find_stag(const irdma_emu &emu, u32 name, u32 pd, Stag **stag) {
    const u32 place = emu::stag_place(emu, name);

    if (place >= emu.objects.stag.count)
        return IRDMA_AE_AMP_BAD_STAG_INDEX;
    *stag = emu.objects.stag.find(place);
    if (!*stag)
        return IRDMA_AE_AMP_UNALLOCATED_STAG;
    if ((*stag)->name != name)
        return IRDMA_AE_AMP_BAD_STAG_KEY;
    return (*stag)->pd == pd ? Event(0) : Event(IRDMA_AE_AMP_BAD_PD);
}

Event bind(irdma_emu &emu, Qp &qp, u32 qp_id, u32 window, u32 region) {
    Stag *mw, *mr;

    if (const Event event = find_stag(emu, window >> key_bits, qp.pd, &mw))
        return event;
    if (mw->is_mr)
        return IRDMA_AE_AMP_MWBIND_OF_MR_STAG;
    if (mw->valid)
        return IRDMA_AE_AMP_MWBIND_VALID_STAG;
    if (const Event event = find_stag(emu, region >> key_bits, qp.pd, &mr))
        return event;
    if (!mr->is_mr)
        return IRDMA_AE_AMP_MWBIND_TO_MW_STAG;
    if (!mr->valid)
        return IRDMA_AE_AMP_MWBIND_TO_INVALID_PARENT;
    if (mr->key != u8(region))
        return IRDMA_AE_AMP_BAD_STAG_KEY;
    if (!(mr->access & right_to_bind))
        return IRDMA_AE_AMP_MWBIND_BIND_DISABLED;
    mw->valid = true;
    mw->key = u8(window);
    mw->region = emu::stag_place(emu, mr->name);
    mr->windows++;
    mw->qp = mw->type_1 ? emu::no_qp : qp_id;
    qp.windows += !mw->type_1;
    return 0;
}

} // namespace

extern "C" bool irdma_emu_cqp_running(const struct irdma_emu *emu) {
    return emu->cqp.running;
}

extern "C" bool irdma_emu_exists(const struct irdma_emu *emu, enum irdma_emu_object kind, u32 id) {
    const emu::Objects &o = emu->objects;

    switch (kind) {
    case IRDMA_EMU_QP:
        return exists(o.qp, id);
    case IRDMA_EMU_CQ:
        return exists(o.cq, id);
    case IRDMA_EMU_CEQ:
        return exists(o.ceq, id);
    case IRDMA_EMU_SRQ:
        return exists(o.srq, id);
    case IRDMA_EMU_STAG:
        return exists(o.stag, emu::stag_place(*emu, id));
    case IRDMA_EMU_ARP:
        return exists(o.arp, id);
    case IRDMA_EMU_MAC:
        return exists(o.mac, id);
    case IRDMA_EMU_WS_NODE:
        return exists(o.ws, id);
    case IRDMA_EMU_PORT:
        return o.apbvt.has(id);
    case IRDMA_EMU_QHASH:
    case IRDMA_EMU_OBJECT_MAX:
        break;
    }
    return false;
}

extern "C" u32 irdma_emu_count(const struct irdma_emu *emu, enum irdma_emu_object kind) {
    const emu::Objects &o = emu->objects;

    switch (kind) {
    case IRDMA_EMU_QP:
        return o.qp.used();
    case IRDMA_EMU_CQ:
        return o.cq.used();
    case IRDMA_EMU_CEQ:
        return o.ceq.used();
    case IRDMA_EMU_SRQ:
        return o.srq.used();
    case IRDMA_EMU_STAG:
        return o.stag.used();
    case IRDMA_EMU_ARP:
        return o.arp.used();
    case IRDMA_EMU_MAC:
        return o.mac.used();
    case IRDMA_EMU_WS_NODE:
        return o.ws.used();
    case IRDMA_EMU_QHASH:
        return o.qhash_entries;
    case IRDMA_EMU_PORT:
        return o.apbvt.used();
    case IRDMA_EMU_OBJECT_MAX:
        break;
    }
    return 0;
}

extern "C" u64 irdma_emu_refused(const struct irdma_emu *emu, enum irdma_emu_code code) {
    const u32 kind = emu::kind_of(emu::Minor(code));

    return kind < emu::minor_kinds ? emu->refused[kind] : 0;
}

extern "C" bool irdma_emu_apbvt_has(const struct irdma_emu *emu, u16 port) {
    return emu->objects.apbvt.has(port);
}

extern "C" u32 irdma_emu_qhash_count(const struct irdma_emu *emu) {
    return emu->objects.qhash_entries;
}

extern "C" bool irdma_emu_qp_exists(const struct irdma_emu *emu, u32 qp_id) {
    return exists(emu->objects.qp, qp_id);
}

extern "C" bool irdma_emu_qp_suspended(const struct irdma_emu *emu, u32 qp_id) {
    const Qp *qp = emu->objects.qp.find(qp_id);

    return qp && qp->suspended;
}

extern "C" u8 irdma_emu_qp_state(const struct irdma_emu *emu, u32 qp_id) {
    const Qp *qp = emu->objects.qp.find(qp_id);

    return qp ? qp->state : u8(IRDMA_QP_STATE_INVALID);
}

extern "C" u16 irdma_emu_stag_status(const struct irdma_emu *emu, u32 stag, u32 pd_id) {
    Stag *found;

    if (const Event event = find_stag(*emu, stag >> key_bits, pd_id, &found))
        return event;
    if (!found->valid)
        return IRDMA_AE_AMP_INVALID_STAG;
    return found->key == u8(stag) ? Event(0) : Event(IRDMA_AE_AMP_BAD_STAG_KEY);
}

extern "C" u16 irdma_emu_bind_window(struct irdma_emu *emu, u32 qp_id, u32 window, u32 region) {
    Qp *qp = emu->objects.qp.find(qp_id);

    return qp ? bind(*emu, *qp, qp_id, window, region) : Event(IRDMA_AE_AMP_MWBIND_BIND_DISABLED);
}

extern "C" u64 irdma_emu_mac(const struct irdma_emu *emu, enum irdma_emu_object kind, u32 index) {
    const emu::Arp *arp = kind == IRDMA_EMU_ARP ? emu->objects.arp.find(index) : nullptr;
    const emu::Mac *mac = kind == IRDMA_EMU_MAC ? emu->objects.mac.find(index) : nullptr;

    return arp ? arp->mac : mac ? mac->mac : 0;
}
