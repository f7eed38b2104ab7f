"""What a browser knows and says, without the connection: Streamlit's messages in and out.

Whoever holds a connection sends what `opening` and `run` return, and hands on what comes to `take`
until that says that the run is over.  A session of tests and many of a benchmark speak like this.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.typing import Origin, Subprotocol

ENDS = (
    ForwardMsg.FINISHED_SUCCESSFULLY,
    ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
    ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
)
"""A run that ends otherwise is followed by another: a rerun that the script has asked for."""

RUNS_KEPT = 2
"""A browser remembers a message for so many runs that did not use it."""

_STREAM = "_stcore/stream"


def connection(url: str) -> tuple[str, dict[str, Any]]:
    """The address of the websocket of an app, and how to connect to it."""
    split = urlsplit(url)
    scheme = "wss" if split.scheme == "https" else "ws"
    return f"{scheme}://{split.netloc}{split.path.rstrip('/')}/{_STREAM}", {
        "origin": Origin(f"{split.scheme}://{split.netloc}"),
        "subprotocols": [Subprotocol("streamlit")],
        "max_size": None,
        "ping_interval": None,
        "compression": None,
    }


@dataclass(frozen=True)
class Drawn:
    """An element on the page: what was sent of it, its widget, the fragment in which it stands."""

    element: Any
    name: str
    fragment: str


class Conversation:
    """One reader's side of a page, from its first message on."""

    def __init__(self, url: str, page: str, query: str) -> None:
        self._url, self._page, self.query = url, page, query
        self._page_hash, self._only_a_fragment = "", False
        self._values: dict[str, Callable[[WidgetState], None]] = {}
        self._known: dict[str, ForwardMsg] = {}
        self._unused: dict[str, int] = {}
        self._used: set[str] = set()
        self.drawn: dict[tuple[int, ...], Drawn] = {}
        self.folds: dict[tuple[int, ...], str] = {}
        self.fragments: list[str] = []
        self.errors: list[str] = []
        self.bytes = self.runs = 0

    # --- what is said ---------------------------------------------------------------------

    def run(
        self,
        also: Callable[[Any], Any] = lambda _: None,
        fragment: str = "",
        by_itself: bool = False,
    ) -> bytes:
        """A message that lets the page run, or one of its fragments, after what `also` adds."""
        message = BackMsg()
        run = message.rerun_script
        run.query_string, run.page_script_hash = self.query, self._page_hash
        if not self._page_hash:
            run.page_name = self._page
        run.widget_states.SetInParent()
        for name, fill in self._values.items():
            fill(state_of(run, name))
        also(run)
        if fragment:
            run.fragment_id, run.is_auto_rerun = fragment, by_itself
        run.cached_message_hashes.extend(self._known)
        run.context_info.url = f"{self._url}{self._page}?{self.query}"
        run.context_info.locale, run.context_info.timezone = "en-US", "UTC"
        self._only_a_fragment = bool(fragment)
        self._used = set()
        return message.SerializeToString()

    def hold(self, name: str, fill: Callable[[WidgetState], None]) -> None:
        """Hold this in a widget from the next run on."""
        self._values[name] = fill

    def say(self, name: str, value: object) -> None:
        """Hold a component's state."""
        text = json.dumps(value)
        self.hold(name, lambda state: setattr(state, "json_value", text))

    # --- what is heard --------------------------------------------------------------------

    def take(self, data: bytes) -> bool:
        """Take a message in; whether it was the last of a run."""
        message = ForwardMsg()
        message.ParseFromString(data)
        self.bytes += len(data)
        message = self._whole(message)
        match message.WhichOneof("type"):
            case "new_session":
                self.runs += 1
                self._page_hash = message.new_session.page_script_hash
                if not self._only_a_fragment:
                    self.drawn, self.fragments, self.folds = {}, [], {}
                self._only_a_fragment = False  # what follows is a run of the whole page
            case "navigation":
                self._page_hash = message.navigation.page_script_hash
            case "page_info_changed":
                self.query = message.page_info_changed.query_string
            case "delta" if message.delta.add_block.HasField("expandable"):
                label = message.delta.add_block.expandable.label
                self.folds[tuple(message.metadata.delta_path)] = label
            case "auto_rerun":
                self.fragments.append(message.auto_rerun.fragment_id)
            case "delta" if message.delta.HasField("new_element"):
                self._draw(message)
            case "script_finished":
                if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                    self._forget_unused()
                return message.script_finished in ENDS
        return False

    def _whole(self, message: ForwardMsg) -> ForwardMsg:
        """What a reference means, at the place where the reference puts it."""
        kind = message.WhichOneof("type")
        if kind != "ref_hash":
            if message.metadata.cacheable:
                self._known[message.hash] = message
                self._used.add(message.hash)
            return message
        self._used.add(message.ref_hash)
        meant = ForwardMsg()
        meant.CopyFrom(self._known[message.ref_hash])
        meant.metadata.CopyFrom(message.metadata)
        return meant

    def _forget_unused(self) -> None:
        for name in list(self._known):
            self._unused[name] = 0 if name in self._used else self._unused.get(name, 0) + 1
            if self._unused[name] > RUNS_KEPT:
                del self._known[name], self._unused[name]

    def _draw(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        name = str(getattr(getattr(element, kind), "id", "")) if kind else ""
        path = tuple(message.metadata.delta_path)
        self.drawn[path] = Drawn(element, name, message.delta.fragment_id)
        if kind == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")

    # --- what is seen ---------------------------------------------------------------------

    def find(self, key: str) -> Drawn | None:
        """The widget of a key of ours, wherever it stands."""
        return next((one for one in self.drawn.values() if one.name.endswith(f"-{key}")), None)

    def components(self) -> Iterator[tuple[str, Drawn]]:
        """Our components with their keys, from the top of the page on."""
        for _, one in sorted(self.drawn.items()):
            if one.element.WhichOneof("type") == "bidi_component":
                yield one.name.split("-", 2)[2], one

    @property
    def texts(self) -> list[str]:
        """All that is said: titles, sentences, boxes, bars."""
        return [text for one in self.drawn.values() for text in _said(one.element)]


def state_of(run: Any, name: str) -> WidgetState:
    """A new widget's state in a message."""
    state: WidgetState = run.widget_states.widgets.add()
    state.id = name
    return state


def _said(element: Any) -> list[str]:
    match element.WhichOneof("type"):
        case "markdown" | "alert" | "heading" as kind:
            return [getattr(element, kind).body]
        case "progress":
            return [element.progress.text]
    return []
