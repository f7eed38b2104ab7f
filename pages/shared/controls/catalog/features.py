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
from pages.shared.text.literal import literal

MOST_REPORTED, MOST_INPUTS = 12, 8
"""Columns that may be chosen."""

FEATURES = whole_control(
    "d",
    "Number of features",
    10,
    (1, 50),
    "How many numbers each person reports; they share the ε of one report.",
)
SENSITIVE = whole_control(
    "sensitive",
    "Sensitive features",
    2,
    (0, 50),
    "How many of them ask for the strict δ; the others ask for ε.",
)
DELTA = level_control(
    "delta",
    "Sensitive features ask for δ =",
    0.2,
    (0.01, 10.0),
    "How much one report may change the odds about a sensitive feature: at most × e^δ. It is no "
    "chance of failure, which is called δ elsewhere.",
    low=1e-3,
    high=50.0,
    guards="feature",
)
EPSILON = level_control(
    "epsilon",
    "The whole report asks for ε =",
    2.0,
    (0.1, 20.0),
    "Local differential privacy of everything a person sends; other features have δ = ε.",
    low=1e-3,
    high=50.0,
    guards="report",
)
REPORTS = whole_control(
    "reports",
    "People who report",
    10_000,
    (1, 10_000_000),
    "The more people report, the more of the noise averages out.",
    field="n",
)
DELTAS = Control(
    "deltas",
    "Or: one δ for each feature, in any order",
    "text",
    "",
    help="For example “0.2, 2, 0.5, 2”. Replaces number and levels of the features.",
    guards="feature",
)
WEIGHTS = choice_control(
    "weights",
    "How answers are combined",
    {"inverse_variance": "Inverse variances", "paper": "As printed"},
    "How much each private answer counts: by its precision, or as the paper prints it.",
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
    help="What the estimates should find; near −1 and 1 projection cuts off more of the noise.",
)
PROJECTION = flag_control(
    "projection",
    "Project the estimate onto [−1, 1]",
    True,
    "Moves an estimate outside [−1, 1] to the nearer end, which never makes it worse.",
)
OWN_ZETA = flag_control(
    "own_zeta",
    "Choose ζ of the paper's rule",
    False,
    "Moves the paper's rule; otherwise ζ is (1 + q) / 2, as in the paper's experiment.",
)
ZETA = Control(
    "zeta",
    "ζ",
    "number",
    0.5,
    0.01,
    1.0,
    slider=(0.01, 1.0),
    help="The share of the strictest level that the paper's rule sets aside for correlation.",
)
TRIANGLE_RULE = choice_control(
    "triangle_rule",
    "Rule",
    {key: rule.title for key, rule in RULES.items()},
    "; ".join(f"{rule.title} {rule.idea}" for rule in RULES.values()) + ".",
    default="optimised",
    row=True,
)

TYPES = choice_control(
    "types",
    "Types of users",
    {"2": "Two", "3": "Three", "4": "Four"},
    "Type 1 asks for the δ of this page; each further type for a multiple of it.",
    row=True,
)


FURTHER_TYPES = tuple(
    (
        share_control(
            f"share_{kind}",
            f"Users of type {kind}, %",
            percent,
            "Of all people who report; those that are left are of type 1.",
        ),
        level_control(
            f"factor_{kind}",
            f"Type {kind} asks for δ ×",
            factor,
            (0.1, 100.0),
            "What every δ of this page is multiplied by, up to the ε of the report: above 1 these "
            "users mind less, below 1 they mind more.",
            low=1e-3,
            high=1e4,
            ends=("mind more", "mind less"),
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
        help="What each person sends; q is measured on these columns.",
    )


def sensitive(table: DatasetInfo) -> Control:
    """Return which columns ask for the strictest δ."""
    return Control(
        f"sensitive_{table.key}",
        "Sensitive ones (ask for the strictest δ)",
        "several",
        _sensitive(table),
        options=table.numeric_columns(),
        help="Those among the reported columns that ask for δ; the others ask for ε.",
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
        help="The inputs of the linear model; each is reported beside what is predicted.",
    )


def _sensitive(table: DatasetInfo) -> tuple[str, ...]:
    return tuple(
        name for name in table.numeric_columns() if table.column(name).sensitivity == "high"
    )


_COLUMNS = [make(info(key)) for key in available() for make in (reported, sensitive, inputs)]

ALL = (*named_in(globals()), *(control for pair in FURTHER_TYPES for control in pair), *_COLUMNS)
