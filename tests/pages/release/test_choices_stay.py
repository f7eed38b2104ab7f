"""What was chosen for a table stays over a visit to another page and a change of its kind."""

import pytest

from tests.pages.app import go_to
from tests.pages.release import room

C09 = "score,age,wish\n" + "".join(
    f"{37 + k},{20 + k},{'strict' if k % 2 else 'open'}\n" for k in range(60)
)
GERMAN = "hours;gruppe;height\n" + "".join(
    f"{k % 9}.5;{('rot', 'blau')[k % 2]};1,{50 + k}\n" for k in range(30)
)
CHOICES = {
    "c09": (C09, "score", "wish", {"ε of “open”": "2", "ε of “strict”": "0,2"}),
    "another mark": (GERMAN, "hours", "gruppe", {"ε of “blau”": "1", "ε of “rot”": "0.5"}),
}
"""Of each file: what is averaged, who says what is asked, what words mean."""

TYPED = {"Lowest possible value": "0", "Highest possible value": "1e3", "Unit": "points"}


@pytest.fixture(params=CHOICES)
def chosen(request):
    """The page with all of a file chosen and typed, and not yet used."""
    text, averaged, levels, words = CHOICES[request.param]
    chosen = {"Publish the mean of": averaged, "What each person asks for (ε)": levels}
    app = room.say(room.uploaded(text), {"Decimal mark": ".", **chosen, **TYPED, **words})
    assert not app.error
    return app


def held(app):
    """What all controls of the page hold, by their words."""
    widgets = [*app.main.selectbox, *app.main.text_input, *app.main.toggle]
    return {widget.label: widget.value for widget in widgets}


def visit(app, page):
    go_to(app, page)
    return go_to(app, room.PAGE).run()  # a tested app takes up an entry of another page a run late


def test_c09_what_was_chosen_stays_over_another_page_another_mean_and_further_steps(chosen):
    before = held(chosen)
    assert held(visit(chosen, "heterogeneous_mean")) == before
    mean = room.labelled(chosen.selectbox, "Publish the mean of")
    averaged, levels = mean.value, before["What each person asks for (ε)"]
    mean.set_value(next(name for name in mean.options if name not in (averaged, levels))).run()
    assert held(chosen) != before
    room.labelled(chosen.selectbox, "Publish the mean of").set_value(averaged).run()
    assert held(chosen) == before
    decision = held(room.decided(chosen))
    assert held(visit(chosen, "lessons")) == decision
    used = chosen.session_state["own_table_in_use"].dataset.info.column(averaged)
    assert (used.bounds, used.unit) == ((0.0, 1000.0), "points")
    assert held(room.press(chosen, "Change the description")) == before


def test_c09_bounds_and_labels_stay_where_a_column_is_of_another_kind_and_back():
    app = room.uploaded(C09)
    room.labelled(app.selectbox, "Publish the mean of").set_value("score").run()
    room.say(app, {room.OTHERS: ["wish"], "Column to describe": "wish"})
    room.labelled(app.text_input[3:], "Lowest possible value").set_value("1").run()
    labels = "Possible labels, separated by commas"
    room.say(app, {"Kind": "category", labels: "strict, open"})
    room.say(app, {"Kind": "number"})
    assert room.labelled(app.text_input[3:], "Lowest possible value").value == "1"
    room.say(app, {"Kind": "category"})
    assert room.labelled(app.text_input, labels).value == "strict, open"


EUROS = "pay,eps\n" + "".join(f"{'€ ' * (k % 10 == 0)}{1000 + k % 7},9.5\n" for k in range(300))
READ, UNREAD = 1003.0, 0.9 * 1003.0 + 0.1 * 5000.0
"""The mean with the sign declared, and where 30 cells count as the middle."""


def test_what_is_released_was_read_as_the_description_says_that_is_in_use_at_the_click():
    app = room.uploaded(EUROS)
    room.say(app, {"Lowest possible value": "0", "Highest possible value": "10000"})
    found: list[float] = []
    for sign in ("€", "", "€"):
        room.labelled(app.text_input, "Signs to ignore in numbers").set_value(sign).run()
        room.release(room.promised(room.decided(app)))
        found.append(app.session_state["releases_of_this_session"][-1].release.receipt.released)
        app.checkbox[0].set_value(True).run()  # checked, and left for another description
        room.press(app, "Change the description")
    assert found == pytest.approx([READ, UNREAD, READ], abs=150.0)  # the noise has a scale of 3.5
