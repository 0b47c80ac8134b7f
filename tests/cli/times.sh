#!/bin/sh
# Networks over time: a node that turns odd at a known time is found, and when; going on from the
# time before ranks as starting anew does, in fewer iterations; and sequences with gaps.
. "${srcdir:-.}/tests/cli/lib.sh"
schema=$srcdir/share/oddone/schema/oddone-1.schema.json

# Six years of one network, in each of which other links are missing. From 2004 on all links of n17
# lead to other communities than its own.
code 0 "$ODDONE" generate -o gen --nodes 300 --seed 3 -q
for t in 1 2 3 4 5 6; do
	mkdir -p "years/200$t"
	cp gen/synthetic.nodes "years/200$t/net.nodes"
	awk -F'\t' -v OFS='\t' -v t=$t '
	function mix(s, k, i) {
		k = 7
		for (i = 1; i <= length(s); i++)
			k = (k * 31 + index("0123456789n", substr(s, i, 1))) % 10007
		return k
	}
	NR == FNR { if (!/^#/) { id[c++] = $1; label[$1] = $2 } next }
	/^#/ { next }
	mix($1 $2) % 25 == t { next }
	t >= 4 && ($1 == "n17" || $2 == "n17") {
		k = mix($1 == "n17" ? $2 : $1)
		while (label[id[k % c]] == label["n17"])
			k += 13
		print "n17", id[k % c]
		next
	}
	{ print }' gen/synthetic.nodes gen/synthetic.edges >"years/200$t/net.edges"
done

code 0 "$ODDONE" times years --format json -o results --figures pictures
cp out warm.json
says "wrote three files to results" err
says "wrote 1 figure to pictures" err
mkdir -p strangers/a strangers/b
printf 'a1\tx\tsail\na2\tx\tsail anchor\na3\ty\ttide\n' >strangers/a/net.nodes
printf 'a1\ta2\na2\ta3\n' >strangers/a/net.edges
sed 's/a\([123]\)/b\1/g' strangers/a/net.nodes >strangers/b/net.nodes
sed 's/a\([123]\)/b\1/g' strangers/a/net.edges >strangers/b/net.edges
code 3 "$ODDONE" times strangers
says "no node is at more than one time (a1 in a, b1 in b)" err
code 3 "$ODDONE" run years
says "years: no network, but one in each of several places: oddone times reads" err
equal n17 "$(json warm.json became.0.id)" "the node with the largest leap"
equal 2004 "$(json warm.json became.0.time)" "when it became odd"
equal 2006 "$(json warm.json became.0.until)" "until when it stayed so"
[ "$(json warm.json became.0.rank)" -le 3 ] || fail "rank $(json warm.json became.0.rank) of n17"
[ "$(json warm.json became.0.before)" -ge 60 ] || fail "n17 was odd before"
equal 6 "$(json warm.json times)" "times"
"$builddir/tests/cli/json_schema" "$schema" times warm.json >told || fail "schema: $(cat told)"
"$builddir/tests/cli/json_schema" "$schema" times results/times.json >told || fail "schema: $(cat told)"
head -c 8 pictures/times.png | grep -q PNG || fail "pictures/times.png is no PNG"
"$ODDONE" info pictures/times.png | grep -q "oddone times years" || fail "the PNG does not tell its command"

# No sub-step raises the loss at any time, and every time but the first goes on from another.
for t in 0 1 2 3 4 5; do
	rise=$(json warm.json times.$t.largest_rise)
	awk -v x="$rise" 'BEGIN { exit !(x + 0 <= 1e-12) }' || fail "the loss rose by $rise at time $t"
	[ $t -eq 0 ] || equal followed "$(json warm.json times.$t.state)" "state of time $t"
done

# Against starting anew at every time: the same ranking as far as two starts agree, in half of the
# iterations at most. (Measured: correlations .97 to .99, a fifth of the iterations.)
code 0 "$ODDONE" times years --cold --format json -o cold -q
cp out cold.json
equal n17 "$(json cold.json became.0.id)" "the node with the largest leap, started anew"
warm=0 cold=0
for t in 1 2 3 4 5; do
	warm=$((warm + $(json warm.json times.$t.iterations)))
	cold=$((cold + $(json cold.json times.$t.iterations)))
done
[ $((2 * warm)) -le $cold ] || fail "$warm iterations going on, $cold starting anew"
awk -F'\t' 'FNR == 1 { next } NR == FNR { rank[$1 " " $2] = $3; next }
	{ d = rank[$1 " " $2] - $3; sum[$1] += d * d; n[$1] = $4 }
	END { for (t in sum) {
		rho = 1 - 6 * sum[t] / (n[t] * (n[t] * n[t] - 1)); k++
		if (rho < .95) { print t, rho; bad = 1 }
	} exit bad || k != 6 }' results/times.tsv cold/times.tsv >told || fail "correlation of ranks: $(cat told)"

# Tables: a row for each node and time.
equal 1801 "$(wc -l <results/times.tsv | tr -d ' ')" "lines of times.tsv"
says "$(printf '2004\tn17\t')" results/became.tsv
awk -F'\t' '$1 == 2004 && $2 == "n17" { exit !($6 == "yes" && $7 == "yes") }' results/times.tsv ||
	fail "times.tsv does not say that n17 became odd"
code 0 "$ODDONE" times years --format tsv -q
same results/times.tsv out
code 0 "$ODDONE" times years -q
says "Became odd" out
grep -Eq '^  2004 +n17 ' out || fail "the report does not name n17"
code 0 "$ODDONE" times years -q -t 1 --format tsv
same results/times.tsv out
code 0 "$ODDONE" times years -q --text --size 80x20
says "n17" out
code 0 "$ODDONE" times years -q --contamination 3 --format json
equal null "$(json out odd_share)" "share where a number of nodes is asked for"
equal 3 "$(json out times.2.odd)" "nodes called odd"

# ---- gaps --------------------------------------------------------------------------------------

# An empty time, and a node that is away in 2002 and 2003.
cp -r years gaps
mkdir gaps/2002b
for t in 2002 2003; do
	sed -i '/^n50	/d' "gaps/$t/net.nodes"
	awk -F'\t' '$1 != "n50" && $2 != "n50"' "gaps/$t/net.edges" >e && mv e "gaps/$t/net.edges"
done
code 0 "$ODDONE" times gaps -q --format json -o gapped
equal empty "$(json out times.2.state)" "state of a time without files"
equal 1 "$(json out times.1.gone)" "nodes gone in 2002"
equal 1 "$(json out times.4.returned)" "nodes back in 2004"
equal n17 "$(json out became.0.id)" "the largest leap, with gaps"
grep -Eq "^2003	n50	" gapped/times.tsv && fail "n50 is ranked while it is away"
grep -Eq "^2004	n50	" gapped/times.tsv || fail "n50 is not ranked when it is back"
code 0 "$ODDONE" times gaps -q
says "1 time has nothing there and was passed over" out
says "1 node came back after a time away and was placed as new one" out

# Files of one directory, by number: 9 before 10.
mkdir files
for t in 9 10; do
	cp "years/2001/net.nodes" "files/t$t.nodes"
	cp "years/2001/net.edges" "files/t$t.edges"
done
code 0 "$ODDONE" times files -q --format json
equal t9 "$(json out times.0.name)" "the first of two files"
equal t10 "$(json out times.1.name)" "the second"
# The same network again: nothing changes but for some more iterations.
[ "$(json out became_odd)" -le 3 ] || fail "$(json out became_odd) nodes became odd without a change"

# One time, and none.
code 0 "$ODDONE" times years/2001 -q
says "there is one time only, so nothing can have become odd" out
says "no node became odd" out
mkdir -p none/a none/b
code 3 "$ODDONE" times none -q
code 2 "$ODDONE" times years --windows 3
says "the column of times is missing" err

# ---- tables: columns by name, and a column of times on links -----------------------------------

awk 'BEGIN {
	for (t = 1; t <= 3; t++) {
		dir = "tables/" t; system("mkdir -p " dir); n = dir "/nodes.csv"; e = dir "/edges.csv"
		# the order of columns is another each year, one is new in year 2, codes look like numbers
		# in year 3 and are words before
		print t == 1 ? "id,city,code" : t == 2 ? "id,age,code,city" : "id,code,city,age" > n
		print "source,target" > e
		for (i = 0; i < 80; i++) {
			city = i % 2 ? "Ulm" : "Bonn"; age = 20 + i * 7 % 41
			code = t < 3 ? "k" i % 4 : 1 + i % 4
			if (t == 1) printf "p%d,%s,%s\n", i, city, code > n
			if (t == 2) printf "p%d,%d,%s,%s\n", i, age, code, city > n
			if (t == 3) printf "p%d,%s,%s,%d\n", i, code, city, age > n
			for (j = 2; j < 10; j += 2) printf "p%d,p%d\n", i, (i + j) % 80 > e
		}
		close(n); close(e)
	}
	for (i = 0; i < 80; i++)
		for (t = 0; t < 4; t++)
			for (j = 2; j < 8; j += 2)
				lines = lines sprintf("p%d,p%d,%d-0%d-01\n", i, (i + j + 2 * t) % 80, 2001 + (t > 2 ? t + 1 : t), 1 + i % 9)
	system("mkdir -p mails")
	print "id,city" > "mails/nodes.csv"
	for (i = 0; i < 80; i++) printf "p%d,%s\n", i, i % 2 ? "Ulm" : "Bonn" > "mails/nodes.csv"
	print "source,target,sent\n" substr(lines, 1, length(lines) - 1) > "mails/edges.csv"
}'
code 0 "$ODDONE" times tables -q -k 3 --format json
# city 2, age 1, code: k0 to k3 and, kept a category, 1 to 4
equal 11 "$(json out attributes)" "attributes of all years"
equal followed "$(json out times.2.state)" "the year with other columns"
code 0 "$ODDONE" times mails --time sent --windows yearly -k 1 -q --format json
equal 5 "$(json out times)" "years of a column of dates"
equal 2001 "$(json out times.0.name)" "the first year"
equal empty "$(json out times.3.state)" "a year without links"
code 0 "$ODDONE" times mails --time sent --windows 2 -k 1 -q --format json
equal 2 "$(json out times)" "stretches"
code 0 "$ODDONE" times mails --time sent -k 1 -q --format json
equal 36 "$(json out times)" "different dates"
code 2 "$ODDONE" times mails --time sent --windows often -q
says "none of each, yearly and a number" err
code 3 "$ODDONE" times mails --time target -q
says "is no time: neither a number nor a date" err
code 3 "$ODDONE" times years/2001 --time sent -q
says "tables of links only" err
finish
