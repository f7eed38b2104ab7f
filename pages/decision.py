"""Decision: up to three ways to answer side by side, and a page to sign."""

from pages.inside.decision import about
from pages.inside.decision.room import draw_room
from pages.inside.menu import enter
from pages.shared.frame.head import draw_head

shared = enter()
draw_head("Decision", "Release it in one way, in another, or not at all", about.draw_buttons)
draw_room(shared)
