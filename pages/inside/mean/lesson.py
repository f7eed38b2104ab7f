"""Lesson on the mean of users who ask for different levels of privacy."""

from __future__ import annotations

import math

from hetdp_core import datasets
from hetdp_core.figures.marks import Thing
from hetdp_core.figures.text import number, percent
from hetdp_core.mean.certificate import stated
from hetdp_core.mean.methods import METHODS
from hetdp_core.papers import PAPERS
from pages.inside.mean import views
from pages.inside.mean.hero import for_state
from pages.inside.mean.lesson_answers import (
    OFFERED,
    best_offered,
    column,
    compared,
    errors_along,
    onset,
    present,
    proportional_moves,
    public_weight,
    strict_weight,
    twenty,
    ways_from_there,
    weight_ratio,
    worst_cases,
    worst_of_adpm,
)
from pages.shared.controls import knobs, scenario
from pages.shared.controls.state import State
from pages.shared.lessons.lesson import Choice, Lesson, Place, Slider, Step, at, hiding, without

PAPER = PAPERS["mean"].citation
TOPIC = "heterogeneous_mean"
TWO_GROUPS = {"profile": "Two groups", "n": "1000", "low": "0.1", "strict": "50"}
SPREAD_OUT = {"profile": "Log-uniform", "n": "1000", "low": "0.01"}
SATURATED = for_state
UNSATURATED = hiding(for_state, "saturation level τ")
"""Before anybody saturates there is no such level."""

PROPORTIONAL = METHODS["proportional"].title
UNIFORM = METHODS["uniform"].title
BOUND = "no private method has a smaller worst case (bound)"

_BEFORE_MORE, _BEFORE_VOICE = "0.05", "0.15"
"""ε of the most relaxed, of the relaxed group, in figures that go with a question."""

# --- texts --------------------------------------------------------------------------------


def _idea(method: str) -> str:
    return METHODS[method].idea.removesuffix(".")


def _stops_text(s: State) -> str:
    return (
        f"Half of {s['n']:,} users ask for ε = {number(s['low'])}. The others are relaxed: now at "
        f"ε = {number(s['high'])}, and they may ask for less and less privacy. A trusted curator "
        "weighs everybody so that the error is smallest in the worst case, whatever the data: the "
        "method ADPM."
    )


def _stops_why(s: State) -> str:
    return (
        f"Beyond **ε = {number(onset(s))}** the relaxed half is not used any harder: leaning on "
        "fewer people would add more sampling error than it saves in noise. Whoever asks for less "
        f"privacy than that gets the rest for free. (It is ε₁ + 8 / (n f ε₁), with ε₁ the strict "
        f"users' {number(s['low'])}, n = {s['n']:,} users and f the strict ones' share of them.)"
    )


def _more_text(s: State) -> str:
    return (
        f"Now {s['n']:,} users ask for levels from ε = {number(s['low'])} upwards, evenly spread "
        "in the logarithm. The figure shows them before anybody is relaxed: the most relaxed ask "
        f"for ε = {_BEFORE_MORE}, and each gets exactly what they ask. Suppose that the most "
        f"relaxed ask for **ε = {number(s['high'])}** instead."
    )


def _more_why(s: State) -> str:
    return (
        f"Everybody above the saturation level τ = {number(present(s).level)} is treated as if "
        "they had asked for τ. More privacy than asked for (the green area) costs nothing in "
        "accuracy."
    )


def _voice_text(s: State) -> str:
    return (
        f"Two groups again: half ask for ε = {number(s['low'])}. The figure shows the others at "
        f"ε = {_BEFORE_VOICE}. Suppose that they ask for **ε = {number(s['high'])}** instead, "
        f"{number(s['high'] / s['low'])} times as much as the strict half."
    )


def _voice_why(s: State) -> str:
    return (
        "Weights grow with ε only up to the saturation level "
        f"τ = {number(present(s).level)}. Strict users keep a real say."
    )


def _proportional_text(s: State) -> str:
    return (
        "A simple rule weighs everybody in proportion to ε, without a limit. ADPM's error (in "
        f"the figure) stops falling at ε = {number(onset(s))}. The relaxed half goes on, to "
        f"ε = {number(s['high'])}."
    )


def _proportional_why(s: State) -> str:
    errors = compared(s).worst_case_errors
    return (
        f"At ε = {number(s['high'])} it is off by ± {percent(errors['proportional'])} of the "
        f"range, ADPM by ± {percent(errors['adpm'])}: proportional weights lean on ever fewer "
        "people, so less of the data counts."
    )


def _public_text(s: State) -> str:
    return (
        f"**{s['public']} % of {s['n']:,} users ask for no privacy at all**: ε = ∞. The figure "
        "shows the others alone, before these come. One could use the public users alone, and "
        "need no noise."
    )


def _public_why(s: State) -> str:
    errors = compared(s).worst_case_errors
    return (
        "Public users saturate like everybody else: their share is their weight × n in the figure, "
        f"times the {s['public']} % of all that they are. Alone they would give an answer without "
        f"noise that is off by ± {percent(errors['proportional'])} of the range in the worst case, "
        f"for they are few; with all the others it is ± {percent(errors['adpm'])}."
    )


def _real_text(s: State) -> str:
    label = datasets.info(s["dataset"]).column(s["column"]).label
    return (
        f"A real column: {label.lower()} of {column(s).users:,} people, who ask for "
        f"ε from {number(s['low'])} to {number(s['high'])}. ADPM releases one number (until the "
        "truth is shown, twenty that are equally likely stand as dots); nobody would see the true "
        "mean beside it."
    )


def _real_why(s: State) -> str:
    result = column(s)
    best = best_offered(s)
    return (
        f"{METHODS[best].title} is off by ± {number(result.rms_error[best])}, ADPM by "
        f"± {number(result.rms_error['adpm'])}. ADPM guards against the worst case, and this "
        "column varies much less than that. Were its spread public, ADPM tuned to it would be off "
        f"by ± {number(result.tuned_error)}."
    )


def _bound_text(s: State) -> str:
    worst = compared(s).worst_case_errors["adpm"]
    return (
        f"In the worst case (the ticks) ADPM is off by ± {percent(worst)} of the range, less than "
        "the six others. But might a cleverer private method do much better? A lower bound says "
        "what no private method can beat."
    )


def _bound_why(s: State) -> str:
    certificate = compared(s).certificate
    return (
        "**No private method whatever can make ADPM's worst-case squared error more than "
        f"{number(certificate.published_ratio)} times smaller.** Shrunk to the middle of the range "
        f"by {percent(certificate.shrunk.percent_off)}, as private as before, it leaves "
        f"{stated(certificate.ratio):.2f} times. (The bound asks how much information a private "
        "answer can hold; the usual argument by two data sets leaves "
        f"{number(certificate.loose_ratio)}.)"
    )


LESSON = Lesson(
    "mean",
    "Some privacy is free",
    "Why users who ask for little privacy may get more of it at no cost, and who counts how much.",
    "Anybody who knows what a mean is.",
    12,
    (
        Step(
            "When does it stop paying?",
            _stops_text,
            {**TWO_GROUPS, "high": "0.15"},
            TOPIC,
            UNSATURATED,
            without(
                errors_along,
                PROPORTIONAL,
                UNIFORM,
                columns=(f"{PROPORTIONAL},", f"{UNIFORM},"),
            ),
            Slider(
                "From which ε of the relaxed half on does asking for even less privacy no longer "
                "make the mean more accurate?",
                0.1,
                100.0,
                0,
                "ε = {}",
                onset,
                Place("x"),
            ),
            _stops_why,
            f"{PAPER}, Remark 3",
            tab="Error as users relax",
        ),
        Step(
            "Who gets more than they ask for?",
            _more_text,
            {**SPREAD_OUT, "high": "10"},
            TOPIC,
            at(UNSATURATED, high=_BEFORE_MORE),
            SATURATED,
            Slider(
                "How many of them are then given **more** privacy than they ask for?",
                0.0,
                100.0,
                1.0,
                "{} %",
                lambda s: present(s).saturated_share,
                Place("x", lambda _, of_users: 100.0 - of_users, "{} right of here"),
            ),
            _more_why,
            f"{PAPER}, Definition 2 and Lemma 3",
        ),
        Step(
            "How much louder is a relaxed voice?",
            _voice_text,
            {**TWO_GROUPS, "high": "10"},
            TOPIC,
            at(UNSATURATED, high=_BEFORE_VOICE),
            SATURATED,
            Slider(
                "How many times the weight of a strict user does a relaxed one get?",
                1.0,
                100.0,
                0,
                "{} times",
                weight_ratio,
                Place("y2", lambda s, times: times * strict_weight(s), "{} a strict one's"),
            ),
            _voice_why,
            f"{PAPER}, recursion (22)",
        ),
        Step(
            "Why not simply in proportion?",
            _proportional_text,
            {**TWO_GROUPS, "high": "10"},
            TOPIC,
            hiding(errors_along, PROPORTIONAL, UNIFORM),
            without(errors_along, UNIFORM, columns=f"{UNIFORM},"),
            Choice(
                "What does the worst-case error of proportional weights do on the way?",
                {
                    "falls": "It falls: less privacy, more accuracy",
                    "same": "It stays the same, like ADPM's",
                    "rises": "It rises",
                },
                proportional_moves,
                ways_from_there,
            ),
            _proportional_why,
            f"{PAPER}, Remark 2",
            tab="Error as users relax",
        ),
        Step(
            "What if a few do not mind at all?",
            _public_text,
            {**TWO_GROUPS, "high": "1", "public": "1"},
            TOPIC,
            at(SATURATED, public="0"),
            SATURATED,
            Slider(
                "What share of the weight do the public users get together?",
                0.1,
                100.0,
                0,
                "{} %",
                public_weight,
                Place("y2", lambda s, weight: weight / present(s).public_share, "{} together"),
            ),
            _public_why,
            f"{PAPER}, Remark 2 and recursion (22) with ε = ∞",
        ),
        Step(
            "Is the best worst case the best method?",
            _real_text,
            {**SPREAD_OUT, "high": "10", "column": "Body mass index"},
            TOPIC,
            twenty,
            lambda s: views.column_errors(scenario.read(s), s[knobs.mean.OUTSIDE.key]),
            Choice(
                "Which method is typically off least on this column?",
                {key: f"{title}: {_idea(key)}" for key, title in OFFERED.items()},
                best_offered,
                lambda _: {key: Thing("", title) for key, title in OFFERED.items()},
            ),
            _real_why,
            f"{PAPER}, Theorem 2 (worst case); data: NHEFS",
            tab="A real column",
        ),
        Step(
            "Could anything do much better?",
            _bound_text,
            {**TWO_GROUPS, "high": "10"},
            TOPIC,
            hiding(worst_cases(), BOUND),
            worst_cases(),
            Slider(
                "At most how many times smaller might the best possible worst-case squared error "
                "be?",
                1.0,
                100.0,
                0,
                "{} times",
                lambda s: compared(s).certificate.published_ratio,
                Place(
                    "x", lambda s, times: worst_of_adpm(s) / math.sqrt(times), "squared, {} smaller"
                ),
            ),
            _bound_why,
            f"{PAPER}, Theorems 3 and 4; the constants are ours",
            tab="Methods side by side",
        ),
    ),
    needs=("zero",),
)
