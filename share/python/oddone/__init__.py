"""Find the odd ones out in attributed networks: the library liboddone for Python.

    import oddone
    r = oddone.run(graph, X)
    r.top(5)                     # [(id, score), ...], the oddest first
    r.explain(r.top(1)[0][0])    # sentences
    r.to_frame()                 # a DataFrame by id; r.columns, r.warnings: how data was read
    r.plot("map")                # SVG; r.report("run.html") writes a page

A graph is a SciPy matrix or square NumPy array of links, a list of pairs, a DataFrame of links (columns
source, target, weight) or of a matrix with names, a networkx or igraph graph, an object with
edge_index (PyTorch Geometric), or the path of a network that oddone(1) can read. X, a row for each
node, is a NumPy array, a SciPy matrix or a DataFrame, whose columns are read as those of a CSV table
(oddone-formats(5)). Results are NumPy arrays in the order of the nodes, with the caller's own ids.

oddone.start returns a Run to be stepped, planted into and undone. oddone.Detector has the
conventions of scikit-learn, PyOD and PyGOD: fit, decision_score_, label_, predict.

Nothing is compiled: this package and liboddone.so.1 are enough. ODDONE_LIBRARY names another library.
"""
from __future__ import annotations

import os as _os
from typing import Any, Callable, List, Optional, Union

from . import _inputs
from ._detector import Detector
from ._library import (Cancelled, Error, FileError, Handle as _Handle, InputError, InputTypeError,
                       MissingFileError, NumericError, OutOfMemoryError, version)
from ._results import Result
from ._run import Loss, Matrices, Run

__version__ = version()
__all__: List[str] = [
    "run", "start", "Result", "Run", "Loss", "Matrices", "Detector", "Error", "InputError",
    "InputTypeError", "FileError", "MissingFileError", "OutOfMemoryError", "NumericError",
    "Cancelled", "version"]


Progress = Callable[[str, float, float], Any]


def run(graph: Any, X: Any = None, labels: Any = None, truth: Any = None, *,
        weight: Optional[str] = "weight", source: Optional[str] = None,
        target: Optional[str] = None, directed: Union[bool, str, None] = None,
        progress: Optional[Progress] = None, **options: Any) -> Result:
    """Rank the nodes of a network by how odd they are.

    labels: the class of each node, None for none; without labels communities are found in the
    links. truth: 1 for known outliers, 0 for other nodes, for recall and auc. Both are a sequence in
    the order of the nodes, or a dict by id. weight, source, target: columns of a table of links;
    weight is also the attribute of networkx and igraph links. directed: as the graph or the file
    says unless given. progress: called as progress(what, done, total); the run is cancelled when it
    returns True. Other arguments are options of `oddone run`: dims=21, iterations=40, seed=1,
    preset="paper", plant="5%", threads=1, certainty=4, projection="tsne", ...

    Raises ValueError, TypeError, FileNotFoundError, MemoryError and KeyboardInterrupt where Python
    has them; all but the last are also oddone.Error.

    >>> r = run([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], iterations=5, dims=2)
    >>> sorted(r.ids)
    ['a', 'b', 'c', 'd']
    >>> len(r.score)
    4
    """
    handle, network = _prepare(graph, X, labels, truth, weight, source, target, directed, options)
    handle.work("run", progress=progress)
    return _result(handle, network)


def start(graph: Any, X: Any = None, labels: Any = None, truth: Any = None, *,
          weight: Optional[str] = "weight", source: Optional[str] = None,
          target: Optional[str] = None, directed: Union[bool, str, None] = None,
          progress: Optional[Progress] = None, **options: Any) -> Run:
    """A Run to be stepped: the arguments are those of run.

    >>> r = start([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], dims=2)
    >>> r.step("G").iteration
    0
    >>> r.undo().iterate(2).iteration
    2
    """
    handle, network = _prepare(graph, X, labels, truth, weight, source, target, directed, options)
    handle.work("start", progress=progress)
    asked = options.get("iterations")
    iterations = int(asked) if asked is not None else 5 if options.get("preset") == "paper" else 40
    return Run(handle, lambda: _result(handle, network), iterations, progress)


def _prepare(graph, X=None, labels=None, truth=None, weight="weight", source=None, target=None,
             directed=None, options=(), beside=None):
    """A handle with options and network, and the Network (None for a path).

    beside: a Result; the network then holds new nodes for its run.
    """
    handle = _Handle()
    path = isinstance(graph, (str, _os.PathLike))
    if path and not (X is None and labels is None and truth is None):
        raise InputError(-6, "a network that is read from a file brings its own X, labels and truth")
    known = () if beside is None else set(beside.ids)
    network = None if path else _inputs.read(graph, X, labels, truth, weight, source, target, known)
    if beside is not None:
        handle.beside(beside._handle)
        if network is not None and network.ids is None:
            network.ids = ["new node %d" % i for i in range(network.count)]
    else:
        if directed is None:
            directed = "auto" if network is None else "yes" if network.directed else "no"
        handle.set("directed", {True: "yes", False: "no"}.get(directed, directed))
        for name, value in dict(options).items():
            if value is not None:
                handle.set(name, value)
    if network is None:
        handle.load(_inputs.sample(graph))
    else:
        _inputs.fill(handle, network)
    return handle, network


def _result(handle, network):
    """The Result of a handle that has run, with the ids and labels of the caller."""
    if network is None:
        return Result(handle)
    ids = network.ids if network.ids is not None else range(network.count)
    return Result(handle, ids, network.labels, network.warnings)
