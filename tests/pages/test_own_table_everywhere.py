"""The reader's own table as the dataset of every page, and what is left when it is forgotten."""

import re

import numpy as np
import pytest

from hetdp_core.figures.formats import number
from pages.inside.overview import report
from tests.pages.app import UNFOLDED, in_use, open_page, prose, put, sentences
from tests.pages.release import room

MINE = "My own table"


def opened(page, own=None, held=None, **params):
    """A page with a table in the session and chosen as the dataset."""
    return open_page(
        page, in_use(*own or room.table(room.CSV)) | (held or {}), dataset=MINE, **params
    )


def everything(app):
    return "\n".join(sentences([*app.main.markdown, *app.caption, *app.info]))


def options_of(app, label):
    widgets = [*app.selectbox, *app.multiselect]
    return next(one.options for one in widgets if one.label == label)


def test_the_real_column_offers_and_estimates_those_of_the_table_and_keeps_them_out_of_the_link():
    app = opened("heterogeneous_mean", view="A real column")
    assert not app.error
    assert options_of(app, "Column") == ["age", "wage"]
    app.selectbox(key="own_table_column").set_value("wage").run()
    assert "wage" not in str(dict(app.query_params))
    assert "Your table: 500 rows" in everything(app)
    shown = next(metric.value for metric in app.metric if metric.label == "True mean (not private)")
    assert shown == number(float(np.mean(room.AGES * 31.5)), 4)
    assert "**the error is smallest with " in everything(app)
    assert "“Release” offers “each person's ε” and “ε = 0.2 for all”. A" in everything(app)
    some_missing = room.table(room.CSV.replace("30.25,", ",", 1))
    labels = [
        one.label for one in opened("heterogeneous_mean", some_missing, view="A real column").metric
    ]
    assert "True mean (not private; missing count as middle)" in labels


@pytest.mark.parametrize("everybody", [False, True])
def test_beside_each_other_errors_say_which_method_alone_pulls_to_the_middle(everybody):
    """The two that a release offers: so its errors are those of the bars."""
    about = {"everybody": "true"} if everybody else {}
    app = opened("heterogeneous_mean", view="With real data", **about)
    both = "“each person's ε” and “ε = 0.2 for all”. Only these may pull a result to the middle."
    assert (both in everything(app)) == everybody


@pytest.mark.parametrize(
    ("page", "tab", "label", "columns"),
    [
        ("feature_privacy", "A real dataset", "Columns people report", ["age", "wage"]),
        ("feature_privacy", "Least squares", "Predict “wage” from", ["age"]),
        ("ridge", "", "Predict", ["age", "wage"]),
        ("ridge", "", "Columns to predict from", ["age"]),
    ],
)
def test_a_page_uses_its_columns_and_keeps_them_out_of_the_link(page, tab, label, columns):
    app = opened(page, held=UNFOLDED, **({"feature_view": tab} if tab else {}))
    assert not app.error
    assert options_of(app, label) == columns
    assert "wage" not in str(dict(app.query_params))


@pytest.mark.parametrize(
    "page", [None, "heterogeneous_mean", "feature_privacy", "ridge", "privacy_odometer"]
)
def test_chosen_without_a_table_it_is_one_sentence_with_the_remedy_and_no_other_verdict(page):
    app = open_page(page, dataset=MINE)
    assert not app.main.error
    said = [
        one
        for one in sentences(app.main.info)
        if "upload and describe it on the page “Release”" in one
    ]
    assert len(said) == 1
    assert bool(app.main.markdown) == (page != "ridge")  # its verdict would be of other records


@pytest.mark.parametrize("page", ["ridge", "decision"])
def test_both_reports_are_made_with_it_and_without_it(reports, monkeypatch, page):
    monkeypatch.setattr(report, "page_of", lambda _: page)
    app = opened(page, held={"share": True})
    forgotten = open_page(page, {"share": True}, dataset=MINE)
    for one in (app, forgotten):
        for label in ("Report: all pages", "Report: this page"):
            room.button(one, label).click().run()
    ours = [any("own dataset" in source for source in one.sources) for one in reports]
    half = len(reports) // 2
    assert ours == [True] * half + [False] * half
    assert [one.curator_only for one in reports] == [bool(one.chapters) for one in reports]
    assert len(reports) == 4
    assert not any("NHEFS" in source for one in reports for source in one.sources)


@pytest.mark.parametrize("page", ["heterogeneous_mean", "feature_privacy"])
def test_choosing_it_without_a_table_shows_the_result_of_no_other_one(page):
    app = open_page(page, view="A real column", feature_view="A real dataset", column="Age")
    before = prose(app.main.markdown), [metric.value for metric in app.metric]
    assert "No result is shown here" in sentences(put(app, dataset="own").main.info)[-1]
    assert not app.metric
    put(app, dataset="nhefs")
    assert (prose(app.main.markdown), [metric.value for metric in app.metric]) == before


def test_without_the_table_all_else_that_a_link_says_holds():
    texts = [
        sentences(open_page("heterogeneous_mean", high="5", **params).main.markdown)[1]
        for params in ({}, {"dataset": MINE})
    ]
    assert texts[0] == texts[1]


def test_a_forgotten_table_leaves_the_figures_of_a_shipped_one():
    app = opened("release")
    room.button(app, "Forget my table").click().run()
    for page in ("heterogeneous_mean", "feature_privacy", "ridge"):
        app.switch_page(f"pages/{page}.py").run()
        put(app, dataset="own")
        assert "upload and describe it on the page “Release” first" in sentences(app.main.info)[0]
        assert "Your table" not in everything(app)


def test_the_release_page_makes_it_the_table_of_all_pages_and_takes_it_or_the_next_file_back():
    app = room.with_table()
    for everywhere, chosen in ((True, "own"), (False, "nhefs"), (True, "own")):
        app.toggle(key="own_table_everywhere").set_value(everywhere).run()
        assert app.session_state["dataset"] == chosen
        assert app.toggle(key="own_table_everywhere").value is everywhere
    room.press(app, "Upload another file")
    room.bounds(room.uploaded("age\n" + "30\n40\n" * 100, app))
    room.press(app, "Continue")
    assert app.session_state["dataset"] == "nhefs"
    room.press(app, "Continue")
    assert app.toggle(key="own_table_everywhere").value is False


@pytest.mark.parametrize(
    ("page", "tab", "says"),
    [
        ("heterogeneous_mean", {"view": "A real column"}, "Your table: 100 rows"),
        ("feature_privacy", {"feature_view": "A real dataset"}, "Only one column of numbers"),
        ("feature_privacy", {"feature_view": "Least squares"}, "Only one column of numbers"),
        ("ridge", {}, "Only one column is described."),
    ],
)
def test_a_table_with_one_column_is_used_or_more_are_asked_for(page, tab, says):
    app = opened(page, own=room.table("age\n" + "30\n40\n" * 50), **tab)
    assert says in " ".join([everything(app), *sentences(app.info)])
    ways = [link.proto.label for link in app.get("page_link")]
    assert ("Describe more columns" in ways) == (page != "heterogeneous_mean")


def test_the_way_to_more_columns_opens_their_description():
    app = room.bounds(room.averaging("age", "age,wage\n" + "30,9\n40,8\n" * 100))
    room.press(app, "Continue")
    app.query_params["more"] = "1"
    app.run()
    assert room.current_step(app) == "Describe"
    assert room.labelled(app.multiselect, room.OTHERS).options == ["wage"]


def test_feature_privacy_says_that_its_first_figure_is_not_about_the_own_table():
    said = "**They are not about your table**"
    assert said in everything(opened("feature_privacy"))
    assert said not in everything(open_page("feature_privacy"))


@pytest.mark.parametrize("page", ["heterogeneous_mean", "feature_privacy", "ridge"])
def test_under_explore_no_typical_error_has_the_sign_of_an_interval(page):
    told = everything(opened(page))
    assert "ypical error" in told or "rror of the mean" in told
    assert not re.search(r"±\s", told)


def test_ridge_shows_no_other_dataset_where_the_own_table_cannot_be_used():
    app = opened("ridge", own=room.table("age,wage\n" + "1,\n,2\n" * 50))
    assert "Rows must leave at least 2 for training" in sentences(app.main.error)[0]
    assert "mmHg" not in everything(app)
    assert "Private regression" not in everything(app)


def test_another_table_under_the_same_choice_is_another_estimate():
    app = opened("heterogeneous_mean", view="A real column")
    first = [metric.value for metric in app.metric]
    room.put_to_use(app, *room.table(room.CSV.replace("30.25,", "90.25,")))
    assert [metric.value for metric in app.metric] != first
