"""The page to sign: what stands on it, and that nothing typed for it leaves the session."""

from __future__ import annotations

import re

from hetdp_core import datasets
from hetdp_core.decision import decide, subject_of
from pages.inside.decision import sheet
from tests.pages.app import go_to, open_page, put, sentences
from tests.pages.decision.room import (
    PAGE,
    REASON,
    TWO,
    labelled,
    pinned,
    release_of,
    said,
    save,
    shown,
)
from tests.pages.release.room import table, with_table

_AGES = (datasets.load("nhefs"), datasets.load("nhefs").info.default_column)


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
    (switch,) = (one for one in app.main.toggle if "these people only" in one.label)
    switch.set_value(True).run()
    option = release_of("as set", nhefs, nhefs.info.default_column, everybody=True, high=2.0)
    shown(app, decide([option]))
    assert "which is everybody" in said(app)
    save(app)
    assert "they are all whom the question is about" in saved[-1][1]
    assert "noise and sampling" not in saved[-1][1]
    assert saved[-1][0].settings[-1][0] == "The question is about these people only"
    assert "everybody=true" in saved[-1][0].link


def test_notes_that_do_not_fit_on_the_page_to_sign_are_told_where_they_end():
    app = open_page(PAGE)
    notes = labelled(app.text_area, "Notes")
    notes.set_value("short\n\n" + "x" * 50).run()
    assert not app.warning
    labelled(app.text_area, "Notes").set_value("\n".join(f"line {i}" for i in range(9))).run()
    assert "it ends with" in app.warning[0].value
    assert "line 5" in app.warning[0].value
    assert "line 6" not in app.warning[0].value


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


def test_the_browser_is_told_of_what_was_typed_and_is_lost_with_the_session():
    app = go_to(with_table(), PAGE)
    assert TYPED not in html(app)
    labelled(app.text_area, "Notes").set_value("why").run()
    assert TYPED in html(app)


TYPED = '<div class="unsaved" data-keys="typed_about_a_decision"></div>'


def html(app):
    return " ".join(one.proto.body for one in app.get("html"))


def test_nothing_is_made_before_it_is_asked_for_and_once_when_it_is(saved):
    app = open_page(PAGE)
    assert saved == []
    save(app)
    app.run()
    assert len(saved) == 1


def test_another_question_is_decided_anew_and_the_first_one_keeps_what_was_typed(saved):
    app = with_table(table("age,weight,eps\n" + "30,70,0.1\n40,80,0.5\n" * 200))
    go_to(app, PAGE)
    labelled(app.radio, "Decided").set_value("Do not release").run()
    labelled(app.text_area, "Notes").set_value("about age").run()
    app.text_input(key="decision_who").set_value("the board").run()
    column = app.main.selectbox(key="release_column")
    column.set_value("weight").run()
    assert labelled(app.radio, "Decided").value == "Not decided yet"
    assert labelled(app.text_area, "Notes").value == ""
    save(app)
    assert (saved[-1][0].decider, saved[-1][0].notes) == ("the board", "")
    app.main.selectbox(key="release_column").set_value("age").run()
    assert labelled(app.radio, "Decided").value == "Do not release"
    assert labelled(app.text_area, "Notes").value == "about age"
    (switch,) = (one for one in app.main.toggle if "these people only" in one.label)
    switch.set_value(True).run()
    assert labelled(app.radio, "Decided").value == "Not decided yet"
    assert labelled(app.text_area, "Notes").value == "about age"  # they are about the column


def test_another_table_like_the_first_is_decided_anew():
    keys = {sheet._key_of(key, subject_of(*_AGES)) for key in ("own-1", "own-2")}
    assert len(keys) == 2
