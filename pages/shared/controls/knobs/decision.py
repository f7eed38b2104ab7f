"""Controls of the decision room."""

from __future__ import annotations

from pages.shared.controls.knobs.knob import Knob

EVERYBODY = Knob(
    "everybody",
    "The question is about these people only",
    "flag",
    "false",
    options={"true": "true", "false": "false"},
    help="Off: the users in the table stand for more people, and a typical error holds that others "
    "might have been asked. On: nobody was drawn; an answer is off by noise, and by what unequal "
    "weights can pull it away from the plain mean of the table, whoever has which value.",
)

ALL = (EVERYBODY,)
