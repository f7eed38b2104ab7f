"""What ε means, behind every level of privacy: of a hundred bets on a fact, how many are right."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st

from hetdp_core.computation import Call
from hetdp_core.errors import HetDPError
from hetdp_core.figures import meaning as figures
from hetdp_core.figures.text import about, number
from hetdp_core.meaning import Meaning, meaning
from hetdp_core.uploads import epsilons_from_text
from pages.shared.controls import knobs, widgets
from pages.shared.controls.knobs.knob import Knob
from pages.shared.controls.panel import Panel
from pages.shared.controls.state import State
from pages.shared.figure.live_figure import headline
from pages.shared.figure.view import View, draw_below
from pages.shared.kept import value

TITLE = "What does ε mean?"

_KEY = "meaning"

HOLDS = {
    "user": "It holds for every fact about one user's own record, against somebody who knows all "
    "other records and who is in the table: a trusted curator publishes the result (central "
    "model). What the others' data say about you by themselves is no part of it.",
    "report": "It holds for every fact about one person's data, whatever was believed before: the "
    "report is noisy before it leaves their device (local model).",
    "feature": "It holds for every fact about this one feature, for all beliefs in which the other "
    "features tell no more about it than the correlation q allows (BCDP); not against somebody "
    "who already knows the other features, and levels of several reports do not add up.",
    "answer": "It holds for every fact about one person's record, whatever was believed before: "
    "the answer is noisy before it leaves their device (local model).",
    "answers": "It holds for every fact about one person's record, whatever was believed before, "
    "and for all accepted answers together (local model).",
}
"""For whom it holds, by what a level guards."""


@dataclass(frozen=True)
class Level:
    """A level of privacy on a page: what it is called, its value, and what it guards.

    moves : the control that sets it; None where several share a control.
    """

    name: str
    epsilon: float
    guards: str
    moves: Knob | None = None

    @property
    def symbol(self) -> str:
        """What the level is called in formulas."""
        return "δ" if self.guards == "feature" else "ε"


def levels_of(panel: Panel, state: State) -> list[Level]:
    """Return the levels of a page; of typed ones the strictest and the most relaxed."""
    found: list[Level] = []
    for knob in (*panel.main, *panel.more):
        if knob.guards and knob.kind == "text":
            found += _typed(knob, state[knob.key])
        elif knob.guards:
            found.append(Level(knob.label.removesuffix(" ="), state[knob.key], knob.guards, knob))
    return found


def _typed(knob: Knob, text: str) -> list[Level]:
    with suppress(HetDPError):  # which the panel tells by itself
        typed = epsilons_from_text(text, knob.label) if text.strip() else ()
        finite = [one for one in typed if one < float("inf")]
        ends = {"The strictest level": min, "The most relaxed level": max} if finite else {}
        return [Level(name, of(finite), knob.guards) for name, of in ends.items()]
    return []


def is_open() -> bool:
    """Whether it is open beside a page's controls."""
    return bool(st.session_state.get(_KEY))


def draw_popover(panel: Panel, state: State) -> None:
    """Draw a button that opens it for the levels of a page, if it has any; nothing while closed."""
    levels = levels_of(panel, state)
    if not levels:
        return
    opened = st.popover(TITLE, icon=":material/casino:", key=_KEY, on_change="rerun")
    if opened.open:
        with opened:
            place = st.radio(
                "Level",
                range(len(levels)),
                format_func=lambda one: levels[one].name,
                captions=[*map(_in_short, levels)],
                key="meaning_of",
                label_visibility="collapsed",
            )
            _draw(levels[place or 0])


def draw_folded() -> None:
    """Draw it folded up, with a level of its own."""
    folded = st.expander(TITLE, icon=":material/casino:", key=_KEY, on_change="rerun")
    if folded.open:
        meant = knobs.overview.MEANT
        held = float(meant.parse(st.query_params.get_all(meant.key)))
        with folded:
            _draw(Level(meant.label, held, meant.guards, meant), _note)


def _note(epsilon: float) -> None:
    st.query_params[knobs.overview.MEANT.key] = f"{epsilon:g}"


def _draw(level: Level, on_release: Callable[[float], None] | None = None) -> None:
    place = st.container()  # above what is seldom changed
    with st.container(horizontal=True):
        before = widgets.draw(knobs.overview.RIGHT_BEFORE)
        adds_up = level.guards != "feature"  # BCDP does not compose
        releases = widgets.draw(knobs.overview.RELEASES) if adds_up else 1
    shown = replace(view(level, before, releases), on_release=on_release)
    with place:
        headline(shown.headline, key=shown.key)
        draw_below(replace(shown, headline=""))


def view(level: Level, before: int = 50, releases: int = 1) -> View:
    """Return two arrays of a hundred bets, and for whom they hold."""
    course = Call(meaning, level.epsilon, float(before), releases).named("meaning").kept()
    found = value(course)
    figure, frames = figures.bets(found, level.name, level.symbol)
    said = [
        _sentence(found, level.symbol, *one) for one in zip(found.levels, found.most, strict=True)
    ]
    return View(
        key="meaning_dots",
        name="Bets on a yes/no fact that are right, of a hundred, without the release and with it",
        headline=said[found.current],
        figure=figure,
        numbers=Call(figures.table, course),
        caption="Exact ceiling, attained by randomised response. The bettor looks at what is "
        f"released, and bets on the fact only when they like. {HOLDS[level.guards]}",
        frames=replace(frames, headlines=said),
        moves=level.moves,
        height=300,
    )


def _sentence(found: Meaning, symbol: str, level: float, most: float) -> str:
    several = found.releases > 1
    with_it = f"{found.releases:,} releases of {symbol} = {number(level)} each" if several else ""
    return (
        "Somebody bets on a yes/no fact about you. They are right "
        f"**{about(found.before)} of 100 times without** the release, **at best {about(most)}** "
        f"with {with_it or f'{symbol} = {number(level)}'}."
    )


def _in_short(level: Level) -> str:
    found = value(Call(meaning, level.epsilon).named("meaning").kept())
    return (
        f"{level.symbol} = {number(level.epsilon)}: at best {about(found.right)} of 100, "
        f"{about(found.before)} without"
    )
