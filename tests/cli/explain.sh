#!/bin/sh
# oddone explain: which nodes, the three reports, and what is said when a node is not there.
. "${srcdir:-.}/tests/cli/lib.sh"
small
"$ODDONE" plant small -q -o planted --plant 6% >/dev/null || fail "cannot plant"
"$ODDONE" run planted --format json --top 5 >run.json 2>/dev/null || fail "cannot run"
first=$(json run.json outliers.0.id)
second=$(json run.json outliers.1.id)

# json: the same numbers as run
code 0 "$ODDONE" explain planted --top 1 --format json
cp out one.json
"$JSON" one.json || fail "not valid JSON"
equal 1 "$(json one.json nodes)" "nodes explained"
equal "$first" "$(json one.json nodes.0.id)" "the oddest"
equal 1 "$(json one.json nodes.0.rank)" "its rank"
equal "$(json run.json outliers.0.total)" "$(json one.json nodes.0.total)" "its score"
t=0
for name in links attributes disagreement context density size; do
	equal "$(json run.json outliers.0.$name)" "$(json one.json nodes.0.components.$t.value)" \
		"component $t"
	for key in name rank ties percentile; do
		json one.json nodes.0.components.$t.$key >/dev/null || fail "components.$key is missing"
	done
	t=$((t + 1))
done
equal "$(json run.json outliers.0.kind)" "$(json one.json nodes.0.kind)" "kind"
equal labels "$(json one.json communities)" "communities"
equal 40 "$(json one.json options.iterations)" "iterations"
for key in label looks links.count links.error links.size links.present links.absent \
	attributes.count attributes.present attributes.absent place.own place.links_known \
	place.links_leaving place.others_known place.others_leaving place.linked place.linked_count \
	place.worded place.worded_similarity place.own_similarity place.words_usual \
	place.words_usual_there place.members_usual place.outside_usual place.words_suit place.fit_own place.fit_one place.fit_mixed \
	near sentences; do
	json one.json nodes.0.$key >/dev/null || fail "nodes.0.$key is missing"
done
for key in name label given observed expected error; do
	json one.json nodes.0.links.present.0.$key >/dev/null || fail "links.present.$key is missing"
done
for key in id label similarity; do
	json one.json nodes.0.near.0.$key >/dev/null || fail "near.$key is missing"
done

# which nodes: named first and in their order, known ones, the oddest; each once
code 0 "$ODDONE" explain planted --node "$second" --node "$first" --node "$second" --format json
equal 2 "$(json out nodes)" "nodes named"
equal "$second" "$(json out nodes.0.id)" "the first that is named"
equal 2 "$(json out nodes.0.rank)" "its rank"
code 0 "$ODDONE" explain planted --node "$second" --top 2 --format tsv
equal 3 "$(wc -l <out | tr -d ' ')" "lines of the table"
code 0 "$ODDONE" explain planted --known --format tsv
equal 19 "$(wc -l <out | tr -d ' ')" "a heading and 18 known outliers"
awk -F'\t' 'NF != 28 { exit 1 } NR > 1 && $4 == "ordinary" { exit 1 }
	NR > 2 && $1 < last { exit 1 } { last = $1 + 0 }' out || fail "the table of known outliers"
# More than half of them look like what they are.
awk -F'\t' 'NR > 1 { right += $4 == $5 } END { exit !(right > 9) }' out || {
	fail "kinds are not recognised"
	cut -f 4,5 out
}
code 0 "$ODDONE" explain planted -n 2 --format tsv
equal 4 "$(wc -l <out | tr -d ' ')" "three nodes when none is asked for"
code 0 "$ODDONE" explain planted -n 2 --top 0 --format tsv
equal 1 "$(wc -l <out | tr -d ' ')" "no node"
code 0 "$ODDONE" explain small --plant 6% -n 2 --known --format tsv
equal 19 "$(wc -l <out | tr -d ' ')" "planted on the way"
code 0 "$ODDONE" explain planted -n 2 --top 1 --list 2 --format json
equal 2 "$(json out nodes.0.near)" "near nodes listed"
equal 2 "$(json out nodes.0.attributes.present)" "words listed"
code 0 "$ODDONE" explain planted -n 2 --top 1 --list 0 --format json
equal 0 "$(json out nodes.0.links.present)" "no links listed"

# text
code 0 "$ODDONE" explain planted --node "$first" --node "$second"
[ -s err ] && fail "talk on stderr without a terminal"
says "rank 1 of 318" out
says "$first" out
says "It " out
says "What lifts it most: " out
says "of its" out
says "near in the embedding" out
json one.json nodes.0.sentences.0 >sentence
says "$(cat sentence)" out
cp out text
code 0 "$ODDONE" explain planted --node "$first" --node "$second" -t 1
same text out
if [ "$(LC_ALL=C.UTF-8 awk 'BEGIN { print length("▲") }')" = 1 ]; then
	LC_ALL=C.UTF-8 awk 'length($0) > 78 { exit 1 }' text || fail "wider than 78 columns"
fi
LC_ALL=C "$ODDONE" explain planted --top 2 >ascii
if LC_ALL=C grep -q '[^ -~]' ascii; then
	fail "the ASCII report has other characters"
fi
code 0 "$ODDONE" explain planted --preset paper -n 1 --top 1
says "share of the total error" out
code 0 "$ODDONE" explain small --directed -n 2 --top 5
says "links out" out

# Names that would disturb a terminal or a table
mkdir odd
awk 'BEGIN {
	for (i = 0; i < 30; i++)
		printf "n%%1B[31m%%09%d\tc%%1B[31m%d\tw%%1B%d w%d w%d\n", i, i % 3, i % 7, i % 5 + 7,
			i % 3
}' >odd/odd.nodes
awk 'BEGIN {
	for (i = 0; i < 30; i++) for (j = 1; j < 4; j++)
		printf "n%%1B[31m%%09%d\tn%%1B[31m%%09%d\n", i, (i + j) % 30
}' >odd/odd.edges
code 0 "$ODDONE" explain odd -n 2 --top 30
grep -q "$(printf '\033')" out && fail "control characters from the data reach the terminal"
code 0 "$ODDONE" explain odd -n 2 --top 30 --format tsv
awk -F'\t' 'NF != 28 { exit 1 }' out || fail "a tab in a name breaks the table"
code 0 "$ODDONE" explain odd -n 2 --top 30 --format json
"$JSON" out || fail "odd names break the JSON"

# Without a weight on the attributes the two embeddings agree to rounding: that part is left out, and
# report, JSON and explanation say so.
code 0 "$ODDONE" run town --alpha 0
says "left out: all nodes are alike in it but for rounding" out
code 0 "$ODDONE" run town --alpha 0 --format json
says "all nodes are alike in it but for rounding" out
code 0 "$ODDONE" explain town --alpha 0 --top 1
says "left out" out
code 0 "$ODDONE" explain town --alpha 0 --top 1 --format json
says '"left_out": true' out
code 0 "$ODDONE" run town
grep -q "for rounding" out && fail "a part is left out of an ordinary run"

# Values that the table has not: which, and what stands in their place.
mkdir -p gaps
awk 'BEGIN {
	print "id,age,trade,member" > "gaps/nodes.csv"
	print "source,target" > "gaps/edges.csv"
	for (i = 0; i < 40; i++) {
		printf "n%d,%s,%s,%s\n", i, i == 9 ? "" : 20 + i * 7 % 31, i % 10 == 9 ? "" : i % 2 ? "smith" : "baker",
			i == 9 ? "" : i % 4 ? "yes" : "no" > "gaps/nodes.csv"
		printf "n%d,n%d\nn%d,n%d\n", i, (i + 2) % 40, i, (i + 4) % 40 > "gaps/edges.csv"
	}
}'
code 0 "$ODDONE" explain gaps -q -k 2 -n 2 --node n9
says "3 of its values were missing: age as 35, the median; trade as none." out
says "Also missing: member as yes." out
grep -q "^  age  *35 .*  filled in$" out || fail "the age is not marked as filled in"
code 0 "$ODDONE" explain gaps -q -k 2 -n 2 --node n8
grep -q "missing" out && fail "n8 misses nothing"
grep -q "filled in" out && fail "nothing of n8 was filled in"
code 0 "$ODDONE" explain gaps -q -k 2 -n 2 --node n9 --node n8 --format json
cp out gaps.json
"$builddir/tests/cli/json_schema" "$srcdir/share/oddone/schema/oddone-1.schema.json" explain gaps.json >told ||
	fail "not what the schema says: $(cat told)"
equal 3 "$(json gaps.json nodes.0.missing.count)" "values missing"
equal age "$(json gaps.json nodes.0.missing.columns.0.column)" "first of them"
equal 35.0 "$(json gaps.json nodes.0.missing.columns.0.filled_in)" "in its place"
equal null "$(json gaps.json nodes.0.missing.columns.1.filled_in)" "nothing in its place"
equal true "$(json gaps.json nodes.0.missing.columns.2.filled_in)" "yes in its place"
equal 0 "$(json gaps.json nodes.1.missing.count)" "values missing of n8"

# Without links nothing is said of them: not by explain, nor by run, nor by info.
mkdir -p unlinked
cp gaps/nodes.csv unlinked/nodes.csv
code 0 "$ODDONE" explain unlinked -q -k 2 -n 2 --top 1
says "The network has no links: it ranks by its attributes, 1 of 40." out
grep -q "communit\|link to\|0 links\|both" out && fail "explain tells of links that are not there: $(cat out)"
code 0 "$ODDONE" explain unlinked -q -k 2 -n 2 --top 1 --format json
equal true "$(json out nodes.0.components.0.left_out)" "links left out"
equal false "$(json out nodes.0.components.1.left_out)" "attributes left out"
equal attribute "$(json out nodes.0.looks)" "what it looks like"
code 0 "$ODDONE" run unlinked -q -k 2 -n 2
grep -qE "rank +node +score +attrs" out || fail "no column attrs"
grep -q "communit\|both" out && fail "run tells of links that are not there: $(cat out)"
code 0 "$ODDONE" info unlinked
says "no labels, and no links to find communities in" out

# A node that is not there is told before the fit, in one line.
code 2 "$ODDONE" explain small --node nosuch
says 'no node "nosuch"' err
equal 1 "$(wc -l <err | tr -d ' ')" "lines of the message"
[ -s out ] && fail "output for a node that is not there"
code 2 "$ODDONE" explain small --node ""
code 2 "$ODDONE" explain small --node
code 2 "$ODDONE" explain small --known
says "no outlier is known" err
code 2 "$ODDONE" explain
code 2 "$ODDONE" explain small --top -1
code 2 "$ODDONE" explain small --list x
code 2 "$ODDONE" explain small --require x
code 3 "$ODDONE" explain nosuch --node x
finish
