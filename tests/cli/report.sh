#!/bin/sh
# The reports: text for people, tsv for awk, json for programs, --require for scripts.
. "${srcdir:-.}/tests/cli/lib.sh"
small

# json
code 0 "$ODDONE" run small --plant 6% --format json --top 4
[ -s err ] && fail "talk on stderr without a terminal"
cp out run.json
"$JSON" run.json || fail "not valid JSON"
for key in name nodes edges attributes labels planted.structural planted.attribute planted.combined; do
	json run.json dataset.$key >/dev/null || fail "dataset.$key is missing"
done
for key in dims iterations tolerance preset init update alpha beta mu weights plant \
	plant_style plant_seed seed threads directed projection; do
	json run.json options.$key >/dev/null || fail "options.$key is missing"
done
equal 318 "$(json run.json dataset.nodes)" "nodes"
equal 6 "$(json run.json dataset.planted.combined)" "planted"
equal 6 "$(json run.json options.plant.structural)" "options.plant"
equal 4 "$(json run.json dataset.labels)" "classes"
equal 12 "$(json run.json options.dims)" "K"
equal 40 "$(json run.json options.iterations)" "iterations"
equal 241 "$(json run.json trace)" "trace points"
equal init "$(json run.json trace.0.step)" "first step"
equal 0 "$(json run.json trace.0.iteration)" "first iteration"
i=1
for step in W G H U V O W; do
	equal $step "$(json run.json trace.$i.step)" "step $i"
	i=$((i + 1))
done
equal 2 "$(json run.json trace.7.iteration)" "iteration of the seventh step"
for key in loss structure attributes disagreement seconds; do
	json run.json trace.240.$key >/dev/null || fail "trace.240.$key is missing"
done
equal 5 "$(json run.json recall)" "rows of recall"
for key in top recall structural attribute combined; do
	json run.json recall.4.$key >/dev/null || fail "recall.4.$key is missing"
done
for key in load plant init iterations score total; do
	json run.json seconds.$key >/dev/null || fail "seconds.$key is missing"
done
for key in auc average_precision peak_memory_bytes; do
	json run.json $key | grep -q '^[0-9]' || fail "$key is no number"
done
equal 4 "$(json run.json outliers)" "outliers listed"

# Nothing known: null, not nan.
code 0 "$ODDONE" run small --format json -n 2
equal null "$(json out auc)" "auc without truth"
equal null "$(json out recall.0.recall)" "recall without truth"
equal null "$(json out options.plant)" "planting when there is none"
code 0 "$ODDONE" run small --format json -n 0
equal 1 "$(json out trace)" "trace points of no iteration"

# tsv
code 0 "$ODDONE" run small --plant 6% --format tsv
grep -v '^#' out >table
equal 319 "$(wc -l <table | tr -d ' ')" "lines of the table"
equal "rank	id	label	kind	total	links	attributes	disagreement	context	density	size" "$(head -1 table)" "heading"
awk -F'\t' 'NF != 11 || (NR > 1 && $1 != NR - 1) { exit 1 }
	NR > 2 && $5 > last { exit 1 } { last = $5 }' table || fail "the table is out of order"
awk -F'\t' -v auc="$(json run.json auc)" '$1 == "# auc" && $2 == auc + 0 { found = 1 }
	END { exit !found }' out || fail "auc in tsv is not that in json"
awk -F'\t' '$1 == "# recall@10.structural" { found = 1 } END { exit !found }' out ||
	fail "no recall@10.structural in tsv"
equal "$(json run.json outliers.0.id)" "$(sed -n 2p table | cut -f2)" "the oddest"

# The same options in both, under the same names; what is off is "-", not a number.
sed -n 's/^# options\.\([a-z_]*\)[.	].*/\1/p' out | sort -u >names.tsv
"$JSON" run.json options | tr ',{' '\n\n' | sed -n 's/^"\([a-z_]*\)":.*/\1/p' |
	grep -vx -e structural -e attribute -e combined -e swap -e rewire -e clique \
		-e contextual -e placebo -e clique_size -e cliques | sort -u >names.json
same names.json names.tsv
[ "$(wc -l <names.tsv)" -ge 20 ] || fail "few options in tsv"
code 0 "$ODDONE" run small --format tsv -n 2 --score one --weights 2,1,1
for key in plant tolerance; do
	equal "-" "$(sed -n "s/^# options\.$key	//p" out)" "options.$key when off"
done
equal 0.5,0.25,0.25 "$(sed -n 's/^# options\.weights	//p' out)" "options.weights"
equal nan "$(sed -n 's/^# auc	//p' out)" "auc without truth"
code 0 "$ODDONE" run small --format tsv -n 2 --tolerance 0.25
equal 0.25 "$(sed -n 's/^# options\.tolerance	//p' out)" "options.tolerance"

# text
code 0 "$ODDONE" run small --plant 6%
says "Recall" out
says "▲ structural" out
says "chance" out
if [ "$(LC_ALL=C.UTF-8 awk 'BEGIN { print length("▲") }')" = 1 ]; then
	LC_ALL=C.UTF-8 awk 'length($0) > 78 { exit 1 }' out || fail "wider than 78 columns"
fi
grep -q "$(printf '\033')" out && fail "colours without a terminal"
LC_ALL=C "$ODDONE" run small --plant 6% >ascii
says "^ structural" ascii
if LC_ALL=C grep -q '[^ -~]' ascii; then
	fail "the ASCII report has other characters"
fi
code 0 "$ODDONE" run small --top 0 -n 1
says_not "oddest" out
code 0 "$ODDONE" run small --preset paper -n 1
says "share of the total error" out
code 0 "$ODDONE" run small --tolerance 0.5 --format json
equal tolerance "$(json out stopped.by)" "stopped by"

# Names that would disturb a terminal or a table
mkdir odd
awk 'BEGIN {
	for (i = 0; i < 30; i++)
		printf "n%%1B[31m%%09%d\tc%d\tw%d w%d w%d\n", i, i % 3, i % 7, i % 5 + 7, i % 3
}' >odd/odd.nodes
awk 'BEGIN {
	for (i = 0; i < 30; i++) for (j = 1; j < 4; j++)
		printf "n%%1B[31m%%09%d\tn%%1B[31m%%09%d\n", i, (i + j) % 30
}' >odd/odd.edges
code 0 "$ODDONE" run odd -n 2
grep -q "$(printf '\033')" out && fail "control characters from the data reach the terminal"
code 0 "$ODDONE" run odd -n 2 --format tsv
awk -F'\t' '!/^#/ && NF != 11 { exit 1 }' out || fail "a tab in a name breaks the table"
code 0 "$ODDONE" run odd -n 2 --format json
"$JSON" out || fail "odd names break the JSON"

# --require
auc=$(json run.json auc)
code 0 "$ODDONE" run small --plant 6% --require "auc>=$auc" --require 'recall@100>=1' \
	--require 'recall@7.5<=1' --require 'ap>0' --require 'recall@100.combined>=100%'
code 5 "$ODDONE" run small --plant 6% --require "auc>$auc"
says "required auc>$auc" err
says "Recall" out
code 5 "$ODDONE" run small --plant 6% --require 'auc>=0' --require 'recall@5>1'
code 5 "$ODDONE" run small -n 1 --require 'recall@5>=0'

# ---- certainty: the range holds the rank, everywhere it is told; without it nothing says so
code 0 "$ODDONE" run town --iterations 3 --certainty 2 --format tsv -q
sed -n '/^rank/,$p' out >ranges.tsv
head -1 ranges.tsv | grep -q 'equal	lowest	highest$' || fail "no columns of ranges"
awk -F'\t' 'NR > 1 && ($(NF - 1) > $1 || $NF < $1) { exit 1 }' ranges.tsv ||
	fail "a rank outside of its range"
code 0 "$ODDONE" run town --iterations 3 --certainty 2 --format tsv -q -t 1
sed -n '/^rank/,$p' out >alone.tsv
same alone.tsv ranges.tsv
code 0 "$ODDONE" run town --iterations 3 --certainty 2 -q --top 3
says "range" out
tr -s ' \n' ' ' <out >flat
says "this run and 2 further ones, with K from 16 to 20" flat
code 0 "$ODDONE" run town --iterations 3 --certainty 2 --format json -q --top 1
low=$(json out outliers.0.lowest_rank) high=$(json out outliers.0.highest_rank)
equal "$(sed -n 2p ranges.tsv | awk -F'\t' '{ print $(NF - 1), $NF }')" "$low $high" "range in JSON"
code 0 "$ODDONE" explain town --iterations 3 --certainty 2 --top 1 -q
says "$low to $high in 3 runs" out
code 0 "$ODDONE" run town --iterations 3 -q --top 3
says_not "Range:" out
code 2 "$ODDONE" run town --certainty many
says "--certainty" err
finish
