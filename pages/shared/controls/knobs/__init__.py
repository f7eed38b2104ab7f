"""Every control that the URL remembers, by topic.  The one place for keys, limits, defaults.

A knob's key is the widget's key and the URL's parameter.  A value that the URL says and no
control could hold counts as absent; `url_notices` says so in words, checked by the same limits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pages.shared.controls.knobs import features, mean, odometer, reproductions, ridge, shared, tabs
from pages.shared.controls.knobs.features import (
    DELTA,
    DELTAS,
    EPSILON,
    FEATURES,
    OWN_ZETA,
    PROJECTION,
    REPORTS,
    SENSITIVE,
    TRUE_MEAN,
    WEIGHTS,
    ZETA,
)
from pages.shared.controls.knobs.knob import MAX_TEXT, Knob, whole_number
from pages.shared.controls.knobs.mean import OUTSIDE, SIMULATE, SPREAD
from pages.shared.controls.knobs.odometer import (
    ACCOUNTING,
    AGE,
    BELIEF_PRIOR,
    BMI,
    BUDGET,
    COORDINATES,
    PRESSURE,
    QUERY_EPSILON,
    QUERY_KIND,
    RUNS,
    SEX,
    STATEMENT_IS,
    STATEMENT_LEVEL,
    STATEMENT_NUMBER,
    STEP_ANSWERS,
    STEP_KIND,
    STEP_MOST,
    STEP_RATIO,
    STEP_RECORD,
    STEP_TYPED,
)
from pages.shared.controls.knobs.reproductions import CARDS_OF, CARDS_WITH
from pages.shared.controls.knobs.ridge import (
    CENTRE,
    DIMENSION,
    KNOWN_NORM,
    LAMBDA,
    METHODS,
    RECORDS,
    REGULARISED,
    RIDGE_DATA,
    RIDGE_NOISE,
    SCALING,
    THETA_BOUND,
    predictors,
    predictors_of,
    target,
    without_target,
)
from pages.shared.controls.knobs.shared import (
    CAP,
    COLUMN,
    COUNTS,
    DATASET,
    HIGH,
    LEVELS,
    LOW,
    MIDDLE,
    MIDDLE_SHARE,
    PROFILE,
    PUBLIC_SHARE,
    SEED,
    STRICT_SHARE,
    USERS,
    Q,
)
from pages.shared.controls.knobs.tabs import OUTPUT_CHANCE, TRIALS, WORKED_EXAMPLE

__all__ = [
    "ACCOUNTING",
    "AGE",
    "ALL",
    "BELIEF_PRIOR",
    "BMI",
    "BUDGET",
    "BY_KEY",
    "CAP",
    "CARDS_OF",
    "CARDS_WITH",
    "CENTRE",
    "COLUMN",
    "COORDINATES",
    "COUNTS",
    "DATASET",
    "DELTA",
    "DELTAS",
    "DIMENSION",
    "EPSILON",
    "FEATURES",
    "HIGH",
    "KNOWN_NORM",
    "LAMBDA",
    "LEVELS",
    "LOW",
    "MAX_TEXT",
    "METHODS",
    "MIDDLE",
    "MIDDLE_SHARE",
    "OUTPUT_CHANCE",
    "OUTSIDE",
    "OWN_ZETA",
    "PRESSURE",
    "PROFILE",
    "PROJECTION",
    "PUBLIC_SHARE",
    "QUERY_EPSILON",
    "QUERY_KIND",
    "RECORDS",
    "REGULARISED",
    "REPORTS",
    "RIDGE_DATA",
    "RIDGE_NOISE",
    "RUNS",
    "SCALING",
    "SEED",
    "SENSITIVE",
    "SEX",
    "SIMULATE",
    "SPREAD",
    "STATEMENT_IS",
    "STATEMENT_LEVEL",
    "STATEMENT_NUMBER",
    "STEP_ANSWERS",
    "STEP_KIND",
    "STEP_MOST",
    "STEP_RATIO",
    "STEP_RECORD",
    "STEP_TYPED",
    "STRICT_SHARE",
    "THETA_BOUND",
    "TRIALS",
    "TRUE_MEAN",
    "USERS",
    "WEIGHTS",
    "WORKED_EXAMPLE",
    "ZETA",
    "Knob",
    "Q",
    "predictors",
    "predictors_of",
    "target",
    "url_notices",
    "whole_number",
    "without_target",
]

ALL: tuple[Knob, ...] = (
    *shared.ALL,
    *mean.ALL,
    *features.ALL,
    *ridge.ALL,
    *odometer.ALL,
    *tabs.ALL,
)
"""What makes a scenario."""

BY_KEY = {knob.key: knob for knob in (*ALL, *reproductions.ALL)}
"""All that the address may say."""


def url_notices(params: Mapping[str, Sequence[str]]) -> list[str]:
    """Sentences about parameters of the URL that cannot be used as they stand."""
    known = ((BY_KEY[key], values) for key, values in params.items() if key in BY_KEY)
    problems = (knob.problem(values) for knob, values in known)
    return [problem for problem in problems if problem]
