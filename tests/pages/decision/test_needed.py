"""Of one's own table the decision says what a tolerable error would take, and asks for it first."""

import numpy as np
import pytest

from hetdp_core.decision import level_needed, subject_of, users_needed
from hetdp_core.figures.formats import number
from pages.inside.release.options import SAY_FIRST
from tests.pages.app import open_page, sentences
from tests.pages.decision.room import PAGE
from tests.pages.release.room import table, with_table


@pytest.fixture
def decision():
    return with_table()


def tolerable(app, error):
    entry = next(one for one in app.text_input if one.label.startswith("Largest acceptable error"))
    return entry.set_value(error).run()


def told(app):
    (said,) = (one for one in sentences(app.main.markdown) if one.startswith("For a typical error"))
    return said


def column(app):
    return subject_of(table()[0], app.selectbox(key="release_column").value)


def test_before_an_error_is_said_it_is_asked_for(decision):
    assert SAY_FIRST in sentences(decision.main.markdown)


@pytest.mark.parametrize("error", ["30", "9", "0.1"])
def test_what_it_takes_is_the_core_s(decision, error):
    strictest = float(np.min(table()[0].frame["eps"]))
    subject = column(tolerable(decision, error))
    level = level_needed(subject, float(error), strictest)
    users = users_needed(subject, float(error), strictest)
    assert (f"at least ε = {number(level.value)}" in told(decision)) == level.reached
    assert ("no ε is large enough" in told(decision)) != level.reached
    assert f"; or {users.value:,.0f} people at ε = {number(strictest)}." in told(decision)


def test_where_the_table_is_everybody_nobody_can_be_added(decision):
    next(one for one in decision.toggle if "only these people" in one.label).set_value(True).run()
    assert "; or" not in told(tolerable(decision, "9"))


def test_where_the_middle_of_the_range_will_do_it_takes_nobody(decision):
    tolerable(decision, "1e6")
    assert any("needs no data" in sentence for sentence in sentences(decision.main.markdown))


def test_of_people_as_a_profile_has_them_the_mean_s_own_page_is_asked():
    app = open_page(PAGE)
    assert SAY_FIRST not in sentences(app.main.markdown)
    assert any("which ε" in link.proto.label for link in app.get("page_link"))
