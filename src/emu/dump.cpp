// SPDX-License-Identifier: GPL-2.0
//
// The state of the control queue, the last command and the errors for people; the tables are in the other files.

#include "emu/dump.h"
#include "hw/decode_cqp.h"

namespace emu {

namespace {

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

constexpr Column refused_columns[] = {{"code", 15}, {"count", 9}, {"violation", 11}, {"reason", 0}};

// What never happened is left out.
void dump_refused(const Device &d, Text &out) {
    put_header(out, refused_columns);
    for (u32 kind = 0; kind < minor_kinds; kind++) {
        const Minor minor = minor_of(kind);
        Row row(out, refused_columns);

        if (!d.refused[kind])
            continue;
        row.cell().str("0x").hex(major_general, 4).str("/0x").hex(u16(minor), 4);
        row.dec(d.refused[kind]).yes(is_violation(minor)).str(minor_name(major_general, u16(minor))).end();
    }
    out.str("violations: ").dec(d.counters.violations).nl();
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
    case Minor::in_use:
        return "others need it";
    case Minor::key_mismatch:
        return "other key";
    case Minor::wrong_pd:
        return "other protection domain";
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
    case IRDMA_EMU_TABLE_SRQ:
        emu::dump_srq(*emu, out);
        break;
    case IRDMA_EMU_TABLE_STAG:
        emu::dump_stag(*emu, out);
        break;
    case IRDMA_EMU_TABLE_ARP:
        emu::dump_arp(*emu, out);
        break;
    case IRDMA_EMU_TABLE_MAC:
        emu::dump_mac(*emu, out);
        break;
    case IRDMA_EMU_TABLE_WS:
        emu::dump_ws(*emu, out);
        break;
    case IRDMA_EMU_TABLE_REFUSED:
        emu::dump_refused(*emu, out);
        break;
    case IRDMA_EMU_TABLE_LAST:
        emu::dump_last(*emu, out);
        break;
    case IRDMA_EMU_TABLE_MAX:
        break;
    }
    return out.length();
}
