"""The interface (ASGI) that Python's web servers share: what answers requests, and its messages."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Server = Callable[[Message, Receive, Send], Awaitable[None]]
