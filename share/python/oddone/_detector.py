"""A detector with the conventions of scikit-learn, PyOD and PyGOD."""
import inspect

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

    def __init__(self, contamination=0.1, dims=None, iterations=None, preset=None, score=None,
                 random_state=None, threads=None, options=None):
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
    def _names(cls):
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep=True):
        """The parameters by name."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **parameters):
        """Sets parameters by name; returns the detector."""
        for name, value in parameters.items():
            if name not in self._names():
                raise InputError(-6, "a detector has no parameter %r; it has %s" % (
                    name, ", ".join(self._names())))
            setattr(self, name, value)
        return self

    def __repr__(self):
        plain = Detector().get_params()
        changed = ["%s=%r" % item for item in self.get_params().items()
                   if not (item[1] is plain[item[0]] or item[1] == plain[item[0]])]
        return "Detector(%s)" % ", ".join(changed)

    def _seed(self):
        state = self.random_state
        if state is None or isinstance(state, (int, np.integer)):
            return state
        if hasattr(state, "randint"):
            return int(state.randint(2 ** 31))
        if hasattr(state, "integers"):
            return int(state.integers(2 ** 31))
        raise InputError(-6, "random_state is None, a whole number or a NumPy generator")

    # ---- fitting

    def fit(self, graph, X=None, y=None, **arguments):
        """Fits ONE and scores the nodes. y, which nodes are known to be odd, is for result_.auc only
        and changes no score. Returns the detector."""
        from . import run
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
        score = self.result_.score
        self.decision_score_ = score
        self.threshold_ = float(np.percentile(score, 100 * (1 - share)))
        self.label_ = (score > self.threshold_).astype(int)
        self.embedding_ = self.result_.embedding
        self.n_features_in_ = int(self.result_.attributes)
        return self

    @property
    def decision_scores_(self):
        """The name PyOD has for decision_score_."""
        return self._fitted().decision_score_

    @property
    def labels_(self):
        """The name PyOD has for label_."""
        return self._fitted().label_

    def _fitted(self):
        if "decision_score_" not in self.__dict__:
            raise NotFittedError(-6, "this detector is not fitted yet: call fit first")
        return self

    def __sklearn_is_fitted__(self):
        return "decision_score_" in self.__dict__

    # ---- using

    def decision_function(self, graph=None, X=None):
        """Scores: those of fit for the network it was fitted on (None)."""
        self._fitted()
        if graph is None:
            return self.decision_score_
        raise InputError(-6, "a detector scores the network it was fitted on: call fit_predict for "
                             "another network, or `oddone score` to place new nodes in a saved run")

    def predict(self, graph=None, X=None, return_pred=True, return_score=False, return_prob=False,
                return_emb=False):
        """Labels (1: outlier), scores, probabilities and embedding, as many as are asked for."""
        score = self.decision_function(graph, X)
        out = []
        if return_pred:
            out.append((score > self.threshold_).astype(int))
        if return_score:
            out.append(score)
        if return_prob:
            span = float(np.ptp(score))
            out.append((score - score.min()) / span if span > 0 else np.zeros_like(score))
        if return_emb:
            out.append(self.embedding_)
        return out[0] if len(out) == 1 else tuple(out)

    def fit_predict(self, graph, X=None, y=None, **arguments):
        """Fits and returns the labels."""
        return self.fit(graph, X, y, **arguments).label_

    def transform(self, graph=None, X=None):
        """The embedding of the fitted network: nodes x dims."""
        self._fitted()
        if graph is not None:
            self.decision_function(graph, X)
        return self.embedding_

    def fit_transform(self, graph, X=None, y=None, **arguments):
        """Fits and returns the embedding."""
        return self.fit(graph, X, y, **arguments).embedding_
