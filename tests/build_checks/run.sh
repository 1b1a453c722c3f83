#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Self-test of scripts/check-objects.py: each file here has one fault the check must find, and say so (EXPECT:); a file
# with EXPECT-NONE must pass. FLAGS: are added to the usual ones. Then those of the checks of exports, of the roster of
# published functions, and of manual pages. Last line: "build checks: N passed, M failed".
set -uo pipefail
cd "$(dirname "$0")" || exit 1
check=../../scripts/check-objects.py
cxx=${CXX:-g++}
flags=(-std=gnu++20 -O2 -ffreestanding -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-asynchronous-unwind-tables
	-fno-pic -mcmodel=kernel -mno-red-zone -mno-sse -mno-80387 -mno-fp-ret-in-387 -fno-jump-tables -mindirect-branch=thunk-extern)

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() {
	failed=$((failed + 1))
	printf 'FAIL %s\n' "$1"
	sed 's/^/     /' "$tmp/output"
}

cat >"$tmp/auto.conf" <<-END
	CONFIG_FRAME_WARN=2048
	CONFIG_MITIGATION_RETPOLINE=y
	CONFIG_DEBUG_INFO_BTF=y
END

# verdict NAME EXIT-STATUS PATTERN: empty PATTERN means that nothing may be found
verdict() {
	if [ -z "$3" ] && [ "$2" -eq 0 ]; then
		ok
	elif [ -n "$3" ] && [ "$2" -eq 1 ] && grep -qP -- "$3" "$tmp/output"; then
		ok
	else
		bad "$1: expected ${3:-nothing to be found}"
	fi
}

# build FILE DIR [FLAGS...]: compiles FILE into DIR and links a module from it
build() {
	local file=$1 dir=$2
	shift 2
	mkdir -p "$dir"
	cp "$file" "$dir"
	"$cxx" "${flags[@]}" "$@" -c -o "$dir/${file%.cpp}.o" "$file" >"$tmp/output" 2>&1 &&
		ld -r -o "$dir/test.ko" "$dir/${file%.cpp}.o" >>"$tmp/output" 2>&1
}

for file in *.cpp; do
	expect=$(sed -n 's,^// EXPECT: ,,p' "$file")
	read -ra extra <<<"$(sed -n 's,^// FLAGS: ,,p' "$file")"
	if [ -z "$expect" ] && ! grep -q '^// EXPECT-NONE$' "$file"; then
		echo "no EXPECT line" >"$tmp/output"
		bad "$file"
	elif ! build "$file" "$tmp/$file.d" "${extra[@]}"; then
		bad "$file does not compile"
	else
		"$check" --config "$tmp/auto.conf" "$tmp/$file.d" >"$tmp/output" 2>&1
		verdict "$file" $? "$expect"
	fi
done

# The sanitizer's own constructors are fine in a kernel that has it, and only there; others are not fine even there.
sanitize=(-fsanitize=kernel-address --param asan-globals=1)
sed 's/DEBUG_INFO_BTF/KASAN/' "$tmp/auto.conf" >"$tmp/kasan.conf"
build good.cpp "$tmp/kasan" "${sanitize[@]}"
"$check" --config "$tmp/kasan.conf" "$tmp/kasan" >"$tmp/output" 2>&1
verdict "sanitizer in a kernel with KASAN" $? ''
"$check" --config "$tmp/auto.conf" "$tmp/kasan" >"$tmp/output" 2>&1
verdict "sanitizer in a kernel without KASAN" $? 'good\.o: global constructor'
build global_constructor.cpp "$tmp/kasan-bad" "${sanitize[@]}"
"$check" --config "$tmp/kasan.conf" "$tmp/kasan-bad" >"$tmp/output" 2>&1
verdict "global constructor in a kernel with KASAN" $? 'destructor: _GLOBAL__sub_I'

"$check" --exports exports >"$tmp/output" 2>&1
verdict "exports" $? '^src/exports\.c: bare_symbol: exported without kernel-doc$'
grep -q 'documented_symbol' "$tmp/output" && bad "documented export was reported" || ok

# finds CHECK TEXT: what the last run of CHECK printed has this line
finds() { grep -qxF -- "$2" "$tmp/output" && ok || bad "$1: expected: $2"; }

roster=../../scripts/check-roster.py
"$roster" --top roster >"$tmp/output" 2>&1 && bad "roster with faults passed" || ok
finds roster "other_type: prototype differs from the published one:"
finds roster "other_name: prototype differs from the published one:"
finds roster "no_prototype: 0 prototypes in include/irdma"
finds roster "two_prototypes: 2 prototypes in include/irdma"
finds roster "not_exported: not exported by src/driver/exports.c"
finds roster "exported_twice: exported 2 times"
finds roster "not_defined: no extern \"C\" definition in src/core"
finds roster "offered_only: not exported by src/driver/exports.c"
finds roster "roster: 1 passed, 8 failed"
printf 'void good(void) {}\nchar __ksymtab_good;\n' >"$tmp/irdma.c"
"$cxx" -x c -c -o "$tmp/irdma.ko" "$tmp/irdma.c" >"$tmp/output" 2>&1 || bad "the module for the roster does not compile"
"$roster" --top roster --module "$tmp/irdma.ko" >"$tmp/output" 2>&1 && bad "module with missing exports passed" || ok
finds roster "other_type: exported 0 times by $tmp/irdma.ko"
finds roster "other_type: not defined in $tmp/irdma.ko"
finds roster "roster: 1 passed, 7 failed"

# Nothing built must not look like nothing found.
mkdir "$tmp/empty"
"$check" --config "$tmp/auto.conf" "$tmp/empty" >"$tmp/output" 2>&1
verdict "empty directory" $? 'nothing to check'

printf 'build checks: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
