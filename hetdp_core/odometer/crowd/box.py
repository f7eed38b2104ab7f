"""A crowd whose records lie in [-1, 1]^d, all asked the same linear questions.

The log-likelihood L of a person's answers is a sum of logs of affine functions, so it is concave.
Its least value lies at a vertex: the sums at all vertices are carried along.  Its largest value is
bounded from any point by the tangent there (see `LogSums`).  A filter accepts by the upper end
alone; where the ends leave a decision open, Newton steps follow, for all such people at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.crowd.people import REFUSED, Answering, CrowdScenario, Told, limits_of
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.levels import levels_upto
from hetdp_core.odometer.queries import LinearQuery
from hetdp_core.odometer.search import Stop
from hetdp_core.odometer.transcripts.cube import LogSums, affine_chance, at_vertices, is_exact
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

BLOCK = 100
"""People asked at once, in any process: a tenth of a second's work, half a second's at most."""

IN_CACHE = 2**14
"""Sums at vertices looked at together: all at once take twice as long in 14 coordinates."""

GAP = 1e-9
"""Between the ends of a largest log-likelihood where Newton steps end."""


@result
class ToldOnBox(Told):
    """What people answered to linear questions; `losses` are certified upper ends.

    Attributes:
        least: (n,) certified lower end of each realised loss.
    """

    least: FloatArray


def ask_on_box(
    queries: Sequence[LinearQuery],
    domain: Box,
    records: ArrayLike,
    budgets: ArrayLike,
    rng: np.random.Generator,
) -> ToldOnBox:
    """Put the same linear questions to everybody; each person's filter decides (Algorithm 2).

    A question is accepted where after either answer the certified upper end of the realised loss
    is within the budget.  Rounding is counted in, as for one person's filter.

    Args:
        queries: K, whose results stay in their range on the domain.
        domain: one on which losses of linear questions are exact, see `is_exact`.
        records: (n, d) in the domain.
        budgets: (n,) or one for all, > 0, natural log; infinity refuses nothing.
        rng: of the answers.

    Raises:
        InvalidInput: a rule is broken.

    >>> same = [LinearQuery([1.0], 0.0, -1.0, 1.0, 1.0)] * 5
    >>> told = ask_on_box(same, Box([-1], [1]), [[1.0]], 2.0, np.random.default_rng(0))
    >>> told.answers, told.losses.round(9)
    (array([[ 1,  1, -1, -1, -1]], dtype=int8), array([2.]))
    """
    places = validate.matrix(records, "records")
    if not is_exact(domain):
        raise InvalidInput("domain", "must be continuous, of few coordinates", domain.free.size)
    if not np.all((places >= domain.low) & (places <= domain.high)):
        raise InvalidInput("records", "must lie in the domain", "one outside")
    limits = limits_of(budgets, len(places))
    crowd = _Crowd(len(places), len(queries), domain.free.size)
    for number, query in enumerate(queries):
        query.check_domain(domain)
        says_yes = rng.random(len(places)) < query.probability_high(places)
        crowd.ask(number, query, domain, says_yes, limits)
    return crowd.told()


class _Crowd:
    """Transcripts that grow: an answer adds log(base + sign slope.z), and a refusal log 1.

    Of each person: signs and bases by question; sums at all vertices; a point of the cube where L
    is large; what rounding may have moved, and the upper end of the loss.
    """

    def __init__(self, people: int, questions: int, dimension: int) -> None:
        self.answers = np.full((people, questions), REFUSED, dtype=np.int8)
        self.slopes = np.zeros((questions, dimension))
        self.signs, self.bases = np.zeros((people, questions)), np.ones((people, questions))
        self.vertices = np.zeros((people, 2**dimension))
        step = max(1, IN_CACHE >> dimension)
        self.parts = [slice(first, first + step) for first in range(0, people, step)]
        self.points = np.zeros((people, dimension))
        self.rounding, self.losses = np.zeros(people), np.zeros(people)

    def ask(
        self,
        number: int,
        query: LinearQuery,
        domain: Box,
        says_yes: NDArray[np.bool_],
        limits: FloatArray,
    ) -> None:
        """Decide on a question, and add the answers of all who accept it."""
        people, so_far = len(says_yes), slice(number + 1)
        ends = [affine_chance(query, output, domain) for output in (True, False)]
        at_ends = np.array([np.log(at_vertices(*end)) for end in ends])
        self.slopes[number] = ends[0][0]
        signs, bases = (
            np.tile(self.signs[:, so_far], (2, 1)),
            np.tile(self.bases[:, so_far], (2, 1)),
        )
        signs[:, -1] = np.repeat([1.0, -1.0], people)
        bases[:, -1] = np.repeat([offset for _, offset in ends], people)
        sums = (self.vertices[part] + added for added in at_ends for part in self.parts)
        least = np.concatenate([np.min(some, axis=1) for some in sums])
        margin = 2.0 * np.tile(self.rounding + query.rounding(domain), 2)
        ceiling, limit = np.tile(self.losses + query.epsilon, 2), np.tile(limits, 2)

        def is_open(lower: FloatArray, upper: FloatArray) -> NDArray[np.bool_]:
            over = lower - least - margin > limit
            fits = np.minimum(upper - least + margin, ceiling) <= limit
            return np.asarray((upper - lower > GAP) & ~(fits | over | np.roll(over, people)))

        either = LogSums(signs, bases, self.slopes[so_far])
        _, upper, points = either.largest(np.tile(self.points, (2, 1)), is_open)
        losses = np.minimum(upper - least + margin, ceiling)
        who = np.flatnonzero(np.all((losses <= limit).reshape(2, people), axis=0))
        rows = who + people * ~says_yes[who]
        self.answers[who, number] = says_yes[who]
        self.signs[who, number], self.bases[who, number] = signs[rows, -1], bases[rows, -1]
        for part in np.array_split(who, len(self.parts)):
            self.vertices[part] += at_ends[(~says_yes[part]).astype(np.int64)]
        self.points[who], self.losses[who] = points[rows], losses[rows]
        self.rounding[who] += query.rounding(domain)

    def told(self) -> ToldOnBox:
        """Return all answers, and each loss between ends `GAP` apart, more by rounding."""
        sums = LogSums(self.signs, self.bases, self.slopes)
        most, upper, _ = sums.largest(self.points, lambda low, high: high - low > GAP)
        least, margin = np.min(self.vertices, axis=1), 2.0 * self.rounding
        losses = np.minimum(upper - least + margin, self.losses)
        return ToldOnBox(self.answers, losses, np.clip(most - least - margin, 0.0, losses))


def ask_block(scenario: CrowdScenario, dimension: int, block: int) -> ToldOnBox:
    """Ask one block of people, counted from 0, as `ask_box_crowd` does, in any process."""
    budgets = scenario.dealt_budgets[block * BLOCK : (block + 1) * BLOCK]
    asked, answered = (
        np.random.default_rng([scenario.seed, scenario.run, *which]) for which in ((4,), (5, block))
    )
    rows = asked.uniform(-1.0, 1.0, (scenario.questions, dimension + 1))
    rows /= np.sum(np.abs(rows), axis=1, keepdims=True)
    levels = levels_upto(scenario.epsilon, scenario.questions).tolist()
    queries = [
        LinearQuery(row[:-1], row[-1], -1.0, 1.0, level)
        for row, level in zip(rows, levels, strict=True)
    ]
    records = answered.uniform(-1.0, 1.0, (budgets.size, dimension))
    box = Box(-np.ones(dimension), np.ones(dimension))
    return ask_on_box(queries, box, records, budgets, answered)


def ask_box_crowd(
    scenario: CrowdScenario, dimension: int, *, stop: Stop | None = None
) -> Answering[ToldOnBox]:
    """Ask people with records uniform on [-1, 1]^d the random linear questions of section 6.1.

    Those who were asked until somebody said stop, by default all, are returned.

    Args:
        scenario: of the crowd; `points` and `lean` do not count.
        dimension: d, 1 to 14.
        stop: asked after each `BLOCK` of people; True ends with those.
    """
    blocks: list[ToldOnBox] = []
    for start in range(0, scenario.people, BLOCK):
        blocks.append(ask_block(scenario, dimension, start // BLOCK))
        if stop is not None and stop():
            break
    parts = ([getattr(told, name) for told in blocks] for name in ("answers", "losses", "least"))
    told = ToldOnBox(*map(np.concatenate, parts))
    return Answering(scenario, scenario.dealt_budgets[: len(told.losses)], told)
