"""Controls of “What would it take?”: for each topic, what is wanted and what may change."""

from __future__ import annotations

from collections.abc import Mapping

from pages.shared.controls.control import Control, choice_control, level_control, whole_control


def _error(
    topic: str, label: str, start: float, slider: tuple[float, float], help: str, **limits: float
) -> Control:
    ends = ("more accurate", "less accurate")
    return level_control(f"{topic}_target", label, start, slider, help, ends=ends, **limits)


def _unknown(
    topic: str, options: Mapping[str, str], help: str = "Everything else stays as it is."
) -> Control:
    return choice_control(f"{topic}_unknown", "What may change", options, help, row=True)


MEAN_TARGET = _error(
    "mean",
    "Worst-case error at most ±, % of range",
    1.0,
    (0.1, 20.0),
    "Root mean square of the worst case, in percent of the range of the data.",
    low=0.001,
    high=50.0,
)
MEAN_UNKNOWN = _unknown(
    "mean", {"users": "Users", "relaxed": "Relaxed ε", "public": "Public share"}
)
MEAN = (MEAN_TARGET, MEAN_UNKNOWN)

FEATURE_TARGET = _error(
    "feature",
    "Typical miss at most, % of range",
    10.0,
    (0.5, 50.0),
    "Root mean square miss over all features, with the optimised budgets.",
    low=0.01,
    high=50.0,
)
FEATURE_UNKNOWN = _unknown(
    "feature", {"users": "People", "epsilon": "ε", "delta": "Sensitive δ", "q": "q"}
)
FEATURES = (FEATURE_TARGET, FEATURE_UNKNOWN)

RIDGE_TARGET = _error(
    "ridge",
    "Error of predictions at most ±, % of range",
    9.0,
    (0.5, 50.0),
    "Root of the expected squared error on the test records, in percent of the label's range.",
    low=0.01,
    high=100.0,
)
RIDGE_UNKNOWN = _unknown(
    "ridge",
    {"records": "Records", "relaxed": "Relaxed ε", "public": "Public share", "lam": "λ"},
    "Everything else stays as it is; λ is the best one unless it is what may change.",
)
RIDGE = (RIDGE_TARGET, RIDGE_UNKNOWN)

QUESTIONS = whole_control(
    "questions_wanted",
    "Questions answered, at least",
    150,
    (1, 1000),
    "In the median over simulated streams; basic composition answers as many in all of them.",
)
DECIDED_BY = choice_control(
    "decided_by",
    "Budget of which filter",
    {"bayesian": "Bayesian", "simplified": "Simplified", "basic": "Basic"},
    "What decides whether one more question is answered; everything else stays as it is.",
    row=True,
)
ODOMETER = (QUESTIONS, DECIDED_BY)

ALL = (*MEAN, *FEATURES, *RIDGE, *ODOMETER)
