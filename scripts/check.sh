#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Runs all tests, one step after the other, also if one fails; prints a table and ends with "N passed, M failed".
#
#   check.sh [STEP...]      only these steps; --list names them
#
# A step counts what its own last line "...: N passed, M failed" says, or as one. Logs: build/check/STEP.log
set -uo pipefail
. "$(dirname "$0")/common.sh"
cd "$TOP" || exit 1

kunit() {
	local modules
	modules=$(scripts/build-modules.sh debug "$1") && scripts/kunit.sh "$1" "$modules"
}

# NAME|SECONDS AT MOST|WHAT|COMMAND. Cheap ones first: most mistakes end there.
steps=(
	"build-checks|300|self-test of the object checks|tests/build_checks/run.sh"
	"compile-fail|300|what must not compile|tests/compile_fail/run.sh"
	"source|120|rules about the sources|scripts/check-source.sh"
	"headers|120|each public header alone, as C and C++|scripts/host.sh headers"
	"host|900|core and engine in user space|scripts/host.sh tests"
	"vectors|900|golden vectors|scripts/host.sh vectors"
	"runner|300|does the vector runner notice what is wrong|scripts/host.sh runner"
	"modules-6.1|1200|modules for Debian's 6.1, with object checks|scripts/build-modules.sh stock 6.1"
	"modules-6.12|1200|modules for Debian's 6.12, with object checks|scripts/build-modules.sh stock 6.12"
	"clang|600|all C++ objects with clang|scripts/clang-check.sh"
	"kunit-6.12|3600|KUnit in the debug kernel 6.12|kunit 6.12"
	"kunit-6.1|3600|KUnit in the debug kernel 6.1|kunit 6.1"
	"demo|900|the demo as a test, Debian's 6.12|scripts/demo.sh --test 6.12"
	"faults|900|the driver against a faulty device, Debian's 6.12|scripts/guest.sh stock 6.12 faults"
	"dkms|900|DKMS: build, install, refuse, remove|tests/dkms/run.sh"
)

wanted=" $* "
if [ "${1:-}" = --list ]; then
	for step in "${steps[@]}"; do
		IFS='|' read -r name _ what _ <<<"$step"
		printf '%-14s %s\n' "$name" "$what"
	done
	exit 0
fi
for name in "$@"; do
	printf '%s\n' "${steps[@]}" | grep -q "^$name|" || die "no step $name (scripts/check.sh --list)"
done

# One run at a time in one tree, and nothing of a step is left when it was stopped.
mkdir -p build/check
exec 7>build/check/.lock
flock -n 7 || die "another check is running in this tree"
pid=
stop() {
	[ -z "$pid" ] || kill -- "-$pid" 2>/dev/null
	exit "$1"
}
trap 'stop 130' INT
trap 'stop 143' TERM HUP
export -f kunit

table='' total_passed=0 total_failed=0 number=0 count=0
for step in "${steps[@]}"; do
	[ $# -gt 0 ] && [[ $wanted != *" ${step%%|*} "* ]] || count=$((count + 1))
done
for step in "${steps[@]}"; do
	IFS='|' read -r name limit what command <<<"$step"
	[ $# -eq 0 ] || [[ $wanted == *" $name "* ]] || continue
	number=$((number + 1))
	log=build/check/$name.log
	say "[$number/$count] $name: $what (log: $log)"
	start=$SECONDS
	# A process group of its own, so that a step that hangs can be ended with all it started.
	set -m
	timeout --kill-after=10 "$limit" bash -c "$command" >"$log" 2>&1 </dev/null 7>&- &
	pid=$!
	set +m
	next=$((SECONDS + 20))
	while kill -0 "$pid" 2>/dev/null; do
		sleep 0.5
		if [ "$SECONDS" -ge "$next" ]; then
			next=$((SECONDS + 20))
			printf '    ... %d s: %s\n' $((SECONDS - start)) "$(tail -n 1 "$log" | tr -d '\r' | cut -c1-100)" >&2
		fi
	done
	wait "$pid"
	status=$?
	pid=
	seconds=$((SECONDS - start))

	read -r passed failed < <(sed -nE 's/\r$//; s/^(.*: )?([0-9]+) passed, ([0-9]+) failed$/\2 \3/p' "$log" | tail -n 1) || passed='' failed=''
	result=ok
	if [ "$status" -ne 0 ]; then
		result=FAILED
		[ "$status" -ne 124 ] || echo "stopped after $limit s" >>"$log"
		[ "${failed:-0}" -gt 0 ] || failed=1
		tail -n 30 "$log" >&2
	elif [ "${failed:-0}" -gt 0 ] || [ "${passed:-1}" -eq 0 ]; then
		# Nothing run is a failure, whatever the exit status says.
		result=FAILED
		[ "${failed:-0}" -gt 0 ] || failed=1
		tail -n 30 "$log" >&2
	elif [ -z "$passed" ]; then
		passed=1
	fi
	passed=${passed:-0} failed=${failed:-0}
	total_passed=$((total_passed + passed))
	total_failed=$((total_failed + failed))
	table+=$(printf '%-14s %-7s %7d %7d %6d s' "$name" "$result" "$passed" "$failed" "$seconds")$'\n'
done

printf '\n%-14s %-7s %7s %7s %8s\n%s\n' step result passed failed time "$table"
printf '%d passed, %d failed\n' "$total_passed" "$total_failed"
[ "$total_failed" -eq 0 ]
