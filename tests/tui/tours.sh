#!/bin/sh
# Every tour runs to its end on its sample, and what its text claims holds.
. "${srcdir:-.}/tests/cli/lib.sh"

for tour in "$srcdir"/share/oddone/lessons/*.tour; do
	name=$(basename "$tour" .tour)
	echo "tour check $name" >check.odd
	code 0 "$ODDONE" --script check.odd
	# By keys, as a person goes through it: to the end, one page back and on again.
	{
		echo "tour $name"
		echo "key Enter Backspace"
		for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28; do
			echo "key Enter"
		done
		echo "save-screen end.txt"
	} >walk.odd
	LINES=24 COLUMNS=80 code 0 "$ODDONE" --script walk.odd
	grep -q "Leave the tour" end.txt && fail "$name is not at its end after 28 keys"
done

# A teacher's own: faults are told with line and column.
wrong() {
	printf '%s\n' "$1" >own.tour
	echo "tour own.tour" >own.odd
	code "$2" "$ODDONE" --script own.odd
	says "$3" err
}
head='title T
network town
page P'
wrong "$head
text hello {rank}" 3 "own.tour:4"
wrong "$head
expect rank a < b c" 3 "own.tour:4:8"
wrong "$head
do nosuch" 3 "own.tour:4:4: there is no command"
wrong "text early" 3 "own.tour:1:1: this belongs to a page"
wrong "$head
place left" 3 "own.tour:4:7"
wrong "title T
page P
text x" 3 "a tour needs a title, a network and pages"
wrong "$head
    goes on" 3 "own.tour:4:5"
# A claim that does not hold ends the check, with its line.
printf '%s\n' "$head" "text fine" "do iterate 1" "expect recall 5 > 2" >own.tour
echo "tour check own.tour" >own.odd
code 3 "$ODDONE" --script own.odd
says "own.tour:6" err
says "does not hold" err
finish
