"""Tables and figures of "Mean Estimation Under Heterogeneous Privacy Demands"."""

from __future__ import annotations

from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.table_one import REGIMES
from hetdp_core.reproductions.record import ROUNDING, Check, Reproduction, SeenThere

_FIGURE_1 = Reproduction(
    "mean",
    "Figure 1",
    "An example of privacy asked (ε) and scaled weights, user by user: from the user who "
    "saturates on, all weights are the same (Lemma 3).",
    "mean-saturation",
    (
        Check("Saturation level τ of our example", "saturation level"),
        Check("Users who saturate, %", "users saturated, %"),
        Check(
            "Weights after saturation: largest minus smallest, in equal shares",
            "spread of the weights after saturation",
            at_most=ROUNDING,
        ),
        Check(
            "Largest relative distance of the scaled weights from min(ε, τ)",
            "largest departure from min(asked, level)",
            at_most=ROUNDING,
        ),
    ),
    assumptions=(
        "Our copy of the paper lacks the ε of the printed example: ours are log-uniform, n = 1000.",
    ),
    view={"seed": "0"},
)

_FIGURE_2 = Reproduction(
    "mean",
    "Figure 2",
    "Upper bound U against lower bound L for random ε, with lines of constant U / L: within a "
    "constant, no private estimator does better than ADPM.",
    "mean-certificate",
    (
        Check("Least U / L", "least U / L"),
        Check("Median U / L", "median U / L"),
        Check("Largest U / L", "largest U / L"),
        Check(
            "Median, ADPM as published over Le Cam's bound alone",
            "median U / L, as published over Le Cam's bound",
        ),
    ),
    obstacle="The paper's own L, the constants of its lines and the law of ε are missing in our "
    "copy, so that there is nothing to compare with. Ours is the largest of three other bounds "
    "(by information, "
    "by Le Cam's two points, without privacy), and U that of ADPM's answer shrunk to the middle of "
    "the range, for 10 to 1000 users and ε over nine orders of magnitude: U / L is bounded there, "
    "as the paper proves, and most often near 1.",
    view={"view": "How good is it?", "seed": "0"},
)

_TABLE_1 = Reproduction(
    "mean",
    "Table I",
    "Log of the mean squared error of six methods, where ε varies much and little between users.",
    "mean-table-one",
    tuple(
        Check(f"{regime.title}, {METHODS[method].title}", f"{key}: {method}", printed, within=0.3)
        for key, regime in REGIMES.items()
        for method, printed in regime.printed.items()
    ),
    assumptions=(
        "Our copy of the paper does not say how ε was drawn. Assumed: n = 1000, ln ε uniform on "
        "[−4, 2] (high variance) and "
        "on [−3, −2] (low variance), data of variance 1/20.",
        "One draw of ε is behind the printed values, and is not known; ours is the mean over ten, "
        "in closed form. A printed value counts as reached within 0.3.",
    ),
    view={"view": "Table I", "seed": "0"},
    seen_there=SeenThere("log MSE of ADPM, high variance", "high: adpm"),
)

ITEMS = (_FIGURE_1, _FIGURE_2, _TABLE_1)
