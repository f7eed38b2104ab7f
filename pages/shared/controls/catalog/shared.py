"""What holds on every page: who asks for how much, correlation, dataset, seed."""

from __future__ import annotations

from hetdp_core import datasets
from hetdp_core.profiles import HIGHEST, KINDS, USUAL
from hetdp_core.uploads import epsilons_from_text, whole_numbers_from_text
from hetdp_core.validate import MAX_USERS
from pages.shared.controls.control import (
    Control,
    choice_control,
    level_control,
    named_in,
    share_control,
    whole_control,
)

PROFILE = choice_control(
    "profile",
    "Privacy profile",
    {key: kind.title for key, kind in KINDS.items() if key != "alike"},
    "How much privacy people ask for. A smaller ε is more private.",
    default="log_uniform",
    was={"Conservative, pragmatist, liberal": "segments"},
)
USERS = whole_control(
    "n",
    "Number of people n",
    1000,
    (1, MAX_USERS),
    "Each person gives one record. More people make the error smaller.",
    field="users",
)
LOW = level_control(
    "low",
    "Most private ε =",
    0.01,
    (1e-3, 1.0),
    "The most private level of the profile.",
    guards="user",
)
MIDDLE = level_control(
    "mid",
    "Middle range from ε =",
    0.2,
    (1e-3, 10.0),
    "Levels below this one belong to the most private range.",
    guards="user",
    field="middle",
)
HIGH = level_control(
    "high",
    "Least private ε =",
    10.0,
    (1e-2, 100.0),
    "The level of the people who want least privacy.",
    guards="user",
)
STRICT_SHARE = share_control(
    "strict",
    "Most private, %",
    50,
    "Share of people who ask for the most privacy.",
    field="strict_share",
)
MIDDLE_SHARE = share_control(
    "pragmatists",
    "Middle range, %",
    43,
    "Share of people between the most and the least private ones.",
    field="middle_share",
)
PUBLIC_SHARE = share_control(
    "public",
    ("People without privacy, %"),
    0,
    "These people ask for no privacy: ε = ∞.",
    field="public_share",
)
LEVELS = Control(
    "levels",
    "Levels ε",
    "text",
    "0.05, 0.5, 5",
    help="“inf” means public.",
    guards="user",
    means=epsilons_from_text,
)
COUNTS = Control(
    "counts",
    "People at each level",
    "text",
    "300, 500, 200",
    help="One number of people for each level, in the same order.",
    means=whole_numbers_from_text,
)
CAP = level_control(
    "cap",
    "Cap on every finite ε",
    HIGHEST,
    (1e-2, HIGHEST),
    "Levels above the cap count as the cap.",
)

ABOUT_USERS = named_in(globals())
"""Who asks for how much."""

FILE = Control(
    "epsilon_file",
    "CSV with one column of ε",
    "file",
    "",
    help="One ε per line, “inf” for people without privacy. The first line may be “ε”. Up to "
    "1,000,000 rows and 5 MB. The file stays in this session's memory.",
    guards="user",
    field="uploaded",
)
"""In no link and in no setting that is kept."""

ALIKE = level_control(
    "release_same_level",
    "ε for everybody",
    1.0,
    USUAL,
    "Limits how much the result can reveal about any one person. Below ε = 0.1 the result reveals "
    "very little about anybody. At ε = 1 it changes the odds of a guess by a factor of at most "
    "2.72, at ε = 3 of at most 20.1.",
    guards="user",
)
"""Of the people in a user's own table; in no link."""

SEED = whole_control(
    "seed", "Seed", 0, (0, 2**31 - 1), "The same seed gives the same numbers again."
)
DATASET = choice_control(
    "dataset",
    "Dataset",
    {**{key: datasets.info(key).title for key in datasets.available()}, "own": "My own table"},
    "Your own table is uploaded on the page “Release” and stays in this session.",
    default="nhefs",
    was={
        "NHEFS: smokers in the NHANES I follow-up study": "nhefs",
        "RAND Health Insurance Experiment: visits to the doctor": "rand_hie",
        "Diabetes: disease progression after one year": "diabetes",
        "Medical cost (SIMULATED)": "simulated_medical_cost",
    },
)
COLUMN = choice_control(
    "column",
    "Column",
    {
        name: label
        for key in datasets.available()
        for name, label in datasets.info(key).numeric_columns().items()
    },
    "The column whose mean is released.",
    default="the column shown on the page",
)
Q = Control(
    "q",
    "Correlation q between features",
    "number",
    0.1,
    0.0,
    1.0,
    help="How much the other features can reveal about one feature, from 0 (nothing) to 1 "
    "(everything). If its value changes, the probabilities of the others change by at most q. It "
    "is a property of the data, and not Pearson's r.",
    slider=(0.0, 1.0),
    ends=("features unrelated", "others reveal all"),
)

BY_FIELD = {control.field or control.key: control for control in (*ABOUT_USERS, FILE)}
"""What sets each field of a profile's settings."""

ALL = (*ABOUT_USERS, Q, DATASET, COLUMN, SEED)
