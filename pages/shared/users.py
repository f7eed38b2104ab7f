"""What the pages show, one module a topic: the steps that compute it, kept and taken away.

A step here is the one statement of a computation.  `kept.value` runs it, a figure shows it, and
its source is the script that users take away.  Each generator of random numbers belongs to one
step that is kept.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile
from hetdp_core.recipes import Call, Given, Step
from hetdp_core.uploads import UploadedLevels
from hetdp_core.validate import FloatArray
from pages.shared.tables.data_source import users_file


def random(seed: int) -> Step[np.random.Generator]:
    """Return a fresh generator of random numbers."""
    return Call(np.random.default_rng, seed).named("rng")


def settings(profile: ProfileSettings) -> ProfileSettings | Step[ProfileSettings]:
    """Return the settings of a profile; levels from a file are read from the file."""
    if profile.uploaded is None:
        return profile
    content = users_file("your-levels.csv", "Your own levels")
    read = Call(UploadedLevels.from_csv, content)
    levels = Given(profile.uploaded, read, profile.uploaded.digest)
    given: dict[str, Any] = {one.name: getattr(profile, one.name) for one in fields(profile)}
    return Call(ProfileSettings, **{**given, "uploaded": levels})


def profile(asked: ProfileSettings) -> Step[PrivacyProfile]:
    """Return who asks for how much."""
    return Call(make_profile, settings(asked)).named("profile")


def levels(asked: ProfileSettings, rows: int, seed: int) -> Step[FloatArray]:
    """Return (rows,) who asks for what: the profile, dealt out by chance."""
    return profile(asked).method("resized", rows).method("assigned", random(seed)).named("levels")
