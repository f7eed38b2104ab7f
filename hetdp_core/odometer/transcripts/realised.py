"""The realised loss of any transcript on any domain."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Box, DomainLike, FiniteDomain, as_domain
from hetdp_core.odometer.queries import GaussianQuery, LevelsQuery, Question, Value
from hetdp_core.odometer.search import Allowance, SearchEffort
from hetdp_core.odometer.transcripts.cube import is_exact
from hetdp_core.odometer.transcripts.loss import FiniteTranscript, Outputs, RealisedLoss, Transcript
from hetdp_core.odometer.transcripts.mixed import LinearTranscript, MixedTranscript
from hetdp_core.odometer.transcripts.searched import SearchTranscript


def empty_transcript(domain: DomainLike, effort: SearchEffort | None = None) -> Transcript:
    """Return the transcript before any answer, of the kind that suits the domain."""
    known, effort = as_domain(domain), effort or SearchEffort()
    if isinstance(known, FiniteDomain):
        return FiniteTranscript.empty(known)
    if is_exact(known) and not effort.only_groups:
        return LinearTranscript.empty(known, effort)
    return SearchTranscript.empty(known, effort)


def extended(before: Transcript, query: Question, output: Value) -> Transcript:
    """Return a transcript with one more answer, of any kind, that belongs to its domain."""
    wide = isinstance(query, GaussianQuery | LevelsQuery)
    if wide and isinstance(before.domain, Box) and not isinstance(before, MixedTranscript):
        before = MixedTranscript.after(before, before.domain)
    return before.extended(query, output)


def transcript(
    queries: Sequence[Question],
    outputs: Outputs,
    domain: DomainLike,
    effort: SearchEffort | None = None,
) -> Transcript:
    """Return the transcript of these queries and outputs, oldest first.

    Raises:
        InvalidInput: numbers of queries and outputs differ, an output is neither true nor
            false, or a query does not belong to the domain.
    """
    if len(queries) != len(outputs):
        rule = f"must be one per query ({len(queries)})"
        raise InvalidInput("outputs", rule, f"{len(outputs)} outputs")
    answered = empty_transcript(domain, effort)
    for query, output in zip(queries, outputs, strict=True):
        query.check_domain(answered.domain)
        answered = extended(answered, query, query.read(output))
    return answered


def realized_loss(
    queries: Sequence[Question],
    outputs: Outputs,
    domain: DomainLike,
    *,
    gap: float = 1e-3,
    max_nodes: int = 20_000,
    group_size: int = 10,
    work: float = math.inf,
) -> RealisedLoss:
    """Return how much these outputs have told about the record: lower <= L <= upper, certified.

    L = sup_x log P(outputs | x) - inf_x log P(outputs | x) over the domain (Definition 3.2). Any
    belief about the record changes by a factor from e^-L to e^L.  This needs two things only: the
    record's owner ran the queries (local model), and the record lies in the domain.

    Exact on a finite domain, and for linear queries with two outputs or with Gaussian noise on a
    continuous box of at most 14 coordinates (to 1e-9).  Otherwise by branch and bound, for each
    extremum over all queries at once, over groups of them, and over all logistic answers pooled;
    the tightest counts.  The interval may then stay wider than the gap.  At most the sum of the
    queries' epsilon in any case.

    Args:
        queries: that were asked; any mixture that belongs to the domain.
        outputs: what each reported, True for the high value of two; see `Question.outputs`.
            No outputs contradict each other: each has a positive chance at every record.
        domain: (low, high) arrays for a box, else the elements of a finite domain; see `as_domain`.
        gap: width at which an extremum counts as found.
        max_nodes: relaxations at most per extremum and group, and boxes of pooled answers.
        work: multiplications of all searches together, the same on every machine; a core does
            several thousand million a second.  The interval stays wider where they end early.

    Raises:
        InvalidInput: see `transcript`.

    >>> import numpy as np
    >>> from hetdp_core.odometer.queries import RandomisedResponse
    >>> coin = RandomisedResponse([False, True], epsilon=1.0)
    >>> round(realized_loss([coin, coin], [True, False], [0, 1]).upper, 9)
    0.0
    """
    nodes = validate.count(max_nodes, 1, None, "max_nodes")
    effort = SearchEffort(
        gap, group_size, nodes, nodes, nodes, pooled_nodes=nodes, allowance=Allowance(work)
    )
    return transcript(queries, outputs, domain, effort).loss
