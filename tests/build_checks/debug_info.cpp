// SPDX-License-Identifier: GPL-2.0
// EXPECT: C\+\+ debug information although this kernel makes BTF from it
// FLAGS: -g
extern "C" int debug_value(int value) {
    return value + 1;
}
