#!/bin/sh
# The Node screen, as scripts see it. ODDONE_UPDATE=1 writes the expected
# screens anew.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
LC_ALL=C.UTF-8
export ODDONE_DATA LC_ALL
golden=$srcdir/tests/golden/tui

# screen NAME: out.txt is what is expected.
screen()
{
	if [ -n "${ODDONE_UPDATE:-}" ]; then
		cp out.txt "$golden/$1"
	elif ! cmp -s out.txt "$golden/$1"; then
		fail "$1 is another screen"
		diff "$golden/$1" out.txt
	fi
}

# drive OPTIONS…: the script on stdin.
drive()
{
	cat >script
	code 0 "$ODDONE" "$@" --script script
}

# ---- as it looks ------------------------------------------------------------------------------
for glyphs in braille ascii; do
	drive --glyphs $glyphs <<'END'
size 80x24
open town
plant structural=1
iterate 6
key Enter
save-screen out.txt --replace
END
	screen node-$glyphs.txt
done
drive <<'END'
size 120x40
open town
iterate 3
plant attribute=1
iterate 3
key Enter Tab
save-screen out.txt --replace
END
screen node-120x40.txt
drive <<'END'
size 40x12
open town
iterate 2
key Enter Tab Tab Down
save-screen out.txt --replace
END
screen node-40x12.txt
drive <<'END'
open town
iterate 2
keep before
set score=one
weights 1,0,0
key D
save-screen out.txt --replace
END
# D sorts the list by the change since the run that was kept.
says "by kept ▼" out.txt
says "vs before" out.txt

# ---- where it leads ---------------------------------------------------------------------------
title()
{
	sed -n 2p "$1"
}
drive <<'END'
open town
iterate 3
select #2
key Enter
save-screen second
key ]
save-screen third
key [ [
save-screen first
key Enter
save-screen walked
key Enter
save-screen further
key Backspace
save-screen returned
key Backspace
save-screen home
key Backspace
save-screen nowhere
key q
save-screen left
END
title second | grep -q "rank 2 of" || fail "it is not the selected node"
title third | grep -q "rank 3 of" || fail "] is not the next"
title first | grep -q "rank 1 of" || fail "[ [ is not the first"
[ "$(title walked)" != "$(title first)" ] || fail "Enter does not walk"
title walked | grep -q "from $(title first | sed 's/^ *node \(....\).*/\1/')" || fail "it forgot where from"
equal "$(title walked)" "$(title returned)" "the way back"
equal "$(title first)" "$(title home)" "where the walk began"
says "where the walk began" nowhere
node=$(title first | awk '{ print $2 }')
grep -q ">1 *$node" left || fail "Explore has not selected $node"

# It follows the run, a planting, a search and the end of the network.
drive <<'END'
open town
iterate 2
key Enter
save-screen two
key S
save-screen three
key u
save-screen undone
key a s
save-screen planted
find rosa-sp
save-screen found
open town
save-screen anew
END
says "2/40" two
says "3/40" three
cmp -s two three && fail "a step changes nothing"
equal "$(sed -n 3,21p two)" "$(sed -n 3,21p undone)" "what undo leaves"
title planted | grep -q "structural-1 .*planted" || fail "it does not follow the newcomer"
title found | grep -q "rosa-sparrow" || fail "it does not follow a search"
says "1 Loss" anew

# Unlabelled, tiny and weighted networks; every size.
code 0 "$ODDONE" generate -o small --nodes 30 --edges 60 --weighted
sed -i 's/^\([^	]*\)	[^	]*	/\1		/' small/*.nodes 2>/dev/null
for size in 40x12 79x24 80x23 80x24 100x30 200x60; do
	drive <<END
size $size
open small
iterate 2
key Enter Tab Tab Tab PgDn PgDn End Home S-Tab End
explain #30
key K ] [ D q
keep
set score=one
weights 0,0,1
key D End Home PgDn [ ] Enter q q
save-screen $size
END
done

# ---- judgments by key, and the list of them
drive <<END
open town
select george-pike
screen node
key + ] - q
filter judged=odd
save-screen judged-odd
filter judged=not-odd
save-screen judged-not-odd
END
says "1 of 300 nodes: judged=odd" judged-odd
says "george-pike" judged-odd
says "1 of 300 nodes: judged=not-odd" judged-not-odd

# ---- what it says when there is nothing -------------------------------------------------------
printf 'screen node\n' >script
code 2 "$ODDONE" --script script
says "no network is open" err
printf 'open town\nsort kept\n' >script
code 2 "$ODDONE" --script script
says "no run has been kept" err
printf 'open town\nexplain nobody\n' >script
code 2 "$ODDONE" --script script
says 'no node "nobody"' err
finish
