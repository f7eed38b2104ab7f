"""Awkward privacy levels drawn by hypothesis, and profiles of levels."""

import numpy as np
from hypothesis import strategies as st

from hetdp_core.profiles import PrivacyProfile
from hetdp_core.uploads import UploadedLevels

FILE = UploadedLevels("digest", np.array([3.0, 0.2, np.inf, 0.7]))
LEVEL = st.floats(min_value=-6.0, max_value=6.0).map(lambda exponent: 10.0**exponent)


@st.composite
def privacy_levels(draw, max_users=40, public=True):
    """(n,) levels over twelve orders of magnitude, often tied, sometimes public."""
    pool = draw(st.lists(LEVEL, min_size=1, max_size=6))
    levels = [*pool, np.inf] if public and draw(st.booleans()) else pool
    tied = draw(st.lists(st.sampled_from(levels), min_size=1, max_size=max_users))
    distinct = draw(st.lists(LEVEL, max_size=max_users - len(tied)))
    return np.array(tied + distinct)


def profile_of(levels, counts=None):
    """Levels in any order, and how many users ask for each: one, if not told."""
    order = np.argsort(levels)
    counts = np.ones(len(levels)) if counts is None else counts
    return PrivacyProfile(np.asarray(levels, float)[order], np.asarray(counts, float)[order])
