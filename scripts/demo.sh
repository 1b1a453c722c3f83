#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Shows the modules at work in a virtual machine with Debian's kernel; tests/guest/demo.sh says what happens there.
#
#   demo.sh [--test] [6.1|6.12]     --test prints only the checks; default kernel: $KERNEL or 6.12
#
# The last line is "demo: N passed, M failed".
set -euo pipefail

brief=()
if [ "${1:-}" = --test ]; then
	brief=(brief)
	shift
fi
exec "$(dirname "$0")/guest.sh" stock "${1:-${KERNEL:-6.12}}" demo "${brief[@]}"
