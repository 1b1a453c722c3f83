#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Gets a kernel to build modules for and to boot in QEMU, and says where it is.
#
#   kernels.sh stock 6.1|6.12    Debian's kernel: headers installed, image unpacked in the cache (not installed)
#   kernels.sh debug 6.1|6.12    built from linux-source with tests/kernel/debug.config, cached by source and config
#
# Standard output, to be eval'ed: KREL (release), KDIR (for module builds), KIMAGE (bzImage), KMODULES (lib/modules/KREL)
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

kind=${1:-} version=${2:-}
case $kind/$version in
stock/6.1 | stock/6.12 | debug/6.1 | debug/6.12) ;;
*) die "usage: kernels.sh stock|debug 6.1|6.12" ;;
esac

mkdir -p "$CACHE/kernels"
exec 9>"$CACHE/kernels/.lock-$kind-$version"
flock 9

# Newest release of a Debian series that has headers and an image.
stock_release() {
	local pattern
	case $version in
	6.1) pattern='^linux-headers-6\.1\.0-[0-9]+-amd64$' ;;
	6.12) pattern='^linux-headers-6\.12\.[0-9]+\+deb12-amd64$' ;;
	esac
	apt-cache pkgnames linux-headers-6. | grep -E "$pattern" | sed 's/^linux-headers-//' | sort -V | tail -n 1
}

stock() {
	local rel dir
	rel=$(stock_release)
	if [ -z "$rel" ]; then
		"$TOP/scripts/setup.sh" --update
		rel=$(stock_release)
	fi
	[ -n "$rel" ] || die "Debian offers no linux-headers-$version here; check /etc/apt/sources.list (6.12 is in bookworm-security)"
	"$TOP/scripts/setup.sh" kmod "linux-headers-$rel"
	dir=$CACHE/kernels/stock-$rel
	if [ ! -e "$dir/complete" ]; then
		say "unpacking Debian's kernel $rel into $dir (it is not installed on this host)"
		rm -rf "$dir"
		mkdir -p "$dir/root"
		(cd "$dir" && apt-get download -q -o APT::Sandbox::User=root "linux-image-$rel" >&2) || die "cannot download linux-image-$rel (try: apt-get update)"
		dpkg-deb -x "$dir"/linux-image-*.deb "$dir/root"
		rm -f "$dir"/linux-image-*.deb
		/sbin/depmod -b "$dir/root" "$rel"
		touch "$dir/complete"
	fi
	cat <<-END
		KREL=$rel
		KDIR=/usr/src/linux-headers-$rel
		KIMAGE=$dir/root/boot/vmlinuz-$rel
		KMODULES=$dir/root/lib/modules/$rel
	END
}

build_debug() {
	local src=$1 out=$2
	make -C "$src" O="$out" allnoconfig
	(cd "$out" && "$src/scripts/kconfig/merge_config.sh" -m .config "$TOP/tests/kernel/debug.config")
	(cd "$out" && "$src/scripts/config" --set-str LOCALVERSION -irdmaxx-debug)
	make -C "$src" O="$out" olddefconfig
	make -C "$src" O="$out" -j"$(nproc)" bzImage modules
	make -C "$src" O="$out" INSTALL_MOD_PATH="$out/root" modules_install
	# Module builds need scripts, tools and generated headers, not the objects.
	find "$out" -name '*.o' -not -path '*/scripts/*' -not -path '*/tools/*' -delete
	find "$out" \( -name '*.a' -o -name '.*.o.cmd' \) -not -path '*/scripts/*' -not -path '*/tools/*' -delete
}

debug() {
	local package=linux-source-$version stamp key src out rel
	"$TOP/scripts/setup.sh" "$package" flex bison bc libelf-dev libssl-dev
	stamp=$(dpkg-query -W -f '${Version}' "$package")
	key=$({ echo "$stamp"; gcc --version | head -n 1; cat "$TOP/tests/kernel/debug.config"; } | sha256sum | cut -c1-12)
	src=$CACHE/kernels/src/$package-$stamp
	out=$CACHE/kernels/debug-$version-$key
	if [ ! -e "$src/Makefile" ]; then
		rm -rf "$src.part"
		mkdir -p "$src.part"
		run_logged "unpacking the source of $package $stamp" "$src.part.log" \
			tar -C "$src.part" --strip-components=1 -xf "/usr/src/$package.tar.xz"
		mv "$src.part" "$src"
		rm -f "$src.part.log"
	fi
	if [ ! -e "$out/complete" ]; then
		rm -rf "$out"
		mkdir -p "$out"
		export -f build_debug
		export TOP
		run_logged "building the debug kernel $version with KASAN, lockdep, kmemleak and KUnit (about 15 minutes on two cores; once)" \
			"$out.log" bash -euc 'build_debug "$@"' build_debug "$src" "$out"
		touch "$out/complete"
	fi
	rel=$(cat "$out/include/config/kernel.release")
	cat <<-END
		KREL=$rel
		KDIR=$out
		KIMAGE=$out/arch/x86/boot/bzImage
		KMODULES=$out/root/lib/modules/$rel
	END
}

"$kind"
