"""Controls of “What would it take?”: for each topic, what is wanted and what may change."""

from __future__ import annotations

from pages.shared.controls.knobs.knob import choice_knob, level_knob, whole_knob

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
MEAN_UNKNOWN = choice_knob(
    "mean_unknown",
    MAY_CHANGE,
    {"users": "Users", "relaxed": "Relaxed ε", "public": "Public share"},
    "Everything else stays as it is.",
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
FEATURE_UNKNOWN = choice_knob(
    "feature_unknown",
    MAY_CHANGE,
    {"users": "People", "epsilon": "ε", "delta": "Sensitive δ", "q": "q"},
    "Everything else stays as it is.",
    row=True,
)

FEATURES = (FEATURE_TARGET, FEATURE_UNKNOWN)

RIDGE_TARGET = level_knob(
    "ridge_target",
    "Error of predictions at most ±, % of range",
    9.0,
    (0.5, 50.0),
    "Root of the expected squared error on the test records, in percent of the label's range.",
    low=0.01,
    high=100.0,
    ends=("more accurate", "less accurate"),
)
RIDGE_UNKNOWN = choice_knob(
    "ridge_unknown",
    MAY_CHANGE,
    {"records": "Records", "relaxed": "Relaxed ε", "public": "Public share", "lam": "λ"},
    "Everything else stays as it is; λ is the best one unless it is what may change.",
    row=True,
)

RIDGE = (RIDGE_TARGET, RIDGE_UNKNOWN)

QUESTIONS = whole_knob(
    "questions_wanted",
    "Questions answered, at least",
    150,
    (1, 1000),
    "In the median over simulated streams; basic composition answers as many in all of them.",
)
DECIDED_BY = choice_knob(
    "decided_by",
    "Budget of which filter",
    {
        "bayesian": "Bayesian",
        "simplified": "Simplified",
        "basic": "Basic",
    },
    "What decides whether one more question is answered; everything else stays as it is.",
    row=True,
)

ODOMETER = (QUESTIONS, DECIDED_BY)

ALL = (*MEAN, *FEATURES, *RIDGE, *ODOMETER)
