#!/bin/sh
# A recording of a log: whole, the same again, small, and within what logs may write.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA
demo=$srcdir/share/oddone/demo.oddlog
cat >short.oddlog <<'END'
open town
iterate 2
wait 1
show map
END
if ! "$ODDONE" play short.oddlog --record probe.gif --size 80x24 >out 2>err; then
	says "built without giflib" err
	finish
fi
[ ! -s out ] || fail "a recording writes to stdout"

# told WHAT FILE: the frames or the seconds that a recording has by its message
told()
{
	sed -n "s/.*: \([0-9]*\) frames, \([0-9.]*\) s, .*/\\$1/p" "$2"
}
[ "$(told 1 err)" -ge 8 ] || fail "two iterations and four commands in $(told 1 err) frames"
# the second of the wait is there
awk -v s="$(told 2 err)" 'BEGIN { exit !(s > 4 && s < 9) }' || fail "$(told 2 err) s"

# ---- what a log may not do, it may not while it is recorded -------------------------------------
mkdir inside && cd inside || exit 99
printf 'open town\nsave-screen ../outside.png\n' >bad.oddlog
code 3 "$ODDONE" play bad.oddlog --record film.gif
says "bad.oddlog:2" err
[ ! -e ../outside.png ] || fail "a recorded log wrote outside of the directory"
[ ! -e film.gif ] || fail "a failed recording left something"
printf 'open town\nbind explore x quit\n' >conf.oddlog
code 3 "$ODDONE" play conf.oddlog --record film.gif
says "bind" err
printf 'open town\niterate nonsense\n' >wrong.oddlog
code 3 "$ODDONE" play wrong.oddlog --record film.gif
says "wrong.oddlog:2" err
[ ! -e film.gif ] || fail "a log with a mistake left a film"
cd ..
code 2 "$ODDONE" play short.oddlog --record ''
code 2 "$ODDONE" play short.oddlog --record film.gif --size 5000x24
code 1 "$ODDONE" play short.oddlog --record missing/film.gif

# ---- the file -----------------------------------------------------------------------------------
code 0 "$ODDONE" play short.oddlog --record film.gif --size 80x24
cp film.gif first.gif
code 0 "$ODDONE" play short.oddlog --record film.gif --size 80x24
same film.gif first.gif
head -c 6 film.gif | grep -q GIF89a || fail "film.gif is none"
equal "720 432" "$(od -An -tu2 -j6 -N4 film.gif | awk '{ print $1, $2 }')" "80 by 24 characters"
grep -q NETSCAPE film.gif || fail "it does not begin again"
says "oddone play short.oddlog" film.gif

# ---- the recording the README shows: a quarter of a minute in less than 1.5 MB ------------------
code 0 "$ODDONE" play "$demo" --record demo.gif
[ "$(wc -c <demo.gif)" -lt 1500000 ] || fail "the demonstration has $(wc -c <demo.gif) bytes"
awk -v s="$(told 2 err)" 'BEGIN { exit !(s > 12 && s < 18) }' ||
	fail "the demonstration does not take 15 s: $(cat err)"
[ "$(wc -c <"$srcdir/share/pictures/explorer.gif")" -lt 1500000 ] || fail "that of the README is larger"
says "share/pictures/explorer.gif" "$srcdir/README.md"
code 0 "$ODDONE" play "$demo" --batch -q
says "iteration 24" out
finish
