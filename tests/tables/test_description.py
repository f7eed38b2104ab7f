"""What is typed about columns becomes declarations, or one sentence says what is missing."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from hetdp_core.datasets import Kind
from hetdp_core.errors import InvalidInput
from hetdp_core.release import request_by_column
from hetdp_core.tables import (
    averageable,
    cells_asking,
    declare,
    described,
    description,
    first_averaged,
    read_table,
    suggested,
)
from hetdp_core.tables.columns import DECLARED
from hetdp_core.tables.curator import notes
from hetdp_core.tables.description import declared_frame
from hetdp_core.tables.read import reading_note

TABLE = read_table(
    b"age,wage,smoker,pet,remark,owner\n"
    b"30,9.5,yes,cat,x,1\n"
    b"40,8,no,dog,y,0\n"
    b"50,NA,no,cat,z,1\n"
    b"60,-2,yes,cat,=1+1,1\n"
)
AGE, WAGE, SMOKER, PET = range(4)

COMPLETE: dict[str, dict] = {
    "wage": {"low": "0", "high": "100"},
    "pet": {"kind": "category", "labels": "cat, dog, fish"},
    "remark": {"kind": "text"},
    "owner": {"kind": "binary"},
}


def typed(**entries):
    """The description of all columns with some entries changed."""
    together = {name: {**COMPLETE.get(name, {}), **entries.get(name, {})} for name in TABLE.names}
    return [replace(about, **together[about.name]) for about in described(TABLE)]


def declared(**entries):
    return columns_of(typed(**entries))


def columns_of(descriptions):
    return [about.column() for about in descriptions if about.kind != "text"]


def test_the_entries_begin_with_the_guesses():
    about = described(TABLE)
    kinds = [one.kind for one in about]
    assert kinds == ["number", "number", "category", "number", "category", "number"]
    assert (about[AGE].low, about[AGE].high, about[AGE].unit) == ("0", "120", "years")
    assert (about[WAGE].low, about[SMOKER].labels, about[PET].labels) == ("", "no, yes", "")


def test_a_file_that_is_known_begins_with_what_is_shipped_of_its_columns():
    table = read_table(
        b"age,sex,bmi,children,smoker,region,charges\n" + b"30,male,2,0,no,x,9\n" * 2
    )
    columns = columns_of(described(table))
    assert [column.kind for column in columns][:3] == ["integer", "category", "number"]
    assert columns[-1].bounds == (0.0, 75_000.0)
    assert "fixed without this file" in columns[-1].bounds_from


def test_what_stays_as_suggested_is_what_the_guess_declares():
    columns = declared()
    assert [column.name for column in columns] == ["age", "wage", "smoker", "pet", "owner"]
    assert columns[::2] == [suggested("age"), suggested("smoker"), columns[4]]
    assert (columns[4].bounds, columns[4].bounds_from[:7]) == ((0, 1), "a share")


def test_what_is_typed_counts_as_declared_by_the_user_but_a_unit_alone_changes_no_reason():
    age = declared(age={"unit": "months"})[0]
    assert (age.unit, age.bounds_from) == ("months", "human life")
    _, wage, _, pet, _ = declared()
    assert (wage.bounds, wage.bounds_from) == ((0.0, 100.0), DECLARED)
    assert (pet.categories, pet.bounds_from) == (("cat", "dog", "fish"), DECLARED)
    age = declared(age={"high": "90,0 %"})[0]
    assert (age.bounds, age.bounds_from) == ((0.0, 90.0), DECLARED)
    smoker = declared(smoker={"labels": "yes,no,?"})[2]
    assert (smoker.categories, smoker.bounds_from) == (("yes", "no", "?"), DECLARED)


def test_the_kind_can_be_changed_and_entries_it_does_not_need_are_passed_over():
    owner = declared(owner={"kind": "category", "labels": "0, 1"})[-1]
    assert (owner.kind, owner.categories, owner.bounds) == ("category", ("0", "1"), None)
    number = declared(age={"kind": "integer", "labels": "x"})[0]
    assert (number.kind, number.bounds, number.categories) == ("integer", (0.0, 120.0), ())
    assert declared(age={"kind": "binary"})[0].bounds == (0.0, 1.0)


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ({"wage": {"low": ""}}, "bounds of 'wage' must be declared"),
        ({"wage": {"high": ""}}, "bounds of 'wage' must be declared"),
        ({"age": {"low": "", "high": ""}}, "bounds of 'age' must be declared"),
        ({"smoker": {"labels": ""}}, "labels of 'smoker' must be declared"),
        ({"wage": {"low": "100"}}, "wage"),
        ({"wage": {"high": "inf"}}, "highest possible value of 'wage' must be a finite number"),
        ({"wage": {"low": "low"}}, "lowest possible value of 'wage' must be a number"),
        ({"wage": {"high": "100.000"}}, "could mean 100000 or 100, .*; write 100000 or 100.0"),
        ({"wage": {"high": "1e200"}}, "must lie between -1e.100"),
        ({"pet": {"labels": " , "}}, "labels of 'pet' must be declared"),
        ({"pet": {"labels": "cat, cat"}}, "labels of 'pet' must each be given once"),
        ({"pet": {"labels": 'cat, "dog'}}, "labels of 'pet' must be separated by commas"),
        ({"pet": {"kind": "animal"}}, "kind of 'pet' must be one of"),
        ({"pet": {"kind": ""}}, "kind of 'pet' must be one of"),
        ({"pet": {"sensitivity": "extreme"}}, "sensitivity of 'pet' must be one of"),
        *(
            ({"wage": {"unit": unit}}, "unit of 'wage' must")
            for unit in ("x" * 17, "<b>", "[a](b)", "a\nb", "\u202ekg", "a|b", "*kg*")
        ),
    ],
)
def test_what_breaks_a_rule_is_one_sentence(entries, says):
    with pytest.raises(InvalidInput, match=says):
        declared(**entries)


def test_what_is_still_empty_is_asked_for_in_one_sentence():
    words = {"one": "1", "zero": "0"}
    assert description.still_empty(typed(owner=words)) == ""
    assert description.still_empty(typed(wage={"low": ""}, owner=words)) == (
        "Still to fill in: the lowest and highest possible value of “wage”."
    )
    for one_alone in ({}, {"one": "1"}):
        asked = description.still_empty(typed(owner=one_alone))
        assert asked == "Still to fill in: the words that count as 1 and as 0 of “owner”."
    many = read_table(b",".join(b"c%d" % k for k in range(10)) + b"\n" + (b"1," * 9 + b"1\n") * 2)
    first, *others = described(many)
    assert description.still_empty([replace(first, kind="category"), *others]) == (
        "Still to fill in: the possible labels of “c0” and the lowest and highest possible value "
        "of “c1”, “c2”, “c3”, “c4”, “c5” and 4 more."
    )


def test_a_blank_between_commas_is_no_label():
    assert description.labels_from_text(" a,, b ,") == ("a", "b")


def test_every_kind_has_words():
    assert {*get_args(Kind), "text"} == set(description.KINDS)


def test_a_file_is_described_in_one_line():
    assert reading_note(TABLE) == "4 rows, 6 columns, separated by commas."
    assert reading_note(read_table(b"a\n1\n2\n")) == "2 rows, 1 column."
    excel = read_table(b"a;b;;\n1;2;;\n3;4;;\n")
    assert reading_note(excel).endswith("semicolons; 2 columns without a name are left out.")


def test_a_declaration_is_shown_and_nothing_that_depends_on_a_row():
    columns = declared(pet={"labels": 'cat, "=fish, small"'})
    shown = declared_frame(declare(TABLE, columns)).set_index("column")
    values = shown["possible values"].to_list()
    assert values == ["0 to 120 years", "0 to 100", "no, yes", 'cat, "=fish, small"', "0 to 1"]
    assert list(shown.columns) == ["kind", "possible values", "from"]


RECOMMENDS = read_table(b"recommends\nJa\nnein\n1\nvielleicht\n\n")


def recommends(**words):
    (about,) = described(RECOMMENDS)
    return declare(RECOMMENDS, [replace(about, kind="binary", **words).column()])


def test_a_yes_or_no_says_which_word_is_1_in_any_case():
    shown = recommends(one="ja", zero="Nein")
    np.testing.assert_array_equal(shown.frame["recommends"], [1.0, 0.0, np.nan, np.nan, np.nan])
    assert declared_frame(shown)["possible values"].tolist() == ["ja = 1, Nein = 0"]
    np.testing.assert_array_equal(
        recommends(one="1", zero="ja").frame["recommends"], [0.0, np.nan, 1.0, np.nan, np.nan]
    )
    assert recommends().info.columns[0].words == ()


@pytest.mark.parametrize(
    ("zero", "says"), [("", "at least one for 1 and one for 0"), ("JA", "differ in more than case")]
)
def test_a_yes_or_no_with_one_word_alone_is_refused(zero, says):
    with pytest.raises(InvalidInput, match=says):
        recommends(one="ja", zero=zero)


def test_the_curator_is_told_the_most_frequent_cells_that_are_neither_word():
    cells = ["ja"] * 3 + [" y"] * 5 + ["?"] * 2 + list("abcd") + ["nein", ""]
    table = read_table("".join(["x,recommends\n", *(f"1,{c}\n" for c in cells)]).encode())
    about = described(table)[1]
    column = replace(about, kind="binary", one="ja", zero="nein").column()
    assert notes(table, [column])[1][1].startswith(
        "11 of 16 cells hold none of the declared words; “y” 5 times, “?” 2 times, “a” once, “b” "
        "once, “c” once, 1 more. Each counts as half. If one means yes or no, add it to the words"
    )


def test_all_columns_are_offered_for_a_mean_and_those_named_for_something_else_last():
    def named(names):
        return described(read_table(f"{names}\n{rows}{rows}".encode()))

    rows = "1,1,1,1,1\n"
    offered = averageable(named("id,wage,smokes,pet,epsilon"))
    assert offered == ("wage", "pet", "smokes", "id", "epsilon")
    for names, first in {
        "id,wage,smokes,pet,epsilon": "",  # no name says which holds numbers
        "id,pet,town,epsilon,date": "pet",
        "id,city,town,epsilon,date": "",
        "age,pet,wage,town,date": "age",
    }.items():
        assert first_averaged(named(names)) == first


WISHES = b"days,wish\n" + b"3,strict\n9,open\n30,normal\n" * 9
ASKS = {"strict": "0,2", "normal": "1", "open": "inf"}


def wishes(content=WISHES, asks=ASKS):
    table = read_table(content)
    days, wish = described(table)
    about = [replace(days, low="0", high="120"), replace(wish, kind="level", asks=asks)]
    return declare(table, columns_of(about))


def test_words_ask_for_what_was_said_of_them():
    wished = wishes(WISHES + b"9,0.3\n9,STRICT\n9,inf\n")
    assert wished.level_columns() == ("wish",)
    assert wished.frame["wish"].tolist() == [*[0.2, float("inf"), 1.0] * 9, 0.3, 0.2, float("inf")]
    assert "strict: ε = 0.2" in declared_frame(wished)["possible values"].tolist()[1]


@pytest.mark.parametrize(
    ("asks", "says"),
    [
        (
            {},
            "'wish' on line 2 .and 26 more lines.* got 'strict'; .* say what it asks for",
        ),
        (
            {"strict": "0.2", "normal": "1"},
            "'wish' on line 3 .and 8 more lines.* got 'open'",
        ),
        ({**ASKS, "strict": "0"}, "ε of “strict” must be a positive privacy level"),
        ({**ASKS, "strict": "little"}, "ε of “strict” must be a number"),
        ({**ASKS, "Strict": "0.3"}, "words of 'wish' must differ in more than case"),
    ],
)
def test_words_without_a_level_are_refused(asks, says):
    with pytest.raises(InvalidInput, match=says):
        wishes(asks=asks)


SOME_SAID_NOTHING = b"days,wish\n5,\n" + WISHES.removeprefix(b"days,wish\n")


def test_who_said_nothing_has_the_level_that_the_curator_says_or_none_and_the_receipt_tells():
    with pytest.raises(InvalidInput, match="'wish' on line 2 must be a positive"):
        wishes(SOME_SAID_NOTHING)
    with pytest.raises(InvalidInput, match="ε of an empty cell must be a positive"):
        wishes(SOME_SAID_NOTHING, {**ASKS, "": "0"})
    wished = wishes(SOME_SAID_NOTHING, {**ASKS, "": "0.1"})
    assert wished.frame["wish"].tolist() == [0.1, *[0.2, float("inf"), 1.0] * 9]
    assert "empty: ε = 0.1" in declared_frame(wished)["possible values"].tolist()[1]
    assert request_by_column(wished, "days", "wish").levels_from == "completed"


def test_people_are_said_to_have_asked_for_levels_only_where_each_cell_is_a_number():
    numbers = wishes(b"days,wish\n" + b"5,0.5\n7,2\n" * 10, {})
    said = [request_by_column(one, "days", "wish").levels_from for one in (wishes(), numbers)]
    assert said == ["completed", "column"]


def test_of_a_column_of_numbers_an_empty_cell_is_all_that_has_to_be_said():
    content = b"days,epsilon\n" + b"5,0.5\n" * 20 + b"6,\n"
    assert cells_asking(read_table(content), "epsilon", ".")[0] == ("",)
    assert wishes(content, {"": "0.1"}).frame["epsilon"].tolist() == [*[0.5] * 20, 0.1]
    with pytest.raises(InvalidInput, match="'epsilon' on line 22 must be a positive privacy"):
        wishes(content, {})
    with pytest.raises(InvalidInput, match="'epsilon' on line 22 must be a positive privacy"):
        wishes(content, {"0.5": "0.2", "n/a": "7"})  # what is unknown has nobody's level


@pytest.mark.parametrize("cell", ["0", "-1", "1e400", "1e200", "9" * 400])
def test_a_number_that_is_no_level_is_no_word_for_one_either(cell):
    with pytest.raises(InvalidInput, match="'wish' on line 29 must be a positive privacy level"):
        wishes(WISHES + f"9,{cell}\n".encode())


def test_more_than_twenty_words_are_too_many():
    words = "".join(f"9,word {place}\n" for place in range(21))
    with pytest.raises(InvalidInput, match="at most 20 different words for them, got 21 words"):
        cells_asking(read_table(f"days,wish\n{words}".encode()), "wish", ".")
    assert len(cells_asking(read_table(f"days,wish\n{words[9:]}".encode()), "wish", ".")[0]) == 20
