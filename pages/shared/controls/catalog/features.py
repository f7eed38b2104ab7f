"""Controls of the page about feature privacy."""

from __future__ import annotations

from hetdp_core.datasets import DatasetInfo, available, info
from hetdp_core.features import RULES
from pages.shared.controls.control import (
    Control,
    choice_control,
    flag_control,
    level_control,
    named_in,
    share_control,
    whole_control,
)
from pages.shared.text.notices import literal

MOST_REPORTED, MOST_INPUTS = 12, 8
"""Columns that may be chosen."""

FEATURES = whole_control(
    "d",
    "Number of features",
    10,
    (1, 50),
    "How many numbers each person reports. They share the ε of one report.",
)
SENSITIVE = whole_control(
    "sensitive",
    "Sensitive features",
    2,
    (0, 50),
    "Number of sensitive features. The others get the protection of the whole report.",
)
DELTA = level_control(
    "delta",
    "Level δ of sensitive features =",
    0.2,
    (0.01, 10.0),
    "Limits how much a report can reveal about a sensitive feature, also through other features. "
    "It is an ε for one feature, not a failure probability δ.",
    low=1e-3,
    high=50.0,
    guards="feature",
)
EPSILON = level_control(
    "epsilon",
    "Level ε of the whole report =",
    2.0,
    (0.1, 20.0),
    "Limits how much a whole report can reveal. Features that are not sensitive have δ = ε.",
    low=1e-3,
    high=50.0,
    guards="report",
)
REPORTS = whole_control(
    "reports",
    "People who report",
    10_000,
    (1, 10_000_000),
    "With more reports, the noise averages out.",
    field="n",
)
DELTAS = Control(
    "deltas",
    "Or one δ for each feature",
    "text",
    "",
    help="For example “0.2, 2, 0.5, 2”, in any order. Replaces number and levels of features.",
    guards="feature",
)
WEIGHTS = choice_control(
    "weights",
    "How answers are combined",
    {"inverse_variance": "Inverse variances", "paper": "As printed"},
    "The weight of each private answer: by its precision, or as printed in the paper. The errors "
    "hardly differ if sensitive features have δ below 1.",
)
TRUE_MEAN = Control(
    "mean",
    "True mean of every feature",
    "number",
    0.0,
    -1.0,
    1.0,
    slider=(-1.0, 1.0),
    step=0.05,
    help="The value to be estimated in this figure. Near −1 and 1 projection removes more noise.",
)
OWN_ZETA = flag_control(
    "own_zeta",
    "Choose ζ of the paper's rule",
    False,
    "ζ is the share of the strictest level that the paper's rule sets aside for correlation. "
    "Unless you choose it, ζ = (1 + q) / 2, as in the paper's experiment.",
)
ZETA = Control(
    "zeta",
    "ζ",
    "number",
    0.5,
    0.01,
    1.0,
    slider=(0.01, 1.0),
    help="The error of the paper's rule jumps down at the q from which all features get the same "
    "budget.",
)
TRIANGLE_RULE = choice_control(
    "triangle_rule",
    "Rule",
    {key: rule.title for key, rule in RULES.items()},
    "; ".join(f"{rule.title} {rule.idea}" for rule in RULES.values()) + ".",
    default="optimised",
    row=True,
    was={
        "Optimised": "optimised",
        "Paper's rule": "paper",
        **dict.fromkeys(("Plain min-δ", "Same protection for all"), "min_delta"),
    },
)

TYPES = choice_control(
    "types",
    "Groups of people",
    {"2": "Two", "3": "Three", "4": "Four"},
    "Group 1 asks for the δ of this page, each other group for a multiple of it.",
    row=True,
)


FURTHER_TYPES = tuple(
    (
        share_control(
            f"share_{kind}",
            f"People of group {kind}, %",
            percent,
            "Share of all people who report. The rest are group 1.",
        ),
        level_control(
            f"factor_{kind}",
            f"Group {kind} asks for δ ×",
            factor,
            (0.1, 100.0),
            "Every δ of this page is multiplied by this number, up to the ε of the report. Above "
            "1 the group is less private, below 1 more private.",
            low=1e-3,
            high=1e4,
            ends=("more private", "less private"),
        ),
    )
    for kind, percent, factor in ((2, 20, 5.0), (3, 20, 2.0), (4, 10, 0.5))
)
"""Share and strictness of types 2, 3 and 4."""


def reported(table: DatasetInfo) -> Control:
    """Return which columns people report: at first up to two sensitive ones and two others."""
    labels, high = table.numeric_columns(), _sensitive(table)[:2]
    first = {*high, *[name for name in labels if name not in high][:2]}
    start = tuple(name for name in labels if name in first)
    return Control(
        f"columns_{table.key}",
        "Columns people report",
        "several",
        start,
        high=MOST_REPORTED,
        options=labels,
        help="Columns of numbers that each person sends. q is measured on them.",
    )


def sensitive(table: DatasetInfo) -> Control:
    """Return which columns ask for the strictest δ."""
    return Control(
        f"sensitive_{table.key}",
        "Sensitive columns (they get the strictest δ)",
        "several",
        _sensitive(table)[:2],
        options=table.numeric_columns(),
        help="Reported columns with level δ. The others get the ε of the report.",
    )


def inputs(table: DatasetInfo) -> Control:
    """Return from which columns the table's target is predicted."""
    labels = table.numeric_columns()
    others = {name: label for name, label in labels.items() if name != table.default_target}
    return Control(
        f"inputs_{table.key}",
        f"Predict “{literal(labels.get(table.default_target, ''))}” from",
        "several",
        tuple(others)[:2],
        high=MOST_INPUTS,
        options=others,
        help="The inputs of the linear model. Each is reported together with the predicted column.",
    )


def _sensitive(table: DatasetInfo) -> tuple[str, ...]:
    return tuple(
        name for name in table.numeric_columns() if table.column(name).sensitivity == "high"
    )


_COLUMNS = [make(info(key)) for key in available() for make in (reported, sensitive, inputs)]

ALL = (*named_in(globals()), *(control for pair in FURTHER_TYPES for control in pair), *_COLUMNS)
