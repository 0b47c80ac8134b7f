#!/bin/sh
# Pictures of panes as the explorer saves them. tests/tui/terminal.py has the explorer on terminals
# that are pretended. Skipped without chafa.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA
"$ODDONE" --version | grep -q 'pictures in it *chafa' || exit 77

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
