"""Values are kept for whom they are made, and errors for nobody."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
import streamlit as st
from streamlit.testing.v1 import app_test
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from hetdp_core.calls import Call
from hetdp_core.errors import InvalidInput
from pages.shared import cache

MADE: list[object] = []
BEGUN, GO_ON = Event(), Event()


def made(what, stop=None):
    """Note what is computed."""
    del stop
    MADE.append(what)
    if what == "wrong":
        raise InvalidInput("what", "must be right", what)
    if what == "slow":
        BEGUN.set()
        assert GO_ON.wait(30)
    return [what]


def session():
    """Show a value that rests on a file of the user's own, and forget it when told to."""
    import streamlit as st

    from hetdp_core.calls import Call
    from pages.shared import cache
    from tests.pages.test_cache import made

    if st.button("Forget"):
        cache.forget()
    own = Call(str, "own").owned("digest")
    st.text(len(cache.value(Call(made, own).cached())))
    cache.value(Call(made, "hurried").cut_short_by(stop=lambda: None).cached("Hurrying …"))
    cache.value(Call(made, "shipped").cached("Wait …"))


def heavy(what):
    return Call(made, what).cached(is_heavy=True)


@pytest.fixture(autouse=True)
def nothing_made():
    st.cache_resource.clear()
    MADE.clear()
    yield
    st.cache_resource.clear()


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
        made, MADE[:] = list(MADE), []
        return made

    return run


def test_a_value_is_computed_once_and_another_setting_anew():
    for what in ("one", "one", "other", "one"):
        assert cache.value(Call(made, what).cached()) == [what]
    assert MADE == ["one", "other"]
    assert cache.value("no call") == "no call"


def test_what_is_not_marked_is_computed_anew_from_what_is_kept():
    for _ in range(2):
        assert cache.value(Call(list, Call(made, "one").cached("Wait …"))) == ["one"]
        assert cache.value(Call(made, "plain")) == ["plain"]
    assert MADE == ["one", "plain", "plain"]


def test_an_error_is_not_kept():
    for _ in range(2):
        with pytest.raises(InvalidInput):
            cache.value(Call(made, "wrong").cached())
    assert MADE == ["wrong", "wrong"]


def test_what_rests_on_ones_own_is_kept_for_its_session_alone(visit):
    assert visit("Ann") == ["own", "hurried", "shipped"]
    assert visit("Ann") == []
    assert visit("Bob") == ["own", "hurried"]


def test_it_is_gone_when_it_is_forgotten_and_what_is_shared_stays(visit):
    visit("Ann")
    visit("Bob")
    assert visit("Ann", forget=True) == ["own", "hurried"]  # the button's run computes anew
    assert visit("Bob") == []


def test_a_value_that_is_being_made_is_waited_for_and_not_made_twice():
    call = Call(made, "slow").cached()
    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(cache.value, call)
        assert BEGUN.wait(30)
        others = [threads.submit(cache.value, call) for _ in range(2)]
        assert cache.value(Call(made, "meanwhile").cached()) == ["meanwhile"]
        GO_ON.set()
        assert len({id(one.result()) for one in (first, *others)}) == 1
    assert MADE == ["slow", "meanwhile"]


def test_the_number_of_values_is_bounded_and_the_longest_unasked_goes_first():
    assert cache.MOST_HEAVY == 3
    for what in ("one", "two", "three", "one", "four", "one", "three", "four"):
        cache.value(heavy(what))
    assert MADE == ["one", "two", "three", "four"]
    cache.value(heavy("two"))
    for number in range(cache.MOST + 1):
        cache.value(Call(made, number).cached())
    cache.value(Call(made, 0).cached())
    assert MADE[4:] == ["two", *range(cache.MOST + 1), 0]


def test_outside_of_a_session_nothing_of_ones_own_is_kept():
    own = Call(made, Call(str, "own").owned("digest")).cached()
    assert [cache.value(own), cache.value(own)] == [["own"]] * 2
    assert MADE == ["own"] * 2
