"""Users as computations: who asks for how much, and who is dealt which row.

Each generator of random numbers belongs to one computation that is kept.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from hetdp_core.computation import Call, Computation, Given
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile
from hetdp_core.uploads import UploadedLevels
from hetdp_core.validate import FloatArray
from pages.shared.tables.data_source import users_file


def random(seed: int) -> Computation[np.random.Generator]:
    """Return a fresh generator of random numbers."""
    return Call(np.random.default_rng, seed).named("rng")


def settings(profile: ProfileSettings) -> ProfileSettings | Computation[ProfileSettings]:
    """Return the settings of a profile; levels from a file are read from the file."""
    if profile.uploaded is None:
        return profile
    content = users_file("your-levels.csv", "Your own levels")
    read = Call(UploadedLevels.from_csv, content)
    levels = Given(profile.uploaded, read, profile.uploaded.digest)
    given: dict[str, Any] = {one.name: getattr(profile, one.name) for one in fields(profile)}
    return Call(ProfileSettings, **{**given, "uploaded": levels})


def profile(asked: ProfileSettings) -> Computation[PrivacyProfile]:
    """Return who asks for how much."""
    return Call(make_profile, settings(asked)).named("profile")


def levels(asked: ProfileSettings, rows: int, seed: int) -> Computation[FloatArray]:
    """Return (rows,) who asks for what: the profile, dealt out by chance."""
    return profile(asked).method("resized", rows).method("assigned", random(seed)).named("levels")
