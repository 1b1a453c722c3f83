#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Builds the modules for one kernel in build/modules/RELEASE (one directory per kernel; sources are linked into it, so
# the source tree stays clean) and checks the result. Fails on any warning of compiler, objtool, modpost or pahole.
#
#   build-modules.sh stock 6.1|6.12     for Debian's kernel
#   build-modules.sh debug 6.1|6.12     for the debug kernel of the tests
#   build-modules.sh kdir [DIR]         for the kernel built or installed there; default: the running kernel's headers
#
# More arguments go to make (LLVM=1, V=1, CXX=...). Standard output: the directory with the modules.
# With --install first, the modules are also installed for that kernel (INSTALL_MOD_PATH= for another root).
set -euo pipefail
. "$(dirname "$0")/common.sh"

usage="usage: build-modules.sh stock|debug 6.1|6.12 [MAKE ARGUMENTS], or build-modules.sh kdir [DIR] [MAKE ARGUMENTS]"
install=
if [ "${1:-}" = --install ]; then
	install=yes
	shift
fi
kind=${1:-}
shift || die "$usage"
case $kind in
stock | debug)
	[ $# -gt 0 ] || die "$usage"
	kernel=$("$TOP/scripts/kernels.sh" "$kind" "$1")
	eval "$kernel"
	shift
	;;
kdir)
	KDIR=/lib/modules/$(uname -r)/build
	case ${1:-} in
	'' | *=*) ;;
	*) KDIR=$1 && shift ;;
	esac
	if [ ! -e "$KDIR/Makefile" ]; then
		[ "$KDIR" != "/lib/modules/$(uname -r)/build" ] || die "the running kernel $(uname -r) has no headers here; say KDIR=... or KERNEL=6.1|6.12"
		die "$KDIR holds no kernel to build for (KDIR= takes kernel headers or a configured kernel build directory)"
	fi
	KDIR=$(cd "$KDIR" && pwd)
	;;
*) die "$usage" ;;
esac

# Not kernel.release: in Debian's headers that is the upstream version.
KREL=$(sed -n 's/^#define UTS_RELEASE "\(.*\)"/\1/p' "$KDIR/include/generated/utsrelease.h" 2>/dev/null) && [ -n "$KREL" ] ||
	die "$KDIR is not ready to build modules (no include/generated/utsrelease.h; run make modules_prepare there)"
auto_conf=$KDIR/include/config/auto.conf
packages=(make gcc g++ binutils python3)
[ "$KDIR" = "${KDIR#/usr/src/linux-headers-}" ] || packages+=(gcc-12 g++-12)
! grep -q '^CONFIG_DEBUG_INFO_BTF_MODULES=y' "$auto_conf" || packages+=(dwarves)
make_arguments=("$@")
if grep -q '^CONFIG_CC_IS_CLANG=y' "$auto_conf" && [[ " $* ${MAKEFLAGS:-}" != *\ LLVM=* ]]; then
	make_arguments+=(LLVM=1)
	packages+=(clang llvm lld)
fi
"$TOP/scripts/setup.sh" "${packages[@]}" >&2

dir=$TOP/build/modules/$KREL
mkdir -p "$dir"
exec 9>"$dir/.lock"
flock 9

# The sources, each as a link, in real directories: objects land beside the links. Links to what is gone are removed.
(cd "$TOP" && find Kbuild VERSION include src scripts/cxx-flags.sh tests/kunit \
	-name '*.[oad]' -prune -o -name '.*' -prune -o -type f \
	\( -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name Kbuild -o -name VERSION -o -name '*.sh' \) \
	-not -name '*.mod.c' -print) |
	while read -r file; do
		[ "$dir/$file" -ef "$TOP/$file" ] && continue
		mkdir -p "$dir/$(dirname "$file")"
		ln -sfn "$TOP/$file" "$dir/$file"
	done
find "$dir" -xtype l -delete

log=$dir/build.log
say "building modules for $KREL (kernel: $KDIR, log: $log)"
# A make above us may have handed down its job server, which does not survive a shell script.
MAKEFLAGS=$(sed -E 's/(^| )(-j[0-9]*|--jobserver-[^ ]*)//g' <<<"${MAKEFLAGS:-}")
export MAKEFLAGS
rc=0
make -C "$KDIR" M="$dir" -j"$(nproc)" "${make_arguments[@]}" modules 2>&1 9>&- | tee "$log" | grep --line-buffered -v '^make' >&2 || rc=${PIPESTATUS[0]}
[ "$rc" -eq 0 ] || die "the build for $KREL failed"
if grep -niE 'warning' "$log" >&2; then
	find "$dir" -name '*.o' -delete # or the next run would find nothing to do, and no warning
	die "the build for $KREL gave warnings (above)"
fi
say "checking the objects of $KREL"
"$TOP/scripts/check-objects.py" --config "$auto_conf" "$dir" >&2
"$TOP/scripts/check-roster.py" --module "$dir/irdma.ko" >&2
if [ -n "$install" ]; then
	say "installing the modules for $KREL into ${INSTALL_MOD_PATH:-}/lib/modules/$KREL"
	# Distributions keep the key their kernel's modules are signed with to themselves.
	[ -e "$KDIR/certs/signing_key.pem" ] || make_arguments+=(CONFIG_MODULE_SIG_ALL=)
	# depmod by ourselves: the kernel's makefile skips it where there is no System.map, as in Debian's headers.
	"$TOP/scripts/setup.sh" kmod >&2
	make -C "$KDIR" M="$dir" "${make_arguments[@]}" DEPMOD=true modules_install 2>&1 9>&- | grep -v 'System.map' >&2
	PATH=$PATH:/usr/sbin:/sbin depmod -b "${INSTALL_MOD_PATH:-/}" "$KREL"
fi
printf '%s\n' "$dir"
