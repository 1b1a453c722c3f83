// SPDX-License-Identifier: GPL-2.0
// EXPECT: stack frame of \d+ bytes, this kernel's limit is 2048
extern "C" void frame_fill(char *buffer);

extern "C" void frame_big() {
    char buffer[4096];
    frame_fill(buffer);
}
