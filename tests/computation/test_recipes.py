"""Recipes: what is run and what is written are the same computation."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.computation import Call, Given
from hetdp_core.features import FeatureScenario
from hetdp_core.figures.mean import tables
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.profiles import ProfileSettings
from hetdp_core.ridge import DesignSettings
from hetdp_core.ridge.records import Records

NUMBERS = st.floats() | st.integers() | st.booleans()
PLAIN = st.none() | NUMBERS | st.text() | NUMBERS.map(np.asarray).map(lambda a: a[()])
ARGUMENTS = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.lists(inner, max_size=40).map(tuple)
        | st.dictionaries(st.text() | st.integers(), inner, max_size=4)
    ),
    max_leaves=40,
)
ARRAYS = st.builds(
    lambda values, shape, dtype: np.array(values, dtype=dtype).reshape(shape),
    st.lists(st.integers(0, 100), min_size=6, max_size=6),
    st.sampled_from([(6,), (2, 3), (3, 1, 2)]),
    st.sampled_from(["<f8", "<f4", "<i8", "<u1", "|b1"]),
)


def made_by(source: str):
    """What the variable `table` of some source holds at the end."""
    names: dict[str, object] = {}
    exec(source, names)
    return names["table"]


def written(value):
    """A value, written and read again."""
    return made_by(Call(dict, it=value).source(""))["it"]


def same(one, other):
    """Equal in value and type, NaN like NaN; numbers of NumPy become Python's."""
    if isinstance(one, np.generic):
        one = one.item()
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=True)
    if isinstance(one, (list, tuple)):
        pairs = zip(one, other, strict=True)
        return type(one) is type(other) and all(same(a, b) for a, b in pairs)
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    return type(one) is type(other) and repr(one) == repr(other)


@given(ARGUMENTS)
def test_arguments_come_back_as_they_were(value):
    assert same(value, written(value))


@given(ARRAYS)
def test_arrays_come_back_with_shape_and_type(array):
    assert same(array, written(array))


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0)])
def test_arrays_without_entries_keep_their_shape(shape):
    assert same(np.empty(shape), written(np.empty(shape)))


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, -0.0, 5e-324, 0.1 + 0.2])
def test_numbers_that_are_easily_lost_are_kept(value):
    assert same(value, written(value))
    assert same(np.array([value, 1.0]), written(np.array([value, 1.0])))


@given(st.integers(1, 10**6), st.floats(1e-3, 1.0), st.sampled_from(["uniform", "two_groups"]))
def test_settings_are_written_by_what_is_not_as_usual(users, low, kind):
    settings = ProfileSettings(kind, users=users, low=low)
    source = Call(replace, settings).source("")
    assert made_by(source) == settings
    for item in ("public_share", "levels", "seed"):
        assert item not in source


def test_settings_within_settings_are_written():
    records = Records("nhefs", DesignSettings("wt82_71", ("age", "sex")), known_norm=False)
    assert made_by(Call(replace, records).source("")) == records


def test_the_same_settings_are_written_once_and_others_apart():
    one, other = ProfileSettings(users=5), ProfileSettings(users=6)
    source = Call(operator.eq, Call(replace, one), Call(replace, one)).source("print({})")
    assert source.count("users=5") == 1
    assert made_by(source) is True
    source = Call(operator.eq, Call(replace, one), Call(replace, other)).source("print({})")
    assert made_by(source) is False


def test_a_step_used_twice_is_run_and_written_once_and_another_one_again():
    rng = Call(np.random.default_rng, 0).named("rng")
    draw = rng.method("random")
    step = Call(max, draw, draw, rng.method("random"))
    expected = np.random.default_rng(0)
    first = expected.random()
    assert step.run() == made_by(step.source("")) == max(first, expected.random())
    assert step.source("").count("default_rng(0)") == 1
    assert step.source("").count("rng.random()") == 2


def test_a_table_of_the_page_is_computed_by_its_source():
    settings = ProfileSettings(users=300)
    recipe = Call(tables.saturation, Call(saturation_sweep, settings).named("along"), 1.0)
    assert made_by(recipe.source()).equals(recipe.run())
    assert "along = sweep.saturation_sweep(profile_settings)\n" in recipe.source()
    assert recipe.source().endswith("print(table.to_csv(index=False))\n")


def test_lines_are_short_and_long_arguments_come_back():
    delta = tuple(1.0 / k for k in range(1, 200))
    scenario = FeatureScenario(delta, epsilon=9.0)
    source = Call(replace, scenario, q=0.25).noted("a long word of thanks " * 20).source("")
    assert max(map(len, source.splitlines())) <= 100
    assert made_by(source) == replace(scenario, q=0.25)


def test_a_given_value_is_run_as_it_is_and_written_as_others_make_it(tmp_path, monkeypatch):
    (tmp_path / "mine.txt").write_text("abc")
    monkeypatch.chdir(tmp_path)
    step = Given(
        "abc", Call(Path, "mine.txt").named("file").noted("Your file.").method("read_text")
    )
    recipe = Call(len, step)
    assert recipe.run() == made_by(recipe.source("")) == 3
    assert '# Your file.\nfile = pathlib.Path("mine.txt")\n' in recipe.source("")


def test_variables_hide_no_module_and_no_builtin():
    step = Call(sum, Call(list, Call(map, math.sqrt, (1, 4)).named("math")).named("sum"))
    assert made_by(step.source("")) == step.run() == 3.0


class Thing:
    """Not a frozen dataclass."""


@dataclass
class Loose:
    """Not frozen."""

    here: int = 0


@dataclass(frozen=True)
class Late:
    """Its second field is not given but made."""

    names: tuple[str, ...] = field(default_factory=tuple)
    count: int = field(init=False, default=0)


def test_fields_that_are_made_are_not_written():
    assert "count" not in Call(len, (Late(("a",)),)).source("")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (Thing(), "Thing"),
        (Loose(), "Loose"),
        ({1, 2}, "set"),
        (b"abc", "bytes"),
        (lambda x: x, "lambda"),
        (np.zeros(10_000), "10,000 entries"),
        (np.array([Thing()]), "type object"),
        (np.random.default_rng(0), "Generator"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_what_cannot_be_written_is_refused_by_name(value, says):
    with pytest.raises(TypeError, match=says):
        Call(dict, it=(value,)).source()
