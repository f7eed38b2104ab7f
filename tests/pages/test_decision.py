"""The decision room: its numbers are the core's, and nothing typed there leaves the session."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import numpy as np
import pytest

from hetdp_core import datasets
from hetdp_core.decision import as_asked_or_alike, decide, releasing, subject_of
from hetdp_core.figures import decision as words
from hetdp_core.figures.release import use as use_words
from hetdp_core.figures.report.decision import ALREADY, NOTHING_RELEASED, to_html
from hetdp_core.figures.report.regression import regression_to_html
from hetdp_core.figures.text import number, percent, within
from hetdp_core.mean.worth import worth
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.release import use_of
from pages.inside.decision import regression as regression_room
from pages.inside.decision import sheet
from pages.shared.words.literal import literal
from tests.pages.app import go_to, open_page, put, sentences
from tests.pages.test_release import button, release, table, with_table

PAGE = "decision"


@pytest.fixture
def saved(monkeypatch):
    """The pages to sign that are made from now on."""
    found = []

    def note(one):
        found.append((one, to_html(one)))
        return found[-1][1]

    monkeypatch.setattr(sheet, "to_html", note)
    return found


def save(app):
    button(app, "Save the page to sign (HTML)").click().run()
    assert not app.exception
    return app


REASON = "Reason for deciding otherwise"


def labelled(controls, label):
    (found,) = (one for one in controls if one.label == label)
    return found


def said(app):
    return "\n".join(sentences([*app.main.markdown, *app.caption, *app.success]))


def shown(app, decision):
    """The room shows exactly these options."""
    choices = [literal(words.choice(one)) for one in decision.options]
    headings = [text[5:] for text in sentences(app.main.markdown) if text.startswith("#### ")]
    assert headings == choices
    metrics = [one.value for one in app.metric]
    expected = [
        text
        for one in decision.options
        for text in (
            literal(words.typically_off(one)),
            f"{_bets(one)} of 100",
        )
    ]
    assert metrics == expected
    assert literal(words.recommendation(decision)) in said(app)
    assert literal(words.reason(decision), 1000) in said(app)
    for option in decision.options:
        assert not option.releases or f"user is {words.largest(option)}." in said(app)
        for share in option.groups:
            assert literal(words.gives_and_gets(share, option.assigned)) in said(app)


def _bets(option):
    return f"about {option.right:.0f}" if option.releases else "50"


def release_of(name, dataset, column, everybody=False, **changes):
    subject = subject_of(dataset, column, everybody)
    profile = make_profile(ProfileSettings(kind="two_groups", **changes))
    return releasing(name, subject, profile.resized(subject.users).epsilon)


TWO = {"profile": "Two groups", "n": "1000", "low": "0.1", "strict": "50"}


def pinned(high):
    """Settings to pin."""
    return "&".join(f"{key}={value}" for key, value in {"v": 2, **TWO, "high": high}.items())


def test_at_first_there_is_one_release_and_none_and_a_reason():
    app = open_page(PAGE)
    assert not app.exception
    assert not app.error
    assert "**Recommended: Release as set.**" in said(app)
    assert len(app.metric) == 4
    assert "Nothing of this was released" in said(app)


def test_the_numbers_of_a_pinned_and_the_present_setting_are_the_core_s():
    app = open_page(PAGE, **TWO, high="2", a=pinned("0.2"))
    assert not app.exception
    nhefs = datasets.load("nhefs")
    column = nhefs.info.default_column
    expected = decide(
        [
            release_of("A", nhefs, column, low=0.1, high=0.2),
            release_of("B", nhefs, column, low=0.1, high=2.0),
        ]
    )
    shown(app, expected)


def test_what_is_changed_changes_the_numbers():
    app = open_page(PAGE, **TWO, high="2")
    before = [one.value for one in app.metric]
    put(app, low=0.02)
    assert not app.exception
    assert [one.value for one in app.metric] != before


def test_two_settings_compared_for_a_mean_are_a_click_from_being_decided_between():
    app = open_page("heterogeneous_mean", **TWO, high="2", a=pinned("0.2"))
    (way,) = [one for one in app.main.get("page_link") if "Decide" in one.proto.label]
    assert way.proto.label == "Decide between A and B"
    query = dict(parse_qsl(way.proto.query_string))
    assert query == {"a": pinned("0.2")}
    go_to(app, PAGE)
    app.query_params = query
    headings = [text[5:] for text in sentences(app.run().main.markdown) if text[:5] == "#### "]
    assert headings == ["Release A", "Release B", "Do not release"]
    alone = open_page("heterogeneous_mean", **TWO).main.get("page_link")
    assert not any("Decide" in one.proto.label for one in alone)


def test_how_large_an_error_one_can_live_with_settles_what_else_is_left_to_weigh(saved):
    app = open_page(PAGE, **TWO, high="2", a=pinned("0.11"))  # the others saturate at 0.198
    entry = app.main.text_input[0]
    assert entry.value == ""
    assert "Yours to weigh" in said(app)
    nhefs = datasets.load("nhefs")
    unit = nhefs.info.column(nhefs.info.default_column).unit
    assert f"({unit})" in entry.label
    half = subject_of(nhefs, nhefs.info.default_column).half_range
    for tolerable, told in (
        (0.9 * half, "Recommended: Release A"),
        (1e-6, "Recommended: Do not release"),
        (half, "Recommended: Do not release"),
    ):
        app.main.text_input[0].set_value(repr(tolerable)).run()
        assert told in said(app)
    assert "Even the middle of the range" in said(app)
    save(app)
    assert saved[-1][0].decision.tolerable == half
    assert "Even the middle of the range" in saved[-1][1]
    app.main.text_input[0].set_value("-1").run()
    assert "error that can be lived with must be positive" in app.main.error[0].value


def test_a_table_may_be_everybody_whom_the_question_is_about(saved):
    app = open_page(PAGE, **TWO, high="2")
    nhefs = datasets.load("nhefs")
    assert "Who happens to be in the table" in said(app)
    (switch,) = (one for one in app.main.toggle if "everybody" in one.label)
    switch.set_value(True).run()
    option = release_of("as set", nhefs, nhefs.info.default_column, everybody=True, high=2.0)
    shown(app, decide([option]))
    assert "which is everybody" in said(app)
    save(app)
    assert "they are all whom the question is about" in saved[-1][1]
    assert "noise and sampling" not in saved[-1][1]
    assert saved[-1][0].settings[-1][0] == "The table is everybody whom the question is about"
    assert "everybody=true" in saved[-1][0].link


def test_a_pinned_setting_is_about_the_same_people_as_the_present_one():
    same = "&".join(f"{key}={value}" for key, value in {"v": 2, **TWO, "high": "2"}.items())
    app = open_page(PAGE, **TWO, high="2", everybody="true", a=f"{same}&everybody=true")
    nhefs = datasets.load("nhefs")
    column = nhefs.info.default_column
    both = [release_of(name, nhefs, column, everybody=True, low=0.1, high=2.0) for name in "AB"]
    shown(app, decide(both))
    drawn = open_page(PAGE, **TWO, high="2", everybody="true", a=same)
    shown(drawn, decide([release_of("A", nhefs, column, low=0.1, high=2.0), both[1]]))
    assert "different questions" in said(drawn)


def test_a_pinned_setting_that_cannot_be_used_is_one_sentence():
    app = open_page(PAGE, a="v=2&low=5&high=1&profile=Two+groups")
    assert not app.exception
    assert "must be at least the strictest level" in " ".join(sentences(app.main.error))
    assert not app.metric


def test_a_released_table_of_ones_own_is_decided_about_with_its_receipt(saved):
    app = release(with_table())
    receipt = app.session_state["releases_of_this_session"][0].release.receipt
    go_to(app, PAGE)
    own, _ = table()
    levels = own.frame["eps"].to_numpy()
    subject = subject_of(own, "age", own_levels=True)
    shown(app, decide(as_asked_or_alike(subject, levels)))
    assert receipt.identifier in said(app)
    assert not app.sidebar.selectbox  # the profile has no say
    save(app)
    (one, page) = saved[-1]
    assert one.receipt == receipt.as_text()
    assert f"{receipt.released:.6g}" in page
    number_released = within(receipt.released, receipt.half_width)
    assert f"<h2>Released: mean of age, {number_released} years, with" in page
    assert NOTHING_RELEASED not in page
    assert "age" not in str(dict(app.query_params))


@pytest.mark.parametrize(("option", "source"), [(1, "same"), (0, "column")])
def test_the_release_begins_with_the_option_that_was_chosen(option, source):
    app = go_to(with_table(), PAGE)
    levels = table()[0].frame["eps"].to_numpy()
    options = as_asked_or_alike(subject_of(table()[0], "age", own_levels=True), levels)
    labelled(app.selectbox, "Column").select("age").run()
    button(app, f"{literal(words.choice(options[option]))} …").click().run()
    assert not app.exception
    go_to(app, "release").run()  # a tested app is not led to another page, and takes up late
    assert labelled(app.selectbox, "Release the mean of").value == "age"
    assert labelled(app.selectbox, "What each person asks for (ε)").value == source
    if source == "same":
        assert float(app.text_input(key="release_same_level").value) == levels.min()


def test_on_the_page_to_sign_a_release_that_is_decided_against_is_said_to_be_out(saved):
    app = go_to(release(with_table()), PAGE)
    labelled(app.radio, "Decided").set_value("Do not release").run()
    save(app)
    assert f"<h2>{ALREADY}: mean of age" in saved[-1][1]


def test_notes_that_do_not_fit_on_the_page_to_sign_are_told_where_they_end():
    app = open_page(PAGE)
    notes = labelled(app.text_area, "Notes")
    notes.set_value("short\n\n" + "x" * 50).run()
    assert not app.warning
    labelled(app.text_area, "Notes").set_value("\n".join(f"line {i}" for i in range(9))).run()
    assert "it ends with" in app.warning[0].value
    assert "line 5" in app.warning[0].value
    assert "line 6" not in app.warning[0].value


def test_a_table_released_with_the_same_level_for_all_is_decided_about_with_that_level(saved):
    own, digest = table("age\n" + "30\n40\n" * 200)
    app = with_table((own, digest))
    app.text_input(key="release_same_level").set_value("0.4").run()
    go_to(release(app), PAGE).run()  # a tested app takes up an entry of another page a run late
    everybody = np.full(400, 0.4)
    shown(app, decide([releasing("as set", subject_of(own, "age"), everybody, assigned=True)]))
    assert not app.sidebar.selectbox  # the profile has no say
    assert "All 400 users are assigned ε = 0.4; nobody was asked." in said(app)
    save(app)
    (one, page) = saved[-1]
    assert one.settings[0] == ("ε for everybody", "0.4")
    assert "400 people assigned epsilon = 0.4" in page
    app.text_input(key="release_same_level").set_value("0.8").run()
    go_to(app, "release")
    assert app.text_input(key="release_same_level").value == "0.8"
    app.selectbox(key="release_levels_from").set_value("profile").run()
    go_to(app, PAGE)
    assert app.sidebar.selectbox


def test_what_was_released_of_another_column_is_named_so(saved):
    app = release(with_table(table("age,weight,eps\n" + "30,70,0.1\n40,80,0.5\n" * 200)))
    go_to(app, PAGE)
    app.main.selectbox(key="decision_own_column").set_value("weight").run()
    save(app)
    assert "<h1>Decision: mean of weight</h1>" in saved[-1][1]
    assert "<h2>Released: mean of age (not what is decided here), " in saved[-1][1]


def test_of_levels_dealt_to_one_s_own_people_nobody_is_said_to_have_asked():
    app = with_table()
    app.selectbox(key="release_levels_from").set_value("profile").run()
    go_to(app, PAGE).run()  # a tested app takes up an entry of another page a run late
    groups = [text for text in sentences(app.main.markdown) if "of the say" in text]
    assert groups
    assert not any("who ask" in text for text in groups)


def test_a_table_with_levels_of_its_own_is_compared_with_no_profile_and_signed_without_one(saved):
    app = with_table()
    go_to(app, PAGE)
    put(app, high=3.0, lam=5.0)
    app.query_params = {"a": pinned("0.2")}
    headings = [text for text in sentences(app.run().main.markdown) if text[:5] == "#### "]
    alike = "#### Release with ε = 0.2 for all"
    assert headings == ["#### Release as asked", alike, "#### Do not release"]
    assert not [one for one in app.button if one.label in ("Compare", "Unpin A", "Swap A and B")]
    save(app)
    asked = ("What each user asks for", "a column of the table")
    assert (list(saved[-1][0].settings), list(saved[-1][0].changed)) == ([asked], [])


def test_the_page_to_sign_names_what_it_follows_from_and_nothing_else(saved):
    app = open_page(PAGE, high="3", lam="5", q="0.4", n="50")
    save(app)
    assert dict(saved[-1][0].settings) == {
        "Privacy profile": "Log-uniform",
        "Strictest users ask for ε": "0.01",
        "Most relaxed users ask for ε": "3.0",
    }


def test_of_another_table_the_receipt_is_left_out(saved):
    app = release(with_table())
    app.session_state["own_table_in_use_digest"] = "another"
    go_to(app, PAGE)
    save(app)
    assert saved[-1][0].receipt == ""
    assert NOTHING_RELEASED in saved[-1][1]


def test_the_table_can_be_left_aside_for_a_shipped_one():
    app = with_table()
    go_to(app, PAGE)
    app.toggle(key="decision_own").set_value(False).run()
    assert not app.exception
    assert app.selectbox(key="dataset")
    assert app.sidebar.selectbox


def test_what_is_typed_stands_on_the_page_letter_by_letter_and_in_no_address(saved):
    app = open_page(PAGE, n="321", low="0.02")
    labelled(app.text_area, "Notes").set_value("<b>why</b> & **so**").run()
    app.text_input(key="decision_who").set_value('Dr "A" <i>B</i>').run()
    labelled(app.radio, "Decided").set_value("Do not release").run()
    go_to(app, "ridge")
    go_to(app, PAGE)  # typed texts outlive a look at another page
    save(app)
    one, page = saved[-1]
    assert (one.decided, one.notes) == ("Do not release", "<b>why</b> & **so**")
    assert "&lt;b&gt;why&lt;/b&gt; &amp; **so**" in page
    assert "Decision: Do not release" in page
    assert "Who decides: Dr &quot;A&quot; &lt;i&gt;B&lt;/i&gt;<" in page
    assert ("Strictest users ask for ε", "0.02") in one.settings
    assert "Number of users n" not in dict(one.settings)  # the table says how many there are
    assert "<strong>Settings.</strong>" in page  # and not whose: there is no A
    assert not re.search("why|Dr", str(dict(app.query_params)))


def test_a_decision_against_the_recommendation_says_so_and_has_a_line_for_the_reason(saved):
    app = open_page(PAGE)
    assert "Recommended: Release as set" in said(app)
    labelled(app.radio, "Decided").set_value("Release as set").run()
    assert REASON not in [one.label for one in app.text_input]
    save(app)
    assert "recommends another option" not in saved[-1][1]
    labelled(app.radio, "Decided").set_value("Do not release").run()
    assert "The rule recommends another option: **Release as set**" in said(app)
    save(app)
    assert 'otherwise: <span class="blank"></span>' in saved[-1][1]
    labelled(app.text_input, REASON).set_value("<b>too</b> few").run()
    save(app)
    assert "Do not release. The rule on this page recommends another option.</h2>" in saved[-1][1]
    assert "Reason for deciding otherwise: &lt;b&gt;too&lt;/b&gt; few</p>" in saved[-1][1]
    assert "few" not in str(dict(app.query_params))
    labelled(app.radio, "Decided").set_value("Not decided yet").run()
    save(app)
    assert "few" not in saved[-1][1].split("<h2>Decision")[1].split("</h2>")[1][:200]


def test_nothing_is_made_before_it_is_asked_for_and_once_when_it_is(saved):
    app = open_page(PAGE)
    assert saved == []
    save(app)
    app.run()
    assert len(saved) == 1


def test_several_releases_are_added_up_on_the_page_to_sign(saved):
    app = release(release(with_table()))
    made = app.session_state["releases_of_this_session"]
    together = sum(one.release.guaranteed for one in made).max()
    go_to(app, PAGE)
    expected = f"2 releases of this session: together they give away at most ε = {number(together)}"
    assert expected in said(app)
    save(app)
    assert expected in saved[-1][1]


def test_a_single_release_adds_up_to_nothing_else(saved):
    app = release(with_table())
    go_to(app, PAGE)
    save(app)
    assert saved[-1][0].adds_up == ""


def with_regression(**held):
    app = with_table()
    for key, value in held.items():
        app.session_state[key] = value
    app.session_state["released"] = "regression"
    return release(app.run())


@pytest.fixture
def saved_regression(monkeypatch):
    """The pages to sign about regressions that are made from now on."""
    found = []

    def note(one):
        found.append((one, regression_to_html(one)))
        return found[-1][1]

    monkeypatch.setattr(regression_room, "regression_to_html", note)
    return found


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
    (link,) = app.main.get("page_link")
    assert link.proto.label == "Write down the decision"
    go_to(app, PAGE)
    assert "#### Release as asked" in sentences(app.main.markdown)
    next(one for one in app.selectbox if one.label == "Decide about").set_value(1).run()
    save(app)
    assert "2 releases of this session" in saved_regression[-1][0].adds_up


def test_before_a_release_the_room_says_that_it_is_about_a_mean():
    assert "it is decided about here once it is released" in said(open_page(PAGE))


def test_what_less_privacy_would_bring_is_computed_for_the_table_once_it_is_unfolded():
    app = open_page("decision", profile="Two groups", low="0.02")
    assert not any("Ask for less" in text for text in sentences(app.main.markdown))
    put(app, decision_relaxing=True)
    (said,) = [text for text in sentences(app.main.markdown) if "Ask for less" in text]
    assert "all at ε = 0.02" in said  # the others are above the saturation level
    users = make_profile(ProfileSettings(kind="two_groups", low=0.02))
    falls = []
    for asking in (users.resized(len(datasets.load("nhefs").frame)), users):
        found = worth(asking, shrinking=False)  # as the error of the options
        most = found.most_by_relaxing
        assert most is not None
        falls.append(percent(found.percent(found.relaxed_exactly)[most]))
    assert falls[0] in said
    assert falls[0] != falls[1]  # that of as many users as the profile says


def test_where_everybody_is_public_nobody_can_ask_for_less():
    app = open_page("decision", public="100")
    put(app, decision_relaxing=True)
    assert not app.exception
    assert "Everybody is public: nobody can ask for less privacy." in sentences(app.main.markdown)


_AGES = (datasets.load("nhefs"), datasets.load("nhefs").info.default_column)


def test_another_question_is_decided_anew_and_the_first_one_keeps_what_was_typed(saved):
    app = with_table(table("age,weight,eps\n" + "30,70,0.1\n40,80,0.5\n" * 200))
    go_to(app, PAGE)
    labelled(app.radio, "Decided").set_value("Do not release").run()
    labelled(app.text_area, "Notes").set_value("about age").run()
    app.text_input(key="decision_who").set_value("the board").run()
    column = app.main.selectbox(key="decision_own_column")
    column.set_value("weight").run()
    assert labelled(app.radio, "Decided").value == "Not decided yet"
    assert labelled(app.text_area, "Notes").value == ""
    save(app)
    assert (saved[-1][0].decider, saved[-1][0].notes) == ("the board", "")
    app.main.selectbox(key="decision_own_column").set_value("age").run()
    assert labelled(app.radio, "Decided").value == "Do not release"
    assert labelled(app.text_area, "Notes").value == "about age"
    (switch,) = (one for one in app.main.toggle if "everybody" in one.label)
    switch.set_value(True).run()
    assert labelled(app.radio, "Decided").value == "Not decided yet"


def test_another_table_like_the_first_is_decided_anew():
    keys = {sheet._key_of(key, subject_of(*_AGES)) for key in ("own-1", "own-2")}
    assert len(keys) == 2
