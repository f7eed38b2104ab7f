"""The numbers of a release of several columns that is about to be made, as tables."""

from __future__ import annotations

import pandas as pd

from hetdp_core.figures import text
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
    """Who gets what: rho of zCDP, and the epsilon that it implies but for delta.

    A row of several levels says what holds for its strictest and for its most relaxed people.
    """
    spans = condensed(plan.groups, most)
    return pd.DataFrame(
        {
            "asked ε": [asked(one) for one in spans],
            "people": [one.users for one in spans],
            "guaranteed ε, but for δ": [text.span(*plan.epsilons_in(one)) for one in spans],
            "from ρ (zCDP)": [text.span(one.least, one.guaranteed) for one in spans],
        }
    )
