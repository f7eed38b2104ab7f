"""Lesson on predicting from records that ask for different levels of privacy."""

from __future__ import annotations

from hetdp_core.figures.text import number
from hetdp_core.papers import PAPERS
from hetdp_core.ridge.sampling_privacy_loss import RECORDS
from hetdp_core.ridge.sweep import PRINTED, SERIES
from pages.inside.ridge import lesson_answers as answers
from pages.inside.ridge import views
from pages.inside.ridge.hero import for_state
from pages.shared.controls import state
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Choice, Lesson, Picture, Place, Slider, Step, at, hiding

PAPER = PAPERS["ridge"].citation
TOPIC = "ridge"
SEGMENTS = {
    "dataset": "Medical cost (SIMULATED)",
    "profile": "Conservative, pragmatist, liberal",
    "low": "0.01",
    "mid": "0.2",
    "high": "1",
    "strict": "34",
    "pragmatists": "43",
}
PREPARED = {"centre": "false", "norm": "false"}
AS_IN_THE_PAPER = {**SEGMENTS, **PREPARED, "lam": "0.01"}
STRICTER = {**SEGMENTS, "low": "0.001", "mid": "0.01", "high": "0.05"}
LOSSES = for_state


def only(*series: str) -> Picture:
    """Return the hero figure with these methods alone."""
    return at(LOSSES, methods=[SERIES[key] for key in series])


def sampling(settings: State) -> View:
    """Return the realised losses of sampling, which no setting changes."""
    del settings
    return views.sampling()


EXPLAINED = {
    "sharp": "A sharper proof for the same promise",
    "row": "Using that the length of a row has a known limit",
    "label": "Centring the label in its range",
    "objective": "Another method: perturbing the objective instead of the answer",
}


def _shrink_text(s: State) -> str:
    return (
        f"Medical charges are predicted from {answers.training_rows(s):,} simulated records by "
        "ridge regression with noise (PDP-OP). A larger λ shrinks the coefficients towards 0, and "
        f"needs less noise. At first the figure shows many releases at λ = {number(s['lam'])}."
    )


def _shrink_why(s: State) -> str:
    loss, lam = answers.best(s, "pdp_op")
    return (
        f"At λ ≈ {number(lam)} the expected loss is {number(loss)}. Smaller, and noise drowns the "
        "coefficients; larger, and nothing of them is left. (Found with hindsight: in earnest λ "
        "has to be chosen beforehand.)"
    )


def _mean_text(s: State) -> str:
    return (
        "A rival that is easily forgotten: release the mean label privately, with the same "
        f"levels (ε from {number(s['low'])} to {number(s['high'])}), and predict that number for "
        "everybody."
    )


def _mean_why(s: State) -> str:
    return (
        f"Expected loss {number(answers.best(s, PRINTED)[0])} for the regression as printed, "
        f"{number(answers.best(s, 'private_mean')[0])} for the mean: one number needs far less "
        "noise than a vector of coefficients. Always show what a trivial predictor does."
    )


def _levels_text(s: State) -> str:
    return (
        f"{s['strict']} % of the people ask for ε below {number(s['mid'])}, the strictest for "
        f"{number(s['low'])}; the most relaxed ask for {number(s['high'])}. PDP-OP weighs each "
        "record in proportion to its ε. Without personal levels all would get the strictest."
    )


def _levels_why(s: State) -> str:
    return (
        f"{number(answers.best(s, 'non_personalised')[0])} instead of "
        f"{number(answers.best(s, 'pdp_op')[0])}. Noise falls as the sum of all ε grows; with one "
        "level for all that is n times the smallest."
    )


def _printed_text(s: State) -> str:
    return (
        "The noise has to hide any single record, so it is set by how far one record can move the "
        f"coefficients. The paper bounds that in several steps. Take λ = {number(s['lam'])}, and "
        "data prepared as in the paper."
    )


def _printed_why(s: State) -> str:
    now, limit = answers.noise_ratio(s), answers.noise_ratio({**s, "lam": 1e-6})
    return (
        f"Two of the steps are loose: {number(now)} times the noise, {number(now**2)} times its "
        f"variance, for the same promise. The factor tends to {number(round(limit, 2))} as λ "
        "vanishes. (Our erratum, with proof.)"
    )


def _ladder_text(s: State) -> str:
    first = answers.ladder(s)[0].loss
    return (
        "On data prepared as in the paper, the method as printed has an expected loss of "
        f"{number(first)} at its best λ. Four things make it smaller, one after the other, all "
        "with the same guarantee."
    )


def _ladder_why(s: State) -> str:
    steps = answers.ladder(s)
    path = " → ".join(number(step.loss) for step in steps if not step.trivial)
    return f"{path}; the private mean has {number(steps[-1].loss)}."


def _sampling_text(s: State) -> str:
    del s
    leak = answers.leak()
    return (
        "An older way to personal levels: keep strict records only with some chance, then treat "
        f"all alike. Take {RECORDS} records, {leak.title}, and a cautious record that asks for "
        f"**ε = {number(leak.epsilon)}**."
    )


def _sampling_why(s: State) -> str:
    del s
    return (
        "As published, the noise depends on how many records happened to be kept, and so gives "
        "away who was. With weights and noise fixed beforehand the promise holds "
        f"({number(answers.leak().repaired)} times ε). (Our erratum, with exact losses.)"
    )


def _strict_text(s: State) -> str:
    return (
        f"Everybody becomes stricter: now ε runs from {number(s['low'])} to {number(s['high'])}. "
        f"At first the figure shows the levels of before, up to {SEGMENTS['high']}."
    )


def _strict_why(s: State) -> str:
    before, now = answers.sweep(state.of_params(SEGMENTS)).verdict, answers.sweep(s).verdict
    return (
        f"Before, the best private regression had {number(before.loss)} and the best single "
        f"number {number(before.trivial_loss)}; now it is {number(now.loss)} against "
        f"{number(now.trivial_loss)}. A regression has to earn its noise."
    )


LESSON = Lesson(
    "ridge",
    "Shrink or drown",
    "How regularisation trades against noise, and when no private regression is worth releasing.",
    "Those who have seen a regression.",
    15,
    (
        Step(
            "How much should one shrink?",
            _shrink_text,
            {**SEGMENTS, "lam": "0.1", "methods": [SERIES["pdp_op"]]},
            TOPIC,
            lambda s: views.coefficients(answers.choice(s), "pdp_op"),
            LOSSES,
            Slider(
                "At which λ is the expected loss on new records smallest?",
                0.01,
                1000.0,
                0,
                "λ = {}",
                lambda s: answers.best(s, "pdp_op")[1],
                Place("x"),
            ),
            _shrink_why,
            f"{PAPER}, Algorithm 1 and Theorem 3.6",
        ),
        Step(
            "Is one number enough?",
            _mean_text,
            SEGMENTS,
            TOPIC,
            only(PRINTED),
            only(PRINTED, "private_mean"),
            Choice(
                "The regression as printed at its best λ, or the private mean for everybody: "
                "which predicts better?",
                {
                    "regression": "The regression",
                    "same": "No real difference",
                    "mean": "The private mean",
                },
                answers.better,
                answers.both_at_their_best,
            ),
            _mean_why,
            f"{PAPER}, Theorem 3.2; the comparison is ours",
        ),
        Step(
            "What do personal levels buy?",
            _levels_text,
            SEGMENTS,
            TOPIC,
            only("pdp_op"),
            only("pdp_op", "non_personalised"),
            Slider(
                "How many times larger is the best loss if all get the strictest level?",
                1.0,
                100.0,
                0,
                "{} times",
                answers.personal_gain,
                Place("y", lambda s, times: times * answers.best(s, "pdp_op")[0]),
            ),
            _levels_why,
            f"{PAPER}, section 3.2",
        ),
        Step(
            "Is all that noise needed?",
            _printed_text,
            AS_IN_THE_PAPER,
            TOPIC,
            only(PRINTED),
            only("pdp_op", PRINTED),
            Slider(
                "How many times as much noise as the promise needs is printed?",
                1.0,
                10.0,
                0.1,
                "{} times",
                answers.noise_ratio,
            ),
            _printed_why,
            f"{PAPER}, Theorem 3.2 and Lemma A.3",
        ),
        Step(
            "What helps most?",
            _ladder_text,
            SEGMENTS,
            TOPIC,
            at(only(PRINTED), **PREPARED),
            lambda s: views.improvements(answers.choice(s)),
            Choice(
                "Which of them takes the largest piece off the loss?",
                EXPLAINED,
                answers.best_step,
                answers.bars_of_the_ladder,
            ),
            _ladder_why,
            f"{PAPER}, Theorem 3.2; Kifer, Smith and Thakurta (2012) for the objective",
            tab="What matters",
        ),
        Step(
            "Does sampling keep its promise?",
            _sampling_text,
            SEGMENTS,
            TOPIC,
            hiding(sampling, "as published"),
            sampling,
            Slider(
                "How many times that ε is its true privacy loss, at least, with sampling as "
                "published?",
                0.1,
                100.0,
                0,
                "{} times",
                lambda _: answers.leak().published,
                Place("y"),
            ),
            _sampling_why,
            f"{PAPER}, section 4.2; the sampling is Jorgensen, Yu and Cormode's (2015)",
            tab="As printed",
        ),
        Step(
            "How strict is too strict?",
            _strict_text,
            STRICTER,
            TOPIC,
            at(LOSSES, low="0.01", mid="0.2", high="1"),
            LOSSES,
            Choice(
                "What should be released now?",
                {
                    "regression": "The best private regression",
                    "number": "One number for everybody",
                },
                answers.worth_releasing,
                answers.best_and_mean,
            ),
            _strict_why,
            f"{PAPER}, Theorems 3.2 and 3.6; the verdict is ours",
        ),
    ),
    needs=("zero", "mean"),
)
