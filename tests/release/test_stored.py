"""A receipt is read back from its JSON as it was; whatever else a browser hands over is refused."""

import json
import math
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.release import Receipt, json_with, prepare
from hetdp_core.release.ledger import EARLIER, Ledger, entry_from
from hetdp_core.release.stored import (
    CHANGED,
    CHECKSUM,
    MOST_CHARACTERS,
    UNCHECKED,
    AddedUp,
    receipt_from,
    remark,
    with_checksum,
)
from tests.release.test_private_mean import release, request

LEVELS = ([0.2] * 50 + [1.0] * 40 + [math.inf] * 10, np.linspace(0.1, 3.0, 1000))


def stored(levels=LEVELS[0]) -> Receipt:
    return release(prepare(request(levels)), np.full(len(levels), 50.0)).receipt


def numbered(receipt: Receipt, identifier: str = "0" * 16, **changes: object) -> str:
    return json.dumps({**json.loads(receipt.as_json()), "identifier": identifier, **changes})


@pytest.mark.parametrize("levels", LEVELS)
def test_a_receipt_comes_back_as_it_was_with_what_it_adds_up_to(levels):
    receipt = stored(levels)
    text = numbered(receipt)
    before = AddedUp("two\nlines", 2.5, ("0123456789abcdef",))
    read, adds_up = receipt_from(json_with(text, before))
    assert adds_up == before
    assert {**vars(read), "identifier": receipt.identifier} == vars(receipt)
    assert read.most == receipt.most


def test_a_receipt_of_an_earlier_version_shows_the_same_number_after_plus_minus_everywhere():
    read, _ = receipt_from(numbered(stored(), half_width=5.76061, released=29.718934))
    assert (read.half_width, read.released) == (5.77, 29.72)


def test_a_shrunk_result_of_an_earlier_version_is_shown_with_its_interval_and_its_epsilon_counts():
    ends = [42.24, 53.76]
    text = numbered(
        stored(), released=54.0, half_width=5.77, shrink=0.5, interval=ends, sampling=False
    )
    entry = entry_from(with_checksum(json_with(text, AddedUp())))
    assert entry.release.receipt.result == "54 (42.24 to 53.76) years"
    assert "is 54 (42.24 to 53.76) years (noise alone, at least 19 times out of 20)." in entry.text
    assert "±" not in entry.text.splitlines()[0]
    assert "before shrinking" in entry.text
    assert Ledger().with_earlier(entry).given_away("a table", 100) == stored().most


def group(**changes):
    return [{"asked": 1, "users": 3, "guaranteed": 1, **changes}]


IMPOSSIBLE: dict[str, list[Any]] = {
    "identifier": ["../../etc", 7],
    "column": [["age"], "x" * 10_001, "\ud800"],
    "released": ["1", 10**400],
    "users": [0, True, 1.5],
    "bounds": [[1, 0], [0, 1, 2]],
    "groups": [[], {}, [[1, 3, 1]], [{"asked": 1, "users": 3}], group() * 201]
    + [group(guaranteed=level) for level in (-1, 0, "NaN")],
    "levels_from": ["elsewhere"],
    "simulated": ["no"],
    "half_width": [0],
    "shrink": [2],
    "added_up": [5],
}


@pytest.mark.parametrize("part", IMPOSSIBLE)
def test_a_receipt_with_an_impossible_part_is_refused(part):
    for value in IMPOSSIBLE[part]:
        with pytest.raises(InvalidInput):
            receipt_from(numbered(stored(), **{part: value}))


@pytest.mark.parametrize("text", [None, 3, "", "{}", "[1]", "NaN", "[" * 100_000, "x" * 10**6])
def test_what_is_no_receipt_is_refused(text):
    with pytest.raises(InvalidInput):
        receipt_from(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)
WHOLE = json.loads(numbered(stored()))


@given(st.sampled_from(sorted(WHOLE)), anything)
def test_a_part_that_is_replaced_by_anything_is_refused_or_can_be_shown(part, value):
    try:
        entry = entry_from(json.dumps({**WHOLE, part: value}))
    except InvalidInput:
        return
    assert entry.text
    assert len(entry.json) < MOST_CHARACTERS
    assert entry.release.guaranteed[0] > 0.0


def test_what_a_browser_hands_over_adds_to_totals_and_never_lowers_them():
    earlier = entry_from(numbered(stored()))
    assert earlier.table == EARLIER
    before = Ledger().given_away("a table", 100)
    once = Ledger().with_earlier(earlier)
    assert once.given_away("a table", 100) == earlier.release.receipt.most > before
    assert once.with_earlier(earlier) is once
    less = entry_from(numbered(stored(), groups=group(users=1, guaranteed=0.001)))
    assert once.with_earlier(less).given_away("a table", 100) == once.given_away("a table", 100)
    rehearsed = entry_from(numbered(stored(), simulated=True, groups=group(users=1, guaranteed=9)))
    for false in (less, rehearsed):
        for both in ([false, earlier], [earlier, false]):
            known = Ledger().with_earlier(both[0]).with_earlier(both[1]).rehearsed(False)
            assert known.given_away("a table", 100) == once.given_away("a table", 100)
    other = once.with_earlier(entry_from(numbered(stored(), "1" * 16)))
    assert other.given_away("a table", 100) > once.given_away("a table", 100)
    assert other.means_of("") == []


def canonical(value):
    """JSON with sorted keys and no blanks, by another road than the library's writer."""
    if isinstance(value, dict):
        entries = (f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value))
        return f"{{{','.join(entries)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(canonical, value))}]"
    if isinstance(value, str):
        return json.dumps(value)
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)


BEFORE = AddedUp("two\nlines: ü, “x” and \\ too", 1.5, ("0123456789abcdef",))
FILES = [
    with_checksum(json_with(numbered(stored(levels), shrink=shrink), BEFORE))
    for levels, shrink in zip(LEVELS, (1.0, 0.87), strict=True)
]


@pytest.mark.parametrize("text", FILES)
def test_the_checksum_of_a_receipt_is_sha_256_of_all_else_in_it(text):
    content = json.loads(text)
    claimed = content.pop(CHECKSUM)
    assert claimed == sha256(canonical(content).encode()).hexdigest()
    assert remark(text) == ""
    assert entry_from(text).json == text


def told(text):
    """All that a receipt tells, or None where it is refused."""
    try:
        receipt, adds_up = receipt_from(text)
    except InvalidInput:
        return None
    return receipt, adds_up


@given(st.sampled_from(FILES), st.data())
def test_one_changed_character_is_refused_or_leaves_the_meaning_as_it_was(text, data):
    place = data.draw(st.integers(0, len(text) - 1))
    dropped = data.draw(st.integers(0, 1))
    written = data.draw(st.sampled_from(sorted(set(text))) | st.text(max_size=1))
    changed = f"{text[:place]}{written}{text[place + dropped :]}"
    assert told(changed) in (None, told(text))


def test_each_digit_of_a_receipt_is_looked_at():
    text = FILES[0]
    digits = [place for place, letter in enumerate(text) if letter.isdigit()]
    for place in digits:
        other = str((int(text[place]) + 1) % 10)
        changed = f"{text[:place]}{other}{text[place + 1 :]}"
        assert told(changed) in (None, told(text))


def test_what_was_changed_is_said_and_so_is_what_cannot_be_checked():
    text = FILES[0]
    content = json.loads(text)
    by_hand = json.dumps({**content, "users": content["users"] + 1})
    assert told(by_hand) is None
    assert remark(by_hand) == CHANGED
    older = json.dumps({name: part for name, part in content.items() if name != CHECKSUM})
    assert told(older) == told(text)
    assert remark(older) == UNCHECKED
    for other in ("", "{", "[1]", "{}"):
        assert remark(other) == ""


def test_blanks_and_the_order_of_the_parts_are_not_its_meaning():
    shuffled = json.dumps(dict(reversed(json.loads(FILES[0]).items())), indent=7)
    assert told(shuffled) == told(FILES[0])
