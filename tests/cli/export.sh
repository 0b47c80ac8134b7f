#!/bin/sh
# The exported files: all of them, whole, or none.
. "${srcdir:-.}/tests/cli/lib.sh"
small

code 0 "$ODDONE" run small --plant 6% -o deep/er/export --save-state state
says "deep/er/export" err
equal "embedding.npy embedding.tsv projection.tsv recall.tsv run.json scores.tsv trace.tsv" \
	"$(ls -A deep/er/export | tr '\n' ' ' | sed 's/ $//')" "files"
equal "G.npy H.npy O1.npy O2.npy O3.npy U.npy V.npy W.npy model.edges model.json model.nodes model.truth" \
	"$(LC_ALL=C ls -A state | tr '\n' ' ' | sed 's/ $//')" "state"
cd deep/er/export || exit 1
"$JSON" run.json || fail "run.json is not valid"
equal 319 "$(wc -l <scores.tsv | tr -d ' ')" "lines of scores.tsv"
equal 319 "$(wc -l <embedding.tsv | tr -d ' ')" "lines of embedding.tsv"
equal 320 "$(wc -l <projection.tsv | tr -d ' ')" "lines of projection.tsv"
equal "# pca of the embedding" "$(head -1 projection.tsv | cut -d, -f1)" "comment of projection.tsv"
equal "id	x	y" "$(sed -n 2p projection.tsv)" "heading of projection.tsv"
equal 242 "$(wc -l <trace.tsv | tr -d ' ')" "lines of trace.tsv"
equal "iteration	step	loss	structure	attributes	disagreement" "$(head -1 trace.tsv)" \
	"heading of trace.tsv"
equal 6 "$(wc -l <recall.tsv | tr -d ' ')" "lines of recall.tsv"
awk -F'\t' 'NF != 13 { exit 1 }' embedding.tsv || fail "embedding.tsv has not K + 1 columns"
# 128 bytes of heading and 318 × 12 numbers of eight
equal $((128 + 318 * 12 * 8)) "$(wc -c <embedding.npy | tr -d ' ')" "size of embedding.npy"
# The loss never rises.
awk -F'\t' 'NR > 2 && $3 > last * (1 + 1e-12) { exit 1 } { last = $3 }' trace.tsv ||
	fail "the loss rises"
cd "$tmp" || exit 1

code 0 "$ODDONE" run small -q -o quiet -n 1
[ -s err ] && fail "--quiet talks"

# What stood there before stays when a run fails, and is replaced when it does not.
mkdir kept
echo old >kept/scores.tsv
echo mine >kept/notes
code 2 "$ODDONE" run small -o kept --dims 100000
equal old "$(cat kept/scores.tsv)" "a file after a failed run"
mkdir kept/run.json
code 1 "$ODDONE" run small -q -o kept -n 1
equal old "$(cat kept/scores.tsv)" "a file after a failed export"
equal "notes run.json scores.tsv" "$(ls -A kept | tr '\n' ' ' | sed 's/ $//')" "what is left"
rmdir kept/run.json
code 0 "$ODDONE" run small -q -o kept -n 1
equal mine "$(cat kept/notes)" "a file of somebody else"
[ "$(wc -l <kept/scores.tsv)" -eq 301 ] || fail "scores.tsv was not replaced"

# A state is a start: no iteration from it ranks as before.
code 0 "$ODDONE" run small --preset paper -n 3 --save-state s --format tsv
grep -v '^#' out >before
code 0 "$ODDONE" run small --preset paper --init s -n 0 --format tsv
grep -v '^#' out >after
cut -f2 before >a
cut -f2 after >b
same a b
finish
