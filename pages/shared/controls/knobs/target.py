"""Controls of “What would it take?”: for each topic, what is wanted and what may change."""

from __future__ import annotations

from pages.shared.controls.knobs.knob import Knob, level_knob

MAY_CHANGE = "What may change"

MEAN_TARGET = level_knob(
    "mean_target",
    "Worst-case error at most ±, % of range",
    1.0,
    (0.1, 20.0),
    "Root mean square of the worst case, in percent of the range of the data.",
    low=0.001,
    high=50.0,
    ends=("more accurate", "less accurate"),
)
MEAN_UNKNOWN = Knob(
    "mean_unknown",
    MAY_CHANGE,
    "choice",
    "users",
    options={"users": "Users", "relaxed": "Relaxed ε", "public": "Public share"},
    help="Everything else stays as it is.",
    row=True,
)

MEAN = (MEAN_TARGET, MEAN_UNKNOWN)

FEATURE_TARGET = level_knob(
    "feature_target",
    "Typical miss at most, % of range",
    10.0,
    (0.5, 50.0),
    "Root mean square miss over all features, with the optimised budgets.",
    low=0.01,
    high=50.0,
    ends=("more accurate", "less accurate"),
)
FEATURE_UNKNOWN = Knob(
    "feature_unknown",
    MAY_CHANGE,
    "choice",
    "users",
    options={"users": "People", "epsilon": "ε", "delta": "Sensitive δ", "q": "q"},
    help="Everything else stays as it is.",
    row=True,
)

FEATURES = (FEATURE_TARGET, FEATURE_UNKNOWN)

ALL = (*MEAN, *FEATURES)
