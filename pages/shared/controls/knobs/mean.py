"""Controls of the page about the heterogeneous mean."""

from __future__ import annotations

from hetdp_core.mean.noises import ACCOUNTINGS, NOISES
from pages.shared.controls.knobs.knob import Knob, level_knob

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

SEVERAL = Knob(
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
NOISE = Knob(
    "several_noise",
    "Noise",
    "choice",
    "gaussian",
    options={key: noise.title for key, noise in NOISES.items()},
    help="Of the line that is drawn thicker, and of the saturation figure.",
    row=True,
)
PROMISE = Knob(
    "several_promise",
    "What a user's ε promises",
    "choice",
    "approximate",
    options={key: accounting.title for key, accounting in ACCOUNTINGS.items()},
    help="The first is the strictest and implies each of the others; none of them implies it. "
    "Gaussian noise cannot keep the first.",
)
CHANCE = level_knob(
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
SHAPE = Knob(
    "several_shape",
    "Values may lie",
    "choice",
    "cube",
    options={"cube": "each column in its range", "ball": "all within a ball"},
    help="A ball: how long all of a user's numbers are together is limited, not each of them. Then "
    "errors are in % of its diameter. It matters to K-norm noise alone.",
)

ALL = (OUTSIDE, SPREAD, SIMULATE, SHRUNK, SEVERAL, NOISE, PROMISE, CHANCE, SHAPE)
