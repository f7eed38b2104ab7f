"""What the overview lets one set, and what ε means there and on every page; no part of the
scenario of all pages.
"""

from __future__ import annotations

from pages.shared.controls.knobs.knob import Knob

RELAXED = Knob("relaxed", "ε of the relaxed half", "number", 0.25, 0.1, 100.0)
MEANT = Knob("meant", "ε of the release", "number", 1.0, 0.01, 10.0, guards="user")
RIGHT_BEFORE = Knob(
    "right_before",
    "Right of 100 without it",
    "whole",
    50,
    1,
    99,
    help="How sure the bettor is beforehand. 50: the fact is as likely as not.",
    slider=(1, 99),
    step=1,
)
ALL = (RELAXED, MEANT, RIGHT_BEFORE)
