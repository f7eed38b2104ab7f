"""Values are kept for whom they are made, and no errors are."""

import pytest
import streamlit as st
from streamlit.testing.v1 import app_test
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from hetdp_core.computation import Call, Given
from hetdp_core.errors import InvalidInput
from pages.shared import kept

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


def test_no_more_is_kept_than_fits():
    for what in range(kept.MOST + 1):
        kept.value(Call(made, what).kept())
    kept.value(Call(made, kept.MOST).kept())
    assert len(MADE) == kept.MOST + 1
    kept.value(Call(made, 0).kept())
    assert len(MADE) == kept.MOST + 2


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
