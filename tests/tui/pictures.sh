#!/bin/sh
# The screen of the explorer as a picture: whole, the same again, and within what played files may do.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA

# ---- save-screen: three kinds of pictures -------------------------------------------------------
cat >show.odd <<'SCRIPT'
iterate 3
save-screen a.png
save-screen small.png --scale 0.5
save-screen a.svg
save-screen a.pdf
save-screen light.svg --theme light
key P
save-screen dialog.png
save-screen a.txt
SCRIPT
LINES=24 COLUMNS=80 code 0 "$ODDONE" town --no-config --script show.odd
code 0 "$ODDONE" info a.png --format json
equal 1440x864 "$(json out width)x$(json out height)" "a screen of 80 by 24"
says "iterate 3; save-screen a.png" out
equal screen "$(json out figure)" "what the picture says it is"
code 0 "$ODDONE" info small.png --format json
equal 360 "$(json out width)" "half the scale"
cmp -s a.png dialog.png && fail "a dialog is not in the picture"
head -c 5 a.pdf | grep -q '%PDF-' || fail "a.pdf is none"
says "<svg" a.svg
cmp -s a.svg light.svg && fail "--theme changes nothing"
grep -q oddone a.txt || fail "other names are not text any more"
mkdir again && cd again || exit 99
LINES=24 COLUMNS=80 code 0 "$ODDONE" town --no-config --script ../show.odd
cd ..
for file in a.png a.svg a.pdf light.svg dialog.png; do
	same $file again/$file
done

# ---- the Lesson and Node screens as figures ------------------------------------------------------
cat >pages.odd <<'SCRIPT'
iterate 2
substep
substep
export lesson lesson.png
export lesson lesson.svg
export lesson lesson.pdf --theme dark
export node node.png --select lena-vale
export node oddest.png
key j
key Enter
export node seen.png
key l
SCRIPT
LINES=40 COLUMNS=120 code 0 "$ODDONE" town --no-config --script pages.odd
for file in lesson.png node.png oddest.png seen.png; do
	code 0 "$ODDONE" info $file --format json
	case $file in
	lesson.png) figure=lesson ;;
	*) figure=node ;;
	esac
	equal $figure "$(json out figure)" "what $file says it is"
done
head -c 5 lesson.pdf | grep -q '%PDF-' || fail "lesson.pdf is none"
says "<svg" lesson.svg
cmp -s node.png oddest.png && fail "--select names another node, in vain"
# on the screen of a node the file is of that node
code 0 "$ODDONE" info seen.png --format json
says "export node seen.png --select" out
# the command of the picture makes it again
code 0 "$ODDONE" info node.png --format json
json out command | tr ';' '\n' | sed 's/^ //; s/node.png/again.png/; s/--number//' >again.odd
code 0 "$ODDONE" explore --no-config --script again.odd
code 0 "$ODDONE" info again.png --format json
code 0 "$ODDONE" explain town -q --node lena-vale --node george-pike --figures pages --figure-format svg
equal "1-lena-vale.svg 2-george-pike.svg" "$(cd pages && echo *)" "a page of each node"
code 0 "$ODDONE" explain town -q --node lena-vale --text --size 110x48
says "why lena-vale ranks" out
says "so: a" out

# ---- a comparison, with the whole path in the status line ------------------------------------------
cat >methods.odd <<'SCRIPT'
plant structural=2 --seed 5
compare start degree random
key c
size 160x40
compare export methods.png
save-screen methods.txt
SCRIPT
LINES=40 COLUMNS=160 code 0 "$ODDONE" town --no-config --script methods.odd
says "wrote $(pwd -P)/methods.png, of 6 cells" methods.txt
code 0 "$ODDONE" info methods.png --format json
equal compare-recall "$(json out figure)" "what the picture of a comparison is"

# ---- a file that is there stays, and played files write only what they may ----------------------
echo "save-screen a.png" >over.odd
code 2 "$ODDONE" town --no-config --script over.odd
says "is there already" err
mkdir played && cd played || exit 99
printf 'save-screen ../out.png\n' >out.odd
printf 'save-screen .hidden.png\n' >hidden.odd
printf 'save-screen new.png\n' >new.odd
for file in out hidden; do
	printf 'source %s.odd\n' $file >run.odd
	"$ODDONE" town --no-config --script run.odd >/dev/null 2>&1
done
[ ! -e ../out.png ] || fail "a sourced file wrote a picture outside of the directory"
[ ! -e .hidden.png ] || fail "a sourced file wrote a hidden picture"
printf 'source new.odd\n' >run.odd
code 0 "$ODDONE" town --no-config --script run.odd
[ -e new.png ] || fail "a sourced file may write a new picture here"
cd ..
finish
