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
code 3 "$ODDONE" run it.oddsession
says 'sessions are opened by the explorer' err
# What is in it.
code 0 "$ODDONE" info it.oddsession
says 'network    town' out
says 'iteration 3, after H' out
says '2 planted' out
says 'kept runs  one' out
says 'undo       3 commands, first: substep 3' out
code 0 "$ODDONE" info it.oddsession --format json
equal "2 U 2 1" "$(json out iteration) $(json out next_step) $(json out planted) $(json out marked)" "where it is"
equal "substep 3" "$(json out undo.0)" "what is undone first"
code 0 "$ODDONE" info it.oddsession --format tsv
says "$(printf 'undo\titerate 2')" out
says "$(printf 'kept\tone')" out
code 3 "$ODDONE" info cut.oddsession
says 'cut.oddsession: is damaged or cut short' err
code 2 "$ODDONE" it.oddsession </dev/null
says 'oddone play LOG, with a line: open it.oddsession' err
finish
