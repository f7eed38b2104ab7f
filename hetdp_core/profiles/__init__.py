"""The privacy that each person asks for: per-user epsilon, built from a few settings.

`ProfileSettings` (every setting, seed included) goes in, `PrivacyProfile` comes out; all
pages share these two.  Epsilon is in natural-log units; a smaller epsilon is more
private; infinity means public.
"""

from hetdp_core.profiles.profile import PrivacyProfile, dealt
from hetdp_core.profiles.settings import (
    HIGHEST,
    KINDS,
    LOWEST,
    USUAL,
    ProfileKind,
    ProfileSettings,
    capped,
    finite_range,
    make_profile,
    profile_of_high,
    profiles_along,
)
