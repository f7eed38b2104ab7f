"""Start: one sentence, one figure to play with, and a card for each topic."""

from pages.inside.menu import enter
from pages.inside.overview.landing import draw_landing
from pages.shared.text.glossary import draw_glossary

draw_landing(enter())
draw_glossary()
