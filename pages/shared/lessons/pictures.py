"""Figures of lessons: those of the pages, for other settings or with something left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pandas as pd

from hetdp_core.recipes import Step
from pages.shared import state
from pages.shared.lessons.lesson import Picture, check_params
from pages.shared.state import State
from pages.shared.topics import TOPICS
from pages.shared.view import View

MOST_ROWS = 300


def hero(topic: str) -> Picture:
    """What the topic's page shows first."""
    return TOPICS[topic].view


def view(
    name: str, figure: Any, table: pd.DataFrame, recipe: Step | None = None, height: int = 430
) -> View:
    """A figure that stands without words of its own.

    recipe : how the table was computed; not needed for a figure that never goes with an answer.
    """
    return View("lesson", name, "", figure, table, recipe, "", height=height)


def at(picture: Picture, **params: str | list[str]) -> Picture:
    """The same figure where a link says otherwise."""
    check_params(params)
    changed = {key: state.of_params(params)[key] for key in params}

    def other(settings: State) -> View:
        meant = {**settings, **changed}
        found = picture(meant)
        return replace(found, parameters=found.parameters or meant)

    return other


def hiding(picture: Picture, *names: str) -> Picture:
    """The same figure without some of its series (by name or group), nor their numbers.

    For a figure that asks: its table holds what is drawn, and has no recipe.
    """

    def less(settings: State) -> View:
        found = _less(picture(settings), names)
        return replace(found, table=drawn(found.figure), recipe=None)

    return less


def without(picture: Picture, *names: str, columns: str = "") -> Picture:
    """The same figure and table without some series (by name or group) that matter later.

    For a figure that answers.

    columns : how the names of those columns begin that hold them; "" where none does.
    """

    def less(settings: State) -> View:
        found = _less(picture(settings), names)
        dropped = [name for name in found.table if columns and name.startswith(columns)]
        if bool(dropped) != bool(columns):
            raise ValueError(f"{found.name}: no column begins with {columns}")
        if not dropped or found.recipe is None:
            return found
        recipe = found.recipe.method("drop", columns=dropped)
        return replace(found, table=found.table.drop(columns=dropped), recipe=recipe)

    return less


def _less(found: View, names: tuple[str, ...]) -> View:
    """Without some of its series; the table still holds them."""
    figure = type(found.figure)(found.figure)
    figure.data = [
        trace for trace in figure.data if not {trace.name, trace.legendgroup} & set(names)
    ]
    if len(figure.data) == len(found.figure.data):
        raise ValueError(f"{found.name}: nothing of {names} to hide")
    return replace(found, figure=figure)


def drawn(figure: Any) -> pd.DataFrame:
    """The numbers of what is drawn, and no others."""
    rows = (row for trace in figure.data for row in _rows(trace))
    return pd.DataFrame(islice(rows, MOST_ROWS), columns=["series", "across", "up"])


def _rows(trace: Any) -> Iterator[tuple[Any, ...]]:
    if trace.x is None or trace.y is None or trace.hoverinfo == "skip":
        return
    for x, y in zip(trace.x, trace.y, strict=True):
        yield trace.name or "", x, y
