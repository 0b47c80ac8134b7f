#!/bin/sh
# Every header compiles by itself, public ones without config.h, as C11 and as C++17 with nothing
# but the standard.
srcdir=${srcdir:-.}
CC=${CC:-cc}
CXX=${CXX:-c++}
bad=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# compiles NAME SOURCE COMPILER...: the source compiles.
compiles() {
	name=$1 source=$2
	shift 2
	"$@" -fsyntax-only -I"$srcdir/include" "$source" 2>"$work/errors" && return
	echo "$name does not compile alone by $*:"
	cat "$work/errors"
	bad=1
}
for header in "$srcdir"/src/*/*.h; do
	name=${header#"$srcdir"/src/}
	printf '#include "%s"\n' "$name" >"$work/alone.c"
	# shellcheck disable=SC2086 # flags, a word each
	compiles "$name" "$work/alone.c" $CC $HEADER_FLAGS -Wno-psabi -I"$srcdir/src"
done
for header in "$srcdir"/include/oddone/*.h; do
	name=${header#"$srcdir"/include/}
	printf '#include <%s>\n' "$name" >"$work/alone.c"
	cp "$work/alone.c" "$work/alone.cc"
	# shellcheck disable=SC2086
	compiles "$name" "$work/alone.c" $CC -std=c11 -pedantic-errors -Wall -Wextra -Werror
	! command -v "$CXX" >/dev/null 2>&1 ||
		compiles "$name" "$work/alone.cc" "$CXX" -std=c++17 -pedantic-errors -Wall -Wextra -Werror
	grep -q '^extern "C" {$' "$header" || [ "$name" = oddone/oddone.h ] || {
		echo "$name has no extern \"C\""
		bad=1
	}
done
# The options are initialised in both languages.
cat >"$work/options.c" <<'C'
#include <oddone/oddone.h>
odd_one_options one = ODD_ONE_OPTIONS_INIT;
odd_plant_options plant = ODD_PLANT_OPTIONS_INIT;
odd_explain_counts counts = ODD_EXPLAIN_COUNTS_INIT;
odd_names names = ODD_NAMES_INIT;
C
cp "$work/options.c" "$work/options.cc"
# shellcheck disable=SC2086
compiles "options" "$work/options.c" $CC -std=c11 -pedantic-errors -Wall -Werror
! command -v "$CXX" >/dev/null 2>&1 ||
	compiles "options" "$work/options.cc" "$CXX" -std=c++17 -pedantic-errors -Wall -Werror
exit $bad
