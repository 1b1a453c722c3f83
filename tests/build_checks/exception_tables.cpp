// SPDX-License-Identifier: GPL-2.0
// EXPECT: exception tables: section \.(eh_frame|gcc_except_table)
// FLAGS: -fexceptions -funwind-tables
extern "C" void exception_outside();

struct Guard {
    ~Guard() { exception_outside(); }
};

extern "C" void exception_call() {
    Guard guard;
    exception_outside();
}
