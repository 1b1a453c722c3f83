// SPDX-License-Identifier: GPL-2.0
// EXPECT: floating point or vector instruction: f
// FLAGS: -m80387
extern "C" void x87_scale(long double *value) {
    *value *= 1.5L;
}
