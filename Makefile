# SPDX-License-Identifier: GPL-2.0
# Everything a person calls. Kernel builds read Kbuild instead: make -C KDIR M=$PWD modules works as well.
#
# Variables: KERNEL=6.1|6.12 (Debian's kernels), KDIR=DIR (a kernel build directory), LLVM=1, CXX=, V=1

# Without KDIR and KERNEL: the running kernel if its headers are here, else Debian's 6.12.
RUNNING := /lib/modules/$(shell uname -r)/build
TEST_KERNEL := $(or $(KERNEL),6.12)
FOR := $(if $(KDIR),kdir $(KDIR),$(if $(KERNEL),stock $(KERNEL),$(if $(wildcard $(RUNNING)/Makefile),kdir,stock 6.12)))

.PHONY: modules modules_install clean host kunit demo check dkms-install dkms-remove help

modules: ## build the modules into build/modules/RELEASE [KDIR=DIR | KERNEL=6.1|6.12]
	@scripts/build-modules.sh $(FOR)

modules_install: ## build and install them for that kernel [KDIR=, KERNEL=, INSTALL_MOD_PATH=]
	@scripts/build-modules.sh --install $(FOR)

clean: ## remove everything that was built here
	rm -rf build
	@find . -path ./.git -prune -o -type f \( -name '*.o' -o -name '*.ko' -o -name '*.mod' -o -name '*.mod.c' -o -name '.*.cmd' \
		-o -name modules.order -o -name Module.symvers -o -name .irdma-cxx-flags \) -print0 | xargs -0r rm -f

host: ## build core and engine for user space with ASan and UBSan into build/host
	@scripts/host.sh build

kunit: ## run the KUnit suites in a debug kernel in QEMU [KERNEL=6.1|6.12]
	@modules=$$(scripts/build-modules.sh debug $(TEST_KERNEL)) && scripts/kunit.sh $(TEST_KERNEL) "$$modules"

demo: ## show the modules at work in a virtual machine [KERNEL=6.1|6.12]
	@scripts/demo.sh $(TEST_KERNEL)

check: ## run all tests; the last line is "N passed, M failed" [STEPS="host vectors ..."]
	@scripts/check.sh $(STEPS)

dkms-install: ## install the modules with DKMS [KERNELVER=RELEASE] [FORCE=1]
	@scripts/dkms.sh install $(KERNELVER)

dkms-remove: ## remove them from DKMS and from all kernels
	@scripts/dkms.sh remove

help: ## this list
	@echo "irdmaxx $(file <VERSION)"
	@sed -n 's/^\([a-z_-]*\):.*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r target text; do \
		printf '  make %-16s %s\n' "$$target" "$$text"; done
