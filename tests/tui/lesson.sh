#!/bin/sh
# The Lesson screen: how it looks for each sub-step and size, and that the way there does not matter.
# UPDATE_GOLDEN=1 writes the screens anew: read them before they are committed.
. "${srcdir:-.}/tests/cli/lib.sh"
golden=$srcdir/tests/golden/tui
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA

# draw GLYPHS SIZE: run the script on stdin
draw()
{
	glyphs=$1 size=$2
	cat >script.odd
	code 0 env COLUMNS="${size%x*}" LINES="${size#*x}" "$ODDONE" --no-config --glyphs "$glyphs" \
		--script script.odd town
}

# kept FILE…: the screens are those that are kept
kept()
{
	for screen in "$@"; do
		if [ -n "${UPDATE_GOLDEN:-}" ]; then
			cp "$screen" "$golden/$screen"
		elif ! diff -u "$golden/$screen" "$screen" >difference 2>&1; then
			fail "$screen is another screen than the one kept:"
			sed 's/^/    /' difference
		fi
	done
}

draw braille 80x24 <<'END'
select agnes-gale
key i
save-screen lesson-start-utf8.txt
key s
save-screen lesson-W-utf8.txt
key n
save-screen lesson-G-utf8.txt
key s
save-screen lesson-H-utf8.txt
key x
save-screen lesson-sums-utf8.txt
key Esc s
save-screen lesson-U-utf8.txt
key s
save-screen lesson-V-utf8.txt
key S
save-screen lesson-O-utf8.txt
END
kept lesson-start-utf8.txt lesson-W-utf8.txt lesson-G-utf8.txt lesson-H-utf8.txt \
	lesson-sums-utf8.txt lesson-U-utf8.txt lesson-V-utf8.txt lesson-O-utf8.txt

draw ascii 80x24 <<'END'
select agnes-gale
key S i
save-screen lesson-O-ascii.txt
key b b b
save-screen lesson-H-ascii.txt
key x PgDn
save-screen lesson-sums-ascii.txt
END
kept lesson-O-ascii.txt lesson-H-ascii.txt lesson-sums-ascii.txt
for screen in lesson-*-ascii.txt; do
	LC_ALL=C grep -n '[^ -~]' "$screen" && fail "$screen is not ASCII"
done

draw braille 120x40 <<'END'
select agnes-gale
key S s s s i
save-screen lesson-120x40.txt
END
kept lesson-120x40.txt

draw braille 40x12 <<'END'
select agnes-gale
key S s s i
save-screen lesson-40x12.txt
key Tab
save-screen lesson-effect-40x12.txt
key Tab
save-screen lesson-sums-40x12.txt
END
kept lesson-40x12.txt lesson-effect-40x12.txt lesson-sums-40x12.txt

# Forwards and backwards, by sub-steps or by iterations, in the lesson or before it.
draw braille 80x24 <<'END'
select agnes-gale
key i s s s s
save-screen one.txt
key s s b b
save-screen two.txt
key S S B b b
save-screen three.txt
screen explore
reset
select agnes-gale
substep 4
key i
save-screen four.txt
END
same one.txt two.txt
same one.txt three.txt
same one.txt four.txt

# Looking ahead: the next sub-step, until it is run.
draw braille 80x24 <<'END'
select agnes-gale
key i s s s p
save-screen ahead.txt
key p
save-screen back.txt
key p s
save-screen five.txt
END
says "sub-step 4 of 6, to come" ahead.txt
says "not yet run" ahead.txt
says "sub-step 3 of 6 " back.txt
same one.txt five.txt

# Another entry by the prompt; the nodes that changed most; leaving.
draw braille 80x24 <<'END'
key i s s v
type 'bea-hale 3'
key Enter
save-screen watched.txt
key Right
save-screen chosen.txt
key Enter
save-screen node.txt
screen explore
key i
key q
save-screen left.txt
key i
key ?
save-screen help.txt
END
says "Watched: G[bea-hale, 3]" watched.txt
says "watching G[bea-hale, 3]" watched.txt
grep -q 'Changed most: >' watched.txt || fail "no node is chosen at first"
grep -q 'Changed most: [^>]*, >' chosen.txt || fail "the next node is not chosen"
says_not "Changed most" node.txt
says "Rank history" node.txt
says "1 Loss" left.txt
says "This screen (lesson)" help.txt
says "watch another entry" help.txt

# From a node back to the lesson: there is only one.
draw braille 80x24 <<'END'
key S i Enter i
save-screen once.txt
key q
save-screen explore.txt
END
says "sub-step 6 of 6" once.txt
says "1 Loss" explore.txt

# The block form says what is solved.
draw braille 80x24 <<'END'
set update=block
key s s i x
save-screen block.txt
key x
save-screen formula.txt
END
says "The whole row x is solved at once" block.txt
says "G_i (w1 HHᵀ + β w3 I) = w1 A_i Hᵀ + β w3 U_i Wᵀ" formula.txt

# One number in the hand: arrows move it with the loss and its terms, Esc puts it back, Enter lets it
# fall; nothing else moves, and undo takes it back.
draw braille 100x30 <<'END'
open six
set k=2
reset
goto iteration 1 after G
screen lesson
watch G fay 1
key t Right Right Right
save-screen held.txt
key Esc
save-screen put.txt
key t Right Enter
save-screen fallen.txt
undo
save-screen undone.txt
END
says "G[fay, 1] in the hand" held.txt
grep -q "now *in the hand *change" held.txt || fail "the terms are not told"
grep -q "α L_attr .* 0 " held.txt || fail "a term moves that does not have the number"
says_not "in the hand" put.txt
says "G[fay, 1] fell from" fallen.txt
says "undo: fall G fay 1" undone.txt
says "Watched: G[fay, 1]" undone.txt

# Without a network there is nothing to learn from.
echo "screen lesson" >none.odd
code 2 "$ODDONE" --no-config --script none.odd
finish
