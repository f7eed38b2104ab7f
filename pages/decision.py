"""Decision: up to three ways to publish side by side, and a page to print."""

from functools import partial

from pages.inside.menu import enter
from pages.inside.release.page import draw_decision
from pages.shared.frame.compare import draw_buttons
from pages.shared.frame.head import draw_head

shared = enter()
draw_head(
    "Decision",
    "Publish in one way, in another, or not at all",
    partial(draw_buttons, of_topic=False),
)
draw_decision(shared)
