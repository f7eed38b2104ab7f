"""A receipt says what the releases before it add up to, and no less than holds."""

import json

import numpy as np
import pytest

from hetdp_core.release import added_up, compose, json_with, text_with

GIVEN = np.array([0.5] * 3 + [1.23456789] * 2)


def test_a_first_release_says_nothing_of_others():
    assert added_up(compose([GIVEN], GIVEN)) == ""
    assert text_with("a\n", "") == "a\n"
    assert json_with("{}", "") == "{}"


def test_a_second_release_says_which_it_is_and_what_each_is_exposed_to():
    first, *groups = added_up(compose([GIVEN, GIVEN], GIVEN)).splitlines()
    assert "release 2 in this browser tab, and number 2 from this table" in first
    assert "nobody is exposed to more than epsilon = 2.47." in first  # rounded up
    assert groups == [
        "- 3 people given epsilon = 0.5 by this one: 1 in total",
        "- 2 people given epsilon = 1.235 by this one: 2.47 in total",
    ]


def test_releases_from_another_table_count_for_everybody():
    said = added_up(compose([GIVEN], GIVEN, [np.array([0.1, 2.0])]))
    assert "release 2 in this browser tab, and number 1 from this table" in said
    assert "from tables brought at other times" in said
    assert "3 people given epsilon = 0.5 by this one: 2.5 in total" in said


def test_both_forms_of_a_receipt_hold_it():
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
