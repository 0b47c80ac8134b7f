#!/bin/sh
# A tour as worksheets: every page with blanks, the answers on a sheet of their own, notes only when
# asked for; and notes on the screen.
. "${srcdir:-.}/tests/cli/lib.sh"

cat >ask.tour <<'END'
title    Asking
about    for a test
network  town
page     The quiet town
do       goto iteration 1 after W
text     There are {nodes} people.
keys     Enter goes on.
expect   nodes = 300
note     Wait for the class; {nodes} is a round number.
page     The question
text     G is next.
ask      What does L_str do?
choice   it falls | change structure < 0
choice   it rises | change structure > 0
then     goto iteration 1 after G
after    By {change structure}.
expect   change structure > 0
END

# ---- the file: two sheets, the same bytes each time, named after the tour
code 0 "$ODDONE" handout ask.tour
says "wrote 2 pages, 2 sheets to ask.pdf" err
head -c 5 ask.pdf | grep -q '%PDF-' || fail "ask.pdf is no PDF"
code 0 "$ODDONE" handout ask.tour -o again.pdf -q
[ -s err ] && fail "-q is not quiet"
cmp ask.pdf again.pdf || fail "the same tour gives another file"
code 0 "$ODDONE" handout ask.tour --notes -o notes.pdf
cmp -s ask.pdf notes.pdf && fail "--notes changes nothing"
code 0 "$ODDONE" handout ask.tour --theme dark -o dark.pdf
cmp -s ask.pdf dark.pdf && fail "--theme changes nothing"

# ---- what is on the sheets, where there is a program to read them
if command -v pdftotext >/dev/null; then
	pdftotext -layout ask.pdf ask.txt
	pdftotext -layout notes.pdf notes.txt
	equal 2 "$(grep -c "$(printf '\f')" ask.txt)" "sheets"
	says "1. The quiet town" ask.txt
	says "There are ________ people." ask.txt
	says "1. The quiet town: 300;" ask.txt
	says "it falls" ask.txt
	says "2. The question: Result: it rises. By 31.39." ask.txt
	says "L_str" ask.txt # the chart of the loss
	says_not "Enter goes on" ask.txt
	says_not "Wait for the class" ask.txt
	says_not "Go on" ask.txt # its keys
	says "For the teacher: Wait for the class; 300 is" notes.txt
	# The answer is on a later sheet than the question.
	asked=$(grep -n "it falls" ask.txt | head -1 | cut -d: -f1)
	broken=$(grep -n "$(printf '\f')" ask.txt | sed -n 1p | cut -d: -f1)
	came=$(grep -n "Result: it rises" ask.txt | cut -d: -f1)
	{ [ "$asked" -lt "$broken" ] && [ "$broken" -le "$came" ]; } ||
		fail "the answer is on the sheet of the question"
fi

# ---- faults: no PDF, too much, no tour, a claim that does not hold writes nothing
code 2 "$ODDONE" handout ask.tour -o ask.png
says "does not end in .pdf" err
code 2 "$ODDONE" handout ask.tour more
code 2 "$ODDONE" handout nosuch
sed 's/nodes = 300/nodes = 301/' ask.tour >false.tour
code 3 "$ODDONE" handout false.tour
says "false.tour:8" err
[ -e false.pdf ] && fail "a handout was written although a claim does not hold"

# ---- notes on the screen: only after F4, and again not
cat >notes.odd <<'END'
tour ask.tour
save-screen without.txt --replace
key F4
save-screen with.txt --replace
key F4
save-screen away.txt --replace
END
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script notes.odd
says_not "Wait for the class" without.txt
says "F4 Notes" without.txt
says "Note: Wait for the class; 300 is a round number." with.txt
says_not "Wait for the class" away.txt
echo "tour notes" >none.odd
code 2 "$ODDONE" --script none.odd
says "no tour is under way" err
finish
