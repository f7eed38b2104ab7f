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

from hetdp_core import datasets, validate
from hetdp_core.datasets import DATA_DIR, Column, Dataset, DatasetInfo

SIMULATION_ROWS = SIMULATION_SEED = 1338

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
    rng = np.random.default_rng(SIMULATION_SEED)
    return simulate_medical_cost(SIMULATION_ROWS, rng=rng)


def simulate_medical_cost(n: int, *, rng: np.random.Generator) -> pd.DataFrame:
    """Return imaginary insured adults and their medical bills: (n, 7), not real data.

    Age is uniform on 18..64; body mass index is normal and rises a little with age; children are
    Poisson, at most five; one adult in five smokes; sex and region are uniform.  A bill is usual
    care (growing 3.5 % with each year of age, plus 500 dollars a child) plus, for smokers, 12,000
    dollars, or 27,000 above a body mass index of 30.  This is blurred by a lognormal factor; one
    person in ten adds an accident with exponential cost of mean 9,000 dollars; bills are capped at
    75,000 dollars.  Sex and region have no effect, so a method that finds one is mistaken.

    Columns, dtypes and bounds are those of `datasets.info("simulated_medical_cost")`; n is in
    1..`validate.MAX_USERS`.  The same generator state gives the same rows (for the same
    numpy version: numpy may change its streams between versions).
    """
    n = validate.count(n, 1, validate.MAX_USERS, "n")
    age = rng.integers(18, 64, n, endpoint=True)
    sex = rng.choice(["female", "male"], n)
    bmi = np.clip(rng.normal(27.0 + 0.08 * (age - 18), 5.5), 15.0, 55.0).round(1)
    children = np.minimum(rng.poisson(1.1, n), 5)
    smokes = rng.random(n) < 0.2
    region = rng.choice(["northeast", "northwest", "southeast", "southwest"], n)

    usual_care = 2_500.0 * np.exp(0.035 * (age - 18)) + 500.0 * children
    smoking = np.where(smokes, np.where(bmi > 30.0, 27_000.0, 12_000.0), 0.0)
    accident = np.where(rng.random(n) < 0.1, rng.exponential(9_000.0, n), 0.0)
    charges = (usual_care + smoking) * rng.lognormal(0.0, 0.15, n) + accident

    return pd.DataFrame(
        {
            "age": age.astype(np.float64),
            "sex": pd.Series(sex, dtype="str"),
            "bmi": bmi,
            "children": children.astype(np.float64),
            "smoker": pd.Series(np.where(smokes, "yes", "no"), dtype="str"),
            "region": pd.Series(region, dtype="str"),
            "charges": np.minimum(charges, 75_000.0).round(2),
        }
    )


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
