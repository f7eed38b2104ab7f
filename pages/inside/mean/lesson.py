"""Lesson on the mean of users who ask for different levels, with its figures and answers."""

from __future__ import annotations

import math
from collections.abc import Callable

from hetdp_core import datasets
from hetdp_core.calls import Call
from hetdp_core.figures.marks import Thing
from hetdp_core.mean.certificate import stated
from hetdp_core.mean.column import ColumnEstimate
from hetdp_core.mean.comparison import Comparison
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.plan import percent_error
from hetdp_core.mean.sweep import SaturationCurve, adpm_of
from hetdp_core.papers import PAPERS
from hetdp_core.profiles import make_profile
from pages.inside.mean import results, views
from pages.inside.mean.views import for_state
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import (
    Choice,
    Lesson,
    Picture,
    Place,
    Slider,
    Step,
    at,
    hiding,
    without,
)

# --- figures ------------------------------------------------------------------------------


def errors_along(settings: State) -> View:
    """Return worst-case errors as the most relaxed users' ε grows."""
    return views.errors(scenario.read(settings))


def worst_cases(*methods: str) -> Picture:
    """Return the picture of these methods' worst-case errors, of all by default, and the bound."""

    def picture(settings: State) -> View:
        only = methods or tuple(METHODS)
        return views.methods(scenario.read(settings), spread(settings), only=only)

    return without(picture, "at this spread of the data (exact)", columns="error")


def column_values(settings: State) -> View:
    """Return the column, its true mean, and one private estimate."""
    return views.column_values(scenario.read(settings), settings[catalog.mean.OUTSIDE.key])


def twenty(settings: State) -> View:
    """Return twenty private estimates one might get on the column."""
    return views.twenty(scenario.read(settings), settings[catalog.mean.OUTSIDE.key])


# --- numbers for texts and answers --------------------------------------------------------


def present(settings: State) -> SaturationCurve:
    """Return the weights that the figure of these settings shows, by the same switch."""
    shared = scenario.read(settings)
    return value(results.sweep(shared.people, shared.everybody))[shared.people.high]


def of_these(settings: State) -> SaturationCurve:
    """Return the weights that are best for these very people: nothing is assumed about values."""
    return present({**settings, catalog.tabs.EVERYBODY.key: True})


def adpm_off_these(settings: State) -> float:
    """Return ADPM's worst-case error against these people's mean, in percent of the range.

    Where values may go with what people ask for.
    """
    profile = value(Call(make_profile, scenario.read(settings).people).kept())
    return percent_error(adpm_of(profile).affine_worst_case_mse_against_sample)


def compared(settings: State) -> Comparison:
    return value(results.comparison(scenario.read(settings).profile, spread(settings)))


def column(settings: State) -> ColumnEstimate:
    return value(
        results.column_estimate(scenario.read(settings), settings[catalog.mean.OUTSIDE.key])
    )


def spread(settings: State) -> float:
    return float(catalog.mean.SPREAD.setting(settings))


def onset(settings: State) -> float:
    """Return the level from which on relaxing further changes nothing."""
    curve = value(results.error_curve(scenario.read(settings).profile))
    assert curve.onset is not None  # two groups always saturate somewhere
    return curve.onset


def weight_ratio(settings: State) -> float:
    """Return the largest weight over the smallest."""
    weights = present(settings).relative_weight
    return float(weights.max() / weights.min())


def strict_weight(settings: State) -> float:
    """Return the smallest weight, where equal ones are 1."""
    return float(present(settings).relative_weight.min())


def worst_case(method: str) -> Callable[[State], float]:
    """Return what gives a method's error in the worst case, in percent of the range."""
    return lambda settings: compared(settings).worst_case_errors[method]


TIMES_ADPM = Place("x", lambda settings, times: times * worst_case("adpm")(settings))
"""Where an error lies that is so many times ADPM's, among those of all methods."""


def proportional_moves(settings: State) -> str:
    """Say how the proportional weights' error moves once ADPM's stops falling."""
    later = compared(settings).worst_case_errors["proportional"]
    earlier = compared({**settings, "high": onset(settings)}).worst_case_errors["proportional"]
    if abs(later - earlier) <= 0.01 * earlier:
        return "same"
    return "rises" if later > earlier else "falls"


def certified(settings: State) -> float:
    """Return how many times smaller the best possible squared error may be, at most."""
    return compared(settings).certificate.published_ratio


_A_LITTLE = 1.7


def ways_from_there(settings: State) -> dict[str, Thing]:
    """Show the ways that PropDPM's error may go, from a little after ADPM's has stopped falling."""
    begins = _A_LITTLE * onset(settings)
    ways = {"falls": "down", "same": "level", "rises": "up"}
    return {key: Thing(METHODS["proportional"].title, begins, way) for key, way in ways.items()}


def public_weight(settings: State) -> float:
    """Return the weight of all public users together, in percent."""
    curve = present(settings)
    return curve.saturated_weight * curve.public_share


def best_offered(settings: State) -> str:
    """Return the best of the methods that are offered, on the column."""
    return min(OFFERED, key=column(settings).rms_error.__getitem__)


OFFERED = {
    key: f"{METHODS[key].title}: {METHODS[key].idea.removesuffix('.')}"
    for key in ("adpm", "proportional", "uniform", "local")
}
"""Methods that a question offers, and their ideas."""


PAPER = PAPERS["mean"].citation
TOPIC = "heterogeneous_mean"
TWO_GROUPS = {"profile": "Two groups", "n": "1000", "low": "0.1", "strict": "50"}
SPREAD_OUT = {"profile": "Log-uniform", "n": "1000", "low": "0.01"}
SATURATED = for_state
UNSATURATED = hiding(for_state, "saturation level τ")
"""Before anybody saturates there is no such level."""

PROPORTIONAL = METHODS["proportional"].title
UNIFORM = METHODS["uniform"].title
BOUND = "no private method has a smaller worst case (bound)"

BEFORE_MORE, BEFORE_VOICE = "0.05", "0.15"
"""ε of the most relaxed, of the relaxed group, in figures that go with a question."""

USERS_ABOVE = Place("x", lambda _, of_users: 100.0 - of_users, "{} right of here")
STRICT_WEIGHTS = Place("y2", lambda s, times: times * strict_weight(s), "{} a strict one's")
PUBLIC_WEIGHT = Place("y2", lambda s, weight: weight / present(s).public_share, "{} together")
SMALLER = Place(
    "x", lambda s, times: worst_case("adpm")(s) / math.sqrt(times), "squared, {} smaller"
)


LESSON = Lesson(
    "mean",
    "Some privacy is free",
    "Why users who ask for little privacy may get more of it at no cost, and who counts how much.",
    "Anybody who knows what a mean is.",
    12,
    (
        Step(
            title="When does it stop paying?",
            text="Half of {n:,} users ask for ε = {low}. The others are relaxed: now at ε = {high},"
            " and they may ask for less and less privacy. These people are a sample of a "
            "population, and what they ask for says nothing about their values. A trusted curator "
            "weighs everybody so that the worst-case error is smallest: the method ADPM.",
            ask="From which ε of the relaxed half on does asking for even less privacy no longer "
            "make the mean more accurate?",
            why="Beyond **ε = {onset}** the relaxed half is not used any harder: leaning on fewer "
            "people would add more sampling error than it saves in noise. Whoever asks for less "
            "privacy than that gets the rest for free. (It is ε₁ + 8 / (n f ε₁), with ε₁ the "
            "strict users' {low}, n = {n:,} users and f the strict ones' share of them.)",
            facts={"onset": onset},
            source=f"{PAPER}, Remark 3",
            params={**TWO_GROUPS, "high": "0.15"},
            topic=TOPIC,
            tab="Error as users relax",
            before=UNSATURATED,
            after=without(
                errors_along, PROPORTIONAL, UNIFORM, columns=(f"{PROPORTIONAL},", f"{UNIFORM},")
            ),
            question=Slider(0.1, 100.0, 0, "ε = {}", onset, Place("x")),
        ),
        Step(
            title="Who gets more than they ask for?",
            text="Now {n:,} users ask for levels from ε = {low} upwards, evenly spread in the "
            "logarithm. The figure shows them before anybody is relaxed: the most relaxed ask for "
            "ε = {before}, and each gets exactly what they ask. Suppose that the most relaxed ask "
            "for **ε = {high}** instead.",
            ask="How many of them are then given **more** privacy than they ask for?",
            why="Everybody above the saturation level τ = {tau} is treated as if they had asked "
            "for τ. More privacy than asked for (the green area) costs nothing in accuracy.",
            facts={"before": BEFORE_MORE, "tau": lambda s: present(s).level},
            source=f"{PAPER}, Definition 2 and Lemma 3",
            params={**SPREAD_OUT, "high": "10"},
            topic=TOPIC,
            before=at(UNSATURATED, high=BEFORE_MORE),
            after=SATURATED,
            question=Slider(
                0.0, 100.0, 1.0, "{} %", lambda s: present(s).saturated_share, USERS_ABOVE
            ),
        ),
        Step(
            title="How much louder is a relaxed voice?",
            text="Two groups again: half ask for ε = {low}. The figure shows the others at "
            "ε = {before}. Suppose that they ask for **ε = {high}** instead, {ratio} times as much "
            "as the strict half.",
            ask="How many times the weight of a strict user does a relaxed one get?",
            why="Weights grow with ε only up to the saturation level τ = {tau}. Strict users keep "
            "a real say. **If what they ask for goes with their values**, ADPM may be "
            "± {leaning:percent} of the range off these people's mean. The best weights are then "
            "nearly equal: {alike:.3f} times.",
            facts={
                "before": BEFORE_VOICE,
                "ratio": lambda s: s["high"] / s["low"],
                "tau": lambda s: present(s).level,
                "leaning": adpm_off_these,
                "alike": lambda s: of_these(s).weight_ratio,
            },
            source=f"{PAPER}, recursion (22); where requests go with values: ours",
            params={**TWO_GROUPS, "high": "10"},
            topic=TOPIC,
            before=at(UNSATURATED, high=BEFORE_VOICE),
            after=SATURATED,
            question=Slider(1.0, 100.0, 0, "{} times", weight_ratio, STRICT_WEIGHTS),
        ),
        Step(
            title="Why not simply in proportion?",
            text="A simple rule weighs everybody in proportion to ε, without a limit. ADPM's error "
            "(in the figure) stops falling at ε = {onset}. The relaxed half goes on, to "
            "ε = {high}.",
            ask="What does the worst-case error of proportional weights do on the way?",
            why="At ε = {high} it is off by ± {proportional:percent} of the range, ADPM by "
            "± {adpm:percent}: proportional weights lean on ever fewer people, so less of the data "
            "counts.",
            facts={
                "onset": onset,
                "proportional": worst_case("proportional"),
                "adpm": worst_case("adpm"),
            },
            source=f"{PAPER}, Remark 2",
            params={**TWO_GROUPS, "high": "10"},
            topic=TOPIC,
            tab="Error as users relax",
            before=hiding(errors_along, PROPORTIONAL, UNIFORM),
            after=without(errors_along, UNIFORM, columns=f"{UNIFORM},"),
            question=Choice(
                {
                    "falls": "It falls: less privacy, more accuracy",
                    "same": "It stays the same, like ADPM's",
                    "rises": "It rises",
                },
                proportional_moves,
                ways_from_there,
            ),
        ),
        Step(
            title="What if a few do not mind at all?",
            text="**{public} % of {n:,} users ask for no privacy at all**: ε = ∞. The figure shows "
            "the others alone, before these come. One could use the public users alone, and need "
            "no noise.",
            ask="What share of the weight do the public users get together?",
            why="Public users saturate like everybody else: their share is their weight × n in the "
            "figure, times the {public} % of all that they are. Alone they would give an answer "
            "without noise that is off by ± {proportional:percent} of the range in the worst case, "
            "for they are few; with all the others it is ± {adpm:percent}.",
            facts={"proportional": worst_case("proportional"), "adpm": worst_case("adpm")},
            source=f"{PAPER}, Remark 2 and recursion (22) with ε = ∞",
            params={**TWO_GROUPS, "high": "1", "public": "1"},
            topic=TOPIC,
            before=at(SATURATED, public="0"),
            after=SATURATED,
            question=Slider(0.1, 100.0, 0, "{} %", public_weight, PUBLIC_WEIGHT),
        ),
        Step(
            title="Is the best worst case the best method?",
            text="A real column: {label} of {users:,} people, who ask for ε from {low} to {high}. "
            "ADPM releases one number (until the truth is shown, twenty that are equally likely "
            "stand as dots); nobody would see the true mean beside it.",
            ask="Which method is typically off least on this column?",
            why="{best} is off by ± {least}, ADPM by ± {adpm}. ADPM guards against the worst case, "
            "and this column varies much less than that. Were its spread public, ADPM tuned to it "
            "would be off by ± {tuned}.",
            facts={
                "label": lambda s: datasets.info(s["dataset"]).column(s["column"]).label.lower(),
                "users": lambda s: column(s).users,
                "best": lambda s: METHODS[best_offered(s)].title,
                "least": lambda s: column(s).rms_error[best_offered(s)],
                "adpm": lambda s: column(s).rms_error["adpm"],
                "tuned": lambda s: column(s).tuned_error,
            },
            source=f"{PAPER}, Theorem 2 (worst case); data: NHEFS",
            params={**SPREAD_OUT, "high": "10", "column": "Body mass index"},
            topic=TOPIC,
            tab="A real column",
            before=twenty,
            after=lambda s: views.column_errors(scenario.read(s), s[catalog.mean.OUTSIDE.key]),
            question=Choice(
                OFFERED,
                best_offered,
                lambda _: {key: Thing("", METHODS[key].title) for key in OFFERED},
            ),
        ),
        Step(
            title="Could anything do much better?",
            text="In the worst case (the ticks) ADPM is off by ± {adpm:percent} of the range, less "
            "than the others. But might a cleverer private method do much better? A lower "
            "bound says what no private method can beat.",
            ask="At most how many times smaller might the best possible worst-case squared error "
            "be?",
            why="**No private method can make ADPM's worst-case squared error more than "
            "{published} times smaller.** Shrunk to the middle of the range by "
            "{shrunk:percent}, as private as before, it leaves {certificate:.2f} times. (The bound "
            "asks how much information a private answer can hold; the usual argument by two data "
            "sets leaves {two_point}.)",
            facts={
                "adpm": worst_case("adpm"),
                "published": certified,
                "shrunk": lambda s: compared(s).certificate.shrunk.percent_off,
                "certificate": lambda s: stated(compared(s).certificate.ratio),
                "two_point": lambda s: compared(s).certificate.loose_ratio,
            },
            source=f"{PAPER}, Theorems 3 and 4; the constants are ours",
            params={**TWO_GROUPS, "high": "10"},
            topic=TOPIC,
            tab="Methods side by side",
            before=hiding(worst_cases(), BOUND),
            after=worst_cases(),
            question=Slider(
                1.0,
                100.0,
                0,
                "{} times",
                lambda s: compared(s).certificate.published_ratio,
                SMALLER,
            ),
        ),
    ),
    needs=("zero",),
)
