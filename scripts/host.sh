#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The control path and the engine in user space.
#
#   host.sh build      builds the tests and the vector runner in build/host
#   host.sh headers    each public header alone, as C and as C++
#   host.sh tests      the GoogleTest tests
#   host.sh vectors    the golden vectors in tests/vectors
#   host.sh runner     the vector runner itself: does it notice what is wrong?
#
# What tests ends with a line "...: N passed, M failed".
set -euo pipefail
. "$(dirname "$0")/common.sh"

out=$TOP/build/host
MAKEFLAGS=$(sed -E 's/(^| )(-j[0-9]*|--jobserver-[^ ]*)//g' <<<"${MAKEFLAGS:-}")
export MAKEFLAGS

build() {
	"$TOP/scripts/setup.sh" make gcc g++ binutils libgtest-dev python3 python3-pyelftools
	say "building ${*:-core, engine, tests, vectors} for user space with ASan and UBSan in build/host"
	make -C "$TOP/tests/host" --no-print-directory -j"$(nproc)" "$@" >&2
}

# A skipped test has not passed, and neither has a run without tests.
tests() {
	local log=$out/host_tests.log rc=0 passed failed skipped
	build tests
	"$out/irdma_host_tests" --gtest_brief=0 2>&1 | tee "$log" || rc=$?
	number() { sed -n "s/^\[ *$1 *\] \([0-9]*\) test.*/\1/p" "$log" | tail -n 1; }
	passed=$(number PASSED) failed=$(number FAILED) skipped=$(number SKIPPED)
	failed=$((${failed:-0} + ${skipped:-0}))
	if [ "$failed" -eq 0 ] && { [ "$rc" -ne 0 ] || [ "${passed:-0}" -eq 0 ]; }; then
		failed=1
	fi
	echo "host tests: ${passed:-0} passed, $failed failed"
	[ "$failed" -eq 0 ]
}

vectors() {
	local files
	files=("$TOP"/tests/vectors/*.jsonl)
	[ -e "${files[0]}" ] || die "no vectors in tests/vectors"
	build vectors
	"$out/irdma_vectors" "${files[@]}"
}

runner() {
	build vectors
	/usr/bin/python3 "$TOP/tests/host/vectors/selftest.py" "$out/irdma_vectors" "$TOP/tests/vectors"
}

case ${1:-} in
build) build ;;
headers) build check-headers ;;
tests | vectors | runner) "$1" ;;
*) die "usage: host.sh build|headers|tests|vectors|runner" ;;
esac
