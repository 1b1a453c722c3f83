#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC1091
# Process 1 of the virtual machine started by scripts/vm.sh, in two lives: in the initramfs it puts the root together,
# then, after switch_root, it runs the job and gives the verdict. (In a chroot instead of a switched root the kernel
# would not find modprobe for its own module requests.)
#
# The second serial port carries the job's output and, as its last line, "VERDICT pass" or "VERDICT fail REASON".

finish() {
	printf '\nVERDICT %s\n' "$*" >/dev/ttyS1
	# Setting the mode waits until everything is out. The last command is for a kernel without power management.
	/bin/busybox stty -F /dev/ttyS1 raw
	/bin/busybox poweroff -f
	/bin/busybox reboot -f
}

mount_or_fail() {
	mount "$@" || finish "fail cannot mount: $*"
}

enter_root() {
	/bin/busybox --install -s /bin
	mount -t devtmpfs dev /dev
	exec >/dev/console 2>&1
	. /job
	for module in /modules/*.ko; do
		[ ! -e "$module" ] || insmod "$module" || finish "fail cannot load $module"
	done

	# The host's files, with a layer on top that takes the guest's changes and is thrown away.
	mount_or_fail -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=loose,ro host /host
	mount_or_fail -t tmpfs rw /rw
	mkdir /rw/upper /rw/work /rw/all
	mount_or_fail -t overlay -o lowerdir=/host,upperdir=/rw/upper,workdir=/rw/work root /root
	mount_or_fail -o bind /root /rw/all

	mount_or_fail -o move /dev /root/dev
	mount_or_fail -t proc proc /root/proc
	mount_or_fail -t sysfs sys /root/sys
	mount_or_fail -t tmpfs tmp /root/tmp
	mount_or_fail -t tmpfs run /root/run
	mount -t debugfs debug /root/sys/kernel/debug

	# Directories of the host below a mount point just covered appear again in their old place.
	echo "$SHARED" | while read -r directory; do
		[ -n "$directory" ] || continue
		mkdir -p "/root$directory"
		mount -o bind "/rw/all$directory" "/root$directory"
	done
	mkdir -p "/root/lib/modules/$KREL" /root/run/results
	mount_or_fail -o bind "/root$KMODULES" "/root/lib/modules/$KREL"
	mount_or_fail -t 9p -o trans=virtio,version=9p2000.L,msize=512000 results /root/run/results
	for file in "$TOP/tests/guest/init.sh" "$SCRIPT" "/lib/modules/$KREL/modules.dep"; do
		[ -e "/root$file" ] || finish "fail the guest does not see $file of the host"
	done
	cp /job /root/run/job
	exec switch_root /root /bin/sh "$TOP/tests/guest/init.sh" second-life
}

# Leaks older than five seconds that two scans agree on; says nothing if the kernel has no leak detector.
leaks() {
	file=/sys/kernel/debug/kmemleak
	[ -e $file ] || return 0
	sleep 5
	echo scan >$file && sleep 1 && echo scan >$file || echo "kmemleak does not work"
	cat $file
}

# Taints that mean trouble: bad page (bit 5), oops (7), warning (9), soft lockup (14).
taints() {
	taint=$(cat /proc/sys/kernel/tainted)
	[ $((taint & (1 << 5 | 1 << 7 | 1 << 9 | 1 << 14))) -eq 0 ] || echo "the kernel is tainted ($taint)"
}

run_job() {
	. /run/job
	export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb LC_ALL=C.UTF-8
	exec 3>/dev/ttyS1
	stty -F /dev/ttyS1 115200 raw -echo
	/bin/busybox ip link set lo up
	[ ! -e /sys/kernel/debug/kmemleak ] || echo scan=off >/sys/kernel/debug/kmemleak

	reason=
	(job) </dev/null >&3 2>&1 3>&-
	status=$?
	[ $status -eq 0 ] || reason=$(cat /run/reason 2>/dev/null || echo "the script ended with status $status")
	# Nothing it left behind may write after the verdict or hold memory.
	kill -9 -1

	leaks >/run/leaks 2>&1
	if [ -s /run/leaks ]; then
		cat /run/leaks >&3
		reason=${reason:-memory leaks}
	fi
	reason=${reason:-$(taints)}
	finish "${reason:+fail }${reason:-pass}"
}

if [ "${1:-}" = second-life ]; then
	run_job
else
	enter_root
	finish fail cannot switch to the shared root
fi
