"""The ledger of a session: by two roads, what several releases give away together."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import numpy as np
import pytest

from hetdp_core.release import (
    ReleaseRequest,
    added_up,
    compose,
    json_with,
    prepare,
    release_mean,
    text_with,
)
from hetdp_core.release.ledger import Ledger

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ASKED = np.array([0.5, 1.0] * 50)
HERE, THERE = "one table", "another"


def request(name: str = "age", levels=ASKED) -> ReleaseRequest:
    return ReleaseRequest(name, "years", (0.0, 100.0), levels, "column")


def mean(identifier: str, name: str = "age", levels=ASKED):
    plan = prepare(request(name, levels))
    return release_mean(plan, np.full(len(levels), 40.0), when=NOON, identifier=identifier)


def ledger(*made) -> Ledger:
    found = Ledger()
    for digest, release in made:
        found = found.with_release(digest, release, ASKED if digest == HERE else None)
    return found


def test_before_any_release_nothing_was_given_away():
    assert not Ledger()
    assert Ledger().given_away(HERE, 100) == 0.0
    assert Ledger().beyond_with(HERE, ASKED, ASKED) == 0


def test_means_from_one_table_add_up_person_by_person_and_others_with_their_most():
    first, second = mean("1"), mean("2", "wage")
    elsewhere = mean("3", levels=np.full(30, 0.25))
    found = ledger((HERE, first), (HERE, second), (THERE, elsewhere))
    most = float(np.max(first.guaranteed + second.guaranteed)) + 0.25
    assert found.given_away(HERE, 100) == pytest.approx(most)
    assert found.beyond_with(HERE, np.zeros(100), ASKED) == int(
        np.sum(first.guaranteed + second.guaranteed > ASKED)
    )


def test_without_one_release_the_others_are_left_as_they_were():
    found = ledger((HERE, mean("1")), (HERE, mean("2", "wage")))
    besides = found.without("1")
    assert [one.identifier for one in besides.entries] == ["2"]
    assert besides.given_away(HERE, 100) == pytest.approx(float(np.max(mean("2").guaranteed)))
    assert found.without("unknown").entries == found.entries
    assert len(found) == 2


def test_each_receipt_says_what_came_before_it_and_no_receipt_is_told_of_later_ones():
    found = ledger((HERE, mean("1")), (THERE, mean("2")), (HERE, mean("3")))
    first, second, third = (one.text for one in found.entries)
    assert "This is release" not in first
    assert "This is release 2 counted here, and number 1 from this table." in second
    assert "This is release 3 counted here, and number 2 from this table." in third


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
    assert "nobody's total exceeds epsilon = 2.47." in first  # rounded up
    assert groups == [
        "- 3 people given epsilon = 0.5 by this one: 1 in total",
        "- 2 people given epsilon = 1.24 by this one: 2.47 in total",
    ]


def test_releases_from_another_table_count_for_everybody():
    said = added_up(compose([GIVEN], GIVEN, [np.array([0.1, 2.0])]))
    assert "release 2 counted here, and number 1 from this table" in said
    assert "from datasets uploaded at other times" in said
    assert "3 people given epsilon = 0.5 by this one: 2.5 in total" in said


def test_both_forms_of_a_receipt_hold_it_unless_it_is_the_first():
    assert added_up(compose([GIVEN], GIVEN)) == ""
    assert (text_with("a\n", ""), json_with("{}", "")) == ("a\n", "{}")
    said = added_up(compose([GIVEN, GIVEN], GIVEN))
    assert text_with("a\n", said) == f"a\n{said}\n"
    assert json.loads(json_with('{"a": 1}', said)) == {"a": 1, "added_up": said}


def test_what_all_are_given_alike_needs_no_lines():
    same = np.full(4, 0.5)
    assert len(added_up(compose([same] * 3, same)).splitlines()) == 1


@pytest.mark.parametrize("users", [100, 1000])
def test_many_levels_are_put_together(users):
    given = np.linspace(0.1, 1.0, users)
    assert len(added_up(compose([given, given], given)).splitlines()) <= 13
