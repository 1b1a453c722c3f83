// SPDX-License-Identifier: GPL-2.0
// EXPECT: undefined C\+\+ symbol _Znwm
extern "C" int *runtime_new() {
    return new int(3);
}
