"""How often a record may take part in steps with Gaussian noise, so its level holds.

In each of T steps a record takes part with chance p, independently, and then adds to a sum a vector
no longer than s times the standard deviation of the noise.  Let N_m be the normal law of mean m and
variance 1.  Replacing the record costs in each step, for any others, at most what distinguishes

    P = (1 - p) N_0 + p N_s   from   Q = (1 - p) N_0 + p N_-s,

for every γ >= 0 in H_γ(P, Q) = max over events A of P(A) - γ Q(A).

Section 7 of `docs/beyond-the-papers.md` proves it: each test's power against N_s and N_-s follows
from its size under N_0 (Neyman and Pearson).  Pairs that dominate so for all γ compose, adaptively
too (Zhu, Dong and Wang 2022, Theorem 10).  T steps cost at most T independent draws of P or of Q,
and no less where the vectors are as long and opposite in every step.

The privacy loss log P/Q rises with x, and reaches l at x = (l/2 + asinh(a sinh(l/2))) / s with a =
exp(s²/2) (1 - p) / p.  On a grid of losses, the masses that P and Q put between two neighbours are
moved to these so that both are kept.  H is then exact on the grid and its chord in between, which
lies above it as H is convex in γ (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi 2022). A loss
beyond the grid counts as infinite.  T steps are a power of the discrete Fourier transform, on a
grid so wide that nothing comes round.  So levels are never exceeded, except for `SLACK` of δ.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtr

from hetdp_core.validate import FloatArray

GRID = 2048
"""Losses of all steps together.  In trials with p of at least .003, ε comes out less than 1 % too
large where s <= .3, 4 % for s = 1/2, and 26 % for s = 1."""

TAIL = 7.0
"""Losses beyond this x - s count as infinite: a chance of 1.3e-12."""

SLACK = 1e-10
"""Of δ: for rounding, which moves the sums of the transforms by less than 1e-12."""

PER_OCTAVE = 32
"""Chances that are tried between one and its double: the next lower one is taken."""


def chances(epsilon: FloatArray, delta: float, shift: float, steps: int) -> FloatArray:
    """Return the largest chances found that keep (ε_i, δ)-DP when record i is replaced.

    Args:
        epsilon: (n,) levels, > 0.
        delta: of the promise, more than twice `SLACK`.
        shift: s > 0, the longest vector over the noise's standard deviation; with T s (s + 7) at
            most 300, so no exponential overflows.
        steps: T, less than half of `GRID`.

    Returns:
        (n,) in (0, 1], rounded down by up to 2 %.  δ / T is always among them: with chance 1 - δ or
        more such a record never takes part.

    >>> chances(np.array([0.2, 1.0, 9.0]), 1e-6, 0.1, 20).round(3)
    array([0.059, 0.261, 1.   ])
    """
    octave, strictest = np.exp2(-np.arange(PER_OCTAVE) / PER_OCTAVE), float(np.min(epsilon))
    tried, levels = [], []
    for halvings in range(math.floor(math.log2(steps / delta))):
        tried.append(octave * 2.0**-halvings)
        levels.append(spent_by(tried[-1], delta, shift, steps))
        if levels[-1][-1] <= strictest:
            break
    # H of the pair rises with p at every z, so what a larger chance keeps a smaller one does too
    least = np.minimum.accumulate(np.concatenate([*levels, [0.0]]))
    falling: FloatArray = np.concatenate([*tried, [delta / steps]])
    return falling[np.searchsorted(-least, -epsilon)]


def spent_by(chance: FloatArray, delta: float, shift: float, steps: int) -> FloatArray:
    """Return ε >= 0, from above, with which (G,) chances keep (ε, δ)-DP; see `chances`."""
    losses, law = _one_step(chance[:, None], shift, (GRID // steps - 1) // 2)
    half, width = losses.shape[1] // 2, losses[:, -1:] / (losses.shape[1] // 2)
    together = np.fft.irfft(np.fft.rfft(law, GRID) ** steps, GRID)[:, steps * half :]
    loss = width * np.arange(together.shape[1])
    # δ(l) is the mass above l, less e^l times the mass that Q has there
    above = _from_the_right(together)
    beside = np.exp(loss) * _from_the_right(together * np.exp(-loss))
    beyond = steps * ndtr(-TAIL) + SLACK
    needed = above - beside + beyond
    enough = np.argmax(needed <= delta, axis=1)
    row, before = np.arange(chance.size), np.maximum(enough - 1, 0)
    over, under = needed[row, before], needed[row, enough]
    part = np.where(enough > 0, (over - delta) / np.where(over > under, over - under, 1.0), 0.0)
    level: FloatArray = loss[row, before] + np.log1p(part * np.expm1(width[:, 0]))
    return level


def _from_the_right(masses: FloatArray) -> FloatArray:
    """Return sums of the masses beyond each place, itself excluded."""
    sums: FloatArray = np.cumsum(masses[:, ::-1], axis=1)[:, ::-1] - masses
    return sums


def _one_step(chance: FloatArray, shift: float, half: int) -> tuple[FloatArray, FloatArray]:
    """Return (G, 2 half + 1) losses, and the masses that P has there: the rest is beyond."""
    end = TAIL + shift
    rest = (1.0 - chance) / chance * math.exp(shift**2 / 2.0)
    top = np.log((rest + math.exp(shift * end)) / (rest + math.exp(-shift * end)))
    losses = top * (np.arange(-half, half + 1) / half)
    x = (losses / 2.0 + np.arcsinh(rest * np.sinh(losses / 2.0))) / shift
    still, up, down = (_between(x - mean) for mean in (0.0, shift, -shift))
    # P and Q share `still`: taken out of their difference, small chances lose no digits
    ratio = np.expm1(losses[:, :-1])
    raised = chance * (up - down - ratio * down) - (1.0 - chance) * ratio * still
    mass = (1.0 - chance) * still + chance * up
    raised = np.clip(raised / -np.expm1(-top / half), 0.0, mass)
    law = np.zeros_like(losses)
    law[:, 1:] += raised
    law[:, :-1] += mass - raised
    law[:, 0] += ((1.0 - chance) * ndtr(x) + chance * ndtr(x - shift))[:, 0]
    return losses, law


def _between(x: FloatArray) -> FloatArray:
    """Return the normal law's masses between ascending places, from the nearer tail."""
    low, high = x[:, :-1], x[:, 1:]
    turned = low > 0
    masses: FloatArray = ndtr(np.where(turned, -low, high)) - ndtr(np.where(turned, -high, low))
    return masses
