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

ALL_SERIES = "All series; the question was drawn with some of them only."


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
    return lambda settings: picture({**settings, **changed})


def hiding(picture: Picture, *names: str) -> Picture:
    """The same figure without some of its series (by name or group), nor their numbers."""

    def less(settings: State) -> View:
        found = picture(settings)
        figure = type(found.figure)(found.figure)
        figure.data = [
            trace for trace in figure.data if not {trace.name, trace.legendgroup} & set(names)
        ]
        if len(figure.data) == len(found.figure.data):
            raise ValueError(f"{found.name}: nothing of {names} to hide")
        recipe = found.recipe.noted(ALL_SERIES)
        return replace(found, figure=figure, table=drawn(figure), recipe=recipe)

    return less
