"""Figures of lessons: those of the pages, for other settings or with something left out."""

from __future__ import annotations

from dataclasses import replace

from hetdp_core.computation import Computation
from hetdp_core.figures.lessons import drawn, without_series
from pages.shared import kept
from pages.shared.controls import state
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Picture, check_params


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

    For a figure that asks: its table holds what is drawn, and cannot be taken away.
    """

    def less(settings: State) -> View:
        found = _less(picture(settings), names)
        return replace(found, numbers=drawn(found.still))

    return less


def without(picture: Picture, *names: str, columns: str | tuple[str, ...] = "") -> Picture:
    """The same figure and table without some series (by name or group).

    For a figure that answers, where these series matter only later.

    columns : how the names of the table's columns begin that hold their numbers; "" where none
        does.
    """

    def less(settings: State) -> View:
        found = _less(picture(settings), names)
        if not columns:
            return found
        assert isinstance(found.numbers, Computation)  # an answer can be taken away
        names_of_all = map(str, kept.value(found.numbers))
        dropped = [name for name in names_of_all if name.startswith(columns)]
        if not dropped:
            raise ValueError(f"{found.name}: no column begins with {columns!r}")
        return replace(found, numbers=found.numbers.method("drop", columns=dropped))

    return less


def _less(found: View, names: tuple[str, ...]) -> View:
    """Without some of its series, but with all of its table."""
    figure = without_series(found.still, names)
    if len(figure.data) == len(found.figure.data):
        raise ValueError(f"{found.name}: nothing of {names} to hide")
    return replace(found, figure=figure, frames=None)
