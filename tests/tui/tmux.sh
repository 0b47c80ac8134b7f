#!/bin/sh
# The explorer in a real terminal: tmux has one without a window. Started, used, resized, suspended
# and ended in every way, and the shell's terminal is as it was after each of them.
command -v tmux >/dev/null 2>&1 || {
	echo "there is no tmux"
	exit 77
}
. "${srcdir:-.}/tests/cli/lib.sh"
# without what makes it begin once more, so that it must do so and keep its name
unset TMUX LINES COLUMNS COLORTERM ENV OPENBLAS_NUM_THREADS OMP_WAIT_POLICY
TMUX_TMPDIR=$tmp LC_ALL=C.UTF-8 ODDONE_DATA=$srcdir/share/oddone
export TMUX_TMPDIR LC_ALL ODDONE_DATA
pane=explorer
limit=600 # tenths of a second that anything may take

terminal()
{
	tmux -u -L oddone -f "$tmp/tmux.conf" "$@"
}

# A server that ends with its last session would do so while the next one is being asked for.
echo 'set -s exit-empty off' >"$tmp/tmux.conf"
trap 'terminal kill-server 2>/dev/null; rm -rf "$tmp"' EXIT

screen()
{
	terminal capture-pane -p -t "$pane"
}

# until_so COMMAND…: look again and again until the command succeeds; the only waiting there is
until_so()
{
	tenths=0
	until "$@"; do
		tenths=$((tenths + 1))
		if [ "$tenths" -gt "$limit" ]; then
			fail "waited in vain: $*"
			screen | sed 's/^/    /'
			finish # what follows would wait as long
		fi
		sleep 0.1
	done
}

shows()
{
	screen | grep -qF -e "$1"
}

shows_not()
{
	! shows "$1"
}

keys()
{
	terminal send-keys -t "$pane" "$@"
}

text()
{
	terminal send-keys -t "$pane" -l "$1"
}

# shell TEXT: a command line for the shell, whose end is waited for
turn=0
shell()
{
	turn=$((turn + 1))
	text "$1; echo did-\$(($turn + 0))"
	keys Enter
	until_so shows "did-$turn"
}

# prompt TEXT: a command for the explorer
prompt()
{
	keys :
	text "$1"
	keys Enter
}

# is FORMAT VALUE: what tmux says of its terminal
is()
{
	[ "$(terminal display-message -p -t "$pane" "#{$1}")" = "$2" ]
}

# click X Y: press and release a button there, in the way that the terminal was asked to tell it
click()
{
	if is mouse_sgr_flag 1; then
		text "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2")"
	else
		at=$(printf "\\$(printf %o $((32 + $1)))\\$(printf %o $((32 + $2)))")
		text "$(printf '\033[M %s\033[M#%s' "$at" "$at")"
	fi
}

# coloured: does the screen have any?
coloured()
{
	terminal capture-pane -e -p -t "$pane" | grep -q "$(printf '\033')\[[0-9;]*[34][0-8]"
}

# Which process the shell has started, once it has.
explorer_runs()
{
	explorer=
	for stat in /proc/[0-9]*/stat; do
		{ read -r pid name _ parent _ <"$stat"; } 2>/dev/null || continue
		if [ "$parent" = "$shell" ] && [ "$name" = "(oddone)" ]; then
			explorer=$pid
		fi
	done
	[ -n "$explorer" ]
}

# ticks: processor time the explorer has used, its own and the system's for it
ticks()
{
	cut -d' ' -f14,15 "/proc/$explorer/stat" | tr ' ' '+' | sed 's/^/echo $((/; s/$/))/' | sh
}

# terminal_is_back WHAT: the shell's screen, its settings, its cursor, no mouse
terminal_is_back()
{
	until_so is alternate_on 0
	until_so shows "here is the shell"
	# tmux takes in what the explorer wrote at its end bit by bit, so each is waited for
	until_so is cursor_flag 1
	until_so is mouse_any_flag 0
	until_so is keypad_cursor_flag 0
	rm -f after
	shell "stty -a >after"
	cmp -s before after || {
		fail "$1: the terminal is set otherwise than before:"
		diff before after | sed 's/^/    /'
	}
}

# begin ARGUMENTS [VARIABLE=VALUE]: the explorer, on a clean screen of the shell
begin()
{
	text "clear; echo here is the shell"
	keys Enter
	until_so shows "here is the shell"
	text "$2 $ODDONE $1; echo ended \$?"
	keys Enter
	until_so shows "[paused]"
	until_so explorer_runs
}

start_shell()
{
	terminal new-session -d -x 80 -y 24 -s "$pane" \
		"exec env HOME='$tmp' PS1='ready> ' XDG_CONFIG_HOME='$tmp/config' \
		XDG_STATE_HOME='$tmp/state' sh -i"
	until_so shows "ready>"
	shell=$(terminal display-message -p -t "$pane" '#{pane_pid}')
	shell "ulimit -c 0; stty -a >before"
}

start_shell

# a first run says how to begin
begin "" ""
until_so shows "? helps"
until_so is alternate_on 1

# five iterations
prompt "set iterations=5"
until_so shows "0/5"
keys Space
until_so shows "5/5"
until_so shows "[paused]"

# an outlier of each type
keys a
until_so shows "s Struct"
keys s
until_so shows "+1 planted"
keys a a
until_so shows "+2 planted"
keys a c
until_so shows "+3 planted"

# help, and back
keys '?'
until_so shows "closer, on the map"
keys q
until_so shows_not "closer, on the map"

# a picture
prompt "export loss loss.png"
until_so test -s loss.png
until_so shows "loss.png"
equal "89504e470d0a1a0a" "$(od -An -tx1 -N8 loss.png | tr -d ' \n')" "how a PNG begins"
[ "$(wc -c <loss.png)" -gt 5000 ] || fail "a picture of $(wc -c <loss.png) bytes"

# at rest it costs nothing
rests()
{
	used=$(ticks)
	sleep 2 # what is measured, not waited for
	used=$(($(ticks) - used))
	[ "$used" -le 2 ]
}
if [ -r "/proc/$explorer/stat" ]; then
	# the last work of a picture may go on a little
	rests || rests || rests || fail "it never rests: $used ticks in two seconds"
fi

# another size, and back
terminal resize-window -t "$pane" -x 60 -y 20
until_so shows_not "1 Loss"
until_so shows "3 Outliers"
terminal resize-window -t "$pane" -x 80 -y 24
until_so shows "1 Loss"
until_so shows "4 Recall"

# the mouse: the second row of the list; and without it
keys g
until_so shows ">1 "
click 10 16
until_so shows ">2 "
prompt "set mouse=off"
until_so is mouse_any_flag 0
prompt "set mouse=on"
until_so is mouse_any_flag 1

# colours
until_so coloured

# to the shell and back
keys C-z
terminal_is_back "suspended"
text fg
keys Enter
until_so is alternate_on 1
until_so shows "+3 planted"
keys s
until_so shows "W of iteration 6"

keys Q
until_so is alternate_on 0
text 'echo it ended with $?'
keys Enter
until_so shows "it ended with 0"
terminal_is_back "after Q"

# killed: what was looked at last is saved without a command that follows
begin "town" ""
prompt "iterate 2"
until_so shows "2/5"
prompt "filter degree>6"
until_so shows "degree>6"
saved()
{
	# the file itself: the temporary one beside it has the text before it takes the file's place
	grep -qs -e "$1" state/oddone/sessions/*.oddlog
}
until_so saved "filter .*degree>6"
kill -s KILL "$explorer"
until_so shows "ended 137"
terminal kill-session -t "$pane" # whose terminal nobody has set right
start_shell
text "clear; $ODDONE --continue; echo ended \$?"
keys Enter
until_so shows "187 with"
until_so shows "2/5"
keys Q
until_so shows "ended 0"

# none where none is wanted
begin "--no-config town" NO_COLOR=1
coloured && fail "there are colours with NO_COLOR"
keys Q
until_so shows "ended 0"

# ended from outside
for signal in TERM:143 HUP:129 SEGV:139 ABRT:134 QUIT:131; do
	begin "--no-config town" ""
	kill -s "${signal%:*}" "$explorer"
	until_so shows "ended ${signal#*:}"
	terminal_is_back "after SIG${signal%:*}"
done
finish
