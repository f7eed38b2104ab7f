"""Every mechanism that claims the guarantee, as somebody meets it who bets on a fact.

A case draws outputs with the core's own sampler, and knows by another road, from densities
written down here, how much more likely an output is if the fact is true.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from hetdp_core import features, mean, odometer, ridge
from hetdp_core.features.channel import privatize_l2, report_radius
from hetdp_core.odometer.examples import RUNNING_BUDGET, running_query
from tests.features.helpers import copied_prior, report_density
from tests.ridge.helpers import OneFeature, training
from tests.tolerance import LONG_FORMULA

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Mechanism:
    """What a bettor sees of a mechanism.

    epsilon : the level that it claims for whom the fact is about.
    draw : facts (N,) and a generator to N outputs.
    log_ratio : outputs to (N,) log of how many times as likely they are if the fact is true.
    everywhere : outputs among which the ratio is largest and least.
    tight : whether the level is spent in full on this fact.
    """

    name: str
    epsilon: float
    draw: Callable[[NDArray[np.bool_], np.random.Generator], Array]
    log_ratio: Callable[[Array], Array]
    everywhere: Array
    tight: bool = False


def logs_of(query, records):
    """Log of how many times as likely a low, and a high answer are for the first of two records."""
    logs = (query.log_likelihood(np.array(records), output) for output in (False, True))
    return [np.subtract(*both) for both in logs]


def several_answers(name, query, records, epsilon, times=1, tight=True):
    """The same question asked several times of the record that is there if the fact is true."""

    def draw(facts, rng):
        chances = query.probability_high(np.array(records)[np.where(facts, 0, 1)])
        return (rng.random((facts.size, times)) < chances[:, None]).astype(float)

    def log_ratio(answers):
        logs = logs_of(query, records)
        return np.sum(np.where(answers > 0, logs[1], logs[0]), axis=-1)

    every = np.array(np.meshgrid(*[[0.0, 1.0]] * times)).reshape(times, -1).T
    return Mechanism(name, epsilon, draw, log_ratio, every, tight)


def regression_answer(slope, epsilon):
    """A noisy answer about a person: the fact says at which end of the box they are."""
    query = odometer.LinearQuery([slope, slope], 0.0, -2.0, 2.0, epsilon)
    name = f"regression answer, slope {slope:g}"
    return several_answers(name, query, (np.ones(2), -np.ones(2)), epsilon, tight=slope == 1.0)


ASKED = np.repeat([0.1, 0.5, 10.0], [30, 20, 30])
STRICT, MIDDLE, RELAXED = 0, 30, 50


def one_of_a_mean(plan, user, values=(0.5, -0.5), tight=True):
    """The bettor knows all other values; the fact says which of two this user's is."""
    weight, scale = plan.weights[user], plan.noise_scale
    others = np.full(plan.users, 0.25)

    def draw(facts, rng):
        data = np.tile(others, (facts.size, 1))
        data[:, user] = np.where(facts, *values)
        known = float(np.sum(np.delete(plan.weights * others, user)))
        return plan.release(data, rng) - known

    def log_ratio(rest):
        return (np.abs(rest - weight * values[1]) - np.abs(rest - weight * values[0])) / scale

    name = f"{plan.method}, user {user}, {values[0]:g} or {values[1]:g}"
    ends = np.linspace(-1.0, 1.0, 401) * (weight + scale)
    return Mechanism(name, plan.privacy_given[user], draw, log_ratio, ends, tight)


def sign_of_a_value(plan, user):
    """The fact is one about the value: it is positive; on either side all are as likely."""
    weight, noise = plan.weights[user], stats.laplace(scale=plan.noise_scale)
    two_points = one_of_a_mean(plan, user)

    def draw(facts, rng):
        data = np.full((facts.size, plan.users), 0.25)
        data[:, user] = rng.uniform(0.0, 0.5, facts.size) * np.where(facts, 1.0, -1.0)
        known = 0.25 * float(np.sum(np.delete(plan.weights, user)))
        return plan.release(data, rng) - known

    def log_ratio(rest):
        below = noise.cdf(rest) - noise.cdf(rest - 0.5 * weight)
        above = noise.cdf(rest + 0.5 * weight) - noise.cdf(rest)
        return np.log(below) - np.log(above)

    name = f"{plan.method}, the sign of user {user}'s value"
    return Mechanism(name, plan.privacy_given[user], draw, log_ratio, two_points.everywhere)


def two_points(level):
    """A report of one's own without a curator: one of two values."""
    plan = mean.plan("local", [level])

    def draw(facts, rng):
        return plan.release(np.where(facts, 0.5, -0.5)[:, None], rng)

    ends = np.array([-0.5, 0.5]) / np.tanh(level / 2.0)
    return Mechanism("two points", level, draw, lambda z: level * np.sign(z), ends, True)


def means():
    """ADPM for each group of users, what else claims the levels, and a report of one's own."""
    adpm = mean.adpm(ASKED)
    yield from (one_of_a_mean(adpm, user) for user in (STRICT, MIDDLE, RELAXED))
    yield one_of_a_mean(adpm, MIDDLE, (0.5, 0.0), tight=False)  # there, or the mid-point is
    yield sign_of_a_value(adpm, RELAXED)
    for key in ("uniform", "proportional", "fme", "threshold"):
        plan = mean.plan(key, ASKED)
        yield from (one_of_a_mean(plan, user) for user in (STRICT, RELAXED))
    yield one_of_a_mean(mean.plan("ldpe", [0.7]), 0)
    yield two_points(0.7)


def one_of_a_regression(method, lam, noise="sharp"):
    """The fact says which of two labels the first record has; the more λ, the more that tells."""
    X = np.array([[1.0, 1.0], [1.0, -0.5], [0.3, 0.8], [-0.6, 0.1]])
    labels = [np.array([first, 0.4, -0.2, 0.9]) for first in (1.0, -1.0)]
    levels = np.array([0.8, 2.0, 0.5, 1.0])
    used = np.full(4, levels.min()) if method == "non_personalised" else levels
    fits = [
        ridge.fit(X, y, used, lam, noise, rng=np.random.default_rng(0), row_norm=np.sqrt(2.0))
        for y in labels
    ]

    def draw(facts, rng):
        drawn = [
            ridge.sample_coefficients(problem, levels, lam, method, noise, facts.size, rng=rng)
            for problem in (training(X, y) for y in labels)
        ]
        return np.where(facts[:, None], *drawn)

    def log_ratio(released):
        far = [np.linalg.norm(released - fit.nonprivate, axis=-1) for fit in fits]
        return fits[0].noise_rate * (far[1] - far[0])

    line = np.linspace(-4.0, 4.0, 41)[:, None] * (fits[0].nonprivate - fits[1].nonprivate)
    name = f"ridge, {method}, {noise}, λ = {lam:g}"
    return Mechanism(name, float(used[0]), draw, log_ratio, line, lam > 100.0)


def one_of_an_objective(lam):
    """Objective perturbation with one feature, whose law is known: a density and two atoms."""
    levels, ones = np.array([1.0, 2.0]), np.ones(2)
    labels = [np.array([first, 1.0]) for first in (1.0, -1.0)]
    laws = [OneFeature(ones, y, levels, lam, ridge.DeclaredBounds(1, 1.0)) for y in labels]
    radius = laws[0].radius

    def draw(facts, rng):
        asked = levels, lam, "objective", "sharp", facts.size
        problems = [training(ones[:, None], y) for y in labels]
        drawn = [ridge.sample_coefficients(one, *asked, rng=rng)[:, 0] for one in problems]
        return np.where(facts, *drawn)

    def log_ratio(released):
        inside = laws[0].log_density(released) - laws[1].log_density(released)
        high, low = laws[0].log_atoms() - laws[1].log_atoms()
        ratio = np.where(np.isclose(released, radius, rtol=LONG_FORMULA), high, inside)
        return np.where(np.isclose(released, -radius, rtol=LONG_FORMULA), low, ratio)

    points = np.linspace(-radius, radius, 401)
    name = f"objective perturbation, λ = {lam:g}"
    return Mechanism(name, 1.0, draw, log_ratio, points, lam >= 100.0)


def one_report(length):
    """The ℓ2 channel: the fact says from which of two opposite vectors the report came."""
    level, radius, d = 1.2, 2.0, 3
    vectors = [sign * length * radius * np.eye(d)[0] for sign in (1.0, -1.0)]
    size = report_radius(d, level, radius)

    def draw(facts, rng):
        return privatize_l2(np.where(facts[:, None], *vectors), level, radius, rng=rng)

    def log_ratio(z):
        return np.subtract(*(np.log(report_density(z, v, level, radius)) for v in vectors))

    poles = np.array([[size, 0.0, 0.0], [-size, 0.0, 0.0], [0.1, size, 0.0]])
    return Mechanism(f"ℓ2 report, length {length:g}", level, draw, log_ratio, poles, length == 1.0)


def one_feature(q, feature):
    """Mechanism 1 on two bits that are copies with chance q: a belief within BCDP's class."""
    alloc = features.allocate([0.5, 2.0], 2.5, q, "optimised", n=1000)
    order, stages, prior = alloc.order, alloc.stages, copied_prior(2, q)
    asked = list(zip(stages.increments, stages.dimensions, strict=True))
    given = np.moveaxis(prior, feature, 0)
    other = given[1] / given[1].sum()  # of the other bit, if this one is 1

    def draw(facts, rng):
        agrees = rng.random(facts.size) < other[1]
        x = np.empty((facts.size, 2))
        x[:, feature] = np.where(facts, 1.0, -1.0)
        x[:, 1 - feature] = np.where(agrees, 1.0, -1.0) * x[:, feature]
        reports = [
            privatize_l2(x[:, order][:, 2 - d :], level, np.sqrt(d), rng=rng) for level, d in asked
        ]
        return np.concatenate(reports, axis=1)

    def likelihood(z, bits):
        x, start, found = (2.0 * np.array(bits) - 1.0)[order], 0, 1.0
        for level, d in asked:
            part = z[:, start : start + d]
            found = found * report_density(part, x[2 - d :], level, np.sqrt(d))
            start += d
        return found

    def law(z, value):
        pairs = [(value, rest) if feature == 0 else (rest, value) for rest in (0, 1)]
        chances = [prior[pair] / given[value].sum() for pair in pairs]
        return sum(c * likelihood(z, pair) for c, pair in zip(chances, pairs, strict=True))

    def log_ratio(z):
        return np.log(law(z, 1)) - np.log(law(z, 0))

    width = int(sum(d for _, d in asked))
    signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * width)).reshape(width, -1).T
    axes = [[1.0, 0.01], [-1.0, 0.01], [0.01, 1.0], [0.01, -1.0]]
    quarters = [np.concatenate([axis, sign[2:]]) for axis in axes for sign in signs]
    every = np.array(quarters) if asked[0][1] == 2 else signs
    level = float(alloc.bcdp_levels[feature])
    return Mechanism(f"BCDP, q = {q:g}, feature {feature}", level, draw, log_ratio, every, True)


def conversation(records, tight, most=8):
    """All answers that the Bayesian filter lets somebody give, about one of two records."""
    domain = range(11)

    def walk(present, answer, outputs):
        """Ask until a question is refused; `present` are the rows that have come this far."""

        def go(guard, rows, depth):
            query = running_query(depth + 1)
            if depth == most or not rows.size or not guard.accepts(query):
                return
            output = answer(query, rows, depth)
            outputs[rows, depth] = output
            for value in (False, True):
                branch = guard.copy()
                branch.record(query, value)
                go(branch, rows[output == value], depth + 1)

        go(odometer.BayesianFilter(RUNNING_BUDGET, domain), present, 0)
        return outputs

    def draw(facts, rng):
        held = np.where(facts, *records)

        def answer(query, rows, _):
            return rng.random(rows.size) < query.probability_high(held[rows])

        return walk(np.arange(facts.size), answer, np.full((facts.size, most), np.nan))

    def log_ratio(answers):
        total = np.zeros(len(answers))
        for place in range(most):
            logs = logs_of(running_query(place + 1), records)
            column = answers[:, place]
            total += np.where(np.isnan(column), 0.0, np.where(column > 0, logs[1], logs[0]))
        return total

    patterns = np.array(np.meshgrid(*[[0.0, 1.0]] * most)).reshape(most, -1).T
    every = walk(
        np.arange(len(patterns)),
        lambda _, rows, depth: patterns[rows, depth] > 0,
        np.full(patterns.shape, np.nan),
    )
    name = f"conversation about {records[0]} or {records[1]}"
    return Mechanism(name, RUNNING_BUDGET, draw, log_ratio, every, tight)


def all_mechanisms():
    """Whatever claims a level, with facts that spend it and facts that do not."""
    bit = odometer.RandomisedResponse([False, True], 0.9)
    yield several_answers("randomised response", bit, (1, 0), 0.9)
    yield several_answers("randomised response, three times", bit, (1, 0), 2.7, times=3)
    table = running_query(2)
    yield several_answers("x² of 10 or 0", table, (10, 0), table.epsilon)
    yield several_answers("x² of 7 or 5", table, (7, 5), table.epsilon, tight=False)
    yield from (regression_answer(slope, 0.8) for slope in (1.0, 0.3))
    yield from means()
    for method, noise in (
        ("pdp_op", "sharp"),
        ("pdp_op", "printed"),
        ("non_personalised", "sharp"),
    ):
        yield from (one_of_a_regression(method, lam, noise) for lam in (0.5, 1000.0))
    yield from (one_of_an_objective(lam) for lam in (1.0, 100.0))
    yield from (one_report(length) for length in (1.0, 0.4))
    yield from (one_feature(q, feature) for q in (0.0, 0.3) for feature in (0, 1))
    yield conversation((10, 0), tight=True)
    yield conversation((6, 4), tight=False)


MECHANISMS = {mechanism.name: mechanism for mechanism in all_mechanisms()}
