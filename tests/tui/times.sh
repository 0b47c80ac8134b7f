#!/bin/sh
# The explorer with one of several times of a network, and with networks that lack links or words.
. "${srcdir:-.}/tests/cli/lib.sh"
unset COLORTERM
export LC_ALL=C.UTF-8 LINES=24 COLUMNS=80

# Three years of one network; from 2002 on all links of n17 lead to other communities.
code 0 "$ODDONE" generate -o gen --nodes 120 --seed 3 -q
for t in 1 2 3; do
	mkdir -p "years/200$t"
	cp gen/synthetic.nodes "years/200$t/net.nodes"
	awk -F'\t' -v OFS='\t' -v t=$t '
	NR == FNR { if (!/^#/) { id[c++] = $1; label[$1] = $2 } next }
	/^#/ { next }
	(FNR + t) % 25 == 0 { next }
	t >= 2 && ($1 == "n17" || $2 == "n17") {
		k += 7
		while (label[id[k % c]] == label["n17"])
			k += 5
		print "n17", id[k % c]
		next
	}
	{ print }' gen/synthetic.nodes gen/synthetic.edges >"years/200$t/net.edges"
done
mkdir years/2000 # nothing there

printf 'open --time 1999 years\nsave-screen wrong.txt\n' >wrong.odd
code 2 "$ODDONE" explore town --no-config --script wrong.odd
grep -q 'there is no time "1999"' err || fail "a time that is not there is opened"

# A run at a time is what its log says, and can be played again.
printf 'open --time 2003 years\niterate 2\nlog save times.oddlog\n' >log.odd
code 0 "$ODDONE" explore --no-config --script log.odd
says "open --time 2003 {data}" times.oddlog
code 0 "$ODDONE" play --batch times.oddlog
says "synthetic" out
# Without --time it is the first that has any; its ranking is that of the same network alone.
printf 'iterate 2\nexport scores first.tsv\nopen years/2001\niterate 2\nexport scores alone.tsv\n' >first.odd
code 0 "$ODDONE" explore years --no-config --script first.odd --allow-writes
same first.tsv alone.tsv

# ---- without words, without links ---------------------------------------------------------------

cut -f 1,2 years/2001/net.edges >links.edgelist
printf 'iterate 3\nsave-screen links.txt\nkey 3 3\nkey Enter\nsave-screen node.txt\n' >less.odd
code 0 "$ODDONE" explore links.edgelist --no-config --script less.odd
says "no words" links.txt
says "by links alone" links.txt
mkdir words
cp years/2001/net.nodes words/net.nodes
echo '# none' >words/net.edges
printf 'save-screen opened.txt\niterate 3\nsave-screen words.txt\nkey 3 3\nkey Enter\nsave-screen page.txt\n' >less.odd
code 0 "$ODDONE" explore words --no-config --script less.odd
says "no links, so" opened.txt
says "no links" words.txt
says "by words alone" words.txt
# The ranking is that of oddone run.
printf 'iterate 40\nexport scores words.tsv\n' >less.odd
code 0 "$ODDONE" explore words --no-config --script less.odd --allow-writes
code 0 "$ODDONE" run words -q --format tsv
grep -v '^#' out | cut -f 1,2 >a
cut -f 1,2 words.tsv >b
same a b
finish
