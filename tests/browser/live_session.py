"""A session that stays: what a browser shows and sends, over the server's websocket alone.

It holds what the server has drawn by the keys of widgets, presses buttons, answers for components
and lets fragments run, as a browser does when their time has come.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from tests.browser.session import PATIENCE

_ENDS = (
    ForwardMsg.FINISHED_SUCCESSFULLY,
    ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
    ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
)


class Session:
    """One reader of a page, from `with` to its end; `cookie` is what its browser has been given."""

    def __init__(self, url: str, page: str, query: str, cookie: str = "") -> None:
        split = urlsplit(url)
        self._url, self._page, self.query = url, page, query
        self._open = ExitStack()
        self._connection = self._open.enter_context(
            connect(
                f"ws://{split.netloc}/_stcore/stream",
                origin=Origin(f"http://{split.netloc}"),
                subprotocols=[Subprotocol("streamlit")],
                additional_headers={"Cookie": cookie} if cookie else {},
                max_size=None,
                ping_interval=None,
            )
        )
        self._page_hash, self._only_a_fragment = "", False
        self._values: dict[str, Callable[[WidgetState], None]] = {}
        self.elements: dict[tuple[int, ...], Any] = {}
        self.fragments: list[str] = []
        self.errors: list[str] = []
        self.bytes = 0
        self.name = ""
        self._run()

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
    def words(self) -> str:
        """All that is said: titles, sentences, boxes, bars."""
        return "\n".join(text for element in self.elements.values() for text in _said(element))

    def has(self, key: str) -> bool:
        """Whether a widget of this key is there."""
        return self._find(key) is not None

    # --- what is done ---------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Press a button, and wait for the answer."""
        self._run(lambda run: setattr(_state(run, self._id(key)), "trigger_value", True))

    def say(self, key: str, value: object) -> None:
        """Let a component report its state, and wait for the answer."""
        text = json.dumps(value)
        self._values[self._id(key)] = lambda state: setattr(state, "json_value", text)
        self._run()

    def put(self, key: str, kind: str, values: list[Any]) -> None:
        """Hold these values in a widget from the next run on; nobody checks them here."""
        self._values[self._id(key)] = lambda state: getattr(state, kind).data.extend(values)

    def file(self, key: str) -> str:
        """Ask for the file of a button that makes it on a click; its path at the server."""
        message, found = BackMsg(), self._found(self._id(key)).download_button
        asked = message.backend_operation_request
        asked.request_id, asked.session_id = key, self.name
        asked.deferred_file.file_id = found.deferred_file_id
        self._connection.send(message.SerializeToString())
        answer = ForwardMsg()
        while answer.WhichOneof("type") != "backend_operation_response":
            answer.ParseFromString(self._connection.recv(timeout=PATIENCE, decode=False))
        path: str = answer.backend_operation_response.deferred_file.url
        assert path, answer.backend_operation_response
        return path

    def wait(self) -> None:
        """Let every fragment that runs by itself run once."""
        for fragment in list(self.fragments):
            if fragment in self.fragments:  # a run of the whole page may have brought others
                self._run(lambda run, name=fragment: _as_fragment(run, name))  # type: ignore[misc]

    # --- the protocol ---------------------------------------------------------------------

    def _run(self, also: Callable[[Any], Any] = lambda _: None) -> None:
        message = BackMsg()
        run = message.rerun_script
        run.query_string, run.page_script_hash = self.query, self._page_hash
        if not self._page_hash:
            run.page_name = self._page
        run.widget_states.SetInParent()
        for name, fill in self._values.items():
            fill(_state(run, name))
        also(run)
        self._only_a_fragment = bool(run.fragment_id)
        run.context_info.url = f"{self._url}{self._page}?{self.query}"
        run.context_info.locale, run.context_info.timezone = "en-US", "UTC"
        self._connection.send(message.SerializeToString())
        while not self._take(self._connection.recv(timeout=PATIENCE, decode=False)):
            pass

    def _take(self, data: bytes) -> bool:
        """Take a message in; whether it was the last of a run."""
        message = ForwardMsg()
        message.ParseFromString(data)
        self.bytes += len(data)
        match message.WhichOneof("type"):
            case "new_session":
                self._page_hash = message.new_session.page_script_hash
                self.name = message.new_session.initialize.session_id or self.name
                if not self._only_a_fragment:
                    self.elements, self.fragments = {}, []
                self._only_a_fragment = False  # what follows is a run of the whole page
            case "navigation":
                self._page_hash = message.navigation.page_script_hash
            case "page_info_changed":
                self.query = message.page_info_changed.query_string
            case "auto_rerun":
                self.fragments.append(message.auto_rerun.fragment_id)
            case "delta" if message.delta.HasField("new_element"):
                element = message.delta.new_element
                self.elements[tuple(message.metadata.delta_path)] = element
                if element.HasField("exception"):
                    self.errors.append(f"{element.exception.type}: {element.exception.message}")
            case "script_finished":
                return message.script_finished in _ENDS
        return False

    def _find(self, key: str) -> str | None:
        for element in self.elements.values():
            kind = element.WhichOneof("type")
            name = str(getattr(getattr(element, kind), "id", "")) if kind else ""
            if name.endswith(f"-{key}"):
                return name
        return None

    def _found(self, name: str) -> Any:
        return next(
            element
            for element in self.elements.values()
            if (kind := element.WhichOneof("type"))
            and getattr(getattr(element, kind), "id", "") == name
        )

    def _id(self, key: str) -> str:
        found = self._find(key)
        assert found is not None, f"no {key} among {self.words}"
        return found


def _state(run: Any, name: str) -> WidgetState:
    state: WidgetState = run.widget_states.widgets.add()
    state.id = name
    return state


def _as_fragment(run: Any, name: str) -> None:
    run.fragment_id, run.is_auto_rerun = name, True


def _said(element: Any) -> list[str]:
    match element.WhichOneof("type"):
        case "markdown" | "alert" | "heading" as kind:
            return [getattr(element, kind).body]
        case "progress":
            return [element.progress.text]
    return []
