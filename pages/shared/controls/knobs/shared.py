"""What holds on every page: who asks for how much, correlation, dataset, seed."""

from __future__ import annotations

from hetdp_core import datasets
from hetdp_core.profiles import HIGHEST, KINDS
from hetdp_core.validate import MAX_USERS
from pages.shared.controls.knobs.knob import Knob, epsilon_knob, share_knob

DATASETS = {key: datasets.info(key).title for key in datasets.available()}
OWN_TABLE = {"own": "My own table"}
ALL_COLUMNS = {
    column.label: column.label
    for key in datasets.available()
    for column in datasets.info(key).columns
    if column.bounds is not None
}
PROFILES = {key: kind.title for key, kind in KINDS.items()}

PROFILE = Knob(
    "profile",
    "Privacy profile",
    "choice",
    "log_uniform",
    options=PROFILES,
    help="Who asks for how much privacy. A smaller ε is more private.",
)
USERS = Knob("n", "Number of users n", "whole", 1000, 1, MAX_USERS)
LOW = epsilon_knob(
    "low", "Strictest users ask for ε =", 0.01, "The most private level of the profile."
)
MIDDLE = epsilon_knob("mid", "Pragmatists start at ε =", 0.2, "Where conservatives end.")
HIGH = epsilon_knob(
    "high",
    "Most relaxed users ask for ε =",
    10.0,
    "The control that the figure lets you drag; type an exact value here.",
)
STRICT_SHARE = share_knob("strict", "Share of strict users, %", 50)
MIDDLE_SHARE = share_knob("pragmatists", "Share of pragmatists, %", 43)
PUBLIC_SHARE = share_knob("public", "Public users, %", 0, "These do not ask for privacy: ε = ∞.")
LEVELS = Knob("levels", "Levels ε", "text", "0.05, 0.5, 5", help="“inf” means public.")
COUNTS = Knob("counts", "Users at each level", "text", "300, 500, 200")
CAP = epsilon_knob(
    "cap", "Cap on every finite ε", HIGHEST, "Levels above the cap count as the cap."
)
SEED = Knob(
    "seed", "Seed", "whole", 0, 0, 2**31 - 1, help="The same seed gives the same numbers again."
)
DATASET = Knob(
    "dataset",
    "Dataset",
    "choice",
    "nhefs",
    options=DATASETS | OWN_TABLE,
    help="Your own table is brought on the page “Private release” and stays in this session.",
)
COLUMN = Knob("column", "Column", "choice", "the dataset's first choice", options=ALL_COLUMNS)
Q = Knob(
    "q",
    "Correlation q between features",
    "number",
    0.1,
    0.0,
    1.0,
    help="0: features are independent; 1: they are copies of each other. Bounds how much the "
    "other features can tell about one (total variation, Assumption 1).",
)

ABOUT_USERS = (
    PROFILE,
    USERS,
    LOW,
    MIDDLE,
    HIGH,
    STRICT_SHARE,
    MIDDLE_SHARE,
    PUBLIC_SHARE,
    LEVELS,
    COUNTS,
    CAP,
)
"""Who asks for how much."""

ALL = (*ABOUT_USERS, Q, DATASET, COLUMN, SEED)
