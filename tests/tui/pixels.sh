#!/bin/sh
# Pictures in terminals: from the shell, decoded and compared with the PNG; and as the explorer saves
# them. Skipped without chafa; a part of it without sixel2png. tests/tui/terminal.py has the explorer on
# terminals that are pretended.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA
code 0 "$ODDONE" run town -q -n 2 --figure map --show --pixels kitty
grep -q '_Ga=T' out || {
	grep -q 'map of the embedding' out || exit 1 # as --text would
	exit 77
}

# ---- from the shell -----------------------------------------------------------------------------
code 0 "$ODDONE" run town -q -n 2 --figure map --show
grep -q 'map of the embedding' out || fail "without a terminal there is no map"
if grep -q '_G' out; then fail "pixels go to a file that nobody asked for"; fi
code 0 "$ODDONE" run town -q -n 2 --figure map --show --pixels sixel --theme dark
cp out map.six
code 0 "$ODDONE" run town -q -n 2 --figure loss --figure map --show --pixels iterm
equal 2 "$(grep -ac '1337;File=inline=1' out)" "two pictures for iTerm2"
code 0 "$ODDONE" explain town -q -n 2 --top 1 --show --pixels kitty
grep -q '_Ga=T' out || fail "explain --show has no picture"
grep -aq george-pike out || fail "explain --show has no explanation"
code 0 "$ODDONE" compare town -q --methods degree,aane --seeds 1 --tasks outliers --show --pixels kitty
grep -q '_Ga=T' out || fail "compare --show has no picture"
code 0 "$ODDONE" run town -q -n 2 --figures figs --figure map --size 640x360 --theme dark
for way in kitty sixel iterm; do
	code 0 "$ODDONE" info figs/map.png --show --pixels $way
	[ "$(wc -c <out)" -gt 5000 ] || fail "info --show --pixels $way shows nothing"
	grep -aq 'oddone run town' out || fail "info --show does not tell how it was made"
done
code 0 "$ODDONE" info figs/map.png --show --color always
grep -q '▄\|▀\|█' out || fail "info --show has no characters"
code 2 "$ODDONE" run town --show --format json
head -c 3000 figs/map.png >cut.png
code 3 "$ODDONE" info cut.png --show --pixels kitty

# ---- what a sixel terminal gets is the PNG of the same chart ------------------------------------
if command -v sixel2png >/dev/null && command -v compare >/dev/null && command -v convert >/dev/null; then
	sixel2png -i map.six -o sixel.png
	size=$(sed -n 's/.*"1;1;\([0-9]*\);\([0-9]*\)#.*/\1x\2/p' map.six | head -n 1)
	# 80 columns of 8 pixels; rows of 16, in bands of six
	equal 640 "${size%x*}" "width of the picture"
	"$ODDONE" run town -q -n 2 --figure map --show --pixels kitty --theme dark >map.kitty
	rows=$(sed -n 's/.*,v=\([0-9]*\),.*/\1/p' map.kitty | head -n 1)
	"$ODDONE" run town -q -n 2 --figures png --figure map --size "640x$rows" --theme dark >/dev/null
	# the small print tells another command
	convert png/map.png -crop "640x$((rows - 60))+0+0" +repage wanted.png
	convert sixel.png -crop "640x$((rows - 60))+0+0" +repage got.png
	quality=$(compare -metric PSNR wanted.png got.png null: 2>&1)
	case $quality in
	inf*) ;;
	*) awk -v q="${quality%% *}" 'BEGIN { exit !(q > 32) }' || fail "the sixels are another picture: PSNR $quality" ;;
	esac
else
	echo "no sixel2png or ImageMagick: sixels are not decoded"
fi

# ---- in the explorer ----------------------------------------------------------------------------
cat >panes.odd <<'SCRIPT'
iterate 3
save-screen cells.png
save-screen cells.txt
set pixels=sixel
save-screen pixels.png
save-screen same.txt
set pixels=off
save-screen again.png
SCRIPT
LINES=40 COLUMNS=120 code 0 "$ODDONE" town --no-config --script panes.odd
cmp -s cells.png pixels.png && fail "the screen has no pictures in it"
sed '$d' cells.txt | sed '$d' >a
sed '$d' same.txt | sed '$d' >b
same a b # as text it is what it was
finish
