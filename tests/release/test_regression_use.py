"""What to do with a released regression: the verdict decides, or nothing does."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.figures.release import use as words
from hetdp_core.figures.report.regression import RegressionSheet, regression_to_html
from hetdp_core.release import prepare_regression, use_of
from hetdp_core.release.regression_use import REASONS, USES
from hetdp_core.release.regression_verdict import Verdict
from tests.release.regressions import people, release, request

MADE = release(prepare_regression(request(np.full(900, 5.0), judged=True)), people(900))


def judged(difference):
    return replace(MADE, verdict=Verdict(difference, 0.01, 180))


@pytest.mark.parametrize(
    ("made", "recommended", "reason"),
    [
        (judged(-0.02), "regression", "judged"),
        (judged(0.02), "mean", "judged"),
        (judged(-0.01), None, "too_close"),
        (replace(MADE, verdict=None), None, "not_judged"),
    ],
)
def test_the_verdict_decides_beyond_its_noise_and_otherwise_nothing_does(made, recommended, reason):
    use = use_of(made)
    assert (use.recommended, use.reason) == (recommended, reason)
    assert REASONS[reason] in words.reason(use)
    name = USES[recommended] if recommended else "Yours to weigh"
    assert name in words.recommendation(use)
    assert [*words.what_it_is(use)] == [*USES]


def test_foreign_text_is_shown_letter_by_letter_on_the_page_to_sign():
    evil = "<script>alert(1)</script>"
    plan = MADE.plan
    target = replace(plan.request.target, column=evil, unit=evil)
    made = replace(MADE, plan=replace(plan, request=replace(plan.request, target=target)))
    page = regression_to_html(RegressionSheet(use_of(made), evil, evil, evil, evil, evil, evil))
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > 8


def test_who_gave_what_is_what_the_plan_guarantees():
    (line,) = words.given_by(MADE)
    assert line == "900 who ask for ε = 5: at most ε = 5"
    assert "δ = " in words.most_exposed(MADE)
