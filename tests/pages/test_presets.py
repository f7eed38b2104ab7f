"""Named settings: one click, the same on every page, and in the address while they hold."""

import pytest

from pages.inside.topics import TOPICS
from pages.shared.controls import catalog, state
from pages.shared.controls.presets import PRESET, PRESETS
from tests.pages.app import open_page, sentences


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_says_only_what_the_controls_accept(name):
    params = {key: [value] for key, value in PRESETS[name].params.items()}
    assert set(params) <= set(catalog.BY_KEY)
    assert catalog.url_notices(params) == []
    for key, text in PRESETS[name].params.items():
        assert PRESETS[name].state[key] == catalog.BY_KEY[key].parse([text])


SHOWN_ON = {
    "paper_mean": ["heterogeneous_mean"],
    "paper_features": ["feature_privacy"],
    "paper_ridge": ["ridge"],
    "paper_odometer": ["privacy_odometer"],
    "two_groups": ["heterogeneous_mean"],
    "public_few": ["ridge"],
    "correlated": ["feature_privacy", "privacy_odometer"],
    "stress": list(TOPICS)[1:],  # of the mean: `test_costs`
}


@pytest.mark.parametrize(
    ("name", "page"), [(name, page) for name, pages in SHOWN_ON.items() for page in pages]
)
def test_every_page_draws_the_presets_that_are_about_it(name, page):
    app = open_page(page, preset=name)
    assert not app.exception
    assert not app.error
    assert not app.warning
    assert app.query_params[PRESET] in (name, [name])
    shown = [key for key in PRESETS[name].state if key in app.session_state]
    assert {key: app.session_state[key] for key in shown} == {
        key: PRESETS[name].state[key] for key in shown
    }


def test_what_else_a_link_says_goes_before_the_preset():
    app = open_page("heterogeneous_mean", preset="two_groups", n="50")
    assert app.session_state["n"] == 50
    assert app.session_state["profile"] == "two_groups"
    assert PRESET not in app.query_params


@pytest.mark.parametrize("params", [{"preset": "cats"}, {"v": "99"}, {"v": "x"}])
def test_an_unknown_preset_or_version_is_named(params):
    app = open_page(**params)
    assert not app.exception
    assert "preset=cats" in (said := " ".join(sentences(app.warning))) or "version" in said


def test_presets_do_not_repeat_each_other_but_for_those_that_are_as_at_first():
    moved = [state.packed(preset.state) for preset in PRESETS.values()]
    others = [text for text in moved if text != state.packed(state.defaults())]
    assert len(set(others)) == len(others)
