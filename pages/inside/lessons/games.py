"""The games of “Bet against the noise”, one a topic: what is told, what is drawn, what moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hetdp_core.figures import game as figures
from hetdp_core.figures.text import number
from hetdp_core.game import answers_game, mean_game, regression_game, report_game
from hetdp_core.game.of_a_report import REPORT, Report, levels
from hetdp_core.game.of_answers import MOST, Answers
from hetdp_core.game.of_answers import RECORDS as NUMBERS
from hetdp_core.game.one_number import LAMBDA, RANGE, RECORDS, USERS, OneNumber
from hetdp_core.game.rules import Game
from hetdp_core.validate import FloatArray
from pages.shared.controls import knobs
from pages.shared.controls.knobs.knob import Knob


@dataclass(frozen=True)
class Kind:
    """A game.

    title : how one chooses it.
    claim : what it is about, under the page's title.
    knobs : what moves between games; their values are the arguments of `make`.
    make : returns the rules.
    story : the situation, given the rules; Markdown.
    shown : name of the figure of a round.
    picture : returns the figure of what is released in a round.
    slack : why the ceiling may be out of reach; goes on a sentence.
    formula : of the ceiling.
    """

    title: str
    claim: str
    knobs: tuple[Knob, ...]
    make: Callable[..., Game]
    story: Callable[[Any], str]
    shown: str
    picture: Callable[[Any, FloatArray], Any]
    slack: str
    formula: str = "e^ε / (1 + e^ε)"


def _of_a_mean(rules: OneNumber) -> str:
    return (
        f"Of {USERS} values from 0 to {number(RANGE)} you know all but Ann's, which is either the "
        "least or the greatest, as likely as not. Their mean is released with noise for "
        f"**ε = {number(rules.level)}**. Bet when you like, or pass."
    )


def _of_a_regression(rules: OneNumber) -> str:
    return (
        f"A label is predicted from one feature, both from −1 to 1, by ridge regression with "
        f"λ = {number(LAMBDA)}. Of {RECORDS} records you know all but Ann's label: −1 (low) or 1 "
        "(high), as likely as not. The coefficient is released with noise for "
        f"**ε = {number(rules.level)}**. Bet when you like, or pass."
    )


def _of_a_report(rules: Report) -> str:
    link = (
        "has nothing to do with it"
        if rules.q == 0
        else f"is a copy of it with probability q = {number(rules.q)}, else by chance"
    )
    joint, alone = levels(rules.alloc)
    marks = {"The dot is what is reported of both.": joint, "The diamond is of the other.": alone}
    seen = " ".join(words for words, level in marks.items() if level > 0)
    return (
        "Ann's phone reports two answers with noise, each high or low, as likely as not. You bet "
        f"on the sensitive one, protected with **δ = {number(rules.level)}**; the other {link}. "
        f"The report as a whole has at most ε = {number(REPORT)}. {seen}"
    )


def _of_answers(rules: Answers) -> str:
    return (
        f"Ann's number is {NUMBERS[1]} (high) or {NUMBERS[0]} (low), as likely as not. Her phone "
        f"answers noisy questions about it, at most {MOST}, until the odometer's filter refuses "
        f"one for a **budget of ε = {number(rules.level)}**. Bet when you like, or pass."
    )


GAMES: Mapping[str, Kind] = {
    "mean": Kind(
        "A mean",
        "A private mean of a hundred values: was Ann's high or low?",
        (knobs.overview.PLAYED,),
        mean_game,
        _of_a_mean,
        "The released mean, and how likely each release is with either value",
        lambda rules, seen: figures.one_number(rules, seen.item(), "Released mean"),
        "",
    ),
    "feature": Kind(
        "A feature",
        "A noisy report of two answers: was Ann's sensitive one high or low?",
        (knobs.overview.PLAYED_DELTA, knobs.overview.PLAYED_Q),
        report_game,
        _of_a_report,
        "The report, and what each part of its circle speaks of",
        lambda _, seen: figures.report(seen),
        "δ is promised for every way in which answers may hang together with this q, and the one "
        "here is not the worst",
        "e^δ / (1 + e^δ)",
    ),
    "regression": Kind(
        "A regression",
        "A private coefficient of a hundred records: was Ann's label high or low?",
        (knobs.overview.PLAYED,),
        regression_game,
        _of_a_regression,
        "The released coefficient, and how likely each release is with either label",
        lambda rules, seen: figures.one_number(rules, seen.item(), "Released coefficient"),
        "the noise has to hide any change of any record, and here a label alone is unknown",
    ),
    "answers": Kind(
        "Answers",
        "Noisy answers about one number, until a filter refuses: is it 10 or 0?",
        (knobs.overview.PLAYED_BUDGET,),
        answers_game,
        _of_answers,
        "How likely 10 is after each answer, and what the realised loss allows",
        lambda rules, seen: figures.answers(rules.course(seen)),
        "the filter refuses before the budget is spent in full",
        "e^budget / (1 + e^budget)",
    ),
}
