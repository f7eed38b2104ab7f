"""Where bounds were filled in from cells, every page says so, and no mean is released."""

import pytest

from hetdp_core.tables.columns import READ_OFF
from tests.cases import first_and_in_studies
from tests.pages.app import go_to, put
from tests.pages.release.room import all_text, checked, labelled, literally, press, uploaded

MEAN = "Publish the mean of"

C11 = "score,age,epsilon\n" + "".join(
    f"{137 + k % 50},{20 + k % 50},{0.2 if k % 2 else 1.0}\n" for k in range(60)
)
FILES = {
    "c11": (C11, "score", {}, (137.0, 186.0)),
    "one end was typed": (C11, "score", {0: "0"}, (0.0, 186.0)),
    "both ends are near": (C11, "score", {0: "136.9", 1: "186.1"}, (136.9, 186.1)),
    "decimal commas": (
        "weight;age\n" + "".join(f"{60 + k},5;{20 + k}\n" for k in range(40)),
        "weight",
        {},
        (60.5, 99.5),
    ),
    "a column of two": ("visits,age\n" + "0,20\n3,30\n" * 30, "visits", {}, (0.0, 3.0)),
}


def filled(text, column, ends):
    """The step Describe with the column's bounds filled in from its cells, then typed over."""
    app = uploaded(text)
    labelled(app.selectbox, MEAN).set_value("age").run()
    app.toggle[-1].set_value(True).run()
    labelled(app.multiselect, "Other columns to use").set_value([column]).run()
    press(app, "Fill in from the file (not private)")
    app.toggle[-1].set_value(False).run()
    labelled(app.selectbox, MEAN).set_value(column).run()
    for place, end in ends.items():
        app.text_input[place].set_value(end).run()
    return app


def on_the_mean_page(app, column):
    go_to(app, "heterogeneous_mean")
    put(app, dataset="own", own_column=column)
    return all_text(app)


@pytest.mark.parametrize("name", first_and_in_studies(FILES, 2))
def test_c11_bounds_from_the_file_are_said_to_be_that_on_every_page_and_release_nothing(name):
    text, column, ends, bounds = FILES[name]
    app = filled(text, column, ends)
    assert "These bounds were read off the data" in literally(app.caption)
    checked(app)
    info = app.session_state["own_table_in_use"].info.column(column)
    assert (info.bounds, info.bounds_from) == (bounds, READ_OFF)
    assert f"Bounds or labels of **{column}** were **read off the data**" in literally(app.warning)
    press(app, "Continue")
    assert "must not come from the data" in literally(app.error)
    assert not [one for one in app.button if one.label.endswith(" …")]
    assert "The range was read off the data: not private" in on_the_mean_page(app, column)


def test_c11_bounds_typed_by_hand_are_known_beforehand_and_let_it_be_released():
    app = checked(filled(C11, "score", {0: "0", 1: "300"}))
    assert not app.warning
    press(app, "Continue")
    assert [one for one in app.button if one.label.endswith(" …")]
    assert "read off" not in on_the_mean_page(app, "score")
