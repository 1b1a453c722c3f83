#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs the KUnit suites: loading irdma_kunit.ko is running them. Leaves the kernel's log as $RESULTS/dmesg for
# scripts/kunit.sh, which looks for the results behind the marker line. Arguments are parameters for irdma_kunit.
# shellcheck source=tests/guest/lib.sh
. "$TOP/tests/guest/lib.sh"

step "loading the modules"
for module in irdma irdma_emu; do
	[ -d /sys/module/$module ] || load $module
done

step "running the tests on $KREL"
echo "irdmaxx: the tests start" >/dev/kmsg
load irdma_kunit "$@"
# Not from debugfs, where 6.1 keeps no more than the first 1500 characters of each suite.
dmesg --notime >"$RESULTS/dmesg" || fail "cannot save the results"

step "unloading the modules"
unload irdma_kunit irdma_emu irdma
