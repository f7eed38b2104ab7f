"""Step by step from PDP-OP as printed to the best private regression known here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hetdp_core.grids import preferred_numbers
from hetdp_core.ridge.curves import BestChoice, loss_curves
from hetdp_core.ridge.exploration import HIGHEST, LOWEST
from hetdp_core.ridge.records import Prepared, Records
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Improvement:
    """One step, with all steps before it.

    Attributes:
        title: what was changed.
        best: expected squared error on the test records at its best λ.
        trivial: whether it is no regression but the private mean.
    """

    title: str
    best: BestChoice
    trivial: bool = False


@dataclass(frozen=True)
class _Step:
    title: str
    method: str
    noise: str
    known_norm: bool
    centred: bool


_STEPS = (
    _Step("As printed", "pdp_op", "printed", False, False),
    _Step("Sharp noise", "pdp_op", "sharp", False, False),
    _Step("Known length of a row, too", "pdp_op", "sharp", True, False),
    _Step("Centred label, too", "pdp_op", "sharp", True, True),
    _Step("Objective perturbation", "objective", "sharp", True, True),
)


def improvements(
    records: Records, prepared: Callable[[Records], Prepared], epsilon: FloatArray
) -> tuple[Improvement, ...]:
    """Return the best expected loss after each step, and of the private mean.

    Args:
        records: of the page; their norm and centring are varied.
        prepared: gives the problem of some records.
        epsilon: (n,) levels of the training records.
    """
    lams = preferred_numbers(LOWEST, HIGHEST)
    steps = [
        Improvement(step.title, _best(step, prepared(_with(records, step)), epsilon, lams))
        for step in _STEPS
        if step.centred is False or records.settings is not None
    ]
    mean = loss_curves(prepared(records).problem, epsilon, lams[:1], ["private_mean"])
    return (*steps, Improvement("Private mean", mean.best("private_mean"), trivial=True))


def _with(records: Records, step: _Step) -> Records:
    if records.settings is None:
        return records
    settings = replace(records.settings, centre_labels=step.centred)
    return replace(records, settings=settings, known_norm=step.known_norm)


def _best(step: _Step, made: Prepared, epsilon: FloatArray, lams: FloatArray) -> BestChoice:
    curves = loss_curves(made.problem, epsilon, lams, [step.method], noise=step.noise)
    return curves.best(step.method)
