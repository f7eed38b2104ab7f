"""What several releases of a session add up to, and whose wish they go beyond."""

import re

import numpy as np
import pytest

from hetdp_core.figures.formats import number
from tests.pages.app import sentences
from tests.pages.release.room import (
    CSV,
    MEAN,
    all_text,
    bounds,
    decided,
    press,
    promised,
    put_to_use,
    receipts,
    release,
    sampled,
    say,
    steps_of,
    table,
    uploaded,
    with_table,
)


def test_each_release_is_confirmed_anew_kept_and_added_up():
    app = release(with_table())
    assert app.checkbox[0].value is False
    assert "about **age**" in app.checkbox[0].label
    assert "release 2 counted here" in all_text(app)
    press(app, "Compare the options again")
    app.selectbox(key="release_column").set_value("wage").run()
    release(app)
    assert len(receipts(app)) == 2
    assert "mean of 'wage'" in receipts(app)[0]  # the latest first
    assert "mean of 'age'" in receipts(app)[1]
    third = app.dataframe[-1].value["with earlier releases ε"].tolist()
    assert third[0] == "0.6"


def test_before_a_second_release_it_is_said_how_many_give_more_than_they_asked_for():
    app = promised(with_table())
    assert not any("Taken together" in box.value for box in app.warning)
    release(app)
    own = app.session_state["own_table_in_use"].dataset
    (said,) = (box.value for box in app.warning if "Taken together" in box.value)
    plan = app.session_state["releases_of_this_session"][0].release
    beyond = int(np.sum(2.0 * plan.guaranteed > own.frame["eps"] * (1.0 + 1e-9)))  # rounding
    assert beyond > 0
    assert f"Taken together, {beyond:,} people give more than their level." in said


def test_the_receipt_says_how_many_gave_more_than_they_ask_for():
    app = release(with_table())
    assert "more than their epsilon in the table" not in receipts(app)[0]
    (said,) = (box.value for box in app.warning if "Taken together" in box.value)
    (people,) = re.findall(r"Taken together, ([\d,]+) people", said)
    assert (
        f"{people} people have given more than their epsilon in the table."
        in (receipts(release(app))[0])
    )


def test_one_level_for_all_that_nobody_asked_for_breaks_no_wish():
    app = with_table(table("age\n" + "30\n40\n" * 200))
    release(app)
    assert not any("Taken together" in box.value for box in app.warning)


def test_releases_count_although_the_table_is_declared_anew_or_forgotten():
    app = release(with_table())
    press(app, "Forget my table")
    assert steps_of(app)[0] == "now"
    assert len(receipts(app)) == 1
    promised(put_to_use(app, *table()))
    assert "release 2 counted here" in all_text(app)
    assert "1 of these releases came from another upload" in all_text(app)
    assert "about other people, start in a new browser tab" in all_text(app)


def added_up_with(text):
    """What the page says a second release would give away, by level asked."""
    app = promised(put_to_use(release(with_table()), *table(text)))
    assert "release 2 counted here" in all_text(app)
    assert len(receipts(app)) == 1
    return app, app.dataframe[-1].value["with earlier releases ε"].tolist()


def ages_of(text, app=None):
    """The page at the step Decide, about the mean of ages of a file."""
    app = uploaded(text, app)
    return decided(bounds(say(app, {MEAN: "age"})))


def test_a_file_that_is_brought_again_is_another_table_whether_or_not_a_cell_has_changed():
    """Nothing public tells whether the cells are the same: each is added up by the worst case."""
    said = []
    for again in (CSV, CSV.replace("30.25,", "31.25,", 1)):
        app = release(ages_of(CSV))
        promised(ages_of(again, press(app, "Upload another file")))
        assert "1 of these releases came from another upload" in all_text(app)
        said.append(app.dataframe[-1].value["with earlier releases ε"].tolist())
    assert said[0] == said[1]


@pytest.mark.parametrize("again", [CSV.replace("30.25,", "31.25,", 1), CSV + "44,1,1000\n"])
def test_of_another_table_everyone_counts_as_its_most_exposed_person(again):
    app, sums = added_up_with(again)
    most = float(app.session_state["releases_of_this_session"][0].release.guaranteed.max())
    assert most > 0.2
    assert sums[0] == number(0.2 + most)
    assert "1 of these releases came from another upload" in all_text(app)


def test_what_everybody_will_have_paid_in_total_stands_before_the_button():
    app = with_table()
    most = float(release(app).session_state["releases_of_this_session"][0].release.guaranteed.max())
    promised = "**release 2 counted here**"
    (said,) = [text for text in sentences(app.markdown) if promised in text]
    assert f"total ε exceeds **{number(2.0 * most)}**. So far it is at most {number(most)}." in said


def test_a_rehearsal_is_never_charged_to_real_people_and_is_counted_by_itself():
    app = release(decided(sampled()))
    assert [fold.label.split(":")[0] for fold in app.expander if "mean of" in fold.label] == [
        "Rehearsal 1"
    ]
    assert "rehearsal 2 counted here" in all_text(app)
    promised(put_to_use(app, table()[0], app.session_state["own_table_in_use"].token))
    assert "**first release counted here**" in all_text(app)
    assert "with earlier releases ε" not in app.dataframe[-1].value or (
        app.dataframe[-1].value["with earlier releases ε"].tolist()
        == app.dataframe[-1].value["guaranteed ε"].tolist()
    )
    release(app)
    latest = app.session_state["releases_of_this_session"][-1]
    assert "This is release" not in latest.text
    assert "Release 1: mean of 'age'" in "".join(fold.label for fold in app.expander)


def test_a_receipt_that_is_brought_is_added_up_once_and_what_is_no_receipt_is_named():
    kept = release(with_table()).session_state["releases_of_this_session"][0]
    app = promised(with_table())  # another session, and a table that may have ten more rows
    assert "first release" in all_text(app)
    brought = app.file_uploader(key="receipts_brought")
    file = ("receipt.json", kept.json.encode(), "application/json")
    brought.set_value([file, file]).run()
    assert "1 release of an earlier session is known here" in all_text(app)
    before = number(kept.release.receipt.most)
    assert "release 2 counted here**: with it nobody's total" in all_text(app)
    assert f"So far it is at most {before}." in all_text(app)
    assert not any("receipt.json" in box.value for box in app.warning)
    assert "receipt.json: it is added up." in all_text(app)
    assert "receipt.json: it is known already, and counts once." in all_text(app)
    app.file_uploader(key="receipts_brought").set_value(
        [("other.json", b'{"most": 1}', "application/json")]
    ).run()
    assert any("other.json: It is no receipt" in box.value for box in app.warning)
    assert "release 2 counted here" in all_text(app)
    app.file_uploader(key="receipts_brought").set_value([file]).run()
    assert not any("is no receipt" in box.value for box in app.warning)
