"""Controls of the page about the heterogeneous mean."""

from __future__ import annotations

from pages.shared.controls.knobs.knob import Knob

OUTSIDE = Knob(
    "outside",
    "Values outside the declared range",
    "choice",
    "clip",
    options={"clip": "Clip and count", "refuse": "Refuse"},
    help="Clip moves them to the nearer bound and counts them; refuse releases nothing.",
)
SPREAD = Knob(
    "spread",
    "Variance of the data, % of the largest possible",
    "whole",
    20,
    0,
    100,
    help="100 % is a coin flip between both ends of the range; 20 % is a Beta(2, 2) bell.",
    slider=(0, 100),
    step=1,
)
SIMULATE = Knob(
    "simulate",
    "Check by simulation",
    "flag",
    "false",
    options={"true": "true", "false": "false"},
    help="Draws data and noise many times, as a check on the exact values.",
)
SHRUNK = Knob(
    "shrunk",
    "Shrink the answer to the middle",
    "flag",
    "true",
    options={"true": "true", "false": "false"},
    help="Multiplies the distance of ADPM's answer to the middle of the range by a number just "
    "below 1, the best in the worst case. It is computed from the answer alone, so privacy stays.",
)

ALL = (OUTSIDE, SPREAD, SIMULATE, SHRUNK)
