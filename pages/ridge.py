"""Ridge regression when every record sets its own epsilon."""

from pages.shared import compare, present
from pages.shared.ridge_controls import ridge_choice
from pages.shared.ridge_hero import ridge_hero
from pages.shared.ridge_sections import SECTIONS, SLIDES
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

shared = current()
present.title("When is a private regression worth it?", SLIDES)
beside = compare.pinned(TOPICS["ridge"])
shared, choice, sweep = ridge_hero(shared, ridge_choice(shared), beside)
draw_sections(SECTIONS, SLIDES, "ridge_view", shared, choice, sweep)
