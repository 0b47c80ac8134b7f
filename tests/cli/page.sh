#!/bin/sh
# Pages for a browser: whole, self-contained, safe with any name, and, where Chromium is there, shown
# without an error, sorted, searched and drawn.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA

# self_contained FILE: nothing is fetched, and it ends as a page does
self_contained()
{
	grep -qiE '(src|srcset|href)="?(https?:|//|file:)|@import|url\(' "$1" && fail "$1 asks for another file"
	equal "</html>" "$(tail -n 1 "$1")" "the end of $1"
}

# ---- a run
code 0 "$ODDONE" run town -q --html town.html
self_contained town.html
[ "$(wc -c <town.html)" -lt 2000000 ] || fail "town.html has $(wc -c <town.html) bytes"
for text in "<h1>town</h1>" "<td>george-pike</td>" 'id="why-1"' "1. george-pike" "--html town.html" \
	"<th scope=\"row\">seed</th><td>42</td>"; do
	says "$text" town.html
done
code 0 "$ODDONE" run town -q --html again.html
sed 's/again\.html/town.html/g' again.html >renamed.html
sed 's/textLength="[0-9.]*"//' town.html >one # the command line has another length
sed 's/textLength="[0-9.]*"//' renamed.html >two
same one two
code 1 "$ODDONE" run town -q --html nowhere/town.html
[ ! -e nowhere ] || fail "a directory was made"
code 2 "$ODDONE" run town -q --html ""

# ---- names that would be markup, or end the script
mkdir evil
printf 'id,colour\n' >evil/nodes.csv
printf '"<b>bold</b>",red\n"""quoted"" &amp;",blue\n"</script><script>alert(1)</script>",red\n"<!--",blue\nplain,red\n' \
	>>evil/nodes.csv
printf 'source,target\n"<b>bold</b>",plain\n"<!--",plain\n"</script><script>alert(1)</script>","<!--"\n"""quoted"" &amp;",plain\n' \
	>evil/edges.csv
code 0 "$ODDONE" run evil -q -n 2 --dims 1 --html evil.html
self_contained evil.html
says "&lt;b&gt;bold&lt;/b&gt;" evil.html
for text in "<b>bold" "<script>alert" "<!--"; do
	says_not "$text" evil.html
done
equal 2 "$(grep -c '</script>' evil.html)" "ends of scripts"

# ---- a tour
code 0 "$ODDONE" handout 1-what-one-does -q --html tour.html
self_contained tour.html
[ "$(wc -c <tour.html)" -lt 2000000 ] || fail "tour.html has $(wc -c <tour.html) bytes"
for text in "<h2>1. A town</h2>" "<math display=" '<section id="page-14">' "<fieldset" "<summary>Answer</summary>" \
	"a town of 300 people"; do
	says "$text" tour.html
done
code 2 "$ODDONE" handout 1-what-one-does -q --html ""
code 1 "$ODDONE" handout 1-what-one-does -q --html nowhere/tour.html
for tour in "$srcdir"/share/oddone/lessons/*.tour; do
	code 0 "$ODDONE" handout "$tour" -q --html each.html
	self_contained each.html
done

# ---- in a browser
browser=$(command -v chromium || command -v chromium-browser) || {
	echo "there is no Chromium: pages are not shown"
	finish
}
# shown FILE SCRIPT: the page once it has run the script, with what the script threw
shown()
{
	sed "s#</body>#<script>$2</script></body>#" "$1" >shown.html
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
		--disable-background-networking --disable-component-update --disable-sync \
		--user-data-dir="$tmp/profile" --enable-logging=stderr --virtual-time-budget=2000 \
		--dump-dom "file://$tmp/shown.html" >dom 2>log
	if grep -q 'CONSOLE.*\(Error\|error\)' log; then
		fail "$1: $(grep CONSOLE log | head -n 2)"
	fi
}
shown town.html ''
[ -s dom ] || {
	echo "Chromium does not start here: pages are not shown"
	finish
}
equal 15 "$(grep -o '<tr data-rank=' dom | wc -l | tr -d ' ')" "rows that are shown"
equal 300 "$(grep -o 'data-i=' dom | wc -l | tr -d ' ')" "nodes on the map"
shown town.html 'let f=document.getElementById("find"); f.value="gale"; f.dispatchEvent(new Event("input"))'
says "conrad-gale" dom
grep -o '<tr data-rank="[0-9]*"' dom | sort -u >found
[ "$(wc -l <found)" -lt 15 ] || fail "a search leaves all rows"
shown town.html 'document.querySelectorAll("\#table th button")[1].click()'
equal 'aria-sort="ascending"' "$(grep -o 'aria-sort="ascending"' dom | head -n 1)" "a sorted column"
grep -q '<tr data-rank="1"' dom && fail "sorted by name, the first rank is still in view"
shown town.html 'document.querySelector("\#table tbody tr").click()'
says 'class="chosen"' dom
shown evil.html ''
equal 5 "$(grep -o '<tr data-rank=' dom | wc -l | tr -d ' ')" "rows with names of markup"
shown tour.html ''
says "Start: loss 382.84" dom
equal 37 "$(sed -n 's/.*id="slider"[^>]*max="\([0-9]*\)".*/\1/p; s/.*max="\([0-9]*\)"[^>]*id="slider".*/\1/p' dom | head -n 1 | awk '{ print $1 + 1 }')" "frames"
shown tour.html 'let s=document.getElementById("slider"); s.value=2; s.dispatchEvent(new Event("input"))'
says "Iteration 1, after G: loss 311" dom
says_not "combined</span>" dom
shown tour.html 'document.getElementById("reveal").click()'
says "attribute</span>" dom
# the point follows the keys, and falls to the lowest point
shown tour.html 'let s=document.getElementById("slider"); s.value=1; s.dispatchEvent(new Event("input")); let p=document.getElementById("point"); p.dispatchEvent(new KeyboardEvent("keydown",{key:"ArrowRight"}))'
says "above the lowest point" dom
shown tour.html 'let s=document.getElementById("slider"); s.value=1; s.dispatchEvent(new Event("input")); document.getElementById("fall").click()'
says "the lowest that this number allows" dom
finish
