// SPDX-License-Identifier: GPL-2.0
// EXPECT: raw indirect branch or jump table: call
// FLAGS: -mindirect-branch=keep
extern "C" int indirect_call(int (*function)(int), int value) {
    return function(value) + 1;
}
