"""The panel for a reader's own table: one click, by hand, bad files; nothing is lost."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.app import ROOT, sentences
from tests.pages.release.room import curators_block
from tests.papers.insurance import insurance_csv

HEADER = b"age,sex,bmi,children,smoker,region,charges\n"
INSURANCE = HEADER + (
    b"19,female,27.9,0,yes,southwest,16884.924\n18,male,33.77,1,no,southeast,1725.5523\n"
)
PLAIN = b"age,wage,pet\n30,9.5,cat\n40,8,dog\n50,,cat\n60,-2,cat\n"
EDITS = {1: {"low": "0", "high": "100"}, 2: {"kind": "category", "labels": "cat, dog, fish"}}


FILL = "Fill in from the file (not private)"


@pytest.fixture
def app():
    """A page with nothing but the panel."""
    script = ROOT / "tests" / "browser" / "apps" / "own_table.py"
    return AppTest.from_file(str(script), default_timeout=60).run()


def bring(app, content, name="mine.csv"):
    app.file_uploader[0].set_value((name, content, "text/csv")).run()
    assert not app.exception
    return app


def press(app, label):
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception
    return app


def edit(app, cells):
    state = {"edited_rows": cells, "added_rows": [], "deleted_rows": []}
    app.session_state[app.data_editor[0].key] = state
    return app.run()


def accept(app, cells=EDITS):
    edit(app, cells)
    return press(app, "Use this table")


def in_use(app):
    if "own_table_in_use" not in app.session_state:
        return None
    return app.session_state["own_table_in_use"]


def edited(app):
    return app.session_state["own_table_draft"].edited


def says(app):
    """The one sentence of an error, without the marks that keep Markdown away."""
    (sentence,) = sentences(app.error)
    return sentence.replace("\\", "")


def test_at_first_there_is_an_uploader_and_no_table(app):
    assert not app.exception
    assert in_use(app) is None
    assert not app.button
    assert "goes nowhere else" in app.caption[0].value


def test_the_real_insurance_table_is_used_with_one_click(app):
    bring(app, insurance_csv().read_bytes(), "insurance.csv")
    assert "1,338 rows, 7 columns, separated by commas." in app.markdown[0].value
    press(app, "Use with the known schema of this file")
    dataset = in_use(app)
    assert dataset.frame.shape == (1338, 7)
    assert dataset.info.column("charges").bounds == (0.0, 75_000.0)
    assert "insurance.csv with 1,338 rows" in app.success[0].value
    assert dataset.info.key in app.markdown[-1].value  # the page below has it, too


def test_a_table_like_insurance_is_recognised_by_its_header(app):
    press(bring(app, INSURANCE), "Use with the known schema of this file")
    assert in_use(app).info.column("smoker").categories == ("no", "yes")


def test_of_a_known_table_too_cells_are_told_to_the_curator_and_its_decimal_mark_counts(app):
    content = INSURANCE.replace(b",", b";").replace(b".", b",").replace(b"female", b"Female")
    bring(app, content)
    told = curators_block(app)
    assert "1 of 2 cells of “sex” holds no declared label, as “Female”: “female” is decl" in told
    assert "“27,9” is read as 27.9" in told
    press(app, "Use with the known schema of this file")
    assert in_use(app).frame["bmi"].tolist() == [27.9, 33.77]


def test_any_other_table_is_declared_by_hand(app):
    bring(app, PLAIN)
    assert "lowest and highest possible value of wage, pet" in app.info[0].value
    accept(app)
    age, wage, pet = in_use(app).info.columns
    assert (age.bounds, wage.bounds) == ((0, 120), (0, 100))
    assert pet.categories == ("cat", "dog", "fish")
    shown = app.dataframe[-1].value.set_index("column")
    assert shown["possible values"]["wage"] == "0 to 100"


def test_what_cells_say_stands_in_the_block_for_the_curator_alone(app):
    edit(bring(app, PLAIN), EDITS | {2: {"kind": "category", "labels": "Cat, dog"}})
    told = curators_block(app)
    assert "3 of 4 cells of “pet” hold no declared label, as “cat”: “Cat” is declared" in told
    assert "wage: 1 value is missing" in told
    assert "wage: 1 value lies outside" in told
    looks = app.dataframe[1].value.set_index("column")
    assert looks["looks like"].tolist() == ["whole numbers", "numbers", "2 different texts"]
    assert looks["missing"].tolist() == [0, 1, 0]


def test_an_empty_cell_is_asked_for_in_words_and_the_edits_stay(app):
    accept(bring(app, PLAIN), {1: {"low": "0"}, 2: {"kind": "category", "labels": "cat, dog"}})
    assert "highest possible value of 'wage' must be given" in says(app)
    assert in_use(app) is None
    assert edited(app)["low"][1] == "0"
    assert edited(app)["labels"][2] == "cat, dog"


def test_ranges_are_read_off_the_file_only_when_asked_and_edits_stay(app):
    edit(bring(app, PLAIN), {1: {"low": "-9"}})
    assert edited(app)["labels"][2] == ""
    press(app, FILL)
    assert edited(app)["labels"][2] == "cat, dog"
    assert edited(app)["low"][1] == "-9"
    assert not app.info
    press(app, "Use this table")
    assert in_use(app).info.column("pet").categories == ("cat", "dog")
    assert in_use(app).info.column("wage").bounds == (-9, 9.5)
    assert in_use(app).info.column("age").bounds == (0, 120)
    reasons = ["human life", *["read off the data, which is not private"] * 2]
    assert app.dataframe[-1].value["from"].tolist() == reasons


def test_a_bound_typed_with_a_decimal_comma_is_the_number_that_was_meant(app):
    accept(bring(app, PLAIN), EDITS | {1: {"low": "−2,5", "high": "60,5"}})
    assert in_use(app).info.column("wage").bounds == (-2.5, 60.5)
    accept(app, EDITS | {1: {"low": "0", "high": "1.000"}})
    assert "not one of two, got '1.000'; write 1000 or 1.0" in says(app)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "must hold a table, got an empty file"),
        (b"a,b\n1,2\n3\n", "line 3 of the file must have 2 cells"),
        (b"a" * 5_000_001, "must be at most 5 MB"),
    ],
    ids=["empty", "short line", "too long"],
)
def test_a_file_that_cannot_be_read_is_one_sentence_and_nothing_is_lost(app, content, sentence):
    accept(bring(app, PLAIN))
    before = in_use(app)
    edit(app, EDITS | {0: {"high": "99"}})
    bring(app, content, "bad.csv")
    assert sentence in says(app)
    assert in_use(app) is before
    assert edited(app)["high"].tolist()[:2] == ["99", "100"]
    press(app, "Use this table")
    assert in_use(app).info.column("age").bounds == (0, 99)


@pytest.mark.parametrize(
    ("content", "cells", "sentence"),
    [
        (b"pet\ncat\ndog\n", {0: {"kind": "category", "labels": "cat, dog"}}, "with numbers"),
        (PLAIN, {**EDITS, 1: {"low": "7", "high": "7"}}, "wage"),
    ],
)
def test_a_schema_that_does_not_fit_is_one_sentence_and_nothing_is_lost(
    app, content, cells, sentence
):
    press(bring(app, INSURANCE), "Use with the known schema of this file")
    before = in_use(app)
    bring(app, content)
    complete = {
        row: {"use": True, "low": "0", "high": "9"} | change for row, change in cells.items()
    }
    accept(app, complete)
    assert sentence in says(app)
    assert "stays as it was" in says(app)
    assert in_use(app) is before
    assert app.success
    for row, change in cells.items():
        for field, value in change.items():
            assert edited(app)[field][row] == value


def test_a_wide_table_is_understood(app):
    header = b",".join([b"age", *(b"c%d" % i for i in range(199))])
    bring(app, header + (b"\n" + b"1," * 199 + b"1") * 2)
    accept(app, {row: {"use": False} for row in range(1, 200)})
    assert not app.error
    assert in_use(app).frame["age"].tolist() == [1, 1]


def test_of_all_columns_too_one_may_say_in_words_what_each_asks_for(app):
    bring(app, b"days,wish\n" + b"3,strict\n9,open\n30,\n" * 40)
    cells = {0: {"low": "0", "high": "120"}, 1: {"use": True, "kind": "level"}}
    accept(app, cells)
    assert "'wish' on line 2 must be a positive privacy level" in says(app)
    for place, typed in enumerate(("2", "0.2", "1")):  # open, strict, an empty cell
        app.text_input[place].set_value(typed).run()
    accept(app, cells)
    assert in_use(app).frame["wish"].tolist() == [0.2, 2.0, 1.0] * 40


def test_the_table_is_the_same_object_until_another_is_accepted(app):
    first = in_use(accept(bring(app, PLAIN)))
    assert in_use(app.run()) is first
    assert in_use(press(app, "Use this table")) is first
    assert in_use(accept(app, EDITS | {0: {"high": "99"}})) is not first


def test_removing_the_file_keeps_the_table_in_use(app):
    before = in_use(accept(bring(app, PLAIN)))
    app.file_uploader[0].clear().run()
    assert not app.exception
    assert not app.data_editor
    assert in_use(app) is before


def test_replacing_a_file_removes_it_first_and_a_bad_one_brings_the_draft_back(app):
    edit(bring(app, PLAIN), EDITS)
    app.file_uploader[0].clear().run()  # what a browser does before it sends the next file
    bring(app, b"", "bad.csv")
    assert "must hold a table" in says(app)
    assert app.data_editor
    assert edited(app)["labels"][2] == "cat, dog, fish"


def test_removing_a_bad_file_keeps_the_draft_of_the_file_before(app):
    edit(bring(app, PLAIN), EDITS)
    bring(app, b"", "bad.csv")
    app.file_uploader[0].clear().run()
    assert not app.error
    assert edited(app)["labels"][2] == "cat, dog, fish"


@pytest.mark.parametrize("again", [PLAIN, PLAIN.replace(b"30", b"31")])
def test_a_file_that_is_brought_starts_anew_whether_or_not_its_cells_are_the_same(app, again):
    edit(bring(app, PLAIN), EDITS)
    bring(app, again, "again.csv")
    assert edited(app)["labels"][2] == ""


def test_forgetting_leaves_nothing_behind(app):
    accept(bring(app, PLAIN))
    press(app, "Forget my table")
    assert in_use(app) is None
    assert not app.data_editor
    assert not app.button
    held = app.session_state._state.filtered_state  # all that a page can see
    assert sorted(key for key in held if "own_table" in key) == [
        "own_table_file_1",
        "own_table_round",
    ]
    assert app.file_uploader[0].value is None


def test_what_stands_in_the_file_is_not_read_as_markdown(app):
    bring(app, b"[a](http://x),a\n1,2\n3,4\n", "*x*_.csv")
    assert app.markdown[0].value.startswith("**\\*x\\*\\_.csv**")
    assert "of \\[a\\](http:\u2060//x)" in app.info[0].value


def test_edits_survive_a_visit_to_another_page():
    def script():
        import streamlit as st

        from pages.shared.tables.own_table import own_table_panel

        if not st.toggle("elsewhere", key="elsewhere"):
            own_table_panel()

    app = AppTest.from_function(script, default_timeout=60).run()
    edit(bring(app, PLAIN), EDITS)
    app.toggle(key="elsewhere").set_value(True).run()
    assert not app.data_editor
    app.toggle(key="elsewhere").set_value(False).run()
    assert edited(app)["high"][1] == "100"
    assert app.data_editor[0].value["labels"][2] == "cat, dog, fish"


def test_notes_stand_whole_below_the_grid_each_once_with_its_columns(app):
    bring(app, b"user_id,order_id,age,epsilon\n1,7,30,0.5\n2,8,40,2\n")
    said = [text.replace("\\", "") for text in sentences(app.caption)]
    assert "**user_id**, **order_id**: Its name says that it tells who somebody is." in said
    assert "note" not in app.data_editor[0].proto.column_order
