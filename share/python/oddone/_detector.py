"""A detector with the conventions of scikit-learn, PyOD and PyGOD."""
from __future__ import annotations

import inspect
import math
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ._library import Error, InputError


class NotFittedError(Error, ValueError, AttributeError):
    """fit has not been called yet."""


class Detector:
    """Scores the nodes of a network; larger is odder.

    contamination: the share of nodes that are called outliers, above 0 and at most .5.
    random_state: the seed, None for the usual one. dims, iterations, preset, score and further
    options are those of oddone.run.

    After fit: decision_score_ (also decision_scores_), label_ (also labels_, 1 for outliers),
    threshold_, embedding_, result_.

    >>> d = Detector(dims=2, iterations=5, contamination=0.25)
    >>> int(d.fit([(0, 1), (1, 2), (2, 0), (2, 3)]).label_.sum())
    1
    """

    def __init__(self, contamination: float = 0.1, dims: Optional[int] = None,
                 iterations: Optional[int] = None, preset: Optional[str] = None,
                 score: Optional[str] = None, random_state: Any = None,
                 threads: Optional[int] = None,
                 options: Optional[Dict[str, Any]] = None) -> None:
        self.contamination = contamination
        self.dims = dims
        self.iterations = iterations
        self.preset = preset
        self.score = score
        self.random_state = random_state
        self.threads = threads
        self.options = options

    # ---- parameters

    @classmethod
    def _names(cls) -> List[str]:
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> Dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **parameters: Any) -> Detector:
        """Sets parameters by name; returns the detector."""
        for name, value in parameters.items():
            if name not in self._names():
                raise InputError(-6, "a detector has no parameter %r; it has %s" % (
                    name, ", ".join(self._names())))
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        plain = Detector().get_params()
        changed = ["%s=%r" % item for item in self.get_params().items()
                   if not (item[1] is plain[item[0]] or item[1] == plain[item[0]])]
        return "Detector(%s)" % ", ".join(changed)

    def _seed(self) -> Optional[int]:
        state = self.random_state
        if state is None or isinstance(state, (int, np.integer)):
            return None if state is None else int(state)
        if hasattr(state, "randint"):
            return int(state.randint(2 ** 31))
        if hasattr(state, "integers"):
            return int(state.integers(2 ** 31))
        raise InputError(-6, "random_state is None, a whole number or a NumPy generator")

    # ---- fitting

    def fit(self, graph: Any, X: Any = None, y: Any = None, *, label: Any = None,
            **arguments: Any) -> Detector:
        """Fits ONE and scores the nodes. y (PyGOD: label), 1 for known outliers, is for result_.auc
        alone and changes no score. Returns the detector."""
        from . import run
        y = label if y is None else y
        share = self.contamination
        if not isinstance(share, (int, float, np.number)) or not 0 < share <= 0.5:
            raise InputError(-6, "contamination is above 0 and at most 0.5, not %r" % (share,))
        options = dict(self.options or {})
        for name, value in (("preset", self.preset), ("dims", self.dims), ("score", self.score),
                            ("iterations", self.iterations), ("threads", self.threads),
                            ("seed", self._seed())):
            if value is not None:
                options[name] = value
        self.result_ = run(graph, X, truth=y, **arguments, **options)
        self._fitted_with = dict(arguments, truth=y)
        score = self.result_.score
        self.decision_score_ = score
        self.threshold_ = float(np.percentile(score, 100 * (1 - share)))
        self.label_ = (score > self.threshold_).astype(int)
        self.embedding_ = self.result_.embedding
        self.n_features_in_ = int(self.result_.attributes)
        return self

    @property
    def decision_scores_(self) -> np.ndarray:
        """The name PyOD has for decision_score_."""
        return self._fitted().decision_score_

    @property
    def labels_(self) -> np.ndarray:
        """The name PyOD has for label_."""
        return self._fitted().label_

    def _fitted(self) -> Detector:
        if "decision_score_" not in self.__dict__:
            raise NotFittedError(-6, "this detector is not fitted yet: call fit first")
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return "decision_score_" in self.__dict__

    # ---- using

    def decision_function(self, graph: Any = None, X: Any = None, **arguments: Any) -> np.ndarray:
        """Scores of the fitted network (graph None), or of the nodes of another one.

        Nodes of another network that the fitted one has (by id) keep their data; all others are
        placed beside the fitted nodes without a refit. Nodes without ids of their own (0, 1, ...)
        are all new. Further arguments are those of oddone.run that concern the graph.
        """
        return self._place(graph, X, arguments)[0]

    def _place(self, graph: Any, X: Any,
               arguments: Dict[str, Any]) -> Tuple[np.ndarray, np.ndarray]:
        """Scores and embedding of the nodes of a network, in its order."""
        from . import _prepare
        self._fitted()
        if graph is None and X is None:
            return self.decision_score_, self.embedding_
        try:
            handle, _ = _prepare(graph, X, **{**self._fitted_with, **arguments})
            if handle.text("checksum") == self.result_.checksum:
                return self.decision_score_, self.embedding_
        except InputError:  # labels or y of another length; other mistakes are found again below
            pass
        if self.result_._handle is None:
            raise InputError(-6, "a copied or unpickled detector knows the network it was fitted "
                                 "on, and no other: call fit first")
        handle, network = _prepare(graph, X, beside=self.result_, **arguments)
        names = handle.texts("node") if network is None else network.names()[:network.asked]
        handle.work("run")
        place = {name: i for i, name in enumerate(handle.texts("node"))}
        rows = [place[name] for name in names]
        return handle.numbers("score")[rows, 0], handle.numbers("embedding")[rows]

    def predict(self, graph: Any = None, X: Any = None, return_pred: bool = True,
                return_score: bool = False, return_prob: bool = False, prob_method: str = "linear",
                return_conf: bool = False, return_emb: bool = False, **arguments: Any) -> Any:
        """Labels (1: outlier), scores, probabilities, confidence of the labels and embedding, as
        many as are asked for; see decision_function for graph and X.

        prob_method: "linear" scales the scores of the fitted nodes to 0 to 1; "unify" uses the
        normal distribution with their mean and deviation.
        """
        score, embedding = self._place(graph, X, arguments)
        label = (score > self.threshold_).astype(int)
        out = []
        if return_pred:
            out.append(label)
        if return_score:
            out.append(score)
        if return_prob:
            out.append(self._probability(score, prob_method))
        if return_conf:
            out.append(self._confidence(score, label))
        if return_emb:
            out.append(embedding)
        return out[0] if len(out) == 1 else tuple(out)

    def _probability(self, score: np.ndarray, method: str) -> np.ndarray:
        fitted = self.decision_score_
        if method == "linear":
            low, span = float(fitted.min()), float(np.ptp(fitted))
            return np.clip((score - low) / span, 0, 1) if span > 0 else np.zeros_like(score)
        if method == "unify":
            scale = float(fitted.std()) * math.sqrt(2)
            return np.array([max(0.0, math.erf((x - fitted.mean()) / scale)) if scale > 0 else 0.0
                             for x in score])
        raise InputError(-6, "prob_method is linear or unify, not %r" % (method,))

    def _confidence(self, score: np.ndarray, label: np.ndarray) -> np.ndarray:
        """The probability that the label would be the same after a fit to other nodes drawn from
        the same distribution (Perini, Vercruyssen and Davis, 2020)."""
        from scipy.stats import binom
        fitted = np.sort(self.decision_score_)
        n = len(fitted)
        below = (1.0 + np.searchsorted(fitted, score, side="right")) / (2.0 + n)
        odd = 1 - binom.cdf(n - int(n * self.contamination), n, below)
        return np.where(label == 1, odd, 1 - odd)

    def fit_predict(self, graph: Any, X: Any = None, y: Any = None, **arguments: Any) -> np.ndarray:
        """Fits and returns the labels."""
        return self.fit(graph, X, y, **arguments).label_

    def transform(self, graph: Any = None, X: Any = None, **arguments: Any) -> np.ndarray:
        """The embedding, nodes x dims: of the fitted network, or of another one."""
        return self._place(graph, X, arguments)[1]

    def fit_transform(self, graph: Any, X: Any = None, y: Any = None,
                      **arguments: Any) -> np.ndarray:
        """Fits and returns the embedding."""
        return self.fit(graph, X, y, **arguments).embedding_
