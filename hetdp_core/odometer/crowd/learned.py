"""Estimates of a crowd's mean from answers that filters accepted: four ways, and one.

Biases and errors are about the mean of the population from which the people are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from hetdp_core import validate
from hetdp_core.odometer.channel import MAX_QUERY_EPSILON
from hetdp_core.odometer.crowd.mixture import GAP, Mixture, bootstrap_means, fit, kinds_of
from hetdp_core.odometer.crowd.people import Asked, CrowdScenario, ask_crowd
from hetdp_core.profiles import make_profile
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

METHODS = ("last", "own", "pooled", "likelihood")
"""The mean of the last question's answers, of people's own means, of all answers; and NPMLE.

Each answer counts as +-1/tanh(epsilon/2), by itself an unbiased estimate of the value.
"""

MOST_RUNS = 500

CLEARLY = 4.0
"""Standard errors by which a simulated number differs from another clearly."""


def estimates(asked: Asked, questions: int, gap: float = GAP) -> dict[str, float]:
    """Return the mean that each of `METHODS` sees in the answers to the first questions.

    NaN where nobody answered a question that counts.
    """
    count = validate.count(questions, 1, asked.scenario.questions, "questions")
    law = np.full(asked.scenario.points, math.nan)
    if np.any(asked.transcripts.answered[:, :count]):
        logs = asked.transcripts.log_likelihoods
        if count < asked.scenario.questions:
            answers, high = asked.transcripts.answers[:, :count].T, asked.scenario.chances[:count]
            either = np.concatenate([answers == 1, answers == 0]).astype(np.float64)
            logs = np.concatenate([np.log(high), np.log1p(-high)]).T @ either
        law = fit(kinds_of(logs), gap=gap).law
    return _means(asked, count, law)


def _means(asked: Asked, count: int, law: FloatArray) -> dict[str, float]:
    """Return the same for the law that was fitted."""
    answered = asked.transcripts.answered[:, :count]
    signs = np.where(answered, 2.0 * asked.transcripts.answers[:, :count] - 1.0, 0.0)
    reported = signs / asked.scenario.scales[:count]
    numbers = answered.sum(axis=1)
    spoke = numbers > 0
    return {
        "last": _ratio(reported[:, -1].sum(), answered[:, -1].sum()),
        "own": _ratio((reported[spoke].sum(axis=1) / numbers[spoke]).sum(), spoke.sum()),
        "pooled": _ratio(reported.sum(), numbers.sum()),
        "likelihood": float(law @ asked.scenario.values),
    }


def _ratio(total: float, count: int) -> float:
    return float(total) / count if count else math.nan


@result
class Estimate:
    """The population's mean as one crowd tells it, after all questions.

    Attributes:
        truth: the population's mean.
        means: by each of `METHODS`.
        interval: around maximum likelihood: percentiles of a bootstrap over people.
        mixture: the fitted law, with its certified gap.
    """

    truth: float
    means: dict[str, float]
    interval: tuple[float, float]
    mixture: Mixture


def estimate(asked: Asked, draws: int = 200) -> Estimate:
    """Estimate the population's mean by each method; maximum likelihood with a bootstrap interval.

    The interval, at 95 %, is nominal and not certified: it held the mean in 93 to 96 of 100 crowds
    of 5,000 (250 crowds at each of four settings of budget and epsilon).

    Args:
        asked: a crowd.
        draws: of the bootstrap, 20 to 2,000.
    """
    validate.count(draws, 20, 2_000, "draws")
    scenario, kinds = asked.scenario, kinds_of(asked.transcripts.log_likelihoods)
    fitted = fit(kinds)
    rng = np.random.default_rng([scenario.seed, scenario.run, 2])
    means = bootstrap_means(kinds, scenario.values, fitted, draws, rng)
    low, high = np.quantile(means, (0.025, 0.975))
    found = _means(asked, scenario.questions, fitted.law)
    return Estimate(scenario.mean, found, (float(low), float(high)), fitted)


# --- bias and error over many crowds ---------------------------------------------------------


@result
class Study:
    """Errors of each method over R crowds, after T numbers of questions; simulated.

    Attributes:
        scenario: of the crowds.
        asked: (T,) questions asked until then.
        errors: by method (R, T): estimate less the population's mean.
        drawn: (R,) mean of the crowd's true values less the population's mean.
        single: exact error of one strong answer a person, see `single_answer_error`.
        known: exact error if every value were known, the root of the mean of drawn^2.
    """

    scenario: CrowdScenario
    asked: NDArray[np.int64]
    errors: dict[str, FloatArray]
    drawn: FloatArray
    single: float
    known: float

    def bias(self, method: str) -> tuple[FloatArray, FloatArray]:
        """Return (T,) mean error, and its standard error over the crowds in which it exists."""
        return _mean(self.errors[method])

    def rmse(self, method: str) -> tuple[FloatArray, FloatArray]:
        """Return (T,) root of the mean squared error, and its standard error (delta method).

        The luck of which people were drawn is a control variate: known^2, exact, stands for the
        mean of drawn^2.  The square stays unbiased where the estimate exists in every crowd.
        """
        beside, deviation = _mean(self.errors[method] ** 2 - self.drawn[:, None] ** 2)
        with np.errstate(invalid="ignore", divide="ignore"):
            root = np.sqrt(np.maximum(beside + self.known**2, 0.0))
            return root, deviation / (2.0 * root)

    @property
    def less_than_single(self) -> bool | None:
        """Whether the last error by likelihood is below `single`; None where it is not clear."""
        error, deviation = (line[-1] for line in self.rmse("likelihood"))
        apart = error - self.single
        return bool(apart < 0.0) if abs(apart) > CLEARLY * deviation else None


def _mean(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return (T,) mean and standard error of those of (R, T) values that exist."""
    exists = np.isfinite(values)
    count = exists.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(exists, values, 0.0).sum(axis=0) / count
        squares = np.where(exists, (values - mean) ** 2, 0.0).sum(axis=0)
        return mean, np.sqrt(squares / (count - 1) / count)


def study(
    scenario: CrowdScenario, runs: int, at: Sequence[int] | None = None, gap: float = GAP
) -> Study:
    """Ask many crowds and compare what each method learns.

    Args:
        scenario: its `run` is that of the first crowd.
        runs: R, 2 to `MOST_RUNS`.
        at: numbers of questions, rising, at most the scenario's; by default all of them, once.
        gap: of each fit.
    """
    validate.count(runs, 2, MOST_RUNS, "runs")
    numbers = [scenario.questions] if at is None else list(at)
    found, drawn = [], np.empty(runs)
    for run in range(runs):
        asked = ask_crowd(replace(scenario, run=scenario.run + run))
        found.append([estimates(asked, number, gap) for number in numbers])
        drawn[run] = np.mean(asked.truth) - scenario.mean
    errors = {
        name: np.array([[one[name] for one in row] for row in found]) - scenario.mean
        for name in METHODS
    }
    variance = float(scenario.law @ (scenario.values - scenario.mean) ** 2)
    known = math.sqrt(variance / scenario.people)
    single = single_answer_error(scenario)
    return Study(scenario, np.array(numbers), errors, drawn, single, known)


def single_answer_error(scenario: CrowdScenario) -> float:
    """Return the error of the mean if each person gives one answer with their whole budget.

    One randomised response at level B_i (at most `MAX_QUERY_EPSILON`) has realised loss B_i, the
    promise that a filter of that budget gives.  With T_i = tanh(B_i/2), answers +-1/T_i weighted
    by T_i^2 (least for the worst mean, 0) have the variance, exactly,

        sum T_i^4 (1/T_i^2 - m^2) / (sum T_i^2)^2,    m the population's mean;

    it counts the draw of the people from the population.  Where budgets are alike the estimate is
    moved into [-1, 1], as maximum likelihood is: then the error is a sum over binomial counts,
    exact as well.  Root of it, in units of the value.
    """
    profile = make_profile(scenario.budgets).resized(scenario.people)
    scale, mean = np.tanh(0.5 * np.minimum(profile.epsilon, MAX_QUERY_EPSILON)), scenario.mean
    if np.all(scale == scale[0]):
        yes = np.arange(scale.size + 1.0)
        seen = np.clip((2.0 * yes / scale.size - 1.0) / scale[0], -1.0, 1.0)
        chances = binom.pmf(yes, scale.size, 0.5 * (1.0 + mean * scale[0]))
        return math.sqrt(float(chances @ (seen - mean) ** 2))
    variance = np.sum(scale**2 - scale**4 * mean**2) / np.sum(scale**2) ** 2
    return float(np.sqrt(variance))
