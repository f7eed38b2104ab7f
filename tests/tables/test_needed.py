"""Only what a mean needs is declared, and the sample is the same everywhere and marked."""

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.release import prepare, request_by_column
from hetdp_core.tables import (
    SAMPLE_ROWS,
    averageable,
    columns_needed,
    declare,
    first_averaged,
    guess_schema,
    holding_levels,
    read_table,
    sample_csv,
    words_asking,
)
from hetdp_core.tables.columns import DECLARED
from hetdp_core.tables.describe import declared_frame

CSV = b"id,wage,smokes,pet,epsilon\n" + b"7,9.5,1,cat,1\n8,8,0,dog,2\n" * 20
GUESSES = guess_schema(read_table(CSV).names)


def test_all_columns_are_offered_and_those_named_for_something_else_last():
    assert averageable(GUESSES) == ("wage", "pet", "smokes", "id", "epsilon")
    assert first_averaged(GUESSES) == "pet"
    assert first_averaged(guess_schema(["id", "smoker", "epsilon"])) == "smoker"
    assert holding_levels(GUESSES) == ("epsilon",)


def test_the_mean_and_the_levels_are_all_that_is_declared():
    wage, asked = columns_needed(GUESSES, "wage", 0.0, 40.0, "epsilon")
    assert (wage.name, wage.bounds, wage.bounds_from) == ("wage", (0.0, 40.0), DECLARED)
    assert asked.kind == "level"
    assert [one.name for one in columns_needed(GUESSES, "wage", 0.0, 40.0)] == ["wage"]


def test_any_column_may_be_declared_a_number():
    (column,) = columns_needed(GUESSES, "smokes", 0.0, 1.0, decimal=",")
    assert (column.kind, column.bounds, column.decimal) == ("number", (0.0, 1.0), ",")
    assert column.bounds_from == DECLARED


def test_suggested_bounds_keep_their_reason():
    sample = guess_schema(read_table(sample_csv()).names)
    suggested = next(one for one in sample if one.name == "sbp")
    low, high = suggested.bounds or (None, None)
    (kept,) = columns_needed(sample, "sbp", low, high)
    (typed,) = columns_needed(sample, "sbp", 50, 300)
    assert kept.bounds_from == suggested.suggested.reason
    assert typed.bounds_from == DECLARED
    assert kept.unit == typed.unit == "mmHg"
    (in_words,) = columns_needed(sample, "sbp", low, high, unit=" kPa ")
    assert (in_words.unit, in_words.bounds_from) == ("kPa", suggested.suggested.reason)


@pytest.mark.parametrize("unit", ["x" * 17, "<b>", "[a](b)", "a\nb", "\u202ekg", "a|b", "*kg*"])
def test_a_unit_that_is_long_or_marks_up_is_refused(unit):
    with pytest.raises(InvalidInput, match="unit of 'wage' must"):
        columns_needed(GUESSES, "wage", 0, 9, unit=unit)


@pytest.mark.parametrize(
    ("averaged", "low", "high", "levels", "rule"),
    [
        ("nothing", 0, 9, "", "column"),
        ("wage", None, 9, "", "lowest possible value"),
        ("wage", 0, None, "", "highest possible value"),
        ("wage", 9, 9, "", "wage"),
        ("wage", float("nan"), 9, "", "lowest"),
        ("wage", 0, float("inf"), "", "highest"),
        ("wage", 0, 9, "wage", "ε"),
        ("wage", 0, 9, "nothing", "ε"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(averaged, low, high, levels, rule):
    with pytest.raises(InvalidInput, match=rule):
        columns_needed(GUESSES, averaged, low, high, levels)


WISHES = b"days,wish\n" + b"3,strict\n9,open\n30,normal\n" * 9
ASKS = {"strict": 0.2, "normal": 1.0, "open": float("inf")}


def wishes(content=WISHES, asks=ASKS):
    table = read_table(content)
    return declare(
        table, columns_needed(guess_schema(table.names), "days", 0, 120, "wish", asks=asks)
    )


def test_any_other_column_may_say_what_is_asked():
    (found,) = columns_needed(GUESSES, "smokes", 0, 1, "wage")[1:]
    assert (found.name, found.kind, found.asks) == ("wage", "level", ())


def test_words_ask_for_what_was_said_of_them():
    wished = wishes()
    assert wished.level_columns() == ("wish",)
    assert wished.frame["wish"].tolist() == [0.2, float("inf"), 1.0] * 9
    assert "strict: ε = 0.2" in declared_frame(wished)["possible values"].tolist()[1]


@pytest.mark.parametrize(
    ("asks", "says"),
    [
        ({}, "'wish' on line 2 must be a positive .*, got 'strict'; .* say what it asks for"),
        ({"strict": 0.2, "normal": 1.0}, "'wish' on line 3 must be a positive .*, got 'open'"),
        ({**ASKS, "strict": 0.0}, "ε of 'strict' must be a positive privacy level"),
        ({**ASKS, "strict": float("nan")}, "ε of 'strict' must be a positive privacy level"),
        ({**ASKS, "": 0.0}, "ε of an empty cell must be a positive privacy level"),
    ],
)
def test_words_without_a_level_are_refused(asks, says):
    with pytest.raises(InvalidInput, match=says):
        wishes(asks=asks)


SOME_SAID_NOTHING = b"days,wish\n5,\n" + WISHES.removeprefix(b"days,wish\n")


def test_who_said_nothing_is_not_dealt_a_level():
    with pytest.raises(InvalidInput, match="'wish' on line 2 must be a positive"):
        wishes(SOME_SAID_NOTHING)


def test_who_said_nothing_is_given_what_the_curator_says_and_the_receipt_tells():
    wished = wishes(SOME_SAID_NOTHING, {**ASKS, "": 0.1})
    assert wished.frame["wish"].tolist() == [0.1, *[0.2, float("inf"), 1.0] * 9]
    assert "empty: ε = 0.1" in declared_frame(wished)["possible values"].tolist()[1]
    assert request_by_column(wished, "days", "wish").levels_from == "completed"
    assert request_by_column(wishes(), "days", "wish").levels_from == "column"


def test_of_a_column_of_numbers_an_empty_cell_is_all_that_has_to_be_said():
    table = read_table(b"days,epsilon\n" + b"5,0.5\n" * 20 + b"6,\n")
    guesses = guess_schema(table.names)
    assert words_asking(table, "epsilon", ".") == ("",)
    said = columns_needed(guesses, "days", 0, 120, "epsilon", asks={"": 0.1})
    assert declare(table, said).frame["epsilon"].tolist() == [*[0.5] * 20, 0.1]
    with pytest.raises(InvalidInput, match="'epsilon' on line 22 must be a positive privacy"):
        declare(table, columns_needed(guesses, "days", 0, 120, "epsilon"))


def test_numbers_and_words_may_stand_in_one_column_of_levels():
    wished = wishes(WISHES + b"9,0.3\n9,inf\n")
    assert wished.frame["wish"].tolist()[-2:] == [0.3, float("inf")]


@pytest.mark.parametrize("cell", ["0", "-1", "1e400", "1e200", "9" * 400])
def test_a_number_that_is_no_level_is_no_word_for_one_either(cell):
    table = read_table(WISHES + f"9,{cell}\n".encode())
    with pytest.raises(InvalidInput, match="'wish' on line 29 must be a positive privacy level"):
        declare(table, columns_needed(guess_schema(table.names), "days", 0, 9, "wish", asks=ASKS))


def test_more_than_twenty_words_are_too_many():
    words = "".join(f"9,word {place}\n" for place in range(21))
    with pytest.raises(InvalidInput, match="at most 20 different words for them, got 21 words"):
        words_asking(read_table(f"days,wish\n{words}".encode()), "wish", ".")
    assert len(words_asking(read_table(f"days,wish\n{words[9:]}".encode()), "wish", ".")) == 20


def test_the_sample_lies_within_its_bounds_and_can_be_released():
    table = read_table(sample_csv())
    declared = declare(table, columns_needed(guess_schema(table.names), "sbp", 60, 260, "epsilon"))
    assert len(declared.frame) == SAMPLE_ROWS
    assert declared.values("sbp").outside == declared.values("sbp").missing == 0
    assert sorted(set(declared.frame["epsilon"])) == [0.1, 0.5, 2.0]
    plan = prepare(request_by_column(declared, "sbp", "epsilon"))
    assert plan.saturation_level < 2.0  # it shows that asking for less privacy gains nothing


def test_a_release_from_the_sample_says_so_in_its_request():
    table = read_table(sample_csv())
    needed = columns_needed(guess_schema(table.names), "sbp", 60, 260, "epsilon")
    declared = declare(table, needed, simulated=True)
    assert request_by_column(declared, "sbp", "epsilon").simulated
    assert not declare(table, needed).info.simulated
    assert np.all(declared.frame["sbp"] % 1 == 0)
