#!/bin/sh
# The battery: the table in every form, going on from files, and what cannot be.
. "${srcdir:-.}/tests/cli/lib.sh"
unset COLORTERM
TERM=xterm
export TERM
small

# ---- text
code 0 "$ODDONE" battery small --seeds 5-6 --scores paper,plain -q
cp out text
awk 'length($0) > 110 { exit 1 }' text || fail "lines wider than the page" # bytes, not columns
for line in "uniform" "local" "swap" "rewire" "clique" "mean" "placebo" "paper" "plain" \
	"2 seeds, 5 to 6" "against placebos, how high these rank" "made" "were chosen on planted outliers" \
	"oddone battery small --seeds 5-6 --scores paper,plain"; do
	says "$line" text
done
says_not "evidence" text
says_not "dense" text
says_not "recall" text
grep -q '\.[0-9][0-9][0-9]\*' text || fail "no leader is marked"
code 0 "$ODDONE" battery small --seeds 1 --scores plain --recall -q
says "recall in the first 5 %" out
says "recall in the first 10 %" out

# ---- the rows are all scores and the plain read-outs; a task of compare too
code 0 "$ODDONE" battery small --seeds 1 -q --format tsv
equal "evidence neighbour-coherence neighbour-words one paper plain two-hop-words" \
	"$(sed 1d out | cut -f1 | LC_ALL=C sort | grep -Fx -e neighbour-coherence \
		-e evidence -e neighbour-words -e one -e paper -e plain \
		-e two-hop-words | tr '\n' ' ' | sed 's/ $//')" "rows"
head -1 out | tr '\t' '\n' >heads
grep -qx battery.uniform heads || fail "no column battery.uniform"
grep -qx battery.mean heads || fail "no column battery.mean"
grep -q '^auc$' heads && fail "a column of a task that was not asked for"
code 0 "$ODDONE" compare small --methods plain --tasks battery --seeds 5-6 --format json -q
cp out compare.json
code 0 "$ODDONE" battery small --scores plain --seeds 5-6 --format json -q -t 1
cp out battery.json
for place in methods.0.results.battery\\.clique.mean methods.0.results.battery\\.mean.deviation; do
	json compare.json "$place" >/dev/null 2>&1 || continue
	equal "$(json compare.json "$place")" "$(json battery.json "$place")" "$place"
done
equal plain "$(json battery.json methods.0.name)" "the row"
equal battery "$(json battery.json options.tasks.0)" "the task"
grep -o '"battery\.[a-z]*": *[0-9.]*' compare.json | sort >one
grep -o '"battery\.[a-z]*": *[0-9.]*' battery.json | sort >two
[ -s one ] || fail "no numbers in the JSON"
same one two
# The usual tasks do not have it.
code 0 "$ODDONE" compare small --methods degree --seeds 1 --repeats 1 --format tsv -q
head -1 out | grep -q battery && fail "compare measures the battery without being asked"

# ---- files, figures
code 0 "$ODDONE" battery small --seeds 1 --scores plain -q -o kept --figures pictures
for file in kept/comparison.tsv kept/comparison.json pictures/battery.png; do
	[ -s "$file" ] || fail "no $file"
done
code 0 "$ODDONE" battery small --seeds 1 --scores plain -o kept
says "1 of 1 cells were there already" err
says "taken from files" out
code 0 "$ODDONE" battery small --seeds 1 --scores plain -q --text
says "outliers of every kind" out
says "placebo" out
says_not "Notes" out

# ---- what cannot be
refused()
{
	sentence=$1
	shift
	code 2 "$ODDONE" battery "$@"
	says "$sentence" err
	[ -s out ] && fail "output of a refused battery"
}
refused "is none of evidence" small --scores nosuch
refused "--seeds" small --seeds 0
refused "--seeds" small --seeds 9-8
refused "--seeds" small --seeds 5-
refused "--seeds" small --seeds -5
refused "and so does --seed" small --seeds 5-6 --seed 1
refused "no option" small --set plain.size=3
refused "--tasks" small --tasks outliers
code 3 "$ODDONE" battery nosuch
finish
