"""Controls of the page about the privacy odometer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hetdp_core.odometer.levels import MOST_LEVELS
from hetdp_core.profiles import KINDS
from hetdp_core.uploads import epsilons_from_text
from pages.shared.controls.catalog import shared
from pages.shared.controls.catalog.what_it_takes import ODOMETER
from pages.shared.controls.control import (
    Control,
    choice_control,
    level_control,
    named_in,
    whole_control,
)
from pages.shared.text.notices import literal

BUDGET = level_control(
    "budget",
    "Privacy budget",
    2.0,
    (0.1, 50.0),
    low=0.05,
    high=100.0,
    ends=("more private", "more answers"),
    help=(
        "The budget is the largest privacy loss allowed for all answers together: odds change by "
        "at most a factor of exp(budget)."
    ),
    guards="answers",
)
QUERY_KIND = choice_control(
    "questions",
    "Kind of question",
    {
        "linear": "Linear regressions",
        "truncated": "Truncated linear regressions",
        "logistic": "Logistic regressions",
        "powers": "x, x², x³ … of a number from 0 to 10",
    },
    (
        "Everyone is asked this kind of question again and again. A linear regression predicts "
        "something from the record: a weighted sum of its coordinates, with random weights. "
        "Truncated, it is clipped to its range; logistic, it is a probability. The last kind is "
        "the paper's running example."
    ),
    field="kind",
)
COORDINATES = whole_control(
    "coordinates",
    "Coordinates of the record",
    9,
    (1, 14),
    "Each lies between −1 and 1. With up to 14 coordinates all corners are searched, so losses of "
    "linear answers are exact.",
)
QUERY_EPSILON = level_control(
    "eps_question",
    "ε of each question =",
    1.0,
    (0.1, 5.0),
    "The most one answer can reveal: odds change by at most a factor of exp(ε).",
    low=0.05,
    high=10.0,
    guards="answer",
)
QUESTION_LEVELS = choice_control(
    "question_levels",
    "ε by question",
    {
        "alike": "The same ε for all questions",
        "two_groups": "Two groups",
        "log_uniform": "Log-uniform",
        "levels": "A list",
        "uploaded": KINDS["uploaded"].title,
        "matters": "More for what matters",
    },
    "Questions may have their own ε, known to everybody in advance. “More for what matters”: of "
    "ten questions the first matters most and the k-th 1/k as much. With a mean of 1, ε falls from "
    "1.6 to 0.748; then it starts again.",
)
QUESTION_LOW = level_control(
    "question_low",
    "Most private question: ε =",
    0.25,
    (0.1, 5.0),
    "The smallest ε of a question.",
    low=0.05,
    high=10.0,
    guards="answer",
    field="low",
)
QUESTION_HIGH = level_control(
    "question_high",
    "Least private question: ε =",
    1.0,
    (0.1, 5.0),
    "The largest ε of a question.",
    low=0.05,
    high=10.0,
    guards="answer",
    field="high",
)
QUESTION_LIST = Control(
    "question_list",
    "ε of each question",
    "text",
    "1, 0.25, 0.25, 0.25",
    help="In this order. After the last question the first ε comes again.",
    guards="answer",
    means=epsilons_from_text,
)
RUNS = whole_control(
    "runs",
    "Simulated people",
    20,
    (1, 50),
    ("Each is asked until the filter refuses a question. More people make the median steadier."),
)
ACCOUNTING = choice_control(
    "accounting",
    "Losses are bounded",
    {"joint": "All answers together", "grouped": "In groups of 10 (paper)"},
    "How losses without an exact value are bounded. “All answers together” is never worse.",
    was={"In groups of 10, as in the paper": "grouped"},
    field="grouped",
    means=lambda bound, _: bound == "grouped",
)
STEP_KIND = choice_control(
    "step_questions",
    "Questions",
    {
        "powers": "x, x², x³ … of a number from 0 to 10 (Example 3)",
        "linear": "My own linear regressions",
        "truncated": "My own truncated linear regressions",
        "logistic": "My own logistic regressions",
    },
    "The questions to this person, one after the other.",
)
STEP_BUDGET = choice_control(
    "conversation",
    "ε of each question, and budget",
    {"page": "As set on this page", "example_3": "The paper's Example 3"},
    "Example 3 has ε = ln 1.5 = 0.405 and a budget of ln 2.25 = 0.811. One answer changes odds by "
    "at most × 1.5, all together by at most × 2.25.",
)
STEP_TYPED = Control(
    "step_slopes",
    "Slopes of each question | intercept; next question …",
    "text",
    "0.5, 0.5; 0.5, -0.5; 0.8, 0.2; -0.2, 0.8",
    help="Records have one coordinate in [−1, 1] per slope. Linear results must stay in [−1, 1], "
    "truncated ones are clipped to it. After the last question the first comes again.",
)
STEP_ANSWERS = Control(
    "answers", "Answers so far", "text", "", help="Zeros and ones. The buttons add to them."
)
STEP_RECORD = Control(
    "record",
    "Simulated record",
    "text",
    "",
    help="For drawing an answer at random. Empty: 7, or 0 in every coordinate.",
)
BELIEF_PRIOR = choice_control(
    "belief",
    "Believed before",
    {"uniform": "All equally likely", "bell": "Most likely in the middle"},
    "How likely each record is, before any answer.",
)
STATEMENT_IS = choice_control(
    "statement",
    "Statement: it is",
    {"at_least": "at least", "at_most": "at most"},
    "The probability of this statement about the record is shown.",
)
STATEMENT_NUMBER = Control(
    "threshold",
    "the number",
    "number",
    5.0,
    0.0,
    10.0,
    help="Where the statement about the record draws the line.",
)
STATEMENT_LEVEL = Control(
    "threshold_level",
    "the number",
    "number",
    0.0,
    -1.0,
    1.0,
    help="Where the statement about the record draws the line.",
)
_PERSON = (
    "Changes the probabilities of the outcomes. What each outcome reveals is the same for everyone."
)
AGE = Control("age", "Age, years", "number", 52.0, 10.0, 100.0, help=_PERSON)
SEX = choice_control("sex", "Sex", {"female": "Female", "male": "Male"}, _PERSON, default="male")
PRESSURE = Control("pressure", "Blood pressure, mmHg", "number", 140.0, 50.0, 200.0, help=_PERSON)
BMI = Control("bmi", "BMI, kg/m²", "number", 23.0, 10.0, 50.0, help=_PERSON)

ALL = named_in(globals())

QUESTION_FILE = replace(
    shared.FILE,
    key="question_file",
    help="One ε per line, in the order of the questions. The first line may be “ε”. After the last "
    f"question the first ε comes again. Up to {MOST_LEVELS:,} rows. The file stays in this "
    "session's memory.",
    guards="answer",
)
"""In no link, as the file of people's levels."""

_CONVERSATION = {control.key for control in ALL[ALL.index(STEP_KIND) : ALL.index(AGE)]}

BUDGET_OF_VERSION_2 = "10"
"""What an address said by naming no budget, up to version 2."""

RETIRED = {"step_ratio": (QUERY_EPSILON, "1.5"), "step_most": (BUDGET, "2.25")}
"""How links of version 1 said e to the ε and to the budget of a conversation, which had its own:
the control that says it now, and what they were at first, which is Example 3.
"""


def of_version_1(params: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Return how a link of version 1 is said in 2: what was a conversation's default is named."""
    if retired(params) or not _CONVERSATION.union(RETIRED).intersection(params):
        return params
    return {**params, STEP_BUDGET.key: STEP_BUDGET.written("example_3")}


def of_version_2(params: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Return how a link of version 2 is said today: the budget that it left unsaid is named.

    One that sets nothing of this topic opens what is there at first.
    """
    own = {"seed", *(control.key for control in (*ALL, *ODOMETER)), *RETIRED}
    return {BUDGET.key: [BUDGET_OF_VERSION_2], **params} if own.intersection(params) else params


def retired(params: Mapping[str, Sequence[str]]) -> list[str]:
    """Return a sentence about each number that a conversation can no longer have for itself."""
    typed = [(key, params[key][-1][:30]) for key in RETIRED if params.get(key)]
    return [
        f"The link contains an old value ({key}={text}). “Step by step” uses the ε and the "
        f"budget of the page. Set “{literal(RETIRED[key][0].label)}” to ln {text} to see it."
        for key, text in typed
        if text != RETIRED[key][1]
    ]
