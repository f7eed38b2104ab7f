"""Step by step from PDP-OP as printed to the best private regression known here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hetdp_core.datasets import Dataset
from hetdp_core.grids import preferred_numbers
from hetdp_core.ridge.methods import loss_curves
from hetdp_core.ridge.records import Records, prepare
from hetdp_core.ridge.sweep import HIGHEST, LOWEST
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Improvement:
    """One step, with all steps before it.

    Attributes:
        title: what was changed.
        lam: the best λ, with hindsight.
        loss: expected squared error on the test records there.
        spread: standard deviation of that error from release to release.
        trivial: whether it is no regression but the private mean.
    """

    title: str
    lam: float
    loss: float
    spread: float
    trivial: bool = False


_STEPS = (
    ("As printed", "pdp_op", "printed", False, False),
    ("Sharp noise", "pdp_op", "sharp", False, False),
    ("Known length of a row, too", "pdp_op", "sharp", True, False),
    ("Centred label, too", "pdp_op", "sharp", True, True),
    ("Objective perturbation", "objective", "sharp", True, True),
)
"""Title, method, noise, whether the length of a row is known, and whether labels are centred."""


def improvements(
    records: Records,
    dataset: Dataset | None,
    epsilon: FloatArray,
) -> tuple[Improvement, ...]:
    """Return the best expected loss after each step, and of the private mean.

    Args:
        records: of the page; their norm and centring are varied.
        dataset: that they come from; None for synthetic ones.
        epsilon: (n,) levels of the training records.
    """
    lams = preferred_numbers(LOWEST, HIGHEST)

    def best(title: str, of: Records, method: str, noise: str = "sharp") -> Improvement:
        trivial = method == "private_mean"
        grid = lams[:1] if trivial else lams
        problem = prepare(of, dataset).problem
        curve = loss_curves(problem, epsilon, grid, [method], noise=noise)[method]
        return Improvement(title, curve.best_lam, curve.least, curve.spread, trivial)

    steps = []
    for title, method, noise, known_norm, centred in _STEPS:
        varied = records
        if records.settings is not None:
            settings = replace(records.settings, centre_labels=centred)
            varied = replace(records, settings=settings, known_norm=known_norm)
        elif centred:
            continue
        steps.append(best(title, varied, method, noise))
    return (*steps, best("Private mean", records, "private_mean"))
