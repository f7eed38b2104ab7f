"""The dashboard, with an address that says where a text is held in the server's memory."""

import gc
import io
from pathlib import Path
from types import CodeType
from urllib.parse import unquote

import numpy as np
import streamlit as st
from starlette.middleware import Middleware

import pages.shared
from pages.shared import server
from pages.shared.server import Policy

server.GONE_SECONDS, server.LOOK_SECONDS = 0.5, 0.1
DASHBOARD = Path(pages.shared.__file__).parents[2] / "app.py"


HOLD_NOTHING = {bool, int, float, complex, type(None), CodeType}


def holders(text: str) -> list[str]:
    """Kinds of objects that hold a text: strings, bytes, buffers, arrays of objects."""
    gc.collect()
    known, found = set(), []
    waiting = gc.get_objects()
    while waiting:
        one = waiting.pop()
        if id(one) in known or one is text:
            continue
        known.add(id(one))
        if holds(one, text):
            found.append(type(one).__name__)
        if isinstance(one, np.ndarray):
            waiting += one.ravel().tolist() if one.dtype == object else []
            waiting += [] if one.base is None else [one.base]
        else:
            waiting += [ref for ref in gc.get_referents(one) if type(ref) not in HOLD_NOTHING]
    return found


def holds(one: object, text: str) -> bool:
    if isinstance(one, str):
        return len(one) < 10_000_000 and text in one
    if isinstance(one, (bytes, bytearray)):
        return text.encode() in one
    if isinstance(one, io.BytesIO):
        return not one.closed and text.encode() in one.getvalue()
    return False


class Look:
    """Middleware that answers /holders?part&part: where the parts, put together, are held."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http" or not scope["path"].endswith("/holders"):
            await self.app(scope, receive, send)
            return
        first, second = unquote(scope["query_string"].decode()).split("&")
        said = " ".join(sorted(set(holders(first + second)))).encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": said})


if __name__ != "__main__":
    app = st.App(
        DASHBOARD,
        lifespan=server.ended_in_time,
        middleware=[Middleware(Look), Middleware(Policy), Middleware(server.Budget)],
    )
