"""How close ADPM is to the best possible: along the profile's main control, and for anybody."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hetdp_core.calls import Call
from hetdp_core.figures.mean import certificate as figures
from hetdp_core.figures.text import number, percent
from hetdp_core.mean.certificate import BEST, Certificate, certificate_scatter, stated
from hetdp_core.mean.plan import percent_error
from pages.inside.mean import results
from pages.shared.cache import value
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import View

SCATTER_PROFILES = 250
"""Random profiles in the U/L scatter."""


def certified(scenario: Scenario, shrinking: bool) -> View:
    """Return the worst case of ADPM and what no method is better than, along the control."""
    computed, high = results.certificates(scenario.profile), scenario.profile.high
    certificates = value(computed)
    figure, frames = figures.certificate_curve(certificates, scenario.control, high, shrinking)
    sentences = [_close(point, shrinking) for point in certificates.points]
    return View(
        key="certificate_curve",
        name="Worst-case error, the least that any private method can have, and the gap between",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(figures.curve_table, computed),
        caption="Exact worst case against a lower bound, proved for every private method: the "
        "largest of three (by information, by Le Cam's two points, and without any privacy). The "
        "shaded gap is the most that is left to gain, not the gain itself. “Times” is about "
        "squared errors; the axis shows their roots.",
        frames=replace(frames, headlines=sentences),
        moves=scenario.moves,
        height=420,
    )


def _close(point: Certificate, shrinking: bool) -> str:
    ratio = point.ratio if shrinking else point.published_ratio
    least = percent(percent_error(point.bounds.best))
    most = percent(percent_error(point.shrunk.worst_case_mse if shrinking else point.published))
    shrunk = f", shrunk by {percent(point.shrunk.percent_off)} to the middle," if shrinking else ""
    if ratio <= BEST:
        close = "**the best there is, but for 5 % at most**"
    else:
        close = f"**at most {stated(ratio):.2f} × the best possible**"
    return (
        f"ADPM{shrunk} has a worst-case squared error that is {close}: it is off by ± {most} of "
        f"the range, and no private method whatever can be below ± {least}."
    )


def by_two_points(scenario: Scenario) -> str:
    """Say how close ADPM as published is known to be by Le Cam's bound alone."""
    present = value(results.certificates(scenario.profile))[scenario.profile.high]
    return (
        "By Le Cam's bound alone, ADPM as published has "
        f"**U / L = {number(present.loose_ratio)}**. A sharper bound, and the same answer shrunk "
        "to the middle of the range, bring that down:"
    )


def certificate(scenario: Scenario) -> View:
    """Return worst case against lower bound, for random profiles and this one."""
    present = value(results.certificates(scenario.profile))[scenario.profile.high]
    rng = Call(np.random.default_rng, scenario.seed)
    random = Call(certificate_scatter, SCATTER_PROFILES, rng).kept("Computing lower bounds …")
    dots = value(random)
    return View(
        key="certificate",
        name="Worst case of ADPM against the lower bound",
        headline="Every dot is a group of users with levels of their own: across, what no private "
        "method can do better (L); upwards, what ADPM does, shrunk to the middle (U), both as mean "
        f"squared error (MSE). Here **U / L is at most {stated(present.ratio):.2f}**; over all "
        f"dots its median is {dots.median_ratio:.2f}, where ADPM as published and Le Cam's bound "
        f"alone (hollow) had {dots.median_loose_ratio:.1f}. It is an upper limit on what is left "
        "to gain, not the gain itself.",
        figure=figures.scatter(dots, present),
        numbers=Call(figures.scatter_table, random),
        caption="Le Cam's bound compares two possible truths; the bound by information (van "
        "Trees) is about all at once. Shrinking multiplies the answer's distance to the middle of "
        "the range by a fixed number: computed from the answer alone, so privacy stays. Both are "
        "ours; the paper proves some constant.",
        height=480,
    )
