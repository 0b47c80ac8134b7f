#!/bin/sh
# Help, version, and what is said when there is nothing to do.
. "${srcdir:-.}/tests/cli/lib.sh"

code 0 "$ODDONE" --help
says "usage: oddone" out
cp out overview
code 0 "$ODDONE" -h
same out overview
code 0 "$ODDONE" help
same out overview
for sub in explore run explain compare plant play info convert generate; do
	says "  $sub " overview
	code 0 "$ODDONE" "$sub" --help
	says "usage: oddone $sub " out
	says "--help" out
	# Two examples come before the options.
	equal 2 "$(sed '/^Options/,$d' out | grep -c "^  oddone $sub ")" "examples of $sub"
	cp out long
	code 0 "$ODDONE" "$sub" -h
	same out long
	code 0 "$ODDONE" help "$sub"
	same out long
	awk 'length($0) > 78 { exit 1 }' long || fail "the help of $sub is wider than 78 columns"
	[ -s err ] && fail "help of $sub talks on stderr"
done

code 0 "$ODDONE" --version
says "oddone " out
says "MATLAB" out
cp out version
code 0 "$ODDONE" -V
same out version

# Without a terminal and without a subcommand: usage.
code 2 "$ODDONE"
says "usage: oddone" err
[ -s out ] && fail "usage on stdout"
code 2 "$ODDONE" help nosuch
code 2 "$ODDONE" play
says "which log?" err
code 2 "$ODDONE" rum small
says "did you mean run?" err
code 2 "$ODDONE" --nosuch
small
code 2 "$ODDONE" small
says "oddone run small" err
finish
