"""Whatever an address says: a page is drawn, no error page, and nothing unlimited is begun."""

import ast
from contextlib import suppress

import pytest
from hypothesis import given

from hetdp_core.errors import HetDPError
from pages.inside.features import controls as feature_controls
from pages.inside.lessons import progress
from pages.inside.odometer import controls as odometer_controls
from pages.inside.ridge import controls as ridge_controls
from pages.shared.controls import address, catalog, scenario, state
from tests.pages import hostile
from tests.pages.app import ROOT, open_page, title

READERS = (feature_controls.read, odometer_controls.read, ridge_controls.read)


def bound_calls():
    """Calls whose value Streamlit binds to the address by itself, and the files they are in."""
    for path in (ROOT / "pages").rglob("*.py"):
        if "bind=" not in (text := path.read_text(encoding="utf-8")):
            continue
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and any(word.arg == "bind" for word in call.keywords):
                yield path, call


def test_every_parameter_is_tried_and_no_number_goes_to_streamlit_unchecked():
    """It fails on infinite ones; texts that name an option are safe."""
    safe = {"selectbox", "multiselect", "segmented_control", "tabs", "toggle", "pagination"}
    names = set()
    for path, call in bound_calls():
        given = {word.arg: ast.unparse(word.value) for word in call.keywords}
        names |= {given["key"].removeprefix("f").strip("'\"")} if "key" in given else set()
        if path.name != "panel.py":
            assert isinstance(call.func, ast.Attribute)
            assert call.func.attr in safe, f"{path.name}:{call.lineno}"
    names -= {"key", "control.key"}
    assert names
    for key in names:  # with "{}" for what is filled in
        assert any(one.startswith(key.partition("{")[0]) for one in hostile.PARAMETERS), key


def means_something_usable(params):
    held = address.state_of(params)
    assert held.keys() == state.defaults().keys()
    assert address.state_of(address.params_of(held)) == held
    assert state.unpacked(state.packed(held)) == held
    for key in held.keys() - {"column"}:
        assert catalog.BY_KEY[key].problem(catalog.BY_KEY[key].written(held[key])) is None
    assert all(len(said) < 1000 for said in address.problems(params))
    progress.read({key: given[-1] for key, given in params.items() if given})
    try:
        shared = scenario.read(held)
    except HetDPError:
        shared = scenario.read(state.defaults())
    for read in READERS:
        with suppress(HetDPError):  # the page says it
            read(held, shared)


@given(hostile.addresses())
def test_every_address_means_something_that_every_control_can_hold(params):
    means_something_usable(params)


def test_no_wrong_value_of_any_parameter_is_more_than_absent():
    for turn in range(0, len(hostile.WRONG), 2):
        means_something_usable(hostile.junk(turn))


@pytest.mark.parametrize("page", hostile.PAGES)
def test_every_page_opens_from_an_address_of_junk_and_says_what_is_unusable(page):
    turns = range(hostile.PAGES.index(page), len(hostile.WRONG), 64)
    for turn in turns:
        app = open_page("" if page == "home" else page, **hostile.junk(turn))
        assert title(app)
        assert len(app.warning) > len(catalog.BY_KEY) / 2


@pytest.mark.parametrize("seed", ["inf", "-inf", "-1e400", "nan", "9" * 5000])
def test_an_infinite_seed_is_absent(seed):
    app = open_page("heterogeneous_mean", seed=seed)
    assert "seed" not in app.session_state
    assert "invalid value (seed=" in app.warning[0].value


def test_a_step_of_thousands_of_digits_is_the_first():
    app = open_page("lessons", lesson="mean", step="9" * 5000)
    assert "step must be a whole number" in app.warning[0].value


def test_levels_too_small_for_floats_are_refused_in_a_sentence():
    said = {"profile": "Levels and counts", "levels": "1e-300, 1", "counts": "1, 1"}
    app = open_page("heterogeneous_mean", **said, view="Methods side by side")
    assert "Levels" in app.error[0].value
