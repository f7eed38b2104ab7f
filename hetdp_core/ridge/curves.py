"""Expected losses of all methods against λ: the figure that everything else explains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.ridge.methods import METHODS, nonprivate_curve
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem, check_lambdas
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.study import DEFAULT_DRAWS, DEFAULT_MASKS, MethodCurve, Study
from hetdp_core.validate import FloatArray


@result
class LossCurves:
    """Both test losses of several methods at each λ.

    Attributes:
        lams: (L,) λ, in the caller's order.
        methods: by key, in the order asked for.
        nonprivate: plain ridge regression without noise; no method can be told to beat it.
        noise: how the noise was calibrated, a key of `NOISE_RULES`.
    """

    lams: FloatArray
    methods: dict[str, MethodCurve]
    nonprivate: MethodCurve
    noise: str

    def best(self, method: str, regularised: bool = False) -> BestChoice:
        """Return the λ with the least expected loss of one method."""
        moments = self.methods[validate.choice(method, self.methods, "method")].losses(regularised)
        index = int(np.argmin(moments.mean))
        return BestChoice(
            method,
            index,
            float(self.lams[index]),
            float(moments.mean[index]),
            float(moments.std[index]),
        )


@dataclass(frozen=True)
class BestChoice:
    """The best λ of one method: its index, the λ, expected loss and standard deviation."""

    method: str
    index: int
    lam: float
    loss: float
    std: float


def loss_curves(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    lams: ArrayLike,
    methods: Iterable[str] = tuple(METHODS),
    *,
    noise: str = "sharp",
    theta_bound: float | None = None,
    rng: np.random.Generator | None = None,
    masks: int = DEFAULT_MASKS,
    draws: int = DEFAULT_DRAWS,
) -> LossCurves:
    """Return mean and spread of both test losses, over the randomness of the release.

    Exact for output perturbation and the trivial predictors.  Sampling methods are averaged
    over random masks, with the noise integrated exactly given each; objective perturbation
    is averaged over draws of its noise; both then carry a standard error.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) levels of the training records, > 0 (natural log); infinity = public.
        lams: (L,) regularisation parameters > 0.
        methods: keys of `METHODS`.
        noise: a key of `NOISE_RULES`; objective perturbation always has its own, sharp one.
        theta_bound: see `Calibration`.
        rng: source of masks and draws; without one they are the same in every call, so that
            curves move smoothly.
        masks: samples of records for the sampling methods, at least 2.
        draws: draws of the noise for objective perturbation, at least 2.

    Raises:
        InvalidInput: a rule above is broken.
    """
    study = Study(
        problem,
        problem.training.levels(epsilon),
        check_lambdas(lams),
        Calibration(noise, theta_bound),
        masks,
        draws,
        0 if rng is None else int(rng.integers(2**63)),
    )
    chosen = [METHODS[validate.choice(key, METHODS, "method")] for key in methods]
    found = {method.key: method.curve(study) for method in chosen}
    return LossCurves(study.lams, found, nonprivate_curve(study), noise)


@dataclass(frozen=True)
class ExpectedLoss:
    """Mean and standard deviation of a test loss over the randomness of one release.

    Attributes:
        mean: expected loss.
        std: standard deviation.
        standard_error: Monte-Carlo standard error of `mean`; 0 where it is exact.
        noise_rate: rate η of the noise; see `MethodCurve`.
        available: False if the method releases nothing at this λ: the mean is infinite.
    """

    mean: float
    std: float
    standard_error: float
    noise_rate: float
    available: bool


def expected_loss(
    X: ArrayLike,
    y: ArrayLike,
    epsilon: ArrayLike,
    lam: float,
    X_test: ArrayLike,
    y_test: ArrayLike,
    method: str = "pdp_op",
    noise: str = "sharp",
    regularised: bool = False,
    *,
    row_norm: float | None = None,
    label_bound: float = 1.0,
    label_interval: tuple[float, float] | None = None,
    theta_bound: float | None = None,
    rng: np.random.Generator | None = None,
    masks: int = 1000,
    draws: int = 1000,
) -> ExpectedLoss:
    """Return one point of `loss_curves`; see there and `RidgeProblem` for the arguments.

    >>> X, y = [[1.0], [1.0]], [0.5, 0.5]
    >>> expected_loss(X, y, [1e6, 1e6], 1.0, X, y, noise="printed").mean
    0.0625...
    """
    problem = RidgeProblem(
        np.asarray(X),
        np.asarray(y),
        np.asarray(X_test),
        np.asarray(y_test),
        row_norm,
        label_bound,
        label_interval,
    )
    curves = loss_curves(
        problem,
        epsilon,
        [lam],
        [method],
        noise=noise,
        theta_bound=theta_bound,
        rng=rng,
        masks=masks,
        draws=draws,
    )
    found = curves.methods[method]
    moments: LossMoments = found.losses(regularised)
    return ExpectedLoss(
        float(moments.mean[0]),
        float(moments.std[0]),
        float(moments.standard_error[0]),
        float(found.noise_rate[0]),
        bool(found.available[0]),
    )
