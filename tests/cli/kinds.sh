#!/bin/sh
# Every kind that can be planted, and placebos beside recall: one language in run, plant, explain,
# compare and the logs; truth that is read back; what nodes were before.
. "${srcdir:-.}/tests/cli/lib.sh"
small
all=structural=6,attribute=5,combined=4,swap=12,rewire=7,clique=2x6,contextual=9,placebo=10

# ---- a copy with its truth, and the same when it is read back
code 0 "$ODDONE" plant small -q -o made --plant $all -s 3
says "planted 55 outliers" out
says "10 placebos" out
for pair in structural=6 attribute=5 combined=4 swap=12 rewire=7 clique=12 contextual=9 placebo=10; do
	kind=${pair%=*} count=${pair#*=}
	equal "$count" "$(awk -F'\t' -v k="$kind" '$2 == k { n++ } END { print n + 0 }' \
		made/*.truth)" "$kind in the truth"
done
code 0 "$ODDONE" info made --format json
cp out info.json
code 0 "$ODDONE" run made -n 3 --format json -s 3
cp out back.json
code 0 "$ODDONE" run small -n 3 --format json -s 3 --plant $all
cp out run.json
for kind in structural attribute combined swap rewire clique contextual placebo; do
	equal "$(json run.json dataset.planted.$kind)" "$(json back.json dataset.planted.$kind)" \
		"$kind planted now and read back"
	equal "$(json run.json dataset.planted.$kind)" "$(json info.json truth.$kind)" "$kind of info"
	equal "$(json run.json recall.4.$kind)" "$(json back.json recall.4.$kind)" "recall of $kind"
done
equal 12 "$(json run.json options.plant.clique)" "nodes in cliques"
equal 6 "$(json run.json options.plant.clique_size)" "their size"
equal 2 "$(json run.json options.plant.cliques.0.count)" "how many"
equal 6 "$(json run.json options.plant.cliques.0.size)" "of that size"
equal 55 "$(json run.json dataset.outliers)" "placebos are no outliers"

# ---- placebos alone are told as such, and the help names every kind in one piece
code 0 "$ODDONE" plant small -q -o alone --plant placebo=10
says "10 placebos, made as outliers are, with nothing odd about them" out
says_not "0 outliers" out
code 0 "$ODDONE" plant --help
for kind in structural attribute combined swap rewire clique contextual placebo; do
	says "$kind" out
done
says "structural=45,swap=1%,clique=2x15" out

# ---- placebos: the numbers are those of the ranking
code 0 "$ODDONE" run small -q -n 5 --plant 6% --placebo 5% -o export --format json
cp out run.json
equal 15 "$(json run.json dataset.planted.placebo)" "5 % of 300"
awk -F'\t' 'NR > 1 { kind[NR - 1] = $4; n++ }
END {
	for (i = 1; i <= n; i++) {
		p += kind[i] == "placebo"; o += kind[i] == "ordinary"
	}
	for (i = 1; i <= n; i++) {
		if (kind[i] == "placebo") { above += o - ordinary; met++ }
		else if (kind[i] == "ordinary") ordinary++
		else { odd++; against += p - met }
	}
	printf "%.6f %.6f\n", against / odd / p, above / p / o
}' export/scores.tsv >counted
printf '%.6f %.6f\n' "$(json run.json placebo_auc)" "$(json run.json placebo_above)" >told
same counted told
equal "$(json run.json recall.4.placebo | awk '{ print $1 + 0 }')" "$(awk -F'\t' '
	NR == 1 { for (i = 1; i <= NF; i++) if ($i == "placebo") c = i }
	NR == 6 { print $c + 0 }' export/recall.tsv)" "placebos in recall.tsv"
code 0 "$ODDONE" run small -n 5 --plant 6% --placebo 5%
says "AUC of outliers against placebos $(awk '{ printf "%.3f", $1 }' told)" out
says "AUC of placebos against ordinary nodes $(awk '{ printf "%.3f", $2 }' told)" out
awk 'length($0) > 90 { exit 1 }' out || fail "lines that are too long"
code 0 "$ODDONE" run small -q -n 5 --plant 6% --placebo 5% --require 'placebo-auc>0' \
	--require 'placebo-above<1' --require 'recall@25.placebo<=1'
code 5 "$ODDONE" run small -q -n 5 --plant 6% --placebo 5% --require 'placebo-auc>1'
code 5 "$ODDONE" run small -q -n 5 --plant 6% --require 'placebo-auc>=0'
says "there are no placebos" err
# Placebos change nothing else: each kind has random numbers of its own.
"$ODDONE" plant small -q -o one --plant 6% -s 9 >/dev/null
"$ODDONE" plant small -q -o two --plant 6% --placebo 5% -s 9 >/dev/null
grep -v placebo one/*.nodes >one.nodes
grep -v '^placebo-' two/*.nodes >two.nodes
same one.nodes two.nodes
# Alone they are measured, too.
code 0 "$ODDONE" run small -n 3 --placebo 5% --format tsv
says "# placebo_above" out
equal nan "$(sed -n 's/^# placebo_auc	//p' out)" "outliers against placebos without outliers"

# ---- what it was before
code 0 "$ODDONE" explain small -n 3 --plant swap=3,rewire=2 --known --list 3 --format json
cp out explain.json
seen=0
for i in 0 1 2 3 4; do
	from=$(json explain.json nodes.$i.before.attributes_of)
	was=$(json explain.json nodes.$i.before.links.count)
	id=$(json explain.json nodes.$i.id)
	equal "$(awk -v id="$id" '$1 == id || $2 == id { n++ } END { print n + 0 }' small/*.edges)" \
		"$was" "links that $id had"
	case $(json explain.json nodes.$i.kind) in
	swap)
		seen=$((seen + 1))
		words=$(awk -F'\t' -v id="$id" '$1 == id { print split($3, w, " ") }' small/*.nodes)
		equal "$words" "$(json explain.json nodes.$i.before.attributes.count)" "words of $id"
		now=$(awk -F'\t' -v id="$from" '$1 == id { print split($3, w, " ") }' small/*.nodes)
		equal "$now" "$(json explain.json nodes.$i.attributes.count)" "words of $from"
		;;
	rewire) equal null "$from" "words of a rewired node" ;;
	*) fail "a node of another kind" ;;
	esac
done
equal 3 "$seen" "swapped nodes explained"
code 0 "$ODDONE" explain small -n 3 --plant swap=1 --known
says "Before, it had" out
code 0 "$ODDONE" explain made -n 3 --known --top 0 --format tsv
equal - "$(sed -n 2p out | awk -F'\t' '{ print $NF }')" "nothing is known of a copy"

# ---- a comparison tells them apart
code 0 "$ODDONE" compare small --methods degree,random --tasks outliers --seeds 1 --format tsv \
	--plant swap=9,clique=2x6 --placebo 9
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ bad += $at["recall@25.swap"] == "nan" || $at["recall@25.clique"] == "nan" }
	{ bad += $at["placebo_auc"] == "nan" || $at["recall@5.rewire"] != "nan" }
	END { exit bad > 0 || NR != 3 }' out || fail "kinds in the table of a comparison"
code 0 "$ODDONE" compare small --methods degree,random --tasks outliers --seeds 1 \
	--plant swap=9,clique=2x6 --placebo 9
says "swap 25" out
says "Placebos: share" out

# ---- logs, in the same words
cat >plant.oddlog <<'END'
open {data}
iterate 2
plant 6%,combined=0 swap=4,clique=1x5 --placebo 2% --seed 5
iterate 2
END
code 0 "$ODDONE" play plant.oddlog data=small --batch
says "planted 21 (6 structural, 6 attribute, 4 swap, 5 clique) and 6 placebos; the run goes on" err
says "placebos @5%" out
{ cat plant.oddlog; echo unplant; } >back.oddlog
code 0 "$ODDONE" play back.oddlog data=small --batch
says "planted nodes taken out: 18; nodes as before: 9" err
says "300 nodes" out

# ---- what cannot be
code 2 "$ODDONE" run small --plant structural=3999999999
says "3999999999 new nodes are too many for a network of 300: at most 3100" err
code 2 "$ODDONE" run small --plant swap=301
says "cannot plant swap in 301 nodes" err
code 2 "$ODDONE" run small --plant clique=200x2
says "cannot plant 200 cliques of 2 nodes in a network of 300" err
code 2 "$ODDONE" run small --plant swap=2x15
says "cannot read" err
# ---- cliques of several sizes: counted by their nodes, and how many there are of each size --------
cat >sizes.odd <<'SCRIPT'
plant clique=1x4
plant clique=2x6
plant swap=1
plant clique=1x4
iterate 1
export loss sizes.png
SCRIPT
code 0 "$ODDONE" town --script sizes.odd
code 0 "$ODDONE" info sizes.png
says '"clique": 20' out
says '"clique_size": null' out
tr -d ' \n' <out >packed
says '"cliques":[{"count":2,"size":4},{"count":2,"size":6}]' packed
finish
