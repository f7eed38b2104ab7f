"""Lesson on columns that are not all equally sensitive, when nobody is trusted."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from hetdp_core.features import RULES, FeatureScenario
from hetdp_core.features.notions import example_1, reveal_chance
from hetdp_core.figures.text import number
from hetdp_core.papers import PAPERS
from pages.inside.features import lesson_answers as answers
from pages.inside.features import results, views
from pages.inside.features.hero import correlation_view
from pages.shared.controls import knobs
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.kept import value
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

PAPER = PAPERS["features"].citation
TOPIC = "feature_privacy"
PAPERS_SPLIT = RULES["paper"].title
PAPERS_COLUMNS = f"{PAPERS_SPLIT}:"
REPORTS_SEEN = 3
AT_FIRST = "0.05"
"""δ of the figure that goes with the first question."""


# --- figures ------------------------------------------------------------------------------


def of(make: Callable[[FeatureScenario], View]) -> Picture:
    """Return the picture that a view of the scenario is."""
    return lambda settings: make(answers.chosen(settings))


def error_region(settings: State) -> View:
    """Show Theorem 1's region at the present δ."""
    return views.error_region(settings[knobs.features.DELTA.key])


def first_example(_: State) -> View:
    """Show the mechanism of Example 1."""
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
    there = {**settings, "q": answers.nothing_gained_from(settings)}
    return replace(OPTIMISED(there), parameters=there)


STRICT_ONLY = hiding(PER_FEATURE, PAPERS_SPLIT, RULES["optimised"].title)


# --- texts --------------------------------------------------------------------------------


def _meaning_text(s: State) -> str:
    return (
        "Everybody perturbs their own report before sending it: nobody is trusted. One feature is "
        f"a yes or no, both equally likely, protected with **δ = {number(s['delta'])}**: no chance "
        "of failing, but an ε for this feature alone. Somebody sees the report and guesses it. At "
        f"first the figure shows δ = {AT_FIRST}."
    )


def _meaning_why(s: State) -> str:
    return (
        f"The report may change the odds by a factor of at most exp(δ) = "
        f"{number(math.exp(s['delta']))}. No test, however clever, gets below the region's "
        "corner at 1 / (1 + exp(δ))."
    )


def _pair_text(_: State) -> str:
    level = number(float(example_1().bcdp_levels.max()))
    return (
        "Two fair bits, one output bit. The figure shows how likely the output 1 is for each "
        f"input. Each bit alone is well hidden: seen by itself, its **δ is {level}**."
    )


def _copies_text(_: State) -> str:
    return (
        "A mechanism about three fair bits gives (x₁ ⊕ x₂, x₃) or (x₂, x₁ ⊕ x₃), by the flip of a "
        "hidden coin. One report says **nothing** about bit 1: its δ is "
        f"{number(float(value(results.copies()).levels[0]))}. Now the same person reports "
        f"**{REPORTS_SEEN} times**."
    )


def _saving_text(s: State) -> str:
    sensitive = sum(level < s["epsilon"] for level in answers.sweep(s).scenario.delta)
    return (
        f"{s['d']} features, {sensitive} of them sensitive: δ = {number(s['delta'])}, for the "
        f"others ε = {number(s['epsilon'])} is enough. Features hardly tell about each other "
        f"(q = {number(s['q'])}). In the figure all are protected like the strictest."
    )


def _saving_why(s: State) -> str:
    return (
        f"The typical miss goes from {number(answers.miss(s, 'min_delta'))} to "
        f"{number(answers.miss(s, 'optimised'))} % of the range: sensitive features keep a small "
        "budget, the others get more of it."
    )


def _correlation_text(s: State) -> str:
    return (
        "If features are correlated, a harmless one gives a sensitive one away. Then the harmless "
        f"ones must be protected too. At q = {number(s['q'])} a lot was saved, as the figure shows "
        "at first."
    )


def _correlation_why(s: State) -> str:
    return (
        f"From q = {number(answers.nothing_gained_from(s))} on the optimised split protects all "
        "features like the strictest: whatever the others reveal, they reveal about the sensitive "
        "ones too."
    )


def _split_text(s: State) -> str:
    return (
        f"The paper splits the budget by a rule of thumb, ζ = (1 + q) / 2. Take q = "
        f"{number(s['q'])}. In the figure: protecting all like the strictest, and the "
        "optimised split."
    )


def _split_why(s: State) -> str:
    return (
        f"A typical miss of {number(answers.miss(s, 'paper'))} % against "
        f"{number(answers.miss(s, 'min_delta'))} % of the range. The splits that "
        "Proposition 4 allows include protecting all alike, so a search among them is never "
        "worse. (Our erratum; with the unbiased radius.)"
    )


def _radius_text(s: State) -> str:
    return (
        "A report is a random vector on a sphere, whose radius makes it right on average. Follow "
        "the paper's Mechanism 2 to the letter, for people whose true mean is "
        f"**{number(s['mean'])}** in every feature."
    )


def _radius_why(s: State) -> str:
    return (
        "The printed radius is twice the unbiased one, so the variance is four times as large as "
        "well. In the paper's experiment the true mean is 0, where twice the mean looks right. "
        f"(Our erratum; in the figure, errors at a true mean of {number(s['mean'])}.) "
        "And people differ, too: see the tab of that name."
    )


LESSON = Lesson(
    "features",
    "Not all columns are alike",
    "What δ promises about one feature, what it does not, and how correlation spoils the gain.",
    "Those who know what ε-differential privacy promises.",
    12,
    (
        Step(
            "What does δ promise?",
            _meaning_text,
            {"delta": "0.5"},
            TOPIC,
            at(error_region, delta=AT_FIRST),
            error_region,
            Slider(
                "How often is the guess wrong, at least?",
                0.0,
                50.0,
                0.5,
                "{} %",
                answers.least_error,
                Place("diagonal", lambda _, percent: 0.01 * percent),
            ),
            _meaning_why,
            f"{PAPER}, Theorem 1",
            tab="Ideas",
        ),
        Step(
            "Is every bit hidden if each one is?",
            _pair_text,
            {},
            TOPIC,
            first_example,
            first_example,
            Choice(
                "Which ε has the report as a whole?",
                {
                    "same": "The same as each bit",
                    "twice": "More than each bit, but some ε",
                    "none": "None: no finite ε holds",
                },
                answers.level_of_the_pair,
            ),
            "The output 1 proves that the pair was not (0, 1), though it proves nothing about "
            "either bit. So feature privacy is asked for on top of an ε for the report, not "
            "instead of it.",
            f"{PAPER}, Example 1",
            tab="Ideas",
        ),
        Step(
            "Does it add up?",
            _copies_text,
            {},
            TOPIC,
            hiding(copies(1), "by number of reports"),
            copies(REPORTS_SEEN),
            Slider(
                f"If bit 1 is a 1, what is the chance that {REPORTS_SEEN} reports prove it?",
                0.0,
                100.0,
                1.0,
                "{} %",
                lambda _: 100.0 * reveal_chance(REPORTS_SEEN),
                Place("y", lambda _, percent: 0.01 * percent),
            ),
            "Two reports made in different ways prove it. Feature privacy does not add up as local "
            "privacy does, so the report as a whole needs its own ε.",
            f"{PAPER}, Example 2",
            tab="Ideas",
        ),
        Step(
            "What is there to gain?",
            _saving_text,
            {"q": "0.01"},
            TOPIC,
            STRICT_ONLY,
            without(PER_FEATURE, PAPERS_SPLIT, columns=PAPERS_COLUMNS),
            Slider(
                "By how much does the optimised split of the budget lower the typical miss of all "
                "features?",
                0.0,
                100.0,
                1.0,
                "{} %",
                answers.saved,
            ),
            _saving_why,
            f"{PAPER}, Theorem 2 and Proposition 4; the search is ours",
            tab="Feature by feature",
        ),
        Step(
            "What if features give each other away?",
            _correlation_text,
            {"q": "0.01"},
            TOPIC,
            hiding(PER_FEATURE, PAPERS_SPLIT),
            where_nothing_is_gained,
            Slider(
                "From which correlation q on (0: independent, 1: copies) does the optimised split "
                "gain nothing any more?",
                0.0,
                1.0,
                0.01,
                "q = {}",
                answers.nothing_gained_from,
                Place("x"),
            ),
            _correlation_why,
            f"{PAPER}, Assumption 1 and Proposition 4",
        ),
        Step(
            "Is the paper's own split a good one?",
            _split_text,
            {"q": "0.5"},
            TOPIC,
            hiding(BY_CORRELATION, "paper"),
            BY_CORRELATION,
            Choice(
                "Compared with protecting all alike, the error of the paper's split is …",
                {"less": "smaller", "same": "the same", "more": "larger"},
                answers.papers_split,
                answers.ways_from_plain,
            ),
            _split_why,
            f"{PAPER}, Theorem 2 with ζ = (1 + q) / 2",
        ),
        Step(
            "A factor of two",
            _radius_text,
            {"mean": "0.5"},
            TOPIC,
            at(BY_CORRELATION, mean="0"),
            PAPERS_RADII,
            Slider(
                lambda s: (
                    f"What do reports average to, where the true mean is {number(s['mean'])}?"
                ),
                -1.0,
                2.0,
                0.05,
                "{}",
                answers.printed_average,
            ),
            _radius_why,
            f"{PAPER}, Mechanism 2",
            tab="As printed",
        ),
    ),
    needs=("zero",),
)
