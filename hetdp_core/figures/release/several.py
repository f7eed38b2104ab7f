"""The numbers of a release of several columns that is about to be made, as tables."""

from __future__ import annotations

import pandas as pd

from hetdp_core.figures.release.tables import asked
from hetdp_core.figures.text import number
from hetdp_core.release import ConcentratedPromise, SeveralReleasePlan, condensed


def means(plan: SeveralReleasePlan) -> pd.DataFrame:
    """Each mean to be released: how far the noise may take it, and what is declared."""
    columns = plan.request.columns
    return pd.DataFrame(
        {
            "mean of": [one.column for one in columns],
            "within ±": [number(plan.half_width(one)) for one in columns],
            "unit": [one.unit for one in columns],
            "lowest": [number(one.bounds[0]) for one in columns],
            "highest": [number(one.bounds[1]) for one in columns],
        }
    )


def promise(plan: ConcentratedPromise, most: int) -> pd.DataFrame:
    """Who gets what: rho of zCDP, and the epsilon that it implies but for delta."""
    spans = condensed(plan.groups, most)
    implied = [plan.epsilon_in(span) for span in spans]
    return pd.DataFrame(
        {
            "asked ε": [asked(span) for span in spans],
            "people": [span.users for span in spans],
            "guaranteed ρ (zCDP)": [number(span.guaranteed) for span in spans],
            "so ε, but for the chance δ": [number(one) for one in implied],
        }
    )
