"""All cards: each item of the papers with its stored numbers and the verdict they lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from hetdp_core import validate
from hetdp_core.experiments.ridge import SIMULATED, real_data
from hetdp_core.reproductions import (
    accounting_items,
    accounting_recipes,
    beyond_recipes,
    feature_items,
    feature_recipes,
    mean_items,
    mean_recipes,
    ridge_items,
    ridge_recipes,
    streams,
)
from hetdp_core.reproductions.recipe import SEED, Recipe
from hetdp_core.reproductions.record import PAPERS, Finding, Reproduction, Verdict, verdict
from hetdp_core.reproductions.storage import StoredResult, store, stored

RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        *mean_recipes.RECIPES,
        *feature_recipes.RECIPES,
        *ridge_recipes.RECIPES,
        *accounting_recipes.RECIPES,
        streams.RECIPE,
        *beyond_recipes.RECIPES,
    )
}


def recipe(name: str) -> Recipe:
    """Return the recipe of that name, or `InvalidInput` with the names there are."""
    return RECIPES[validate.choice(name, RECIPES, "recipe")]


def write(name: str) -> StoredResult:
    """Run a recipe with its own trials and seed, and store what it gives."""
    made = recipe(name)
    values = made.compute(SEED, made.trials)
    return store(name, values, seed=SEED, trials=made.trials, records=records_used(made))


def records_used(made: Recipe) -> str:
    """Return which table of medical costs a recipe would run on now; "" if on none."""
    if not made.real_records:
        return ""
    data = real_data()
    return SIMULATED if data.info.key == SIMULATED else f"insurance.csv ({len(data.frame):,} rows)"


ITEMS: tuple[Reproduction, ...] = (
    *mean_items.ITEMS,
    *feature_items.ITEMS,
    *ridge_items.ITEMS,
    *accounting_items.ITEMS,
)
"""Every table, figure and worked example of the four papers, in their order."""

NOT_SHIPPED = (
    "The authors' table insurance.csv was not at hand when results were stored: ours are for the "
    "simulated table with the same columns."
)


@dataclass(frozen=True)
class Card:
    """One item with its numbers.

    Attributes:
        item: what is shown.
        result: the stored result behind it.
        findings: its rows.
        verdict: what they lead to.
        seen_there: the number that the linked page shows too, as it is written there; "" for none.
    """

    item: Reproduction
    result: StoredResult
    findings: tuple[Finding, ...]
    verdict: Verdict
    seen_there: str

    @property
    def reason(self) -> str:
        """Why the printed value is wrong, or what is missing; "" where all came out."""
        missing = self.verdict is Verdict.IMPOSSIBLE and not self.item.obstacle
        return NOT_SHIPPED if missing else self.item.refutation or self.item.obstacle

    @property
    def made_with(self) -> str:
        """How and with what the numbers were made."""
        made = self.result
        trials = f"{made.trials:,} draws, seed {made.seed}" if made.trials > 1 else "exact"
        records = f", {made.records}" if made.records else ""
        return f"{made.recipe}: {trials}{records}; version {made.version}, numpy {made.numpy}"


def card(item: Reproduction, look_up: Callable[[str], StoredResult] = stored) -> Card:
    """Return the card of an item, checked against stored results.

    Args:
        item: what to check.
        look_up: the stored result of a recipe.

    Raises:
        InvalidInput: the item's words do not fit its numbers; see `verdict`.
    """

    def values(recipe: str) -> Mapping[str, float]:
        return look_up(recipe or item.recipe).values

    findings = tuple(check.find(values(check.recipe)) for check in item.checks)
    there = item.seen_there
    seen = "" if there is None else f"{values(there.recipe)[there.value]:{there.form}}"
    result = look_up(item.recipe)
    elsewhere = RECIPES[item.recipe].real_records and result.records == SIMULATED
    found = Verdict.IMPOSSIBLE if elsewhere else verdict(item, findings)
    return Card(item, result, findings, found, seen)


@cache
def cards() -> tuple[Card, ...]:
    """Return all of them, in the order of `ITEMS`; read once."""
    return tuple(card(item) for item in ITEMS)


def chosen(paper: str = "", verdict_title: str = "") -> tuple[Card, ...]:
    """Return the cards of one paper and verdict.

    Args:
        paper: a key of `PAPERS`; "" for all.
        verdict_title: the text of a `Verdict`; "" for all.
    """
    return tuple(
        one
        for one in cards()
        if paper in ("", one.item.paper) and verdict_title in ("", str(one.verdict))
    )


def tally(of: Sequence[Card]) -> dict[str, dict[Verdict, int]]:
    """Count the cards of each paper by verdict."""
    return {
        paper: {
            kind: sum(one.item.paper == paper and one.verdict is kind for one in of)
            for kind in Verdict
        }
        for paper in PAPERS
    }
