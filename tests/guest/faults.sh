#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The driver against a device that misbehaves: faults are armed in the emulated device, commands are given through
# debugfs, and afterwards everything can still be removed. Runs in the guest (scripts/guest.sh).
# shellcheck source=tests/guest/lib.sh
. "$TOP/tests/guest/lib.sh"
# shellcheck source=tests/guest/expect.sh
. "$TOP/tests/guest/expect.sh"

emu=/sys/kernel/debug/irdma_emu/irdma_emu.rdma.0
drv=/sys/kernel/debug/irdma/irdma_emu.rdma.0
bus=/sys/bus/auxiliary/devices/irdma_emu.rdma.0

# scenario TEXT [FAULT...]: a fresh device, with faults armed before the driver comes
scenario() {
	heading "$1"
	shift
	dmesg -C
	load irdma_emu "generation=${generation:-2}"
	for fault in "$@"; do
		echo "$fault" >$emu/fault
	done
	load irdma
}

over() {
	rmmod irdma
	[ -z "${1:-}" ] || expect "$1" "$2" "$3" "$4"
	rmmod irdma_emu
	expect "everything is gone" test ! -e "$bus" -a ! -e /sys/kernel/debug/irdma -a ! -e /sys/kernel/debug/irdma_emu
}

# answers ERRNO COMMAND...: the driver's result of a command, 0 for success
answers() {
	answers_want=$1
	shift
	printf '%s' "$*" >$drv/command 2>/dev/null
	grep -q ": ${answers_want}[,$]" $drv/result || { cat $drv/result; false; }
}

logged() { [ "$(dmesg | grep -c -- "$2")" -eq "$1" ] || { dmesg | tail -n 20; false; }; }
arm() { echo "$*" >$emu/fault; }

scenario "The device says busy: only that command fails"
arm error opcode=0x23 major=0xffff minor=0x8002
expect "the command fails with EBUSY" answers -16 apbvt add 80
expect "no reset is wanted" has '^reset +not needed' $drv/cqp
expect "the next command succeeds" answers 0 apbvt add 80
expect "a refusal by the device is an error" answers -5 apbvt add 80
over

scenario "The device says that the function is broken: one reset is wanted at once"
arm error opcode=0x23 major=0xffff minor=0x8029
expect "the command fails" answers -5 apbvt add 80
expect "a reset is wanted" has '^reset +wanted' $drv/cqp
expect "T35: while a reset is wanted, further commands fail with EBUSY" answers -16 apbvt add 81
expect "this was said once" logged 1 'needs a reset'
over

scenario "An answer that takes its time is waited for"
arm delay opcode=0x23 steps=300
expect "the command succeeds" answers 0 apbvt add 80
expect "the port is there" has '^ports: 1$' $emu/apbvt
over

scenario "An answer that comes twice ends one command, once"
arm duplicate opcode=0x23
expect "the command succeeds" answers 0 apbvt add 80
expect "the next one is not mistaken for it" answers 0 apbvt add 81
expect "and the queue goes on" answers 0 flood 5000
expect "with all answers" has "5000 commands, 0 failed, 0 unanswered" $drv/result
expect "the second answer was ignored" has 'completions without one [01], entries skipped [01]$' $drv/cqp
over

scenario "An answer with a foreign context is not believed"
arm wrong-context opcode=0x23
expect "the command times out" answers -110 apbvt add 80
expect "the entry was skipped" has 'entries skipped 1$' $drv/cqp
over

scenario "A device that never answers is given up, once"
arm no-answer opcode=0x23
expect "the command times out" answers -110 apbvt add 80
expect "a reset is wanted" has '^reset +wanted' $drv/cqp
expect "this was said once" logged 1 'needs a reset'
expect "further commands fail at once" answers -16 apbvt add 81
over "the control queue was stopped" logged 0 'given up'

scenario "An error in the register instead of an answer"
arm register opcode=0x23 major=1 minor=2
expect "the command times out" answers -110 apbvt add 80
over

scenario "The control queue cannot be created" "create major=1 minor=2"
expect "the driver does not bind" test ! -e $bus/driver
expect "the device's codes are logged" logged 1 'device error 0x0001/0x0002'
over

scenario "The creation of the control queue is not answered, twice" "create-silent" "create-silent opcode=0"
expect "the driver does not bind" test ! -e $bus/driver
expect "but it could stop the device" logged 0 'given up'
over

scenario "The creation of the control queue is not answered, once" "create-silent"
expect "the driver tries again and binds" has '^CQP: running' $emu/cqp
over

scenario "The end of the control queue is not confirmed, twice"
arm destroy-silent
arm destroy-silent opcode=0
over "its memory is not given back to the system" logged 1 'DMA memory are given up'

scenario "The end of the control queue is not confirmed, once"
arm destroy-silent
over "the driver asks again and frees the memory" logged 0 'given up'

scenario "More commands than the queue and the pool hold"
expect "all are answered" answers 0 flood 16000
expect "none failed" has '16000 commands, 0 failed, 0 unanswered' $drv/result
expect "the device saw each" has '^commands 16001$' $emu/counters
expect "nothing is left behind" has 'in use 0, completions without one 0, entries skipped 0' $drv/cqp
over

scenario "Commands in the backlog that cannot be built do not hold up the others"
echo Y >$emu/paused
printf 'flood 4000 10' >$drv/command &
expect "the queue fills up, more commands wait" wait_for 4 has 'backlog 1[0-9][0-9][0-9]$' $drv/cqp
echo N >$emu/paused
wait
expect "those that could not be built failed, the others not" has '4000 commands, 400 failed, 0 unanswered' $drv/result
expect "the device saw the others" has '^commands 3601$' $emu/counters
expect "nothing is left behind" has 'in use 0, completions without one 0, entries skipped 0' $drv/cqp
over

for generation in 1 3; do
	scenario "Generation $generation"
	expect "the driver binds" has '^CQP: running' $emu/cqp
	expect "a queue pair is created" answers 0 qp create 3
	expect "suspended" answers 0 qp suspend 3
	expect "resumed" answers 0 qp resume 3
	expect "a hash entry is added" answers 0 qhash add syn ipv4 10.0.0.1:7471 qp 1
	expect "a flood is survived" answers 0 flood 5000
	expect "with all answers" has "5000 commands, 0 failed, 0 unanswered" $drv/result
	expect "the driver broke no rule" has '^violations 0$' $emu/counters
	over
done

verdict
