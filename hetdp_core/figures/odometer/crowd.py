"""Figures of a crowd: how many still answer, and estimates of its mean."""

from __future__ import annotations

import numpy as np

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import number
from hetdp_core.figures.odometer.streams import LOSS, budget_label, budget_line, curve
from hetdp_core.figures.theme import Trace
from hetdp_core.odometer.crowd.learned import METHODS, Estimate, Study
from hetdp_core.odometer.crowd.people import Answering, Asked, Told
from hetdp_core.odometer.crowd.together import Refusals, Together
from hetdp_core.validate import FloatArray

TITLES = {
    "last": "The last question's answers",
    "own": "People's own means",
    "pooled": "All answers pooled",
    "likelihood": "Maximum likelihood",
}
ASKED = "Questions asked"

ANSWERS = ("answers so far alike", "answers so far mixed")
"""People by their answers before a question."""

_ANSWERS_LOOK = ((theme.PURPLE, "dashdot"), (theme.BLUE, "solid"))

_SPREAD = 2.0
"""Standard errors that a whisker reaches to either side."""


def share_answering(answering: Answering[Told]) -> Figure:
    """Draw the share that answers each question: of each budget, and by the answers before."""
    questions = np.arange(1, answering.share_answering.shape[1] + 1)
    looks = zip(theme.GROUP_COLOURS, theme.GROUP_DASHES, strict=True)
    budgets = [f"budget {number(budget)}" for budget in answering.levels.tolist()]
    lines = [*zip(budgets, answering.share_answering, looks, strict=False)]
    if isinstance(answering, Asked):
        lines += zip(ANSWERS, answering.share_by_answers, _ANSWERS_LOOK, strict=True)
    hover = "question %{x}: %{y:.0f} % answer"
    traces = [
        curve(questions, 100.0 * share, name, {"color": colour, "dash": dash, "width": 4}, hover)
        for name, share, (colour, dash) in lines
    ]
    axes = {
        "xaxis": theme.titled(ASKED),
        "yaxis": theme.titled("People who answer", range=[0, 103], ticksuffix=" %"),
    }
    return theme.figure(traces, axes)


def one_crowd(estimate: Estimate) -> Figure:
    """Draw the mean as each method sees it in one crowd, next to the true one.

    The last question's answers are left out: of few people, they may lie anywhere.
    """
    seen = {name: estimate.means[name] for name in METHODS if name != "last"}
    traces: list[Trace] = [
        theme.points(
            x=[mean],
            y=[-place],
            name=TITLES[name],
            showlegend=False,
            marker={"color": theme.LEARNED_COLOURS[name], "size": 14},
            hovertemplate="%{x:.3f}<extra>%{fullData.name}</extra>",
        )
        for place, (name, mean) in enumerate(seen.items())
    ]
    below, above = np.abs(np.subtract(estimate.interval, estimate.means["likelihood"])).tolist()
    width = {"thickness": 3, "width": 8}
    traces[-1]["error_x"] = {"type": "data", "array": [above], "arrayminus": [below], **width}
    ends, look = [0.5, 0.5 - len(seen)], {"color": theme.INK, "width": 3, "dash": "dash"}
    truth, name = estimate.truth, f"Population's mean {number(estimate.truth)}"
    line = curve([truth, truth], ends, name, look, "%{x:.3f}")
    names = {"tickvals": [*range(0, -len(seen), -1)], "ticktext": [TITLES[name] for name in seen]}
    axes = {"xaxis": theme.titled("Mean (values −1 to 1)"), "yaxis": {**names, "range": ends[::-1]}}
    return theme.figure([*traces, {**line, "showlegend": True}], axes)


def biases(study: Study) -> Figure:
    """Draw the bias of each method against the number of questions; whiskers: 2 standard errors."""
    traces = [_line(study, name, *study.bias(name)) for name in METHODS]
    axes = {
        "xaxis": theme.titled(ASKED),
        "yaxis": theme.titled("Bias of the mean (values −1 to 1)", zeroline=True),
    }
    return theme.figure(traces, axes)


def errors(study: Study) -> Figure:
    """Draw the error by maximum likelihood, next to one strong answer and next to known values.

    Whiskers: 2 standard errors.
    """
    ends = study.asked[[0, -1]]
    single = {"color": theme.VERMILLION, "dash": "longdash", "width": 4}
    known = {"color": theme.GREY, "dash": "dot", "width": 3}
    hover = "± %{y:.3g}"
    traces = [
        _line(study, "likelihood", *study.rmse("likelihood")),
        curve(ends, [study.single] * 2, "One strong answer each", single, hover),
        curve(ends, [study.known] * 2, "All values known", known, hover),
    ]
    axes = {
        "xaxis": theme.titled(ASKED),
        "yaxis": theme.titled("Error of the mean (± x)", rangemode="tozero"),
    }
    return theme.figure(traces, axes)


def together(budgets: Together) -> Figure:
    """Draw what several filters let through together, below the sum of their budgets."""
    filters = np.arange(1, budgets.promised.size + 1)
    high = budgets.percentile(90.0)  # often the whole promise: a broad line below a narrow one
    traces = [
        curve(
            filters,
            losses,
            name,
            {"color": colour, "dash": dash, "width": width},
            "%{x} filters: privacy loss %{y:.3g}",
        )
        for name, losses, colour, dash, width in (
            ("90 % of people at or below", high, theme.SKY, "solid", 12),
            ("Sum of the budgets", budgets.promised, theme.VERMILLION, "longdash", 3),
            ("Median person", budgets.percentile(50.0), theme.BLUE, "solid", 4),
        )
    ]
    axes = {
        "xaxis": theme.titled("Filters: analysts, or years", dtick=1),
        "yaxis": theme.titled(LOSS, rangemode="tozero"),
    }
    return theme.figure(traces, axes)


def refusals(refused: Refusals) -> Figure:
    """Draw the loss of the first refusal by itself, below the budget; × where it cannot happen."""
    losses = refused.losses.round(9)  # makes 0 read as 0
    bars: Trace = theme.bars(
        x=[*map(str, range(1, losses.size)), "none"],
        y=np.nan_to_num(losses),
        text=["×" if np.isnan(loss) else number(loss) for loss in losses.tolist()],
        textposition="outside",
        name="revealed by the refusal alone",
        marker={"color": theme.BLUE},
        hover="first refused: %{x}<br>privacy loss %{text}",
    )
    axes = {
        "xaxis": theme.titled("Question that is refused first", type="category"),
        "yaxis": theme.titled(LOSS, range=[0.0, 1.2 * refused.budget]),
    }
    shown = {"shapes": [budget_line(refused.budget)], "annotations": [budget_label(refused.budget)]}
    return theme.figure([bars], axes, **shown)


def _line(study: Study, method: str, values: FloatArray, deviation: FloatArray) -> Trace:
    look = theme.look(theme.LEARNED_COLOURS, theme.LEARNED_DASHES, method, 4)
    hover = "%{x} questions: %{y:.3f}"
    line = curve(study.asked, values, TITLES[method], look, hover, "lines+markers")
    return {**line, "error_y": {"type": "data", "array": _SPREAD * deviation, "thickness": 1.5}}
