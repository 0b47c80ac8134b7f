"""tests/lib/python.sh runs this: what the module gives against what the program wrote."""
import json
import sys

import numpy as np

import oddone

folder, planted = sys.argv[1:]
with open(folder + "/scores.tsv", encoding="utf-8") as file:
    rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
head, rows = rows[0], rows[1:]
wanted = [row[head.index("id")] for row in sorted(rows, key=lambda row: int(row[0]))]

# A path, with everything a result has.
r = oddone.run("town")
n = len(r.ids)
assert [r.ids[i] for i in r.order] == wanted
assert r.top(1)[0] == (wanted[0], r.score[r.order[0]]) and r.rank[r.order[0]] == 1
assert sorted(r.order) == list(range(n)) and (np.diff(r.score[r.order]) <= 0).all()
embedding = np.load(folder + "/embedding.npy")
assert np.abs(r.embedding - embedding).max() < 1e-9, "embedding"
assert r.structure.shape == r.meaning.shape == (n, r.dims) and r.map.shape == (n, 2)
assert len(r.loss) == 1 + 6 * r.iterations and r.loss[-1] < r.loss[0]
assert set(r.components) and all(len(c) == n for c in r.components.values())
assert 0.5 < r.auc <= 1 and r.recall[10.0] > 0.5 and r.truth.sum() > 0
assert "out of place" in r.explain(wanted[0]) and r.explain(int(r.order[0])) == r.explain(wanted[0])
assert r.explain(index=int(r.order[0])) == r.explain(wanted[0])
assert wanted[0] in repr(r)

# The same planting as the program's.
with open(planted, encoding="utf-8") as file:
    said = json.load(file)
p = oddone.run("town", plant="5%", seed=7)
assert abs(p.auc - said["auc"]) < 1e-9 and len(p.ids) == said["dataset"]["nodes"], (p.auc, said["auc"])

# The same network from numbers: matrices, pairs, with labels and truth.
nodes = [line.rstrip("\n").split("\t") for line in open(
    __import__("os").environ["ODDONE_DATA"] + "/samples/town/town.nodes", encoding="utf-8")]
nodes = [row for row in nodes if not row[0].startswith("#")]
ids = [row[0] for row in nodes]
assert ids == r.ids
links = [line.split()[:2] for line in open(
    __import__("os").environ["ODDONE_DATA"] + "/samples/town/town.edges", encoding="utf-8")]
links = [(ids.index(a), ids.index(b)) for a, b in links if not a.startswith("#")]
words = sorted({w for row in nodes for w in row[2].split()}, key=lambda w: r._handle.texts(
    "attribute").index(w))
X = np.zeros((n, len(words)))
for i, row in enumerate(nodes):
    for word in row[2].split():
        X[i, words.index(word)] = 1
A = np.zeros((n, n))
for a, b in links:
    A[a, b] = A[b, a] = 1
labels = [row[1] for row in nodes]
same = [(A, X), (np.array(links), X)]
try:
    import scipy.sparse
    same += [(scipy.sparse.csr_matrix(A), scipy.sparse.csc_matrix(X)), (scipy.sparse.coo_matrix(A), X)]
except ImportError:
    print("without SciPy")
for graph, attributes in same:
    q = oddone.run(graph, attributes, labels=labels, truth=r.truth)
    assert np.allclose(q.score, r.score, atol=1e-9) and (q.order == r.order).all()
    assert q.labels == r.labels == labels and abs(q.auc - r.auc) < 1e-9
q = oddone.run(A, X, dims=6, iterations=3, threads=1, preset="paper", certainty=2)
assert q.dims == 6 and q.iterations == 3 and q.scored_by == "paper"
assert (q.low <= q.rank).all() and (q.rank <= q.high).all()
links_alone = oddone.run(A)
assert len(links_alone.score) == n and links_alone.attributes == 0

# networkx: links and names from it, attributes from X or from its nodes.
try:
    import networkx
    g = networkx.Graph()
    g.add_nodes_from(ids)
    g.add_edges_from((ids[a], ids[b]) for a, b in links)
    q = oddone.run(g, X, labels=labels)
    assert (q.order == r.order).all() and q.ids == ids
    for i, node in enumerate(ids):
        g.nodes[node].update(age=20 + i % 50, club=labels[i], talk=nodes[i][2])
    q = oddone.run(g)
    assert q.ids == ids and q.attributes > 50
    # Truth and labels hold beside a table, too, whatever its columns are called.
    for node in ids:
        g.nodes[node].update(id="x", Truth=node)
    q = oddone.run(g, labels=labels, truth=r.truth)
    assert (q.truth != 0).tolist() == (r.truth != 0).tolist() and q.labels == labels and 0.5 < q.auc <= 1
    for i, node in enumerate(ids):  # lists are lists, and what is not there is missing
        g.nodes[node].clear()
        g.nodes[node].update(talk=nodes[i][2].split(), age=None if i % 9 == 0 else i % 50)
    g.edges[next(iter(g.edges))]["weight"] = None
    q = oddone.run(g)
    assert "talk=roses" in q._handle.texts("attribute"), q._handle.texts("attribute")[:9]
    d = networkx.DiGraph(g)
    assert len(oddone.run(d, X).score) == n
except ImportError:
    print("without networkx")

# DataFrames: of attributes by name, of links.
try:
    import pandas
    frame = pandas.DataFrame({"age": np.arange(n) % 50 + 20.0, "club": labels}, index=ids)
    frame.loc[ids[3], "age"] = None
    pairs = pandas.DataFrame([(ids[a], ids[b]) for a, b in links])
    q = oddone.run(pairs, frame)
    assert q.ids == ids and len(q.score) == n
    frame["when"] = pandas.array([None if i % 7 == 0 else i % 30 for i in range(n)], dtype="Int64")
    frame["town"] = pandas.Series([pandas.NA if i % 5 == 0 else "ab"[i % 2] for i in range(n)], index=ids)
    q = oddone.run(pairs, frame, truth=r.truth)
    assert (q.truth != 0).tolist() == (r.truth != 0).tolist()
    try:
        oddone.run(pairs, frame.iloc[1:])
        raise AssertionError("a link to nobody")
    except oddone.Error as reason:
        assert "no row for" in str(reason)
    table = q.to_frame()
    assert list(table["rank"]) == sorted(table["rank"]) and table.index[0] == q.top(1)[0][0]
    assert len(oddone.run(pairs).ids) == len({x for pair in links for x in pair})
except ImportError:
    print("without pandas")


def refused(code, words_of_it, *arguments, **options):
    try:
        oddone.run(*arguments, **options)
    except oddone.Error as reason:
        assert reason.code == code and words_of_it in str(reason), (reason.code, str(reason))
        return
    raise AssertionError("not refused: " + words_of_it)


refused(-6, "dims", A, X, dims=0)
refused(-6, "no option", A, X, colour="red")
refused(-3, "not square", A[:, :9], X)
refused(-3, "shape", A, X[:9])
refused(-3, "not a finite number", A, np.where(X == 1, np.nan, X))
refused(-3, "weights are 0 or more", -A, X)
refused(-3, "nodes are 0 to", np.array([[0, n]]), X)
refused(-3, "labels has the shape", A, X, labels=labels[1:])
refused(-3, "links by name", [(ids[a], ids[b]) for a, b in links], X)
assert len(oddone.run([(0, 1), (1, 2)], np.eye(3), dims=1).ids) == 3  # two pairs, and no matrix
refused(-6, "brings its own", "town", X)
refused(-2, "", "/no/such/network")
refused(-5, "cancelled", A, X, progress=lambda what, done, total: True)


# What a listener raises comes out of run, as Ctrl-C does.
def interrupt(what, done, total):
    raise KeyboardInterrupt


try:
    oddone.run(A, X, progress=interrupt)
    raise AssertionError("not interrupted")
except KeyboardInterrupt:
    pass
for nobody in ("nobody", -1, n, 3.5):
    try:
        r.explain(nobody)
        raise AssertionError(nobody)
    except oddone.Error as reason:
        assert "there is no node " in str(reason)
assert {"score", "embedding", "recall", "labels"} <= set(dir(r))

# Runs of several threads at once do not meet; what is dropped is freed.
import threading

same = []
runs = [threading.Thread(target=lambda: same.append(
    np.array_equal(oddone.run("town", plant="5%", seed=7).score, p.score))) for _ in range(3)]
for thread in runs:
    thread.start()
for thread in runs:
    thread.join()
assert same == [True] * 3, same


def held():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


if sys.platform == "linux":
    for i in range(30):
        q = oddone.run("town", iterations=2, threads=1)
        q.embedding, q.explain(0)
        if i == 9:
            before = held()
    assert held() - before < 5e6, held() - before
for missing in ("nothing", "_nothing", "low"):
    try:
        getattr(r, missing)
        raise AssertionError(missing)
    except (AttributeError, oddone.Error):
        pass
assert oddone.version()[0].isdigit()
assert "GOMP_SPINCOUNT" not in __import__("os").environ, "loading leaves a variable behind"
