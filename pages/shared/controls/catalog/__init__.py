"""Every control that the URL remembers, by topic.  The one place for keys, limits, defaults.

A control's key is the widget's key and the URL's parameter.  A value that the URL says and no
control could hold counts as absent; `url_notices` says so in words, checked by the same limits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pages.shared.controls.catalog import (
    features,
    mean,
    odometer,
    overview,
    ridge,
    sections,
    shared,
    what_it_takes,
)
from pages.shared.controls.control import Control

ALL: tuple[Control, ...] = (
    *shared.ALL,
    *mean.ALL,
    *features.ALL,
    *ridge.ALL,
    *odometer.ALL,
    *sections.EXAMPLES,
    *what_it_takes.ALL,
    sections.EVERYBODY,
)
"""What a `State` holds: the settings of all figures of topics."""

FILES = {shared.FILE: shared.PROFILE, odometer.QUESTION_FILE: odometer.QUESTION_LEVELS}
"""Controls for a file of levels, which is in no link: by the choice “uploaded” of which control."""

SHARED = (*shared.ALL, *sections.EXAMPLES, sections.EVERYBODY)
"""What is no topic's own: the address of every page holds it."""

BY_KEY = {control.key: control for control in (*ALL, *sections.CARDS, *overview.ALL)}
"""All that the address may say."""


def url_notices(params: Mapping[str, Sequence[str]]) -> list[str]:
    """Return a sentence for each parameter of the URL that cannot be used as it stands."""
    known = ((BY_KEY[key], values) for key, values in params.items() if key in BY_KEY)
    problems = (control.problem(values) for control, values in known)
    return [problem for problem in problems if problem]
