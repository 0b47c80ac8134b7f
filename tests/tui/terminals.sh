#!/bin/sh
# The explorer on terminals that can do less: one that cannot place its cursor is refused in words, one
# without colours is not told of any, and the Linux console, whose fonts have no braille, gets none.
command -v tmux >/dev/null 2>&1 || {
	echo "there is no tmux"
	exit 77
}
. "${srcdir:-.}/tests/cli/lib.sh"
unset TMUX LINES COLUMNS COLORTERM ENV NO_COLOR
TMUX_TMPDIR=$tmp LC_ALL=C.UTF-8 ODDONE_DATA=$srcdir/share/oddone
export TMUX_TMPDIR LC_ALL ODDONE_DATA

terminal()
{
	tmux -u -L oddone-terminals -f "$tmp/tmux.conf" "$@"
}

echo 'set -s exit-empty off' >"$tmp/tmux.conf"
trap 'terminal kill-server 2>/dev/null; rm -rf "$tmp"' EXIT

screen()
{
	terminal capture-pane "$@" -p -t "$pane"
}

# until_shows TEXT
until_shows()
{
	tenths=0
	until screen | grep -qF -e "$1"; do
		tenths=$((tenths + 1))
		if [ "$tenths" -gt 600 ]; then
			fail "waited in vain for \"$1\" with TERM=$pane"
			screen | sed 's/^/    /'
			finish
		fi
		sleep 0.1
	done
}

# begin TERM: the explorer on the sample, as on this terminal
begin()
{
	pane=$1
	# For the Linux console curses loads the library of its mouse, which does not give all back.
	[ "$1" != linux ] || asan="ASAN_OPTIONS=detect_leaks=0"
	terminal new-session -d -s "$pane" -x 80 -y 24 \
		"TERM=$1 ${asan:-} '$ODDONE' --no-config town; echo \"ended with \$?\"; sleep 600" ||
		fail "tmux does not start"
}

for name in dumb vt100 linux; do
	tput -T "$name" longname >/dev/null 2>&1 || {
		echo "there is no description of $name"
		exit 77
	}
done

# It would be a blank screen.
begin dumb
until_shows "ended with 2"
screen >said
says 'the terminal "dumb" cannot place its cursor' said
says "oddone run" said

begin vt100
until_shows "3 Outliers"
until_shows "PCA" # the map is there
screen >said
says_not "by label" said
says "by kind" said
screen -e >said
if grep -q "$(printf '\033')\[[0-9;]*[34][0-8]" said; then
	fail "there are colours on a terminal that has none"
fi
terminal send-keys -t vt100 Q
until_shows "ended with 0"

begin linux
until_shows "3 Outliers"
until_shows "PCA" # the map is there
screen >said
# U+2800 to U+28FF in UTF-8
if LC_ALL=C grep -q "$(printf '\342[\240-\243]')" said; then
	fail "there is braille on the Linux console"
fi
terminal send-keys -t linux Q
until_shows "ended with 0"
finish
