"""Where bounds were filled in from cells, every page says so, and no mean is released."""

import pytest

from hetdp_core.tables.columns import READ_OFF
from hetdp_core.tables.edit import with_ranges_read
from tests.pages.app import go_to, open_page, put
from tests.pages.release.room import PAGE, all_text, button, declared, literally

NOTHING_COMPUTED = "nothing that was computed from a value"

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
    """The page with a file whose ranges were filled in from its cells, declared."""
    app = open_page(PAGE)
    app.file_uploader[0].set_value(("mine.csv", text.encode(), "text/csv")).run()
    draft = app.session_state["own_table_draft"]
    read = with_ranges_read(draft.edited, draft.table, draft.table.decimal)
    app.session_state["own_table_draft"] = draft.restarted(read)
    next(one for one in app.selectbox if one.label == "Release the mean of").set_value(column).run()
    for place, end in ends.items():
        app.text_input[place].set_value(end).run()
    return app


def on_the_mean_page(app, column):
    go_to(app, "heterogeneous_mean")
    put(app, dataset="own", own_column=column)
    assert not app.exception
    return all_text(app)


@pytest.mark.parametrize("name", FILES)
def test_c11_bounds_from_the_file_are_said_to_be_that_on_every_page_and_release_nothing(name):
    text, column, ends, bounds = FILES[name]
    app = filled(text, column, ends)
    assert "These bounds were read off the data" in literally(app.caption)
    declared(app)
    info = app.session_state["own_table_in_use"].info.column(column)
    assert (info.bounds, info.bounds_from) == (bounds, READ_OFF)
    assert NOTHING_COMPUTED not in all_text(app)
    assert f"Bounds or labels of **{column}** were **read off the data**" in literally(app.warning)
    assert "must not come from the data" in literally(app.error)
    assert not [one for one in app.button if one.label == "Release now" and not one.disabled]
    go_to(app, "decision").run()
    assert "must not come from the data" in literally(app.main.error)
    said = on_the_mean_page(app, column)
    assert "It is known beforehand" not in said
    assert "The range was read off the data: this number is not private." in said


def test_c11_bounds_typed_by_hand_are_known_beforehand_and_let_it_be_released():
    app = declared(filled(C11, "score", {0: "0", 1: "300"}))
    assert NOTHING_COMPUTED in all_text(app)
    assert not app.warning
    assert button(app, "Release now")
    said = on_the_mean_page(app, "score")
    assert "It is known beforehand" in said
    assert "read off" not in said
