#!/bin/sh
# There and back: what networkx, igraph and pandas write loads with the right counts and types, and what
# oddone makes of it loads there with the same scores. Each library where it is; without any, skipped.
. "${srcdir:-.}/tests/cli/lib.sh"

# with LIBRARY: the python that has it and NumPy's kin, in $python
with()
{
	for python in /usr/bin/python3 python3; do
		$python -c "import $1" 2>/dev/null && return 0
	done
	return 1
}

have=0
for library in networkx igraph pandas; do
	with $library && have=$((have + 1))
done
if [ $have -eq 0 ]; then
	echo "neither networkx nor igraph nor pandas is here"
	exit 77
fi

# check FILE [OPTION]: 60 nodes, 118 links with weights and directions, mixed columns; then a run, whose
# results are in results-FILE
check()
{
	file=$1
	shift
	code 0 "$ODDONE" info "$file" --directed=auto "$@" --format json
	equal "60 118 true true" "$(json out nodes) $(json out edges) $(json out weighted) \
$(json out directed)" "nodes, links, weights and directions of $file"
	for c in 'age number' 'pay number' 'trade category' 'sings yes/no' 'tags list'; do
		grep -A3 "\"name\": \"${c% *}\"" out | grep -qF "\"type\": \"${c#* }\"" ||
			fail "$file: ${c% *} is no ${c#* }"
	done
	grep -A3 '"name": "pay"' out | grep -q '"missing": 2' || fail "$file: pay is missing elsewhere"
	code 0 "$ODDONE" run "$file" --directed=auto "$@" -q -k 4 -n 5 -o "results-$file" \
		--contamination 5% --export-format graphml,csv,projector
}

cat >made.py <<'END_OF_PYTHON'
N = 60
names = ["Zo\u00eb & \u674e %d" % i for i in range(N)]
age = [20 + (i * 7) % 31 for i in range(N)]
pay = [float("nan") if i in (4, 9) else 1e4 + 700.5 * (i * 11 % 60) for i in range(N)]
trade = ["t%d" % (i % 3) for i in range(N)]
sings = [i % 2 == 0 for i in range(N)]
tags = [["a%d" % (i % 4), "b%d" % (i % 3)] for i in range(N)]
links = [(i, i + 1, 1.5) for i in range(N - 1)] + [(i + 1, (i * 5 + 7) % N, 0.5) for i in range(N - 1)]
links = {(a, b): w for a, b, w in reversed(links) if a != b}
extra = iter((a, b) for a in range(N) for b in range(N) if a != b and (a, b) not in links)
while len(links) < 118:
    links[next(extra)] = 0.25
links = [(a, b, w) for (a, b), w in links.items()]

def scores(folder):
    import csv, re
    with open(folder + "/scores.tsv", encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        row["id"] = re.sub("%(..)", lambda m: chr(int(m[1], 16)), row["id"])
    assert len(rows) == N and sum(r["odd"] == "yes" for r in rows) == 3, len(rows)
    return {r["id"]: r for r in rows}
END_OF_PYTHON

if with networkx; then
	$python - <<'END_OF_PYTHON' || fail "networkx cannot write"
from made import *
import json, networkx as nx
G = nx.DiGraph()
for i in range(N):
    G.add_node(names[i], age=age[i], pay=pay[i], trade=trade[i], sings=sings[i], tags=tags[i])
G.add_weighted_edges_from((names[a], names[b], w) for a, b, w in links)
json.dump(nx.node_link_data(G), open("link.json", "w"))
json.dump(nx.adjacency_data(G), open("adjacency.json", "w"))
json.dump(nx.cytoscape_data(G), open("nx.cyjs", "w"))
for n in G: # what they cannot write: lists, and NaN in GML
    G.nodes[n]["tags"] = str(G.nodes[n]["tags"])
nx.write_graphml(G, "nx.graphml")
nx.write_gexf(G, "nx.gexf")
for n in G:
    if G.nodes[n]["pay"] != G.nodes[n]["pay"]: del G.nodes[n]["pay"]
nx.write_gml(G, "nx.gml", stringizer=str)
END_OF_PYTHON
	for file in link.json adjacency.json nx.cyjs nx.graphml nx.gexf nx.gml; do
		check $file
		grep -q '^Zoë & 李 7,' "results-$file/nodes.csv" || fail "$file has other ids"
		FOLDER=results-$file $python - <<'END_OF_PYTHON' || fail "networkx reads $file back otherwise"
from made import *
import os, networkx as nx
folder = os.environ["FOLDER"]
rows = scores(folder)
for G in (nx.read_graphml(folder + "/network.graphml"),):
    assert G.is_directed() and set(G) == set(names) and G.number_of_edges() == 118
    assert sorted(w for _, _, w in G.edges.data("weight")) == sorted(w for _, _, w in links)
    for n in G:
        assert G.nodes[n]["score"] == float(rows[n]["total"]), n
        assert G.nodes[n]["rank"] == int(rows[n]["rank"]), n
        assert G.nodes[n]["odd"] == (rows[n]["odd"] == "yes"), n
END_OF_PYTHON
	done
fi

if with igraph; then
	$python - <<'END_OF_PYTHON' || fail "igraph cannot write"
from made import *
import igraph
g = igraph.Graph([(a, b) for a, b, w in links], n=N, directed=True)
g.es["weight"] = [w for a, b, w in links]
g.vs["name"], g.vs["age"], g.vs["pay"], g.vs["trade"], g.vs["sings"] = names, age, pay, trade, sings
g.vs["tags"] = [";".join(t) for t in tags]
g.write_graphml("ig.graphml")
g.write_gml("ig.gml")
g.write_dot("ig.dot")
g.write_pajek("ig.net")
h = g.copy()
h.vs["name"] = ["n%d" % i for i in range(N)]
h.write_ncol("ig.ncol", names="name", weights="weight")
END_OF_PYTHON
	for file in ig.graphml ig.gml ig.dot; do
		check $file
		FOLDER=results-$file $python - <<'END_OF_PYTHON' || fail "igraph reads $file back otherwise"
from made import *
import html, os, igraph
g = igraph.Graph.Read_GraphML(os.environ["FOLDER"] + "/network.graphml")
rows = scores(os.environ["FOLDER"])
assert g.is_directed() and g.vcount() == N and g.ecount() == 118
assert sorted(g.es["weight"]) == sorted(w for _, _, w in links)
for v in g.vs: # igraph 0.10 leaves &amp; in ids as &#38;
    row = rows[html.unescape(v["id"])]
    assert v["score"] == float(row["total"]), v["id"]
    assert v["odd"] == (row["odd"] == "yes"), v["id"]
END_OF_PYTHON
	done
	code 0 "$ODDONE" info ig.net --directed=auto --format json
	equal "60 118 true" "$(json out nodes) $(json out edges) $(json out directed)" "ig.net"
	code 0 "$ODDONE" info ig.ncol --directed --format json
	equal "60 118 true" "$(json out nodes) $(json out edges) $(json out weighted)" "ig.ncol"
fi

if with pandas; then
	$python - <<'END_OF_PYTHON' || fail "pandas cannot write"
from made import *
import os, pandas as pd
nodes = pd.DataFrame({"age": age, "pay": pay, "trade": trade, "sings": sings, "tags": tags}, index=names)
edges = pd.DataFrame([(names[a], names[b], w) for a, b, w in links], columns=["source", "target", "weight"])
ways = {"rows": {}, "excel": dict(sep=";", decimal=",", encoding="utf-8-sig", lineterminator="\r\n"),
        "wide": dict(encoding="utf-16")}
if int(pd.__version__.split(".")[0]) < 2 and pd.__version__ < "1.5": ways["excel"].pop("lineterminator")
for way, how in ways.items():
    os.mkdir(way)
    nodes.to_csv(way + "/nodes.csv", **how)
    edges.assign(type="Directed").to_csv(way + "/edges.csv", **how)
os.mkdir("tabs")
nodes.rename_axis("id").to_csv("tabs/nodes.tsv", sep="\t")
edges.assign(type="Directed").to_csv("tabs/edges.tsv", sep="\t", index=False)
END_OF_PYTHON
	for file in rows excel wide tabs; do
		check $file
		FOLDER=results-$file $python - <<'END_OF_PYTHON' || fail "pandas reads $file back otherwise"
from made import *
import os, pandas as pd
folder = os.environ["FOLDER"]
rows = scores(folder)
table = pd.read_csv(folder + "/nodes.csv", float_precision="round_trip")
edges = pd.read_csv(folder + "/edges.csv")
assert set(table.Id) == set(names) and len(edges) == 118 and (edges.Type == "Directed").all()
for r in table.itertuples():
    assert r.score == float(rows[r.Id]["total"]) and r.odd == rows[r.Id]["odd"], r
vectors = pd.read_csv(folder + "/vectors.tsv", sep="\t", header=None)
meta = pd.read_csv(folder + "/metadata.tsv", sep="\t")
assert vectors.shape == (N, 4) and len(meta) == N
END_OF_PYTHON
	done
	same results-rows/scores.tsv results-wide/scores.tsv
	same results-rows/scores.tsv results-tabs/scores.tsv
fi
finish
