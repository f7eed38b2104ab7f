"""The addresses of a room: what phones open, and what the lecturer's browser does."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

ROOM, LEAD = "room", "lead"
"""The address's parameters for phones, and for the lecturer: each holds the code of a room."""

_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


def of_room(page: str, code: str) -> str:
    """Return the address that opens a room on a phone.

    page : address of the page of lessons, as the lecturer's browser has it.
    """
    query = urlencode({ROOM: code})
    return urlsplit(page)._replace(query=query, fragment="").geturl()


def is_this_machine(address: str) -> bool:
    """Whether an address leads nowhere from a phone."""
    return urlsplit(address).hostname in _THIS_MACHINE
