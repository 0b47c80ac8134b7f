#!/bin/sh
# The man page has every option of every subcommand, and no other.
. "${srcdir:-.}/tests/cli/lib.sh"
page=$srcdir/man/oddone.1

"$ODDONE" --completion options >table || fail "cannot list the options"
subs=$(cut -f1 table | sort -u)
for sub in $subs; do
	# The section of the subcommand, its dashes made plain.
	awk -v sub_=".SS oddone $sub" '/^\.S[SH]/ { on = index($0, sub_) == 1 } on' "$page" |
		sed 's/\\-/-/g' >section
	[ -s section ] || fail "no section \"oddone $sub\" in the man page"
	# An option is described in a line that starts with it, after .TP.
	awk '/^\.TP/ { getline; print }' section | grep -o -e '--[a-z][a-z-]*' | sort -u >described
	awk -F'\t' -v s="$sub" '$1 == s { print "--" $3 }' table | sort -u >wanted
	cmp -s described wanted || {
		fail "options of oddone $sub in the man page (>) and in the program (<):"
		diff wanted described | grep '^[<>]'
	}
	awk -F'\t' -v s="$sub" '$1 == s && $2 != "-" { print $2 "\t" $3 }' table >letters
	while read -r letter name; do
		grep -q -e "^\.BR* -$letter .*--$name" section ||
			fail "oddone $sub: the man page does not pair -$letter with --$name"
	done <letters
	awk -F'\t' -v s="$sub" '$1 == s && $4 != "-" { print $3 "\t" $4 }' table >arguments
	while read -r name argument; do
		word=${argument%%|*}
		grep -e "--$name" section | grep -qF -e "$word" ||
			fail "oddone $sub: the man page does not say that --$name takes $argument"
	done <arguments
done
for exit_code in 0 1 2 3 4 5 130; do
	grep -q "^\.B $exit_code\$" "$page" || fail "exit code $exit_code is not in the man page"
done
finish
