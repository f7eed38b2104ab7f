"""A table that says what each person asks for: levels go with the records of a regression."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.profiles import PrivacyProfile, ProfileSettings
from hetdp_core.ridge.decision import decide
from hetdp_core.ridge.dependence import PAPER_SEGMENTS, depends_on
from hetdp_core.ridge.design import DesignSettings
from hetdp_core.ridge.public_choice import public_choice
from hetdp_core.ridge.records import Records, prepare, record_levels
from hetdp_core.ridge.sweep import RidgeScenario, loss_sweep, series_along
from hetdp_core.ridge.verdict import plan_verdict, release_verdict, verdict_accuracy
from hetdp_core.ridge.what_it_takes import UNKNOWNS, error_target
from hetdp_core.tables import declare, read_table
from tests.own_columns import own_column
from tests.tolerance import LONG_FORMULA

PEOPLE = 60
AGES = 20.0 + np.arange(PEOPLE) * 17 % 60
LEVELS = np.geomspace(0.5, 8.0, PEOPLE)[np.arange(PEOPLE) * 7 % PEOPLE]
"""No two alike, and each age once: a level tells the person."""

SCENARIO = RidgeScenario(points=6)
PROFILE = ProfileSettings("two_groups", users=PEOPLE, low=0.01, high=0.02)
"""So strict that whoever used it would be found out."""


def own_table(missing=()):
    lines = [
        f"{'' if i in missing else AGES[i]},{LEVELS[i]},{AGES[i] * 7 % 90}\n" for i in range(PEOPLE)
    ]
    raw = read_table(("age,eps,wage\n" + "".join(lines)).encode())
    bounds = {"age": (0.0, 120.0), "wage": (0.0, 100.0)}
    return declare(raw, [own_column(name, bounds=bounds.get(name)) for name in raw.names])


def prepared(dataset):
    return prepare(Records(dataset.info.key, DesignSettings("wage")), dataset)


@pytest.mark.parametrize("missing", [(), (0, 13, 59)])
def test_each_record_has_the_level_of_its_own_person(missing):
    """The other road: the person is known by her age, which stands in the record."""
    dataset = own_table(missing)
    records = prepared(dataset)
    found = record_levels(dataset, "eps", records)
    of_age = dict(zip(AGES.round(6), LEVELS, strict=True))
    for X, levels in ((records.problem.X, found.training), (records.problem.X_test, found.test)):
        np.testing.assert_array_equal(levels, [of_age[age] for age in (120.0 * X[:, 0]).round(6)])
    assert found.training.size + found.test.size == PEOPLE - len(missing)


@pytest.mark.parametrize("bad", [0.0, -2.0, np.nan])
def test_unusable_levels_are_refused_and_synthetic_records_have_none_of_their_own(bad):
    dataset = own_table()
    with pytest.raises(InvalidInput, match="records must be those of a table"):
        record_levels(dataset, "eps", prepare(Records.synthetic(20, 2, 0), None))
    dataset.frame.loc[7, "eps"] = bad
    with pytest.raises(InvalidInput, match="epsilon in 'eps' must be positive"):
        record_levels(dataset, "eps", prepared(own_table()))


def varied(parameter, profile=PROFILE, own=True):
    dataset = own_table()
    made = prepared(dataset)
    levels = record_levels(dataset, "eps", made).training if own else None
    records = Records(dataset.info.key, DesignSettings("wage"))
    return depends_on(parameter, records, made, profile, SCENARIO, levels=levels), made, levels


def of_pdp_op(problem, levels):
    """The loss of PDP-OP at the λ that public numbers choose for it."""
    only = ("pdp_op",)
    guess = public_choice(levels, problem.bounds, SCENARIO.stops, SCENARIO.calibration, only)
    lams = np.array([guess.lam])
    return series_along(problem, levels, lams, SCENARIO, only)["pdp_op"].losses(False).mean[0]


def test_fewer_records_keep_their_own_levels():
    found, made, levels = varied("records")
    size = int(found.values[1])
    loss = of_pdp_op(made.first(size).problem, levels[:size])
    assert found.public["pdp_op"][1] == pytest.approx(loss, rel=LONG_FORMULA)
    assert found.segments is None


def test_synthetic_records_are_dealt_the_levels_of_the_table_by_chance():
    found, _, levels = varied("dimension")
    made = prepare(Records.synthetic(PEOPLE, 5, 0), None)
    shape = PrivacyProfile(np.sort(levels), np.ones(levels.size))
    rng = np.random.default_rng(PROFILE.seed)
    dealt = shape.resized(made.problem.rows).assigned(rng)
    place = list(found.values).index(5.0)
    loss = of_pdp_op(made.problem, dealt)
    assert found.public["pdp_op"][place] == pytest.approx(loss, rel=LONG_FORMULA)


def test_segments_are_those_of_the_paper_where_levels_are_the_tables():
    strict = ProfileSettings("segments", low=0.01, middle=0.02, high=0.03)
    assert varied("conservative_share", strict)[0].segments == PAPER_SEGMENTS
    assert varied("conservative_share", strict, own=False)[0].segments == strict


def test_what_it_takes_is_asked_of_the_levels_that_the_records_have():
    dataset = own_table()
    made = prepared(dataset)
    levels = record_levels(dataset, "eps", made).training
    answer = error_target(made, PROFILE, SCENARIO, "records", 30.0, levels=levels)
    here = decide(made, levels, loss_sweep(made.problem, levels, SCENARIO)).public.miss
    assert answer.now_measure == pytest.approx(here, rel=LONG_FORMULA)
    assert answer.now_measure != error_target(made, PROFILE, SCENARIO, "records", 30.0).now_measure


@pytest.mark.parametrize("unknown", sorted(set(UNKNOWNS) - {"records"}))
def test_levels_that_persons_ask_for_are_no_unknown(unknown):
    made = prepared(own_table())
    levels = np.ones(made.problem.rows)
    with pytest.raises(InvalidInput, match="unknown must be"):
        error_target(made, PROFILE, SCENARIO, unknown, 30.0, levels=levels)


def test_records_that_are_split_anew_bring_their_own_levels():
    """The other road: each split made and planned by hand from the pooled records."""
    dataset = own_table()
    records = prepared(dataset)
    asked, problem = record_levels(dataset, "eps", records), records.problem
    plan = plan_verdict(problem, asked.training, asked.test)
    rng = np.random.default_rng(6)
    accuracy = verdict_accuracy(problem, plan, 25, rng, asked.test)
    rng, right = np.random.default_rng(6), []
    X, y = np.vstack([problem.X, problem.X_test]), np.append(problem.y, problem.y_test)
    levels, n = np.append(asked.training, asked.test), problem.y.size
    for _ in range(25):
        order = rng.permutation(y.size)
        train, test = order[:n], order[n:]
        part = replace(problem, X=X[train], y=y[train], X_test=X[test], y_test=y[test])
        planned = plan_verdict(part, levels[train], levels[test])
        made = release_verdict(part, planned, rng)
        errors = part.y_test - part.X_test @ made.coefficients, part.y_test - made.mean
        right.append(made.for_regression == (np.mean(errors[0] ** 2) < np.mean(errors[1] ** 2)))
    assert accuracy.right == np.mean(right)


def test_one_level_for_each_test_record_is_needed():
    dataset = own_table()
    problem = prepared(dataset).problem
    levels = record_levels(dataset, "eps", prepared(dataset))
    plan, rng = plan_verdict(problem, levels.training, levels.test), np.random.default_rng(0)
    with pytest.raises(InvalidInput, match=r"one level per test record \(12; given: 11"):
        verdict_accuracy(problem, plan, 5, rng, levels.test[1:])
