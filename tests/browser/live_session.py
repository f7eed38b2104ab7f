"""A session that stays: what a browser shows and sends, over the server's websocket alone.

It holds what the server has drawn by the keys of widgets, presses buttons, answers for components
and lets fragments run, as a browser does when their time has come.
"""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import connect

from tests.browser.conversation import Conversation, connection, state_of

PATIENCE = 120.0
"""Seconds for one message."""

QUIET = 1.0
"""Seconds without a message after which the server is done."""


class Session:
    """One reader of a page, from `with` to its end."""

    def __init__(self, url: str, page: str, query: str) -> None:
        self._said = Conversation(url, page, query)
        self._open = ExitStack()
        address, options = connection(url)
        self._connection = self._open.enter_context(connect(address, **options))
        self._run(self._said.run())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave."""
        self._open.close()

    # --- what is seen ---------------------------------------------------------------------

    @property
    def query(self) -> str:
        """What the address says."""
        return self._said.query

    @property
    def elements(self) -> dict[tuple[int, ...], Any]:
        """What was sent of everything on the page, by its place."""
        return {path: one.element for path, one in self._said.drawn.items()}

    @property
    def errors(self) -> list[str]:
        """Exceptions that were shown."""
        return self._said.errors

    @property
    def fragments(self) -> list[str]:
        """What runs by itself."""
        return self._said.fragments

    @property
    def words(self) -> str:
        """All that is said: titles, sentences, boxes, bars; with plain blanks alone."""
        return "\n".join(self._said.texts).replace("\u00a0", " ")

    def has(self, key: str) -> bool:
        """Whether a widget of this key is there."""
        return self._said.find(key) is not None

    # --- what is done ---------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Press a button, and wait for the answer."""
        name = self._id(key)
        self._run(self._said.run(lambda run: setattr(state_of(run, name), "trigger_value", True)))

    def press_labelled(self, label: str, times: int = 1) -> Any:
        """Press a button by its label, so often before an answer is waited for; the message."""
        name = self._labelled("button", label)
        message = self._said.run(lambda run: setattr(state_of(run, name), "trigger_value", True))
        for _ in range(times - 1):
            self._connection.send(message)
        self.send(message)
        return message

    def tick(self, label: str) -> None:
        """Tick a box by how its label begins."""
        name = self._labelled("checkbox", label)
        self._said.hold(name, lambda state: setattr(state, "bool_value", True))
        self._run(self._said.run())

    def enter(self, kind: str, label: str, text: str) -> None:
        """Let an entry hold a text, by its kind and how its label begins."""
        name = self._labelled(kind, label)
        self._said.hold(name, lambda state: setattr(state, "string_value", text))
        self._run(self._said.run())

    def send(self, message: Any) -> None:
        """Send a message as it is, and wait until the server has nothing more to say."""
        self._run(message)
        with suppress(TimeoutError):
            while True:
                self._said.take(self._connection.recv(timeout=QUIET, decode=False))

    def headings(self, start: str) -> Iterator[str]:
        """What folds begin with, of those that begin like this."""
        for label in self._said.folds.values():
            if label.startswith(start):
                yield label.split(":")[0]

    def say(self, key: str, value: object) -> None:
        """Let a component report its state, and wait for the answer."""
        self._said.say(self._id(key), value)
        self._run(self._said.run())

    def put(self, key: str, kind: str, values: list[Any]) -> None:
        """Hold these values in a widget from the next run on; nobody checks them here."""
        self._said.hold(self._id(key), lambda state: getattr(state, kind).data.extend(values))

    def wait(self) -> None:
        """Let every fragment that runs by itself run once."""
        for fragment in list(self.fragments):
            if fragment in self.fragments:  # a run of the whole page may have brought others
                self._run(self._said.run(fragment=fragment, by_itself=True))

    # --- the connection -------------------------------------------------------------------

    def _run(self, message: Any) -> None:  # bytes; that name means something else here
        self._connection.send(message)
        while not self._said.take(self._connection.recv(timeout=PATIENCE, decode=False)):
            pass

    def _labelled(self, kind: str, label: str) -> str:
        for one in self._said.drawn.values():
            if one.element.WhichOneof("type") == kind:
                widget = getattr(one.element, kind)
                if widget.label.startswith(label) and not widget.disabled:
                    return one.name
        raise AssertionError(f"no {kind} “{label}” among {self.words}")

    def _id(self, key: str) -> str:
        found = self._said.find(key)
        assert found is not None, f"no {key} among {self.words}"
        return found.name
