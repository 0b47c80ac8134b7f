#!/bin/sh
# Tables of nodes: what each column is taken for, and that no column ruins the others by its unit.
. "${srcdir:-.}/tests/cli/lib.sh"

# table DIR COLUMNS: 600 nodes in 6 groups, links within groups, four columns that follow the group
# but for 30 nodes, and more columns that have nothing to do with it.
table()
{
	mkdir "$1"
	awk -v dir="$1" -v more="$2" '
	function draw(n) { seed = (seed * 16807) % 2147483647; return int(n * seed / 2147483647) }
	BEGIN {
		seed = 7; n = 600; k = 6
		for (i = 0; i < 30; i++) { do o = draw(n); while (o in out); out[o] = 1 }
		split("city trade sport food", name, " ")
		for (i = 0; i < n; i++) {
			group = i % k
			if (i in out) group = (group + 1 + draw(k - 1)) % k
			for (c = 1; c <= 4; c++)
				cell[i, c] = name[c] (draw(10) < 7 ? group : draw(k))
		}
		for (e = 0; e < 2400; e++) {
			a = draw(n)
			b = draw(10) < 9 ? a % k + k * draw(n / k) : draw(n)
			print (e ? "" : "source,target\n") "n" a ",n" b > (dir "/edges.csv")
		}
		split(more, extra, ",")
		header = "id,city,trade,sport,food"
		for (c = 1; c in extra; c++) header = header "," extra[c]
		print header ",truth" > (dir "/nodes.csv")
		for (i = 0; i < n; i++) {
			age = 18 + draw(60); year = 1950 + draw(60)
			salary = 20000 + int(400000 / (1 + draw(40))); phone = 1000000000 + draw(999999937)
			line = "n" i
			for (c = 1; c <= 4; c++) line = line "," cell[i, c]
			value["age"] = age; value["year"] = year; value["salary"] = salary
			value["cents"] = salary * 100; value["phone"] = phone
			value["tiny"] = sprintf("%.9g", salary * 1e-200)
			for (c = 1; c in extra; c++) line = line "," value[extra[c]]
			print line "," (i in out ? "attribute" : "no") > (dir "/nodes.csv")
		}
	}'
}

# percent DIR: how many of a hundred outliers are among the first tenth.
percent()
{
	code 0 "$ODDONE" run "$1" -q -n 10 --format tsv
	awk -F'\t' '$1 == "# recall@10" { print int(100 * $2 + .5) }' out
}

table plain ""
plain=$(percent plain)
[ "$plain" -ge 50 ] || fail "only $plain % found without other columns"
for more in age year salary cents tiny phone age,year,salary,phone; do
	table "$more" "$more"
	found=$(percent "$more")
	[ $((found - plain)) -le 5 ] && [ $((plain - found)) -le 5 ] ||
		fail "with $more $found % found, without $plain %"
	says_not "the loss rose" out
done
# cents and the tiny unit: the same ranking as salary, node by node
for more in salary cents tiny; do
	"$ODDONE" run "$more" -q -n 10 --format tsv | grep -v '^#' | cut -f1-3 >"$more.rank"
done
same salary.rank cents.rank
# by the paper's preset, too, no unit makes the loss rise
for more in cents tiny; do
	code 0 "$ODDONE" run "$more" -q --preset paper
	says_not "the loss rose" out
	says "rose in none" out
done

# what info says
code 0 "$ODDONE" info age,year,salary,phone --format json
for c in 'city category' 'age number' 'year number' 'salary number' 'phone id' 'truth truth'; do
	name=${c% *}
	grep -A3 "\"name\": \"$name\"" out | grep -q "\"type\": \"${c#* }\"" || fail "$name is no ${c#* }"
done
code 0 "$ODDONE" info age,year,salary,phone
says "logarithm, standardised" out
says "left out: every node has its own" out
code 0 "$ODDONE" run age -q -n 1
says "columns: 1 number, 4 categories" out
finish
