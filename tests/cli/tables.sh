#!/bin/sh
# What the tables say, and not only how long they are: recall counted again from the ranking, weights
# given twice, and files that must not be written over; by the command line, a log and a script.
. "${srcdir:-.}/tests/cli/lib.sh"
small
plant="structural=4,attribute=9,combined=6"

# ---- recall -----------------------------------------------------------------------------------

# Recall at so many nodes, from the ranking alone: the kinds in the order of the columns.
cat >count.awk <<'AWK'
BEGIN { FS = OFS = "\t"; kind["structural"] = 1; kind["attribute"] = 2; kind["combined"] = 3 }
FNR == 1 { file++; next }
file == 1 { of[FNR - 1] = $4; all += $4 in kind; known[$4]++; next }
{
	found = 0
	split("", hit)
	for (i = 1; i <= $2; i++)
		if (of[i] in kind) {
			found++
			hit[of[i]]++
		}
	rows++
	bad += differs($3, found / all) + differs($4, hit["structural"] / known["structural"])
	bad += differs($5, hit["attribute"] / known["attribute"])
	bad += differs($6, hit["combined"] / known["combined"])
	# A column in the place of another is seen only where they differ.
	apart[1] += $4 != $5; apart[2] += $5 != $6; apart[3] += $4 != $6; apart[4] += $3 != $4
}
function differs(a, b) { return a - b > 1e-12 || b - a > 1e-12 }
END { exit !(rows == 5 && bad == 0 && apart[1] && apart[2] && apart[3] && apart[4]) }
AWK

# recall_fits SCORES RECALL
recall_fits()
{
	equal "top	nodes	recall	structural	attribute	combined	outlier	placebo	swap	rewire	clique	contextual" \
		"$(head -n 1 "$2")" \
		"heading of $2"
	awk -f count.awk "$1" "$2" || {
		fail "$2 is not what the ranking $1 says:"
		sed 's/^/    /' "$2"
	}
}

code 0 "$ODDONE" run small -q --plant "$plant" --score one -o export
recall_fits export/scores.tsv export/recall.tsv
row=0
# shellcheck disable=SC2034,SC2154 # columns by their name, through eval
while read -r top nodes recall structural attribute combined others; do
	[ "$top" = top ] && continue
	for column in top nodes recall structural attribute combined; do
		eval "value=\$$column"
		wanted=$(json export/run.json "recall.$row.$column")
		awk "BEGIN { d = $wanted - $value; exit !(d < 1e-12 && d > -1e-12) }" ||
			fail "recall.tsv row $row: $column is $value, in run.json $wanted"
	done
	row=$((row + 1))
done <export/recall.tsv
equal "$row" "$(json export/run.json recall)" "rows of recall in run.json"

# ---- names ------------------------------------------------------------------------------------

# An id is escaped once, and by one rule, whoever writes the table; .csv has quotation marks besides.
cp -r small odd
awk -F'\t' -v OFS='\t' '
	function odd(id) {
		return id == "n4" ? "back\\slash" : id == "n1" ? "ta%09b" : \
			id == "n2" ? "quo\"te,comma" : id == "n3" ? "per%25cent" : id
	}
	FILENAME ~ /nodes/ && /^n/ { $1 = odd($1) }
	FILENAME ~ /edges/ && /^n/ { $1 = odd($1); $2 = odd($2) }
	{ print > (FILENAME ".new") }' odd/*.nodes odd/*.edges
for file in odd/*.new; do mv "$file" "${file%.new}"; done
code 0 "$ODDONE" run odd -q --iterations 2 -o names
printf 'open odd\niterate 2\nexport scores played.tsv\nexport scores played.csv\n' >names.oddlog
code 0 "$ODDONE" play --allow-writes --batch names.oddlog
same names/scores.tsv played.tsv
for name in 'back\slash' 'ta%09b' 'quo"te,comma' 'per%25cent'; do
	cut -f 2 played.tsv | grep -Fqx "$name" || fail "no id $name in scores.tsv"
done
for name in 'back\slash' 'ta%09b' '"quo""te,comma"' 'per%25cent'; do
	grep -Fq ",$name," played.csv || fail "no id $name in scores.csv"
done

# ---- claims -----------------------------------------------------------------------------------

code 0 "$ODDONE" run small -q --plant "$plant" --require 'recall 100 >= recall 5' \
	--require 'recall@100>=100%' --require 'planted >= 19' --require 'rank@n7>=1'
code 5 "$ODDONE" run small -q --plant "$plant" --require 'planted > 19'
says "required planted > 19, reached 19" err
code 5 "$ODDONE" run small -q --require 'rank@nobody>=1'
says "required rank@nobody>=1: there is no such node" err
code 2 "$ODDONE" run small -q --require 'part 9 n7 > 1'
says "cannot read" err

# ---- weights ----------------------------------------------------------------------------------

cat >weights.oddlog <<LOG
open small
set score=one
plant $(echo "$plant" | tr , ' ')
iterate 12
export recall recall.tsv
export scores own.tsv
weights 1,0,0
export scores links.tsv
weights 0,0,1
export scores both.tsv
weights 0,1,0
export scores attributes.tsv
weights preset
export scores again.tsv
LOG

# falls FILE COLUMN: down the ranking the numbers of this column never rise, and others do
falls()
{
	awk -F'\t' -v c="$2" 'NR > 2 {
		for (i = 6; i <= 8; i++)
			rises[i] += $i > last[i]
	} { for (i = 6; i <= 8; i++) last[i] = $i }
	END { exit !(rises[c] == 0 && rises[6] + rises[7] + rises[8] > 0) }' "$1" ||
		fail "$1 is not ordered by column $2"
}

# The commands of a log, played and by the explorer.
for way in play script; do
	mkdir "$way" && cp -r small "$way" && cd "$way" || exit 99
	if [ "$way" = play ]; then
		code 0 "$ODDONE" play --allow-writes --batch ../weights.oddlog
	else
		code 0 "$ODDONE" --no-config --script ../weights.oddlog
	fi
	mv out err ..
	cd ..
	falls "$way/links.tsv" 6
	falls "$way/attributes.tsv" 7
	falls "$way/both.tsv" 8
	same "$way/own.tsv" "$way/again.tsv"
	cmp -s "$way/own.tsv" "$way/both.tsv" && fail "$way: weights change nothing"
	recall_fits "$way/own.tsv" "$way/recall.tsv"
done
for file in own links both attributes recall; do
	same "play/$file.tsv" "script/$file.tsv"
done

# ---- files that are there ---------------------------------------------------------------------

# there FILE…: exactly these
there()
{
	equal "$*" "$(LC_ALL=C ls -A files | tr '\n' ' ' | sed 's/ $//')" "files"
}

mkdir files
echo mine >files/loss.oddlog
export_loss()
{
	printf 'open small\nexport loss files/loss.png --size 300x200 %s\n' "$*" >export.oddlog
	"$ODDONE" play --allow-writes --batch -q export.oddlog >out 2>err
}
export_loss --with-log && fail "export writes over a log"
says "files/loss.oddlog is there already" err
there loss.oddlog
export_loss --with-log --number || fail "export --number does not write"
there loss-2.oddlog loss-2.png loss.oddlog
equal mine "$(cat files/loss.oddlog)" "a log that was there"
echo mine >files/loss-3.tsv
export_loss --with-log --with-data --number || fail "export --number does not write"
there loss-2.oddlog loss-2.png loss-3.tsv loss-4.oddlog loss-4.png loss-4.tsv loss.oddlog
equal mine "$(cat files/loss-3.tsv)" "a table that was there"
export_loss --number || fail "export --number does not write"
[ -e files/loss.png ] || fail "a log in whose place nothing is written keeps loss.png from being"
export_loss --with-log --replace || fail "export --replace does not write"
says "open" files/loss-4.oddlog
says_not "mine" files/loss.oddlog
finish
