# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# Shared by the scripts: where things are cached and how messages look. Source it, do not run it.

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${IRDMAXX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/irdmaxx}

if [ -t 2 ]; then
	bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' plain=$'\e[0m'
else
	bold='' red='' green='' plain=''
fi

say() { printf '%s==>%s %s\n' "$bold" "$plain" "$*" >&2; }
die() { printf '%serror:%s %s\n' "$red" "$plain" "$*" >&2; exit 1; }

# run_logged TEXT LOG COMMAND...: runs COMMAND with its output in LOG; every 20 s says that it is alive
# (elapsed time and lines of output so far); shows the end of the log if it fails.
run_logged() {
	local text=$1 log=$2 pid start=$SECONDS next=$((SECONDS + 20)) rc=0
	shift 2
	say "$text"
	"$@" >"$log" 2>&1 </dev/null &
	pid=$!
	while kill -0 "$pid" 2>/dev/null; do
		sleep 1
		if [ "$SECONDS" -ge "$next" ]; then
			next=$((SECONDS + 20))
			printf '    ... %d s, %d lines (%s)\n' $((SECONDS - start)) "$(wc -l <"$log")" "$log" >&2
		fi
	done
	wait "$pid" || rc=$?
	if [ "$rc" -ne 0 ]; then
		tail -n 40 "$log" >&2
		die "failed after $((SECONDS - start)) s: $text (whole log: $log)"
	fi
}
