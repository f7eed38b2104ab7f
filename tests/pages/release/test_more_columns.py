"""Other columns than that of the mean are described one at a time, for the other pages."""

from tests.pages.release import room

PLAIN = "age,wage,pet\n30,9.5,cat\n40,8,dog\n50,,cat\n60,-2,cat\n"


def with_more(text=PLAIN, mean="age"):
    """The page with all other columns open for description, and the bounds of the mean typed."""
    app = room.bounds(room.averaging(mean, text))
    others = [name for name in text.partition("\n")[0].split(",") if name != mean]
    room.labelled(app.multiselect, room.OTHERS).set_value(others).run()
    return app


def choose(app, column, kind=""):
    room.labelled(app.selectbox, "Column to describe").set_value(column).run()
    if kind:
        room.labelled(app.selectbox, "Kind").set_value(kind).run()
    return app


def second(app, entry):
    """The entry of the column that is described, below that of the mean."""
    return [one for one in app.text_input if one.label.startswith(entry)][-1]


def test_other_columns_are_described_one_at_a_time_and_keep_what_was_typed():
    app = with_more()
    room.press(app, "Continue")
    assert app.info[0].value == (
        "Still to fill in: the lowest and highest possible value of “wage”, the lowest and highest "
        "possible value of “pet”."
    )
    second(app, "Lowest").set_value("0").run()
    second(app, "Highest").set_value("100").run()
    choose(app, "pet", "category")
    second(app, "Possible labels").set_value("Cat, dog").run()
    assert not app.info
    room.checked(app)
    age, wage, pet = room.table_in_use(app).info.columns
    assert (age.bounds, wage.bounds, pet.categories) == ((0, 120), (0, 100), ("Cat", "dog"))
    said = room.curators_block(app)
    assert "3 of 4 cells cannot be read as a declared label; the first is “cat” on line 2." in said
    assert "“cat” is “Cat”, which is declared, in another case or form." in said
    assert "**wage**: 1 of 4 values will be clipped" in said
    choose(room.press(app, "Change the description"), "pet")
    assert second(app, "Possible labels").value == "Cat, dog"


def test_c11_describing_looks_at_no_cell_so_that_no_bound_or_label_is_taken_from_one():
    """The rows of a file whose least and largest score are somebody's, and other rows."""
    shown = []
    for first in (137, 9000):
        rows = "".join(
            f"{first + k % 50},{20 + k % 50},{k % 2 + 0.2},p{first}\n" for k in range(60)
        )
        app = with_more(f"score,age,epsilon,town\n{rows}")
        assert [second(app, end).value for end in ("Lowest", "Highest")] == ["", ""]
        assert not room.curators_block(app)
        room.press(app, "Continue")
        assert room.literally(app.info) == (
            "Still to fill in: the lowest and highest possible value of “score”, the lowest and "
            "highest possible value of “town”."
        )
        shown.append(room.outside_the_block(app))
    assert shown[0] == shown[1]


def test_of_all_columns_one_may_say_in_words_what_each_asks_for():
    app = with_more("days,other,wish\n" + "3,1,strict\n9,2,open\n30,3,\n" * 40, "days")
    room.say(app, {"Lowest possible value": "0", "Highest possible value": "120"})
    room.say(app, {room.OTHERS: ["wish"], "Kind": "level"})
    room.press(app, "Continue")
    assert "Still to fill in: the ε of “open”, the ε of “strict”, the ε of an empty cell." in (
        room.literally(app.info)
    )
    room.say(app, {"ε of “open”": "2", "ε of “strict”": "0.2", "ε of an empty cell": "1"})
    assert room.table_in_use(room.checked(app)).frame["wish"].tolist() == [0.2, 2.0, 1.0] * 40


def test_other_columns_take_part_only_if_they_are_chosen():
    app = room.averaging("days", "days,age,epsilon,privacy\n3,40,1,1\n9,50,2,2\n")
    assert room.labelled(app.multiselect, room.OTHERS).value == []


def test_a_column_that_names_people_is_left_out_at_first_where_it_is_added():
    app = room.averaging("wage", "user_id,age,wage\n1,30,9\n2,40,8\n")
    room.say(app, {room.OTHERS: ["user_id"]})
    assert room.labelled(app.selectbox, "Kind").value == "text"


def test_a_wide_table_is_understood():
    header = ",".join(["age", *(f"c{place}" for place in range(199))])
    app = with_more(header + ("\n" + "1," * 199 + "1") * 2)
    room.labelled(app.multiselect, room.OTHERS).set_value([]).run()
    assert room.table_in_use(room.checked(app)).frame["age"].tolist() == [1, 1]
