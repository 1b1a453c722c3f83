// SPDX-License-Identifier: GPL-2.0
//
// Address tables: quad hash, accelerated TCP ports.

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
    e.exists = true;
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

// ---- lists of entries with the same hash --------------------------------------------------------------------------

u32 mix(u32 hash, u32 value) {
    return (hash ^ value) * 0x9e3779b1u;
}

// Where the list of an entry begins.
u32 &list_of(const Device &d, const QhashEntry &e) {
    u32 hash = mix(e.type, u32(e.dest_port) << 16 | e.src_port);

    for (u32 word : e.dest_ip)
        hash = mix(hash, word);
    for (u32 word : e.src_ip)
        hash = mix(hash, word);
    hash = mix(hash, u32(e.vlan_id) << 2 | u32(e.vlan_valid) << 1 | e.ipv4);
    return d.objects.qhash_bucket[(hash ^ hash >> 16) % d.objects.qhash_bucket.count].first;
}

// The link that leads to the entry with this key, or the last one of its list.
u32 &find_link(const Device &d, const QhashEntry &key) {
    u32 *link = &list_of(d, key);

    while (*link && !same_key(d.objects.qhash[*link - 1], key))
        link = &d.objects.qhash[*link - 1].next;
    return *link;
}

// Place of a free entry; 0: there is none.
u32 take_place(Device &d) {
    Objects &o = d.objects;
    const u32 place = o.qhash_free;

    if (place)
        o.qhash_free = o.qhash[place - 1].next;
    else if (o.qhash_fresh < o.qhash.count)
        return ++o.qhash_fresh;
    return place;
}

// Entries may steer to QPs that do not exist yet.
void count_user(Device &d, u32 qp_id, bool more) {
    if (qp_id < d.objects.qhash_users.count)
        d.objects.qhash_users[qp_id].entries += more ? 1u : ~0u;
}

Answer add(Device &d, u32 &link, const QhashEntry &entry) {
    if (link)
        return failure(Minor::duplicate_entry);
    const u32 place = take_place(d);
    if (!place)
        return failure(Minor::table_full);
    d.objects.qhash[place - 1] = entry;
    link = place;
    d.objects.qhash_entries++;
    count_user(d, entry.qp_id, true);
    return success();
}

Answer change(Device &d, u32 link, const QhashEntry &entry) {
    if (!link)
        return failure(Minor::no_entry);
    QhashEntry &found = d.objects.qhash[link - 1];
    const u32 next = found.next;
    count_user(d, found.qp_id, false);
    count_user(d, entry.qp_id, true);
    found = entry;
    found.next = next;
    return success();
}

Answer remove(Device &d, u32 &link) {
    if (!link)
        return failure(Minor::no_entry);
    const u32 place = link;
    QhashEntry &found = d.objects.qhash[place - 1];
    link = found.next;
    count_user(d, found.qp_id, false);
    found = {};
    found.next = d.objects.qhash_free;
    d.objects.qhash_free = place;
    d.objects.qhash_entries--;
    return success();
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
    u32 &link = find_link(d, entry);
    switch (action) {
    case Q::Action::add:
        return add(d, link, entry);
    case Q::Action::modify:
        return change(d, link, entry);
    case Q::Action::remove:
        return remove(d, link);
    case Q::Action::max_value:
        break;
    }
    return failure(Minor::bad_value);
}

u32 qhash_entries_of(const Device &d, u32 qp_id) {
    return qp_id < d.objects.qhash_users.count ? d.objects.qhash_users[qp_id].entries : 0;
}

void remove_qhash_entries_of(Device &d, u32 qp_id) {
    for (const QhashEntry &e : d.objects.qhash) {
        if (!qhash_entries_of(d, qp_id))
            return;
        if (e.exists && e.qp_id == qp_id)
            remove(d, find_link(d, e));
    }
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

} // namespace emu
