#!/bin/sh
# The reference pages made of the public headers: every function is there with a description, and man
# reads the pages without a warning.
. "${srcdir:-.}/tests/cli/lib.sh"
for header in "$srcdir"/include/oddone/*.h; do
	name=$(basename "$header" .h)
	[ "$name" != oddone ] || continue
	page=$builddir/man/oddone-$name.3
	[ -s "$page" ] || fail "no page for $name.h"
	sed -n '/^\.SH NAME/,/^\.SH SYN/p' "$page" | grep -oE 'odd_[a-z0-9_]+' | sort -u >>named
	# Declarations without text: a block in bold that nothing follows.
	awk -v page="$name.h" 'bold { if ($0 != ".RS 4") print page ": no comment on " first; bold = 0 }
		/^\.ft B/ { getline first } /^\.ft R/ { getline; bold = first !~ /^#define/ }' "$page" >>bare
	if command -v man >/dev/null && command -v groff >/dev/null; then
		LC_ALL=C.UTF-8 man --warnings -l "$page" >/dev/null 2>warnings
		[ ! -s warnings ] || fail "$name.h: $(head -3 warnings)"
		lexgrog "$page" >/dev/null || fail "$name.h: the section NAME is not read"
	fi
done
[ ! -s bare ] || fail "$(cat bare)"
sort -u named >here
sed -n 's/^ \(odd_[a-z0-9_]*\)@.*/\1/p' "$srcdir"/debian/liboddone1.symbols | sort | comm -23 - here >absent
[ ! -s absent ] || fail "functions on no page: $(cat absent)"
for tag in pre p h2 h3 body html; do
	equal "$(grep -oE "<${tag}[ >]" "$builddir/man/reference.html" | wc -l)" \
		"$(grep -o "</$tag>" "$builddir/man/reference.html" | wc -l)" "<$tag> in reference.html"
done
finish
