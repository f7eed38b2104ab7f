"""Controls of the page about feature privacy."""

from __future__ import annotations

from hetdp_core.datasets import DatasetInfo, available, info
from hetdp_core.features import RULES
from pages.shared.controls.knobs.knob import Knob
from pages.shared.words.literal import literal

MOST_REPORTED, MOST_INPUTS = 12, 8
"""Columns that may be chosen."""

FEATURES = Knob("d", "Number of features", "whole", 10, 1, 50)
SENSITIVE = Knob("sensitive", "Sensitive features", "whole", 2, 0, 50)
DELTA = Knob(
    "delta",
    "Sensitive features ask for δ =",
    "number",
    0.2,
    1e-3,
    50.0,
    help="How much one report may change the odds about a sensitive feature: at most exp(δ).",
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
TRIANGLE_RULE = Knob(
    "triangle_rule",
    "Rule",
    "choice",
    "optimised",
    options={key: rule.title for key, rule in RULES.items()},
)


def reported(table: DatasetInfo) -> Knob:
    """Return which columns people report: at first up to two sensitive ones and two others."""
    labels, high = _numbers(table), _sensitive(table)[:2]
    first = {*high, *[name for name in labels if name not in high][:2]}
    start = tuple(name for name in labels if name in first)
    return Knob(
        f"columns_{table.key}",
        "Columns people report",
        "several",
        start,
        high=MOST_REPORTED,
        options=labels,
    )


def sensitive(table: DatasetInfo) -> Knob:
    """Return which columns ask for the strictest δ."""
    return Knob(
        f"sensitive_{table.key}",
        "Sensitive ones (ask for the strictest δ)",
        "several",
        _sensitive(table),
        options=_numbers(table),
    )


def inputs(table: DatasetInfo) -> Knob:
    """Return from which columns the table's target is predicted."""
    labels = _numbers(table)
    others = {name: label for name, label in labels.items() if name != table.default_target}
    return Knob(
        f"inputs_{table.key}",
        f"Predict “{literal(labels.get(table.default_target, ''))}” from",
        "several",
        tuple(others)[:2],
        high=MOST_INPUTS,
        options=others,
    )


def _numbers(table: DatasetInfo) -> dict[str, str]:
    return {column.name: column.label for column in table.columns if column.bounds is not None}


def _sensitive(table: DatasetInfo) -> tuple[str, ...]:
    return tuple(name for name in _numbers(table) if table.column(name).sensitivity == "high")


_COLUMNS = [make(info(key)) for key in available() for make in (reported, sensitive, inputs)]

ALL = (
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
    TRIANGLE_RULE,
    *_COLUMNS,
)
