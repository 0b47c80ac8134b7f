"""What a run gives: arrays in the order of the nodes, explanations, pictures."""
from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._library import Error, InputError, InputTypeError, version, write_whole
from ._pictures import Picture, plot

_WHOLE = ("rank", "order", "low", "high", "truth")
_VECTOR = ("score", "loss")
_MATRIX = ("embedding", "structure", "meaning", "map")
_ONE = ("auc", "average_precision", "alpha", "beta")
_COUNT = ("iterations", "dims", "nodes", "links", "attributes")
_OTHER = ("recall", "components", "labels", "scored_by")
_NAMES = _MATRIX + _WHOLE + _VECTOR + _ONE + _COUNT + _OTHER
_EXPLAINED = 20  # nodes whose explanation a pickled result keeps


class Result:
    """The result of a run. Arrays have a row for each node, in the order of the nodes.

    ids, labels         the caller's own ids; the class of each node, None where there is none
    score, rank         larger is odder; from 1
    order               positions of the nodes, the oddest first
    components          {name: values}: the parts of the score
    low, high           ranks in further runs (with certainty=N)
    embedding           nodes x K;  structure, meaning: what links and attributes alone say
    map                 nodes x 2
    loss                after the start and after every sub-step
    truth               0 ordinary, else the kind of outlier that is known or was planted
    recall              {percent taken: share of the known outliers among them}
    auc, average_precision, iterations, dims, alpha, beta, scored_by
    warnings            remarks: data that was left out, guesses made while reading
    columns             DataFrame: type, missing values and use of each column of a table

    A result can be pickled, copied and read from several threads. A copy or a pickle holds all
    arrays, and the explanations of the 20 oddest nodes and of nodes that were explained before.
    """

    ids: List[Any]
    labels: List[Any]
    warnings: List[str]
    rank: np.ndarray
    order: np.ndarray
    low: np.ndarray
    high: np.ndarray
    truth: np.ndarray
    score: np.ndarray
    loss: np.ndarray
    embedding: np.ndarray
    structure: np.ndarray
    meaning: np.ndarray
    map: np.ndarray
    components: Dict[str, np.ndarray]
    recall: Dict[float, float]
    auc: float
    average_precision: float
    alpha: float
    beta: float
    iterations: int
    dims: int
    nodes: int
    links: int
    attributes: int
    scored_by: str

    def __init__(self, handle: Any, ids: Optional[Sequence[Any]] = None,
                 labels: Optional[Sequence[Any]] = None, warnings: Iterable[str] = ()) -> None:
        self._handle = handle
        self._texts: Dict[int, str] = {}
        names = handle.texts("node")
        # Planted nodes stand behind the caller's own.
        self._names = names
        self.ids = names if ids is None else list(ids) + names[len(ids):]
        self.checksum = handle.text("checksum")
        # Remarks of the library are kept once, in their order.
        notes = [x.replace('"oddone info" lists', "result.columns lists")
                 for x in handle.texts("note")]
        self.warnings = list(dict.fromkeys([*warnings, *notes]))
        counts = handle.numbers("columns").astype(int).tolist()
        self._columns = list(zip(handle.texts("column"), handle.texts("column_type"),
                                 *zip(*counts), handle.texts("column_done"))) if counts else []
        self._label_of = {str(x): x for x in labels if x is not None} if labels is not None else {}
        self._place: Optional[Dict[Any, int]] = None

    if not TYPE_CHECKING:  # type checkers know the names above, and no others
        def __getattr__(self, name):
            if name not in _NAMES or "_handle" not in self.__dict__:
                raise AttributeError("a result has no %r" % name)
            value = self._read(name)
            setattr(self, name, value)
            return value

    def _read(self, name: str) -> Any:
        handle = self._handle
        if handle is None:
            raise AttributeError("this copy of a result has no %r" % name)
        try:
            if name in _MATRIX:
                return handle.numbers(name)
            if name in _WHOLE:
                return handle.numbers(name)[:, 0].astype(np.int64)
            if name in _VECTOR:
                return handle.numbers(name)[:, 0]
            if name in _ONE:
                return float(handle.numbers(name)[0, 0])
            if name in _COUNT:
                return int(handle.numbers(name)[0, 0])
            if name == "recall":
                return {float(top): float(share) for top, share in handle.numbers("recall")}
            if name == "components":
                parts = handle.numbers("components")
                return {part: parts[:, j] for j, part in enumerate(handle.texts("component"))}
            if name == "labels":
                classes = [self._label_of.get(x, x) for x in handle.texts("class")]
                return [classes[int(c)] if c >= 0 else None for c in handle.numbers("class")[:, 0]]
        except InputError as reason:
            raise AttributeError(str(reason)) from None
        return handle.text("scored_by")

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *_NAMES]

    # ---- copies

    def detach(self) -> None:
        """Copies everything out of the library, so that the run may go on without changing this."""
        self.__setstate__(self.__getstate__())

    def __getstate__(self) -> Dict[str, Any]:
        state = dict(self.__dict__)
        handle = state.pop("_handle")
        if handle is not None:
            texts = dict(self._texts)
            for node in map(int, self.order[:_EXPLAINED]):
                if node not in texts:
                    texts[node] = "\n".join(handle.explain(node))
            state["_texts"] = texts
            for name in _NAMES:
                if name not in state:
                    try:
                        state[name] = self._read(name)
                    except AttributeError:
                        continue
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._handle = None

    # ---- nodes

    def _find(self, node: Any) -> int:
        """The position of a node: an id; where ids are no integers, an integer is a position."""
        if self._place is None:
            self._place = {x: i for i, x in enumerate(self.ids)}
        try:
            found = self._place.get(node)
        except TypeError:
            found = None
        if found is None and isinstance(node, (int, np.integer)) and not isinstance(node, bool) and \
                not any(isinstance(x, (int, np.integer)) for x in self.ids[:1]) and \
                0 <= node < len(self.ids):
            found = int(node)
        if found is None:
            raise InputError(-6, "there is no node %r among %d" % (node, len(self.ids)))
        return found

    def top(self, count: int = 10) -> List[Tuple[Any, float]]:
        """The oddest nodes: [(id, score), ...]."""
        return [(self.ids[i], float(self.score[i])) for i in self.order[:count]]

    def explain(self, node: Any = None, *, index: Optional[int] = None) -> str:
        """Why a node ranks where it does, in sentences; index: its position instead of its id."""
        if (node is None) == (index is None):
            raise InputTypeError(-6, "explain takes an id or index=, one of the two")
        if index is not None and not 0 <= index < len(self.ids):
            raise InputError(-6, "there is no position %r among %d" % (index, len(self.ids)))
        place = self._find(node) if index is None else int(index)
        if place not in self._texts:
            if self._handle is None:
                raise Error(-6, "this copy of a result holds no explanation of %r" %
                            (self.ids[place],))
            self._texts[place] = "\n".join(self._handle.explain(place))
        return self._texts[place]

    def to_frame(self) -> Any:
        """Rank, score and components as a pandas DataFrame indexed by id, the oddest first."""
        import pandas
        columns = {"rank": self.rank, "score": self.score}
        columns.update(self.components)
        index = pandas.Index(self.ids, name="id", tupleize_cols=False)
        return pandas.DataFrame(columns, index=index).iloc[self.order]

    @property
    def columns(self) -> Any:
        """How the columns of a table of nodes were read, as a pandas DataFrame indexed by name."""
        import pandas
        return pandas.DataFrame.from_records(
            self._columns, index="column",
            columns=["column", "type", "missing", "attributes", "use"])

    # ---- pictures

    def plot(self, what: str = "map", width: int = 640, height: int = 420) -> Picture:
        """A picture a notebook shows, as SVG: "map", "loss", "recall" or "scores"."""
        return plot(self, what, width, height)

    def _ranking_html(self, count: int, sentences: int) -> str:
        """A table of the oddest nodes with the first sentences of their explanations."""
        rows = "".join(
            "<tr><td>%d</td><td>%s</td><td>%.3f</td><td>%s</td></tr>" % (
                rank + 1, html.escape(str(self.ids[i])), self.score[i],
                html.escape(" ".join(self.explain(index=i).splitlines()[:sentences])))
            for rank, i in enumerate(map(int, self.order[:count])))
        return ("<table><thead><tr><th>rank</th><th>id</th><th>score</th><th>why</th></tr></thead>"
                "<tbody>%s</tbody></table>" % rows)

    def _repr_html_(self) -> str:
        return "<div style='display:flex;gap:2em;flex-wrap:wrap'>%s%s</div>" % (
            self._ranking_html(10, 1), self.plot("map", 360, 260).svg)

    def report(self, path: Union[str, os.PathLike], title: str = "Odd nodes") -> None:
        """Writes one HTML file: the oddest nodes with their explanations, pictures, how the data
        was read. It needs no other file and no script."""
        known = {"nodes": self.nodes, "links": self.links, "attributes": self.attributes,
                 "dims": self.dims, "iterations": self.iterations, "scored by": self.scored_by}
        if self.auc == self.auc:
            known["AUC"] = "%.3f" % self.auc
        facts = ", ".join("%s %s" % item for item in known.items())
        columns = "".join("<tr>%s</tr>" % "".join("<td>%s</td>" % html.escape(str(x)) for x in row)
                          for row in self._columns)
        if columns:
            columns = ("<h2>Columns</h2><table><tr><th>column</th><th>type</th><th>missing</th>"
                       "<th>attributes</th><th>use</th></tr>%s</table>" % columns)
        remarks = "".join("<li>%s</li>" % html.escape(x) for x in self.warnings)
        kinds = ["map", "scores", "loss"] + (["recall"] if (self.truth != 0).any() else [])
        page = ("<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>%s</title><style>"
                "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
                "td,th{text-align:left;vertical-align:top;padding:.2em .8em .2em 0}"
                "svg{max-width:100%%;height:auto}</style></head><body><h1>%s</h1><p>%s</p>"
                "<h2>Ranking</h2>%s%s%s<h2>Remarks</h2><ul>%s</ul>"
                "<p>Written by oddone %s.</p></body></html>\n" % (
                    html.escape(title), html.escape(title), html.escape(facts),
                    self._ranking_html(_EXPLAINED, 3),
                    "".join("<h2>%s</h2>%s" % (kind.capitalize(), self.plot(kind).svg)
                            for kind in kinds), columns, remarks, version()))
        write_whole(path, page)

    def __repr__(self) -> str:
        return "<oddone.Result of %d nodes: %s first>" % (
            len(self.ids), ", ".join(str(node) for node, _ in self.top(3)))
