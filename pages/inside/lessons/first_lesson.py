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
    if tossed is None:
        return "Think of a question with a true answer that you keep to yourself."
    if tossed.yes is None:
        return "Heads: tell the truth."
    return f"Tails, then {'heads: say yes' if tossed.yes else 'tails: say no'}."


SOURCE = "Warner 1965 (randomised response)"
ODOMETER = "privacy_odometer"
FEW, MORE = 20, 40
"""Of a hundred people, and of a hundred others, of how many yes is true."""

EVEN, ONE, HALF, RELEASES = 0.5, 1.0, 0.5, 5
"""A fact that is as likely as not; levels of a release; how many there are."""

BUDGET = {catalog.odometer.BUDGET.key: "2", catalog.odometer.QUERY_EPSILON.key: "0.5"}
ASKED = 6


def _crowd(holding: int) -> Call[Crowd]:
    return Call(Crowd, OF, holding, Call(coin_level)).cached()


def _spending(settings: State) -> Call[Spending]:
    budget = settings[catalog.odometer.BUDGET.key]
    level = settings[catalog.odometer.QUERY_EPSILON.key]
    return Call(spending, budget, level, ASKED).cached()


def crowd_of(holding: int) -> Crowd:
    return value(_crowd(holding))


def estimated(_: State) -> float:
    """Return of how many yes is true, by what the crowd says."""
    return crowd_of(MORE).estimate(crowd_of(MORE).yes)


def answered(settings: State) -> float:
    return float(value(_spending(settings)).answered)


def right(epsilon: float, releases: int = 1) -> float:
    """Return how many bets of a hundred are right at most."""
    return OF * right_at_most(EVEN, epsilon, releases)


def people(holding: int, shown: str) -> Picture:
    """Show a crowd: the "truth" about everybody, what they have "said", or both in an order."""
    call = _crowd(holding)
    return lambda _: View(
        key="crowd",
        name="A hundred people who answer with a coin",
        headline="",
        figure=figures.people(value(call), shown),
        numbers=Call(figures.crowd_table, call) if "both" in shown else pd.DataFrame(),
        height=440,
    )


def bets(epsilon: float, releases: int = 1) -> Picture:
    """Show bets of a hundred that are right, without a release and with it."""
    level = meaning.Level("ε", epsilon, "user")
    return lambda _: replace(
        meaning.view(level, releases=releases), frames=None, moves=None, height=280
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
    "What a noisy answer reveals about you, why this adds up, and what a budget is for.",
    "Everybody. You only need a coin.",
    10,
    (
        Step(
            title="A coin that covers you",
            text="Somebody asks you a question that you do not want to answer. Toss a coin that "
            "nobody else sees. **Heads: tell the truth. Tails: toss again, and say yes on "
            "heads, no on tails.**",
            ask="Of {of} people whose true answer is yes, how many say yes?",
            why="The coin tells half of them to tell the truth, and half of the others to say "
            "yes. The {by_chance} people who answer “no” lie because of the coin. **Nobody can "
            "see the truth in one answer**, and everybody can say that it was the coin.",
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
            text="The true answer of {few} of {of} people is yes. All of them answer with the "
            "coin, and you are one of them. Nobody knows more about you than this. **You "
            "say yes.**",
            ask="How likely is it that yes is your true answer?",
            why="{true_yes} of these {few} say yes, and so do {false_yes} of the others. So "
            "the answer is true for {true_yes} of {yes}. It has changed the odds by "
            "{epsilon:odds}, the most that this coin can. **ε is the logarithm of that "
            "factor**, here {epsilon}.",
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
            after=people(FEW, "both, yes first"),
            question=Slider(
                0.0,
                100.0,
                1.0,
                "{} %",
                lambda _: 100.0 * crowd_of(FEW).believed,
                Place("dots", lambda _, percent: percent / 100.0 * crowd_of(FEW).yes),
            ),
        ),
        Step(
            title="What the crowd tells",
            text="No single answer is reliable. But the person who asks knows how the coin works. "
            "{of} other people give **{yes} yes**. With nobody's true answer "
            "yes, the expected count is {of_nobody}. With everybody's, it is "
            "{of_everybody}.",
            ask="What is the best estimate of the number of people whose true answer is yes?",
            why="The effect of the coin is known, so it can be subtracted. The estimate is right "
            "on average, with a typical error of ± {spread}: in the figure the coins fall as "
            "expected. A larger crowd has a smaller error per person. **Little about anybody, "
            "much about all.**",
            facts={
                "of": OF,
                "yes": lambda _: crowd_of(MORE).yes,
                "of_nobody": lambda _: crowd_of(0).yes,
                "of_everybody": lambda _: crowd_of(OF).yes,
                "spread": lambda _: crowd_of(MORE).spread,
            },
            source=SOURCE,
            before=people(MORE, "said"),
            after=people(MORE, "both"),
            question=Slider(0.0, 100.0, 1.0, "{} people", estimated, Place("dots")),
        ),
        Step(
            title="A bet about you",
            text="A computer can add the noise instead of a coin. A result has **privacy level ε** "
            "if your data change any output's chance by at most a factor exp(ε). Somebody bets "
            "on a yes/no fact about you. Without a result, half of such bets are right. Here "
            "they see a result with ε = {epsilon} first.",
            ask="At most how many of {of} such bets are right?",
            why="The result changes odds by at most {epsilon:odds}: from 1 : 1 to {odds} : 1. "
            "So at most {right} of {of} are right, whatever the fact and the bettor's "
            "method. This does not include what other people's data alone reveal about you.",
            facts={"of": OF, "epsilon": ONE, "odds": math.exp(ONE), "right": right(ONE)},
            source="the definition of differential privacy; Bayes' rule",
            before=before_any,
            after=bets(ONE),
            question=Slider(0.0, 100.0, 1.0, "{} of 100", lambda _: right(ONE), Place("dots2")),
        ),
        Step(
            title="It adds up",
            text="A result about you has ε = {epsilon}. At most {right} of {of} bets on that "
            "fact are right. Then come more results, **{releases} in total**, each with "
            "the same ε.",
            ask="At most how many bets are right after all of them?",
            why="Each result multiplies the odds by at most {epsilon:odds}, so **levels add "
            "up**: {releases} × {epsilon} = {total}. This is the largest possible total "
            "(basic composition). Answers that contradict each other reveal less.",
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
            text="Levels add up, so somebody has to count. You set a **budget of ε = {budget}** "
            "for all questions about you. Each question uses ε = {epsilon}.",
            ask="How many questions are answered?",
            why="{answered} × {epsilon} = {spent}. The next question is refused. This count "
            "assumes that each answer revealed as much as it could. The lesson on the "
            "odometer counts what answers really revealed.",
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
