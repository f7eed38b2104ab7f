"""Privacy levels in a release: a column says them, in words or numbers, or all get the same."""

import re

import pytest

from hetdp_core.tables.description import CODES, LEVELS
from tests.pages.app import in_use, open_page, prose, put, sentences
from tests.pages.release.room import (
    PAGE,
    REQUESTED,
    averaging,
    bounds,
    button,
    checked,
    decided,
    labelled,
    literally,
    press,
    promised,
    receipts,
    release,
    sampled,
    say,
    table,
    table_in_use,
    uploaded,
    with_table,
)

LEVELS_FROM = "release_levels_from"


def test_a_profile_that_is_chosen_under_explore_stays_there_and_no_release_offers_it():
    for text, said in (
        ("age,eps\n" + "30,1\n40,0.2\n" * 200, "each person's ε, requested in a column"),
        ("age\n" + "30\n40\n" * 200, "one ε for all, chosen by the curator, not requested"),
    ):
        held = in_use(*table(text)) | {LEVELS_FROM: "profile"}
        app = open_page(PAGE, held)
        assert "A privacy profile" not in str([box.options for box in app.selectbox])
        assert said in receipts(release(app))[0]
        assert app.session_state[LEVELS_FROM] == "profile"


def test_a_table_without_levels_takes_the_same_for_everybody_and_the_receipt_says_who_chose_it():
    app = with_table(table("age\n" + "30\n40\n" * 200))
    assert [box.label for box in app.selectbox] == ["Publish the mean of"]
    put(app, release_same_level=0.4)
    assert not app.warning
    assert any("no column of levels was chosen" in said for said in sentences(app.caption))
    receipt = receipts(release(app))[0]
    assert "- 400 people with ε = 0.4 for all: ε at most 0.4\n" in receipt
    assert "chosen by the curator, not requested by the people" in receipt
    assert "asked for" not in receipt


def test_where_something_changed_in_the_moment_of_the_click_nothing_is_released():
    app = promised(with_table(table("age\n" + "30\n40\n" * 200)))
    app.checkbox[0].set_value(True).run()
    token = button(app, "Release now").proto.id.rpartition("_")[2]
    app.session_state["releases_of_this_session"].release_once(token, "other settings", "", len)
    assert not receipts(app.run())
    assert "Nothing was released." in app.warning[-1].value
    button(app, "Release now").click().run()
    assert len(receipts(app)) == 1
    assert not any("Nothing was released." in box.value for box in app.warning)


@pytest.mark.parametrize(("key", "value"), [("release_same_level", 2.0), ("everybody", True)])
def test_what_is_set_elsewhere_does_not_change_what_was_chosen(key, value):
    app = promised(with_table(table("age\n" + "30\n40\n" * 200)))
    before = app.dataframe[-1].value
    put(app, **{key: value})
    assert app.dataframe[-1].value.equals(before)
    assert "400 people with ε = 1 for all: " in receipts(release(app))[0]


def test_a_level_that_promises_next_to_nothing_is_said_to_before_it_is_released():
    app = with_table(table("age\n" + "30\n40\n" * 200))
    put(app, release_same_level=12.0)
    promised(app)
    assert app.warning[0].value.startswith(
        "**ε = 12 promises next to nothing** to the most exposed person, and no recommendation"
    )
    assert "almost worthless" in receipts(release(app))[0]
    press(app, "Compare the options again")
    put(app, release_same_level=2.0)
    assert not promised(app).warning


def test_where_a_table_is_declared_anew_its_levels_are_chosen_anew_and_a_level_for_all_stays():
    app = decided(sampled())
    app.selectbox(key="release_levels_from").set_value("same").run()
    put(app, release_same_level=0.7)
    decided(press(app, "Change the description"))
    assert app.selectbox(key="release_levels_from").value == "column"
    app.selectbox(key="release_levels_from").set_value("same").run()
    assert app.session_state["release_same_level"] == 0.7


@pytest.mark.parametrize("strictest", ["0.3", "0.12387"])
def test_one_level_for_all_begins_at_the_same_whatever_anybody_asks_for(strictest):
    app = with_table(table("age,eps\n" + f"30,{strictest}\n40,2\n50,0.5\n" * 100))
    app.selectbox(key="release_levels_from").set_value("same").run()
    assert app.session_state["release_same_level"] == 1.0
    assert not app.warning
    level = strictest[:5]
    put(app, release_same_level=float(level))
    assert not app.warning
    receipt = receipts(release(app))[0]
    assert f"- 300 people with ε = {level} for all: ε at most {level}\n" in receipt


def test_only_the_column_that_a_release_was_made_by_is_counted_on_its_receipt():
    rows = "".join(f"{30 + k % 40},{(0.2, 5)[k % 3 > 0]},5\n" for k in range(400))
    app = with_table(table(f"age,eps,epsilon_work\n{rows}"))
    for _ in range(2):
        app.selectbox(key="release_levels_from").set_value("same").run()
        put(app, release_same_level=1.0)
        press(release(app), "Compare the options again")
    assert "than their epsilon in the table" not in receipts(app)[0]
    app.selectbox(key="release_levels_from").set_value("column").run()
    app.selectbox(key="release_epsilon").set_value("epsilon_work").run()
    release(app)
    made = [entry.text for entry in app.session_state["releases_of_this_session"]]
    assert "134 people" not in made[2]  # who asks for less in the other column


WISHES = "days,wish\n" + "3,strict\n9,open\n30,normal\n" * 40


def in_words(text=WISHES, **levels):
    """The page with what each word asks for typed."""
    app = averaging("days", text)
    assert labelled(app.selectbox, REQUESTED).options == [
        "No column: you choose one ε later",
        "wish",
    ]
    labelled(app.selectbox, REQUESTED).set_value("wish").run()
    return bounds(say(app, {f"ε of “{word}”": typed for word, typed in levels.items()}))


def test_people_may_have_said_what_they_ask_for_in_words():
    app = press(in_words(strict="0,2", open="inf"), "Continue")
    assert "Still to fill in: the ε of “normal”." in literally(app.info)
    assert not app.error
    labelled(app.text_input, "ε of “normal”").set_value("1").run()
    decided(app)
    assert table_in_use(app).frame["wish"].tolist() == [0.2, float("inf"), 1.0] * 40
    why = "a word may say more about a person than its level"
    assert why in prose(promised(app).info)
    receipt = receipts(release(app))[0]
    assert why not in receipt
    assert why not in prose(promised(with_table()).info)
    numbers = bounds(uploaded("days,epsilon\n" + "3,1\n9,0.2\n" * 40 + "5,\n"))
    assert why not in prose(promised(decided(say(numbers, {"ε of an empty cell": "0.1"}))).info)
    assert "40 people with ε = 0.2" in receipt
    assert not re.search("'(normal|open|strict)'", receipt)


def test_the_words_stand_in_their_order_so_that_a_scale_turned_round_is_seen():
    app = in_words(strict="2", normal="1", open="0.1")
    order = "**From most to least private**: “open” (ε = 0.1), “normal” (ε = 1), “strict” (ε = 2)."
    assert order in literally(app.caption)
    for levels, order in {
        "312": "**From most to least private**: ε = 0.1, ε = 0.2, ε = 0.3",
        "7123456": "**From most to least private**: ε = 0.1, …, ε = 0.7",
    }.items():
        rows = "".join(f"3,0.{level}\n" for level in levels)
        for empty in ("", "4,\n"):  # before it is said what an empty cell asks for, too
            app = uploaded(f"days,epsilon\n{rows}{empty}")
            assert f"{order}." in literally(app.caption)


def test_few_whole_numbers_are_levels_or_codes_as_is_said_and_the_receipt_says_of_codes():
    app = bounds(uploaded("days,epsilon\n" + "3,1\n9,2\n30,3.0\n60,3\n" * 40))
    assert "private**" not in literally(app.caption)
    assert "the meaning of the numbers of “epsilon”." in literally(press(app, "Continue").info)
    app.radio[0].set_value(LEVELS).run()
    assert "private**: ε = 1, ε = 2, ε = 3." in literally(app.caption)
    app.radio[0].set_value(CODES).run()
    say(app, {"ε of “1”": "2", "ε of “2”": "1"})
    assert "Still to fill in: the ε of “3.0”." in literally(press(app, "Continue").info)
    say(app, {"ε of “3.0”": "0.1"})
    assert "**: “3.0” (ε = 0.1), “2” (ε = 1), “1” (ε = 2)." in literally(app.caption)
    decided(app)
    assert table_in_use(app).frame["epsilon"].tolist()[:4] == [2.0, 1.0, 0.1, 0.1]
    assert "for some cells: 0.1, 1, 2 for numbers" in receipts(release(app))[0]


def test_a_file_without_its_total_keeps_the_epsilon_of_each_word():
    rows = "days,wish\n" + "3,b\n9,a\n30,c\n" * 40
    app = say(averaging("days", f"{rows}1680,\n"), {REQUESTED: "wish"})
    assert "1 cell of it is empty, the first on line 122." in literally(app.caption)
    asked = {"ε of “a”": "2", "ε of “b”": "0.2", "ε of “c”": "1"}
    say(app, {**asked, "ε of an empty cell": "7"})
    uploaded(rows.replace("b", "B", 21), press(app, "Upload another file"))  # the same word
    asked["ε of “B”"] = asked.pop("ε of “b”")
    assert asked == {one.label: one.value for one in app.text_input if one.label in asked}
    assert "ε of an empty cell" not in [one.label for one in app.text_input]


def test_a_column_that_may_hold_levels_is_said_to_be_left_out():
    texts = ("age,limit\n30,0.1\n9,3\n", "age,privacy wish\n30,0.1\n9,3\n", "age,id\n3,1\n9,2\n")
    said = [NOT_CHOSEN in literally(averaging("age", text).markdown) for text in texts]
    assert said == [True, False, False]


NOT_CHOSEN = "No column of privacy levels is chosen."


def test_who_said_nothing_is_given_a_level_that_the_receipt_does_not_say_they_asked_for():
    app = in_words(WISHES + "5,\n", strict="1", open="1", normal="1")
    assert "the ε of an empty cell" in literally(press(app, "Continue").info)
    labelled(app.text_input, "ε of an empty cell").set_value("0.1").run()
    decided(app)
    assert table_in_use(app).frame["wish"].tolist()[-1] == 0.1
    assert (
        "the curator set an epsilon for some cells: 1 for words; 0.1 for empty cells"
        in receipts(release(app))[0]
    )


def test_a_column_of_words_that_is_named_like_levels_is_taken_as_one():
    app = uploaded("days,privacy\n" + "3,strict\n9,open\n" * 40)
    assert labelled(app.selectbox, REQUESTED).value == "privacy"
    assert not app.warning
    say(app, {"ε of “open”": "2", "ε of “strict”": "0.2"})
    assert table_in_use(checked(bounds(app))).frame["privacy"].tolist()[:2] == [0.2, 2]
