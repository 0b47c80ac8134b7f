#!/bin/sh
# Every tour runs to its end on its sample, and what its text claims holds.
. "${srcdir:-.}/tests/cli/lib.sh"

for tour in "$srcdir"/share/oddone/lessons/*.tour; do
	name=$(basename "$tour" .tour)
	echo "tour check $name" >check.odd
	code 0 "$ODDONE" --script check.odd
	code 0 "$ODDONE" tour check "$name"
	says "claims hold" out
	# By keys, as a person goes through it: to the end, one page back and on again.
	{
		echo "tour $name"
		echo "key Enter Backspace"
		for _ in 1 2 3 4 5 6 7 8; do
			echo "key Enter Enter Enter Enter Enter Enter Enter Enter Enter Enter"
		done
		echo "save-screen end.txt --replace"
	} >walk.odd
	LINES=24 COLUMNS=80 code 0 "$ODDONE" --script walk.odd
	grep -q "Leave the tour" end.txt && fail "$name is not at its end after 80 keys"
done

# The example of the manual holds its own claims.
sed -n '/^.SH EXAMPLE/,/^.fi/p' "$srcdir/man/oddone-tour.5" | sed '/^\./d' >example.tour
code 0 "$ODDONE" tour check example.tour
says "2 pages" out

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
text hello {rank}" 3 "own.tour:4:12: \"rank\" does not begin a value"
wrong "$head
text hello
     and more {nosuch x}" 3 "own.tour:5:15"
wrong "$head
text hello {rank a" 3 "own.tour:4:12: a { without its }"
wrong "$head
text hello
do goto iteration x" 3 "own.tour:5:4: goto"
wrong "$head
expect rank a < b c" 3 "own.tour:4:8"
wrong "$head
do nosuch" 3 "own.tour:4:4: there is no command"
wrong "text early" 3 "own.tour:1:1: this belongs to a page"
wrong "$head
place left" 3 "own.tour:4:7"
# more than anybody reads is refused where it begins to be so, and soon
{
	printf '%s\ntext x\n' "$head"
	yes '  a text that never comes to its end' | head -n 100000
} >own.tour
code 3 "$ODDONE" tour check own.tour
says "own.tour:577:3: this text is longer than 20000 bytes" err
{
	printf '%s\ntext x\n' "$head"
	yes 'page Q' | head -n 100000
} >own.tour
code 3 "$ODDONE" tour check own.tour
says "own.tour:1004:1: a tour has at most 1000 pages" err
# letters are UTF-8: a lone byte, a character cut short, one of a forbidden range; columns count letters
for bytes in '\377' '\303' '\355\240\200' '\300\257'; do
	wrong "$head
$(printf "text \303\244h$bytes")" 3 "own.tour:4:8: this byte is not UTF-8"
done
printf 'title T\nnetwork town\npage P\ntext a\0b\n' >own.tour
code 3 "$ODDONE" tour check own.tour
says "own.tour:4:7: a NUL byte" err
wrong "title T
page P
text x" 3 "a tour needs a title, a network and pages"
wrong "$head
    goes on" 3 "own.tour:4:5"
# What only shows when it is run: a network, an option, values that are not there.
checked() {
	printf '%s\n' "$1" >own.tour
	code 3 "$ODDONE" tour check own.tour
	says "$2" err
}
checked "title T
network nosuch
page P
text t" "own.tour:2:9: nosuch"
checked "$head
text t
do set nosuch=3" "own.tour:5:4: set"
checked "$head
text t,
     {rank nobody}" "own.tour:5:6: {rank nobody}: there is no such node"
checked "$head
text t
expect rank nobody > 3" "own.tour:5:8: \"rank nobody > 3\" cannot be told: there is no such node"
checked "$head
text t
expect watched lowest > 3" "own.tour:5:8"
# A claim that does not hold ends the check, with its line.
printf '%s\n' "$head" "text fine" "do iterate 1" "expect recall 5 > 2" >own.tour
echo "tour check own.tour" >own.odd
code 3 "$ODDONE" --script own.odd
says "own.tour:6" err
says "does not hold" err
# The command line tells the same, of several tours, and goes on behind one that fails.
code 3 "$ODDONE" tour check own.tour 7-knobs
says "own.tour:6" err
says "7-knobs: " out
code 2 "$ODDONE" tour check

# A page is a state: whoever steps away is told, and Enter returns to it.
cat >away.odd <<'END'
tour 1-what-one-does
tour next
substep 3
set mu=2
save-screen away.txt --replace
key Enter
save-screen back.txt --replace
key Enter
save-screen on.txt --replace
END
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script away.odd
grep -q "You stepped away; Enter returns" away.txt || fail "stepping away is not told"
# Values of another state than the page is about are not put into its text.
grep -q "holds K = … numbers" away.txt || fail "the text has values of another state"
grep -q "holds K = 18 numbers" back.txt || fail "the values are not back"
grep -q "Two tables" back.txt || fail "Enter does not return to the page"
grep -q "iteration 1" back.txt && fail "the run is not where the page has it"
grep -q "The loss" on.txt || fail "Enter does not go on"

# Questions: a right answer, a wrong one, a number that is typed, and the score.
cat >ask.tour <<'END'
title    Asking
network  town
page     One
do       goto iteration 1 after W
text     G is next.
ask      What does L_str do?
choice   it falls | change structure < 0
choice   it rises | change structure > 0
then     goto iteration 1 after G
after    By {change structure}.
expect   change structure > 0
page     Two
text     Again.
ask      What did the total do?
choice   it fell | change < 0
choice   it rose | change > 0
page     Three
text     A number.
ask      How many people?
answer   nodes within 10
page     End
text     {answers right} of {answers given}.
END
cat >ask.odd <<'END'
tour ask.tour
save-screen q1.txt --replace
key 2
save-screen a1.txt --replace
key Enter 2
save-screen a2.txt --replace
key Enter 2 9 5
save-screen q3.txt --replace
key Enter
save-screen a3.txt --replace
key Enter
save-screen score.txt --replace
key Backspace
save-screen again.txt --replace
END
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script ask.odd
grep -q "  1  it falls" q1.txt || fail "no choices are seen"
grep -q "right" q1.txt && fail "it is judged before it is answered"
grep -q "You said: it rises. ✓ right." a1.txt || fail "a right answer is not told"
grep -q "By 31.39" a1.txt || fail "what came out is not told"
grep -q "You said: it rose; the result is it fell. ✗" a2.txt || fail "a wrong answer is not told"
grep -q "Your number: 295_" q3.txt || fail "a number cannot be typed"
grep -q "You said: 295; the result is 300. ✓ near enough" a3.txt || fail "a number is not judged"
grep -q "2 of 3" score.txt || fail "the score is not told"
grep -q "near enough" again.txt || fail "an answer is forgotten on the way back"
code 0 "$ODDONE" tour check ask.tour
says "ask.tour: 4 pages, 4 claims hold" out

# ---- the answers of a class: a line each in a file, bars before the result, and a count behind it
cat >class.odd <<'END'
tour ask.tour
key 1 1 2
save-screen c1.txt --replace
key Enter
save-screen c2.txt --replace
END
rm -f votes
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script class.odd --answers votes
equal 3 "$(wc -l <votes | tr -d ' ')" "answers in the file"
grep -q "██ 2" c1.txt || fail "two answers have no bar: $(cat c1.txt)"
grep -q "The class: [12] of 3 right" c2.txt || fail "the class is not judged: $(cat c2.txt)"
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script class.odd --answers votes
equal 6 "$(wc -l <votes | tr -d ' ')" "answers of two classes"
grep -q "██ 4" c1.txt || fail "earlier answers are forgotten"
wrong "$head
text t
choice a | nodes > 3" 3 "own.tour:5:1: this belongs to a question"
wrong "$head
text t
ask q" 3 "own.tour:5:1: a question needs two choices"
wrong "$head
text t
ask q
choice a | nodes" 3 "own.tour:6:12"
printf '%s\n' "$head" "text t" "ask q" "choice a | nodes > 3" "choice b | nodes > 2" >own.tour
code 3 "$ODDONE" tour check own.tour
says "own.tour:5:5: not exactly one choice holds" err

# The text can be put away, and then all of a small network is in sight at 80x24; Enter brings it back first.
cat >fold.odd <<'END'
tour 3-six-people
save-screen card.txt --replace
key F5
save-screen folded.txt --replace
key Enter
save-screen again.txt --replace
key Enter
save-screen next.txt --replace
END
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script fold.odd
grep -q "┌─ Six people" card.txt || fail "no card"
grep -q "┌─ Six people" folded.txt && fail "the card is not put away"
for who in ann bob cleo dan eve fay; do
	equal 2 "$(grep -c "^│$who " folded.txt)" "rows of $who"
done
equal 4 "$(grep -cE "^│(H|V) [12] " folded.txt)" "rows of H and V"
grep -q "┌─ Six people" again.txt || fail "Enter does not show the text"
grep -q "G: fay between two groups" next.txt || fail "Enter does not go on"

# A question on the lesson leaves no part of a panel without its frame.
cat >lesson.tour <<'END'
title    Lesson
network  town
page     A question before O
do       goto iteration 1 after V
do       screen lesson
place    bottom
text     O is left: which person fits badly? O1, O2 and O3 are each person's share of the errors of the links, of the
         words, and of the disagreement.
ask      What will the total do?
choice   it falls | change < 0
choice   it stays | change = 0
choice   it rises | change > 0
then     goto iteration 1 after O
END
printf '%s\n' "tour lesson.tour" "save-screen frame.txt --replace" >frame.odd
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script frame.odd
grep -q "A question before O" frame.txt || fail "another page than the question"
sed -n '2,22p' frame.txt | grep -qvE "^[┌│└]" && fail "a line stands without its frame"

# The wrong formula lands beside the lowest point, and the picture says so without colour, too.
cat >miss.odd <<'END'
tour 6-break-it
tour answer 3
tour next
save-screen miss.txt --replace
END
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script miss.odd
grep -q "×became" miss.txt || fail "the miss is not marked"
grep -q "●lowest" miss.txt || fail "the lowest point is not marked"
grep -q "As the authors' script has it" miss.txt || fail "it is not told which formula it is"

# An entry of another matrix than the sub-step's is watched later, and the message says when.
printf '%s\n' "title W" "network six" "page P" "do goto iteration 1 after O" "do watch G fay 1" "text t" >later.tour
printf '%s\n' "tour later.tour" "save-screen later.txt --replace" >later.odd
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script later.odd
grep -q "G\[fay, 1\] will be watched when sub-step G is shown" later.txt || fail "watch does not say when"

# What is hidden stays hidden, in tours and outside, until it is revealed.
cat >hide.odd <<'END'
open town
iterate 5
set truth=hidden
save-screen hidden.txt --replace
set truth=shown
save-screen shown.txt --replace
END
LINES=24 COLUMNS=80 code 0 "$ODDONE" --script hide.odd
grep -q "hidden: guess" hidden.txt || fail "recall is not hidden"
grep -q "◆" hidden.txt && fail "marks are seen although they are hidden"
grep -q "top 5 %: 1.00" shown.txt || fail "recall is not shown"

# Nor do names tell: planted nodes are called otherwise, everywhere alike, until it is revealed.
cat >names.odd <<'END'
open town
plant structural=3 attribute=3 combined=3 --placebo 3 --seed 4
iterate 20
set truth=hidden
show outliers
save-screen n-list.txt --replace
show map
maximise
save-screen n-map.txt --replace
maximise
find new-
save-screen n-found.txt --replace
screen node
save-screen n-node.txt --replace
screen explore
export scores hidden.tsv
keep one
export nodes hidden-nodes.csv
export runs hidden-runs.tsv
export network hidden.graphml
export dashboard hidden-all.png --with-data
key Tab
plant structural=1
save-screen n-planted.txt --replace
END
LINES=34 COLUMNS=110 code 0 "$ODDONE" --script names.odd
for screen in list map found node planted; do
	grep -E "(structural|attribute|combined|placebo)-[0-9]" "n-$screen.txt" &&
		fail "a name tells on the screen $screen"
	grep -E "known to be|It is a placebo|not among the known" "n-$screen.txt" &&
		fail "the truth is told on the screen $screen"
	grep -q "[0-9][▲■◆×]" "n-$screen.txt" && fail "kinds are counted on the screen $screen"
done
for screen in list found planted; do
	grep -q "new-[0-9][0-9][0-9][0-9]" "n-$screen.txt" || fail "nobody new on the screen $screen"
done
grep -q "node new-[0-9]" n-node.txt || fail "the Node screen does not have the other name"
grep -q "planted 1; the run goes on" n-planted.txt || fail "the status tells who was planted"
# Files have the names of the screen, and no kinds either; the network with its results, too.
for file in hidden.tsv hidden-all.tsv hidden-nodes.csv hidden.graphml; do
	[ -s "$file" ] || fail "there is no $file"
	grep -nE "structural|attribute-[0-9]|combined|placebo|swap|rewire" "$file" | head -3 | grep . &&
		fail "$file tells who is odd"
done
awk -F'\t' 'NR > 1 && $6 $7 $8 $9 != "nannannannan" { exit 1 }' hidden-runs.tsv ||
	fail "the table of runs has recall"
# What would be about recall alone is refused, and so is a choice by kind.
for what in "recall none.tsv" "recall none.png --with-data" "loss none.png --recall" \
	"scores none.tsv --only type=structural"; do
	printf 'open town\nset truth=hidden\nexport %s\n' "$what" >none.odd
	code 2 "$ODDONE" --script none.odd
	says "who is odd is hidden; set truth" err
	[ -e none.tsv ] || [ -e none.png ] && fail "export $what wrote a file"
done
equal "-" "$(cut -f4 hidden.tsv | sed 1d | sort -u)" "kinds in the table"
equal 12 "$(grep -c "new-[0-9]" hidden.tsv)" "hidden names in the table"
grep -q "structural-[0-9]" hidden.tsv && fail "the table has names that tell"
# The other name leads to the node, its own does not; revealed, both do, and are the same node.
name=$(grep -o "new-[0-9]*" hidden.tsv | head -1)
plain=$(head -3 names.odd)
# Nor do pictures: what is drawn while it is hidden is not what is drawn with it.
pictures="node map recall scores ranking dashboard"
for turn in hidden/1 hidden/2 shown/1; do
	mkdir -p "$turn"
	printf 'open town\niterate 3\nset truth=%s\n' "${turn%/*}" >"$turn/seen.odd"
	for figure in $pictures; do
		echo "export $figure $figure.png"
	done >>"$turn/seen.odd"
	(cd "$turn" && "$ODDONE" --script seen.odd) || fail "pictures with the truth $turn"
done
for figure in $pictures; do
	same "hidden/1/$figure.png" "hidden/2/$figure.png"
	cmp -s "hidden/1/$figure.png" "shown/1/$figure.png" && fail "the $figure tells what is hidden"
done
printf '%s\nset truth=hidden\nselect structural-1\n' "$plain" >own.odd
code 2 "$ODDONE" --script own.odd
says "there is no node" err
printf '%s\nset truth=hidden\nfind structural-\n' "$plain" >own.odd
code 2 "$ODDONE" --script own.odd
says "no node has \"structural-\" in its name" err
printf '%s\nset truth=hidden\nselect %s\nset truth=shown\nsave-screen n-shown.txt --replace\n' \
	"$plain" "$name" >other.odd
LINES=34 COLUMNS=110 code 0 "$ODDONE" --script other.odd
grep -q "new-" n-shown.txt && fail "what is revealed has its other name yet"
grep -qE "(structural|attribute|combined|placebo)-[0-9]" n-shown.txt || fail "nothing is revealed"
finish
