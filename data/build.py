"""Rebuild the shipped tables and the generated part of README.md.

Run from the project's root, in an environment with data/requirements.txt installed:

    python -m data.build

Each table is one function from a source package to the columns of schema.toml. A table without
such a package is its own source: `datasets.load(key).frame`. `python -m data.build KEY` writes
the table of that key alone, and needs no package but its own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from hetdp_core import datasets
from hetdp_core.datasets import DATA_DIR, Column, Dataset, DatasetInfo

README = DATA_DIR / "README.md"

HEADINGS = ("Column", "Meaning", "Kind", "Unit", "Bounds", "Bounds from", "Missing", "Sensitivity")
ALIGNMENT = ("---",) * 6 + ("---:", "---")


def nhefs() -> pd.DataFrame:
    """All rows of NHEFS; identifiers, dates and the columns with missing coded 2 stay out."""
    from causaldata import nhefs as source

    frame: pd.DataFrame = source.load_pandas().data
    exercise = {"0": "much", "1": "moderate", "2": "little or none"}
    return frame.assign(
        sex=frame["sex"].astype("int64"),
        race=frame["race"].astype("int64"),
        bmi=(frame["wt71"] / (frame["ht"] / 100) ** 2).round(1),
        exercise=frame["exercise"].astype("str").map(exercise),
        wt82_71=frame["wt82_71"].round(2),
    )


def rand_hie() -> pd.DataFrame:
    """All rows and columns of randhie."""
    from statsmodels.datasets import randhie

    frame: pd.DataFrame = randhie.load_pandas().data
    return frame


def diabetes() -> pd.DataFrame:
    """load_diabetes in raw units, with descriptive names and sex coded 0 and 1."""
    from sklearn.datasets import load_diabetes

    frame: pd.DataFrame = load_diabetes(scaled=False, as_frame=True).frame
    serum = {"s1": "tc", "s2": "ldl", "s3": "hdl", "s4": "tch", "s5": "ltg", "s6": "glu"}
    return frame.rename(columns={**serum, "target": "progression"}).assign(sex=frame["sex"] - 1)


def simulated_medical_cost() -> pd.DataFrame:
    """The simulated table with the project's fixed seed."""
    rng = np.random.default_rng(datasets.SIMULATION_SEED)
    return datasets.simulate_medical_cost(datasets.SIMULATION_ROWS, rng=rng)


TABLES: dict[str, Callable[[], pd.DataFrame]] = {
    "nhefs": nhefs,
    "rand_hie": rand_hie,
    "diabetes": diabetes,
    "simulated_medical_cost": simulated_medical_cost,
}


def write(info: DatasetInfo, frame: pd.DataFrame) -> None:
    """Write the schema's columns as CSV, whole numbers without a decimal point."""
    whole = [c.name for c in info.columns if c.kind in ("integer", "binary")]
    table = frame[[c.name for c in info.columns]].astype(dict.fromkeys(whole, "Int64"))
    table.to_csv(DATA_DIR / info.file, index=False, lineterminator="\n")


def section(dataset: Dataset) -> str:
    """The README's section on one dataset, from its schema and its missing values."""
    info, missing = dataset.info, dataset.frame.isna().sum()
    head = f"## `{info.key}`: {info.title}"
    facts = [
        f"- **File:** `{info.file}`, {len(dataset.frame):,} rows",
        f"- **One row is** {info.row_is}",
        f"- **Source:** {info.source}",
        f"- **Licence:** {info.licence}",
        f"- **Caveats:** {info.caveat}",
        f"- **Missing values** (empty cells): {int(missing.sum()):,}",
    ]
    rows = [HEADINGS, ALIGNMENT, *(_cells(column, missing[column.name]) for column in info.columns)]
    return "\n".join([head, "", *facts, "", *(f"| {' | '.join(row)} |" for row in rows)])


def _cells(column: Column, missing: int) -> tuple[str, ...]:
    allowed = (
        "{:g} to {:g}".format(*column.bounds) if column.bounds else "; ".join(column.categories)
    )
    return (
        f"`{column.name}`",
        column.description,
        column.kind,
        column.unit,
        allowed,
        column.bounds_from,
        str(missing),
        column.sensitivity,
    )


def with_schema(readme: str) -> str:
    """The README with everything between its two markers written anew."""
    sections = "\n\n".join(section(datasets.load(key)) for key in datasets.available())
    body = f"<!-- schema -->\n\n{sections}\n\n<!-- /schema -->"
    return re.sub("<!-- schema -->.*<!-- /schema -->", lambda _: body, readme, flags=re.DOTALL)


def main(keys: Sequence[str]) -> None:
    """Write these tables or all, stop if one breaks its schema, then refresh the README."""
    for key in keys or TABLES:
        write(datasets.info(key), TABLES[key]())
        problems = datasets.check(datasets.load(key))
        if problems:
            raise SystemExit(f"{key}: {' '.join(problems)}")
    README.write_text(with_schema(README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
