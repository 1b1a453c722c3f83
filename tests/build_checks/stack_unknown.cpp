// SPDX-License-Identifier: GPL-2.0
// EXPECT: stack frame of unknown size
// FLAGS: -fno-stack-clash-protection
extern "C" void unknown_fill(char *buffer);

extern "C" void unknown_frame(unsigned long size) {
    unknown_fill(static_cast<char *>(__builtin_alloca(size)));
}
