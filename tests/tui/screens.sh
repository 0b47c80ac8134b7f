#!/bin/sh
# Every screen of the explorer, drawn by a script and compared with the one kept in tests/tui/screens.
#
# A script, tests/tui/*.odd, tells in its first lines how it is run:
#     #: size 80x24           of the screen at first; this one unless told
#     #: network town         what is opened; this one unless told
#     #: as utf8 ascii mono   the ways it is drawn; utf8 unless told
#     #: also NAME...         screens that are kept in all those ways, not as utf8 alone
# and saves screens by `save-screen NAME.txt`. The ways that are about colour save NAME.ansi
# instead, with the sequences that a terminal would get. Every screen has to be fit for every way it
# is drawn; it is kept once, but for a few that show how the ways differ.
#
# UPDATE_GOLDEN=1 writes the screens anew: read them before they are committed.
# SCREENS="explore plant" runs only these scripts.
. "${srcdir:-.}/tests/cli/lib.sh"
scripts=$srcdir/tests/tui
golden=$scripts/screens
escape=$(printf '\033')
unset COLORTERM
# The same name of the data whichever machine it is on.
ln -s "$srcdir/share/oddone" "$tmp/data" || exit 99
ODDONE_DATA=../../data TERM=xterm-256color LC_ALL=C.UTF-8
export ODDONE_DATA TERM LC_ALL

# told SCRIPT WHAT USUAL: what the first lines of a script say
told()
{
	said=$(sed -n "s/^#: $2 //p" "$1")
	echo "${said:-$3}"
}

# draw WAY SCRIPT: run a script in a directory of its own
draw()
{
	way=$1 script=$2 name=$(basename "$2" .odd)
	size=$(told "$script" size 80x24)
	mkdir -p "$tmp/$way/$name" && cd "$tmp/$way/$name" || exit 99
	cp "$scripts/files/"* . || exit 99
	cat "$script" >.script # which the source may not let us write, so no copy of its mode
	set -- "$ODDONE" --no-config --script .script "$(told "$script" network town)"
	case $way in
	utf8) ;;
	ascii) set -- "$@" --glyphs ascii ;;
	mono) set -- env NO_COLOR=1 "$@" ;;
	256) set -- "$@" --color always ;;
	true) set -- env COLORTERM=truecolor "$@" --color always ;;
	*) fail "$name: there is no way \"$way\"" ;;
	esac
	case $way in
	utf8 | ascii) ;;
	*) sed 's/^\(save-screen .*\)\.txt$/\1.ansi/' "$script" >.script ;;
	esac
	code 0 env COLUMNS="${size%x*}" LINES="${size#*x}" "$@"
	[ ! -s out ] || fail "$name as $way writes to the terminal it does not have"
}

# compare WAY SCRIPT: the screens of the directory we are in with those kept; how many lines there are in
# all of help, which every new command changes, is no matter
compare()
{
	for screen in $(sed -n 's/^save-screen \([^ ]*\)$/\1/p' .script); do
		kept=$golden/$1/$screen
		case "$1 $(told "$2" also '') " in
		utf8\ * | *" ${screen%.*} "*) ;;
		*) continue ;;
		esac
		case $screen in
		help*) sed -i 's/\(1-[0-9]* of \)[0-9]*/\1N/' "$screen" ;;
		esac
		if [ -n "${UPDATE_GOLDEN:-}" ]; then
			mkdir -p "$golden/$1" && cp "$screen" "$kept"
		elif ! diff -u "$kept" "$screen" >difference 2>&1; then
			fail "$1/$screen is another screen than the one kept:"
			sed 's/^/    /' difference
		fi
	done
}

# Without colours there are but bold, reverse and underline; and ASCII is.
manners()
{
	for screen in *.ansi *.txt; do
		[ -f "$screen" ] || continue
		case $1 in
		mono) grep -o "${escape}[^m]*m" "$screen" | grep -Ev '\[([0147](;[0147])*)?m$' >odd ;;
		ascii) LC_ALL=C grep -n '[^ -~]' "$screen" >odd ;;
		256) grep "${escape}\[[0-9;]*38;2" "$screen" >odd ;;
		*) : >odd ;;
		esac
		[ ! -s odd ] || fail "$1/$screen has what it must not: $(head -n 3 odd)"
		case $1 in
		256) says ";38;5;" "$screen" ;;
		true) says ";38;2;" "$screen" ;;
		esac
	done
}

for script in "$scripts"/*.odd; do
	case " ${SCREENS:-$(basename "$script" .odd)} " in
	*" $(basename "$script" .odd) "*) ;;
	*) continue ;;
	esac
	for way in $(told "$script" as utf8); do
		draw "$way" "$script"
		compare "$way" "$script"
		manners "$way"
	done
done
cd "$tmp" || exit 99
finish
