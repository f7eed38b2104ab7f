"""Every figure of the odometer below the hero, with the words that belong to it."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from hetdp_core.calls import Call
from hetdp_core.figures.formats import (
    MOST_TIMES,
    about,
    factor,
    loss_and_odds,
    number,
    share,
    times,
)
from hetdp_core.figures.odometer import checkup as checkup_figures
from hetdp_core.figures.odometer import conversation as talk_figures
from hetdp_core.figures.odometer import kinds as kinds_figures
from hetdp_core.figures.odometer import streams as stream_figures
from hetdp_core.figures.odometer import tables
from hetdp_core.numerals import as_set, counted
from hetdp_core.odometer.beliefs import Beliefs
from hetdp_core.odometer.conversation import Conversation
from hetdp_core.odometer.kinds import KindsCompared, KindsScenario
from hetdp_core.odometer.streams.sweep import BudgetSweep
from hetdp_core.odometer.streams.traces import MOST_QUERIES
from pages.inside.odometer import results
from pages.shared.cache import value
from pages.shared.figure.view import View


def conversation(talk: Call[Conversation]) -> View:
    """Show the odometer after each answer, and what the next answer would make of it."""
    return View(
        key="odometer_so_far",
        name="The odometer after each answer, and after each possible next answer",
        headline="",
        figure=talk_figures.odometer_so_far(value(talk)),
        numbers=Call(tables.odometer_so_far, talk),
        height=380,
    )


def answers(talk: Call[Conversation]) -> Call[pd.DataFrame]:
    """Return the table of a conversation, one row an answer."""
    return Call(tables.conversation, talk)


def _promised(ratio: float) -> str:
    """Say by how much odds may change; a factor without an end is no promise."""
    if ratio > MOST_TIMES:
        return f"lets odds change by {times(ratio)}"
    return f"guarantees that odds change by at most {factor(ratio)}"


def beliefs(believed: Call[Beliefs], after: int) -> View:
    """Show the belief before, and after some of the answers, inside the corridor."""
    along = value(believed)
    gain = along.gains[after]
    low, high = gain.odds_corridor
    figure, frames = talk_figures.beliefs(along, after)
    return View(
        key=f"beliefs_{len(along.axes)}",
        name="Belief about the record before and after the answers",
        headline=(
            f"After {after} {'answer' if after == 1 else 'answers'} the probability of this "
            f"statement changed from {share(gain.prior)} to **{share(gain.posterior)}**. The "
            f"odometer {_promised(gain.ratio)}, so the probability stays between {share(low)} and "
            f"{share(high)}."
        ),
        figure=figure,
        numbers=Call(tables.beliefs, believed, after),
        caption=_about_beliefs(len(along.axes), along.held),
        frames=frames,
        height=430,
    )


def _about_beliefs(axes: int, held: int) -> str:
    if axes == 1 and not held:
        words = "Green shows what the odometer allows: odds $e^{-L}$ to $e^L$ times those before."
    else:
        words = (
            "Colour shows how many times as likely as before. The ends of the scale are the most "
            "the odometer allows."
        )
    if held:
        words += (
            f" The other {counted(held, 'coordinate')} {'is' if held == 1 else 'are'} held at 0."
        )
    return f"{words} The record is simulated. The belief before is the one chosen above."


def accepted(sweep: BudgetSweep, budget: float) -> View:
    """Show accepted questions against the budget, once all streams are complete."""
    now = sweep.place(budget)
    ends = (sweep.accepted("bayesian", percent)[now] for percent in (10.0, 90.0))
    low, high = (about(round(end)) for end in ends)
    people = f"the middle 80 % of {sweep.complete} simulated people"
    who = "the only simulated person" if sweep.complete == 1 else people
    alike = f"**{low}** {'question' if low == '1' else 'questions'}"
    spread = alike if low == high else f"between **{low} and {high}** questions"
    return View(
        key="accepted_against_budget",
        name="Questions answered against the privacy budget, for each filter",
        headline=(
            f"At a budget of {as_set(budget)}, the Bayesian filter allows {who} {spread}. The "
            "number depends on the answers, which are partly random. The simplified filter adds "
            "the whole ε of the next question to the loss so far. The Bayesian filter adds no more "
            "than its answer can reveal."
        ),
        figure=stream_figures.accepted_against_budget(sweep, budget),
        numbers=Call(tables.accepted, results.so_far(sweep, budget)),
        caption="Lines show medians of the simulated people above, bands 10 to 90 % of them, at "
        "the budgets of the slider. Between two budgets the true line may rise earlier. Each "
        f"person is asked at most {MOST_QUERIES:,} questions.",
        height=460,
    )


def answer_kinds(scenario: KindsScenario) -> View:
    """Show what equally accurate answers of three kinds count, and what they told."""
    step = results.answer_kinds(scenario)
    compared = value(step)
    figure, frames = kinds_figures.answer_kinds(compared)
    sentences = [_of_kinds(compared, frame) for frame in range(len(compared.counts))]
    return View(
        key="answer_kinds",
        name="What three kinds of answers count, and what they really reveal",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(tables.answer_kinds, step),
        caption=(
            "**\\*** Gaussian noise is counted differently: its ε holds except with failure "
            f"probability δ = {number(scenario.delta)} for each pair of records (μ² add up). The "
            "other two hold always, so do not compare it with them. It has **no largest loss**, "
            "so **no filter that must hold for every answer accepts it**. Yes-or-no answers and "
            f"levels count the sum of ε in advance. {scenario.people} simulated people with "
            f"{scenario.dimension} numbers in [−1, 1] each are asked the same random linear "
            "questions in all three ways. One answer is equally accurate in all three: its "
            "estimate has the same worst-case variance. Bars show medians. The whisker marks the "
            "90th percentile. The odometer is a certified upper bound for the answers given, at "
            f"most {number(compared.widest)} above the loss. Only ε of the settings affects this "
            "figure."
        ),
        frames=replace(frames, headlines=sentences),
        height=430,
    )


def _of_kinds(compared: KindsCompared, frame: int) -> str:
    count, levels = int(compared.counts[frame]), compared.scenario.levels
    medians = [number(loss) for loss in compared.percentile(50.0)[:, frame]]
    most = [number(loss) for loss in compared.composed[:, frame]]
    return (
        f"{counted(count, 'equally accurate answer')}, in three ways (medians). Yes or no reveals "
        f"**{medians[0]}** of the {most[0]} that composition counts, one of {levels} levels "
        f"**{medians[1]}** of {most[1]}. A number with Gaussian noise reveals **{medians[2]}**. "
        f"Composition counts {most[2]} for it, **except with failure probability δ = "
        f"{number(compared.scenario.delta)}**, which is a weaker guarantee."
    )


def checkup(record: tuple[float, float, float, float]) -> View:
    """Show the 16 outcomes of four noisy answers about a record."""
    step = results.checkup(record)
    visit = value(step)
    heart, stroke, diabetes, sleep = visit.results.tolist()
    return View(
        key="checkup_outcomes",
        name="Privacy loss and probability of each of the 16 outcomes of the check-up",
        headline=(
            "The paper's regressions (no medical advice, nor always plausible) predict heart "
            f"disease {share(heart)}, stroke {share(stroke)}, diabetes {share(diabetes)} and "
            f"{number(sleep)} hours of sleep. Each answer is only + or −, with noise. Basic "
            f"composition counts a loss of {number(visit.basic)}. The four answers really reveal "
            f"**{loss_and_odds(visit.expected_loss)} on average** for this record, and in at least "
            f"half of all cases {number(visit.median_loss)} or less."
        ),
        figure=checkup_figures.checkup_outcomes(visit),
        numbers=Call(tables.checkup_outcomes, step),
        caption=(
            "Four answers with ε = 1 each. Losses are certified to 0.0002 over all records with "
            "age 10 to 100, blood pressure 50 to 200 and BMI 10 to 50. The record is typed or "
            "simulated, never a row of a real dataset."
        ),
        height=520,
    )


def printed_losses() -> Call[pd.DataFrame]:
    """Return the table of Appendix E, exact beside printed."""
    return Call(tables.printed_losses, results.outcomes())


def appendix_e() -> View:
    """Show the losses of the 16 outcomes, exact and as printed."""
    gaps = value(printed_losses())["printed too high by"]
    return View(
        key="appendix_e",
        name="Privacy loss of the 16 outcomes, exact and as printed",
        headline=(
            "**Erratum 5.** Every loss printed in Appendix E is too high, by "
            f"{gaps.min():.4f} to {gaps.max():.4f}. The reason is not known. A "
            "search that keeps upper bounds and stops early would explain it. A plain maximisation "
            "that stops early would give lower bounds instead."
        ),
        figure=checkup_figures.printed_losses(value(results.outcomes())),
        numbers=printed_losses(),
        height=420,
    )
