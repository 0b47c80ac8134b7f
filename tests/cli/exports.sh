#!/bin/sh
# Results for other programs: what --export-format and `export` write loads in networkx, igraph and
# pandas (where they are installed) with the same scores; the JSON is what its schema says.
. "${srcdir:-.}/tests/cli/lib.sh"
schema=$srcdir/share/oddone/schema/oddone-1.schema.json

# fits NAME FILE: the JSON is as the schema has it
fits()
{
	"$builddir/tests/cli/json_schema" "$schema" "$1" "$2" >told || {
		fail "$2 is not what $1 of the schema says:"
		sed 's/^/    /' told | head
	}
}

# ---- files ------------------------------------------------------------------------------------

cat >odd.graphml <<'END'
<graphml><graph edgedefault="directed">
<node id="a&amp;b"/><node id="Zo&#xEB; &lt;7&gt;"/><node id="say &quot;hi&quot;, you"/><node id="100%"/>
<node id="n1"/><node id="n2"/><node id="n3"/><node id="n4"/>
<edge source="a&amp;b" target="n1"/><edge source="Zo&#xEB; &lt;7&gt;" target="n1"/>
<edge source="say &quot;hi&quot;, you" target="n2"/><edge source="100%" target="n3"/>
<edge source="n1" target="n2"/><edge source="n2" target="n3"/><edge source="n3" target="n4"/>
<edge source="n4" target="a&amp;b"/><edge source="n2" target="n1"/>
</graph></graphml>
END
all=graphml,csv,projector
code 0 "$ODDONE" run odd.graphml --directed -k 2 -n 3 -o odd --export-format $all
says "wrote 12 files to odd" err
code 0 "$ODDONE" run town -q -n 5 -o results --export-format $all --contamination 5%
equal "edges.csv embedding.npy embedding.tsv metadata.tsv network.graphml nodes.csv projection.tsv recall.tsv run.json scores.tsv trace.tsv vectors.tsv" \
	"$(LC_ALL=C ls -A results | tr '\n' ' ' | sed 's/ $//')" "files"
equal "Id,class,rank,score,odd,kind,links,attributes,disagreement,context,density,size,community,x,y" "$(head -n 1 results/nodes.csv)" "nodes.csv"
equal "Source,Target,Type,Weight" "$(head -n 1 results/edges.csv)" "edges.csv"
equal 1146 "$(wc -l <results/edges.csv | tr -d ' ')" "lines of edges.csv"
# vectors.tsv and embedding.tsv are the same but for names and heading, and so in order.
sed 1d results/embedding.tsv | cut -f 2- | cmp -s - results/vectors.tsv || fail "vectors.tsv differs"
cut -f 1 results/metadata.tsv | sed 1d >names
sed 1d results/embedding.tsv | cut -f 1 | cmp -s - names || fail "names in metadata.tsv"
# The same scores as in scores.tsv, and the first 15 of 300 are odd.
awk -F, 'NR > 1 { print $3 "\t" $1 "\t" $4 "\t" $5 }' results/nodes.csv | sort -n >a
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "odd") c = i; next }
	{ print $1 "\t" $2 "\t" $5 "\t" $c }' results/scores.tsv >b
same a b
equal 15 "$(grep -c 'yes$' b)" "nodes called odd"
head -n 15 b | grep -qv 'yes$' && fail "another than the first 15 is odd"
equal 15 "$(json results/run.json odd)" "odd in run.json"

# What is written is read again: as many nodes and links.
for file in network.graphml nodes.csv; do
	code 0 "$ODDONE" info results/$file --format json
	equal 300 "$(json out nodes)" "nodes of results/$file"
	equal 1145 "$(json out edges)" "links of results/$file"
done

code 2 "$ODDONE" run town --export-format graphml
says "--export DIR is missing" err
code 2 "$ODDONE" run town -o x --export-format graphml,gefx
says '"gefx" is none of: graphml csv projector' err
code 2 "$ODDONE" run town --contamination many
says "say for example 45 or 5%" err

# ---- other programs ---------------------------------------------------------------------------

for python in python3 /usr/bin/python3; do
	$python -c 'import networkx' 2>/dev/null && break
	python=
done
if [ -n "$python" ]; then
	$python - <<'END' || fail "networkx reads something else"
import csv, networkx as nx
def check(G, scores):
    assert len(G) == len(scores), (len(G), len(scores))
    for row in scores:
        node = G.nodes[row["id"]]
        assert node["rank"] == int(row["rank"]), row
        assert node["score"] == float(row["total"]), row
        for part in ("links", "disagreement", "context"):
            if part in row: assert node[part] == float(row[part]), row
        assert {"community", "x", "y"} <= set(node) or "x" in node, node
for name, directed in (("results", False), ("odd", True)):
    with open(name + "/scores.tsv", encoding="utf-8") as f:
        scores = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in scores:
        row["id"] = row["id"].replace("%25", "%")
    for G in (nx.read_graphml(name + "/network.graphml"),):
        assert G.is_directed() == directed
        check(G, scores)
G = nx.read_graphml("results/network.graphml")
assert G.number_of_edges() == 1145
assert sum(G.nodes[n]["odd"] for n in G) == 15
assert {G.nodes[n]["class"] for n in G} >= {"bakers", "sailors"}
assert sorted(nx.read_graphml("odd/network.graphml").nodes)[-1] == "say \"hi\", you"
END
fi
for python in python3 /usr/bin/python3; do
	$python -c 'import igraph' 2>/dev/null && break
	python=
done
if [ -n "$python" ]; then
	$python - <<'END' || fail "igraph reads something else"
import csv, igraph
g = igraph.Graph.Read_GraphML("results/network.graphml")
with open("results/scores.tsv", encoding="utf-8") as f:
    scores = {r["id"]: r for r in csv.DictReader(f, delimiter="\t")}
assert g.vcount() == 300 and g.ecount() == 1145 and not g.is_directed()
for v in g.vs:
    assert v["score"] == float(scores[v["id"]]["total"])
    assert v["odd"] == (scores[v["id"]]["odd"] == "yes")
END
fi
for python in python3 /usr/bin/python3; do
	$python -c 'import pandas' 2>/dev/null && break
	python=
done
if [ -n "$python" ]; then
	$python - <<'END' || fail "pandas reads something else"
import pandas as pd
nodes, edges = pd.read_csv("results/nodes.csv"), pd.read_csv("results/edges.csv")
scores = pd.read_csv("results/scores.tsv", sep="\t")
both = nodes.merge(scores, left_on="Id", right_on="id")
assert len(both) == 300 and (abs(both["score"] - both["total"]) < 1e-15).all()
assert set(edges.Source) | set(edges.Target) <= set(nodes.Id) and len(edges) == 1145
END
fi

# ---- from a session, with what a filter shows -------------------------------------------------

cat >some.oddlog <<'LOG'
open town
iterate 5
export nodes all.csv
export network all.graphml
export network few.graphml --only label=bakers
export scores few.tsv --only label=bakers
export links few.csv --only label=bakers
LOG
code 0 "$ODDONE" play --allow-writes --batch some.oddlog
bakers=$(grep -c ',bakers,' all.csv)
[ "$bakers" -gt 20 ] && [ "$bakers" -lt 200 ] || fail "$bakers bakers"
equal "$bakers" "$(grep -c '<node ' few.graphml)" "nodes of few.graphml"
equal $((bakers + 1)) "$(wc -l <few.tsv | tr -d ' ')" "lines of few.tsv"
sed 1d few.csv | cut -d, -f 1,2 | tr , '\n' | sort -u | while read -r id; do
	grep -q "^$id,bakers," all.csv || echo "$id"
done >others
[ -s others ] && fail "links of others: $(head -n 3 others)"
equal 1145 "$(grep -c '<edge ' all.graphml)" "links of all.graphml"
# A node and its neighbours are those of the selected node, and of none without one.
cat >ego.oddlog <<'LOG'
open six
iterate 1
select #1
export map ego.svg --ego 1
select none
export map none.svg --ego 1
LOG
code 3 "$ODDONE" play --allow-writes --batch ego.oddlog
says "name one with --select" err
[ -s none.svg ] && fail "a picture of no node"
grep -c "<path\|<use" ego.svg >paths
[ "$(cat paths)" -gt 20 ] || fail "an empty picture of a node and its neighbours"
# A map by a column of a table, or a message that there is none.
cat >by.oddlog <<'LOG'
open six
iterate 1
export map degree.svg --by degree --sized score
export map none.svg --by nothing
LOG
code 3 "$ODDONE" play --allow-writes --batch by.oddlog
says 'no column or attribute is called "nothing"' err
[ -s degree.svg ] || fail "no map by degree"
# The explorer exports what its filter shows, unless all is asked for.
cat >seen.odd <<'ODD'
open town
filter label=bakers
export scores seen.tsv
export scores whole.tsv --whole
ODD
code 0 "$ODDONE" --no-config --script seen.odd
equal $((bakers + 1)) "$(wc -l <seen.tsv | tr -d ' ')" "lines of seen.tsv"
equal 301 "$(wc -l <whole.tsv | tr -d ' ')" "lines of whole.tsv"
printf 'open town\nexport network n.csv\n' >wrong.oddlog
code 3 "$ODDONE" play --allow-writes --batch wrong.oddlog
says "network goes into a file that ends in .graphml" err

# ---- the schema -------------------------------------------------------------------------------

fits run results/run.json
fits run odd/run.json
code 0 "$ODDONE" run town -q -n 2 --plant 5%,clique=1x5 --placebo 3 --certainty 1 --tolerance .1 --format json
fits run out
code 0 "$ODDONE" explain town -q -n 2 --top 2 --plant 5% --format json
fits explain out
code 0 "$ODDONE" explain odd.graphml -q -k 2 -n 2 --node n1 --format json
fits explain out
code 0 "$ODDONE" compare town -q --methods degree,aane --tasks outliers --seeds 2 --format json
fits compare out
for network in town odd.graphml "$srcdir/tests/golden/formats/in/gephi.graphml"; do
	code 0 "$ODDONE" info "$network" --format json
	fits info out
done
# Does the checker see what is wrong?
sed 's/"rank": 1,/"rank": "1",/' results/run.json >wrong.json
"$builddir/tests/cli/json_schema" "$schema" run wrong.json >told && fail "a wrong type passes"
says ".outliers.0.rank: has another type" told
sed '/"auc":/d' results/run.json >wrong.json
"$builddir/tests/cli/json_schema" "$schema" run wrong.json >told && fail "a missing name passes"
says ".auc: is missing" told
# ---- judgments ----------------------------------------------------------------------------------

# Nodes that are not odd, at the top: the part that brought them up loses weight, and that is said.
code 0 "$ODDONE" run town -q --format json
json out evidence.3.weight >before
i=3
while [ $i -lt 10 ]; do
	printf '%s\tnot odd\n' "$(json out outliers.$i.id)"
	i=$((i + 1))
done >judged.tsv
code 0 "$ODDONE" run town -q --format json --judgments judged.tsv
awk -v a="$(cat before)" -v b="$(json out evidence.3.weight)" 'BEGIN { exit !(b < 0.8 * a) }' ||
	fail "the weight of context: $(cat before), then $(json out evidence.3.weight)"
says "judgments changed weights: context" out
says "to be judged next: " out
sed 's/not odd/odd/' judged.tsv >odd.tsv
code 0 "$ODDONE" run town -q --format json --judgments odd.tsv
equal "$(cat before)" "$(json out evidence.3.weight)" "the weight of context, all judged odd"

finish
