"""Lesson on predicting from records that ask for different levels of privacy."""

from __future__ import annotations

import itertools

from hetdp_core.figures import ridge as figures
from hetdp_core.figures import ridge_tables as tables
from hetdp_core.figures.text import number
from hetdp_core.recipes import Call
from hetdp_core.ridge.exploration import PRINTED, SERIES, RidgeSweep
from hetdp_core.ridge.improvements import Improvement
from hetdp_core.ridge.sampling_leak import RECORDS, SamplingLeak
from pages.inside.ridge import controls, results
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.results import Regression
from pages.shared import scenario
from pages.shared.kept import value
from pages.shared.lessons.lesson import Choice, Lesson, Slider, Step
from pages.shared.lessons.pictures import at, hero, hiding, view
from pages.shared.state import State
from pages.shared.view import View

PAPER = (
    "Acharya, Boenisch, Naidu and Ziani, “Personalized Differential Privacy for Ridge Regression”"
)
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
AS_IN_THE_PAPER = {**SEGMENTS, "centre": "false", "norm": "false", "lam": "0.01"}
STRICTER = {**SEGMENTS, "low": "0.001", "mid": "0.01", "high": "0.05"}
LOSSES = hero(TOPIC)


def choice(settings: State) -> RidgeChoice:
    """Which records, which knobs."""
    return controls.read(settings, scenario.read(settings))


def steps(settings: State) -> Regression:
    """All that is computed from them."""
    return Regression(choice(settings).records, scenario.read(settings).profile)


def sweep(settings: State) -> RidgeSweep:
    """Losses along λ."""
    found: RidgeSweep = value(steps(settings).sweep(choice(settings).scenario))
    return found


def ladder(settings: State) -> tuple[Improvement, ...]:
    """From the printed method to the best one, step by step."""
    found: tuple[Improvement, ...] = value(steps(settings).ladder())
    return found


def leak(settings: State) -> SamplingLeak:
    """The largest of the small examples of published sampling."""
    del settings
    found: SamplingLeak = value(results.leaks())[-1]
    return found


# --- figures ------------------------------------------------------------------------------


def only(*series: str):
    """The hero figure with these methods alone."""
    return at(LOSSES, methods=[SERIES[key] for key in series])


def released(settings: State) -> View:
    """Released coefficients around those without privacy."""
    chosen = steps(settings)
    found = chosen.coefficients(choice(settings).scenario, "pdp_op")
    figure = figures.coefficients(value(found), value(chosen.titles), "pdp_op")
    name = "Released coefficients around those without privacy"
    return view(name, figure, Call(tables.coefficients, found, chosen.titles))


def all_steps(settings: State) -> View:
    """Best losses after each improvement."""
    name = "Best expected loss, step by step from the printed method"
    numbers = Call(tables.improvements, steps(settings).ladder())
    return view(name, figures.improvements(ladder(settings)), numbers)


def sampling(settings: State) -> View:
    """Realised losses of sampling."""
    del settings
    found = results.leaks()
    name = "Privacy loss of sampling as published and repaired, in units of the ε asked"
    return view(name, figures.realised_losses(value(found)), Call(tables.realised_losses, found))


# --- answers ------------------------------------------------------------------------------


def best(settings: State, key: str) -> tuple[float, float]:
    """(loss, λ) of a method at its best λ."""
    found = sweep({**settings, "methods": [key]})
    return min(zip(found.mean_loss(key).tolist(), found.lams.tolist(), strict=True))


def better(settings: State) -> str:
    """The printed regression or a number for everybody?"""
    loss = best(settings, PRINTED)[0]
    mean = best(settings, "private_mean")[0]
    if abs(loss - mean) <= 0.05 * mean:
        return "same"
    return "regression" if loss < mean else "mean"


def personal_gain(settings: State) -> float:
    """How many times larger the best loss is with one level for all."""
    return best(settings, "non_personalised")[0] / best(settings, "pdp_op")[0]


def noise_ratio(settings: State) -> float:
    """Printed noise over sharp noise at the present λ."""
    found = sweep({**settings, "methods": ["pdp_op", PRINTED]})
    sharp, printed = (found.series[key].noise_rate[found.current] for key in ("pdp_op", PRINTED))
    return float(sharp / printed)


def best_step(settings: State) -> str:
    """The step of the ladder that takes most of the loss away."""
    regressions = [step for step in ladder(settings) if not step.trivial]
    drops = {
        later.title: earlier.best.loss - later.best.loss
        for earlier, later in itertools.pairwise(regressions)
    }
    title = max(drops, key=drops.__getitem__)
    return next(key for key, known in STEPS.items() if known == title)


def worth_releasing(settings: State) -> str:
    """Whether any private regression beats a number for everybody."""
    return "regression" if sweep(settings).verdict.worth_releasing else "number"


STEPS = {
    "sharp": "Sharp noise",
    "row": "Known length of a row, too",
    "label": "Centred label, too",
    "objective": "Objective perturbation",
}
EXPLAINED = {
    "sharp": "A sharper proof for the same promise",
    "row": "Using that the length of a row has a known limit",
    "label": "Centring the label in its range",
    "objective": "Another method: perturbing the objective instead of the answer",
}


# --- texts --------------------------------------------------------------------------------


def _shrink_text(s: State) -> str:
    rows = value(steps(s).problem).training.rows
    return (
        f"Medical charges are predicted from {rows:,} simulated records by ridge regression with "
        "noise (PDP-OP). A larger λ shrinks the coefficients towards 0, and needs less noise. The "
        f"figure shows many releases at λ = {number(s['lam'])}."
    )


def _shrink_why(s: State) -> str:
    loss, lam = best(s, "pdp_op")
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
        f"Expected loss {number(best(s, PRINTED)[0])} for the regression as printed, "
        f"{number(best(s, 'private_mean')[0])} for the mean: one number needs far less noise than "
        "a vector of coefficients. Always show what a trivial predictor does."
    )


def _levels_text(s: State) -> str:
    return (
        f"{s['strict']} % of the people ask for ε below {number(s['mid'])}, the strictest for "
        f"{number(s['low'])}; the most relaxed ask for {number(s['high'])}. PDP-OP weighs each "
        "record in proportion to its ε. Without personal levels all would get the strictest."
    )


def _levels_why(s: State) -> str:
    return (
        f"{number(best(s, 'non_personalised')[0])} instead of {number(best(s, 'pdp_op')[0])}. "
        "Noise falls as the sum of all ε grows; with one level for all that is n times the "
        "smallest."
    )


def _printed_text(s: State) -> str:
    return (
        "The noise has to hide any single record, so it is set by how far one record can move the "
        f"coefficients. The paper bounds that in several steps. Take λ = {number(s['lam'])}, and "
        "data prepared as in the paper."
    )


def _printed_why(s: State) -> str:
    return (
        f"Two of the steps are loose: {number(noise_ratio(s))} times the noise, "
        f"{number(noise_ratio(s) ** 2)} times its variance, for the same promise. The factor tends "
        f"to {number(round(noise_ratio({**s, 'lam': 1e-6}), 2))} as λ vanishes. (Our erratum, "
        "with proof.)"
    )


def _ladder_text(s: State) -> str:
    first = ladder(s)[0].best.loss
    return (
        f"At its best λ the method as printed has an expected loss of {number(first)} here. Four "
        "things make it smaller, one after the other, all with the same guarantee."
    )


def _ladder_why(s: State) -> str:
    steps = ladder(s)
    path = " → ".join(number(step.best.loss) for step in steps if not step.trivial)
    return f"{path}; the private mean has {number(steps[-1].best.loss)}."


def _sampling_text(s: State) -> str:
    found = leak(s)
    return (
        "An older way to personal levels: keep strict records only with some chance, then treat "
        f"all alike. Take {RECORDS} records, {found.title}, and a cautious record that asks for "
        f"**ε = {number(found.asked)}**."
    )


def _sampling_why(s: State) -> str:
    return (
        "As published, the noise depends on how many records happened to be kept, and so gives "
        "away who was. With weights and noise fixed beforehand the promise holds "
        f"({number(leak(s).repaired)} times ε). (Our erratum, with exact losses.)"
    )


def _strict_text(s: State) -> str:
    return (
        f"Everybody becomes stricter: now ε runs from {number(s['low'])} to {number(s['high'])}. "
        f"The figure shows the levels of before, up to {SEGMENTS['high']}."
    )


def _strict_why(s: State) -> str:
    before, now = sweep({**s, **_PARSED}).verdict, sweep(s).verdict
    return (
        f"Before, the best private regression had {number(before.loss)} and the best single "
        f"number {number(before.trivial_loss)}; now it is {number(now.loss)} against "
        f"{number(now.trivial_loss)}. A regression has to earn its noise."
    )


_PARSED = {"low": 0.01, "mid": 0.2, "high": 1.0}


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
            released,
            LOSSES,
            Slider(
                "At which λ is the expected loss on new records smallest?",
                0.01,
                1000.0,
                0,
                "λ = {}",
                lambda s: best(s, "pdp_op")[1],
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
                better,
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
                "How many times larger is the best loss then?",
                1.0,
                100.0,
                0,
                "{} times",
                personal_gain,
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
                noise_ratio,
            ),
            _printed_why,
            f"{PAPER}, Theorem 3.2 and Lemma A.3",
        ),
        Step(
            "What helps most?",
            _ladder_text,
            SEGMENTS,
            TOPIC,
            only(PRINTED),
            all_steps,
            Choice("Which of them takes the largest piece off the loss?", EXPLAINED, best_step),
            _ladder_why,
            f"{PAPER}, Theorem 3.2; Kifer, Smith and Thakurta (2012) for the objective",
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
                lambda s: leak(s).published,
            ),
            _sampling_why,
            f"{PAPER}, section 4.2; the sampling is Jorgensen, Yu and Cormode's (2015)",
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
                worth_releasing,
            ),
            _strict_why,
            f"{PAPER}, Theorems 3.2 and 3.6; the verdict is ours",
        ),
    ),
)
