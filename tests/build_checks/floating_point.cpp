// SPDX-License-Identifier: GPL-2.0
// EXPECT: floating point or vector instruction: \w+ .*%xmm
// FLAGS: -msse2 -mfpmath=sse
extern "C" void float_scale(double *value) {
    *value *= 1.5;
}
