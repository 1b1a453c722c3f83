#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Installs the modules with DKMS, or removes every trace of that.
#
#   dkms.sh install [KERNELVER]   for this kernel; default: the running one, or the newest whose headers are here
#   dkms.sh remove                all versions from all kernels
#   dkms.sh hardware              only says whether this host has real RDMA hardware; fails if it has
#
# Environment: FORCE=1 installs also on a host with real RDMA hardware of this family; SYSFS is where sysfs is (/sys);
# DKMS_ROOT puts DKMS's trees below another directory and leaves depmod alone (tests).
set -euo pipefail
. "$(dirname "$0")/common.sh"
PATH=$PATH:/usr/sbin:/sbin

sysfs=${SYSFS:-/sys}
name=irdmaxx
version=$(cat "$TOP/VERSION")
root=${DKMS_ROOT:-}
dkms_tree=$root/var/lib/dkms source_tree=$root/usr/src install_tree=$root/lib/modules
trees=()
if [ -n "$root" ]; then
	mkdir -p "$dkms_tree" "$source_tree" "$install_tree"
	trees=(--dkmstree "$dkms_tree" --sourcetree "$source_tree" --installtree "$install_tree")
fi

# dkms looks for the compiler's name in a file that Debian's headers have only in part, and readelf complains.
run_dkms() {
	local command=$1
	shift
	dkms "$command" "${trees[@]}" "$@" 2>&1 | sed "/readelf: Warning: Section '.comment'/d" >&2
}

# PCI ids (vendor 8086) of functions with RDMA that the kernel's own irdma drives. One line per device family.
rdma_ids="
37cd 37ce 37cf 37d0 37d1 37d2 37d3 37d9 0dda
1591 1592 1593 1599 159a 159b 1889
1890 1891 1892 1893 1894 1897 1898 1899 189a
188a 188b 188c 188d 188e 124c 124d 124e 124f 151d
579c 579d 579e 579f
12d0 12d1 12d2 12d3 12d4 12d5 12d8 12d9 12da 12dc 12dd 12de
1452 145c
"
#  X722 (gen1)   E810 (gen2)   E822   E823   E825   E830   E2000 (gen3)

# Prints the PCI address and why, for each function that would lose its RDMA. Ids newer than the table are found by
# the LAN driver that holds them.
real_functions() {
	local device vendor id driver
	for device in "$sysfs"/bus/pci/devices/*; do
		[ -r "$device/vendor" ] && read -r vendor <"$device/vendor" && [ "$vendor" = 0x8086 ] || continue
		read -r id <"$device/device"
		driver=$(basename "$(readlink "$device/driver" 2>/dev/null)" 2>/dev/null) || driver=
		if [[ $rdma_ids == *[$' \n']"${id#0x}"[$' \n']* ]]; then
			echo "${device##*/} (id 8086:${id#0x})"
		elif [ "$driver" = ice ] || [ "$driver" = idpf ]; then
			echo "${device##*/} (driver $driver)"
		fi
	done
}

refuse_on_real_hardware() {
	local found
	found=$(real_functions | paste -sd, | sed 's/,/, /g')
	[ -n "$found" ] || return 0
	[ "${FORCE:-}" != 1 ] || { say "FORCE=1: installing although this host has real RDMA hardware: $found"; return 0; }
	die "not installed: this host has real RDMA hardware ($found), and these modules would take the place of the driver that serves it; FORCE=1 overrides"
}

has_headers() { [ -e "/lib/modules/$1/build/Makefile" ]; }

choose_kernel() {
	local newest
	if [ -n "${1:-}" ]; then
		has_headers "$1" || "$TOP/scripts/setup.sh" "linux-headers-$1" >&2 || true
		has_headers "$1" || die "no headers for kernel $1 (/lib/modules/$1/build)"
		echo "$1"
	elif has_headers "$(uname -r)"; then
		uname -r
	else
		newest=$(for dir in /lib/modules/*/build; do basename "$(dirname "$dir")"; done | sort -V |
			while read -r kernel; do ! has_headers "$kernel" || echo "$kernel"; done | tail -n 1)
		[ -n "$newest" ] || die "neither the running kernel $(uname -r) nor any other has headers here; install linux-headers-amd64 or say KERNELVER="
		say "the running kernel $(uname -r) has no headers here; installing for $newest instead (KERNELVER= chooses another)"
		echo "$newest"
	fi
}

installed_versions() {
	local dir
	for dir in "$dkms_tree/$name"/*/; do
		[ ! -d "$dir" ] || case $dir in */kernel-*) ;; *) basename "$dir" ;; esac
	done
}

remove_all() {
	local old
	for old in $(installed_versions); do
		say "removing $name/$old from all kernels"
		# A version DKMS itself no longer knows leaves only files behind.
		run_dkms remove ${root:+--no-depmod} "$name/$old" --all || rm -rf "${dkms_tree:?}/$name/$old"
	done
	rm -rf "${dkms_tree:?}/$name" "$source_tree/$name"-[0-9]*
}

install_version() {
	local kernel source=$source_tree/$name-$version
	refuse_on_real_hardware
	kernel=$(choose_kernel "${1:-}")
	"$TOP/scripts/setup.sh" dkms kmod make gcc g++ binutils dwarves >&2
	case $(readlink -f "/lib/modules/$kernel/build") in
	/usr/src/linux-headers-*) "$TOP/scripts/setup.sh" gcc-12 g++-12 >&2 ;;
	esac
	# From scratch, so that it does not matter what was there; kernels that had the modules get them again.
	local others other status=0
	others=$(dkms status "${trees[@]}" "$name" 2>/dev/null | sed -n "s|^$name/[^,]*, \([^,]*\), .*installed.*|\1|p" | grep -vxF "$kernel" || true)
	remove_all
	say "copying the sources to $source"
	mkdir -p "$source/scripts"
	cp "$TOP"/{Kbuild,VERSION,COPYING,dkms.conf} "$source"
	cp "$TOP/scripts/cxx-flags.sh" "$source/scripts"
	(cd "$TOP" && find include src -type f \( -name '*.c' -o -name '*.cpp' -o -name '*.h' \) -not -name '*.mod.c' -print0 |
		xargs -0 cp --parents -t "$source")
	run_dkms add "$name/$version"
	for other in $kernel $others; do
		has_headers "$other" || continue
		say "building for $other and installing into $install_tree/$other/updates (log: $dkms_tree/$name/$version/build/make.log)"
		mkdir -p "$install_tree/$other"
		run_dkms build "$name/$version" -k "$other" || status=$?
		[ "$status" -eq 0 ] || break
		run_dkms install ${root:+--no-depmod} "$name/$version" -k "$other" || status=$?
		[ "$status" -eq 0 ] || break
	done
	dkms status "${trees[@]}" "$name/$version" 2>/dev/null
	[ "$status" -eq 0 ] || { say "failed for $other; make dkms-remove clears what is left"; exit "$status"; }
}

case ${1:-} in
install)
	[ -n "$root" ] || [ "$(id -u)" = 0 ] || die "only root can install kernel modules"
	install_version "${2:-}"
	;;
remove)
	[ -n "$root" ] || [ "$(id -u)" = 0 ] || die "only root can remove kernel modules"
	if ! command -v dkms >/dev/null; then
		say "dkms is not installed here, so nothing is installed with it"
		exit 0
	fi
	remove_all
	say "nothing of $name is left in DKMS"
	;;
hardware) refuse_on_real_hardware && say "no real RDMA hardware of this family here" ;;
*) die "usage: dkms.sh install [KERNELVER] | remove | hardware" ;;
esac
