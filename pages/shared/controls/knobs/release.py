"""What is released for good; no part of the scenario, but a link may choose it."""

from __future__ import annotations

from pages.shared.controls.knobs.knob import Knob

RELEASED = Knob(
    "released",
    "What do you want to release?",
    "choice",
    "mean",
    options={
        "mean": "One mean",
        "several": "Several means",
        "regression": "A regression",
    },
    help="Several means share each person's ε, and so do the sums that a regression is "
    "computed from. Their noise is Gaussian, which grows with the root of their number, and "
    "keeps ε but for a small chance δ.",
    row=True,
)

ALL = (RELEASED,)
