"""Figures of lessons: those of the pages, for other settings or with something left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd

from hetdp_core.figures.lessons import drawn
from hetdp_core.recipes import Step
from pages.shared import state
from pages.shared.lessons.lesson import Picture, check_params
from pages.shared.state import State
from pages.shared.topics import TOPICS
from pages.shared.view import View


def hero(topic: str) -> Picture:
    """What the topic's page shows first."""
    return TOPICS[topic].view


def view(name: str, figure: Any, table: pd.DataFrame, recipe: Step, height: int = 430) -> View:
    """A figure that stands without words of its own."""
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

    For a figure that asks: its table holds what is drawn, and it has no recipe.
    """

    def less(settings: State) -> View:
        found = _less(picture(settings), names)
        return replace(found, table=drawn(found.figure), recipe=None)

    return less


def without(picture: Picture, *names: str, columns: str = "") -> Picture:
    """The same figure, table and recipe without some series (by name or group).

    For a figure that answers, where these series matter only later.

    columns : how the names of the table's columns begin that hold their numbers; "" where none
        does.
    """

    def less(settings: State) -> View:
        found = _less(picture(settings), names)
        if not columns:
            return found
        dropped = [name for name in map(str, found.table) if name.startswith(columns)]
        if not dropped:
            raise ValueError(f"{found.name}: no column begins with {columns!r}")
        assert found.recipe is not None  # an answer can be taken away
        recipe = found.recipe.method("drop", columns=dropped)
        return replace(found, table=found.table.drop(columns=dropped), recipe=recipe)

    return less


def _less(found: View, names: tuple[str, ...]) -> View:
    """Without some of its series, but with all of its table."""
    figure = type(found.figure)(found.figure)
    figure.data = [
        trace for trace in figure.data if not {trace.name, trace.legendgroup} & set(names)
    ]
    if len(figure.data) == len(found.figure.data):
        raise ValueError(f"{found.name}: nothing of {names} to hide")
    return replace(found, figure=figure)
