"""Calls: what is run, what tells them apart and what is written are the same computation."""

import copy
import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.calls import Call, own_file
from hetdp_core.features import FeatureScenario
from hetdp_core.profiles import ProfileSettings
from hetdp_core.ridge import DesignSettings
from hetdp_core.ridge.records import Records
from hetdp_core.uploads import UploadedLevels

NUMBERS = st.floats() | st.integers() | st.booleans()
ARGUMENTS = st.recursive(
    st.none() | NUMBERS | st.text() | NUMBERS.map(np.asarray).map(lambda a: a[()]),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.lists(inner, max_size=40).map(tuple)
        | st.dictionaries(st.text() | st.integers(), inner, max_size=4)
    ),
    max_leaves=12,
)


def plain(value):
    """The same with Python's numbers instead of NumPy's."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {plain(key): plain(one) for key, one in value.items()}
    return type(value)(map(plain, value)) if isinstance(value, (list, tuple)) else value


def made_by(call: Call) -> Any:
    """What the script of a call computes."""
    names: dict[str, Any] = {}
    exec(call.script(repr), names)
    return names["table"]


def key(value: Any) -> str:
    return Call(dict, it=value).key


@given(ARGUMENTS, ARGUMENTS)
def test_keys_are_the_same_where_settings_are_and_only_there(one, other):
    assert key(one) == key(copy.deepcopy(one)) == key(plain(one))
    assert (key(one) == key(other)) == (repr(plain(one)) == repr(plain(other)))


@given(ARGUMENTS)
def test_a_script_holds_every_setting_as_it_is(value):
    assert repr(made_by(Call(dict, it=value))) == repr({"it": plain(value)})


LOOK_ALIKES = [1, 1.0, True, "1", 0.0, -0.0, 0, False, math.nan, math.inf, -math.inf, None]
LOOK_ALIKES += [(1,), [1], (1.0,), ProfileSettings(), ProfileSettings(users=1), math.sqrt]
LOOK_ALIKES += [Call(abs, -4), Call(abs, -4.0), Call(Call(abs, -4).attribute("bit_length"))]


def test_values_that_look_alike_have_keys_of_their_own():
    assert len(set(map(key, LOOK_ALIKES))) == len(LOOK_ALIKES)


@pytest.mark.parametrize(
    "record",
    [
        ProfileSettings("levels", levels=(0.1, math.inf), counts=(3, 4)),
        FeatureScenario((0.5, 1.0), 2.0, mean=(0.1, -0.2)),
        Records("simulated_medical_cost", DesignSettings("charges", ("age", "bmi"))),
    ],
    ids=lambda record: type(record).__name__,
)
def test_frozen_settings_are_written_by_what_is_not_as_usual(record):
    assert made_by(Call(replace, record)) == record
    assert "seed" not in Call(replace, record).script(repr)


def test_what_is_kept_is_computed_once_in_a_script_and_all_else_at_each_use():
    """So a generator that is no part of anything kept is a fresh one wherever it is handed on."""
    rng = Call(np.random.default_rng, 0)
    drawn = Call(np.random.Generator.random, rng)
    call = Call(max, drawn.cached(), drawn, Call(np.random.Generator.normal, rng, 0.0).cached())
    assert made_by(call) == call.run()
    script = Call(sum, (drawn.cached(), drawn.cached(), drawn)).script(repr)
    assert script.count("default_rng(0)") == 2
    assert made_by(Call(sum, (drawn.cached(), drawn))) == 2 * np.random.default_rng(0).random()


def test_two_functions_of_one_name_are_two_variables():
    one, other = Call(math.sqrt, 4).cached(), Call(np.sqrt, 16).cached()
    assert made_by(Call(sum, [one, other, Call(math.sqrt, 9).cached()])) == 9.0


def test_what_is_given_is_its_value_on_the_page_and_computed_in_the_script():
    call = Call(abs, Call(max, 1, 2, 3).with_value(-5))
    assert call.run() == 5
    assert made_by(call) == 3


def test_what_its_owner_alone_has_is_read_from_their_file_and_is_part_of_all_that_rests_on_it(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("your-levels.csv").write_bytes(b"0.5\n2\n")
    mine = UploadedLevels.from_csv(b"0.5\n2\n")
    another = UploadedLevels.from_csv(b"0.5\n3\n")
    calls = [
        Call(replace, ProfileSettings("uploaded", high=2.0, uploaded=levels)).cached()
        for levels in (mine, another)
    ]
    assert len({Call(len, call).key for call in calls}) == 2
    assert Call(len, calls[0]).owners == {mine.digest}
    assert made_by(calls[0]).uploaded.levels.tolist() == [0.5, 2.0]
    assert "# Your own levels: put the path" in calls[0].script(repr)
    assert not Call(len, own_file("a")).owners


def test_what_may_end_a_call_is_no_part_of_it_and_what_may_cut_it_short_makes_it_ones_own():
    call = Call(sorted, (1, 2))
    ended, cut = call.ended_by(reverse=lambda: True), call.cut_short_by(reverse=lambda: True)
    assert ended.run() == cut.run() == [2, 1]
    assert ended.key == call.key != cut.key
    assert Call(len, cut).owners
    assert not Call(len, ended).owners
    assert ended.script(repr) == cut.script(repr) == call.script(repr)


def test_a_note_is_nothing_but_a_comment():
    noted = Call(abs, -4).noted("a long word of thanks\nimport this " * 20)
    assert made_by(noted) == 4
    assert max(map(len, noted.script(repr).splitlines())) <= 100


class Thing:
    """Not a frozen dataclass."""


@dataclass
class Loose:
    """Not frozen."""

    here: int = 0


@dataclass(frozen=True)
class Late:
    """Its second field is not given but made."""

    names: tuple[str, ...] = ()
    count: int = field(init=False, default=0)


def test_fields_that_are_made_are_not_written():
    assert "count" not in Call(len, (Late(("a",)),)).script(repr)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (Thing(), "Thing"),
        (Loose(), "Loose"),
        ({1, 2}, "set"),
        (lambda x: x, "lambda"),
        (np.zeros(10), "ndarray"),
        (np.random.default_rng(0), "Generator"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_what_cannot_be_written_is_refused_by_name(value, says):
    for told in (lambda call: call.key, lambda call: call.script(repr)):
        with pytest.raises(TypeError, match=says):
            told(Call(dict, it=(value,)))
