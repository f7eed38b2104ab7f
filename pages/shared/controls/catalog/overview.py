"""Controls of the first screen, of what ε means on every page, and of the games of bets: no part of
the scenario of all pages.
"""

from __future__ import annotations

from pages.shared.controls.control import Control, level_control

LESS_PRIVATE = Control("relaxed", "ε of the less private half", "number", 2.0, 0.1, 100.0)
MEANT = Control("meant", "ε of the release", "number", 1.0, 0.01, 10.0, guards="user")
RIGHT_BEFORE = Control(
    "right_before",
    "Correct of 100 without it",
    "whole",
    50,
    1,
    99,
    help="How sure the person betting is beforehand. 50: the fact is as likely as not.",
    slider=(1, 99),
    step=1,
)
PLAYED = level_control(
    "played",
    "ε of the next game",
    1.0,
    (0.1, 5.0),
    "Everyone's privacy level. A new one begins a new game.",
    low=0.05,
    high=5.0,
)
PLAYED_DELTA = level_control(
    "played_delta",
    "δ of the next game",
    1.0,
    (0.1, 3.0),
    "Privacy level of the sensitive answer. A new one begins a new game.",
    low=0.05,
    high=3.0,
)
PLAYED_Q = Control(
    "played_q",
    "Correlation q of the next game",
    "number",
    0.0,
    0.0,
    1.0,
    help=(
        "How much the other answer can reveal about the sensitive one. A new value begins a new "
        "game."
    ),
    slider=(0.0, 1.0),
    step=0.05,
    ends=("independent", "the same"),
)
PLAYED_BUDGET = level_control(
    "played_budget",
    "Budget of the next game",
    1.0,
    (0.5, 3.0),
    "The largest privacy loss of a round's answers together. A new one begins a new game.",
    low=0.5,
    high=3.0,
)

GAMES = (PLAYED, PLAYED_DELTA, PLAYED_Q, PLAYED_BUDGET)
"""What moves between games."""

ALL = (LESS_PRIVATE, MEANT, RIGHT_BEFORE, *GAMES)
