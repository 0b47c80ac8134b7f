"""What a graph and its attributes can be: matrices, pairs, tables, objects of graph libraries."""
from __future__ import annotations

import csv
import os
import tempfile
from typing import Any, Dict

import numpy as np

from ._library import InputError, InputTypeError, to_bytes

SOURCES = ("source", "from", "src", "start", "u", "node1", "from_id", "source_id")
TARGETS = ("target", "to", "dst", "end", "v", "node2", "to_id", "target_id")


def _wrong(message, *values):
    return InputError(-3, message % values if values else message)


def is_sparse(x):
    return hasattr(x, "tocoo")


def is_frame(x):
    return hasattr(x, "columns") and hasattr(x, "iloc")


def is_networkx(x):
    return hasattr(x, "nodes") and hasattr(x, "edges") and hasattr(x, "adj")


def is_igraph(x):
    return hasattr(x, "vs") and hasattr(x, "es") and hasattr(x, "vcount")


def is_torch_data(x):
    """Objects like torch_geometric.data.Data: edge_index of 2 x links, perhaps x and y."""
    return hasattr(x, "edge_index")


def to_array(x):
    """A NumPy array of anything that is one, tensors included."""
    if hasattr(x, "detach"):
        x = x.detach().cpu()
    if hasattr(x, "numpy") and not isinstance(x, np.ndarray):
        x = x.numpy()
    if isinstance(x, np.ma.MaskedArray):
        if np.ma.getmaskarray(x).any():
            raise _wrong("the array has masked cells: fill them (numpy.ma.filled), or give a "
                         "DataFrame, whose missing cells are handled")
        x = x.data
    return np.asarray(x)


def entries(x):
    """Rows, columns and values of the entries that are not 0."""
    if is_sparse(x):
        x = x.tocoo()
        x = x.copy() if hasattr(x, "sum_duplicates") else x
        x.sum_duplicates()
        return x.row, x.col, np.asarray(x.data, float)
    row, column = np.nonzero(x)
    return row, column, np.asarray(x[row, column], float)


class Network:
    """Links by number; ids are the caller's own (None: 0, 1, ...); table is (names, rows)."""

    def __init__(self, count, start, end, weight=None, ids=None, directed=False, table=None):
        self.count, self.start, self.end, self.weight = count, start, end, weight
        self.asked = count  # without fitted nodes that links alone name; these are the last
        self.ids, self.directed, self.table = ids, directed, table
        self.X = self.labels = self.truth = None
        self.warnings = []

    def names(self):
        """A text for each node. Ids that read alike (1 and "1") get their number appended."""
        if self.ids is None:
            return [str(i) for i in range(self.count)]
        names = [str(x) for x in self.ids]
        if len(set(names)) == len(names):
            return names
        seen: Dict[str, int] = {}
        for name in names:
            seen[name] = seen.get(name, 0) + 1
        return [name if seen[name] == 1 else "%s #%d" % (name, i) for i, name in enumerate(names)]


def _weights(values):
    """Numbers of the weights of links."""
    out = []
    for x in values:
        try:
            out.append(float(x))
        except (TypeError, ValueError):
            raise _wrong("a link has the weight %r, which is no number", x) from None
    return out


# ---- links -------------------------------------------------------------------------------------

def _of_networkx(graph, weight):
    ids = list(graph.nodes)
    place = {node: i for i, node in enumerate(ids)}
    links = [(place[a], place[b], 1.0 if data.get(weight) is None else data[weight])
             for a, b, data in graph.edges(data=True)]
    start, end, value = zip(*links) if links else ((), (), ())
    value = _weights(value)
    keys = list(dict.fromkeys(key for _, data in graph.nodes(data=True) for key in data))
    table = (keys, [[data.get(key) for key in keys] for _, data in graph.nodes(data=True)])
    return Network(len(ids), start, end, value, ids, graph.is_directed(), table if keys else None)


def _of_igraph(graph, weight):
    keys = [key for key in graph.vs.attributes() if key != "name"]
    ids = list(graph.vs["name"]) if "name" in graph.vs.attributes() else None
    repeated = ids is not None and len(set(ids)) < len(ids)
    pairs = graph.get_edgelist()
    value = graph.es[weight] if weight in graph.es.attributes() else [1.0] * len(pairs)
    value = _weights(1.0 if x is None else x for x in value)
    start, end = zip(*pairs) if pairs else ((), ())
    table = (keys, [[v[key] for key in keys] for v in graph.vs]) if keys else None
    network = Network(graph.vcount(), start, end, value, None if repeated else ids,
                      graph.is_directed(), table)
    if repeated:
        network.warnings.append("several nodes have the same name: ids are their numbers")
    return network


def _of_torch_data(data):
    pairs = to_array(data.edge_index)
    if pairs.ndim != 2 or pairs.shape[0] != 2:
        raise _wrong("edge_index has the shape %s, not 2 x links", tuple(pairs.shape))
    x = getattr(data, "x", None)
    count = getattr(data, "num_nodes", None)
    count = int(count) if count is not None else (
        len(x) if x is not None else int(pairs.max(initial=-1)) + 1)
    weight = getattr(data, "edge_weight", None)
    weight = np.ones(pairs.shape[1]) if weight is None else to_array(weight)
    network = Network(count, pairs[0], pairs[1], weight)
    _check_numbers(network)
    network = _once(network)
    if x is not None:
        network.X = to_array(x)
    return network


def _once(network):
    """Finds out whether links have a direction. If not, keeps one of two links a, b and b, a with
    the same weight."""
    start, end = (np.asarray(x, np.int64) for x in (network.start, network.end))
    weight = np.asarray(network.weight, float)
    if not len(start):
        return network
    there, back = start * network.count + end, end * network.count + start
    order = np.argsort(there, kind="stable")
    at = order[np.minimum(np.searchsorted(there[order], back), len(order) - 1)]
    network.directed = bool((there[at] != back).any())
    if not network.directed:
        kept = (start <= end) | (weight[at] != weight)
        network.start, network.end, network.weight = start[kept], end[kept], weight[kept]
    return network


def _check_numbers(network):
    for ends in (network.start, network.end):
        ends = np.asarray(ends)
        if ends.size and (ends.min() < 0 or ends.max() >= network.count):
            bad = ends[(ends < 0) | (ends >= network.count)][0]
            raise _wrong("a link names node %d, and nodes are 0 to %d", bad, network.count - 1)


def _whole(values):
    """Integers of an array of numbers; None where they are not numbers."""
    values = np.asarray(values)
    if values.dtype.kind == "f":
        rounded = values.astype(np.int64)
        if not np.array_equal(rounded, values):
            bad = values[rounded != values][0]
            raise _wrong("a link names node %s: numbers of nodes are whole", repr(float(bad)))
        return rounded
    return values.astype(np.int64) if values.dtype.kind in "iu" else None


def _of_pairs(start, end, weight, rows, ids, known):
    """Numbers stand for rows of X unless its index has names; other ids number themselves."""
    numbers = [_whole(x) if isinstance(x, np.ndarray) else None for x in (start, end)]
    if ids is None and rows is not None:
        if numbers[0] is None or numbers[1] is None:
            raise _wrong("links by name, and X has no names: give X as a DataFrame whose index "
                         "holds them")
        network = Network(rows, numbers[0], numbers[1], weight)
        _check_numbers(network)
        return network
    if ids is None:
        if numbers[0] is not None and numbers[1] is not None:
            ids = np.unique(np.concatenate(numbers)).tolist()
            start, end = numbers[0].tolist(), numbers[1].tolist()
        else:
            ids = list(dict.fromkeys(x for pair in zip(start, end) for x in pair))
    else:
        start, end = (x.tolist() if hasattr(x, "tolist") else list(x) for x in (start, end))
    place = {node: i for i, node in enumerate(ids)}
    if len(place) != len(ids):
        raise _wrong("the index of X holds the same id twice")
    asked = len(ids)
    for x in [*start, *end]:
        if x not in place:
            if x not in known:
                raise _wrong("a link names %r, which X has no row for", x)
            place[x] = len(place)
    ids = list(place)
    plain = not known and ids == list(range(len(ids)))
    network = Network(len(ids), [place[x] for x in start], [place[x] for x in end], weight,
                      None if plain else ids)
    network.asked = asked
    return network


def _column(frame, asked, usual, what):
    names = {str(name).lower(): name for name in frame.columns}
    if asked is not None:
        if asked not in frame.columns:
            raise _wrong("the table of links has no column %r; it has %s", asked,
                         ", ".join(map(str, frame.columns)))
        return asked
    for name in usual:
        if name in names:
            return names[name]
    if frame.shape[1] == 2:
        return frame.columns[0 if usual is SOURCES else 1]
    raise _wrong("which column of links is the %s? Name it with %s=; there are %s", what, what,
                 ", ".join(map(str, frame.columns)))


def _of_frame(frame, rows, ids, source, target, weight, known):
    """A table of links by the names of its columns, or a square table with names on both sides."""
    square = frame.shape[0] == frame.shape[1] and set(frame.index) == set(frame.columns)
    if square and source is None and target is None:
        frame = frame[list(frame.index)]
        start, end, value = entries(np.asarray(frame.to_numpy(), float))
        return _once(Network(len(frame), start, end, value, list(frame.index)))
    if frame.shape[1] < 2:
        raise _wrong("a DataFrame of links has two columns or more: source, target, weight")
    start = _column(frame, source, SOURCES, "source")
    end = _column(frame, target, TARGETS, "target")
    if start == end:
        raise _wrong("source and target are the same column %r", start)
    lacking = frame[[start, end]].isna().any(axis=1)
    frame = frame[~lacking]
    names = {str(name).lower(): name for name in frame.columns}
    value = names.get(str(weight).lower()) if weight is not None else None
    value = None if value is None else frame[value].to_numpy(float)
    used = {start, end, names.get(str(weight).lower())}
    rest = [str(name) for name in frame.columns if name not in used]
    network = _of_pairs(frame[start].to_numpy(), frame[end].to_numpy(), value, rows, ids, known)
    if lacking.any():
        network.warnings.append("links without a source or a target that were left out: %d" %
                                lacking.sum())
    if rest:
        network.warnings.append("columns of links that are not used: " + ", ".join(rest))
    return network


def _ends(values):
    """An array of numbers where all are numbers, else the values themselves."""
    if all(isinstance(x, (int, float, np.number)) and not isinstance(x, bool) for x in values):
        return np.array(values)
    return values


def _of_list(pairs, rows, ids, known):
    """(source, target) or (source, target, weight); ids of any kind."""
    width = {len(pair) for pair in pairs}
    if width - {2, 3}:
        raise _wrong("a list of links has two or three values each: source, target, weight")
    weight = _weights(pair[2] if len(pair) == 3 else 1.0 for pair in pairs) if 3 in width else None
    return _of_pairs(_ends([pair[0] for pair in pairs]), _ends([pair[1] for pair in pairs]), weight,
                     rows, ids, known)


def _of_array(graph, rows, ids, known):
    if isinstance(graph, (set, frozenset)) or hasattr(graph, "__next__"):
        graph = list(graph)
    if isinstance(graph, (list, tuple)) and all(isinstance(x, (list, tuple)) for x in graph):
        return _of_list(graph, rows, ids, known)
    if not is_sparse(graph):
        graph = to_array(graph)
    if len(graph.shape) != 2:
        raise InputTypeError(-6, "a graph is a square matrix, pairs, a DataFrame, a networkx or "
                                 "igraph graph, an object with edge_index, or a path")
    pairs = not is_sparse(graph) and graph.shape[1] in (2, 3)
    square = graph.shape[0] == graph.shape[1]
    if pairs and square:
        if rows is None:
            raise _wrong("an array of %d x %d is a matrix or pairs: give pairs as a list, a matrix "
                         "as a SciPy matrix", *graph.shape)
        pairs = rows != graph.shape[0]
    if pairs:
        value = graph[:, 2].astype(float) if graph.shape[1] == 3 else None
        return _of_pairs(graph[:, 0], graph[:, 1], value, rows, ids, known)
    if not square:
        raise _wrong("links are a matrix of %d x %d, which is not square", *graph.shape)
    start, end, value = entries(graph)
    network = _once(Network(graph.shape[0], start, end, value, ids))
    if network.directed:
        # One triangle of a symmetric matrix holds each link once: no direction is meant.
        network.directed = not ((start <= end).all() or (start >= end).all())
    return network


def read(graph, X=None, labels=None, truth=None, weight="weight", source=None, target=None,
         known=()):
    """A Network of the caller's objects. known: ids of fitted nodes, which links may name too."""
    rows = None if X is None else (X.shape[0] if hasattr(X, "shape") else len(X))
    ids = list(X.index) if X is not None and is_frame(X) else None
    if is_networkx(graph):
        network = _of_networkx(graph, weight)
    elif is_igraph(graph):
        network = _of_igraph(graph, weight)
    elif is_torch_data(graph):
        network = _of_torch_data(graph)
    elif is_frame(graph):
        network = _of_frame(graph, rows, ids, source, target, weight, known)
    else:
        network = _of_array(graph, rows, ids, known)
    if X is not None:
        network.X, network.table = X, None
    network.labels, network.truth = labels, truth
    _check(network, known)
    return network


# ---- attributes, labels, truth -----------------------------------------------------------------

def _one_each(values, network, what):
    """A list with a value for each node; a dict or a Series with the ids as index is read by id."""
    count = network.count
    ids = network.ids if network.ids is not None else range(count)
    if isinstance(values, dict):
        unknown = set(values) - set(ids)
        if unknown:
            raise _wrong("%s names %r, which is no node", what, unknown.pop())
        return [values.get(x) for x in ids]
    if hasattr(values, "reindex") and len(values) == count and set(values.index) == set(ids):
        values = values.reindex(list(ids))
    shape = np.shape(values)
    if len(shape) != 1 or shape[0] != count:
        raise _wrong("%s has the shape %s; there are %d nodes", what, tuple(shape), count)
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _is_missing(value):
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas.NA has no truth value
        return True


def _check(network, known):
    """Labels and truth of the right length and kind; X of the right shape."""
    count = network.count
    if network.truth is not None:
        by_id = isinstance(network.truth, dict)
        truth = _one_each(network.truth if by_id or hasattr(network.truth, "reindex") else
                          to_array(network.truth), network, "truth")
        truth = [0 if x is None else x for x in truth] if by_id else truth
        if any(_is_missing(x) or isinstance(x, str) for x in truth):
            raise _wrong("truth is 0 or 1 (False or True) for each node; a value is missing or text")
        network.truth = [int(x != 0) for x in truth]
    if network.labels is not None:
        labels = _one_each(network.labels, network, "labels")
        network.labels = [None if _is_missing(x) else x for x in labels]
        named: Dict[str, Any] = {}
        for label in network.labels:
            if label is not None and named.setdefault(str(label), label) != label:
                raise _wrong("two labels read alike: %r and %r", named[str(label)], label)
            if label is not None:
                to_bytes(label)
    X = network.X
    if X is not None and is_frame(X):
        if network.ids is not None and list(X.index) != list(network.ids):
            have = set(X.index)
            for x in network.ids:
                if x not in have and x not in known:
                    raise _wrong("X has no row for the node %r", x)
            X = X.astype(object).reindex(list(network.ids))
        if len(X) != count:
            raise _wrong("%d nodes and %d rows of X", count, len(X))
        network.table = (list(X.columns), X.astype(object).to_numpy())
        network.X = None
    elif X is not None:
        X = X if is_sparse(X) else to_array(X)
        try:
            X = X.astype(float)
        except (TypeError, ValueError):
            raise _wrong("X holds values that are no numbers: give a DataFrame") from None
        if len(X.shape) != 2 or X.shape[0] != count:
            raise _wrong("%d nodes and X of shape %s", count, tuple(X.shape))
        network.X = X


def _cell(value):
    """As nodes.csv has it: nothing for a missing value, semicolons between items."""
    if isinstance(value, (list, tuple, set, frozenset, np.ndarray)):
        return ";".join(str(item) for item in value)
    return "" if _is_missing(value) else value


def _spread(keys, rows):
    """A column of numeric vectors of one length becomes a column for each of their places. Returns
    names, rows, and the names of such columns."""
    columns = [[row[i] for row in rows] for i in range(len(keys))]
    names, out, numbers = [], [], []
    for key, column in zip(keys, columns):
        width = {len(x) if isinstance(x, (list, tuple, np.ndarray)) else -1 for x in column}
        flat = [] if len(width) > 1 or width & {-1, 0} else np.concatenate(
            [np.asarray(x, object).ravel() for x in column])
        if len(flat) and all(isinstance(x, (int, float, np.number)) for x in flat):
            for j in range(width.pop()):
                names.append("%s_%d" % (key, j))
                numbers.append(names[-1])
                out.append([x[j] for x in column])
        else:
            names.append(str(key))
            out.append(column)
    return names, list(zip(*out)) if out else rows, numbers


def _write_rows(path, head, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)


def _fill_table(handle, network, names):
    """Tables of nodes are read as nodes.csv is, which tells what each column holds."""
    keys, rows, numbers = _spread(*network.table)
    if numbers and not any(set(name) & set(",=*") for name in numbers):
        handle.set("type", ",".join(name + "=number" for name in numbers))
    extra = [(name, values) for name, values in (("Label", network.labels),
                                                 ("Truth", network.truth)) if values is not None]
    taken = {"id"} | {name.lower() for name, _ in extra}
    taken |= {"outlier"} if network.truth is not None else set()
    keys = [key + ("_" if key.lower() in taken else "") for key in keys]
    weight = network.weight if network.weight is not None else np.ones(len(network.start))
    for name in names:
        to_bytes(name)
    with tempfile.TemporaryDirectory(prefix="oddone-") as folder:
        _write_rows(os.path.join(folder, "nodes.csv"), ["Id"] + [name for name, _ in extra] + keys,
                    ([names[i]] + [_cell(values[i]) for _, values in extra] +
                     [_cell(x) for x in row] for i, row in enumerate(rows)))
        _write_rows(os.path.join(folder, "edges.csv"), ["Source", "Target", "Weight"],
                    ([names[a], names[b], repr(float(w))]
                     for a, b, w in zip(network.start, network.end, weight)))
        handle.set("id", "Id")
        if network.labels is not None:
            handle.set("label", "Label")
        try:
            handle.load(folder)
        except InputError as reason:  # the user never saw the temporary file
            text = str(reason)
            place = text.find(folder)
            if place >= 0:
                text = text.replace(folder + os.sep, "").replace("nodes.csv", "table of nodes")
                text = text.replace("edges.csv", "table of links")
            raise type(reason)(reason.code, text) from None


def fill(handle, network):
    """Hands a Network to the library."""
    names = network.names()
    if network.table is not None:
        _fill_table(handle, network, names)
        return
    attributes = None
    if network.X is not None:
        attributes = (network.X.shape[1], *entries(network.X))
    handle.build(None if network.ids is None else names, network.count,
                 (network.start, network.end, network.weight), None, attributes, network.labels,
                 network.truth)


def sample(name):
    """A path, or the name of a sample that is installed with the program."""
    import sys
    name = os.fspath(name)
    if os.path.exists(name) or os.sep in name:
        return name
    folders = [os.environ.get("ODDONE_DATA"), "/usr/share/oddone", "/usr/local/share/oddone",
               os.path.join(sys.prefix, "share", "oddone")]
    for folder in folders:
        if folder and os.path.isdir(os.path.join(folder, "samples", name)):
            return os.path.join(folder, "samples", name)
    return name
