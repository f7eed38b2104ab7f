"""The decision about a regression that was released, and its verdict."""

from __future__ import annotations

from hetdp_core.figures.release import use as use_words
from hetdp_core.figures.report.decision import NOTHING_RELEASED
from hetdp_core.release import use_of
from pages.shared.words.literal import literal
from tests.pages.app import go_to, open_page, sentences
from tests.pages.decision.room import (
    PAGE,
    labelled,
    said,
    save,
)
from tests.pages.release.room import release, with_table


def with_regression(**held):
    app = with_table()
    for key, value in held.items():
        app.session_state[key] = value
    app.session_state["released"] = "regression"
    return release(app.run())


def test_after_a_regression_the_decision_is_about_it_and_its_verdict(saved_regression):
    app = with_regression(release_regression_judged=True)
    (link,) = app.main.get("page_link")
    assert link.proto.label == "Write down the decision about this regression"
    made = app.session_state["releases_of_this_session"][0].release
    go_to(app, PAGE)
    assert not app.exception
    use = use_of(made)
    assert f"**{use_words.recommendation(use)}.**" in said(app)
    assert literal(use_words.reason(use), 1000) in said(app)
    assert [text[5:] for text in sentences(app.main.markdown) if text.startswith("#### ")] == [
        "Use the regression",
        "Use the mean alone",
        "Use neither",
    ]
    for line in use_words.given_by(made):
        assert literal(line) in said(app)
    assert made.identifier in said(app)
    assert not app.sidebar.selectbox
    labelled(app.radio, "Decided").set_value("Use neither").run()
    labelled(app.text_area, "Notes").set_value("<b>why</b>").run()
    save(app)
    one, page = saved_regression[-1]
    assert one.decided == "Use neither"
    for text in ("Decision: Use neither", "&lt;b&gt;why&lt;/b&gt;", made.identifier, "intercept"):
        assert text in page
    assert NOTHING_RELEASED not in page
    assert one.adds_up == ""
    assert "wage" not in str(dict(app.query_params))


def test_a_regression_that_nobody_judged_is_left_to_whoever_decides():
    app = with_regression()
    go_to(app, PAGE)
    assert "**Yours to weigh.** No record was held back to judge it" in said(app)


def test_a_mean_can_still_be_decided_about_and_what_was_released_last_comes_first(
    saved_regression,
):
    app = with_regression()
    go_to(app, PAGE)
    choice = next(one for one in app.selectbox if one.label == "Decide about")
    assert choice.options == [
        "Release 1: the regression of wage",
        "A mean, before or after its release",
    ]
    choice.set_value(0).run()
    assert not app.exception
    assert "#### Release as asked" in sentences(app.main.markdown)
    go_to(app, "release")
    app.session_state["released"] = "mean"
    release(app.run())
    labels = [link.proto.label for link in app.main.get("page_link")]
    assert "Write down the decision" in labels
    go_to(app, PAGE)
    assert "#### Release as asked" in sentences(app.main.markdown)
    next(one for one in app.selectbox if one.label == "Decide about").set_value(1).run()
    save(app)
    assert "2 releases of this session" in saved_regression[-1][0].adds_up


def test_before_a_release_the_room_says_that_it_is_about_a_mean():
    assert "it is decided about here once it is released" in said(open_page(PAGE))
