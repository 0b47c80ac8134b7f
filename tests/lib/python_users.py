"""tests/lib/python.sh runs this: oddone as users of notebooks, graph libraries and scikit-learn use it."""
import copy
import doctest
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import warnings

import numpy as np

import oddone

skipped = []
_RESULT = None


def module(name):
    """An optional module, None where it is absent."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return __import__(name)
    except ImportError:
        skipped.append(name)
        return None


def raises(kind, text, function, *arguments, **options):
    try:
        function(*arguments, **options)
    except kind as reason:
        assert text in str(reason), str(reason)
        return reason
    raise AssertionError("no %s: %s" % (kind.__name__, text))


# ---- copies: pickle, deepcopy, other processes

def top_of(result):
    return result.top(3), result.explain(result.top(1)[0][0]), result.embedding.sum()


def run_town(seed):
    return oddone.run("town", seed=seed).top(1)[0][0]


def test_copies():
    r = oddone.run("town", certainty=2)
    told = top_of(r)
    other = pickle.loads(pickle.dumps(r))
    assert top_of(other) == told and (other.low == r.low).all() and other.recall == r.recall
    raises(oddone.Error, "no explanation", other.explain, index=int(r.order[-1]))
    deep = copy.deepcopy(r)
    before = r.embedding.copy()
    del r
    assert top_of(deep) == told and (deep.embedding == before).all()
    assert not hasattr(oddone.run("town"), "low")
    raises(TypeError, "cannot be pickled", pickle.dumps, oddone._Handle())
    error = raises(ValueError, "no option", oddone.run, "town", colour="red")
    assert pickle.loads(pickle.dumps(error)).code == error.code
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(top_of, [deep, other]) == [told, told]
            assert len(pool.map(run_town, range(3))) == 3
    joblib = module("joblib")
    if joblib:
        assert joblib.Parallel(n_jobs=2)(joblib.delayed(top_of)(x) for x in (deep, other)) == [told] * 2


def test_fork():
    for options in ({}, {"threads": 1}):
        oddone.run("town", **options)
        child = os.fork()
        if child == 0:
            signal.alarm(120)  # ends a child that hangs
            os._exit(0 if oddone.run("town", **options).score.size == 300 else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_threads():
    r = oddone.run("town")
    got = []
    readers = [threading.Thread(target=lambda: got.append(top_of(r))) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert got == [got[0]] * 4


# ---- Ctrl-C

def test_interrupt():
    """A signal from inside a listener is like one that arrives in the middle of the work."""
    calls = []
    # A background job of a shell without job control ignores SIGINT, and so would Python.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def kick(what, done, total):
        if not calls:
            os.kill(os.getpid(), signal.SIGINT)
        calls.append(what)

    before = signal.getsignal(signal.SIGINT)
    for _ in range(20):
        calls.clear()
        raises(KeyboardInterrupt, "", oddone.run, "town", iterations=200, progress=kick)
        assert signal.getsignal(signal.SIGINT) is before

    def own(number, frame):
        raise RuntimeError("own handler")

    signal.signal(signal.SIGINT, own)
    calls.clear()
    raises(RuntimeError, "own handler", oddone.run, "town", iterations=200, progress=kick)
    signal.signal(signal.SIGINT, before)
    # Another process: the signal comes from outside, at any moment, with nobody listening.
    program = ("import oddone\ntry:\n    print('ready', flush=True)\n"
               "    while True: oddone.run('town', iterations=3000)\n"
               "except KeyboardInterrupt: print('interrupted')\n")
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as p:
        assert p.stdout.readline() == "ready\n"
        p.send_signal(signal.SIGINT)
        assert p.communicate()[0] == "interrupted\n"


# ---- stepping

def test_steps():
    whole = oddone.run("town", iterations=6)
    run = oddone.start("town", iterations=6)
    begin = run.matrices
    assert run.iteration == 0 and len(run.trace) == 1 and begin.W.shape == (whole.dims,) * 2
    assert begin.G.shape == begin.H.T.shape and begin.V.shape == (whole.dims, whole.attributes)
    run.step()
    assert (run.matrices.G == begin.G).all() and len(run.trace) == 2
    run.step("G")
    assert not (run.matrices.G == begin.G).all() and (run.matrices.H == begin.H).all()
    early = run.result
    run.undo().undo()
    assert all((a == b).all() for a, b in zip(run.matrices, begin))
    raises(ValueError, "no step to undo", run.undo)
    raises(ValueError, "no sub-step", run.step, "Q")
    losses = [r.loss.total for r in run]
    assert len(losses) == 6 and losses == sorted(losses, reverse=True) and run.iteration == 6
    assert (run.result.score == whole.score).all() and (run.result.order == whole.order).all()
    assert np.allclose(run.matrices.O.sum(axis=0), 1) and len(early.loss) == 3
    terms = run.loss
    assert abs(terms.structure + whole.alpha * terms.attributes + whole.beta * terms.disagreement -
               terms.total) < 1e-9 * terms.total
    planted = oddone.start("town", plant="5%", seed=7).iterate(2)
    assert planted.result.auc == oddone.run("town", plant="5%", seed=7, iterations=2).auc


def test_plant():
    """A planting in the middle of a run, and its undo."""
    run = oddone.start("town", seed=3).iterate(2)
    before, nodes = run.matrices, run.result.nodes
    run.plant(swap=3, structural=2).iterate()
    planted = run.result
    assert planted.nodes == nodes + 2 and planted.ids[-1] == "structural-2"
    assert (planted.truth == 6).sum() == 3 and planted.explain("structural-1")
    run.undo().undo()
    assert run.result.nodes == nodes and all((a == b).all() for a, b in zip(run.matrices, before))
    assert planted.nodes == nodes + 2 and planted.auc > .5
    raises(ValueError, "nothing to plant", run.plant)
    raises(ValueError, "the kinds are", run.plant, odd=3)
    assert (run.plant(placebo=2).result.truth == 5).sum() == 2
    fresh = oddone.start("town", seed=3).plant("5%").iterate(4).result
    assert (fresh.score == oddone.run("town", seed=3, iterations=4, plant="5%").score).all()
    links = oddone.start([(i, (i + d) % 40) for i in range(40) for d in (1, 2)], dims=3).iterate(2)
    assert links.plant(rewire=2).plant(rewire=1).result.truth.astype(bool).sum() == 3


# ---- ids and tables

def test_ids():
    pairs = [(10, 20), (20, 30), (30, 10), (30, 2 ** 40)]
    r = oddone.run(pairs, dims=2, iterations=3)
    assert r.ids == [10, 20, 30, 2 ** 40] and r.explain(2 ** 40)
    raises(ValueError, "no node 0", r.explain, 0)
    mixed = [(1, "1"), ("1", ("a", 2)), (("a", 2), 1), (1, 2.5)]
    r = oddone.run(mixed, dims=2, iterations=3)
    assert set(r.ids) == {1, "1", ("a", 2), 2.5} and r.explain(("a", 2))
    networkx = module("networkx")
    if networkx:
        graph = networkx.karate_club_graph()
        r = oddone.run(graph, iterations=5)
        networkx.set_node_attributes(graph, dict(zip(r.ids, map(float, r.score))), "score")
        assert all("score" in data for _, data in graph.nodes(data=True))
        assert graph.nodes[r.top(1)[0][0]]["score"] == r.score.max()
    pandas = module("pandas")
    if pandas:
        frame = pandas.DataFrame({"age": np.arange(30) % 7, "kind": list("abc") * 10},
                                 index=range(100, 130))
        links = [(100 + i, 100 + (i + 1) % 30) for i in range(30)]
        joined = frame.join(oddone.run(links, frame, dims=3, iterations=3).to_frame())
        assert joined["score"].notna().all() and len(joined) == 30


def test_link_tables():
    pandas = module("pandas")
    if not pandas:
        return
    n = 50
    table = pandas.DataFrame({"edge_id": np.arange(100, 100 + n), "source": np.arange(n),
                              "target": (np.arange(n) + 1) % n, "year": 1990 + np.arange(n) % 9})
    r = oddone.run(table, dims=3, iterations=3)
    assert len(r.ids) == n and r.links == n and "year" in r.warnings[0], r.warnings
    weighted = oddone.run(table.assign(weight=2.0), dims=3, iterations=3)
    assert len(weighted.ids) == n
    raises(ValueError, "which column", oddone.run, table[["edge_id", "year", "target"]])
    named = table.rename(columns={"source": "who", "target": "whom"})
    assert oddone.run(named, source="who", target="whom", dims=3, iterations=3).links == n
    raises(ValueError, "has no column", oddone.run, named, source="nobody", target="whom")
    square = pandas.DataFrame(np.roll(np.eye(6), 1, axis=1) + np.roll(np.eye(6), -1, axis=1),
                              index=list("abcdef"), columns=list("abcdef"))
    r = oddone.run(square, dims=2, iterations=3)
    assert r.ids == list("abcdef") and r.links == 6


def test_graph_libraries():
    igraph = module("igraph")
    if igraph:
        graph = igraph.Graph.Ring(12)
        graph.vs["name"] = ["n%d" % i for i in range(12)]
        graph.vs["age"] = [i % 5 for i in range(12)]
        graph.vs["club"] = ["ab"[i % 2] for i in range(12)]
        r = oddone.run(graph, dims=2, iterations=3)
        assert r.ids == graph.vs["name"] and r.links == 12 and r.attributes > 0

    class Four:  # as torch_geometric.data.Data has them
        edge_index = np.array([[0, 1, 1, 2, 2, 3, 3, 0], [1, 0, 2, 1, 3, 2, 0, 3]])
        x = np.array([[1, 0], [1, 1], [0, 1], [1, 0]])
        num_nodes = 4

    r = oddone.run(Four(), dims=1, iterations=3)
    assert r.nodes == 4 and r.links == 4 and r.attributes == 2


def test_any_attribute():
    """Attributes of nodes may be of any type; labels and truth may be given by id."""
    networkx = module("networkx")
    if not networkx or not module("pandas"):
        return
    import datetime
    graph = networkx.karate_club_graph()
    for i in graph:
        graph.nodes[i].update(vector=np.array([i * .5, -i, i % 3]), when=datetime.date(2020, 1, 1 + i % 28),
                              yes=bool(i % 2), tags={"x", "y"} if i % 2 else (), none=None,
                              share=np.float32(i / 7), text="group %d" % (i % 5))
    r = oddone.run(graph, iterations=2)
    types = dict(r.columns["type"])
    assert types == {"club": "category", "vector_0": "number", "vector_1": "number",
                     "vector_2": "number", "when": "date", "yes": "yes/no", "tags": "list",
                     "none": "empty", "share": "number", "text": "category"}, types
    assert any("result.columns" in x for x in r.warnings)
    club = {i: data["club"] for i, data in graph.nodes(data=True)}
    r = oddone.run(graph, np.eye(34)[:, :9] + .1, labels=club, truth={0: 1, 33: True}, iterations=2)
    assert r.labels == list(club.values()) and list(np.flatnonzero(r.truth)) == [0, 33]
    raises(ValueError, "no node", oddone.run, graph, labels={"nobody": 1})


def test_any_links():
    """Two directions of one link are one; what is left out is in warnings."""
    ring = [(i, (i + 1) % 9) for i in range(9)]
    a = np.zeros((9, 9))
    for i, j in ring:
        a[i, j] = a[j, i] = 1
    for links in (a, iter(ring), set(ring)):
        r = oddone.run(links, dims=2, iterations=2)
        assert r.links == 9 and not any("listed again" in x for x in r.warnings), r.warnings
    assert oddone.run(np.roll(np.eye(9), 1, axis=0), dims=2, iterations=2).links == 9  # directed
    raises(ValueError, "'x', which is no number", oddone.run, [(0, 1, 2), (1, 2, "x")])
    pandas = module("pandas")
    if pandas:
        table = pandas.DataFrame({"source": [1, 2, None, 3], "target": [2, 3, 1, 1]})
        r = oddone.run(table, dims=1, iterations=2)
        assert r.ids == [1, 2, 3] and "left out: 1" in r.warnings[0], (r.ids, r.warnings)
    igraph = module("igraph")
    if igraph:
        graph = igraph.Graph.Ring(9)
        graph.vs["name"] = ["same"] * 9
        r = oddone.run(graph, dims=2, iterations=2)
        assert r.ids == list(range(9)) and "same name" in r.warnings[0]


# ---- wrong input

def test_wrong_input():
    X = np.eye(8)[:, :5] + .1
    pairs = np.array([[i, (i + 1) % 8] for i in range(8)] + [[i, (i + 3) % 8] for i in range(8)])
    raises(ValueError, "whole", oddone.run, pairs + .9, X)
    raises(ValueError, "NUL", oddone.run, pairs, X, labels=["a\0b", "a\0c"] * 4)
    raises(ValueError, "shape", oddone.run, pairs, X, truth=np.zeros((8, 8)))
    raises(ValueError, "missing", oddone.run, pairs, X, truth=[np.nan] * 8)
    raises(ValueError, "masked", oddone.run, pairs, np.ma.array(X, mask=X > 1))
    raises(ValueError, "shape", oddone.run, pairs, X, truth=[1])
    raises(ValueError, "matrix or pairs", oddone.run, np.array([[0, 1], [1, 2]]))
    raises(FileNotFoundError, "", oddone.run, "/no/such/network")
    raises(TypeError, "a graph is", oddone.run, 3)
    raises(oddone.Error, "a graph is", oddone.run, 3)
    assert oddone.run([[0, 1], [1, 2]], dims=1, iterations=1).links == 2
    labels = [7, 7, 7, 7, 8, 8, None, 8]
    assert oddone.run(pairs, X, labels=labels, dims=2, iterations=2).labels == labels
    raises(ValueError, "read alike", oddone.run, pairs, X, labels=[1, "1"] * 4)


def test_told():
    """Data that was left out and guesses are in warnings; the columns of a table in a frame."""
    pandas = module("pandas")
    if not pandas:
        return
    frame = pandas.DataFrame({"age": [1.5, None] * 15, "club": list("abc") * 10,
                              "since": pandas.date_range("2020-01-01", periods=30),
                              "tags": [["x", "y"], {"z"}, ()] * 10, "no": 7})
    links = [(i, (i + 1) % 30) for i in range(30)] + [(0, 0), (1, 2)]
    r = oddone.run(links, frame, dims=3, iterations=2)
    told = "; ".join(r.warnings)
    assert "to itself was left out" in told and "listed again" in told and "1 date" in told, told
    assert list(r.columns.index) == ["age", "club", "since", "tags", "no"]
    assert list(r.columns["type"]) == ["number", "category", "date", "list", "constant"]
    assert r.columns.loc["age", "missing"] == 15 and "median" in r.columns.loc["age", "use"]
    assert r.columns.equals(pickle.loads(pickle.dumps(r)).columns)
    assert oddone.run("town").columns.empty


# ---- notebooks

def test_notebook():
    r = oddone.run("town")
    page = r._repr_html_()
    assert page.count("<tr>") == 11 and "<svg" in page and "george-pike" in page
    import xml.dom.minidom
    for what in ("map", "loss", "recall", "scores"):
        xml.dom.minidom.parseString(r.plot(what)._repr_svg_())
    raises(ValueError, "no picture", r.plot, "nothing")
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.html")
        r.report(path, title="a < b")
        with open(path, encoding="utf-8") as file:
            page = file.read()
        assert "a &lt; b" in page and page.count("<svg") == 4 and "george-pike" in page
        assert "src=" not in page and "<script" not in page and os.listdir(folder) == ["run.html"]
        raises(FileNotFoundError, "", r.report, os.path.join(folder, "absent", "run.html"))


# ---- the conventions of scikit-learn, PyOD and PyGOD

def test_detector():
    d = oddone.Detector(contamination=.05, random_state=3)
    raises(ValueError, "not fitted", d.decision_function)
    assert d.fit("town") is d and d.label_.sum() == 15 and (d.labels_ == d.label_).all()
    assert (d.predict() == d.label_).all() and d.decision_function() is d.decision_score_
    label, score, share, embedding = d.predict(return_score=True, return_prob=True, return_emb=True)
    assert ((score > d.threshold_) == label).all() and share.min() == 0 and share.max() == 1
    assert embedding is d.embedding_ and d.transform() is d.embedding_ and len(embedding) == 300
    assert (oddone.Detector(contamination=.05, random_state=3).fit_predict("town") == d.label_).all()
    again = copy.deepcopy(d)
    assert (pickle.loads(pickle.dumps(d)).decision_score_ == again.decision_score_).all()
    raises(ValueError, "contamination", oddone.Detector(contamination=.9).fit, "town")
    raises(ValueError, "no parameter", d.set_params, colour=1)
    assert d.set_params(dims=5).get_params()["dims"] == 5 and repr(d).startswith("Detector(")
    raises(ValueError, "prob_method", d.predict, return_prob=True, prob_method="guess")
    if module("sklearn"):
        from sklearn.base import clone
        from sklearn.utils.validation import check_is_fitted
        check_is_fitted(d)
        assert clone(d).get_params() == d.get_params() and "decision_score_" not in vars(clone(d))


def test_estimator_checks():
    """All of scikit-learn's checks, on an adapter that makes a network of a table: each row is
    linked with the five rows nearest to it."""
    if not module("sklearn"):
        return
    from sklearn.neighbors import kneighbors_graph
    from sklearn.utils.estimator_checks import check_estimator
    from sklearn.utils.validation import check_array

    class Table(oddone.Detector):
        def fit(self, X, y=None):
            self._rows = check_array(X, ensure_min_samples=3)
            return super().fit(self._graph(self._rows), self._rows)

        @staticmethod
        def _graph(X):
            return kneighbors_graph(X, max(1, min(5, len(X) - 1)))

        def _place(self, X, unused, arguments):
            self._fitted()
            X = check_array(X)
            if X.shape[1] != self.n_features_in_:
                raise ValueError("X has %d features, but Table is expecting %d features as input" %
                                 (X.shape[1], self.n_features_in_))
            if np.array_equal(X, self._rows):
                return self.decision_score_, self.embedding_
            return super()._place(self._graph(X), X, arguments)

        def fit_transform(self, X, y=None):
            return self.fit(X).embedding_

        def fit_predict(self, X, y=None):
            return self.fit(X).label_

    globals()["Table"] = Table  # where pickle looks for the class
    Table.__qualname__ = "Table"
    # Other tables are networks of new nodes, whose scores depend on each other.
    of_rows_alone = {"check_methods_sample_order_invariance", "check_methods_subset_invariance"}
    done = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for estimator, check in check_estimator(Table(iterations=2), generate_only=True):
            name = getattr(check, "func", check).__name__
            if name not in of_rows_alone:
                check(estimator)
                done.add(name)
    assert len(done) >= 28 and "check_estimators_pickle" in done, sorted(done)


class Data:
    """As torch_geometric.data.Data: numbers only, no names."""

    def __init__(self, seed, n=120):
        random = np.random.default_rng(seed)
        group = np.arange(n) % 3
        pairs = [(a, b) for a in range(n) for b in range(a)
                 if random.random() < (.3 if group[a] == group[b] else .01)]
        self.x = (random.random((n, 30)) < .05 + .4 * (np.arange(30) % 3 == group[:, None])) * 1.0
        self.y = np.zeros(n)
        for i in range(5):  # attributes of another group
            self.y[i] = 1
            self.x[i] = self.x[i + 1]
        self.edge_index = np.array(pairs + [(b, a) for a, b in pairs]).T
        self.num_nodes = n


def test_pygod():
    """The steps of PyGOD's introduction: fit, read the scores, predict for other data, evaluate."""
    train_data, test_data = Data(1), Data(2)
    model = oddone.Detector(iterations=20, contamination=.05)
    assert model.fit(train_data) is model and model.fit(train_data, label=train_data.y) is model
    score = model.decision_score_
    assert len(score) == 120 and model.label_.sum() == 6 and model.threshold_ < score.max()
    pred, again = model.predict(train_data, return_score=True)
    assert (again == score).all() and (pred == model.label_).all()
    pred, score, prob, emb = model.predict(test_data, return_pred=True, return_score=True,
                                           return_prob=True, prob_method="linear", return_emb=True)
    assert pred.shape == score.shape == prob.shape == (120,) and emb.shape == (120, model.result_.dims)
    assert 0 <= prob.min() and prob.max() <= 1 and ((score > model.threshold_) == pred).all()
    prob = model.predict(train_data, return_pred=False, return_prob=True, prob_method="unify")
    assert (np.argsort(prob) == np.argsort(np.maximum(prob, 0))).all() and prob.max() > .9
    if module("scipy"):
        pred, conf = model.predict(train_data, return_conf=True)
        assert ((0 <= conf) & (conf <= 1)).all() and conf[model.decision_score_.argmax()] > .5
    if module("sklearn"):
        from sklearn.metrics import average_precision_score, roc_auc_score
        auc = roc_auc_score(train_data.y, model.decision_score_)
        assert auc > .8 and abs(auc - model.result_.auc) < 1e-9, (auc, model.result_.auc)
        assert average_precision_score(train_data.y, model.decision_score_) > .2


def test_predict():
    """Nodes that were not there in fit are placed beside the fitted ones, which stay as they are."""
    pandas = module("pandas")
    if not pandas:
        return
    people = pandas.DataFrame({"age": [20 + i % 9 for i in range(40)],
                               "club": ["sailing"] * 20 + ["gardening"] * 20}, index=range(500, 540))
    links = [(500 + a, 500 + b) for a in range(40) for b in range(a)
             if a // 20 == b // 20 and (a * b) % 3 == 0]
    d = oddone.Detector(contamination=.05).fit(links, people)
    before = d.decision_score_.copy()
    assert (d.predict(links, people) == d.label_).all()
    new = pandas.DataFrame({"age": [24, 24], "club": ["sailing", "gardening"]}, index=["in", "out"])
    ends = [(name, 500 + i) for name in new.index for i in range(1, 12)]
    score = d.decision_function(ends, new)
    assert len(score) == 2 and score[1] > score[0], score  # a gardener among sailors
    assert len(d.transform(ends, new)) == 2 and (d.decision_score_ == before).all()
    networkx = module("networkx")
    if networkx:
        graph = networkx.Graph(ends)
        networkx.set_node_attributes(graph, new.to_dict("index"))
        graph = networkx.relabel_nodes(graph, {"in": ("in", 1)})
        assert set(d.decision_function(graph).round(9)) >= set(score.round(9))
    raises(ValueError, "no row for", d.predict, [("in", "nobody")], new)
    raises(ValueError, "in the run already", d.predict, links[1:], people)
    raises(ValueError, "unpickled", pickle.loads(pickle.dumps(d)).predict, ends, new)
    assert (pickle.loads(pickle.dumps(d)).predict(links, people) == d.label_).all()


def test_examples():
    """The examples in the docstrings run as printed."""
    for part in (oddone, sys.modules["oddone._detector"], sys.modules["oddone._results"]):
        names = {"run": oddone.run, "start": oddone.start, "Detector": oddone.Detector}
        found = doctest.testmod(part, extraglobs=names)
        assert found.failed == 0, found
    assert oddone.__version__ == oddone.version()


def test_notebook_script():
    """doc/notebook.py runs, and names the person whose friends are elsewhere."""
    if not module("pandas"):
        return
    import tempfile
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../doc/notebook.py")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, script, folder], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[1].startswith("1007"), done.stdout
        assert sorted(os.listdir(folder)) == ["map.svg", "result.pickle"]


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print("ok", name)
    print("skipped: absent are", ", ".join(sorted(set(skipped)))) if skipped else None
