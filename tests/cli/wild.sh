#!/bin/sh
# Files as they are found: what other programs write into them that no manual of a format has, endings
# that say something else, encodings. What was once read wrongly without a word is here.
. "${srcdir:-.}/tests/cli/lib.sh"
in=$srcdir/tests/golden/formats/in

# counts FILE "NODES LINKS ATTRIBUTES"
counts()
{
	code 0 "$ODDONE" info "$1" --format json
	equal "$2" "$(json out nodes) $(json out edges) $(json out attributes)" "$1"
}

# typed COLUMN TYPE: in what info last said
typed()
{
	grep -A3 "\"name\": \"$1\"" out | grep -qF "\"type\": \"$2\"" || fail "column $1 is no $2"
}

# ---- endings that say something else, and standard input ---------------------------------------

for file in authors.json bench.npz books.gml cafe.gdf calls.dot follows.csv gephi.graphml \
	people.gexf ring.mtx roads.edgelist shops.csv town.net; do
	"$ODDONE" info "$in/$file" --format json >own.json
	format=$(json own.json format)
	counts="$(json own.json nodes) $(json own.json edges) $(json own.json attributes)"
	for other in txt json graphml gexf gml net mtx npz mat dot gdf edgelist; do
		cp "$in/$file" "x.$other"
		code 0 "$ODDONE" info "x.$other" --format json
		equal "$format $counts" "$(json out format) $(json out nodes) $(json out edges) \
$(json out attributes)" "$file that is called x.$other"
		rm "x.$other"
	done
	gzip -c "$in/$file" >packed.gz
	for way in "$in/$file" packed.gz; do
		code 0 "$ODDONE" info - --format json <"$way"
		equal "$format $counts" "$(json out format) $(json out nodes) $(json out edges) \
$(json out attributes)" "$file in a pipe ($way)"
	done
done

# UTF-16 in both orders, with its mark and without, under a name that says nothing and in a pipe.
if command -v iconv >/dev/null; then
	for file in authors.json books.gml cafe.gdf calls.dot follows.csv gephi.graphml ring.mtx \
		roads.edgelist shops.csv town.net; do
		"$ODDONE" info "$in/$file" --format json >own.json
		for order in LE BE; do
			iconv -f UTF-8 -t UTF-16$order "$in/$file" >bare.data
			case $order in
			LE) printf '\377\376' ;;
			BE) printf '\376\377' ;;
			esac >marked.data
			cat bare.data >>marked.data
			for way in bare.data marked.data; do
				code 0 "$ODDONE" info $way --format json
				equal "$(json own.json format) $(json own.json nodes) $(json own.json edges)" \
					"$(json out format) $(json out nodes) $(json out edges)" \
					"$file as $way of UTF-16$order"
				code 0 "$ODDONE" info - --format json <$way
				equal "$(json own.json checksum)" "$(json out checksum)" \
					"$file as $way of UTF-16$order in a pipe"
			done
		done
	done
	sed 's/UTF-8/UTF-16/' "$in/gephi.graphml" | iconv -f UTF-8 -t UTF-16 >says.graphml
	counts says.graphml "4 3 3"
fi

# DOT holds "graph [", too, and Pajek may begin with a comment.
printf 'graph g {\n\tgraph [rankdir=LR];\n\ta -- b;\n}\n' >nameless.data
counts nameless.data "2 1 0"
printf '%% made by hand\n*Vertices 2\n*Edges\n1 2\n' >nameless.data
counts nameless.data "2 1 0"
# A table is not GML because a text in it says so.
printf 'id,title\n1,"A paragraph [sic] about graphs"\n2,"On a graph [2]"\n' >nameless.data
counts nameless.data "2 0 0"

# ---- tables --------------------------------------------------------------------------------------

# Rows of a data frame have names in a column without one.
mkdir frame
printf ',age,team\nann,30,x\nbob,41,y\ncat,29,x\ndan,33,y\n' >frame/nodes.csv
printf ',source,target,weight\n0,ann,bob,1.0\n1,bob,cat,2.0\n' >frame/edges.csv
counts frame "4 2 3"
cp frame/nodes.csv people.csv
counts people.csv "4 0 3"
# Beside a column of ids it is a number from 0 on, which is an id itself.
awk 'BEGIN { print ",id,age"; for (i = 0; i < 24; i++) print i ",n" i "," 20 + i * 7 % 13 }' >rows.csv
counts rows.csv "24 0 1"
typed "column 1" id
# Spreadsheets: a mark, "sep=;" above the heading, decimal commas, CRLF, a separator at the end, line
# ends within quotes.
mkdir sheet
printf '\357\273\277Id;pay;note;\r\na;1,5;"two\r\nlines";\r\nb;2,25;"two\r\nlines";\r\nc;3;x;\r\nd;1;x;\r\n' \
	>sheet/nodes.csv
printf '\357\273\277sep=;\r\nSource;Target;Weight\r\na;b;0,5\r\nb;c;1\r\n' >sheet/edges.csv
counts sheet "4 2 3"
typed pay number
typed note category
typed "column 4" empty
# A column "type" that is not Gephi's.
mkdir kinds
printf 'id\na\nb\nc\n' >kinds/nodes.csv
printf 'source,target,type\na,b,knows\nb,c,likes\n' >kinds/edges.csv
counts kinds "3 2 0"
printf 'source,target,type\na,b,Directed\nb,c,likes\n' >kinds/edges.csv
code 3 "$ODDONE" info kinds
says 'edges.csv:3:5: "likes" is none of Directed, Undirected, Mutual' err
# Links without a heading, and tables with other names, endings and separators.
for links in 'a,b\nb,c\n' 'a,b,2\nb,c,3\n' 'id_1,id_2\na,b\nb,c\n' 'source|target\na|b\nb|c\n' \
	'FromNodeId\tToNodeId\na\tb\nb\tc\n'; do
	# shellcheck disable=SC2059
	printf "$links" >kinds/edges.csv
	counts kinds "3 2 0"
done
mkdir tabs listed snap
printf 'id\tage\na\t1\nb\t2\nc\t5\n' >tabs/nodes.tsv
printf 'source\ttarget\na\tb\nb\tc\n' >tabs/edges.tsv
counts tabs "3 2 1"
printf 'id,age\na,1\nb,2\nc,5\n' | tee listed/nodes.csv >snap/nodes.csv
printf 'a b 2\nb c\n' >listed/any.edgelist
counts listed "3 2 1"
equal true "$(json out weighted)" "weights of a list beside a table"
printf '# Undirected graph: snap\n# FromNodeId\tToNodeId\na\tb\nb\tc\n' >snap/edges.txt
counts snap "3 2 1"
counts snap/edges.txt "3 2 1"
cp snap/edges.txt snap/edges.tsv
code 3 "$ODDONE" info snap
says "is there as well; name the one to be read" err
printf 'x y\nx z\n' >snap/edges.txt
rm snap/edges.tsv
code 3 "$ODDONE" info snap
says "the header has no column" err
printf '1,2\n2,3\n' >numbers.edges
counts numbers.edges "3 2 0"

# --attributes is what the columns are for; generate has an option of that name with another meaning.
code 0 "$ODDONE" info frame --attributes 'te*' --format json
typed age ignored
typed team category
code 0 "$ODDONE" generate -q -o made --nodes 50 --attributes 40
counts made "50 $("$ODDONE" info made --format tsv | awk -F'\t' '$1 == "edges" { print $2 }') 40"

# Lists of Python that became text.
awk 'BEGIN {
	print "id,tags"
	for (i = 0; i < 12; i++) printf "n%d,\"['\''a%d'\'', '\''b%d'\'']\"\n", i, i % 2, i % 3
}' >tags.csv
counts tags.csv "12 0 5"
typed tags list
code 0 "$ODDONE" convert tags.csv -o of-tags -q
grep -q '^n4	-	tags%3Da0 tags%3Db1$' of-tags/*.nodes || fail "items of a list in brackets"

# ---- links ----------------------------------------------------------------------------------------

# networkx writes what it knows of a link behind it.
printf "a b {'weight': 2.5, 'since': 1999}\nb c {}\nc a {'w': 1}\n" >nx.edgelist
counts nx.edgelist "3 3 0"
code 0 "$ODDONE" convert nx.edgelist -o of-nx -q
grep -q '^a	b	2.5$' of-nx/*.edges || fail "a weight in braces"
code 0 "$ODDONE" convert nx.edgelist -o of-w -q --weight since
grep -q '^a	b	1999$' of-w/*.edges || fail "another weight in braces"
# SNAP and KONECT say in a comment whether links have a direction.
for comment in '# Directed graph (each unordered pair of nodes is saved once): web.txt' '% asym unweighted'; do
	printf '%s\na b\nb c\n' "$comment" >web.txt
	code 0 "$ODDONE" info web.txt
	says "2 links have a direction in the file, which was dropped" out
	code 0 "$ODDONE" info web.txt --directed=auto --format json
	equal true "$(json out directed)" "direction by \"$comment\""
done
printf '# Undirected graph\na b\n' >web.txt
code 0 "$ODDONE" info web.txt --directed --format json
equal 2 "$(json out edges)" "links of a list that says undirected, both ways"

# ---- JSON ------------------------------------------------------------------------------------------

# Python's NaN is a missing number, but not within a text.
cat >nan.json <<'JSON'
{"directed": false, "nodes": [{"id": "NaN", "pay": NaN, "say": "a \"NaN\", b"}, {"id": "b", "pay": 2.5,
 "say": "x"}, {"id": "c", "pay": -Infinity, "say": "x"}, {"id": "d", "pay": 4, "say": "a \"NaN\", b"}],
 "edges": [{"source": "NaN", "target": "b"}]}
JSON
counts nan.json "4 1 3"
grep -A3 '"name": "pay"' out | grep -q '"missing": 2' || fail "NaN is not missing"
# networkx: adjacency_data, both ways round if undirected.
cat >adjacency.json <<'JSON'
{"directed": false, "multigraph": false, "graph": [], "nodes": [{"id": 0}, {"id": 1}, {"id": 2}],
 "adjacency": [[{"weight": 2.5, "id": 1}], [{"weight": 2.5, "id": 0}, {"id": 2}], [{"id": 1}]]}
JSON
counts adjacency.json "3 2 0"
equal 0 "$(json out skipped.repeated_edges)" "links of adjacency_data that are repeated"
sed 's/"directed": false/"directed": true/' adjacency.json >both.json
code 0 "$ODDONE" info both.json --directed=auto --format json
equal 4 "$(json out edges)" "links of a directed adjacency_data"
# Neo4j: an object in each line.
cat >apoc.json <<'JSON'
{"type":"node","id":"0","labels":["User"],"properties":{"name":"Adam","age":42,"kids":["Sam","Anna"]}}
{"type":"node","id":"1","labels":["User"],"properties":{"name":"Jim","age":41,"kids":["Sam","Anna"]}}
{"type":"node","id":"2","labels":["Dog"],"properties":{"name":"Rex","age":12}}
{"id":"0","type":"relationship","label":"KNOWS","properties":{"weight":1.5},"start":{"id":"0","labels":["User"]},"end":{"id":"1","labels":["User"]}}
JSON
counts apoc.json "3 1 3"
equal "2 true" "$(json out labels) $(json out weighted)" "labels and weights of Neo4j's lines"
printf '{"nodes": []}\n{"nodes": []}\n' >two.json
code 3 "$ODDONE" info two.json
says "two.json:1:1: no JSON: an object in each line is what Neo4j writes" err

# ---- Pajek ----------------------------------------------------------------------------------------

# networkx writes attributes behind the shape; colours and sizes are none.
cat >attributes.net <<'NET'
*Vertices 4
1 "a" 0.0 0.0 ellipse trade "sail maker" age "31" ic Red x_fact 2
2 "b" 0.0 0.0 ellipse trade "cook" age "28" [1-3]
3 "c" 0.0 0.0 ellipse trade "cook" age "35"
4 "d" 0.0 0.0 ellipse trade "sail maker" age "52" bc Blue
*Arcs
1 2 1.5
*Edgeslist
2 3 4
NET
counts attributes.net "4 3 3"
typed trade category
typed age number
says_not '"ic"' out

# ---- matrices -------------------------------------------------------------------------------------

# 24 shops: age, a skewed sum, yes/no, a constant, numbers from 1 on, one of both signs.
shops=$in/shops.mat
counts "$shops" "24 36 4"
typed w0 number
typed w1 number
typed w2 yes/no
typed w3 constant
typed w4 id
typed w5 number
grep -A3 '"name": "w1"' out | grep -q '"missing": 1' || fail "NaN in a matrix is not missing"
code 0 "$ODDONE" info "$shops"
says "missing as the median" out
code 0 "$ODDONE" info "$shops" --columns 'w0,w5' --format json
typed w2 ignored
code 0 "$ODDONE" info "$shops" --type w4=number,w2=ignored --format json
typed w4 number
typed w2 ignored
code 2 "$ODDONE" info "$shops" --type w0=category
says "of a matrix can be number, yes/no, count or ignored" err
code 2 "$ODDONE" info "$shops" --ignore w9
says 'there is no column "w9"' err
code 2 "$ODDONE" info "$shops" --id w0
says "a matrix has no column of ids or classes" err
# What is kept is what a table of the same numbers keeps, and it comes back from oddone text.
code 0 "$ODDONE" convert "$shops" -o of-shops -q
code 0 "$ODDONE" info of-shops --format json
typed w1 number
typed w3 constant
code 0 "$ODDONE" run "$shops" -q -k 3
says "columns: 3 numbers, 1 yes/no, 2 left out" out
says "rose in none" out
finish
