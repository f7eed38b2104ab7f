"""Figures on what the paper prints and how it is mended: errata 3 and 4."""

from __future__ import annotations

from hetdp_core.calls import Call
from hetdp_core.figures.formats import number
from hetdp_core.figures.ridge import losses as figures
from hetdp_core.figures.ridge import tables
from hetdp_core.ridge.dependence import Improvement
from pages.inside.ridge import results
from pages.inside.ridge.results import RidgeResults
from pages.shared.cache import value
from pages.shared.figure.view import View


def improvements(regression: RidgeResults) -> View:
    """Return the best losses from the printed method on, step by step (erratum 3)."""
    ladder = regression.ladder()
    steps = value(ladder)
    return View(
        key="improvements",
        name="Best expected loss, one step at a time from the printed method",
        headline=_erratum_3(steps),
        figure=figures.improvements(steps),
        numbers=Call(tables.improvements, ladder),
        height=360,
    )


def _erratum_3(steps: tuple[Improvement, ...]) -> str:
    printed, best, mean = steps[0].loss, steps[-2].loss, steps[-1].loss
    verdict = "loses to" if printed > mean else "beats"
    return (
        "**Erratum 3.** Each bar shows the best loss after one more step from the printed method. "
        "Two steps in the proof of Theorem 3.2 are loose: the same guarantee holds with a quarter "
        "of the noise at best (“sharp”). At its best λ the printed method has an expected loss of "
        f"{number(printed)} and {verdict} the private mean ({number(mean)}). With all steps the "
        f"best private regression has {number(best)}."
    )


def sampling() -> View:
    """Return the realised losses of published and repaired sampling (erratum 4)."""
    leaks = value(results.leaks())
    return View(
        key="sampling_leak",
        name="Privacy loss of sampling as published and repaired, relative to the requested ε",
        headline=(
            "**Erratum 4.** The published sampling method sets its noise by the number of records "
            "kept. That number reveals who was kept. The bars show the largest privacy loss found "
            f"for a cautious record (ε = {number(leaks[0].epsilon)}) among four. The true loss is "
            "at least this. Above the dashed line the guarantee is broken. It holds if weights and "
            "noise do not depend on the sample."
        ),
        figure=figures.sampling_losses(leaks),
        numbers=Call(tables.sampling_losses, results.leaks()),
        height=380,
    )
