"""The numbers behind the figures of privacy accounting, as tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from hetdp_core.figures.odometer.kinds import promises
from hetdp_core.odometer.beliefs.course import BeliefCourse
from hetdp_core.odometer.conversation.conversation import Conversation
from hetdp_core.odometer.kinds.comparison import KindsCompared
from hetdp_core.odometer.paper.checkup import Checkup, Outcome, label_of
from hetdp_core.odometer.streams.course import OdometerCourse


def odometer(course: OdometerCourse) -> pd.DataFrame:
    """Answered questions of each complete run at the present budget."""
    now = course.current
    counts = {
        "simplified filter": course.bands.counts["simplified"][:, now],
        "Bayesian filter": course.bands.counts["bayesian"][:, now],
    }
    table = pd.DataFrame({"run": np.arange(1, course.complete + 1)})
    table["basic composition"] = course.basic[now]
    for name, column in counts.items():
        table[name] = column
    return table


def accepted(course: OdometerCourse) -> pd.DataFrame:
    """Percentiles of answered questions along the budget."""
    table = pd.DataFrame({"budget": course.budgets, "basic composition": course.basic})
    for name, title in (("simplified", "simplified"), ("bayesian", "Bayesian")):
        for percent in (10, 50, 90):
            table[f"{title}, {percent} %"] = course.accepted(name, percent)
    return table


def answer_kinds(found: KindsCompared) -> pd.DataFrame:
    """One row for each kind and number of answers; what is counted beside its promise."""
    scenario = found.scenario
    titles = ("yes or no", f"one of {scenario.levels} levels", "Gaussian noise")
    table = pd.DataFrame(
        {
            "answers": np.repeat(titles, found.counts.size),
            "questions": np.tile(found.counts.astype(int), len(titles)),
            "counted": found.composed.ravel(),
            "promise": np.repeat(promises(found), found.counts.size),
        }
    )
    for percent in (10, 50, 90):
        table[f"told, {percent} %"] = found.percentile(percent).ravel()
    table["certified to"] = np.max(found.told - found.least, axis=1).ravel()
    return table


def conversation(talk: Conversation) -> pd.DataFrame:
    """One row per answered question."""
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
    """One row per point of its figure: before any answer, after each, after either next one."""
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


def beliefs(course: BeliefCourse, after: int) -> pd.DataFrame:
    """Belief before and after some answers, and the corridor of the odometer."""
    mesh = np.meshgrid(*course.axes, indexing="ij")
    names = ["x"] if len(mesh) == 1 else [f"x{axis + 1}" for axis in course.shown]
    table = pd.DataFrame({name: axis.ravel() for name, axis in zip(names, mesh, strict=True)})
    table["before"] = course.prior
    table["now"] = course.posteriors[after]
    table["at least"] = course.low[after]
    table["at most"] = course.high[after]
    return table


def checkup_outcomes(found: Checkup) -> pd.DataFrame:
    """Loss and chance of each outcome of the check-up."""
    return pd.DataFrame(
        {
            "heart, stroke, diabetes, sleep": list(found.labels),
            "loss at most": found.losses,
            "chance for this record": found.probabilities,
        }
    )


def printed_losses(outcomes: Sequence[Outcome]) -> pd.DataFrame:
    """Appendix E with certified losses beside the printed ones."""
    table = pd.DataFrame(
        {
            "heart, stroke, diabetes, sleep": [label_of(one) for one in outcomes],
            "exact, at least": [one.loss.lower for one in outcomes],
            "exact, at most": [one.loss.upper for one in outcomes],
            "as printed": [one.printed for one in outcomes],
        }
    )
    table["printed too high by"] = table["as printed"] - table["exact, at most"]
    return table
