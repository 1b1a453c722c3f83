// SPDX-License-Identifier: GPL-2.0
// EXPECT: C\+\+ object carries BTF: section \.BTF
[[gnu::section(".BTF"), gnu::used]] static const char btf_bytes[] = "not really";
