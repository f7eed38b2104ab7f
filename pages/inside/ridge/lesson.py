"""Lesson on predicting from records that ask for different levels, with its answers as numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.marks import Thing
from hetdp_core.grids import place_of
from hetdp_core.papers import PAPERS
from hetdp_core.ridge.decision import Decision
from hetdp_core.ridge.dependence import Improvement
from hetdp_core.ridge.loss_inputs import MethodCurve
from hetdp_core.ridge.sampling import RECORDS, SamplingLeak
from hetdp_core.ridge.sweep import LAMBDA, PRINTED, REGRESSIONS, SERIES, RidgeSweep
from pages.inside.ridge import controls, results, views
from pages.inside.ridge.decision import in_units
from pages.inside.ridge.results import RidgeResults
from pages.inside.ridge.views import for_state
from pages.shared.cache import value
from pages.shared.controls import scenario, state
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Choice, Lesson, Place, Slider, Step, at, hiding, without

STEPS = {
    "sharp": ("Sharp noise", "a sharper proof of the same promise"),
    "row": ("Also the known length of a row", "of all regions, a person has only one"),
    "label": ("Also centred on the middle", "values count from the middle of their range"),
    "objective": ("Objective perturbation", "noise in what is minimised, not in the result"),
}
"""Steps of the ladder: what a link calls them, their titles, and what they are."""


def regression(settings: State) -> RidgeResults:
    return RidgeResults(controls.read(settings, scenario.read(settings)))


def sweep(settings: State) -> RidgeSweep:
    return value(regression(settings).sweep)


def ladder(settings: State) -> tuple[Improvement, ...]:
    """Return the best losses from the printed method to the best one, step by step."""
    return value(regression(settings).ladder())


def leak() -> SamplingLeak:
    """Return the largest of the small examples of published sampling."""
    return value(results.leaks())[-1]


def decision(settings: State) -> Decision:
    """Return the page's verdict, at the λ that a release can choose."""
    return value(regression(settings).decision)


def typical(loss: Callable[[State], float]) -> Callable[[State], str]:
    """Return what gives a loss as the typical error of a prediction, as the page says it."""
    return lambda settings: in_units(value(regression(settings).prepared))(loss(settings))


def times_as_large(loss: Callable[[State], float]) -> Place:
    """Return where an error lies that is so many times the typical one of this loss."""
    return Place("y", lambda s, times: times * value(regression(s).prepared).typical_miss(loss(s)))


def curve(settings: State, key: str) -> MethodCurve:
    return sweep({**settings, "methods": [key]}).curves[key]


def best_loss(key: str) -> Callable[[State], float]:
    """Return what gives the loss of a method at its best λ, in hindsight."""
    return lambda settings: curve(settings, key).least_loss


def best_lam(key: str) -> Callable[[State], float]:
    """Return what gives the best λ of a method, in hindsight."""
    return lambda settings: curve(settings, key).best_lam


def here(settings: State, key: str) -> tuple[float, float]:
    """Return (loss, noise rate) of a method at the present λ."""
    at = place_of(regression(settings).choice.scenario.lam, sweep(settings).lams, "lam")
    found = curve(settings, key)
    return float(found.unregularised.mean[at]), float(found.noise_rate[at])


TIMES_BEST = times_as_large(best_loss("pdp_op"))
TIMES_HERE = times_as_large(lambda s: here(s, "pdp_op")[0])


def better(settings: State) -> str:
    """Decide between a private regression and one number for everybody."""
    loss, mean = (best_loss(key)(settings) for key in ("pdp_op", "private_mean"))
    if abs(loss - mean) <= 0.05 * mean:
        return "same"
    return "regression" if loss < mean else "mean"


def personal_gain(settings: State) -> float:
    """Return how many times larger the least typical error is with one level for all."""
    return math.sqrt(best_loss("non_personalised")(settings) / best_loss("pdp_op")(settings))


def printed_over_sharp(settings: State) -> tuple[float, float]:
    """Return how many times larger typical error and noise are as printed, at the present λ."""
    (printed, rate), (sharp, best_rate) = (here(settings, key) for key in (PRINTED, "pdp_op"))
    return math.sqrt(printed / sharp), best_rate / rate


def best_step(settings: State) -> str:
    """Return the step of the ladder that takes most of the loss away."""
    pairs = itertools.pairwise(ladder(settings))
    drops = {later.title: earlier.loss - later.loss for earlier, later in pairs}
    return max(STEPS, key=lambda key: drops[STEPS[key][0]])


def both_at_their_best(settings: State) -> dict[str, Thing]:
    """Point at the private regression at its best λ, and at the private mean below it."""
    lam = best_lam("pdp_op")(settings)
    return {"regression": Thing(PLAIN["pdp_op"], lam), "mean": Thing(MEAN, lam)}


def what_to_release(settings: State) -> dict[str, Thing]:
    """Point at the regression that a release can choose, and at the better single number."""
    public, number_for_all = decision(settings).public, SERIES[decision(settings).trivial]
    things = {"regression": PLAIN[public.method], "number": number_for_all}
    return {way: Thing(series, public.lam) for way, series in things.items()}


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
STRICTER = {**SEGMENTS, "low": "0.001", "mid": "0.01", "high": "0.05", "lam": "29"}
MEAN = SERIES["private_mean"]
PLAIN = {
    **{key: f"Private regression ({SERIES[key].lower()})" for key in REGRESSIONS},
    "pdp_op": "Private regression",
    PRINTED: "Paper's method (PDP-OP)",
}
"""What the legends of this lesson call regressions."""

BAND = "one standard deviation, from release to release"


def only(*series: str, now: bool = False) -> Callable[[State], View]:
    """Return the hero figure with these methods alone, and the present λ only where it matters."""
    picture = at(for_state, methods=[SERIES[key] for key in series])

    def plainly(settings: State) -> View:
        view, data = picture(settings), []
        for trace in view.still.data:
            name = trace.get("name", "")
            if "fill" in trace:
                data.append({**trace, "name": BAND, "showlegend": True, "legendgroup": None})
            elif name != "best λ" and (now or not name.endswith(" now")):
                key = "" if not name or name.endswith(" now") else trace.get("legendgroup", "")
                data.append({**trace, "name": PLAIN.get(key, name)})
        layout = dict(view.still.layout)
        layout["xaxis"] = {**layout["xaxis"], **theme.titled(LAMBDA)}  # of no star
        layout["shapes"] = layout["shapes"] if now else []
        return replace(view, figure=Figure(data, layout), frames=None)

    return plainly


def renamed(picture: Callable[[State], View], name: str, plain: str) -> Callable[[State], View]:
    """Return the same figure, in which one series has another name."""

    def plainly(settings: State) -> View:
        view = picture(settings)
        named = (
            {**one, "name": plain} if one.get("name") == name else one for one in view.still.data
        )
        return replace(view, figure=Figure([*named], view.still.layout), frames=None)

    return plainly


SAMPLING = renamed(lambda _: views.sampling(), "repaired", "noise fixed in advance")
COEFFICIENTS = renamed(
    lambda s: views.coefficients_at(regression(s), "pdp_op"), SERIES["pdp_op"], PLAIN["pdp_op"]
)


def released(settings: State) -> View:
    """Return the errors of the regression that a release can choose, with its λ marked."""
    public = decision(settings).public
    return only(public.method, now=True)({**settings, "lam": public.lam})


LESSON = Lesson(
    "ridge",
    "Shrink or drown",
    "How regularisation and noise trade off, and when no private regression is worth publishing.",
    "People who have seen a regression.",
    15,
    (
        Step(
            title="How much should one shrink?",
            text="A private regression predicts medical charges from {records:,} simulated "
            "records. It adds noise to the coefficients of ridge regression. A larger "
            "regularisation λ shrinks them towards 0, and then they need less noise. At first the "
            "figure shows the middle half of many releases at λ = {lam}.",
            ask="Which λ gives the smallest typical error (root mean squared error) on new "
            "records?",
            why="The smallest typical error is {loss}, at a λ that is best **in hindsight**: no "
            "real release can know it. A smaller λ drowns the coefficients in noise. A larger one "
            "shrinks them to nothing, and so the intercept, which stays free without privacy.",
            facts={
                "records": lambda s: value(regression(s).prepared).problem.rows,
                "loss": typical(best_loss("pdp_op")),
            },
            source=f"{PAPER}, Algorithm 1 and Theorem 3.6",
            params={**AS_IN_THE_PAPER, "lam": "0.1", "methods": [SERIES["pdp_op"]]},
            topic=TOPIC,
            before=COEFFICIENTS,
            after=without(only("pdp_op"), MEAN, columns=MEAN),
            question=Slider(0.01, 1000.0, 0, "λ = {}", best_lam("pdp_op"), Place("x")),
        ),
        Step(
            title="Is one number enough?",
            text="There is a simple rival. Publish the private mean of the charges with the "
            "same levels (ε from {low} to {high}). Predict this number for everybody.",
            ask="Which predicts better: the private regression at its best λ in hindsight, or the "
            "private mean?",
            why="The typical error is {loss} for the regression, and {mean} for the mean. One "
            "number needs far less noise than many coefficients. Always compare with one number.",
            facts={
                "loss": typical(best_loss("pdp_op")),
                "mean": typical(best_loss("private_mean")),
            },
            source=f"{PAPER}, Algorithm 1; the comparison is ours",
            params={**AS_IN_THE_PAPER, "methods": [SERIES["pdp_op"], MEAN]},
            topic=TOPIC,
            before=hiding(only("pdp_op"), MEAN),
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
            "least private ask for {high}. The private regression weighs each record in "
            "proportion to its ε. Without personal levels (non-personalised), everyone gets "
            "the strictest level.",
            ask="How many times larger is the smallest typical error if everyone gets the "
            "strictest level?",
            why="The strictest person then sets the noise for everyone. Even at its best λ in "
            "hindsight, the regression is hardly better than always predicting 0 ({zero}).",
            facts={"zero": typical(best_loss("zero"))},
            source=f"{PAPER}, section 3.2",
            params=AS_IN_THE_PAPER,
            topic=TOPIC,
            before=only("pdp_op"),
            after=only("pdp_op", "non_personalised"),
            question=Slider(1.0, 100.0, 0, "{} times", personal_gain, TIMES_BEST),
        ),
        Step(
            title="Is all that noise needed?",
            text="The noise must hide any single record. Its size depends on how far one record "
            "can move the coefficients. So far the private regression had only the noise that it "
            "needs. The paper's method (PDP-OP) adds more. Take λ = {lam} (the upright line).",
            ask="How many times larger is the typical error at this λ with the paper's noise?",
            why="The paper adds {ratio} times the necessary noise here, for the same promise: two "
            "steps of its proof are loose. The factor tends to {limit} as λ vanishes. (This is "
            "our erratum, with proof.)",
            facts={
                "ratio": lambda s: printed_over_sharp(s)[1],
                "limit": lambda s: round(printed_over_sharp({**s, "lam": 1e-6})[1], 2),
            },
            source=f"{PAPER}, Theorem 3.2 and Lemma A.3",
            params={
                **AS_IN_THE_PAPER,
                "lam": "0.5",
                "methods": [SERIES["pdp_op"], SERIES[PRINTED]],
            },
            topic=TOPIC,
            before=only("pdp_op", now=True),
            after=only("pdp_op", PRINTED, now=True),
            question=Slider(
                1.0, 10.0, 0.1, "{} times", lambda s: printed_over_sharp(s)[0], TIMES_HERE
            ),
        ),
        Step(
            title="What helps most?",
            text="As printed, the paper's method has a typical error of {typical}, at its best λ. "
            "Its expected loss is {first}: the square of that error, where the range of the "
            "charges is 1. Four steps make the loss smaller, one after another, with the same "
            "guarantee.",
            ask="Which step takes most off the loss (as a difference, not as a factor)?",
            why="Centred charges are at most half as large, so each record needs less noise to "
            "hide it. A smaller λ is then best: {lam_after} instead of {lam_before}. With all four "
            "steps the regression beats the private mean: {all} against {mean}.",
            facts={
                "typical": typical(lambda s: ladder(s)[0].loss),
                "first": lambda s: ladder(s)[0].loss,
                "lam_before": lambda s: ladder(s)[2].lam,
                "lam_after": lambda s: ladder(s)[3].lam,
                "all": typical(lambda s: ladder(s)[4].loss),
                "mean": typical(lambda s: ladder(s)[5].loss),
            },
            source=f"{PAPER}, Theorem 3.2; Kifer, Smith and Thakurta (2012) for the objective",
            params=AS_IN_THE_PAPER,
            topic=TOPIC,
            tab="What matters",
            before=only(PRINTED),
            after=lambda s: views.improvements(regression(s)),
            question=Choice(
                {key: f"{title}: {what}" for key, (title, what) in STEPS.items()},
                best_step,
                lambda _: {key: Thing("", title) for key, (title, _) in STEPS.items()},
            ),
        ),
        Step(
            title="Does sampling keep its promise?",
            text="An older method keeps a record that asks for much privacy only with some "
            "chance. Then it treats all that are kept alike. Take {records} records with {case}. "
            "One of them asks for **ε = {asked}** (the dashed line). The blue bars belong to a "
            "variant with noise fixed in advance.",
            ask="Its true privacy loss is at least how many times that ε, with sampling as "
            "published?",
            why="The published noise depends on how many records are kept, which reveals who was "
            "kept. With weights and noise fixed in advance, the loss is {repaired} times ε. "
            "(This is our erratum, with exact losses.)",
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
            before=hiding(SAMPLING, "as published"),
            after=SAMPLING,
            question=Slider(0.1, 100.0, 0, "{} times", lambda _: leak().published, Place("y")),
        ),
        Step(
            title="What if everybody becomes stricter?",
            text="Now take all four steps of “What helps most?”, at the λ that a release can "
            "choose from public numbers (the upright line). With ε up to {high_before}, as so far, "
            "the typical error is {before}: less than with the private mean. Then everybody "
            "becomes stricter: ε runs from {low} to {high}.",
            ask="Which result should be published now?",
            why="Now the regression has a typical error of {now}, and the private mean {mean}. "
            "Against so much noise the release takes a large λ, which pulls predictions to the "
            "middle of the range. A regression is worth publishing only if it beats one number.",
            facts={
                "high_before": SEGMENTS["high"],
                "before": typical(lambda _: decision(state.of_params(SEGMENTS)).public.loss),
                "now": typical(lambda s: decision(s).public.loss),
                "mean": typical(lambda s: decision(s).trivial_loss),
            },
            source=f"{PAPER}, Theorems 3.2 and 3.6; the verdict is ours",
            params=STRICTER,
            topic=TOPIC,
            before=at(released, low="0.01", mid="0.2", high="1"),
            after=released,
            question=Choice(
                {"regression": "The private regression", "number": "One number for everybody"},
                lambda s: "regression" if decision(s).regression_is_better else "number",
                what_to_release,
            ),
        ),
    ),
    needs=("zero", "mean"),
)
