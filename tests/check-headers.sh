#!/bin/sh
# Every header compiles by itself, public ones without config.h.
srcdir=${srcdir:-.}
CC=${CC:-cc}
bad=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for header in "$srcdir"/include/oddone/*.h "$srcdir"/src/*/*.h; do
	case $header in
	*/include/*) name=${header#"$srcdir"/include/} ;;
	*) name=${header#"$srcdir"/src/} ;;
	esac
	printf '#include "%s"\n' "$name" >"$work/alone.c"
	if ! $CC $HEADER_FLAGS -Wno-psabi -fsyntax-only -I"$srcdir/include" -I"$srcdir/src" \
		"$work/alone.c" 2>"$work/errors"; then
		echo "$name does not compile alone:"
		cat "$work/errors"
		bad=1
	fi
done
exit $bad
