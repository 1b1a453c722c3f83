// SPDX-License-Identifier: GPL-2.0
//
// The device's state as tables for people: one line per object, columns with names.
#pragma once

#include "emu/device.h"
#include "hw/text.h"

namespace emu {

using hw::Text;

struct Column {
    const char *name;
    u8 width; // of the last one: 0
};

// A line of a table. A cell that is too long pushes the rest to the right.
class Row {
  public:
    Row(Text &out, const Column *columns) : out_(out), column_(columns), start_(out.length()) {}

    Row &str(const char *s) {
        next();
        out_.str(s);
        return *this;
    }
    Row &yes(bool value) { return str(value ? "yes" : "no"); }
    Row &none() { return str("-"); }
    Row &dec(u64 value) {
        next();
        out_.dec(value);
        return *this;
    }
    Row &dec_if(bool valid, u64 value) { return valid ? dec(value) : none(); }
    Row &hex(u64 value, u32 digits = 1) {
        next();
        out_.str("0x").hex(value, digits);
        return *this;
    }
    Row &mac(u64 value) {
        next();
        out_.mac(value);
        return *this;
    }
    // Where the cell begins, for other content.
    Text &cell() {
        next();
        return out_;
    }
    void end() { out_.nl(); }

  private:
    void next() {
        if (at_ && out_.length() >= start_ + at_)
            out_.put(' ');
        out_.pad_to(start_ + at_);
        at_ += column_->width;
        column_++;
    }

    Text &out_;
    const Column *column_;
    u32 start_;
    u32 at_ = 0;
};

template <u32 Count> void put_header(Text &out, const Column (&columns)[Count]) {
    Row row(out, columns);

    for (const Column &column : columns)
        row.str(column.name);
    row.end();
}

// Header, a line for each object there is, and how many there are. put() fills the line.
template <u32 Count, class T, class Put>
void put_table(Text &out, const Column (&columns)[Count], const Table<T> &table, const char *objects, Put put) {
    put_header(out, columns);
    for (u32 id = 0; id < table.count; id++) {
        if (!table[id].exists)
            continue;
        Row row(out, columns);

        put(row, id, table[id]);
        row.end();
    }
    out.str(objects).str(": ").dec(table.used()).nl();
}

// dump_objects.cpp
void dump_qp(const Device &d, Text &out);
void dump_cq(const Device &d, Text &out);
void dump_srq(const Device &d, Text &out);
void dump_stag(const Device &d, Text &out);

// dump_tables.cpp
void dump_qhash(const Device &d, Text &out);
void dump_apbvt(const Device &d, Text &out);
void dump_arp(const Device &d, Text &out);
void dump_mac(const Device &d, Text &out);
void dump_ws(const Device &d, Text &out);

} // namespace emu
