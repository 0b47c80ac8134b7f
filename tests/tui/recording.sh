#!/bin/sh
# What is seen is recorded: record FILE begins, record ends it, and the file is a GIF of several pictures.
. "${srcdir:-.}/tests/cli/lib.sh"
export LC_ALL=C.UTF-8 ODDONE_DATA=$srcdir/share/oddone
"$ODDONE" --version | grep -qi gif || {
	printf 'record a.gif\n' >can.odd
	"$ODDONE" explore --no-config --script can.odd town 2>err || exit 77
	rm -f a.gif
}
cat >script.odd <<'S'
size 60x20
record film.gif
substep
key i
key Esc
record
save-screen ended.txt
S
code 0 "$ODDONE" explore --no-config --script script.odd town
says "wrote " ended.txt
[ "$(head -c 6 film.gif)" = GIF89a ] || fail "film.gif is no GIF"
[ "$(wc -c <film.gif)" -gt 5000 ] || fail "film.gif is too small"
# A file that is there is not written over, and what is not recorded cannot be ended.
printf 'record film.gif\n' >again.odd
code 2 "$ODDONE" explore --no-config --script again.odd town
printf 'record\n' >none.odd
code 2 "$ODDONE" explore --no-config --script none.odd town
says "nothing is recorded" err
# A recording that nobody ends is written when the program ends.
printf 'record left.gif\nsubstep\n' >left.odd
code 0 "$ODDONE" explore --no-config --script left.odd town
[ "$(head -c 6 left.gif)" = GIF89a ] || fail "left.gif is no GIF"
finish
