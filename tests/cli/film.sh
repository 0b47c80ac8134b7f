#!/bin/sh
# Moving pictures of a run and of a log: whole, the same again, small, and within what logs may write.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA
demo=$srcdir/share/oddone/demo.oddlog
gif=yes
"$ODDONE" run town -q -n 1 --animate probe.gif >/dev/null 2>err || gif=
[ -n "$gif" ] || says "built without giflib" err

# ---- a log as frames ----------------------------------------------------------------------------
cat >short.oddlog <<'END'
open town
iterate 2
wait 1
show map
END
code 0 "$ODDONE" play short.oddlog --record frames --size 80x24
says "frames.txt" err
[ ! -s out ] || fail "a recording writes to stdout"
code 0 "$ODDONE" info frames/0000.png --format json
equal 720x432 "$(json out width)x$(json out height)" "frames of 80 by 24 characters"
count=$(find frames -name '*.png' | wc -l)
[ "$count" -ge 8 ] || fail "two iterations and four commands in $count frames"
equal "$count" "$(grep -c '^file' frames/frames.txt)" "frames.txt"
# the second of the wait is there, and twice as fast is half as long
seconds()
{
	awk '$1 == "duration" { n += $2 } END { printf "%.1f", n }' "$1"/frames.txt
}
code 0 "$ODDONE" play short.oddlog --record quick --size 80x24 --speed 2 --scale 0.5
awk -v a="$(seconds frames)" -v b="$(seconds quick)" 'BEGIN { exit !(a > 4 && a / b > 1.7 && a / b < 2.3) }' ||
	fail "$(seconds frames) s, and twice as fast $(seconds quick) s"

# ---- what a log may not do, it may not while it is recorded -------------------------------------
mkdir inside && cd inside || exit 99
printf 'open town\nsave-screen ../outside.png\n' >bad.oddlog
code 3 "$ODDONE" play bad.oddlog --record film
says "bad.oddlog:2" err
[ ! -e ../outside.png ] || fail "a recorded log wrote outside of the directory"
[ ! -e film ] || fail "a failed recording left something"
printf 'open town\nbind explore x quit\n' >conf.oddlog
code 3 "$ODDONE" play conf.oddlog --record film
says "bind" err
printf 'open town\niterate nonsense\n' >wrong.oddlog
code 3 "$ODDONE" play wrong.oddlog --record film
says "wrong.oddlog:2" err
[ ! -e film ] || fail "a log with a mistake left a film"
cd ..
code 2 "$ODDONE" play short.oddlog --record ''
code 2 "$ODDONE" play short.oddlog --record film --size 5000x24
code 2 "$ODDONE" run town --each substep
code 1 "$ODDONE" play short.oddlog --record missing/film.gif
if [ -z "$gif" ]; then
	code 2 "$ODDONE" play short.oddlog --record film.gif
	finish
fi

# ---- as GIF -------------------------------------------------------------------------------------
code 0 "$ODDONE" play short.oddlog --record film.gif --size 80x24
says "wrote film.gif: $count frames" err
code 0 "$ODDONE" play short.oddlog --record film.gif --size 80x24
cp film.gif first.gif
code 0 "$ODDONE" play short.oddlog --record film.gif --size 80x24
same film.gif first.gif
head -c 6 film.gif | grep -q GIF89a || fail "film.gif is none"
grep -q NETSCAPE film.gif || fail "it does not begin again"
code 0 "$ODDONE" play short.oddlog --record once.gif --once --size 80x24
if grep -q NETSCAPE once.gif; then fail "--once begins again"; fi

# ---- the recording the README shows: a quarter of a minute in less than 1.5 MB ------------------
code 0 "$ODDONE" play "$demo" --record demo.gif
[ "$(wc -c <demo.gif)" -lt 1500000 ] || fail "the demonstration has $(wc -c <demo.gif) bytes"
awk '{ for (i = 1; i <= NF; i++) if ($(i + 1) == "s,") exit !($i > 12 && $i < 18) }' err ||
	fail "the demonstration does not take 15 s: $(cat err)"
[ "$(wc -c <"$srcdir/share/pictures/explorer.gif")" -lt 1500000 ] || fail "that of the README is larger"
says "share/pictures/explorer.gif" "$srcdir/README.md"
code 0 "$ODDONE" play "$demo" --batch -q
says "iteration 24" out

# ---- a run --------------------------------------------------------------------------------------
code 0 "$ODDONE" run town --animate run.gif
says "wrote run.gif: 41 frames" err
[ "$(wc -c <run.gif)" -lt 2000000 ] || fail "the film of the sample has $(wc -c <run.gif) bytes"
code 0 "$ODDONE" run town -n 3 --animate steps.gif --each substep --figure map --once
says "wrote steps.gif: 19 frames" err
code 0 "$ODDONE" run town -n 3 --animate dir --figure map --size 320x240
equal 4 "$(find dir -name '*.png' | wc -l)" "frames of three iterations"
code 0 "$ODDONE" run town -n 3 --animate single --each substep --figure map --size 320x240
equal 19 "$(find single -name '*.png' | wc -l)" "frames of three times six sub-steps and the start"
# the run itself is what it is without a film
code 0 "$ODDONE" run town -n 3 -q -o plain
code 0 "$ODDONE" run town -n 3 -q -o filmed --animate x.gif --each substep
for file in scores.tsv embedding.npy trace.tsv; do
	same plain/$file filmed/$file
done
code 1 "$ODDONE" run town --animate missing/x.gif
finish
