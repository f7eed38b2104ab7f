"""Lesson on many questions to one person, and what the answers really tell."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from hetdp_core.computation import Computation
from hetdp_core.figures.odometer.streams import STREAMS
from hetdp_core.figures.text import factor, number, share
from hetdp_core.odometer.beliefs import Beliefs, Statement
from hetdp_core.odometer.conversation import Conversation
from hetdp_core.odometer.paper import Checkup
from hetdp_core.odometer.streams.sweep import BudgetSweep
from hetdp_core.papers import PAPERS
from pages.inside.odometer import controls, results, views
from pages.inside.odometer.controls import OdometerChoice
from pages.inside.odometer.hero import sweep_view
from pages.shared.controls import scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.kept import value
from pages.shared.lessons.lesson import Lesson, Picture, Place, Slider, Step, at, hiding, without

PAPER = PAPERS["odometer"].citation
TOPIC = "privacy_odometer"
EXAMPLE = {"conversation": "The paper's Example 3"}
LONG_STREAMS = {**EXAMPLE, "questions": "Linear regressions", "runs": "5", "budget": "10"}


def talk(settings: State) -> Conversation:
    """Return the running example, with the answers so far."""
    return value(controls.read_conversation(settings))


def beliefs(settings: State) -> Computation[Beliefs]:
    """Compute what is believed about the record along the way."""
    statement = Statement(0, settings["statement"], settings["threshold"])
    conversed = controls.read_conversation(settings)
    return results.beliefs(conversed, settings["belief"], statement, (0,))


def believed(settings: State) -> Beliefs:
    """Return what is believed about the record along the way."""
    return value(beliefs(settings))


def choice(settings: State) -> OdometerChoice:
    """Return which streams are asked, and the budget."""
    return controls.read(settings, scenario.read(settings))


def sweep(settings: State) -> BudgetSweep:
    """Return what whole streams say of every budget."""
    chosen = choice(settings)
    return value(results.sweep(chosen.scenario, chosen.runs, chosen.budget))


def visit(settings: State) -> Checkup:
    """Return the health check-up of the record that is set."""
    return value(results.checkup(controls.read_record(settings)))


# --- figures ------------------------------------------------------------------------------


def beliefs_after(count: int) -> Picture:
    """Show beliefs after this many of the answers."""
    return lambda settings: views.beliefs(beliefs(settings), count)


def conversation(settings: State) -> View:
    """Show the odometer after each answer."""
    view = views.conversation(controls.read_conversation(settings))
    return replace(view, name="The odometer after each answer")


def streams(settings: State) -> View:
    """Show many streams below a budget."""
    return sweep_view(choice(settings), sweep(settings))


def outcomes(settings: State) -> View:
    """Show what the 16 outcomes of the check-up reveal."""
    return views.checkup(controls.read_record(settings))


def appendix_e(settings: State) -> View:
    """Show printed and exact losses."""
    del settings
    return views.appendix_e()


def _table_of_answers(settings: State) -> View:
    answers = views.answers(controls.read_conversation(settings))
    return replace(conversation(settings), numbers=answers)


BASIC_ALONE = hiding(streams, STREAMS, "their median", "median of the Bayesian filter")

ANSWERED = without(_table_of_answers, "next, if accepted", "next: refused")


# --- answers ------------------------------------------------------------------------------


def belief(after: int) -> Callable[[State], float]:
    """Return the probability of the statement after this many answers, in percent."""
    return lambda settings: 100.0 * believed(settings).gains[after].posterior


def most_certain(settings: State) -> float:
    """Return how likely the odometer lets anybody hold the statement, at most, in percent."""
    return 100.0 * believed(settings).gains[-1].odds_corridor[1]


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
    """Return the median number of questions answered."""
    along = sweep(settings)
    return float(along.accepted("bayesian")[along.place(choice(settings).budget)])


def too_high(settings: State) -> float:
    """Count the printed losses that exceed the exact ones by more than rounding."""
    del settings
    return float(sum(row.printed > row.loss.upper + 5e-5 for row in value(results.outcomes())))


# --- texts --------------------------------------------------------------------------------


def _odds(loss: float) -> str:
    return factor(math.exp(loss))


def _statement(s: State) -> str:
    return f"x is at least {number(s['threshold'])}"


def _first_text(s: State) -> str:
    level, prior = talk(s).settings.epsilon, believed(s).gains[0].posterior
    return (
        "Somebody holds a number x from 0 to 10, all equally likely. Asked for x, they answer 1 "
        f"or 0 at random, 1 more often the larger x is; an answer changes odds by at most "
        f"{_odds(level)}. That “{_statement(s)}” is {share(prior)} likely, as the figure shows it. "
        "**The answer is 1.**"
    )


def _first_why(s: State) -> str:
    gain = believed(s).gains[1]
    return (
        f"Odds changed by at most {_odds(talk(s).settings.epsilon)} could have made it "
        f"{share(gain.odds_corridor[1])}. What an answer is allowed to tell and what it tells are "
        "two things."
    )


def _sum_text(s: State) -> str:
    talked = talk(s)
    return (
        f"After the answer 1 about x, odds have changed by up to {_odds(talked.steps[0].upper)}. "
        "Now x² is asked, and **the answer is 0**. Basic composition multiplies: "
        f"{_odds(talked.spent.basic)}. The odometer looks at what both answers told together."
    )


def _refused_text(s: State) -> str:
    talked = talk(s)
    first, second, *_, last = map(int, talked.outputs)
    return (
        f"The budget is {_odds(talked.settings.budget)}. Asked for x, x², x³ and so on, the person "
        f"answers {first}, {second}, and then {last} every time. Basic composition stops after "
        f"{basic_answers(s)} questions. The Bayesian filter accepts a question if neither answer "
        "could break the budget."
    )


def _refused_why(s: State) -> str:
    talked = talk(s)
    read = ", ".join(_odds(step.upper) for step in talked.steps)
    worst = max(map(talked.loss_after, (True, False)))
    return (
        f"Odds changed by up to {read}: the budget is used up. One of the next answers would "
        f"bring it to {_odds(worst)}, so the question is refused before it is answered."
    )


def _limit_text(s: State) -> str:
    talked = talk(s)
    prior = share(believed(s).gains[0].posterior)
    return (
        f"After the answers {', '.join('01'[output] for output in talked.outputs)} the odometer "
        f"reads {_odds(talked.spent.loss)}. Before them somebody believed “{_statement(s)}” with "
        f"{prior}, for whatever reasons."
    )


def _limit_why(s: State) -> str:
    return (
        f"Odds grow by at most {_odds(talk(s).spent.loss)}, whatever the statement and whatever "
        f"was believed. Here the belief really became {share(believed(s).gains[-1].posterior)}."
    )


def _streams_text(s: State) -> str:
    along = sweep(s)
    basic = along.basic[along.place(choice(s).budget)]
    return (
        f"Longer conversations: regressions of a record with {s['coordinates']} coordinates, each "
        f"answered with ε = {number(s['eps_question'])}, under a budget of {number(s['budget'])}. "
        f"Basic composition answers **{basic:.0f}** questions. "
        f"{s['runs']} people are simulated."
    )


def _streams_why(s: State) -> str:
    along = sweep(s)
    times = along.times_as_many[along.place(choice(s).budget)]
    return (
        f"{number(times)} times as many. Random questions point in "
        "all directions, so that answers partly cancel, and noisy answers rarely tell as much as "
        "they might."
    )


def _visit_text(s: State) -> str:
    visited = visit(s)
    return (
        f"Four noisy answers about one person's health ({number(s['age'])} years old, {s['sex']}): "
        "heart disease, stroke, diabetes, sleep. Basic composition counts a privacy loss of "
        f"**{number(visited.basic)}** (dashed). There are {len(visited.labels)} possible outcomes."
    )


def _visit_why(s: State) -> str:
    visited = visit(s)
    low, high = number(visited.losses[0]), number(visited.losses[-1])
    return (
        f"Depending on the answers the loss lies between {low} and {high}, never at "
        f"{number(visited.basic)}: no record makes all four answers as telling as they might be."
    )


def _printed_why(s: State) -> str:
    del s
    gaps = value(views.printed_losses())["printed too high by"]
    return (
        f"By {gaps.min():.3f} to {gaps.max():.3f}: the search was stopped early, and its upper "
        "bounds were printed. A bound is safe to use, but it is not the loss. (Our erratum; the "
        "exact values are certified.)"
    )


LESSON = Lesson(
    "odometer",
    "What was really learned?",
    "Why many answers tell less than the sum of what each might tell, and how a filter uses that.",
    "Those who know what ε-differential privacy promises.",
    15,
    (
        Step(
            "One noisy answer",
            _first_text,
            {**EXAMPLE, "answers": "1"},
            TOPIC,
            hiding(beliefs_after(0), "what the odometer allows", "belief now"),
            beliefs_after(1),
            Slider("How likely is that statement now?", 0.0, 100.0, 1.0, "{} %", belief(1)),
            _first_why,
            f"{PAPER}, Examples 2 and 3, Lemma 3.1",
            tab="Posterior",
        ),
        Step(
            "Do losses add up?",
            _sum_text,
            {**EXAMPLE, "answers": "10"},
            TOPIC,
            hiding(at(conversation, answers="1"), "next, if accepted"),
            ANSWERED,
            Slider(
                "By up to what factor have odds changed after both answers?",
                1.0,
                2.5,
                0.05,
                "× {}",
                lambda s: math.exp(talk(s).spent.loss),
                Place("y", lambda _, times: math.log(times)),
            ),
            "The second answer makes large numbers less likely again, which the first had made "
            "more likely. Answers can give privacy **back**; adding up worst cases never does.",
            f"{PAPER}, Definition 3.2 and Example 3",
            tab="Step by step",
        ),
        Step(
            "When is a question refused?",
            _refused_text,
            {**EXAMPLE, "answers": "1011"},
            TOPIC,
            hiding(at(conversation, answers="10"), "next, if accepted"),
            conversation,
            Slider(
                "How many questions does it answer?",
                1.0,
                12.0,
                1.0,
                "{} questions",
                answered,
                Place("x"),
            ),
            _refused_why,
            f"{PAPER}, Corollary 4.1 and Example 3",
            tab="Step by step",
        ),
        Step(
            "What does the reading promise?",
            _limit_text,
            {**EXAMPLE, "answers": "1011"},
            TOPIC,
            ANSWERED,
            beliefs_after(4),
            Slider(
                "How likely may they hold it now, at most?", 0.0, 100.0, 1.0, "{} %", most_certain
            ),
            _limit_why,
            f"{PAPER}, Lemma 3.1 and Theorem 3.3",
            tab="Posterior",
        ),
        Step(
            "How far does a budget reach?",
            _streams_text,
            LONG_STREAMS,
            TOPIC,
            BASIC_ALONE,
            streams,
            Slider(
                "How many does the Bayesian filter answer, in the median?",
                1.0,
                1000.0,
                0,
                "{} questions",
                stream_median,
                Place("x"),
            ),
            _streams_why,
            f"{PAPER}, section 6.1; here all answers are accounted for together",
        ),
        Step(
            "What does a check-up reveal?",
            _visit_text,
            {},
            TOPIC,
            hiding(outcomes, "what it would reveal"),
            outcomes,
            Slider(
                "What loss do the answers really cause, on average?",
                0.0,
                4.0,
                0.1,
                "{}",
                lambda s: visit(s).expected_loss,
                Place("y"),
            ),
            _visit_why,
            f"{PAPER}, Appendix E, with exact losses",
            tab="Health check-up",
        ),
        Step(
            "Is a printed number a fact?",
            "The paper prints the privacy loss of each of these outcomes. Each is the largest "
            "difference of two log-likelihoods over all records, which has to be searched for.",
            {},
            TOPIC,
            hiding(appendix_e, "exact"),
            appendix_e,
            Slider("How many of the 16 are too high?", 0.0, 16.0, 1.0, "{} of 16", too_high),
            _printed_why,
            f"{PAPER}, Appendix E",
            tab="Appendix E",
        ),
    ),
    needs=("zero",),
)
