"""Controls of the page about the heterogeneous mean."""

from __future__ import annotations

from hetdp_core.mean.noises import ACCOUNTINGS, NOISES
from pages.shared.controls.control import (
    Control,
    choice_control,
    flag_control,
    level_control,
    named_in,
    share_control,
)

OUTSIDE = choice_control(
    "outside",
    "Values outside the declared range",
    {"clip": "Clip and count", "refuse": "Refuse"},
    "Clip moves them to the nearest bound and counts them. Refuse releases nothing.",
)
SPREAD = share_control(
    "spread",
    "Variance of the data, % of the largest possible",
    100,
    "100 %, the worst case, is a coin flip between both ends. 20 % is a Beta(2, 2) bell.",
)
SIMULATE = flag_control(
    "simulate",
    "Check by simulation",
    False,
    "Draws data and noise many times, to check the exact values.",
)
SHRUNK = flag_control(
    "shrunk",
    "Shrink the result to the middle",
    True,
    "Multiplies the distance of the result to the middle of the range by a number just below 1, "
    "the best in the worst case. It uses the result alone, so privacy is unchanged.",
)

SEVERAL = Control(
    "several",
    "Columns at once",
    "whole",
    10,
    1,
    1000,
    help="How many numbers of each person are used. Their means are released together.",
    slider=(1, 100),
    step=1,
)
NOISE = choice_control(
    "several_noise",
    "Noise",
    {key: noise.title for key, noise in NOISES.items()},
    "For the thicker line and the saturation figure.",
    default="gaussian",
    row=True,
)
PROMISE = choice_control(
    "several_promise",
    "What a person's ε promises",
    {key: accounting.title for key, accounting in ACCOUNTINGS.items()},
    "The first is the strictest and implies each of the others. Gaussian noise cannot keep the "
    "first.",
    default="approximate",
    was={"ε but for a chance δ": "approximate", "ρ = ε²/2 (zCDP)": "concentrated"},
)
CHANCE = level_control(
    "several_delta",
    "Failure probability δ",
    1e-6,
    (1e-12, 1e-2),
    "Each person's ε holds except with this probability. It should be far below 1 / n.",
    low=1e-15,
    high=0.1,
    ends=("stricter", "weaker"),
)
SHAPE = choice_control(
    "several_shape",
    "Values may lie",
    {"cube": "each column in its range", "ball": "all within a ball"},
    "A ball limits the length of all of a person's numbers together. Errors are then in % of its "
    "diameter. Only K-norm noise depends on this.",
)

ALL = named_in(globals())
