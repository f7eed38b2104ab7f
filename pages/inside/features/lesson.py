"""Lesson on columns that are not all equally sensitive, with its answers as numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from hetdp_core.features import RULES, CorrelationSweep, FeatureScenario
from hetdp_core.features.channel import report_radius
from hetdp_core.features.notions import example_1, reveal_chance
from hetdp_core.figures.marks import Thing
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


def chosen(settings: State) -> FeatureScenario:
    return controls.read(settings, scenario.read(settings))


def sweep(settings: State) -> CorrelationSweep:
    return value(results.sweep(chosen(settings)))


def miss(settings: State, rule: str) -> float:
    """Return a rule's typical miss at the present q, in percent of the range."""
    rules, place = sweep(settings), sweep(settings).index(chosen(settings).q)
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
    """Return by how many percent the optimised split lowers the typical miss at the present q."""
    rules = sweep(settings)
    return float(rules.percent_lower[rules.index(chosen(settings).q)])


def nothing_gained_from(settings: State) -> float:
    """Return the q from which on features are all protected alike."""
    first = sweep(settings).nothing_gained_from
    assert first is not None  # with as many people as in this lesson, at q = 1 at the latest
    return first


def papers_split(settings: State) -> str:
    """Compare the error of the paper's split with that of protecting all alike."""
    ours, plain = miss(settings, "paper"), miss(settings, "min_delta")
    if abs(ours - plain) <= 0.01 * plain:
        return "same"
    return "less" if ours < plain else "more"


def ways_from_plain(settings: State) -> dict[str, Thing]:
    """Show the ways that an error may differ, at the present q, from protecting all alike."""
    ways = {"less": "down", "same": "level", "more": "up"}
    plain = RULES["min_delta"].title
    return {key: Thing(plain, settings["q"], way) for key, way in ways.items()}


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


# --- figures ------------------------------------------------------------------------------


def of(make: Callable[[FeatureScenario], View]) -> Picture:
    """Return the picture that a view of the scenario is."""
    return lambda settings: make(chosen(settings))


def error_region(settings: State) -> View:
    """Show Theorem 1's region at the present δ."""
    return views.error_region(settings[catalog.features.DELTA.key])


def first_example(_: State) -> View:
    return views.first_example()


def copies(reports: int) -> Picture:
    """Return the picture of what this many reports prove in Example 2."""
    return lambda _: views.copies(reports)


BY_CORRELATION = of(correlation_view)
PER_FEATURE = of(views.per_feature)
PAPERS_RADII = without(
    of(views.printed),
    *(
        f"{RULES[rule].title}, {radius}"
        for rule in ("optimised", "min_delta")
        for radius in ("unbiased", "as printed")
    ),
    columns=tuple(f"{RULES[rule].title}:" for rule in ("optimised", "min_delta")),
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
    "What δ promises about one feature, what it does not, and how correlation spoils the gain.",
    "Those who know what ε-differential privacy promises.",
    12,
    (
        Step(
            title="What does δ promise?",
            text="Everybody perturbs their own report before sending it: nobody is trusted. One "
            "feature is a yes or no, both equally likely, protected with **δ = {delta}**: no "
            "chance of failing, but an ε for this feature alone. Somebody sees the report and "
            "guesses it. At first the figure shows δ = {first}.",
            ask="How often is the guess wrong, at least?",
            why="The report may change the odds by a factor of at most exp(δ) = {factor}. No test, "
            "however clever, gets below the region's corner at 1 / (1 + exp(δ)).",
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
            text="Two fair bits, one output bit. The figure shows how likely the output 1 is for "
            "each input. Each bit alone is well hidden: seen by itself, its **δ is {level}**.",
            ask="Which ε has the report as a whole?",
            why="The output 1 proves that the pair was not (0, 1), though it proves nothing about "
            "either bit. So feature privacy is asked for on top of an ε for the report, not "
            "instead of it.",
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
            text="A mechanism about three fair bits gives (x₁ ⊕ x₂, x₃) or (x₂, x₁ ⊕ x₃), by the "
            "flip of a hidden coin. One report says **nothing** about bit 1: its δ is {level}. Now "
            "the same person reports **{reports} times**.",
            ask="If bit 1 is a 1, what is the chance that {reports} reports prove it?",
            why="Two reports made in different ways prove it. Feature privacy does not add up as "
            "local privacy does, so the report as a whole needs its own ε.",
            facts={
                "level": lambda _: float(value(results.copies()).levels[0]),
                "reports": REPORTS_SEEN,
            },
            source=f"{PAPER}, Example 2",
            topic=TOPIC,
            tab="Ideas",
            before=hiding(copies(1), "by number of reports"),
            after=copies(REPORTS_SEEN),
            question=Slider(0.0, 100.0, 1.0, "{} %", proven(REPORTS_SEEN), Place("y", as_share)),
        ),
        Step(
            title="What is there to gain?",
            text="{d} features, {sensitive} of them sensitive: δ = {delta}, for the others "
            "ε = {epsilon} is enough. Features hardly tell about each other (q = {q}). In the "
            "figure all are protected like the strictest.",
            ask="By how much does the optimised split of the budget lower the typical miss of all "
            "features?",
            why="The typical miss goes from {alike} to {optimised} % of the range: sensitive "
            "features keep a small budget, the others get more of it.",
            facts={
                "sensitive": lambda s: sum(
                    level < s["epsilon"] for level in sweep(s).scenario.delta
                ),
                "alike": lambda s: miss(s, "min_delta"),
                "optimised": lambda s: miss(s, "optimised"),
            },
            source=f"{PAPER}, Theorem 2 and Proposition 4; the search is ours",
            params={"q": "0.01"},
            topic=TOPIC,
            tab="Feature by feature",
            before=STRICT_ONLY,
            after=without(PER_FEATURE, PAPERS_SPLIT, columns=PAPERS_COLUMNS),
            question=Slider(0.0, 100.0, 1.0, "{} %", saved),
        ),
        Step(
            title="What if features give each other away?",
            text="If features are correlated, a harmless one gives a sensitive one away. Then the "
            "harmless ones must be protected too. At q = {q} a lot was saved, as the figure shows "
            "at first.",
            ask="From which correlation q on (0: independent, 1: copies) does the optimised split "
            "gain nothing any more?",
            why="From q = {end} on the optimised split protects all features like the strictest: "
            "whatever the others reveal, they reveal about the sensitive ones too.",
            facts={"end": nothing_gained_from},
            source=f"{PAPER}, Assumption 1 and Proposition 4",
            params={"q": "0.01"},
            topic=TOPIC,
            before=hiding(PER_FEATURE, PAPERS_SPLIT),
            after=where_nothing_is_gained,
            question=Slider(0.0, 1.0, 0.01, "q = {}", nothing_gained_from, Place("x")),
        ),
        Step(
            title="Is the paper's own split a good one?",
            text="The paper splits the budget by a rule of thumb, ζ = (1 + q) / 2. Take q = {q}. "
            "In the figure: protecting all like the strictest, and the optimised split.",
            ask="Compared with protecting all alike, the error of the paper's split is …",
            why="A typical miss of {paper} % against {alike} % of the range. The splits that "
            "Proposition 4 allows include protecting all alike, so a search among them is never "
            "worse. (Our erratum; with the unbiased radius.)",
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
                ways_from_plain,
            ),
        ),
        Step(
            title="A factor of two",
            text="A report is a random vector on a sphere, whose radius makes it right on average. "
            "Follow the paper's Mechanism 2 to the letter, for people whose true mean is "
            "**{mean}** in every feature.",
            ask="What do reports average to, where the true mean is {mean}?",
            why="The printed radius is twice the unbiased one, so the variance is four times as "
            "large as well. In the paper's experiment the true mean is 0, where twice the mean "
            "looks right. (Our erratum; in the figure, errors at a true mean of {mean}.) And "
            "people differ, too: see the tab of that name.",
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
