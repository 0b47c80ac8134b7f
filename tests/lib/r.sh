#!/bin/sh
# The R package passes R CMD check, with its examples and tests, and has the version of the library.
. "${srcdir:-.}/tests/cli/lib.sh"
library=$builddir/.libs/liboddone.so
[ -e "$library" ] && command -v R >/dev/null && command -v pkg-config >/dev/null || exit 77
nm -D "$library" | grep -q '__asan_init' && exit 77
package=$(cd "$srcdir" && pwd)/share/R/oddone
equal "$("$ODDONE" --version | sed -n '1s/^oddone //p')" "$(sed -n 's/^Version: //p' "$package/DESCRIPTION")" \
	"the version of the R package"
printf 'Name: oddone\nDescription: of the build tree\nVersion: 1\nCflags: -I%s\nLibs: -L%s -loddone\n' \
	"$(cd "$srcdir" && pwd)/include" "$builddir/.libs" >oddone.pc
PKG_CONFIG_PATH=$PWD LD_LIBRARY_PATH=$builddir/.libs
export PKG_CONFIG_PATH LD_LIBRARY_PATH
R CMD build --no-manual "$package" >build.log 2>&1 || fail "R CMD build: $(tail -3 build.log)"
R CMD check --no-manual oddone_*.tar.gz >check.log 2>&1
grep -q '^Status: OK$' check.log || fail "$(grep -A20 'WARNING\|NOTE\|ERROR' check.log | head -40)"
finish
