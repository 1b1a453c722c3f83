// SPDX-License-Identifier: GPL-2.0
//
// The engine's C API: what tests ask of the device's state, and the one thing they do in place of a send queue, which
// this device does not execute: bind a memory window.

#include "emu/device.h"

namespace {

using emu::Qp;
using emu::Stag;

constexpr u8 key_bits = 8;
constexpr u8 right_to_bind = 0x10;

// Asynchronous events.
enum Event : u16 {
    none = 0,
    unallocated_stag = 0x0102,
    invalid_stag = 0x0103,
    bad_pd = 0x0105,
    bad_stag_key = 0x0106,
    bad_stag_index = 0x0107,
    bind_valid_stag = 0x0114,
    bind_of_mr_stag = 0x0115,
    bind_to_mw_stag = 0x0117,
    bind_to_invalid_parent = 0x011a,
    bind_disabled = 0x011b,
};

template <class T> bool exists(const emu::Table<T> &table, u64 id) {
    return table.find(id) != nullptr;
}

Event find_stag(const irdma_emu &emu, u32 name, u32 pd, Stag **stag) {
    const u32 place = emu::stag_place(emu, name);

    if (place >= emu.objects.stag.count)
        return bad_stag_index;
    *stag = emu.objects.stag.find(place);
    if (!*stag)
        return unallocated_stag;
    if ((*stag)->name != name)
        return bad_stag_key;
    return (*stag)->pd == pd ? none : bad_pd;
}

Event bind(irdma_emu &emu, Qp &qp, u32 qp_id, u32 window, u32 region) {
    Stag *mw, *mr;

    if (const Event event = find_stag(emu, window >> key_bits, qp.pd, &mw))
        return event;
    if (mw->is_mr)
        return bind_of_mr_stag;
    if (mw->valid)
        return bind_valid_stag;
    if (const Event event = find_stag(emu, region >> key_bits, qp.pd, &mr))
        return event;
    if (!mr->is_mr)
        return bind_to_mw_stag;
    if (!mr->valid)
        return bind_to_invalid_parent;
    if (mr->key != u8(region))
        return bad_stag_key;
    if (!(mr->access & right_to_bind))
        return bind_disabled;
    mw->valid = true;
    mw->key = u8(window);
    mw->region = emu::stag_place(emu, mr->name);
    mr->windows++;
    mw->qp = mw->type_1 ? emu::no_qp : qp_id;
    qp.windows += !mw->type_1;
    return none;
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
        return invalid_stag;
    return found->key == u8(stag) ? none : bad_stag_key;
}

extern "C" u16 irdma_emu_bind_window(struct irdma_emu *emu, u32 qp_id, u32 window, u32 region) {
    Qp *qp = emu->objects.qp.find(qp_id);

    return u16(qp ? bind(*emu, *qp, qp_id, window, region) : bind_disabled);
}

extern "C" u64 irdma_emu_mac(const struct irdma_emu *emu, enum irdma_emu_object kind, u32 index) {
    const emu::Arp *arp = kind == IRDMA_EMU_ARP ? emu->objects.arp.find(index) : nullptr;
    const emu::Mac *mac = kind == IRDMA_EMU_MAC ? emu->objects.mac.find(index) : nullptr;

    return arp ? arp->mac : mac ? mac->mac : 0;
}
