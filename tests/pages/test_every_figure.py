"""Every figure of every page at the ends of what can be set, and with tables that have no spread.

Plotly checks each figure, and warnings are errors.
"""

import json
import math
import re
import secrets

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from hetdp_core.tables import declare, read_table
from pages.inside.topics import TOPICS
from pages.shared.cache import value
from pages.shared.controls.scenario import read
from pages.shared.controls.state import of_params
from tests.cases import first_and_in_studies
from tests.own_columns import own_column
from tests.pages.app import open_page
from tests.pages.release.room import button
from tests.pages.test_own_table_everywhere import opened
from tests.plotlys import checked

POWERS = {"questions": "x, x², x³ … of a number from 0 to 10"}
SYNTHETIC = {"rows": "Synthetic"}
EXTREMES = {
    "one user": {"n": "1"},
    "one public user": {"n": "1", "public": "100"},
    "two users, all public": {"n": "2", "public": "100"},
    "two users, one level, no spread": {"n": "2", "low": "1", "high": "1", "spread": "0"},
    "strict": {"low": "1e-6", "high": "1e-6", "spread": "0"},
    "nobody asks": {"public": "100", **SYNTHETIC},
    "least records": {**SYNTHETIC, "records": "10", "dimension": "1"},
    "no correlation, one report": {"q": "0", "reports": "1"},
    "full correlation, two features": {"q": "1", "d": "2"},
    "all sensitive": {"q": "1", "d": "2", "sensitive": "2"},
    "one stream, no question": {**POWERS, "runs": "1", "budget": "0.05", "eps_question": "10"},
}
FIGURES = [
    *first_and_in_studies(
        (("heterogeneous_mean", setting) for setting in list(EXTREMES)[4::-1]), 3
    ),
    *first_and_in_studies((("feature_privacy", setting) for setting in list(EXTREMES)[7:10]), 2),
    *first_and_in_studies((("ridge", setting) for setting in list(EXTREMES)[6:1:-1]), 2),
    ("privacy_odometer", "one stream, no question"),
]
"""Of each topic, the settings that it reads."""

BOUNDS = {"sbp": (70.0, 200.0), "age": (0.0, 120.0)}


def own(rows):
    """A table of (sbp, age, ε); the middle of what an age may be is 60."""
    text = "sbp,age,epsilon\n" + "".join(f"{s},{a},{e}\n" for s, a, e in rows)
    raw = read_table(text.encode())
    columns = [own_column(name, bounds=BOUNDS.get(name)) for name in raw.names]
    token = secrets.token_hex(6)
    return declare(raw, columns, f"own:{token}"), token


TABLES = {
    "constant columns": [(100, 40, 1 + row % 3) for row in range(40)],
    "two rows": [(100, 30, 1), (110, 40, 2)],
    "label at the middle, three rows": [(100, 60, 1), (101, 60, 1), (102, 60, 1)],
    "label at the middle": [(100 + row, 60, 1 + row % 2) for row in range(40)],
    "label at the middle, all public": [(100 + row, 60, "inf") for row in range(40)],
    "all public": [(100 + row, 30 + row, "inf") for row in range(40)],
    "all public, constant label": [(100 + row, 40, "inf") for row in range(60)],
}


def views_of(topic, state):
    yield topic.view(state)
    yield topic.card(state, read(state))
    for views in topic.stills(state).values():
        yield from views


def along(figure, frames, name):
    """All numbers along an axis, in any frame."""
    letter, key = name[0], name.replace("axis", "")
    for place, trace in enumerate(figure.data):
        if trace.get(f"{letter}axis", letter) == key:
            moving = {} if frames is None else frames.traces.get(place, {})
            yield from (one for one in (trace.get(letter), moving.get(letter)) if one is not None)


def assert_readable(figure, frames):
    checked(figure)
    for name, axis in figure.layout.items():
        if not name[1:].startswith("axis"):
            continue
        span = axis.get("range")
        if span is not None and axis.get("type") != "category":
            low, high = map(float, span)
            assert math.isfinite(low)
            assert math.isfinite(high)
            assert low != high
        if axis.get("type") == "log":
            numbers = [np.asarray(one, dtype=float).ravel() for one in along(figure, frames, name)]
            assert span is not None or any(np.any(one > 0) for one in numbers)
            assert not any(np.any(one <= 0) for one in numbers), name
    moving = {} if frames is None else frames.layout
    assert all(np.all(np.isfinite(r)) for path, r in moving.items() if path.endswith(".range"))


def assert_whole(figure):
    """Nothing is written that is no number, and on every axis that is seen something is drawn."""
    written = json.dumps(figure.to_dict(), default=str)
    assert not re.search(r"(?<![a-z])(nan|undefined|None)(?![a-z])", written)
    for name, axis in figure.layout.items():
        if name[1:].startswith("axis") and axis.get("visible", True):
            parts = along(figure, None, name)
            drawn = pd.Series([entry for part in parts for entry in np.ravel(part)], dtype=object)
            assert not drawn.replace([math.inf, -math.inf], math.nan).dropna().empty, name


@pytest.mark.parametrize(("topic", "setting"), FIGURES)
def test_every_figure_of_a_topic_can_be_read(topic, setting):
    for view in views_of(TOPICS[topic], of_params(EXTREMES[setting])):
        assert_readable(view.figure, view.frames)
        assert_readable(view.still, None)
        assert_whole(view.still)
        value(view.numbers)


@pytest.mark.parametrize("page", [None, *TOPICS, "release", "decision"])
@pytest.mark.parametrize("setting", first_and_in_studies(EXTREMES, 2))
def test_every_page_opens_with_such_settings(setting, page):
    open_page(page, **EXTREMES[setting])


PLACES = [
    *((page, {}) for page in (None, "release", "decision")),
    ("heterogeneous_mean", {"view": "A real column"}),
    ("feature_privacy", {"feature_view": "A real dataset"}),
    ("feature_privacy", {"feature_view": "Least squares"}),
    *(("ridge", {TOPICS["ridge"].tabs_key: tab}) for tab in TOPICS["ridge"].titles),
]
"""Where a table of one's own is used."""


@pytest.mark.parametrize(("page", "tab"), PLACES)
@pytest.mark.parametrize("table", first_and_in_studies(TABLES))
def test_every_tab_opens_with_tables_that_have_little_to_show(table, page, tab):
    app = opened(page, own=own(TABLES[table]), **tab)
    if page == "ridge" and table != "two rows":
        app.session_state[f"target_{app.session_state['own_table_in_use'].dataset.info.key}"] = (
            "age"
        )
        app.run()


@pytest.mark.parametrize("table", first_and_in_studies(TABLES))
def test_the_report_of_all_pages_is_made_with_such_tables(table):
    app = opened(None, own(TABLES[table]), {"share": True})
    button(app, "Report: all pages").click().run()


def figures_of(table, topic):
    """Check every figure of a topic with a table of one's own, whose ages are predicted."""
    import streamlit as st

    from pages.inside.topics import TOPICS
    from pages.shared.controls.state import of_params
    from tests.pages.app import in_use
    from tests.pages.test_every_figure import TABLES, assert_readable, own, views_of

    dataset, token = own(TABLES[table])
    st.session_state.update(in_use(dataset, token))
    st.session_state[f"target_{dataset.info.key}"] = "age"
    drawn = [*views_of(TOPICS[topic], of_params({"dataset": "My own table"}))]
    for view in drawn:
        assert_readable(view.figure, view.frames)
        assert_readable(view.still, None)
    st.session_state["drawn"] = len(drawn)


C15 = ("label at the middle, three rows", "all public, constant label", "constant columns")


@pytest.mark.parametrize("topic", ["ridge", "heterogeneous_mean"])
@pytest.mark.parametrize("table", first_and_in_studies(C15))
def test_c15_every_figure_is_whole_where_a_label_is_constant_at_the_middle_or_public(table, topic):
    script = AppTest.from_function(
        figures_of, kwargs={"table": table, "topic": topic}, default_timeout=120
    )
    assert script.run().session_state["drawn"] >= 3


@pytest.mark.parametrize("page", [None, "ridge"])
@pytest.mark.parametrize("table", C15[:2])
def test_c15_overview_and_ridge_open_with_a_constant_label(table, page):
    app = opened(page, own=own(TABLES[table]))
    app.session_state[f"target_{app.session_state['own_table_in_use'].dataset.info.key}"] = "age"
    app.run()
    assert not app.error
