"""A regression that is about to be released, or was: its numbers as tables."""

from __future__ import annotations

import pandas as pd

from hetdp_core.figures.text import number, within
from hetdp_core.release import RegressionPlan, RegressionRelease

_KINDS = {"number": "its place between the bounds", "binary": "no or yes", "category": "its label"}


def features(plan: RegressionPlan) -> pd.DataFrame:
    """Each feature: how it enters, and what is declared of it."""
    columns = plan.request.features
    kinds = ["number" if one.kind == "integer" else one.kind for one in columns]
    return pd.DataFrame(
        {
            "from": [one.name for one in columns],
            "enters as": [_KINDS[kind] for kind in kinds],
            "declared": [
                ", ".join(one.categories)
                if one.bounds is None
                else f"{number(one.bounds[0])} to {number(one.bounds[1])}"
                for one in columns
            ],
            "unit": [one.unit for one in columns],
        }
    )


def coefficients(release: RegressionRelease) -> pd.DataFrame:
    """Each coefficient as released, with what the noise does to it."""
    coordinates, solution = release.plan.coding.coordinates, release.solution
    pairs = zip(solution.coefficients.tolist(), solution.errors.tolist(), strict=True)
    per = {
        "number": "for one more of it",
        "binary": "yes instead of no",
        "category": "for this label",
        "intercept": "to start with",
    }
    return pd.DataFrame(
        {
            "coefficient": [one.name for one in coordinates],
            "released ± noise": [within(value, error) for value, error in pairs],
            "unit": [release.plan.request.target.unit for _ in coordinates],
            "": [per[one.kind] for one in coordinates],
        }
    )
