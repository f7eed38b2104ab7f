"""Lesson on many questions to one person, and what the answers really tell."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pandas as pd

from hetdp_core.calls import Call
from hetdp_core.figures.formats import factor
from hetdp_core.figures.odometer.crowd import TITLES
from hetdp_core.figures.odometer.streams import MEDIAN, STREAMS
from hetdp_core.odometer.beliefs import Beliefs, Statement
from hetdp_core.odometer.conversation import Conversation
from hetdp_core.odometer.crowd.learned import Study
from hetdp_core.odometer.examples import Checkup
from hetdp_core.odometer.streams.sweep import BudgetSweep
from hetdp_core.papers import PAPERS
from pages.inside.odometer import controls, crowd_views, results, views
from pages.inside.odometer.controls import OdometerChoice
from pages.inside.odometer.hero import sweep_view
from pages.shared.cache import value
from pages.shared.controls import scenario, state
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Lesson, Picture, Place, Slider, Step, at, hiding, without

PAPER = PAPERS["odometer"].citation
TOPIC = "privacy_odometer"
EXAMPLE = {"conversation": "The paper's Example 3"}
POWERS = {"questions": "x, x², x³ … of a number from 0 to 10", "runs": "20"}
LONG_STREAMS = {**EXAMPLE, "questions": "Linear regressions", "runs": "5", "budget": "10"}


def talk(settings: State) -> Conversation:
    """Return the running example, with the answers so far."""
    return value(controls.read_conversation(settings))


def beliefs(settings: State) -> Call[Beliefs]:
    """Compute what is believed about the record along the way."""
    statement = Statement(0, settings["statement"], settings["threshold"])
    conversed = controls.read_conversation(settings)
    return results.beliefs(conversed, settings["belief"], statement, (0,))


def believed(settings: State) -> Beliefs:
    """Return what is believed about the record along the way."""
    return value(beliefs(settings))


def choice(settings: State) -> OdometerChoice:
    return controls.read(settings, scenario.read(settings))


def sweep(settings: State) -> BudgetSweep:
    """Return what whole streams say of every budget."""
    chosen = choice(settings)
    streams = results.streams(chosen.scenario, chosen.runs)
    return value(results.sweep(chosen.scenario, streams, chosen.budget))


def crowd(settings: State) -> Study:
    """Return what is learned of the crowd's mean."""
    return value(results.learned(controls.crowd_scenario(settings)))


def visit(settings: State) -> Checkup:
    """Return the health check-up of the record that is set."""
    return value(results.checkup(controls.read_record(settings)))


def beliefs_after(count: int) -> Picture:
    """Show beliefs after this many of the answers."""
    return lambda settings: views.beliefs(beliefs(settings), count)


def conversation(settings: State) -> View:
    view = views.conversation(controls.read_conversation(settings))
    return replace(view, name="The odometer after each answer")


def streams(settings: State) -> View:
    return sweep_view(choice(settings), sweep(settings))


def crowd_biases(settings: State) -> View:
    """Show by how much each mean of a crowd's answers is off."""
    return crowd_views.learned(controls.crowd_scenario(settings))[0]


TWO_WAYS = without(crowd_biases, TITLES["last"], TITLES["pooled"], columns=("last", "pooled"))


def outcomes(settings: State) -> View:
    """Show what the 16 outcomes of the check-up reveal."""
    return views.checkup(controls.read_record(settings))


def _table_of_answers(settings: State) -> View:
    answers = views.answers(controls.read_conversation(settings))
    return replace(conversation(settings), numbers=answers)


def two_that_cancel() -> View:
    """Show Example 3 after two answers, of which the second takes back a part of the first."""
    example = state.of_params({**EXAMPLE, "answers": "10"})
    first, both = (step.upper for step in talk(example).steps)
    return replace(
        ANSWERED(example),
        headline=f"The answer 1 to x changes odds by up to {factor(math.exp(first))}. The answer 0 "
        f"to x² takes back a part of it: both together give **{factor(math.exp(both))}**. Basic "
        f"composition counts {factor(math.exp(talk(example).spent.basic))}.",
    )


BASIC_ALONE = hiding(streams, *STREAMS, MEDIAN, "median of the Bayesian filter")

ANSWERED = without(_table_of_answers, "next, if accepted", "next: refused")


def belief(after: int) -> Callable[[State], float]:
    """Return the probability of the statement after this many answers, in percent."""
    return lambda settings: 100.0 * believed(settings).gains[after].posterior


def too_low(settings: State) -> float:
    """Return by how much the mean of people's own means is too low."""
    return -float(crowd(settings).bias("own")[0][-1])


def answered(settings: State) -> float:
    """Count the questions of the conversation that the filter answers."""
    talked = talk(settings)
    assert not talked.decision.accepted  # or it would go on
    return float(len(talked.steps))


def basic_answers(settings: State) -> int:
    """Count the questions that basic composition answers within the same budget."""
    talked = talk(settings)
    return sum(step.basic <= talked.settings.budget * (1 + 1e-9) for step in talked.steps)


def stream_median(settings: State) -> float:
    """Return how many questions the median person answers, a whole number as the figure says."""
    along = sweep(settings)
    return float(round(along.accepted("bayesian")[along.place(choice(settings).budget)]))


def too_high(_: State) -> float:
    """Count the printed losses that exceed the exact ones by more than rounding."""
    return float(sum(row.printed > row.loss.upper + 5e-5 for row in value(results.outcomes())))


def prior(settings: State) -> float:
    """Return how likely the statement is before any answer."""
    return believed(settings).gains[0].posterior


def printed_gaps() -> pd.Series:
    """Return by how much each printed loss of Appendix E is too high."""
    return value(views.printed_losses())["printed too high by"]


ALONG_STREAMS = {
    "basic": lambda s: sweep(s).basic[sweep(s).place(choice(s).budget)],
    "times": lambda s: sweep(s).times_as_many[sweep(s).place(choice(s).budget)],
}
"""What both filters answer along the streams of a step, at its budget."""

IN_LOGARITHMS = Place("y", lambda _, times: math.log(times))


LESSON = Lesson(
    "odometer",
    "What was really learned?",
    "Why many answers reveal less than the sum of their worst cases, and how a filter uses this.",
    "People who know what ε-differential privacy promises.",
    15,
    (
        Step(
            title="One noisy answer",
            text="Somebody holds a whole number x from 0 to 10, all equally likely. The question "
            "is x, and the answer is 1 or 0 at random. A larger x makes 1 more likely, and an "
            "answer changes odds by at most {level:odds}. The statement “x is at least "
            "{threshold}” is {prior:share} likely, as the figure shows. **The answer is "
            "1.**",
            ask="How likely is this statement now?",
            why="A change of odds by {level:odds} would have made it {most:share}. An answer "
            "often reveals less than the most it could.",
            facts={
                "level": lambda s: talk(s).settings.epsilon,
                "prior": prior,
                "most": lambda s: believed(s).gains[1].odds_corridor[1],
            },
            source=f"{PAPER}, Examples 2 and 3, Lemma 3.1",
            params={**EXAMPLE, "answers": "1"},
            topic=TOPIC,
            tab="What an observer believes",
            before=hiding(beliefs_after(0), "allowed by the odometer", "belief now"),
            after=beliefs_after(1),
            question=Slider(0.0, 100.0, 1.0, "{} %", belief(1)),
        ),
        Step(
            title="Do losses add up?",
            text="The answer 1 to x has changed odds by up to {first:odds}. The next question "
            "is x², and **the answer is 0**. Basic composition multiplies the worst cases: "
            "{basic:odds}. The odometer counts what both answers revealed together. In the figure, "
            "L is the natural logarithm of such a factor.",
            ask="By up to what factor have both answers changed the odds?",
            why="The first answer made large numbers more likely, and the second makes them "
            "less likely again. Answers can give privacy **back**, if they contradict earlier "
            "ones. A sum of worst cases never falls.",
            facts={
                "first": lambda s: talk(s).steps[0].upper,
                "basic": lambda s: talk(s).spent.basic,
            },
            source=f"{PAPER}, Definition 3.2 and Example 3",
            params={**EXAMPLE, "answers": "10"},
            topic=TOPIC,
            tab="Step by step",
            before=hiding(at(conversation, answers="1"), "next, if accepted"),
            after=ANSWERED,
            question=Slider(
                1.0, 2.5, 0.05, "× {}", lambda s: math.exp(talk(s).spent.loss), IN_LOGARITHMS
            ),
        ),
        Step(
            title="When is a question refused?",
            text="The budget is {limit:odds}. The questions are x, x², x³ and so on. The "
            "answers are {outputs[0]}, {outputs[1]}, and then always {outputs[2]}. Basic "
            "composition stops after {basic} questions. The Bayesian filter accepts a "
            "question if neither answer could exceed the budget.",
            ask="How many questions does it answer?",
            why="The odds changed by up to {read}: the budget is used up. One of the "
            "next answers would bring the factor to {worst:odds}. The filter refuses the "
            "question before it is answered.",
            facts={
                "limit": lambda s: talk(s).settings.budget,
                "outputs": lambda s: [int(output) for output in talk(s).outputs],
                "basic": basic_answers,
                "read": lambda s: ", ".join(factor(math.exp(step.upper)) for step in talk(s).steps),
                "worst": lambda s: max(map(talk(s).loss_after, (True, False))),
            },
            source=f"{PAPER}, Corollary 4.1 and Example 3",
            params={**EXAMPLE, "answers": "1011"},
            topic=TOPIC,
            tab="Step by step",
            before=hiding(at(conversation, answers="10"), "next, if accepted"),
            after=conversation,
            question=Slider(1.0, 12.0, 1.0, "{} questions", answered, Place("x")),
        ),
        Step(
            title="What does the reading promise?",
            text="After the answers {outputs} the odometer shows {loss:odds}. Before them, "
            "somebody believed “x is at least {threshold}” with probability {prior:share}.",
            ask="How likely can this person think the statement now, at most?",
            why="Odds grow by at most {loss:odds}, for every statement and every earlier "
            "belief. Here the belief really became {now:share}.",
            facts={
                "outputs": lambda s: ", ".join(str(int(output)) for output in talk(s).outputs),
                "loss": lambda s: talk(s).spent.loss,
                "prior": prior,
                "now": lambda s: believed(s).gains[-1].posterior,
            },
            source=f"{PAPER}, Lemma 3.1 and Theorem 3.3",
            params={**EXAMPLE, "answers": "1011"},
            topic=TOPIC,
            tab="What an observer believes",
            before=ANSWERED,
            after=beliefs_after(4),
            question=Slider(
                0.0, 100.0, 1.0, "{} %", lambda s: 100.0 * believed(s).gains[-1].odds_corridor[1]
            ),
        ),
        Step(
            title="How far does a budget reach?",
            text="Each person answers linear regression questions, with ε = {eps_question} each "
            "and a total budget of {budget}. The slopes and the intercept are uniform on [−1, "
            "1], divided by the sum of their absolute values. All "
            "{coordinates} coordinates of each record are 0. Basic composition answers "
            "**{basic:.0f}** questions. The simulation has {runs} people.",
            ask="How many does the Bayesian filter answer for the median person?",
            why="It answers {times:.2g} times as many. Random questions point in all directions, "
            "so the answers partly cancel. Other questions or records have other numbers.",
            facts=ALONG_STREAMS,
            source=f"{PAPER}, section 6.1; here all answers are accounted for together",
            params=LONG_STREAMS,
            topic=TOPIC,
            before=BASIC_ALONE,
            after=streams,
            question=Slider(10.0, 1000.0, 0, "{} questions", stream_median, Place("x")),
        ),
        Step(
            title="What if questions differ?",
            text="Each question has its own ε, from {question_low} to {question_high}, known "
            "beforehand. The questions are powers of one number, the order of their ε is random, "
            "and the budget is {budget}. Basic composition adds up every ε and answers "
            "**{basic:.0f}** questions. The simulation has {runs} people.",
            ask="How many does the Bayesian filter answer for the median person?",
            why="It answers {times:.2g} times as many. A filter counts what the answers reveal, "
            "whatever ε each question has.",
            facts=ALONG_STREAMS,
            source=f"{PAPER}, Algorithm 2; here with ε by question",
            params={**POWERS, "question_levels": "Log-uniform", "question_low": "0.1"}
            | {"question_high": "1", "budget": "5"},
            topic=TOPIC,
            before=BASIC_ALONE,
            after=streams,
            question=Slider(10.0, 1000.0, 0, "{} questions", stream_median, Place("x")),
        ),
        Step(
            title="What do filtered answers teach?",
            text="Each of {people:,} people has a number from −1 to 1. Their expected mean is "
            "{mean}. Each has a budget of {budget}. All are asked {asked} "
            "questions about their number, with ε = {eps_question}. For each person somebody "
            "takes the mean of the answers, corrected for its noise, then the mean of all people. "
            "The first figure shows another method, which fits all answers at once (maximum "
            "likelihood).",
            ask="By how much is this mean too low, on average?",
            why="A person whose answers agree stops early, and counts with an extreme mean. "
            "Maximum likelihood over whole transcripts is off by only {repaired}: a refusal "
            "depends on nothing but the answers before it.",
            facts={
                "people": lambda s: crowd(s).scenario.people,
                "mean": lambda s: crowd(s).scenario.mean,
                "asked": lambda s: crowd(s).asked[-1],
                "repaired": lambda s: crowd(s).bias("likelihood")[0][-1],
            },
            source="Beyond the paper: what filters let through",
            params={**POWERS, "budget": "2"},
            topic=TOPIC,
            tab="What is learned",
            before=hiding(TWO_WAYS, TITLES["own"]),
            after=TWO_WAYS,
            question=Slider(0.0, 0.5, 0.01, "{}", too_low, Place("y", lambda _, low: -low)),
        ),
        Step(
            title="What does a check-up reveal?",
            text="One person ({age} years old, {sex}) gives four noisy answers about health: "
            "heart disease, stroke, diabetes, sleep. Basic composition counts a privacy "
            "loss of **{basic}** (dashed). There are {outcomes} possible outcomes.",
            ask="What loss do the answers cause on average?",
            why="The loss lies between {low} and {high}, depending on the answers, and never "
            "reaches {basic}. No record makes all four answers reveal the most they could.",
            facts={
                "basic": lambda s: visit(s).basic,
                "outcomes": lambda s: len(visit(s).labels),
                "low": lambda s: visit(s).losses[0],
                "high": lambda s: visit(s).losses[-1],
            },
            source=f"{PAPER}, Appendix E, with exact losses",
            topic=TOPIC,
            tab="Health check-up",
            before=hiding(outcomes, "what the outcome would reveal"),
            after=outcomes,
            question=Slider(0.0, 4.0, 0.1, "{}", lambda s: visit(s).expected_loss, Place("y")),
        ),
        Step(
            title="Is a printed number a fact?",
            text="The paper prints the privacy loss of each outcome of that check-up. Each loss "
            "is the largest difference of two log-likelihoods over all records, which a search "
            "has to find.",
            ask="How many of the 16 printed losses are too high?",
            why="They are too high by {least:.4f} to {most:.4f}; the reason is not known. A search "
            "that keeps upper bounds and stops early would explain it. (This is our erratum. The "
            "exact values are certified.)",
            facts={"least": lambda _: printed_gaps().min(), "most": lambda _: printed_gaps().max()},
            source=f"{PAPER}, Appendix E",
            topic=TOPIC,
            tab="Appendix E",
            before=hiding(lambda _: views.appendix_e(), "exact"),
            after=lambda _: views.appendix_e(),
            question=Slider(0.0, 16.0, 1.0, "{} of 16", too_high),
        ),
    ),
    needs=("zero",),
)
