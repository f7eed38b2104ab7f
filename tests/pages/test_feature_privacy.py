"""The page of feature privacy: default, one change, bad input, URL."""

import re

import numpy as np
import pytest

from hetdp_core import datasets, features
from hetdp_core.features import correlation_sweep
from hetdp_core.figures.formats import number
from pages.inside.features import controls, results
from pages.inside.features.headline import headlines
from pages.shared import cache
from pages.shared.controls import scenario, state
from pages.shared.figure import view
from tests.pages.app import errors, headline, open_page, prose, put

PAGE = "feature_privacy"


def test_the_page_says_what_telling_features_apart_saves_and_below_which_correlation():
    app = open_page(PAGE)
    assert not app.error
    yes = "**Yes, up to q = 0.34**: at q = 0.1 the overall error is **13.6 %**, not 19.4 % "
    yes += "(same for all), but the most sensitive get worse: 25.3 %."
    assert headline(app) == f"{yes} For means alone, a random question has 5.56 %."
    assert f"{ASK}5.56 %." in prose(app.markdown)
    assert "**Random question** asks each person about one feature" in prose(app.main.caption)
    put(app, q=0.5)
    assert headline(app).startswith("**No, from q = 0.35 upwards**")
    assert "At q = 0.5 the overall error is 19.4 %, as with the same for all." in headline(app)
    put(app, q=0.35)
    assert "hardly falls, to 19.3 %, but the most sensitive get worse: 30.3 %." in headline(app)
    put(app, q=0.34)
    assert "**Yes, up to q = 0.34**" in headline(app)


def test_fewer_people_change_no_reason_and_what_leaving_features_out_gives_is_said_apart():
    app = open_page(PAGE, reports="4598", q="0.25")
    said = "With 4,598 people separate protection helps **partly**: it learns 8 of 10 features "
    said += "(error 8.22 %), but nothing about the 2 most sensitive (50 %, a guess). "
    said += "At q = 0.25 the overall error is **23.5 %**, "
    asks = f"{ASK}10.7 %. It learns all 10 features, 8 of them with more error."
    assert headline(app).startswith(f"{said}not 28.6 % (same for all). For means alone")
    assert asks in prose(app.markdown)
    assert "The optimised split leaves 2 of 10 features out." in prose(app.main.markdown)
    put(app, q=0.1)
    assert headline(app).startswith("**Yes**: at q = 0.1 the overall error is **20 %**")


def test_levels_that_are_typed_say_which_controls_they_replace():
    said = "in place of three controls"
    assert said in prose(open_page(PAGE, deltas="0.2, 0.5, 2").main.caption)
    assert said not in prose(open_page(PAGE).main.caption)


ASK = "If only means matter, **one random question** per person does better: "
PLAIN = "Per-feature privacy is then ordinary local privacy"


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"q": "0"}, "is **8.92 %**"),  # independent features gain most
        (
            {"reports": "1000", "q": "0.1"},
            "With 1,000 people separate protection helps **partly**: it learns 8 of 10 features",
        ),
        (
            {"reports": "2", "q": "0"},
            "With 2 people **no**: the overall error is about 50 % either way",
        ),
        ({"q": "1"}, "**No, from q = 0.35 upwards**"),  # copies of each other
        *(({"d": "1", "sensitive": sensitive}, PLAIN) for sensitive in "01"),
        ({"delta": "2"}, PLAIN),  # equal levels
        *(({"deltas": levels}, "17.2 %") for levels in ("2, 0.1, 1, 0.5", "0.1, 0.5, 1, 2")),
    ],
)
def test_the_ends_of_correlation_equal_levels_and_any_order_of_them_have_their_headline(
    params, says
):
    app = open_page(PAGE, **params)
    assert not app.error
    assert says in headline(app)


def test_what_q_the_data_must_have_is_no_need_of_the_reader():
    app = open_page(PAGE, feature_view="What would it take?", feature_unknown="q")
    assert "your data must have **q = 0.01 or less**" in prose(app.main.markdown)
    for target, said in ((6, "enough"), (5, "not enough, but with 12,357 people it would be")):
        put(app, feature_target=target)
        assert f"per person reaches 5.56 % now: {said}." in prose(app.main.markdown)


@pytest.mark.parametrize(
    ("rule", "because"),
    [
        ("Separate, optimised", "more would reveal too much about the sensitive ones"),
        ("Same for all", "because all features get the smallest δ"),
    ],
)
def test_why_a_report_uses_less_than_it_may_is_said(rule, because):
    app = open_page(PAGE, feature_view="Parts of a report", triangle_rule=rule)
    assert because in prose(app.main.markdown)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"sensitive": "11"}, "sensitive features must be at most the number of features, 10"),
        *(({"deltas": f"0.1, {level}"}, "Delta must be positive") for level in (0, -2)),
        *(({"deltas": f"0.1, {word}"}, "must be a number (given") for word in ("nan", "soft")),
    ],
)
def test_bad_levels_show_one_sentence_and_keep_the_figure(params, says):
    app = open_page(PAGE, **params)
    assert says in errors(app)
    assert headline(app)


UP_TO = {
    "nhefs": "Separate protection pays off up to q = 0.21. The measured q is 0.271, but",
    "rand_hie": "**does not pay off here**: it pays off only up to q = 0.21",
    "diabetes": "**if people do not report Blood sugar, Disease progression**.",
    "simulated_medical_cost": "**does not pay off here**: it pays off only up to q = 0.27",
}


@pytest.mark.parametrize("dataset", datasets.available())
def test_the_verdict_on_real_columns_holds_for_every_q_that_chance_leaves_open(dataset):
    app = put(open_page(PAGE, feature_view="A real dataset"), dataset=dataset)
    assert datasets.info(dataset).title in prose(app.main.caption)
    assert UP_TO[dataset] in prose(app.main.markdown)
    nothing = "It tells nothing about Blood sugar, Disease progression either."
    assert (nothing in prose(app.main.markdown)) == (dataset == "diabetes")
    assert "**does not pay off here**, whatever q is" in prose(put(app, delta=2.0).main.markdown)


def test_where_the_same_for_all_tells_nothing_it_is_not_advised():
    app = open_page(PAGE, feature_view="A real dataset", delta="0.05")
    chosen = [*datasets.info("nhefs").numeric_columns()][:12]
    said = prose(put(app, columns_nhefs=chosen).main.markdown)
    assert "**Undecided**: at these levels the same for all tells nothing (50 %), and" in said


def test_what_is_reported_of_real_columns_is_what_q_was_measured_on():
    """Bins: their means are what is estimated, and how far those are from the values' is said."""
    app = open_page(
        PAGE, feature_view="A real dataset", columns_nhefs=["Age", "Sex"], sensitive_nhefs=["Sex"]
    )
    texts = prose(app.main.markdown)
    table = features.feature_table(datasets.load("nhefs"), ["age", "sex"])
    reported = table.binned(4)
    q = features.total_variation(reported.values).largest([1])
    assert f"q = {number(q)} (Sex); only the q of sensitive columns" in texts
    apart = number(float(50.0 * abs(reported.mean[0] - table.mean[0])))
    assert f"moves a mean by up to **{apart} %** of the range (Age), not" in texts
    assert "moves a mean" not in prose(put(app, columns_nhefs=["sex", "asthma"]).main.markdown)
    compared = cache.value(
        results.on_dataset(features.FeatureScenario(), "nhefs", ("age", "sex"), ("sex",))
    )
    again = features.compare_rules(
        (2.0, 0.2), 2.0, q, len(table.values), second_moment=reported.second_moment
    )
    np.testing.assert_array_equal(compared.variance["paper"], again.variance["paper"])


def test_least_squares_on_real_columns_uses_the_measured_q():
    """Whatever the slider says: the guarantee is about these columns."""
    info = datasets.info("nhefs")
    labels = [info.column(name).label for name in ("age", "bmi")]
    app = open_page(PAGE, feature_view="Least squares", inputs_nhefs=labels, q="0.01")
    columns = ["age", "bmi", info.default_target]
    reported = features.feature_table(datasets.load("nhefs"), columns).binned(4)
    q = features.total_variation(reported.values).largest(range(3))
    assert f"q = {number(q)}" in prose(app.main.markdown)


def test_the_page_says_how_far_the_optimum_is_certified_and_which_features_are_left_out():
    texts = prose(open_page(PAGE).main.caption)
    assert "certified to 0.0001 % of the squared error" in texts
    texts = prose(open_page(PAGE, weights="As printed").main.caption)
    assert "certified" not in texts
    assert "the best result of a search" in texts
    texts = prose(open_page(PAGE, **LEFT_OUT).main.caption)
    assert "gives 1 of the features no budget" in texts
    assert "bar at 50 %" not in prose(open_page(PAGE).main.markdown)
    assert "A bar at 50 % means **no information**" in prose(open_page(PAGE, **LEFT_OUT).markdown)


LEFT_OUT = {"d": "35", "sensitive": "1", "delta": "0.5", "epsilon": "1", "reports": "1000"}


def test_an_idea_stays_where_it_was_dragged(monkeypatch):
    """Python has no control to set by it, so it is not asked."""
    released = {}

    def note(_figure, *, key, on_let_go, **_others):
        released[key] = on_let_go

    monkeypatch.setattr(view, "live_figure", note)
    open_page(PAGE, feature_view="Ideas")
    assert {"error_region", "copies"} <= {key for key, asked in released.items() if asked is None}
    open_page(PAGE)
    assert released["correlation"] is not None


def test_so_many_features_that_the_other_route_is_not_computed_are_said():
    many = ", ".join(["0.5", "2"] * 75)
    app = open_page(PAGE, deltas=many, feature_view="Parts of a report")
    assert any("is not calculated here" in one.value for one in app.markdown)


def test_the_bounds_of_the_paper_are_said_to_lack_their_constants():
    printed = open_page(PAGE, feature_view="As printed")
    assert "up to a constant factor, which the paper does not give" in prose(printed.markdown)
    fitted = open_page(PAGE, feature_view="Least squares")
    assert "**Theorem 3** bounds the expected loss above the best one" in prose(fitted.markdown)


def test_users_who_mind_less_spare_the_others():
    app = open_page(PAGE, feature_view="Users differ too")
    assert not app.error
    less = "If 20 % of people ask for less protection (δ × 5), the error changes from 13.6 %"
    assert less in prose(app.main.markdown)
    same = "All people ask for the same: the error is 13.6 % of the range, as above"
    assert same in prose(put(app, share_2=0).main.markdown)
    put(app, types="3", share_2=90, share_3=20)
    assert "Shares of the groups must not add up to more than 100 %" in errors(app)


@pytest.mark.slow
def test_the_types_can_be_checked_by_simulation():
    app = open_page(PAGE, feature_view="Users differ too", d="4", reports="1000")
    put(app, types_checked=True)
    assert "Simulated: 400 releases" in prose(app.main.caption)
    put(app, reports=10_000_000)
    assert "to be simulated here" in errors(app)


def test_a_single_feature_has_no_number():
    said = headline(open_page(PAGE, sensitive="1", reports="700", q="0.3"))
    assert "9 of 10 features (error 25.6 %), but nothing about the most sensitive (50" in said
    said = headline(open_page(PAGE, sensitive="1", reports="700", q="0.9"))
    assert "only the most sensitive (error 18.9 %). As features reveal each other" in said


@pytest.mark.parametrize("params", [{}, {"sensitive": "8", "delta": "0.1"}, LEFT_OUT])
def test_headlines_answer_for_every_q_as_the_errors_do_and_say_that_sensitive_features_pay(params):
    held = state.of_params({"v": "2", **params})
    sweep = correlation_sweep(controls.read(held, scenario.read(held)))
    right = sweep.gains & (sweep.whole.miss < 49.99)  # with all features reported
    without = np.sum(sweep.curves["optimised"].variance > 1.0, axis=1)
    for place, said in enumerate(headlines(sweep)):
        if sweep.leaves_out[place]:
            lost, learnt = without[place], len(sweep.scenario.delta) - without[place]
            yes = r"(partly|barely)\*\*: it learns "
            yes += f"{learnt} of {lost + learnt} features .*but nothing about .*"
            lost, learnt = ("" if count == 1 else f"{count} " for count in (lost, learnt))
            assert re.search(rf"{yes}{lost}|hardly.*: it learns only (the )?{learnt}", said)
            continue
        is_yes = "**yes" in said.lower()
        assert is_yes == right[place]
        if found := re.search(r"\*\*(?:Yes, up to|No, from) q = ([\d.]+)", said, re.IGNORECASE):
            there = sweep.q <= float(found[1]) if is_yes else sweep.q >= float(found[1])
            assert np.all(right[there] == is_yes)
        assert "whatever q is" not in said or np.all(right == is_yes)
