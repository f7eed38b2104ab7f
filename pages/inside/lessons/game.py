"""Bet against the noise: twenty releases, twenty bets, and the ceiling that no player beats."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from hetdp_core.figures import game as figures
from hetdp_core.figures.formats import number, share
from hetdp_core.game import ROUNDS, allowed, deal, perfect, score
from hetdp_core.game import games as core
from hetdp_core.game.rules import Deal, Game, Score
from hetdp_core.meaning import OF
from hetdp_core.validate import FloatArray
from pages.shared.controls import catalog
from pages.shared.controls.control import Control
from pages.shared.controls.number_row import number_row
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.head import draw_head
from pages.shared.text import notices

TITLE = "Bet against the noise"
KEY, FIRST = "game", "mean"
"""In the address: which game is open.  What is drawn in it never is."""

TABLE, CHOSEN = "game_on_the_table", "game_kind"


# --- the games, one a topic -----------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A game.

    claim : what it is about, under the page's title.
    controls : what moves between games; their values are the arguments of `make`.
    story : the situation, given the rules; Markdown.
    picture : returns the figure of what is released in a round.
    slack : why the ceiling may be out of reach; goes on a sentence.
    formula : of the ceiling.
    """

    title: str
    claim: str
    controls: tuple[Control, ...]
    make: Callable[..., Game]
    story: Callable[[Any], str]
    shown: str
    picture: Callable[[Any, FloatArray], Any]
    slack: str = ""
    formula: str = "exp(ε) / (1 + exp(ε))"


def _report_story(rules: core.Report) -> str:
    link = (
        "is independent of it"
        if rules.q == 0
        else f"is a copy of it with probability q = {number(rules.q)}, and otherwise random"
    )
    words = "The dot reports both answers.", "The diamond reports the other answer."
    seen = " ".join(text for text, level in zip(words, rules.levels, strict=True) if level > 0)
    return (
        "Ann's phone reports two answers with noise, each high or low, both equally likely. You "
        f"bet on the sensitive one, protected with level **δ = {number(rules.level)}**. The other "
        f"{link}. The report as a whole has at most ε = {number(core.REPORT)}. {seen}"
    )


GAMES: Mapping[str, Kind] = {
    "mean": Kind(
        "A mean",
        "A private mean of a hundred values: was Ann's high or low?",
        (catalog.overview.PLAYED,),
        core.mean_game,
        lambda rules: (
            f"There are {core.USERS} values from 0 to {number(core.RANGE)}, and you know all but "
            "Ann's. Hers is the least or the greatest, both equally likely. The mean is published "
            f"with noise for **ε = {number(rules.level)}**. Bet, or pass."
        ),
        "The released mean, and how likely each release is with either value",
        lambda rules, seen: figures.one_number(rules, seen.item(), "Released mean"),
    ),
    "feature": Kind(
        "A feature",
        "A noisy report of two answers: was Ann's sensitive one high or low?",
        (catalog.overview.PLAYED_DELTA, catalog.overview.PLAYED_Q),
        core.report_game,
        _report_story,
        "The report, and what each part of its circle speaks of",
        lambda _, seen: figures.report(seen),
        "δ holds for every kind of dependence with this q, and the one here is not the worst",
        "exp(δ) / (1 + exp(δ))",
    ),
    "regression": Kind(
        "A regression",
        "A private coefficient of a hundred records: was Ann's label high or low?",
        (catalog.overview.PLAYED,),
        core.regression_game,
        lambda rules: (
            f"Ridge regression with λ = {number(core.LAMBDA)} predicts a label from one feature, "
            f"both from −1 to 1. There are {core.RECORDS} records, and you know all but Ann's "
            "label. Hers is −1 (low) or 1 (high), both equally likely. The coefficient is "
            f"published with noise for **ε = {number(rules.level)}**. Bet, or pass."
        ),
        "The released coefficient, and how likely each release is with either label",
        lambda rules, seen: figures.one_number(rules, seen.item(), "Released coefficient"),
        "the noise hides any change of any record, and here only a label is unknown",
    ),
    "answers": Kind(
        "Answers",
        "Noisy answers about one number, until a filter refuses: is it 10 or 0?",
        (catalog.overview.PLAYED_BUDGET,),
        core.answers_game,
        lambda rules: (
            f"Ann's number is {core.NUMBERS[1]} (high) or {core.NUMBERS[0]} (low), both equally "
            f"likely. Her phone gives noisy answers to at most {core.MOST} questions about it. "
            f"The filter refuses more for a **budget of ε = {number(rules.level)}**. Bet, or pass."
        ),
        "How likely 10 is after each answer, and what the realised loss allows",
        lambda rules, seen: figures.answers(rules.belief(seen)),
        "the filter refuses before the budget is spent in full",
        "exp(budget) / (1 + exp(budget))",
    ),
}


@dataclass(frozen=True)
class Table:
    """A game of this session: which, all rounds, drawn on the server, and the bets so far."""

    key: str
    rules: Game
    dealt: Deal
    bets: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return len(self.bets) == ROUNDS

    @cached_property
    def yours(self) -> Score:
        return score(self.dealt, self.bets)

    @cached_property
    def perfect(self) -> Score:
        """What the perfect player made of the same rounds, betting on each."""
        return score(self.dealt, perfect(self.rules, self.dealt, False)[: len(self.bets)])


# --- on the page ----------------------------------------------------------------------------


def is_open() -> bool:
    return st.query_params.get(KEY) in GAMES


def draw_card() -> None:
    with st.container(border=True):
        st.subheader(TITLE, anchor=False)
        st.markdown(
            "A private result is published, and a fact about Ann is high or low. Bet on it, and "
            "see how close you get to the limit that privacy sets."
        )
        st.caption(f"One game for each topic · {ROUNDS} rounds · 3 minutes · First: “What is ε?”")
        st.button(f"Play “{TITLE}”", key="game_start", on_click=_open, args=(FIRST,))


def draw_game() -> None:
    table = _table()
    kind = GAMES[table.key]
    draw_head(TITLE, kind.claim)
    st.radio(
        "Game",
        list(GAMES),
        format_func=lambda key: GAMES[key].title,
        horizontal=True,
        key=CHOSEN,
        on_change=_change,
        label_visibility="collapsed",
    )
    st.markdown(kind.story(table.rules))
    left, right = st.columns(2, gap="large")
    with left:
        _draw_round(table, kind)
    with right:
        draw_below(_score_view(table, kind))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for control in kind.controls:
            with st.container(width=320):
                number_row(control, on_rest=partial(_move, control.key))
        st.button("New game", key="game_anew", on_click=_deal_anew)
        st.button("All lessons", key="game_leave", on_click=_leave)


def _draw_round(table: Table, kind: Kind) -> None:
    with st.container(horizontal=True):
        for key, shortcut in (("high", "H"), ("low", "L"), ("pass", "P")):
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
    if table.over:
        right, bets = table.perfect.right[-1], table.perfect.bets[-1]
        st.markdown(
            f"### The game is over\n{_score(table)} The perfect player bets on every round, and "
            f"was right in {right} of the same {bets} rounds. Move the slider and play again. "
            "At which ε are you nearly always right?"
        )
        return
    draw_below(
        View(
            key=f"game_release_{table.key}",
            name=kind.shown,
            headline="",
            figure=kind.picture(table.rules, table.dealt.released[len(table.bets)]),
            numbers=pd.DataFrame(),
            height=300,
        )
    )


def _say_last(table: Table) -> None:
    """Say how the last round went; always there, so that nothing jumps."""
    if not table.bets:
        notices.marked("info", f"Round **1 of {ROUNDS}**: look at the result, then bet.")
        return
    last, bet, rules = len(table.bets), table.bets[-1], table.rules
    was = "high" if table.dealt.high[last - 1] else "low"
    box: notices.Kind = "info" if bet == "pass" else "success" if bet == was else "warning"
    verdict = {"info": "You passed.", "success": "Right.", "warning": "Wrong."}[box]
    seen = table.dealt.released[last - 1 : last]
    likely = f"{share(round(rules.believed(seen).item(), 2))} likely"
    if rules.CEILING_MOVES:
        likely += f" (realised loss {number(rules.losses(seen).item())})"
    onward = "" if table.over else f" Now round **{last + 1} of {ROUNDS}**."
    notices.marked(
        box, f"{verdict} In round {last} it was **{was}**; the result made high {likely}.{onward}"
    )


def _score_view(table: Table, kind: Kind) -> View:
    rules = table.rules
    picky = f"A player who bets only on the clearest {number(OF * rules.picky)} of {OF} results"
    reach = (
        f"{picky} reaches the limit, {kind.formula}."
        if rules.tight
        else f"{picky} is right {number(OF * rules.best)} of {OF} times. The limit, "
        f"{kind.formula}, is out of reach here: {kind.slack}."
    )
    limits, own = None, ""
    if rules.CEILING_MOVES:
        limits = allowed(rules, table.dealt, table.bets)
        own = " Each round has its own limit, from the privacy loss of its answers."
    return View(
        key="game_course",
        name="Share of right bets, and the limit",
        headline=f"{_score(table)} In the long run, at most "
        f"**{number(OF * rules.ceiling)} of {OF} bets** are right.",
        figure=figures.scores(rules, table.yours, table.perfect, limits),
        numbers=figures.past(rules, table.dealt, [*table.bets]),
        caption=f"A player who bets on every round is right at most {number(OF * rules.always)} "
        f"of {OF} times. {reach} In a few rounds, luck can exceed it.{own}",
        height=300,
    )


def _score(table: Table) -> str:
    if not table.bets or not table.yours.bets[-1]:
        return "No bets yet."
    return f"You: **{table.yours.right[-1]} of {table.yours.bets[-1]} bets right**."


# --- the session's game ---------------------------------------------------------------------


def _table() -> Table:
    """Return the game that the address names, a new one if another one was on the table."""
    key = st.query_params[KEY]
    for control in GAMES[key].controls:
        st.session_state.setdefault(
            control.key, control.parse(st.query_params.get_all(control.key))
        )
    st.session_state[CHOSEN] = key
    if TABLE not in st.session_state or st.session_state[TABLE].key != key:
        _deal_anew()
    table: Table = st.session_state[TABLE]
    return table


def _deal_anew() -> None:
    key = st.query_params[KEY]
    rules = GAMES[key].make(*(st.session_state[control.key] for control in GAMES[key].controls))
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


def _open(key: str) -> None:
    st.query_params[KEY] = key


def _change() -> None:
    _forget_levels()
    _open(st.session_state[CHOSEN])


def _leave() -> None:
    st.query_params.pop(KEY, None)
    _forget_levels()


def _forget_levels() -> None:
    for control in catalog.overview.GAMES:
        st.query_params.pop(control.key, None)
