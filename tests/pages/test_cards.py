"""Cards to decide by: every number is the core's, in the column's unit."""

import re

import numpy as np
import pytest

from hetdp_core import datasets, ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.figures.formats import number, of_hundred
from hetdp_core.mean.estimate import decide as decide_mean
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.ridge.decision import decide
from hetdp_core.ridge.records import Records, prepare
from hetdp_core.ridge.sweep import RidgeScenario, loss_sweep
from pages.inside.ridge.topic import TOPIC
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.address import PRESETS
from pages.shared.controls.state import defaults
from pages.shared.figure.view import MISS
from tests.pages.app import headline, open_page, prose, put, sentences

MEDICAL = "Simulated medical cost"


def shown(app):
    """What stands in the heading of each card."""
    found = (re.search(r"^#### ((?:about|\d).*)$", text, re.MULTILINE) for text in texts(app))
    return [one[1] for one in found if one]


def titles(app):
    """The title of each card, with its mark."""
    found = (
        re.match(r":small\[\*\*([^*]+)\*\*\]( :green-badge.*)?\n", text) for text in texts(app)
    )
    return {one[1]: bool(one[2]) for one in found if one}


def texts(app):
    """What stands on the cards and around them; cards of one column are quotations in one text."""
    found = sentences([*app.main.markdown, *app.main.caption])
    parts = [part for text in found for part in re.split(r"\n\n(?=> |:small\[[^*])", text)]
    return [re.sub("^> ?", "", part, flags=re.MULTILINE) for part in parts]


def at_first(key, seed=0):
    """The records and the profile of the page as it opens."""
    start, target = defaults(), datasets.info(key).default_target
    records = Records(key, ridge.DesignSettings(target, centred=True))
    levels = {"low": start["low"], "high": start["high"], "seed": seed}
    profile = make_profile(ProfileSettings(start["profile"], users=start["n"], **levels))
    return prepare(records, datasets.load(key)), profile


def decided(key):
    """Second road: what the page shows at first, put together from the core."""
    prepared, profile = at_first(key)
    levels = profile.resized(prepared.problem.rows).assigned(np.random.default_rng(0))
    sweep = loss_sweep(prepared.problem, levels, RidgeScenario())
    return decide(prepared, levels, sweep)


@pytest.mark.parametrize(
    ("params", "key", "unit"),
    [({}, "nhefs", "mmHg"), ({"dataset": MEDICAL}, "simulated_medical_cost", "US\\$/year")],
)
def test_the_numbers_of_ridge_are_those_of_the_core(params, key, unit):
    app = open_page("ridge", **params)
    decision = decided(key)
    misses = (decision.without_privacy, decision.trivial_miss, decision.public.miss)
    assert shown(app) == [f"{number(miss)} {unit}" for miss in misses]
    beats = decision.beats
    text = " ".join(texts(app))
    often = of_hundred(beats.value, beats.standard_error, " releases")
    assert f"At λ = {number(decision.public.lam)}. Better in {often}." in text
    label = app.button(key="use_best_lambda").label
    assert label == f"Best λ, only in hindsight: {number(decision.hindsight.lam)}"
    assert titles(app)["Private regression"] is decision.regression_is_better
    assert titles(app)["Private mean"] is not decision.regression_is_better
    assert "root mean squared error" in MISS
    assert [element.help for element in app.main.markdown].count(MISS) == 1


def test_the_buttons_set_the_control_and_are_done_then_and_no_card_follows_it():
    app = open_page("ridge", lam="1")
    before, decision = shown(app), decided("nhefs")
    assert "**Typical error (does not follow the slider)**" in prose(app.markdown)
    for key, lam in (("best", decision.hindsight.lam), ("public", decision.public.lam)):
        app.button(key=f"use_{key}_lambda").click().run()
        held = lam if key == "best" else None
        assert (app.session_state[catalog.ridge.LAMBDA.key], shown(app)) == (held, before)
        assert app.button(key=f"use_{key}_lambda").disabled
        assert app.query_params.get("lam") == (f"{lam:g}" if key == "best" else None)


@pytest.mark.parametrize("name", PRESETS)
def test_the_page_and_its_presets_open_at_the_lambda_that_a_release_can_choose(name):
    chosen = TOPIC.chosen(PRESETS[name].state)
    assert chosen.lam == value(chosen.decision).public.lam


def test_more_privacy_moves_headline_and_cards_and_bad_input_keeps_the_last():
    app = open_page("ridge", dataset=MEDICAL)
    assert "predicts better** (typical error 7,520 US\\$/year at λ = 0.1" in headline(app)
    assert "**Why the regression wins here.**" in prose(app.markdown)
    before = shown(app)
    put(app, high=0.05)
    assert "**No: the private mean predicts better**" in headline(app)
    assert shown(app)[0] == before[0]
    assert shown(app)[1:] != before[1:]
    before = shown(app)
    put(app, low=50.0)
    assert shown(app) == before


@pytest.mark.parametrize(("column", "unit"), [("sbp", " mmHg"), ("age", " years")])
def test_the_numbers_of_the_mean_are_those_of_the_core(column, unit):
    info = datasets.info("nhefs").column(column)
    app = open_page("heterogeneous_mean", column=info.label, n="300")
    start = defaults()
    profile = make_profile(
        ProfileSettings(start["profile"], users=300, low=start["low"], high=start["high"])
    )
    values = datasets.load("nhefs").values(column).values
    assert info.bounds is not None
    decision = decide_mean(profile, values, info.bounds)
    misses = (decision.without_privacy, decision.typical, decision.worst)
    assert shown(app) == [f"{number(miss)}{unit}" for miss in misses]
    assert f"**{info.label}**: typical errors of a population mean, from 300 people" in texts(app)
    worst = shown(app)[2]
    put(app, low=0.5)
    assert shown(app)[0] == f"{number(decision.without_privacy)}{unit}"
    assert shown(app)[2] != worst


def test_a_column_that_has_no_mean_says_why_and_leaves_the_figure(monkeypatch):
    def refuse(*_):
        raise InvalidInput("values", "must be numbers", "none")

    monkeypatch.setattr("pages.inside.mean.results.decision", refuse)
    app = open_page("heterogeneous_mean")
    assert shown(app) == []
    assert "Values must be numbers" in sentences(app.main.error)[0]
    assert "get more privacy" in prose(app.main.markdown)


@pytest.mark.parametrize("page", ["ridge", "heterogeneous_mean"])
def test_a_slide_has_no_cards(page):
    assert shown(open_page(page, present="true")) == []
