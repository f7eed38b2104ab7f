"""Figures of a crowd asked one stream: who still answers, what is learned, what is refused."""

from __future__ import annotations

from math import isfinite

from hetdp_core.calls import Call
from hetdp_core.figures.formats import about, number, share
from hetdp_core.figures.odometer import crowd as crowd_figures
from hetdp_core.figures.odometer import tables
from hetdp_core.numerals import as_set, counted
from hetdp_core.odometer.crowd.learned import CLEARLY, Study
from hetdp_core.odometer.crowd.people import ALIKE, Answering, CrowdScenario, Told
from hetdp_core.odometer.filters.basic import ROUNDING
from pages.inside.odometer import results
from pages.shared.cache import value
from pages.shared.figure.view import View


def share_answering(scenario: CrowdScenario, coordinates: int) -> list[View]:
    """Show who of a crowd still answers, by budget; linear regressions if there are coordinates."""
    if not scenario.anybody_answers:
        return []
    linear = [_share_answering_linear(scenario, coordinates)] if coordinates else []
    return [_share_answering(scenario), *linear]


def _share_answering(scenario: CrowdScenario) -> View:
    step = results.crowd(scenario)
    asked = value(step)
    last = min(int(asked.median_answers[-1]) + 1, scenario.questions)
    alike, mixed = asked.share_by_answers[:, last - 1]
    still, everybody = asked.mean_of_answering[last - 1], asked.truth.mean()
    by_answers = (
        f" Question {last} is answered by **{share(mixed)}** of the people with mixed answers "
        f"before it, and by **{share(alike)}** of those with alike answers."
    )
    selected = (
        f" The people who answer it have a mean of **{number(still)}**, all {scenario.people:,} "
        f"people asked {number(everybody)}."
    )
    return View(
        key="share_answering",
        name="Share of people who answer each question, by budget and by their answers before",
        headline=_stopping(asked, f"Asked for their number {scenario.questions} times")
        + by_answers * bool(isfinite(alike) and isfinite(mixed))
        + selected * bool(isfinite(still)),
        figure=crowd_figures.share_answering(asked),
        numbers=Call(tables.share_answering, step),
        caption=(
            f"Alike: at least {share(ALIKE)} of a person's answers before the question are the "
            f"same. {_about_crowd(scenario)}"
        ),
        tag="simulated people",
        height=400,
    )


def _share_answering_linear(scenario: CrowdScenario, coordinates: int) -> View:
    step = results.box_crowd(scenario, coordinates)
    asked = value(step)
    return View(
        key="share_answering_linear",
        name="Share of people who answer each linear regression, by budget",
        headline="**Another simulation**, with other records and questions. "
        + _stopping(asked, f"Asked the same {scenario.questions} linear regressions")
        + " A refusal does not end the questions here. It does in the page's first one.",
        figure=crowd_figures.share_answering(asked),
        numbers=Call(tables.share_answering, step),
        caption=(
            f"{asked.budgets.size:,} simulated people have records of "
            f"{counted(coordinates, 'number')} from −1 to 1, all equally likely. After a refusal, "
            "a regression that reveals less may be answered. A filter counts a certified bound."
        ),
        tag="simulated people",
        height=400,
    )


def _stopping(asked: Answering[Told], what: str) -> str:
    """Say how many questions are answered, by budget, as the first figure does: the median."""
    groups = zip(asked.levels.tolist(), asked.median_answers.tolist(), strict=True)
    numbers = [f"**{about(count)}** with a budget of {as_set(budget)}" for budget, count in groups]
    return f"{what}, the median person answers {' and '.join(numbers)}."


def _about_crowd(scenario: CrowdScenario) -> str:
    return (
        f"{scenario.people:,} simulated people, drawn from a population with mean "
        f"{number(scenario.mean)}: low numbers are more common."
    )


def learned(scenario: CrowdScenario) -> list[View]:
    """Show bias and error of what is learned of a crowd's mean."""
    if not scenario.anybody_answers:
        return []
    step = results.learned(scenario)
    found = value(step)
    return [_biases(step, found), _one_crowd(scenario), _errors(step, found)]


def _one_crowd(scenario: CrowdScenario) -> View:
    step = results.one_crowd(scenario)
    found = value(step)
    seen = {name: number(mean) for name, mean in found.means.items()}
    low, high = map(number, found.interval)
    return View(
        key="learned_once",
        name="Mean of one crowd by three methods, beside the true mean",
        headline=(
            f"**What an analyst would conclude from the first crowd**: {seen['own']} by people's "
            f"own means, {seen['pooled']} by all answers pooled, **{seen['likelihood']}** (between "
            f"{low} and {high}) by maximum likelihood. The population's mean is "
            f"{number(found.truth)}. One crowd also errs by chance; bias is the average error."
        ),
        figure=crowd_figures.one_crowd(found),
        numbers=Call(tables.one_crowd, step),
        caption="Bar: 95 % interval, from drawing the same people "
        "again with replacement (bootstrap).",
        tag="simulated people",
        height=300,
    )


def _biases(step: Call[Study], found: Study) -> View:
    own, pooled, likelihood = (_off(found, name) for name in ("own", "pooled", "likelihood"))
    return View(
        key="learned_bias",
        name="Bias of the mean by four methods, against the number of questions",
        headline=(
            f"The population's mean is **{number(found.scenario.mean)}**. After "
            f"{found.asked[-1]} questions people's own means are off by {own} on average, and all "
            f"answers pooled by {pooled}. Maximum likelihood is off by {likelihood}."
        ),
        figure=crowd_figures.biases(found),
        numbers=Call(tables.learned, step),
        caption=(
            f"Mean over {results.CROWDS} crowds; whiskers show two standard errors, “clearly” is "
            f"more than {number(CLEARLY)}. The fit is the most likely one, up to "
            f"{share(results.GAP)} per person (certified). Each crowd: "
            f"{_about_crowd(found.scenario)}"
        ),
        tag="simulated people",
        height=420,
    )


def _off(found: Study, method: str) -> str:
    """Return the last bias and its direction, where the simulation clearly tells it from none."""
    bias, deviation = (line[-1] for line in found.bias(method))
    direction = f"clearly too {'low' if bias < 0.0 else 'high'}"
    is_clear = abs(bias) > CLEARLY * deviation
    return f"**{number(bias)}** ({direction if is_clear else 'may be chance'})"


def _errors(step: Call[Study], found: Study) -> View:
    stream, deviation = (line[-1] for line in found.rmse("likelihood"))
    told = value(results.crowd(found.scenario)).transcripts
    used = share(told.losses.mean() / found.scenario.budgets.high)
    goes_on = bool(told.answered[:, -1].mean() > 0.5)
    verdict = {
        True: "Many weak answers are clearly better here",
        False: "One strong answer is clearly better here",
        None: "The simulation cannot tell which is better here",
    }[found.less_than_single]
    return View(
        key="learned_error",
        name="Error of the mean from many weak answers and from one strong answer",
        headline=(
            "**Or spend the whole budget on one strong answer?** It is off by ± "
            f"{number(found.single)}, many weak answers by ± {number(stream)} (standard error "
            f"{number(deviation)}) after {found.asked[-1]} questions. {verdict}; the "
            f"average person has used {'only ' * goes_on}**{used}** of the budget"
            f"{', and most would answer more questions' * goes_on}."
        ),
        figure=crowd_figures.errors(found),
        numbers=Call(tables.learned, step),
        caption=(
            "One strong answer is −1 or 1, with the whole budget as its ε; its error is exact. "
            "A mean outside −1 to 1 is moved to the nearer end. Even a large budget leaves the "
            "chance of −1 or 1 in it. The error of weak answers is simulated, by maximum "
            "likelihood. Whiskers show two standard errors; “clearly” means by more than "
            f"{number(CLEARLY)} standard errors. Dotted: the sampling error alone."
        ),
        tag="simulated people",
        height=380,
    )


def filters_and_refusals(scenario: CrowdScenario) -> list[View]:
    """Show several filters about one person, and refusals."""
    shown = (_several_filters, _first_refusals) if scenario.anybody_answers else ()
    return [show(scenario) for show in shown]


def _several_filters(scenario: CrowdScenario) -> View:
    """Show what filters that do not know of each other let through together."""
    step = results.several_filters(scenario)
    found = value(step)
    middle, high = found.percentile(50.0)[-1], found.percentile(90.0)[-1]
    most, count = found.promised[-1], found.promised.size
    return View(
        key="several_filters",
        name="Privacy loss of several filters together, against their number",
        headline=(
            f"{count} filters promise {number(most)} together, {count} times the budget. The "
            f"median person has a loss of **{number(middle)}**, {share(middle / most)} of that "
            "promise. At least one person in ten reaches "
            + (f"all {number(most)}." if high >= most * (1 - 1e-9) else f"{number(high)} or more.")
        ),
        figure=crowd_figures.together(found),
        numbers=Call(tables.together, step),
        caption=(
            "Filters are several analysts, or one analyst whose budget renews each year: the loss "
            "is the same. An answer that contradicts earlier ones lowers the loss; a renewal does "
            "not. A common filter would keep one budget for all. "
            f"{scenario.people:,} simulated people; each filter asks for the same number "
            f"{results.EACH} times."
        ),
        tag="simulated people",
        height=380,
    )


def _first_refusals(scenario: CrowdScenario) -> View:
    """Show what an observer learns who sees refusals alone."""
    step = results.first_refusals(scenario)
    found = value(step)
    told = (
        f"here at most **{number(found.largest)}**. The budget of {as_set(found.budget)} already "
        "covers it."
        if found.largest > ROUNDING
        else "here nothing, since answers never change which question is refused first."
    )
    return View(
        key="first_refusals",
        name="Privacy loss of seeing only which question is refused first",
        headline=f"A refusal can reveal something even to an observer who sees no answers: {told}",
        figure=crowd_figures.refusals(found),
        numbers=Call(tables.refusals, step),
        caption=(
            "Exact, over all courses of answers. ×: cannot happen. 0: can happen, reveals nothing. "
            "A refusal is decided by the answers before it, so it costs nothing beyond them."
        ),
        tag="exact",
        height=340,
    )
