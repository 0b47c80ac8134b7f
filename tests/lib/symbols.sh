#!/bin/sh
# liboddone.so exports what the public headers declare under the version ODDONE_1, and nothing else
# under it.
. "${srcdir:-.}/tests/cli/lib.sh"
library=$builddir/.libs/liboddone.so
[ -e "$library" ] && command -v nm >/dev/null || exit 77

nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sort >all
grep '@@ODDONE_[0-9]*$' all >exported
grep -v '@@ODDONE_[0-9]*$\|@@ODDONE_PRIVATE$' all >bare && fail "exported without a version: $(cat bare)"
# Names that are called in the headers, without those that are defined in them.
for header in "$srcdir"/include/oddone/*.h; do
	printf '#include "%s"\n' "${header#"$srcdir"/include/}"
done >all.c
${CC:-cc} $HEADER_FLAGS -E -P -I"$srcdir/include" all.c >all.i || fail "the headers do not compile"
grep -oE 'static inline [^(]*\(' all.i | grep -oE 'odd_[a-z0-9_]+\(' | sort -u >inline
grep -oE '\bodd_[a-z0-9_]+\(' all.i | sort -u | comm -23 - inline | tr -d '(' >declared
[ "$(wc -l <declared)" -gt 90 ] || fail "only $(wc -l <declared) functions found in the headers"
sed 's/@@ODDONE_[0-9]*$//' exported | sort | comm -3 declared - >difference
[ ! -s difference ] ||
	fail "declared and not exported, or (indented) exported and not declared: $(cat difference)"

# The symbols file of the Debian package names each of them with the version it came with.
sed -n 's/^ \(odd_[a-z0-9_]*\)@ODDONE_1 [0-9.]*$/\1/p' "$srcdir"/debian/liboddone1.symbols | sort |
	comm -3 declared - >difference
[ ! -s difference ] || fail "debian/liboddone1.symbols is not what the headers declare: $(cat difference)"
finish
