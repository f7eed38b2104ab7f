"""The tabs under the hero figure of feature privacy: “What would it take?”, and the others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.features import CorrelationSweep, FeatureScenario
from hetdp_core.features.sweep import MANY, error_of, typical_miss
from hetdp_core.features.what_it_takes import changed, optimised
from hetdp_core.figures.formats import number, percent
from hetdp_core.numerals import counted
from hetdp_core.target_search import Answer
from pages.inside.features import results, user_types, views
from pages.inside.features.controls import FeatureChoice
from pages.inside.features.headline import ALIKE, BLIND, overall
from pages.inside.features.ideas import how_it_works, ideas
from pages.shared.cache import value
from pages.shared.controls import catalog, panel
from pages.shared.controls.state import State, current_state
from pages.shared.controls.table_choice import draw_dataset, draw_too_few
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.tabs import A_SLIDE, DATA, EVIDENCE, HOW, TARGET, WHY, Section, Sections
from pages.shared.frame.what_it_takes import Goal, Question, Unknown, draw_question
from pages.shared.tables import own_table
from pages.shared.text.notices import literal


def target(choice: FeatureChoice) -> None:
    scenario, held = choice.scenario, current_state()
    typed = bool(held[catalog.features.DELTAS.key].strip())
    wanted = held[catalog.what_it_takes.FEATURE_TARGET.key]
    chosen = held[catalog.what_it_takes.FEATURE_UNKNOWN.key]
    questions: dict[str, Question] = {
        key: (words, results.target(scenario, key, wanted, not typed))
        for key, words in _unknowns(scenario, typed).items()
    }
    some_are_sensitive = min(scenario.delta) < scenario.epsilon
    others = [questions[key] for key in ("users", "delta") if key != chosen]
    controls = (catalog.what_it_takes.FEATURE_UNKNOWN, catalog.what_it_takes.FEATURE_TARGET)
    draw_question(
        controls,
        "feature_target_curve",
        replace(
            _goal(scenario, wanted),
            at_answer=lambda answer: _blind(scenario, chosen, answer, not typed),
        ),
        questions[chosen],
        others if some_are_sensitive else others[:1],
    )


def _goal(scenario: FeatureScenario, wanted: float) -> Goal:
    sweep = value(results.sweep(scenario))
    many = value(results.sweep(replace(scenario, n=MANY)))  # who are asked about all features
    asked, least = (float(way.questions.miss[way.index(scenario.q)]) for way in (sweep, many))
    people = np.ceil(MANY * (least / wanted) ** 2)
    enough = f"not enough, but with {counted(people, 'person', 'people')} it would be"
    return Goal(
        wanted=f"an error of {percent(wanted)} of the range with the optimised budgets",
        measure="the error",
        axis="Error, % of range",
        in_words=percent,
        caption="Expected errors, recalculated at every value. All other settings are unchanged.",
        other_way=" If you need only means, one **random question** per person reaches "
        f"{percent(asked)} now: {'enough' if asked <= wanted else enough}.",
    )


def _blind(scenario: FeatureScenario, unknown: str, answer: Answer, others_follow: bool) -> str:
    """Say of how many features nothing is learned where the target is reached."""
    if not answer.reached:
        return ""
    at = changed(scenario, unknown, answer.value, others_follow)
    misses = value(Call(optimised, at).cached()).feature_misses[0]
    lost = int(np.sum(misses > BLIND))
    many = f"{lost} of {counted(misses.size, 'feature')}"
    return f" **Nothing is then learned about {many}**: an error of 50 %." if lost else ""


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
            alone="by protecting sensitive features less alone",
            because=("", ", because then the level ε of the whole report sets the limit"),
            settings=lambda delta: _with_delta(scenario, delta, typed),
        ),
        "q": Unknown(
            axis="Correlation q between features",
            in_words=lambda q: f"q = {number(q, 4)}",
            alone="with less correlation alone",
            because=("", ", though features then reveal nothing about each other"),
            settings=lambda q: {catalog.shared.Q.key: q},
            need="your data must have **{} or less**",
        ),
    }


def _with_delta(scenario: FeatureScenario, delta: float, typed: bool) -> State:
    if not typed:
        return {catalog.features.DELTA.key: delta}
    levels = changed(scenario, "delta", delta).delta
    return {catalog.features.DELTAS.key: ", ".join(f"{level:g}" for level in levels)}


def parts(choice: FeatureChoice) -> None:
    """Draw which part of a report feeds which feature, and say what the other route gives."""
    panel.draw(catalog.features.TRIANGLE_RULE)
    draw_below(*part_figures(current_state(), choice))
    st.markdown(_other_route(choice.scenario))


def _other_route(scenario: FeatureScenario) -> str:
    try:
        routes = value(results.routes(scenario))
    except HetDPError as error:
        return f"**The other route** (Proposition 6) is not calculated here: {error}"
    words = "more than" if routes.ratio > 1 else "less than"
    level = number(routes.coordinatewise_level)
    return (
        "**The other route** (Proposition 6) reports every feature by itself with Laplace noise. "
        "Convex programming finds its budgets. Its variances, each at most 1, add up to "
        f"{number(routes.coordinatewise)}. That is {words} {number(routes.mechanism)} for "
        f"Mechanism 1 with the optimised budgets. The reports together have ε = {level}."
    )


def as_printed(choice: FeatureChoice) -> None:
    """Draw errata 1 and 2, with the evidence, and the paper's bounds."""
    scenario = choice.scenario
    panel.draw(catalog.features.TRUE_MEAN)
    draw_below(views.printed(scenario))
    st.markdown(_erratum_2(value(results.sweep(scenario))))
    draw_below(views.error_bounds(scenario))


def _erratum_2(sweep: CorrelationSweep) -> str:
    loses_from = sweep.paper_loses_from()
    if loses_from is None:
        return (
            "**Erratum 2** does not show in this setting: the paper's split never loses to min-δ."
        )
    return (
        "**Erratum 2.** With the unbiased radius and projected estimates, the paper's choice "
        f"ζ = (1 + q)/2 is worse than plain min-δ from q = {number(loses_from)} upwards"
        f"{_otherwise(sweep)}. At q = 1 both are the same. Proposition 4 allows the budgets of "
        "min-δ as well, so a search is never worse than either. “Separate, optimised” searches the "
        "larger budgets of the exact conversion."
    )


def _otherwise(sweep: CorrelationSweep) -> str:
    """Say where the paper's split loses with the radius as printed, and where it does unprojected.

    Both are drawn: the one here, the other in the first figure of the topic.
    """
    printed, unprojected = sweep.paper_loses_from(as_printed=True), sweep.lines_cross_at
    words = "" if printed is None else f", and with the printed radius from q = {number(printed)}"
    if unprojected is None:
        return words
    return (
        f"{words}. Without projection, as in the topic's first figure, it is {number(unprojected)}"
    )


def real_dataset(choice: FeatureChoice) -> None:
    """Draw the measured correlation, and whether separate protection pays off."""
    if not draw_dataset():
        return  # what is above says so
    scenario, dataset = choice.scenario, choice.dataset
    columns, sensitive = _judged_columns(choice)
    if not columns:
        return
    beside = len(columns) <= 5  # more names need the whole width
    left, right = st.columns(2) if beside else (st.container(), st.container())
    with left:
        draw_below(views.measured(dataset, columns, scenario.seed))
    with right:
        draw_below(views.on_dataset(scenario, dataset, columns, sensitive))
    folded = st.expander("Pairs of columns", key="feature_pairs", on_change="rerun")
    if folded.open:
        with folded:
            draw_below(views.pair_map(dataset, columns))
    used = value(results.table(dataset, columns))
    info = own_table.info(dataset)
    st.caption(
        f"{info.title}: {len(used.values):,} complete rows ({used.incomplete:,} left out), each "
        f"{info.row_is}; {used.outside.sum():,} values clipped to their declared bounds."
    )


def on_dataset(choice: FeatureChoice) -> None:
    """Draw the verdict on the chosen columns, and the error of each."""
    columns, sensitive = _judged_columns(choice)
    if columns:
        draw_below(views.on_dataset(choice.scenario, choice.dataset, columns, sensitive))


def _verdict(
    scenario: FeatureScenario, dataset: str, columns: tuple[str, ...], sensitive: tuple[str, ...]
) -> str:
    """Say whether it pays off for every q that the rows allow, or that they are too few to tell."""
    if not sensitive:
        return "No column is marked as sensitive, so all have the same level. Mark one."
    judged = (scenario, dataset, columns, sensitive)
    end, result = value(results.pays_off_up_to(*judged)), value(results.on_dataset(*judged))
    if end is None:
        return (
            "Separate protection **does not pay off here**, whatever q is: these levels leave "
            "nothing to save."
        )
    names, is_sensitive = np.array(views.labels(dataset, columns)), np.isin(columns, sensitive)
    left_out = ", ".join(names[result.leaves_out])
    q, names = value(results.correlation(dataset, columns)).q[is_sensitive], names[is_sensitive]
    chance = value(results.null(dataset, columns, scenario.seed)).max(axis=0)[is_sensitive]
    decides = np.argmax(q)
    before, after = result.misses["min_delta"], typical_miss(error_of(result.whole), 1)
    alike, ours = before[is_sensitive], after[is_sensitive]
    same, whole = percent(overall(before)), percent(overall(after))
    if left_out:
        least = percent(overall(result.misses["optimised"]))
        whole = f"is {whole}" if result.pays_off and whole != same else "is not smaller"
        said = f"The overall error falls from {same} {ALIKE} to {least} **if people do not report "
        said += f"{literal(left_out)}**. With all columns reported and protected separately it "
        said += f"{whole}."
    elif result.pays_off:
        said = f"Separate protection **pays off**, here and up to q = {number(end)}. The overall "
        said += f"error falls from {same} {ALIKE} to {whole}."
        lost = ours > BLIND
        if lost.any():
            said += f" But so few people tell nothing about {literal(', '.join(names[lost]))}."
        elif ours.max() > alike.max():
            rise = f"from {percent(alike.max())} to {percent(ours.max())}"
            said += f" The error of {literal(names[np.argmax(ours)])} rises {rise}."
    elif np.max(q - chance) > end:
        decides = np.argmax(q - chance)
        said = "Separate protection **does not pay off here**: it pays off only up to "
        said += f"q = {number(end)}, and {number(q[decides])} is measured."
    elif overall(before) > BLIND:
        said = "**Undecided**: at these levels the same for all tells nothing (50 %), and this q "
        said += f"may be chance: unrelated columns reach {number(chance[decides])}. Choose fewer "
        said += "columns, or a larger δ."
    else:
        said = (
            f"**Not clear from {len(value(results.table(dataset, columns)).values):,} rows.** "
            f"Separate protection pays off up to q = {number(end)}. The measured q is "
            f"{number(q[decides])}, but unrelated columns also reach {number(chance[decides])} by "
            f"chance. To be safe, take the same for all: {same}."
        )
    if result.questions_are_better:
        asked = percent(overall(result.question_misses))
        best = percent(overall(result.misses["optimised" if result.pays_off else "min_delta"]))
        said += " If you need only means, one **random question** per person does better: "
        said += f"{asked}, not {best}."
        if blind := ", ".join(names[result.question_misses[is_sensitive] > BLIND]):
            said += f" It tells nothing about {literal(blind)}{' either' * bool(left_out)}."
    shuffled = f" In shuffled rows unrelated columns reach {number(chance[decides])} by chance."
    return (
        f"{said}\n\nMeasured: q = {number(q[decides])} ({literal(names[decides])}); only the q of "
        f"sensitive columns matters.{shuffled * ('by chance' not in said)}"
    )


def _judged_columns(choice: FeatureChoice) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Draw which columns are reported, and which of them are sensitive, with the verdict on them.

    Return both; none where they are too few.
    """
    info = own_table.info(choice.dataset)
    left, right = st.columns(2)
    with left:
        chosen = panel.draw(catalog.features.reported(info))
    with right:
        marked = panel.draw(catalog.features.sensitive(info))
    columns, sensitive = tuple(chosen), tuple(name for name in marked if name in chosen)
    if len(columns) < 2:
        draw_too_few(info.key, "Choose at least two columns.")
        return (), ()
    st.markdown(_verdict(choice.scenario, info.key, columns, sensitive))
    return columns, sensitive


def least_squares(choice: FeatureChoice) -> None:
    """Draw private coefficients beside the non-private ones."""
    info = own_table.info(choice.dataset)
    inputs = panel.draw(catalog.features.inputs(info))
    if not inputs:
        draw_too_few(info.key, "Choose at least one column to predict from.")
        return
    draw_below(views.coefficients(choice.scenario, info.key, (*inputs, info.default_target)))


def part_figures(state: State, choice: FeatureChoice) -> list[View]:
    """Return which part of a report feeds which feature."""
    return [views.triangle(choice.scenario, state[catalog.features.TRIANGLE_RULE.key])]


def type_figures(state: State, choice: FeatureChoice) -> list[View]:
    """Return errors where users differ, and which people answer which question."""
    types = user_types.read(state, choice.scenario)
    return [
        user_types.errors(types),
        user_types.budgets(types),
        user_types.questions(types),
        user_types.who_moves(types),
    ]


def dataset_figures(state: State, choice: FeatureChoice) -> list[View]:
    """Return the measured correlation of the chosen columns, and the error of each."""
    info = own_table.info(choice.dataset)
    columns = tuple(state[catalog.features.reported(info).key])
    marked = state[catalog.features.sensitive(info).key]
    sensitive = tuple(name for name in marked if name in columns)
    return [
        views.measured(info.key, columns, choice.scenario.seed),
        views.on_dataset(choice.scenario, info.key, columns, sensitive),
    ]


def coefficient_figures(state: State, choice: FeatureChoice) -> list[View]:
    """Return private coefficients beside the non-private ones."""
    info = own_table.info(choice.dataset)
    predicted = (*state[catalog.features.inputs(info).key], info.default_target)
    return [views.coefficients(choice.scenario, info.key, predicted)]


SECTIONS: Sections[FeatureChoice] = (
    Section(
        "Feature by feature",
        WHY,
        lambda _, choice: [views.budgets(choice.scenario)],
        intro="**Why correlation spoils it.** If an illness can be guessed from blood pressure, "
        "noise on the illness alone does not hide it. So the promise about one feature must count "
        "what all others reveal.\n\n**Which one to choose?** For means alone, take the random "
        "question (one feature per person) where its error is smaller. For relations between "
        "columns, as in a regression, each person must report all of them. Then take separate "
        "protection where its error is smaller, else the same for all. A feature with 50 % is not "
        "learned: if you need it, more people are needed.",
        slide=2,
    ),
    Section(HOW, WHY, draw=how_it_works, folded=True),
    Section(TARGET, TARGET, draw=target),
    Section(
        "A real dataset",
        DATA,
        dataset_figures,
        real_dataset,
        intro="The same question about columns and people of a dataset. The figure above has its "
        "own features and people.",
    ),
    Section("Parts of a report", EVIDENCE, part_figures, parts),
    Section(user_types.TITLE, EVIDENCE, type_figures, user_types.users_differ),
    Section(
        "Ideas",
        EVIDENCE,
        lambda *_: [views.error_region(), views.copies()],
        ideas,
        intro="What a level δ promises about one feature, and what it does not: exact examples.",
    ),
    Section(
        "As printed",
        EVIDENCE,
        lambda _, choice: [views.printed(choice.scenario), views.error_bounds(choice.scenario)],
        as_printed,
    ),
    Section(
        "Least squares",
        EVIDENCE,
        coefficient_figures,
        least_squares,
        intro="Each rule fits a linear model to private reports alone, many times.",
    ),
    Section("A real dataset", A_SLIDE, draw=on_dataset, slide=6),
)
