"""Hypothesis strategies for awkward privacy levels."""

import numpy as np
from hypothesis import strategies as st

LEVEL = st.floats(min_value=-6.0, max_value=6.0).map(lambda exponent: 10.0**exponent)


@st.composite
def privacy_levels(draw, max_users=40, public=True):
    """(n,) levels over twelve orders of magnitude, often tied, sometimes public."""
    pool = draw(st.lists(LEVEL, min_size=1, max_size=6))
    levels = [*pool, np.inf] if public and draw(st.booleans()) else pool
    tied = draw(st.lists(st.sampled_from(levels), min_size=1, max_size=max_users))
    distinct = draw(st.lists(LEVEL, max_size=max_users - len(tied)))
    return np.array(tied + distinct)
