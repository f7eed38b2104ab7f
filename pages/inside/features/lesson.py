"""Lesson on columns that are not all equally sensitive, with its answers as numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from hetdp_core.features import RULES, CorrelationSweep, FeatureScenario
from hetdp_core.features.allocation import questions
from hetdp_core.features.channel import report_radius
from hetdp_core.features.notions import example_1, reveal_chance
from hetdp_core.grids import place_of
from hetdp_core.papers import PAPERS
from pages.inside.features import controls, results, views
from pages.inside.features.views import correlation_view
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


def scenario_of(settings: State) -> FeatureScenario:
    return controls.read(settings, scenario.read(settings))


def sweep(settings: State) -> CorrelationSweep:
    return value(results.sweep(scenario_of(settings)))


def miss(settings: State, rule: str) -> float:
    """Return a rule's typical error at the present q, in percent of the range."""
    rules, place = sweep(settings), sweep(settings).index(scenario_of(settings).q)
    return float(rules.curves[rule].miss[place])


def least_error(settings: State) -> float:
    """Return how often the best test errs, in percent."""
    delta = settings[catalog.features.DELTA.key]
    regions = value(results.regions(delta))
    return 100.0 * float(regions.least_error[place_of(delta, regions.deltas, "delta")])


def level_of_the_pair(_: State) -> str:
    """Say which ε Example 1 has for its two bits together."""
    mechanism = example_1()
    if math.isinf(mechanism.ldp_level):
        return "none"
    return "same" if mechanism.ldp_level <= 1.01 * mechanism.bcdp_levels.max() else "twice"


def proven(reports: int) -> Callable[[State], float]:
    """Return what gives the chance that so many reports prove bit 1 of Example 2, in percent."""
    return lambda _: 100.0 * reveal_chance(reports)


def saved(settings: State) -> float:
    """Return by how many percent the optimised split lowers the typical error at the present q."""
    return 100.0 * (1.0 - miss(settings, "optimised") / miss(settings, "min_delta"))


def nothing_gained_from(settings: State) -> float:
    """Return the q from which on features are all protected alike."""
    rules = sweep(settings)
    return float(rules.q[rules.gains.argmin()])  # at q = 1 nothing is gained


def papers_split(settings: State) -> str:
    """Compare the error of the paper's split with that of protecting all alike."""
    ours, plain = miss(settings, "paper"), miss(settings, "min_delta")
    if abs(ours - plain) <= 0.01 * plain:
        return "same"
    return "less" if ours < plain else "more"


def printed_average(settings: State) -> float:
    """Return what reports of the printed radius average to."""
    radii = [
        report_radius(1, settings[catalog.features.EPSILON.key], 1.0, as_printed=as_printed)
        for as_printed in (True, False)
    ]
    return settings[catalog.features.TRUE_MEAN.key] * radii[0] / radii[1]


PAPER = PAPERS["features"].citation
TOPIC = "feature_privacy"
PAPERS_SPLIT = RULES["paper"].title
PAPERS_COLUMNS = f"{PAPERS_SPLIT}:"
REPORTS_SEEN = 3
AT_FIRST = "0.05"
"""δ of the figure that goes with the first question."""


def as_share(_: State, percent: float) -> float:
    """Return where an answer in percent stands on an axis of shares."""
    return 0.01 * percent


ERROR_OF_ALL = Place(
    "y", lambda s, percent: (1.0 - percent / 100.0) * miss(s, "min_delta"), "all features, {} less"
)


# --- figures ------------------------------------------------------------------------------


def of(make: Callable[[FeatureScenario], View]) -> Picture:
    """Return the picture that a view of the scenario is."""
    return lambda settings: make(scenario_of(settings))


def error_region(settings: State) -> View:
    """Show Theorem 1's region at the present δ."""
    return views.error_region(settings[catalog.features.DELTA.key])


def first_example(_: State) -> View:
    return views.first_example()


def copies(reports: int) -> Picture:
    """Return the picture of what this many reports prove in Example 2."""
    return lambda _: views.copies(reports)


BY_CORRELATION = without(of(correlation_view), "questions", columns=f"{questions.TITLE}:")
PER_FEATURE = without(of(views.per_feature), questions.TITLE, columns=f"{questions.TITLE}:")
PAPERS_RADII = without(
    of(views.printed),
    *(f"{RULES['min_delta'].title}, {radius}" for radius in ("unbiased", "as printed")),
    columns=f"{RULES['min_delta'].title}:",
)
OPTIMISED = without(BY_CORRELATION, "paper", columns=PAPERS_COLUMNS)


def where_nothing_is_gained(settings: State) -> View:
    """Show the errors along q, with the budgets at the q from which on they are all alike."""
    at_that_q = {**settings, "q": nothing_gained_from(settings)}
    return replace(OPTIMISED(at_that_q), parameters=at_that_q)


STRICT_ONLY = hiding(PER_FEATURE, PAPERS_SPLIT, RULES["optimised"].title)


LESSON = Lesson(
    "features",
    "Not all columns are alike",
    "What level δ promises about one feature, what it does not, and how correlation lowers the "
    "benefit.",
    "People who know what ε-differential privacy promises.",
    12,
    (
        Step(
            title="What does δ promise?",
            text="Each person adds noise to their own report before sending it, and trusts "
            "nobody. One feature is a yes or no, both equally likely. Its protection is "
            "**level δ = {delta}**: an ε for this feature alone, not a failure "
            "probability. Somebody sees the report and guesses the feature. The figure "
            "first shows δ = {first}.",
            ask="What is the smallest possible share of wrong guesses?",
            why="The report can change the odds by a factor of at most exp(δ) = {factor}. No "
            "test can get below the corner of the region, at 1 / (1 + exp(δ)).",
            facts={"first": AT_FIRST, "factor": lambda s: math.exp(s["delta"])},
            source=f"{PAPER}, Theorem 1",
            params={"delta": "0.5"},
            topic=TOPIC,
            tab="Ideas",
            before=at(error_region, delta=AT_FIRST),
            after=error_region,
            question=Slider(0.0, 50.0, 0.5, "{} %", least_error, Place("x", as_share)),
        ),
        Step(
            title="Is every bit hidden if each one is?",
            text="A mechanism gets two fair bits and returns one bit. The figure shows the "
            "chance of output 1 for each input. Each bit alone is well hidden: its level "
            "is **δ = {level}**.",
            ask="Which ε does the whole report have?",
            why="Output 1 proves that the pair was not (0, 1), although it proves nothing "
            "about either bit. So feature privacy needs an ε for the whole report in "
            "addition.",
            facts={"level": lambda _: float(example_1().bcdp_levels.max())},
            source=f"{PAPER}, Example 1",
            topic=TOPIC,
            tab="Ideas",
            before=first_example,
            after=first_example,
            question=Choice(
                {
                    "same": "The same as each bit",
                    "twice": "More than each bit, but some ε",
                    "none": "None: no finite ε holds",
                },
                level_of_the_pair,
            ),
        ),
        Step(
            title="Does it add up?",
            text="A mechanism gets three fair bits. A hidden coin decides whether it returns "
            "(x₁ ⊕ x₂, x₃) or (x₂, x₁ ⊕ x₃). One report reveals **nothing** about bit 1: "
            "its δ is {level}. Now the same person reports **{reports} times**.",
            ask="If bit 1 is a 1, what is the chance that {reports} reports prove it?",
            why="Two reports prove it if they were made in different ways. Levels of features "
            "do not add up as ε does, so the whole report needs its own ε.",
            facts={
                "level": lambda _: float(value(results.copies()).levels[0]),
                "reports": REPORTS_SEEN,
            },
            source=f"{PAPER}, Example 2",
            topic=TOPIC,
            tab="Ideas",
            before=hiding(copies(1), "by number of reports"),
            after=copies(REPORTS_SEEN),
            question=Slider(0.0, 100.0, 1.0, "{} %", proven(REPORTS_SEEN), Place("y")),
        ),
        Step(
            title="What is there to gain?",
            text="There are {d} features. The {sensitive} sensitive ones need δ = {delta}, and "
            "ε = {epsilon} is enough for the others. Features are almost unrelated (q = {q}). "
            "The figure first gives every feature the strictest protection.",
            ask="By how much does the optimised split of the budget reduce the typical error "
            "of all features?",
            why="The typical error falls from {alike} % to {optimised} % of the range. "
            "Sensitive features keep a small budget, and the others get more.",
            facts={
                "sensitive": lambda s: sum(
                    level < s["epsilon"] for level in sweep(s).scenario.delta
                ),
                "alike": lambda s: miss(s, "min_delta"),
                "optimised": lambda s: miss(s, "optimised"),
            },
            source=f"{PAPER}, Theorem 2; the conversion and the search are ours",
            params={"q": "0.01"},
            topic=TOPIC,
            tab="Feature by feature",
            before=STRICT_ONLY,
            after=without(PER_FEATURE, PAPERS_SPLIT, columns=PAPERS_COLUMNS),
            question=Slider(0.0, 100.0, 1.0, "{} %", saved, ERROR_OF_ALL),
        ),
        Step(
            title="What if features reveal each other?",
            text="If features are correlated, a harmless one reveals something about a "
            "sensitive one. Then the harmless ones need protection as well. At q = {q} the "
            "benefit is large, as the figure first shows.",
            ask="At which correlation q (0: independent, 1: copies) does the benefit of the "
            "optimised split end?",
            why="Above q = {end} the optimised split gives all features the strictest "
            "protection. The other features would otherwise reveal the sensitive ones.",
            facts={"end": nothing_gained_from},
            source=f"{PAPER}, Assumption 1; the conversion is ours",
            params={"q": "0.01"},
            topic=TOPIC,
            before=hiding(PER_FEATURE, PAPERS_SPLIT),
            after=where_nothing_is_gained,
            question=Slider(0.0, 1.0, 0.01, "q = {}", nothing_gained_from, Place("x")),
        ),
        Step(
            title="Is the paper's own split a good one?",
            text="The paper splits the budget by a fixed rule, ζ = (1 + q) / 2. Take q = {q}. The "
            "figure shows the strictest protection for all, and the optimised split.",
            ask="Compared with the strictest protection for all, the error of the paper's "
            "split is …",
            why="Its typical error is {paper} % of the range, against {alike} %. Proposition 4 "
            "also allows the strictest protection for all, so a search over its splits is "
            "never worse. (This is our erratum. It uses the unbiased radius.)",
            facts={
                "paper": lambda s: miss(s, "paper"),
                "alike": lambda s: miss(s, "min_delta"),
            },
            source=f"{PAPER}, Theorem 2 with ζ = (1 + q) / 2",
            params={"q": "0.5"},
            topic=TOPIC,
            before=hiding(BY_CORRELATION, "paper"),
            after=BY_CORRELATION,
            question=Choice(
                {"less": "smaller", "same": "the same", "more": "larger"},
                papers_split,
            ),
        ),
        Step(
            title="A factor of two",
            text="A report is a random vector on a sphere. The radius of the sphere should make "
            "reports right on average. Follow Mechanism 2 as printed in the paper. The "
            "true mean is **{mean}** in every feature.",
            ask="What is the average of the reports if the true mean is {mean}?",
            why="The printed radius is twice the unbiased one, so the variance is four times "
            "as large. In the paper's experiment the true mean is 0, where twice the mean "
            "looks right. (This is our erratum. The figure shows errors at a true mean of "
            "{mean}.)",
            source=f"{PAPER}, Mechanism 2",
            params={"mean": "0.5"},
            topic=TOPIC,
            tab="As printed",
            before=at(BY_CORRELATION, mean="0"),
            after=PAPERS_RADII,
            question=Slider(-1.0, 2.0, 0.05, "{}", printed_average),
        ),
    ),
    needs=("zero",),
)
