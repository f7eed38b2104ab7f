"""What is typed about columns becomes declarations, or one sentence says what is missing."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from hetdp_core.datasets import Kind
from hetdp_core.errors import InvalidInput
from hetdp_core.release import request_by_column
from hetdp_core.tables import cells_asking, declare, described, description, read_table
from hetdp_core.tables.curator import notes
from hetdp_core.tables.description import averageable, declared_frame, identifies
from hetdp_core.tables.read import reading_note

TABLE = read_table(
    b"age,wage,smoker,pet,remark,owner\n"
    b"30,9.5,yes,cat,x,1\n"
    b"40,8,no,dog,y,0\n"
    b"50,NA,no,cat,z,1\n"
    b"60,-2,yes,cat,=1+1,1\n"
)

COMPLETE: dict[str, dict] = {
    "age": {"low": "0", "high": "120", "unit": "years"},
    "wage": {"low": "0", "high": "100"},
    "smoker": {"kind": "category", "labels": "no, yes"},
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


def test_a_name_prefills_nothing_and_says_at_most_that_a_column_holds_levels_or_names_people():
    names = ("age", "sex", "smoker", "percent", "epsilon", "Patient ID")
    table = read_table(f"{','.join(names)}\n{'1,' * 5}1\n{'1,' * 5}1\n".encode())
    about = described(table)
    assert tuple(one.name for one in about) == names
    assert [one.kind for one in about] == ["number"] * 4 + ["level", "text"]
    assert all(replace(one, name="", kind="") == description.Description("", "") for one in about)


def test_names_that_identify_people_are_left_out():
    assert all(map(identifies, ["id", "Patient ID", "E-Mail", "First name", "Unnamed: 0", "SSN"]))
    assert not any(map(identifies, ["age", "paid", "idea", "rowing", "bmi", "body_mass_index"]))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, "level") for name in ("eps", "Epsilon", "ε", "privacy level", "privacy wish")),
        *((name, "level") for name in ("my_privacy_choice", "Datenschutzstufe")),
        *((name, "number") for name in ("steps", "privacy_law", "level", "wish")),
        ("Datenschutzrecht", "number"),
    ],
)
def test_what_people_ask_for_is_a_privacy_level_by_its_name(name, kind):
    assert described(read_table(f"x,{name}\n1,1\n2,2\n".encode()))[1].kind == kind


def test_what_is_typed_is_declared_by_the_user():
    columns = declared()
    assert [column.name for column in columns] == ["age", "wage", "smoker", "pet", "owner"]
    assert {column.bounds_from for column in columns} == {"declared by you"}
    age, wage, _, pet, owner = columns
    assert (age.bounds, age.unit, wage.bounds) == ((0, 120), "years", (0, 100))
    assert (pet.categories, owner.bounds) == (("cat", "dog", "fish"), (0, 1))
    assert declared(age={"high": "90,0 %"})[0].bounds == (0.0, 90.0)


def test_the_kind_can_be_changed_and_entries_it_does_not_need_are_passed_over():
    owner = declared(owner={"kind": "category", "labels": "0, 1"})[-1]
    assert (owner.kind, owner.categories, owner.bounds) == ("category", ("0", "1"), None)
    number = declared(age={"labels": "x", "one": "y"})[0]
    assert (number.kind, number.bounds, number.categories) == ("number", (0.0, 120.0), ())
    assert declared(age={"kind": "binary"})[0].bounds == (0.0, 1.0)


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ({"wage": {"low": ""}}, "bounds of 'wage' must be declared"),
        ({"wage": {"high": ""}}, "bounds of 'wage' must be declared"),
        ({"age": {"low": "", "high": ""}}, "bounds of 'age' must be declared"),
        ({"smoker": {"labels": ""}}, "labels of 'smoker' must be declared"),
        ({"wage": {"low": "100"}}, "wage"),
        ({"wage": {"high": "inf"}}, "bounds of 'wage'.1. must be a finite number"),
        ({"wage": {"low": "low"}}, "lowest possible value of 'wage' must be a number"),
        ({"wage": {"high": "100.000"}}, "could mean 100000 or 100 .*Write 100000 or 100.0"),
        ({"wage": {"high": "1e200"}}, "must lie within ±1e.100"),
        ({"pet": {"labels": " , "}}, "labels of 'pet' must be declared"),
        ({"pet": {"labels": "cat, cat"}}, "labels of 'pet' must each be given once"),
        ({"pet": {"labels": 'cat, "dog'}}, "entry must be separated by commas"),
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
    said = description.still_empty([replace(first, kind="category"), *others])
    assert said.startswith("Still to fill in: the possible labels of “c0”, the lowest and highest")
    assert said.endswith("the lowest and highest possible value of “c4”.")


def test_a_blank_between_commas_is_no_label():
    assert description.texts_from(" a,, b ,") == ("a", "b")


def test_every_kind_has_words_but_whole_numbers_which_are_numbers():
    assert {*get_args(Kind), "text"} - {"integer"} == set(description.KINDS)


def test_a_file_is_described_in_one_line():
    assert reading_note(TABLE) == "4 rows, 6 columns, read with commas between cells."
    assert (
        reading_note(read_table(b"a\n1\n2\n"))
        == "2 rows, 1 column, read with commas between cells."
    )
    excel = read_table(b"a;b;;\n1;2;;\n3;4;;\n")
    assert reading_note(excel).endswith(
        "semicolons between cells; columns left out, without a name: 2."
    )


def test_a_declaration_is_shown_and_nothing_that_depends_on_a_row():
    columns = declared(pet={"labels": 'cat, "=fish, small"'})
    shown = declared_frame(declare(TABLE, columns)).set_index("column")
    values = shown["possible values"].to_list()
    assert values == ["0 to 120 years", "0 to 100", "no, yes", 'cat, "=fish, small"', "0 to 1"]
    assert list(shown.columns) == ["kind", "possible values"]


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


def test_the_curator_is_told_how_many_cells_are_neither_word_and_the_first():
    cells = ["ja"] * 3 + [" y"] * 5 + ["?"] * 2 + list("abcd") + ["nein", ""]
    table = read_table("".join(["x,recommends\n", *(f"1,{c}\n" for c in cells)]).encode())
    about = described(table)[1]
    column = replace(about, kind="binary", one="ja", zero="nein").column()
    assert notes(table, [column])[0][1] == (
        "11 of 16 cells cannot be read as one of the declared words; the first is “y” on line 5. "
        "Others: “?” (2 ×), “a” (1 ×), “b” (1 ×)."
    )


def test_all_columns_are_offered_for_a_mean_and_those_named_for_something_else_last():
    table = read_table(b"id,wage,smokes,epsilon,pet\n1,1,1,1,1\n2,2,2,2,2\n")
    assert averageable(described(table)) == ("wage", "smokes", "pet", "id", "epsilon")


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
    assert "strict = 0.2" in declared_frame(wished)["possible values"].tolist()[1]


@pytest.mark.parametrize(
    ("asks", "says"),
    [
        ({}, "'wish' on line 2 .and 26 more lines.*given: 'strict'.. Correct it in the file"),
        ({"strict": "0.2", "normal": "1"}, "'wish' on line 3 .and 8 more lines.*given: 'open'"),
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
    assert "empty = 0.1" in declared_frame(wished)["possible values"].tolist()[1]
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
    with pytest.raises(InvalidInput, match="'wish' on line 29 must be a positive privacy level"):
        cells_asking(read_table(WISHES + f"9,{cell}\n".encode()), "wish", ".")


def test_more_than_twenty_words_are_too_many():
    words = "".join(f"9,word {place}\n" for place in range(21))
    with pytest.raises(InvalidInput, match=r"at most 20 different words for them .given: 21 words"):
        cells_asking(read_table(f"days,wish\n{words}".encode()), "wish", ".")
    assert len(cells_asking(read_table(f"days,wish\n{words[9:]}".encode()), "wish", ".")[0]) == 20
