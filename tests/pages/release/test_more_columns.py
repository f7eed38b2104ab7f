"""Other columns than that of the mean are described one at a time, for the other pages."""

from tests.pages.app import open_page
from tests.pages.release import room
from tests.papers.insurance import insurance_csv

PLAIN = "age,wage,pet\n30,9.5,cat\n40,8,dog\n50,,cat\n60,-2,cat\n"


def with_more(text=PLAIN, mean="age"):
    """The page with all other columns open for description."""
    app = room.uploaded(text)
    room.labelled(app.selectbox, room.MEAN).set_value(mean).run()
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
    assert "lowest and highest possible value of “wage” and “pet”" in app.info[0].value
    second(app, "Lowest").set_value("0").run()
    second(app, "Highest").set_value("100").run()
    choose(app, "pet", "category")
    second(app, "Possible labels").set_value("Cat, dog").run()
    assert not app.info
    room.checked(app)
    age, wage, pet = room.table_in_use(app).info.columns
    assert (age.bounds, wage.bounds, pet.categories) == ((0, 120), (0, 100), ("Cat", "dog"))
    said = room.curators_block(app)
    assert "3 of 4 cells hold no declared label, as “cat”: “Cat” is declared" in said
    assert "**wage**: 1 value lies outside" in said
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
            "Still to fill in: the lowest and highest possible value of “score” and the possible "
            "labels of “town”."
        )
        shown.append(room.outside_the_block(app))
    assert shown[0] == shown[1]


def test_of_all_columns_one_may_say_in_words_what_each_asks_for():
    app = with_more("days,other,wish\n" + "3,1,strict\n9,2,open\n30,3,\n" * 40, "days")
    room.say(app, {"Lowest possible value": "0", "Highest possible value": "120"})
    room.say(app, {room.OTHERS: ["wish"], "Kind": "level"})
    room.press(app, "Continue")
    assert "Still to fill in: the ε of “open”, “strict” and an empty cell." in room.literally(
        app.info
    )
    room.say(app, {"ε of “open”": "2", "ε of “strict”": "0.2", "ε of an empty cell": "1"})
    assert room.table_in_use(room.checked(app)).frame["wish"].tolist() == [0.2, 2.0, 1.0] * 40


def test_other_columns_take_part_only_if_they_are_chosen():
    app = room.uploaded("days,Haushalt,Bezirk,age\n3,klein,Nord,40\n9,gross,Süd,50\n")
    room.say(app, {room.MEAN: "days"})
    assert room.labelled(app.multiselect, room.OTHERS).value == []


def test_a_column_that_names_people_is_left_out_at_first_where_it_is_added():
    app = room.uploaded("user_id,age,wage\n1,30,9\n2,40,8\n")
    room.say(app, {room.MEAN: "wage", room.OTHERS: ["user_id"]})
    assert room.labelled(app.selectbox, "Kind").value == "text"


def test_the_real_insurance_table_is_described_by_its_header():
    app = open_page(room.PAGE)
    file = ("insurance.csv", insurance_csv().read_bytes(), "text/csv")
    app.file_uploader[0].set_value(file).run()
    assert "1,338 rows, 7 columns, separated by commas." in room.all_text(app)
    room.say(app, {room.OTHERS: room.labelled(app.multiselect, room.OTHERS).options})
    assert room.table_in_use(room.checked(app)).frame.shape == (1338, 7)
    assert room.table_in_use(app).info.column("charges").bounds == (0.0, 75_000.0)


def test_of_a_known_table_too_cells_are_told_to_the_curator_and_its_decimal_mark_counts():
    header = "age,sex,bmi,children,smoker,region,charges\n"
    rows = "19,female,27.9,0,yes,southwest,16884.924\n18,male,33.77,1,no,southeast,1725.5523\n"
    text = (header + rows).replace(",", ";").replace(".", ",").replace("female", "Female")
    app = room.say(room.uploaded(text), {room.OTHERS: ["sex", "bmi", "smoker"]})
    said = room.curators_block(room.checked(app))
    assert "1 of 2 cells holds no declared label, as “Female”: “female” is decl" in said
    assert "“27,9” is read as 27.9" in said
    assert room.table_in_use(app).info.column("smoker").categories == ("no", "yes")
    assert room.table_in_use(app).frame["bmi"].tolist() == [27.9, 33.77]


def test_a_wide_table_is_understood():
    header = ",".join(["age", *(f"c{place}" for place in range(199))])
    app = with_more(header + ("\n" + "1," * 199 + "1") * 2)
    room.labelled(app.multiselect, room.OTHERS).set_value([]).run()
    assert room.table_in_use(room.checked(app)).frame["age"].tolist() == [1, 1]
