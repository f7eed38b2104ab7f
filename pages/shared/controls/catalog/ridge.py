"""Controls of the page about ridge regression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hetdp_core import datasets
from hetdp_core.ridge import sweep
from hetdp_core.ridge.dependence import PARAMETERS
from hetdp_core.ridge.example_releases import RELEASABLE
from hetdp_core.ridge.noise import NOISE_RULES
from pages.shared.controls.control import (
    Control,
    choice_control,
    flag_control,
    level_control,
    named_in,
    whole_control,
)

LAMBDA = level_control(
    "lam",
    sweep.LAMBDA,
    None,
    (sweep.LOWEST, sweep.HIGHEST),
    ends=sweep.LAMBDA_ENDS,
    placeholder="the one that a release can choose",
    help="λ sets how strongly the coefficients are pulled towards 0. A larger λ needs less noise, "
    "but moves every prediction towards one constant: the middle of the range, or its lower end "
    "without centring.",
)
LAMBDA_OF_VERSION_3 = {LAMBDA.key: ["1"]}
"""What an address said by naming no λ, up to version 3."""

RECORDS_FROM = choice_control(
    "rows",
    "Records",
    {"shared": "This dataset", "synthetic": "Synthetic"},
    "The records used to fit and to test the regression: those of the dataset, or simulated ones "
    "as in the paper.",
    was={"The dataset chosen above": "shared", "Synthetic, as in the paper": "synthetic"},
)
RIDGE_NOISE = choice_control(
    "noise",
    "Noise of PDP-OP",
    NOISE_RULES,
    "The proof that sets the noise of output perturbation (PDP-OP).",
)
THETA_BOUND = Control(
    "theta",
    "Known bound on the coefficients ‖θ‖",
    "number",
    1.0,
    1e-3,
    1e3,
    help="The guarantee depends on this bound. It must hold for every possible dataset.",
    field="theta_bound",
)
SCALING = choice_control(
    "scaling",
    "Columns are scaled to [0, 1] by",
    {
        "declared": "Declared bounds",
        "data": "Smallest and largest value, as in the paper (not private)",
    },
    "Which values become 0 and 1. Bounds read from the data are not private.",
)
CENTRE = flag_control(
    "centre",
    "Centre labels and numbers on the middle of their ranges",
    True,
    "One record can then move the coefficients less. The middle of a declared range is public, "
    "so using it costs no privacy.",
    field="centred",
)
KNOWN_NORM = flag_control(
    "norm",
    "Use the known length of a row",
    True,
    "Each original column adds at most 1 to ‖x‖², for any number of labels.",
)
REGULARISED = choice_control(
    "loss",
    "The figure draws",
    {"plain": "Typical error", "regularised": "Squared error + λ‖θ‖²"},
    "On records not used for the fit: the typical error (±), or the paper's regularised loss.",
    was={"Squared error": "plain"},
    field="regularised",
    means=lambda loss, _: loss == "regularised",
)
RECORDS = whole_control(
    "records", "Synthetic records", 100, (10, 5_000), "How many records are simulated."
)
DIMENSION = whole_control(
    "dimension", "Synthetic features", 30, (1, 60), "How many predictors each simulated record has."
)
_WAS = {f"PDP-OP, {how}": sweep.PRINTED for how in ("as printed", "paper's noise")}
_WAS["Paper's method, its noise"] = sweep.PRINTED
METHODS = Control(
    "methods",
    "Methods",
    "several",
    (),
    options=sweep.SERIES,
    was=_WAS,
    help="If you choose none, three are shown: the private regression, the paper's method, and "
    "the better of the two simple baselines. That baseline is always drawn.",
    placeholder="None chosen: the three that matter",
    field="series",
    means=lambda names, _: tuple(names),
)
_RELEASABLE = {key: sweep.SERIES[key] for key in RELEASABLE}
_WHAT_THEY_DO = "".join(
    f"\n- **{title}**: {sweep.EXPLANATIONS[key]}" for key, title in _RELEASABLE.items()
)
COEFFICIENTS_OF = choice_control(
    "coefficients_of",
    "Method",
    _RELEASABLE,
    f"The coefficients of this method are shown.\n{_WHAT_THEY_DO}",
    default="pdp_op",
    was=_WAS,
)
OF_THE_VERDICT = "verdict"
RELEASE_OF = choice_control(
    "release_of",
    "Method",
    {OF_THE_VERDICT: "The private regression at the top", **_RELEASABLE},
    f"This method makes the release.\n{_WHAT_THEY_DO}",
    was={
        "Best private regression": OF_THE_VERDICT,
        "Private regression (as above)": OF_THE_VERDICT,
        "The regression above": OF_THE_VERDICT,
        "The private regression of the card": OF_THE_VERDICT,
        **_WAS,
    },
)
VARY = choice_control(
    "vary",
    "Vary",
    {key: parameter.title for key, parameter in PARAMETERS.items()},
    "This setting changes along the figure. All other settings stay the same.",
    default="records",
    was={
        "ε of conservatives, at least": "epsilon_conservative",
        "ε of pragmatists, at least": "epsilon_pragmatist",
        "Share of conservatives": "conservative_share",
    },
)
BEST = flag_control(
    "best",
    "Draw the best λ in hindsight instead",
    False,
    "Shows each method at the λ that turned out best on these records, which is not private. "
    "Off: at the λ that a release can choose from public numbers, as the verdict does.",
)


def target(info: datasets.DatasetInfo) -> Control:
    """Return the control of what is predicted; each dataset has its own."""
    numeric = info.numeric_columns()
    default = info.default_target if info.default_target in numeric else next(iter(numeric), "")
    help = "The column that the regression predicts."
    return choice_control(f"target_{info.key}", "Predict", numeric, help, default=default)


def predictors(info: datasets.DatasetInfo) -> Control:
    """Return the control of the predictors; each dataset has its own, by default all others."""
    labels = {column.name: column.label for column in info.columns if column.kind != "level"}
    first = tuple(name for name in labels if name != info.default_target)
    help = "The columns that the prediction may use."
    return Control(
        f"features_{info.key}",
        "Columns to predict from",
        "several",
        first,
        options=labels,
        help=help,
    )


def predictors_of(info: datasets.DatasetInfo, target: str) -> Control:
    """Return what this target may be predicted from, which is never itself."""
    control = predictors(info)
    labels = {name: label for name, label in (control.options or {}).items() if name != target}
    first = without_target(control.start, target, info.default_target)
    return replace(control, default=first, options=labels)


def without_target(names: Sequence[str], target: str, before: str) -> tuple[str, ...]:
    """Return predictors without the target: what was predicted before takes its place."""
    swapped = dict.fromkeys(before if name == target else name for name in names)
    return tuple(name for name in swapped if name != target)


_COLUMNS = [
    make(datasets.info(key)) for key in datasets.available() for make in (target, predictors)
]

ALL = (*named_in(globals()), *_COLUMNS)
