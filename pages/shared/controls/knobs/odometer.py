"""Controls of the page about the privacy odometer."""

from __future__ import annotations

from pages.shared.controls.knobs.knob import Knob

BUDGET = Knob(
    "budget",
    "Privacy budget",
    "number",
    10.0,
    0.05,
    100.0,
    help="The control that the figure lets you drag; type an exact value here.",
)
QUERY_KIND = Knob(
    "questions",
    "Kind of question",
    "choice",
    "linear",
    options={
        "linear": "Linear regressions",
        "truncated": "Truncated linear regressions",
        "logistic": "Logistic regressions",
        "powers": "x, x², x³ … of a number from 0 to 10",
    },
    help="The last one is the paper's running example.",
)
COORDINATES = Knob(
    "coordinates",
    "Coordinates of the record",
    "whole",
    9,
    1,
    14,
    help="Each lies between −1 and 1. Up to 14 coordinates, the least likelihood of linear "
    "answers is looked up at all corners, so it is exact.",
)
QUERY_EPSILON = Knob(
    "eps_question",
    "Each question asks for ε =",
    "number",
    1.0,
    0.05,
    10.0,
    help="What one answer may tell at most.",
)
RUNS = Knob("runs", "Simulated streams", "whole", 20, 1, 50)
ACCOUNTING = Knob(
    "accounting",
    "Losses are bounded",
    "choice",
    "joint",
    options={"joint": "All answers together", "grouped": "In groups of 10, as in the paper"},
)
STEP_KIND = Knob(
    "step_questions",
    "Questions",
    "choice",
    "powers",
    options={
        "powers": "x, x², x³ … of a number from 0 to 10 (Example 3)",
        "linear": "My own linear regressions",
        "truncated": "My own truncated linear regressions",
        "logistic": "My own logistic regressions",
    },
)
STEP_RATIO = Knob(
    "step_ratio",
    "One answer changes odds by at most ×",
    "number",
    1.5,
    1.01,
    1e4,
    help="exp(ε) of each question.",
)
STEP_MOST = Knob(
    "step_most",
    "All answers together, at most ×",
    "number",
    2.25,
    1.01,
    1e6,
    help="e to the privacy budget.",
)
STEP_TYPED = Knob(
    "step_slopes",
    "Slopes of each question | intercept; next question …",
    "text",
    "0.5, 0.5; 0.5, -0.5; 0.8, 0.2; -0.2, 0.8",
    help="Records have one coordinate in [−1, 1] per slope. Linear results must stay in [−1, 1], "
    "truncated ones are clipped to it. After the last question the first comes again.",
)
STEP_ANSWERS = Knob(
    "answers", "Answers so far", "text", "", help="Zeros and ones; the buttons add to it."
)
STEP_RECORD = Knob(
    "record",
    "The person's record",
    "text",
    "",
    help="For drawing an answer at random; simulated. Empty: 7, or 0 in every coordinate.",
)
BELIEF_PRIOR = Knob(
    "belief",
    "Believed before",
    "choice",
    "uniform",
    options={"uniform": "All equally likely", "bell": "Most likely in the middle"},
)
STATEMENT_IS = Knob(
    "statement",
    "Statement: it is",
    "choice",
    "at_least",
    options={"at_least": "at least", "at_most": "at most"},
)
STATEMENT_NUMBER = Knob("threshold", "the number", "number", 5.0, 0.0, 10.0)
STATEMENT_LEVEL = Knob("threshold_level", "the number", "number", 0.0, -1.0, 1.0)
AGE = Knob("age", "Age, years", "number", 52.0, 10.0, 100.0)
SEX = Knob("sex", "Sex", "choice", "male", options={"female": "Female", "male": "Male"})
PRESSURE = Knob("pressure", "Blood pressure, mmHg", "number", 140.0, 50.0, 200.0)
BMI = Knob("bmi", "BMI, kg/m²", "number", 23.0, 10.0, 50.0)

ALL = (
    BUDGET,
    QUERY_KIND,
    COORDINATES,
    QUERY_EPSILON,
    RUNS,
    ACCOUNTING,
    STEP_KIND,
    STEP_RATIO,
    STEP_MOST,
    STEP_TYPED,
    STEP_ANSWERS,
    STEP_RECORD,
    BELIEF_PRIOR,
    STATEMENT_IS,
    STATEMENT_NUMBER,
    STATEMENT_LEVEL,
    AGE,
    SEX,
    PRESSURE,
    BMI,
)
