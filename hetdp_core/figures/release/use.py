"""What to do with a released regression, in words: plain text, for the page and for paper."""

from __future__ import annotations

from hetdp_core.figures.decision import at_most
from hetdp_core.figures.text import asked_for, number, share, within
from hetdp_core.release import ConcentratedPromise, RegressionRelease, RegressionUse, Span
from hetdp_core.release.groups import condensed
from hetdp_core.release.regression_receipt import verdict_sentence
from hetdp_core.release.regression_use import REASONS, USES

MOST_GROUPS = 4
"""Groups that are told apart; more levels are put together."""


def named(place: int, release: RegressionRelease) -> str:
    """Return what a released regression is called in a list: its number, and what it predicts."""
    return f"Release {place}: the regression of {release.plan.request.target.column}"


def recommendation(use: RegressionUse) -> str:
    """Return what the rule recommends, in a few words."""
    found = recommended(use)
    return f"Recommended: {found}" if found else "Yours to weigh"


def recommended(use: RegressionUse) -> str:
    """Return what the recommended use is called; "" where none is recommended."""
    return "" if use.recommended is None else USES[use.recommended]


def reason(use: RegressionUse) -> str:
    """Return why, with the verdict where there is one."""
    verdict = use.release.verdict
    said = REASONS[use.reason]
    if verdict is None:
        return said
    return f"{said} {verdict_sentence(verdict, use.release.plan.request.target)}"


def what_it_is(use: RegressionUse) -> dict[str, str]:
    """Return what each use would be, by a key of `USES`."""
    plan, target = use.release.plan, use.release.plan.request.target
    unit = f" {target.unit}" if target.unit else ""
    mean = within(use.release.mean, plan.mean_half_width)
    return {
        "regression": f"{plan.coding.dimension} coefficients, each with the noise that is in it. "
        f"λ leaves at most {share(plan.kept_at_most)} of their size.",
        "mean": f"{mean}{unit} for everybody; the noise stays within ± about 19 times of 20.",
        "neither": "Nothing is taken back by it: what everybody gave is given.",
    }


def most_exposed(release: RegressionRelease) -> str:
    """Return what nobody has given more than, whatever is decided."""
    plan = release.plan
    most = max(plan.groups, key=lambda group: group.guaranteed)
    return (
        f"ε = {number(plan.epsilon_of(most))} but for a chance δ = {number(plan.delta)} "
        f"(ρ = {number(most.guaranteed)} of zCDP)"
    )


def given_by(release: RegressionRelease) -> list[str]:
    """Return what each group has given, one line each."""
    plan = release.plan
    return [_given(span, plan) for span in condensed(plan.groups, MOST_GROUPS)]


def _given(span: Span, plan: ConcentratedPromise) -> str:
    who = asked_for(span.low, span.high)
    return f"{span.users:,} who ask for {who}: {at_most(*plan.epsilons_in(span), who)}"
