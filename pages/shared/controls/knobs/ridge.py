"""Controls of the page about ridge regression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hetdp_core import datasets
from hetdp_core.ridge.dependence import PARAMETERS
from hetdp_core.ridge.exploration import SERIES, USUAL
from hetdp_core.ridge.shown_releases import RELEASABLE
from pages.shared.controls.knobs.knob import Knob

LAMBDA = Knob(
    "lam",
    "Regularisation λ",
    "number",
    1.0,
    1e-6,
    1e6,
    help="The control that the figure lets you drag; type an exact value here.",
)
RIDGE_DATA = Knob(
    "rows",
    "Records",
    "choice",
    "shared",
    options={
        "shared": "The dataset chosen above",
        "synthetic": "Synthetic, as in the paper",
        "own": "My own table",
    },
)
RIDGE_NOISE = Knob(
    "noise",
    "Noise of every regression",
    "choice",
    "sharp",
    options={
        "sharp": "Sharp (ours, proved)",
        "printed": "As printed (Theorem 3.2)",
        "bounded": "As printed, with a known bound on the coefficients (Theorem 3.4)",
    },
)
THETA_BOUND = Knob(
    "theta",
    "Known bound on the coefficients ‖θ‖",
    "number",
    1.0,
    1e-3,
    1e3,
    help="The guarantee rests on it: it must hold for every dataset that could occur.",
)
SCALING = Knob(
    "scaling",
    "Columns are scaled to [0, 1] by",
    "choice",
    "declared",
    options={
        "declared": "Declared bounds",
        "data": "Smallest and largest value, as in the paper (not private)",
    },
)
CENTRE = Knob(
    "centre",
    "Centre the label on the middle of its range",
    "flag",
    "true",
    options={"true": "true", "false": "false"},
    help="A label in [−½, ½] can move the coefficients half as far as one in [−1, 1].",
)
KNOWN_NORM = Knob(
    "norm",
    "Use the known length of a row",
    "flag",
    "true",
    options={"true": "true", "false": "false"},
    help="Each original column adds at most 1 to ‖x‖², however many labels it has.",
)
REGULARISED = Knob(
    "loss",
    "Loss on test records",
    "choice",
    "plain",
    options={"plain": "Squared error", "regularised": "Squared error + λ‖θ‖²"},
)
RECORDS = Knob("records", "Synthetic records", "whole", 100, 10, 5_000)
DIMENSION = Knob("dimension", "Synthetic features", "whole", 30, 1, 60)
METHODS = Knob("methods", "Methods", "several", USUAL, options=SERIES)
_RELEASABLE = {key: SERIES[key] for key in RELEASABLE}
COEFFICIENTS_OF = Knob("coefficients_of", "Method", "choice", "pdp_op", options=_RELEASABLE)
RELEASE_OF = Knob("release_of", "Method", "choice", "pdp_op", options=_RELEASABLE)
VARY = Knob(
    "vary",
    "Vary",
    "choice",
    next(iter(PARAMETERS)),
    options={key: parameter.title for key, parameter in PARAMETERS.items()},
)
BEST = Knob(
    "best",
    "Each method at its best λ (hindsight)",
    "flag",
    "false",
    options={"true": "true", "false": "false"},
)


def target(info: datasets.DatasetInfo) -> Knob:
    """What is predicted; each dataset has its own."""
    numeric = {column.name: column.label for column in info.columns if column.bounds is not None}
    default = info.default_target if info.default_target in numeric else next(iter(numeric), "")
    return Knob(f"target_{info.key}", "Predict", "choice", default, options=numeric)


def predictors(info: datasets.DatasetInfo) -> Knob:
    """What it is predicted from; each dataset has its own, at first all but its target."""
    labels = {column.name: column.label for column in info.columns if column.kind != "level"}
    first = tuple(name for name in labels if name != info.default_target)
    return Knob(f"features_{info.key}", "From", "several", first, options=labels)


def predictors_of(info: datasets.DatasetInfo, target: str) -> Knob:
    """What this target may be predicted from, which is never itself."""
    knob = predictors(info)
    labels = {name: label for name, label in (knob.options or {}).items() if name != target}
    first = without_target(knob.start, target, info.default_target)
    return replace(knob, default=first, options=labels)


def without_target(names: Sequence[str], target: str, before: str) -> tuple[str, ...]:
    """Predictors without the target: what was predicted before takes its place."""
    swapped = dict.fromkeys(before if name == target else name for name in names)
    return tuple(name for name in swapped if name != target)


_COLUMNS = [
    make(datasets.info(key)) for key in datasets.available() for make in (target, predictors)
]

ALL = (
    METHODS,
    *_COLUMNS,
    LAMBDA,
    RIDGE_DATA,
    RIDGE_NOISE,
    THETA_BOUND,
    SCALING,
    CENTRE,
    KNOWN_NORM,
    REGULARISED,
    RECORDS,
    DIMENSION,
    COEFFICIENTS_OF,
    RELEASE_OF,
    VARY,
    BEST,
)
