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

# One list of what configure looks for: Debian, Homebrew and conda each have all of it. (In
# Homebrew LAPACKE comes with OpenBLAS; matio and cmocka are for tests.)
while read -r module debian brew conda; do
	grep -qE "(PKG_CHECK_MODULES|ODD_OPTIONAL)\(.*\[$module\]" "$srcdir/configure.ac" || fail "configure does not look for $module"
	for what in "debian/control $debian" "packaging/homebrew/oddone.rb $brew" "packaging/conda/meta.yaml $conda" \
		"quickstart $debian"; do
		grep -qE "(^|[^a-z0-9])${what#* }(\$|[^a-z0-9-])" "$srcdir/${what% *}" || fail "${what% *} lacks ${what#* }"
	done
	echo "$module" >>known
done <<'MODULES'
NCURSES libncurses-dev ncurses ncurses
BLAS libopenblas-dev openblas openblas
LAPACKE liblapacke-dev openblas liblapacke
PNG libpng-dev libpng libpng
CAIRO libcairo2-dev cairo cairo
ZLIB zlib1g-dev zlib zlib
JANSSON libjansson-dev jansson jansson
EXPAT libexpat1-dev expat expat
HDF5 libhdf5-dev hdf5 hdf5
LZMA liblzma-dev xz xz
ZSTD libzstd-dev zstd zstd
SQLITE libsqlite3-dev sqlite sqlite
GIF libgif-dev giflib giflib
MODULES
sed -n 's/.*PKG_CHECK_MODULES(\[\([A-Z0-9]*\)\].*/\1/p; s/^ODD_OPTIONAL(\[[a-z0-9]*\], \[\([A-Z0-9]*\)\].*/\1/p' "$srcdir/configure.ac" | grep -vx 'MATIO\|CMOCKA' | sort >wanted
sort known | diff wanted - >difference || fail "packages do not know: $(cat difference)"
# Who links with the static library needs what that was compiled with.
awk '/^Package: / { on = $2 == "liboddone-dev" } on' "$srcdir/debian/control" >dev
for package in libopenblas-dev liblapacke-dev libhdf5-dev libexpat1-dev libjansson-dev zlib1g-dev \
	liblzma-dev libzstd-dev libsqlite3-dev; do
	says " $package" dev
done

# What --version says it is linked with is what it is linked with.
code 0 "$ODDONE" --version
readelf -d "$ODDONE" 2>/dev/null | sed -n 's/.*(NEEDED).*\[lib\(.*\)\]/\1/p' >libraries
while read -r library; do
	case $library in
	c.* | m.* | tinfo* | pthread* | dl.* | gcc_s* | asan* | ubsan* | blas.* | lapack.*) continue ;;
	z.*) name=zlib ;;
	gif.*) name=giflib ;;
	ncurses*) name=ncurses ;;
	gomp.* | omp* | iomp*) name=OpenMP ;;
	*) name=$(expr "$library" : '\([a-z]*\)') ;;
	esac
	grep -qi "$name" out || fail "--version does not name lib$library"
done <libraries

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
	libasan* | libubsan* | libomp* | libblas3 | liblapack3 | libopenmpi3) continue ;; # of other builds
	esac
	printf '%s\n' "$listed" | grep -qx "$package" || fail "the Dockerfile does not install $package, for $name"
done <names
[ -s names ] || fail "the program asks for no library"
finish
