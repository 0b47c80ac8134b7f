#!/bin/sh
# A session in a file: saved and opened from the command line, exactly, and refused when damaged.
. "${srcdir:-.}/tests/cli/lib.sh"
ODDONE_DATA=$srcdir/share/oddone
export ODDONE_DATA

cat >save.odd <<'END'
open town
iterate 2
plant swap=1 structural=1
substep 3
keep one
mark #1
save a.oddsession
substep 4
export scores straight.tsv
END
code 0 "$ODDONE" play save.odd --batch
printf 'open a.oddsession\nsubstep 4\nexport scores again.tsv\n' >open.odd
code 0 "$ODDONE" play open.odd --batch
same straight.tsv again.tsv

# Wherever it lies, and whatever it is called.
mkdir -p elsewhere
mv a.oddsession elsewhere/renamed
printf 'open elsewhere/renamed\nsubstep 4\nexport scores third.tsv\n' >third.odd
code 0 "$ODDONE" play third.odd --batch
same straight.tsv third.tsv

# Damaged, cut short, empty: told by its name, and wrong input.
head -c 5000 elsewhere/renamed >cut.oddsession
printf 'open cut.oddsession\n' >cut.odd
code 3 "$ODDONE" play cut.odd --batch
says 'cut.oddsession: is damaged or cut short' err
code 3 "$ODDONE" play elsewhere/renamed --batch
says 'is a session as it was, and no log' err
# Asked of what does not read it, it says what does.
cp elsewhere/renamed it.oddsession
code 3 "$ODDONE" info it.oddsession
says 'sessions are opened by the explorer' err
code 2 "$ODDONE" it.oddsession </dev/null
says 'oddone play LOG, with a line: open it.oddsession' err
finish
