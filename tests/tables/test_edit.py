"""An edited schema becomes columns again, or one sentence says what is missing."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.tables import declare, guess_schema, read_table
from hetdp_core.tables.columns import DECLARED, READ_OFF
from hetdp_core.tables.describe import declared_frame, reading_note
from hetdp_core.tables.edit import (
    KINDS,
    columns_from,
    labels_as_text,
    labels_from_text,
    schema_frame,
    still_empty,
    with_ranges_read,
)
from hetdp_core.tables.guess import GuessKind

TABLE = read_table(
    b"age,wage,smoker,pet,remark,owner\n"
    b"30,9.5,yes,cat,x,1\n"
    b"40,8,no,dog,y,0\n"
    b"50,NA,no,cat,z,1\n"
    b"60,-2,yes,cat,=1+1,1\n"
)
GUESSES = guess_schema(TABLE.names)
AGE, WAGE, SMOKER, PET, REMARK, OWNER = range(6)


def edited(**cells):
    """The frame of the guesses with some cells changed: `wage_low=0`."""
    frame = schema_frame(GUESSES)
    for place, value in cells.items():
        name, field = place.rsplit("_", 1)
        frame[field] = frame[field].astype(object)
        frame.loc[TABLE.names.index(name), field] = value
    return frame


COMPLETE = {
    "wage_low": "0",
    "wage_high": "100",
    "pet_kind": "category",
    "pet_labels": "cat, dog, fish",
    "remark_use": False,
    "owner_kind": "binary",
}


def test_the_frame_shows_the_guesses():
    frame = schema_frame(GUESSES)
    assert frame["column"].tolist() == list(TABLE.names)
    kinds = ["number", "number", "category", "number", "number", "number"]
    assert frame["kind"].tolist() == kinds
    assert frame["use"].all()
    assert (frame["low"][AGE], frame["high"][AGE]) == ("0", "120")
    assert frame["low"][WAGE] == ""
    assert frame["labels"][SMOKER] == "no, yes"
    assert frame["labels"][PET] == ""


def test_a_frame_without_columns_keeps_its_types():
    frame = schema_frame(())
    assert frame["use"].dtype == bool


def test_what_stays_as_suggested_is_what_the_guess_declares():
    columns = columns_from(edited(**COMPLETE), GUESSES)
    assert [column.name for column in columns] == ["age", "wage", "smoker", "pet", "owner"]
    assert columns[0] == GUESSES[AGE].column()
    assert columns[2] == GUESSES[SMOKER].column()
    assert columns[4] == GUESSES[OWNER].column(kind="binary")


def test_what_is_typed_counts_as_declared_by_the_user():
    _, wage, _, pet, _ = columns_from(edited(**COMPLETE), GUESSES)
    assert (wage.bounds, wage.bounds_from) == ((0.0, 100.0), "declared by you")
    assert (pet.categories, pet.bounds_from) == (("cat", "dog", "fish"), "declared by you")


def test_a_changed_suggestion_counts_as_declared_by_the_user():
    age = columns_from(edited(age_high="90,0", **COMPLETE), GUESSES)[0]
    assert (age.bounds, age.bounds_from) == ((0.0, 90.0), "declared by you")
    smoker = columns_from(edited(smoker_labels="yes,no,?", **COMPLETE), GUESSES)[2]
    assert (smoker.categories, smoker.bounds_from) == (("yes", "no", "?"), "declared by you")


def test_a_column_that_is_not_used_may_stay_empty():
    names = [
        c.name
        for c in columns_from(edited(**COMPLETE | {"wage_use": False, "pet_use": None}), GUESSES)
    ]
    assert names == ["age", "smoker", "owner"]


def test_the_kind_can_be_changed_and_cells_it_does_not_need_are_passed_over():
    frame = edited(**COMPLETE | {"owner_kind": "category", "owner_labels": "0, 1"})
    owner = columns_from(frame, GUESSES)[-1]
    assert (owner.kind, owner.categories, owner.bounds) == ("category", ("0", "1"), None)
    number = columns_from(edited(age_kind="integer", age_labels="x", **COMPLETE), GUESSES)[0]
    assert (number.kind, number.bounds, number.categories) == ("integer", (0.0, 120.0), ())


def test_yes_no_is_0_or_1_whatever_stands_in_the_cells():
    frame = edited(age_kind="binary", owner_low=None, owner_high=None, **COMPLETE)
    columns = columns_from(frame, GUESSES)
    assert (columns[0].bounds, columns[-1].bounds) == ((0.0, 1.0), (0.0, 1.0))


def test_the_sensitivity_can_be_changed():
    frame = edited(age_sensitivity="high", owner_sensitivity="low", **COMPLETE)
    columns = columns_from(frame, GUESSES)
    assert (columns[0].sensitivity, columns[-1].sensitivity) == ("high", "low")


@pytest.mark.parametrize("empty", [None, np.nan, ""])
@pytest.mark.parametrize("end", ["low", "high"])
def test_an_empty_bound_is_asked_for_in_words(end, empty):
    which = {"low": "lowest", "high": "highest"}[end]
    frame = edited(**COMPLETE | {f"wage_{end}": empty})
    with pytest.raises(InvalidInput, match=f"{which} possible value of 'wage' must be given"):
        columns_from(frame, GUESSES)
    assert still_empty(frame) == (
        "Still to fill in: the lowest and highest possible value of wage."
    )


def test_a_cleared_suggestion_is_not_put_back_in_silence():
    with pytest.raises(InvalidInput, match="lowest possible value of 'age' must be given"):
        columns_from(edited(age_low=None, age_high=None, **COMPLETE), GUESSES)
    with pytest.raises(InvalidInput, match="labels of 'smoker' must be given"):
        columns_from(edited(**COMPLETE, smoker_labels=None), GUESSES)


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ({"wage_low": "100"}, "wage"),
        ({"wage_high": "inf"}, "highest possible value of 'wage' must be a finite number"),
        ({"wage_low": "low"}, "lowest possible value of 'wage' must be one number"),
        ({"wage_high": "100.000"}, "one number, not one of two, .*; write 100000 or 100.0"),
        ({"wage_high": "1e200"}, "must lie between -1e.100"),
        ({"pet_labels": " , "}, "labels of 'pet' must be given"),
        ({"pet_labels": "cat, cat"}, "labels of 'pet' must each be given once"),
        ({"pet_labels": 'cat, "dog'}, "labels of 'pet' must be separated by commas"),
        ({"pet_kind": "animal"}, "kind of 'pet' must be one of"),
        ({"pet_kind": None}, "kind of 'pet' must be one of"),
        ({"pet_sensitivity": "extreme"}, "sensitivity of 'pet' must be one of"),
        ({"remark_use": True, "remark_kind": "text"}, "'remark' must hold numbers or labels"),
        ({"age_column": "wage"}, "one row for each column of the file"),
        (dict.fromkeys([f"{n}_use" for n in TABLE.names], False), "must have a column to use"),
    ],
)
def test_what_breaks_a_rule_is_one_sentence(cells, says):
    with pytest.raises(InvalidInput, match=says):
        columns_from(edited(**COMPLETE | cells), GUESSES)


def test_rows_must_not_be_added_or_removed():
    with pytest.raises(InvalidInput, match="one row for each column"):
        columns_from(edited(**COMPLETE).iloc[:-1], GUESSES)


def filled(**cells):
    return with_ranges_read(edited(**cells), TABLE, ".")


def test_ranges_are_read_off_the_file_only_where_they_are_empty_and_then_it_is_said():
    age, wage, smoker, pet, remark, owner = columns_from(filled(), GUESSES)
    assert (age, smoker) == (GUESSES[AGE].column(), GUESSES[SMOKER].column())
    assert (wage.bounds, owner.bounds) == ((-2.0, 9.5), (0.0, 1.0))
    assert (pet.kind, pet.categories) == ("category", ("cat", "dog"))
    assert {one.bounds_from for one in (wage, owner, pet, remark)} == {READ_OFF}


def test_what_is_typed_stays_where_the_rest_is_read_off_and_the_whole_is_read_off():
    frame = filled(wage_low="-5")
    assert (frame["low"][WAGE], frame["high"][WAGE]) == ("-5", "9.5")
    assert columns_from(frame, GUESSES)[WAGE].bounds_from == READ_OFF
    for near in ("9,50", "9.5000", "9.6", "9.4"):
        frame.loc[WAGE, "high"] = near
        assert columns_from(frame, GUESSES)[WAGE].bounds_from == READ_OFF
    frame.loc[WAGE, "high"] = "15"
    assert columns_from(frame, GUESSES)[WAGE].bounds_from == DECLARED


def test_nothing_is_read_off_for_a_column_that_is_not_used_nor_is_the_input_changed():
    frame = edited(pet_use=False)
    assert with_ranges_read(frame, TABLE, ".")["labels"][PET] == ""
    assert frame["low"][WAGE] == ""


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ("cat, dog", READ_OFF),
        ("cat, dog, fish", READ_OFF),
        ("fish, dog", READ_OFF),
        ("fish, bird", DECLARED),
    ],
)
def test_labels_that_were_read_say_so_as_long_as_one_is_kept(labels, reason):
    frame = filled()
    frame.loc[PET, "labels"] = labels
    assert columns_from(frame, GUESSES)[PET].bounds_from == reason


def test_a_column_with_too_many_texts_or_none_is_left_out():
    rows = "".join(f"{row},t{row},\n" for row in range(201))
    table = read_table(f"a,b,c\n{rows}".encode())
    frame = with_ranges_read(schema_frame(guess_schema(table.names)), table, ".")
    assert frame["use"].tolist() == [True, False, False]


def test_nothing_is_asked_for_when_nothing_is_empty():
    assert still_empty(edited(**COMPLETE)) == ""


def test_many_empty_cells_are_asked_for_in_one_sentence():
    frame = schema_frame(guess_schema([f"c{column}" for column in range(10)]))
    frame.loc[0, "kind"] = "category"
    assert still_empty(frame) == (
        "Still to fill in: the lowest and highest possible value of c1, c2, c3, c4, c5 and "
        "4 more and the possible labels of c0."
    )


@given(st.lists(st.text(min_size=1).map(str.strip).filter(bool)))
def test_labels_survive_being_written_as_one_text(labels):
    assert labels_from_text(labels_as_text(labels)) == tuple(labels)


def test_a_blank_between_commas_is_no_label():
    assert labels_from_text(" a,, b ,") == ("a", "b")


def test_every_kind_has_words():
    assert set(get_args(GuessKind)) == set(KINDS)


def test_a_file_is_described_in_one_line():
    assert reading_note(TABLE) == "4 rows, 6 columns, separated by commas."
    assert reading_note(read_table(b"a\n1\n2\n")) == "2 rows, 1 column."
    excel = read_table(b"a;b;;\n1;2;;\n3;4;;\n")
    assert reading_note(excel).endswith("semicolons; 2 columns without a name are left out.")


def test_a_declaration_is_shown_and_nothing_that_depends_on_a_row():
    columns = columns_from(edited(**COMPLETE | {"pet_labels": "cat, =fish"}), GUESSES)
    shown = declared_frame(declare(TABLE, columns)).set_index("column")
    assert shown["possible values"].to_list() == [
        "0 to 120 years",
        "0 to 100",
        "no, yes",
        "cat, =fish",
        "0 to 1",
    ]
    assert list(shown.columns) == ["kind", "possible values", "from", "sensitivity"]
    formula = replace(columns[3], categories=("=fish", "cat", "dog"))
    shown = declared_frame(declare(TABLE, (columns[0], formula)))
    assert shown["possible values"][1] == "'=fish, cat, dog"
