// SPDX-License-Identifier: GPL-2.0
// EXPECT: undefined C\+\+ symbol _Z15nobody_has_thisi
int nobody_has_this(int);

extern "C" int foreign_call(int value) {
    return nobody_has_this(value) + 1;
}
