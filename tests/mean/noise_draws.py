"""Noise drawn by its definition: the second road to what the closed forms say of it."""

import math

import numpy as np


def draw(noise, columns, shape, draws, rng):
    """(draws, d) of scale 1, in the convention of `hetdp_core.mean.noises`."""
    size = draws, columns
    if noise == "laplace":
        return rng.laplace(0.0, 1.0, size)
    if noise == "gaussian":
        return rng.standard_normal(size)
    # Hardt and Talwar: a uniform point of the shape, times a Gamma(d + 1) variable
    radius = rng.gamma(columns + 1.0, 1.0, (draws, 1))
    if shape == "cube":
        return radius * rng.uniform(-1.0, 1.0, size) / math.sqrt(columns)
    normal = rng.standard_normal(size)
    direction = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    return radius * direction * rng.random((draws, 1)) ** (1.0 / columns)
