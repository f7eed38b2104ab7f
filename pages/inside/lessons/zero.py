"""The lesson to start with: what ε is, from a coin to a budget."""

from __future__ import annotations

import math
from dataclasses import replace

import pandas as pd

from hetdp_core.computation import Call
from hetdp_core.figures import coin as figures
from hetdp_core.figures import meaning as bet_figures
from hetdp_core.figures.text import factor, number
from hetdp_core.meaning import OF, right_at_most
from hetdp_core.odometer.channel import Crowd, coin_level
from hetdp_core.odometer.filters.basic import Spending, spending
from pages.inside.lessons.coin import draw_coin
from pages.shared.controls import knobs
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.frame import meaning
from pages.shared.kept import value
from pages.shared.lessons.lesson import Lesson, Picture, Place, Slider, Step

SOURCE = "Warner 1965 (randomised response)"
ODOMETER = "privacy_odometer"
FEW = 20
"""Of a hundred people, of how many yes is true."""

EVEN, ONE, HALF, RELEASES = 0.5, 1.0, 0.5, 5
"""A fact that is as likely as not; levels of a release; how many there are."""

BUDGET = {knobs.odometer.BUDGET.key: "2", knobs.odometer.QUERY_EPSILON.key: "0.5"}
ASKED = 6


# --- figures ------------------------------------------------------------------------------


def people(holding: int, shown: str) -> Picture:
    """Show a crowd: the "truth" about everybody, what they have "said", or "both"."""

    def picture(settings: State) -> View:
        del settings
        found = _crowd(holding)
        return View(
            key="crowd",
            name="A hundred people who answer with a coin",
            headline="",
            figure=figures.people(value(found), shown),
            numbers=Call(figures.crowd_table, found) if shown == "both" else pd.DataFrame(),
            height=400,
        )

    return picture


def bets(epsilon: float, releases: int = 1) -> Picture:
    """Show bets of a hundred that are right, without a release and with it."""

    def picture(settings: State) -> View:
        del settings
        level = meaning.Level("ε", epsilon, "user")
        return replace(meaning.view(level, releases=releases), frames=None, moves=None, height=320)

    return picture


def before_any(settings: State) -> View:
    """Show bets of a hundred without a release, and an empty place beside them."""
    found = bets(ONE)(settings)
    return replace(found, figure=bet_figures.asking(found.figure), numbers=pd.DataFrame())


def one_release(settings: State) -> View:
    """Show bets of a hundred after one release alone."""
    found = bets(HALF)(settings)
    return replace(found, numbers=pd.DataFrame())


def paid(asked: int) -> Picture:
    """Show what a budget pays for, up to this question."""

    def picture(settings: State) -> View:
        found = _spending(settings)
        numbers = Call(figures.spending_table, found)
        return View(
            key="spending",
            name="Questions that use up a budget",
            headline="",
            figure=figures.spent(value(found), asked),
            numbers=numbers if asked == ASKED else value(numbers).iloc[:asked],
        )

    return picture


# --- answers ------------------------------------------------------------------------------


def _crowd(holding: int) -> Call[Crowd]:
    return Call(Crowd, OF, holding, Call(coin_level)).named("crowd").kept()


def _spending(settings: State) -> Call[Spending]:
    budget = settings[knobs.odometer.BUDGET.key]
    level = settings[knobs.odometer.QUERY_EPSILON.key]
    return Call(spending, budget, level, ASKED).named("spending").kept()


def all_yes() -> Crowd:
    """Return a crowd of whom yes is true."""
    return value(_crowd(OF))


def few() -> Crowd:
    """Return a crowd of whom yes is true of a few."""
    return value(_crowd(FEW))


def answered(settings: State) -> float:
    """Count the questions that the budget pays for."""
    return float(value(_spending(settings)).answered)


def right(epsilon: float, releases: int = 1) -> float:
    """Return how many bets of a hundred are right at most."""
    return OF * right_at_most(EVEN, epsilon, releases)


# --- texts --------------------------------------------------------------------------------


def _coin_ask(s: State) -> str:
    del s
    return f"Of {OF} people whose true answer is yes, how many say yes?"


def _coin_why(s: State) -> str:
    del s
    by_chance = all_yes().people - all_yes().true_yes
    return (
        f"Half of them are told to say the truth, and half of the others to say yes. The "
        f"{number(by_chance)} who say no lie because the coin tells them to: **nobody can tell "
        "from an answer what is true**, and everybody can say that it was the coin."
    )


def _odds_text(s: State) -> str:
    del s
    return (
        f"Of {OF} people, {FEW} would truly say yes. All answer with the coin, and you are one of "
        "them. Nobody knows more about you than that. **You say yes.**"
    )


def _odds_why(s: State) -> str:
    del s
    found = few()
    return (
        f"{number(found.true_yes)} of the {FEW} say yes, and so do {number(found.false_yes)} of "
        f"the others: {number(found.true_yes)} of {number(found.yes)}. The answer has changed the "
        f"odds by {factor(math.exp(found.epsilon))}, the most that this coin ever can. **ε is the "
        f"logarithm of that factor**, here {number(found.epsilon)}."
    )


def _crowd_text(s: State) -> str:
    del s
    return (
        "No single answer can be relied on. Yet whoever asked knows how the coin works, and counts "
        f"**{number(few().yes)} yes** among {OF} answers. If yes were true of nobody, they would "
        f"expect {number(_expected_of_nobody())}; if of everybody, {number(all_yes().yes)}."
    )


def _expected_of_nobody() -> float:
    return value(_crowd(0)).yes


def _crowd_why(s: State) -> str:
    del s
    found = few()
    return (
        "The coin's share can be taken off again, because it is known. That is right on average, "
        f"and here ± {number(found.spread)} (one standard deviation); the larger the crowd, the "
        "smaller the error for each of them. **Little about anybody, much about all.**"
    )


def _bet_text(s: State) -> str:
    del s
    return (
        "It need not be a coin. A release has **privacy level ε** if nothing it may say is more "
        "than e^ε times as likely with your true data as with any other. Somebody bets on a yes/no "
        "fact about you, as likely as not. They see the release, and bet only when they like: "
        f"ε = {number(ONE)}."
    )


def _bet_ask(s: State) -> str:
    del s
    return f"How many of {OF} such bets are right, at most?"


def _bet_why(s: State) -> str:
    del s
    return (
        f"Odds change by at most {factor(math.exp(ONE))}: from 1 : 1 to {number(math.exp(ONE))} : "
        f"1, which is {number(right(ONE))} of {OF}. It holds for every fact, whatever the bettor "
        "computes. What other people's data say about you by themselves is no part of it."
    )


def _sum_text(s: State) -> str:
    del s
    return (
        f"A release about you has ε = {number(HALF)}: bets on that fact are right "
        f"{number(right(HALF))} of {OF} times at most. Then comes another one, and another, "
        f"**{RELEASES} in all**, each with the same ε."
    )


def _sum_why(s: State) -> str:
    del s
    return (
        f"Each multiplies the odds by {factor(math.exp(HALF))} at most, so **levels add up**: "
        f"{RELEASES} × {number(HALF)} = {number(RELEASES * HALF)}. It is the most there can be "
        "(basic composition): answers that contradict each other tell less."
    )


def _budget_text(s: State) -> str:
    found = value(_spending(s))
    return (
        f"Since levels add up, somebody has to count. You set a **budget of ε = "
        f"{number(found.budget)}** for all that is ever asked about you; each question comes with "
        f"ε = {number(found.epsilon)}."
    )


def _budget_why(s: State) -> str:
    found = value(_spending(s))
    return (
        f"{found.answered} × {number(found.epsilon)} = {number(found.answered * found.epsilon)}. "
        "The next one is refused, whatever it asks. This adds up the worst that each answer might "
        "have told; the lesson on the odometer asks what they really told."
    )


LESSON = Lesson(
    "zero",
    "What is ε?",
    "What a noisy answer gives away about you, why it adds up, and what a budget is for.",
    "Everybody: it needs nothing but a coin.",
    10,
    (
        Step(
            "A coin that covers you",
            "You are asked something that you would rather not answer. Toss a coin that nobody "
            "else sees. **Heads: tell the truth. Tails: toss again, and say yes on heads, no on "
            "tails.**",
            {},
            "",
            people(OF, "truth"),
            people(OF, "both"),
            Slider(
                _coin_ask, 0.0, 100.0, 1.0, "{} of 100", lambda _: all_yes().true_yes, Place("dots")
            ),
            _coin_why,
            SOURCE,
            demo=draw_coin,
        ),
        Step(
            "Your answer among a hundred",
            _odds_text,
            {},
            "",
            people(FEW, "truth"),
            people(FEW, "both"),
            Slider(
                "How likely is it that yes is your true answer?",
                0.0,
                100.0,
                1.0,
                "{} %",
                lambda _: 100.0 * few().believed,
            ),
            _odds_why,
            f"{SOURCE}; Bayes' rule",
        ),
        Step(
            "What the crowd tells",
            _crowd_text,
            {},
            "",
            people(FEW, "said"),
            people(FEW, "both"),
            Slider(
                "Of how many is yes true, most likely?",
                0.0,
                100.0,
                1.0,
                "{} people",
                lambda _: few().estimate(few().yes),
                Place("dots"),
            ),
            _crowd_why,
            SOURCE,
        ),
        Step(
            "A bet about you",
            _bet_text,
            {},
            "",
            before_any,
            bets(ONE),
            Slider(_bet_ask, 0.0, 100.0, 1.0, "{} of 100", lambda _: right(ONE), Place("dots2")),
            _bet_why,
            "the definition of differential privacy; Bayes' rule",
        ),
        Step(
            "It adds up",
            _sum_text,
            {},
            "",
            one_release,
            bets(HALF, RELEASES),
            Slider(
                "After all of them, how many are right at most?",
                0.0,
                100.0,
                1.0,
                "{} of 100",
                lambda _: right(HALF, RELEASES),
                Place("dots2"),
            ),
            _sum_why,
            "basic composition",
        ),
        Step(
            "A budget",
            _budget_text,
            BUDGET,
            ODOMETER,
            paid(1),
            paid(ASKED),
            Slider(
                "How many questions are answered?",
                0.0,
                10.0,
                1.0,
                "{} questions",
                answered,
                Place("x"),
            ),
            _budget_why,
            "basic composition",
        ),
    ),
)
