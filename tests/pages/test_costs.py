"""What one run may cost: at the largest settings it comes to its end.

No time is asserted: that depends on the machine.  Each case takes some seconds of a processor; what
would take longer is refused, given up, or done elsewhere (in the pool of `hetdp_core.parallel`).
`tests.pages.app` gives up on a run after a minute.
"""

import numpy as np
import pytest

from hetdp_core.features.sweep import MOST_FEATURES
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.mean.what_it_takes import error_target
from hetdp_core.odometer.conversation import MOST_ANSWERS, MOST_SLOPES
from hetdp_core.profiles import ProfileSettings
from hetdp_core.uploads import UploadedLevels
from hetdp_core.validate import MAX_UPLOAD_BYTES, MAX_USERS
from pages.inside.topics import TOPICS
from tests.pages.app import open_page, put, sentences

MEAN, FEATURES, RIDGE, ODOMETER = TOPICS
TARGET = "What would it take?"
SYNTHETIC = {"rows": "Synthetic", "records": "5000", "dimension": "60"}
"""Both at their limits."""

DELTAS = ",".join(f"{level:.2g}" for level in np.geomspace(0.05, 9.9, MOST_FEATURES))
QUESTIONS = ";".join([",".join(["0.06"] * MOST_SLOPES) + "|0.1"] * 27)
ANSWERS = "01" * (MOST_ANSWERS // 2)

AT_THEIR_LIMITS = [
    (MEAN, {"n": str(MAX_USERS), "profile": "Log-uniform", "view": TARGET}),
    pytest.param(FEATURES, {"deltas": DELTAS, "feature_view": TARGET}, marks=pytest.mark.slow),
    (RIDGE, {**SYNTHETIC, "ridge_view": TARGET}),
    (ODOMETER, {"coordinates": "14", "runs": "50"}),
]
"""Of each topic, the settings that take longest."""


@pytest.mark.parametrize(("page", "params"), AT_THEIR_LIMITS)
def test_the_largest_settings_are_answered(page, params):
    app = open_page(page, **params)
    assert not app.warning  # the limit itself is accepted
    assert not [text for text in sentences(app.error) if "takes too long" not in text]


@pytest.mark.slow
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
    assert not app.error


@pytest.mark.slow
def test_a_file_of_as_many_levels_as_there_may_be_comes_to_its_end():
    content = b"\n".join(b"%.2f" % level for level in np.linspace(0.1, 9.9, MAX_USERS))
    assert MAX_UPLOAD_BYTES / 2 < len(content) < MAX_UPLOAD_BYTES
    settings = ProfileSettings("uploaded", uploaded=UploadedLevels.from_csv(content), high=9.9)
    assert saturation_sweep(settings)[settings.high].users == MAX_USERS
    assert error_target(settings, "public", 0.1).now == 0.0
