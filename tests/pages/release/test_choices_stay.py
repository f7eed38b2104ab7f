"""What was chosen for a table stays over a visit to another page and a change of its kind."""

import pytest

from tests.pages.app import go_to
from tests.pages.release.room import PAGE, decided, labelled, press, uploaded

C09 = "score,age,wish\n" + "".join(
    f"{37 + k},{20 + k},{'strict' if k % 2 else 'open'}\n" for k in range(60)
)
GERMAN = "hours;gruppe;height\n" + "".join(
    f"{k % 9}.5;{('rot', 'blau', 'gelb')[k % 3]};1,{50 + k}\n" for k in range(30)
)
OWN_LEVELS = "pay,cap,eps\n" + "".join(f"{900 + k},{1 + k % 2},{0.5 + k % 3}\n" for k in range(30))

CHOICES: dict[str, tuple[str, str, str, dict[str, str], str]] = {
    "c09": (C09, "score", "wish", {"ε of “open”": "2", "ε of “strict”": "0,2"}, "."),
    "another decimal mark": (
        GERMAN,
        "hours",
        "gruppe",
        {"ε of “blau”": "1", "ε of “gelb”": "inf", "ε of “rot”": "0.5"},
        ".",
    ),
    "another column of levels": (OWN_LEVELS, "pay", "cap", {}, "."),
}
"""Of each file: what is averaged, who says what is asked, what words mean, the decimal mark."""

WHICH = {"Lowest possible value": "0", "Highest possible value": "1e3", "Unit": "points"}


def chosen(name):
    """The page with all of a file chosen and typed, and nothing declared."""
    text, averaged, levels, words, decimal = CHOICES[name]
    app = uploaded(text)
    labelled(app.selectbox, "Decimal mark").set_value(decimal).run()
    labelled(app.selectbox, "Publish the mean of").set_value(averaged).run()
    labelled(app.selectbox, "What each person asks for (ε)").set_value(levels).run()
    for label, typed in {**WHICH, **words}.items():
        labelled(app.text_input, label).set_value(typed).run()
    assert not app.exception
    assert not app.error
    return app


def held(app):
    """What all controls of the page hold, by their words."""
    widgets = [*app.main.selectbox, *app.main.text_input, *app.main.toggle]
    return {widget.label: widget.value for widget in widgets}


@pytest.mark.parametrize("page", ["heterogeneous_mean", "decision", "lessons"])
@pytest.mark.parametrize("name", CHOICES)
def test_c09_what_was_chosen_of_a_draft_stays_over_a_visit_to_another_page(name, page):
    app = chosen(name)
    before = held(app)
    assert set(WHICH) | set(CHOICES[name][3]) <= set(before)
    go_to(app, page)
    assert not app.exception
    go_to(app, PAGE).run()  # a tested app takes up an entry of another page a run late
    assert held(app) == before


@pytest.mark.parametrize("name", CHOICES)
def test_c09_it_stays_where_another_mean_is_looked_at_or_all_columns_are(name):
    app = chosen(name)
    before = held(app)
    mean, averaged = labelled(app.selectbox, "Publish the mean of"), CHOICES[name][1]
    other = next(one for one in mean.options if one not in (averaged, CHOICES[name][2]))
    mean.set_value(other).run()
    assert held(app) != before
    labelled(app.selectbox, "Publish the mean of").set_value(averaged).run()
    assert held(app) == before
    more = app.toggle[0].set_value(True).run().toggle[0]
    more.set_value(False).run()
    assert held(app) == before


def test_c09_bounds_and_labels_stay_where_a_column_is_of_another_kind_and_back():
    app = uploaded(C09)
    labelled(app.selectbox, "Publish the mean of").set_value("score").run()
    app.toggle[0].set_value(True).run()
    labelled(app.selectbox, "Column to describe").set_value("wish").run()
    labelled(app.text_input[3:], "Lowest possible value").set_value("1").run()
    labelled(app.selectbox, "Kind").set_value("category").run()
    labelled(app.text_input, "Possible labels, separated by commas").set_value("strict, open").run()
    labelled(app.selectbox, "Kind").set_value("number").run()
    assert labelled(app.text_input[3:], "Lowest possible value").value == "1"
    labelled(app.selectbox, "Kind").set_value("category").run()
    assert labelled(app.text_input, "Possible labels, separated by commas").value == "strict, open"


@pytest.mark.parametrize("name", CHOICES)
def test_c09_what_was_declared_stays_over_a_visit_to_another_page_and_when_described_again(name):
    before = held(chosen(name))
    app = decided(chosen(name))
    decision = held(app)
    go_to(app, "heterogeneous_mean").run()
    go_to(app, PAGE).run()  # a tested app takes up an entry of another page a run late
    assert held(app) == decision
    column = app.session_state["own_table_in_use"].info.column(CHOICES[name][1])
    assert (column.bounds, column.unit) == ((0.0, 1000.0), "points")
    assert held(press(app, "Change the description")) == before
