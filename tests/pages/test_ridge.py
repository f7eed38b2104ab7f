"""The page of ridge regression: default, one change, bad input, URL."""

import pytest

from tests.pages.app import open_page, sentences

PAGE = "ridge"
TABS = (
    "Table",
    "Spread",
    "Coefficients",
    "One release",
    "What matters",
    "As printed",
    "Your own table",
    "Run the experiments",
    "How it works",
)
MEDICAL = "Medical cost (SIMULATED)"


def verdict(app):
    return app.main.markdown[0].value


def errors(app):
    return " ".join(sentences(app.error))


def test_the_page_opens_with_a_plain_verdict():
    app = open_page(PAGE)
    assert not app.exception
    assert not app.error
    assert "releasing the private mean is better" in verdict(app)


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_opens(tab):
    app = open_page(PAGE, ridge_view=tab, dataset=MEDICAL)
    assert not app.exception
    assert not app.error


def test_more_relaxed_users_make_a_regression_worth_releasing():
    app = open_page(PAGE, dataset=MEDICAL)
    assert "worth releasing" in verdict(app)
    app.number_input(key="high").set_value(0.05).run()
    assert "releasing the private mean is better" in verdict(app)


def test_another_loss_changes_the_table_and_not_the_verdict():
    plain = open_page(PAGE, ridge_view="Table")
    other = open_page(PAGE, ridge_view="Table", loss="Squared error + λ‖θ‖²")
    assert verdict(plain) == verdict(other)
    first, second = (app.main.dataframe[0].value["PDP-OP"] for app in (plain, other))
    assert (second > first).all()


def test_synthetic_records_come_from_the_url():
    app = open_page(PAGE, rows="Synthetic, as in the paper", dimension="7", ridge_view="Table")
    assert not app.exception
    assert not app.error
    assert app.number_input(key="dimension").value == 7


def test_the_papers_scaling_is_said_not_to_be_private():
    app = open_page(PAGE, scaling="Smallest and largest value, as in the paper (not private)")
    assert "not private" in " ".join(sentences(app.caption))
    app = open_page(PAGE)
    assert "not private" not in " ".join(sentences(app.caption))


@pytest.mark.parametrize("params", [{"lam": "0"}, {"lam": "-1"}, {"lam": "nan"}, {"rows": "cats"}])
def test_unusable_url_parameters_are_named(params):
    app = open_page(**params)
    assert not app.exception
    assert "is not usable" in " ".join(sentences(app.warning))


@pytest.mark.parametrize(
    "params",
    [
        {"public": "100"},
        {"public": "30"},
        {"profile": "Levels and counts", "levels": "0.1, 1000, inf"},
        {"n": "1"},
        {"high": "1000"},
    ],
)
def test_extreme_levels_are_fine(params):
    app = open_page(PAGE, ridge_view="Coefficients", **params)
    assert not app.exception
    assert not app.error
    assert verdict(app)


def test_a_profile_that_cannot_be_keeps_the_figure():
    app = open_page(PAGE)
    before = verdict(app)
    app.number_input(key="low").set_value(50.0).run()
    assert not app.exception
    assert "last usable setting" in errors(app)
    assert verdict(app) == before


def test_without_features_the_intercept_alone_is_fitted():
    app = open_page(PAGE)
    app.multiselect(key="features_nhefs").set_value([]).run()
    assert not app.exception
    assert verdict(app)


def test_objective_perturbation_says_when_it_is_not_available():
    app = open_page(
        PAGE,
        ridge_view="Coefficients",
        coefficients_of="Objective perturbation",
        high="0.01",
        low="0.001",
        lam="0.01",
    )
    assert not app.exception
    assert "for objective perturbation" in errors(app)


def test_values_outside_their_bounds_can_be_refused():
    app = open_page(PAGE, outside="Refuse", dataset=MEDICAL)
    assert not app.exception
    assert not app.error  # the simulated table keeps its bounds
