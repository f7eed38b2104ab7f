"""What components hold is looked up as it is.

Streamlit makes a class at each look at a component's state, so that it can be written to, and a
drop-down looks at the state of all components of the page.  Nothing here writes to it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from streamlit.components.v2.bidi_component import main

_MAKER = "make_bidi_component_presenter"

Presenter = Callable[[Any, Any], Any]
"""What the page is shown of a component's state, given all states of the session."""


def look_up_plainly() -> None:
    """Let components that are mounted from now on show their state as it is.

    Only while a script is told of an event does it see what Streamlit makes of both.  A Streamlit
    that does otherwise is left as it is.
    """
    make: Callable[..., Presenter] | None = getattr(main, _MAKER, None)
    if make is not None and not hasattr(make, "__wrapped__"):
        setattr(main, _MAKER, plain(make))


def plain(make: Callable[..., Presenter]) -> Callable[..., Presenter]:
    """Return a maker of presenters that only show events by means of the given one's."""

    @wraps(make)
    def made(events: str, *others: Any) -> Presenter:
        with_events = make(events, *others)

        def present(held: Any, session: Any) -> Any:
            with suppress(AttributeError):
                if session._new_widget_state.get(events) is None:
                    return held
            return with_events(held, session)

        return present

    return made
