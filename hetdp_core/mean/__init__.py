"""Mean of one column in the central model, when every user sets their own epsilon.

ADPM and its saturation (Chaudhuri, Miagkov & Courtade, "Mean estimation under
heterogeneous privacy demands"), other methods, exact errors, and a lower bound.
"""

from hetdp_core.mean.bounds import lower_bound
from hetdp_core.mean.estimate import (
    centred,
    count_outside,
    estimate,
    noise_half_width,
    total_half_width,
)
from hetdp_core.mean.methods import METHODS, plan
from hetdp_core.mean.saturation import adpm, adpm_from_levels, two_group_saturation
