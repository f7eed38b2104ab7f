"""Overview: one sentence, one figure to play with, four doors, and all four topics on one map."""

from pages.inside.menu import enter
from pages.inside.overview.landing import draw_landing, draw_map
from pages.inside.overview.report import offer
from pages.shared.text.glossary import draw_glossary

shared = enter()
draw_landing()
draw_map(shared)
offer("report")
draw_glossary()
