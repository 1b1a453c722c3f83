#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Turns the C flags of a kernel into flags for its C++ compiler. Called by Kbuild:
#
#   cxx-flags.sh CACHE "CXX" "OWN FLAGS" "C FLAGS"
#
# Prints the flags to use on one line. A flag of the kernel is kept if the C++ compiler takes it without a word;
# the compiler is asked, there is no list of C-only flags. The answer is cached in the file CACHE.
set -uo pipefail

cache=$1
read -ra cxx <<<"$2"
read -ra own <<<"$3"
read -ra all <<<"$4"

fail() { printf 'cxx-flags.sh: error: %s\n' "$*" >&2; exit 1; }

command -v "${cxx[-1]}" >/dev/null || fail "no C++ compiler ${cxx[-1]} (it must match the C compiler of this kernel; override with CXX=)"

key=$({ "${cxx[@]}" --version; printf '%s\n' "$@"; cat "$0"; } | sha256sum)
if [ -r "$cache" ] && { read -r cached_key && read -r flags; } <"$cache" && [ "$cached_key" = "$key" ]; then
	printf '%s\n' "$flags"
	exit 0
fi

tmp=$(mktemp -d) || fail "no temporary directory"
trap 'rm -rf "$tmp"' EXIT
: >"$tmp/empty.cpp"

# True if the compiler takes these flags and says nothing.
takes() {
	local said
	said=$("${cxx[@]}" -Werror "$@" -S -o "$tmp/out" "$tmp/empty.cpp" 2>&1) && [ -z "$said" ]
}

# One entry per option: "--param x" and the like are one option in two words.
options=()
i=0
while [ $i -lt ${#all[@]} ]; do
	word=${all[i]}
	i=$((i + 1))
	case $word in
	# Language and headers are ours: the kernel's headers are not C++.
	-std=* | -nostdinc | -I* | -Wp,-MD* | -Wp,-MMD*) [ "$word" = -I ] && i=$((i + 1)) ;;
	-include | -isystem | -iquote | -idirafter | -imacros) i=$((i + 1)) ;;
	--param | -mllvm | -Xclang | -Xassembler | -target | -arch) options+=("$word ${all[i]:-}") && i=$((i + 1)) ;;
	*) options+=("$word") ;;
	esac
done

# takes_option OPTION [FLAGS...]
takes_option() {
	local option=$1 words
	shift
	read -ra words <<<"$option"
	# An unknown -Wno-x is accepted silently until there is something else to complain about: ask for -Wx as well.
	case $option in
	-Wno-error* | -Wno-*=*) ;;
	-Wno-*) words=("-W${option#-Wno-}" "${words[@]}") ;;
	esac
	takes "$@" "${words[@]}"
}

kept=()
later=()
for option in "${options[@]}"; do
	case $option in
	-D* | -U* | -O*) kept+=("$option") ;;
	*) if takes_option "$option"; then kept+=("$option"); else later+=("$option"); fi ;;
	esac
done
# Some options are only valid together with others.
for option in "${later[@]}"; do
	read -ra words <<<"${kept[*]}"
	if takes_option "$option" "${words[@]}"; then kept+=("$option"); fi
done

read -ra result <<<"${kept[*]} ${own[*]}"
said=$("${cxx[@]}" -Werror "${result[@]}" -c -o "$tmp/out" "$tmp/empty.cpp" 2>&1) && [ -z "$said" ] ||
	fail "${cxx[*]} does not take the kernel's flags together: ${result[*]}: $said"
{ printf '%s\n%s\n' "$key" "${result[*]}" >"$cache.$$" && mv "$cache.$$" "$cache"; } 2>/dev/null
printf '%s\n' "${result[*]}"
