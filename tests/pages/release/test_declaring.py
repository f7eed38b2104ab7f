"""A table is declared before anything of it is released: columns, bounds, units."""

from dataclasses import replace

from hetdp_core.tables.columns import READ_OFF
from hetdp_core.tables.edit import with_ranges_read
from tests.pages.app import open_page, sentences
from tests.pages.release.room import (
    PAGE,
    all_text,
    button,
    curators_block,
    declared,
    literally,
    receipts,
    release,
    sampled,
    steps_of,
    table,
    with_table,
)


def brought(text):
    """The page with a file brought, not yet declared."""
    app = open_page(PAGE)
    app.file_uploader[0].set_value(("mine.csv", text.encode(), "text/csv")).run()
    assert not app.exception
    return app


def labelled(app, label):
    return next(field for field in app.text_input if field.label == label)


def chosen(app, label):
    return next(box for box in app.selectbox if box.label == label)


ASKS = "What each person asks for (ε)"


def test_without_a_table_there_is_an_uploader_and_nothing_to_release():
    app = open_page(PAGE)
    assert not app.exception
    assert app.file_uploader
    assert steps_of(app) == ["now", "later", "later", "later"]
    assert "It cannot be taken back" in app.caption[-1].value  # what the last step will be
    assert not [button for button in app.button if button.label == "Release now"]


def test_the_sample_is_brought_with_one_click_and_the_row_says_where_one_is():
    app = sampled()
    assert steps_of(app) == ["done", "now", "later", "later"]
    assert curators_block(app)
    declared(app)
    assert not curators_block(app)
    assert steps_of(app) == ["done", "done", "now", "later"]
    app.checkbox[0].set_value(True).run()
    assert steps_of(app) == ["done", "done", "done", "now"]
    button(app, "Release now").click().run()
    assert steps_of(app) == ["done"] * 4


def test_only_the_column_of_the_mean_and_that_of_levels_are_declared():
    app = sampled()
    mean = chosen(app, "Release the mean of")
    assert mean.options == ["age", "sbp", "smoker", "person_id", "epsilon"]
    assert mean.value == "sbp"
    assert chosen(app, ASKS).value == "epsilon"
    assert [field.value for field in app.text_input] == ["60", "260", "mmHg"]
    declared(app)
    used = app.session_state["own_table_in_use"].info
    assert [column.name for column in used.columns] == ["sbp", "epsilon"]


def test_bounds_that_are_missing_are_asked_for_and_typed_ones_outlive_a_second_look():
    app = open_page(PAGE)
    content = b"wage,epsilon\n" + b"10,0.5\n20,2\n" * 100
    app.file_uploader[0].set_value(("mine.csv", content, "text/csv")).run()
    button(app, "Use this table").click().run()
    assert "lowest possible value of 'wage' must be given" in literally(app.error)
    app.text_input[0].set_value("0").run()
    app.text_input[1].set_value("50").run()
    app.text_input[2].set_value("$/hour").run()
    declared(app)
    wage = app.session_state["own_table_in_use"].info.column("wage")
    assert (wage.bounds, wage.unit) == ((0.0, 50.0), "$/hour")
    button(app, "Declare it again, or bring another").click().run()
    assert [field.value for field in app.text_input] == ["0", "50", "$/hour"]
    app.toggle(key="release_declare_every").set_value(True).run()
    row = app.data_editor[0].value.iloc[0]
    assert (row["high"], row["unit"]) == ("50", "$/hour")


def test_bounds_in_the_wrong_order_are_one_sentence_and_a_decimal_comma_is_what_was_meant():
    app = sampled()
    app.text_input[0].set_value("300").run()
    button(app, "Use this table").click().run()
    assert "bounds of 'sbp'" in literally(app.error)
    assert steps_of(app) == ["done", "now", "later", "later"]
    app.text_input[0].set_value("60,5").run()
    assert app.text_input[0].value == "60,5"
    declared(app)
    assert app.session_state["own_table_in_use"].info.column("sbp").bounds == (60.5, 260.0)


def test_a_unit_that_is_none_is_one_sentence_at_once_and_is_not_used():
    app = sampled()
    for unit in ("<b>kg</b>", "[a](b)", "a\nb", "`x`"):
        app.text_input[2].set_value(unit).run()
        assert literally(app.error).startswith("unit of 'sbp' must be of letters")
    button(app, "Use this table").click().run()
    assert steps_of(app) == ["done", "now", "later", "later"]


def test_a_typed_unit_stands_after_what_is_released_and_on_its_receipt():
    app = sampled()
    app.text_input[2].set_value("kPa").run()
    app = release(declared(app))
    assert "kPa" in receipts(app)[0]
    assert "mmHg" not in all_text(app)


def test_a_bound_that_is_no_number_is_one_sentence_at_once_and_is_not_used():
    app = sampled()
    for typed in ("sixty", "1,234", "150.000", "1.2.3"):
        app.text_input[0].set_value(typed).run()
        said = literally(app.error)
        assert said.startswith("lowest possible value of 'sbp' must be one number")
        assert f", got '{typed}'; write " in said
    button(app, "Use this table").click().run()
    assert literally(app.error) == said
    assert steps_of(app) == ["done", "now", "later", "later"]


def test_bounds_read_off_the_data_cannot_be_released():
    app = with_table(table(bounds_from=READ_OFF))
    assert "must not come from the data" in app.error[0].value
    assert not app.checkbox


def test_while_the_table_is_declared_again_nothing_can_be_released():
    app = declared(sampled())
    button(app, "Declare it again, or bring another").click().run()
    assert curators_block(app)
    assert not [one for one in app.button if one.label == "Release now"]
    button(app, "Back to the release").click().run()
    assert button(app, "Release now")


def test_bounds_too_near_for_a_release_are_one_sentence_when_they_are_declared():
    app = sampled()
    app.text_input[0].set_value("0").run()
    app.text_input[1].set_value("1e-101").run()
    button(app, "Use this table").click().run()
    assert "bounds of 'sbp' must be at least 1e-100 apart" in literally(app.error)


def test_of_two_words_there_is_no_mean_until_they_are_written_as_1_and_0():
    app = brought("wage,recommends\n" + "10,yes\n20,no\n30,yes\n" * 50)
    assert "150 of 150 cells cannot be read as a number" in curators_block(app)
    assert "Of “no” and “yes” there is no mean" in curators_block(app)
    app = brought("wage,recommends\n" + "10,1\n20,0\n30,1\n" * 50)
    button(app, "Yes or no: 0 to 1").click().run()
    assert [one.value for one in app.text_input[:2]] == ["0", "1"]
    used = declared(app).session_state["own_table_in_use"].info.column("recommends")
    assert (used.bounds, used.bounds_from) == ((0.0, 1.0), "declared by you")


WISHES = "days,wish\n" + "3,strict\n9,open\n30,normal\n" * 40


def asking_in_words(app):
    chosen(app, "Release the mean of").set_value("days").run()
    levels = chosen(app, ASKS)
    assert levels.options == ["No column: the next step asks", "wish"]
    return levels.set_value("wish").run()


def test_people_may_have_said_what_they_ask_for_in_words():
    app = asking_in_words(brought(WISHES))
    for label, typed in (
        ("Lowest possible value", "0"),
        ("Highest possible value", "120"),
        ("ε of “strict”", "0,2"),
        ("ε of “open”", "inf"),
    ):
        labelled(app, label).set_value(typed).run()
    assert any("what “normal” asks for" in sentence for sentence in sentences(app.caption))
    button(app, "Use this table").click().run()
    assert "must be a positive privacy level" in literally(app.error)
    labelled(app, "ε of “normal”").set_value("1").run()
    declared(app)
    frame = app.session_state["own_table_in_use"].frame
    assert frame["wish"].tolist() == [0.2, float("inf"), 1.0] * 40
    receipt = receipts(release(app))[0]
    assert "40 people who asked for epsilon = 0.2" in receipt
    assert "There 'normal' is epsilon = 1, 'open' epsilon = inf, 'strict' epsilon = 0.2." in receipt


def test_the_words_stand_in_their_order_so_that_a_scale_turned_round_is_seen():
    app = asking_in_words(brought(WISHES))
    for word, typed in {"strict": "2", "normal": "1", "open": "0.1"}.items():
        labelled(app, f"ε of “{word}”").set_value(typed).run()
    order = "Most private: “open” (ε = 0.1), then “normal” (1); least private: “strict” (2)."
    assert order in literally(app.caption)


def test_who_said_nothing_is_given_a_level_that_the_receipt_does_not_say_they_asked_for():
    app = asking_in_words(brought(WISHES + "5,\n"))
    for label, typed in (
        ("Lowest possible value", "0"),
        ("Highest possible value", "120"),
        *((f"ε of “{word}”", "1") for word in ("strict", "normal", "open")),
    ):
        labelled(app, label).set_value(typed).run()
    assert any("what an empty cell asks for" in sentence for sentence in sentences(app.caption))
    labelled(app, "ε of an empty cell").set_value("0.1").run()
    declared(app)
    assert app.session_state["own_table_in_use"].frame["wish"].tolist()[-1] == 0.1
    assert "who said nothing there is given the level that the curator" in receipts(release(app))[0]


def test_declared_again_it_begins_with_what_was_declared_before():
    app = asking_in_words(brought(WISHES))
    for label, typed in (
        ("Lowest possible value", "0"),
        ("Highest possible value", "120"),
        *((f"ε of “{word}”", "0.5") for word in ("strict", "normal", "open")),
    ):
        labelled(app, label).set_value(typed).run()
    declared(app)
    button(app, "Declare it again, or bring another").click().run()
    again = chosen(app, ASKS)
    assert again.value == "wish"
    assert labelled(app, "ε of “strict”").value == "0.5"


def test_a_level_of_a_word_that_is_none_is_one_sentence():
    app = asking_in_words(brought(WISHES))
    labelled(app, "ε of “strict”").set_value("little").run()
    assert "ε of “strict” must be one number" in literally(app.error)


def test_a_file_without_names_is_doubted():
    app = brought("A,31\n" + "B,6\nA,7\n" * 20)
    assert "“31” looks like a value" in literally(app.warning)


def test_values_outside_the_bounds_are_counted_for_the_curator_while_the_table_is_declared():
    app = brought("days\n" + "5\n" * 50 + "999\n500\n")
    labelled(app, "Lowest possible value").set_value("0").run()
    assert "outside" not in curators_block(app)
    labelled(app, "Highest possible value").set_value("120").run()
    assert "2 values lie outside and will be clipped" in curators_block(app)
    assert "2 values" not in all_text(declared(app))


def test_the_decimal_mark_is_confirmed_and_stands_on_the_receipt():
    app = brought("age;height\n" + "".join(f"{20 + k};1.{50 + k}\n" for k in range(40)))
    assert chosen(app, "Decimal mark").value == ","
    assert "40 of 40 cells cannot be read" in curators_block(app)
    chosen(app, "Decimal mark").set_value(".").run()
    assert "cannot be read" not in curators_block(app)
    for entry, typed in zip(app.text_input, ("1", "2,5"), strict=False):
        entry.set_value(typed).run()
    used = declared(app).session_state["own_table_in_use"]
    assert used.info.column("height").decimal == "."
    assert used.frame["height"].tolist()[:2] == [1.5, 1.51]


def test_points_between_thousands_are_read_and_shown_to_the_curator():
    app = brought("age;income\n20;1.200\n30;12.500\n40;950\n50;3.100\n" * 20)
    assert "“1.200” is read as 1200, “12.500” is read as 12500" in curators_block(app)
    for entry, typed in zip(app.text_input, ("0", "150000"), strict=False):
        entry.set_value(typed).run()
    used = declared(app).session_state["own_table_in_use"]
    assert used.frame["income"].tolist()[:4] == [1200.0, 12500.0, 950.0, 3100.0]
    app.text_input(key="release_same_level").set_value("5").run()
    assert "numbers were read with a decimal comma" in receipts(release(app))[0]


def test_another_separator_can_be_said_also_of_a_file_that_could_not_be_read():
    app = brought("height\n" + "1,5\n1,7\n" * 30)
    assert "or choose another separator" in literally(app.error)
    chosen(app, "Separator").set_value(";").run()
    assert not app.error
    assert chosen(app, "Separator").value == ";"
    assert chosen(app, "Decimal mark").value == ","
    assert chosen(app, "Release the mean of").value == "height"


def test_bounds_that_were_read_off_the_file_are_said_to_be_and_not_that_nothing_was():
    app = with_table(table(bounds_from=READ_OFF))
    assert "nothing that was computed from a value" not in all_text(app)
    assert "Bounds or labels of **age**, **wage** were **read off the data**" in literally(
        app.warning
    )
    assert "nothing that was computed from a value" in all_text(with_table())


def test_a_column_of_words_that_is_named_like_levels_is_taken_as_one():
    app = brought("days,privacy\n" + "3,strict\n9,open\n" * 40)
    assert chosen(app, ASKS).value == "privacy"
    assert not app.warning
    for label, typed in (("ε of “open”", "2"), ("ε of “strict”", "0.2")):
        labelled(app, label).set_value(typed).run()
    for entry, typed in zip(app.text_input, ("0", "120"), strict=False):
        entry.set_value(typed).run()
    assert declared(app).session_state["own_table_in_use"].frame["privacy"].tolist()[:2] == [0.2, 2]


def test_a_click_about_a_table_that_went_uses_nothing():
    app = brought(WISHES)
    for entry, typed in zip(app.text_input, ("0", "120"), strict=False):
        entry.set_value(typed).run()
    use = button(app, "Use this table")
    app.session_state["own_table_draft"] = replace(
        app.session_state["own_table_draft"], token="another"
    )
    use.click().run()
    assert not app.exception
    assert "own_table_in_use" not in app.session_state


def test_bounds_filled_in_from_the_file_stay_so_where_one_mean_alone_is_declared():
    app = brought("wage,height,epsilon\n" + "10.5,1,0.5\n20.25,2,2\n" * 100)
    draft = app.session_state["own_table_draft"]
    filled = with_ranges_read(draft.edited, draft.table, ".")
    app.session_state["own_table_draft"] = draft.restarted(filled)
    chosen(app, "Release the mean of").set_value("wage").run()
    assert [one.value for one in app.text_input][:2] == ["10.5", "20.25"]
    app.text_input[0].set_value("10.5000").run()
    app.text_input[1].set_value("20.3").run()
    assert "read off the data" in literally(app.caption)
    declared(app)
    assert app.session_state["own_table_in_use"].info.column("wage").bounds_from == READ_OFF
    assert not [one for one in app.button if one.label == "Release now" and not one.disabled]
    button(app, "Declare it again, or bring another").click().run()
    app.text_input[0].set_value("0").run()
    app.text_input[1].set_value("50").run()
    declared(app)
    wage = app.session_state["own_table_in_use"].info.column("wage")
    assert (wage.bounds, wage.bounds_from) == ((0.0, 50.0), "declared by you")
