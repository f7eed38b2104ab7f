"""What ε means, behind every level of privacy: of a hundred bets on a fact, how many are right."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.figures import meaning as figures
from hetdp_core.figures.formats import about, bound, number
from hetdp_core.meaning import OF, Meaning, meaning, right_at_most
from hetdp_core.uploads import epsilons_from_text
from pages.shared import slides
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario
from pages.shared.controls.control import Control
from pages.shared.controls.number_row import number_row
from pages.shared.controls.panel import Panel
from pages.shared.controls.state import State
from pages.shared.figure.live_figure import headline
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.tabs import bring_into_sight

TITLE = "What does ε mean?"

KEY = "meaning"
"""Where the session holds whether it is open."""

HOLDS = {
    "user": "It holds for every fact about one person's own record, even against someone who "
    "knows all other records. A trusted curator publishes the result (central model). "
    "This does not include what other people's data alone reveal about you.",
    "report": "It holds for every fact about one person's data and for any belief before. The "
    "report is noisy before it leaves their device (local model).",
    "feature": "It holds for every fact about this one feature, if the other features reveal no "
    "more about it than correlation q allows (BCDP). It does not hold against someone "
    "who already knows the other features.",
    "answer": "It holds for every fact about one person's record and for any belief before. The "
    "answer is noisy before it leaves their device (local model).",
    "answers": "It holds for every fact about one person's record, for any belief before, and for "
    "all accepted answers together (local model).",
}
"""The people that a level protects, by what it guards."""


_ALONE = (
    "The person betting sees the result first and may skip bets; only bets made are counted. The "
    "limit is exact and reached by "
    "randomised response. "
)
_CEILING = {
    True: _ALONE + "For several releases it is an upper bound: levels add up at most.",
    False: _ALONE + "There is no limit for several releases (BCDP does not compose).",
}
"""How exact it is, by whether levels add up."""


@dataclass(frozen=True)
class Level:
    """A level of privacy on a page: what it is called, its value, and what it guards.

    moves : the control that sets it; None where several share a control.
    given : what is guaranteed, where that may be less: then that is explained, and nothing is set.
    feature : of a report, the smallest δ of its features; 0 for none.
    """

    name: str
    epsilon: float
    guards: str
    moves: Control | None = None
    given: float | None = None
    feature: float = 0.0

    @property
    def said(self) -> str:
        at_most = number if self.guards == "report" else bound
        asked, given = number(self.epsilon), at_most(self.given or self.epsilon)
        if given == asked:
            return f"{self.name}: {asked}"
        if self.guards == "report":
            return f"{self.name}: {asked} is allowed, optimised budgets need only {given}"
        return f"{self.name}: {asked} requested, {given} applied"

    @property
    def symbol(self) -> str:
        return "δ" if self.guards == "feature" else "ε"


def levels_of(panel: Panel, state: State) -> list[Level]:
    """Return the levels of a page; of listed ones the most and the least private."""
    levels: list[Level] = []
    for control in (*panel.main, *panel.more):
        if control.guards and control.kind in ("text", "file"):
            with suppress(HetDPError):  # which the panel tells by itself
                levels += _ends(control, state)
        elif control.guards:
            # That of a user's own table is in no link, and so in no state.
            held = state.get(control.key, st.session_state.get(control.key, control.start))
            levels.append(Level(control.name, held, control.guards, control))
    return levels


def _ends(control: Control, state: State) -> list[Level]:
    if control in (catalog.shared.LEVELS, catalog.shared.FILE):
        ends = scenario.finite_ends(state)
    elif control.kind == "file":
        file = scenario.uploaded_levels(control)
        ends = (float(file.ends[0]), float(file.ends[-1])) if file else None
    else:
        text = state[control.key]
        typed = epsilons_from_text(text, control.label) if text.strip() else ()
        finite = [epsilon for epsilon in typed if epsilon < float("inf")]
        ends = (min(finite), max(finite)) if finite else None
    names = ("The most private level", "The least private level")
    return [Level(name, end, control.guards) for name, end in zip(names, ends or (), strict=False)]


def draw_popover(panel: Panel, state: State) -> None:
    """Draw a button that opens it for the levels of a page, if it has any; nothing while closed."""
    levels = [] if slides.on() else levels_of(panel, state)
    if not levels:
        return
    opened = st.popover(
        TITLE, icon=":material/casino:", width="stretch", key=KEY, on_change="rerun"
    )
    if opened.open:
        if panel.most:
            most = panel.most(state)
            levels = [replace(each, moves=None, given=min(each.epsilon, most)) for each in levels]
        with opened, st.container(key="meaning_body", gap="small"):
            _draw_levels(levels)


@st.fragment
def _draw_levels(levels: list[Level]) -> None:
    """Draw it for one of some levels; what is dragged here moves nothing else until it rests."""
    place = st.radio(
        "Level",
        range(len(levels)),
        len(levels) - 1,  # the least private one, of whom something may be learnt
        format_func=lambda index: levels[index].said,
        key="meaning_of",
        horizontal=True,
        label_visibility="collapsed",
    )
    level = levels[place]
    if level.moves and st.session_state.get(level.moves.key, level.epsilon) != level.epsilon:
        st.rerun()  # the page is told
    features = [each.given or each.epsilon for each in levels if each.guards == "feature"]
    _draw(replace(level, feature=min(features, default=0.0)) if level.guards == "report" else level)


def draw_folded() -> None:
    folded = st.expander(TITLE, icon=":material/casino:", key=KEY, on_change="rerun")
    if folded.open:
        with folded, st.container(key="meaning_body", gap="small"):
            _draw_own()
        bring_into_sight("meaning_body", KEY)


@st.fragment
def _draw_own() -> None:
    meant = catalog.overview.MEANT
    held = float(meant.parse(st.query_params.get_all(meant.key)))
    _draw(Level(meant.label, held, meant.guards, meant), _note(meant))


def _note(control: Control) -> Callable[[float], None]:
    """Return how the address is told what a control is set to."""

    def note(value: float) -> None:
        st.query_params[control.key] = f"{value:g}"

    return note


def _draw(level: Level, on_let_go: Callable[[float], None] | None = None) -> None:
    place = st.container(gap="small")
    control = catalog.overview.RIGHT_BEFORE
    st.session_state.setdefault(control.key, control.parse(st.query_params.get_all(control.key)))
    before = int(number_row(control, live=True, on_rest=_note(control)))
    shown = replace(view(level, before), on_let_go=on_let_go)
    with place:
        headline(shown.headline, key=shown.key)
        draw_below(replace(shown, headline="", caption=""))
    st.caption(shown.caption)


def view(level: Level, before: int = 50, releases: int = 1) -> View:
    adds_up = level.guards != "feature"
    epsilon = level.given or level.epsilon
    name = f"Applied {level.symbol}" if level.given else level.name
    computed = Call(meaning, epsilon, float(before), releases, adds_up=adds_up).cached()
    bets = value(computed)
    figure, frames = figures.bets(bets, name, level.symbol)
    sentences = [
        _sentence(bets, level.symbol, *ends) + _on_a_feature(bets, min(level.feature, ends[0]))
        for ends in zip(bets.levels, bets.most, strict=True)
    ]
    return View(
        key="meaning_dots",
        name="Correct bets on a yes/no fact, of a hundred, without the result and with it",
        headline=sentences[bets.current],
        figure=figure,
        numbers=Call(figures.table, computed),
        caption=f"{_CEILING[adds_up]} {HOLDS[level.guards]}",
        frames=replace(frames, headlines=sentences),
        moves=level.moves,
        height=188,
    )


def _sentence(bets: Meaning, symbol: str, level: float, most: float) -> str:
    several = bets.releases > 1
    with_it = f"{bets.releases:,} releases of {symbol} = {number(level)} each" if several else ""
    return (
        f"Someone bets on a yes/no fact about you. They are right **{about(bets.before)} of 100 "
        f"times without** the result, **at best {about(most)}** with "
        f"{with_it or f'{symbol} = {number(level)}'}."
    )


def _on_a_feature(bets: Meaning, delta: float) -> str:
    """Say how often bets on a feature of this level are right; "" at 0."""
    most = about(OF * right_at_most(bets.before / OF, delta))
    told = f" About one sensitive feature: **at best {most}** with δ = {number(delta)}"
    return f"{told}, for correlation up to q." if delta else ""
