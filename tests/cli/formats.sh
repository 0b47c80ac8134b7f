#!/bin/sh
# The same small network in each format that has a table of nodes: what info says of its columns is
# what stands in tests/golden/formats. UPDATE_GOLDEN=1 writes these files anew: read them.
. "${srcdir:-.}/tests/cli/lib.sh"
golden=$srcdir/tests/golden/formats

for file in "$golden"/in/*; do
	name=$(basename "$file")
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

code 0 "$ODDONE" info two.edgelist
says "A run ranks nodes by their links alone" out

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
finish
