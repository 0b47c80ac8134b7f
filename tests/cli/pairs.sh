#!/bin/sh
# Two tables of any name, links made for a table without any, and what is told of doubtful files.
. "${srcdir:-.}/tests/cli/lib.sh"

printf 'nr,name,age,city\n11,Ann,30,Rome\n12,Bob,40,Oslo\n13,Cid,50,Rome\n14,Dot,20,Oslo\n' >people.txt
printf 'no,since,who,whom\n1,1,11,12\n2,2,12,13\n3,1,13,14\n4,3,14,11\n5,2,11,99\n' >knows.txt

# By options, in either order as arguments, and as a directory: the same network.
code 0 "$ODDONE" info --nodes people.txt --edges knows.txt --format json
equal 4 "$(json out nodes)" nodes
equal 4 "$(json out edges)" links
sum=$(json out checksum)
for files in "people.txt knows.txt" "knows.txt people.txt"; do
	code 0 "$ODDONE" info $files --format json
	equal "$sum" "$(json out checksum)" "$files"
done
mkdir both && cp people.txt knows.txt both
code 0 "$ODDONE" info both --format json
equal "$sum" "$(json out checksum)" "a directory"
code 0 "$ODDONE" info people.txt knows.txt
tr -s ' \n' ' ' <out >flat
says 'people.txt lists the nodes by "nr", knows.txt the links from "who" to "whom" (90 % of their values are nodes)' flat
says "1 of 5 links name nodes that are not listed; where that is another column, --id tells which" flat

# The user overrules: the columns, and which file is which.
code 3 "$ODDONE" info --nodes knows.txt --edges people.txt
says "no two columns hold ids of the rows of knows.txt" err
code 0 "$ODDONE" info --nodes people.txt --edges knows.txt --source whom --target who --directed --format json
code 3 "$ODDONE" info --nodes people.txt --edges knows.txt --id name
code 2 "$ODDONE" info people.txt knows.txt both
says "one argument too many" err
printf 'from,to\na,b\nb,c\n' >links.txt
code 0 "$ODDONE" info --edges links.txt --format json
equal 3 "$(json out nodes)" "nodes of a table of links alone"

# The explorer opens both, and its log says so.
printf 'open people.txt --edges knows.txt\nexport scores s.tsv\n' >open.odd
code 0 "$ODDONE" --no-config --script open.odd
equal 4 "$(grep -vc '^#' s.tsv | awk '{ print $1 - 1 }')" "nodes in the explorer"

# A table alone: no links are made unasked, and the offer is told.
awk 'BEGIN {
	print "id,x,y,company,bio"
	for (i = 0; i < 40; i++)
		printf "p%d,%d,%d,c%d,\"worker %d of street %d lives near number %d\"\n", i, i % 20 + (i > 19) * 100, i * 7 % 20, i % 8, i * 31, i * 17, i * 13
}' >staff.csv
code 0 "$ODDONE" info staff.csv
tr -s ' \n' ' ' <out >flat
says "there are no links: --edges FILE reads them from another table, --links nearest=10 or --links column=NAME makes some" flat
code 0 "$ODDONE" info staff.csv --links nearest=3 --format json
links=$(json out edges)
[ "$links" -ge 60 ] && [ "$links" -le 120 ] || fail "nearest=3 makes $links links of 40 nodes"
code 0 "$ODDONE" info staff.csv --links column=company --format json
equal 80 "$(json out edges)" "links of eight companies of five"
code 0 "$ODDONE" run staff.csv --links nearest=3 -q
code 2 "$ODDONE" info staff.csv --links nearest=0
says "neither nearest=N, 1 to 1000, nor column=NAME" err
code 2 "$ODDONE" info staff.csv --links column=x
says "is of type number, whose values name no groups of nodes (--type x=category takes it so)" err
code 2 "$ODDONE" info links.txt --links nearest=3
says "has 2" err

# The same links whatever the number of threads.
code 0 "$ODDONE" run staff.csv --links nearest=3 --threads 1 --format tsv -q
grep -v '^#' out >one
code 0 "$ODDONE" run staff.csv --links nearest=3 --threads 2 --format tsv -q
grep -v '^#' out >two
same one two
