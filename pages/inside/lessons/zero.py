"""The lesson to start with: what ε is, from a coin that is tossed on the screen to a budget.

The coin tells what to say, and never hears what is true.
"""

from __future__ import annotations

import math
import secrets
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.figures import coin as figures
from hetdp_core.figures import meaning as bet_figures
from hetdp_core.meaning import OF, right_at_most
from hetdp_core.odometer.channel import Crowd, Toss, coin_level, toss
from hetdp_core.odometer.filters.basic import Spending, spending
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.frame import meaning
from pages.shared.lessons.lesson import Lesson, Picture, Place, Slider, Step

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "hetdp_coin",
    js=(_HERE / "coin.js").read_text(encoding="utf-8"),
    css=(_HERE / "coin.css").read_text(encoding="utf-8"),
)
SEED, TOSSES = "coin_seed", "coin_tosses"
"""Of this session's tosses, and how many there were; in no address."""


@st.fragment
def draw_coin() -> None:
    """Draw the coin and the button that tosses it; the server tosses, the browser shows it."""
    seed = st.session_state.setdefault(SEED, secrets.randbits(64))
    st.button("Toss the coin", key="coin_toss", on_click=_again)
    count = st.session_state.get(TOSSES, 0)
    tossed = toss(np.random.default_rng([seed, count])) if count else None
    coins = [] if tossed is None else [tossed.honest, tossed.yes]
    shown = [heads for heads in coins if heads is not None]
    _component(key="coin", data={"tosses": count, "coins": shown, "says": says(tossed)})


def _again() -> None:
    st.session_state[TOSSES] = st.session_state.get(TOSSES, 0) + 1


def says(tossed: Toss | None) -> str:
    """Return what the coin tells somebody to do, in words."""
    if tossed is None:
        return "Think of a question with a true answer that you keep to yourself."
    if tossed.yes is None:
        return "Heads: tell the truth."
    return f"Tails, then {'heads: say yes' if tossed.yes else 'tails: say no'}, whatever is true."


SOURCE = "Warner 1965 (randomised response)"
ODOMETER = "privacy_odometer"
FEW = 20
"""Of a hundred people, of how many yes is true."""

EVEN, ONE, HALF, RELEASES = 0.5, 1.0, 0.5, 5
"""A fact that is as likely as not; levels of a release; how many there are."""

BUDGET = {catalog.odometer.BUDGET.key: "2", catalog.odometer.QUERY_EPSILON.key: "0.5"}
ASKED = 6


# --- answers ------------------------------------------------------------------------------


def _crowd(holding: int) -> Call[Crowd]:
    return Call(Crowd, OF, holding, Call(coin_level)).kept()


def _spending(settings: State) -> Call[Spending]:
    budget = settings[catalog.odometer.BUDGET.key]
    level = settings[catalog.odometer.QUERY_EPSILON.key]
    return Call(spending, budget, level, ASKED).kept()


def crowd_of(holding: int) -> Crowd:
    """Return a hundred people of whom yes is true of so many."""
    return value(_crowd(holding))


def estimated(_: State) -> float:
    """Return of how many yes is true, by what the crowd says."""
    return crowd_of(FEW).estimate(crowd_of(FEW).yes)


def answered(settings: State) -> float:
    """Count the questions that the budget pays for."""
    return float(value(_spending(settings)).answered)


def right(epsilon: float, releases: int = 1) -> float:
    """Return how many bets of a hundred are right at most."""
    return OF * right_at_most(EVEN, epsilon, releases)


# --- figures ------------------------------------------------------------------------------


def people(holding: int, shown: str) -> Picture:
    """Show a crowd: the "truth" about everybody, what they have "said", or "both"."""
    call = _crowd(holding)
    return lambda _: View(
        key="crowd",
        name="A hundred people who answer with a coin",
        headline="",
        figure=figures.people(value(call), shown),
        numbers=Call(figures.crowd_table, call) if shown == "both" else pd.DataFrame(),
        height=400,
    )


def bets(epsilon: float, releases: int = 1) -> Picture:
    """Show bets of a hundred that are right, without a release and with it."""
    level = meaning.Level("ε", epsilon, "user")
    return lambda _: replace(
        meaning.view(level, releases=releases), frames=None, moves=None, height=320
    )


def before_any(settings: State) -> View:
    """Show bets of a hundred without a release, and an empty place beside them."""
    view = bets(ONE)(settings)
    return replace(view, figure=bet_figures.asking(view.figure), numbers=pd.DataFrame())


def one_release(settings: State) -> View:
    """Show bets of a hundred after one release alone."""
    return replace(bets(HALF)(settings), numbers=pd.DataFrame())


def paid(count: int) -> Picture:
    """Show what a budget pays for, up to this question."""

    def picture(settings: State) -> View:
        call = _spending(settings)
        numbers = Call(figures.spending_table, call)
        return View(
            key="spending",
            name="Questions that use up a budget",
            headline="",
            figure=figures.spent(value(call), count),
            numbers=numbers if count == ASKED else value(numbers).iloc[:count],
        )

    return picture


LESSON = Lesson(
    "zero",
    "What is ε?",
    "What a noisy answer gives away about you, why it adds up, and what a budget is for.",
    "Everybody: it needs nothing but a coin.",
    10,
    (
        Step(
            title="A coin that covers you",
            text="You are asked something that you would rather not answer. Toss a coin that "
            "nobody else sees. **Heads: tell the truth. Tails: toss again, and say yes on heads, "
            "no on tails.**",
            ask="Of {of} people whose true answer is yes, how many say yes?",
            why="Half of them are told to say the truth, and half of the others to say yes. The "
            "{by_chance} who say no lie because the coin tells them to: **nobody can tell from an "
            "answer what is true**, and everybody can say that it was the coin.",
            facts={"of": OF, "by_chance": lambda _: crowd_of(OF).people - crowd_of(OF).true_yes},
            source=SOURCE,
            before=people(OF, "truth"),
            after=people(OF, "both"),
            question=Slider(
                0.0, 100.0, 1.0, "{} of 100", lambda _: crowd_of(OF).true_yes, Place("dots")
            ),
            demo=draw_coin,
        ),
        Step(
            title="Your answer among a hundred",
            text="Of {of} people, {few} would truly say yes. All answer with the coin, and you are "
            "one of them. Nobody knows more about you than that. **You say yes.**",
            ask="How likely is it that yes is your true answer?",
            why="{true_yes} of the {few} say yes, and so do {false_yes} of the others: {true_yes} "
            "of {yes}. The answer has changed the odds by {epsilon:odds}, the most that this coin "
            "ever can. **ε is the logarithm of that factor**, here {epsilon}.",
            facts={
                "of": OF,
                "few": FEW,
                "true_yes": lambda _: crowd_of(FEW).true_yes,
                "false_yes": lambda _: crowd_of(FEW).false_yes,
                "yes": lambda _: crowd_of(FEW).yes,
                "epsilon": lambda _: crowd_of(FEW).epsilon,
            },
            source=f"{SOURCE}; Bayes' rule",
            before=people(FEW, "truth"),
            after=people(FEW, "both"),
            question=Slider(0.0, 100.0, 1.0, "{} %", lambda _: 100.0 * crowd_of(FEW).believed),
        ),
        Step(
            title="What the crowd tells",
            text="No single answer can be relied on. Yet whoever asked knows how the coin works, "
            "and counts **{yes} yes** among {of} answers. If yes were true of nobody, they would "
            "expect {of_nobody}; if of everybody, {of_everybody}.",
            ask="Of how many is yes true, most likely?",
            why="The coin's share can be taken off again, because it is known. That is right on "
            "average, and here ± {spread} (one standard deviation); the larger the crowd, the "
            "smaller the error for each of them. **Little about anybody, much about all.**",
            facts={
                "of": OF,
                "yes": lambda _: crowd_of(FEW).yes,
                "of_nobody": lambda _: crowd_of(0).yes,
                "of_everybody": lambda _: crowd_of(OF).yes,
                "spread": lambda _: crowd_of(FEW).spread,
            },
            source=SOURCE,
            before=people(FEW, "said"),
            after=people(FEW, "both"),
            question=Slider(0.0, 100.0, 1.0, "{} people", estimated, Place("dots")),
        ),
        Step(
            title="A bet about you",
            text="It need not be a coin. A release has **privacy level ε** if nothing it may say "
            "is more than e^ε times as likely with your true data as with any other. Somebody bets "
            "on a yes/no fact about you, as likely as not. They see the release, and bet only when "
            "they like: ε = {epsilon}.",
            ask="How many of {of} such bets are right, at most?",
            why="Odds change by at most {epsilon:odds}: from 1 : 1 to {odds} : 1, which is {right} "
            "of {of}. It holds for every fact, whatever the bettor computes. What other people's "
            "data say about you by themselves is no part of it.",
            facts={"of": OF, "epsilon": ONE, "odds": math.exp(ONE), "right": right(ONE)},
            source="the definition of differential privacy; Bayes' rule",
            before=before_any,
            after=bets(ONE),
            question=Slider(0.0, 100.0, 1.0, "{} of 100", lambda _: right(ONE), Place("dots2")),
        ),
        Step(
            title="It adds up",
            text="A release about you has ε = {epsilon}: bets on that fact are right {right} of "
            "{of} times at most. Then comes another one, and another, **{releases} in all**, each "
            "with the same ε.",
            ask="After all of them, how many are right at most?",
            why="Each multiplies the odds by {epsilon:odds} at most, so **levels add up**: "
            "{releases} × {epsilon} = {total}. It is the most there can be (basic composition): "
            "answers that contradict each other tell less.",
            facts={
                "of": OF,
                "epsilon": HALF,
                "releases": RELEASES,
                "total": RELEASES * HALF,
                "right": right(HALF),
            },
            source="basic composition",
            before=one_release,
            after=bets(HALF, RELEASES),
            question=Slider(
                0.0, 100.0, 1.0, "{} of 100", lambda _: right(HALF, RELEASES), Place("dots2")
            ),
        ),
        Step(
            title="A budget",
            text="Since levels add up, somebody has to count. You set a **budget of ε = {budget}** "
            "for all that is ever asked about you; each question comes with ε = {epsilon}.",
            ask="How many questions are answered?",
            why="{answered} × {epsilon} = {spent}. The next one is refused, whatever it asks. This "
            "adds up the worst that each answer might have told; the lesson on the odometer asks "
            "what they really told.",
            facts={
                "budget": lambda s: value(_spending(s)).budget,
                "epsilon": lambda s: value(_spending(s)).epsilon,
                "answered": answered,
                "spent": lambda s: value(_spending(s)).answered * value(_spending(s)).epsilon,
            },
            source="basic composition",
            params=BUDGET,
            topic=ODOMETER,
            before=paid(1),
            after=paid(ASKED),
            question=Slider(0.0, 10.0, 1.0, "{} questions", answered, Place("x")),
        ),
    ),
)
