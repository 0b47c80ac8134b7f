#!/bin/sh
# The same small network in each format that has a table of nodes: what info says of its columns is
# what stands in tests/golden/formats. UPDATE_GOLDEN=1 writes these files anew: read them.
. "${srcdir:-.}/tests/cli/lib.sh"
golden=$srcdir/tests/golden/formats

for file in "$golden"/in/*; do
	name=$(basename "$file")
	"$ODDONE" info "$file" >out 2>err
	grep -q 'was built without' err && continue
	code 0 "$ODDONE" info "$file"
	sed -n '/^Network/,/^  checksum/{/checksum/!p;};/^Columns/,/^Classes/p;/^Notes/,/^$/p' out >told
	if [ -n "${UPDATE_GOLDEN:-}" ]; then
		cp told "$golden/$name.txt"
	else
		same "$golden/$name.txt" told
	fi
done

# Links alone are ranked, and it is said that they are alone: two groups of twenty, and one node that
# is linked with both.
awk 'BEGIN {
	for (i = 0; i < 40; i++)
		for (j = 1; j <= 4; j++) print "n" i, "n" int(i / 20) * 20 + (i + j * j) % 20
	for (j = 0; j < 8; j++) print "bridge", "n" j * 5
}' >two.edgelist
code 0 "$ODDONE" run two.edgelist -k 4 --format tsv -q
equal bridge "$(grep -v '^#' out | awk -F'\t' '$1 == 1 { print $2 }')" "the oddest of two.edgelist"
code 0 "$ODDONE" run two.edgelist -k 4
tr -s ' \n' ' ' <out >flat
says "the network has no attributes: the nodes that a node is linked with stand in" flat

code 0 "$ODDONE" explain two.edgelist -k 4 --node bridge -q
says "8 links · 9 stand-ins" out
says_not "words" out
printf 'open two.edgelist\nset score=one\niterate 2\nsave-screen two.txt\n' >two.odd
code 0 "$ODDONE" --no-config --script two.odd
says "nbrs" two.txt
code 0 "$ODDONE" info two.edgelist
says "A run ranks nodes by their links alone" out

# Attributes alone are ranked, and it is said: forty shops in two rows, and one of both.
awk 'BEGIN {
	print "id,goods"
	for (i = 0; i < 40; i++) printf "s%d,%s\n", i, i % 2 ? "bread;cake;rolls" : "nails;saws;glue"
	print "odd,bread;saws;kites"
}' >shops.csv
code 0 "$ODDONE" run shops.csv -k 2 --format tsv -q
equal odd "$(grep -v '^#' out | awk -F'\t' '$1 == 1 { print $2 }')" "the oddest of shops.csv"
code 0 "$ODDONE" run shops.csv -k 2
tr -s ' \n' ' ' <out >flat
says "the network has no links: nodes are ranked by their attributes alone" flat
says "attributes 100 %" flat
code 0 "$ODDONE" info shops.csv
says "A run ranks nodes by their attributes alone" out
printf 'open shops.csv\niterate 2\nexport scores shops.tsv\nsave-screen shops.txt\n' >shops.odd
code 0 "$ODDONE" --no-config --script shops.odd
# There are no links for a bar of them.
grep '#.*node.*total' shops.txt >heading
says words heading
says_not links heading
says_not both heading

# What networkx writes loads with the right counts, ids and types.
if python3 -c 'import networkx' 2>/dev/null; then
	python3 - <<'END' || fail "networkx cannot write"
import networkx as nx
G = nx.DiGraph()
for i in range(30):
    G.add_node("Zo\u00eb & %d" % i, age=20 + (i * 7) % 31, trade="t%d" % (i % 3), sings=i % 2 == 0)
names = list(G)
for i in range(29):
    G.add_edge(names[i], names[i + 1], weight=1.5)
nx.write_graphml(G, "nx.graphml")
nx.write_gexf(G, "nx.gexf")
nx.write_gml(G, "nx.gml", stringizer=str)
nx.write_pajek(nx.Graph((names[i], names[i + 1]) for i in range(29)), "nx.net")
END
	for file in nx.graphml nx.gexf nx.gml; do
		code 0 "$ODDONE" info $file --directed --format json
		equal 30 "$(json out nodes)" "nodes of $file"
		equal 29 "$(json out edges)" "links of $file"
		equal 5 "$(json out attributes)" "attributes of $file"
		equal true "$(json out weighted)" "weights of $file"
		for c in 'age number' 'trade category' 'sings yes/no'; do
			grep -A3 "\"name\": \"${c% *}\"" out | grep -qF "\"type\": \"${c#* }\"" ||
				fail "$file: ${c% *} is no ${c#* }"
		done
		code 0 "$ODDONE" convert $file -o "of-$file" -q
		grep -q '^Zoë%20&%207	' "of-$file"/*.nodes || fail "ids of $file"
		code 0 "$ODDONE" info $file
		says "29 links have a direction in the file, which was dropped" out
	done
	code 0 "$ODDONE" info nx.net --format json
	equal 30 "$(json out nodes)" "nodes of nx.net"
	equal 29 "$(json out edges)" "links of nx.net"
fi

# ---- directions, as the file has them ---------------------------------------------------------

for file in authors.json calls.dot cafe.gdf csv gephi.graphml; do
	for way in no yes auto; do
		code 0 "$ODDONE" info "$golden/in/$file" --directed=$way --format json
		cp out "$way.json"
	done
	equal false "$(json no.json directed)" "$file with --directed=no"
	equal true "$(json yes.json directed)" "$file with --directed=yes"
	[ "$file" = csv ] || equal true "$(json auto.json directed)" "$file with --directed=auto"
done
code 0 "$ODDONE" info "$golden/in/calls.dot" --directed --format json
equal true "$(json out directed)" "--directed alone"
code 0 "$ODDONE" info "$golden/in/ring.mtx" --directed=auto --format json
equal false "$(json out directed)" "a format without directions"
printf 'Source,Target,Type\na,b,Undirected\nb,c,Directed\n' >typed.csv
code 0 "$ODDONE" info typed.csv --directed=auto --format json
equal true "$(json out directed)" "Type of a table of links"
equal 3 "$(json out edges)" "links of a table, one of them both ways"
code 2 "$ODDONE" info "$golden/in/calls.dot" --directed=perhaps

# ---- by content, whatever the name ------------------------------------------------------------

for pair in authors.json:JSON calls.dot:DOT cafe.gdf:GDF people.gexf:GEXF books.gml:GML \
	gephi.graphml:GraphML bench.npz:NumPy ring.mtx:MatrixMarket town.net:Pajek \
	roads.edgelist:"edge list" follows.csv:CSV shops.csv:CSV; do
	cp "$golden/in/${pair%%:*}" nameless.data
	code 0 "$ODDONE" info nameless.data --format json
	equal "${pair#*:}" "$(json out format)" "format of ${pair%%:*} by its content"
	equal nameless "$(json out name)" "its name"
	gzip -c nameless.data >packed
	code 0 "$ODDONE" info packed --format json
	equal "${pair#*:}" "$(json out format)" "format of ${pair%%:*}, packed"
done
for pair in authors.json:JSON calls.dot:DOT cafe.gdf:GDF bench.npz:NumPy; do
	code 0 "$ODDONE" info - --format json <"$golden/in/${pair%%:*}"
	equal "${pair#*:}" "$(json out format)" "format of ${pair%%:*} in a pipe"
done
printf 'caller;callee;calls\nx;y;2,5\ny;z;1\n' >calls.txt
code 0 "$ODDONE" info calls.txt --source caller --target callee --weight calls --format json
equal "3 2 true" "$(json out nodes) $(json out edges) $(json out weighted)" "columns that are named"

# A table of two columns with a heading is not taken for links, a list of pairs is.
printf 'letter,frequency\nA,0.08\nB,0.01\n' >letters.csv
printf 'group,person\n1,Alan\n1,Fay\n' >groups.csv
printf 'year temp\n1880 -0.1\n1881 0.2\n' >years.txt
for file in letters.csv groups.csv years.txt; do
	code 3 "$ODDONE" info $file
	says "$file: no format is recognised by its name or content; nearest is" err
done
printf 'ann,bob\nbob,cara\n' >pairs.csv
code 0 "$ODDONE" info pairs.csv --format json
equal "3 2" "$(json out nodes) $(json out edges)" "a list of pairs"
code 0 "$ODDONE" info groups.csv --source group --target person --format json
equal "3 2" "$(json out nodes) $(json out edges)" "columns of a table that are named"

# What is not recognised is told, with what is nearest.
printf 'a,b,c,d\n1,2,3,4\n' >table.foo
code 3 "$ODDONE" info table.foo
says "table.foo: no format is recognised by its name or content; nearest is CSV" err
printf 'one two three four five\n' >words.foo
code 3 "$ODDONE" info words.foo
says "nearest is an edge list" err
printf 'PK\003\004\024\000\006\000xl/workbook.xml' >table.xlsx
code 3 "$ODDONE" info table.xlsx
says "table.xlsx: the zip archive is damaged" err
# A table in text is one whatever it is called; without a heading that tells, how to say it is told.
cp table.foo other.xlsx
code 3 "$ODDONE" info other.xlsx
says "nearest is CSV" err
printf 'Id,age\na,1\nb,2\nc,1\n' >people.xlsx
code 0 "$ODDONE" info people.xlsx --format json
equal "CSV 3" "$(json out format) $(json out nodes)" "a table called .xlsx"
printf 'Source;Target\na;b\nb;c\n' >friends.ods
code 0 "$ODDONE" info friends.ods --format json
equal "CSV 2" "$(json out format) $(json out edges)" "links called .ods"
# METIS and LGL are refused, and not read as a list of links.
printf '3 2\n2\n1 3\n2\n' >three.graph
printf '# a\nb 2\nc\n' >web.lgl
for file in three.graph web.lgl; do
	code 3 "$ODDONE" info $file
	says "$file: no format is recognised by its name or content; write GraphML, GML or an edge list" err
done
# Neo4j and others call the table of links so.
for name in relationships links; do
	rm -rf pair && mkdir pair
	printf 'id:ID,age:int\na,1\nb,2\nc,1\n' >pair/nodes.csv
	printf ':START_ID,:END_ID,:TYPE\na,b,KNOWS\nb,c,KNOWS\n' >pair/$name.csv
	code 0 "$ODDONE" info pair --format json
	equal "3 2" "$(json out nodes) $(json out edges)" "nodes.csv and $name.csv"
	code 0 "$ODDONE" info pair/$name.csv --format json
	equal "3 2" "$(json out nodes) $(json out edges)" "$name.csv by its name"
done
for file in net.parquet graph.g6 graph.s6 data.pt; do
	printf 'PAR1\000\001' >$file
	code 3 "$ODDONE" info $file
done
says "objects of Python and R are not read" err
# Tables inside a file: several that are called neither nodes nor edges, none, and one.
if command -v python3 >/dev/null; then
	python3 - <<'END'
import zipfile
with zipfile.ZipFile("three.zip", "w") as z:
    for name in "abc":
        z.writestr(name + ".csv", "x,y\n1,2\n")
zipfile.ZipFile("none.zip", "w").writestr("a.exe", "MZ")
with zipfile.ZipFile("lone.zip", "w") as z:
    z.writestr("d/edges.csv", "source,target\na,b\nb,c\n")
with zipfile.ZipFile("inner.zip", "w") as z:
    z.writestr("d/net.gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]")
    z.writestr("d/readme.txt", "a network")
with zipfile.ZipFile("bad.zip", "w") as z:
    z.writestr("nodes.csv", "id,age\na,1\nb\n")
    z.writestr("edges.csv", "source,target\na,b\n")
zipfile.ZipFile("x.pt", "w").writestr("x/data.pkl", "")
END
	code 3 "$ODDONE" info three.zip
	says "holds 3 tables (a.csv, b.csv, c.csv); the two to be read must be called nodes and edges" err
	code 3 "$ODDONE" info none.zip
	says "none.zip: there is no table in it" err
	code 0 "$ODDONE" info lone.zip --format json
	equal "3 2" "$(json out nodes) $(json out edges)" "links alone in an archive"
	code 0 "$ODDONE" info inner.zip --format json
	equal "GML 2 1" "$(json out format) $(json out nodes) $(json out edges)" "GML in an archive"
	code 3 "$ODDONE" info bad.zip
	says "bad.zip:nodes.csv:3:2: the number of columns is 1, in the header 2" err
	code 2 "$ODDONE" info x.pt
	says "numpy.savez" err
	code 0 "$ODDONE" info - --format json <inner.zip
	equal "2" "$(json out nodes)" "an archive in a pipe"
fi
head -c 300 "$ODDONE" >bytes.foo
code 3 "$ODDONE" info bytes.foo
says "MATLAB .mat, NumPy .npz, SQLite and .xlsx are the formats that are no text" err
cp table.foo graph.pkl
code 3 "$ODDONE" info graph.pkl
says "objects of Python and R are not read" err

# ---- values ------------------------------------------------------------------------------------

# UTF-16 and decimal commas; what may as well be thousands is no number.
code 0 "$ODDONE" convert "$golden/in/excel" -o of-excel -q
grep -q '^a	.*Gr.*ße=1.75' of-excel/*.nodes || fail "a decimal comma in UTF-16"
grep -q 'Preis=1200.5' of-excel/*.nodes || fail "thousands and a decimal comma"
grep -q '^b	c	1$\|^b	c$' of-excel/*.edges || fail "links of excel"
grep -q '^a	b	0.5$' of-excel/*.edges || fail "a decimal comma in a weight"
printf 'Id;n\na;1,234\nb;2,345\nc;1,234\nd;2,345\n' >thousands.csv
code 0 "$ODDONE" info thousands.csv
says "category" out
# Links by the place of their nodes, as d3 has them.
printf '{"nodes":[{"id":"x"},{"id":"y"},{"id":"z"}],"links":[{"source":0,"target":2,"value":3}]}' >d3.json
code 0 "$ODDONE" convert d3.json -o of-d3 -q
grep -q '^x	z	3$' of-d3/*.edges || fail "a link by places"
# Arrays of NumPy: names, labels and values.
code 0 "$ODDONE" convert "$golden/in/bench.npz" -o of-bench -q
grep -q '^Zoë	right	w2 w4=2$' of-bench/*.nodes || fail "a node of bench.npz"
grep -q '^n1	Zoë	2$' of-bench/*.edges || fail "a link of bench.npz"
code 0 "$ODDONE" convert "$golden/in/links.npz" -o of-links -q
grep -q '^1	2	2$' of-links/*.edges || fail "a link of links.npz"

# ---- what others write --------------------------------------------------------------------------

for python in python3 /usr/bin/python3; do
	$python -c 'import networkx, scipy' 2>/dev/null && break
	python=
done
if [ -n "$python" ]; then
	$python - <<'END' || fail "networkx cannot write"
import json, networkx as nx, numpy as np, scipy.sparse as sp
G = nx.DiGraph()
for i in range(30):
    G.add_node("Zo\u00eb & %d" % i, age=20 + (i * 7) % 31, trade="t%d" % (i % 3), sings=i % 2 == 0)
names = list(G)
for i in range(29):
    G.add_edge(names[i], names[i + 1], weight=1.5)
json.dump(nx.node_link_data(G), open("nx.json", "w"))
json.dump(nx.cytoscape_data(G), open("nx.cyjs", "w"))
sp.save_npz("nx.npz", nx.to_scipy_sparse_array(G).tocsr())
sp.save_npz("coo.npz", nx.to_scipy_sparse_array(G).tocoo())
END
	for file in nx.json nx.cyjs; do
		code 0 "$ODDONE" info $file --directed=auto --format json
		equal 30 "$(json out nodes)" "nodes of $file"
		equal 29 "$(json out edges)" "links of $file"
		equal true "$(json out directed)" "directions of $file"
		equal true "$(json out weighted)" "weights of $file"
		for c in 'age number' 'trade category' 'sings yes/no'; do
			grep -A3 "\"name\": \"${c% *}\"" out | grep -qF "\"type\": \"${c#* }\"" ||
				fail "$file: ${c% *} is no ${c#* }"
		done
		code 0 "$ODDONE" convert $file -o "of-$file" -q
		grep -q '^Zoë%20&%207	' "of-$file"/*.nodes || fail "ids of $file"
	done
	for file in nx.npz coo.npz; do
		code 0 "$ODDONE" info $file --format json
		equal "30 29" "$(json out nodes) $(json out edges)" "nodes and links of $file"
	done
fi
for python in python3 /usr/bin/python3; do
	$python -c 'import igraph' 2>/dev/null && break
	python=
done
if [ -n "$python" ]; then
	$python - <<'END' || fail "igraph cannot write"
import igraph
g = igraph.Graph([(i, (i + 1) % 12) for i in range(12)])
g.vs["name"] = ["n%d" % i for i in range(12)]
g.vs["age"] = [20.5 + 7 * i % 5 for i in range(12)]
g.es["weight"] = [1 + i % 3 for i in range(12)]
g.write_ncol("ig.ncol", names="name", weights="weight")
g.write_dot("ig.dot")
g.write_graphml("ig.graphml")
END
	for file in ig.ncol ig.dot ig.graphml; do
		code 0 "$ODDONE" info $file --format json
		equal "12 12 true" "$(json out nodes) $(json out edges) $(json out weighted)" "$file"
	done
fi
for python in python3 /usr/bin/python3; do
	$python -c 'import pandas' 2>/dev/null && break
	python=
done
if [ -n "$python" ]; then
	$python - <<'END' || fail "pandas cannot write"
import os, pandas as pd
os.mkdir("pd")
pd.DataFrame({"id": ["n%d" % i for i in range(24)], "pay": [1e4 + 700.5 * (i * 5 % 24) for i in range(24)],
              "team": ["ab"[i % 2] for i in range(24)]}).to_csv("pd/nodes.csv", index=False)
pd.DataFrame({"source": ["n%d" % i for i in range(23)], "target": ["n%d" % (i + 1) for i in range(23)],
              "weight": 0.5}).to_csv("pd/edges.csv", index=False)
END
	code 0 "$ODDONE" info pd --format json
	equal "24 23 3" "$(json out nodes) $(json out edges) $(json out attributes)" "what pandas writes"
fi
finish
