#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DKMS: refuses where it should, builds and installs, and leaves nothing when removed. Works in trees of its own, the
# host's DKMS and /lib/modules stay as they are. Last line: "dkms: N passed, M failed".
set -uo pipefail
. "$(dirname "$0")/../../scripts/common.sh"
dkms_sh=$TOP/scripts/dkms.sh
version=$(cat "$TOP/VERSION")
"$TOP/scripts/setup.sh" dkms kmod xz-utils

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export SYSFS=$tmp/sys DKMS_ROOT=$tmp/root
passed=0 failed=0

# expect NAME COMMAND...: the command must succeed; if not, the output of the last run is shown
expect() {
	local name=$1
	shift
	if "$@" >/dev/null 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\n' "$name"
		[ -z "$unseen" ] || sed 's/^/     /' "$tmp/output" | tail -n 30
		unseen=
	fi
}
status_is() { [ "$status" -eq "$1" ]; }
said() { grep -q -- "$1" "$tmp/output"; }

# A host with one PCI function: ADDRESS VENDOR DEVICE [DRIVER]
host_with() {
	local dir=$SYSFS/bus/pci/devices/$1
	rm -rf "$SYSFS"
	mkdir -p "$dir" "$SYSFS/bus/pci/drivers/${4:-none}"
	echo "$2" >"$dir/vendor"
	echo "$3" >"$dir/device"
	[ $# -lt 4 ] || ln -s "../../drivers/$4" "$dir/driver"
}

run() {
	"$@" >"$tmp/output" 2>&1 </dev/null
	status=$?
	unseen=yes
}

for id in 37d2 1592 1889 124c 12d2 1452; do
	host_with 0000:3b:00.0 0x8086 0x$id
	run "$dkms_sh" install
	expect "refuses with real hardware $id" status_is 1
	expect "names the function $id" said "0000:3b:00.0 (id 8086:$id).*FORCE=1 overrides"
done
host_with 0000:5e:00.1 0x8086 0xffff ice
run "$dkms_sh" install
expect "refuses a function it does not know, held by the family's LAN driver" said '0000:5e:00.1 (driver ice)'
host_with 0000:01:00.0 0x8086 0x1533 igb
run "$dkms_sh" hardware
expect "other network functions do not matter" status_is 0
host_with 0000:01:00.0 0x15b3 0x1592 other
run "$dkms_sh" hardware
expect "other vendors do not matter" status_is 0

say "building with DKMS (a minute or two)"
host_with 0000:3b:00.0 0x8086 0x1592 ice
run env FORCE=1 "$dkms_sh" install ${KERNELVER:-}
expect "installs with FORCE=1" status_is 0
expect "says that it was forced" said 'FORCE=1: installing although'
expect "status" said "^irdmaxx/$version, .*: installed"
kernel=$(sed -n "s|^irdmaxx/$version, \([^,]*\), .*installed.*|\1|p" "$tmp/output" | tail -n 1)
for module in irdma irdma_emu; do
	file=$(find "$DKMS_ROOT/lib/modules/$kernel/updates" -name "$module.ko*" 2>/dev/null)
	expect "$module is there" test -e "$file"
	expect "$module is for $kernel" grep -q "^$kernel " <(modinfo -F vermagic "$file")
	expect "$module has this version" test "$(modinfo -F version "$file")" = "$version"
done
expect "no test module" test -z "$(find "$DKMS_ROOT/lib/modules" -name 'irdma_kunit*')"

# Kernels this cannot serve: DKMS says so with status 77 and goes on.
dkms_build() {
	run dkms build --dkmstree "$DKMS_ROOT/var/lib/dkms" --sourcetree "$DKMS_ROOT/usr/src" --installtree "$DKMS_ROOT/lib/modules" \
		"irdmaxx/$version" -k "$1" --kernelsourcedir "$2"
}
dkms_build 5.10.0-30-amd64 "/lib/modules/$kernel/build"
expect "an older kernel is skipped" status_is 77
dkms_build 6.13.1-amd64 "/lib/modules/$kernel/build"
expect "an untested newer kernel is skipped" status_is 77
mkdir -p "$tmp/headers"
grep -v '^CONFIG_INFINIBAND=' "/lib/modules/$kernel/build/.config" >"$tmp/headers/.config"
dkms_build 6.12.0-no-rdma "$tmp/headers"
expect "a kernel without RDMA is skipped" status_is 77

run "$dkms_sh" remove
expect "removes" status_is 0
expect "leaves nothing" test -z "$(find "$DKMS_ROOT" -name '*irdma*')"
run "$dkms_sh" remove
expect "removes nothing a second time" status_is 0

echo "dkms: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
