"""What was chosen for a table stays over a visit to another page and a change of its kind."""

import pytest

from tests.pages.app import go_to, open_page
from tests.pages.release.room import PAGE, button, declared

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


def brought(text):
    app = open_page(PAGE)
    app.file_uploader[0].set_value(("mine.csv", text.encode(), "text/csv")).run()
    assert not app.exception
    return app


def labelled(widgets, label):
    return next(widget for widget in widgets if widget.label == label)


def chosen(name):
    """The page with all of a file chosen and typed, and nothing declared."""
    text, averaged, levels, words, decimal = CHOICES[name]
    app = brought(text)
    labelled(app.selectbox, "Decimal mark").set_value(decimal).run()
    labelled(app.selectbox, "Release the mean of").set_value(averaged).run()
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
    mean, averaged = labelled(app.selectbox, "Release the mean of"), CHOICES[name][1]
    other = next(one for one in mean.options if one not in (averaged, CHOICES[name][2]))
    mean.set_value(other).run()
    assert held(app) != before
    labelled(app.selectbox, "Release the mean of").set_value(averaged).run()
    assert held(app) == before
    every = app.toggle(key="release_declare_every")
    every.set_value(True).run()
    row = app.data_editor[0].value.set_index("column").loc[averaged]
    assert (row["low"], row["high"], row["unit"]) == ("0", "1000", "points")
    app.toggle(key="release_declare_every").set_value(False).run()
    assert {**held(app), "Highest possible value": "1e3"} == before


def edit(app, cells):
    state = {"edited_rows": cells, "added_rows": [], "deleted_rows": []}
    app.session_state[app.data_editor[0].key] = state
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize("name", ["c09", "another decimal mark"])
def test_c09_bounds_labels_and_levels_stay_where_a_column_is_of_another_kind_and_back(name):
    text, averaged, levels, words, decimal = CHOICES[name]
    app = brought(text)
    labelled(app.selectbox, "Decimal mark").set_value(decimal).run()
    app.toggle(key="release_declare_every").set_value(True).run()
    names = app.data_editor[0].value["column"].tolist()
    number, asking = names.index(averaged), names.index(levels)
    bounds = {"low": "0", "high": "1000"}
    edit(app, {number: bounds, asking: {"use": True, "kind": "level"}})
    for label, level in words.items():
        labelled(app.text_input, label).set_value(level).run()
    for kinds in (("category", "category"), ("number", "level")):
        cells = {number: {**bounds, "kind": kinds[0]}}
        edit(app, {**cells, asking: {"use": True, "kind": kinds[1]}})
    row = app.session_state["own_table_draft"].edited.iloc[number]
    assert (row["low"], row["high"]) == ("0", "1000")
    assert {label: held(app)[label] for label in words} == words


@pytest.mark.parametrize("name", CHOICES)
def test_c09_what_was_declared_stays_over_a_visit_to_another_page_and_when_declared_again(name):
    app = declared(chosen(name))
    before = held(app)
    go_to(app, "decision").run()
    go_to(app, PAGE).run()
    assert held(app) == before
    column = app.session_state["own_table_in_use"].info.column(CHOICES[name][1])
    assert (column.bounds, column.unit) == ((0.0, 1000.0), "points")
    button(app, "Declare it again, or bring another").click().run()
    again = {**held(app), "Highest possible value": "1e3"}
    assert again == held(chosen(name)) | {"Highest possible value": "1e3"}
