"""Decision: up to three ways to answer side by side, and a page to sign."""

from pages.inside.decision.room import draw_room
from pages.inside.menu import enter
from pages.shared.frame.compare import draw_pinning
from pages.shared.frame.head import draw_head

shared = enter()
draw_head("Decision", "Release it so, or so, or not at all", draw_pinning)
draw_room(shared)
