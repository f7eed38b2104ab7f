"""A real column: its private mean with the interval, twenty of them, and each method's error."""

from __future__ import annotations

from collections.abc import Mapping

from hetdp_core.calls import Call
from hetdp_core.decision import PERSONAL, for_all, one_for_all
from hetdp_core.figures import outcomes as outcome_figures
from hetdp_core.figures.formats import interval, number
from hetdp_core.figures.mean import methods as method_figures
from hetdp_core.figures.mean import tables
from hetdp_core.figures.mean.methods import named
from hetdp_core.mean.column import EVERYBODY, ColumnEstimate
from hetdp_core.outcomes import Outcomes
from pages.inside.mean import results
from pages.inside.mean.views import unit_of, unit_of_error, who_asks
from pages.shared.cache import value
from pages.shared.controls import table_choice
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import View
from pages.shared.tables import own_table

ABOUT_COLUMN = (
    "The figure shows one private mean of a real column and the true mean. The blue marks are an "
    "example of **what a release would publish**, with other noise. The values (grey), the "
    "true mean and all errors are **not private**."
)


def column_values(scenario: Scenario, outside: str) -> View:
    """Return a column, its true mean and one private estimate."""
    estimated = results.column_estimate(scenario, outside)
    label = own_table.info(scenario.dataset).column(scenario.column).label
    return View(
        key="column_estimate",
        name=f"{label}: true mean and one private estimate",
        headline=_about_whom(scenario, value(estimated)),
        figure=method_figures.column_estimate(value(estimated), label),
        numbers=Call(tables.column_interval, estimated),
        caption=_how_many(scenario, value(estimated)) + _leaning(scenario, value(estimated)),
        height=360,
    )


def _about_whom(scenario: Scenario, result: ColumnEstimate) -> str:
    """Say where whose mean lies, and how surely, as the switch says."""
    unit = unit_of(scenario)
    by_noise, by_all = interval(*result.privacy_interval), interval(*result.confidence_interval)
    if scenario.everybody:
        return (
            f"The mean **of these people** is **{by_noise}{unit}**, in at least 19 of 20 cases. "
            "Noise and the pull to the middle of the range are both in it"
            f"{'; missing values count as the middle' * own_table.is_own(scenario.dataset)}."
        )
    return (
        f"The weighted mean **before noise** is **{by_noise}{unit}**, in 19 of 20 cases. "
        f"The mean **of a population** from which these rows come is {by_all}{unit}, in at least "
        "19 of 20 cases. That is a bound, from the declared range."
    )


def _how_many(scenario: Scenario, result: ColumnEstimate) -> str:
    """Say where the first figure has other people than the column has rows."""
    above = value(results.sweep(scenario.people)).points[0].users
    if result.users == above:
        return ""
    return f"These are {result.users:,} rows; the first figure has {above:,} people. "


def _leaning(scenario: Scenario, result: ColumnEstimate) -> str:
    """Say what levels that go with values do to a weighted mean: at random, nothing."""
    unit, apart = unit_of(scenario), unit_of_error(scenario)
    if scenario.everybody or not scenario.levels_column or result.noise_scale == 0:
        return ""
    return (
        "The confidence interval assumes that values and privacy levels are unrelated. On these "
        f"rows the result without noise would be {number(result.without_noise, 4)}{unit}, which "
        f"is {number(result.lean)}{apart} from the true mean. This is the bias towards people who "
        "ask for less privacy. (Not private.)"
    )


def twenty(scenario: Scenario, outside: str) -> View:
    """Return twenty private estimates one might get on a column, and the button that plays them."""
    computed = results.twenty(scenario, outside)
    outcomes, estimated = value(computed), value(results.column_estimate(scenario, outside))
    label = own_table.info(scenario.dataset).column(scenario.column).label
    figure, frames = outcome_figures.dotplot(
        outcomes,
        f"Private mean of: {label}",
        {"true mean (not private)": estimated.true_mean},
        each="This estimate",
    )
    return View(
        key="column_twenty",
        name=f"{label}: twenty private estimates you might get",
        headline=_twenty_estimates(outcomes, unit_of(scenario)),
        figure=figure,
        numbers=Call(outcome_figures.one_table, computed),
        caption=f"{_centre(estimated, unit_of(scenario))}Exact quantiles of the possible results "
        "from these values; only the noise differs. In a real release you would see one dot and no "
        "line.",
        frames=None if outcomes.all_the_same else frames,
        height=outcome_figures.height_of(1),
    )


def _centre(estimated: ColumnEstimate, unit: str) -> str:
    """Say why the dots do not stand around the true mean, where they do not."""
    around = number(estimated.without_noise, 4)
    if around == number(estimated.true_mean, 4):
        return ""
    why = "the result weights people by their ε, and the true mean does not"
    if estimated.everybody:
        why = "nobody has more weight than an equal share, and the middle of the range has the rest"
    return f"The dots scatter around {around}{unit}: {why}. "


def _twenty_estimates(outcomes: Outcomes, unit: str) -> str:
    if outcomes.all_the_same:
        return (
            "**There is no noise**: everyone with weight asks for no privacy, or the result is "
            "the middle of the range. Another release gives the same number."
        )
    return (
        "**Twenty estimates you might get**, all equally likely. You would publish one of these "
        "dots, chosen at random. 18 of 20 lie in the range "
        f"{outcome_figures.usually(outcomes, unit)}."
    )


def column_errors(scenario: Scenario, outside: str) -> View:
    """Return what each method would be off by on a column."""
    estimated = results.column_estimate(scenario, outside)
    result = value(estimated)
    column = own_table.info(scenario.dataset).column(scenario.column)
    names = _as_in_release(scenario)
    levels = table_choice.levels_of(own_table.info(scenario.dataset))
    about = scenario.dataset, scenario.column, scenario.everybody, levels
    was = table_choice.released_as(*about)
    marked = {key: f"{name}{' (released)' * (name == was)}" for key, name in names.items()}
    return View(
        key="column_errors",
        name=f"Error of every method for the rows of {column.label}",
        headline=_column_verdict(result, scenario, names),
        figure=method_figures.column_errors(result, results.unit_of_error(scenario), marked),
        numbers=Call(tables.column_errors, estimated, **marked),
        caption=_about_column(scenario, result),
        height=400,
    )


def _as_in_release(scenario: Scenario) -> dict[str, str]:
    """Return what methods are called where they are offered for the user's own table, by key."""
    used, levels = EVERYBODY if scenario.everybody else "adpm", results.levels_as_released(scenario)
    if own_table.is_own(scenario.dataset) and scenario.people.kind == "alike":
        return {used: for_all(scenario.people.high)}
    if not levels.size:
        return {}
    level = one_for_all(levels)
    return {used: PERSONAL, **({"uniform": for_all(level)} if level else {})}


def _column_verdict(result: ColumnEstimate, scenario: Scenario, names: Mapping[str, str]) -> str:
    """Say which method is best for the rows, and why a release does not choose by that."""
    is_offered = "uniform" in names
    names = {key: names.get(key, named(key)) for key in result.rms_error}
    used = names[EVERYBODY if result.everybody else "adpm"]
    least = number(result.rms_error[result.best])
    tied = [names[key] for key, e in result.rms_error.items() if number(e) == least]
    rows = f"**For these rows alone**{'' if result.everybody else ', without sampling error'}"
    which = f"{', '.join(tied[:-1])} and {tied[-1]}" if tied[1:] else tied[0]
    which = "all methods" if len(tied) == len(result.rms_error) else which
    both = f"“{used}” and “{names['uniform']}”"
    last = f" Only {both} may pull a result to the middle." * result.everybody
    unrelated = ", if levels and values are unrelated" * bool(scenario.levels_column)
    unrelated *= not result.everybody
    if own_table.is_own(scenario.dataset) and is_offered:
        only = " Only these may pull a result to the middle." * result.everybody
        last = f" “Release” offers {both}.{only}"
    if which == used:
        return (
            f"{rows}, **the error is smallest with {used}** (bars). So it is **in the worst "
            f"case**{unrelated} (short lines).{last}"
        )
    last += " A choice by the bars would reveal private values."
    return (
        f"{rows}, **the error is smallest with {which}** (bars). This page uses {used}, which has "
        f"no larger error than any **in the worst case**{unrelated} (short lines).{last}"
    )


def _about_column(scenario: Scenario, result: ColumnEstimate) -> str:
    info = own_table.info(scenario.dataset)
    missing = own_table.dataset(scenario.dataset).values(scenario.column).missing
    low, high = result.bounds
    unknown = "The worst case of Sampling is not known here. " * result.everybody
    middle = " (counted as the middle)" if own_table.is_own(scenario.dataset) else ""
    return (
        f"{unknown}{info.title}: {result.users:,} rows, {missing:,} missing{middle}, "
        f"{result.outside:,} outside the declared range {number(low)} to {number(high)}"
        f"{unit_of(scenario)} (clipped). Each row is {info.row_is}. {who_asks(scenario)} "
        f"Source: {info.source} {info.caveat}"
    )
