// SPDX-License-Identifier: GPL-2.0
//
// Address tables: quad hash, accelerated TCP ports, local MAC addresses.

#include "emu/ops.h"
#include "hw/address_wqe.h"

namespace emu {

namespace {

using Q = hw::ManageQhash;

QhashEntry entry_of(const Device &d, const Command &c) {
    QhashEntry e = {};

    e.mac = get<Q::mac>(d, c);
    e.dest_ip[0] = u32(get<Q::dest_ip0>(d, c));
    e.dest_ip[1] = u32(get<Q::dest_ip1>(d, c));
    e.dest_ip[2] = u32(get<Q::dest_ip2>(d, c));
    e.dest_ip[3] = u32(get<Q::dest_ip3>(d, c));
    e.src_ip[0] = u32(get<Q::src_ip0>(d, c));
    e.src_ip[1] = u32(get<Q::src_ip1>(d, c));
    e.src_ip[2] = u32(get<Q::src_ip2>(d, c));
    e.src_ip[3] = u32(get<Q::src_ip3>(d, c));
    e.qp_id = u32(get<Q::qp_id>(d, c));
    e.dest_port = u16(get<Q::dest_port>(d, c));
    e.src_port = u16(get<Q::src_port>(d, c));
    e.vlan_id = u16(get<Q::vlan_id>(d, c));
    e.qs_handle = u16(get<Q::qs_handle>(d, c));
    e.type = u8(get<Q::entry_type>(d, c));
    e.ipv4 = get<Q::ipv4>(d, c);
    e.vlan_valid = get<Q::vlan_valid>(d, c);
    e.used = true;
    return e;
}

bool same_words(const u32 *a, const u32 *b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
}

// What the device looks up by: not the MAC, QP or queue set.
bool same_key(const QhashEntry &a, const QhashEntry &b) {
    return a.type == b.type && a.ipv4 == b.ipv4 && a.vlan_valid == b.vlan_valid && a.vlan_id == b.vlan_id &&
           a.dest_port == b.dest_port && a.src_port == b.src_port && same_words(a.dest_ip, b.dest_ip) &&
           same_words(a.src_ip, b.src_ip);
}

QhashEntry *find(Device &d, const QhashEntry &key) {
    for (QhashEntry &e : d.objects.qhash)
        if (e.used && same_key(e, key))
            return &e;
    return nullptr;
}

QhashEntry *find_free(Device &d) {
    for (QhashEntry &e : d.objects.qhash)
        if (!e.used)
            return &e;
    return nullptr;
}

bool any(const u32 *words, u32 count) {
    for (u32 i = 0; i < count; i++)
        if (words[i])
            return true;
    return false;
}

Minor check(const QhashEntry &e) {
    const bool has_source = e.src_port || any(e.src_ip, 4);

    if (e.type < u8(Q::Type::tcp_established) || e.type > u8(Q::Type::rocev2_hw))
        return Minor::bad_value;
    // The upper words of an IPv4 address, a VLAN id without VLAN, the source of a listener mean nothing.
    if ((e.ipv4 && (any(e.dest_ip, 3) || any(e.src_ip, 3))) || (!e.vlan_valid && e.vlan_id) ||
        (has_source && e.type != u8(Q::Type::tcp_established)))
        return Minor::bad_value;
    return Minor::none;
}

} // namespace

Answer manage_qhash(Device &d, const Command &c) {
    const QhashEntry entry = entry_of(d, c);
    const auto action = Q::Action(get<Q::action>(d, c));
    const Minor minor = check(entry);

    if (minor != Minor::none)
        return failure(minor);
    QhashEntry *found = find(d, entry);
    switch (action) {
    case Q::Action::add: {
        QhashEntry *room = find_free(d);

        if (found)
            return failure(Minor::duplicate_entry);
        if (!room)
            return failure(Minor::table_full);
        *room = entry;
        return success();
    }
    case Q::Action::modify:
        if (!found)
            return failure(Minor::no_entry);
        *found = entry;
        return success();
    case Q::Action::remove:
        if (!found)
            return failure(Minor::no_entry);
        *found = {};
        return success();
    case Q::Action::max_value:
        break;
    }
    return failure(Minor::bad_value);
}

u32 qhash_entries_of(const Device &d, u32 qp_id) {
    u32 n = 0;

    for (const QhashEntry &e : d.objects.qhash)
        n += e.used && e.qp_id == qp_id;
    return n;
}

void remove_qhash_entries_of(Device &d, u32 qp_id) {
    for (QhashEntry &e : d.objects.qhash)
        if (e.used && e.qp_id == qp_id)
            e = {};
}

Answer manage_apbvt(Device &d, const Command &c) {
    const u32 port = u32(get<hw::ManageApbvt::port>(d, c));
    auto &ports = d.objects.apbvt;

    if (get<hw::ManageApbvt::add>(d, c)) {
        if (ports.has(port))
            return failure(Minor::duplicate_entry);
        ports.add(port);
    } else {
        if (!ports.has(port))
            return failure(Minor::no_entry);
        ports.remove(port);
    }
    return success();
}

Answer alloc_mac(Device &d, const Command &) {
    const u32 index = d.objects.macs.take();

    return index < max_macs ? success(index) : failure(Minor::table_full);
}

Answer manage_mac(Device &d, const Command &c) {
    using M = hw::ManageLocMac;
    const u32 index = u32(get<M::table_index>(d, c));

    if (!d.objects.macs.has(index))
        return failure(Minor::unknown_id);
    if (get<M::free_entry>(d, c))
        d.objects.macs.remove(index);
    return success();
}

} // namespace emu
