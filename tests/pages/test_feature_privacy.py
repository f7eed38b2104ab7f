"""The page of feature privacy: default, one change, bad input, URL."""

import numpy as np
import pytest

from hetdp_core import datasets, features
from hetdp_core.features import correlation_sweep
from hetdp_core.figures.formats import number
from pages.inside.features import controls, results
from pages.inside.features.views import headlines
from pages.shared import cache
from pages.shared.controls import scenario, state
from pages.shared.figure import view
from tests.cases import first_and_in_studies
from tests.pages.app import errors, headline, open_page, prose, put

PAGE = "feature_privacy"


def test_the_page_says_what_telling_features_apart_saves_and_below_which_correlation():
    app = open_page(PAGE)
    assert not app.error
    assert "**separate protection** cuts the root-mean-square error" in headline(app)
    assert "from 19.4 % to **13.6 %**, but raises it for the **most sensitive**" in headline(app)
    assert "**random question** per person has 5.56 %, for means only." in headline(app)
    assert "**Random question** asks each person about one feature" in prose(app.main.caption)
    put(app, q=0.5)
    assert "**no benefit**" in headline(app)
    assert "At q = 0.36 or more, others reveal too much about the sensitive ones" in headline(app)
    assert "**random question** per person has" in headline(app)


def test_levels_that_are_typed_say_which_controls_they_replace():
    said = "in place of three controls"
    assert said in prose(open_page(PAGE, deltas="0.2, 0.5, 2").main.caption)
    assert said not in prose(open_page(PAGE).main.caption)


def test_the_columns_that_reveal_more_than_all_shuffles_of_their_own_are_named():
    text = prose(open_page(PAGE, feature_view="A real dataset").main.markdown)
    assert "about Nervous breakdown: q = 0.271, which may be chance. For Sex, Chronic br" in text


PLAIN = "Per-feature privacy is then ordinary local privacy"


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"q": "0"}, "to **8.92 %**"),  # independent features gain most
        ({"q": "1"}, "**no benefit**"),  # copies of each other
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


def test_where_every_estimate_is_the_middle_of_the_range_no_way_is_said_to_win():
    app = open_page(PAGE, reports="2", q="0")
    assert "**Too much noise**" in headline(app)
    assert "up to 50 % of the range" in headline(app)


def test_what_q_the_data_must_have_is_no_need_of_the_reader():
    app = open_page(PAGE, feature_view="What would it take?", feature_unknown="q")
    assert "your data must have **q = 0.01 or less**" in prose(app.main.markdown)


@pytest.mark.parametrize(
    ("rule", "because"),
    [
        ("Optimised", "more would reveal too much about the sensitive ones"),
        ("Same protection for all", "because all features get the smallest δ"),
    ],
)
def test_why_a_report_uses_less_than_it_may_is_said(rule, because):
    assert because in prose(open_page(PAGE, triangle_rule=rule).main.markdown)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"sensitive": "11"}, "sensitive features must be at most the number of features, 10"),
        *(({"deltas": f"0.1, {level}"}, "delta must be positive") for level in (0, -2)),
        *(({"deltas": f"0.1, {word}"}, "must be a number, got") for word in ("nan", "soft")),
    ],
)
def test_bad_levels_show_one_sentence_and_keep_the_figure(params, says):
    app = open_page(PAGE, **params)
    assert says in errors(app)
    assert headline(app)


@pytest.mark.parametrize("dataset", first_and_in_studies(datasets.available()))
def test_every_dataset_has_a_verdict(dataset):
    app = open_page(PAGE, feature_view="A real dataset")
    put(app, dataset=dataset)
    assert datasets.info(dataset).title in prose(app.main.caption)
    texts = prose(app.main.markdown)
    verdicts = ("**pays off**", "**does not pay off here**", "mark one to compare")
    assert sum(verdict in texts for verdict in verdicts) == 1


def test_what_is_reported_of_real_columns_is_what_q_was_measured_on():
    """Bins: their means are what is estimated, and how far those are from the values' is said."""
    app = open_page(
        PAGE, feature_view="A real dataset", columns_nhefs=["Age", "Sex"], sensitive_nhefs=["Sex"]
    )
    texts = prose(app.main.markdown)
    table = features.feature_table(datasets.load("nhefs"), ["age", "sex"])
    reported = table.binned(4)
    q = features.total_variation(reported.values).largest
    assert f"q = {number(q)}" in texts
    assert "mean of the binned values" in texts
    assert f"Age {number(reported.mean[0] - table.mean[0])}, Sex 0." in texts
    compared = cache.value(
        results.on_dataset(features.FeatureScenario(), "nhefs", ("age", "sex"), ("age",))
    )
    again = features.compare_rules(
        (0.2, 2.0), 2.0, q, len(table.values), second_moment=reported.second_moment
    )
    np.testing.assert_array_equal(compared.variance["paper"], again.variance["paper"])


def test_least_squares_on_real_columns_uses_the_measured_q():
    """Whatever the slider says: the guarantee is about these columns."""
    info = datasets.info("nhefs")
    labels = [info.column(name).label for name in ("age", "bmi")]
    app = open_page(PAGE, feature_view="Least squares", inputs_nhefs=labels, q="0.01")
    columns = ["age", "bmi", info.default_target]
    reported = features.feature_table(datasets.load("nhefs"), columns).binned(4)
    q = features.total_variation(reported.values).largest
    assert f"q = {number(q)}" in prose(app.main.markdown)


def test_the_page_says_how_far_the_optimum_is_certified():
    texts = prose(open_page(PAGE).main.caption)
    assert "certified to 0.0001 % of the squared error" in texts
    texts = prose(open_page(PAGE, weights="As printed").main.caption)
    assert "certified" not in texts
    assert "the best result of a search" in texts


def test_the_page_says_which_features_are_left_out():
    app = open_page(PAGE, d="35", sensitive="1", delta="0.5", epsilon="1", reports="1000")
    assert "gives 1 of the features no budget" in prose(app.main.caption)


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
    app = open_page(PAGE, deltas=many, feature_view="Feature by feature")
    assert not any("The other route" in one.value for one in app.markdown)  # solved on demand
    put(app, route=True)
    assert any("is not calculated here" in one.value for one in app.markdown)


def test_the_bounds_of_the_paper_are_said_to_lack_their_constants():
    printed = open_page(PAGE, feature_view="As printed")
    assert "up to a constant factor, which the paper does not give" in prose(printed.markdown)
    fitted = open_page(PAGE, feature_view="Least squares")
    assert "**Theorem 3** bounds the expected loss above the best one" in prose(fitted.markdown)


def test_users_who_mind_less_spare_the_others():
    app = open_page(PAGE, feature_view="Users differ too")
    assert not app.error
    text = prose(app.main.markdown)
    assert (
        "If 20 % of people ask for less protection (δ × 5), the error changes from 13.6 %" in text
    )
    put(app, share_2=0)
    text = prose(app.main.markdown)
    assert "All people ask for the same: the error is 13.6 % of the range, as above" in text
    put(app, types="3", share_2=90, share_3=20)
    assert "shares of the groups must not add up to more than 100 %" in errors(app)


@pytest.mark.slow
def test_the_types_can_be_checked_by_simulation():
    app = open_page(PAGE, feature_view="Users differ too", d="4", reports="1000")
    put(app, types_checked=True)
    assert not app.error
    assert "Simulated: 400 releases" in prose(app.main.caption)
    put(app, reports=10_000_000)
    assert "to be simulated here" in errors(app)


@pytest.mark.parametrize("params", [{}, {"delta": "0.01"}, {"d": "3", "sensitive": "1"}])
def test_headlines_say_that_nothing_is_gained_and_that_sensitive_features_pay_where_it_is_so(
    params,
):
    held = state.of_params({"v": "2", **params})
    sweep = correlation_sweep(controls.read(held, scenario.read(held)))
    totals = {rule: curve.total for rule, curve in sweep.curves.items()}
    first = {rule: curve.feature_misses[:, 0] for rule, curve in sweep.curves.items()}
    for place, said in enumerate(headlines(sweep)):
        least = min(total[place] for total in totals.values())
        if "**no benefit**" in said:
            assert least > 0.994 * totals["min_delta"][place]
        if "raises it" in said:
            assert first["optimised"][place] > first["min_delta"][place]
