"""Bet against the noise: twenty releases, twenty bets, and the ceiling that no player beats."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
import pandas as pd
import streamlit as st

from hetdp_core.figures import game as figures
from hetdp_core.figures.text import number, share
from hetdp_core.game import ROUNDS, allowed, deal, perfect, score
from hetdp_core.game.rules import Deal, Game, Score
from hetdp_core.meaning import OF
from pages.inside.lessons.games import GAMES, Kind
from pages.shared.controls import knobs
from pages.shared.controls.number_row import number_row
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.head import draw_head
from pages.shared.words import notices

TITLE = "Bet against the noise"
KEY, FIRST = "game", "mean"
"""In the address: which game is open.  What is drawn in it never is."""

TABLE, CHOSEN = "game_on_the_table", "game_kind"

_SHORTCUTS = {"high": "H", "low": "L", "pass": "P"}


@dataclass(frozen=True)
class Table:
    """A game of this session: which, all rounds, drawn on the server, and the bets so far."""

    key: str
    rules: Game
    dealt: Deal
    bets: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """What is told of it."""
        return GAMES[self.key]

    @property
    def over(self) -> bool:
        """Whether all rounds are played."""
        return len(self.bets) == ROUNDS

    @cached_property
    def yours(self) -> Score:
        """The player's score."""
        return score(self.dealt, self.bets)

    @cached_property
    def perfect(self) -> Score:
        """What the perfect player made of the same rounds, betting on each."""
        return score(self.dealt, perfect(self.rules, self.dealt, False)[: len(self.bets)])


def is_open() -> bool:
    """Say whether the address asks for a game."""
    return st.query_params.get(KEY) in GAMES


def draw_card() -> None:
    """Draw what leads to the games."""
    with st.container(border=True):
        st.subheader(TITLE, anchor=False)
        st.markdown(
            "Something private is released, and a fact about Ann is high or low: bet which, and "
            "see how far you come against the ceiling that privacy sets."
        )
        st.caption(f"One game a topic · {ROUNDS} rounds · 3 minutes · After “What is ε?”")
        st.button(f"Play “{TITLE}”", key="game_start", on_click=_open, args=(FIRST,))


def draw_game() -> None:
    """Draw the present round, the bets, and the score beside its ceiling."""
    table = _table()
    draw_head(TITLE, table.kind.claim)
    st.radio(
        "Game",
        list(GAMES),
        format_func=lambda key: GAMES[key].title,
        horizontal=True,
        key=CHOSEN,
        on_change=_change,
        label_visibility="collapsed",
    )
    st.markdown(table.kind.story(table.rules))
    left, right = st.columns(2, gap="large")
    with left:
        _draw_round(table)
    with right:
        draw_below(_course(table))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for knob in table.kind.knobs:
            with st.container(width=320):
                number_row(knob, on_rest=partial(_move, knob.key))
        st.button("New game", key="game_anew", on_click=_deal_anew)
        st.button("All lessons", key="game_leave", on_click=_leave)


def _draw_round(table: Table) -> None:
    with st.container(horizontal=True):
        for key, shortcut in _SHORTCUTS.items():
            st.button(
                key.capitalize(),
                key=f"game_{key}",
                on_click=_bet,
                args=(key,),
                shortcut=shortcut,
                disabled=table.over,
                type="secondary" if key == "pass" else "primary",
            )
    _say_last(table)
    if not table.over:
        draw_below(_release(table))
    else:
        st.markdown(_verdict(table))


def _say_last(table: Table) -> None:
    """Say how the last round went; always there, so that nothing jumps."""
    if not table.bets:
        notices.marked("info", f"Round **1 of {ROUNDS}**: look at the release, then bet.")
        return
    last = len(table.bets)
    was = "high" if table.dealt.high[last - 1] else "low"
    bet = table.bets[-1]
    kind: notices.Kind = "info" if bet == "pass" else "success" if bet == was else "warning"
    verdict = {"info": "You passed.", "success": "Right.", "warning": "Wrong."}[kind]
    onward = "" if table.over else f" Now round **{last + 1} of {ROUNDS}**."
    notices.marked(
        kind,
        f"{verdict} In round {last} it was **{was}**; the release had made high "
        f"{_told(table, last - 1)}.{onward}",
    )


def _told(table: Table, place: int) -> str:
    """Say what a release made likely, and what its loss allowed where each has its own."""
    seen = table.dealt.released[place : place + 1]
    likely = f"{_percent(table.rules.believed(seen).item())} likely"
    if not table.rules.CEILING_MOVES:
        return likely
    loss = table.rules.losses(seen).item()
    return f"{likely} (realised loss {number(loss)})"


def _percent(probability: float) -> str:
    return share(float(f"{probability:.2f}"))


def _release(table: Table) -> View:
    return View(
        key=f"game_release_{table.key}",
        name=table.kind.shown,
        headline="",
        figure=table.kind.picture(table.rules, table.dealt.released[len(table.bets)]),
        numbers=pd.DataFrame(),
        height=300,
    )


def _course(table: Table) -> View:
    rules, moves = table.rules, table.rules.CEILING_MOVES
    limits = allowed(rules, table.dealt, table.bets) if moves else None
    own = (
        " Each round has a ceiling of its own, from the loss that its answers realised."
        if moves
        else ""
    )
    return View(
        key="game_course",
        name="Share of bets that are right, and the ceiling",
        headline=f"{_so_far(table)} In the long run nobody is right more than "
        f"**{number(OF * rules.ceiling)} of {OF} times** that they bet.",
        figure=figures.course(rules, table.yours, table.perfect, limits),
        numbers=figures.past(rules, table.dealt, [*table.bets]),
        caption=f"Exact: who bets on every round is right {number(OF * rules.always)} of {OF} "
        f"times at best; {_of_the_picky(table)} In a few rounds luck goes beyond it.{own}",
        height=300,
    )


def _of_the_picky(table: Table) -> str:
    """Say how often who passes unless all is clear is right, and why that may be below."""
    rules, kind = table.rules, table.kind
    picky = f"who bets only on the clearest {number(OF * rules.picky)} of {OF} releases"
    if rules.tight:
        return f"{picky} reaches the ceiling, {kind.formula}."
    return (
        f"{picky} is right {number(OF * rules.best)} of {OF} times. The ceiling, {kind.formula}, "
        f"is out of reach here: {kind.slack}."
    )


def _so_far(table: Table) -> str:
    if not table.bets or not table.yours.made[-1]:
        return "No bets yet."
    return f"You: **{table.yours.right[-1]} of {table.yours.made[-1]} bets right**."


def _verdict(table: Table) -> str:
    right, made = table.perfect.right[-1], table.perfect.made[-1]
    return (
        f"### The game is over\n{_so_far(table)} The perfect player, who bets on every round, was "
        f"right in {right} of {made} of the same rounds. Move the slider and play again: how much "
        "privacy must go until you are nearly always right?"
    )


# --- the session's game -------------------------------------------------------------------


def _table() -> Table:
    """Return the game that the address names, dealt anew if another one was on the table."""
    key = st.query_params[KEY]
    for knob in GAMES[key].knobs:
        st.session_state.setdefault(knob.key, knob.parse(st.query_params.get_all(knob.key)))
    st.session_state[CHOSEN] = key
    held: Table | None = st.session_state.get(TABLE)
    if held is None or held.key != key:
        _deal_anew()
    found: Table = st.session_state[TABLE]
    return found


def _deal_anew() -> None:
    """Begin a game of the kind and at the levels that are set."""
    key = st.query_params[KEY]
    rules = GAMES[key].make(*(st.session_state[knob.key] for knob in GAMES[key].knobs))
    drawn = deal(rules, np.random.default_rng(secrets.randbits(64)))
    st.session_state[TABLE] = Table(key, rules, drawn)


def _move(key: str, value: float) -> None:
    """Begin a game at another level; the address says the level alone."""
    st.query_params[key] = f"{value:g}"
    _deal_anew()


def _bet(key: str) -> None:
    table: Table = st.session_state[TABLE]
    if not table.over:
        st.session_state[TABLE] = replace(table, bets=(*table.bets, key))


def _change() -> None:
    _forget_levels()
    _open(st.session_state[CHOSEN])


def _open(key: str) -> None:
    st.query_params[KEY] = key


def _leave() -> None:
    st.query_params.pop(KEY, None)
    _forget_levels()


def _forget_levels() -> None:
    """Take the levels of games out of the address."""
    for knob in knobs.overview.GAMES:
        st.query_params.pop(knob.key, None)
