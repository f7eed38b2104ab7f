"""A regression that is about to be released, or was: its numbers as tables."""

from __future__ import annotations

import pandas as pd

from hetdp_core.figures.text import number, within
from hetdp_core.release import RegressionPlan, RegressionRelease
from hetdp_core.release.products import Coordinate

_KINDS = {"binary": "no or yes", "category": "its label"}


def features(plan: RegressionPlan) -> pd.DataFrame:
    """Each feature: how it enters, and what is declared of it; units where there are any."""
    columns = plan.request.features
    found = pd.DataFrame(
        {
            "from": [one.name for one in columns],
            "enters as": [_KINDS.get(one.kind, "its place between the bounds") for one in columns],
            "declared": [
                ", ".join(one.categories)
                if one.bounds is None
                else f"{number(one.bounds[0])} to {number(one.bounds[1])}"
                for one in columns
            ],
            "unit": [one.unit for one in columns],
        }
    )
    return found if any(found["unit"]) else found.drop(columns="unit")


def coefficients(release: RegressionRelease) -> pd.DataFrame:
    """Each coefficient as released, with what the noise does to it; its unit where it is known."""
    coordinates, solution = release.plan.coding.coordinates, release.solution
    each = zip(solution.coefficients.tolist(), solution.half_widths.tolist(), strict=True)
    across = zip(solution.across.tolist(), solution.across_half_widths.tolist(), strict=True)
    unit = release.plan.request.target.unit
    found = {
        "coefficient": [one.name for one in coordinates],
        "released ± noise": [within(value, error) for value, error in each],
        "across its range": [
            "" if one.kind == "intercept" else within(value, error)
            for one, (value, error) in zip(coordinates, across, strict=True)
        ],
        "unit": [unit for _ in coordinates],
        "": [_said(one) for one in coordinates],
    }
    return pd.DataFrame({name: cells for name, cells in found.items() if name != "unit" or unit})


def _said(one: Coordinate) -> str:
    """What a coefficient is added for."""
    if one.kind == "binary":
        return f"instead of {one.instead_of or 'no'}"
    return {"number": "for one more of it", "category": "for this label"}.get(
        one.kind, "to start with, where every number is 0"
    )
