"""Lesson on predicting from records that ask for different levels, with its answers as numbers.

Its method is the one that a release can choose, as on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pandas as pd

from hetdp_core.calls import Call
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.marks import Thing
from hetdp_core.papers import PAPERS
from hetdp_core.ridge.decision import Candidate, Decision
from hetdp_core.ridge.sweep import LAMBDA, SERIES
from pages.inside.ridge import controls, views
from pages.inside.ridge.decision import in_units
from pages.inside.ridge.results import RidgeResults
from pages.inside.ridge.views import for_state
from pages.shared.cache import value
from pages.shared.controls import scenario, state
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Choice, Lesson, Place, Slider, Step, at, hiding, without


def regression(settings: State) -> RidgeResults:
    return RidgeResults(controls.read(settings, scenario.read(settings)))


def decision(settings: State) -> Decision:
    """Return the page's verdict, at the λ that a release can choose."""
    return value(regression(settings).decision)


def public(settings: State) -> Candidate:
    """Return the regression that a release can choose, which is that of the lesson."""
    return decision(settings).public


def strictest(settings: State) -> State:
    """Return the same settings with the strictest level for everyone."""
    return {**settings, "mid": settings["low"], "high": settings["low"]}


def typical(loss: Callable[[State], float]) -> Callable[[State], str]:
    """Return what gives a loss as the typical error of a prediction, as the page says it."""
    return lambda settings: in_units(value(regression(settings).prepared))(loss(settings))


ERROR = typical(lambda settings: public(settings).loss)
"""Typical error of the regression that a release can choose."""


def least(key: str) -> Callable[[State], str]:
    """Return what gives the typical error of a method at its best λ, in hindsight."""

    def loss(settings: State) -> float:
        return value(regression({**settings, "methods": [key]}).sweep).curves[key].least_loss

    return typical(loss)


def better(settings: State) -> str:
    """Decide between the regression and one number for everybody."""
    error, rival = public(settings).miss, decision(settings).trivial_miss
    if abs(error - rival) <= 0.05 * rival:
        return "same"
    return "regression" if error < rival else "mean"


def personal_gain(settings: State) -> float:
    """Return how many times larger the typical error is with one level for all."""
    return public(strictest(settings)).miss / public(settings).miss


TIMES = Place("y", lambda settings, times: times * public(settings).miss)
PAPER = PAPERS["ridge"].citation
TOPIC = "ridge"
METHOD = f"{PAPER}, section 3; Kifer, Smith and Thakurta (2012) for objective perturbation"
LEVELS = {"low": "0.01", "mid": "0.2", "high": "1"}
SEGMENTS = {
    "dataset": "Simulated medical cost",
    "profile": "Three ranges of ε",
    **LEVELS,
    "strict": "34",
    "pragmatists": "43",
}
SMALL_LAMBDA = "0.01"
STRICTER = {**SEGMENTS, "low": "0.001", "mid": "0.01", "high": "0.05"}
MEAN, OURS = SERIES["private_mean"], "Private regression"
BAND, STRICT = "18 of 20 releases", "Strictest level for everyone"


def lines(settings: State, names: Mapping[str, str]) -> View:
    """Return the hero figure with these methods alone, called so, and the present λ."""
    meant = {**settings, "methods": [*names]}
    view, data = for_state(meant), []
    for trace in view.still.data:
        name, key = trace.get("name", ""), trace.get("legendgroup", "")
        if "fill" in trace:
            data.append({**trace, "name": BAND, "showlegend": True, "legendgroup": None})
        elif name.endswith(" now"):
            data += [trace] * (key in names)
        elif name != "best λ":
            data.append({**trace, "name": names.get(key, name) if name else name})
    layout = dict(view.still.layout)
    layout["xaxis"] = {**layout["xaxis"], **theme.titled(LAMBDA)}  # of no star
    return replace(view, figure=Figure(data, layout), frames=None, parameters=meant)


def released(settings: State, name: str = OURS) -> View:
    """Return the errors of the regression that a release can choose, with its λ marked."""
    return lines(settings, {public(settings).method: name})


def with_strictest(settings: State) -> View:
    """Return these errors with the strictest level for everyone, beside those of before."""
    own, view = released(settings), released(strictest(settings), f"{OURS}, {STRICT.lower()}")
    before = [line for line in own.still.data if line.get("name") == OURS]
    figure = Figure([*before, *view.still.data], view.still.layout)
    assert isinstance(view.numbers, Call)  # an answer can be taken away
    names = {name: f"{STRICT}: {name}" for name in value(view.numbers) if name != "λ"}
    renamed = Call(pd.DataFrame.rename, view.numbers, columns=names)
    numbers = Call(pd.DataFrame.merge, own.numbers, renamed, on="λ")
    return replace(view, figure=figure, numbers=numbers)


def coefficients(settings: State) -> View:
    """Return coefficients that the regression releases at the present λ, named as here."""
    method = public(settings).method
    view, name = views.coefficients_at(regression(settings), method), SERIES[method]
    named = ({**one, "name": OURS} if one["name"] == name else one for one in view.still.data)
    return replace(view, figure=Figure([*named], view.still.layout), frames=None)


RIVALS = {"regression": OURS, "mean": MEAN}
WHICH = Choice(
    {**RIVALS, "same": "No real difference"},
    better,
    lambda s: {key: Thing(name, public(s).lam) for key, name in RIVALS.items()},
)

LESSON = Lesson(
    "ridge",
    "Shrink or drown",
    "How regularisation and noise trade off, and when no private regression is worth publishing.",
    "People who have seen a regression.",
    10,
    (
        Step(
            title="How much should one shrink?",
            text="A private regression predicts medical charges from {records:,} simulated "
            "records. Its noise hides any single record: people ask for ε from {low} to {high}. A "
            "larger regularisation λ shrinks the coefficients towards 0, and their noise with "
            "them. At first the figure shows the middle half of many releases at λ = {small}.",
            ask="Which λ gives the smallest typical error (root mean squared error) on new "
            "records?",
            why="A smaller λ drowns the coefficients in noise. A larger one shrinks them all, the "
            "intercept too: in the end everybody gets the middle of the range. The best λ depends "
            "on the records, so no release can know it. From public numbers alone a release "
            "chooses λ = {lam} (the upright dotted line). Its typical error is {error}; the "
            "smallest is {least}.",
            facts={
                "records": lambda s: value(regression(s).prepared).problem.rows,
                "small": float(SMALL_LAMBDA),
                "lam": lambda s: public(s).lam,
                "error": ERROR,
                "least": typical(lambda s: decision(s).hindsight.loss),
            },
            source=METHOD,
            params=SEGMENTS,
            topic=TOPIC,
            before=at(coefficients, lam=SMALL_LAMBDA),
            after=without(released, MEAN, columns=MEAN),
            question=Slider(
                0.01, 1000.0, 0, "λ = {}", lambda s: decision(s).hindsight.lam, Place("x")
            ),
        ),
        Step(
            title="Is one number enough?",
            text="There is a simple rival: publish the private mean of the charges with the same "
            "privacy levels, and predict it for everybody. One number needs noise once. A "
            "regression needs noise on every coefficient. From now on, its λ is the one that a "
            "release can choose (the upright dotted line).",
            ask="Which predicts new records better?",
            why="The regression has a typical error of {error}, the private mean {mean}. The "
            "columns say so much about the charges that the noise is worth it. With stricter "
            "levels, fewer records or other columns it may not be. Always compare with one number.",
            facts={"error": ERROR, "mean": least("private_mean")},
            source=f"{METHOD}; the comparison is ours",
            params=SEGMENTS,
            topic=TOPIC,
            before=hiding(released, MEAN),
            after=released,
            question=WHICH,
        ),
        Step(
            title="What do personal levels buy?",
            text="{strict} % of the people ask for ε below {mid}, the strictest for {low}. The "
            "least private ask for {high}. Each record has a weight in proportion to its ε, so "
            "the same noise gives everyone their own level: the typical error is {error}. Without "
            "personal levels, everyone gets the strictest level.",
            ask="How many times larger is the typical error if everyone gets the strictest level?",
            why="The strictest people then set the noise for everyone. With the method and λ that "
            "a release would then choose (the upright dotted line), the typical error is "
            "{strictest} instead of {error}. Always predicting the middle of the range is about as "
            "good ({zero}).",
            facts={
                "strictest": lambda s: ERROR(strictest(s)),
                "error": ERROR,
                "zero": least("zero"),
            },
            source=f"{PAPER}, section 3.2",
            params=SEGMENTS,
            topic=TOPIC,
            before=hiding(released, MEAN),
            after=without(with_strictest, MEAN, BAND, columns=(MEAN, f"{STRICT}: {MEAN}")),
            question=Slider(1.0, 100.0, 0, "{} times", personal_gain, TIMES),
        ),
        Step(
            title="What if everybody becomes stricter?",
            text="With ε up to {high_before} the regression's typical error was {before}, less "
            "than with the private mean: at first the figure shows this. Now everybody becomes "
            "stricter: ε runs from {low} to {high}.",
            ask="Which predicts new records better now?",
            why="Now the regression has a typical error of {error} at the λ that a release can "
            "choose ({lam}), and {least} at its best. The private mean has {mean}. So much noise "
            "takes a large λ, which pulls all predictions to the middle of the range. The "
            "regression's line begins where λ is large enough to keep everyone's ε. A regression "
            "is worth publishing only if it beats one number.",
            facts={
                "high_before": SEGMENTS["high"],
                "before": lambda _: ERROR(state.of_params(SEGMENTS)),
                "lam": lambda s: public(s).lam,
                "error": ERROR,
                "least": typical(lambda s: decision(s).hindsight.loss),
                "mean": least("private_mean"),
            },
            source=f"{METHOD}; the comparison is ours",
            params=STRICTER,
            topic=TOPIC,
            before=at(released, **LEVELS),
            after=released,
            question=WHICH,
        ),
    ),
    needs=("zero", "mean"),
)
