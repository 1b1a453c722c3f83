#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Compiles the C++ of both modules with clang, with the flags that matter in a kernel, and checks the objects like
# those of a real build. Kernels built with clang are rare in distributions; this keeps the sources ready for them.
#
#   clang-check.sh [CLANG++]     last line: "clang: N passed, M failed"
set -euo pipefail
. "$(dirname "$0")/common.sh"

cxx=${1:-clang++}
"$TOP/scripts/setup.sh" clang binutils libstdc++-12-dev python3
out=$TOP/build/clang
rm -rf "$out"
mkdir -p "$out"
flags=(-std=gnu++20 -ffreestanding -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-asynchronous-unwind-tables
	-O2 -fno-pic -mcmodel=kernel -mno-red-zone -mno-sse -mno-mmx -mno-avx -mno-80387 -fno-strict-aliasing -funsigned-char
	-fcf-protection=branch -fno-jump-tables -mretpoline-external-thunk -fstack-protector-strong -ftrivial-auto-var-init=pattern
	-Wall -Wextra -Wmissing-declarations -Wframe-larger-than=2048 -Werror
	-D__KERNEL__ -DMODULE -DIRDMA_OS_LINUX -I"$TOP/include" -I"$TOP/src")
printf 'CONFIG_FRAME_WARN=2048\nCONFIG_MITIGATION_RETPOLINE=y\n' >"$out/auto.conf"

say "compiling the C++ sources with $("$cxx" --version | head -n 1)"
passed=0 failed=0
for file in "$TOP"/src/core/*.cpp "$TOP"/src/emu/*.cpp; do
	[ -e "$file" ] || continue
	name=${file#"$TOP/"}
	mkdir -p "$out/$(dirname "$name")"
	if "$cxx" "${flags[@]}" -c -o "$out/${name%.cpp}.o" "$file"; then
		ln -s "$file" "$out/$name"
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
done
for part in core emu; do
	! ls "$out/src/$part"/*.o >/dev/null 2>&1 || ld -r -o "$out/$part.ko" "$out/src/$part"/*.o
done
if checks=$("$TOP/scripts/check-objects.py" --config "$out/auto.conf" "$out"); then :; fi
printf '%s\n' "$checks"
passed=$((passed + $(sed -n 's/^object checks: \([0-9]*\) passed.*/\1/p' <<<"$checks")))
failed=$((failed + $(sed -n 's/^object checks: .* \([0-9]*\) failed/\1/p' <<<"$checks")))
echo "clang: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
