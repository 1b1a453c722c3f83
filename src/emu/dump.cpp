// SPDX-License-Identifier: GPL-2.0
//
// The device's state as tables for people.

#include "emu/device.h"
#include "hw/address_wqe.h"
#include "hw/decode_cqp.h"

namespace emu {

namespace {

using hw::Text;

// Moves to a column of the current line; a cell that is too long pushes the rest to the right.
void column(Text &out, u32 line_start, u32 at) {
    if (out.length() >= line_start + at && at)
        out.put(' ');
    out.pad_to(line_start + at);
}

void line(Text &out, const char *name, u64 value) {
    out.str("  ").left(name, 22).dec(value).nl();
}

void line_hex(Text &out, const char *name, u64 value) {
    out.str("  ").left(name, 22).str("0x").hex(value).nl();
}

void dump_faults(const Device &d, Text &out) {
    for (const Fault &f : d.fault) {
        if (!f.armed)
            continue;
        out.str("  armed fault           ").str(fault_name(f.what.kind));
        if (f.what.opcode >= 0)
            out.str(", opcode 0x").hex(u64(f.what.opcode), 2);
        if (f.what.skip)
            out.str(", after ").dec(f.what.skip);
        out.nl();
    }
}

void dump_cqp(const Device &d, Text &out) {
    const Cqp &cqp = d.cqp;
    const Cq &ccq = d.objects.cq[0];

    out.str("CQP: ").str(cqp.running ? "running" : "stopped").nl();
    if (cqp.running) {
        line_hex(out, "context", cqp.context_pa);
        line_hex(out, "send queue", cqp.sq_pa);
        line(out, "entries", cqp.sq_size);
        line(out, "next entry", cqp.index);
        line(out, "doorbell", cqp.head);
        line(out, "retired (tail)", cqp.retired);
        line(out, "polarity", cqp.polarity);
    }
    out.str("CCQ: ").str(ccq.exists ? "exists" : "none").nl();
    if (ccq.exists) {
        line_hex(out, "ring", ccq.base_pa);
        line(out, "entries", ccq.size);
        line(out, "next entry", ccq.producer);
        line(out, "not yet consumed", ccq.outstanding);
        line(out, "armed", ccq.armed);
        line(out, "events", ccq.events);
    }
    out.str("Counters:").nl();
    line(out, "steps", d.counters.steps);
    line(out, "doorbells", d.counters.doorbells);
    line(out, "commands", d.counters.commands);
    line(out, "completions", d.counters.completions);
    line(out, "errors", d.counters.errors);
    line(out, "faults", d.counters.faults);
    line(out, "violations", d.counters.violations);
    dump_faults(d, out);
}

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

// Widths follow the content: IPv6 endpoints need twice the room.
void dump_qhash(const Device &d, Text &out) {
    u32 endpoint = 22;

    for (const QhashEntry &e : d.objects.qhash)
        if (e.used && !e.ipv4)
            endpoint = 48;
    const u32 remote = 25 + endpoint, vlan = remote + endpoint, qs = vlan + 6, mac = qs + 6;
    u32 start = out.length();
    out.left("qp", 8).left("type", 17).left("local", endpoint).left("remote", endpoint).str("vlan  qs    mac").nl();
    for (const QhashEntry &e : d.objects.qhash) {
        if (!e.used)
            continue;
        start = out.length();
        out.dec(e.qp_id);
        column(out, start, 8);
        out.str(qhash_type(e.type));
        column(out, start, 25);
        put_endpoint(out, e.ipv4, e.dest_ip, e.dest_port);
        column(out, start, remote);
        if (e.type == u8(hw::ManageQhash::Type::tcp_established))
            put_endpoint(out, e.ipv4, e.src_ip, e.src_port);
        else
            out.put('*');
        column(out, start, vlan);
        if (e.vlan_valid)
            out.dec(e.vlan_id);
        else
            out.put('-');
        column(out, start, qs);
        out.dec(e.qs_handle);
        column(out, start, mac);
        out.mac(e.mac).nl();
    }
    out.str("entries: ").dec(irdma_emu_qhash_count(&d)).nl();
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

const char *qp_state(u8 state) {
    static constexpr const char *names[] = {"invalid", "idle", "rts", "closing", "rtr", "terminate", "error"};

    return state < sizeof(names) / sizeof(names[0]) ? names[state] : "?";
}

const char *qp_type(u8 type) {
    static constexpr const char *names[] = {"-", "iwarp", "uda", "roce-rc", "roce-ud"};

    return type < sizeof(names) / sizeof(names[0]) ? names[type] : "?";
}

void dump_qp(const Device &d, Text &out) {
    u32 count = 0;

    out.left("qp", 8).left("type", 9).left("state", 11).left("suspended", 11).left("qs", 6).left("hash", 6);
    out.str("context").nl();
    for (u32 id = 0; id < max_qps; id++) {
        const Qp &qp = d.objects.qp[id];
        const u32 start = out.length();
        u32 hashes = 0;

        if (!qp.exists)
            continue;
        for (const QhashEntry &e : d.objects.qhash)
            hashes += e.used && e.qp_id == id;
        count++;
        out.dec(id);
        column(out, start, 8);
        out.left(qp_type(qp.type), 9).left(qp_state(qp.state), 11).left(qp.suspended ? "yes" : "no", 11);
        out.dec(qp.qs_handle);
        column(out, start, 45);
        out.dec(hashes);
        column(out, start, 51);
        out.str("0x").hex(qp.context_pa).nl();
    }
    out.str("queue pairs: ").dec(count).nl();
}

void dump_cq(const Device &d, Text &out) {
    u32 count = 0;

    out.left("cq", 8).left("entries", 9).left("next", 9).left("unread", 9).left("ceq", 6).left("armed", 7);
    out.left("events", 8).str("base").nl();
    for (u32 id = 0; id < max_cqs; id++) {
        const Cq &cq = d.objects.cq[id];
        const u32 start = out.length();

        if (!cq.exists)
            continue;
        count++;
        out.dec(id);
        column(out, start, 8);
        out.dec(cq.size);
        column(out, start, 17);
        out.dec(cq.producer);
        column(out, start, 26);
        out.dec(cq.outstanding);
        column(out, start, 35);
        if (cq.ceq_id_valid)
            out.dec(cq.ceq_id);
        else
            out.put('-');
        column(out, start, 41);
        out.str(cq.armed ? "yes" : "no");
        column(out, start, 48);
        out.dec(cq.events);
        column(out, start, 56);
        if (cq.virtual_map)
            out.str("paged");
        else
            out.str("0x").hex(cq.base_pa);
        out.nl();
    }
    out.str("completion queues: ").dec(count).nl();
}

void dump_last(const Device &d, Text &out) {
    const Last &last = d.last;

    if (!last.valid) {
        out.str("no command yet").nl();
        return;
    }
    const hw::FieldTable table = field_table(d);
    const hw::LayoutInfo *layout = hw::cqp_layout(last.command.words);
    out.str("entry ").dec(last.command.index).str(": ");
    if (layout)
        hw::decode(out, *layout, last.command.words, &table, hw::DecodeStyle::lines);
    else
        hw::decode(out, hw::raw_cqp_layout, last.command.words, &table, hw::DecodeStyle::lines);
    out.str("answer: ");
    put_answer(out, last.answer);
    if (!last.answered)
        out.str(", held back");
    if (last.fault)
        out.str(", fault: ").str(fault_name(last.fault));
    out.nl();
}

} // namespace

void put_answer(Text &out, const Answer &a) {
    if (a.error) {
        out.str("error 0x").hex(a.major, 4).str("/0x").hex(a.minor, 4);
        out.str(" (").str(minor_name(a.major, a.minor)).put(')');
        return;
    }
    out.str("ok");
    if (a.minor)
        out.str(", minor code 0x").hex(a.minor, 4);
    if (a.result)
        out.str(", result ").dec(a.result);
}

const char *minor_name(u16 major, u16 minor) {
    if (major != major_general)
        return "code of a fault";
    switch (Minor(minor)) {
    case Minor::none:
        return "none";
    case Minor::invalid_state:
        return "invalid state";
    case Minor::bad_opcode:
        return "unknown opcode";
    case Minor::bad_polarity:
        return "wrong polarity";
    case Minor::reserved_bits:
        return "reserved bits set";
    case Minor::bad_alignment:
        return "address not aligned";
    case Minor::unmapped:
        return "address not mapped";
    case Minor::bad_value:
        return "meaningless value";
    case Minor::unknown_id:
        return "unknown id";
    case Minor::id_in_use:
        return "id in use";
    case Minor::duplicate_entry:
        return "duplicate entry";
    case Minor::no_entry:
        return "no such entry";
    case Minor::table_full:
        return "table full";
    case Minor::not_supported:
        return "not supported by the emulated device";
    case Minor::bad_doorbell:
        return "bad doorbell";
    case Minor::cq_overflow:
        return "completion queue overflow";
    }
    return "unknown code";
}

} // namespace emu

extern "C" u32 irdma_emu_dump(const struct irdma_emu *emu, enum irdma_emu_table table, char *buf, u32 bytes) {
    hw::Text out(buf, bytes);

    switch (table) {
    case IRDMA_EMU_TABLE_CQP:
        emu::dump_cqp(*emu, out);
        break;
    case IRDMA_EMU_TABLE_QHASH:
        emu::dump_qhash(*emu, out);
        break;
    case IRDMA_EMU_TABLE_APBVT:
        emu::dump_apbvt(*emu, out);
        break;
    case IRDMA_EMU_TABLE_QP:
        emu::dump_qp(*emu, out);
        break;
    case IRDMA_EMU_TABLE_CQ:
        emu::dump_cq(*emu, out);
        break;
    case IRDMA_EMU_TABLE_LAST:
        emu::dump_last(*emu, out);
        break;
    case IRDMA_EMU_TABLE_MAX:
        break;
    }
    return out.length();
}
