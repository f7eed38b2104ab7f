"""Values are kept for whom they are made, and no errors are."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import app_test
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from hetdp_core.computation import Call, Given
from hetdp_core.errors import InvalidInput
from hetdp_core.figures.figure import Figure
from hetdp_core.mean.estimate import MeanDecision
from pages.shared import kept
from pages.shared.kept import Shelf, weight

MADE: list[object] = []


def made(what, stop=None):
    """Note what is computed."""
    del stop
    MADE.append(what)
    if what == "wrong":
        raise InvalidInput("what", "must be right", what)
    return [what]


def session():
    """Show a value that rests on a file of the user's own, and forget it when told to."""
    import streamlit as st

    from hetdp_core.computation import Call, Given
    from pages.shared import kept
    from tests.pages.test_kept import made

    if st.button("Forget"):
        kept.forget()
    own = Given("own", Call(str, "file"), "digest")
    st.text(len(kept.value(Call(made, own).kept())))
    kept.value(Call(made, "shipped").kept())


def noted(what, value):
    """Note what is computed, and return it."""
    MADE.append(what)
    return value


def forget():
    kept.forget_all()
    st.cache_resource.clear()


@pytest.fixture(autouse=True)
def nothing_made():
    forget()
    MADE.clear()
    yield
    forget()


class Session(LocalScriptRunner):
    """A run of the script for one of several visitors; AppTest knows only one."""

    visitor = ""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self._session_id = Session.visitor


@pytest.fixture
def visit(monkeypatch):
    """Run the script for a visitor, who may press its button."""
    monkeypatch.setattr(app_test, "LocalScriptRunner", Session)

    def run(visitor, forget=False):
        monkeypatch.setattr(Session, "visitor", visitor)
        app = app_test.AppTest.from_function(session).run()
        if forget:
            app.button[0].click().run()
        assert not app.exception
        made, MADE[:] = list(MADE), []
        return made

    return run


def test_a_value_is_computed_once_and_another_argument_anew():
    for what in ("one", "one", "other", "one"):
        assert kept.value(Call(made, what).kept()) == [what]
    assert MADE == ["one", "other"]


def test_what_is_not_marked_is_computed_anew_from_what_is_kept():
    for _ in range(2):
        assert kept.value(Call(list, Call(made, "one").kept("Wait …"))) == ["one"]
        assert kept.value(Call(made, "plain")) == ["plain"]
    assert MADE == ["one", "plain", "plain"]


def test_an_error_is_not_kept():
    for _ in range(2):
        with pytest.raises(InvalidInput):
            kept.value(Call(made, "wrong").kept())
    assert MADE == ["wrong", "wrong"]


def test_what_rests_on_an_own_file_is_kept_for_its_session_alone(visit):
    assert visit("Ann") == ["own", "shipped"]
    assert visit("Ann") == []
    assert visit("Bob") == ["own"]


def test_it_is_gone_when_it_is_forgotten_and_what_is_shared_stays(visit):
    visit("Ann")
    visit("Bob")
    assert visit("Ann", forget=True) == ["own"]  # the button's run forgets and computes anew
    assert visit("Bob") == []


def test_what_may_be_cut_short_is_kept_for_no_other_session():
    hurried = Call(made, "hurried").when_run(stop=lambda: None)
    for step in (hurried, Call(made, hurried)):
        with pytest.raises(Exception, match="session"):
            kept.value(step.kept())


def test_a_value_that_is_being_made_is_waited_for_and_not_made_twice():
    begun, go_on = Event(), Event()

    def slowly():
        MADE.append("slow")
        begun.set()
        assert go_on.wait(30)
        return "value"

    shelf = Shelf(1_000)
    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(shelf.value, "key", slowly)
        assert begun.wait(30)
        others = [threads.submit(shelf.value, "key", slowly) for _ in range(2)]
        assert shelf.value("other", lambda: "meanwhile") == "meanwhile"
        go_on.set()
        assert {first.result(), *(one.result() for one in others)} == {"value"}
    assert MADE == ["slow"]


def test_of_what_is_kept_the_longest_unasked_goes_first():
    heavy = np.zeros(1_000)
    shelf = Shelf(3 * weight(heavy.copy()))
    for key in ("one", "two", "three", "one", "four", "one", "three", "four"):
        shelf.value(key, partial(noted, key, heavy.copy()))
    assert MADE == ["one", "two", "three", "four"]
    shelf.value("two", lambda: MADE.append("two again"))
    assert MADE[-1] == "two again"


def test_what_alone_weighs_more_than_fits_is_made_each_time_and_drives_nothing_out():
    shelf = Shelf(10_000)
    shelf.value("light", lambda: "light")
    for _ in range(2):
        shelf.value("heavy", partial(noted, "heavy", np.zeros(10_000)))
    assert shelf.value("light", lambda: MADE.append("light")) == "light"
    assert MADE == ["heavy", "heavy"]


@pytest.mark.parametrize(
    ("value", "about"),
    [
        (np.zeros(1_000), 8_000),
        (np.zeros((10, 1_000))[3], 8_000),
        ([0.5] * 10_000, 10_000 * 32),
        ([f"{i:0100}" for i in range(1_000)], 1_000 * 157),
        ({"table": pd.DataFrame({"a": np.zeros(1_000)})}, 8_000),
        (MeanDecision(1, 1.0, 1.0, 1.0), 300),
        (Figure([{"y": np.zeros(1_000)}], {}), 3 * 8_000),
    ],
    ids=("array", "view", "numbers", "texts", "table", "record", "figure"),
)
def test_a_value_weighs_about_what_it_takes(value, about):
    assert about / 2 < weight(value) < 4 * about


def test_what_is_in_a_value_twice_or_holds_itself_counts_once():
    heavy = np.zeros(1_000)
    assert weight([heavy, heavy]) < 1.1 * weight([heavy])
    circle: list[object] = [heavy]
    circle.append(circle)
    assert weight(circle) < 1.1 * weight([heavy])


def test_a_program_without_users_computes_it_and_keeps_nothing():
    hurried = Call(made, "hurried").when_run(stop=lambda: None).kept()
    with kept.without_sessions():
        assert [kept.value(hurried), kept.value(hurried)] == [["hurried"]] * 2
    assert MADE == ["hurried"] * 2
    with pytest.raises(Exception, match="session"):
        kept.value(hurried)


def test_outside_a_session_nothing_own_is_kept():
    with pytest.raises(Exception, match="session"):
        kept.value(Call(made, Given("own", Call(str, "file"), "digest")).kept())
    assert MADE == []
