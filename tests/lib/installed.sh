#!/bin/sh
# What `make install` puts in place is enough to compile and run the example of oddone(3), with the
# shared and with the static library; `make uninstall` leaves nothing.
. "${srcdir:-.}/tests/cli/lib.sh"
[ -e "$builddir/.libs/liboddone.so" ] && command -v pkg-config >/dev/null || exit 77
unset MAKEFLAGS MFLAGS MAKELEVEL
place=$tmp/place
town=$srcdir/share/oddone/samples/town

${MAKE:-make} -s -C "$builddir" install DESTDIR="$place" >install.log 2>&1 || {
	fail "make install: $(tail -5 install.log)"
	finish
}
find "$place" -type f | sed "s,^$place,," | sort >files
for wanted in bin/oddone include/oddone/oddone.h include/oddone/one.h liboddone.a \
	liboddone.so.1.0.0 pkgconfig/oddone.pc man3/oddone.3 man1/oddone.1 doc/oddone/example.c \
	doc/oddone/README.md doc/oddone/NEWS; do
	grep -q "/$wanted\$" files || fail "$wanted is not installed"
done
for header in $(cd "$srcdir/include" && find oddone -name '*.h'); do
	grep -q "/include/$header\$" files || fail "$header is not installed"
done

# One version, from configure.ac; the Debian package says it again.
version=$("$ODDONE" --version | sed -n '1s/^oddone //p')
equal "$version" "$(sed -n '1s/^oddone (\(.*\)-[0-9.]*) .*/\1/p' "$srcdir/debian/changelog")" \
	"the version in debian/changelog"
equal "$version" "$(sed -n 's/^Version: //p' "$(find "$place" -name oddone.pc)")" "the version in oddone.pc"

PKG_CONFIG_PATH=$(dirname "$(find "$place" -name oddone.pc)")
PKG_CONFIG_SYSROOT_DIR=$place
PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1
PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_ALLOW_SYSTEM_CFLAGS \
	PKG_CONFIG_ALLOW_SYSTEM_LIBS
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export LD_LIBRARY_PATH
example=$(find "$place" -name example.c)

# The program uses the installed library, and knows no path of the build tree.
program=$(find "$place" -path '*/bin/oddone')
if grep -q '^LINK_SHARED_TRUE = *$' "$builddir/Makefile" && command -v readelf >/dev/null; then
	readelf -d "$program" >dynamic
	grep -q 'NEEDED.*liboddone.so.1' dynamic || fail "the program does not use the shared library"
	grep -q "$(cd "$builddir" && pwd)" dynamic && fail "the program has the path of the build tree"
fi
code 0 "$program" --version

# The same five, in the same order, as the program names.
code 0 "$ODDONE" run town -q -o export
awk -F'\t' '$1 >= 1 && $1 <= 5 { print $1, $2 }' export/scores.tsv >wanted
five()
{
	code 0 "$1" "$town"
	awk '/^[1-5] / { print $1, $2 }' out | diff wanted - || fail "$1 ranks others than oddone run"
	[ "$(grep -c '^  ' out)" = 5 ] || fail "$1 does not say why: $(cat out)"
	code 1 "$1" "$tmp/absent"
	says "absent" err
}
# shellcheck disable=SC2046,SC2086 # flags, a word each
${CC:-cc} $LIBRARY_FLAGS -Wall -Wextra -Werror -o shared "$example" \
	$(pkg-config --cflags --libs oddone) || fail "the example does not compile"
five ./shared
readelf -d shared 2>/dev/null | grep -q 'NEEDED.*liboddone.so.1' ||
	fail "the example does not use the shared library"
# The same source is C++17, and the version of the headers is that of the library.
if command -v "${CXX:-c++}" >/dev/null; then
	# shellcheck disable=SC2046,SC2086
	"${CXX:-c++}" -std=c++17 -x c++ $LIBRARY_FLAGS -Wall -Werror -o cxx "$example" \
		-x none $(pkg-config --cflags --libs oddone) || fail "the example is no C++17"
	five ./cxx
fi
cat >version.c <<-'C'
	#include <oddone/oddone.h>
	int main(void)
	{
		return puts(odd_version()) < 0 || !ODDONE_VERSION_CHECK() || odd_version_at_least(2, 0, 0) ||
		       odd_version_at_least(1, 99, 0) || ODDONE_VERSION_NUMBER < 10000;
	}
C
sed -i '1i #include <stdio.h>' version.c
# shellcheck disable=SC2046,SC2086
${CC:-cc} $LIBRARY_FLAGS -o version version.c $(pkg-config --cflags --libs oddone) ||
	fail "the program that asks for the version does not compile"
code 0 ./version
equal "$version" "$(cat out)" "odd_version()"
# The sysroot is that of our library alone: the others are where the system has them.
flags=$(pkg-config --static --libs oddone | sed "s,-L$place\(/usr/lib/[a-z_0-9-]*-linux\),-L\1,g" |
	sed 's,-loddone,,')
# shellcheck disable=SC2046,SC2086
${CC:-cc} $LIBRARY_FLAGS $(pkg-config --cflags oddone) -o static "$example" \
	"$LD_LIBRARY_PATH/liboddone.a" $flags || fail "the example does not link statically"
five ./static
readelf -d static 2>/dev/null | grep -q 'NEEDED.*liboddone' &&
	fail "the static example uses the shared library"
# Without any shared library, where the C library and all others are there as archives.
echo 'int main(void) { return 0; }' >empty.c
# shellcheck disable=SC2086
case $LIBRARY_FLAGS in
*-fsanitize*) ;;
*)
	if ${CC:-cc} -static -o empty empty.c 2>/dev/null; then
		# shellcheck disable=SC2046
		${CC:-cc} $LIBRARY_FLAGS -static $(pkg-config --cflags oddone) -o whole "$example" \
			"$LD_LIBRARY_PATH/liboddone.a" $flags 2>static.log ||
			fail "the example does not link with archives alone: $(tail -3 static.log)"
		five ./whole
	fi
	;;
esac

# The manual shows the program as it is.
sed -n '/^\.EX$/,/^\.EE$/p' "$srcdir/man/oddone.3" | sed '1d;$d;s/\\e/\\/g;s/\\-/-/g' |
	awk '/^#include <stdio/ { on = 1 } on' >shown
awk '/^#include <stdio/ { on = 1 } on' "$srcdir/doc/example.c" | expand -t8 >real
expand -t8 shown | awk '{ print } /^}$/ { exit }' | diff - real ||
	fail "oddone(3) shows another program than doc/example.c"
# And what it prints, but for the digits.
code 0 ./shared "$town"
sed -n '/^\$ .*a\.out/,/^\.EE/p' "$srcdir/man/oddone.3" | sed '1d;$d;s/\\-/-/g' >shown
sed 's/ [0-9.]*$//' shown >shown.names
head -n "$(wc -l <shown)" out | sed 's/ [0-9.]*$//' | diff shown.names - ||
	fail "oddone(3) shows another output"

${MAKE:-make} -s -C "$builddir" uninstall DESTDIR="$place" >uninstall.log 2>&1 || fail "make uninstall"
[ -z "$(find "$place" -type f -o -type l)" ] ||
	fail "make uninstall leaves $(find "$place" -type f -o -type l)"
finish
