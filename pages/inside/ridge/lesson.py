"""Lesson on predicting from records that ask for different levels of privacy."""

from __future__ import annotations

from hetdp_core.figures.text import number
from hetdp_core.papers import PAPERS
from hetdp_core.ridge.sampling import RECORDS
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


LESSON = Lesson(
    "ridge",
    "Shrink or drown",
    "How regularisation trades against noise, and when no private regression is worth releasing.",
    "Those who have seen a regression.",
    15,
    (
        Step(
            title="How much should one shrink?",
            text="Medical charges are predicted from {records:,} simulated records by ridge "
            "regression with noise (PDP-OP). A larger λ shrinks the coefficients towards 0, and "
            "needs less noise. At first the figure shows many releases at λ = {lam}.",
            ask="At which λ is the expected loss on new records smallest?",
            why="At λ ≈ {best} the expected loss is {loss}. Smaller, and noise drowns the "
            "coefficients; larger, and nothing of them is left. (Found with hindsight: in earnest "
            "λ has to be chosen beforehand.)",
            facts={
                "records": answers.training_rows,
                "best": answers.best_lam("pdp_op"),
                "loss": answers.best_loss("pdp_op"),
            },
            source=f"{PAPER}, Algorithm 1 and Theorem 3.6",
            params={**SEGMENTS, "lam": "0.1", "methods": [SERIES["pdp_op"]]},
            topic=TOPIC,
            before=lambda s: views.coefficients(answers.choice(s), "pdp_op"),
            after=LOSSES,
            question=Slider(0.01, 1000.0, 0, "λ = {}", answers.best_lam("pdp_op"), Place("x")),
        ),
        Step(
            title="Is one number enough?",
            text="A rival that is easily forgotten: release the mean label privately, with the "
            "same levels (ε from {low} to {high}), and predict that number for everybody.",
            ask="The regression as printed at its best λ, or the private mean for everybody: which "
            "predicts better?",
            why="Expected loss {printed} for the regression as printed, {mean} for the mean: one "
            "number needs far less noise than a vector of coefficients. Always show what a trivial "
            "predictor does.",
            facts={
                "printed": answers.best_loss(PRINTED),
                "mean": answers.best_loss("private_mean"),
            },
            source=f"{PAPER}, Theorem 3.2; the comparison is ours",
            params=SEGMENTS,
            topic=TOPIC,
            before=only(PRINTED),
            after=only(PRINTED, "private_mean"),
            question=Choice(
                {
                    "regression": "The regression",
                    "same": "No real difference",
                    "mean": "The private mean",
                },
                answers.better,
                answers.both_at_their_best,
            ),
        ),
        Step(
            title="What do personal levels buy?",
            text="{strict} % of the people ask for ε below {mid}, the strictest for {low}; the "
            "most relaxed ask for {high}. PDP-OP weighs each record in proportion to its ε. "
            "Without personal levels all would get the strictest.",
            ask="How many times larger is the best loss if all get the strictest level?",
            why="{alike} instead of {personal}. Noise falls as the sum of all ε grows; with one "
            "level for all that is n times the smallest.",
            facts={
                "alike": answers.best_loss("non_personalised"),
                "personal": answers.best_loss("pdp_op"),
            },
            source=f"{PAPER}, section 3.2",
            params=SEGMENTS,
            topic=TOPIC,
            before=only("pdp_op"),
            after=only("pdp_op", "non_personalised"),
            question=Slider(
                1.0, 100.0, 0, "{} times", answers.personal_gain, answers.TIMES_BEST_LOSS
            ),
        ),
        Step(
            title="Is all that noise needed?",
            text="The noise has to hide any single record, so it is set by how far one record can "
            "move the coefficients. The paper bounds that in several steps. Take λ = {lam}, and "
            "data prepared as in the paper.",
            ask="How many times as much noise as the promise needs is printed?",
            why="Two of the steps are loose: {ratio} times the noise, {squared} times its "
            "variance, for the same promise. The factor tends to {limit} as λ vanishes. (Our "
            "erratum, with proof.)",
            facts={
                "ratio": answers.noise_ratio,
                "squared": lambda s: answers.noise_ratio(s) ** 2,
                "limit": lambda s: round(answers.noise_ratio({**s, "lam": 1e-6}), 2),
            },
            source=f"{PAPER}, Theorem 3.2 and Lemma A.3",
            params=AS_IN_THE_PAPER,
            topic=TOPIC,
            before=only(PRINTED),
            after=only("pdp_op", PRINTED),
            question=Slider(1.0, 10.0, 0.1, "{} times", answers.noise_ratio),
        ),
        Step(
            title="What helps most?",
            text="On data prepared as in the paper, the method as printed has an expected loss of "
            "{first} at its best λ. Four things make it smaller, one after the other, all with the "
            "same guarantee.",
            ask="Which of them takes the largest piece off the loss?",
            why="{path}; the private mean has {mean}.",
            facts={
                "first": lambda s: answers.ladder(s)[0].loss,
                "path": lambda s: " → ".join(
                    number(rung.loss) for rung in answers.ladder(s) if not rung.trivial
                ),
                "mean": lambda s: answers.ladder(s)[-1].loss,
            },
            source=f"{PAPER}, Theorem 3.2; Kifer, Smith and Thakurta (2012) for the objective",
            params=SEGMENTS,
            topic=TOPIC,
            tab="What matters",
            before=at(only(PRINTED), **PREPARED),
            after=lambda s: views.improvements(answers.choice(s)),
            question=Choice(
                {
                    "sharp": "A sharper proof for the same promise",
                    "row": "Using that the length of a row has a known limit",
                    "label": "Centring the label in its range",
                    "objective": "Another method: perturbing the objective instead of the answer",
                },
                answers.best_step,
                answers.bars_of_the_ladder,
            ),
        ),
        Step(
            title="Does sampling keep its promise?",
            text="An older way to personal levels: keep strict records only with some chance, then "
            "treat all alike. Take {records} records, {case}, and a cautious record that asks for "
            "**ε = {asked}**.",
            ask="How many times that ε is its true privacy loss, at least, with sampling as "
            "published?",
            why="As published, the noise depends on how many records happened to be kept, and so "
            "gives away who was. With weights and noise fixed beforehand the promise holds "
            "({repaired} times ε). (Our erratum, with exact losses.)",
            facts={
                "records": RECORDS,
                "case": lambda _: answers.leak().title,
                "asked": lambda _: answers.leak().epsilon,
                "repaired": lambda _: answers.leak().repaired,
            },
            source=f"{PAPER}, section 4.2; the sampling is Jorgensen, Yu and Cormode's (2015)",
            params=SEGMENTS,
            topic=TOPIC,
            tab="As printed",
            before=hiding(sampling, "as published"),
            after=sampling,
            question=Slider(
                0.1, 100.0, 0, "{} times", lambda _: answers.leak().published, Place("y")
            ),
        ),
        Step(
            title="How strict is too strict?",
            text="Everybody becomes stricter: now ε runs from {low} to {high}. At first the figure "
            "shows the levels of before, up to {before}.",
            ask="What should be released now?",
            why="Before, the best private regression had {loss_before} and the best single number "
            "{number_before}; now it is {loss} against {number}. A regression has to earn its "
            "noise.",
            facts={
                "before": SEGMENTS["high"],
                "loss_before": lambda _: answers.sweep(state.of_params(SEGMENTS)).verdict.loss,
                "number_before": lambda _: (
                    answers.sweep(state.of_params(SEGMENTS)).verdict.trivial_loss
                ),
                "loss": lambda s: answers.sweep(s).verdict.loss,
                "number": lambda s: answers.sweep(s).verdict.trivial_loss,
            },
            source=f"{PAPER}, Theorems 3.2 and 3.6; the verdict is ours",
            params=STRICTER,
            topic=TOPIC,
            before=at(LOSSES, low="0.01", mid="0.2", high="1"),
            after=LOSSES,
            question=Choice(
                {
                    "regression": "The best private regression",
                    "number": "One number for everybody",
                },
                answers.worth_releasing,
                answers.best_and_mean,
            ),
        ),
    ),
    needs=("zero", "mean"),
)
