"""What one run may cost: every input that decides it has a limit, and at it a run comes to its end.

No time is asserted: that depends on the machine.  Each case takes some seconds of a processor; what
would take longer is refused, given up, or done elsewhere (in the pool of `hetdp_core.parallel`).
`tests.pages.app` gives up on a run after a minute.
"""

from __future__ import annotations

import numpy as np
import pytest

from hetdp_core.accounting.conversation.conversation import MOST_ANSWERS
from hetdp_core.accounting.conversation.settings import MOST_SLOPES
from hetdp_core.datasets import Column
from hetdp_core.features.curves.sweep import MOST_FEATURES
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.mean.target import error_target
from hetdp_core.profiles import ProfileSettings
from hetdp_core.ridge.design import MAX_CELLS, MAX_DIMENSION
from hetdp_core.tables import declare, read_table
from hetdp_core.uploads import UploadedLevels
from hetdp_core.validate import MAX_UPLOAD_BYTES, MAX_USERS
from pages.shared.controls import knobs
from pages.shared.controls.knobs.knob import MAX_TEXT
from tests.pages.app import open_page, put, sentences

MEAN, FEATURES, RIDGE, ODOMETER = (
    "heterogeneous_mean",
    "feature_privacy",
    "ridge",
    "privacy_odometer",
)
TARGET = "What would it take?"
SYNTHETIC = {"rows": "Synthetic, as in the paper", "records": "5000", "dimension": "60"}
"""Both at their limits."""


def as_many_as_fit(text):
    """As many pieces as a control for text may hold."""
    pieces = 0
    while len(",".join(text(piece) for piece in range(pieces + 1))) <= MAX_TEXT:
        pieces += 1
    return ",".join(text(piece) for piece in range(pieces))


LEVELS = as_many_as_fit(lambda piece: str(piece + 1))
HOW_MANY = LEVELS.count(",") + 1
DELTAS = ",".join(f"{level:.2g}" for level in np.geomspace(0.05, 9.9, MOST_FEATURES))
QUESTIONS = ";".join([",".join(["0.06"] * MOST_SLOPES) + "|0.1"] * 27)
ANSWERS = "01" * (MOST_ANSWERS // 2)

AT_ITS_LIMIT = {
    "n": [
        (MEAN, {"n": str(MAX_USERS), "profile": profile})
        for profile in ("Log-uniform", "Conservative, pragmatist, liberal")
    ]
    + [
        (MEAN, {"n": str(MAX_USERS), "view": TARGET}),
        (MEAN, {"n": str(MAX_USERS), "view": "Why weights saturate"}),
    ],
    "levels": [
        (
            MEAN,
            {
                "profile": "Levels and counts",
                "levels": LEVELS,
                "counts": ",".join(["9"] * HOW_MANY),
            },
        )
    ],
    "several": [(MEAN, {"several": "1000", "view": "A real column"})],
    "example": [(MEAN, {"example": LEVELS, "view": "How it works"})],
    "d": [(FEATURES, {"d": "50", "sensitive": "25"})],
    "deltas": [
        (FEATURES, {"deltas": DELTAS}),
        (FEATURES, {"deltas": DELTAS, "feature_view": TARGET}),
    ],
    "reports": [(FEATURES, {"reports": "10000000", "feature_view": "Users differ"})],
    "records": [
        (RIDGE, SYNTHETIC),
        (
            RIDGE,
            {**SYNTHETIC, "methods": "Sampling, largest ε", "release_of": "Sampling, repaired"},
        ),
        (RIDGE, {**SYNTHETIC, "ridge_view": TARGET}),
    ],
    "coordinates": [(ODOMETER, {"coordinates": "14", "runs": "50"})],
}
"""Pages by input, in the settings that take longest for it."""

GO_ALONG = {
    "counts": "levels",
    "sensitive": "d",
    "dimension": "records",
    "runs": "coordinates",
}
"""Inputs that stand at their limit in the cases of another one."""

WITH_A_TEST_OF_THEIR_OWN = {"answers", "step_slopes"}
"""Below."""

DECIDE_NO_COST = {
    "seed": "which draws are made, not how many",
    "spread": "a share",
    "record": "one number for each coordinate",
    "questions_wanted": "a threshold",
}


def test_every_input_that_decides_cost_has_a_limit_and_a_case_at_it():
    """Whole numbers and texts say how many; other numbers say how much."""
    asked = {knob.key: knob for knob in knobs.ALL if knob.kind in ("whole", "text")}
    shares = {key for key, knob in asked.items() if (knob.low, knob.high) == (0, 100)}
    known = {*AT_ITS_LIMIT, *GO_ALONG, *WITH_A_TEST_OF_THEIR_OWN, *DECIDE_NO_COST, *shares}
    assert asked.keys() == known
    for key, knob in asked.items():
        assert knob.kind == "text" or np.isfinite(knob.high), key
    several = {knob.key for knob in knobs.ALL if knob.kind == "several"}
    assert all(knobs.BY_KEY[key].options for key in several)  # no more than there are


@pytest.mark.parametrize(
    ("page", "params"), [case for cases in AT_ITS_LIMIT.values() for case in cases]
)
def test_a_run_at_the_limit_comes_to_its_end(page, params):
    app = open_page(page, **params)
    assert not app.exception
    assert not app.warning  # the limit itself is accepted
    assert not [text for text in sentences(app.error) if "longer than" not in text]


def test_the_longest_conversation_comes_to_its_end():
    app = open_page(ODOMETER, odometer_view="Step by step")
    app = put(
        app,
        conversation="page",
        step_questions="truncated",
        step_slopes=QUESTIONS,
        answers=ANSWERS,
        eps_question=0.05,
        budget=100.0,
    )
    assert not app.exception
    assert not app.error


def test_a_file_of_as_many_levels_as_there_may_be_comes_to_its_end():
    content = b"\n".join(b"%.2f" % level for level in np.linspace(0.1, 9.9, MAX_USERS))
    assert MAX_UPLOAD_BYTES / 2 < len(content) < MAX_UPLOAD_BYTES
    asked = ProfileSettings("uploaded", uploaded=UploadedLevels.from_csv(content), high=9.9)
    assert saturation_sweep(asked).present.users == MAX_USERS
    assert error_target(asked, "public", 0.1).now == 0.0


LABELS = MAX_DIMENSION // 5 - 1


@pytest.fixture(scope="module")
def widest_table():
    """A table whose regression has as many columns and cells as one may have."""
    rows = np.arange(int(MAX_CELLS / (5 * LABELS + 2)))
    columns = [rows * step // 7 % LABELS for step in (1, 2, 3, 5, 11)]
    lines = (",".join(map(str, line)) for line in zip(*columns, rows % 101, strict=True))
    content = "\n".join(["a,b,c,d,e,wage", *lines]).encode()
    assert len(content) < MAX_UPLOAD_BYTES
    labels = tuple(map(str, range(LABELS)))
    info = [Column(name, "category", name, "", "", "mine", "low", None, labels) for name in "abcde"]
    wage = Column("wage", "number", "Wage", "", "", "mine", "high", (0.0, 101.0))
    return declare(read_table(content), (*info, wage))


def show(app, table, digest):
    """The page with a table of the visitor's own in use."""
    app.session_state["own_table_in_use"] = table
    app.session_state["own_table_in_use_name"] = "mine.csv"
    app.session_state["own_table_in_use_token"] = digest
    return put(app, rows="own")


def test_the_widest_table_comes_to_its_end(widest_table):
    app = show(open_page(RIDGE, ridge_view=TARGET), widest_table, "the widest table")
    assert not app.exception
    assert not [text for text in sentences(app.error) if "longer than" not in text]


def test_samples_of_a_wide_table_are_refused_before_they_take_minutes(widest_table):
    app = open_page(RIDGE, ridge_view="Twenty releases", release_of="Sampling, repaired")
    app = show(app, widest_table, "the widest table, sampled")
    assert not app.exception
    assert any("samples of records" in text for text in sentences(app.error))
