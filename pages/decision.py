"""Decision: up to three ways to answer side by side, and a page to print."""

from pages.inside.decision.about import draw_buttons
from pages.inside.decision.room import draw_room
from pages.inside.menu import enter
from pages.shared.frame.head import draw_head

shared = enter()
draw_head("Decision", "Release it in one way, in another, or not at all", draw_buttons)
draw_room(shared)
