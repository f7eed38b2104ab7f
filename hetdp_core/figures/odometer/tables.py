"""The numbers behind the figures of privacy accounting, as tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from hetdp_core.figures.odometer.checkup import SIGNS
from hetdp_core.figures.odometer.crowd import ANSWERS
from hetdp_core.figures.odometer.kinds import promises
from hetdp_core.odometer.beliefs import Beliefs
from hetdp_core.odometer.conversation import Conversation
from hetdp_core.odometer.crowd.learned import METHODS, Estimate, Study
from hetdp_core.odometer.crowd.people import Answering, Asked, Told
from hetdp_core.odometer.crowd.together import Refusals, Together
from hetdp_core.odometer.examples import Checkup, Outcome, label_of
from hetdp_core.odometer.kinds import KindsCompared
from hetdp_core.odometer.streams.sweep import BudgetSweep


def odometer(sweep: BudgetSweep, budget: float) -> pd.DataFrame:
    """Return answered questions of each complete run at a budget."""
    now = sweep.place(budget)
    return pd.DataFrame(
        {
            "run": np.arange(1, sweep.complete + 1),
            "basic composition": sweep.basic[now],
            "simplified filter": sweep.counts["simplified"][:, now],
            "Bayesian filter": sweep.counts["bayesian"][:, now],
        }
    )


def accepted(sweep: BudgetSweep) -> pd.DataFrame:
    """Return percentiles of answered questions along the budget."""
    table = pd.DataFrame({"budget": sweep.budgets, "basic composition": sweep.basic})
    for name, title in (("simplified", "simplified"), ("bayesian", "Bayesian")):
        for percent in (10, 50, 90):
            table[f"{title}, {percent} %"] = sweep.accepted(name, percent)
    table["zCDP filter, with δ"] = sweep.concentrated
    table["exact composition, with δ"] = sweep.composed
    return table


def share_answering(answering: Answering[Told]) -> pd.DataFrame:
    """Return the share that answers, by budget; of numbers by answers too, and their true mean."""
    table = pd.DataFrame({"question": np.arange(1, answering.share_answering.shape[1] + 1)})
    for budget, share in zip(answering.levels.tolist(), answering.share_answering, strict=True):
        table[f"share answering, budget {budget:.4g}"] = share
    if not isinstance(answering, Asked):
        return table
    for name, share in zip(ANSWERS, answering.share_by_answers, strict=True):
        table[f"share answering, {name}"] = share
    table["true mean of those who answer"] = answering.mean_of_answering
    return table


def one_crowd(estimate: Estimate) -> pd.DataFrame:
    """Return the mean by each method, the interval of maximum likelihood, the true mean."""
    table = pd.DataFrame({"method": list(estimate.means), "mean": list(estimate.means.values())})
    is_likelihood = table["method"] == "likelihood"
    for name, end in zip(("from", "to"), estimate.interval, strict=True):
        table[name] = np.where(is_likelihood, end, np.nan)
    table["true mean"] = estimate.truth
    return table


def learned(study: Study) -> pd.DataFrame:
    """Return bias, its standard error and the typical error of each method."""
    table = pd.DataFrame({"questions": study.asked})
    for name in METHODS:
        bias, deviation = study.bias(name)
        table[f"{name}: bias"], table[f"{name}: standard error"] = bias, deviation
        error, deviation = study.rmse(name)
        table[f"{name}: error"], table[f"{name}: its standard error"] = error, deviation
    table["one strong answer: error"] = study.single
    table["all values known: error"] = study.known
    return table


def together(budgets: Together) -> pd.DataFrame:
    """Return percentiles of what several filters let through together."""
    table = pd.DataFrame({"filters": np.arange(1, budgets.promised.size + 1)})
    for percent in (10, 50, 90):
        table[f"loss, {percent} %"] = budgets.percentile(percent)
    table["sum of the budgets"] = budgets.promised
    return table


def refusals(refused: Refusals) -> pd.DataFrame:
    """Return the loss and the chances of each first refusal."""
    questions = [*map(str, range(1, refused.losses.size)), "none"]
    return pd.DataFrame(
        {
            "first refused": questions,
            "loss": refused.losses,
            "least chance": np.min(refused.chances, axis=1),
            "largest chance": np.max(refused.chances, axis=1),
        }
    )


def answer_kinds(compared: KindsCompared) -> pd.DataFrame:
    """Return one row for each kind and number of answers; the counted loss next to its promise."""
    scenario = compared.scenario
    titles = ("yes or no", f"one of {scenario.levels} levels", "Gaussian noise")
    table = pd.DataFrame(
        {
            "answers": np.repeat(titles, compared.counts.size),
            "questions": np.tile(compared.counts.astype(int), len(titles)),
            "counted": compared.composed.ravel(),
            "promise": np.repeat(promises(compared), compared.counts.size),
        }
    )
    for percent in (10, 50, 90):
        table[f"told, {percent} %"] = compared.percentile(percent).ravel()
    table["certified to"] = np.max(compared.losses - compared.least, axis=1).ravel()
    return table


def conversation(talk: Conversation) -> pd.DataFrame:
    """Return one row per answered question."""
    return pd.DataFrame(
        {
            "question": [step.number for step in talk.steps],
            "asked": [step.label for step in talk.steps],
            "answer": [int(step.output) for step in talk.steps],
            "odometer L": [step.upper for step in talk.steps],
            "odds × exp(L)": np.exp([step.upper for step in talk.steps]),
            "basic composition": [step.basic for step in talk.steps],
        }
    )


def odometer_so_far(talk: Conversation) -> pd.DataFrame:
    """Return a row per point of its figure: before any answer, after each or either next one."""
    start = (0, "nothing yet", "", 0.0, 0.0)
    after = [
        (step.number, step.label, str(int(step.output)), step.upper, step.basic)
        for step in talk.steps
    ]
    number, basic = len(talk.steps) + 1, talk.decision.basic
    coming = [
        (number, talk.label, f"if {int(answer)}", talk.loss_after(answer), basic)
        for answer in (True, False)
    ]
    columns = ["question", "asked", "answer", "odometer L", "basic composition"]
    table = pd.DataFrame([start, *after, *coming], columns=columns)
    table.insert(4, "odds × exp(L)", np.exp(table["odometer L"]))
    return table


def beliefs(along: Beliefs, after: int) -> pd.DataFrame:
    """Return belief before and after some answers, and the corridor of the odometer."""
    mesh = np.meshgrid(*along.axes, indexing="ij")
    names = ["x"] if len(mesh) == 1 else [f"x{axis + 1}" for axis in along.shown]
    table = pd.DataFrame({name: axis.ravel() for name, axis in zip(names, mesh, strict=True)})
    table["before"] = along.prior
    table["now"] = along.posteriors[after]
    table["at least"] = along.low[after]
    table["at most"] = along.high[after]
    return table


def checkup_outcomes(visit: Checkup) -> pd.DataFrame:
    """Return the loss and chance of each outcome of the check-up."""
    return pd.DataFrame(
        {
            "heart, stroke, diabetes, sleep": [
                " ".join(SIGNS[answer] for answer in label.split()) for label in visit.labels
            ],
            "loss at most": visit.losses,
            "probability for this record": visit.probabilities,
        }
    )


def printed_losses(outcomes: Sequence[Outcome]) -> pd.DataFrame:
    """Return Appendix E with certified losses next to the printed ones."""
    table = pd.DataFrame(
        {
            "heart, stroke, diabetes, sleep": list(map(label_of, outcomes)),
            "exact, at least": [outcome.loss.lower for outcome in outcomes],
            "exact, at most": [outcome.loss.upper for outcome in outcomes],
            "as printed": [outcome.printed for outcome in outcomes],
        }
    )
    table["printed too high by"] = table["as printed"] - table["exact, at most"]
    return table
