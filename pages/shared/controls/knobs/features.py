"""Controls of the page about feature privacy."""

from __future__ import annotations

from pages.shared.controls.knobs.knob import Knob

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
)
