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

    class Data:  # as torch_geometric.data.Data has them
        edge_index = np.array([[0, 1, 1, 2, 2, 3, 3, 0], [1, 0, 2, 1, 3, 2, 0, 3]])
        x = np.array([[1, 0], [1, 1], [0, 1], [1, 0]])
        num_nodes = 4

    r = oddone.run(Data(), dims=1, iterations=3)
    assert r.nodes == 4 and r.links == 4 and r.attributes == 2


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


# ---- notebooks

def test_notebook():
    r = oddone.run("town")
    page = r._repr_html_()
    assert page.count("<tr>") == 11 and "<svg" in page and "george-pike" in page
    import xml.dom.minidom
    for what in ("map", "loss", "recall", "scores"):
        xml.dom.minidom.parseString(r.plot(what)._repr_svg_())
    raises(ValueError, "no picture", r.plot, "nothing")


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
    sklearn = module("sklearn")
    if not sklearn:
        return
    from sklearn.base import clone
    from sklearn.utils import estimator_checks
    from sklearn.utils.validation import check_is_fitted
    check_is_fitted(d)
    other = clone(d)
    assert other.get_params() == d.get_params() and "decision_score_" not in vars(other)
    # scikit-learn's own checks, those that do not give a table of numbers in place of a graph.
    estimator_checks.check_parameters_default_constructible("Detector", oddone.Detector())
    estimator_checks.check_get_params_invariance("Detector", oddone.Detector())
    estimator_checks.check_set_params("Detector", oddone.Detector())
    estimator_checks.check_no_attributes_set_in_init("Detector", oddone.Detector())
    estimator_checks.check_estimator_repr("Detector", oddone.Detector()) \
        if hasattr(estimator_checks, "check_estimator_repr") else None
    raises(Exception, "no parameter", other.set_params, nothing=1)


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
