"""The release page: a promise before any value, a confirmation, a receipt, nothing un-noised."""

import json
import re

import pytest

from hetdp_core.figures.formats import percent
from hetdp_core.mean.empirical import empirical
from hetdp_core.release.receipt import COUNTS, STRICTEST
from tests.pages.app import go_to, prose, sentences
from tests.pages.release import room


def test_the_receipt_stands_above_the_steps_and_says_that_the_sample_is_simulated():
    app = room.release(room.decided(room.sampled()))
    assert sentences(app.subheader)[0] == "Released"
    assert "A trial: the table is simulated" in room.receipts(app)[0]
    assert "**Simulated**: nobody's data" in room.all_text(app)


def test_the_levels_of_the_table_are_the_profile_of_all_pages_until_it_is_forgotten():
    app = room.decided(room.sampled())
    app.toggle(key="own_table_everywhere").set_value(True).run()
    go_to(app, "heterogeneous_mean")
    assert not app.error
    levels = app.session_state["own_table_in_use"].dataset.frame["epsilon"]
    share = percent(100.0 * empirical(levels).users_saturated / 600)
    said = "".join(sentences(app.main.markdown))
    assert f"Of 600 people, **{share} get more privacy" in said
    assert app.session_state["everybody"] is True
    assert "epsilon" not in str(dict(app.query_params)).replace("epsilon_", "")
    go_to(app, room.PAGE)
    room.button(app, "Forget my table").click().run()
    assert app.session_state["dataset"] == "nhefs"
    assert app.session_state["last_good_scenario"].levels_column == ""
    assert app.session_state["everybody"] is False


def test_with_a_table_the_promise_stands_there_before_any_release_which_needs_a_confirmation():
    app = room.promised(room.with_table())
    assert not app.error
    assert "500 people" in room.all_text(app)
    assert "first release" in room.all_text(app)
    table_of = app.dataframe[-1].value
    assert table_of["people"].tolist() == [250, 250]
    assert table_of["guaranteed ε"].tolist()[0] == "0.2"
    assert room.receipts(app) == []
    assert room.button(app, "Release now").disabled
    app.checkbox[0].set_value(True).run()
    assert not room.button(app, "Release now").disabled


def test_a_release_gives_a_receipt_close_to_the_mean_and_nothing_without_noise():
    app = room.release(room.with_table())
    (receipt,) = room.receipts(app)
    assert "250 people who asked for ε = 0.2: ε at most 0.2" in receipt
    assert "each person's ε, requested in a column" in receipt
    assert "opendp" in receipt
    released = float(receipt.split("people is ")[1].split()[0])
    assert abs(released - room.TRUE_MEAN) < 20
    for digits in (6, 8):  # the noise is about 1: fewer digits may be hit by chance
        assert f"{room.TRUE_MEAN:.{digits}g}" not in room.all_text(app)


def test_the_promise_does_not_depend_on_any_value():
    """Two tables that differ in every age, some missing or far outside, show the same page."""
    other = "age,eps,wage\n" + "".join(
        f"{age},{level},-7.5\n"
        for age, level in zip(["", 99.5, -3.5] * 200, room.EPSILON, strict=False)
    )
    apps = [room.with_table(room.table(text)) for text in (room.CSV, other)]
    assert room.outside_the_block(apps[0]) == room.outside_the_block(apps[1])
    assert len({room.all_text(room.promised(app)) for app in apps}) == 1


@pytest.mark.parametrize("empty", [20, 21])
def test_where_most_cells_are_missing_the_curator_hears_it_again_before_deciding(empty):
    app = room.with_table(room.table("age,wage\n" + ",1\n" * empty + "30,900\n" * (40 - empty)))
    said = room.curators_block(app)
    assert ("**Most cells cannot be read or are missing**" in said) == (empty > 20)
    assert "no noise protects the number of rows" in said


def test_a_column_of_levels_is_said_to_become_public_before_the_release_and_cannot_be_released():
    app = room.with_table()
    assert app.selectbox(key="release_column").options == ["age", "wage"]
    assert app.selectbox(key="release_epsilon").options == ["eps"]
    assert f"**eps**: {COUNTS}" in room.promised(app).info[0].value
    assert COUNTS in room.receipts(room.release(app))[0]
    room.press(app, "Compare the options again")
    said = "".join(box.value for box in room.promised(app, 1).info)
    assert f"**eps**: {STRICTEST}" in said
    assert COUNTS not in said
    room.press(app, "Compare the options again")
    app.selectbox(key="release_levels_from").set_value("same").run()
    assert COUNTS not in room.all_text(room.promised(app)).split("5 · Publish")[1]


def test_forty_people_are_forty_on_the_receipt_although_one_row_is_empty():
    rows = ["30,900\n"] * 40
    rows[17] = ",\n"
    app = room.with_table(room.table("age,wage\n" + "".join(rows)))
    assert "Records: 40." in room.receipts(room.release(app))[0]


def test_the_receipt_can_be_taken_away_as_json_with_the_same_numbers_and_what_loses_it_is_told():
    app = room.release(room.with_table())
    stored = json.loads(app.session_state["releases_of_this_session"][0].json)
    assert f"{stored['released']:.6g}" in room.receipts(app)[0]
    assert "Closing the tab loses them: save them first." in prose(app.caption)
    assert [one.label for one in app.get("download_button")] == [
        "Receipt (txt)",
        "Receipt (json)",
        "Save as a page to print (HTML)",
    ]


def test_too_much_privacy_for_so_few_shows_one_sentence():
    app = room.promised(room.with_table(room.table("age,eps\n30,0.1\n40,0.1\n")))
    assert "better than the middle of the range" in app.error[0].value
    assert not app.checkbox


@pytest.mark.parametrize("ends", [("0", "1e-100"), ("-1e100", "1e100")])
def test_no_page_of_a_release_shows_a_number_of_more_than_twenty_digits(ends):
    app = room.sampled()
    for entry, end in zip(app.text_input[:2], ends, strict=True):
        entry.set_value(end)
    app.run()
    room.release(room.decided(app))
    text = "\n".join([room.all_text(app), *(one.label for one in app.expander)])
    assert "10⁻¹⁰" in text or "10⁹" in text
    for one in re.findall(r"\d[\d.,]*", text):
        assert len(re.sub(r"\D", "", one)) <= 20, one
