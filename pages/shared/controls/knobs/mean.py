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

ALL = (OUTSIDE, SPREAD, SIMULATE)
