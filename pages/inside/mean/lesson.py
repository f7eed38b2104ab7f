"""Lesson on the mean of users who ask for different levels, with its figures and answers."""

from __future__ import annotations

import math
from collections.abc import Callable

from hetdp_core import datasets
from hetdp_core.calls import Call
from hetdp_core.figures.marks import Thing
from hetdp_core.figures.mean.saturation import NOT_REACHED, ONSET, REACHED
from hetdp_core.mean.column import ColumnEstimate
from hetdp_core.mean.comparison import Comparison
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.plan import percent_error
from hetdp_core.mean.sweep import SaturationCurve, adpm_of
from hetdp_core.numerals import as_bound
from hetdp_core.papers import PAPERS
from hetdp_core.profiles import make_profile
from pages.inside.mean import columns, results, views
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
    """Return worst-case errors as the ε of those who ask for least privacy grows."""
    columns = f"{METHODS['threshold'].title},"
    return without(lambda s: views.errors(scenario.read(s)), THRESHOLD, columns=columns)(settings)


def worst_cases(*methods: str) -> Picture:
    """Return the picture of these methods' worst-case errors, of all by default, and the bound."""

    def picture(settings: State) -> View:
        only = methods or tuple(METHODS)
        return views.methods(scenario.read(settings), spread(settings), only=only)

    return without(picture, "at this variance (exact)", SHRUNK, columns=("error", "shrunk"))


def column_values(settings: State) -> View:
    """Return the column, its true mean, and one private estimate."""
    return columns.column_values(scenario.read(settings), settings[catalog.mean.OUTSIDE.key])


def twenty(settings: State) -> View:
    """Return twenty private estimates one might get on the column."""
    return columns.twenty(scenario.read(settings), settings[catalog.mean.OUTSIDE.key])


# --- numbers for texts and answers --------------------------------------------------------


def curve_at(settings: State) -> SaturationCurve:
    """Return the weights that the figure of these settings shows, by the same switch."""
    shared = scenario.read(settings)
    return value(results.sweep(shared.people, shared.everybody))[shared.people.high]


def of_these(settings: State) -> SaturationCurve:
    """Return the weights that are best for these people only: nothing is assumed about values."""
    return curve_at({**settings, catalog.sections.EVERYBODY.key: True})


def adpm_off_these(settings: State) -> float:
    """Return ADPM's worst-case error against these people's mean, in percent of the range.

    Where values may go with what people ask for.
    """
    profile = value(Call(make_profile, scenario.read(settings).people).cached())
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
    weights = curve_at(settings).relative_weight
    return float(weights.max() / weights.min())


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


STRONGEST = {
    "le_cam": "The strongest bound here compares two datasets.",
    "information": "The strongest bound here limits the information in a private result.",
    "score": "The strongest bound here is the noise that privacy needs.",
    "sampling": "The strongest bound here adds the noise that privacy needs to the sampling error.",
}


def strongest_bound(settings: State) -> str:
    """Say which of the lower bounds is the largest."""
    bounds = compared(settings).certificate.bounds._asdict()
    return STRONGEST[max(bounds, key=bounds.__getitem__)]


def without_privacy(settings: State) -> float:
    """Return ADPM's worst case over the least one without privacy, of as many coin flips."""
    coins = 1.0 / (4.0 * (1.0 + math.sqrt(scenario.read(settings).people.users)) ** 2)
    return compared(settings).certificate.published / coins


def public_weight(settings: State) -> float:
    """Return the weight of all public users together, in percent."""
    curve = curve_at(settings)
    return curve.saturated_weight * curve.public_share


def best_offered(settings: State) -> str:
    """Return the best of the methods that are offered, on the column."""
    return min(OFFERED, key=column(settings).rms_error.__getitem__)


OFFERED = {
    key: f"{METHODS[key].named}: {METHODS[key].idea.removesuffix('.')}"
    for key in ("adpm", "proportional", "uniform", "local")
}
"""Methods that a question offers, and their ideas."""


PAPER = PAPERS["mean"].citation
TOPIC = "heterogeneous_mean"
TWO_GROUPS = {"profile": "Two groups", "n": "1000", "low": "0.1", "strict": "50"}
EVENLY = "Evenly spread in the logarithm"
SPREAD_OUT = {"profile": "Log-uniform", "n": "1000", "low": "0.01"}
SATURATED = for_state
UNSATURATED = hiding(for_state, REACHED, NOT_REACHED)
"""Before anybody saturates there is no such level."""

PROPORTIONAL = METHODS["proportional"].named
UNIFORM = METHODS["uniform"].named
THRESHOLD = METHODS["threshold"].named
BOUND = "no private method has a smaller worst case (bound)"
SHRUNK = "worst case of ADPM, shrunk to the middle (bound)"

BEFORE_MORE, BEFORE_VOICE = "0.05", "0.15"
"""ε of the least private people or group, in figures that go with a question."""

USERS_ABOVE = Place("x", lambda _, of_users: 100.0 - of_users, "{} right of here")
STRICT_WEIGHTS = Place(
    "y2", lambda s, times: times * float(curve_at(s).relative_weight.min()), "{} a strict weight"
)
PUBLIC_WEIGHT = Place("y2", lambda s, weight: weight / curve_at(s).public_share, "{} together")
SMALLER = Place(
    "x", lambda s, times: worst_case("adpm")(s) / math.sqrt(times), "squared, {} smaller"
)


LESSON = Lesson(
    "mean",
    "Some privacy is free",
    "Why people who ask for little privacy can get more at no cost, and what weight each gets.",
    "Anybody who knows what a mean is.",
    12,
    (
        Step(
            title="When does it stop paying?",
            text="Half of {n:,} people ask for ε = {low}. The other half ask for ε = {high} "
            "now, and may accept less privacy. {question} A trusted curator sees all "
            "values. The curator chooses the weights and the noise with the smallest "
            "worst-case error (saturated weights, ADPM in the paper).",
            ask="Above which ε of the less private half does the mean stop getting more accurate?",
            why="Above **ε = {onset}** the less private half gets no more weight: relying on fewer "
            "people would add more sampling error than it saves. Privacy beyond this level is "
            "free. (Formula: ε₁ + 8 / (n f ε₁), with the strict level ε₁ = {low}, n = {n:,} "
            "people and f the strict share.)",
            facts={"onset": onset, "question": catalog.sections.QUESTIONS[False]},
            source=f"{PAPER}, Remark 3",
            params={**TWO_GROUPS, "high": "0.15"},
            topic=TOPIC,
            tab="Error as people ask for less",
            before=UNSATURATED,
            after=without(
                errors_along,
                PROPORTIONAL,
                UNIFORM,
                ONSET,
                columns=("PropDPM,", "Strictest ε for all,"),
            ),
            question=Slider(0.1, 100.0, 0, "ε = {}", onset, Place("x")),
        ),
        Step(
            title="Who gets more than they ask for?",
            text="Now {n:,} people ask for levels from ε = {low} upwards, evenly spread in the "
            "logarithm. At first the figure shows the largest level at ε = {before}: everyone "
            "gets what they ask for. Now let the largest level be **ε = {high}** instead.",
            ask="What share of the people then get **more** privacy than they ask for?",
            why="Everyone above the saturation level τ = {tau} is treated as if they had asked "
            "for τ. The extra privacy (the green area) costs no accuracy. (Start and Explore draw "
            "such levels at random, so their numbers differ slightly.)",
            facts={"before": BEFORE_MORE, "tau": lambda s: as_bound(curve_at(s).level)},
            source=f"{PAPER}, Definition 2 and Lemma 3",
            params={**SPREAD_OUT, "profile": EVENLY, "high": "10"},
            topic=TOPIC,
            before=at(UNSATURATED, high=BEFORE_MORE),
            after=SATURATED,
            question=Slider(
                0.0, 100.0, 1.0, "{} %", lambda s: curve_at(s).saturated_share, USERS_ABOVE
            ),
        ),
        Step(
            title="How much more weight does less privacy get?",
            text="There are two groups again, and half of the people ask for ε = {low}. At first "
            "the figure shows the other half at ε = {before}. Now let them ask for **ε = {high}** "
            "instead, {ratio} times the level of the strict half. (Weight × n is the weight "
            "compared with equal weights.)",
            ask="How many times a strict person's weight does each of them get?",
            why="Weights grow with ε only up to the saturation level τ = {tau}. **This holds if "
            "privacy levels say nothing about values.** If they do, the result may be "
            "{leaning:percent} of the range away from the mean of these people. Then nearly "
            "equal weights ({alike:.3f} times) are best.",
            facts={
                "before": BEFORE_VOICE,
                "ratio": lambda s: s["high"] / s["low"],
                "tau": lambda s: as_bound(curve_at(s).level),
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
            title="What if weights have no limit?",
            text="A simple rule gives weights in proportion to ε, without a limit. The figure "
            "shows the error of saturated weights, which stops falling at ε = {onset}. The less "
            "private half goes further, to ε = {high}.",
            ask="What happens to the worst-case error of proportional weights on the way?",
            why="At ε = {high} the error of proportional weights is {proportional:percent} "
            "of the range, that of saturated weights {adpm:percent}. Proportional weights rely "
            "on fewer and fewer people, so they use less of the data.",
            facts={
                "onset": onset,
                "proportional": worst_case("proportional"),
                "adpm": worst_case("adpm"),
            },
            source=f"{PAPER}, Remark 2",
            params={**TWO_GROUPS, "high": "10"},
            topic=TOPIC,
            tab="Error as people ask for less",
            before=hiding(errors_along, PROPORTIONAL, UNIFORM, ONSET),
            after=without(errors_along, UNIFORM, ONSET, columns="Strictest ε for all,"),
            question=Choice(
                {
                    "falls": "It falls: less privacy, more accuracy",
                    "same": "It stays the same, like that of saturated weights",
                    "rises": "It rises",
                },
                proportional_moves,
            ),
        ),
        Step(
            title="What if a few people need no privacy?",
            text="**{public} % of {n:,} people ask for no privacy at all** (ε = ∞). They are "
            "called public. Half of the others ask for ε = {low}, half for ε = {high}: at first "
            "the figure shows these alone. One could use only the public people, and add no noise.",
            ask="What share of the weight do the public people get together?",
            why="Public people saturate like everyone else. Their share is their weight × n in "
            "the figure, times {public} %. Alone they would need no noise, but they are few: the "
            "worst-case error is {proportional:percent} of the range, against "
            "{adpm:percent} with all others.",
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
            text="The real column is {label} of {users:,} people, who ask for ε from {low} to "
            "{high}. Saturated weights (ADPM) give one number. The dots are twenty equally likely "
            "results. In a real release you would see one dot, and not the true mean.",
            ask="Which method has the smallest typical error (root mean squared error) on this "
            "column?",
            why="{best} have a typical error of {least}, saturated weights (ADPM) of {adpm}. ADPM "
            "is designed for the worst case, and this column varies much less. If its spread were "
            "public, ADPM could use it and reach {tuned}.",
            facts={
                "label": lambda s: datasets.info(s["dataset"]).column(s["column"]).label.lower(),
                "users": lambda s: column(s).users,
                "best": lambda s: METHODS[best_offered(s)].named,
                "least": lambda s: column(s).rms_error[best_offered(s)],
                "adpm": lambda s: column(s).rms_error["adpm"],
                "tuned": lambda s: column(s).tuned_error,
            },
            source=f"{PAPER}, Theorem 2 (worst case); data: NHEFS",
            params={**SPREAD_OUT, "high": "10", "column": "Body mass index"},
            topic=TOPIC,
            tab="A real column",
            before=twenty,
            after=lambda s: columns.column_errors(scenario.read(s), s[catalog.mean.OUTSIDE.key]),
            question=Choice(
                OFFERED,
                best_offered,
                lambda _: {key: Thing("", METHODS[key].named) for key in OFFERED},
            ),
        ),
        Step(
            title="Could anything do much better?",
            text="Half of {n:,} people ask for ε = {low}, half for ε = {high}. In the worst case "
            "(the ticks) the error of saturated weights (ADPM) is {adpm:percent} of the range. The "
            "other methods shown have larger errors. A lower bound is an error that no private "
            "method can beat.",
            ask="At most how many times smaller could the best worst-case squared error be?",
            why="**No private method has a worst-case squared error more than {published} times "
            "smaller than ADPM's.** {strongest} A bound that ignores privacy gives {without}, the "
            "usual argument with two datasets {two_point}. (Evidence has other people, and results "
            "shrunk to the middle.)",
            facts={
                "adpm": worst_case("adpm"),
                "published": certified,
                "strongest": strongest_bound,
                "without": without_privacy,
                "two_point": lambda s: compared(s).certificate.loose_ratio,
            },
            source=f"{PAPER}, Theorems 3 and 4; the constants are ours",
            params={**TWO_GROUPS, "high": "10"},
            topic=TOPIC,
            tab="Methods side by side",
            before=hiding(worst_cases(), BOUND),
            after=worst_cases(),
            question=Slider(1.0, 100.0, 0, "{} times", certified, SMALLER),
        ),
    ),
    needs=("zero",),
)
