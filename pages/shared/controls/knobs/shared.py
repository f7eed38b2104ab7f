"""What holds on every page: who asks for how much, correlation, dataset, seed."""

from __future__ import annotations

from hetdp_core import datasets
from hetdp_core.profiles import HIGHEST, KINDS
from hetdp_core.validate import MAX_USERS
from pages.shared.controls.knobs.knob import Knob, choice_knob, level_knob, share_knob, whole_knob

DATASETS = {key: datasets.info(key).title for key in datasets.available()}
OWN_TABLE = {"own": "My own table"}
ALL_COLUMNS = {
    column.label: column.label
    for key in datasets.available()
    for column in datasets.info(key).columns
    if column.bounds is not None
}
PROFILES = {key: kind.title for key, kind in KINDS.items()}

PROFILE = choice_knob(
    "profile",
    "Privacy profile",
    PROFILES,
    "Who asks for how much privacy. A smaller ε is more private.",
    default="log_uniform",
)
USERS = whole_knob(
    "n",
    "Number of users n",
    1000,
    (1, MAX_USERS),
    "How many people give one record each; the more, the smaller the error.",
)
LOW = level_knob(
    "low",
    "Strictest users ask for ε =",
    0.01,
    (1e-3, 1.0),
    "The most private level of the profile.",
    guards="user",
)
MIDDLE = level_knob(
    "mid", "Pragmatists start at ε =", 0.2, (1e-3, 10.0), "Where conservatives end.", guards="user"
)
HIGH = level_knob(
    "high",
    "Most relaxed users ask for ε =",
    10.0,
    (1e-2, 100.0),
    "The least private level of the profile.",
    guards="user",
)
STRICT_SHARE = share_knob(
    "strict", "Share of strict users, %", 50, "How many ask for the most privacy."
)
MIDDLE_SHARE = share_knob(
    "pragmatists", "Share of pragmatists, %", 43, "How many lie between strict and relaxed."
)
PUBLIC_SHARE = share_knob("public", "Public users, %", 0, "These do not ask for privacy: ε = ∞.")
LEVELS = Knob(
    "levels", "Levels ε", "text", "0.05, 0.5, 5", help="“inf” means public.", guards="user"
)
COUNTS = Knob(
    "counts",
    "Users at each level",
    "text",
    "300, 500, 200",
    help="One number of users for each level, in the same order.",
)
CAP = level_knob(
    "cap",
    "Cap on every finite ε",
    HIGHEST,
    (1e-2, HIGHEST),
    "Levels above the cap count as the cap.",
)
FILE = Knob(
    "epsilon_file",
    "CSV with one column of ε",
    "file",
    "",
    help="One ε per line, “inf” for public users; up to 1,000,000 rows and 5 MB. The file stays "
    "in this session's memory and goes nowhere else.",
    guards="user",
)
"""In no link and in no setting that is kept."""

SEED = whole_knob("seed", "Seed", 0, (0, 2**31 - 1), "The same seed gives the same numbers again.")
DATASET = choice_knob(
    "dataset",
    "Dataset",
    DATASETS | OWN_TABLE,
    "Your own table is brought on the page “Private release” and stays in this session.",
    default="nhefs",
)
COLUMN = choice_knob(
    "column",
    "Column",
    ALL_COLUMNS,
    "The column whose mean is estimated.",
    default="the dataset's first choice",
)
Q = Knob(
    "q",
    "Correlation q between features",
    "number",
    0.1,
    0.0,
    1.0,
    help="0: features are independent; 1: they are copies of each other. Bounds how much the "
    "other features can tell about one (total variation, Assumption 1).",
    slider=(0.0, 1.0),
    ends=("independent", "copies of each other"),
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
