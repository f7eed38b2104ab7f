"""Every control that the URL remembers: key, limits, default. The one place for them.

A knob's key is the widget's key and the URL's parameter.  Streamlit itself drops a URL
value it cannot use; `url_notices` says so in words, checked by the same limits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hetdp_core import datasets
from hetdp_core.profiles import HIGHEST, KINDS, LOWEST
from hetdp_core.reproductions.record import PAPERS, Verdict
from hetdp_core.validate import MAX_USERS

Kind = Literal["whole", "number", "choice", "text", "flag"]


@dataclass(frozen=True)
class Knob:
    """One control: what it is called, what it may be set to, where it starts."""

    key: str
    label: str
    kind: Kind
    default: float | str
    low: float = -math.inf
    high: float = math.inf
    options: Mapping[str, str] | None = None
    help: str = ""

    def problem(self, given: Sequence[str]) -> str | None:
        """One sentence if a URL's value (or values) cannot be used as it stands."""
        if len(given) > 1:
            return f"“{self.key}” is given {len(given)} times in the address; the last one counts."
        if self._accepts(given[-1]):
            return None
        return (
            f"“{self.key}={given[-1][:30]}” in the address is not usable: {self.key} must be "
            f"{self.accepted}. {self.label} is back at {self._shown_default}."
        )

    @property
    def _shown_default(self) -> str:
        options = self.options or {}
        return options.get(str(self.default), str(self.default))

    @property
    def accepted(self) -> str:
        """What the knob accepts, in words."""
        if self.options is not None:
            return "one of " + ", ".join(self.options.values())
        if self.kind == "text":
            return "a text"
        sort = "a whole number" if self.kind == "whole" else "a number"
        return f"{sort} from {self.low:,g} to {self.high:,g}"

    def _accepts(self, text: str) -> bool:
        if self.kind == "text":
            return True
        if self.options is not None:
            return text in self.options.values()
        try:
            value = float(text)
        except ValueError:
            return False
        whole = self.kind == "number" or value.is_integer()
        return self.low <= value <= self.high and whole


def _epsilon(key: str, label: str, default: float, help_text: str) -> Knob:
    return Knob(key, label, "number", default, LOWEST, HIGHEST, help=help_text)


def _share(key: str, label: str, default: int, help_text: str = "") -> Knob:
    return Knob(key, label, "whole", default, 0, 100, help=help_text)


DATASETS = {key: datasets.info(key).title for key in datasets.available()}
ALL_COLUMNS = {
    column.label: column.label
    for key in datasets.available()
    for column in datasets.info(key).columns
    if column.bounds is not None
}
PROFILES = {key: kind.title for key, kind in KINDS.items()}

PROFILE = Knob(
    "profile",
    "Privacy profile",
    "choice",
    "log_uniform",
    options=PROFILES,
    help="Who asks for how much privacy. A smaller ε is more private.",
)
USERS = Knob("n", "Number of users n", "whole", 1000, 1, MAX_USERS)
LOW = _epsilon("low", "Strictest users ask for ε =", 0.01, "The most private level of the profile.")
MIDDLE = _epsilon("mid", "Pragmatists start at ε =", 0.2, "Where conservatives end.")
HIGH = _epsilon(
    "high",
    "Most relaxed users ask for ε =",
    10.0,
    "The control that the figure lets you drag; type an exact value here.",
)
STRICT_SHARE = _share("strict", "Share of strict users, %", 50)
MIDDLE_SHARE = _share("pragmatists", "Share of pragmatists, %", 43)
PUBLIC_SHARE = _share("public", "Public users, %", 0, "These do not ask for privacy: ε = ∞.")
LEVELS = Knob("levels", "Levels ε", "text", "0.05, 0.5, 5", help="“inf” means public.")
COUNTS = Knob("counts", "Users at each level", "text", "300, 500, 200")
CAP = _epsilon("cap", "Cap on every finite ε", HIGHEST, "Levels above the cap count as the cap.")
SEED = Knob(
    "seed", "Seed", "whole", 0, 0, 2**31 - 1, help="The same seed gives the same numbers again."
)
DATASET = Knob("dataset", "Dataset", "choice", "nhefs", options=DATASETS)
COLUMN = Knob("column", "Column", "choice", "the dataset's first choice", options=ALL_COLUMNS)
OUTSIDE = Knob(
    "outside",
    "Values outside the declared range",
    "choice",
    "clip",
    options={"clip": "Clip and count", "refuse": "Refuse"},
)
SPREAD = Knob(
    "spread",
    "Variance of the data, % of the largest possible",
    "whole",
    20,
    0,
    100,
    help="100 % is a coin flip between both ends of the range; 20 % is a Beta(2, 2) bell.",
)
SIMULATE = Knob(
    "simulate",
    "Check by simulation",
    "flag",
    "false",
    options={"true": "true", "false": "false"},
    help="Draws data and noise many times, as a check on the exact values.",
)

Q = Knob(
    "q",
    "Correlation q between features",
    "number",
    0.1,
    0.0,
    1.0,
    help="0: features are independent; 1: they are copies of each other. Bounds how much the "
    "other features can tell about one (total variation, Assumption 1).",
)
FEATURES = Knob("d", "Number of features", "whole", 10, 1, 50)
SENSITIVE = Knob("sensitive", "Sensitive features", "whole", 2, 0, 50)
DELTA = Knob(
    "delta",
    "Sensitive features ask for δ =",
    "number",
    0.2,
    1e-3,
    50.0,
    help="How much one report may change the odds about a sensitive feature: at most e^δ.",
)
EPSILON = Knob(
    "epsilon",
    "The whole report asks for ε =",
    "number",
    2.0,
    1e-3,
    50.0,
    help="Local differential privacy of everything a person sends; other features have δ = ε.",
)
REPORTS = Knob("reports", "People who report", "whole", 10_000, 1, 10_000_000)
DELTAS = Knob(
    "deltas",
    "Or: one δ for each feature, in any order",
    "text",
    "",
    help="For example “0.2, 2, 0.5, 2”. Replaces the three settings above.",
)
WEIGHTS = Knob(
    "weights",
    "How answers are combined",
    "choice",
    "inverse_variance",
    options={"inverse_variance": "Inverse variances", "paper": "As printed"},
)
TRUE_MEAN = Knob("mean", "True mean of every feature", "number", 0.0, -1.0, 1.0)
PROJECTION = Knob(
    "projection",
    "Project the estimate onto [−1, 1]",
    "flag",
    "true",
    options={"true": "true", "false": "false"},
)
OWN_ZETA = Knob(
    "own_zeta",
    "Choose ζ of the paper's rule",
    "flag",
    "false",
    options={"true": "true", "false": "false"},
    help="Otherwise (1 + q) / 2, as in the paper's experiment.",
)
ZETA = Knob("zeta", "ζ", "number", 0.5, 0.01, 1.0)

LAMBDA = Knob(
    "lam",
    "Regularisation λ",
    "number",
    1.0,
    1e-6,
    1e6,
    help="The control that the figure lets you drag; type an exact value here.",
)
RIDGE_DATA = Knob(
    "rows",
    "Records",
    "choice",
    "shared",
    options={
        "shared": "The dataset chosen above",
        "synthetic": "Synthetic, as in the paper",
        "own": "My own table",
    },
)
RIDGE_NOISE = Knob(
    "noise",
    "Noise of every regression",
    "choice",
    "sharp",
    options={
        "sharp": "Sharp (ours, proved)",
        "printed": "As printed (Theorem 3.2)",
        "bounded": "As printed, with a known bound on the coefficients (Theorem 3.4)",
    },
)
THETA_BOUND = Knob(
    "theta",
    "Known bound on the coefficients ‖θ‖",
    "number",
    1.0,
    1e-3,
    1e3,
    help="The guarantee rests on it: it must hold for every dataset that could occur.",
)
SCALING = Knob(
    "scaling",
    "Columns are scaled to [0, 1] by",
    "choice",
    "declared",
    options={
        "declared": "Declared bounds",
        "data": "Smallest and largest value, as in the paper (not private)",
    },
)
CENTRE = Knob(
    "centre",
    "Centre the label on the middle of its range",
    "flag",
    "true",
    options={"true": "true", "false": "false"},
    help="A label in [−½, ½] can move the coefficients half as far as one in [−1, 1].",
)
KNOWN_NORM = Knob(
    "norm",
    "Use the known length of a row",
    "flag",
    "true",
    options={"true": "true", "false": "false"},
    help="Each original column adds at most 1 to ‖x‖², however many labels it has.",
)
REGULARISED = Knob(
    "loss",
    "Loss on test records",
    "choice",
    "plain",
    options={"plain": "Squared error", "regularised": "Squared error + λ‖θ‖²"},
)
RECORDS = Knob("records", "Synthetic records", "whole", 100, 10, 5_000)
DIMENSION = Knob("dimension", "Synthetic features", "whole", 30, 1, 60)

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
    help="e^ε of each question.",
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

CARDS_OF = Knob(
    "cards_of",
    "Paper",
    "choice",
    "all",
    options={"all": "All papers", **PAPERS},
)
CARDS_WITH = Knob(
    "cards_with",
    "Verdict",
    "choice",
    "all",
    options={"all": "All verdicts", **{str(kind): str(kind) for kind in Verdict}},
)

ALL = (
    CARDS_OF,
    CARDS_WITH,
    LAMBDA,
    RIDGE_DATA,
    RIDGE_NOISE,
    THETA_BOUND,
    SCALING,
    CENTRE,
    KNOWN_NORM,
    REGULARISED,
    RECORDS,
    DIMENSION,
    AGE,
    SEX,
    PRESSURE,
    BMI,
    BELIEF_PRIOR,
    STATEMENT_IS,
    STATEMENT_NUMBER,
    STATEMENT_LEVEL,
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
    Q,
    FEATURES,
    SENSITIVE,
    DELTA,
    EPSILON,
    REPORTS,
    DELTAS,
    WEIGHTS,
    TRUE_MEAN,
    PROJECTION,
    OWN_ZETA,
    ZETA,
    PROFILE,
    USERS,
    LOW,
    MIDDLE,
    HIGH,
    STRICT_SHARE,
    MIDDLE_SHARE,
    PUBLIC_SHARE,
    LEVELS,
    COUNTS,
    CAP,
    SEED,
    DATASET,
    COLUMN,
    OUTSIDE,
    SPREAD,
    SIMULATE,
)
BY_KEY = {knob.key: knob for knob in ALL}


def url_notices(params: Mapping[str, Sequence[str]]) -> list[str]:
    """Sentences about parameters of the URL that cannot be used as they stand."""
    known = ((BY_KEY[key], values) for key, values in params.items() if key in BY_KEY)
    problems = (knob.problem(values) for knob, values in known)
    return [problem for problem in problems if problem]
