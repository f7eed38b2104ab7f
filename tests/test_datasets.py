"""The shipped datasets keep the promises of their schema, and a broken one is caught."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pandas as pd
import pytest

from data import build
from hetdp_core import datasets
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput

MISSING = {"nhefs": {"sbp": 77, "dbp": 81, "cholesterol": 16, "wt82_71": 63}}

every_dataset = pytest.mark.parametrize("key", datasets.available())


def test_every_dataset_that_is_offered_can_be_rebuilt() -> None:
    where = (
        "TABLES of data/build.py has a function for each table of data/schema.toml, in its order"
    )
    assert tuple(build.TABLES) == datasets.available(), where


def test_the_readme_lists_what_schema_and_files_say() -> None:
    readme = build.README.read_text(encoding="utf-8")
    assert build.with_schema(readme) == readme, "run `python -m data.build KEY` of a changed table"


@every_dataset
def test_missing_counts_are_the_known_ones(key: str) -> None:
    missing = datasets.load(key).frame.isna().sum()
    counted = missing[missing > 0].to_dict()
    assert counted == MISSING.get(key, {}), f"MISSING of this test says how many {key} lacks"


@every_dataset
def test_schema_is_complete(key: str) -> None:
    info = datasets.info(key)
    texts = (info.title, info.row_is, info.source, info.licence, info.caveat)
    assert all(text.strip() for text in texts)
    for column in info.columns:
        assert column.kind in get_args(datasets.Kind)
        assert column.sensitivity in get_args(datasets.Sensitivity)
        assert all((column.label, column.description, column.bounds_from))
        assert (column.bounds is None) == bool(column.categories) == (column.kind == "category")
        if column.kind == "binary":
            assert column.bounds == (0.0, 1.0)


@every_dataset
def test_shipped_file_agrees_with_its_schema(key: str) -> None:
    dataset = datasets.load(key)
    assert datasets.check(dataset) == ()
    for column in dataset.info.columns:
        if column.kind == "category":
            assert set(dataset.frame[column.name]) == set(column.categories)
    defaults = {dataset.info.default_target, dataset.info.default_column}
    assert defaults <= set(dataset.numeric_columns())


def test_nhefs_leaves_out_columns_whose_missing_code_is_two_and_identifiers() -> None:
    left_out = {"hbp", "diabetes", "hbpmed", "pica", "seqn", "id", "yrdth", "modth", "dadth"}
    assert not left_out & set(datasets.load("nhefs").frame.columns)


def test_nhefs_says_for_statistical_use_only() -> None:
    info = datasets.info("nhefs")
    assert "for statistical use only" in info.licence
    assert "statistical use only" in info.caveat


def test_only_the_simulated_table_is_marked_simulated_and_says_so_everywhere() -> None:
    simulated = [key for key in datasets.available() if datasets.info(key).simulated]
    assert simulated == ["simulated_medical_cost"]
    info = datasets.info("simulated_medical_cost")
    assert all("simulated" in text.lower() for text in (info.key, info.title, info.caveat))
    assert all("simulated" in column.description for column in info.columns)


def _simulate(seed: int, n: int = build.SIMULATION_ROWS) -> pd.DataFrame:
    return build.simulate_medical_cost(n, rng=np.random.default_rng(seed))


def test_simulated_table_is_the_generator_at_its_fixed_seed() -> None:
    shipped = datasets.load("simulated_medical_cost").frame
    pd.testing.assert_frame_equal(_simulate(build.SIMULATION_SEED), shipped, check_exact=True)


def test_large_simulation_stays_within_its_schema() -> None:
    info = datasets.info("simulated_medical_cost")
    assert datasets.check(Dataset(info, _simulate(3, n=50_000))) == ()


@pytest.mark.parametrize("column", ["sex", "region"])
def test_simulated_charges_do_not_depend_on(column: str) -> None:
    groups = _simulate(11, n=50_000).groupby(column)["charges"]
    mean, standard_error = groups.mean(), groups.sem()
    assert mean.max() - mean.min() < 4 * np.sqrt(2) * standard_error.max()


@pytest.mark.parametrize("n", [0, -1, 2.5])
def test_simulation_refuses_a_size_that_is_no_count(n: float) -> None:
    with pytest.raises(InvalidInput, match=r"^n must"):
        build.simulate_medical_cost(n, rng=np.random.default_rng(0))  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", [datasets.load, datasets.info])
def test_unknown_key_names_the_known_ones(ask: Callable[[str], object]) -> None:
    with pytest.raises(InvalidInput) as caught:
        ask("insurance")
    known = ", ".join(datasets.available())
    assert str(caught.value) == f"dataset must be one of {known} (given: 'insurance')."


@pytest.mark.parametrize("column", ["smoker", "height"])
def test_a_label_or_unknown_column_names_those_there_are(column: str) -> None:
    with pytest.raises(InvalidInput, match="column must be one of age, bmi, children, charges"):
        datasets.load("simulated_medical_cost").values(column)
    with pytest.raises(InvalidInput, match="column must be one of mdvis, "):
        datasets.info("rand_hie").column(column)


def test_outside_counts_both_ends_infinity_and_unknown_labels_but_not_missing() -> None:
    age = datasets.info("nhefs").column("age")
    assert age.outside([24.9, 25, 74, 74.1, np.nan, np.inf, -np.inf]) == 4
    assert age.outside([]) == 0
    smoker = datasets.info("simulated_medical_cost").column("smoker")
    assert smoker.outside(pd.Series(["yes", "no", "maybe", None], dtype="str")) == 1


def test_values_are_those_present_and_the_others_are_counted() -> None:
    dataset = datasets.load("nhefs")
    sbp = dataset.values("sbp")
    assert sbp.values.dtype == np.float64
    assert (sbp.values.size, sbp.missing, sbp.outside) == (1629 - 77, 77, 0)
    assert np.array_equal(sbp.values, dataset.frame["sbp"].dropna())
    dataset.frame.loc[:1, "age"] = [24.0, 75.0]
    age = dataset.values("age")
    assert age.outside == 2
    assert list(age.values[:2]) == [24.0, 75.0]


def test_values_are_a_copy_and_loaded_frames_are_not_shared() -> None:
    dataset = datasets.load("diabetes")
    before = dataset.frame.copy()
    dataset.values("bmi").values[:] = 0.0
    pd.testing.assert_frame_equal(dataset.frame, before)
    dataset.frame["bmi"] = 0.0
    assert datasets.load("diabetes").frame["bmi"].min() > 0


def test_only_an_empty_cell_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = datasets.info("simulated_medical_cost")
    answer = replace(info.column("smoker"), name="answer", categories=("None", "NA", "yes"))
    tiny = replace(info, key="tiny", columns=(info.column("age"), answer), file="tiny.csv")
    (tmp_path / tiny.file).write_text("age,answer\n20,None\n,NA\n30,\n", encoding="utf-8")
    monkeypatch.setattr(datasets, "DATA_DIR", tmp_path)
    monkeypatch.setattr(datasets, "_registry", lambda: {"tiny": tiny})

    frame = datasets.load("tiny").frame
    assert frame["answer"].dropna().tolist() == ["None", "NA"]
    assert frame.isna().sum().to_dict() == {"age": 1, "answer": 1}


def _set(column: str, value: object) -> Callable[[pd.DataFrame], pd.DataFrame]:
    """Put one wrong value into the first row."""
    return lambda frame: frame.assign(**{column: [value, *frame[column].iloc[1:]]})


CORRUPTIONS: dict[str, tuple[Callable[[pd.DataFrame], pd.DataFrame], str]] = {
    "column lost": (lambda f: f.drop(columns="bmi"), "columns must be age, sex, bmi,"),
    "column added": (lambda f: f.assign(extra=1.0), "columns must be age, sex, bmi,"),
    "order changed": (lambda f: f[f.columns[::-1]], "given: charges, region,"),
    "below bounds": (_set("age", 17.0), "age must lie between 18 and 64 (given: 1 outside)."),
    "above bounds": (_set("charges", 75_000.01), "charges must lie between 0 and 75000 (given: 1 "),
    "infinite": (_set("bmi", np.inf), "bmi must lie between 15 and 55 (given: 1 outside)."),
    "fraction": (
        _set("children", 1.5),
        "children must hold whole numbers (given: 1 that are not).",
    ),
    "unknown label": (_set("smoker", "often"), "smoker must be one of no, yes (given: 1 outside)."),
    "text for number": (lambda f: f.astype({"age": "str"}), "age must be stored as float64"),
    "number for text": (
        lambda f: f.assign(sex=1.0),
        "sex must be stored as text (given: float64).",
    ),
}


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_check_catches(name: str) -> None:
    dataset = datasets.load("simulated_medical_cost")
    corrupt, sentence = CORRUPTIONS[name]
    problems = datasets.check(replace(dataset, frame=corrupt(dataset.frame)))
    assert len(problems) == 1
    assert sentence in problems[0]


def test_check_reports_every_broken_column_and_allows_missing_values() -> None:
    dataset = datasets.load("nhefs")
    broken = dataset.frame.assign(age=0.0, sex=2.0, asthma=0.5)
    problems = datasets.check(replace(dataset, frame=broken))
    assert [problem.split()[0] for problem in problems] == ["age", "sex", "asthma"]
    assert datasets.check(replace(dataset, frame=dataset.frame.assign(age=np.nan))) == ()
