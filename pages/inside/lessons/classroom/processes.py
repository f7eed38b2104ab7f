"""Whether phones find the process that holds their room: what the server's environment says.

A room lives in the memory of one process.  Where several stand behind one address, whoever runs
them says how many (`HETDP_PROCESSES`), and how phones reach the right one: either the proxy reads
the code of the room in the address, which begins with the mark of its process, and each process is
told these marks (`HETDP_ROOM_MARKS`; `make serve` does so); or each is told an address that leads
to it alone (`HETDP_ROOM_ADDRESS`), which is then in the QR code.  Without either no room is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

from pages.inside.lessons.classroom import codes

COUNT = "HETDP_PROCESSES"
COUNTS = (COUNT, "WEB_CONCURRENCY")
"""How many processes answer at the same address; the second is what web servers read."""

ADDRESS = "HETDP_ROOM_ADDRESS"

MARKS = "HETDP_ROOM_MARKS"
"""Marks of all processes at the address, with commas between; the first is this one's."""

ROOM, LEAD = "room", "lead"
"""The address's parameters for phones, and for the lecturer: each holds the code of a room."""

_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


def problem(environment: Mapping[str, str]) -> str:
    """Say why no room can be opened here; "" where one can."""
    address = environment.get(ADDRESS, "")
    if address:
        if _is_address(address):
            return ""
        return (
            f"{ADDRESS} of this server must be an address that begins with http:// or https://, "
            f"got {address[:60]}."
        )
    if environment.get(MARKS):
        if marks(environment)[0]:
            return ""
        return (
            f"{MARKS} of this server must be pairs of letters out of {codes.LETTERS} with commas "
            f"between, each another, got {environment[MARKS][:60]}."
        )
    for name in COUNTS:
        given = environment.get(name) or "1"
        if not (given.isascii() and given.isdigit() and len(given) < 6 and int(given) > 0):
            return f"{name} of this server must be a whole number from 1, got {given[:20]}."
        if int(given) > 1:
            return (
                f"This server runs as {given} processes behind one address. A room lives in the "
                "memory of one of them, and phones would come to others. It needs one process a "
                f"room, chosen by the address: `make serve` does that; behind another proxy, give "
                f"each process an address of its own and say it in {ADDRESS}."
            )
    return ""


def marks(environment: Mapping[str, str]) -> tuple[str, frozenset[str] | None]:
    """Return this process's mark and those of all others; ("", None) where nobody said."""
    mine, *others = (one.strip() for one in environment.get(MARKS, "").split(","))
    every = {mine, *others}
    if len(every) != 1 + len(others) or not all(map(codes.is_mark, every)):
        return "", None
    return mine, frozenset(others)


def are_found(environment: Mapping[str, str]) -> bool:
    """Whether an address that names a room leads to its process, once it is opened anew."""
    return bool(marks(environment)[0])


def phones_go_to(environment: Mapping[str, str], page: str, code: str) -> str:
    """Return the address that opens a room on a phone.

    page : address of the page of lessons, as the lecturer's browser has it.
    """
    if environment.get(ADDRESS):
        page = environment[ADDRESS].rstrip("/") + "/lessons"
    query = urlencode({ROOM: code})
    return urlsplit(page)._replace(query=query, fragment="").geturl()


def is_this_machine(address: str) -> bool:
    """Whether an address leads nowhere from a phone."""
    return urlsplit(address).hostname in _THIS_MACHINE


def _is_address(text: str) -> bool:
    try:
        split = urlsplit(text)
    except ValueError:
        return False
    return split.scheme in ("http", "https") and bool(split.hostname)
