"""Small SVG pictures of a result, for notebooks. The figures of `oddone run --figures` are richer."""
from __future__ import annotations

import html
import os
from typing import Any, Union

import numpy as np

from ._library import InputError, write_whole

# Two colours that the common kinds of colour blindness keep apart; odd nodes are also larger.
_PLAIN, _ODD, _INK = "#8a9bb0", "#d55e00", "#444"
_MARGIN = 44


class Picture:
    """An SVG picture: shown by notebooks, written by save."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the picture as an SVG file."""
        write_whole(path, self.svg)


class _Axes:
    """Places numbers within the frame of a picture."""

    def __init__(self, x, y, width, height):
        self.width, self.height = width, height
        self.low, self.high = [float(np.min(v)) for v in (x, y)], [float(np.max(v)) for v in (x, y)]

    def x(self, value):
        span = (self.high[0] - self.low[0]) or 1.0
        return _MARGIN + (value - self.low[0]) / span * (self.width - 2 * _MARGIN)

    def y(self, value):
        span = (self.high[1] - self.low[1]) or 1.0
        return self.height - _MARGIN - (value - self.low[1]) / span * (self.height - 2 * _MARGIN)


def _svg(width, height, title, parts):
    return Picture(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
        "role='img' font-family='sans-serif' font-size='12'><title>%s</title>%s</svg>" %
        (width, height, width, height, html.escape(title), "".join(parts)))


def _text(x, y, text, anchor="start", colour=_INK):
    return "<text x='%.1f' y='%.1f' text-anchor='%s' fill='%s'>%s</text>" % (
        x, y, anchor, colour, html.escape(str(text)))


def _frame(axes, x_title, y_title):
    left, bottom = _MARGIN, axes.height - _MARGIN
    right = axes.width - _MARGIN
    return ["<path d='M%d %dV%dH%d' fill='none' stroke='%s'/>" % (left, _MARGIN, bottom, right, _INK),
            _text((left + right) / 2, axes.height - 8, x_title, "middle"),
            _text(left, _MARGIN - 10, y_title),
            _text(left, bottom + 16, "%.3g" % axes.low[0], "middle"),
            _text(right, bottom + 16, "%.3g" % axes.high[0], "middle"),
            _text(left - 4, bottom, "%.3g" % axes.low[1], "end"),
            _text(left - 4, _MARGIN + 4, "%.3g" % axes.high[1], "end")]


def _line(axes, x, y, colour, dash=""):
    points = " ".join("%.1f,%.1f" % (axes.x(a), axes.y(b)) for a, b in zip(x, y))
    return "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'%s/>" % (
        points, colour, " stroke-dasharray='5 4'" if dash else "")


def _map(result, width, height):
    xy = result.map
    known = np.isfinite(xy).all(axis=1)
    if not known.any():
        raise InputError(-6, "no node has a place on the map")
    axes = _Axes(xy[known, 0], xy[known, 1], width, height)
    odd = {int(i) for i in result.order[:10]}
    parts = []
    for i in np.flatnonzero(known)[:5000]:
        if i not in odd:
            parts.append("<circle cx='%.1f' cy='%.1f' r='2.5' fill='%s' fill-opacity='.6'/>" % (
                axes.x(xy[i, 0]), axes.y(xy[i, 1]), _PLAIN))
    for rank, i in enumerate(map(int, result.order[:10])):
        if not known[i]:
            continue
        x, y = axes.x(xy[i, 0]), axes.y(xy[i, 1])
        parts.append("<circle cx='%.1f' cy='%.1f' r='5' fill='%s'><title>%d. %s</title></circle>" % (
            x, y, _ODD, rank + 1, html.escape(str(result.ids[i]))))
        if rank < 5:
            flip = x > width / 2
            parts.append(_text(x + (-8 if flip else 8), y + 4, result.ids[i],
                               "end" if flip else "start"))
    return _svg(width, height, "map of %d nodes, the ten oddest marked" % len(result.ids), parts)


def _loss(result, width, height):
    y = result.loss
    x = np.arange(len(y)) / 6.0
    axes = _Axes(x, y, width, height)
    return _svg(width, height, "loss over iterations",
                _frame(axes, "iteration", "loss") + [_line(axes, x, y, _ODD)])


def _recall(result, width, height):
    truth = result.truth[result.order] != 0
    if not truth.any():
        raise InputError(-6, "no recall: no outlier is known")
    n = len(truth)
    x = np.arange(n + 1) / n * 100
    y = np.concatenate([[0], np.cumsum(truth) / truth.sum()])
    axes = _Axes([0, 100], [0, 1], width, height)
    return _svg(width, height, "recall among the first percent of the ranking",
                _frame(axes, "percent of the ranking", "recall") +
                [_line(axes, [0, 100], [0, 1], _PLAIN, "dash"), _line(axes, x, y, _ODD),
                 _text(axes.x(60), axes.y(0.55), "chance", colour=_PLAIN)])


def _scores(result, width, height):
    y = result.score[result.order]
    x = np.arange(1, len(y) + 1)
    axes = _Axes(x, y, width, height)
    return _svg(width, height, "score by rank",
                _frame(axes, "rank", "score") + [_line(axes, x, y, _ODD)])


_KINDS = {"map": _map, "loss": _loss, "recall": _recall, "scores": _scores}


def plot(result: Any, what: str, width: int, height: int) -> Picture:
    """A Picture of a kind."""
    if what not in _KINDS:
        raise InputError(-6, "there is no picture %r; there are %s" % (what, ", ".join(_KINDS)))
    return _KINDS[what](result, width, height)
