"""A run that is stepped from outside: what the explorer does, for notebooks."""
from __future__ import annotations

from typing import Any, Callable, Iterator, List, NamedTuple, Optional

import numpy as np

from ._library import InputError
from ._results import Result


class Loss(NamedTuple):
    """The loss and its terms, unweighted."""
    total: float
    structure: float
    attributes: float
    disagreement: float


class Matrices(NamedTuple):
    """The matrices of ONE: G (N x K), H (K x N), U (N x K), V (K x D), W (K x K), O (N x 3)."""
    G: np.ndarray
    H: np.ndarray
    U: np.ndarray
    V: np.ndarray
    W: np.ndarray
    O: np.ndarray


class Run:
    """One run of ONE. oddone.start makes it; then

        run.step()           # one sub-step: W, G, H, U, V or O
        run.step("O")        # up to the end of the iteration
        run.iterate(5)       # five iterations
        run.plant(swap=3)    # outliers into the network; the run goes on with them
        run.undo()           # takes the last of these calls back
        for run in run: ...  # an iteration each, as many as the option iterations says

    loss: total and its three terms, unweighted. matrices: G H U V W O. trace: a Loss for the start
    and for every sub-step. result: a Result of the present state.
    """

    def __init__(self, handle: Any, make_result: Callable[[], Result], iterations: int,
                 progress: Optional[Callable[[str, float, float], Any]]) -> None:
        self._handle, self._make_result = handle, make_result
        self._iterations, self._progress = iterations, progress

    def step(self, until: Optional[str] = None) -> Run:
        """The next sub-step, or all up to the next W, G, H, U, V or O. Returns the run."""
        if until is not None and until not in Matrices._fields:
            raise InputError(-6, "there is no sub-step %r; there are W, G, H, U, V and O" % (until,))
        self._handle.work("step", None if until is None else until.encode(),
                          progress=self._progress)
        return self

    def iterate(self, iterations: int = 1) -> Run:
        """So many iterations, six sub-steps each. Returns the run."""
        if iterations < 0:
            raise InputError(-6, "iterations must be 0 or more")
        if iterations > 0:
            self._handle.work("iterate", int(iterations), progress=self._progress)
        return self

    def plant(self, plant: Any = None, placebo: Any = None, **kinds: Any) -> Run:
        """Plants outliers into the network, and the run goes on with them. Returns the run.

        plant("5%") plants this share of the nodes; plant(structural=3, swap=2) plants so many of
        each kind, as the option --plant of oddone(1) does. Planted nodes follow the others.
        """
        amounts = ([str(plant)] if plant is not None else []) + \
            ["%s=%s" % (name, count) for name, count in kinds.items()]
        if not amounts and not placebo:
            raise InputError(-6, "nothing to plant: say for example plant('5%') or plant(swap=3)")
        self._handle.set("plant", ",".join(amounts) or "structural=0")
        self._handle.set("placebo", placebo or 0)
        self._handle.work("plant", progress=self._progress)
        return self

    def undo(self) -> Run:
        """Takes back the last step, iterate or plant. Returns the run."""
        self._handle.call("undo")
        return self

    def __iter__(self) -> Iterator[Run]:
        while self.iteration < self._iterations:
            yield self.iterate()

    @property
    def iteration(self) -> int:
        """Whole iterations so far."""
        return int(self._handle.numbers("iterations")[0, 0])

    @property
    def trace(self) -> List[Loss]:
        """A Loss for the start and for every sub-step."""
        total, terms = self._handle.numbers("loss"), self._handle.numbers("terms")
        return [Loss(float(t[0]), *map(float, three)) for t, three in zip(total, terms)]

    @property
    def loss(self) -> Loss:
        """The present loss and its terms."""
        return self.trace[-1]

    @property
    def matrices(self) -> Matrices:
        """Copies of the present matrices."""
        return Matrices(*(self._handle.numbers(name) for name in Matrices._fields))

    @property
    def result(self) -> Result:
        """The Result of the present state; later steps do not change it."""
        result = self._make_result()
        result.detach()
        return result

    def __repr__(self) -> str:
        return "<oddone.Run: %d iterations, loss %.6g>" % (self.iteration, self.loss.total)


__all__ = ["Run", "Loss", "Matrices", "Result"]
