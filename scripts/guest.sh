#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Builds the modules, runs a guest script with counted checks (tests/guest/expect.sh) in a virtual machine and prints the
# sum: "NAME: N passed, M failed". Exit status 0 if nothing failed and the kernel had no complaint.
#
#   guest.sh stock|debug 6.1|6.12 NAME [ARGUMENT...]     runs tests/guest/NAME.sh; $GUEST_TIMEOUT: seconds (300, debug 900)
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

[ $# -ge 3 ] || die "usage: guest.sh stock|debug 6.1|6.12 NAME [ARGUMENT...]"
kind=$1 version=$2 name=$3
shift 3
timeout=300
[ "$kind" = stock ] || timeout=900

modules=$("$TOP/scripts/build-modules.sh" "$kind" "$version")
results=$(mktemp -d "${TMPDIR:-/tmp}/irdmaxx-guest.XXXXXX")
vm_pid=''
cleanup() {
	[ -z "$vm_pid" ] || kill "$vm_pid" 2>/dev/null || true
	rm -rf "$results"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

status=0
"$TOP/scripts/vm.sh" --modules "$modules" --result-dir "$results" --timeout "${GUEST_TIMEOUT:-$timeout}" \
	"$kind" "$version" "$TOP/tests/guest/$name.sh" "$@" &
vm_pid=$!
wait "$vm_pid" || status=$?
vm_pid=''

passed=0 failed=0
[ ! -e "$results/summary" ] || read -r passed failed <"$results/summary"
# No end, a complaint of the kernel, nothing checked: a failure, whatever the checks said.
if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then
	failed=1
fi
echo "$name: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
