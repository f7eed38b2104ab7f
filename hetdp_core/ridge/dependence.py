"""How the losses depend on who asks for what, on the number of records and of features."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile
from hetdp_core.ridge.exploration import SERIES, RidgeScenario, lambdas, series_along
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.records import Prepared, Records, paper_profile, prepare
from hetdp_core.validate import FloatArray

PAPER_SEGMENTS = paper_profile(1000)
"""Conservatives, pragmatists and liberals as in the paper's experiments."""

_LAMBDAS = 26


@dataclass(frozen=True)
class Parameter:
    """Something the losses depend on: its title, unit in words, and the values tried."""

    title: str
    values: tuple[float, ...]
    logarithmic: bool = False


PARAMETERS: dict[str, Parameter] = {
    "epsilon_conservative": Parameter(
        "ε of conservatives, at least", (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5), True
    ),
    "epsilon_pragmatist": Parameter(
        "ε of pragmatists, at least", (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
    ),
    "conservative_share": Parameter("Share of conservatives", (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)),
    "records": Parameter("Training records", (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)),
    "dimension": Parameter("Features", (1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 40.0, 60.0)),
}
"""What can be varied, as in the paper's Tables 5 to 12; records as a share of those there are."""


@result
class Dependence:
    """Losses along one parameter.

    Attributes:
        parameter: a key of `PARAMETERS`.
        values: (V,) of the parameter; numbers of records, not shares.
        at_lambda: by series, (V,) expected loss at the scenario's λ.
        best: by series, (V,) expected loss at the best λ, chosen with hindsight.
        spread: by series, (V,) standard deviation of the loss at the scenario's λ.
        personal: the profile that was varied, or None where it is the page's own.
        left_out: values at the end that there was no time for.
    """

    parameter: str
    values: FloatArray
    at_lambda: dict[str, FloatArray]
    best: dict[str, FloatArray]
    spread: dict[str, FloatArray]
    personal: ProfileSettings | None
    left_out: int = 0


@dataclass(frozen=True)
class _Case:
    value: float
    prepared: Prepared
    asked: ProfileSettings | FloatArray
    """A profile that is dealt out by chance, or the level of each training record."""


def depends_on(
    parameter: str,
    records: Records,
    prepared: Prepared,
    profile: ProfileSettings,
    scenario: RidgeScenario,
    on_time: Callable[[], bool] = lambda: True,
    levels: FloatArray | None = None,
) -> Dependence:
    """Return losses of the scenario's series along one parameter.

    Levels of segments are varied in the page's own profile where that has segments, else in
    the paper's.  The number of features is varied on synthetic records of the same number, to
    which levels are dealt out by chance.

    Args:
        parameter: a key of `PARAMETERS`.
        records: what `prepared` was made from.
        prepared: the regression problem.
        profile: who asks for what, dealt out by its seed.
        scenario: series, noise, λ and seed are used.
        on_time: asked before each value but the first; once it says no, the rest is left out.
        levels: (n,) of the training records where they go with these: the profile then has no
            part in anything but by its seed, and segments are the paper's.

    Raises:
        InvalidInput: the parameter is unknown, or there is not one level for each record.
    """
    asked = PARAMETERS[validate.choice(parameter, PARAMETERS, "parameter")]
    own = levels is None and profile.kind == "segments"
    segments = profile if own else PAPER_SEGMENTS
    given = profile if levels is None else prepared.problem.training.levels(levels)
    cases = _CASES[parameter](asked.values, records, prepared, given, segments, profile.seed)
    lams, current = lambdas(replace(scenario, points=_LAMBDAS))
    values: list[float] = []
    losses: dict[str, list[LossMoments]] = {key: [] for key in SERIES if key in scenario.drawn}
    for one in cases:
        if values and not on_time():
            break
        values.append(one.value)
        found = series_along(one.prepared.problem, _levels(one), lams, scenario)
        for key, curve in found.items():
            losses[key].append(curve.losses(scenario.regularised))
    return Dependence(
        parameter,
        np.array(values),
        {key: np.array([_finite(m.mean[current]) for m in made]) for key, made in losses.items()},
        {key: np.array([np.min(m.mean) for m in made]) for key, made in losses.items()},
        {key: np.array([m.std[current] for m in made]) for key, made in losses.items()},
        segments if parameter in _OF_SEGMENTS else None,
        len(cases) - len(values),
    )


def _finite(loss: float) -> float:
    """Return NaN for the infinite loss of a method that releases nothing at this λ: a gap."""
    return loss if np.isfinite(loss) else np.nan


def _levels(case: _Case) -> FloatArray:
    if not isinstance(case.asked, ProfileSettings):
        return case.asked
    return _dealt(make_profile(case.asked), case.prepared, case.asked.seed)


def _dealt(profile: PrivacyProfile, prepared: Prepared, seed: int) -> FloatArray:
    rows = prepared.problem.training.rows
    return profile.resized(rows).assigned(np.random.default_rng(seed))


_OF_SEGMENTS = ("epsilon_conservative", "epsilon_pragmatist", "conservative_share")


def _segment_cases(
    change: Callable[[ProfileSettings, float], ProfileSettings],
) -> Callable[..., list[_Case]]:
    def cases(
        values: Sequence[float],
        _records: Records,
        prepared: Prepared,
        _asked: ProfileSettings | FloatArray,
        segments: ProfileSettings,
        _seed: int,
    ) -> list[_Case]:
        found = []
        for value in values:
            try:
                found.append(_Case(value, prepared, change(segments, value)))
            except InvalidInput:
                continue  # this value does not fit the other settings of the profile
        return found

    return cases


def _with_low(profile: ProfileSettings, value: float) -> ProfileSettings:
    return replace(profile, low=value, middle=max(profile.middle, value))


def _with_middle(profile: ProfileSettings, value: float) -> ProfileSettings:
    return replace(profile, middle=value)


def _with_share(profile: ProfileSettings, value: float) -> ProfileSettings:
    return replace(profile, strict_share=value, middle_share=min(profile.middle_share, 1 - value))


def _record_cases(
    values: Sequence[float],
    _records: Records,
    prepared: Prepared,
    asked: ProfileSettings | FloatArray,
    _segments: ProfileSettings,
    _seed: int,
) -> list[_Case]:
    rows = prepared.problem.training.rows
    sizes = sorted({max(2, round(share * rows)) for share in values})
    return [
        _Case(
            float(size),
            prepared.first(size),
            asked if isinstance(asked, ProfileSettings) else asked[:size],
        )
        for size in sizes
        if size <= rows
    ]


def _dimension_cases(
    values: Sequence[float],
    records: Records,
    prepared: Prepared,
    asked: ProfileSettings | FloatArray,
    _segments: ProfileSettings,
    seed: int,
) -> list[_Case]:
    rows = prepared.problem.training.rows + len(prepared.problem.y_test)
    found = []
    for value in values:
        made = prepare(Records.synthetic(rows, int(value), records.seed), None)
        found.append(_Case(value, made, _for_others(asked, made, seed)))
    return found


def _for_others(
    asked: ProfileSettings | FloatArray, made: Prepared, seed: int
) -> ProfileSettings | FloatArray:
    """Return who asks for what among records that are nobody's: levels go with none of them."""
    if isinstance(asked, ProfileSettings):
        return asked
    return _dealt(PrivacyProfile(np.sort(asked), np.ones(asked.size)), made, seed)


_CASES: dict[str, Callable[..., list[_Case]]] = {
    "epsilon_conservative": _segment_cases(_with_low),
    "epsilon_pragmatist": _segment_cases(_with_middle),
    "conservative_share": _segment_cases(_with_share),
    "records": _record_cases,
    "dimension": _dimension_cases,
}
