#!/bin/sh
# The explorer with a network at several times, and with networks that lack links or words.
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

cat >script.odd <<'S'
save-screen first.txt
select n17
key }
save-screen second.txt
iterate 3
time last
save-screen third.txt
key Y
save-screen times.txt
key Left
save-screen stepped.txt
time 2001
save-screen named.txt
undo
save-screen undone.txt
S
code 0 "$ODDONE" explore years --no-config --script script.odd
says "synthetic at 2001" first.txt
says "synthetic at 2002" second.txt
says "n17" second.txt
says "synthetic at 2003" third.txt
says "Became odd" times.txt
says "Ranks over time" times.txt
says "n17" times.txt
says "now at 2003" times.txt
says "now at 2002" stepped.txt
says "now at 2001" named.txt
says "now at 2002" undone.txt
# The log of a session leads back to its time; from there one goes on to the others, and undo leads back.
cat >save.odd <<'S'
key }
iterate 3
substep 2
size 160x40
save years.oddlog
save-screen wide.txt
time 2003
iterate 2
export scores straight.tsv
S
code 0 "$ODDONE" explore years --no-config --script save.odd --allow-writes
says "wrote the session to" wide.txt
cat >open.odd <<'S'
save-screen again.txt
time 2003
iterate 2
save-screen later.txt
export scores again.tsv
undo
undo
save-screen back.txt
undo
save-screen before.txt
key Y
save-screen all.txt
S
code 0 "$ODDONE" explore years.oddlog --no-config --script open.odd --allow-writes
says "synthetic at 2002" again.txt
says "synthetic at 2003" later.txt
says "it 4 · G" back.txt
says "undo: substep 2" before.txt
says "now at 2002" all.txt
says "Became odd" all.txt
same straight.tsv again.tsv

# The chart of the screen as a file, which makes its ranks itself, and the table behind it.
printf 'export times ranks.png --with-data\n' >export.odd
code 0 "$ODDONE" explore years --no-config --script export.odd --allow-writes
head -c 8 ranks.png | grep -q PNG || fail "ranks.png is no PNG"
equal 361 "$(wc -l <ranks.tsv | tr -d ' ')" "lines of ranks.tsv"
code 0 "$ODDONE" times years -q --format tsv
cut -f 1-3 out >a
cut -f 1-3 ranks.tsv >b
same a b
printf 'export times ranks2.png\nexport times ranks3.png --with-data\n' >export.odd
"$ODDONE" explore town --no-config --script export.odd --allow-writes >out 2>err
[ -e ranks2.png ] || fail "a network of one time has no figure that says so"
[ ! -e ranks3.tsv ] || fail "a table of ranks over time of a network that has none"

printf 'time next\n' >wrong.odd
"$ODDONE" explore town --no-config --script wrong.odd >out 2>err
grep -q "one time only" out err || fail "a network of one time goes to another one"
printf 'open --time 1999 years\nsave-screen wrong.txt\n' >wrong.odd
code 2 "$ODDONE" explore town --no-config --script wrong.odd
grep -q 'there is no time "1999"' err || fail "a time that is not there is opened"

# A run at a time is what its log says, and can be played again.
printf 'open --time 2003 years\niterate 2\nlog save times.oddlog\n' >log.odd
code 0 "$ODDONE" explore --no-config --script log.odd
says "open --time 2003 {data}" times.oddlog
code 0 "$ODDONE" play --batch times.oddlog
says "synthetic" out

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
