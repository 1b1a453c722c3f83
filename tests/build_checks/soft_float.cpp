// SPDX-License-Identifier: GPL-2.0
// EXPECT: floating point by library call __(mul|fix)xf
// Without FPU and SSE most of it does not compile at all; this does.
extern "C" int soft_scale(const long double *value) {
    return int(*value);
}
