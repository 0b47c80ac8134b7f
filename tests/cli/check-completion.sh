#!/bin/sh
# The completions are what the program makes of its tables, and they work.
. "${srcdir:-.}/tests/cli/lib.sh"

# ODDONE_UPDATE=1 writes them anew
made_by_the_program()
{
	code 0 "$ODDONE" --completion "$1"
	[ -z "${ODDONE_UPDATE:-}" ] || cp out "$srcdir/share/completions/$2"
	cmp -s out "$srcdir/share/completions/$2" ||
		fail "share/completions/$2 is not what oddone --completion $1 prints"
}
made_by_the_program zsh _oddone
! command -v zsh >/dev/null || zsh -n out || fail "zsh does not take its completion"
made_by_the_program fish oddone.fish
! command -v fish >/dev/null || fish -n out || fail "fish does not take its completion"
made_by_the_program bash oddone
PATH=$builddir:$PATH
export PATH
if command -v bash >/dev/null 2>&1; then
	cat >ask <<'END'
. ./out
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_oddone
printf '%s\n' "${COMPREPLY[@]}"
END
	equal run "$(bash ask oddone ru)" "completion of ru"
	equal --plant-seed "$(bash ask oddone run --plant-se)" "completion of --plant-se"
	equal "tsv" "$(bash ask oddone run x --format ts)" "completion of a value"
	equal "tsv" "$(bash ask oddone run x --format = ts)" "completion of --format=ts"
	equal "structural=3,attribute=" "$(bash ask oddone run x --plant structural=3,attr)" \
		"completion of a list"
	equal "aane,degree" "$(bash ask oddone compare x --methods aane,degr)" "a list of methods"
	equal town "$(bash ask oddone run tow)" "completion of a sample"
	equal town "$(bash ask oddone tow)" "a sample in the first place"
	equal 1-what-one-does "$(bash ask oddone explore --lesson 1-w)" "completion of a lesson"
	mkdir "with a blank"
	equal "with a blank" "$(bash ask oddone run with)" "a path with blanks"
	equal "" "$(bash ask oddone info x --plant-se)" "an option of another subcommand"
fi
finish
