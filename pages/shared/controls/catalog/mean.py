"""Controls of the page about the heterogeneous mean."""

from __future__ import annotations

from hetdp_core.mean.noises import ACCOUNTINGS, NOISES
from pages.shared.controls.control import (
    Control,
    choice_control,
    flag_control,
    level_control,
    share_control,
)

OUTSIDE = choice_control(
    "outside",
    "Values outside the declared range",
    {"clip": "Clip and count", "refuse": "Refuse"},
    "Clip moves them to the nearer bound and counts them; refuse releases nothing.",
)
SPREAD = share_control(
    "spread",
    "Variance of the data, % of the largest possible",
    20,
    "100 % is a coin flip between both ends of the range; 20 % is a Beta(2, 2) bell.",
)
SIMULATE = flag_control(
    "simulate",
    "Check by simulation",
    False,
    "Draws data and noise many times, as a check on the exact values.",
)
SHRUNK = flag_control(
    "shrunk",
    "Shrink the answer to the middle",
    True,
    "Multiplies the distance of ADPM's answer to the middle of the range by a number just "
    "below 1, the best in the worst case. It is computed from the answer alone, so privacy stays.",
)

SEVERAL = Control(
    "several",
    "Columns at once",
    "whole",
    10,
    1,
    1000,
    help="How many numbers of each user go into one answer: their means are released together.",
    slider=(1, 100),
    step=1,
)
NOISE = choice_control(
    "several_noise",
    "Noise",
    {key: noise.title for key, noise in NOISES.items()},
    "Of the line that is drawn thicker, and of the saturation figure.",
    default="gaussian",
    row=True,
)
PROMISE = choice_control(
    "several_promise",
    "What a user's ε promises",
    {key: accounting.title for key, accounting in ACCOUNTINGS.items()},
    "The first is the strictest and implies each of the others; none of them implies it. "
    "Gaussian noise cannot keep the first.",
    default="approximate",
)
CHANCE = level_control(
    "several_delta",
    "The chance δ with which ε may fail",
    1e-6,
    (1e-12, 1e-2),
    "The same for all users; it should be far below one in the number of users. Only for “ε but "
    "for a chance δ”.",
    low=1e-15,
    high=0.1,
    ends=("stricter", "weaker"),
)
SHAPE = choice_control(
    "several_shape",
    "Values may lie",
    {"cube": "each column in its range", "ball": "all within a ball"},
    "A ball: how long all of a user's numbers are together is limited, not each of them. Then "
    "errors are in % of its diameter. It matters to K-norm noise alone.",
)

ALL = (OUTSIDE, SPREAD, SIMULATE, SHRUNK, SEVERAL, NOISE, PROMISE, CHANCE, SHAPE)
