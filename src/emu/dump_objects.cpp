// SPDX-License-Identifier: GPL-2.0
//
// Queues and memory keys as tables.

#include "emu/dump.h"

namespace emu {

namespace {

constexpr Column qp_columns[] = {{"qp", 8},   {"type", 9}, {"state", 11}, {"suspended", 11}, {"qs", 6},
                                 {"hash", 6}, {"pd", 8},   {"scq", 7},    {"rcq", 7},        {"srq", 7},
                                 {"sq", 7},   {"rq", 7},   {"mw", 5},     {"flushed", 9},    {"context", 0}};
constexpr Column cq_columns[] = {{"cq", 8},    {"entries", 9}, {"next", 9},  {"unread", 9}, {"ceq", 6},
                                 {"armed", 7}, {"events", 8},  {"users", 7}, {"base", 0}};
constexpr Column srq_columns[] = {{"srq", 8},   {"wqes", 8},  {"quanta", 8}, {"limit", 7},
                                  {"armed", 7}, {"users", 7}, {"pd", 8},     {"base", 0}};
constexpr Column stag_columns[] = {{"index", 9},   {"name", 10},   {"key", 6},    {"kind", 6}, {"state", 11},
                                   {"pd", 8},      {"rights", 8},  {"page", 6},   {"list", 6}, {"first", 9},
                                   {"windows", 9}, {"length", 16}, {"address", 0}};

const char *state_name(u8 state) {
    static constexpr const char *names[] = {"invalid", "idle", "rts", "closing", "rtr", "terminate", "error"};

    return state < sizeof(names) / sizeof(names[0]) ? names[state] : "?";
}

const char *type_name(u8 type) {
    static constexpr const char *names[] = {"-", "iwarp", "uda", "roce-rc", "roce-ud"};

    return type < sizeof(names) / sizeof(names[0]) ? names[type] : "?";
}

const char *flushed(const Qp &qp) {
    return qp.sq_flushed ? qp.rq_flushed ? "both" : "sq" : qp.rq_flushed ? "rq" : "no";
}

const char *page_name(u8 code) {
    static constexpr const char *names[] = {"4K", "2M", "1G"};

    return code < sizeof(names) / sizeof(names[0]) ? names[code] : "?";
}

// As letters: local read and write, remote read and write, bind.
void put_rights(Text &out, u8 rights) {
    constexpr const char *letters = "rwRWb";

    for (u32 i = 0; letters[i]; i++)
        out.put(rights >> i & 1 ? letters[i] : '-');
}

// Page lists: one level, or two.
const char *list_name(u8 leaf_pbl_size) {
    return leaf_pbl_size == 0 ? "no" : leaf_pbl_size == 1 ? "1" : "2";
}

void put_region(Row &row, const Stag &stag) {
    row.str(stag.valid ? "valid" : "allocated").dec(stag.pd);
    put_rights(row.cell(), stag.access);
    row.str(page_name(stag.page_size)).str(list_name(stag.leaf_pbl_size)).dec_if(stag.leaf_pbl_size, stag.first_pbl);
    row.dec(stag.windows);
    if (stag.all_memory)
        row.str("all memory");
    else
        row.dec(stag.length);
    if (stag.valid)
        row.hex(stag.address);
    else
        row.none();
}

void put_window(Row &row, const Stag &stag) {
    row.str(stag.valid ? "bound" : "allocated").dec(stag.pd).none().none().none().none().none().none();
    if (!stag.valid) {
        row.none();
        return;
    }
    Text &out = row.cell();
    out.str("in ").dec(stag.region);
    if (stag.qp != no_qp)
        out.str(", qp ").dec(stag.qp);
}

void put_place(Row &row, bool virtual_map, u64 base_pa) {
    if (virtual_map)
        row.str("paged");
    else
        row.hex(base_pa);
}

} // namespace

void dump_qp(const Device &d, Text &out) {
    put_table(out, qp_columns, d.objects.qp, "queue pairs", [&d](Row &row, u32 id, const Qp &qp) {
        row.dec(id).str(type_name(qp.type)).str(state_name(qp.state)).yes(qp.suspended).dec(qp.qs_handle);
        row.dec(d.objects.qhash_users[id].entries).dec(qp.pd);
        row.dec_if(qp.has_cqs, qp.send_cq).dec_if(qp.has_cqs, qp.receive_cq).dec_if(qp.has_srq, qp.srq);
        row.dec(qp.sq_quanta).dec(qp.rq_quanta).dec(qp.windows).str(flushed(qp)).hex(qp.context_pa);
    });
}

void dump_cq(const Device &d, Text &out) {
    put_table(out, cq_columns, d.objects.cq, "completion queues", [](Row &row, u32 id, const Cq &cq) {
        row.dec(id).dec(cq.size).dec(cq.producer).dec(cq.outstanding).dec_if(cq.ceq_id_valid, cq.ceq_id);
        row.yes(cq.armed).dec(cq.events).dec(cq.users);
        put_place(row, cq.virtual_map, cq.base_pa);
    });
}

void dump_srq(const Device &d, Text &out) {
    put_table(out, srq_columns, d.objects.srq, "shared receive queues", [](Row &row, u32 id, const Srq &srq) {
        row.dec(id).dec(srq.wqes).dec(srq.quanta).dec(srq.limit).yes(srq.armed).dec(srq.users).dec(srq.pd);
        put_place(row, srq.virtual_map, srq.base_pa);
    });
}

void dump_stag(const Device &d, Text &out) {
    put_table(out, stag_columns, d.objects.stag, "memory keys", [](Row &row, u32 place, const Stag &stag) {
        row.dec(place).hex(stag.name, 6).hex(stag.key, 2).str(stag.is_mr ? "mr" : stag.type_1 ? "mw1" : "mw2");
        if (stag.is_mr)
            put_region(row, stag);
        else
            put_window(row, stag);
    });
}

} // namespace emu
