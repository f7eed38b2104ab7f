"""“What would it take?” of feature privacy: people, levels or correlation for a smaller miss."""

from __future__ import annotations

from hetdp_core.features import FeatureScenario
from hetdp_core.features.target import changed
from hetdp_core.figures.text import number, percent
from hetdp_core.numerals import counted
from pages.inside.features import results
from pages.shared.controls import catalog
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, present
from pages.shared.frame.target import Goal, Question, Unknown, draw_question


def target(shared: Scenario, scenario: FeatureScenario) -> None:
    del shared
    held = present()
    typed = bool(held[catalog.features.DELTAS.key].strip())
    wanted, chosen = (
        held[catalog.target.FEATURE_TARGET.key],
        held[catalog.target.FEATURE_UNKNOWN.key],
    )
    questions: dict[str, Question] = {
        key: (words, results.target(scenario, key, wanted, not typed))
        for key, words in _unknowns(scenario, typed).items()
    }
    some_are_sensitive = min(scenario.delta) < scenario.epsilon
    others = [questions[key] for key in ("users", "delta") if key != chosen]
    controls = (catalog.target.FEATURE_UNKNOWN, catalog.target.FEATURE_TARGET)
    draw_question(
        controls,
        "feature_target_curve",
        _goal(wanted),
        questions[chosen],
        others if some_are_sensitive else others[:1],
    )


def _goal(wanted: float) -> Goal:
    return Goal(
        wanted=f"a typical miss of {percent(wanted)} of the range",
        measure="the typical miss",
        axis="Typical miss, % of range",
        in_words=percent,
        caption="Expected errors with the optimised budgets, found anew at every value; all other "
        "settings stay.",
    )


def _unknowns(scenario: FeatureScenario, typed: bool) -> dict[str, Unknown]:
    return {
        "users": Unknown(
            axis="People who report",
            in_words=lambda users: counted(users, "person", "people"),
            alone="with more people alone",
            because=("", ", and that is as many as can be set here"),
            settings=lambda users: {catalog.features.REPORTS.key: int(users)},
        ),
        "epsilon": Unknown(
            axis="ε of the whole report",
            in_words=lambda epsilon: f"ε = {number(epsilon, 4)}",
            alone="with a larger ε alone",
            because=(": the sensitive δ and the correlation q set the limit", ""),
            settings=lambda epsilon: {catalog.features.EPSILON.key: epsilon},
        ),
        "delta": Unknown(
            axis="δ of the most sensitive features",
            in_words=lambda delta: f"δ = {number(delta, 4)}",
            alone="by protecting them less alone",
            because=("", ", because the whole report asks for that much"),
            settings=lambda delta: _with_delta(scenario, delta, typed),
        ),
        "q": Unknown(
            axis="Correlation q between features",
            in_words=lambda q: f"q = {number(q, 4)}",
            alone="with less correlation alone",
            because=("", ", though features then tell nothing about each other"),
            settings=lambda q: {catalog.shared.Q.key: q},
        ),
    }


def _with_delta(scenario: FeatureScenario, delta: float, typed: bool) -> State:
    if not typed:
        return {catalog.features.DELTA.key: delta}
    levels = changed(scenario, "delta", delta).delta
    return {catalog.features.DELTAS.key: ", ".join(f"{level:g}" for level in levels)}
