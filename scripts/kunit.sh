#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Runs the KUnit suites in the debug kernel and lets the kernel's own parser read the results.
#
#   kunit.sh 6.1|6.12 DIR [PARAMETER=VALUE...]    DIR has irdma.ko, irdma_emu.ko and irdma_kunit.ko for this kernel;
#                                                 the parameters are for irdma_kunit.ko
#                                                 (6.1 runs module tests before it parses parameters)
#
# The last line is "kunit KERNEL: N passed, M failed". A crashed or skipped test, no test at all and a run that vm.sh
# does not accept (a leak, a complaint of the kernel) are failures, too.
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

[ $# -ge 2 ] || die "usage: kunit.sh 6.1|6.12 DIR [PARAMETER=VALUE...]"
version=$1 modules=$2
shift 2
for module in irdma irdma_emu irdma_kunit; do
	[ -e "$modules/$module.ko" ] || die "no $module.ko in $modules"
done

"$TOP/scripts/setup.sh" python3
eval "$("$TOP/scripts/kernels.sh" debug "$version")"
parser=$KDIR/source/tools/testing/kunit/kunit.py
[ -e "$parser" ] || die "no KTAP parser at $parser"

results=$(mktemp -d "${TMPDIR:-/tmp}/irdmaxx-kunit.XXXXXX")
vm_pid=''
cleanup() {
	[ -z "$vm_pid" ] || kill "$vm_pid" 2>/dev/null || true
	rm -rf "$results"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

console=$CACHE/log/kunit-$version.log
mkdir -p "$CACHE/log"
: >"$console"
vm_status=0
"$TOP/scripts/vm.sh" --timeout "${KUNIT_TIMEOUT:-600}" --modules "$modules" --result-dir "$results" \
	--log "$console" debug "$version" "$TOP/tests/guest/kunit.sh" "$@" &
vm_pid=$!
wait "$vm_pid" || vm_status=$?
vm_pid=''

# The results are in the log the guest saved; after a crash the console is all there is. Behind the marker, as the
# kernel reports an empty run of its built-in tests at boot.
log=$results/dmesg
[ -s "$log" ] || log=$console
tr -d '\r' <"$log" | sed -E 's/^\[ *[0-9.]+\] //' | sed '1,/^irdmaxx: the tests start$/d' >"$results/tests"
{
	# Old kernels print these first lines for built-in tests only.
	if ! grep -aq '^KTAP version' "$results/tests"; then
		echo "KTAP version 1"
		echo "1..$(grep -acE '^(not )?ok [0-9]+ ' "$results/tests" || true)"
	fi
	cat "$results/tests"
} >"$results/ktap"
PYTHONDONTWRITEBYTECODE=1 python3 "$parser" parse "$results/ktap" 2>&1 | tee "$results/report" || true

# count WORD: a number of the parser's summary, "Ran 9 tests: passed: 8, failed: 1".
count() {
	local number
	number=$(sed -n "s/.*Testing complete\..*[ ,]$1: \([0-9]*\).*/\1/p" "$results/report" | tail -n 1)
	echo "${number:-0}"
}
passed=$(count passed)
failed=$(($(count failed) + $(count crashed) + $(count skipped) + $(count errors)))
if [ "$failed" -eq 0 ] && { [ "$vm_status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then
	failed=1
fi
echo "kunit $version: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
