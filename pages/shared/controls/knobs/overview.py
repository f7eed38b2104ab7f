"""What the overview lets one set, what ε means there and on every page, and the game of bets; no
part of the scenario of all pages.
"""

from __future__ import annotations

from pages.shared.controls.knobs.knob import MORE_PRIVATE, Knob

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
PLAYED = Knob(
    "played",
    "ε of the next game",
    "number",
    1.0,
    0.05,
    5.0,
    help="Every user's privacy level; a new one begins a new game.",
    slider=(0.1, 5.0),
    logarithmic=True,
    ends=MORE_PRIVATE,
)

ALL = (RELAXED, MEANT, RIGHT_BEFORE, PLAYED)
