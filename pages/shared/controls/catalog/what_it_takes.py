"""Controls of “What would it take?”: for each topic, what is wanted and what may change."""

from __future__ import annotations

from collections.abc import Mapping

from pages.shared.controls.control import Control, choice_control, level_control, whole_control


def _error(
    topic: str, label: str, start: float, slider: tuple[float, float], help: str, **limits: float
) -> Control:
    ends = ("more accurate", "less accurate")
    return level_control(f"{topic}_target", label, start, slider, help, ends=ends, **limits)


_WAS = {
    "Users": "users",
    "Relaxed ε": "relaxed",
    "Public share": "public",
    "Share without privacy": "public",
}


def _unknown(
    topic: str,
    options: Mapping[str, str],
    help: str = "All other settings stay the same.",
) -> Control:
    was = {label: key for label, key in _WAS.items() if key in options}
    return choice_control(
        f"{topic}_unknown", "Which setting can change?", options, help, row=True, was=was
    )


MEAN_TARGET = _error(
    "mean",
    "Worst-case error at most, % of range",
    1.0,
    (0.1, 20.0),
    "Root mean squared error in the worst case, in percent of the range of the data.",
    low=0.001,
    high=50.0,
)
MEAN_UNKNOWN = _unknown(
    "mean",
    {"users": "People", "relaxed": "Least private ε", "public": "People without privacy"},
)
MEAN = (MEAN_TARGET, MEAN_UNKNOWN)

FEATURE_TARGET = _error(
    "feature",
    "Error at most, % of range",
    10.0,
    (0.5, 50.0),
    "Root mean squared error over all features, with the optimised budgets.",
    low=0.01,
    high=50.0,
)
FEATURE_UNKNOWN = _unknown(
    "feature", {"users": "People", "epsilon": "ε", "delta": "Sensitive δ", "q": "q"}
)
FEATURES = (FEATURE_TARGET, FEATURE_UNKNOWN)

RIDGE_TARGET = _error(
    "ridge",
    "Error of predictions at most, % of range",
    9.0,
    (0.5, 50.0),
    "Root mean squared error on the test records, in percent of the label's range.",
    low=0.01,
    high=100.0,
)
RIDGE_UNKNOWN = _unknown(
    "ridge",
    {"records": "Records", "relaxed": "Least private ε"},
    "All other settings stay the same. λ is chosen again from public numbers.",
)
RIDGE = (RIDGE_TARGET, RIDGE_UNKNOWN)

QUESTIONS = whole_control(
    "questions_wanted",
    "Questions answered, at least",
    10,
    (1, 1000),
    "Median of the simulated people. Basic composition allows the same number to all of them.",
)
DECIDED_BY = choice_control(
    "decided_by",
    "Budget of which filter",
    {"bayesian": "Bayesian", "simplified": "Simplified", "basic": "Basic"},
    "The filter decides whether one more question is answered. Basic composition counts the worst "
    "case of each answer, the Bayesian filter what all answers revealed. The simplified filter "
    "counts what they revealed, and the next one in full.",
    row=True,
)
ODOMETER = (QUESTIONS, DECIDED_BY)

ALL = (*MEAN, *FEATURES, *RIDGE, *ODOMETER)
