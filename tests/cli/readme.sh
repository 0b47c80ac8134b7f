#!/bin/sh
# What README.md says of the sample, and the tutorial shows of the explorer, is so.
. "${srcdir:-.}/tests/cli/lib.sh"
town=$srcdir/share/oddone/samples/town

# ---- the picture of the explorer ----------------------------------------------------------------
cat >show.odd <<'SCRIPT'
iterate 3
keep first
plant structural=2,attribute=2,combined=2
iterate 9
save-screen screen.txt
SCRIPT
LINES=24 COLUMNS=80 code 0 "$ODDONE" town --script show.odd
sed -n '/^```text$/,/^```$/p' "$srcdir/doc/tutorial-teacher.md" | sed '1d;$d' >shown
sed 's/ *$//' screen.txt >drawn
sed 's/ *$//' shown | diff - drawn >difference ||
	fail "doc/tutorial-teacher.md shows another explorer than there is: $(cat difference)"

# ---- the first tour -----------------------------------------------------------------------------
code 0 "$ODDONE" run town -q -o export
equal george-pike "$(awk -F'\t' '$1 == 1 { print $2 }' export/scores.tsv)" "the first"
awk -F'\t' 'FNR == NR { known[$1]; next } $1 >= 1 && $1 <= 9 && $2 in known { n++ } END { exit n != 9 }' \
	"$town"/*.truth export/scores.tsv || fail "the first nine are not the known ones"

# friends NAME: the clubs of those linked to it, each once
friends()
{
	awk -F'\t' -v name="$1" 'FNR == NR { club[$1] = $2; next }
		$1 == name { print club[$2] } $2 == name { print club[$1] }' \
		"$town"/*.nodes "$town"/*.edges | sort | uniq -c | awk '{ print $2 "=" $1 }' | paste -sd' ' -
}
# talks NAME WORD…
talks()
{
	words=" $(awk -F'\t' -v name="$1" '$1 == name { print $3 }' "$town"/*.nodes) "
	name=$1
	shift
	for word in "$@"; do
		case $words in
		*" $word "*) ;;
		*) fail "$name does not talk of $word" ;;
		esac
	done
}
friends george-pike | grep -q gardeners && fail "George Pike has a gardener among his friends"
equal 10 "$(friends george-pike | tr ' ' '\n' | awk -F= '{ n += $2 } END { print n }')" "his friends"
equal sailors "$(friends rosa-sparrow | sed 's/=.*//')" "Rosa Sparrow's friends"
equal gardeners "$(friends jonas-mill | sed 's/=.*//')" "Jonas Mill's friends"
talks george-pike greenhouse pruning
talks rosa-sparrow roses sourdough comet queen-bee
talks jonas-mill sail anchor harbour

# ---- what it found out: the numbers of doc/results.md --------------------------------------------
sed -n '/^## What it found out$/,/^## Where/p' "$srcdir/README.md" | tr '\n' ' ' | tr -s ' ' >found
results=$srcdir/doc/results.md
# short NETWORK COLUMN: from the table at the head, of two digits
short()
{
	sed -n '/^## In short$/,/^## Outliers/p' "$results" |
		awk -F' *[|] *' -v n="$1" -v c="$2" '$2 == n { x = sprintf("%.2f", $c); sub(/^0/, "", x); print x }'
}
# cell NETWORK ROW COLUMN: from the tables that follow a line **NETWORK**…
cell()
{
	awk -F' *[|] *' -v n="^[*][*]$1[*][*]" -v row="$2" -v c="$3" '/^#/ { here = 0 } /^[*][*]/ { here = $0 ~ n }
		here && $2 == row { sub(/[ ±].*/, "", $c); gsub(/[*]/, "", $c); sub(/±.*/, "", $c); print $c }' "$results"
}
says "odd against placebo is $(short Cora 6) on Cora, $(short Citeseer 6) on Citeseer, $(short Pubmed 6) on Pubmed and $(
	short WebKB 6) on WebKB" found
says "without a model reach $(short Cora 8), $(short Citeseer 8), $(short Pubmed 8) and $(short WebKB 8)." found
says "first 10 % (recall $(cell Cora 'ONE, paper preset' 4))" found
says "AUC $(cell Cora one 8) on Cora after 40 iterations. The default score, a panel of evidence, has $(
	cell Cora evidence 8)," found

grep '^|' "$srcdir/README.md" | sed -n '/^| AUC/,/^| Pubmed/p' >table
equal 6 "$(wc -l <table | tr -d ' ')" "lines of the table of results"
while read -r line; do
	grep -qFx -e "$line" "$results" || fail "not in doc/results.md: $line"
done <table
says "tell outliers from placebos better ($(cell WebKB 'neighbour words' 9))." found
says "on Citeseer ($(cell Citeseer 'two-hop words' 5 | head -n 1) against $(cell Citeseer evidence 5)) and Pubmed ($(
	cell Pubmed 'two-hop words' 5 | head -n 1) against $(cell Pubmed evidence 5))." found
for file in Disney Facebook; do
	sed -n "s/^| $file.mat | [^|]* | \([.0-9]*\) .*/\1/p" "$results" >"$file"
done
says "every score is near or below chance (evidence $(cat Disney)); on Facebook, with 25, evidence has $(cat Facebook) and" found

# ---- how fast: a column for each instruction set, the same numbers as there ----------------------
sed -n '/^## How fast$/,/^## Where/p' "$srcdir/README.md" | grep '^|' >speed
equal 7 "$(wc -l <speed | tr -d ' ')" "lines of the table of speed"
while read -r line; do
	grep -qFx -e "$line" "$results" || fail "not in doc/results.md: $line"
done <speed
for set in v4 v3 v2 c; do
	head -n 1 speed | grep -q "| $set (" || fail "no column for $set"
done
finish
