"""Find the odd ones out in attributed networks: the library liboddone for Python.

    import oddone
    r = oddone.run(graph, X)
    r.top(5)             # [(id, score), ...], the oddest first
    r.explain(r.order[0])  # sentences

A graph is a SciPy matrix or square NumPy array of links, an array of pairs or a DataFrame of two or
three columns (from, to, weight), a networkx graph, or the path of a network that oddone(1) can read.
X, a row for each node, is a NumPy array, a SciPy matrix or a DataFrame, whose columns are told apart
as those of a CSV table are (oddone-formats(5)). Results are NumPy arrays in the order of the nodes.

No step of compilation: this file and liboddone.so.0 are all there is. ODDONE_LIBRARY names another.
"""
import csv
import ctypes
import os
import sys
import tempfile
import weakref

import numpy as np

__all__ = ["run", "Result", "Error", "version"]


class Error(Exception):
    """What liboddone had to say; code is its odd_status."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


# ---- the library -------------------------------------------------------------------------------

_NEWS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double,
                         ctypes.c_double)
_TEXTS = ctypes.POINTER(ctypes.c_char_p)
_WHOLES = ctypes.POINTER(ctypes.c_int64)
_REALS = ctypes.POINTER(ctypes.c_double)
_HANDLE = ctypes.c_void_p
_FUNCTIONS = {
    "version": (ctypes.c_char_p, []),
    "new": (_HANDLE, []),
    "free": (None, [_HANDLE]),
    "error": (ctypes.c_char_p, [_HANDLE]),
    "set": (ctypes.c_int, [_HANDLE, ctypes.c_char_p, ctypes.c_char_p]),
    "load": (ctypes.c_int, [_HANDLE, ctypes.c_char_p]),
    "nodes": (ctypes.c_int, [_HANDLE, ctypes.c_size_t, _TEXTS, ctypes.c_size_t, _TEXTS]),
    "links": (ctypes.c_int, [_HANDLE, ctypes.c_size_t, _WHOLES, _WHOLES, _REALS]),
    "attributes": (ctypes.c_int, [_HANDLE, ctypes.c_size_t, _WHOLES, _WHOLES, _REALS]),
    "labels": (ctypes.c_int, [_HANDLE, ctypes.c_size_t, _TEXTS]),
    "truth": (ctypes.c_int, [_HANDLE, ctypes.c_size_t, ctypes.POINTER(ctypes.c_uint8)]),
    "run": (ctypes.c_int, [_HANDLE, _NEWS, ctypes.c_void_p]),
    "shape": (ctypes.c_int, [_HANDLE, ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t),
                             ctypes.POINTER(ctypes.c_size_t)]),
    "get": (ctypes.c_int, [_HANDLE, ctypes.c_char_p, _REALS, ctypes.c_size_t]),
    "text": (ctypes.c_char_p, [_HANDLE, ctypes.c_char_p, ctypes.c_size_t]),
    "explain": (ctypes.c_int, [_HANDLE, ctypes.c_size_t]),
}


def _places():
    """Where the library may be: named, known to the system, or beside this file."""
    if os.environ.get("ODDONE_LIBRARY"):
        yield os.environ["ODDONE_LIBRARY"]
        return
    name = "liboddone.0.dylib" if sys.platform == "darwin" else "liboddone.so.0"
    yield name
    folder = os.path.dirname(os.path.abspath(__file__))
    for _ in range(4):
        folder = os.path.dirname(folder)
        for part in ("lib", "lib64"):
            yield os.path.join(folder, part, name)


def _open():
    reasons = []
    # Threads that wait by spinning take the turn of others. OpenMP reads how they are to wait when it
    # is loaded, so it is said for that long, unless somebody has said it.
    told = any(name in os.environ for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT"))
    if not told:
        os.environ["GOMP_SPINCOUNT"] = "10000"
    try:
        for place in _places():
            try:
                library = ctypes.CDLL(place)
                break
            except OSError as reason:
                reasons.append(str(reason))
        else:
            raise ImportError("liboddone is not there: " + "; ".join(reasons))
    finally:
        if not told:
            del os.environ["GOMP_SPINCOUNT"]
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "odd_easy_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


_library = _open()


def version():
    """The version of the library."""
    return _library.odd_easy_version().decode()


def _bytes(text):
    return os.fsencode(text) if isinstance(text, os.PathLike) else str(text).encode()


def _texts(values):
    values = [None if value is None else _bytes(value) for value in values]
    return (ctypes.c_char_p * max(len(values), 1))(*values)


def _pointer(array, kind):
    return None if array is None else array.ctypes.data_as(ctypes.POINTER(kind))


class _Handle:
    """One odd_easy: calls by name, errors as exceptions."""

    def __init__(self):
        self.pointer = _library.odd_easy_new()
        if not self.pointer:
            raise MemoryError("liboddone: out of memory")
        self.free = weakref.finalize(self, _library.odd_easy_free, self.pointer)

    def call(self, name, *arguments):
        code = getattr(_library, "odd_easy_" + name)(self.pointer, *arguments)
        if code != 0:
            message = _library.odd_easy_error(self.pointer).decode(errors="replace")
            raise MemoryError(message) if code == -1 else Error(code, message)

    def triplets(self, name, row, column, value):
        row = np.ascontiguousarray(row, np.int64)
        column = np.ascontiguousarray(column, np.int64)
        value = None if value is None else np.ascontiguousarray(value, np.float64)
        self.call(name, len(row), _pointer(row, ctypes.c_int64), _pointer(column, ctypes.c_int64),
                  _pointer(value, ctypes.c_double))

    def numbers(self, name):
        rows, columns = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("shape", name.encode(), ctypes.byref(rows), ctypes.byref(columns))
        out = np.empty((rows.value, columns.value))
        self.call("get", name.encode(), _pointer(out, ctypes.c_double), out.size)
        return out

    def text(self, name, place=0):
        found = _library.odd_easy_text(self.pointer, name.encode(), place)
        return None if found is None else found.decode(errors="replace")

    def all_texts(self, name):
        out = []
        while True:
            found = self.text(name, len(out))
            if found is None:
                return out
            out.append(found)


# ---- what graphs and attributes can be ---------------------------------------------------------

def _is_sparse(x):
    return hasattr(x, "tocoo")


def _is_frame(x):
    return hasattr(x, "columns") and hasattr(x, "iloc")


def _is_networkx(x):
    return hasattr(x, "nodes") and hasattr(x, "edges") and hasattr(x, "adj")


def _coo(x):
    """Rows, columns, values of what is not 0."""
    if _is_sparse(x):
        x = x.tocoo()
        return x.row, x.col, np.asarray(x.data, float)
    row, column = np.nonzero(x)
    return row, column, np.asarray(x[row, column], float)


class _Graph:
    """Links by number, names of the nodes (None: numbers), and whether they have a direction."""

    def __init__(self, count, start, end, weight, ids=None, directed=False, table=None):
        self.count, self.start, self.end, self.weight = count, start, end, weight
        self.ids, self.directed, self.table = ids, directed, table


def _of_networkx(graph, weight):
    ids = list(graph.nodes)
    place = {node: i for i, node in enumerate(ids)}
    links = [(place[a], place[b], 1.0 if data.get(weight) is None else data[weight])
             for a, b, data in graph.edges(data=True)]
    start, end, value = zip(*links) if links else ((), (), ())
    keys = []
    for _, data in graph.nodes(data=True):
        keys += [key for key in data if key not in keys]
    table = (keys, [[data.get(key) for key in keys] for _, data in graph.nodes(data=True)])
    return _Graph(len(ids), start, end, value, ids, graph.is_directed(), table if keys else None)


def _of_pairs(pairs, weight, nodes, ids):
    """Numbers stand for rows of X unless its index has names; names number themselves."""
    start, end = pairs
    numbers = all(np.issubdtype(np.asarray(x).dtype, np.integer) for x in pairs)
    if ids is None and numbers:
        count = nodes if nodes is not None else int(max(np.max(start, initial=-1),
                                                        np.max(end, initial=-1))) + 1
        return _Graph(count, start, end, weight)
    if ids is None and nodes is not None:
        raise Error(-6, "links by name, and X has none: give it as a DataFrame with names for index")
    if ids is None:
        ids = list(dict.fromkeys([x for pair in zip(start, end) for x in pair]))
    place = {node: i for i, node in enumerate(ids)}
    missing = [x for x in list(start) + list(end) if x not in place]
    if missing:
        raise Error(-3, "a link names %r, which X has no row for" % (missing[0],))
    return _Graph(len(ids), [place[x] for x in start], [place[x] for x in end], weight, ids)


def _graph(graph, X, weight):
    rows = None if X is None else (X.shape[0] if hasattr(X, "shape") else len(X))
    index = list(X.index) if X is not None and _is_frame(X) else None
    if _is_networkx(graph):
        return _of_networkx(graph, weight)
    if _is_frame(graph):
        columns = [graph.iloc[:, c].to_numpy() for c in range(graph.shape[1])]
        if len(columns) < 2:
            raise Error(-6, "a DataFrame of links has two columns or three: from, to, weight")
        value = columns[2].astype(float) if len(columns) > 2 else None
        return _of_pairs(columns[:2], value, rows, index)
    if not _is_sparse(graph):
        graph = np.asarray(graph)
    if len(graph.shape) != 2:
        raise Error(-6, "a graph is a square matrix, pairs, a networkx graph or a path")
    # Two or three pairs look like a matrix, unless X says how many nodes there are.
    square = graph.shape[0] == graph.shape[1] and rows in (None, graph.shape[0])
    if not square and graph.shape[1] in (2, 3) and not _is_sparse(graph):
        value = graph[:, 2].astype(float) if graph.shape[1] == 3 else None
        pairs = graph[:, 0], graph[:, 1]
        if graph.shape[1] == 3 or graph.dtype.kind == "f":
            pairs = tuple(x.astype(np.int64) for x in pairs)
        return _of_pairs(pairs, value, rows, None)
    if graph.shape[0] != graph.shape[1]:
        raise Error(-6, "links are a matrix of %d x %d, not square" % tuple(graph.shape))
    start, end, value = _coo(graph)
    return _Graph(graph.shape[0], start, end, value, index)


def _cell(value):
    """As nodes.csv has it: nothing for what is missing, items between semicolons."""
    if isinstance(value, (list, tuple, set, frozenset, np.ndarray)):
        return ";".join(str(item) for item in value)
    try:
        missing = value is None or bool(value != value)
    except TypeError:  # pandas.NA is neither
        missing = True
    return "" if missing else value


def _load_table(handle, graph, ids, keys, rows, labels, truth):
    """Tables of nodes go the way of nodes.csv, which tells what each column is."""
    truth = None if truth is None else [int(x) for x in np.asarray(truth) != 0]
    extra = [(name, list(values)) for name, values in (("Label", labels), ("Truth", truth))
             if values is not None]
    for name, values in extra:
        if len(values) != len(ids):
            raise Error(-3, "%d %ss for %d nodes" % (len(values), name.lower(), len(ids)))
    taken = {"id"} | {name.lower() for name, _ in extra} | ({"outlier"} if truth is not None else set())
    keys = [str(key) + ("_" if str(key).lower() in taken else "") for key in keys]
    with tempfile.TemporaryDirectory(prefix="oddone-") as folder:
        with open(os.path.join(folder, "nodes.csv"), "w", newline="", encoding="utf-8") as file:
            write = csv.writer(file)
            write.writerow(["Id"] + [name for name, _ in extra] + keys)
            for i, row in enumerate(rows):
                write.writerow([ids[i]] + [_cell(values[i]) for _, values in extra] +
                               [_cell(x) for x in row])
        with open(os.path.join(folder, "edges.csv"), "w", newline="", encoding="utf-8") as file:
            write = csv.writer(file)
            write.writerow(["Source", "Target", "Weight"])
            weight = graph.weight if graph.weight is not None else np.ones(len(graph.start))
            for a, b, w in zip(graph.start, graph.end, weight):
                write.writerow([ids[a], ids[b], repr(float(w))])
        handle.call("set", b"id", b"Id")
        if labels is not None:
            handle.call("set", b"label", b"Label")
        handle.call("load", _bytes(folder))


def _fill(handle, graph, X, labels, truth):
    ids = [str(x) for x in (graph.ids if graph.ids is not None else range(graph.count))]
    if X is None and graph.table is not None:
        return _load_table(handle, graph, ids, *graph.table, labels, truth)
    if X is not None and _is_frame(X):
        if graph.ids is not None and list(X.index) != list(graph.ids):
            missing = [x for x in graph.ids if x not in X.index]
            if missing:
                raise Error(-3, "X has no row for the node %r" % (missing[0],))
            X = X.loc[list(graph.ids)]
        if len(X) != graph.count:
            raise Error(-3, "%d nodes and %d rows of X" % (graph.count, len(X)))
        rows = X.astype(object).to_numpy()
        return _load_table(handle, graph, ids, list(X.columns), rows, labels, truth)
    columns = 0
    if X is not None:
        X = X if _is_sparse(X) else np.asarray(X, float)
        if len(X.shape) != 2 or X.shape[0] != graph.count:
            raise Error(-3, "%d nodes and X of shape %s" % (graph.count, tuple(X.shape)))
        columns = X.shape[1]
    handle.call("nodes", graph.count, None if graph.ids is None else _texts(ids), columns, None)
    handle.triplets("links", graph.start, graph.end, graph.weight)
    if X is not None:
        handle.triplets("attributes", *_coo(X))
    if labels is not None:
        handle.call("labels", len(labels), _texts(labels))
    if truth is not None:
        odd = np.ascontiguousarray(np.asarray(truth) != 0, np.uint8)
        handle.call("truth", len(odd), _pointer(odd, ctypes.c_uint8))


def _path(name):
    """A path, or the name of a sample that was installed with the program."""
    name = os.fspath(name)
    if os.path.exists(name) or os.sep in name:
        return name
    folders = [os.environ.get("ODDONE_DATA"), "/usr/share/oddone", "/usr/local/share/oddone",
               os.path.join(sys.prefix, "share", "oddone")]
    for folder in folders:
        if folder and os.path.isdir(os.path.join(folder, "samples", name)):
            return os.path.join(folder, "samples", name)
    return name


# ---- a run and its result ----------------------------------------------------------------------

class Result:
    """What a run came to. Arrays have a row for each node, in the order of the nodes.

    ids, labels         names of nodes; names of their classes, None where there is none
    score, rank         larger is odder; from 1
    order               numbers of the nodes, the oddest first
    components          {name: values}: what the score is made of
    low, high           ranks in further runs (with certainty=N)
    embedding           nodes x K;  structure, meaning: what links and attributes alone say
    map                 nodes x 2
    loss                after the start and every sub-step
    truth               0 ordinary, else which kind of outlier is known or was planted
    recall              {percent taken: share of the known outliers among them}
    auc, average_precision, iterations, dims, alpha, beta, scored_by
    """

    _WHOLE = ("rank", "order", "low", "high", "truth")
    _MATRIX = ("embedding", "structure", "meaning", "map")
    _ONE = ("auc", "average_precision", "alpha", "beta")
    _COUNT = ("iterations", "dims", "nodes", "links", "attributes")

    def __init__(self, handle):
        self._handle = handle
        self.ids = handle.all_texts("node")

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        handle = self._handle
        if name in self._MATRIX:
            value = handle.numbers(name)
        elif name in self._WHOLE:
            value = handle.numbers(name)[:, 0].astype(np.int64)
        elif name in ("score", "loss"):
            value = handle.numbers(name)[:, 0]
        elif name in self._ONE:
            value = float(handle.numbers(name)[0, 0])
        elif name in self._COUNT:
            value = int(handle.numbers(name)[0, 0])
        elif name == "recall":
            value = {float(top): float(share) for top, share in handle.numbers("recall")}
        elif name == "components":
            parts = handle.numbers("components")
            value = {part: parts[:, j] for j, part in enumerate(handle.all_texts("component"))}
        elif name == "labels":
            classes = handle.all_texts("class")
            value = [classes[int(c)] if c >= 0 else None for c in handle.numbers("class")[:, 0]]
        elif name == "scored_by":
            value = handle.text("scored_by")
        else:
            raise AttributeError(name)
        setattr(self, name, value)
        return value

    def __dir__(self):
        return [*super().__dir__(), *self._MATRIX, *self._WHOLE, *self._ONE, *self._COUNT, "score",
                "loss", "recall", "components", "labels", "scored_by"]

    def top(self, count=10):
        """The oddest nodes: [(id, score), ...]."""
        return [(self.ids[i], float(self.score[i])) for i in self.order[:count]]

    def explain(self, node):
        """Why a node (by number or id) ranks where it does, in sentences."""
        number = isinstance(node, (int, np.integer))
        if not number and str(node) not in self.ids or number and not 0 <= node < len(self.ids):
            raise Error(-6, "there is no node %r among %d" % (node, len(self.ids)))
        node = node if number else self.ids.index(str(node))
        self._handle.call("explain", int(node))
        return "\n".join(self._handle.all_texts("sentence"))

    def to_frame(self):
        """Rank, score and components as a pandas DataFrame, the oddest first."""
        import pandas
        columns = {"rank": self.rank, "score": self.score}
        columns.update(self.components)
        frame = pandas.DataFrame(columns, index=pandas.Index(self.ids, name="id"))
        return frame.iloc[self.order]

    def __repr__(self):
        return "<oddone.Result of %d nodes: %s first>" % (
            len(self.ids), ", ".join(node for node, _ in self.top(3)))


def run(graph, X=None, labels=None, truth=None, *, weight="weight", directed=None, progress=None,
        **options):
    """Rank the nodes of a network by how odd they are.

    labels: the class of each node, None for none; without any, communities found in the links stand
    in. truth: which nodes are known to be odd, for recall and auc. weight: the attribute of networkx
    links. directed: as the graph says unless given. progress: called as progress(what, done, total);
    True stops. Other arguments are options of `oddone run`: dims=21, iterations=40, seed=1,
    preset="paper", plant="5%", score="raw", threads=1, certainty=4, projection="tsne", ...
    """
    handle = _Handle()
    network = None
    if not isinstance(graph, (str, os.PathLike)):
        network = _graph(graph, X, weight)
    if directed is None:
        directed = network is not None and network.directed
    handle.call("set", b"directed", b"yes" if directed else b"no")
    for name, value in options.items():
        value = ("on" if value else "off") if isinstance(value, bool) else value
        if isinstance(value, (tuple, list)):
            value = ",".join(str(x) for x in value)
        handle.call("set", _bytes(name.replace("_", "-")), _bytes(value))
    if network is not None:
        _fill(handle, network, X, labels, truth)
    elif X is not None or labels is not None or truth is not None:
        raise Error(-6, "a network that is read from a file brings its own X, labels and truth")
    else:
        handle.call("load", _bytes(_path(graph)))

    raised = []

    def news(_, what, done, total):
        try:
            return 1 if progress is not None and progress(what.decode(), done, total) else 0
        except BaseException as reason:  # Ctrl-C among them: it is raised again below
            raised.append(reason)
            return 1

    try:
        handle.call("run", _NEWS(news), None)
    except Error:
        if raised:
            raise raised[0] from None
        raise
    if raised:
        raise raised[0]
    return Result(handle)
