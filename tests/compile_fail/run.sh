#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What must not compile: each file here makes one mistake with the typed layer, and has to be refused with the message
# of its EXPECT: line (a regular expression). Files with EXPECT-OK have to compile, or the refusals would prove nothing.
# Every installed compiler is asked. Last line: "compile_fail: N passed, M failed".
set -uo pipefail
cd "$(dirname "$0")" || exit 1
top=../..
flags=(-fsyntax-only -std=c++20 -ffreestanding -fno-exceptions -fno-rtti -Wall -Wextra -Werror -I"$top/src" -I"$top/include")

passed=0 failed=0 controls=0
fail() {
	failed=$((failed + 1))
	printf 'FAIL %s with %s: %s\n' "$1" "$cxx" "$2"
	sed 's/^/     /' <<<"$output" | head -n 20
}

for cxx in ${CXX:-g++ clang++}; do
	command -v "$cxx" >/dev/null || { echo "no $cxx here, not asked"; continue; }
	for file in *.cpp; do
		expect=$(sed -n 's,^// EXPECT: ,,p' "$file")
		output=$("$cxx" "${flags[@]}" "$file" 2>&1)
		status=$?
		if grep -q '^// EXPECT-OK$' "$file"; then
			controls=$((controls + 1))
			if [ $status -eq 0 ]; then passed=$((passed + 1)); else fail "$file" "does not compile, but is right"; fi
		elif [ -z "$expect" ]; then
			fail "$file" "no EXPECT line"
		elif [ $status -eq 0 ]; then
			fail "$file" "compiles, but must not"
		elif ! grep -E 'error' <<<"$output" | grep -qE -- "$expect"; then
			fail "$file" "refused, but not because of: $expect"
		else
			passed=$((passed + 1))
		fi
	done
done
if [ "$controls" -eq 0 ]; then
	echo "FAIL: nothing was compiled"
	failed=$((failed + 1))
fi
echo "compile_fail: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
