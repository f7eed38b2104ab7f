"""A component's state is looked up as it is, but for events, by Streamlit's own sessions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.components.v2.bidi_component import main
from streamlit.components.v2.presentation import make_bidi_component_presenter
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState

from pages.shared.server.plain_state import Presenter, look_up_plainly, plain

EVENTS, COMPONENT = "the component's events", "the component"
NAME = "make_bidi_component_presenter"
HELD = {"released": {"value": 2.0, "serial": 1}}


def a_session(*events: dict[str, Any]) -> SessionState:
    """Where the component is mounted, and has told of these events."""
    session = SessionState()
    states = session._new_widget_state
    for name, kind, held in (
        (COMPONENT, "json_value", HELD),
        (EVENTS, "json_trigger_value", list(events) or None),
    ):
        states.set_widget_metadata(
            WidgetMetadata(
                id=name,
                deserializer=lambda value: value,
                serializer=lambda value: value,
                value_type=kind,  # type: ignore[arg-type]
            )
        )
        states.set_from_value(name, held)
    return session


def presenter(make: Any) -> Presenter:
    made: Presenter = make(EVENTS, COMPONENT, {"released", "wanted"})
    return made


@pytest.fixture
def ours() -> Presenter:
    return presenter(plain(make_bidi_component_presenter))


def test_a_state_is_the_very_thing_that_is_held(ours: Presenter) -> None:
    session = a_session()
    assert ours(HELD, session) is HELD
    made = presenter(make_bidi_component_presenter)(HELD, session)
    assert made == HELD
    assert made is not HELD  # else Streamlit does it by itself now, and ours can go


def test_a_script_that_is_told_of_an_event_finds_it_beside_the_state(ours: Presenter) -> None:
    session = a_session({"event": "wanted", "value": "a file"})
    shown = ours(HELD, session)
    assert shown == {**HELD, "wanted": "a file"}
    assert shown == presenter(make_bidi_component_presenter)(HELD, session)


def test_a_component_that_this_run_has_not_mounted_is_shown_too(ours: Presenter) -> None:
    assert ours(HELD, SessionState()) is HELD


def test_a_session_of_another_streamlit_is_left_to_it(ours: Presenter) -> None:
    assert ours(HELD, SimpleNamespace()) == HELD


def test_components_mounted_from_now_on_are_looked_up_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, NAME, make_bidi_component_presenter)
    for _ in range(2):  # a second server in one process changes nothing
        look_up_plainly()
        found: Any = getattr(main, NAME)
        assert found.__wrapped__ is make_bidi_component_presenter
    monkeypatch.delattr(main, NAME)
    look_up_plainly()  # a Streamlit without it
    assert not hasattr(main, NAME)
