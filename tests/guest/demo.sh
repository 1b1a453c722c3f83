#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Shows the modules at work, and is a test: every step says what it expects and checks it.
# Runs in the guest (scripts/vm.sh). With the argument "brief" only the checks are printed.
# shellcheck source=tests/guest/lib.sh
. "$TOP/tests/guest/lib.sh"
# shellcheck source=tests/guest/expect.sh
. "$TOP/tests/guest/expect.sh"

brief=${1:-}
emu=/sys/kernel/debug/irdma_emu/irdma_emu.rdma.0
drv=/sys/kernel/debug/irdma/irdma_emu.rdma.0
bus=/sys/bus/auxiliary/devices/irdma_emu.rdma.0

# shellcheck disable=SC2059
say() { [ -n "$brief" ] || printf "$@"; }

# show LABEL: standard input, labelled and indented
show() {
	if [ -n "$brief" ]; then
		cat >/dev/null
	else
		awk -v label="$1" '{ printf "    %-9s %s\n", NR == 1 ? label : "", $0 }'
	fi
}

# command_step TABLE TEXT COMMAND...: one command to the driver, with the device's table before and after
command_step() {
	table=$1
	heading "$2"
	shift 2
	say '    %-9s %s\n' command "$*"
	show before <"$emu/$table"
	printf '%s' "$*" >"$drv/command" 2>/dev/null
	status=$?
	grep -v '^answer' "$emu/last" | show WQE
	sed -n 's/^answer: //p' "$emu/last" | show device
	show driver <"$drv/result"
	show after <"$emu/$table"
	expect "the driver reports success" test "$status" = 0
	expect "the device answered ok" has '^answer: ok' "$emu/last"
}

bring_up() {
	heading "Load the emulated device: one function of the E810"
	load irdma_emu
	dmesg | sed -n 's/.*irdma_emu: //p' | show kernel
	expect "a device waits on the auxiliary bus for its driver" test -d "$bus"
	expect "its control queue does not run yet" has '^CQP: stopped' "$emu/cqp"

	heading "Load the driver: it binds to the function and brings up CQP and CCQ"
	load irdma
	readlink "$bus/driver" | sed 's,.*/bus/,,' | show bound
	dmesg | sed -n 's/.*irdma_emu.rdma.0: //p' | show kernel
	show device <"$emu/cqp"
	show driver <"$drv/cqp"
	expect "the driver is bound" test "$(basename "$(readlink -f "$bus/driver")")" = irdma
	expect "the device runs a CQP" has '^CQP: running' "$emu/cqp"
	expect "and a CCQ, armed" has 'armed +1' "$emu/cqp"
	expect "completion queue 0 is the CCQ" has '^0 ' "$emu/cq"
}

add_everything() {
	command_step qp "Create a queue pair, idle" qp create 5
	expect "QP 5 exists, idle and not suspended" has '^5 .* idle +no ' "$emu/qp"

	command_step apbvt "Accelerate TCP port 7471: packets to it are for RDMA" apbvt add 7471
	expect "the port is in the table" has 'ports: 7471' "$emu/apbvt"

	command_step qhash "Listen on 10.0.0.1, port 7471: a hash entry for connection requests (TCP_SYN)" \
		qhash add syn ipv4 10.0.0.1:7471 qp 1 mac 02:00:00:00:00:01
	expect "connection requests to 10.0.0.1:7471 go to QP 1" \
		has '^1 +tcp-syn +10\.0\.0\.1:7471 +\* .* 02:00:00:00:00:01' "$emu/qhash"

	command_step qhash "Accept a connection from 10.0.0.2: a hash entry for the whole quad (TCP_ESTABLISHED)" \
		qhash add established ipv4 10.0.0.1:7471 10.0.0.2:40000 qp 5 mac 02:00:00:00:00:01
	expect "packets of the connection go to QP 5" \
		has '^5 +tcp-established +10\.0\.0\.1:7471 +10\.0\.0\.2:40000 ' "$emu/qhash"

	command_step qhash "The same for IPv6: listen on 2001:db8::1 in VLAN 7" \
		qhash add syn ipv6 '[2001:db8::1]:7471' qp 1 mac 02:00:00:00:00:01 vlan 7
	expect "connection requests to [2001:db8::1]:7471 in VLAN 7 go to QP 1" \
		has '^1 +tcp-syn +\[2001:db8:[0:]*1\]:7471 +\* +7 ' "$emu/qhash"

	command_step qhash "Accept an IPv6 connection" \
		qhash add established ipv6 '[2001:db8::1]:7471' '[2001:db8::2]:40001' qp 5 mac 02:00:00:00:00:01 vlan 7
	expect "packets of the connection go to QP 5" \
		has '^5 +tcp-established +\[2001:db8:[0:]*1\]:7471 +\[2001:db8:[0:]*2\]:40001 +7 ' "$emu/qhash"
	expect "four entries in all" has '^entries: 4$' "$emu/qhash"
}

suspend_and_resume() {
	command_step qp "Suspend the queue pair" qp suspend 5
	expect "QP 5 is suspended" has '^5 .* idle +yes ' "$emu/qp"
	command_step qp "Resume the queue pair" qp resume 5
	expect "QP 5 runs again" has '^5 .* idle +no ' "$emu/qp"
}

refuse_nonsense() {
	heading "Commands that make no sense are refused before anything is sent"
	sent=$(sed -n 's/^commands //p' "$emu/counters")
	for line in 'qhash add syn ipv4 10.0.0.1 qp 1' 'qhash add syn ipv4 10.0.0.1:70000 qp 1' 'apbvt add' \
		'qp suspend 6' 'qp create 5' 'qhash add syn ipv6 2001:db8::1:7471 qp 1' 'qp create 5 6' 'reboot'; do
		say '    %-9s %s\n' command "$line"
		# shellcheck disable=SC2016
		expect "refused: $line" not sh -c 'printf "%s" "$1" >"$2"' - "$line" "$drv/command"
	done
	expect "the device saw none of them" test "$sent" = "$(sed -n 's/^commands //p' "$emu/counters")"
}

remove_everything() {
	command_step qhash "Close the IPv6 connection" \
		qhash delete established ipv6 '[2001:db8::1]:7471' '[2001:db8::2]:40001' qp 5 vlan 7
	command_step qhash "Stop listening on IPv6" qhash delete syn ipv6 '[2001:db8::1]:7471' qp 1 vlan 7
	command_step qhash "Close the IPv4 connection" \
		qhash delete established ipv4 10.0.0.1:7471 10.0.0.2:40000 qp 5
	command_step qhash "Stop listening on IPv4" qhash delete syn ipv4 10.0.0.1:7471 qp 1
	expect "the quad hash is empty" has '^entries: 0$' "$emu/qhash"
	command_step apbvt "Give the port back" apbvt delete 7471
	expect "no port is accelerated" has '^ports: 0$' "$emu/apbvt"
	command_step qp "Destroy the queue pair" qp destroy 5
	expect "no queue pair is left" has '^queue pairs: 0$' "$emu/qp"
}

look_back() {
	heading "Look back"
	show driver <"$drv/cqp"
	show device <"$emu/counters"
	expect "the driver broke no rule of the device" has '^violations 0$' "$emu/counters"
	expect "the device reported no error" has '^errors 0$' "$emu/counters"
	expect "every command was answered" has 'used 0$' "$drv/cqp"
	expect "no request is left behind" has 'in use 0, completions without one 0, entries skipped 0' "$drv/cqp"
}

# Nothing of the modules is left, and the kernel had no complaint.
nothing_left() {
	expect "no module is left" not grep -q '^irdma' /proc/modules
	expect "no device is left" test ! -e "$bus" -a ! -e /sys/devices/platform/irdma_emu.0
	expect "no debugfs directory is left" test ! -e /sys/kernel/debug/irdma -a ! -e /sys/kernel/debug/irdma_emu
	dmesg -l emerg,alert,crit,err,warn | grep -v 'loading out-of-tree module taints kernel' >/run/complaints
	expect "the kernel log is clean" not grep . /run/complaints
}

tear_down() {
	heading "Unload driver and device"
	rmmod irdma
	expect "the device confirms that its control queue stopped" has '^CQP: stopped' "$emu/cqp"
	expect "and that its queue memory was given back in order" has '^violations 0$' "$emu/counters"
	rmmod irdma_emu
	nothing_left
}

surprise_removal() {
	heading "Once more, and the device goes away under the driver"
	load irdma
	load irdma_emu
	expect "the order of loading does not matter" has '^CQP: running' "$emu/cqp"
	printf 'qp create 7' >"$drv/command"
	rmmod irdma_emu
	expect "the driver let go of the device" test ! -e "$drv"
	rmmod irdma
	nothing_left
}

dmesg -C
bring_up
add_everything
suspend_and_resume
refuse_nonsense
remove_everything
look_back
tear_down
surprise_removal

verdict
