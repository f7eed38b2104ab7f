"""A table with a column of levels: whoever is in it keeps her own ε, wherever it is looked at."""

import re
import secrets
from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.datasets import Column
from hetdp_core.figures.formats import interval, number, of_hundred
from hetdp_core.mean.column import estimate_column, estimate_column_by_levels
from hetdp_core.mean.estimate import decide, decide_these
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.release import ReleaseRequest
from hetdp_core.release import prepare as prepare_release
from hetdp_core.ridge import decision, verdict
from hetdp_core.ridge.design import DesignSettings
from hetdp_core.ridge.records import Records, prepare
from hetdp_core.ridge.sweep import RidgeScenario, loss_sweep
from hetdp_core.tables import declare, read_table
from hetdp_core.uploads import UploadedLevels
from pages.inside.mean import views
from pages.shared import limits
from pages.shared.controls import catalog, scenario
from pages.shared.controls.state import defaults
from tests.own_columns import own_column
from tests.pages.app import UNFOLDED, open_page, prose, put, sentences
from tests.pages.release.room import button
from tests.pages.test_own_table_everywhere import everything, opened, options_of

MEAN = "heterogeneous_mean"
CHOICE = "Privacy levels from"
PEOPLE = 120
LEVELS = np.where(np.arange(PEOPLE) % 3, 0.5, 4.0)
AGES = np.round(30.0 + 40.0 * (LEVELS > 1.0) + np.arange(PEOPLE) % 11, 1)
"""Whoever asks for less privacy is older: to whom a level belongs matters."""

WAGES = np.round(20.0 * AGES + np.arange(PEOPLE) * 37 % 400, 1)


def rows(order=None, levels=LEVELS, name="eps"):
    order = np.arange(PEOPLE) if order is None else order
    lines = (f"{AGES[i]},{levels[i]},{WAGES[i]}\n" for i in order)
    return f"age,{name},wage\n" + "".join(lines)


def declared(text):
    """The table, whatever its columns of levels are called."""
    raw, bounds = read_table(text.encode()), {"age": (0.0, 120.0), "wage": (0.0, 5000.0)}
    columns = [
        own_column(name, bounds=bounds[name])
        if name in bounds
        else Column(name, "level", name, "", "", "mine", "low")
        for name in raw.names
    ]
    token = secrets.token_hex(6)
    return declare(raw, columns, f"own:{token}"), token


def real_column(text=None, **params):
    return opened(MEAN, declared(text or rows()), view="A real column", **params)


def choice(app):
    return next(box for box in app.selectbox if box.label == CHOICE)


def by_the_profile(app):
    choice(app).set_value("profile").run()
    return app


def estimated(app):
    shown = {metric.label: metric.value for metric in app.metric}["Private estimate"]
    return shown.removesuffix(" years")


def told(found):
    return number(found.private_estimate, 4)


def test_a_column_is_estimated_with_each_persons_own_level_until_the_profile_deals_them_out():
    app = real_column()
    assert choice(app).value == "column"
    rng = np.random.default_rng(0)
    estimate = estimate_column_by_levels(AGES, (0.0, 120.0), LEVELS, rng=rng)
    assert estimated(app) == told(estimate)
    assert "Everyone asks for their own ε" in everything(app)
    assert "assigned to rows at random" not in everything(app)
    # How far the answer leans towards those who ask for less.
    assert f"{number(estimate.lean)} years from the true mean. This is the bias" in everything(app)
    put(app, high=7.0)  # of the profile, which is not asked
    assert estimated(app) == told(estimate)
    by_the_profile(put(app, high=defaults()["high"]))
    settings, rng = scenario.read_profile(defaults()).with_users(PEOPLE), np.random.default_rng(0)
    profile = make_profile(settings)
    assert estimated(app) == told(estimate_column(AGES, (0.0, 120.0), profile, rng=rng))
    assert "assigned to rows at random (seed 0)" in everything(app)
    for said in ("keeps their own ε", "This is the bias"):
        assert said not in everything(app)
    before = estimated(app)
    put(app, high=0.7)
    assert estimated(app) != before


def test_about_these_very_people_a_column_is_as_near_as_the_release_of_it_says():
    app = real_column(everybody="true")
    rng = np.random.default_rng(0)
    these = estimate_column_by_levels(AGES, (0.0, 120.0), LEVELS, rng=rng, everybody=True)
    assert estimated(app) == told(these)
    text = " ".join(everything(app).split())
    assert f"**of these people** is **{interval(*these.privacy_interval)} years**" in text
    assert "of a population" not in text.replace("mean about a population", "")
    request = ReleaseRequest("age", "years", (0.0, 120.0), LEVELS, "column", everybody=True)
    assert prepare_release(request).half_width == pytest.approx(these.privacy_half_width)
    put(app, everybody=False)
    assert "The mean **of a population** from which" in everything(app)


def test_where_no_column_says_it_the_page_is_about_the_one_level_of_a_release():
    own = declared("age,wage\n" + "30,9\n40,8\n" * 50)
    app = opened(MEAN, own, {"release_same_level": 0.128}, everybody="true")
    assert "**the same guarantee: ε is at most 0.128**" in everything(app)
    assert "everybody has ε = 0.128; no column of levels was chosen" in everything(app)
    assert choice(app).options == ["The same ε for everybody", "A privacy profile"]
    assert "Privacy profile" not in controls(app)


@pytest.mark.parametrize("everybody", ["true", "false"])
@pytest.mark.parametrize("source", ["column", "same"])
def test_explore_has_the_error_by_which_a_release_is_decided(source, everybody):
    app = opened(MEAN, declared(rows()), {"release_levels_from": source}, everybody=everybody)
    card = r"Private, in the worst case.*?#### ([\d.]+ \S+)\n"
    (worst,) = re.findall(card, everything(app), re.S)
    app.switch_page("pages/release.py").run()
    assert worst in [metric.value for metric in app.metric]


def test_the_first_figure_has_that_error_in_the_unit_of_the_column(monkeypatch):
    own, _ = declared(rows())
    monkeypatch.setattr("pages.shared.tables.own_table.own_dataset", lambda: own)
    held = {**defaults(), "dataset": "own"}
    frames, profile = views.for_state(held).frames, make_profile(scenario.read(held).people)
    worst = decide(profile, AGES, (0.0, 120.0)).worst
    assert frames is not None
    assert frames.readouts["Worst-case error"][frames.current] == f"{number(worst)} years"


def test_a_headline_says_that_levels_which_nobody_asked_for_were_assigned():
    app = by_the_profile(opened(MEAN, declared("age,wage\n" + "30,9\n40,8\n" * 50)))
    assert "than their assigned level demands" in everything(app)
    assert "Nobody in your dataset asked for these levels" in everything(app)
    assert "assigned" not in everything(opened(MEAN, declared(rows())))
    figure, frames = views.saturation_frames(
        saturation_sweep(ProfileSettings()), "ε", assigned=True
    )
    assert "Get more privacy than assigned" in frames.readouts
    assert "assigned (shaded: free)" in [trace.get("name") for trace in figure.data]


OF_THE_TABLE = ProfileSettings("uploaded", uploaded=UploadedLevels("", LEVELS), high=4.0)


@pytest.mark.parametrize(
    ("params", "decision"),
    [
        ({}, decide(make_profile(OF_THE_TABLE), AGES, (0.0, 120.0))),
        (
            {"everybody": "true"},
            decide_these(make_profile(OF_THE_TABLE), AGES, (0.0, 120.0), LEVELS),
        ),
    ],
)
def test_headline_and_cards_are_about_the_people_of_the_table(params, decision):
    app = opened(MEAN, declared(rows()), **params)
    text = prose(app.main.markdown)
    assert f"Of {PEOPLE} people, " in text
    assert re.search(f"(population mean, from|mean of these) {PEOPLE} people", text)
    for error in (decision.typical, decision.worst):
        assert f"{number(error)} years" in text
    assert ("Without privacy" in text) == (not params)
    assert not {"Number of people n", "Privacy profile"} & controls(app)
    by_the_profile(app)
    assert "Privacy profile" in controls(app)
    assert "Number of people n" not in controls(app)
    assert f"{PEOPLE} people" in prose(app.main.markdown)


def test_a_cap_on_the_levels_of_the_table_holds_for_the_cards_too():
    capped = decide_these(
        make_profile(replace(OF_THE_TABLE, high=0.5)), AGES, (0.0, 120.0), np.minimum(LEVELS, 0.5)
    )
    app = opened(MEAN, declared(rows()), everybody="true", cap=0.5)
    assert f"{number(capped.typical)} years" in prose(app.main.markdown)


def test_a_value_that_is_missing_counts_as_the_middle_as_it_does_in_a_release():
    text = rows().replace(f"{AGES[0]},{LEVELS[0]},", f",{LEVELS[0]},", 1)
    rng = np.random.default_rng(0)
    ages = np.array([60.0, *AGES[1:]])
    counted = estimate_column_by_levels(ages, (0.0, 120.0), LEVELS, rng=rng)
    app = real_column(text)
    assert estimated(app) == told(counted)
    assert "1 missing (counted as the middle)" in everything(app)
    assert f"typical errors of a population mean, from {PEOPLE} people" in prose(app.main.markdown)


@pytest.mark.parametrize("bad", [0.0, np.nan])
def test_a_column_of_levels_that_is_unusable_is_one_sentence(bad):
    dataset, token = declared(rows(name=f"eps_{bad}"))  # nothing is known of it yet
    dataset.frame.loc[5, f"eps_{bad}"] = bad
    app = opened(MEAN, (dataset, token), view="A real column")
    (said,) = sentences(app.main.error)
    assert f"Epsilon in 'eps_{bad}' must be positive" in said
    choice(app).set_value("profile").run()
    assert not app.main.error


def test_of_two_columns_of_levels_one_is_chosen_for_as_long_as_the_table_and_neither_is_linked():
    lines = [f"{AGES[i]},{LEVELS[i]},1\n" for i in range(PEOPLE)]
    app = real_column("age,eps,epsilon_work\n" + "".join(lines))
    assert options_of(app, "Column of ε") == ["eps", "epsilon_work"]
    assert options_of(app, "Column") == ["age"]
    next(box for box in app.selectbox if box.label == "Column of ε").set_value("epsilon_work").run()
    rng = np.random.default_rng(0)
    alike = estimate_column_by_levels(AGES, (0.0, 120.0), np.ones(PEOPLE), rng=rng)
    assert estimated(app) == told(alike)
    assert "eps" not in address(app)
    assert app.session_state["release_epsilon"] == "epsilon_work"
    app.switch_page("pages/release.py").run()
    button(app, "Forget my table").click().run()
    assert "release_epsilon" not in app.session_state


def test_a_shipped_table_has_nothing_to_choose():
    app = open_page(MEAN, view="A real column")
    assert CHOICE not in [box.label for box in app.selectbox]
    assert "assigned to rows at random (seed 0)" in everything(app)


@pytest.mark.parametrize("name", ["eps_*b*_[x](http://h)", "eps_$x$"])
def test_the_name_of_the_column_is_shown_letter_by_letter(name):
    app = real_column(rows(name=name))
    assert name not in everything(app)
    assert "Everyone asks for their own ε" in everything(app)


def ridge(text=None, **params):
    return opened("ridge", declared(text or rows()), UNFOLDED, **params)


def prepared(dataset):
    """The records as the page prepares them at first."""
    settings = DesignSettings("wage", ("age",), centred=True)
    return prepare(Records(dataset.info.key, settings), dataset)


def error(dataset, levels_of):
    """What the page says of a regression, as the core has it, for levels of these records."""
    records = prepared(dataset)
    levels = levels_of(records)
    sweep = loss_sweep(records.problem, levels, RidgeScenario())
    return number(decision.decide(records, levels, sweep).public.miss)


def controls(app):
    kinds = (app.main.selectbox, app.main.multiselect)
    return {one.label for kind in kinds for one in kind}


def address(app):
    return str({key: app.query_params[key] for key in app.query_params})


def test_ridge_gives_each_record_its_own_persons_level_until_the_profile_is_chosen():
    app, (dataset, _) = ridge(), declared(rows())
    assert choice(app).value == "column"
    assert error(dataset, lambda made: LEVELS[made.design.training_rows]) in everything(app)
    assert "Everyone asks for their own ε" in everything(app)
    assert options_of(app, "Predict") == ["age", "wage"]  # and not the levels
    assert options_of(app, "Columns to predict from") == ["age"]
    assert catalog.shared.PROFILE.label not in controls(app)
    assert not [word for word in ("eps", "asked") if word in address(app)]
    by_the_profile(app)
    profile = make_profile(scenario.read_profile(defaults()))
    rng = np.random.default_rng(0)
    found = error(dataset, lambda made: profile.resized(made.problem.y.size).assigned(rng))
    assert found in everything(app)
    assert "keeps their own ε" not in everything(app)
    assert catalog.shared.PROFILE.label in controls(app)
    assert not [word for word in ("eps", "asked") if word in address(app)]


def test_a_profile_that_cannot_be_is_no_matter_where_it_is_not_asked():
    app = ridge(low="5", high="1")
    assert not app.error
    assert choice(app).set_value("profile").run().error


def test_ridge_says_in_a_sentence_that_levels_are_unusable_and_shows_no_other_table():
    dataset, token = declared(rows(name="eps_of_ridge"))
    dataset.frame.loc[5, "eps_of_ridge"] = -1.0
    app = opened("ridge", (dataset, token))
    assert "Epsilon in 'eps_of_ridge' must be positive" in sentences(app.main.error)[0]
    assert not app.main.markdown


def test_ridge_without_a_column_of_levels_gives_everybody_the_level_of_a_release():
    app = ridge("age,wage\n" + "".join(f"{20 + i},{i % 40}\n" for i in range(60)))
    assert choice(app).value == "same"
    assert "everybody has ε = 1; no column of levels was chosen" in everything(app)
    assert catalog.shared.PROFILE.label not in controls(app)


def test_what_may_change_is_no_level_where_persons_keep_their_own(monkeypatch):
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.0)  # of what is found nothing is asked
    app = opened(
        "ridge", declared(rows()), ridge_view="What would it take?", ridge_unknown="Relaxed ε"
    )
    label = catalog.what_it_takes.RIDGE_UNKNOWN.label
    (asked,) = [control for control in app.get("button_group") if control.label == label]
    assert asked.options == ["Records"]
    assert asked.value == "records"


def test_test_records_pay_for_the_verdict_what_their_own_persons_ask_for():
    """Also where records are split anew: everybody brings their own level."""
    dataset, token = declared(rows())
    app = opened("ridge", (dataset, token), ridge_view="Private verdict")
    records = prepared(dataset)
    own = LEVELS[records.design.training_rows], LEVELS[records.design.test_rows]
    plan = verdict.plan_verdict(records.problem, *own)
    splits, rng = verdict.affordable_splits(records.problem), np.random.default_rng(0)
    accuracy = verdict.verdict_accuracy(records.problem, plan, splits, rng, own[1])
    made = verdict.release_verdict(records.problem, plan, np.random.default_rng(0))
    difference = records.typical_miss(1.0) ** 2 * abs(made.difference)
    assert f"comes out {number(difference)} squared" in everything(app)
    assert of_hundred(accuracy.right, accuracy.standard_error) in everything(app)


@pytest.mark.parametrize(("slope", "said"), [(0.5, True), (3.0, False)])
def test_where_only_hindsight_finds_a_lambda_that_is_worth_it_the_headline_says_so(slope, said):
    rng, levels = np.random.default_rng(1), np.repeat([0.2, 0.5, 1.5], 200)
    wages = 150.0 * np.clip(rng.gamma(3.0, 2.0 / np.sqrt(levels)), 0.0, 30.0)
    ages = np.clip(40.0 + slope * wages / 150.0 + rng.normal(0.0, 10.0, 600), 0.0, 120.0)
    lines = (f"{a:.0f},{e},{w:.1f}\n" for a, e, w in zip(ages, levels, wages, strict=True))
    app = ridge("age,eps,wage\n" + "".join(lines))
    next(box for box in app.selectbox if box.label == "Predict").set_value("wage").run()
    text = prose(app.main.markdown)
    assert ("a private regression predicts better" in text) != said
    assert ("**No: the private mean predicts better**" in text) == said
    assert ("**Private mean**] :green-badge" in text) == said
