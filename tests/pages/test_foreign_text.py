"""Text that is not ours leaves for the browser escaped, wherever a page puts it.

Pages are run with a table whose columns are named in Markdown and HTML, and all that they send is
searched for these names.  What a browser makes of it: `tests/browser/test_foreign_text.py`.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.text.notices import literal
from tests.pages.release.room import press, release, table, uploaded, with_table
from tests.pages.test_own_table_everywhere import opened

RAW = "![x](//host/x)<b>"
MARKDOWN, IN_FIGURES = "!\\[x\\](//host/x)\\<b\\>", "![x](//host/x)&lt;b&gt;"
ROWS = "".join(f"{i % 7},{i % 11},{i % 5}\n" for i in range(500))
HOSTILE = ",".join(f"{RAW}{one}" for one in "abc") + f"\n{ROWS}"

AS_THEY_ARE = {
    ("Selectbox", "options"),
    ("Selectbox", "raw_value"),
    ("MultiSelect", "options"),
    ("MultiSelect", "raw_values"),
    ("Code", "code_text"),
}
"""What Streamlit shows letter by letter, by message and field."""

FIGURE = ("BidiComponent", "json")
"""Ours: it shows names and tables letter by letter, and leaves the figure to plotly."""

CASES = {
    "heterogeneous_mean": ("view", "A real column"),
    "feature_privacy": ("feature_view", "A real dataset"),
    "ridge": ("ridge_view", "Coefficients"),
}


def sent(app: AppTest) -> list[tuple[tuple[str, str], str]]:
    """((message, field), text) of all texts that a page has sent."""
    protos = (getattr(node, "proto", None) for node in nodes(app._tree))
    return [found for proto in protos if proto is not None for found in texts(proto)]


def nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", {}).values():
        yield from nodes(child)


def texts(message: Any) -> Iterator[tuple[tuple[str, str], str]]:
    for field, value in message.ListFields():
        single = isinstance(value, str | bytes | int | float) or hasattr(value, "ListFields")
        for one in [value] if single else value:
            if hasattr(one, "ListFields"):
                yield from texts(one)
            elif isinstance(one, str):
                yield (message.DESCRIPTOR.name, field.name), one


def figure_in(text: str) -> str:
    """What plotly gets of a figure, as it reads it; "" where it travels apart, or for others."""
    data = json.loads(text)
    content = data.get("content", "{}") if isinstance(data, dict) else "{}"
    return json.dumps(json.loads(content), ensure_ascii=False)


def assert_escaped(app: AppTest, where: str) -> None:
    """Everywhere, and at least once in what `where` names ("Markdown", "figures")."""
    found = sent(app)
    figures = [figure_in(text) for place, text in found if place == FIGURE]
    others = [text for place, text in found if place not in AS_THEY_ARE | {FIGURE}]
    assert [text for text in (*figures, *others) if RAW in text] == []
    seen = {"figures": IN_FIGURES in "".join(figures), "Markdown": MARKDOWN in "".join(others)}
    assert seen[where]


@pytest.mark.parametrize("page", CASES)
def test_names_of_columns_are_escaped_in_figures_and_all_around_them(page: str) -> None:
    key, tab = CASES[page]
    assert_escaped(opened(page, own=table(HOSTILE), **{key: tab}), "figures")


def test_names_of_columns_are_escaped_in_labels() -> None:
    app = opened("feature_privacy", own=table(HOSTILE), feature_view="Least squares")
    assert_escaped(app, "figures")
    assert literal(f"{RAW}c") in next(one.label for one in app.multiselect if "Pred" in one.label)


def test_a_release_and_its_receipt_escape_the_name_of_the_column() -> None:
    assert_escaped(release(with_table(table(HOSTILE))), "Markdown")


def test_the_decision_room_escapes_the_name_of_the_column() -> None:
    app = with_table(table(HOSTILE))
    assert_escaped(app, "Markdown")
    assert_escaped(press(release(app), "Compare the options again"), "Markdown")


def test_words_that_ask_for_levels_are_escaped_while_the_table_is_declared() -> None:
    app = uploaded("days,wish\n" + f"3,{RAW}\n9,open\n" * 40)
    next(one for one in app.selectbox if one.label == "Publish the mean of").set_value("days").run()
    levels = next(one for one in app.selectbox if one.label == "What each person asks for (ε)")
    assert_escaped(levels.set_value("wish").run(), "Markdown")
    entries = [one for one in app.text_input if one.label.startswith("ε of")]
    assert len(entries) == 2
    assert_escaped(entries[0].set_value("none").run(), "Markdown")
