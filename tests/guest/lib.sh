# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Helpers for scripts that scripts/vm.sh runs in the guest; source it: . "$TOP/tests/guest/lib.sh"
# vm.sh sets TOP (the repository), KREL, MODULES (freshly built modules), RESULTS (directory kept on the host)
# and COLOUR (not empty if a person watches).

if [ -n "${COLOUR:-}" ]; then
	bold=$(printf '\033[1m') red=$(printf '\033[31m') green=$(printf '\033[32m') plain=$(printf '\033[0m')
else
	bold='' red='' green='' plain=''
fi

step() { printf '%s==>%s %s\n' "$bold" "$plain" "$*"; }

# fail REASON...: ends the script; the reason becomes part of the verdict.
fail() {
	printf '%sfail:%s %s\n' "$red" "$plain" "$*"
	echo "$*" >/run/reason
	exit 1
}

# check TEXT COMMAND...: the command has to succeed; its output is shown only if it does not.
check() {
	check_text=$1
	shift
	if ! check_output=$("$@" 2>&1); then
		printf '%s\n' "$check_output"
		fail "$check_text"
	fi
	printf '%sok:%s %s\n' "$green" "$plain" "$check_text"
}

# wait_for SECONDS COMMAND...: repeats the command until it succeeds; false if it never does.
wait_for() {
	wait_until=$(($(date +%s) + $1))
	shift
	until "$@" >/dev/null 2>&1; do
		[ "$(date +%s)" -lt "$wait_until" ] || return 1
		sleep 0.1
	done
}

# load MODULE [PARAMETER=VALUE...]: loads a module of $MODULES after the modules it depends on, which may be of
# $MODULES or of the kernel.
load() {
	[ -e "$MODULES/$1.ko" ] || fail "no module $1.ko in '$MODULES'"
	for load_needed in $(modinfo -F depends "$MODULES/$1.ko" | tr , ' '); do
		[ ! -d "/sys/module/$load_needed" ] || continue
		if [ -e "$MODULES/$load_needed.ko" ]; then
			(load "$load_needed") || exit 1
		else
			modprobe "$load_needed" || fail "cannot load $load_needed of the kernel"
		fi
	done
	load_file=$MODULES/$1.ko
	load_name=$1
	shift
	insmod "$load_file" "$@" || fail "cannot load $load_name: $(dmesg | tail -n 1)"
}

# unload MODULE...
unload() {
	for unload_name in "$@"; do
		rmmod "$unload_name" || fail "cannot unload $unload_name"
	done
}
