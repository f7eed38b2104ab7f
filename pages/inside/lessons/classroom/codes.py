"""Names of rooms: six letters that are read from the back row and typed into a phone.

The first two are those of the server process that holds the room, so that a phone which reaches
another process can be told so.  A code lets one answer, no more: what lets one lead a room is its
key, which is long and on no screen.
"""

from __future__ import annotations

import secrets

from hetdp_core.errors import HetDPError

LETTERS = "CDFGHJKMNPQRTWXY"
"""No two alike in print or by ear, none alike a digit, and no vowels that would make words."""

MARK_LENGTH, OWN_LENGTH = 2, 4
_LENGTH = MARK_LENGTH + OWN_LENGTH
_BETWEEN = "-–_."
_LONGEST = 40
_KEY_LENGTH, _KEY_LETTERS = 32, set("0123456789abcdef")


class Refused(HetDPError):
    """A room, a phone or an answer that the rules of rooms do not allow; says why."""


class NotHere(Refused):
    """There is no such room in this process: it has ended, or never was."""


class Elsewhere(NotHere):
    """If there is such a room, another process holds it."""


def made_mark() -> str:
    """Draw the letters of a process, once in its life."""
    return _drawn(MARK_LENGTH)


def nth_mark(number: int) -> str:
    """Return the letters of one of several processes, counted from 0; all are different.

    >>> nth_mark(0), nth_mark(17)
    ('CC', 'DD')
    """
    first, second = divmod(number, len(LETTERS))
    return LETTERS[first] + LETTERS[second]


def is_mark(text: str) -> bool:
    """Whether a process may be called so."""
    return len(text) == MARK_LENGTH and set(text) <= set(LETTERS)


def made_code(mark: str) -> str:
    """Draw a code for a room of the process with this mark."""
    return mark + _drawn(OWN_LENGTH)


def made_key() -> str:
    """Draw what lets one lead a room, or keep a seat: 128 bits that nobody guesses."""
    return secrets.token_hex(_KEY_LENGTH // 2)


def is_key(text: object) -> bool:
    """Whether a browser may have drawn this."""
    return isinstance(text, str) and len(text) == _KEY_LENGTH and set(text) <= _KEY_LETTERS


def read(text: str) -> str:
    """Return the code that was meant, however it was typed.

    Raises Refused where no code looks like that.

    >>> read(" kmt-rwx ")
    'KMTRWX'
    """
    letters = text if len(text) <= _LONGEST else ""
    code = "".join(one for one in letters if not (one.isspace() or one in _BETWEEN)).upper()
    if len(code) != _LENGTH:
        rule = f"that has {_LENGTH} letters, as on the lecturer's screen"
    elif not set(code) <= set(LETTERS):
        never = ", ".join(dict.fromkeys(one for one in code if one not in LETTERS))
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


def _drawn(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
