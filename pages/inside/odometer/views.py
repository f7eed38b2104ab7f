"""Every figure of the odometer below the hero, with the words that belong to it."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from hetdp_core.calls import Call
from hetdp_core.figures.odometer import checkup as checkup_figures
from hetdp_core.figures.odometer import conversation as talk_figures
from hetdp_core.figures.odometer import kinds as kinds_figures
from hetdp_core.figures.odometer import streams as stream_figures
from hetdp_core.figures.odometer import tables
from hetdp_core.figures.text import MOST_TIMES, about, factor, number, share, times
from hetdp_core.numerals import counted
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
        name="The odometer after each answer, and what the next answer would make of it",
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
    return f"promises that odds change by at most {factor(ratio)}"


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
            f"statement has gone from {share(gain.prior)} to **{share(gain.posterior)}**. The "
            f"odometer {_promised(gain.ratio)}, so that it stays between {share(low)} and "
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
        words = "Green: what the odometer allows, e^(−L) to e^L times the belief before."
    else:
        words = (
            "Colour: how many times as likely as before; the ends of the scale are what the "
            "odometer allows at its highest."
        )
    if held:
        words += (
            f" The other {counted(held, 'coordinate')} {'is' if held == 1 else 'are'} held at 0."
        )
    return f"{words} A simulated record; the belief before is the one chosen above."


def accepted(sweep: BudgetSweep, budget: float) -> View:
    """Show accepted questions against the budget, once a stream is complete."""
    now = sweep.place(budget)
    low, high = (about(sweep.accepted("bayesian", percent)[now]) for percent in (10.0, 90.0))
    some = f"the middle 80 % of {sweep.complete} streams answer"
    who = "the only stream so far answers" if sweep.complete == 1 else some
    alike = f"**{low}** {'question' if low == '1' else 'questions'}"
    spread = alike if low == high else f"between **{low} and {high}** questions"
    return View(
        key="accepted_against_budget",
        name="Questions answered against the privacy budget, for three filters",
        headline=(
            f"At a budget of {number(budget)}, {who} {spread}: "
            "how far a budget reaches depends on the answers, and so on chance. The "
            "simplified filter counts each new question in full before it is answered."
        ),
        figure=stream_figures.accepted_against_budget(sweep),
        numbers=Call(tables.accepted, results.so_far(sweep, budget)),
        caption="Lines: medians of the simulated streams above; bands: 10 to 90 % of them. A "
        f"stream ends after at most {MOST_QUERIES:,} questions.",
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
        name="What answers of three kinds count, and what they really told",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(tables.answer_kinds, step),
        caption=(
            "**\\*** Counted in another way: it holds but for a chance "
            f"δ = {number(scenario.delta)}, and so promises less than the other two, which hold "
            f"always. Do not compare it with them. {scenario.people} simulated people with "
            f"{scenario.dimension} numbers in [−1, 1] each, drawn at random, as are the "
            "linear questions, the same for all three kinds. "
            "One answer is equally accurate in all three: its estimate of the result has the same "
            "variance at worst. Bars: medians; 90 % of people stay below the line on top. The "
            "odometer "
            f"is a certified upper end, at most {number(compared.widest)} above the loss. It holds "
            "for the answers that came. Beforehand, yes-or-no answers and levels count the sum "
            "of ε. Gaussian noise has **no largest loss**: what is counted is the ε that holds "
            f"for each pair of records but for a chance δ = {number(scenario.delta)} (μ² add "
            "up), and **no filter that must hold for every answer accepts it**. Of the "
            "settings beside, only ε is of concern here."
        ),
        frames=replace(frames, headlines=sentences),
        height=430,
    )


def _of_kinds(compared: KindsCompared, frame: int) -> str:
    count, levels = int(compared.counts[frame]), compared.scenario.levels
    medians = [number(loss) for loss in compared.percentile(50.0)[:, frame]]
    most = [number(loss) for loss in compared.composed[:, frame]]
    return (
        f"{counted(count, 'equally accurate answer')}, three ways: yes or no "
        f"told **{medians[0]}** of the {most[0]} that composition counts, one of {levels} levels "
        f"**{medians[1]}** of {most[1]}, a number with Gaussian noise **{medians[2]}** (medians). "
        f"What composition counts for the last, {most[2]}, **holds but for a chance δ = "
        f"{number(compared.scenario.delta)}**: a weaker promise, not to be compared with the "
        "others."
    )


def checkup(record: tuple[float, float, float, float]) -> View:
    """Show the 16 outcomes of four noisy answers about a record."""
    step = results.checkup(record)
    visit = value(step)
    heart, stroke, diabetes, sleep = visit.results.tolist()
    return View(
        key="checkup_outcomes",
        name="What each of the 16 outcomes of the check-up would reveal, and how likely it is",
        headline=(
            f"The regressions would say: heart disease {share(heart)}, stroke {share(stroke)}, "
            f"diabetes {share(diabetes)}, {number(sleep)} hours of sleep. Each is answered at "
            f"random. Basic composition counts {number(visit.basic)}; what the answers really "
            f"tell is **{number(visit.expected_loss)} on average** for this record, and at most "
            f"{number(visit.median_loss)} half of the time."
        ),
        figure=checkup_figures.checkup_outcomes(visit),
        numbers=Call(tables.checkup_outcomes, step),
        caption=(
            "Four answers with ε = 1 each; losses are certified to 0.0002 over all records with "
            "age 10 to 100, blood pressure 50 to 200 and BMI 10 to 50. The record is typed or "
            "simulated: nothing is ever computed about a row of a real dataset."
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
            "**Erratum 5.** The losses printed in Appendix E are upper bounds of a search that "
            "was stopped early, not the losses: the exact values are lower by "
            f"{gaps.min():.3f} to {gaps.max():.3f} in every row."
        ),
        figure=checkup_figures.printed_losses(value(results.outcomes())),
        numbers=printed_losses(),
        height=420,
    )
