#!/bin/sh
# What can be told of packaging/ without the tools it is for: scripts and formula are read by their languages,
# and the image that is made to run the program has every library that the program asks for.
. "${srcdir:-.}/tests/cli/lib.sh"
packaging=$srcdir/packaging

for script in "$packaging/deb" "$packaging/conda/build.sh"; do
	sh -n "$script" || fail "$script"
done
! command -v ruby >/dev/null || ruby -c "$packaging/homebrew/oddone.rb" >out || fail "the formula is no Ruby"
if python3 -c 'import yaml' 2>/dev/null; then
	sed -E 's/^\{%.*%\}$//; s/\{\{[^}]*\}\}/x/g' "$packaging/conda/meta.yaml" >recipe
	python3 -c 'import sys, yaml; yaml.safe_load(open("recipe"))["requirements"]["run"]' || fail "the recipe is no YAML"
fi

# The Dockerfile's last stage: the packages are those of Debian 12, where each library can be asked for its own.
grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release && command -v ldd >/dev/null || finish
listed=$(sed -n '/^FROM/h; /^FROM.*AS build/!{/apt-get install/,/rm -rf/p}' "$packaging/Dockerfile" | tr -s '\t \\' '\n')
program=$ODDONE
[ ! -x "$builddir/.libs/oddone" ] || program=$builddir/.libs/oddone
ldd "$program" >needed
readelf -d "$program" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >names
while read -r name; do
	path=$(awk -v name="$name" '$1 == name { print $3 }' needed)
	path=$(readlink -f "$path")
	# the packages of Debian 12 may know it without /usr
	package=$(dpkg -S "$path" 2>/dev/null || dpkg -S "${path#/usr}" 2>/dev/null)
	package=${package%%:*}
	case $package in
	"" | libc6 | libgcc-s1 | libtinfo6 | libglib2.0-0) continue ;; # of the system, or what another needs
	libasan* | libubsan* | libomp* | libblas3 | liblapack3) continue ;; # of other builds
	esac
	printf '%s\n' "$listed" | grep -qx "$package" || fail "the Dockerfile does not install $package, for $name"
done <names
[ -s names ] || fail "the program asks for no library"
finish
