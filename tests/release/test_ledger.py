"""The ledger of a session: by two roads, what several releases give away together."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.numerals import as_bound
from hetdp_core.release import (
    PrivateRelease,
    ReleaseRequest,
    Span,
    added_up,
    compose,
    prepare,
    release_mean,
)
from hetdp_core.release.ledger import EARLIER, Entry, Ledger, entry_from
from hetdp_core.release.stored import AddedUp

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ASKED = np.array([0.5, 1.0] * 50)
HERE, THERE = "one table", "another"


def mean(identifier: str, name: str = "age", levels=ASKED):
    plan = prepare(ReleaseRequest(name, "years", (0.0, 100.0), levels, "column"))
    return release_mean(plan, np.full(len(levels), 40.0), when=NOON, identifier=identifier)


def ledger(*made) -> Ledger:
    found = Ledger()
    for digest, release in made:
        found = found.with_release(digest, release, ASKED if digest == HERE else None)
    return found


def test_means_from_one_table_add_up_person_by_person_and_others_with_their_most():
    first, second = mean("1"), mean("2", "wage")
    elsewhere = mean("3", levels=np.full(30, 0.25))
    found = ledger((HERE, first), (HERE, second), (THERE, elsewhere))
    most = float(np.max(first.guaranteed + second.guaranteed)) + 0.25
    assert found.given_away(HERE, 100) == pytest.approx(most)
    given_here = first.guaranteed + second.guaranteed
    assert found.beyond_with(HERE, np.zeros(100), ASKED) == (
        np.sum(given_here > ASKED),
        np.sum(given_here + 0.25 > ASKED),
    )


def test_without_one_release_the_others_are_left_as_they_were():
    found = ledger((HERE, mean("1")), (HERE, mean("2", "wage")))
    besides = found.without("1")
    assert [one.identifier for one in besides.entries] == ["2"]
    assert besides.given_away(HERE, 100) == pytest.approx(float(np.max(mean("2").guaranteed)))
    assert found.without("unknown").entries == found.entries
    assert len(found) == 2


def test_each_receipt_says_what_came_before_it_and_no_receipt_is_told_of_later_ones():
    one, two, three = (mean(digit * 16) for digit in "123")
    found = ledger((HERE, one), (THERE, two), (HERE, three))
    first, second, third = (one.text for one in found.entries)
    assert "This is release" not in first
    assert "This is release 2 counted here, and number 1 from this table." in second
    assert "This is release 3 counted here, and number 2 from this table." in third
    assert [entry.adds_up.number for entry in found.entries] == [1, 2, 3]
    brought = Ledger().with_earlier(entry_from(found.entries[1].json))  # without the first
    more = brought.with_release(HERE, mean("4"), None)
    assert [entry.adds_up.number for entry in more.entries] == [2, 3]
    assert "This is release 3 counted here" in more.entries[-1].text


def test_what_was_released_is_known_by_table_and_column():
    found = ledger((HERE, mean("1")), (HERE, mean("2", "wage")), (THERE, mean("3")))
    assert [receipt.identifier for receipt in found.means_of(HERE)] == ["2", "1"]
    assert found.has_mean_of(HERE, "wage")
    assert not found.has_mean_of(THERE, "wage")
    assert found.means_of("a third") == []


GIVEN = np.array([0.5] * 3 + [1.23456789] * 2)


def test_a_second_release_says_which_it_is_and_what_each_is_exposed_to():
    first, *groups = added_up(compose([GIVEN, GIVEN], GIVEN)).splitlines()
    assert "release 2 counted here, and number 2 from this table" in first
    assert "nobody's total exceeds epsilon = 2.48." in first  # of what is shown: 1.24 twice
    assert groups == [
        "- 3 people given epsilon = 0.5 by this one: 1 in total",
        "- 2 people given epsilon = 1.24 by this one: 2.48 in total",
    ]


def test_releases_from_another_table_count_for_everybody():
    said = added_up(compose([GIVEN], GIVEN, [np.array([0.1, 2.0])]))
    assert "release 2 counted here, and number 1 from this table" in said
    assert "from datasets uploaded at other times" in said
    assert "3 people given epsilon = 0.5 by this one: 2.5 in total" in said


@pytest.mark.parametrize(
    ("beyond", "at_worst", "says"),
    [(0, 0, ""), (243, 900, "Some people have "), (0, 7, "too, some people would have ")],
)
def test_where_all_get_the_strictest_level_no_receipt_says_how_many_have_it(beyond, at_worst, says):
    said = added_up(compose([GIVEN], GIVEN), beyond, at_worst, says_how_many=False)
    assert says in said
    assert not re.search(r"\d", said)


def test_what_all_are_given_alike_needs_no_lines():
    same = np.full(4, 0.5)
    assert len(added_up(compose([same] * 3, same)).splitlines()) == 1


@pytest.mark.parametrize("users", [100, 1000])
def test_many_levels_are_put_together(users):
    given = np.linspace(0.1, 1.0, users)
    assert len(added_up(compose([given, given], given)).splitlines()) <= 13


@given(st.lists(st.floats(1e-9, 800.0), min_size=2, max_size=6), st.booleans())
def test_a_total_is_what_the_guarantees_as_shown_add_up_to_never_less(levels, elsewhere):
    given_to = [np.array([level]) for level in levels]
    here, there = (given_to[:1], given_to[1:]) if elsewhere else (given_to, [])
    total, shown = compose(here, np.ones(1), there).most, sum(map(as_bound, levels))
    assert total == pytest.approx(shown, rel=1e-11)
    assert total >= sum(levels) * (1.0 - 1e-11)


SESSION = [f"{place:016x}" for place in range(1, 6)]


def one_after_another(levels, told_before=()):
    """The receipts of a session, each of one table with its own level for all."""
    found = Ledger()
    for entry in told_before:
        found = found.with_earlier(entry)
    for name, level in levels.items():
        release = mean(name, levels=np.full(100, level))
        found = found.with_release(f"table {name}", release, None)
    return {entry.identifier: entry_from(entry.json) for entry in found.entries}


def brought(*entries):
    """What a ledger says has been given away, once these are brought."""
    found = Ledger()
    for entry in entries:
        found = found.with_earlier(entry)
    return found


def test_a_brought_receipt_counts_with_the_total_that_it_states_and_none_counts_twice():
    first, second, third = one_after_another(
        dict(zip(SESSION[:3], (1.05, 0.196, 0.0511), strict=True))
    ).values()
    assert brought(first).given_away(HERE, 9) == pytest.approx(1.05)
    assert brought(second).given_away(HERE, 9) == pytest.approx(1.246)
    for order in permutations((first, second, third)):
        for some in range(1, 4):
            found = brought(*order[:some])
            stated = max(entry.adds_up.total or 1.05 for entry in order[:some])
            assert found.given_away(HERE, 9) == pytest.approx(stated)
            assert found.with_one_mean(HERE, np.zeros(9), np.zeros(9)).in_all == 1 + max(
                1 + len(entry.adds_up.others) for entry in order[:some]
            )


def test_what_two_receipts_count_of_different_sessions_adds_up_and_is_handed_on():
    a, b, c, d, e = SESSION
    ours = one_after_another({a: 0.5, b: 0.25})
    theirs = one_after_another({c: 1.0, d: 0.125})
    found = brought(ours[b], theirs[d])
    assert found.given_away(HERE, 9) == pytest.approx(0.75 + 1.125)
    last = one_after_another({e: 0.5}, (ours[b], theirs[d]))[e]
    assert last.adds_up.total == pytest.approx(0.75 + 1.125 + 0.5)
    assert set(last.adds_up.others) == {a, b, c, d}
    for more in ([], [ours[a]], [ours[b], theirs[c]], [*ours.values(), *theirs.values()]):
        assert brought(last, *more).given_away(HERE, 9) == pytest.approx(2.375)


@given(st.lists(st.sets(st.integers(0, 4), min_size=1), min_size=1, max_size=4), st.randoms())
def test_the_sum_is_never_below_what_anybody_has_given(sessions, random):
    """The last receipt of each session states the true total; releases expose different people."""
    given_to = np.array([[random.choice((0.25, 0.5, 1.0)) for _ in range(3)] for _ in range(5)])
    known = {max(session): session for session in sessions}
    entries = []
    for last, session in known.items():
        most, total = given_to[last].max(), given_to[sorted(session)].sum(axis=0).max()
        groups = (Span(1.0, 1.0, 3, most, most),)
        receipt = replace(mean(SESSION[last]).receipt, groups=groups)
        others = tuple(SESSION[place] for place in session - {last})
        stated = AddedUp("", total if others else 0.0, others)
        entries.append(Entry(EARLIER, PrivateRelease(receipt, np.array([most])), stated, "", ""))
    counted = sorted(set().union(*known.values()))
    assert brought(*entries).given_away(HERE, 3) >= given_to[counted].sum(axis=0).max() - 1e-9
