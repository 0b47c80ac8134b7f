#!/bin/sh
# Manners where nobody looks on: progress in lines, as many threads as are granted, colours when asked.
. "${srcdir:-.}/tests/cli/lib.sh"
small
escape=$(printf '\033')

# ---- progress: lines now and then, never bars or escapes ---------------------------------------
ODDONE_PROGRESS=0 "$ODDONE" run small >out 2>err || fail "a run with progress"
says "oddone: iteration " err
! grep -q "$escape\|$(printf '\r')" err || fail "a terminal's progress in a file"
ODDONE_PROGRESS=0 "$ODDONE" run small -q >out 2>err || fail "a quiet run"
[ ! -s err ] || fail "--quiet says: $(cat err)"
ODDONE_PROGRESS=-1 "$ODDONE" run small >out 2>err || fail "a run without progress"
! grep -q "iteration" err || fail "progress that was not wanted"

# ---- threads ------------------------------------------------------------------------------------
equal 1 "$(OMP_NUM_THREADS=1 "$ODDONE" run small -q --format json >all.json &&
	json all.json options.threads)" "threads with OMP_NUM_THREADS=1"
equal 3 "$(OMP_NUM_THREADS=1 "$ODDONE" run small -q -t 3 --format json >all.json &&
	json all.json options.threads)" "threads with -t 3"

# ---- colours ------------------------------------------------------------------------------------
coloured()
{
	env "$@" "$ODDONE" run small -q --figure loss --text 2>/dev/null | grep -q "$escape"
}
! coloured TERM=xterm-256color || fail "colours in a pipe"
coloured TERM=xterm-256color CLICOLOR_FORCE=1 || fail "CLICOLOR_FORCE without colours"
! coloured TERM=xterm-256color CLICOLOR_FORCE=0 || fail "CLICOLOR_FORCE=0 forces colours"
! coloured TERM=xterm-256color CLICOLOR_FORCE=1 NO_COLOR=1 || fail "NO_COLOR is the stronger one"

# ---- what this is -------------------------------------------------------------------------------
code 0 "$ODDONE" --version
says "MIT licence" out
finish
