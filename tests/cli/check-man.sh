#!/bin/sh
# The man page has every option of every subcommand as the tables have it, and no other;
# ODDONE_UPDATE=1 writes them anew.
. "${srcdir:-.}/tests/cli/lib.sh"
page=$srcdir/man/oddone.1

"$ODDONE" --completion options >table || fail "cannot list the options"
awk -f "$srcdir/tests/cli/man_options.awk" table "$page" >anew
[ -z "$ODDONE_UPDATE" ] || cp anew "$page"
cmp -s anew "$page" || {
	fail "the man page (>) has options otherwise than the program (<):"
	diff anew "$page" | grep '^[<>]'
}
for sub in $(cut -f1 table | sort -u); do
	# The section of the subcommand; an option is described in a line behind .TP.
	awk -v sub_=".SS oddone $sub" '/^\.S[SH]/ { on = index($0, sub_) == 1 } on' "$page" |
		sed 's/\\-/-/g' >section
	[ -s section ] || fail "no section \"oddone $sub\" in the man page"
	awk '/^\.TP/ { getline; print }' section | grep -o -e '--[a-z][a-z-]*' | sort -u >described
	awk -F'\t' -v s="$sub" '$1 == s { print "--" $3 }' table | sort -u >wanted
	cmp -s described wanted || {
		fail "options of oddone $sub in the man page (>) and in the program (<):"
		diff wanted described | grep '^[<>]'
	}
done
for exit_code in 0 1 2 3 4 5 130; do
	grep -q "^\.B $exit_code\$" "$page" || fail "exit code $exit_code is not in the man page"
done
for page in "$srcdir"/man/oddone*; do
	for section in ENVIRONMENT FILES BUGS LICENCE; do
		grep -q "^\.SH $section\$" "$page" || fail "$page has no $section"
	done
done
finish
