#!/bin/sh
# Comparisons: the table in every form, going on after an interrupt, and what cannot be.
. "${srcdir:-.}/tests/cli/lib.sh"
unset COLORTERM
TERM=xterm
export TERM
small
fast='one-calibrated,aane,degree'

# ---- text
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1
cp out text
awk 'length($0) > 90 { exit 1 }' out || fail "lines wider than the page" # bytes, not columns
for line in "Outliers: recall" "Outliers by kind" "macro F1" "micro F1" "Clustering: accuracy" \
	"ONE (calibrated)" "AANE" "degree" "2 seeds, 42 to 43" "K 12" "5 structural" \
	"iterations 40 (public 5)" "never the best" "was tuned" "2/2" \
	"oddone compare small --methods $fast --seeds 2 --repeats 1"; do
	says "$line" text
done
says_not "SEANO" text
grep -q '[.0-9]\*' text || fail "no leader is marked"
says "aane seed 2 of 2" err
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 -q
[ -s err ] && fail "talk in spite of --quiet"

# Notes that must not be missing wherever the names appear.
code 0 "$ODDONE" compare small --methods node2vec,seano --seeds 1 --tasks outliers -q \
	--set node2vec.walks=1 --set node2vec.length=5 --set seano.iterations=2
tr -s ' \n' ' ' <out >flat
says "Re-implementation from description" flat
says "20 % of the labels" flat
says "With p = q = 1" flat
says "walks 1 (public 10)" flat
says "iterations 2 (ours 3000)" flat
COLUMNS=60 "$ODDONE" compare small --methods seano --seeds 1 --tasks outliers -q --text \
	--set seano.iterations=2 >figure || fail "--text of SEANO"
says "sees 20 % of the labels" figure
says_not "Classification" out

# ---- tsv and json, and that threads change nothing
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 --format tsv -t 1 -o results -q
cp out one.tsv
equal 7 "$(wc -l <one.tsv | tr -d ' ')" "lines of the tsv"
equal "method seed state recall@5 recall@10" "$(head -1 one.tsv | cut -f1-5 | tr '\t' ' ')" "heading"
awk -F'\t' 'NR == 1 { n = NF } NF != n { exit 1 }' one.tsv || fail "ragged tsv"
same out results/comparison.tsv
json results/comparison.json >/dev/null || fail "comparison.json is no JSON"
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 --format tsv -t 2 -q
# All but the three numbers of time and memory at the end.
without_costs()
{
	awk -F'\t' '{ for (i = 1; i <= NF - 3; i++) printf "%s\t", $i; print "" }' "$1"
}
without_costs out >two.costless
without_costs one.tsv >one.costless
same one.costless two.costless
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 --format json -q
cp out all.json
equal one-calibrated "$(json all.json methods.0.name)" "first method"
equal 12 "$(json all.json options.dims)" "dims"
equal 2 "$(json all.json methods.1.results.auc.seeds)" "seeds of the auc"
equal "done" "$(json all.json cells.5.state)" "last cell"
equal 43 "$(json all.json cells.5.seed)" "its seed"
equal 5 "$(json all.json dataset.planted.combined)" "planted"
equal 0.05 "$(json all.json methods.1.settings.lambda.value)" "a setting"
# Means are those of the cells.
mean=$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "auc") c = i }
	$1 == "aane" { s += $c; n++ } END { printf "%.6f", s / n }' one.tsv)
got=$(json all.json methods.1.results.auc.mean)
awk -v a="$mean" -v b="$got" 'BEGIN { exit !(a - b < 1e-5 && b - a < 1e-5) }' ||
	fail "mean auc $got, of the cells $mean"

# ---- files: the same command again computes nothing, a damaged cell is computed again
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 --format tsv -o results
same out one.tsv
says_not "seed 1 of 2" err
cell=$(ls results/cells/aane-42-*)
echo nonsense >"$cell"
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 --format tsv -o results
says "aane seed 1 of 2" err
says_not "aane seed 2 of 2" err
without_costs out >again.costless
same again.costless one.costless

# Wait for a cell that is finished: one that is being written has an ending behind its checksum.
wait_for_cell()
{
	tries=0
	until find "$1/cells" -name '*-*' 2>/dev/null | grep -q -- '-[0-9a-f]*$' || [ $tries -gt 300 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
}

# ---- interrupted: what is finished is printed and kept
"$ODDONE" compare small --methods one-calibrated,deepwalk --seeds 2 --tasks outliers -t 1 -o stopped \
	--set deepwalk.walks=100000 --format tsv >out 2>err &
pid=$!
wait_for_cell stopped
kill -INT $pid
wait $pid
equal 130 $? "exit code after an interrupt"
says "interrupted: " err
[ -e stopped/comparison.tsv ] && fail "an export of an interrupted comparison"
ls stopped/cells/*-42-* >/dev/null 2>&1 || fail "no cell was kept"
grep -q "	done	" out || fail "nothing finished was printed"
grep -q "	unfinished	" out || fail "nothing unfinished was printed"

# And killed without warning: whole cells only, which are used again.
"$ODDONE" compare small --methods one-calibrated,deepwalk --seeds 1 --tasks outliers -t 1 -o killed \
	--set deepwalk.walks=100000 -q >out 2>err &
pid=$!
wait_for_cell killed
kill -KILL $pid
wait $pid 2>/dev/null
code 0 "$ODDONE" compare small --methods one-calibrated,aane --seeds 1 --tasks outliers -t 1 -o killed \
	--format tsv
says_not "one-calibrated seed" err
says "aane seed" err
cp out resumed.tsv
code 0 "$ODDONE" compare small --methods one-calibrated,aane --seeds 1 --tasks outliers -t 1 -q --format tsv
without_costs out >whole
without_costs resumed.tsv >part
same whole part

# ---- known outliers are used when there are some; no labels: no classes to tell
code 0 "$ODDONE" compare town --methods degree --seeds 1 --tasks outliers
says "nothing was planted" out
mkdir bare
cp small/synthetic.edges bare/bare.edges
awk -F'\t' -v OFS='\t' '/^#! name/ { print "#! name bare"; next } /^#! classes/ { next }
	/^#/ { print; next } { $2 = "-"; print }' small/synthetic.nodes >bare/bare.nodes
code 0 "$ODDONE" compare bare --seeds 1 -q --set deepwalk.walks=1 --set node2vec.walks=1 \
	--set line.samples=1000 --set graphsage.steps=2
tr -s ' \n' ' ' <out >flat
says "left out: seano learns from labels" flat
says "no classification and no clustering" flat
says_not "SEANO" out
says_not "macro F1" out
code 2 "$ODDONE" compare bare --seeds 1 --methods seano
says "seano learns from labels" err
code 2 "$ODDONE" compare bare --seeds 1 --methods aane --tasks clustering
says "need labels of two classes" err

# ---- figures
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 -o results --figures figures
says "wrote 3 figures to figures" err
for name in compare-recall compare-f1 compare-clustering; do
	code 0 "$ODDONE" info figures/$name.png --format json
	equal $name "$(json out figure)" "name of $name.png"
done
code 0 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 -o results --figures again \
	--figure-format svg --tasks clustering -q
equal compare-clustering.svg "$(ls again)" "figures of one task"
COLUMNS=80 LC_ALL=C.UTF-8 "$ODDONE" compare small --methods $fast --seeds 2 --repeats 1 -o results \
	--text -q >out || fail "--text"
says "outliers found" out
says "AANE" out
says_not "Notes" out

# ---- what cannot be
refused()
{
	sentence=$1
	shift
	code 2 "$ODDONE" compare small "$@"
	says "$sentence" err
	[ -s out ] && fail "output of a refused comparison"
}
refused "is none of one-calibrated" --methods nosuch
refused "is none of one-calibrated" --methods aane,,degree
refused "needs a method" --methods ""
refused "is none of outliers" --tasks recall
refused "has no option \"size\"" --methods aane --set aane.size=3
refused "lambda" --methods aane --set aane.lambda=much
refused "METHOD.OPTION=VALUE" --methods aane --set tadw.lambda=1
refused "METHOD.OPTION=VALUE" --methods aane --set lambda=1
refused "--seeds" --seeds 0
refused "--repeats" --repeats none
refused "--plant" --plant nothing
[ -e refused ] && fail "a directory of a refused comparison"
code 3 "$ODDONE" compare nosuch
# The words of --methods, in help and completion, are the table's.
names=$("$ODDONE" compare small --methods '?' 2>&1 | sed 's/.*none of //; s/, / /g')
says "$names" "$srcdir/share/completions/oddone"
finish
