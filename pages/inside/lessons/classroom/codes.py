"""Codes of rooms: six letters that are read from the back row and typed into a phone.

A code lets one answer, no more: what lets one lead a room is its key, which is long and on no
screen.  A code stands in the addresses of its room, for phones and for the lecturer's browser.
"""

from __future__ import annotations

import secrets
from urllib.parse import urlencode, urlsplit

from hetdp_core.errors import HetDPError

LETTERS = "CDFGHJKMNPQRTWXY"
"""No two alike in print or by ear, none alike a digit, and no vowels that would make words."""

_LENGTH = 6
_KEY_LENGTH, _KEY_LETTERS = 32, set("0123456789abcdef")


class Refused(HetDPError):
    """A room, a phone or an answer that the rules of rooms do not allow; says why."""


class NotHere(Refused):
    """There is no such room: it has ended, or never was."""


def made_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(_LENGTH))


def made_key() -> str:
    """Draw what lets one lead a room, or keep a seat: 128 bits that nobody guesses."""
    return secrets.token_hex(_KEY_LENGTH // 2)


def is_key(text: object) -> bool:
    """Say whether a browser may have drawn this."""
    return isinstance(text, str) and len(text) == _KEY_LENGTH and set(text) <= _KEY_LETTERS


def read(text: str) -> str:
    """Return the code that was meant, however it was typed.

    Raises Refused where no code looks like that.

    >>> read(" kmt-rwx ")
    'KMTRWX'
    """
    letters = text if len(text) <= 40 else ""
    code = "".join(
        letter for letter in letters if not (letter.isspace() or letter in "-–_.")
    ).upper()
    if len(code) != _LENGTH:
        rule = f"that has {_LENGTH} letters, as on the lecturer's screen"
    elif not set(code) <= set(LETTERS):
        never = ", ".join(dict.fromkeys(letter for letter in code if letter not in LETTERS))
        rule = f"none has {never} in it"
    else:
        return code
    raise Refused(f"“{text[:20]}” is not the code of a room: {rule}.")


def spoken(code: str) -> str:
    """Write a code as it is read out, in two parts.

    >>> spoken("KMTRWX")
    'KMT RWX'
    """
    half = _LENGTH // 2
    return f"{code[:half]} {code[half:]}"


ROOM, LEAD = "room", "lead"
"""The address's parameters for phones, and for the lecturer: each holds the code of a room."""


def of_room(page: str, code: str) -> str:
    """Return the address that opens a room on a phone, from the lecturer's page of lessons."""
    return urlsplit(page)._replace(query=urlencode({ROOM: code}), fragment="").geturl()


def is_this_machine(address: str) -> bool:
    return urlsplit(address).hostname in {"localhost", "127.0.0.1", "::1"}
