#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Rules about the sources that no compiler checks. Last line: "source: N passed, M failed".
set -uo pipefail
. "$(dirname "$0")/common.sh"
cd "$TOP" || exit 1
"$TOP/scripts/setup.sh" python3

passed=0 failed=0
# rule TEXT: standard input lists what breaks it
rule() {
	local found
	found=$(cat)
	if [ -z "$found" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s:\n' "$1"
		sed 's/^/     /' <<<"$found"
	fi
}

files() {
	find . \( -path ./.git -o -path ./build -o -name .cache \) -prune -o -type f -print | sed 's|^\./||' |
		grep -vE '\.(o|ko|mod|cmd|a|d|pyc)$|\.mod\.c$|^modules\.order$|\.symvers$|\.irdma-cxx-flags$' | LC_ALL=C sort
}

# But for data, and files whose form has no room for a comment.
without_licence() {
	files | grep -vE '^(COPYING|VERSION|.*\.(jsonl|json|bin|svg|png))$|^tests/fuzz/corpus/' |
		while read -r file; do head -n 5 "$file" | grep -q 'SPDX-License-Identifier: GPL-2\.0' || echo "$file"; done
}
too_long() {
	files | grep -E '^(src|include|tests|scripts)/.*\.(c|cpp|h|sh|py)$' | xargs wc -l |
		awk '$2 != "total" && $1 > 800 { print $2 " has " $1 " lines" }'
}
undocumented_exports() { scripts/check-objects.py --exports . 2>&1 | grep -v '^object checks:'; }
not_as_published() { scripts/check-roster.py 2>&1 | grep -vE '^roster: [0-9]+ passed, 0 failed$'; }
# includes PATTERN FILE...
includes() {
	local pattern=$1
	shift
	grep -nE "^ *# *include +[<\"]($pattern)/" "$@" 2>/dev/null
}

rule "every file has its licence in the first lines" < <(without_licence)
rule "no source file is longer than 800 lines" < <(too_long)
rule "core, hw and the engine see no kernel header" < <(includes 'linux|asm|rdma|net|uapi' src/core/* src/hw/* src/emu/*.cpp src/emu/engine.h)
rule "hw includes nothing but hw" < <(includes 'core|emu|driver|os' src/hw/*)
rule "core knows neither driver nor engine" < <(includes 'emu|driver' src/core/*)
rule "the engine knows neither core nor driver" < <(includes 'core|driver' src/emu/*)
rule "the driver sees no bit fields and no C++" < <(includes 'hw|core' src/driver/*)
rule "exports are GPL only" < <(grep -rnE '\bEXPORT_SYMBOL(_NS)?\(' --include='*.c' src)
rule "every exported symbol has kernel-doc" < <(undocumented_exports)
rule "published functions are declared and exported as published" < <(not_as_published)

echo "source: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
