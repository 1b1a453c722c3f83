#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Installs the Debian packages a target needs, and only those that are missing.
#
#   setup.sh [--update] PACKAGE...    --update refreshes apt's package lists first
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

update=
if [ "${1:-}" = --update ]; then
	update=yes
	shift
fi

missing=()
for package in "$@"; do
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || [ -n "$update" ] || exit 0

command -v apt-get >/dev/null || die "this host has no apt-get; install by hand: ${missing[*]}"
[ "$(id -u)" = 0 ] || die "not root, so nothing can be installed; run: sudo apt-get install ${missing[*]}"

mkdir -p "$CACHE"
exec 8>"$CACHE/.lock-setup"
flock 8
export DEBIAN_FRONTEND=noninteractive
# A package apt has never heard of means stale lists, for instance on a fresh installation.
for package in "${missing[@]}"; do
	apt-cache show "$package" >/dev/null 2>&1 || update=yes
done
if [ -n "$update" ]; then
	run_logged "refreshing the package lists" "$CACHE/apt-update.log" apt-get update
fi
[ ${#missing[@]} -gt 0 ] || exit 0
run_logged "installing ${missing[*]}" "$CACHE/apt-install.log" apt-get install -y --no-install-recommends "${missing[@]}"
