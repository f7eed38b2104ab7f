"""Lesson on predicting from records that ask for different levels, with its answers as numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from hetdp_core.figures.formats import number
from hetdp_core.figures.marks import Thing
from hetdp_core.figures.ridge.hero import in_legend
from hetdp_core.grids import place_of
from hetdp_core.papers import PAPERS
from hetdp_core.ridge.dependence import Improvement
from hetdp_core.ridge.sampling import RECORDS, SamplingLeak
from hetdp_core.ridge.sweep import PRINTED, SERIES, RidgeSweep
from pages.inside.ridge import controls, results, views
from pages.inside.ridge.results import RidgeResults
from pages.inside.ridge.views import for_state
from pages.shared.cache import value
from pages.shared.controls import scenario, state
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Choice, Lesson, Place, Slider, Step, at, hiding, without

STEPS = {
    "sharp": "Sharp noise",
    "row": "Also the known length of a row",
    "label": "Also centred on the middle",
    "objective": "Objective perturbation",
}
"""Steps of the ladder: what a link calls them, and their titles."""


def regression(settings: State) -> RidgeResults:
    return RidgeResults(controls.read(settings, scenario.read(settings)))


def training_rows(settings: State) -> int:
    """Return how many records the regressions are fitted to."""
    return value(regression(settings).prepared).problem.rows


def sweep(settings: State) -> RidgeSweep:
    return value(regression(settings).sweep)


def ladder(settings: State) -> tuple[Improvement, ...]:
    """Return the best losses from the printed method to the best one, step by step."""
    return value(regression(settings).ladder())


def leak() -> SamplingLeak:
    """Return the largest of the small examples of published sampling."""
    return value(results.leaks())[-1]


def best(settings: State, key: str) -> tuple[float, float]:
    """Return (loss, λ) of a method at its best λ."""
    losses = sweep({**settings, "methods": [key]})
    return min(zip(losses.mean_loss(key).tolist(), losses.lams.tolist(), strict=True))


def best_loss(key: str) -> Callable[[State], float]:
    """Return what gives the loss of a method at its best λ."""
    return lambda settings: best(settings, key)[0]


def best_lam(key: str) -> Callable[[State], float]:
    """Return what gives the best λ of a method."""
    return lambda settings: best(settings, key)[1]


TIMES_BEST_LOSS = Place("y", lambda settings, times: times * best(settings, "pdp_op")[0])
"""Where a loss lies that is so many times that of PDP-OP at its best λ."""


def better(settings: State) -> str:
    """Decide between PDP-OP and one number for everybody."""
    loss, mean = (best(settings, key)[0] for key in ("pdp_op", "private_mean"))
    if abs(loss - mean) <= 0.05 * mean:
        return "same"
    return "regression" if loss < mean else "mean"


def personal_gain(settings: State) -> float:
    """Return how many times larger the best loss is with one level for all."""
    return best(settings, "non_personalised")[0] / best(settings, "pdp_op")[0]


def noise_ratio(settings: State) -> float:
    """Return printed noise over sharp noise at the present λ."""
    losses = sweep({**settings, "methods": ["pdp_op", PRINTED]})
    at = place_of(regression(settings).choice.scenario.lam, losses.lams, "lam")
    sharp, printed = (losses.curves[key].noise_rate[at] for key in ("pdp_op", PRINTED))
    return float(sharp / printed)


def best_step(settings: State) -> str:
    """Return the step of the ladder that takes most of the loss away."""
    regressions = [step for step in ladder(settings) if not step.trivial]
    drops = {
        later.title: earlier.loss - later.loss for earlier, later in itertools.pairwise(regressions)
    }
    title = max(drops, key=drops.__getitem__)
    return next(key for key, known in STEPS.items() if known == title)


def worth_releasing(settings: State) -> str:
    """Decide between the best private regression and one number for everybody."""
    return "regression" if sweep(settings).verdict.worth_releasing else "number"


def both_at_their_best(settings: State) -> dict[str, Thing]:
    """Point at PDP-OP at its best λ, and at the private mean below it."""
    lam, losses = best(settings, "pdp_op")[1], sweep(settings)
    ways = {"regression": "pdp_op", "mean": "private_mean"}
    return {way: Thing(in_legend(losses, key), lam) for way, key in ways.items()}


def best_and_mean(settings: State) -> dict[str, Thing]:
    """Point at the best private regression, and at the best single number."""
    losses, verdict = sweep(settings), sweep(settings).verdict
    ways = {"regression": verdict.regression, "number": verdict.trivial}
    return {way: Thing(in_legend(losses, key), verdict.lam) for way, key in ways.items()}


PAPER = PAPERS["ridge"].citation
TOPIC = "ridge"
SEGMENTS = {
    "dataset": "Simulated medical cost",
    "profile": "Conservative, pragmatist, liberal",
    "low": "0.01",
    "mid": "0.2",
    "high": "1",
    "strict": "34",
    "pragmatists": "43",
}
AS_IN_THE_PAPER = {**SEGMENTS, "centre": "false", "norm": "false"}
STRICTER = {**SEGMENTS, "low": "0.001", "mid": "0.01", "high": "0.05"}
LOSSES = for_state
MEAN = SERIES["private_mean"]


def only(*series: str) -> Callable[[State], View]:
    """Return the hero figure with these methods alone."""
    return at(LOSSES, methods=[SERIES[key] for key in series])


def sampling(_: State) -> View:
    """Return the realised losses of sampling, which no setting changes."""
    return views.sampling()


LESSON = Lesson(
    "ridge",
    "Shrink or drown",
    "How regularisation and noise trade off, and when no private regression is worth publishing.",
    "People who have seen a regression.",
    15,
    (
        Step(
            title="How much should one shrink?",
            text="Ridge regression with noise (PDP-OP) predicts medical charges from "
            "{records:,} simulated records, prepared as in the paper. A larger λ shrinks the "
            "coefficients towards 0 and needs less noise. The figure first shows many results at "
            "λ = {lam}.",
            ask="Which λ has the smallest expected error on new records?",
            why="The smallest expected error is {loss}, at λ ≈ {best}. With a smaller λ, noise "
            "covers the coefficients. With a larger λ, the coefficients vanish. (This λ "
            "was found in the data. A real release must choose λ in advance.)",
            facts={
                "records": training_rows,
                "best": best_lam("pdp_op"),
                "loss": best_loss("pdp_op"),
            },
            source=f"{PAPER}, Algorithm 1 and Theorem 3.6",
            params={**AS_IN_THE_PAPER, "lam": "0.1", "methods": [SERIES["pdp_op"]]},
            topic=TOPIC,
            before=lambda s: views.coefficients(regression(s), "pdp_op"),
            after=without(LOSSES, MEAN, "private_mean", columns=MEAN),
            question=Slider(0.01, 1000.0, 0, "λ = {}", best_lam("pdp_op"), Place("x")),
        ),
        Step(
            title="Is one number enough?",
            text="There is a simple rival. Publish the private mean of the label with the same "
            "levels (ε from {low} to {high}). Predict this number for everybody.",
            ask="Which predicts better: PDP-OP at its best λ, or the private mean for everybody?",
            why="The expected error is {loss} for PDP-OP, and {mean} for the mean. One number "
            "needs far less noise than many coefficients. Always compare with a trivial one.",
            facts={"loss": best_loss("pdp_op"), "mean": best_loss("private_mean")},
            source=f"{PAPER}, Algorithm 1; the comparison is ours",
            params=AS_IN_THE_PAPER,
            topic=TOPIC,
            before=hiding(only("pdp_op"), MEAN, "private_mean"),
            after=only("pdp_op", "private_mean"),
            question=Choice(
                {
                    "regression": "The regression",
                    "same": "No real difference",
                    "mean": "The private mean",
                },
                better,
                both_at_their_best,
            ),
        ),
        Step(
            title="What do personal levels buy?",
            text="{strict} % of the people ask for ε below {mid}, the strictest for {low}. The "
            "least private ask for {high}. PDP-OP weighs each record in proportion to its "
            "ε. Without personal levels, everyone gets the strictest level.",
            ask="How many times larger is the best error if everyone gets the strictest level?",
            why="The error is {alike} instead of {personal}. Noise falls as the sum of all ε "
            "grows. With one level for everyone, this sum is n times the smallest ε.",
            facts={
                "alike": best_loss("non_personalised"),
                "personal": best_loss("pdp_op"),
            },
            source=f"{PAPER}, section 3.2",
            params=AS_IN_THE_PAPER,
            topic=TOPIC,
            before=only("pdp_op"),
            after=only("pdp_op", "non_personalised"),
            question=Slider(1.0, 100.0, 0, "{} times", personal_gain, TIMES_BEST_LOSS),
        ),
        Step(
            title="Is all that noise needed?",
            text="The noise must hide any single record. It depends on how far one record can "
            "move the coefficients. The paper bounds this in several steps. Take λ = {lam}. "
            "(PDP-OP had only the necessary noise so far.)",
            ask="How many times the necessary noise does the paper add?",
            why="Two of the steps are loose. They lead to {ratio} times the noise and "
            "{squared} times its variance, for the same promise. The factor tends to "
            "{limit} as λ vanishes. (This is our erratum, with proof.)",
            facts={
                "ratio": noise_ratio,
                "squared": lambda s: noise_ratio(s) ** 2,
                "limit": lambda s: round(noise_ratio({**s, "lam": 1e-6}), 2),
            },
            source=f"{PAPER}, Theorem 3.2 and Lemma A.3",
            params={**AS_IN_THE_PAPER, "lam": "0.01"},
            topic=TOPIC,
            before=only(PRINTED),
            after=only("pdp_op", PRINTED),
            question=Slider(1.0, 10.0, 0.1, "{} times", noise_ratio),
        ),
        Step(
            title="What helps most?",
            text="As before, the data are prepared as in the paper. The paper's method has an "
            "expected error of {first} at its best λ. Four steps make it smaller, one after "
            "another, with the same guarantee.",
            ask="Which step takes most off the error (as a difference, not as a factor)?",
            why="The errors are {path}. The private mean has {mean}. Centred labels are half as "
            "large, need less noise, and a large λ pulls predictions to the middle of the range.",
            facts={
                "first": lambda s: ladder(s)[0].loss,
                "path": lambda s: " → ".join(
                    number(rung.loss) for rung in ladder(s) if not rung.trivial
                ),
                "mean": lambda s: ladder(s)[-1].loss,
            },
            source=f"{PAPER}, Theorem 3.2; Kifer, Smith and Thakurta (2012) for the objective",
            params=AS_IN_THE_PAPER,
            topic=TOPIC,
            tab="What matters",
            before=only(PRINTED),
            after=lambda s: views.improvements(regression(s)),
            question=Choice(
                {
                    "sharp": "A sharper proof for the same promise",
                    "row": "The known limit on the length of a row",
                    "label": "Labels and numbers centred in their ranges",
                    "objective": "Another method: noise in the objective instead of the result",
                },
                best_step,
                lambda _: {key: Thing("", title) for key, title in STEPS.items()},
            ),
        ),
        Step(
            title="Does sampling keep its promise?",
            text="An older method keeps strict records with some chance only, and then treats "
            "all alike. Take {records} records, {case}. One cautious record asks for **ε = "
            "{asked}**.",
            ask="Its true privacy loss is at least how many times that ε, with sampling as "
            "published?",
            why="The published noise depends on the number of records kept. That number "
            "reveals who was kept. With weights and noise fixed in advance, the promise "
            "holds ({repaired} times ε). (This is our erratum, with exact losses.)",
            facts={
                "records": RECORDS,
                "case": lambda _: leak().title,
                "asked": lambda _: leak().epsilon,
                "repaired": lambda _: leak().repaired,
            },
            source=f"{PAPER}, section 4.2; the sampling is Jorgensen, Yu and Cormode's (2015)",
            params=SEGMENTS,
            topic=TOPIC,
            tab="As printed",
            before=hiding(sampling, "as published"),
            after=sampling,
            question=Slider(0.1, 100.0, 0, "{} times", lambda _: leak().published, Place("y")),
        ),
        Step(
            title="How strict is too strict?",
            text="From now on the data are prepared as in the best case of “What helps most?”. "
            "Everybody becomes stricter: ε now runs from {low} to {high}. The figure first shows "
            "the earlier levels, up to {high_before}.",
            ask="Which result should be published now?",
            why="The best private regression had an error of {before.loss} ({way_before}), the "
            "best single number {before.trivial_loss}. Now it is {now.loss} ({way}) against "
            "{now.trivial_loss}. A regression is worth its noise only if it beats one number.",
            facts={
                "high_before": SEGMENTS["high"],
                "before": lambda _: sweep(state.of_params(SEGMENTS)).verdict,
                "way_before": lambda _: SERIES[sweep(state.of_params(SEGMENTS)).verdict.regression],
                "now": lambda s: sweep(s).verdict,
                "way": lambda s: SERIES[sweep(s).verdict.regression],
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
                worth_releasing,
                best_and_mean,
            ),
        ),
    ),
    needs=("zero", "mean"),
)
