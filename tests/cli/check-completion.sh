#!/bin/sh
# The completions are what completions.awk makes of the tables of the program, and they work.
. "${srcdir:-.}/tests/cli/lib.sh"

# ODDONE_UPDATE=1 writes them anew
made_by_the_program()
{
	"$ODDONE" --completion subcommands >subcommands && "$ODDONE" --completion options >options ||
		fail "cannot list the tables"
	parts=$srcdir/share/completions/parts
	awk -v shell="$1" -v dir="$parts" -f "$parts/completions.awk" subcommands options >out
	[ -z "${ODDONE_UPDATE:-}" ] || cp out "$srcdir/share/completions/$2"
	cmp -s out "$srcdir/share/completions/$2" ||
		fail "share/completions/$2 is not what the tables make of it"
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
	# as bash hands it over: parted at every =
	equal "3,attribute=" "$(bash ask oddone run x --plant structural = 3,attr)" "a list behind a number"
	equal "3,attribute=" "$(bash ask oddone run x --plant = structural = 3,attr)" "a list behind --plant="
	equal "attribute=" "$(bash ask oddone run x --plant = attr)" "the first of a list behind --plant="
	equal "" "$(bash ask oddone run x --plant structural =)" "a number"
	equal "town" "$(bash ask oddone run --plant structural = 3 tow)" "a network behind a list"
	equal "aane,degree" "$(bash ask oddone compare x --methods aane,degr)" "a list of methods"
	equal town "$(bash ask oddone run tow)" "completion of a sample"
	equal town "$(bash ask oddone tow)" "a sample in the first place"
	equal 1-what-one-does "$(bash ask oddone explore --lesson 1-w)" "completion of a lesson"
	mkdir "with a blank"
	equal "with a blank" "$(bash ask oddone run with)" "a path with blanks"
	equal 1-what-one-does "$(bash ask oddone tour 1-w)" "completion of a tour"
	equal "" "$(bash ask oddone info x --plant-se)" "an option of another subcommand"
fi
if command -v fish >/dev/null 2>&1; then
	HOME=$tmp XDG_CONFIG_HOME=$tmp/fish XDG_DATA_HOME=$tmp/fish
	export HOME XDG_CONFIG_HOME XDG_DATA_HOME
	ask()
	{
		fish -c "source '$srcdir/share/completions/oddone.fish'; complete -C '$1'" | cut -f 1
	}
	equal run "$(ask "oddone ru")" "fish: ru"
	equal town "$(ask "oddone run tow")" "fish: a sample"
	equal "--format=tsv" "$(ask "oddone run x --format=ts")" "fish: --format=ts"
	equal "structural=3,attribute=" "$(ask "oddone run x --plant structural=3,attr")" "fish: a list"
	equal "--plant=structural=3,attribute=" "$(ask "oddone run x --plant=structural=3,attr")" "fish: --plant="
	equal "--plant=attribute=" "$(ask "oddone run x --plant=attr")" "fish: the first behind --plant="
	equal "aane,degree" "$(ask "oddone compare x --methods aane,degr")" "fish: a list of methods"
	equal 1-what-one-does "$(ask "oddone tour 1-w")" "fish: a tour"
	equal 1-what-one-does "$(ask "oddone explore --lesson 1-w")" "fish: a lesson"
	mkdir -p "with a blank"
	equal "with a blank/" "$(ask "oddone run with")" "fish: a path with blanks"
fi
finish
