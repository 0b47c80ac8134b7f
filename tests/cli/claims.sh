#!/bin/sh
# Sentences are claims, too. Of every planted node of the samples: no sentence of `explain` denies another
# or the numbers printed beside it. What README.md counts is so. And how many claims there are in all is told.
. "${srcdir:-.}/tests/cli/lib.sh"

cat >rules.awk <<'RULES'
# A block begins with "Node"; it ends with the next, or with the file.
function wrong(what) { printf "%s: %s\n", id, what; bad++ }
function rule(holds, what) { rules++; if (!holds) wrong(what) }
# Sentences cut long names: "Genetic_Algor..." is the class Genetic_Algorithms.
function is_class(said) { return said == class || (sub(/\.\.\.$/, "", said) && index(class, said) == 1) }
# A name that is cut in the table, in the sentence or in both.
function begins(name, said) {
	sub(/\.\.\.$/, "", said)
	sub(/…$/, "", name)
	return index(name, said) == 1 || index(said, name) == 1
}
function end_block(   i) {
	if (id == "")
		return
	blocks++
	rule(verdicts == 1, verdicts " verdicts")
	# What lifts it most is a part, of the rank that the table has, and in the odder half of some.
	for (i = 1; i <= parts && part[i] != highest; i++)
		;
	rule(i <= parts, "no part has rank " highest)
	# The verdict names a kind that some bar speaks for.
	if (looks == "structural")
		rule(bar["links"] > 50 || bar["density"] > 50, "structural, links at " bar["links"])
	if (looks == "attribute")
		rule(bar["words"] > 50 || bar["context"] > 50 || bar["size"] > 50, "attribute, context at " bar["context"])
	if (looks == "combined")
		rule(bar["both"] > 50 || bar["context"] > 50, "combined, both at " bar["both"])
	# The id of a planted node is its kind, which table and sentence have alike.
	if (id ~ /^(structural|attribute|combined)-[0-9]+$/)
		rule(index(id, known "-") == 1, "known to be " known)
	rule(known == headed, "head says " headed ", sentence " known)
	if (links > 1) {
		rule(of_links == links, of_links " links in the sentence, " links " in the head")
		rule(leave <= links, leave " of " links " leave")
		if (most_of > 0) {
			rule(most_of == links && 2 * most > links, "most: " most " of " most_of)
			# Whoever is in another class has left.
			rule(is_class(most_class) ? leave == links - most : leave >= most,
				leave " leave, " most " in " most_class)
		}
		if (looks == "structural" && !by_score)
			rule(2 * leave >= links, "structural, " leave " of " links " leave")
	}
	if (words > 0)
		rule(of_words == words && usual <= words, usual " of " of_words " words, " words " in the head")
	rule(!(same && different), "the same and different classes")
	if (!by_score && (looks == "combined" || looks == "attribute"))
		rule(!same, looks ", and yet to the same class")
	if (looks == "combined" && !by_score)
		rule(different, "combined, and nothing says where to")
	rule(!(by_labels && by_score), "the kind is told by the score and not by it")
	# What is odd at all: the oddest tenth of a part, or of all.
	for (i = 1; i <= parts; i++) {
		if (ordinary && part[i] == highest)
			rule(percentile[i] <= 90, "nothing unusual, and part " i " at " percentile[i])
		rule(part[i] <= nodes, "part " i " has rank " part[i] " of " nodes)
	}
	if (ordinary || not_odd)
		rule(10 * rank > nodes, "not odd, and rank " rank " of " nodes)
	if (unclear)
		rule(100 * rank <= 15 * nodes, "odd, and rank " rank " of " nodes)
	# What the model makes of it, as the part c1 has it, and as the tables below do.
	if (explained != "" && c1 != "")
		rule(explained >= 100 * (1 - c1) - 0.51 && explained <= (c1 < 1 ? 100 * (1 - c1) : 0) + 0.51,
			explained " % of its links explained, c1 is " c1)
	if (worst != "" && first["link"] != "")
		rule(begins(first["link"], worst), "worst link " worst ", the table has " first["link"])
	if (worst_word != "" && first["word"] != "")
		rule(begins(first["word"], worst_word), "worst word " worst_word ", the table has " first["word"])
	if (nearest != "" && first["near"] != "") {
		rule(begins(first["near"], nearest), "nearest " nearest ", the table has " first["near"])
		rule(near - first_near < 0.0051 && first_near - near < 0.0051, "cosine " near ", " first_near)
	}
	if (home)
		rule(is_class(home), "words at home in its own class, " home)
	right += looks == known
}
$0 == "Node" { end_block(); id = ""; getline; id = $1; verdicts = parts = same = different = 0
	by_labels = by_score = most_of = links = words = of_links = of_words = 0
	looks = known = headed = most_class = explained = c1 = worst = worst_word = nearest = home = ""
	split("", first); split("", bar); ordinary = not_odd = unclear = 0; next }
/^  rank / { rank = $2; nodes = $4 }
/^  rank / { headed = $0; headed = sub(/.* known as [^ ]+ /, "", headed) ? headed : "" }
/ · [0-9]+ links?/ && !links { class = $1; match($0, /[0-9]+ links?/); links = substr($0, RSTART) + 0
	if (match($0, /[0-9]+ words?/)) words = substr($0, RSTART) + 0 }
/^  [a-z]+ +[-0-9.e]+ +[0-9]+ +[0-9.]+$/ { part[++parts] = $3; percentile[parts] = bar[$1] = $4 }
/^  links +[-0-9.e]+ +[0-9]+ +[0-9.]+$/ { c1 = $2 }
/Nothing about it is unusual/ { ordinary = 1 }
/As a whole it is not particularly odd/ { not_odd = 1 }
/It is odd, but of no clear kind/ { unclear = 1 }
/The model explains [0-9]+ % of its links/ { explained = $4 }
/Worst explained: link to / { worst = $5 }
/Worst explained: word / { worst_word = $4 }
/Nearest in the embedding: / { nearest = $5; near = $6; gsub(/[(),.]*$/, "", near); sub(/^\(/, "", near) }
/Its words are likeliest in class ".*", its own/ { home = $0; sub(/.*class "/, "", home); sub(/".*/, "", home) }
/^  (link to|word|near in the embedding)  / { table = $1; next }
table != "" { if (!(table in first)) { first[table] = $1; first_near = table == "near" ? $NF : first_near }
	table = "" }
/It looks like|of no clear kind|Nothing about it is unusual/ { verdicts++ }
/It looks like/ { looks = $5 }
/What lifts it most/ { highest = $0; sub(/.*rank /, "", highest); highest += 0 }
/It is known to be/ { known = $7 }
/told by class labels, not by the score/ { by_labels = 1 }
/first, then by the score/ { by_score = 1 }
/^  [0-9]+ of its [0-9]+ links (leave|leaves)/ { leave = $1; of_links = $4 }
/^  Most of its neighbours, / { most = $5; most_of = $7 + 0; most_class = $0
	sub(/.*class "/, "", most_class); sub(/".*/, "", most_class) }
/^  [0-9]+ of its [0-9]+ words (is|are) usual in/ { usual = $1; of_words = $4 }
/point to the same/ { same = 1 }
/point to different/ { different = 1 }
END { end_block(); printf "%d nodes, %d rules, %d broken, %d kinds right\n", blocks, rules, bad, right }
RULES

all=0
# obeys NODES RIGHT COMMAND…: so many nodes, none of whose sentences denies anything, and of so many at least
# the kind is right.
obeys()
{
	nodes=$1 least=$2
	shift 2
	code 0 "$ODDONE" explain "$@" --known -q
	awk -f rules.awk out >told
	grep -v " rules, " told | head -5
	tail -1 told | tr -d ',' >sum
	read -r got _ rules _ broken _ right _ <sum
	equal "$nodes" "$got" "nodes that are explained: $*"
	equal 0 "$broken" "rules that are broken: $*"
	[ "$right" -ge "$least" ] || fail "the kind is right for $right of $got: $*"
	all=$((all + rules))
}
obeys 9 9 town
obeys 54 45 town --plant structural=15,attribute=15,combined=15 --seed 11
obeys 123 92 city --plant 5% --seed 11
[ "$all" -gt 1000 ] || fail "only $all rules were tried"

# A sentence that is changed is found out: the rules can fail.
sed 's/ 0 of its / 9 of its /; s/What lifts it most: context, rank /&5/' out >spoilt
awk -f rules.awk spoilt | tail -1 | grep -q " 0 broken" && fail "spoilt sentences obey all rules"

# ---- README's five minutes: what it counts (readme.sh has what it tells of people) ---------------
code 0 "$ODDONE" info town
grep -qE '^  nodes +300 ' out || fail "the town has not 300 people"
equal 6 "$(sed -n '/^Classes/,/^$/p' out | grep -c '%$')" "clubs"
says "300 people in six clubs" "$srcdir/README.md"
equal "3 3 3" "$(cut -f2 "$srcdir"/share/oddone/samples/town/town.truth | grep -E '^(structural|attribute|combined)$' |
	sort | uniq -c | awk '{ print $1 }' | paste -sd' ' -)" "odd ones of each kind"
says "nine of them are odd, three of each kind" "$srcdir/README.md"
code 0 "$ODDONE" run town -q --require "recall@3>=0.99" --require "rank george-pike <= 1" \
	--require "rank rosa-sparrow <= 9" --require "rank jonas-mill <= 9"

# ---- how many there are: tours.sh runs them ------------------------------------------------------
claims=$(cat "$srcdir"/share/oddone/lessons/*.tour | grep -cE '^(expect|ask) ')
echo "$claims claims in tours, $all rules of sentences"
[ "$claims" -ge 380 ] || fail "only $claims claims in tours"
finish
