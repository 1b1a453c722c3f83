// SPDX-License-Identifier: GPL-2.0
// EXPECT: raw indirect branch or jump table: jmp
// FLAGS: -fjump-tables -mindirect-branch=keep
extern "C" int table_outside(int);

extern "C" int table_switch(int value) {
    switch (value) {
    case 0:
        return table_outside(4);
    case 1:
        return table_outside(3);
    case 2:
        return table_outside(9);
    case 3:
        return table_outside(77);
    case 4:
        return table_outside(1234);
    case 5:
        return table_outside(-6);
    case 6:
        return table_outside(5);
    default:
        return -1;
    }
}
