"""Bet against the noise: twenty releases, twenty bets, and the ceiling that no player beats."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import streamlit as st

from hetdp_core.figures import game as figures
from hetdp_core.figures.text import number, share
from hetdp_core.game import RANGE, ROUNDS, USERS, Deal, Game, Score, deal, game, perfect, score
from hetdp_core.meaning import OF
from pages.shared.controls import knobs
from pages.shared.controls.number_row import number_row
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.head import draw_head
from pages.shared.words import notices

TITLE = "Bet against the noise"
KEY, _OF_A_MEAN = "game", "mean"
"""In the address: whether the game is open.  What is drawn in it never is."""

TABLE = "game_on_the_table"

_SHORTCUTS = {"high": "H", "low": "L", "pass": "P"}


@dataclass(frozen=True)
class Table:
    """A game of this session: its level, the seed of all that is drawn, and the bets so far."""

    epsilon: float
    seed: int
    bets: tuple[str, ...] = ()

    @cached_property
    def rules(self) -> Game:
        """Of the game."""
        return game(self.epsilon)

    @cached_property
    def dealt(self) -> Deal:
        """All rounds, drawn on the server."""
        return deal(self.rules, np.random.default_rng(self.seed))

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
    """Say whether the address asks for the game."""
    return st.query_params.get(KEY) == _OF_A_MEAN


def draw_card() -> None:
    """Draw what leads to the game."""
    with st.container(border=True):
        st.subheader(TITLE, anchor=False)
        st.markdown(
            "A private mean, with Ann's value high or low: bet which, and see how far you come "
            "against the ceiling that ε sets."
        )
        st.caption(f"{ROUNDS} rounds · 3 minutes · After “What is ε?”")
        st.button(f"Play “{TITLE}”", key="game_start", on_click=_enter)


def draw_game() -> None:
    """Draw the present round, the bets, and the score beside its ceiling."""
    draw_head(TITLE, "A private mean of a hundred values: was Ann's high or low?")
    table = _table()
    st.markdown(
        f"Of {USERS} values from 0 to {number(RANGE)} you know all but Ann's, which is either the "
        "least or the greatest, as likely as not. Their mean is released with noise for "
        f"**ε = {number(table.epsilon)}**. Bet when you like, or pass."
    )
    left, right = st.columns(2, gap="large")
    with left:
        _draw_round(table)
    with right:
        draw_below(_course(table))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(width=320):
            number_row(knobs.overview.PLAYED, on_rest=_deal_anew)
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
    believed = float(table.rules.believed(table.dealt.released[last - 1]))
    notices.marked(
        kind,
        f"{verdict} In round {last} it was **{was}**; the release had made high "
        f"{share(float(f'{believed:.2f}'))} likely.{onward}",
    )


def _release(table: Table) -> View:
    released = float(table.dealt.released[len(table.bets)])
    return View(
        key="game_release",
        name="The released mean, and how likely each release is with either value",
        headline="",
        figure=figures.release(table.rules, released),
        numbers=pd.DataFrame(),
        height=300,
    )


def _course(table: Table) -> View:
    rules = table.rules
    return View(
        key="game_course",
        name="Share of bets that are right, and the ceiling",
        headline=f"{_so_far(table)} In the long run nobody is right more than "
        f"**{number(OF * rules.ceiling)} of {OF} times** that they bet.",
        figure=figures.course(rules, table.yours, table.perfect),
        numbers=figures.past(table.dealt, [*table.bets]),
        caption=f"Exact: who bets on every round is right {number(OF * rules.always)} of {OF} "
        f"times at best; who bets only on the {number(OF * rules.picky)} of {OF} releases beyond "
        "both answers reaches the ceiling, e^ε / (1 + e^ε). In a few rounds luck goes beyond it.",
        height=300,
    )


def _so_far(table: Table) -> str:
    if not table.bets or not table.yours.made[-1]:
        return "No bets yet."
    return f"You: **{table.yours.right[-1]} of {table.yours.made[-1]} bets right**."


def _verdict(table: Table) -> str:
    right, made = table.perfect.right[-1], table.perfect.made[-1]
    return (
        f"### The game is over\n{_so_far(table)} The perfect player, who bets on every round, was "
        f"right in {right} of {made} of the same rounds. Try another ε: how large must it be until "
        "you are nearly always right?"
    )


# --- the session's game -------------------------------------------------------------------


def _table() -> Table:
    knob = knobs.overview.PLAYED
    st.session_state.setdefault(knob.key, knob.parse(st.query_params.get_all(knob.key)))
    if TABLE not in st.session_state:
        _deal_anew()
    found: Table = st.session_state[TABLE]
    return found


def _deal_anew(epsilon: float | None = None) -> None:
    """Begin a game, at the level that is set; the address says the level alone."""
    knob = knobs.overview.PLAYED
    level = st.session_state[knob.key] if epsilon is None else epsilon
    st.session_state[TABLE] = Table(level, secrets.randbits(64))
    if epsilon is not None:
        st.query_params[knob.key] = f"{epsilon:g}"


def _bet(key: str) -> None:
    table: Table = st.session_state[TABLE]
    if not table.over:
        st.session_state[TABLE] = Table(table.epsilon, table.seed, (*table.bets, key))


def _enter() -> None:
    st.query_params[KEY] = _OF_A_MEAN


def _leave() -> None:
    for key in (KEY, knobs.overview.PLAYED.key):
        st.query_params.pop(key, None)
