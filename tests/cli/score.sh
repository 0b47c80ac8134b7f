#!/bin/sh
# New nodes: a node that is taken out of a network and brought back as new gets about its old place.
. "${srcdir:-.}/tests/cli/lib.sh"
code 0 "$ODDONE" convert town -o town -q
code 0 "$ODDONE" run town --format tsv -q
grep -v '^#' out | awk -F'\t' 'NR > 1 { print $2 "\t" $1 }' >whole

# Ten nodes from all over a ranking, each thirtieth from rank 3 on, and their links are taken away.
code 0 "$ODDONE" run town --format tsv -q --score one
grep -v '^#' out | awk -F'\t' 'NR > 1 && $1 % 30 == 3 { print $2 }' >gone
equal 10 "$(wc -l <gone | tr -d ' ')" "nodes taken out"
mkdir less new
awk -F'\t' 'NR == FNR { gone[$1]; next } !($1 in gone)' gone town/town.nodes >less/less.nodes
awk -F'\t' 'NR == FNR { gone[$1]; next } !($1 in gone) && !($2 in gone)' gone town/town.edges >less/less.edges
awk -F'\t' 'NR == FNR { gone[$1]; next } $1 in gone' gone town/town.nodes >new/new.nodes
awk -F'\t' 'NR == FNR { gone[$1]; next } $1 in gone || $2 in gone' gone town/town.edges >new/new.edges

code 0 "$ODDONE" run less -q --save-state model
for format in text tsv json; do
	code 0 "$ODDONE" score model new --format $format --contamination 5%
	cp out "told.$format"
done
says "10 placed among the 290 of town, by " told.text
says "nothing was fitted again" told.text
equal 11 "$(wc -l <told.tsv | tr -d ' ')" "lines of tsv"
equal 10 "$(json told.json nodes)" "nodes in JSON"
equal 290 "$(json told.json model.nodes)" "nodes of the model"
# Two thirds of them come within a tenth of the ranking, and none is off by a third.
awk -F'\t' 'NR == FNR { was[$1] = $2; next } FNR > 1 {
	d = $1 - was[$2]; d = d < 0 ? -d : d; near += d <= 30; far += d > 100; n++
	printf "%s %d -> %d\n", $2, was[$2], $1 > "moved"
} END { exit !(n == 10 && near >= 7 && far == 0) }' whole told.tsv || {
	fail "places of nodes that came back:"
	sed 's/^/    /' moved
}
code 0 "$ODDONE" score model new --format tsv --contamination 5% -t 1
same told.tsv out

# The whole network given as NEW is the same: what it says of old nodes is passed over.
code 0 "$ODDONE" score model town --format tsv --contamination 5%
cut -f 1,2,5- told.tsv >a
cut -f 1,2,5- out >b # but for the kinds, which it knows
same a b
# Words that the model has not are told.
printf 'stranger\t-\tzeppelin quark\n' >new/new.nodes
printf 'stranger\t%s\n' "$(head -n 1 less/less.nodes | cut -f 1)" >new/new.edges
head -n 1 less/less.nodes | grep -q '^#' && sed -n '/^[^#]/{s/	.*//;s/^/stranger	/;p;q;}' less/less.nodes >new/new.edges
code 0 "$ODDONE" score model new
says "2 of 2 attributes of the new nodes are unknown to the model" out

# A table: types are those of the model, not guessed from two rows.
mkdir t tn
awk 'BEGIN {
	print "id,age,city" > "t/nodes.csv"; print "source,target" > "t/edges.csv"
	for (i = 0; i < 60; i++) {
		printf "p%d,%d,%s\n", i, 20 + i * 7 % 41, i % 2 ? "Ulm" : "Bonn" > "t/nodes.csv"
		for (j = 2; j < 8; j += 2) printf "p%d,p%d\n", i, (i + j) % 60 > "t/edges.csv"
	}
	print "id,age,city\nx,33,Ulm\ny,33,Bonn" > "tn/nodes.csv"
	print "source,target\nx,p1\nx,p3\nx,p5\ny,p1\ny,p3\ny,p5" > "tn/edges.csv"
}'
code 0 "$ODDONE" run t -q --save-state tm
code 0 "$ODDONE" score tm tn --format json
says '"unknown_attributes": 0' out
# y lives in Bonn, and all of its links are in Ulm: it is odder than x.
equal y "$(json out nodes.0.id)" "the odder of the two"

# A missing number is the median of the model's nodes, not that of the new ones: z, who does not tell
# his age, is ranked as somebody of the median age, whoever comes along with him.
median=$(sed -n 's/^#! column number age.* filled=\([0-9.]*\).*/\1/p' tm/model.nodes)
[ -n "$median" ] || fail "the model has no median age"
mkdir tz tf
printf 'id,age,city\nz,,Ulm\no,99,Bonn\nq,98,Bonn\n' >tz/nodes.csv
printf 'id,age,city\nz,%s,Ulm\no,99,Bonn\nq,98,Bonn\n' "$median" >tf/nodes.csv
printf 'source,target\nz,p1\nz,p3\no,p2\nq,p4\n' | tee tz/edges.csv >tf/edges.csv
code 0 "$ODDONE" score tm tz --format tsv
cp out a
code 0 "$ODDONE" score tm tf --format tsv
same a out

# A run by links alone: new nodes are placed by whom they are linked with.
grep -v '^#' less/less.edges | cut -f 1,2 >less.edgelist
grep -v '^#' town/town.edges | cut -f 1,2 >town.edgelist
code 0 "$ODDONE" run town.edgelist --format tsv -q
grep -v '^#' out | awk -F'\t' 'NR > 1 { print $2 "\t" $1 }' >whole
code 0 "$ODDONE" run less.edgelist -q --save-state lm
code 0 "$ODDONE" score lm town.edgelist --format tsv
# They come out odder than where they were fitted (by up to 78 places of 300 here), since what is new is
# no attribute of the model; their order is the same but for neighbours.
awk -F'\t' 'NR == FNR { was[$1] = $2; next } FNR > 1 {
	d = $1 - was[$2]; near += (d < 0 ? -d : d) <= 90; n++; then_[n] = was[$2]
	printf "%s %d -> %d\n", $2, was[$2], $1 > "moved"
} END {
	for (i = 1; i <= n; i++) {
		r = 1
		for (j = 1; j <= n; j++) r += then_[j] < then_[i]
		sum += (r - i) * (r - i)
	}
	exit !(n == 10 && near == 10 && 1 - 6 * sum / (n * (n * n - 1)) >= .9)
}' whole out || {
	fail "places of nodes that came back, by links alone:"
	sed 's/^/    /' moved
}
code 0 "$ODDONE" score lm town.edgelist
says "the model is one of links alone" out
says_not "are unknown to the model" out

# A file of new nodes without a column of the model: it is filled in as where a value is missing, and the
# others are still read as the model has them.
mkdir -p table few
awk 'BEGIN {
	print "id,age,pay,trade" > "table/nodes.csv"; print "source,target" > "table/edges.csv"
	for (i = 0; i < 60; i++) {
		printf "n%d,%d,%d,%s\n", i, 20 + i * 7 % 31, 30000 + i * 1000 % 7000, i % 2 ? "smith" : "baker" > "table/nodes.csv"
		printf "n%d,n%d\nn%d,n%d\n", i, (i + 2) % 60, i, (i + 4) % 60 > "table/edges.csv"
	}
}'
printf 'id,age,trade\nx,33,smith\n' >few/nodes.csv
printf 'source,target\nx,n1\nx,n3\n' >few/edges.csv
code 0 "$ODDONE" run table -q -k 3 --save-state tm
code 0 "$ODDONE" score tm few
says "1 of 3 columns of the model is not there" out
code 0 "$ODDONE" score tm few --format tsv
cp out without
median=$(awk -F, 'NR > 1 { print $3 }' table/nodes.csv | sort -n | sed -n 30p)
printf 'id,age,pay,trade\nx,33,%s,smith\n' "$median" >few/nodes.csv
code 0 "$ODDONE" score tm few --format tsv
cmp -s out without || fail "a column that is not there is something else than its median: $(cat without out)"

code 3 "$ODDONE" score less new
says "there is no model.json in it" err
code 2 "$ODDONE" score model
says "which model, and which new nodes?" err
code 3 "$ODDONE" score model less
says "all of its nodes are in the model already" err
sed -i 's/"checksum": "./"checksum": "x/' model/model.json
code 3 "$ODDONE" score model new
says "its checksum is another" err
finish
