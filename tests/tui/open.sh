#!/bin/sh
# A network whose columns have other names than usual is opened in two keys: the error leads to its
# columns, of which the likely ones are chosen already. The list uses the width of the screen.
. "${srcdir:-.}/tests/cli/lib.sh"
unset COLORTERM
export LC_ALL=C.UTF-8
mkdir air
awk 'BEGIN {
	split("CO TX CA NY AK HI", state, " ")
	print "iata,name,state,latitude" > "air/nodes.csv"; print "origin,destination,count" > "air/edges.csv"
	for (i = 0; i < 60; i++) {
		s = int(i / 10)
		printf "A%02d,The International Airport of City %d,%s,%d\n", i, i, state[s + 1], 20 + i * 7 % 41 > "air/nodes.csv"
		for (j = 1; j < 5; j++) printf "A%02d,A%02d,%d\n", i, 10 * s + (i + j) % 10, j > "air/edges.csv"
	}
	# links of airports that are not listed: by values alone the columns are not certain
	for (i = 0; i < 100; i++) printf "B%03d,B%03d,1\n", i, i * 7 % 100 > "air/edges.csv"
}'
cat >script.odd <<'S'
type ":open air"
key Enter
save-screen columns.txt
key Enter
size 200x60
set score=one
save-screen opened.txt
sort degree
key End
sort name
save-screen sorted.txt
log save opened.oddlog
S
code 0 "$ODDONE" explore --no-config --script script.odd
says "CSV: 60 nodes, 240 links" columns.txt
says "iata,name,state,latitude" columns.txt
says "edges.csv: origin,destination,count" columns.txt
says "problem none" columns.txt
says "open air --id iata --source origin --target destination" columns.txt
says "n 60  m 240" opened.txt
says "open --id iata --source origin --target destination {data}" opened.oddlog
# What came of numbers and categories is no word. ONE alone always has a column for it.
grep -q " attrs " opened.txt || fail "attributes are not told"
grep -q "links *c5 words" opened.txt && fail "attributes are called words"
# After sorting the list begins at its top.
grep -q "1-[0-9]* of 60" sorted.txt || fail "the list does not begin at its top"
# An error that no column cures is told, not asked about.
printf 'a,b\n"c\n' >broken.csv
printf 'type ":open broken.csv"\nkey Enter\nsave-screen broken.txt\n' >broken.odd
code 0 "$ODDONE" explore --no-config --script broken.odd
grep -q "Open: columns" broken.txt && fail "a broken file is asked about"
finish
