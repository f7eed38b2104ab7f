"""A receipt read back from its JSON: from wherever it was kept, so nothing in it is trusted.

Its file carries a checksum of its own public text, never of a cell.  The checksum shows damage and
slips of an editor.  It does not prove who wrote the file: anybody can compute it again.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any

from hetdp_core.errors import InvalidInput
from hetdp_core.file_text import json_text
from hetdp_core.numerals import rounded_up, stated, to_the_last_digit
from hetdp_core.release.groups import Span
from hetdp_core.release.private_mean import MOST_GROUPS
from hetdp_core.release.receipt import Receipt
from hetdp_core.release.request import LEVELS_FROM

CHECKSUM = "checksum"
"""Under which a receipt in JSON holds it."""

CHANGED = (
    "It was changed after it was saved: its text does not fit its checksum. It is not added up. "
    "Bring the file as it was saved."
)
UNCHECKED = (
    "It has no checksum, as in earlier versions. It is added up, but nobody can check whether it "
    "was changed."
)

MOST_CHARACTERS = 200_000
"""Of a receipt in JSON; ours have a tenth of it."""


_MOST_PEOPLE = 10**9
_IDENTIFIER = re.compile(r"[0-9a-f]{16}")
_POSITIVE = ("half_width", "chance", "noise_scale", "saturation_level", "shrink")


MOST_OTHERS = 1_000
"""Releases before it that a receipt names; one that it leaves out may be added up twice."""


@dataclass(frozen=True)
class AddedUp:
    """A receipt's statement on the releases before it.

    Attributes:
        text: in words; "" for nothing.
        total: epsilon that nobody's total exceeds, over these and its own; 0 where it says none.
        others: identifiers of these.
    """

    text: str = ""
    total: float = 0.0
    others: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """Which release the receipt says it is; one that names none before it is the first."""
        said = _NUMBER.match(self.text)
        return int(said[1]) if said else 1


def receipt_from(text: object) -> tuple[Receipt, AddedUp]:
    """Return a receipt, and its statement on the releases before it, from its JSON.

    Args:
        text: written by `with_checksum(json_with(receipt.as_json(), adds_up))`, or anything else. A
            receipt without a checksum is read too.

    Raises:
        InvalidInput: it is no receipt: not JSON, too long, or a part of it is missing, of another
            kind or impossible; or its text does not fit its checksum.
    """
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise _no_receipt("too long, or no text")
    try:
        content = json.loads(text)
        if not isinstance(content, dict):
            raise _no_receipt("not an object")
        if CHECKSUM in content and content[CHECKSUM] != checksum(content):
            raise _no_receipt(_ANOTHER_SUM)
        # receipts did not say so from the beginning
        later = {"everybody": False, "share_of": "", "levels_set": "", "sampling": False}
        complete = {**later, **content}
        known = {field.name: complete[field.name] for field in fields(Receipt)}
        return Receipt(**_checked(known)), _added_up(content)
    except InvalidInput:
        raise
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise _no_receipt(type(error).__name__) from None


def _added_up(content: Mapping[str, Any]) -> AddedUp:
    """Return the words on releases before it; of an earlier version, the total in its words."""
    text, others = _text(content.get("added_up", "")), content.get("others", [])
    in_words = _TOTAL.search(text)
    total = content.get("total", float(in_words[1]) if in_words else 0.0)
    _require(isinstance(others, list) and len(others) <= MOST_OTHERS)
    _require(all(_IDENTIFIER.fullmatch(_text(other)) for other in others))
    return AddedUp(text, _level(total) if total else 0.0, tuple(others))


_NUMBER = re.compile(r"This is release (\d{1,9}) counted here", re.ASCII)
_TOTAL = re.compile(r"nobody's total exceeds epsilon = ([\d.]+)\. ")


def with_checksum(text: str) -> str:
    """Return a receipt in JSON with the checksum of all that it says."""
    content = json.loads(text)
    return json_text({**content, CHECKSUM: checksum(content)})


def checksum(content: Mapping[str, Any]) -> str:
    """Return SHA-256 of all but the checksum, as JSON with sorted keys and without blanks.

    >>> checksum({"unit": "mm", "checksum": "?"}) == sha256(b'{"unit":"mm"}').hexdigest()
    True
    """
    public = {name: part for name, part in content.items() if name != CHECKSUM}
    canonical = json.dumps(public, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return sha256(canonical.encode()).hexdigest()


def remark(text: str) -> str:
    """Say in sentences whether the file of a receipt was changed, or cannot be checked.

    "" where its checksum fits, and where it is no receipt at all.
    """
    try:
        receipt_from(text)
    except InvalidInput as error:
        return CHANGED if error.value == _ANOTHER_SUM else ""
    return "" if CHECKSUM in json.loads(text) else UNCHECKED


_ANOTHER_SUM = "a text that does not fit its checksum"


def _no_receipt(actual: str) -> InvalidInput:
    return InvalidInput("what was kept", "must be a receipt of a release", actual)


def _checked(parts: dict[str, Any]) -> dict[str, Any]:
    """Return each part in its own type; an error of Python's for any other."""
    ranges = ("bounds", "interval")
    checked: dict[str, Any] = {}
    for name, value in parts.items():
        if name in ranges:
            low, high = map(_number, value)
            checked[name] = low, high
        elif name != "groups":
            checked[name] = _single(name, value)
    groups = parts["groups"]
    _require(isinstance(groups, list) and 0 < len(groups) <= MOST_GROUPS)
    checked["groups"] = tuple(map(_span, groups))
    low, high = checked["bounds"]
    _require(low < high and checked["shrink"] <= 1.0 and checked["levels_from"] in LEVELS_FROM)
    _require(_IDENTIFIER.fullmatch(checked["identifier"]) is not None)
    if checked["half_width"] != rounded_up(checked["half_width"], 3):  # of an earlier version
        off = stated(checked["half_width"])
        checked |= {"half_width": off, "released": to_the_last_digit(checked["released"], off)}
    return checked


def _single(name: str, value: Any) -> str | float | bool:
    if name == "users":
        return _people(value)
    if name in ("simulated", "everybody", "sampling"):
        _require(isinstance(value, bool))
        return bool(value)
    if name in _POSITIVE:
        return _level(value)
    return _number(value) if name == "released" else _text(value)


def _span(value: Any) -> Span:
    name = "level" if "level" in value else "asked"  # so it was called in earlier versions
    low, guaranteed = _level(value[name]), _level(value["guaranteed"])
    high, least = value.get(f"{name}_up_to"), value.get("guaranteed_from")
    return Span(
        low,
        low if high is None else _level(high),
        _people(value["users"]),
        guaranteed,
        guaranteed if least is None else _level(least),
    )


def _people(value: Any) -> int:
    _require(type(value) is int and 0 < value <= _MOST_PEOPLE)
    return int(value)


def _level(value: Any) -> float:
    """Return a positive number; "infinity" is one."""
    level = math.inf if value == "infinity" else _number(value)
    _require(level > 0.0)
    return level


def _number(value: Any) -> float:
    _require(type(value) in (int, float) and math.isfinite(value))
    return float(value)


def _text(value: Any) -> str:
    """Return a text; refuse one with halves of characters, which UTF-8 does not have."""
    _require(isinstance(value, str) and len(value) <= 10_000)
    return str(value.encode().decode())


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError
