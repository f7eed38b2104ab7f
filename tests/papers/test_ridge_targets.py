"""The tables of the ridge paper: the authors' numbers lie in our bands, our means do too.

`ridge_targets.csv` holds, for each λ, method and test loss, the value the authors published
(the mean of 10,000 runs under one draw of levels, and data) and the 99 % band of such a mean.
`ridge_exact.json` holds numbers without any randomness for levels linspace(0.01, 1, n).
"""

import csv
import json
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from hetdp_core import ridge
from hetdp_core.ridge.records import draw_levels, paper_profile, synthetic_problem
from hetdp_core.ridge.weights import keep_probability
from tests.papers.insurance import insurance_csv
from tests.tolerance import LONG_FORMULA, ROUNDING, half_a_unit

HERE = Path(__file__).parent
EXACT = json.loads((HERE / "ridge_exact.json").read_text(encoding="utf-8"))
METHODS = ("pdp_op", "non_personalised", "jorgensen_max", "jorgensen_mean")
DRAWS = {"insurance": 60, "synthetic": 160}
"""Draws of levels (and synthetic data) that our means are taken over."""


def targets():
    with (HERE / "ridge_targets.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def insurance():
    """The real data as in the paper: min-max scaling, one-hot, intercept, split with seed 21.

    Written out here, and not prepared by the room under test.
    """
    frame = pd.read_csv(insurance_csv())
    numeric = [_min_max(frame[name]) for name in ("age", "bmi", "children")]
    dummies = [
        (frame[name] == label).to_numpy(dtype=float)
        for name in ("sex", "smoker", "region")
        for label in sorted(frame[name].unique())
    ]
    X = np.column_stack([*numeric, *dummies, np.ones(len(frame))])
    y = _min_max(frame["charges"])
    order = np.random.RandomState(21).permutation(len(frame))
    test, train = order[:268], order[268:]
    return ridge.RidgeProblem(X[train], y[train], X[test], y[test], label_interval=(0.0, 1.0))


def _min_max(column):
    values = column.to_numpy(dtype=float)
    return (values - values.min()) / (values.max() - values.min())


def lams_of(dataset):
    return np.unique([float(row["lam"]) for row in targets() if row["dataset"] == dataset])


@cache
def our_means(dataset):
    """(L,) mean losses by method and kind of loss, averaged over draws of levels and data."""
    rng = np.random.default_rng(0)
    lams = lams_of(dataset)
    total = {(method, kind): np.zeros(lams.size) for method in METHODS for kind in (False, True)}
    for _ in range(DRAWS[dataset]):
        problem = insurance() if dataset == "insurance" else synthetic_problem(rng)
        settings = paper_profile(problem.rows, int(rng.integers(2**31)))
        curves = ridge.loss_curves(
            problem, draw_levels(settings, rng), lams, METHODS, noise="printed", masks=8, rng=rng
        )
        for method, kind in total:
            total[method, kind] += curves[method].losses(kind).mean
    return {key: value / DRAWS[dataset] for key, value in total.items()}


@pytest.mark.parametrize("dataset", DRAWS)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("regularised", [False, True])
def test_our_mean_losses_lie_in_the_bands_of_every_row(dataset, method, regularised):
    means = dict(zip(lams_of(dataset), our_means(dataset)[method, regularised], strict=True))
    rows = [
        row
        for row in targets()
        if (row["dataset"], row["method"], row["regularised"] == "1")
        == (dataset, method, regularised)
    ]
    assert len(rows) == len(means)
    for row in rows:
        assert float(row["low"]) <= means[float(row["lam"])] <= float(row["high"]), row
        assert float(row["low"]) <= float(row["authors_value"]) <= float(row["high"])


def test_all_rows_are_there():
    assert len(targets()) == 288


def test_the_real_data_are_prepared_as_the_authors_did():
    problem = insurance()
    assert (len(problem.y), len(problem.y_test)) == (EXACT["n_train"], EXACT["n_test"])
    np.testing.assert_allclose(np.sum(problem.X, axis=0), EXACT["sum_X_train"], rtol=ROUNDING)
    assert np.sum(problem.y) == pytest.approx(EXACT["sum_y_train"], rel=ROUNDING)
    assert np.sum(problem.y_test) == pytest.approx(EXACT["sum_y_test"], rel=ROUNDING)
    squares = np.mean(np.sum(problem.X_test**2, axis=1))
    assert squares == pytest.approx(EXACT["mean_sq_norm_test"], rel=ROUNDING)


def levels():
    levels = np.linspace(0.01, 1.0, EXACT["n_train"])
    assert np.sum(levels) == pytest.approx(EXACT["sum_eps"], rel=ROUNDING)
    return levels


RESERVED = 1e-8
"""1e-9 of the budget is set aside for rounding, which the targets do not do; losses hold the square
of the noise."""


@pytest.mark.parametrize("row", EXACT["rows"], ids=lambda row: f"lambda {row['lam']:g}")
def test_coefficients_noise_and_losses_agree_to_one_part_in_a_million(row):
    problem, asked, lam = insurance(), levels(), row["lam"]
    fit = ridge.fit(problem.X, problem.y, asked, lam, rng=np.random.default_rng(0))
    np.testing.assert_allclose(fit.nonprivate, row["theta"], rtol=LONG_FORMULA)
    assert fit.noise_rate == pytest.approx(row["eta_sharp"], rel=RESERVED)
    curves = ridge.loss_curves(problem, asked, [lam], noise="printed")
    assert curves["pdp_op"].noise_rate[0] == pytest.approx(row["eta_paper"], rel=RESERVED)
    for key, ours in (("pp", "pdp_op"), ("nonpp", "non_personalised")):
        for kind, regularised in (("unreg", False), ("reg", True)):
            moments = curves[ours].losses(regularised)
            assert moments.mean[0] == pytest.approx(row[f"{key}_{kind}_test_mean"], rel=RESERVED)
            assert moments.std[0] == pytest.approx(row[f"{key}_{kind}_test_std"], rel=RESERVED)


def test_the_expected_number_of_kept_records_agrees():
    epsilon = levels()
    kept = [np.sum(keep_probability(epsilon, t)) for t in (np.max(epsilon), np.mean(epsilon))]
    assert kept == pytest.approx(
        [EXACT["jorg_expected_ns_max"], EXACT["jorg_expected_ns_mean"]], rel=ROUNDING
    )


def test_the_published_method_loses_to_the_private_mean_and_the_improvements_win():
    """Best expected test loss over λ, in the order of the improvements."""
    problem, rng = insurance(), np.random.default_rng(3)
    levels = draw_levels(paper_profile(problem.rows), rng)
    lams = np.geomspace(0.05, 20.0, 60)

    def best(problem, method, noise="sharp", bound=None):
        curves = ridge.loss_curves(
            problem, levels, lams, [method], noise=noise, theta_bound=bound, draws=1000
        )
        return curves[method].least_loss

    def declared(label_shift):
        return ridge.RidgeProblem(
            problem.X,
            problem.y - label_shift,
            problem.X_test,
            problem.y_test - label_shift,
            row_norm=np.sqrt(7.0),  # six columns, one-hot where they are categories; intercept
            label_bound=1.0 - label_shift,
        )

    # another draw of the levels moves a best loss by 4e-4
    another_draw = 4 * 4e-4 + half_a_unit(3)
    assert best(problem, "private_mean") == pytest.approx(0.036, abs=half_a_unit(3))
    assert best(problem, "pdp_op", "printed") == pytest.approx(0.054, abs=another_draw)
    assert best(problem, "pdp_op") == pytest.approx(0.046, abs=another_draw)
    assert best(declared(0.0), "pdp_op") == pytest.approx(0.042, abs=another_draw)
    assert best(declared(0.5), "pdp_op") == pytest.approx(0.031, abs=another_draw)
    assert best(declared(0.5), "objective") == pytest.approx(0.024, abs=another_draw)
    assert best(declared(0.5), "objective", bound=0.3) == pytest.approx(0.022, abs=another_draw)
