"""Every recipe by name."""

from __future__ import annotations

from hetdp_core import validate
from hetdp_core.experiments.ridge import SIMULATED, real_data
from hetdp_core.reproductions import (
    accounting_recipes,
    beyond_recipes,
    feature_recipes,
    mean_recipes,
    ridge_recipes,
    streams,
)
from hetdp_core.reproductions.recipe import SEED, Recipe
from hetdp_core.reproductions.storage import StoredResult, store

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
