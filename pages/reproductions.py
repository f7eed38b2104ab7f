"""Reproductions: what the evidence was called before; old links open it."""

from pages.inside.evidence.page import draw_results
from pages.inside.menu import enter

enter()
draw_results()
