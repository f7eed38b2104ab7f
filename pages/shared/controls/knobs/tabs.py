"""Controls in tabs, on which no page's first figure depends."""

from __future__ import annotations

from pages.shared.controls.knobs.knob import Knob

WORKED_EXAMPLE = Knob(
    "example",
    "Levels ε",
    "text",
    "1, 2, 4, 8, inf",
    help="One ε for each user of the example; “inf” means public.",
)
OUTPUT_CHANCE = Knob(
    "example_1",
    "P(output 1) for the other inputs",
    "number",
    0.5,
    0.05,
    1.0,
    slider=(0.05, 1.0),
    step=0.05,
    help="How often the example says 1, unless its input is (0, 1).",
)
ALL = (WORKED_EXAMPLE, OUTPUT_CHANCE)
