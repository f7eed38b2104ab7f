"""A receipt is read back from its JSON as it was; whatever else a browser hands over is refused."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.release import Receipt, json_with, prepare
from hetdp_core.release.ledger import EARLIER, Ledger, entry_from
from hetdp_core.release.stored import MOST_CHARACTERS, receipt_from
from tests.release.test_private_mean import release, request

LEVELS = ([0.2] * 50 + [1.0] * 40 + [math.inf] * 10, np.linspace(0.1, 3.0, 1000))


def stored(levels=LEVELS[0], shrunk=False) -> Receipt:
    plan = prepare(request(levels), shrunk=shrunk)
    return release(plan, np.full(len(levels), 50.0)).receipt


def numbered(receipt: Receipt, identifier: str = "0" * 16, **changes: object) -> str:
    return json.dumps({**json.loads(receipt.as_json()), "identifier": identifier, **changes})


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("shrunk", [False, True])
def test_a_receipt_comes_back_as_it_was_with_what_it_adds_up_to(levels, shrunk):
    receipt = stored(levels, shrunk)
    text = numbered(receipt)
    read, adds_up = receipt_from(json_with(text, "two\nlines"))
    assert adds_up == "two\nlines"
    assert {**vars(read), "identifier": receipt.identifier} == vars(receipt)
    assert read.most == receipt.most


@pytest.mark.parametrize(
    "changes",
    [
        {"identifier": "../../etc"},
        {"identifier": 7},
        {"column": ["age"]},
        {"column": "x" * 10_001},
        {"column": "\ud800"},
        {"released": "1"},
        {"released": 10**400},
        {"users": 0},
        {"users": True},
        {"users": 1.5},
        {"bounds": [1, 0]},
        {"bounds": [0, 1, 2]},
        {"groups": []},
        {"groups": {}},
        {"groups": [{"asked": 1, "users": 3}]},
        {"groups": [{"asked": 1, "users": 3, "guaranteed": -1}]},
        {"groups": [{"asked": 1, "users": 3, "guaranteed": 0}]},
        {"groups": [{"asked": 1, "users": 3, "guaranteed": "NaN"}]},
        {"groups": [[1, 3, 1]]},
        {"groups": [{"asked": 1, "users": 3, "guaranteed": 1}] * 201},
        {"words": [["a"]]},
        {"levels_from": "elsewhere"},
        {"simulated": "no"},
        {"half_width": 0},
        {"shrink": 2},
        {"added_up": 5},
    ],
)
def test_a_receipt_with_an_impossible_part_is_refused(changes):
    with pytest.raises(InvalidInput):
        receipt_from(numbered(stored(), **changes))


@pytest.mark.parametrize("text", [None, 3, "", "{}", "[1]", "NaN", "[" * 100_000, "x" * 10**6])
def test_what_is_no_receipt_is_refused(text):
    with pytest.raises(InvalidInput):
        receipt_from(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)
GROUP = {"asked": 1, "users": 1}
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
    less = entry_from(numbered(stored(), groups=[{**GROUP, "guaranteed": 0.001}]))
    assert once.with_earlier(less).given_away("a table", 100) == once.given_away("a table", 100)
    rehearsed = entry_from(numbered(stored(), simulated=True, groups=[{**GROUP, "guaranteed": 9}]))
    for false in (less, rehearsed):
        for both in ([false, earlier], [earlier, false]):
            known = Ledger().with_earlier(both[0]).with_earlier(both[1]).rehearsed(False)
            assert known.given_away("a table", 100) == once.given_away("a table", 100)
    other = once.with_earlier(entry_from(numbered(stored(), "1" * 16)))
    assert other.given_away("a table", 100) > once.given_away("a table", 100)
    assert other.means_of("") == []
