"""The address says what the controls hold: opened in a fresh session it is the same again.

A preset is one click, the same on every page, and in the address while it holds.
"""

from dataclasses import dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.shared import private_names
from pages.shared.controls import address, catalog, state
from pages.shared.controls.address import PRESET, PRESETS
from tests.pages.app import ELSEWHERE, go_to, headline, open_page, prose, put, sentences
from tests.pages.release.room import with_table

PAGES = ("heterogeneous_mean", "feature_privacy", "ridge")
QUICK = [name for name in PRESETS if name != "stress"]
"""Presets that every page draws at once."""


def held(app):
    """What every control of the app holds, drawn or not; of another table another column."""
    known = {control.key for control in catalog.ALL} & app.session_state.keys()
    return state._completed({key: app.session_state[key] for key in known})


def meant(app):
    """What the app's address means to a new reader."""
    listed = {
        key: given if isinstance(given, list) else [given]
        for key, given in app.query_params.items()
    }
    return address.state_of(listed)


def own(app, state):
    """Of a state what the address of the app's page holds."""
    return {key: state[key] for key in app.session_state["controls_of_this_page"]}


def agrees(app):
    """Whether the address means what the controls of its page hold."""
    return own(app, meant(app)) == own(app, held(app))


def choose(app, preset):
    return app.menu_button(key="preset_menu").click(preset).run()


def test_the_address_names_a_preset_while_it_holds_and_else_says_what_is_left_of_it():
    app = open_page("heterogeneous_mean", preset="two_groups")
    assert "preset" not in put(app, n=30).query_params
    assert put(app, n=200).query_params["preset"] == "two_groups"
    put(app, high=0.3)
    assert "200 people" in headline(app)
    again = open_page("heterogeneous_mean", **app.query_params)
    assert headline(again) == headline(app)
    assert own(app, held(again)) == own(app, held(app)) == own(app, meant(app))


@pytest.mark.parametrize("page", ["heterogeneous_mean", "feature_privacy"])
def test_a_preset_goes_along_to_another_page(page):
    app = go_to(open_page("ridge", preset="public_few"), page)
    assert meant(app) == PRESETS["public_few"].state == held(app)
    assert app.query_params["preset"] == "public_few"


def test_an_address_holds_what_its_page_sets_and_what_pages_share_and_the_session_all():
    app = open_page("feature_privacy", preset="paper_features", d="12", q="0.4")
    put(app, sensitive=5)
    assert (meant(app)["d"], meant(app)["sensitive"]) == (12, 5)
    app = go_to(app, "heterogeneous_mean")
    assert set(app.query_params) == {"q", "v"}
    app = go_to(app, "feature_privacy")
    assert (held(app)["d"], held(app)["sensitive"]) == (12, 5)


def test_a_link_that_says_what_other_pages_set_sets_it_and_is_left_as_it_is_until_one_moves():
    app = open_page("heterogeneous_mean", d="12", n="50")
    assert app.query_params == {"d": "12", "n": "50"}
    put(app, n=60)
    assert set(app.query_params) == {"n", "v"}
    assert held(go_to(app, "feature_privacy"))["d"] == 12


@pytest.fixture
def back(monkeypatch):
    """The app after the browser's Back led to an address."""

    def lead(app, **params):
        monkeypatch.setattr(private_names, "went_back_or_forward", lambda: True)
        app.query_params = params
        app.run()
        monkeypatch.undo()
        return app

    return lead


def test_back_sets_what_the_address_speaks_of_and_leaves_alone_what_other_pages_set(back):
    app = go_to(open_page("feature_privacy", d="12"), "heterogeneous_mean")
    app = back(put(app, n=60), n="50", v="2")
    assert (held(app)["n"], held(app)["d"]) == (50, 12)
    assert (held(back(app))["n"], held(app)["d"]) == (1000, 12)
    assert held(back(app, d="11"))["d"] == 11


def test_back_from_a_preset_takes_back_what_it_did_to_all_pages(back):
    app = choose(open_page("feature_privacy"), "correlated")
    assert held(app) == PRESETS["correlated"].state
    assert held(back(app)) == state.defaults()
    assert held(back(app, preset="correlated")) == PRESETS["correlated"].state


def set_elsewhere(app):
    """What the page says that another page set."""
    told = [text for text in sentences(app.main.markdown) if text.startswith(ELSEWHERE)]
    return [text.removeprefix(ELSEWHERE) for text in told]


def test_what_another_page_set_is_told_with_a_way_back_and_what_was_set_here_or_linked_is_not():
    app = put(open_page("heterogeneous_mean", low="0.02"), n=420, high=5.0)
    assert set_elsewhere(app) == []
    app = go_to(app, "ridge")
    assert set_elsewhere(app) == ["Least private ε = 5"]  # n is no setting of this page
    assert set_elsewhere(put(app, high=7.0)) == []
    app = go_to(app, "heterogeneous_mean")
    assert set_elsewhere(app) == ["Least private ε = 7"]
    everybody = catalog.sections.EVERYBODY
    assert everybody.labelled(value=True) == f"{everybody.label}: on"
    back_to = next(each for each in app.button if each.label == "Back to defaults")
    app = back_to.click().run()
    assert (set_elsewhere(app), held(app)["high"], held(app)["n"]) == ([], 10.0, 420)
    app = go_to(put(with_table(), dataset="own"), "heterogeneous_mean")
    assert set_elsewhere(app) == ["Dataset: My own table"]  # whose columns are in no link


def test_a_page_offers_the_settings_that_are_about_it_and_marks_the_one_that_holds():
    offered = {page: open_page(page).menu_button(key="preset_menu").options for page in PAGES}
    of_ridge = PRESETS["paper_ridge"].title
    assert [page for page in PAGES if of_ridge in offered[page]] == ["ridge"]
    assert all(PRESETS["first"].title in titles for titles in offered.values())
    menu = open_page("ridge", preset="paper_ridge").menu_button(key="preset_menu")
    assert (menu.label, f"✓ {of_ridge}" in menu.options) == ("Start from a setting", True)


def test_a_control_that_is_drawn_no_more_stays_in_the_address():
    app = open_page("heterogeneous_mean", profile="Two groups", strict="30")
    app.selectbox(key="profile").set_value("log_uniform").run()
    assert meant(app)["strict"] == 30
    app.selectbox(key="profile").set_value("two_groups").run()
    assert app.session_state["strict"] == 30


def test_the_address_of_a_first_visit_is_left_as_it_is_and_says_nothing_of_defaults():
    assert open_page("heterogeneous_mean").query_params == {}
    app = open_page("heterogeneous_mean", n="5e1")
    assert app.query_params == {"n": "5e1"}
    assert set(put(app, n=1000).query_params) <= {state.VERSION_KEY}


def test_predictors_that_made_room_for_the_target_are_in_the_address_at_once():
    app = choose(open_page("ridge"), QUICK[0])  # a preset sets every control, predictors too
    app.selectbox(key="target_nhefs").set_value("race").run()
    assert "race" not in held(app)["features_nhefs"]
    assert agrees(app)


def widgets(app):
    """The widgets of the scenario that a page draws, with their controls."""
    kinds = (app.selectbox, app.slider, app.toggle, app.text_input)
    drawn = [widget for kind in kinds for widget in kind] + list(app.multiselect)
    scenario = {control.key: control for control in catalog.ALL} | {"column": None}
    return rows(app) + [(scenario[one.key], one) for one in drawn if scenario.get(one.key)]


@dataclass(frozen=True)
class Row:
    """A number in a row, set as by the browser."""

    app: AppTest
    key: str

    def set_value(self, value):
        self.app.session_state[self.key] = value
        return self.app


def rows(app):
    """The numbers without a slider of the scenario that a page draws, with their controls."""
    scenario = {control.key: control for control in catalog.ALL if control.slider is None}
    drawn = [str(one.key).removesuffix("_row") for one in app.get("bidi_component")]
    return [(scenario[key], Row(app, key)) for key in drawn if key in scenario]


def another_value(control, factor):
    """A value near the control's first, so that nothing large is computed."""
    if control.kind == "flag":
        return not control.start
    if control.kind == "text":
        return control.start
    if control.kind == "several":
        return list(control.options)[:1]
    if control.options is not None:
        options = [key for key in control.options if key not in ("own", "uploaded")]
        return options[round(4 * factor) % len(options)]
    value = min(max(control.start * factor, control.low), control.high)
    return round(value) if control.kind == "whole" else value


def act(app, kind, number, factor):
    if kind == "page":
        return go_to(app, PAGES[number % len(PAGES)])
    if kind == "preset":
        return choose(app, QUICK[number % len(QUICK)])
    drawn = [one for one in widgets(app) if one[0].key != "column"]
    control, widget = drawn[number % len(drawn)]
    return widget.set_value(another_value(control, factor)).run()


ACTS = st.tuples(
    st.sampled_from(["page", "preset", "control", "control"]),
    st.integers(0, 40),
    st.sampled_from([0.5, 0.75, 1.0, 1.25, 2.0]),
)


def an_address_opens_what_was_left(acts):
    app = open_page(PAGES[0])
    for one in acts:
        app = act(app, *one)
        assert agrees(app)
    page = next(
        (PAGES[n % len(PAGES)] for kind, n, _ in reversed(acts) if kind == "page"), PAGES[0]
    )
    again = open_page(page, **app.query_params)
    assert own(app, held(again)) == own(app, held(app))
    if not app.error:
        assert headline(again) == headline(app)


@settings(max_examples=4)
@given(st.lists(ACTS, min_size=2, max_size=5))
@example([("preset", 1, 0.5), ("page", 2, 0.5), ("control", 0, 0.5)])  # told above the figure
def test_whatever_is_done_the_address_opens_it_again(acts):
    an_address_opens_what_was_left(acts)


@pytest.mark.slow
@settings(max_examples=200)  # each is up to fifteen runs of pages
@given(st.lists(ACTS, min_size=2, max_size=15))
def test_whatever_is_done_for_long_the_address_opens_it_again(acts):
    an_address_opens_what_was_left(acts)


def test_where_records_say_how_many_people_there_are_nobody_is_asked_for_their_number():
    assert "n" not in [control.key for control, _ in rows(open_page("ridge"))]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_says_only_what_the_controls_accept(name):
    params = {key: [value] for key, value in PRESETS[name].params.items()}
    assert set(params) <= set(catalog.BY_KEY)
    assert catalog.url_notices(params) == []
    for key, text in PRESETS[name].params.items():
        assert PRESETS[name].state[key] == catalog.BY_KEY[key].parse([text])


SHOWN_ON = [
    (name, page)
    for name, preset in PRESETS.items()
    for page in preset.pages
    if (name, page) != ("stress", "heterogeneous_mean")  # `test_costs`
]


@pytest.mark.parametrize(("name", "page"), SHOWN_ON)
def test_every_page_draws_the_presets_that_are_about_it(name, page):
    app = open_page(page, preset=name)
    assert not app.error
    assert not app.warning
    assert app.query_params[PRESET] in (name, [name])
    shown = [key for key in PRESETS[name].state if key in app.session_state]
    for key in shown:
        assert app.session_state[key] == PRESETS[name].state[key], key


def test_what_else_a_link_says_goes_before_the_preset():
    app = open_page("heterogeneous_mean", preset="two_groups", n="50")
    assert app.session_state["n"] == 50
    assert app.session_state["profile"] == "two_groups"
    assert PRESET not in app.query_params


@pytest.mark.parametrize("params", [{"preset": "cats"}, {"v": "99"}, {"v": "x"}])
def test_an_unknown_preset_or_version_is_named(params):
    app = open_page(**params)
    assert "preset=cats" in (said := prose(app.warning)) or "version" in said


def test_presets_do_not_repeat_each_other_but_for_those_that_are_as_at_first():
    moved = [state.packed(preset.state) for preset in PRESETS.values()]
    others = [text for text in moved if text != state.packed(state.defaults())]
    assert len(set(others)) == len(others)
