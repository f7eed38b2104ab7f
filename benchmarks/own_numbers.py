"""Whether what a session was shown is the answer to its own settings and moves, by the core."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.reader import Reader, Shown
from pages.inside.topics import TOPICS
from pages.shared.controls import state
from pages.shared.figure.live_figure import payload
from pages.shared.figure.view import View

ROUNDING = 1e-9
"""Relative; another process may sum in another order (threads of the linear algebra)."""

WRITTEN_OUT = 1e-6
"""The same for those that are written out in a few digits."""


def mistakes(reader: Reader) -> Iterator[str]:
    """What a reader was shown that was wrong or somebody else's.

    After each move its figure is computed once more, here and from its own settings alone: the
    payload that is drawn must hold the same numbers and words, the figure must stand at the place
    that was asked for and answer that release, and the sentence of it must stand on the page.
    """
    own = state.of_params(reader.params)
    first = TOPICS[reader.page].view(own)
    assert first.moves is not None, f"nothing moves {reader.page}"
    who = f"{reader.page} with {reader.params}"
    if reader.key != first.key:
        yield f"{who}: the first figure is {reader.key}, not {first.key}"
        return
    for shown in reader.seen:
        view = TOPICS[reader.page].view({**own, first.moves.key: shown.asked})
        yield from (f"{who} at {shown.asked}: {what}" for what in _wrong(shown, view, reader))


def _wrong(shown: Shown, view: View, reader: Reader) -> Iterator[str]:
    frames, figure = view.frames, shown.figure
    assert frames is not None, f"{view.key} has no sweep"
    if figure["current"] != frames.current:
        yield f"the figure stands at place {figure['current']}, not {frames.current}"
    if figure["answers"] != shown.serial:
        yield f"answers release {figure['answers']}, not {shown.serial}"
    if not same(reader.payloads.get(figure["digest"], b""), payload(view.figure, frames)):
        yield f"the sweep {figure['digest']} holds other numbers than these settings have"
    sentence = frames.headlines[frames.current] if frames.headlines else view.headline
    if sentence.replace("\u00a0", " ") not in [text.replace("\u00a0", " ") for text in shown.texts]:
        yield f"nowhere stands “{sentence}”"


def same(one: bytes, other: bytes) -> bool:
    """Whether two payloads hold the same words, and numbers that differ by rounding alone."""
    if not one or not other or one == other:
        return one == other
    return _close(json.loads(one), json.loads(other))


def _close(one: Any, other: Any) -> bool:
    if _is_array(one) and _is_array(other):
        first, second = map(_decoded, (one, other))
        return first.shape == second.shape and _numbers_close(first, second, ROUNDING)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_close(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_close, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return _numbers_close(np.array(one), np.array(other), WRITTEN_OUT)
    return bool(one == other)


def _is_array(one: Any) -> bool:
    """Return whether it is an array as plotly writes it."""
    return isinstance(one, dict) and {"dtype", "bdata"} <= one.keys()


def _decoded(one: dict[str, Any]) -> NDArray[Any]:
    return np.frombuffer(b64decode(one["bdata"]), f"<{one['dtype']}")


def _numbers_close(one: NDArray[Any], other: NDArray[Any], rounding: float) -> bool:
    return np.allclose(one, other, rtol=rounding, atol=ROUNDING, equal_nan=True)
