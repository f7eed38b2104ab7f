"""Lesson across all topics: what varies, who is trusted, and which tool fits."""

from __future__ import annotations

import math

from hetdp_core.figures.text import number, percent
from pages.inside.features import results, views
from pages.inside.mean import lesson as mean
from pages.inside.mean import lesson_answers as mean_answers
from pages.inside.odometer import lesson as odometer
from pages.inside.ridge import lesson as ridge
from pages.inside.topics import TOPICS
from pages.shared.controls import knobs, scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Choice, Lesson, Picture, Place, Slider, Step, without

FEW_STRICT = {"profile": "Levels and counts", "levels": "0.01, 1", "counts": "50, 950"}
ALL_ALIKE = {"profile": "Levels and counts", "levels": "1", "counts": "1000"}
SURVEYED = ("age", "sex", "race", "school", "bmi")
TOOLS = {key: topic.title for key, topic in TOPICS.items()}


def tool_for(chooser: str) -> str:
    """The topic whose readers would say this of their case."""
    return next(key for key, topic in TOPICS.items() if topic.chooser == chooser)


USERS, COLUMNS, PREDICT, QUESTIONS = map(
    tool_for, ("My users differ", "My columns differ", "I want to predict", "I ask many questions")
)


def which_tool(right: str) -> Choice:
    """The question of a case."""
    return Choice("Which tool fits?", TOOLS, lambda _: right)


# --- figures ------------------------------------------------------------------------------


def region(key: str) -> Picture:
    """Theorem 1's region, with the level of this control."""
    return lambda settings: views.error_region(settings[key])


def columns_of_a_survey(settings: State) -> View:
    """How far columns give each other away."""
    return views.pair_map(settings["dataset"], SURVEYED)


# --- answers ------------------------------------------------------------------------------


def alike_costs(settings: State) -> float:
    """Error with the strictest level for all, over ADPM's, in the worst case."""
    errors = mean_answers.compared(settings).worst_case_errors
    return errors["uniform"] / errors["adpm"]


def trust_saves(settings: State) -> float:
    """Error without a trusted curator, over that with one, in the worst case."""
    errors = mean_answers.compared(settings).worst_case_errors
    return errors["local"] / errors["adpm"]


# --- texts --------------------------------------------------------------------------------


def _strict_text(s: State) -> str:
    profile = scenario.read(s).profile
    strict, others = profile.levels
    return (
        f"{profile.counts[1]:,} users are content with ε = {number(others)}, "
        f"**{profile.counts[0]:,} ask for ε = {number(strict)}**. Usual differential privacy "
        "knows one ε for all, and so has to take the strictest."
    )


def _strict_why(s: State) -> str:
    errors = mean_answers.compared(s).worst_case_errors
    return (
        f"± {percent(errors['uniform'])} of the range instead of ± {percent(errors['adpm'])}, "
        "because of the wish of a few. If levels may differ, each gets at least what they ask for, "
        "and the others' data still count."
    )


def _trust_text(s: State) -> str:
    profile = scenario.read(s).profile
    return (
        f"{profile.counts[0]:,} users, all with ε = {number(profile.levels[0])}. A trusted curator "
        "sees the data and adds noise once, to the mean. With nobody to trust, each person adds "
        "noise of their own: the same ε, another promise."
    )


def _trust_why(s: State) -> str:
    errors = mean_answers.compared(s).worst_case_errors
    return (
        f"± {percent(errors['adpm'])} of the range against ± {percent(errors['local'])}. Whom one "
        f"happened to ask is in both; the noise alone is √n = {number(math.sqrt(s['n']))} times as "
        "large. So ask first **who is trusted**: the mean and the regression here need a curator, "
        "feature privacy and the odometer trust nobody."
    )


def _columns_text(s: State) -> str:
    del s
    return (
        "An app asks people about themselves. They send noisy reports and trust nobody. Their age "
        "matters little to them, their health a lot. The figure shows how much such columns, in at "
        f"most {results.BINS} bins each, give each other away (NHEFS data)."
    )


def _report_text(s: State) -> str:
    return (
        f"A report is locally private with ε = {number(s['epsilon'])} as a whole. Its sensitive "
        f"features are protected with δ = {number(s['delta'])}. The figure shows what somebody can "
        "find out about a feature that has nothing but the ε."
    )


def _report_why(s: State) -> str:
    return (
        f"exp(δ) = {number(math.exp(s['delta']))}; the ε alone would allow "
        f"{number(math.exp(s['epsilon']))}. The same word “ε” speaks of a whole database, a "
        "report, a feature or one answer: always ask **of what**."
    )


LESSON = Lesson(
    "across",
    "Which privacy is it?",
    "What can differ, who has to be trusted, and which of the four tools fits a case.",
    "Everybody.",
    10,
    (
        Step(
            "Do a few strict users set the level for all?",
            _strict_text,
            FEW_STRICT,
            USERS,
            mean.SATURATED,
            without(mean_answers.worst_cases("adpm", "uniform"), mean.BOUND),
            Slider(
                "How many times larger is the worst-case error if all get the strictest level?",
                1.0,
                1000.0,
                0,
                "{} times",
                alike_costs,
                mean_answers.TIMES_ADPM,
            ),
            _strict_why,
            f"{mean.PAPER}, introduction",
            tab="Methods side by side",
        ),
        Step(
            "What does trust save?",
            _trust_text,
            ALL_ALIKE,
            USERS,
            mean.SATURATED,
            without(mean_answers.worst_cases("adpm", "local"), mean.BOUND),
            Slider(
                "How many times larger is the worst-case error when nobody is trusted?",
                1.0,
                1000.0,
                0,
                "{} times",
                trust_saves,
                mean_answers.TIMES_ADPM,
            ),
            _trust_why,
            f"{mean.PAPER}, section VI-A (LDPE)",
            tab="Methods side by side",
        ),
        Step(
            "Case: a hospital's patients",
            "Patients let their hospital keep a value, each with a privacy level of their own. "
            "The hospital is trusted, and will publish one mean.",
            {"dataset": "Diabetes: disease progression after one year"},
            USERS,
            mean_answers.column_values,
            mean.SATURATED,
            which_tool(USERS),
            "Users differ, a curator is trusted, and one mean is wanted.",
            f"{mean.PAPER}, Definition 1",
        ),
        Step(
            "Case: an app with personal questions",
            _columns_text,
            {},
            COLUMNS,
            columns_of_a_survey,
            TOPICS[COLUMNS].view,
            which_tool(COLUMNS),
            "Columns differ and nobody is trusted. How much it helps hangs on how far columns give "
            "each other away.",
            "Aliakbarpour et al., Definition 4 and Assumption 1",
        ),
        Step(
            "Same word, another meaning",
            _report_text,
            {},
            COLUMNS,
            region(knobs.features.EPSILON.key),
            region(knobs.features.DELTA.key),
            Slider(
                "By up to what factor may a report change the odds about a sensitive feature?",
                1.0,
                10.0,
                0,
                "× {}",
                lambda s: math.exp(s["delta"]),
                Place("diagonal", lambda _, times: 1.0 / (1.0 + times)),
            ),
            _report_why,
            "Aliakbarpour et al., Definitions 1 and 4, Theorem 1",
            tab="Ideas",
        ),
        Step(
            "Case: a health diary",
            "One person's phone answers a research centre's questions, one after the other, each "
            "answer noisy. Nobody is trusted, and nobody knows beforehand how many questions will "
            "come.",
            {"answers": "1011"},
            QUESTIONS,
            odometer.beliefs_after(0),
            odometer.conversation,
            which_tool(QUESTIONS),
            "Questions differ and add up. What matters is what the answers told together, not how "
            "many there were.",
            f"{odometer.PAPER}, section 4",
            tab="Step by step",
        ),
        Step(
            "Case: what will it cost?",
            "An insurer holds records whose owners chose different levels, and wants to predict "
            "costs from age, weight and smoking. The insurer is trusted.",
            ridge.SEGMENTS,
            PREDICT,
            mean_answers.column_values,
            TOPICS[PREDICT].view,
            which_tool(PREDICT),
            "Users differ and a prediction is wanted. First see whether a regression beats the "
            "private mean at all.",
            f"{ridge.PAPER}, Definition 2.2",
        ),
    ),
    needs=("zero",),
)
