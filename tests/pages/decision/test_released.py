"""The decision about a table of one's own, before and after something of it is released."""

from __future__ import annotations

import numpy as np
import pytest

from hetdp_core.decision import as_asked_or_alike, decide, releasing, subject_of
from hetdp_core.figures import decision as words
from hetdp_core.figures.report.decision import ALREADY, NOTHING_RELEASED
from hetdp_core.figures.text import number, within
from pages.shared.words.literal import literal
from tests.pages.app import go_to, sentences
from tests.pages.decision.room import (
    PAGE,
    labelled,
    said,
    save,
    shown,
)
from tests.pages.release.room import button, release, table, with_table


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
    app.main.selectbox(key="release_column").set_value("weight").run()
    save(app)
    assert "<h1>Decision: mean of weight</h1>" in saved[-1][1]
    assert "<h2>Released: mean of age (not what is decided here), " in saved[-1][1]


def test_the_column_that_is_looked_at_is_the_same_on_both_pages():
    app = with_table(table("age,weight,eps\n" + "30,70,0.1\n40,80,0.5\n" * 200))
    app.selectbox(key="release_column").set_value("weight").run()
    go_to(app, PAGE).run()  # a tested app takes up an entry of another page a run late
    assert app.main.selectbox(key="release_column").value == "weight"
    assert said(app).startswith("Mean of **weight**. **Recommended: ")
    app.main.selectbox(key="release_column").set_value("age").run()
    go_to(app, "release").run()
    assert app.selectbox(key="release_column").value == "age"


def test_the_page_to_sign_holds_the_receipt_of_the_column_it_is_about(saved):
    app = release(with_table(table("age,weight,eps\n" + "30,70,0.1\n40,80,0.5\n" * 200)))
    app.selectbox(key="release_column").set_value("weight").run()
    go_to(release(app), PAGE).run()
    app.main.selectbox(key="release_column").set_value("age").run()
    save(app)
    assert "<h1>Decision: mean of age</h1>" in saved[-1][1]
    assert "<h2>Released: mean of age, " in saved[-1][1]
    assert "Mean of 'age'" in saved[-1][0].receipt
    assert saved[-1][0].adds_up.startswith("It is one of 2 releases of this session")


def test_of_levels_dealt_to_one_s_own_people_nobody_is_said_to_have_asked():
    app = with_table()
    app.selectbox(key="release_levels_from").set_value("profile").run()
    go_to(app, PAGE).run()  # a tested app takes up an entry of another page a run late
    groups = [text for text in sentences(app.main.markdown) if "of the say" in text]
    assert groups
    assert not any("who ask" in text for text in groups)


def test_of_another_table_the_receipt_is_left_out(saved):
    app = release(with_table())
    app.session_state["own_table_in_use_token"] = "another"
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
