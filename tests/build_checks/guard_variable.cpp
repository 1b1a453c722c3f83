// SPDX-License-Identifier: GPL-2.0
// EXPECT: undefined C\+\+ symbol __cxa_guard_acquire
// FLAGS: -fthreadsafe-statics
extern "C" int guard_outside();

extern "C" int guard_value() {
    static int value = guard_outside();
    return value;
}
