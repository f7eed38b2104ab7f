"""A table is described before anything of it is released: columns, bounds, units, levels."""

import re
from dataclasses import replace

import pytest

from tests.pages.app import open_page, prose, put, sentences
from tests.pages.release.room import (
    MEAN,
    PAGE,
    REQUESTED,
    YES_OR_NO,
    all_text,
    averaging,
    bounds,
    button,
    checked,
    curators_block,
    current_step,
    decided,
    fill,
    labelled,
    literally,
    outside_the_block,
    press,
    promised,
    receipts,
    release,
    sampled,
    say,
    steps_of,
    table,
    table_in_use,
    uploaded,
    with_table,
)


def test_without_a_table_there_is_an_uploader_and_nothing_else():
    app = open_page(PAGE)
    assert app.file_uploader
    assert steps_of(app) == ["now", *["later"] * 4]
    assert "come back later, upload the file again" in app.caption[0].value
    assert [one.label for one in app.button] == ["Try it with a sample"]


def test_one_step_is_open_at_a_time_and_the_row_says_which():
    app = sampled()
    assert steps_of(app) == ["done", "now", *["later"] * 3]
    checked(app)
    assert steps_of(app) == ["done", "done", "now", "later", "later"]
    assert curators_block(app)
    press(app, "Continue")
    assert steps_of(app) == [*["done"] * 3, "now", "later"]
    assert not curators_block(app)
    promised(app)
    assert steps_of(app) == [*["done"] * 4, "now"]
    app.checkbox[0].set_value(True).run()
    press(app, "Release now")
    assert steps_of(app) == ["done"] * 5
    press(app, "Compare the options again")
    assert current_step(app) == "Decide"


def test_only_the_column_of_the_mean_and_that_of_levels_are_described():
    app = sampled()
    assert labelled(app.selectbox, MEAN).options == ["age", "sbp", "smoker", "person_id", "epsilon"]
    assert labelled(app.selectbox, MEAN).value == "sbp"
    assert labelled(app.selectbox, REQUESTED).value == "epsilon"
    assert [field.value for field in app.text_input][:5] == ["60", "260", "mmHg", "", ""]
    assert [column.name for column in table_in_use(checked(app)).info.columns] == ["sbp", "epsilon"]


def test_where_no_name_says_that_a_column_holds_numbers_none_is_chosen():
    app = uploaded("town,visits,score\n" + "1,2,3\n" * 9)
    assert labelled(app.selectbox, MEAN).value is None
    assert not app.text_input
    labelled(app.selectbox, MEAN).set_value("score").run()
    assert table_in_use(checked(bounds(app))).info.default_column == "score"


def test_bounds_that_are_missing_are_asked_for_and_typed_ones_outlive_a_second_look():
    app = press(uploaded("wage,epsilon\n" + "10,0.5\n20,2\n" * 100), "Continue")
    assert "the lowest and highest possible value of “wage”" in literally(app.info)
    assert not app.error
    bounds(app, "0", "50")
    fill(app, unit="$/hour")
    checked(app)
    wage = table_in_use(app).info.column("wage")
    assert (wage.bounds, wage.unit, wage.bounds_from) == ((0.0, 50.0), "$/hour", "declared by you")
    press(app, "Change the description")
    assert [field.value for field in app.text_input][:5] == ["0", "50", "$/hour", "", ""]


def test_bounds_too_near_or_in_the_wrong_order_are_one_sentence_and_a_decimal_comma_is_read():
    app = press(bounds(sampled(), "0", "1e-101"), "Continue")
    assert "Bounds of 'sbp' must be at least 1e-100 apart" in literally(app.error)
    press(bounds(app, "300", "260"), "Continue")
    assert "Bounds of 'sbp'" in literally(app.error)
    assert current_step(app) == "Describe"
    fill(app, lowest="60,5")
    assert app.text_input[0].value == "60,5"
    assert table_in_use(checked(app)).info.column("sbp").bounds == (60.5, 260.0)


@pytest.mark.parametrize(
    ("entry", "typed", "says"),
    [
        *(
            ("unit", unit, "Unit of 'sbp' must be of at most 16 letters")
            for unit in ("<b>kg</b>", "[a](b)", "a\nb", "`x`")
        ),
        *(
            ("lowest", number, f"Lowest possible value of 'sbp' {rule}")
            for number, rule in {
                "sixty": "must be a number",
                "1.2.3": "must be a number",
                "150.000": "could mean 150000 or 150",
            }.items()
        ),
    ],
)
def test_what_is_no_unit_or_no_number_is_one_sentence_at_once_and_is_not_used(entry, typed, says):
    app = fill(sampled(), **{entry: typed})
    assert literally(app.error).startswith(says)
    press(app, "Continue")
    assert says in literally(app.error)
    assert current_step(app) == "Describe"


def test_of_two_words_there_is_a_mean_once_it_is_said_which_is_1():
    app = averaging("recommends", "wage,recommends\n" + "10,ja\n20,Nein\n30,JA\n" * 50)
    checked(bounds(app))
    assert "150 of 150 cells cannot be read as a number" in curators_block(app)
    press(app, "Change the description")
    labelled(app.toggle, YES_OR_NO).set_value(True).run()
    press(app, "Continue")
    assert "Still to fill in: the words that count as 1 and as 0 of “recommends”" in literally(
        app.info
    )
    assert current_step(app) == "Describe"
    words = {"1": "ja, y", "0": "nein"}.items()
    say(app, {f"Words that count as {value}, separated by commas": said for value, said in words})
    checked(app)
    assert "neither" not in curators_block(app)
    assert table_in_use(app).info.column("recommends").bounds == (0.0, 1.0)
    assert table_in_use(app).frame["recommends"].tolist() == [1.0, 0.0, 1.0] * 50
    press(app, "Continue")
    put(app, release_same_level=5.0)
    assert re.search(r"result ± [\d.]+\spoints\*\*", all_text(app))  # a share is in percent
    said = literally(promised(app).markdown)
    assert "“ja” counts as 1, “y” counts as 1, “nein” counts as 0" in said
    assert re.search(r"lies within \*\*± [\d.]+\spoints\*\*", said)
    (receipt,) = receipts(release(app))
    assert "“ja” counts as 1, “y” counts as 1, “nein” counts as 0" in receipt
    assert re.search(r"by at most [\d.]+ points", receipt)
    app.switch_page("pages/heterogeneous_mean.py")
    put(app, dataset="own")  # where it is in percent as well
    assert re.findall(r"#### [\d.]+ (\w+)", all_text(app)) == ["points"] * 2


def test_a_file_without_names_is_doubted():
    assert "“31” looks like a value" in literally(uploaded("A,31\n" + "B,6\nA,7\n" * 20).warning)


def test_what_stands_in_the_file_is_not_read_as_markdown():
    app = open_page(PAGE)
    file = ("*x*_.csv", b"[a](http://x),a\n1,2\n3,4\n", "text/csv")
    app.file_uploader[0].set_value(file).run()
    assert any(text.startswith("**\\*x\\*\\_.csv**") for text in sentences(app.markdown))
    labelled(app.selectbox, MEAN).set_value("[a](http://x)").run()
    assert "[a]" not in prose(checked(bounds(app)).caption).replace("\\[", "")


def test_values_outside_the_bounds_or_that_all_fit_are_told_to_the_curator_and_to_nobody_else():
    app = checked(bounds(uploaded("days\n" + "5\n" * 50 + "999\n500\n")))
    assert "2 of 52 values will be clipped to the nearest bound" in curators_block(app)
    assert "2 values" not in all_text(press(app, "Continue"))
    for error, more in (("25", False), ("24", True)):
        say(app, {"Largest acceptable typical error": error})
        assert ("the mean by 24.2: **more than you accept" in curators_block(app)) == more
    fits = checked(bounds(uploaded("days\n" + "5\n6\n" * 50)))
    assert "Every value can be read" in curators_block(fits)


def test_missing_values_are_weighed_in_bold_against_the_largest_acceptable_error():
    for missing, far in ((2, "0.495"), (90, "15.5")):
        app = with_table(table("days,eps\n" + "30,1\n40,0.1\n" * 100 + ",1\n" * missing))
        for error, more in (("20", False), ("5", far == "15.5"), ("", False)):
            told = curators_block(say(app, {"Largest acceptable typical error": error}))
            assert f"could move the mean up or down by {far}{': **more than you' * more}" in told
            assert ("more than you accept" in told) == more
            assert "more than you accept" not in "".join(outside_the_block(app))


def test_that_no_cell_can_be_read_is_told_to_the_curator_and_shown_by_no_button():
    apps = [
        checked(bounds(uploaded("days\n" + "many\n" * 60 + f"{last}\n"))) for last in ("3", "x")
    ]
    assert outside_the_block(apps[0]) == outside_the_block(apps[1])
    for app in apps:
        assert "**days**: **Most cells cannot be read or are missing**" in curators_block(app)
        assert [one.label for one in app.main.button if "escri" in one.label] == [
            "Change the description"
        ]


def test_the_decimal_mark_is_confirmed_and_stands_on_the_receipt():
    app = averaging("height", "age;height\n" + "".join(f"{20 + k};1.{50 + k}\n" for k in range(40)))
    assert labelled(app.selectbox, "Decimal mark").value == ","
    checked(bounds(app, "1", "2,5"))
    assert "40 of 40 cells cannot be read" in curators_block(app)
    assert "With a point as “Decimal mark”, 40 can be read" in curators_block(app)
    press(app, "Change the description")
    labelled(app.selectbox, "Decimal mark").set_value(".").run()
    checked(app)
    assert "cannot be read" not in curators_block(app)
    assert table_in_use(app).info.column("height").decimal == "."
    assert table_in_use(app).frame["height"].tolist()[:2] == [1.5, 1.51]


def test_another_file_with_the_same_columns_keeps_what_was_typed():
    text = "age,wage\n" + "20,10\n30,20\n" * 50
    app = fill(averaging("wage", text), lowest="5", highest="60", unit="EUR")
    uploaded(text.replace("20", "21"), press(checked(app), "Upload another file"))
    assert labelled(app.selectbox, MEAN).value == "wage"
    assert labelled(app.text_input, "Unit").value == "EUR"
    assert table_in_use(checked(app)).info.column("wage").bounds == (5.0, 60.0)
    uploaded(text.replace("age", "years"), press(app, "Upload another file"))
    assert labelled(app.selectbox, MEAN).value != "wage" or not app.text_input[0].value


def test_points_between_thousands_are_read_and_shown_to_the_curator():
    app = averaging("income", "age;income\n20;1.200\n30;12.500\n40;950\n50;3.100\n" * 20)
    checked(bounds(app, "0", "150000"))
    assert "“1.200” is read as 1200, “12.500” is read as 12500" in curators_block(app)
    assert table_in_use(app).frame["income"].tolist()[:4] == [1200.0, 12500.0, 950.0, 3100.0]
    press(app, "Continue")
    put(app, release_same_level=5.0)
    for typed in ("5,000", "5.000", ""):  # advice is in the mark of the file
        labelled(app.text_input, "Largest acceptable typical error").set_value(typed).run()
        assert ("Write 5000 or 5,0." in literally(app.error)) == (typed == "5,000")
    assert "numbers were read with a decimal comma" in receipts(release(app))[0]


def test_in_what_the_curator_is_told_no_cell_is_read_as_markdown():
    app = checked(bounds(averaging("pay", "pay,x\n" + "[a](b)** 1.200,1\n" * 40)))
    shown = "\n".join(one.value for one in app.markdown)
    assert r"the first is “\[a\](b)\*\* 1.200” on line 2" in shown
    assert "[a](b)" not in shown


def test_signs_beside_numbers_are_told_and_no_receipt_holds_them_or_codes_for_no_value():
    app = averaging("pay", "pay;x\n" + "€ 1.200;1\n950 EUR;1\n-1;1\n" * 100)
    bounds(app, "0", "5000")
    said = curators_block(checked(app))
    assert "200 of 300 cells cannot be read as a number" in said
    assert "enter “€” under “Signs to ignore in numbers” on Describe." in said
    assert "bound, such as “-1” (100 ×). If one means that there is no value, enter it" in said
    press(app, "Change the description")
    say(app, {"Signs to ignore in numbers": "€, eur", "Count as missing": "-1"})
    said = curators_block(checked(app))
    assert "“€ 1.200” is read as 1200, “950 EUR” is read as 950" in said
    assert "100 of 300 cells are missing or cannot be read" in said
    assert "clipped" not in said
    receipt = receipts(release(press(app, "Continue")))[0]
    assert not any(declared in receipt for declared in ("€", "eur", "'-1'"))
    assert "without percent signs and any signs that the curator declared" in receipt


def test_c07_lines_above_the_names_are_skipped_as_their_owner_says():
    titled = "Survey 2020\n\nage,visits\n" + "30,1\n40,2\n" * 50
    app = uploaded(titled)
    assert "line 1 is a title, set “Lines to skip at the top” to 1" in app.error[0].value
    labelled(app.number_input, "Lines to skip at the top").set_value(1).run()
    assert "100 rows, 2 columns" in all_text(app)
    say(app, {MEAN: "visits", "Highest possible value": "9", "Lines to skip at the top": 0})
    assert "line 1 is a title" in app.error[0].value
    say(app, {"Lines to skip at the top": 1})  # and what was typed is there again
    assert labelled(app.text_input, "Highest possible value").value == "9"
    uploaded(f"{titled}50,3\n", press(app, "Upload another file"))  # corrected, and written alike
    assert "101 rows, 2 columns" in all_text(app)
    uploaded("name,town\na,b\nc,d\ne,f\n", press(app, "Upload another file"))
    assert "3 rows, 2 columns" in all_text(app)  # nobody becomes the line of names


def test_another_separator_can_be_said_also_of_a_file_that_could_not_be_read():
    app = uploaded("height\n" + "1,5\n1,7\n" * 30)
    assert "or choose another separator" in literally(app.error)
    labelled(app.selectbox, "Separator").set_value(";").run()
    assert not app.error
    assert labelled(app.selectbox, "Separator").value == ";"
    assert labelled(app.selectbox, "Decimal mark").value == ","
    assert labelled(app.selectbox, MEAN).value == "height"


def test_another_encoding_is_read_as_declared_and_never_guessed():
    app = open_page(PAGE)
    content = ("age,größe\n" + "30,1\n40,2\n" * 20).encode("cp1252")
    app.file_uploader[0].set_value(("mine.csv", content, "text/csv")).run()
    assert "another encoding on line 1" in literally(app.error)
    labelled(app.selectbox, "Encoding").set_value("cp1252").run()
    assert not app.error
    assert labelled(app.selectbox, MEAN).options == ["age", "größe"]
    labelled(app.number_input, "Lines to skip at the top").set_value(1).run()  # read again
    assert "given: 0 names for 2 columns" in literally(app.error)


def test_the_sample_stays_a_simulated_one_when_it_is_read_again():
    app = sampled()
    labelled(app.selectbox, "Separator").set_value(",").run()
    assert table_in_use(checked(app)).info.simulated


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "must hold a table (given: an empty file"),
        ("a,b\n1,2\n3\n", "line 3 of the file must have 2 cells"),
        ("a" * 5_000_001, "must be at most 5 MB"),
    ],
    ids=["empty", "short line", "too long"],
)
def test_a_file_that_cannot_be_read_is_one_sentence_and_nothing_is_lost(content, sentence):
    app = decided(bounds(uploaded("age\n" + "30\n40\n" * 20)))
    before = table_in_use(app)
    uploaded(content, press(app, "Upload another file"))
    assert sentence in literally(app.error)
    assert table_in_use(app) is before
    press(app, "Back")
    assert current_step(app) == "Decide"
    assert not app.error
    uploaded("age\n" + "31\n40\n" * 20, press(app, "Upload another file"))
    assert [field.value for field in app.text_input[:2]] == ["0", "120"]


def test_the_table_is_the_same_object_until_another_is_described():
    app = decided(sampled())
    first = table_in_use(app)
    decided(press(app, "Change the description"))
    assert table_in_use(app) is first
    fill(press(app, "Change the description"), highest="250")
    assert table_in_use(checked(app)) is not first


def test_a_click_about_a_table_that_went_uses_nothing():
    app = bounds(uploaded("days\n" + "3\n9\n" * 40))
    go_on = button(app, "Continue")
    draft = app.session_state["own_table_draft"]
    app.session_state["own_table_draft"] = replace(draft, token="another")
    go_on.click().run()
    assert "own_table_in_use" not in app.session_state


CHOICES = {"release_column", "release_chosen", "release_step"}


def test_forgetting_leaves_nothing_behind():
    app = promised(decided(sampled()))
    assert set(app.session_state._state.filtered_state) >= CHOICES  # all that a page can see
    press(app, "Forget my table")
    assert current_step(app) == "Upload"
    held = app.session_state._state.filtered_state
    assert not CHOICES & set(held)
    assert [key for key in held if "own_table" in key] == ["own_table_file_"]
    assert app.file_uploader[0].value is None
