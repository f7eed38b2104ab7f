"""A table with a column of levels: whoever is in it keeps her own ε, wherever it is looked at."""

import numpy as np
import pytest

from hetdp_core.datasets import Column
from hetdp_core.figures.text import number, within
from hetdp_core.mean.column import estimate_column, estimate_column_by_levels
from hetdp_core.profiles import make_profile
from hetdp_core.tables import declare, guess_schema, read_table
from pages.shared.controls import users
from pages.shared.controls.state import defaults
from tests.pages.app import open_page, put, sentences
from tests.pages.test_own_table_everywhere import everything, opened, options_of
from tests.pages.test_release import CSV, table

MEAN = "heterogeneous_mean"
CHOICE = "Who asks for what"
PEOPLE = 120
LEVELS = np.where(np.arange(PEOPLE) % 3, 0.5, 4.0)
AGES = np.round(30.0 + 40.0 * (LEVELS > 1.0) + np.arange(PEOPLE) % 11, 1)
"""Whoever asks for less privacy is older: to whom a level belongs matters."""

WAGES = np.round(20.0 * AGES + np.arange(PEOPLE) * 37 % 400, 1)


def rows(order=None, levels=LEVELS, name="eps"):
    order = np.arange(PEOPLE) if order is None else order
    lines = (f"{AGES[i]},{levels[i]},{WAGES[i]}\n" for i in order)
    return f"age,{name},wage\n" + "".join(lines)


def declared(text):
    """The table, whatever its columns of levels are called."""
    raw, bounds = read_table(text.encode()), {"age": (0.0, 120.0), "wage": (0.0, 5000.0)}
    columns = [
        Column(one.name, "level", one.name, "", "", "mine", "low")
        if one.name not in bounds
        else one.column(bounds=bounds[one.name])
        for one in guess_schema(raw)
    ]
    return declare(raw, columns), raw.digest


def real_column(text=None, **params):
    return opened(MEAN, declared(text or rows()), view="A real column", **params)


def choice(app):
    return next(one for one in app.selectbox if one.label == CHOICE)


def by_the_profile(app):
    choice(app).set_value("profile").run()
    assert not app.exception
    return app


def estimated(app):
    shown = {metric.label: metric.value for metric in app.metric}["Private estimate"]
    return shown.removesuffix(" years")


def told(found):
    return within(found.private_estimate, found.privacy_half_width)


def test_a_column_is_estimated_with_each_persons_own_level_at_first():
    app = real_column()
    assert choice(app).value == "column"
    rng = np.random.default_rng(0)
    assert estimated(app) == told(estimate_column_by_levels(AGES, (0.0, 120.0), LEVELS, rng=rng))
    assert "nothing is dealt out by chance" in everything(app)
    assert "dealt out at random" not in everything(app)


def test_the_way_back_to_the_profile_deals_its_levels_out_by_chance():
    app = by_the_profile(real_column())
    profile, rng = make_profile(users.read(defaults())), np.random.default_rng(0)
    assert estimated(app) == told(estimate_column(AGES, (0.0, 120.0), profile, rng=rng))
    assert "is dealt out at random (seed 0)" in everything(app)
    assert "keeps their own ε" not in everything(app)


def test_what_is_set_of_the_profile_moves_the_real_column_only_where_the_profile_is_asked():
    app = real_column()
    first = estimated(app)
    put(app, high=7.0)
    assert estimated(app) == first
    dealt = estimated(by_the_profile(app))
    put(app, high=0.7)
    assert estimated(app) != dealt


def test_how_far_the_answer_leans_towards_those_who_ask_for_less_is_said():
    app = real_column()
    found = estimate_column_by_levels(AGES, (0.0, 120.0), LEVELS, rng=np.random.default_rng(0))
    assert f"{number(found.lean)} years from the true mean: so far it leans" in everything(app)
    assert "so far it leans" not in everything(by_the_profile(app))


def test_a_value_that_is_missing_leaves_out_its_persons_level_too():
    text = rows().replace(f"{AGES[0]},{LEVELS[0]},", f",{LEVELS[0]},", 1)
    rng = np.random.default_rng(0)
    left = estimate_column_by_levels(AGES[1:], (0.0, 120.0), LEVELS[1:], rng=rng)
    assert estimated(real_column(text)) == told(left)


@pytest.mark.parametrize("bad", [0.0, np.nan])
def test_a_column_of_levels_that_is_unusable_is_one_sentence(bad):
    dataset, digest = declared(rows(name=f"eps_{bad}"))  # nothing is known of it yet
    dataset.frame.loc[5, f"eps_{bad}"] = bad
    app = opened(MEAN, (dataset, digest), view="A real column")
    (said,) = sentences(app.main.error)
    assert f"epsilon in 'eps_{bad}' must be positive" in said
    choice(app).set_value("profile").run()
    assert not app.main.error


def test_of_two_columns_of_levels_one_is_chosen_and_neither_is_in_the_link():
    lines = [f"{AGES[i]},{LEVELS[i]},1\n" for i in range(PEOPLE)]
    app = real_column("age,eps,epsilon_work\n" + "".join(lines))
    assert options_of(app, "Column of ε") == ["eps", "epsilon_work"]
    assert options_of(app, "Column") == ["age"]
    next(one for one in app.selectbox if one.label == "Column of ε").set_value("epsilon_work").run()
    rng = np.random.default_rng(0)
    alike = estimate_column_by_levels(AGES, (0.0, 120.0), np.ones(PEOPLE), rng=rng)
    assert estimated(app) == told(alike)
    assert "eps" not in str({key: app.query_params[key] for key in app.query_params})


@pytest.mark.parametrize("text", ["age,wage\n" + "30,9\n40,8\n" * 50, None])
def test_where_no_column_says_it_there_is_nothing_to_choose(text):
    """A table without levels, or a shipped one."""
    app = real_column(text) if text else open_page(MEAN, view="A real column")
    assert CHOICE not in [one.label for one in app.selectbox]
    assert "is dealt out at random (seed 0)" in everything(app)


def test_another_table_begins_with_its_own_column_again():
    app = by_the_profile(real_column())
    app.session_state["own_table_in_use"], _ = table(CSV)
    app.run()
    assert choice(app).value == "column"


@pytest.mark.parametrize("name", ["eps_*b*_[x](http://h)", "eps_$x$"])
def test_the_name_of_the_column_is_shown_letter_by_letter(name):
    app = real_column(rows(name=name))
    assert name not in everything(app)
    assert "everybody keeps their own ε" in everything(app)
