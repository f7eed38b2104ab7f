"""How far apart colours are: on a background (WCAG 2.2), to the colour-blind (Machado 2009)."""

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", IEEE TVCG 15 (2009): the matrices for complete loss of one kind of cone. They act
# on linear RGB.
VISIONS: dict[str, Vector] = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}

_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = _TO_XYZ.sum(axis=1)


def linear(colour: str) -> Vector:
    """Linear RGB of a colour "#rrggbb", each from 0 to 1."""
    share = np.frombuffer(bytes.fromhex(colour[1:]), dtype=np.uint8) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def contrast(first: str, second: str) -> float:
    """WCAG contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted(float(_TO_XYZ[1] @ linear(colour)) for colour in (first, second))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: str, vision: str) -> Vector:
    """CIE Lab of a colour as an eye of this kind sees it."""
    rgb = np.clip(VISIONS[vision] @ linear(colour), 0.0, 1.0)
    ratio = _TO_XYZ @ rgb / _WHITE
    root = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = root
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def least_distance(first: str, second: str) -> float:
    """Distance in CIE Lab for the eye that finds the two colours most alike."""
    return min(
        float(np.linalg.norm(seen(first, vision) - seen(second, vision))) for vision in VISIONS
    )
