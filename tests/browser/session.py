"""One session over the server's websocket: what a browser is sent, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

ENDS = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_WITH_COMPILE_ERROR)
"""A run that ends otherwise is followed by another: a rerun that the script has asked for."""

PATIENCE = 120.0
"""Seconds for one message."""


def opened(url: str, page: str, query: str) -> list[ForwardMsg]:
    """All that a fresh session is sent for an address, until its script has come to an end."""
    with _connected(url) as connection:
        connection.send(_first_message(url, page, query))
        return list(_until_the_end(connection))


def broken(messages: list[ForwardMsg]) -> list[str]:
    """What a visitor would see of errors that nobody caught."""
    elements = [message.delta.new_element for message in messages]
    shown = [one.exception for one in elements if one.HasField("exception")]
    compiled = [one for one in messages if one.script_finished == ENDS[1]]
    return [f"{one.type}: {one.message}" for one in shown] + ["does not compile"] * len(compiled)


def drawn(messages: list[ForwardMsg]) -> int:
    """How many elements were drawn."""
    return sum(message.delta.HasField("new_element") for message in messages)


@contextmanager
def _connected(url: str) -> Iterator[ClientConnection]:
    split = urlsplit(url)
    with connect(
        f"ws://{split.netloc}/_stcore/stream",
        origin=Origin(f"http://{split.netloc}"),
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        ping_interval=None,
    ) as connection:
        yield connection


def _first_message(url: str, page: str, query: str) -> bytes:
    message = BackMsg()
    run = message.rerun_script
    run.query_string, run.page_name = query, page
    run.widget_states.SetInParent()
    run.context_info.url = f"{url}{page}"
    run.context_info.locale = "en-US"
    run.context_info.timezone = "UTC"
    return message.SerializeToString()


def _until_the_end(connection: ClientConnection) -> Iterator[ForwardMsg]:
    while True:
        message = ForwardMsg()
        message.ParseFromString(connection.recv(timeout=PATIENCE, decode=False))
        yield message
        if message.WhichOneof("type") == "script_finished" and message.script_finished in ENDS:
            return
