"""The page of the heterogeneous mean: default, one change, bad input, URL; who moves the mean."""

import math
import re

import pytest

from hetdp_core import datasets
from hetdp_core.figures.formats import level, number, percent, times
from hetdp_core.figures.mean import people as figures
from hetdp_core.mean.empirical import empirical
from hetdp_core.mean.saturation import single_level
from hetdp_core.mean.worth import worth
from hetdp_core.profiles import make_profile
from pages.inside.mean.columns import column_errors
from pages.inside.mean.topic import TOPIC
from pages.shared.controls import catalog, scenario
from pages.shared.controls.scenario import read
from pages.shared.controls.state import defaults
from pages.shared.frame.tabs import tabs
from tests.cases import first_and_in_studies
from tests.pages.app import errors, headline, open_page, prose, put, said, sentences
from tests.pages.release.room import table
from tests.pages.test_own_table_everywhere import opened

PAGE = "heterogeneous_mean"
HOW_GOOD = "How good is it?"


def test_the_page_opens_with_saturated_users_and_one_change_moves_the_headline():
    app = open_page(PAGE)
    assert not app.error
    assert "51.5 %" in headline(app)
    assert "51.5 %" not in headline(put(app, high=0.1))
    assert "nobody has reached the saturation level" in headline(app)


@pytest.mark.parametrize("profile", ["log_uniform", "segments", "levels"])
def test_beside_the_slider_stands_what_the_best_single_level_would_cost(profile):
    held = {**defaults(), "profile": profile}
    frames = TOPIC.view(held).frames
    assert frames is not None
    cost = math.sqrt(single_level(make_profile(scenario.read_profile(held))).ratio)
    told = frames.readouts["Error with the best single level"][frames.current]
    assert told == f"{number(cost)} × as large"


@pytest.mark.parametrize(
    ("params", "is_free", "worth"),
    [
        ({}, True, "levels are worth it"),
        ({"high": "0.1"}, False, "levels are worth it"),
        ({"n": "1000000"}, True, "One level just above ε = 0.01 for the 999,975 people who accept"),
        ({"profile": "Two groups"}, True, "personal levels hardly lower the error here"),
    ],
)
def test_why_says_what_personal_levels_gain_and_what_is_free_where_somebody_is_above_tau(
    params, is_free, worth
):
    text = said(open_page(PAGE, **params))
    assert ("Why some privacy is free" in text) == is_free
    assert worth in text


def test_asked_about_these_people_hero_why_and_target_are_about_them_and_all_else_says_it_is_not():
    levels = make_profile(scenario.read_profile(defaults())).epsilon
    these, note = empirical(levels), "about a population from which these people come"
    for tab in tabs(TOPIC.sections):
        app = open_page(PAGE, everybody="true", view=tab)
        equal = f"ε = {level(these.saturation_level)} gives them an equal share, and a larger"
        assert equal in headline(app)
        assert catalog.sections.QUESTIONS[True] in prose(app.main.caption)
        noted = sum(note in said for said in sentences(app.main.info))
        assert noted == {"Why": 1, "What would it take?": 0, "With real data": 0}[tab]
        if tab == "Why":
            assert f"{percent(these.worst_case_error)} of the range. That is why" in said(app)
            assert "Why some privacy is free" not in said(app)
        if tab == "What would it take?":
            assert percent(these.worst_case_error) in said(app)
    methods = open_page(PAGE, everybody="true", view="Methods side by side")  # unfolded
    assert note in prose(methods.main.info)
    assert note not in prose(open_page(PAGE).main.info)


def test_levels_twelve_orders_apart_and_all_public_have_their_headline_and_bad_ones_a_sentence():
    app = open_page(PAGE, profile="Levels and counts")
    for levels, says in (
        ("1e-6, 1, 1e6", "a larger ε for them would not lower the worst-case error"),
        ("inf, inf, inf", "no noise"),
    ):
        app.text_input(key="levels").set_value(levels).run()
        assert not app.error
        assert says in headline(app)
    app.text_input(key="levels").set_value("0, 1").run()
    assert "must be positive" in errors(app)
    assert "no noise" in headline(app)


def test_three_billion_users_are_welcome_as_levels_and_counts_and_have_a_certificate():
    app = open_page(PAGE, profile="Levels and counts", view="Methods side by side")
    app.text_input(key="counts").set_value("1000000000, 1000000000, 1000000000").run()
    assert "3,000,000,000 people" in headline(app)
    assert "at most 1,000,000 people" in app.info[0].value
    app = open_page(PAGE, view=HOW_GOOD, profile="Levels and counts", counts="1e9, 1e9, 1e9")
    assert not app.error
    assert "**within 5 % of the best possible**" in said(app)


def test_certificate_and_worth_of_a_volunteer_follow_the_switch_for_shrinking_and_the_control():
    app = open_page(PAGE, view=HOW_GOOD)
    text = said(app)
    assert "shrunk by 3.58 % to the middle of the range, has a worst-case squared error" in text
    assert "**at most 1.13 × the best possible**" in text
    assert volunteer(shrinking=True) in text
    text = said(app.toggle(key="shrunk").set_value(False).run())
    assert "**at most 1.21 × the best possible**" in text
    assert volunteer(shrinking=False) in text
    assert volunteer(shrinking=True) not in text
    assert "**Less privacy**" in text
    assert "1.21 ×" not in said(put(app, high=0.02))


def test_few_users_are_told_that_the_middle_beats_a_noisy_mean():
    assert "× the best possible**" in said(open_page(PAGE, view=HOW_GOOD, n="3"))
    assert "guessing the middle of the range is better** than" in headline(open_page(PAGE, n="3"))


def test_a_file_of_levels_is_used_and_a_bad_one_is_one_sentence_that_keeps_the_figure():
    app = open_page(PAGE, profile="Uploaded file")
    assert "Upload a CSV file with one ε per line." in app.main.info[0].value
    assert not app.error
    levels = b"epsilon\n" + b"1\n2\n8\ninf\n" * 50
    for content, says in (
        (levels, ""),
        (b"epsilon\n0\n", "must be a positive privacy level"),
        (b"", "empty file"),
    ):
        app.file_uploader(key="epsilon_file").upload("epsilon.csv", content).run()
        assert says in errors(app)
        assert "200 people" in headline(app)
        assert bool(says) == bool(app.error)


def test_values_outside_the_declared_range_are_clipped_and_counted_or_refused():
    own = table("age\n" + "30\n40\n150\n-5\n" * 25)
    app = opened(PAGE, own=own, view="A real column")
    assert not app.error
    assert "50 outside the declared range 0 to 120 years (clipped)" in prose(app.main.caption)
    assert app.metric[1].value == "47.5 years"
    app.selectbox(key="outside").set_value("refuse").run()
    (sentence,) = sentences(app.error)
    assert "must lie within the declared bounds (0, 120; given: 50 values outside" in sentence
    assert not app.metric


def test_the_simulated_check_states_trials_and_spread():
    app = open_page(PAGE, view="Methods side by side", simulate="true", n="50")
    captions = prose(app.main.caption)
    assert "2,000 datasets" in captions
    assert "has the smallest error**, as in the worst case" in said(app)  # of the first figure
    assert "standard errors" in captions


@pytest.mark.parametrize("dataset", first_and_in_studies(datasets.available()))
def test_every_dataset_has_an_estimate(dataset):
    app = open_page(PAGE, view="A real column")
    put(app, dataset=dataset)
    assert len(app.metric) == 3
    assert datasets.info(dataset).title in prose(app.main.caption)
    assert not [text for text in sentences(app.main.caption) if ".." in text]


def test_a_bad_worked_example_shows_one_sentence():
    app = open_page(PAGE, view="How this is calculated")
    app.text_input(key="example").set_value("1, -2").run()
    assert "must be positive" in errors(app)


def twenty(app):
    (said,) = (sentence for sentence in sentences(app.markdown) if "Twenty estimates" in sentence)
    return said


def test_twenty_estimates_stand_under_the_one_and_follow_the_privacy_as_long_as_there_is_noise():
    app = open_page(PAGE, view="A real column")
    first = twenty(app)
    assert re.search(r"18 of 20 lie in the range [\d.]+ to [\d.]+ mmHg", first)
    assert twenty(put(app, high=0.02, low=0.01)) != first
    assert "**There is no noise**" in prose(put(app, public=100).markdown)


def several(**params):
    return open_page(PAGE, view="Several columns", **params)


def test_with_pure_epsilon_gaussian_noise_is_one_sentence_of_what_to_do():
    app = several(several_promise="ε, always")
    assert "Choose another noise, or a promise with δ" in errors(app)
    put(app, several_noise="laplace")
    assert not app.error
    assert "one noise for all columns beats Laplace" in prose(app.main.markdown)


def test_another_promise_and_many_columns_change_which_noise_wins():
    app = several(several_promise="ρ = ε · tanh(ε/2) (zCDP)", several="60")
    assert "best **for any number of columns**" in prose(app.main.markdown)
    assert "weaker than ε" in prose(app.main.caption)


@pytest.mark.parametrize("delta", first_and_in_studies([0.0, -1.0, 1.0, 2.0, math.nan]))
def test_an_unusable_chance_is_said_and_the_last_usable_figures_of_the_tab_stay(delta):
    app = several(several="60", several_delta="1e-05")
    before = [one for one in sentences(app.main.markdown) if "**60 columns at once**" in one]
    assert before
    put(app, several_delta=delta)
    (said,) = app.main.error
    assert "ailure probability δ must" in said.value
    assert "The figures still show the last usable setting." in said.value
    assert [one for one in sentences(app.main.markdown) if one in before] == before
    assert "δ = 0.00001" in prose(app.main.caption)
    assert not put(app, several_delta=1e-6).error


def test_methods_whose_errors_are_written_the_same_share_the_smallest():
    said = column_errors(scenario.read({**defaults(), "high": 0.02}), "clip").headline
    assert "**the error is smallest with Saturated weights (ADPM), Proportional weights" in said


def volunteer(shrinking):
    worths = worth(make_profile(read(defaults()).profile), shrinking)
    return f"A public volunteer is worth **{times(worths.in_units[-1])}** as much."


def test_where_all_are_public_nobody_can_ask_for_less_and_the_mean_is_about_the_best():
    app = open_page(PAGE, view=HOW_GOOD, public="100")
    assert "Everyone is public and has the same weight." in said(app)
    assert "**within 5 % of the best possible**" in said(app)
    assert "**Less privacy**" not in said(app)


def test_where_the_middle_is_answered_neither_one_more_nor_less_privacy_moves_anything():
    app = open_page(PAGE, view=HOW_GOOD, n="1", low="0.01", high="0.02", shrunk="false")
    assert "one more person changes nothing" in said(app)
    assert "**no error falls**" in said(app)


def test_it_says_which_group_brings_the_most_by_asking_for_less_and_how_much():
    app = open_page(PAGE, view=HOW_GOOD, profile="Two groups", low="0.1", high="0.5")
    scenario = read({**defaults(), "profile": "two_groups", "low": 0.1, "high": 0.5})
    table = figures.relaxing_table(worth(make_profile(scenario.profile)))
    fall, who = max(zip(table["lowers the MSE by, %"], table["group"], strict=True))
    assert f"the error falls most if **{who}** accept an ε 10 % larger" in said(app)
    assert f"falls by **{percent(fall)}**" in said(app)


def test_one_group_is_not_said_to_gain_the_most_and_a_cap_changes_nothing():
    app = open_page(PAGE, view=HOW_GOOD, profile="Two groups", low="1", high="1")
    assert "if **all at ε = 1** accept an ε 10 % larger, the worst-case" in said(app)
    assert "**a cap changes nothing**" in said(open_page(PAGE, low="1", high="1"))
