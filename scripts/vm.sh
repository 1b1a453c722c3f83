#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Boots a kernel in QEMU and runs a script of this repository in it as root, on a copy-on-write view of this host.
#
#   vm.sh [OPTIONS] stock|debug 6.1|6.12 SCRIPT [ARGUMENT...]
#
#   --modules DIR      where the freshly built modules are; the script finds it in $MODULES
#   --result-dir DIR   where the script may leave files on the host; it finds it in $RESULTS
#   --timeout SECONDS  the machine is stopped after this time (300)
#   --memory MB        size of the machine (1024)
#   --log FILE         console log (default: in the cache, named after kernel and script)
#   --kvm              hardware virtualisation instead of emulation (also KVM=1 in the environment)
#
# What the script prints appears here while it runs. Exit status 0 means: the guest said "VERDICT pass" on its second
# serial port (see tests/guest/init.sh) and powered off in time, and the kernel complained about nothing.
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"
PATH=$PATH:/usr/sbin:/sbin

# A line of the console log that fails the run, whatever the script thought of it.
SPLAT='WARNING: |\bBUG\b|\bOops\b|KASAN: |UBSAN: |ODEBUG: |DMA-API: |Kernel panic|[Gg]eneral protection|double fault'
SPLAT+='|Call Trace:|INFO: (possible|trying to register|task|rcu)|rcu: INFO|suspicious RCU|possible .* detected'
SPLAT+='|locking correctness validator|Unable to handle|unable to handle|sleeping function called|scheduling while atomic'
SPLAT+='|new suspected memory leaks|kmemleak: (Cannot|Memory pool empty|Kernel memory leak detector disabled)'
SPLAT+='|unregister_netdevice: waiting|blocked for more than|soft lockup|nobody cared|page allocation failure'
# Lines every healthy boot prints: the DMA debugger introduces itself, the CPU's known weaknesses are listed.
HARMLESS='DMA-API: (preallocated [0-9]+ debug entries|debugging enabled by kernel config)$'
HARMLESS+='|(Spectre V2|SRSO|Speculative Return Stack Overflow|RETBleed|MDS|TAA|MMIO Stale Data)[^:]*: WARNING: '

usage() { die "usage: vm.sh [--modules DIR] [--result-dir DIR] [--timeout SECONDS] [--memory MB] [--log FILE] [--kvm]" \
	"stock|debug 6.1|6.12 SCRIPT [ARGUMENT...]"; }

timeout=300 memory=1024 log='' modules='' results='' kvm=${KVM:-}
while [[ ${1:-} == --* ]]; do
	[ "$1" = --kvm ] || [ $# -ge 2 ] || usage
	case $1 in
	--kvm) kvm=yes; shift; continue ;;
	--timeout) timeout=$2 ;;
	--memory) memory=$2 ;;
	--log) log=$2 ;;
	--modules) modules=$(realpath -e "$2" 2>/dev/null) || die "no directory $2" ;;
	--result-dir) mkdir -p "$2" && results=$(realpath -e "$2") ;;
	*) usage ;;
	esac
	shift 2
done
[ $# -ge 3 ] || usage
kind=$1 version=$2
script=$(realpath -e "$3" 2>/dev/null) || die "no script $3"
shift 3

"$TOP/scripts/setup.sh" qemu-system-x86 busybox-static cpio kmod xz-utils zstd
kernel=$("$TOP/scripts/kernels.sh" "$kind" "$version")
eval "$kernel"

work=$(mktemp -d "${TMPDIR:-/tmp}/irdmaxx-vm.XXXXXX")
qemu_pid=''
cleanup() {
	[ -z "$qemu_pid" ] || kill "$qemu_pid" 2>/dev/null || true
	[ ! -s "$work/console" ] || cp "$work/console" "$log" || true
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
if [ -z "$log" ]; then
	log=$CACHE/log/$kind-$version-$(basename "$script" .sh).log
	mkdir -p "$CACHE/log"
fi
results=${results:-$work/results}
mkdir -p "$results"

# What the guest has to know, as shell text for its init.
write_job() {
	local directory run=("$script" "$@") shared=''
	[ -x "$script" ] || run=(sh "${run[@]}")
	# These are on file systems of this host which the guest replaces by its own; see init.sh.
	for directory in "$TOP" "$(dirname "$script")" "$KMODULES" "$modules"; do
		case $directory in
		/tmp/* | /run/* | /dev/*) shared+="$directory"$'\n' ;;
		esac
	done
	printf 'export KREL=%q TOP=%q MODULES=%q RESULTS=/run/results COLOUR=%q\n' "$KREL" "$TOP" "$modules" "$colour"
	printf 'KMODULES=%q\nSCRIPT=%q\n' "$KMODULES" "$script"
	printf "SHARED='%s'\n" "$shared"
	# shellcheck disable=SC2016
	printf 'job() {\n\tcd "$TOP" || exit\n\texec'
	printf ' %q' "${run[@]}"
	printf '\n}\n'
}

# The modules the kernel needs to reach its root, in the order of loading; none if they are built in.
boot_modules() {
	modprobe -C /dev/null -d "${KMODULES%/lib/modules/*}" -S "$KREL" -a --show-depends \
		virtio_pci 9p 9pnet_virtio overlay | awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

write_initramfs() {
	local module number=10 root=$work/initramfs
	mkdir -p "$root"/{bin,dev,host,modules,proc,root,rw}
	cp /bin/busybox "$root/bin/"
	cp "$TOP/tests/guest/init.sh" "$root/init"
	chmod 755 "$root/init"
	write_job "$@" >"$root/job"
	for module in $(boot_modules); do
		case $module in
		*.xz) xz -dc "$module" ;;
		*.zst) zstd -dcq "$module" ;;
		*.gz) gzip -dc "$module" ;;
		*) cat "$module" ;;
		esac >"$root/modules/$((number++)).ko"
	done
	(cd "$root" && find . | cpio -o -H newc --quiet -R 0:0) >"$work/initramfs.cpio"
}

start_qemu() {
	# Multi-threaded emulation of QEMU 7.2 crashes now and then when the kernel patches its own text.
	local accel=(-accel 'tcg,thread=single' -cpu 'max,la57=off')
	if [ -n "$kvm" ]; then
		[ -w /dev/kvm ] || die "--kvm, but /dev/kvm is not usable here"
		accel=(-accel kvm -cpu host)
	fi
	# An oops ends the run. Time in an emulated machine is coarse: no hasty verdicts about timers and stalls.
	local cmdline='console=ttyS0 printk.time=1 log_buf_len=4M panic=-1 oops=panic'
	cmdline+=' no_timer_check tsc=reliable rcupdate.rcu_cpu_stall_timeout=60'
	: >"$work/channel"
	: >"$work/console"
	# The first command makes QEMU end with this script, even if the script is killed.
	setpriv --pdeathsig TERM timeout -k 5 "$timeout" qemu-system-x86_64 "${accel[@]}" \
		-machine q35 -smp 2 -m "$memory" -nodefaults -no-user-config -display none -no-reboot \
		-kernel "$KIMAGE" -initrd "$work/initramfs.cpio" \
		-append "$cmdline" \
		-serial "file:$work/console" -serial "file:$work/channel" \
		-virtfs "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap" \
		-virtfs "local,path=$results,mount_tag=results,security_model=none,multidevs=remap" \
		</dev/null >"$work/qemu" 2>&1 &
	qemu_pid=$!
}

# Prints line number and text of the first complaint of the kernel, or nothing.
first_splat() { tr -d '\r' <"$work/console" | grep -aEn "$SPLAT" | grep -avE "$HARMLESS" | head -n 1 || true; }

# Prints the reason why the run is no success, or nothing.
complaint() {
	local status=$1 verdict
	verdict=$(tail -n 1 "$work/channel" | tr -d '\r')
	if [ -n "$splat" ]; then
		echo "the kernel said '${splat#*] }'"
	elif [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
		echo "no end within $timeout s"
	elif [ "$status" -ne 0 ]; then
		echo "QEMU failed: $(tail -n 3 "$work/qemu")"
	elif [[ "$verdict" == "VERDICT fail"* ]]; then
		echo "${verdict#VERDICT fail }"
	elif [ "$verdict" != "VERDICT pass" ]; then
		echo "the guest ended without a verdict"
	fi
}

show_console() {
	# From a few lines before the first complaint, otherwise the end.
	local from=$(($(wc -l <"$work/console") - 25))
	[ -z "$splat" ] || from=$((${splat%%:*} - 5))
	say "console of the guest ($log):"
	tail -n "+$((from > 1 ? from : 1))" "$work/console" | head -n 70 | tr -d '\r' | sed 's/^/    /' >&2
}

colour=''
[ ! -t 1 ] || colour=yes
write_initramfs "$@"
start=$SECONDS status=0
start_qemu
tail -n +1 -s 0.2 -f --pid="$qemu_pid" "$work/channel" 2>/dev/null | sed -u '/^VERDICT /d' &
viewer_pid=$!
wait "$qemu_pid" || status=$?
qemu_pid=''
wait "$viewer_pid" || true

name="$(basename "$script") on $kind $KREL" splat=$(first_splat)
reason=$(complaint "$status")
if [ -n "$reason" ]; then
	show_console
	die "$name: $reason (after $((SECONDS - start)) s)"
fi
say "$name: ${green}pass${plain}, $((SECONDS - start)) s"
