"""A number in one row: what the browser sets is taken where the control accepts it."""

import math

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.controls import catalog, number_row


@pytest.fixture
def row(monkeypatch):
    """What a session holds after the browser sent this for the strictest level."""

    def sent(value, moving=False):
        answer = {"value": value, "serial": 1, "moving": moving}
        monkeypatch.setattr(number_row, "_set", lambda _: answer)
        monkeypatch.setattr(number_row, "_component", lambda *, on_set_change, **_: on_set_change())
        return AppTest.from_function(page).run().session_state

    def page():
        import streamlit as st

        from pages.shared.controls import catalog
        from pages.shared.controls.number_row import number_row

        def tell(value):
            st.session_state["told"] = value

        number_row(catalog.shared.LOW, live=True, on_rest=tell)

    return sent


@pytest.mark.parametrize("value", [0.03, 5, 1e-6, 1000.0])
def test_a_value_that_the_control_accepts_is_held_even_beyond_the_sliders_stops(row, value):
    assert row(value)["low"] == value


@pytest.mark.parametrize(
    "value",
    ["0.03", None, True, math.nan, math.inf, -1, 1e9, [1], pytest.param(10**5000, id="huge")],
)
def test_what_is_no_number_or_beyond_the_limits_changes_nothing(row, value):
    assert row(value)["low"] == 0.01


@pytest.mark.parametrize(("moving", "told"), [(True, []), (False, [0.03])])
def test_what_a_moving_thumb_sets_is_held_and_told_only_once_it_rests(row, moving, told):
    held = row(0.03, moving)
    assert held["low"] == 0.03
    assert ([held["told"]] if "told" in held else []) == told


def test_the_slider_stands_at_the_nearest_stop_by_ratio():
    stops = catalog.shared.LOW.stops
    assert stops[catalog.shared.LOW.nearest_stop(0.0314)] == pytest.approx(0.0314, rel=0.1)
    assert catalog.shared.LOW.nearest_stop(1000.0) == len(stops) - 1


def test_a_linear_slider_stops_at_every_step():
    assert catalog.shared.STRICT_SHARE.stops == tuple(range(101))
    assert catalog.features.TRUE_MEAN.stops[1] == -0.95
