# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# Counted checks for guest scripts; source it after lib.sh. The script ends with verdict; scripts/guest.sh prints the sum.
passed=0 failed=0 number=0

# heading TEXT: a new step, in words
heading() {
	number=$((number + 1))
	printf '\n%s==> %d. %s%s\n' "$bold" "$number" "$*" "$plain"
}

# expect TEXT COMMAND...: counts; what the command says is shown if it fails
expect() {
	expect_text=$1
	shift
	if expect_output=$("$@" 2>&1); then
		passed=$((passed + 1))
		printf '    %sok%s        %s\n' "$green" "$plain" "$expect_text"
	else
		failed=$((failed + 1))
		printf '    %sFAILED%s    %s\n' "$red" "$plain" "$expect_text"
		printf '%s\n' "$expect_output" | sed 's/^/              /'
	fi
}

not() { ! "$@"; }

# has PATTERN FILE: some line of FILE matches; prints FILE if not
has() { grep -Eq -- "$1" "$2" || { cat "$2"; false; }; }

verdict() {
	echo "$passed $failed" >"$RESULTS/summary"
	[ "$failed" -eq 0 ] || fail "$failed checks failed"
}
