// SPDX-License-Identifier: GPL-2.0
//
// Address tables and the work scheduler's tree as tables.

#include "emu/dump.h"
#include "hw/address_wqe.h"
#include "hw/qos_wqe.h"

namespace emu {

namespace {

constexpr Column arp_columns[] = {{"index", 7}, {"mac", 19}, {"permanent", 11}, {"reach max", 0}};
constexpr Column mac_columns[] = {{"index", 7}, {"mac", 19}, {"users", 0}};
constexpr Column ws_columns[] = {{"node", 8},   {"level", 7},   {"parent", 8},    {"vsi", 7}, {"class", 7},
                                 {"weight", 8}, {"enabled", 9}, {"children", 10}, {"qs", 5},  {"priority", 0}};

const char *qhash_type(u8 type) {
    switch (hw::ManageQhash::Type(type)) {
    case hw::ManageQhash::Type::tcp_established:
        return "tcp-established";
    case hw::ManageQhash::Type::tcp_syn:
        return "tcp-syn";
    case hw::ManageQhash::Type::udp_unicast:
        return "udp-unicast";
    case hw::ManageQhash::Type::udp_mcast:
        return "udp-multicast";
    case hw::ManageQhash::Type::roce_mcast:
        return "roce-multicast";
    case hw::ManageQhash::Type::rocev2_hw:
        return "rocev2";
    case hw::ManageQhash::Type::max_value:
        break;
    }
    return "?";
}

void put_endpoint(Text &out, bool ipv4, const u32 *ip, u16 port) {
    if (ipv4)
        out.ipv4(ip[3]);
    else
        out.put('[').ipv6(ip).put(']');
    out.put(':').dec(port);
}

const char *level_name(WsLevel level) {
    return level == WsLevel::root ? "root" : level == WsLevel::vsi ? "vsi" : "leaf";
}

const char *priority_name(u8 priority) {
    switch (hw::WorkSchedNode::Priority(priority)) {
    case hw::WorkSchedNode::Priority::weighted_round_robin:
        return "weighted";
    case hw::WorkSchedNode::Priority::strict:
        return "strict";
    case hw::WorkSchedNode::Priority::weighted_strict:
        return "weighted strict";
    }
    return "?";
}

} // namespace

// Widths follow the content: IPv6 endpoints need twice the room.
void dump_qhash(const Device &d, Text &out) {
    u8 endpoint = 22;

    for (const QhashEntry &e : d.objects.qhash)
        if (e.exists && !e.ipv4)
            endpoint = 48;
    const Column columns[] = {{"qp", 8},   {"type", 17}, {"local", endpoint}, {"remote", endpoint},
                              {"vlan", 6}, {"qs", 6},    {"mac", 0}};
    put_header(out, columns);
    for (const QhashEntry &e : d.objects.qhash) {
        Row row(out, columns);

        if (!e.exists)
            continue;
        row.dec(e.qp_id).str(qhash_type(e.type));
        put_endpoint(row.cell(), e.ipv4, e.dest_ip, e.dest_port);
        if (e.type == u8(hw::ManageQhash::Type::tcp_established))
            put_endpoint(row.cell(), e.ipv4, e.src_ip, e.src_port);
        else
            row.str("*");
        row.dec_if(e.vlan_valid, e.vlan_id).dec(e.qs_handle).mac(e.mac).end();
    }
    out.str("entries: ").dec(d.objects.qhash_entries).nl();
}

void dump_apbvt(const Device &d, Text &out) {
    const auto &ports = d.objects.apbvt;

    out.str("accelerated TCP ports:");
    for (u32 first = 0; first < ports.count;) {
        if (!ports.has(first)) {
            first++;
            continue;
        }
        u32 end = first + 1;
        while (ports.has(end))
            end++;
        out.put(' ').dec(first);
        if (end - first > 1)
            out.put('-').dec(end - 1);
        first = end;
    }
    out.nl().str("ports: ").dec(ports.used()).nl();
}

void dump_arp(const Device &d, Text &out) {
    put_table(out, arp_columns, d.objects.arp, "entries",
              [](Row &row, u32 i, const Arp &e) { row.dec(i).mac(e.mac).yes(e.permanent).dec(e.reach_max); });
}

void dump_mac(const Device &d, Text &out) {
    put_table(out, mac_columns, d.objects.mac, "entries", [](Row &row, u32 i, const Mac &e) {
        row.dec(i);
        if (e.filled)
            row.mac(e.mac);
        else
            row.str("reserved");
        row.dec(e.users);
    });
}

void dump_ws(const Device &d, Text &out) {
    put_table(out, ws_columns, d.objects.ws, "nodes", [](Row &row, u32 id, const WsNode &n) {
        const bool leaf = n.level == WsLevel::leaf;

        row.dec(id).str(level_name(n.level)).dec_if(n.level != WsLevel::root, n.parent).dec(n.vsi);
        row.dec_if(leaf, n.traffic_class).dec(n.weight).yes(n.enabled).dec(n.children).dec_if(leaf, n.qs_handle);
        row.str(priority_name(n.priority));
    });
}

} // namespace emu
